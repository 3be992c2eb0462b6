/* The kernel alone: domains of many values, reasons of every sort, both searches, all policies. */
#include "audit.h"
#include "latin.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

struct outcome {
    uint64_t solutions;
    bool complete;
    enum stop_cause stop;
    struct search_stats search;
    struct rule_stats rule[4];
};

struct setting {
    const struct rt_rule_class *rules[4];
    bool learn;
    enum scheduler_policy policy;
    const char *branch;
    uint32_t max;
    uint64_t node_limit;
    bool no_search;
    size_t memory;
    const struct rt_puzzle_class *puzzle;   /* NULL: latin_puzzle */
    uint32_t extend_after;
};

static struct outcome run(const char *text, struct setting set)
{
    struct arena arena = {.limit = set.memory};
    struct fault fault = {0};
    struct session session = {.arena = &arena, .fault = &fault, .file = "test"};
    random_seed(&session.random, 1);
    struct rule_use uses[4];
    uint32_t n = 0;
    for (; n < 4 && set.rules[n]; n++)
        uses[n] = (struct rule_use){.class = set.rules[n], .tier = set.rules[n]->tier, .level = 1, .ours = true};
    struct puzzle_use use = {set.puzzle ? set.puzzle : &latin_puzzle, NULL};
    struct puzzle *puzzle = puzzle_parse(&session, &use, text, strlen(text), NULL, 0);
    cr_assert(puzzle, "%s", fault.what);
    struct solver_options options = {.policy = set.policy, .search = !set.no_search, .learn = set.learn,
                                     .branch = set.branch, .extend_after = set.extend_after};
    struct solver *solver = solver_new(&session, &options, latin_kinds(), uses, n);
    cr_assert(solver);
    cr_assert_eq(solver_build(solver, puzzle), RT_OK, "%s", fault.what);
    struct solver_goal goal = {.max_solutions = set.max, .node_limit = set.node_limit};
    struct solver_result result;
    cr_assert_eq(solver_run(solver, &goal, &result), RT_OK, "%s", fault.what);
    struct outcome out = {result.solutions, result.complete, result.stop, *solver_stats(solver), {{0}}};
    memcpy(out.rule, solver_rule_stats(solver), n * sizeof *out.rule);
    solver_free(solver);
    arena_free(&arena);
    return out;
}

static const struct rt_rule_class *const sets[][4] = {
    {NULL}, {&alldiff_lazy}, {&alldiff_silent}, {&alldiff_eager}, {&alldiff_clauses},
    {&alldiff_clauses, &alldiff_lazy}, {&alldiff_eager, &alldiff_silent}, {&alldiff_positions},
    {&alldiff_positions, &alldiff_lazy}};

Test(core, every_setting_counts_the_576_latin_squares_of_order_4)
{
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++)
        for (int learn = 0; learn < 2; learn++)
            for (int policy = 0; policy < 3; policy++)
                for (int first = 0; first < 2; first++) {
                    struct setting set = {.learn = learn, .policy = policy, .max = 1000,
                                          .branch = first ? "first" : "activity"};
                    memcpy(set.rules, sets[k], sizeof set.rules);
                    struct outcome out = run("4", set);
                    cr_expect(out.complete);
                    cr_expect_eq(out.solutions, 576, "set %zu learn %d policy %d first %d: %lu", k, learn, policy,
                                 first, (unsigned long)out.solutions);
                }
}

Test(core, givens_known_only_to_verify_still_prune_by_blame)
{
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++)
        for (int learn = 0; learn < 2; learn++) {
            struct setting set = {.learn = learn, .max = 2};
            memcpy(set.rules, sets[k], sizeof set.rules);
            struct outcome out = run("4 1 1 1 1 2 2 1 3 3 2 4 4", set);
            cr_expect(out.complete, "set %zu", k);
            cr_expect_eq(out.solutions, 0, "set %zu learn %d: %lu", k, learn, (unsigned long)out.solutions);
        }
}

Test(core, a_wrong_rule_changes_the_count_so_these_tests_can_fail)
{
    struct outcome out = run("4", (struct setting){.rules = {&alldiff_wrong}, .learn = true, .max = 1000});
    cr_assert_neq(out.solutions, 576);
}

Test(core, limits_leave_an_honest_unknown)
{
    struct outcome out = run("6", (struct setting){.rules = {&alldiff_lazy}, .learn = true, .max = 100});
    cr_expect(!out.complete);
    cr_expect_eq(out.stop, STOP_SOLUTIONS);
    cr_expect_eq(out.solutions, 100);
    out = run("6", (struct setting){.rules = {&alldiff_lazy}, .max = 0, .node_limit = 500});
    cr_expect(!out.complete);
    cr_expect_eq(out.stop, STOP_NODES);
    out = run("6", (struct setting){.rules = {&alldiff_lazy}, .no_search = true, .max = 2});
    cr_expect_eq(out.stop, STOP_STUCK);
}

Test(core, counting_everything_stays_in_bounded_memory)
{
    struct outcome out = run("5", (struct setting){.rules = {&alldiff_lazy}, .learn = true, .max = 0});
    cr_expect(out.complete);
    cr_expect_eq(out.solutions, 161280);
    cr_expect_lt(out.search.memory, 1u << 20);
}

