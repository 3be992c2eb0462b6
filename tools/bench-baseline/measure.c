#include "measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct samples {
    double *seconds;
    struct findings found;
};

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void run_once(const struct puzzle *p, solver *solve, const struct sat_settings *settings,
                     struct findings *found)
{
    for (int i = 0; i < 2; i++)
        memset(found->grid[i], 0, puzzle_grid_bytes(p));
    found->ngrids = found->cuts = 0;
    found->verdict = UNKNOWN;
    found->seconds = 0;
    solve(p, settings, found);
}

static void measure(const struct bench *b, const struct puzzle *p, const struct side *side, struct samples *s,
                    struct result *result)
{
    uint32_t runs = 0;
    *result = (struct result){.ran = true, .checked = true};
    do {
        run_once(p, side->solve[p->kind], &b->settings, &s->found);
        s->seconds[runs++] = s->found.seconds;
        result->checked &= findings_check(p, &s->found) &&
                           (runs == 1 || result->verdict == s->found.verdict || s->found.verdict == UNKNOWN);
        if (runs == 1 || s->found.verdict == UNKNOWN)
            result->verdict = s->found.verdict;
    } while (runs < b->repeat && s->found.verdict != UNKNOWN);
    qsort(s->seconds, runs, sizeof *s->seconds, by_value);
    result->seconds = s->seconds[runs / 2];
    result->cuts = s->found.cuts;
}

static void add_up(struct side *side, size_t number)
{
    const struct result *r = &side->result[number];
    side->n++;
    side->verdicts[r->verdict]++;
    side->wrong += !r->checked;
    side->cuts += r->cuts;
    side->total += r->seconds;
    side->log_total += log(fmax(r->seconds, 1e-7));
    if (r->seconds > side->worst) {
        side->worst = r->seconds;
        side->worst_at = number;
    }
}

static bool contradicts(const struct result *a, const struct result *b)
{
    return a->ran && b->ran && a->verdict != UNKNOWN && b->verdict != UNKNOWN && a->verdict != b->verdict;
}

/* The solvers in turn, so that both meet the same moods of the machine. */
static bool run_puzzle(struct bench *b, size_t number, double *seconds)
{
    const struct puzzle *p = &b->list.at[number];
    size_t bytes = puzzle_grid_bytes(p);
    struct samples s = {.seconds = seconds, .found.grid = {malloc(bytes), malloc(bytes)}};
    bool good = s.found.grid[0] && s.found.grid[1];
    for (uint32_t k = 0; good && k < b->nsides; k++)
        if (b->side[k].solve[p->kind]) {
            measure(b, p, &b->side[k], &s, &b->side[k].result[number]);
            add_up(&b->side[k], number);
        }
    if (good && b->nsides == SIDES)
        b->contradictions += contradicts(&b->side[0].result[number], &b->side[1].result[number]);
    free(s.found.grid[0]);
    free(s.found.grid[1]);
    return good;
}

bool bench_run(struct bench *b)
{
    double *seconds = calloc(b->repeat, sizeof *seconds);
    bool good = seconds != NULL;
    for (uint32_t k = 0; k < b->nsides; k++)
        good &= (b->side[k].result = calloc(b->list.n, sizeof *b->side[k].result)) != NULL;
    for (size_t i = 0; good && i < b->list.n; i++)
        good = run_puzzle(b, i, seconds);
    free(seconds);
    return good;
}

void bench_free(struct bench *b)
{
    for (uint32_t k = 0; k < b->nsides; k++)
        free(b->side[k].result);
}
