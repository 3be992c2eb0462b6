#include "ablate.h"

#include "ablation.h"
#include "gather.h"
#include "job/job.h"
#include "output.h"
#include "setup.h"
#include "signals.h"
#include "util/clock.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 20000, MOST_RULES = 256 };

struct run {
    struct engine *engine;
    const struct options *options;
    struct gathered puzzles;
    struct ablation ablation;
    enum outcome *outcome;              /* with all rules, one a puzzle */
    const char *base[MOST_RULES];       /* ids; the last place is for the rule that is added */
    uint32_t nbase;
    struct arena arena;
};

static int no_memory(struct fault *fault)
{
    return fault_set(fault, EXIT_OTHER, NULL, 0, 0, "there is no memory left");
}

static bool decided(enum outcome outcome)
{
    return outcome == OUTCOME_UNIQUE || outcome == OUTCOME_SEVERAL || outcome == OUTCOME_NONE;
}

static bool add_row(struct run *run, enum rule_set set, const char *rule)
{
    struct ablation *a = &run->ablation;
    struct ablation_row *grown = realloc(a->row, (a->nrows + 1) * sizeof *grown);
    if (!grown)
        return false;
    a->row = grown;
    a->row[a->nrows++] = (struct ablation_row){.set = set, .rule = rule};
    return true;
}

static bool has_row(const struct ablation *a, const char *rule)
{
    for (uint32_t k = 1; k < a->nrows; k++)
        if (!strcmp(a->row[k].rule, rule))
            return true;
    return false;
}

/* Adds a row for each rule that this puzzle uses and that has none yet. */
static bool add_rules(struct run *run, const struct answer *answer)
{
    for (uint32_t r = 0; r < answer->nrules; r++) {
        const char *id = answer->rules[r].class->id;
        if (has_row(&run->ablation, id) || !answer->rule_stats[r].instances)
            continue;
        const char *copy = arena_string(&run->arena, id);
        if (!copy || !add_row(run, SET_WITHOUT, copy))
            return false;
    }
    return true;
}

/* The rows behind those of the rules: each rule alone on the base set. */
static bool add_alone(struct run *run)
{
    uint32_t n = run->ablation.nrows;
    bool fine = add_row(run, SET_BASE, NULL);
    for (uint32_t k = 1; k < n && fine; k++) {
        bool in_base = false;
        for (uint32_t b = 0; b < run->nbase && !in_base; b++)
            in_base = !strcmp(run->base[b], run->ablation.row[k].rule);
        if (!in_base)
            fine = add_row(run, SET_WITH, run->ablation.row[k].rule);
    }
    return fine;
}

static int solve_one(struct run *run, uint32_t number, struct ablation_row *row, struct fault *fault)
{
    const struct gathered_puzzle *p = &run->puzzles.at[number];
    bool alone = row->set == SET_BASE || row->set == SET_WITH;
    struct job_request request = {.op = OP_UNIQUE, .name = p->name, .cancelled = signals_cancelled(),
                                  .without = row->set == SET_WITHOUT ? row->rule : NULL,
                                  .only = alone ? run->base : NULL};
    run->base[run->nbase] = row->set == SET_WITH ? row->rule : NULL;
    double start = clock_cpu_seconds();
    struct job *job = job_run(run->engine, p->source, p->puzzle, &request);
    if (!job)
        return no_memory(fault);
    const struct answer *answer = job_answer(job);
    row->seconds += clock_cpu_seconds() - start;
    if (answer->outcome == OUTCOME_ERROR)
        *fault = answer->fault;
    else if (answer->search) {
        row->nodes += answer->search->nodes;
        row->conflicts += answer->search->conflicts;
    }
    row->solved += decided(answer->outcome);
    if (row->set == SET_ALL)
        run->outcome[number] = answer->outcome;
    else
        row->differing += decided(answer->outcome) && decided(run->outcome[number]) &&
                          answer->outcome != run->outcome[number];
    if (row->set == SET_ALL && !fault->code && !add_rules(run, answer))
        no_memory(fault);
    job_free(job);
    return fault->code;
}

static bool going(const struct fault *fault)
{
    return !fault->code && !*signals_cancelled();
}

/* Row 0 tells which rules there are. */
static int solve_all(struct run *run, struct fault *fault)
{
    struct ablation *a = &run->ablation;
    run->outcome = calloc(run->puzzles.n, sizeof *run->outcome);
    a->npuzzles = run->puzzles.n;
    if (!run->outcome || !add_row(run, SET_ALL, NULL))
        return no_memory(fault);
    for (uint32_t row = 0; row < a->nrows && going(fault); row++) {
        struct ablation_row sum = a->row[row];  /* the rows move while the first is filled */
        for (uint32_t k = 0; k < run->puzzles.n && going(fault); k++)
            solve_one(run, k, &sum, fault);
        a->row[row] = sum;
        if (row == 0 && !fault->code && !add_alone(run))
            return no_memory(fault);
    }
    return fault->code;
}

/* --base A,B: ids, each of a rule that there is. */
static int read_base(struct run *run, struct fault *fault)
{
    const char *at = run->ablation.base = run->options->base ? run->options->base : "";
    while (*at) {
        size_t n = strcspn(at, ",");
        const char *id = arena_string_n(&run->arena, at, n);
        if (!id)
            return no_memory(fault);
        if (!host_rule(run->engine->host, id))
            return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--base: there is no rule `%s`; `ratchet rules list` shows "
                             "all that there are", id);
        if (run->nbase + 2 >= MOST_RULES)
            return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--base names more than %d rules", MOST_RULES - 2);
        run->base[run->nbase++] = id;
        at += n + (at[n] == ',');
    }
    return 0;
}

static int open_engine(struct run *run, struct fault *fault)
{
    struct config *config = setup_config(run->options, NULL, fault);
    run->engine = config ? engine_open(config, fault) : NULL;
    if (fault->code)
        return fault->code;
    /* a few rules alone may search for ever */
    if (!run->engine->settings.nodes)
        run->engine->settings.nodes = NODES;
    run->ablation.node_limit = run->engine->settings.nodes;
    return read_base(run, fault);
}

static void print(const struct run *run)
{
    const char *form = run->options->to ? run->options->to : "text";
    struct text out = {0};
    if (run->options->json)
        ablation_json(&run->ablation, &out);
    else if (!strcmp(form, "csv"))
        ablation_csv(&run->ablation, &out);
    else if (!strcmp(form, "svg"))
        ablation_plot(&run->ablation, &out);
    else
        ablation_table(&run->ablation, &out);
    output_result(&out);
    text_free(&out);
}

static int judge(const struct ablation *a)
{
    int code = *signals_cancelled() ? EXIT_INTERRUPTED : EXIT_GOOD;
    for (uint32_t k = 0; k < a->nrows; k++)
        if (a->row[k].differing)
            code = EXIT_OTHER;
    return code;
}

int ablate_command(const struct options *options)
{
    struct fault fault = {0};
    struct run run = {.options = options};
    if (!open_engine(&run, &fault) && !gather(&run.puzzles, run.engine, options, &fault))
        solve_all(&run, &fault);
    if (fault.code)
        output_fault(&fault);
    else
        print(&run);
    int code = fault.code ? fault.code : output_failed() ? EXIT_OTHER : judge(&run.ablation);
    gathered_free(&run.puzzles);
    free(run.outcome);
    free(run.ablation.row);
    arena_free(&run.arena);
    engine_close(run.engine);
    return code;
}
