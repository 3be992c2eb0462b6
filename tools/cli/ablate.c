#include "ablate.h"

#include "gather.h"
#include "job/job.h"
#include "output.h"
#include "setup.h"
#include "signals.h"
#include "util/clock.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* The same puzzles under one set of rules. */
struct row {
    const char *without;        /* rule left out; NULL: none */
    uint64_t nodes, conflicts;
    double seconds;             /* CPU */
    uint32_t undecided;         /* puzzles without a verdict: a limit came, or the rules got stuck */
    uint32_t differing;         /* verdicts that contradict those with all rules */
};

struct ablation {
    struct engine *engine;
    const struct options *options;
    struct gathered puzzles;
    enum outcome *outcome;      /* with all rules, one a puzzle */
    struct row *row;            /* row[0]: all rules */
    uint32_t nrows;
    struct arena arena;
};

static bool decided(enum outcome outcome)
{
    return outcome == OUTCOME_UNIQUE || outcome == OUTCOME_SEVERAL || outcome == OUTCOME_NONE;
}

/* Adds a row for each rule that this puzzle uses and that has none yet. */
static bool add_rows(struct ablation *a, const struct answer *answer)
{
    for (uint32_t r = 0; r < answer->nrules; r++) {
        const char *id = answer->rules[r].class->id;
        uint32_t k = 1;
        while (k < a->nrows && strcmp(a->row[k].without, id))
            k++;
        if (k < a->nrows || !answer->rule_stats[r].instances)
            continue;
        struct row *grown = realloc(a->row, (a->nrows + 1) * sizeof *grown);
        char *copy = arena_string(&a->arena, id);
        if (!grown || !copy)
            return false;
        a->row = grown;
        a->row[a->nrows++] = (struct row){.without = copy};
    }
    return true;
}

static int solve_one(struct ablation *a, uint32_t row, uint32_t number, struct fault *fault)
{
    const struct gathered_puzzle *p = &a->puzzles.at[number];
    struct job_request request = {.op = OP_UNIQUE, .name = p->name, .without = a->row[row].without,
                                  .cancelled = signals_cancelled()};
    double start = clock_cpu_seconds();
    struct job *job = job_run(a->engine, p->source, p->puzzle, &request);
    if (!job)
        return fault_set(fault, EXIT_OTHER, p->name, 0, 0, "there is no memory left");
    const struct answer *answer = job_answer(job);
    struct row *here = &a->row[row];
    here->seconds += clock_cpu_seconds() - start;
    if (answer->outcome == OUTCOME_ERROR)
        *fault = answer->fault;
    else if (answer->search) {
        here->nodes += answer->search->nodes;
        here->conflicts += answer->search->conflicts;
    }
    here->undecided += !decided(answer->outcome);
    if (row == 0) {
        a->outcome[number] = answer->outcome;
        if (!fault->code && !add_rows(a, answer))
            fault_set(fault, EXIT_OTHER, NULL, 0, 0, "there is no memory left");
    } else if (decided(answer->outcome) && decided(a->outcome[number]) && answer->outcome != a->outcome[number]) {
        a->row[row].differing++;
    }
    job_free(job);
    return fault->code;
}

static int solve_all(struct ablation *a, struct fault *fault)
{
    a->outcome = calloc(a->puzzles.n, sizeof *a->outcome);
    a->row = calloc(1, sizeof *a->row);
    a->nrows = 1;
    if (!a->outcome || !a->row)
        return fault_set(fault, EXIT_OTHER, NULL, 0, 0, "there is no memory left");
    for (uint32_t row = 0; row < a->nrows && !fault->code; row++)
        for (uint32_t k = 0; k < a->puzzles.n && !fault->code && !*signals_cancelled(); k++)
            solve_one(a, row, k, fault);
    return fault->code;
}

static double times(double a, double b)
{
    return b > 0 ? a / b : a > 0 ? -1 : 1;
}

static void print_row(const struct ablation *a, const struct row *row, struct text *out)
{
    const struct row *all = &a->row[0];
    double nodes = times((double)row->nodes, (double)all->nodes), time = times(row->seconds, all->seconds);
    text_printf(out, "%-22s %12llu ", row->without ? row->without : "(all rules)", (unsigned long long)row->nodes);
    if (nodes < 0)
        text_puts(out, "      - ");
    else
        text_printf(out, "%6.2fx ", nodes);
    text_printf(out, "%12llu %10.1f %6.2fx %9u", (unsigned long long)row->conflicts, row->seconds * 1e3,
                time < 0 ? 0 : time, row->undecided);
    if (row->differing)
        text_printf(out, "  %u verdicts differ: a rule is wrong", row->differing);
    text_puts(out, "\n");
}

static void print_table(const struct ablation *a, struct text *out)
{
    text_printf(out, "%u puzzle%s, each rule left out in turn\n\n%-22s %12s %7s %12s %10s %7s %9s\n", a->puzzles.n,
                a->puzzles.n == 1 ? "" : "s", "without", "nodes", "", "conflicts", "CPU ms", "", "undecided");
    for (uint32_t k = 0; k < a->nrows; k++)
        print_row(a, &a->row[k], out);
}

static void print_json(const struct ablation *a, struct text *out)
{
    json_t *rows = json_array(), *timing = json_array();
    for (uint32_t k = 0; k < a->nrows; k++) {
        const struct row *r = &a->row[k];
        json_array_append_new(rows, json_pack("{s:s?, s:I, s:I, s:i, s:i}", "without", r->without, "nodes",
                                              (json_int_t)r->nodes, "conflicts", (json_int_t)r->conflicts, "undecided",
                                              (int)r->undecided, "differing", (int)r->differing));
        json_array_append_new(timing, json_real(r->seconds));
    }
    json_t *whole = json_pack("{s:i, s:o, s:{s:o}}", "puzzles", (int)a->puzzles.n, "rows", rows, "timing", "cpu",
                              timing);
    char *line = whole ? json_dumps(whole, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
    if (line)
        text_printf(out, "%s\n", line);
    else
        out->failed = true;
    free(line);
    json_decref(whole);
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
    struct text out = {0};
    struct ablation a = {.options = options};
    struct config *config = setup_config(options, NULL, &fault);
    a.engine = config ? engine_open(config, &fault) : NULL;
    if (!fault.code && !gather(&a.puzzles, a.engine, options, &fault))
        solve_all(&a, &fault);
    if (!fault.code && options->json)
        print_json(&a, &out);
    else if (!fault.code)
        print_table(&a, &out);
    if (fault.code)
        output_fault(&fault);
    else
        output_result(&out);
    int code = fault.code ? fault.code : output_failed() ? EXIT_OTHER : judge(&a);
    text_free(&out);
    gathered_free(&a.puzzles);
    free(a.outcome);
    free(a.row);
    arena_free(&a.arena);
    engine_close(a.engine);
    return code;
}
