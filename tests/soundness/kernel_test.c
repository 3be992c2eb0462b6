/* The kernel where it is thin: odd domains and scopes, rules at the edge of the contract, every kind of end, and
 * memory that runs out at each allocation in turn. */
#include "latin.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The linker sends the engine's allocations here (--wrap). */
static long allocations_left = -1;  /* -1: as many as it likes */
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);

static bool refused(void)
{
    return allocations_left >= 0 && allocations_left-- == 0 ? (allocations_left = 0, true) : false;
}

void *__wrap_malloc(size_t size)
{
    return refused() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return refused() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return refused() ? NULL : __real_realloc(old, size);
}

/* A puzzle of scopes that must be all different: "2 64 3 / 0 1 / 1 2 / / 0" gives domains, then scopes. */
enum { MOST = 64 };

struct parts {
    uint32_t nvars, nscopes;
    uint8_t nvalues[MOST], size[MOST], scope[MOST][MOST];
};

static int parse_parts(const char *text, struct parts *p)
{
    *p = (struct parts){0};
    bool domains = true;
    for (const char *at = text; *at;) {
        char *end;
        while (*at == ' ')
            at++;
        if (*at == '/') {
            if (!domains)
                p->nscopes++;
            domains = false;
            at++;
            continue;
        }
        unsigned long number = strtoul(at, &end, 10);
        if (end == at)
            break;
        at = end;
        if (domains)
            p->nvalues[p->nvars++] = (uint8_t)number;
        else
            p->scope[p->nscopes][p->size[p->nscopes]++] = (uint8_t)number;
    }
    p->nscopes += !domains;
    return RT_OK;
}

static int parse(struct rt_self *self, const char *text, size_t length)
{
    char copy[512] = {0};
    self->state = self->h->alloc(self, sizeof(struct parts));
    if (!self->state || length >= sizeof copy)
        return RT_ENOMEM;
    memcpy(copy, text, length);
    return parse_parts(copy, self->state);
}

