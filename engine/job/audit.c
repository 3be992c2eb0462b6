#include "job/audit.h"

#include "job/crash.h"
#include "job/reasons.h"
#include "util/clock.h"
#include "util/vec.h"

#include <stdlib.h>
#include <string.h>

/* One board being audited. */
struct work {
    struct engine *engine;
    const struct audit_request *request;
    struct audit_report *report;
    struct arena arena;             /* the puzzle, and the run that is on */
    struct session session;
    struct puzzle_use use;
    struct puzzle *puzzle;
    const struct rule_use *all;
    struct rule_use *rules;         /* of the run that is on */
    uint32_t nall, nrules;
    VEC(uint8_t) solutions;         /* true ones, nvars values each */
    struct solver *solver;
    struct reasons reasons;
    struct audit_finding *found;    /* one a rule, and one for what only follows; `says` NULL: none */
};

static int no_memory(struct work *w)
{
    return fault_set(&w->report->fault, EXIT_OTHER, w->request->name, 0, 0, "out of memory; raise the memory limit");
}

static const char *kept(struct work *w, struct text *text)
{
    const char *copy = text->failed ? NULL : arena_string(&w->report->arena, text_string(text));
    text_free(text);
    if (!copy)
        no_memory(w);
    return copy ? copy : "";
}

/* ---- words ---- */

/* The variable is one of `left`, of the values in `full`. */
static void put_domain(struct work *w, uint32_t var, uint64_t full, uint64_t left, struct text *out)
{
    bool one = left && !(left & (left - 1));
    uint64_t values = one ? left : full & ~left;
    for (bool first = true; values; values &= values - 1, first = false) {
        struct text words = {0};
        uint32_t value = (uint32_t)__builtin_ctzll(values);
        puzzle_describe(w->puzzle, var, value, &words);
        text_puts(out, first ? "" : ", ");
        text_puts(out, one ? "" : "not: ");
        if (words.n)
            text_puts(out, words.s);
        else
            text_printf(out, "variable %u is %u", var, value);
        text_free(&words);
    }
}

static uint64_t full_domain(const struct work *w, uint32_t var)
{
    return ~0ull >> (64 - solver_nvalues(w->solver, var));
}

static const char *premise_words(struct work *w, const struct reason_fault *f, uint32_t k)
{
    struct text out = {0};
    uint32_t var = f->premises[k] >> 6, nvars = solver_nvars(w->solver);
    uint64_t left = full_domain(w, var);
    for (uint32_t j = 0; j < f->npremises; j++)
        if (f->premises[j] >> 6 == var)
            left &= ~(1ull << (f->premises[j] & 63));
    if (var < nvars)
        put_domain(w, var, full_domain(w, var), left, &out);
    else
        text_printf(&out, "auxiliary %u is not %u", var - nvars, f->premises[k] & 63);
    return kept(w, &out);
}

/* Premises of one variable are told together. */
static void put_premises(struct work *w, const struct reason_fault *f, struct audit_finding *finding)
{
    const char **list = arena_alloc(&w->report->arena, (f->npremises + 1) * sizeof *list);
    for (uint32_t k = 0; list && k < f->npremises; k++) {
        bool told = false;
        for (uint32_t j = 0; j < k && !told && f->premises[k] >> 6 < solver_nvars(w->solver); j++)
            told = f->premises[j] >> 6 == f->premises[k] >> 6;
        if (!told)
            list[finding->nbecause++] = premise_words(w, f, k);
    }
    finding->because = list;
}

static const char *scope_words(struct work *w, uint32_t scope)
{
    struct text out = {0};
    if (scope == RT_NOPOS)
        return "";
    if (!strncmp(solver_scope_kind(w->solver, scope), "rt.", 3))
        text_puts(&out, "the board");
    else if (puzzle_describe_scope(w->puzzle, scope, &out) < 0 || !out.n)
        text_printf(&out, "scope %u of kind %s", scope, solver_scope_kind(w->solver, scope));
    return kept(w, &out);
}

static const char *says_words(struct work *w, const struct reason_fault *f)
{
    struct text out = {0};
    if (!strcmp(f->cause, "clauses"))
        text_puts(&out, "the clauses that it added exclude the solution");
    else if (f->kind == TRACE_NARROWING)
        put_domain(w, f->var, full_domain(w, f->var), full_domain(w, f->var) & ~f->gone, &out);
    else
        text_puts(&out, "a contradiction");
    return kept(w, &out);
}

