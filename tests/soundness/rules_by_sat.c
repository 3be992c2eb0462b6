/* What Masyu's rules deduce on boards too big for brute force, proved by the SAT solver `cadical`, step by step.
 *
 *      rules_by_sat [--from N] [--count N] [--conflicts N] [--seconds N]
 *
 * Random boards of 6 x 6 to 12 x 12, every variant, most of them with a loop that is known. Each rule alone, then all
 * of them together, start from the empty board and from parts of the loop, and do not search. Each narrowing, each
 * contradiction and each clause that a rule adds is a claim: with the exported formula, its premises and the value
 * that left cannot hold together.
 *
 * How the formula says that the loop is one makes some proofs long. Where --conflicts do not do, a second solver has
 * the formula's clauses over edges only, and for each closed loop that it came upon: if this one is there, nothing
 * else is. It ends with a proof, or with a single loop that refutes the claim; or it is undecided, which is told but
 * no failure. --seconds ends the run behind a board.
 * Resumable: each board depends on its number alone. */
#include "core/cnf.h"
#include "lab.h"
#include "region.h"

#include <ccadical.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_EDGES = 2 * REGION_SIDE * REGION_SIDE, MOST_RULES = 64, MOST_PREMISES = 4 * MOST_EDGES };
enum { MOST_ROUNDS = 2000, MOST_CONFLICTS = 200000 };  /* of the second solver, a claim and a round */

struct tally {
    uint64_t boards, impossible, runs, narrowings, contradictions, clauses, auxiliary, by_loops, undecided, wrong;
    uint64_t by_rule[MOST_RULES], alone[MOST_RULES];    /* claims proved; of them when the rule was alone */
};

struct board {
    struct lab *lab;
    const char *title;
    char text[REGION_SIDE * REGION_SIDE];
    uint8_t loop[MOST_EDGES];           /* a solution: the loop that the pearls were made of */
    uint32_t width, height, nedges;     /* cells */
    int edge[MOST_EDGES];               /* the formula's number of "this edge is on" */
    uint32_t end[MOST_EDGES][2];        /* the cells that it joins */
    int variables;                      /* the formula's, then auxiliaries and loops */
    CCaDiCaL *whole, *edges;            /* the whole formula; its clauses over edges, and loops come upon */
    int conflicts;
    bool said;                          /* what the rules' clauses over edges say has been claimed */
    struct tally *tally;
};

/* One run of some rules. Auxiliaries of the run and the clauses that tie them count only while `guard` is assumed. */
struct run {
    struct board *board;
    const struct rule_use *rules;
    uint32_t nrules;
    struct solver *solver;
    const uint64_t *marks;              /* the domains it starts from */
    int guard, auxiliary;               /* the formula's numbers: the guard, the first auxiliary; 0: none yet */
};

/* ---- the formula ---- */

static void add(CCaDiCaL *solver, const int *literals, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        ccadical_add(solver, literals[k]);
    ccadical_add(solver, 0);
}

static void read_edges(struct board *b, const char *cnf)
{
    char *at = strstr(cnf, "c p show");
    uint32_t n = 0;
    for (at = at ? at + 8 : NULL; at && n < MOST_EDGES; n++) {
        b->edge[n] = (int)strtol(at, &at, 10);
        if (!b->edge[n])
            break;
    }
    if (n != b->nedges)
        abort();
}

static bool is_edge(const struct board *b, int literal)
{
    for (uint32_t e = 0; e < b->nedges; e++)
        if (b->edge[e] == abs(literal))
            return true;
    return false;
}

