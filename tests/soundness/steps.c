/* Explanations and grades of random puzzles, each step looked at again:
 *  - its premises force it: given to the kind's own exact test, or to a search without rules over its scope alone;
 *  - it is the simplest: from the same state no easier rule finds anything, asked of a fresh solver;
 *  - it is true of every solution;
 *  - the grade of a board is that of its seven other positions.
 * Resumable: each puzzle depends on its number alone.
 *
 *      steps nonogram|masyu [--from N] [--count N] [--side N]
 *      steps nonogram|masyu FILE...
 *
 * Solutions come from brute force up to 6 x 6 (Masyu: 5 x 5); --side makes larger nonograms, of which one solution is
 * known; of files none is. */
#include "brute.h"
#include "lab.h"
#include "report/grade.h"
#include "report/ladder.h"
#include "report/path.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { CAPACITY = 20000, LEVEL = 6, MOST_NODES = 200000 };

struct tally {
    uint64_t puzzles, steps, trials, contradictions, by_kind, by_search, cut, grades, failures;
};

struct board {
    struct lab *lab;
    const char *text;
    const uint8_t *truth;       /* ntruth * nvars; NULL: not known */
    uint32_t ntruth, nvars;
    const struct rule_use *rules;
    uint32_t nrules;
    struct tally *tally;
};

/* A puzzle with a solver of its own, all thrown away together. */
struct bench {
    struct arena arena;
    struct fault fault;
    struct session session;
    struct puzzle *puzzle;
    struct solver *solver;
};

static void bench_open(struct bench *b, const struct board *board, const struct solver_options *options,
                       const struct rule_use *rules, uint32_t nrules)
{
    *b = (struct bench){.session = {.arena = &b->arena, .fault = &b->fault, .file = "steps"}};
    random_seed(&b->session.random, 1);
    b->puzzle = lab_read(board->lab, &b->session, board->text);
    b->solver = solver_new(&b->session, options, host_kinds(board->lab->host), rules, nrules);
    if (!b->solver || solver_build(b->solver, b->puzzle) != RT_OK)
        abort();
}

static void bench_close(struct bench *b)
{
    solver_free(b->solver);
    arena_free(&b->arena);
}

static void complain(const struct board *board, const struct deduction *d, const char *what)
{
    board->tally->failures++;
    fprintf(stderr, "%s\n%s: step %u, rule %s, scope %u: %s\n", board->text, what, d ? d->number : 0,
            d && d->rule != RT_NOPOS ? board->rules[d->rule].class->id : "none", d ? d->scope : 0, d ? d->words : "");
}

/* ---- do the premises force it? */

static void premises(const struct deduction *d, struct solver *solver, uint64_t *domains)
{
    solver_initial_domains(solver, domains);
    for (uint32_t k = 0; k < d->premises.n; k++)
        domains[d->premises.at[k] >> 6] &= ~(1ull << (d->premises.at[k] & 63));
}

/* A search without any rule: `keep` (0: nothing more) of `var`, the premises, and that scope. Nothing may be found. */
static bool no_solution(const struct board *board, const struct deduction *d, uint32_t var, uint64_t keep)
{
    struct bench b;
    uint32_t nscopes = 0;       /* no given is left in: what it says is among the premises */
    uint8_t *left_out = NULL;
    struct solver_options options = {.search = true, .learn = true};
    bench_open(&b, board, &options, NULL, 0);
    nscopes = solver_nscopes(b.solver);
    bench_close(&b);
    left_out = calloc(nscopes + 1, 1);
    if (d->scope < nscopes) {   /* a scope that is there only for a rule says what all others say together */
        memset(left_out, 1, nscopes);
        left_out[d->scope] = 0;
        options.left_out = left_out;
        options.nscopes = nscopes;
    }
    bench_open(&b, board, &options, NULL, 0);
    uint64_t *domains = calloc(solver_nvars(b.solver) + 1, sizeof *domains);
    premises(d, b.solver, domains);
    if (keep)
        domains[var] &= keep;
    struct solver_goal goal = {.max_solutions = 1, .node_limit = MOST_NODES};
    struct solver_result result = {.complete = true};
    bool none = solver_mark(b.solver, domains) == RT_CONFLICT;
    if (!none && solver_run(b.solver, &goal, &result) != RT_OK)
        abort();
    board->tally->by_search++;
    board->tally->cut += !none && result.stop == STOP_NODES;
    none |= !result.solutions;
    bench_close(&b);
    free(domains);
    free(left_out);
    return none;
}