static const char *drawing(struct work *w, const uint8_t *values)
{
    uint32_t nvars = solver_nvars(w->solver);
    uint64_t *domains = arena_alloc(&w->report->arena, (nvars + 1) * sizeof *domains);
    struct text out = {0};
    struct rt_picture picture = {.size = sizeof picture, .kind = RT_RENDER_ASCII, .domains = domains};
    for (uint32_t v = 0; domains && v < nvars; v++)
        domains[v] = 1ull << values[v];
    if (domains)
        puzzle_render(w->puzzle, &picture, &out);
    return kept(w, &out);
}

/* ---- runs ---- */

static uint32_t index_of(const struct work *w, const char *id)
{
    uint32_t r = 0;
    while (r < w->nall && strcmp(w->all[r].class->id, id))
        r++;
    return r;
}

/* The first finding of each rule is kept. What a search or a probe says may only follow from another rule's word. */
static void on_fault(void *context, const struct reason_fault *f)
{
    struct work *w = context;
    const struct rule_use *rule = f->rule >= 0 ? &w->rules[f->rule] : NULL;
    bool follows = !rule || !strcmp(f->cause, "probe");
    struct audit_finding *finding = &w->found[follows ? w->nall : index_of(w, rule->class->id)];
    if (finding->says)
        return;
    *finding = (struct audit_finding){.rule = rule ? rule->class->id : NULL, .ours = !rule || rule->ours,
                                      .scope = scope_words(w, f->scope), .says = says_words(w, f)};
    put_premises(w, f, finding);
    finding->solution = drawing(w, w->reasons.solutions + (size_t)f->solution * solver_nvars(w->solver));
}

static void on_event(void *context, const struct trace_event *event)
{
    struct work *w = context;
    uint64_t before = w->reasons.judged;
    reasons_event(&w->reasons, event);
    if (event->rule >= 0)
        w->report->rules[index_of(w, w->rules[event->rule].class->id)].judged += w->reasons.judged - before;
}

static bool is_known(const struct work *w, const uint8_t *values)
{
    uint32_t nvars = solver_nvars(w->solver);
    for (uint32_t k = 0; k < w->report->solutions; k++)
        if (!memcmp(w->solutions.at + (size_t)k * nvars, values, nvars))
            return true;
    return false;
}

/* Verify has passed it: it is true, whatever led to it. */
static int on_truth(void *context, const uint8_t *values)
{
    struct work *w = context;
    uint32_t nvars = solver_nvars(w->solver);
    if (is_known(w, values) || w->report->solutions == w->request->solutions)
        return 0;
    if (!vec_reserve(&w->solutions, w->solutions.n + nvars, NULL))
        return no_memory(w);
    memcpy(w->solutions.at + w->solutions.n, values, nvars);
    w->solutions.n += nvars;
    w->report->solutions++;
    return 0;
}

static int on_solution(void *context, const uint8_t *values)
{
    struct work *w = context;
    reasons_found(&w->reasons, values);
    return 0;
}

struct mode {
    uint32_t from, n;           /* rules of w->all */
    uint32_t extend_after;
    bool judged;                /* else its solutions are gathered */
};

/* Builds and runs; false: a fault. */
static bool run_solver(struct work *w, const struct mode *mode, struct solver_result *result)
{
    struct solver_options options = {.policy = w->engine->settings.solver.policy, .search = true, .learn = true,
                                     .extend_after = mode->extend_after,
                                     .modes = w->engine->settings.solver.modes,
                                     .keep_reasons = mode->judged,
                                     .clause = mode->judged ? extension_clause : NULL,
                                     .clause_context = w->reasons.extension};
    w->rules = arena_copy(&w->arena, w->all + mode->from, mode->n * sizeof *w->rules);
    w->nrules = mode->n;
    w->solver = w->rules ? solver_new(&w->session, &options, w->engine->kinds, w->rules, mode->n) : NULL;
    if (!w->solver)
        return no_memory(w), false;
    w->reasons.solver = w->solver;
    if (mode->judged)
        extension_solver(w->reasons.extension, w->solver);
    int status = solver_build(w->solver, w->puzzle);
    w->report->nvars = solver_nvars(w->solver);
    w->report->nscopes = solver_nscopes(w->solver);
    struct solver_goal goal = {.max_solutions = w->request->solutions + 1, .node_limit = w->request->nodes,
                               .trace_reasons = mode->judged, .trace = mode->judged ? on_event : NULL,
                               .solution = mode->judged ? on_solution : on_truth, .context = w};
    if (status >= 0)
        status = solver_run(w->solver, &goal, result);
    if (status < 0 && !w->session.stop && !w->report->fault.code)
        no_memory(w);
    return status >= 0;
}