static void read_formula(struct board *b, const char *cnf)
{
    int clause[MOST_PREMISES];
    uint32_t n = 0;
    bool edges = true;
    const char *head = strstr(cnf, "p cnf ");
    if (!head || sscanf(head, "p cnf %d", &b->variables) != 1)
        abort();
    char *at = strchr(head, '\n'), *end;
    for (int literal = (int)strtol(at, &end, 10); end != at; at = end, literal = (int)strtol(at, &end, 10)) {
        if (literal) {
            edges &= is_edge(b, literal);
            clause[n++] = literal;
            continue;
        }
        add(b->whole, clause, n);
        if (edges)
            add(b->edges, clause, n);
        n = 0;
        edges = true;
    }
    add(b->edges, b->edge, b->nedges);      /* a loop is not empty */
}

/* If all edges of `loop` are on, all others are off. */
static void forbid_beside(struct board *b, const uint8_t *loop)
{
    int here = ++b->variables;
    for (uint32_t e = 0; e < b->nedges; e++)
        if (loop[e])
            ccadical_add(b->edges, -b->edge[e]);
    add(b->edges, &here, 1);
    for (uint32_t e = 0; e < b->nedges; e++)
        if (!loop[e])
            add(b->edges, (const int[]){-here, -b->edge[e]}, 2);
}

/* Marks in `loop` the edges that hang together with `first` among those that are `on`. */
static uint32_t follow(const struct board *b, const uint8_t *on, uint32_t first, uint8_t *loop)
{
    uint32_t start = b->end[first][0], at = b->end[first][1], size = 1;
    memset(loop, 0, b->nedges);
    loop[first] = 1;
    while (at != start) {
        uint32_t e = 0;
        while (e < b->nedges && !(on[e] && !loop[e] && (b->end[e][0] == at || b->end[e][1] == at)))
            e++;
        if (e == b->nedges)
            abort();                        /* the formula gives each cell none or two */
        loop[e] = 1;
        at = b->end[e][0] == at ? b->end[e][1] : b->end[e][0];
        size++;
    }
    return size;
}

/* Forbids what lies beside each loop of the model; false if there is but one. */
static bool cut_loops(struct board *b)
{
    uint8_t on[MOST_EDGES], loop[MOST_EDGES];
    uint32_t count = 0;
    for (uint32_t e = 0; e < b->nedges; e++)
        count += on[e] = ccadical_val(b->edges, b->edge[e]) > 0;
    for (uint32_t e = 0; e < b->nedges; e++) {
        if (!on[e])
            continue;
        if (follow(b, on, e, loop) == count)
            return false;
        forbid_beside(b, loop);
        for (uint32_t k = 0; k < b->nedges; k++)
            on[k] &= !loop[k];
    }
    return true;
}

static int ask(CCaDiCaL *solver, const int *literals, uint32_t n, int conflicts)
{
    for (uint32_t k = 0; k < n; k++)
        ccadical_assume(solver, literals[k]);
    ccadical_limit(solver, "conflicts", conflicts);
    return ccadical_solve(solver);
}

/* 20: these literals cannot hold together; 10: a loop has them all; 0: the work was too much. */
static int by_loops(struct board *b, const int *literals, uint32_t n)
{
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        int answer = ask(b->edges, literals, n, MOST_CONFLICTS);
        if (answer != 10 || !cut_loops(b))
            return answer;
    }
    return 0;
}

/* They cannot hold together, which helps with what comes. */
static void remember(struct board *b, const int *literals, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        ccadical_add(b->whole, -literals[k]);
        ccadical_add(b->edges, -literals[k]);
    }
    ccadical_add(b->whole, 0);
    ccadical_add(b->edges, 0);
}

static bool loop_is_solution(struct board *b, int guard)
{
    int literals[MOST_EDGES + 1];
    uint32_t n = 0;
    for (; n < b->nedges; n++)
        literals[n] = b->loop[n] ? b->edge[n] : -b->edge[n];
    if (guard)
        literals[n++] = guard;
    return by_loops(b, literals, n) == 10 && ask(b->whole, literals, n, b->conflicts) != 20;
}

