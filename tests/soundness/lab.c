#include "lab.h"

#include "core/cnf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const struct fault *fault)
{
    char buffer[1200];
    fprintf(stderr, "lab: %s\n", fault_string(fault, buffer, sizeof buffer));
    abort();
}

/* Rules that take part only where they are asked for take part here. */
static void enable_optional(struct lab *lab)
{
    const struct host_rule *const *list;
    char section[96];
    host_open_all(lab->host);
    uint32_t n = host_list_rules(lab->host, &list);
    for (uint32_t r = 0; r < n; r++)
        if (list[r]->class->flags & RT_RULE_OPTIONAL) {
            snprintf(section, sizeof section, "rule %s", list[r]->class->id);
            config_put(lab->config, section, "enabled", "yes", "test", &lab->fault);
        }
}

void lab_open(struct lab *lab, const char *puzzle, const char *const *settings)
{
    *lab = (struct lab){.config = config_new()};
    const char *folders = getenv("RATCHET_TEST_PLUGINS");
    config_put(lab->config, "plugins", "path", folders ? folders : "", "test", &lab->fault);
    for (; settings && *settings; settings++)
        config_set(lab->config, *settings, &lab->fault);
    lab->host = host_open(lab->config, &lab->fault);
    if (lab->host)
        enable_optional(lab);
    if (!lab->host || lab->fault.code ||
        host_use_puzzle(lab->host, lab->config, puzzle, &lab->arena, &lab->puzzle, &lab->fault) ||
        host_use_rules(lab->host, lab->config, puzzle, &lab->arena, &lab->rules, &lab->nrules, &lab->fault))
        die(&lab->fault);
}

void lab_close(struct lab *lab)
{
    arena_free(&lab->arena);
    host_close(lab->host);
    config_free(lab->config);
}

struct reading {
    struct session *session;
    const struct puzzle_use *use;
    struct puzzle *puzzle;
};

static int take(void *context, const struct rt_puzzle_text *text)
{
    struct reading *r = context;
    r->puzzle = puzzle_parse(r->session, r->use, text->text, text->length, text->lines, text->nlines);
    return r->puzzle ? RT_OK : RT_EINPUT;
}

struct watched {
    struct audit audit;             /* first: the trace's context */
    struct lab_run *run;
};

static int collect(void *context, const uint8_t *values)
{
    struct watched *w = context;
    struct lab_run *run = w->run;
    uint32_t n = run->nvars;
    if (run->audit)
        reasons_found(&w->audit.reasons, values);
    if (run->nfound < 100000) {
        run->found = realloc(run->found, (size_t)(run->nfound + 1) * n + 1);
        memcpy(run->found + (size_t)run->nfound++ * n, values, n);
    }
    return 0;
}

struct puzzle *lab_read(struct lab *lab, struct session *session, const char *text)
{
    struct fault *fault = session->fault;
    const struct host_format *format = host_recognise(lab->host, "lab", text, strlen(text), lab->puzzle.class->id,
                                                      lab->format, fault);
    struct reading reading = {session, &lab->puzzle, NULL};
    if (!format || format_read(session, format->class, text, strlen(text), take, &reading) != RT_OK)
        die(fault);
    return reading.puzzle;
}

void lab_solve(struct lab *lab, struct lab_run *run)
{
    struct arena arena = {0};
    struct fault fault = {0};
    struct session session = {.arena = &arena, .fault = &fault, .file = "lab"};
    random_seed(&session.random, 1);
    struct puzzle *puzzle = lab_read(lab, &session, run->text);
    struct solver_options options = {.policy = run->policy, .search = !run->no_search, .learn = run->learn,
                                     .branch = run->branch, .extend_after = run->extend_after,
                                     .modes = run->modes, .restart_unit = run->restart_unit};
    struct watched w = {.run = run};
    audit_start(&w.audit, run->rules, run->truth, run->ntruth);
    if (run->audit)
        audit_options(&w.audit, &options);
    struct solver *solver = solver_new(&session, &options, host_kinds(lab->host), run->rules, run->nrules);
    if (solver)
        audit_solver(&w.audit, solver);
    if (!solver || solver_build(solver, puzzle) != RT_OK)
        die(&fault);
    run->nvars = solver_nvars(solver);
    struct solver_goal goal = {.max_solutions = run->max, .node_limit = run->node_limit, .solution = collect,
                               .trace = run->audit ? audit_event : NULL, .trace_reasons = run->audit, .context = &w};
    struct solver_result result;
    if (solver_run(solver, &goal, &result) != RT_OK)
        die(&fault);
    run->solutions = result.solutions;
    run->complete = result.complete;
    run->stop = result.stop;
    run->search = *solver_stats(solver);
    audit_end(&w.audit);
    run->audited = w.audit;
    run->domains = malloc((run->nvars + 1) * sizeof *run->domains);
    solver_domains(solver, run->domains);
    for (uint32_t r = 0; r < run->nrules; r++)
        run->faults += solver_rule_stats(solver)[r].faults;
    solver_free(solver);
    arena_free(&arena);
}

void lab_cnf(struct lab *lab, const char *text, struct text *out)
{
    struct arena arena = {0};
    struct fault fault = {0};
    struct session session = {.arena = &arena, .fault = &fault, .file = "lab"};
    struct puzzle *puzzle = lab_read(lab, &session, text);
    if (cnf_write(&session, host_kinds(lab->host), puzzle, NULL, out) != RT_OK)
        die(&fault);
    arena_free(&arena);
}

void lab_run_free(struct lab_run *run)
{
    free(run->found);
    free(run->domains);
    run->found = NULL;
    run->domains = NULL;
}

uint32_t lab_subset(struct random *random, const struct rule_use *all, uint32_t n, struct rule_use *out)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < n; k++)
        if (random_below(random, 2))
            out[kept++] = all[k];
    for (uint32_t k = kept; k > 1; k--) {
        uint32_t other = (uint32_t)random_below(random, k);
        struct rule_use swap = out[k - 1];
        out[k - 1] = out[other];
        out[other] = swap;
    }
    return kept;
}

static int by_bytes(const void *a, const void *b, void *n)
{
    return memcmp(a, b, *(uint32_t *)n);
}

bool lab_same_solutions(uint8_t *a, uint32_t na, uint8_t *b, uint32_t nb, uint32_t nvars)
{
    if (na != nb)
        return false;
    if (!na || !nvars)
        return true;
    qsort_r(a, na, nvars, by_bytes, &nvars);
    qsort_r(b, nb, nvars, by_bytes, &nvars);
    return !memcmp(a, b, (size_t)na * nvars);
}