static void note_rules(struct work *w)
{
    const struct rule_stats *stats = solver_rule_stats(w->solver);
    for (uint32_t r = 0; r < w->nrules; r++) {
        struct audit_rule *rule = &w->report->rules[index_of(w, w->rules[r].class->id)];
        const char *parked = solver_rule_fault(w->solver, r);
        rule->served |= stats[r].instances > 0;
        if (parked && !rule->parked)
            rule->parked = arena_string(&w->report->arena, parked);
    }
}

static void count(struct work *w)
{
    struct audit_report *report = w->report;
    report->judged += w->reasons.judged;
    report->auxiliary += w->reasons.auxiliary;
    report->clauses += w->reasons.clauses;
    report->unjudged += w->reasons.unjudged;
}

/* A run, and what is to be freed behind it. A limit that ends it is no fault. */
static void run(struct work *w, const struct mode *mode, struct solver_result *result)
{
    struct arena_mark mark = arena_mark(&w->arena);
    struct audit_report *report = w->report;
    *result = (struct solver_result){0};
    w->reasons = (struct reasons){.solutions = w->solutions.at, .nsolutions = report->solutions, .fault = on_fault,
                                  .context = w, .blocked = calloc(report->solutions + 1, 1),
                                  .extension = extension_new(report->solutions)};
    if (!w->reasons.blocked || !w->reasons.extension)
        no_memory(w);
    else if (run_solver(w, mode, result)) {
        if (mode->judged)
            reasons_clauses(&w->reasons);
        note_rules(w);
        count(w);
        report->runs++;
        report->cut += !result->complete && result->stop != STOP_SOLUTIONS;
    }
    extension_free(w->reasons.extension);
    free(w->reasons.blocked);
    solver_free(w->solver);
    w->solver = NULL;
    arena_reset(&w->arena, mark);
    if (w->session.stop == STOP_NODES || w->session.stop == STOP_SOLUTIONS)
        w->session.stop = STOP_NONE;
}

static bool over(const struct work *w)
{
    return w->report->fault.code || w->session.stop;
}

/* Without rules; where that does not find all, those that the rules lead to as well. */
static void find_truth(struct work *w)
{
    struct solver_result result;
    struct mode none = {.extend_after = UINT32_MAX}, all = {.n = w->nall, .extend_after = UINT32_MAX};
    run(w, &none, &result);
    w->report->complete = result.complete;
    if (!result.complete && !over(w) && w->report->solutions < w->request->solutions)
        run(w, &all, &result);
    w->report->runs = w->report->cut = 0;
}

static bool wanted(const struct work *w, uint32_t rule)
{
    return !w->request->rule || !strcmp(w->request->rule, w->all[rule].class->id);
}

static void judge(struct work *w)
{
    struct solver_result result;
    for (uint32_t r = 0; r < w->nall && !over(w); r++)
        if (wanted(w, r))
            run(w, &(struct mode){.from = r, .n = 1, .judged = true}, &result);
    uint32_t asked = w->request->rule ? index_of(w, w->request->rule) : w->nall;
    if (asked < w->nall && w->found[asked].says)
        return;
    for (uint32_t extend = 0; extend < 2 && !over(w); extend++)
        run(w, &(struct mode){.n = w->nall, .extend_after = extend ? 0 : UINT32_MAX, .judged = true}, &result);
}

static void gather_findings(struct work *w)
{
    struct audit_report *report = w->report;
    report->findings = arena_alloc(&report->arena, (w->nall + 1) * sizeof *report->findings);
    for (uint32_t r = 0; report->findings && r <= w->nall; r++)
        if (w->found[r].says && (r == w->nall ? !report->nfindings && !w->request->rule : wanted(w, r)))
            report->findings[report->nfindings++] = w->found[r];
}

static bool list_rules(struct work *w)
{
    struct audit_report *report = w->report;
    w->found = arena_alloc(&report->arena, (w->nall + 1) * sizeof *w->found);
    report->rules = arena_alloc(&report->arena, (w->nall + 1) * sizeof *report->rules);
    report->nrules = w->nall;
    for (uint32_t r = 0; report->rules && r < w->nall; r++)
        report->rules[r] = (struct audit_rule){.id = w->all[r].class->id, .ours = w->all[r].ours};
    return w->found && report->rules;
}