/* Where pearls were changed, some other loop; false: there is none. */
static bool find_loop(struct board *b)
{
    if (loop_is_solution(b, 0))
        return true;
    if (by_loops(b, NULL, 0) != 10)
        return false;
    for (uint32_t e = 0; e < b->nedges; e++)
        b->loop[e] = ccadical_val(b->edges, b->edge[e]) > 0;
    return true;
}

/* ---- claims ---- */

static void tell(const struct run *run, int32_t rule, const char *what, const int *literals, uint32_t n)
{
    const struct board *b = run->board;
    fprintf(stderr, "%s\n%s%s alone %s: %s; together:", b->title, b->text,
            rule >= 0 ? run->rules[rule].class->id : "the engine", run->nrules == 1 ? "yes" : "no", what);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t e = 0; e < b->nedges; e++)
            if (abs(literals[k]) == b->edge[e])
                fprintf(stderr, " %u=%d", e, literals[k] > 0);
    fprintf(stderr, "\n");
}

static void complain(struct run *run, int32_t rule, const char *what, const int *literals, uint32_t n)
{
    run->board->tally->wrong++;
    tell(run, rule, what, literals, n);
}

static int auxiliary_number(struct run *run, uint32_t aux)
{
    struct board *b = run->board;
    if (!run->guard) {
        run->guard = ++b->variables;
        run->auxiliary = b->variables + 1;
    }
    if (run->auxiliary + (int)aux > b->variables)
        b->variables = run->auxiliary + (int)aux;
    return run->auxiliary + (int)aux;
}

static int number_of(struct run *run, uint32_t var)
{
    uint32_t n = run->board->nedges;
    return var < n ? run->board->edge[var] : auxiliary_number(run, var - n);
}

static void claim(struct run *run, int32_t rule, const char *what, int *literals, uint32_t n)
{
    struct board *b = run->board;
    int answer = ask(b->whole, literals, n, b->conflicts);
    if (answer != 20) {
        answer = by_loops(b, literals, n);
        b->tally->by_loops += answer == 20;
    }
    if (answer == 20) {
        remember(b, literals, n);
        if (rule >= 0) {
            uint64_t number = (uint64_t)(run->rules - b->lab->rules) + (uint64_t)rule;
            b->tally->by_rule[number]++;
            b->tally->alone[number] += run->nrules == 1;
        }
    } else if (answer == 10) {
        complain(run, rule, what, literals, n);
    } else {
        b->tally->undecided++;
        tell(run, rule, "neither proved nor refuted in time", literals, n);
    }
}

/* solver_options.clause: one over edges only is a claim, one that names auxiliaries says what these mean. */
static void on_clause(void *context, const struct solver_clause *clause)
{
    struct run *run = context;
    int literals[MOST_PREMISES + 1];
    bool auxiliary = false;
    if (clause->n > MOST_PREMISES)
        abort();
    for (uint32_t k = 0; k < clause->n; k++) {
        uint32_t lit = clause->lits[k], var = lit >> 7;
        int number = number_of(run, var);
        literals[k] = (lit >> 1 & 63) == !(lit & 1) ? -number : number;     /* denied */
        auxiliary |= var >= run->board->nedges;
    }
    if (!auxiliary && run->board->said)
        return;
    if (!auxiliary) {
        run->board->tally->clauses++;
        claim(run, (int32_t)clause->rule, "its clause excludes a solution", literals, clause->n);
        return;
    }
    literals[clause->n] = run->guard;
    remember(run->board, literals, clause->n + 1);
}

static bool take_premises(struct run *run, const struct trace_event *e, int *literals)
{
    bool auxiliary = false;
    for (uint32_t k = 0; k < e->npremises; k++) {
        uint32_t var = e->premises[k] >> 6, value = e->premises[k] & 63;
        int number = number_of(run, var);
        literals[k] = value ? -number : number;
        auxiliary |= var >= run->board->nedges;
    }
    return auxiliary;
}