/* The kind's exact test; negative: it has none. */
static int implied(const struct board *board, const struct deduction *d, struct solver *solver, uint32_t what)
{
    struct solver_scope scope = solver_scope(solver, d->scope);
    if (!scope.kind || !scope.kind->implies)
        return -1;
    uint64_t *all = calloc(solver_nvars(solver) + 1, sizeof *all), *own = calloc(scope.n + 1, sizeof *own);
    uint32_t pos = RT_NOPOS;
    premises(d, solver, all);
    for (uint32_t p = 0; p < scope.n; p++) {
        own[p] = all[scope.vars[p]];
        if (scope.vars[p] == what >> 6) {
            own[p] = solver_full(solver, what >> 6);
            pos = p;
        }
    }
    int answer = 0;
    if (pos != RT_NOPOS)
        answer = scope.kind->implies(scope.payload, scope.payload_size, own, scope.n, pos, what & 63);
    board->tally->by_kind += answer >= 0;
    free(all);
    free(own);
    return answer;
}

static void judge_step(const struct board *board, const struct deduction *d, struct solver *solver)
{
    if (d->conflict) {
        board->tally->contradictions++;
        if (!no_solution(board, d, 0, 0))
            complain(board, d, "the premises do not contradict each other");
        return;
    }
    for (uint32_t k = 0; k < d->gone.n; k++) {
        uint32_t what = d->gone.at[k];
        int answer = d->scope == RT_NOPOS ? -1 : implied(board, d, solver, what);
        if (answer < 0 ? !no_solution(board, d, what >> 6, 1ull << (what & 63)) : !answer)
            complain(board, d, "the premises do not force it");
    }
}

/* ---- is it true, and the simplest? */

static void judge_truth(const struct board *board, const struct deduction *d)
{
    for (uint32_t s = 0; s < board->ntruth && board->truth; s++)
        for (uint32_t k = 0; k < d->gone.n; k++)
            if (board->truth[s * board->nvars + (d->gone.at[k] >> 6)] == (d->gone.at[k] & 63)) {
                complain(board, d, "a solution has what it rules out");
                return;
            }
    if (d->conflict && board->ntruth)
        complain(board, d, "a contradiction, but there is a solution");
}

static void judge_ease(const struct board *board, const struct deduction *d, const uint64_t *domains)
{
    struct bench b;
    struct ladder ladder;
    narrowing_list found = {0};
    struct solver_options options = {.stepwise = true};
    bench_open(&b, board, &options, board->rules, board->nrules);
    for (uint32_t v = 0; v < board->nvars; v++)
        solver_narrow(b.solver, v, ~domains[v]);
    ladder_open(&ladder, b.solver, board->rules, board->nrules, LEVEL - 1);
    const struct rule_use *use = d->rule == RT_NOPOS ? NULL : &board->rules[d->rule];
    for (uint32_t r = 0; r < ladder.n && use; r++) {
        const struct rung *rung = &ladder.rung[r];
        if (rung->level > use->level || (rung->level == use->level && rung->weight >= use->weight))
            break;
        for (uint32_t k = rung->first; k < rung->end; k++)
            if (ladder_look(&ladder, k, &found) || found.n) {
                complain(board, d, board->rules[rung->rule].class->id);
                found.n = 0;
            }
    }
    vec_free(&found);
    ladder_close(&ladder);
    bench_close(&b);
}

static void walk(const struct board *board)
{
    struct bench b;
    struct solver_options options = {.stepwise = true};
    const struct deduction *d = NULL;
    bench_open(&b, board, &options, board->rules, board->nrules);
    struct path *path = path_open(b.solver, b.puzzle, board->rules, board->nrules, LEVEL);
    uint64_t *domains = calloc(board->nvars + 1, sizeof *domains);
    while (path && !(d && d->conflict) && board->tally->failures < 10) {
        solver_domains(b.solver, domains);
        if (!(d = path_step(path)))
            break;
        board->tally->steps++;
        board->tally->trials += d->trial != NULL;
        judge_truth(board, d);
        judge_ease(board, d, domains);
        judge_step(board, d, b.solver);
        for (uint32_t k = 0; k < d->ntrial; k++)
            judge_step(board, d->trial[k], b.solver);
    }
    if (!path || path_failed(path))
        complain(board, NULL, "the path failed");
    path_close(path);
    free(domains);
    bench_close(&b);
}

/* ---- grades */