static int model(struct rt_self *self)
{
    const struct parts *p = self->state;
    uint32_t vars[MOST];
    for (uint32_t v = 0; v < p->nvars; v++)
        if (self->h->add_variables(self, 1, p->nvalues[v]) != v)
            return RT_ENOMEM;
    if (!p->nvars && self->h->add_variables(self, 0, 2) != 0)
        return RT_ENOMEM;
    for (uint32_t k = 0; k < p->nscopes; k++) {
        for (uint32_t i = 0; i < p->size[k]; i++)
            vars[i] = p->scope[k][i];
        int status = self->h->add_scope(self, "alldiff/1", vars, p->size[k], NULL, 0);
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

static bool legal(const struct parts *p, const uint8_t *values, uint32_t known)
{
    for (uint32_t k = 0; k < p->nscopes; k++)
        for (uint32_t a = 0; a < p->size[k]; a++)
            for (uint32_t b = 0; b < a; b++) {
                uint32_t x = p->scope[k][a], y = p->scope[k][b];
                if (x < known && y < known && values[x] == values[y])
                    return false;
            }
    return true;
}

static int verify(struct rt_self *self, const uint8_t *values, struct rt_verdict *verdict)
{
    const struct parts *p = self->state;
    (void)verdict;
    return legal(p, values, p->nvars) ? RT_OK : RT_CONFLICT;
}

static int render(struct rt_self *self, const struct rt_picture *picture)
{
    (void)picture;
    return self->h->print(self, "parts\n");
}

static const struct rt_puzzle_class parts_puzzle = {
    .size = sizeof parts_puzzle, .id = "parts", .name = "Parts", .summary = "for tests",
    .parse = parse, .model = model, .render = render, .verify = verify};

static uint64_t brute(const struct parts *p, uint8_t *values, uint32_t known, uint64_t *seen)
{
    uint64_t count = 0;
    if (!legal(p, values, known))
        return 0;
    if (known == p->nvars) {
        for (uint32_t v = 0; v < known; v++)
            seen[v] |= 1ull << values[v];
        return 1;
    }
    for (uint32_t value = 0; value < p->nvalues[known]; value++) {
        values[known] = (uint8_t)value;
        count += brute(p, values, known + 1, seen);
    }
    return count;
}

/* Rules at the edge. */
static bool single(uint64_t d)
{
    return d && !(d & (d - 1));
}

/* A value taken at one position leaves the others. */
static int spread(struct rt_self *self, bool eager)
{
    const struct rt_host *h = self->h;
    for (uint32_t a = 0; a < self->v.n; a++)
        for (uint32_t b = 0; b < self->v.n && single(h->dom(self, a)); b++)
            if (b != a && (h->dom(self, b) & h->dom(self, a))) {
                if (eager)
                    h->because(self, a, ~h->dom(self, a));
                int status = h->drop(self, b, h->dom(self, a), a);
                if (status != RT_OK)
                    return status;
            }
    return RT_OK;
}

static uint32_t fixed_pair(struct rt_self *self, uint32_t *other)
{
    for (uint32_t a = 0; a < self->v.n; a++)
        for (uint32_t b = 0; b < a; b++)
            if (single(self->h->dom(self, a)) && self->h->dom(self, a) == self->h->dom(self, b)) {
                *other = b;
                return a;
            }
    return RT_NOPOS;
}

/* Says "conflict" by its status alone; its explain knows about drops only, and has none. */
static int run_terse(struct rt_self *self)
{
    uint32_t other = 0;
    return fixed_pair(self, &other) == RT_NOPOS ? RT_FIXPOINT : RT_CONFLICT;
}

static int explain_first(struct rt_self *self, const struct rt_why *why)
{
    self->h->because(self, why->tag, ~self->h->dom_then(self, why->tag));
    return RT_OK;
}

static int run_lazy(struct rt_self *self)
{
    return spread(self, false);
}

static int run_eager(struct rt_self *self)
{
    return spread(self, true);
}

/* Premises that say nothing. */
static int explain_nothing(struct rt_self *self, const struct rt_why *why)
{
    self->h->because(self, why->tag, 0);
    return RT_OK;
}

/* ENTAILED as soon as no two positions share a value. */
static int run_entailed(struct rt_self *self)
{
    uint64_t all = 0, twice = 0;
    int status = spread(self, true);
    if (status != RT_OK)
        return status;
    for (uint32_t a = 0; a < self->v.n; a++) {
        twice |= all & self->h->dom(self, a);
        all |= self->h->dom(self, a);
    }
    return twice ? RT_OK : RT_ENTAILED;
}

/* What no value of position 0 leaves possible goes: an argument that leaves the scope. Lazily explained. */
static int agree(struct rt_self *self, bool because)
{
    uint64_t either[MOST] = {0};
    const struct rt_host *h = self->h;
    uint64_t values = self->v.n ? h->dom(self, 0) : 0;
    if (self->v.n > MOST || !values || single(values))
        return RT_OK;
    for (; values; values &= values - 1) {
        const uint64_t *after;
        if (because)
            h->because(self, 0, 0);
        if (!(h->dom(self, 0) & values & -values))
            continue;
        int status = h->probe(self, 0, values & -values, &after);
        if (status < 0 || (status == RT_CONFLICT && (h->dom(self, 0) & values & -values)))
            return status;
        for (uint32_t p = 0; status == RT_OK && p < self->v.n; p++)
            either[p] |= after[p];
    }
    for (uint32_t p = 0; p < self->v.n; p++) {
        int status = h->drop(self, p, h->dom(self, p) & ~either[p], 0);
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

static int run_agree(struct rt_self *self)
{
    return agree(self, false);
}

/* Refutes pairs of values at once, with an eager reason left open across the probe. */
static int run_halves(struct rt_self *self)
{
    const struct rt_host *h = self->h;
    for (uint32_t p = 0; p < self->v.n; p++) {
        uint64_t d = h->dom(self, p), half = 0;
        for (uint64_t rest = d; rest && __builtin_popcountll(half) * 2 < __builtin_popcountll(d); rest &= rest - 1)
            half |= rest & -rest;
        h->because(self, 0, ~h->dom(self, 0));
        int status = single(d) ? RT_OK : h->probe(self, p, half, NULL);
        if (status < 0 || (status == RT_CONFLICT && (h->dom(self, p) & half)))
            return status;
    }
    return RT_OK;
}

/* Auxiliaries: "value v is used", and one that is free. */
static int used_clauses(struct rt_self *self, uint32_t handle)
{
    const struct rt_host *h = self->h;
    for (uint32_t value = 0; value < self->v.nvalues; value++)
        for (uint32_t p = 0; p < self->v.n; p++) {
            rt_lit used = RT_IS(RT_AUX | (handle + value), 1);
            rt_lit lits[] = {RT_ISNT(p, value), used, RT_LIT_END};
            if (h->dom(self, p) >> value & 1 && h->add_clauses(self, lits, 3) < 0)
                return RT_ERROR;
            for (uint32_t q = 0; q < p; q++) {
                rt_lit apart[] = {RT_ISNT(p, value), RT_ISNT(q, value), RT_ISNT(RT_AUX | (handle + value), 1),
                                  RT_LIT_END};
                if (h->dom(self, p) & h->dom(self, q) & 1ull << value && h->add_clauses(self, apart, 4) < 0)
                    return RT_ERROR;
            }
        }
    return RT_OK;
}

static int aux_init(struct rt_self *self)
{
    uint32_t handle = self->h->add_aux(self, self->v.nvalues, 2);
    uint32_t free_one = self->h->add_aux(self, 1, 3);
    if (handle == RT_NOPOS || free_one == RT_NOPOS)
        return RT_ENOMEM;
    return RT_OK;
}

static int aux_extend(struct rt_self *self)
{
    return used_clauses(self, 0);
}

static int aux_late(struct rt_self *self)
{
    int status = aux_init(self);
    return status == RT_OK ? used_clauses(self, 0) : status;
}

struct counting {
    uint64_t changes;
};

/* Reads nothing but its history, in which every event must come once and none be lost. */
static int run_history(struct rt_self *self)
{
    const struct rt_view *v = &self->v;
    uint64_t dom[MOST];
    for (uint32_t p = 0; p < v->n; p++)
        dom[p] = v->nvalues == 64 ? UINT64_MAX : (1ull << v->nvalues) - 1;
    for (uint32_t e = 0; e < v->nhist; e++) {
        uint64_t bit = 1ull << (v->hist[e] & 63);
        if (!(dom[v->hist[e] >> 6] & bit))
            return self->h->fail(self, RT_ERROR, 0, 0, "an event came twice");
        dom[v->hist[e] >> 6] &= ~bit;
    }
    struct counting *c = self->state;
    if (c->changes != v->seen)
        return self->h->fail(self, RT_ERROR, 0, 0, "state says %lu, the cursor %u", (unsigned long)c->changes,
                             v->seen);
    self->h->save(self, c, sizeof *c);
    c->changes = v->nhist;
    for (uint32_t a = 0; a < v->n; a++)
        for (uint32_t b = 0; b < v->n; b++)
            if (a != b && single(dom[a]) && (dom[b] & dom[a])) {
                int status = self->h->drop(self, b, dom[a], a);
                if (status != RT_OK)
                    return status;
            }
    return RT_OK;
}

static int explain_history(struct rt_self *self, const struct rt_why *why)
{
    for (uint32_t e = 0; e < why->nhist; e++)
        if (self->v.hist[e] >> 6 == why->tag)
            self->h->because(self, why->tag, 1ull << (self->v.hist[e] & 63));
    return RT_OK;
}

#define RULE(name, ...) \
    static const struct rt_rule_class name = {.size = sizeof name, .id = #name, .kind = "alldiff/1", \
        .summary = "for tests", .level = 1, .wake = RT_WAKE_ANY, __VA_ARGS__}

RULE(terse, .tier = 1, .propagate = run_terse, .explain = explain_first);
RULE(mute, .tier = 1, .propagate = run_lazy, .explain = explain_nothing);
RULE(lazy, .tier = 1, .propagate = run_lazy, .explain = explain_first);
RULE(eager, .tier = 1, .propagate = run_eager);
RULE(entailed, .tier = 1, .propagate = run_entailed);
RULE(agreeing, .tier = 3, .propagate = run_agree);
RULE(halves, .tier = 4, .propagate = run_halves);
RULE(aux_first, .tier = 1, .init = aux_init, .extend = aux_extend);
RULE(aux_last, .tier = 1, .extend = aux_late);
RULE(historian, .tier = 2, .needs = RT_HISTORY, .state_size = sizeof(struct counting), .propagate = run_history,
     .explain = explain_history);

/* Runs */
struct outcome {
    int built, status;
    uint64_t solutions, domains[MOST];
    uint32_t nsaved;
    bool complete;
    enum stop_cause stop;
    struct search_stats search;
    char fault[768], rule_fault[768];
    size_t bytes;
};

struct setting {
    const struct rt_puzzle_class *puzzle;
    const struct rt_rule_class *rules[4];
    bool learn, no_search, keep_reasons;
    enum scheduler_policy policy;
    uint32_t max;
    uint64_t node_limit;
    size_t memory;
    double deadline;
    const volatile int *cancelled;
    const uint64_t *marks;
};

static struct outcome run(const char *text, struct setting set)
{
    struct outcome out = {.built = RT_ERROR, .status = RT_ERROR};
    struct arena arena = {.limit = set.memory};
    struct fault fault = {0};
    struct session session = {.arena = &arena, .fault = &fault, .file = "test", .deadline = set.deadline,
                              .cancelled = set.cancelled};
    random_seed(&session.random, 1);
    struct rule_use uses[4];
    uint32_t n = 0;
    for (; n < 4 && set.rules[n]; n++)
        uses[n] = (struct rule_use){.class = set.rules[n], .tier = set.rules[n]->tier, .level = 1, .ours = true};
    struct puzzle_use use = {set.puzzle ? set.puzzle : &parts_puzzle, NULL};
    struct solver_options options = {.policy = set.policy, .search = !set.no_search, .learn = set.learn,
                                     .keep_reasons = set.keep_reasons};
    struct puzzle *puzzle = puzzle_parse(&session, &use, text, strlen(text), NULL, 0);
    struct solver *solver = puzzle ? solver_new(&session, &options, latin_kinds(), uses, n) : NULL;
    if (solver)
        out.built = solver_build(solver, puzzle);
    if (out.built == RT_OK) {
        if (set.marks)
            solver_mark(solver, set.marks);
        struct solver_goal goal = {.max_solutions = set.max, .node_limit = set.node_limit};
        struct solver_result result;
        out.status = solver_run(solver, &goal, &result);
        out.solutions = result.solutions;
        out.nsaved = result.nsaved;
        out.complete = result.complete;
        out.stop = result.stop;
        out.search = *solver_stats(solver);
        solver_domains(solver, out.domains);
        for (uint32_t r = 0; r < n && !*out.rule_fault; r++)
            if (solver_rule_fault(solver, r))
                snprintf(out.rule_fault, sizeof out.rule_fault, "%s", solver_rule_fault(solver, r));
    }
    out.bytes = arena.used;
    snprintf(out.fault, sizeof out.fault, "%s", fault.what);
    solver_free(solver);
    arena_free(&arena);
    return out;
}

#define ALL {NULL}, {&lazy}, {&eager}, {&mute}, {&terse}, {&entailed}, {&historian}, {&aux_first}, {&aux_last}, \
    {&aux_last, &terse}, {&lazy, &agreeing}, {&eager, &halves}, {&historian, &agreeing, &halves}, \
    {&aux_first, &terse, &agreeing}, {&terse, &entailed, &halves, &aux_last}, {&aux_last, &agreeing}

static const struct rt_rule_class *const sets[][4] = {ALL};
enum { NSETS = sizeof sets / sizeof *sets };

static const char *const puzzles[] = {
    "",                                         /* no variable */
    "/ ",                                       /* an empty scope */
    "2",                                        /* no scope */
    "3 / 0 / / 0",                              /* scopes of one and of none */
    "2 3 4 / 0 1 2",                            /* unlike domains */
    "64 2 / 0 1",
    "2 64 3 / 0 1 2 / 2 0",
    "3 3 3 3 / 0 1 2 3",                        /* pigeons */
    "3 3 3 3 3 3 / 0 1 / 1 2 / 2 3 / 3 4 / 4 0 / 5",    /* a ring of five in three colours */
    "2 2 2 / 0 1 / 1 2 / 2 0",
    "3 3 3 3 3 3 3 / 0 1 2 / 2 3 4 / 4 5 6 / 6 0 3 / 1 5",
    "4 3 4 3 4 3 / 0 1 2 / 3 4 5 / 0 3 / 1 4 / 2 5",
};

static void expect_brute(const char *text, struct setting set, const char *what)
{
    struct parts p;
    uint8_t values[MOST];
    uint64_t seen[MOST] = {0};
    parse_parts(text, &p);
    uint64_t truth = brute(&p, values, 0, seen);
    set.max = 9999;
    struct outcome out = run(text, set);
    cr_expect_eq(out.status, RT_OK, "%s: %s", text, out.fault);
    cr_expect(out.complete, "%s: %s", text, what);
    cr_expect_eq(out.solutions, truth, "'%s', %s: %lu instead of %lu", text, what, (unsigned long)out.solutions,
                 (unsigned long)truth);
    cr_expect_str_eq(out.rule_fault, "", "'%s', %s: %s", text, what, out.rule_fault);
    for (uint32_t v = 0; truth && v < p.nvars; v++)
        cr_expect_eq(out.domains[v], seen[v], "'%s', %s: variable %u", text, what, v);
}

Test(kernel, every_rule_set_search_and_policy_counts_as_brute_force_does)
{
    for (size_t t = 0; t < sizeof puzzles / sizeof *puzzles; t++)
        for (size_t k = 0; k < NSETS; k++)
            for (int how = 0; how < 12; how++) {
                struct setting set = {.learn = how & 1, .keep_reasons = how & 2, .policy = how / 4};
                char what[64];
                memcpy(set.rules, sets[k], sizeof set.rules);
                snprintf(what, sizeof what, "rules %zu, how %d", k, how);
                expect_brute(puzzles[t], set, what);
            }
}

Test(kernel, domains_of_64_values)
{
    for (size_t k = 1; k < NSETS; k++)
        for (int learn = 0; learn < 2; learn++) {
            struct setting set = {.learn = learn, .max = learn ? 200 : 3000};
            memcpy(set.rules, sets[k], sizeof set.rules);
            struct outcome out = run("64 64 64 / 0 1 2", set);
            cr_expect_eq(out.solutions, set.max, "rules %zu: %lu", k, (unsigned long)out.solutions);
            cr_expect_eq(out.stop, STOP_SOLUTIONS);
            cr_expect_eq(out.domains[0], UINT64_MAX);
        }
    expect_brute("64 64 / 0 1", (struct setting){.rules = {&lazy}}, "chronological");
    uint64_t top[] = {3ull << 62, 3ull << 62};
    for (int learn = 0; learn < 2; learn++) {
        struct outcome out = run("64 64 / 0 1", (struct setting){.rules = {&mute}, .learn = learn, .max = 9,
                                                                   .marks = top});
        cr_expect(out.complete);
        cr_expect_eq(out.solutions, 2);
        cr_expect_eq(out.domains[0], 3ull << 62);
    }
}

/* Arguments that leave the scope, hard enough that the learned clauses count. */
Test(kernel, latin_squares_under_rules_at_the_edge)
{
    for (size_t k = 1; k < NSETS; k++)
        for (int learn = 0; learn < 2; learn++)
            for (int policy = 0; policy < 3; policy++) {
                struct setting set = {.puzzle = &latin_puzzle, .learn = learn, .policy = policy, .max = 1000};
                memcpy(set.rules, sets[k], sizeof set.rules);
                struct outcome out = run("4", set);
                cr_expect(out.complete);
                cr_expect_eq(out.solutions, 576, "rules %zu learn %d policy %d: %lu", k, learn, policy,
                             (unsigned long)out.solutions);
                cr_expect_str_eq(out.rule_fault, "");
            }
}

static void expect_honest(struct outcome out, const uint64_t *truth, uint32_t nvars, const char *what, long at)
{
    if (out.built != RT_OK || out.status != RT_OK) {
        cr_expect_str_neq(out.fault, "", "%s %ld: failed without a word", what, at);
        return;
    }
    cr_expect(!out.complete || out.solutions == 12, "%s %ld: %lu solutions", what, at, (unsigned long)out.solutions);
    cr_expect_leq(out.solutions, 12);
    cr_expect(out.complete || out.stop, "%s %ld: an end without a cause", what, at);
    for (uint32_t v = 0; v < nvars; v++)
        cr_expect_eq(truth[v] & ~out.domains[v], 0, "%s %ld: a true value is gone from %u", what, at, v);
}

/* The puzzle of the limit tests: two rows of three, columns differ; 12 solutions. */
static const char small[] = "3 3 3 3 3 3 / 0 1 2 / 3 4 5 / 0 3 / 1 4 / 2 5";

static void sweep(const char *what, bool memory)
{
    static const struct rt_rule_class *const hard[][4] = {
        {&eager, &halves, &aux_last}, {&historian, &agreeing, &aux_first}, {&mute}, {&terse}};
    struct parts p;
    uint8_t values[MOST];
    uint64_t truth[MOST] = {0};
    parse_parts(small, &p);
    cr_assert_eq(brute(&p, values, 0, truth), 12);
    for (size_t k = 0; k < sizeof hard / sizeof *hard; k++)
        for (int how = 0; how < 4; how++)
            for (long at = 0; at < 4000; at++) {
                struct setting set = {.learn = how & 1, .policy = how & 2 ? POLICY_BATCH : POLICY_TIERS, .max = 50,
                                      .memory = memory ? (size_t)(at + 1) * 512 : 0};
                memcpy(set.rules, hard[k], sizeof set.rules);
                allocations_left = memory ? -1 : at;
                struct outcome out = run(small, set);
                bool enough = memory ? out.complete : allocations_left > 0;
                allocations_left = -1;
                expect_honest(out, truth, p.nvars, what, at);
                if (enough)
                    break;
            }
}

Test(kernel, memory_that_ends_at_any_allocation_leaves_an_honest_answer)
{
    sweep("allocation", false);
}

Test(kernel, any_memory_limit_leaves_an_honest_answer)
{
    sweep("limit", true);
}

Test(kernel, every_limit_ends_honestly)
{
    volatile int cancelled = 1;
    for (size_t k = 0; k < NSETS; k++) {
        struct setting set = {.puzzle = &latin_puzzle, .rules = {NULL}};
        memcpy(set.rules, sets[k], sizeof set.rules);
        set.deadline = 1e-9;    /* long ago */
        struct outcome out = run("8", set);
        cr_expect_eq(out.status, RT_OK);
        cr_expect(!out.complete && out.stop == STOP_TIME, "rules %zu: %d", k, out.stop);
        cr_expect_str_eq(out.rule_fault, "");
        set.deadline = 0;
        set.cancelled = &cancelled;
        out = run("8", set);
        cr_expect(!out.complete && out.stop == STOP_INTERRUPTED);
        set.cancelled = NULL;
        for (uint64_t nodes = 1; nodes < 40; nodes++) {
            set.node_limit = nodes;
            set.learn = nodes & 1;
            out = run("8", set);
            cr_expect(!out.complete && out.stop == STOP_NODES);
            for (uint32_t v = 0; v < 64; v++)
                cr_expect_eq(out.domains[v], 255, "rules %zu", k);
        }
        set.node_limit = 0;
        set.no_search = true;
        out = run("8", set);
        cr_expect_eq(out.stop, STOP_STUCK);
    }
}

Test(kernel, marks_narrow_the_start_and_may_contradict)
{
    for (size_t k = 0; k < NSETS; k++) {
        struct setting set = {.learn = k & 1, .max = 100};
        memcpy(set.rules, sets[k], sizeof set.rules);
        uint64_t one[] = {1, 7, 7, 7, 7, 7}, none[] = {7, 0, 7, 7, 7, 7}, bad[] = {1, 1, 7, 7, 7, 7};
        set.marks = one;
        struct outcome out = run(small, set);
        cr_expect(out.complete && out.solutions == 4, "rules %zu: %lu", k, (unsigned long)out.solutions);
        cr_expect_eq(out.domains[0], 1);
        set.marks = none;
        out = run(small, set);
        cr_expect(out.complete && out.solutions == 0);
        set.marks = bad;
        out = run(small, set);
        cr_expect(out.complete && out.solutions == 0);
    }
}