/* What was learned on the way has marks behind it that it does not name. */
static uint32_t add_marks(const struct run *run, int *literals, uint32_t n)
{
    for (uint32_t e = 0; e < run->board->nedges; e++)
        if (run->marks[e] != 3)
            literals[n++] = run->marks[e] == 2 ? run->board->edge[e] : -run->board->edge[e];
    return n;
}

static void on_event(void *context, const struct trace_event *e)
{
    struct run *run = context;
    struct tally *tally = run->board->tally;
    int literals[MOST_PREMISES + MOST_EDGES + 2];
    bool narrowing = e->kind == TRACE_NARROWING;
    if (narrowing && (!strcmp(e->cause, "decision") || !(e->gone & run->marks[e->var])))
        return;                 /* tried by a probe, or a mark */
    if (e->npremises > MOST_PREMISES)
        abort();
    uint32_t n = e->npremises;
    if (take_premises(run, e, literals)) {
        literals[n++] = run->guard;
        tally->auxiliary++;
    }
    if (narrowing) {
        literals[n++] = e->gone & 2 ? run->board->edge[e->var] : -run->board->edge[e->var];
    }
    if (e->rule < 0 || !strcmp(e->cause, "probe"))
        n = add_marks(run, literals, n);
    *(narrowing ? &tally->narrowings : &tally->contradictions) += 1;
    claim(run, e->rule, narrowing ? "a value left that it may have" : "no contradiction", literals, n);
}

/* ---- runs ---- */

/* Edges are numbered as the puzzle does: those within rows, row by row, then those down. */
static void border(const struct region *r, uint8_t *loop)
{
    for (uint32_t down = 0; down < 2; down++)
        for (uint32_t y = 0; y + down <= r->h; y++)
            for (uint32_t x = 0; x + !down <= r->w; x++)
                *loop++ = region_ways(r, y, x) >> (1 + down) & 1;
}

/* `known` percent of the loop's edges, on or off; sometimes one of them is wrong. */
static void part_of_loop(const struct board *b, struct random *random, uint64_t known, uint64_t *domains)
{
    uint64_t wrong = random_below(random, 3) ? b->nedges : random_below(random, b->nedges);
    for (uint32_t e = 0; e < b->nedges; e++) {
        unsigned value = b->loop[e] ^ (e == wrong);
        domains[e] = random_below(random, 100) < known ? 1ull << value : 3;
    }
}

/* Some loop that the pearls need not allow, on but for the edges at one pearl: where it might close too early. */
static void nearly_closed(const struct board *b, struct random *random, uint64_t *domains)
{
    struct region r = {.w = b->width - 1, .h = b->height - 1};
    uint8_t loop[MOST_EDGES];
    uint32_t cells = b->width * b->height, cell = (uint32_t)random_below(random, cells);
    region_grow(&r, random);
    border(&r, loop);
    for (uint32_t k = 0; k < cells && b->text[cell / b->width * (b->width + 1) + cell % b->width] == '.'; k++)
        cell = (cell + 1) % cells;
    for (uint32_t e = 0; e < b->nedges; e++) {
        bool open = b->end[e][0] == cell || b->end[e][1] == cell;
        domains[e] = open ? 3 : loop[e] ? 2 : random_below(random, 6) ? 3 : 1;
    }
}

/* No solution from these marks; a rule may have said so when it began, without a reason. */
static void claim_refuted(struct run *run)
{
    int literals[MOST_EDGES];
    uint32_t n = add_marks(run, literals, 0);
    run->board->tally->contradictions++;
    claim(run, run->nrules == 1 ? 0 : -1, "the marks do allow a solution", literals, n);
}