static void grade(const struct board *board, struct story_grade *grade, uint32_t *steps)
{
    struct bench b;
    struct solver_options options = {.stepwise = true};
    bench_open(&b, board, &options, board->rules, board->nrules);
    memset(steps, 0, board->nrules * sizeof *steps);
    if (grade_run(b.solver, board->rules, board->nrules, LEVEL - 1, grade, steps) == GRADE_FAILED)
        complain(board, NULL, "the grading failed");
    board->tally->grades++;
    bench_close(&b);
}

static void compare_grades(const struct board *board, const char *other)
{
    struct story_grade a, b;
    uint32_t steps[2][64];
    struct board turned = *board;
    turned.text = other;
    grade(board, &a, steps[0]);
    grade(&turned, &b, steps[1]);
    if (a.level != b.level || a.score != b.score || a.depth != b.depth || a.trials != b.trials ||
        a.rounds != b.rounds || memcmp(steps[0], steps[1], board->nrules * sizeof *steps[0])) {
        fprintf(stderr, "%s", other);
        complain(board, NULL, "a mirrored or turned board has another grade");
    }
}

/* ---- puzzles */

static struct brute_line reversed(const struct brute_line *line)
{
    struct brute_line out = {.k = line->k};
    for (uint32_t j = 0; j < line->k; j++) {
        out.length[j] = line->length[line->k - 1 - j];
        out.colour[j] = line->colour[line->k - 1 - j];
    }
    return out;
}

/* Bit 0: left and right change places, 1: up and down, 2: rows and columns. */
static struct brute_nonogram turned_nonogram(const struct brute_nonogram *n, int how)
{
    struct brute_nonogram t = *n;
    if (how & 4) {
        t.width = n->height;
        t.height = n->width;
        memcpy(t.row, n->column, sizeof t.row);
        memcpy(t.column, n->row, sizeof t.column);
    }
    struct brute_nonogram u = t;
    for (uint32_t r = 0; r < t.height; r++) {
        const struct brute_line *line = &t.row[how & 2 ? t.height - 1 - r : r];
        u.row[r] = how & 1 ? reversed(line) : *line;
    }
    for (uint32_t c = 0; c < t.width; c++) {
        const struct brute_line *line = &t.column[how & 1 ? t.width - 1 - c : c];
        u.column[c] = how & 2 ? reversed(line) : *line;
    }
    return u;
}

static struct brute_masyu turned_masyu(const struct brute_masyu *m, int how)
{
    struct brute_masyu t = *m;
    if (how & 4) {
        t.width = m->height;
        t.height = m->width;
    }
    for (uint32_t y = 0; y < t.height; y++)
        for (uint32_t x = 0; x < t.width; x++) {
            uint32_t fx = how & 1 ? t.width - 1 - x : x, fy = how & 2 ? t.height - 1 - y : y;
            t.pearl[y * t.width + x] = how & 4 ? m->pearl[fx * m->width + fy] : m->pearl[fy * m->width + fx];
        }
    return t;
}

static void examine(const struct board *board)
{
    board->tally->puzzles++;
    walk(board);
}

static void one_nonogram(struct board board, uint64_t number)
{
    static uint8_t truth[CAPACITY * 36];
    struct random random;
    struct brute_nonogram n;
    char text[2048], other[2048];
    random_seed(&random, number * 2 + 1);
    uint32_t colours = number % 4 ? 1 : 2;
    brute_nonogram_random(&n, &random, colours == 1 ? 6 : 5, colours);
    uint64_t count = brute_nonogram_solve(&n, truth, CAPACITY);
    board.text = brute_nonogram_text(&n, text, sizeof text);
    board.nvars = n.width * n.height;
    board.truth = truth;
    board.ntruth = count < CAPACITY ? (uint32_t)count : CAPACITY;
    examine(&board);
    struct brute_nonogram turned = turned_nonogram(&n, 1 + (int)(number % 7));
    compare_grades(&board, brute_nonogram_text(&turned, other, sizeof other));
}

