/* Plugins that misbehave while they run, over a puzzle small enough to count its solutions by hand. A broken
 * contract parks the instance, is counted and named, and leaves the answer right. A lie (a deduction that is
 * not so) can't be told from a truth here: that is the audit's task. But whatever a lie leads to, nothing
 * crashes, and what is given as a solution is one. */
#include "folder.h"

#include "core/solver.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run {
    struct folder folder; /* empty: keeps the user's own plugins out */
    struct config *config;
    struct host *host;
    struct arena arena;
    struct fault fault;
    struct session session;
    struct solver *solver;
    struct solver_result result;
    const char *text;
    uint32_t nrules;
    int status;
};

static int must_be_solution(void *context, const uint8_t *values)
{
    const struct run *run = context;
    uint32_t on = 0;
    for (size_t i = 0; run->text[i]; i++) {
        on += values[i];
        cr_expect(run->text[i] == '?' || run->text[i] - '0' == values[i], "cell %zu of %s", i, run->text);
    }
    cr_expect_eq(on % 2, 0, "%s", run->text);
    return 0;
}

static void open_host(struct run *run, const char *rules)
{
    run->folder = folder_new();
    run->config = config_with_path(getenv("RUN"));
    config_must_set(run->config, "rules", "load", rules);
    run->host = host_open(run->config, &run->fault);
    cr_assert(run->host, "%s", run->fault.what);
    cr_assert_not(strstr(host_refusals(run->host), getenv("RUN")), "%s", host_refusals(run->host));
}

/* Runs the type of puzzle with the rules; the status of the first step that fails is in run->status. */
static void run_with(struct run *run, const char *type, const char *text, const char *rules,
                     const char *branch)
{
    *run = (struct run){.text = text};
    struct puzzle_use use;
    const struct rule_use *uses;
    open_host(run, rules);
    run->session = (struct session){.arena = &run->arena, .fault = &run->fault, .file = "tiny.txt"};
    run->arena.limit = 64 << 20;
    cr_assert_eq(host_use_puzzle(run->host, run->config, type, &run->arena, &use, &run->fault), 0);
    cr_assert_eq(host_use_rules(run->host, run->config, type, &run->arena, &uses, &run->nrules, &run->fault),
                 0, "%s", run->fault.what);
    struct solver_options options = {.search = true, .learn = true, .branch = branch};
    struct puzzle *puzzle = puzzle_parse(&run->session, &use, text, strlen(text), NULL, 0);
    cr_assert(puzzle);
    run->solver = solver_new(&run->session, &options, host_kinds(run->host), uses, run->nrules);
    cr_assert(run->solver, "%s", run->fault.what);
    run->status = solver_build(run->solver, puzzle);
}

static void finish(struct run *run)
{
    struct solver_goal goal = {.node_limit = 10000, .solution = must_be_solution, .context = run};
    if (run->status >= 0)
        run->status = solver_run(run->solver, &goal, &run->result);
}

static void clean(struct run *run)
{
    solver_free(run->solver);
    host_close(run->host);
    config_free(run->config);
    arena_free(&run->arena);
    folder_remove(&run->folder);
}

struct row {
    const char *text;
    uint64_t solutions;
};

static const struct row rows[] = {{"1?0", 1}, {"1??0", 2}, {"????", 8}, {"1", 0}, {"11", 1}, {"01?0?1??", 8}};

enum { NROWS = sizeof rows / sizeof rows[0] };

static const char *with(const char *rule, bool honest)
{
    static char list[200];
    snprintf(list, sizeof list, "%s%s", rule, honest ? ", tiny.fix, tiny.last" : "");
    return list;
}

/* The answers of all rows are right with the rule, with and without honest ones. Returns the faults counted.
 */