static void work(void *context)
{
    struct work *w = context;
    const struct audit_request *request = w->request;
    w->puzzle = puzzle_parse(&w->session, &w->use, request->text, request->length, request->lines, request->nlines);
    if (!w->puzzle)
        return;
    find_truth(w);
    if (!over(w))
        judge(w);
    gather_findings(w);
}

static void open_session(struct work *w)
{
    const struct engine_settings *settings = &w->engine->settings;
    w->session = (struct session){.arena = &w->arena, .fault = &w->report->fault, .file = w->request->name,
                                  .cancelled = w->request->cancelled,
                                  .deadline = settings->time > 0 ? clock_seconds() + settings->time : 0};
    w->arena.limit = settings->memory;
    random_seed(&w->session.random, settings->seed);
}

void audit_board(struct engine *engine, const struct audit_request *request, struct audit_report *report)
{
    struct work w = {.engine = engine, .request = request, .report = report};
    *report = (struct audit_report){0};
    open_session(&w);
    if (engine_use(engine, request->type, &w.arena, &w.use, &w.all, &w.nall, &report->fault)) {
        arena_free(&w.arena);
        return;
    }
    int crashed = 0;
    if (list_rules(&w))
        crashed = crash_run(work, &w);
    else
        no_memory(&w);
    if (crashed)    /* who knows what of its memory is left */
        fault_set(&report->fault, EXIT_INTERNAL, request->name, 0, 0, "the plugin class '%s' crashed (%s); leave it "
                  "out with --disable if it is a rule, and report it to its author",
                  w.session.source ? w.session.source : "?", strsignal(crashed));
    else
        arena_free(&w.arena);
    vec_free(&w.solutions);
}

void audit_report_free(struct audit_report *report)
{
    arena_free(&report->arena);
}

/* ---- random boards ---- */

enum { SIDE_LEAST = 2, SIDE_MOST = 8, BOARDS = 300 };

int audit_random(struct engine *engine, const struct audit_request *request, uint64_t number, uint32_t side,
                 struct text *out, struct fault *fault)
{
    struct arena arena = {0};
    struct session session = {.arena = &arena, .fault = fault, .file = request->name,
                              .cancelled = request->cancelled};
    struct puzzle_use use;
    random_seed(&session.random, engine->settings.seed ^ number * 0x9e3779b97f4a7c15ull);
    if (!engine_use(engine, request->type, &arena, &use, NULL, NULL, fault) &&
        puzzle_sample(&session, &use, side, out) == RT_EUNSUPPORTED)
        fault_set(fault, EXIT_OTHER, NULL, 0, 0, "puzzles of type '%s' can't be made at random: its plugin has no "
                  "\"" RT_PUZZLE_SAMPLE "\"", request->type);
    arena_free(&arena);
    return fault->code;
}

static bool smaller(const struct audit_report *a, size_t a_length, const struct audit_report *b, size_t b_length)
{
    if (a->nvars != b->nvars)
        return a->nvars < b->nvars;
    return a->nscopes != b->nscopes ? a->nscopes < b->nscopes : a_length < b_length;
}

static bool try_board(struct engine *engine, const struct audit_request *like, uint64_t number, uint32_t side,
                      struct audit_report *report, struct text *text)
{
    struct fault fault = {0};
    struct audit_request request = *like;
    *report = (struct audit_report){0};
    if (audit_random(engine, like, number, side, text, &fault) || text->failed)
        return false;
    request.text = text_string(text);
    request.length = text->n;
    request.lines = NULL;
    request.nlines = 0;
    audit_board(engine, &request, report);
    return !report->fault.code && report->nfindings;
}

bool audit_smallest(struct engine *engine, const struct audit_request *request, uint32_t below,
                    struct audit_report *best, struct text *best_text)
{
    bool any = false;
    *best = (struct audit_report){0};
    *best_text = (struct text){0};
    for (uint32_t side = SIDE_LEAST; side <= SIDE_MOST && !any; side++)
        for (uint32_t k = 0; k < BOARDS && !(request->cancelled && *request->cancelled); k++) {
            struct audit_report report;
            struct text text = {0};
            bool better = try_board(engine, request, (uint64_t)side << 32 | k, side, &report, &text) &&
                          report.nvars < below && (!any || smaller(&report, text.n, best, best_text->n));
            audit_report_free(better ? best : &report);
            text_free(better ? best_text : &text);
            if (better) {
                *best = report;
                *best_text = text;
                any = true;
            }
        }
    return any;
}