Test(core, the_same_run_gives_the_same_statistics)
{
    struct setting set = {.rules = {&alldiff_silent}, .learn = true, .max = 1000};
    struct outcome a = run("5", set), b = run("5", set);
    a.rule[0].ns = b.rule[0].ns = 0;
    cr_expect_eq(memcmp(&a.search, &b.search, sizeof a.search), 0);
    cr_expect_eq(memcmp(a.rule, b.rule, sizeof a.rule), 0);
}

/* The search goes back to the root for the auxiliaries, once, with what it has learned from verify alone. */
Test(core, conditions_known_to_verify_alone_are_learned_before_and_behind_the_auxiliaries, .timeout = 60)
{
    static const uint32_t after[] = {0, 1, 2, 3, 5, 10, 29, 30, 31, 100, 1000};
    static const struct rt_rule_class *const rules[][4] = {{&board_echo}, {NULL}};
    for (size_t k = 0; k < sizeof after / sizeof *after; k++)
        for (int bare = 0; bare < 2; bare++)
            for (int learn = 0; learn < 2; learn++) {
                struct setting set = {.puzzle = &latin_bare, .learn = learn, .max = 100, .extend_after = after[k]};
                memcpy(set.rules, rules[bare], sizeof set.rules);
                struct outcome out = run("3", set);
                cr_expect(out.complete);
                cr_expect_eq(out.solutions, 12, "after %u: %lu", after[k], (unsigned long)out.solutions);
                out = run("3 1 1 1 1 2 1", set);
                cr_expect(out.complete);
                cr_expect_eq(out.solutions, 0);
            }
}

struct watched {
    struct audit audit;
    uint8_t *found;
    uint32_t n;
};

static int collect(void *context, const uint8_t *values)
{
    struct watched *w = context;
    if (w->found)
        memcpy(w->found + 16 * w->n++, values, 16);
    else
        reasons_found(&w->audit.reasons, values);
    return 0;
}

/* Order 4: enumerates all solutions without rules, then audits a run with `rules` against them. */
static struct audit audit_run(const struct rt_rule_class *const rules[4], bool learn)
{
    static uint8_t found[16 * 576];
    struct watched w;
    for (int pass = 0; pass < 2; pass++) {
        struct arena arena = {0};
        struct fault fault = {0};
        struct session session = {.arena = &arena, .fault = &fault, .file = "test"};
        struct rule_use uses[4];
        uint32_t n = 0;
        for (; pass && n < 4 && rules[n]; n++)
            uses[n] = (struct rule_use){.class = rules[n], .tier = rules[n]->tier, .level = 1};
        struct puzzle_use use = {&latin_puzzle, NULL};
        struct puzzle *puzzle = puzzle_parse(&session, &use, "4", 1, NULL, 0);
        struct solver_options options = {.search = true, .learn = pass && learn};
        w = (struct watched){.found = pass ? NULL : found};
        audit_start(&w.audit, uses, found, pass ? 576 : 0);
        audit_options(&w.audit, &options);
        struct solver *solver = solver_new(&session, &options, latin_kinds(), uses, n);
        audit_solver(&w.audit, solver);
        cr_assert_eq(solver_build(solver, puzzle), RT_OK);
        struct solver_goal goal = {.max_solutions = 1000, .solution = collect, .trace_reasons = true,
                                   .trace = pass ? audit_event : NULL, .context = &w};
        struct solver_result result;
        cr_assert_eq(solver_run(solver, &goal, &result), RT_OK);
        if (!pass)
            cr_assert_eq(result.solutions, 576);
        audit_end(&w.audit);
        solver_free(solver);
        arena_free(&arena);
    }
    return w.audit;
}

Test(core, reasons_of_every_sort_pass_the_audit)
{
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++)
        for (int learn = 0; learn < 2; learn++) {
            struct audit a = audit_run(sets[k], learn);
            cr_expect_gt(a.reasons.judged, 1000);
            cr_expect_eq(a.reasons.unjudged, 0);
            cr_expect_eq(a.wrong, 0, "set %zu learn %d: %llu wrong: %s", k, learn, (unsigned long long)a.wrong,
                         a.first);
        }
}

Test(core, a_planted_wrong_reason_is_found)
{
    const struct rt_rule_class *rules[4] = {&alldiff_liar};
    struct audit a = audit_run(rules, false);
    cr_expect_gt(a.wrong, 0);
    cr_expect(strstr(a.first, "alldiff_liar"), "%s", a.first);
}

Test(core, reasons_over_auxiliaries_are_judged)
{
    const struct rt_rule_class *rules[4] = {&alldiff_positions, &alldiff_silent};
    struct audit a = audit_run(rules, true);
    cr_expect_eq(a.wrong, 0, "%s", a.first);
    cr_expect_gt(a.reasons.auxiliary, 100);
    cr_expect_gt(a.reasons.clauses, 8 * 500);
    rules[0] = &alldiff_positions_liar;
    rules[1] = NULL;
    a = audit_run(rules, true);
    cr_expect_gt(a.reasons.auxiliary, 0);
    cr_expect(strstr(a.first, "alldiff_positions_liar"), "%s", a.first);
}