static void run_rules(struct board *b, const struct rule_use *rules, uint32_t nrules, bool learn,
                      const uint64_t *marks)
{
    struct arena arena = {0};
    struct fault fault = {0};
    struct session session = {.arena = &arena, .fault = &fault, .file = "rules_by_sat"};
    struct run run = {.board = b, .rules = rules, .nrules = nrules, .marks = marks};
    struct solver_options options = {.learn = learn, .keep_reasons = true, .clause = on_clause,
                                     .clause_context = &run};
    struct solver_goal goal = {.max_solutions = 2, .trace = on_event, .trace_reasons = true, .context = &run};
    struct solver_result result;
    random_seed(&session.random, 1);
    struct puzzle *puzzle = lab_read(b->lab, &session, b->text);
    run.solver = solver_new(&session, &options, host_kinds(b->lab->host), rules, nrules);
    if (!run.solver || solver_build(run.solver, puzzle) != RT_OK || solver_nvars(run.solver) != b->nedges)
        abort();
    bool refuted = solver_mark(run.solver, marks) == RT_CONFLICT;
    if (!refuted && solver_run(run.solver, &goal, &result) != RT_OK)
        abort();
    if (refuted || (result.complete && !result.solutions))
        claim_refuted(&run);
    if (run.guard && !loop_is_solution(b, run.guard))
        complain(&run, -1, "the clauses over auxiliaries exclude the loop", NULL, 0);
    for (uint32_t r = 0; r < nrules; r++)
        if (solver_rule_fault(run.solver, r))
            complain(&run, (int32_t)r, solver_rule_fault(run.solver, r), NULL, 0);
    b->tally->runs++;
    solver_free(run.solver);
    arena_free(&arena);
}

/* Without learning, auxiliaries come at once. */
static void run_all(struct board *b, struct random *random)
{
    const struct lab *lab = b->lab;
    for (uint32_t k = 0; k < 6; k++)
        for (uint32_t r = 0; r <= lab->nrules; r++) {
            uint64_t marks[MOST_EDGES];
            uint64_t known = k == 0 ? 0 : k == 1 ? 10 + random_below(random, 50) : 60 + random_below(random, 38);
            bool learn = random_below(random, 2) && !(r < lab->nrules && lab->rules[r].class->extend);
            if (k < 3)
                part_of_loop(b, random, known, marks);
            else
                nearly_closed(b, random, marks);
            if (r < lab->nrules)
                run_rules(b, lab->rules + r, 1, learn, marks);
            else
                run_rules(b, lab->rules, lab->nrules, learn, marks);
            b->said = r == lab->nrules || k;
        }
}

/* ---- boards ---- */

static void random_board(struct board *b, struct random *random, uint32_t white, bool all_cells)
{
    struct region r = {.w = 5 + (uint32_t)random_below(random, 7), .h = 5 + (uint32_t)random_below(random, 7)};
    uint64_t keep = 40 + random_below(random, 61), wrong = random_below(random, 8) ? 0 : 2;
    uint32_t n = 0;
    if (all_cells) {
        r.w |= 1;
        r.h |= 1;
    }
    (all_cells ? region_tree : region_grow)(&r, random);
    for (uint32_t y = 0; y <= r.h; y++) {
        for (uint32_t x = 0; x <= r.w; x++) {
            char c = random_below(random, 100) < keep ? region_pearl(&r, y, x, white) : '.';
            b->text[n++] = random_below(random, 100) < wrong ? "WB"[random_below(random, 2)] : c;
        }
        b->text[n++] = '\n';
    }
    b->text[n] = 0;
    b->width = r.w + 1;
    b->height = r.h + 1;
    b->nedges = 0;
    border(&r, b->loop);
    for (uint32_t down = 0; down < 2; down++)
        for (uint32_t y = 0; y + down <= r.h; y++)
            for (uint32_t x = 0; x + !down <= r.w; x++) {
                uint32_t e = b->nedges++, cell = y * (r.w + 1) + x;
                b->end[e][0] = cell;
                b->end[e][1] = cell + (down ? r.w + 1 : 1);
            }
}