static void one_masyu(struct board board, uint64_t number)
{
    static uint64_t loops[CAPACITY];
    static uint8_t truth[CAPACITY * 40];
    struct random random;
    struct brute_masyu m;
    char text[64], other[64];
    random_seed(&random, number * 2 + 2);
    brute_masyu_random(&m, &random, 5);
    m.white = m.all_cells = 0;
    uint64_t count = brute_masyu_solve(&m, loops, CAPACITY);
    board.text = brute_masyu_text(&m, text, sizeof text);
    board.nvars = m.height * (m.width - 1) + m.width * (m.height - 1);
    board.truth = truth;
    board.ntruth = count < CAPACITY ? (uint32_t)count : CAPACITY;
    for (uint64_t k = 0; k < board.ntruth; k++)
        for (uint32_t e = 0; e < board.nvars; e++)
            truth[k * board.nvars + e] = loops[k] >> e & 1;
    examine(&board);
    struct brute_masyu turned = turned_masyu(&m, 1 + (int)(number % 7));
    compare_grades(&board, brute_masyu_text(&turned, other, sizeof other));
}

/* The runs of one line of a random grid. */
static void put_line(const uint8_t *cell, uint32_t n, uint32_t step, struct text *out)
{
    const char *separator = "";
    for (uint32_t i = 0, run = 0; i <= n; i++) {
        if (i < n && cell[i * step]) {
            run++;
            continue;
        }
        if (run) {
            text_printf(out, "%s%u", separator, run);
            separator = " ";
        }
        run = 0;
    }
    text_puts(out, *separator ? "\n" : "0\n");
}

static void large_nonogram(struct board board, uint64_t number, uint32_t side)
{
    struct random random;
    struct text text = {0};
    uint8_t *cell = malloc((size_t)side * side + 1);
    random_seed(&random, number * 2 + 1);
    uint64_t density = 5 + random_below(&random, 3);
    for (uint32_t i = 0; i < side * side; i++)
        cell[i] = random_below(&random, 10) < density;
    text_printf(&text, "%u %u\n", side, side);
    for (uint32_t r = 0; r < side; r++)
        put_line(cell + r * side, side, 1, &text);
    for (uint32_t c = 0; c < side; c++)
        put_line(cell + c, side, side, &text);
    board.text = text_string(&text);
    board.nvars = side * side;
    board.truth = cell;
    board.ntruth = 1;       /* one that is known */
    examine(&board);
    text_free(&text);
    free(cell);
}

/* The last puzzle of a file. */
static void one_file(struct board board, const char *path)
{
    static char text[1 << 20];
    struct bench b;
    struct solver_options options = {.stepwise = true};
    FILE *file = fopen(path, "r");
    if (!file)
        abort();
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    board.text = text;
    bench_open(&b, &board, &options, NULL, 0);
    board.nvars = solver_nvars(b.solver);
    bench_close(&b);
    examine(&board);
}

static uint64_t argument(int argc, char **argv, const char *name, uint64_t fallback)
{
    for (int i = 2; i + 1 < argc; i++)
        if (!strcmp(argv[i], name))
            return strtoull(argv[i + 1], NULL, 10);
    return fallback;
}

int main(int argc, char **argv)
{
    bool masyu = argc > 1 && !strcmp(argv[1], "masyu");
    uint64_t from = argument(argc, argv, "--from", 0), count = argument(argc, argv, "--count", 500);
    uint32_t side = (uint32_t)argument(argc, argv, "--side", 0);
    struct lab lab;
    struct tally t = {0};
    struct fault fault = {0};
    struct board board = {.lab = &lab, .tally = &t};
    lab_open(&lab, masyu ? "masyu" : "nonogram", NULL);
    lab.format = masyu ? "masyu.rows" : NULL;
    if (host_explain_rules(lab.host, lab.config, masyu ? "masyu" : "nonogram", &lab.arena, &board.rules, &board.nrules,
                           &fault))
        abort();
    bool files = argc > 2 && argv[2][0] != '-';
    for (int i = 2; i < argc && files && t.failures < 10; i++)
        one_file(board, argv[i]);
    for (uint64_t i = from; !files && i < from + count && t.failures < 10; i++) {
        if (masyu)
            one_masyu(board, i);
        else if (side)
            large_nonogram(board, i, side);
        else
            one_nonogram(board, i);
    }
    printf("TAP version 13\n1..1\n# %" PRIu64 " puzzles, %" PRIu64 " steps (%" PRIu64 " trials, %" PRIu64
           " contradictions); %" PRIu64 " conclusions forced by the kind's test, %" PRIu64
           " by a search over the scope (%" PRIu64 " cut); %" PRIu64 " grades\n",
           t.puzzles, t.steps, t.trials, t.contradictions, t.by_kind, t.by_search, t.cut, t.grades);
    printf("%sok 1 - every step follows from its premises and is the simplest there is\n", t.failures ? "not " : "");
    lab_close(&lab);
    return t.failures != 0;
}