static uint64_t expect_right_answers(const char *rule, const char *sentence, const char *branch)
{
    uint64_t faults = 0;
    for (int k = 0; k < 2 * NROWS; k++) {
        const struct row *row = &rows[k / 2];
        struct run run;
        run_with(&run, "tiny", row->text, with(rule, k % 2), branch);
        finish(&run);
        cr_expect_eq(run.status, RT_OK, "%s, %s: %s", rule, row->text, run.fault.what);
        cr_expect(run.result.complete, "%s, %s", rule, row->text);
        cr_expect_eq(run.result.solutions, row->solutions, "%s, %s: %lu", rule, row->text,
                     (unsigned long)run.result.solutions);
        const char *named = solver_rule_fault(run.solver, 0);
        faults += solver_rule_stats(run.solver)[0].faults;
        cr_expect(!named == !solver_rule_stats(run.solver)[0].faults);
        if (named && sentence)
            cr_expect(strstr(named, sentence), "%s: %s", rule, named);
        clean(&run);
    }
    return faults;
}

Test(run, honest_rules_give_the_right_answers)
{
    cr_expect_eq(expect_right_answers("tiny.last", NULL, "activity"), 0);
}

struct rogue {
    const char *rule, *sentence;
};

static const struct rogue rogues[] = {
    {"rogue.outside", "'drop' with position 4711 in a scope of"},
    {"rogue.outside_planes", "'drop_planes' with position"},
    {"rogue.dom_outside", "'dom' with position 4294967295"},
    {"rogue.drop_in_init", "'drop' where that is not allowed"},
    {"rogue.strange_status", "it returned -7, which is no status"},
    {"rogue.odd_status", "it returned 99, which is no status"},
    {"rogue.gives_up", "the moon is in the wrong house"},
    {"rogue.greedy", "status -2"},
    {"rogue.asks", "an option 'nobody_declared_this' that it does not declare"},
    {"rogue.models", "'add_scope' where that is not allowed"},
    {"rogue.prints", "'print' where that is not allowed"},
    {"rogue.clause_outside", "a clause names a position, value or auxiliary that it does not have"},
    {"rogue.clause_without_end", "its last clause lacks RT_LIT_END"},
    {"rogue.clause_of_strange_aux", "a clause names a position, value or auxiliary that it does not have"},
    {"rogue.wide_aux", "auxiliaries of 65 values"},
    {"rogue.status_in_init", "init failed with status -7"},
    {"rogue.status_in_extend", "extend failed with status -7"},
};

Test(run, broken_contracts_park_the_rule_and_nothing_else)
{
    for (size_t i = 0; i < sizeof rogues / sizeof rogues[0]; i++)
        cr_expect_gt(expect_right_answers(rogues[i].rule, rogues[i].sentence, "activity"), 0, "%s",
                     rogues[i].rule);
}

Test(run, score_outside_the_scope)
{
    cr_expect_gt(expect_right_answers("rogue.score_outside", "'score' with position 4711", "rogue"), 0);
}

Test(run, drops_of_nothing_do_nothing)
{
    cr_expect_eq(expect_right_answers("rogue.empty_drop", NULL, "activity"), 0);
    cr_expect_eq(expect_right_answers("rogue.drop_beyond", NULL, "activity"), 0);
}

/* A reason that is untrue, fails or breaks its contract is replaced by all that was known. */
Test(run, wrong_reasons_do_not_change_the_answer)
{
    expect_right_answers("rogue.explain_untrue", NULL, "activity");
    expect_right_answers("rogue.explain_outside", "'because' with position 4711", "activity");
    expect_right_answers("rogue.explain_fails", NULL, "activity");
    expect_right_answers("rogue.explain_drops", "'drop' where that is not allowed", "activity");
}

Test(run, memory_that_a_rule_cannot_have)
{
    struct run run;
    run_with(&run, "tiny", "1?0", "rogue.huge_aux", "activity");
    finish(&run);
    cr_expect(run.status < 0 || run.result.solutions == 1, "%d %s", run.status, run.fault.what);
    cr_expect(run.status >= 0 || run.fault.what[0]);
    clean(&run);
}