static void examine(struct lab *labs, uint64_t number, int conflicts, struct tally *tally)
{
    static const char *const white[] = {"standard", "both", "straight"};
    char title[80];
    struct random random;
    struct text cnf = {0};
    struct board b = {.lab = &labs[number % 6], .title = title, .conflicts = conflicts, .tally = tally,
                      .whole = ccadical_init(), .edges = ccadical_init()};
    uint32_t variant = (uint32_t)(number % 6 / 2);
    bool all_cells = number % 2;
    ccadical_set_option(b.whole, "quiet", 1);
    ccadical_set_option(b.edges, "quiet", 1);
    snprintf(title, sizeof title, "board %" PRIu64 ", white %s%s", number, white[variant],
             all_cells ? ", all cells" : "");
    random_seed(&random, number);
    random_board(&b, &random, variant, all_cells);
    lab_cnf(b.lab, b.text, &cnf);
    read_edges(&b, text_string(&cnf));
    read_formula(&b, text_string(&cnf));
    tally->boards++;
    if (!find_loop(&b)) {
        tally->impossible++;    /* anything would follow */
    } else if (!loop_is_solution(&b, 0)) {
        tally->wrong++;
        fprintf(stderr, "%s\n%sthe formula refuses a solution\n", title, b.text);
    } else {
        run_all(&b, &random);
    }
    ccadical_release(b.whole);
    ccadical_release(b.edges);
    text_free(&cnf);
}

static void open_labs(struct lab *labs)
{
    for (int k = 0; k < 6; k++) {
        static const char *const white[] = {"puzzle masyu.white=standard", "puzzle masyu.white=both",
                                            "puzzle masyu.white=straight"};
        const char *settings[] = {white[k / 2], k % 2 ? "puzzle masyu.all_cells=yes" : NULL, NULL};
        lab_open(&labs[k], "masyu", settings);
        labs[k].format = "masyu.rows";
    }
}

static void report(const struct tally *t, const struct lab *lab, uint64_t from)
{
    printf("# %" PRIu64 " boards from %" PRIu64 " (%" PRIu64 " without solution left out), %" PRIu64 " runs: %" PRIu64
           " narrowings, %" PRIu64 " contradictions, %" PRIu64 " clauses; %" PRIu64 " over auxiliaries, %" PRIu64
           " by the second solver, %" PRIu64 " undecided, %" PRIu64 " wrong\n", t->boards, from, t->impossible, t->runs,
           t->narrowings, t->contradictions, t->clauses, t->auxiliary, t->by_loops, t->undecided, t->wrong);
    for (uint32_t r = 0; r < lab->nrules; r++)
        printf("# %s: %" PRIu64 " proved, %" PRIu64 " of them alone\n", lab->rules[r].class->id, t->by_rule[r],
               t->alone[r]);
}

static uint64_t argument(int argc, char **argv, const char *name, uint64_t fallback)
{
    for (int i = 1; i + 1 < argc; i++)
        if (!strcmp(argv[i], name))
            return strtoull(argv[i + 1], NULL, 10);
    return fallback;
}

int main(int argc, char **argv)
{
    static struct tally tally;
    struct lab labs[6];
    uint64_t from = argument(argc, argv, "--from", 0), count = argument(argc, argv, "--count", 12),
             seconds = argument(argc, argv, "--seconds", 0);
    int conflicts = (int)argument(argc, argv, "--conflicts", 200);
    time_t start = time(NULL);
    open_labs(labs);
    if (labs[0].nrules > MOST_RULES)
        abort();
    for (uint64_t i = from; i < from + count && tally.wrong < 10; i++) {
        if (seconds && (uint64_t)(time(NULL) - start) >= seconds)
            break;
        examine(labs, i, conflicts, &tally);
    }
    printf("TAP version 13\n1..1\n");
    report(&tally, &labs[0], from);
    printf("%sok 1 - cadical proves what the rules deduce\n", tally.wrong ? "not " : "");
    for (int k = 0; k < 6; k++)
        lab_close(&labs[k]);
    return tally.wrong != 0;
}
