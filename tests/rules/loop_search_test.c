/* The rules of loops and pearls, probing and branching in the whole engine, against all loops of small
 * boards. */
#include "../soundness/audit.h"
#include "../soundness/brute.h"
#include "board.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RULES = 24, MOST_SOLUTIONS = 4096, ROOT = 0, EVERYWHERE = 1 };

static struct rule_use rules[MOST_RULES];
static uint32_t nrules;
static struct option_value probe_option[2] = {{ROOT, NULL}, {EVERYWHERE, NULL}};

static void load_rules(const char *so)
{
    const struct rt_bundle *bundle = board_load(so);
    cr_assert_not_null(bundle);
    for (uint32_t r = 0; bundle->rules && bundle->rules[r]; r++) {
        const struct rt_rule_class *class = bundle->rules[r];
        rules[nrules++] = (struct rule_use){.class = class, .options = probe_option, .tier = class->tier,
                                            .level = class->level, .ours = true};
    }
}

static void load_all(void)
{
    static const char *const plugins[] = {LOOP_KIND, MASYU_KIND, LOOP_DEGREE, LOOP_DEAD_END, LOOP_PREMATURE,
                                          MASYU_WHITE, MASYU_WHITE_TURN, MASYU_BLACK, MASYU_BLACK_REACH,
                                          MASYU_BLACK_PAIR, MASYU_WHITE_CHAIN, MASYU_PATH, LOOP_PARITY, LOOP_CUTS,
                                          LOOP_REGIONS,
                                          MASYU_BRANCH, GENERIC_PROBE};
    nrules = 0;
    for (uint32_t k = 0; k < sizeof plugins / sizeof *plugins; k++)
        load_rules(plugins[k]);
}

struct run {
    /* in */
    const char *text;
    const struct rule_use *rules;
    uint32_t nrules, max;
    const char *branch;
    bool learn, no_search, audit;
    const uint8_t *truth;
    uint32_t ntruth;
    /* out */
    uint64_t solutions, faults, nodes, audited, wrong;
    bool complete;
    uint32_t missed;        /* edges left open on which all true solutions agree */
    char first_wrong[256];
};

static int found(void *audit, const uint8_t *values)
{
    reasons_found(&((struct audit *)audit)->reasons, values);
    return 0;
}

static void solve(struct run *run)
{
    struct arena arena = {0};
    struct fault fault = {0};
    struct session session = {.arena = &arena, .fault = &fault, .file = "board"};
    struct puzzle_use use = {&board_class, NULL};
    struct solver_options options = {.search = !run->no_search, .learn = run->learn, .branch = run->branch};
    struct audit audit;
    audit_start(&audit, run->rules, run->truth, run->ntruth);
    if (run->audit)
        audit_options(&audit, &options);
    random_seed(&session.random, 1);
    struct puzzle *puzzle = puzzle_parse(&session, &use, run->text, strlen(run->text), NULL, 0);
    cr_assert_not_null(puzzle);
    struct solver *solver = solver_new(&session, &options, board_kinds(), run->rules, run->nrules);
    cr_assert_not_null(solver);
    audit_solver(&audit, solver);
    cr_assert_eq(solver_build(solver, puzzle), RT_OK, "%s", fault.what);
    struct solver_goal goal = {.max_solutions = run->max, .solution = found, .context = &audit,
                               .trace = run->audit ? audit_event : NULL, .trace_reasons = run->audit};
    struct solver_result result;
    cr_assert_eq(solver_run(solver, &goal, &result), RT_OK, "%s", fault.what);
    run->solutions = result.solutions;
    run->complete = result.complete;
    run->nodes = solver_stats(solver)->nodes;
    audit_end(&audit);
    run->audited = audit.reasons.judged;
    run->wrong = audit.wrong;
    memcpy(run->first_wrong, audit.first, sizeof run->first_wrong);
    uint32_t n = solver_nvars(solver);
    uint64_t *domains = calloc(n + 1, sizeof *domains);
    solver_domains(solver, domains);
    run->missed = 0;
    for (uint32_t v = 0; v < n && run->ntruth; v++) {
        uint32_t on = 0;
        for (uint32_t k = 0; k < run->ntruth; k++)
            on += run->truth[k * n + v];
        run->missed += domains[v] == 3 && (on == 0 || on == run->ntruth);
    }
    run->faults = 0;
    for (uint32_t r = 0; r < run->nrules; r++)
        run->faults += solver_rule_stats(solver)[r].faults;
    free(domains);
    solver_free(solver);
    arena_free(&arena);
}

static uint32_t random_rules(struct random *random, struct rule_use *out)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < nrules; k++)
        if (random_below(random, 2)) {
            uint32_t at = (uint32_t)random_below(random, ++n);
            out[n - 1] = out[at];
            out[at] = rules[k];
            out[at].options = &probe_option[random_below(random, 2)];
        }
    return n;
}

struct board {
    char text[64];
    uint8_t *truth;
    uint32_t ntruth;
};