/* No release can tell a lie from a truth by looking at one run; see the audit. */
Test(run, lies_crash_nothing_and_invent_no_solution)
{
    static const char *const liars[] = {"rogue.unsound", "rogue.false_conflict", "rogue.deaf"};
    for (size_t i = 0; i < 3; i++) {
        for (int k = 0; k < 2 * NROWS; k++) {
            const struct row *row = &rows[k / 2];
            struct run run;
            run_with(&run, "tiny", row->text, with(liars[i], k % 2), "activity");
            finish(&run);
            cr_expect_eq(run.status, RT_OK, "%s, %s: %s", liars[i], row->text, run.fault.what);
            cr_expect_leq(run.result.solutions, row->solutions, "%s, %s", liars[i], row->text);
            clean(&run);
        }
    }
}

struct crook {
    const char *type, *sentence;
};

/* Without its verify or model a puzzle has no answer: the run ends with a sentence. */
static const struct crook crooks[] = {
    {"bad_blame", "verify blamed a variable that does not exist"},
    {"bad_blame_count", "verify blamed a variable that does not exist"},
    {"bad_blame_pointer", "verify blamed a variable that does not exist"},
    {"bad_domain", "variables of 65 values"},
    {"bad_given", "gave variable 4711 no value that it has"},
    {"bad_givens", "leaves variable 1 no value"},
    {"bad_kind", "scopes of kind 'tiny.nobody/1', which no loaded plugin brings"},
    {"bad_model_status", "bad_model_status"},
    {"bad_payload", "1 bytes of payload, it needs at least 4"},
    {"bad_variable", "names variable 4711 of 4"},
    {"bad_verify_status", "bad_verify_status"},
};

/* Kinds would keep wrong values from verify, so the crook is asked directly too. */
static int ask_verify(struct run *run, const char *type)
{
    struct puzzle_use use;
    struct rt_verdict verdict;
    uint32_t blame[4];
    static const uint8_t wrong[4] = {1, 0, 0, 0};
    cr_assert_eq(host_use_puzzle(run->host, run->config, type, &run->arena, &use, &run->fault), 0);
    struct puzzle *puzzle = puzzle_parse(&run->session, &use, "1??0", 4, NULL, 0);
    cr_assert(puzzle);
    return puzzle_verify(puzzle, wrong, 4, &verdict, blame);
}

Test(run, puzzles_that_break_their_contract_end_with_a_sentence)
{
    for (size_t i = 0; i < sizeof crooks / sizeof crooks[0]; i++) {
        struct run run;
        run_with(&run, crooks[i].type, "1??0", "none", "activity");
        finish(&run);
        if (run.status >= 0) {
            run.session = (struct session){.arena = &run.arena, .fault = &run.fault, .file = "tiny.txt"};
            run.status = ask_verify(&run, crooks[i].type);
        }
        cr_expect_lt(run.status, 0, "%s", crooks[i].type);
        cr_expect(strstr(run.fault.what, crooks[i].sentence), "%s: %s", crooks[i].type, run.fault.what);
        cr_expect_neq(run.fault.code, 0);
        clean(&run);
    }
}

Test(run, verdict_without_end_is_cut)
{
    struct run run;
    run_with(&run, "bad_sentence", "1??0", "none", "activity");
    finish(&run);
    cr_expect_eq(run.status, RT_OK, "%s", run.fault.what);
    cr_expect_eq(run.result.solutions, 2);
    cr_expect_eq(ask_verify(&run, "bad_sentence"), RT_CONFLICT);
    clean(&run);
}

Test(run, verify_that_likes_nothing_ends)
{
    struct run run;
    run_with(&run, "bad_always", "1??0", "tiny.fix", "activity");
    finish(&run);
    cr_expect_eq(run.status, RT_OK, "%s", run.fault.what);
    cr_expect(run.result.complete);
    cr_expect_eq(run.result.solutions, 0);
    clean(&run);
}

Test(run, check_that_blames_nonsense)
{
    struct run run;
    run_with(&run, "crooked", "1??0", "tiny.fix", "activity");
    finish(&run);
    cr_expect(run.status < 0 || run.result.solutions == 2, "%lu", (unsigned long)run.result.solutions);
    clean(&run);
}
