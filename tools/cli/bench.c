#include "bench.h"

#include "gather.h"
#include "job/job.h"
#include "output.h"
#include "setup.h"
#include "signals.h"
#include "util/clock.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REPEAT = 3, REPEAT_MOST = 1000, SIDES = 2 };

struct rule_share {
    char *id;
    uint64_t ns, runs, narrowings, conflicts;
};

/* One configuration over all puzzles. */
struct side {
    const char *name;
    struct engine *engine;
    double *median;             /* CPU seconds, one a puzzle: model and solving, without reading and start-up */
    enum outcome *outcome;
    double total, log_total, worst;
    uint32_t worst_at, verdicts[OUTCOMES];
    uint64_t nodes, conflicts, propagations, memory;    /* of one run of each puzzle; memory: the most */
    struct rule_share *share;
    uint32_t nshares;
};

struct bench {
    const struct options *options;
    struct gathered puzzles;
    struct side side[SIDES];
    uint32_t nsides, repeat, unstable;  /* unstable: verdicts that changed between runs or sides */
    double *sample;
};

static int no_memory(struct fault *fault)
{
    return fault_set(fault, EXIT_OTHER, NULL, 0, 0, "there is no memory left");
}

static struct rule_share *share_of(struct side *side, const char *id)
{
    for (uint32_t k = 0; k < side->nshares; k++)
        if (!strcmp(side->share[k].id, id))
            return &side->share[k];
    struct rule_share *grown = realloc(side->share, (side->nshares + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    side->share = grown;
    grown[side->nshares] = (struct rule_share){.id = strdup(id)};
    return grown[side->nshares].id ? &grown[side->nshares++] : NULL;
}

static bool add_counts(struct side *side, const struct answer *answer)
{
    const struct search_stats *stats = answer->search;
    side->verdicts[answer->outcome]++;
    if (!stats)
        return true;
    side->nodes += stats->nodes;
    side->conflicts += stats->conflicts;
    side->propagations += stats->propagations;
    if (stats->memory > side->memory)
        side->memory = stats->memory;
    for (uint32_t r = 0; r < answer->nrules; r++) {
        const struct rule_stats *from = &answer->rule_stats[r];
        struct rule_share *to = from->instances ? share_of(side, answer->rules[r].class->id) : NULL;
        if (!from->instances)
            continue;
        if (!to)
            return false;
        to->ns += from->ns;
        to->runs += from->runs;
        to->narrowings += from->narrowings;
        to->conflicts += from->conflicts;
    }
    return true;
}

static int run_once(struct bench *b, struct side *side, uint32_t number, bool first, double *seconds,
                    struct fault *fault)
{
    const struct gathered_puzzle *p = &b->puzzles.at[number];
    struct job_request request = {.op = OP_UNIQUE, .name = p->name, .cancelled = signals_cancelled()};
    double start = clock_cpu_seconds();
    struct job *job = job_run(side->engine, p->source, p->puzzle, &request);
    *seconds = clock_cpu_seconds() - start;
    if (!job)
        return no_memory(fault);
    const struct answer *answer = job_answer(job);
    if (answer->outcome == OUTCOME_ERROR)
        *fault = answer->fault;
    else if (first && !add_counts(side, answer))
        no_memory(fault);
    if (first)
        side->outcome[number] = answer->outcome;
    b->unstable += answer->outcome != side->outcome[number];
    job_free(job);
    return fault->code;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The sides in turn, so that both meet the same moods of the machine. */
static int measure(struct bench *b, uint32_t number, struct fault *fault)
{
    for (uint32_t r = 0; r < b->repeat; r++)
        for (uint32_t k = 0; k < b->nsides; k++)
            if (run_once(b, &b->side[k], number, r == 0, &b->sample[k * b->repeat + r], fault))
                return fault->code;
    for (uint32_t k = 0; k < b->nsides; k++) {
        struct side *side = &b->side[k];
        double *sample = b->sample + k * b->repeat, median;
        qsort(sample, b->repeat, sizeof *sample, by_value);
        side->median[number] = median = sample[b->repeat / 2];
        side->total += median;
        side->log_total += log(median > 1e-7 ? median : 1e-7);
        if (median > side->worst) {
            side->worst = median;
            side->worst_at = number;
        }
    }
    if (b->nsides == SIDES && b->side[0].outcome[number] != b->side[1].outcome[number])
        b->unstable += b->side[0].outcome[number] != OUTCOME_UNKNOWN && b->side[1].outcome[number] != OUTCOME_UNKNOWN;
    return 0;
}

static void print_side(const struct bench *b, const struct side *side, struct text *out)
{
    uint32_t n = b->puzzles.n;
    text_printf(out, "%s: %u puzzles, median of %u\n  verdicts   ", side->name, n, b->repeat);
    for (int k = 0; k < OUTCOMES; k++)
        if (side->verdicts[k])
            text_printf(out, " %u %s ", side->verdicts[k], outcome_name((enum outcome)k));
    text_printf(out, "\n  CPU total   %.3f ms\n  geom. mean  %.4f ms\n  worst       %.3f ms  %s\n", side->total * 1e3,
                exp(side->log_total / n) * 1e3, side->worst * 1e3, b->puzzles.at[side->worst_at].name);
    text_printf(out, "  decisions   %llu\n  conflicts   %llu\n  propagated  %llu  (%.2f million a second)\n"
                "  memory      %.2f MB at most\n", (unsigned long long)side->nodes, (unsigned long long)side->conflicts,
                (unsigned long long)side->propagations,
                side->total > 0 ? (double)side->propagations / side->total * 1e-6 : 0, (double)side->memory / 1048576);
    text_printf(out, "  %-22s %7s %12s %12s %10s\n", "rule", "share", "runs", "narrowings", "conflicts");
    for (uint32_t k = 0; k < side->nshares; k++) {
        const struct rule_share *r = &side->share[k];
        text_printf(out, "  %-22s %6.1f%% %12llu %12llu %10llu\n", r->id,
                    side->total > 0 ? (double)r->ns * 1e-7 / side->total : 0, (unsigned long long)r->runs,
                    (unsigned long long)r->narrowings, (unsigned long long)r->conflicts);
    }
}

static void compare_sides(const struct bench *b, double *geometric, uint32_t *faster)
{
    double sum = 0;
    *faster = 0;
    for (uint32_t k = 0; k < b->puzzles.n; k++) {
        double x = b->side[0].median[k], y = b->side[1].median[k];
        sum += log((x > 1e-7 ? x : 1e-7) / (y > 1e-7 ? y : 1e-7));
        *faster += x < y;
    }
    *geometric = exp(sum / b->puzzles.n);
}

static void print_text(const struct bench *b, struct text *out)
{
    for (uint32_t k = 0; k < b->nsides; k++)
        print_side(b, &b->side[k], out);
    if (b->nsides == SIDES) {
        double geometric;
        uint32_t faster;
        compare_sides(b, &geometric, &faster);
        text_printf(out, "ratio to the baseline, pair by pair in this run: total %.3f, geometric mean %.3f; faster "
                    "on %u of %u\n", b->side[0].total / b->side[1].total, geometric, faster, b->puzzles.n);
    }
    if (b->unstable)
        text_printf(out, "%u verdicts changed between runs: something is wrong\n", b->unstable);
}

static json_t *side_json(const struct bench *b, const struct side *side)
{
    json_t *rules = json_object(), *verdicts = json_object();
    for (uint32_t k = 0; k < side->nshares; k++) {
        const struct rule_share *r = &side->share[k];
        json_object_set_new(rules, r->id, json_pack("{s:I, s:I, s:I, s:f}", "runs", (json_int_t)r->runs, "narrowings",
                                                    (json_int_t)r->narrowings, "conflicts", (json_int_t)r->conflicts,
                                                    "share", (double)r->ns * 1e-9 / side->total));
    }
    for (int k = 0; k < OUTCOMES; k++)
        if (side->verdicts[k])
            json_object_set_new(verdicts, outcome_name((enum outcome)k), json_integer(side->verdicts[k]));
    return json_pack("{s:s, s:o, s:I, s:I, s:I, s:I, s:f, s:f, s:f, s:s, s:o}", "name", side->name, "verdicts",
                     verdicts, "nodes", (json_int_t)side->nodes, "conflicts", (json_int_t)side->conflicts,
                     "propagations",
                     (json_int_t)side->propagations, "memory", (json_int_t)side->memory, "total", side->total,
                     "geometric_mean", exp(side->log_total / b->puzzles.n), "worst", side->worst, "worst_puzzle",
                     b->puzzles.at[side->worst_at].name, "rules", rules);
}

static void print_json(const struct bench *b, struct text *out)
{
    json_t *sides = json_array();
    for (uint32_t k = 0; k < b->nsides; k++)
        json_array_append_new(sides, side_json(b, &b->side[k]));
    json_t *whole = json_pack("{s:i, s:i, s:o}", "puzzles", (int)b->puzzles.n, "repeat", (int)b->repeat, "sides",
                              sides);
    if (whole && b->nsides == SIDES) {
        double geometric;
        uint32_t faster;
        compare_sides(b, &geometric, &faster);
        json_object_set_new(whole, "ratio", json_pack("{s:f, s:f, s:i}", "total", b->side[0].total / b->side[1].total,
                                                      "geometric_mean", geometric, "faster", (int)faster));
    }
    char *line = whole ? json_dumps(whole, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
    if (line)
        text_printf(out, "%s\n", line);
    else
        out->failed = true;
    free(line);
    json_decref(whole);
}

static int open_side(struct bench *b, const char *name, struct config *config, struct fault *fault)
{
    struct side *side = &b->side[b->nsides++];
    side->name = name;
    side->engine = config ? engine_open(config, fault) : NULL;
    return fault->code;
}

static struct config *baseline_config(const char *name, struct fault *fault)
{
    char path[4096];
    struct config *config = config_new();
    if (!config)
        no_memory(fault);
    else if (config_load(config, setup_profile(name, path, sizeof path), fault)) {
        config_free(config);
        config = NULL;
    }
    return config;
}

static int read_repeat(struct bench *b, struct fault *fault)
{
    const char *text = b->options->repeat;
    char *end;
    long n = text ? strtol(text, &end, 10) : REPEAT;
    if (text && (*end || n < 1 || n > REPEAT_MOST))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--repeat is `%s`; give a number from 1 to %d", text,
                         REPEAT_MOST);
    b->repeat = (uint32_t)n;
    return 0;
}

static int prepare(struct bench *b, struct fault *fault)
{
    uint32_t n = b->puzzles.n;
    b->sample = calloc((size_t)SIDES * b->repeat, sizeof *b->sample);
    for (uint32_t k = 0; k < b->nsides; k++) {
        b->side[k].median = calloc(n, sizeof *b->side[k].median);
        b->side[k].outcome = calloc(n, sizeof *b->side[k].outcome);
        if (!b->side[k].median || !b->side[k].outcome)
            return no_memory(fault);
    }
    return b->sample ? 0 : no_memory(fault);
}

static void bench_free(struct bench *b)
{
    gathered_free(&b->puzzles);
    for (uint32_t k = 0; k < b->nsides; k++) {
        struct side *side = &b->side[k];
        for (uint32_t r = 0; r < side->nshares; r++)
            free(side->share[r].id);
        free(side->share);
        free(side->median);
        free(side->outcome);
        engine_close(side->engine);
    }
    free(b->sample);
}

int bench_command(const struct options *options)
{
    struct fault fault = {0};
    struct text out = {0};
    struct bench b = {.options = options};
    if (!read_repeat(&b, &fault))
        open_side(&b, "this configuration", setup_config(options, NULL, &fault), &fault);
    if (!fault.code && options->baseline)
        open_side(&b, options->baseline, baseline_config(options->baseline, &fault), &fault);
    if (!fault.code && !gather(&b.puzzles, b.side[0].engine, options, &fault) && !prepare(&b, &fault))
        for (uint32_t k = 0; k < b.puzzles.n && !fault.code && !*signals_cancelled(); k++)
            measure(&b, k, &fault);
    if (!fault.code && *signals_cancelled())
        fault_set(&fault, EXIT_INTERRUPTED, NULL, 0, 0, "interrupted: there are no figures");
    if (fault.code)
        output_fault(&fault);
    else {
        options->json ? print_json(&b, &out) : print_text(&b, &out);
        output_result(&out);
    }
    int code = fault.code ? fault.code : output_failed() || b.unstable ? EXIT_OTHER : EXIT_GOOD;
    text_free(&out);
    bench_free(&b);
    return code;
}