static void random_board(struct random *random, struct board *board)
{
    static const char *const names[] = {"", "!both", "!straight"};
    static uint64_t loops[MOST_SOLUTIONS];
    struct brute_masyu m;
    do {
        brute_masyu_random(&m, random, 4);
        m.all_cells = 0;
    } while (brute_masyu_solve(&m, loops, MOST_SOLUTIONS) > 200);
    uint32_t n = m.height * (m.width - 1) + (m.height - 1) * m.width;
    brute_masyu_text(&m, board->text, sizeof board->text);
    strcat(board->text, names[m.white]);
    board->ntruth = (uint32_t)brute_masyu_solve(&m, loops, MOST_SOLUTIONS);
    board->truth = malloc((size_t)board->ntruth * n + 1);
    for (uint32_t k = 0; k < board->ntruth; k++)
        for (uint32_t e = 0; e < n; e++)
            board->truth[k * n + e] = loops[k] >> e & 1;
}

/* Returns how many reasons were audited. */
static uint64_t count_all(const struct board *board, struct run run)
{
    run.text = board->text;
    run.max = run.learn ? board->ntruth + 1 : 0;
    if (run.audit) {
        run.truth = board->truth;
        run.ntruth = board->ntruth;
    }
    solve(&run);
    cr_assert_eq(run.solutions, board->ntruth, "%lu solutions, not %u, learn %d, branch %s:\n%s",
                 (unsigned long)run.solutions, board->ntruth, run.learn, run.branch, board->text);
    cr_assert(run.complete);
    cr_assert_eq(run.faults, 0);
    cr_assert_eq(run.wrong, 0, "%s:\n%s", run.first_wrong, board->text);
    return run.audited;
}

static uint32_t rounds(uint32_t quick, uint32_t thorough)
{
    return getenv("RATCHET_LONG") ? thorough : quick;
}

Test(search, any_rules_in_any_order_count_the_same_solutions, .timeout = 3600)
{
    static const char *const branches[] = {"activity", "first", "pearl", "path"};
    struct random random;
    random_seed(&random, 21);
    load_all();
    uint64_t audited = 0;
    for (uint32_t round = 0; round < rounds(150, 20000); round++) {
        struct board board;
        struct rule_use some[MOST_RULES];
        random_board(&random, &board);
        audited +=
            count_all(&board, (struct run){.rules = rules, .nrules = nrules, .learn = true, .audit = true});
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t n = random_rules(&random, some);
            count_all(&board, (struct run){.rules = some, .nrules = n, .learn = k < 2, .audit = k == 0,
                                           .branch = branches[random_below(&random, 4)]});
        }
        free(board.truth);
    }
    cr_assert_gt(audited, 5000);
}

/* Probing knows more than the rules that it runs, and never loses a solution. */
Test(probe, finds_at_the_root_what_the_rules_alone_do_not)
{
    struct random random;
    random_seed(&random, 22);
    load_all();
    uint64_t without = 0, with = 0;
    for (uint32_t round = 0; round < 100; round++) {
        struct board board;
        random_board(&random, &board);
        struct run plain = {.text = board.text,
                            .rules = rules,
                            .nrules = nrules - 1,
                            .no_search = true,
                            .max = 2,
                            .truth = board.truth,
                            .ntruth = board.ntruth};
        struct run probing = plain;
        probing.nrules = nrules;
        solve(&plain);
        solve(&probing);
        cr_assert(!(probing.complete && probing.solutions == 0) || board.ntruth == 0);
        without += plain.missed;
        with += probing.missed;
        free(board.truth);
    }
    cr_assert_lt(4 * with, without, "%lu missed with probing, %lu without", (unsigned long)with,
                 (unsigned long)without);
}

Test(branch, pearls_and_paths_are_strategies_that_solve)
{
    static const char text[] =
        "..WB..W.\n........\nB..W....\n....B.W.\n.W....W.\n...B....\n.W...W..\n........\n";
    static const char *const branches[] = {"first", "pearl", "path"};
    uint64_t nodes[3], solutions[3];
    struct rule_use few[MOST_RULES];
    uint32_t n = 0;
    load_all();
    for (uint32_t r = 0; r < nrules; r++)   /* the others leave nothing to decide */
        if (!(rules[r].class->flags & RT_RULE_OPTIONAL))
            few[n++] = rules[r];
    for (uint32_t k = 0; k < 3; k++) {
        struct run run = {.text = text, .rules = few, .nrules = n, .branch = branches[k]};
        solve(&run);
        cr_assert(run.complete);
        nodes[k] = run.nodes;
        solutions[k] = run.solutions;
    }
    cr_assert(solutions[0] == solutions[1] && solutions[1] == solutions[2]);
    cr_assert(nodes[1] != nodes[0] || nodes[2] != nodes[0], "the strategies decide nothing");
}

/* The worked example: 6, 2 and 0 solutions; the other one has none under any reading. */
Test(articles, boards_have_as_many_solutions_as_were_counted)
{
    static const char board[] = "..W..W.\n.......\nB..W...\n....B..\n.W....W\n...B...\n.W...W.\n";
    static const char none[] = ".B.W.\n.....\nW...B\n.....\n.W.B.\n";
    static const char *const names[] = {"!straight", "", "!both"};
    static const uint64_t expected[] = {6, 2, 0};
    char text[200];
    load_all();
    for (uint32_t k = 0; k < 3; k++) {
        struct run run = {.text = text, .rules = rules, .nrules = nrules, .learn = true, .max = 100};
        snprintf(text, sizeof text, "%s%s", board, names[k]);
        solve(&run);
        cr_assert_eq(run.solutions, expected[k]);
        snprintf(text, sizeof text, "%s%s", none, names[k]);
        solve(&run);
        cr_assert_eq(run.solutions, 0);
    }
}