Test(core, a_planted_wrong_auxiliary_clause_is_found)
{
    const struct rt_rule_class *rules[4] = {&alldiff_misplaced};
    struct audit a = audit_run(rules, true);
    cr_expect_gt(a.wrong, 0);
    cr_expect(strstr(a.first, "alldiff_misplaced") && strstr(a.first, "its clauses exclude"), "%s", a.first);
}

Test(core, the_default_reason_is_shrunk_to_what_the_rule_needs)
{
    /* order 8: scopes of 8, so that "everything known" often has more than six premises */
    struct setting set = {.rules = {&alldiff_silent}, .learn = true, .max = 3000};
    struct outcome out = run("8", set);
    struct rule_stats shrunk = out.rule[0];
    cr_expect_gt(shrunk.defaults, 100);
    cr_expect_eq(shrunk.defaults, shrunk.explanations);
    cr_expect_leq(shrunk.reason_literals, 6 * shrunk.explanations);
    set.rules[0] = &alldiff_stateful;
    out = run("8", set);
    cr_expect_gt(out.rule[0].reason_literals, shrunk.reason_literals);
}

/* Batches: what goes wrong in them is chosen here, and counted. */
enum mishap { NOTHING_WRONG, WRONG_POSITION, WRONG_STATUS, ALL_FAIL, EAGER_REASON };
static enum mishap mishap;
static uint64_t batches, in_batches;

/* The instance of scope 2 is the one that breaks the contract. */
static int batch(struct rt_self *const *self, uint32_t n, int *status)
{
    batches++;
    in_batches += n;
    for (uint32_t k = 0; k < n; k++) {
        status[k] = alldiff_lazy.propagate(self[k]);
        if (self[k]->index == 2 && mishap == WRONG_POSITION)
            self[k]->h->drop(self[k], self[k]->v.n, 1, 0);
        if (self[k]->index == 2 && mishap == EAGER_REASON)
            self[k]->h->because_always(self[k]);
        if (self[k]->index == 2 && mishap == WRONG_STATUS)
            status[k] = 77;
    }
    return mishap == ALL_FAIL ? RT_ERROR : RT_OK;
}

static struct outcome run_batched(const char *text, struct setting set, enum mishap what)
{
    struct rt_rule_class rule = alldiff_lazy;
    rule.propagate_batch = batch;
    set.rules[0] = &rule;
    mishap = what;
    batches = in_batches = 0;
    return run(text, set);
}

static const char *const squares[] = {"4", "5 1 1 1 2 2 1", "4 1 1 1 1 2 2 1 3 3 2 4 4", "6 1 1 1 1 2 2 2 1 3 3 3 3",
                                      "4 1 1 1 2 2 3 3 3 4"};

Test(core, a_batch_comes_to_what_its_instances_come_to_alone)
{
    for (size_t k = 0; k < sizeof squares / sizeof *squares; k++)
        for (int learn = 0; learn < 2; learn++) {
            struct setting set = {.rules = {&alldiff_lazy}, .learn = learn, .max = 2000};
            struct outcome alone = run(squares[k], set), together = run_batched(squares[k], set, NOTHING_WRONG);
            cr_expect_eq(together.solutions, alone.solutions, "%s", squares[k]);
            cr_expect_eq(together.complete, alone.complete, "%s", squares[k]);
            cr_expect(batches && in_batches >= 3 * batches && in_batches <= 8 * batches, "%s", squares[k]);
            set.no_search = true;
            alone = run(squares[k], set);
            together = run_batched(squares[k], set, NOTHING_WRONG);
            cr_expect_eq(together.rule[0].conflicts, alone.rule[0].conflicts, "%s", squares[k]);
            if (alone.rule[0].conflicts)
                continue;
            cr_expect_eq(together.rule[0].removed, alone.rule[0].removed, "%s", squares[k]);
            cr_expect_eq(together.rule[0].instances, alone.rule[0].instances);
            cr_expect_geq(together.rule[0].runs, in_batches);
            cr_expect_leq(together.rule[0].useful, together.rule[0].narrowings);
        }
}

Test(core, an_instance_that_fails_in_a_batch_is_parked_alone)
{
    static const enum mishap one[] = {WRONG_POSITION, WRONG_STATUS, EAGER_REASON};
    struct setting set = {.learn = true, .max = 1000};
    for (size_t k = 0; k < sizeof one / sizeof *one; k++) {
        struct outcome out = run_batched("4", set, one[k]);
        cr_expect(out.complete && batches, "mishap %d", one[k]);
        cr_expect_eq(out.solutions, 576, "mishap %d", one[k]);
        cr_expect_eq(out.rule[0].faults, 1, "mishap %d", one[k]);
    }
    struct outcome out = run_batched("4", set, ALL_FAIL);
    cr_expect_eq(out.solutions, 576);
    cr_expect_eq(out.rule[0].faults, out.rule[0].instances);
}
