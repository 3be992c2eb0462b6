/* nonogram.branch: which cell to guess, by counting the arrangements of its line that agree with what is
 * known.
 *
 *      mrv      the fewest arrangements first: score log2(arrangements); the host adds row and column
 *      balance  nearest to half of the arrangements: score |share of the likeliest value - 1/2|
 *
 * Both try the likelier value.  Counts are doubles, scaled by 2^(-1/2) a cell so that between 1 and 2^n they
 * fit for lines of up to 2000 cells. */
#include "nfa.h"
#include <math.h>
#include <ratchet/model.h>

#define BRANCH_CELLS 2000

enum strategy { MRV = 0, BALANCE = 1 };

/* The line from one end: ways[j * (n + 1) + p], scaled, to fit the first j blocks in the first p cells. */
struct ways {
    uint32_t n, k;
    bool mirror;
    const struct rt_view *v;
    const struct rt_line_blocks *line;
    double *at;
    uint16_t *run;      /* [value * (n + 1) + p]: cells before p that may have the value, without a break */
};

static bool may(const struct ways *d, uint32_t pos, uint32_t value)
{
    const uint64_t *plane = d->mirror ? d->v->mirror : d->v->plane;
    return plane[value * d->v->words + pos / 64] >> pos % 64 & 1;
}

static const struct rt_line_block *block(const struct ways *d, uint32_t j)
{
    return &d->line->block[d->mirror ? d->k - 1 - j : j];
}

/* Ways to have blocks 0 .. j-1 in the first p cells with block j to start at p. */
static double before(const struct ways *d, uint32_t j, uint32_t p)
{
    const double *row = d->at + (size_t)j * (d->n + 1);
    if (!j || block(d, j)->colour != block(d, j - 1)->colour)
        return row[p];
    return p && may(d, p - 1, 0) ? row[p - 1] * M_SQRT1_2 : 0;
}

static void count_runs(struct ways *d)
{
    for (uint32_t a = 0; a < d->v->nvalues; a++)
        for (uint32_t p = 0; p < d->n; p++) {
            uint16_t *run = d->run + (size_t)a * (d->n + 1) + p;
            run[1] = may(d, p, a) ? run[0] + 1 : 0;
        }
}

static bool runs(const struct ways *d, uint32_t j, uint32_t p)
{
    return d->run[(size_t)block(d, j)->colour * (d->n + 1) + p] >= block(d, j)->length;
}

static double scale(uint32_t cells)
{
    return ldexp(cells % 2 ? M_SQRT1_2 : 1, -(int)(cells / 2));
}

/* log2 by the series of artanh: the same bits with every libm, and none to link. */
static double log_2(double x)
{
    int exponent;
    double m = frexp(x, &exponent) * M_SQRT2, y = (m - 1) / (m + 1), power = y, sum = 0;
    for (int i = 1; i < 20; i += 2, power *= y * y)
        sum += power / i;
    return exponent - 0.5 + sum * 2 * M_LOG2E;
}

static void count_ways(struct ways *d)
{
    for (uint32_t j = 0; j <= d->k; j++) {
        double *row = d->at + (size_t)j * (d->n + 1), whole = j ? scale(block(d, j - 1)->length) : 0;
        row[0] = j == 0;
        for (uint32_t p = 1; p <= d->n; p++) {
            row[p] = may(d, p - 1, 0) ? row[p - 1] * M_SQRT1_2 : 0;
            if (j && runs(d, j - 1, p))
                row[p] += before(d, j - 1, p - block(d, j - 1)->length) * whole;
        }
    }
}

static int make_ways(struct rt_self *self, struct ways *d, bool mirror)
{
    const struct rt_line_blocks *line = self->payload;
    *d = (struct ways){self->v.n, line->k, mirror, &self->v, line, NULL, NULL};
    d->at = self->h->scratch(self, (d->k + 1) * (size_t)(d->n + 1) * sizeof *d->at);
    d->run = self->h->scratch(self, self->v.nvalues * (size_t)(d->n + 1) * sizeof *d->run);
    if (!d->at || !d->run)
        return RT_ENOMEM;
    count_runs(d);
    count_ways(d);
    return RT_OK;
}

/* share[value * (n + 1) + pos]: arrangements that have it there, scaled. Sums over starts are spread as
 * differences: added where a block starts, taken off where it ends. */
static void count_shares(const struct ways *l, const struct ways *r, double *share)
{
    uint32_t n = l->n, k = l->k;
    for (uint32_t j = 0; j <= k; j++)
        for (uint32_t p = 0; p < n; p++) {
            if (may(l, p, 0))
                share[p] += l->at[(size_t)j * (n + 1) + p] * r->at[(size_t)(k - j) * (n + 1) + n - 1 - p] *
                            M_SQRT1_2;
            uint32_t length = j < k ? block(l, j)->length : n + 1, end = p + length;
            if (length > n - p || !runs(l, j, end))
                continue;
            double ways = before(l, j, p) * before(r, k - 1 - j, n - end) * scale(length);
            share[block(l, j)->colour * (size_t)(n + 1) + p] += ways;
            share[block(l, j)->colour * (size_t)(n + 1) + end] -= ways;
        }
    for (uint32_t a = 1; a < l->v->nvalues; a++)
        for (uint32_t p = 1; p <= n; p++)
            share[a * (size_t)(n + 1) + p] += share[a * (size_t)(n + 1) + p - 1];
}

static void propose(struct rt_self *self, uint32_t pos, const double *share, double total, uint32_t strategy)
{
    uint32_t n = self->v.n, best = 0, choices = 0;
    for (uint32_t a = 0; a < self->v.nvalues; a++) {
        if (!(self->v.plane[a * self->v.words + pos / 64] >> pos % 64 & 1))
            continue;
        if (!choices++ || share[a * (size_t)(n + 1) + pos] > share[best * (size_t)(n + 1) + pos])
            best = a;
    }
    if (choices < 2)
        return;
    double part = share[best * (size_t)(n + 1) + pos] / total;
    self->h->score(self, pos, best, strategy == MRV ? log_2(total) + 0.5 * n : fabs(part - 0.5));
}

static int branch(struct rt_self *self, uint32_t strategy)
{
    struct ways left, right;
    uint32_t n = self->v.n;
    double *share = self->h->scratch(self, self->v.nvalues * (size_t)(n + 1) * sizeof *share);
    if (!share || make_ways(self, &left, false) != RT_OK || make_ways(self, &right, true) != RT_OK)
        return RT_ENOMEM;
    double total = left.at[(size_t)left.k * (n + 1) + n];
    if (!(total > 0))
        return RT_OK;
    count_shares(&left, &right, share);
    for (uint32_t pos = 0; pos < n; pos++)
        propose(self, pos, share, total, strategy);
    return RT_OK;
}

static int branch_init(struct rt_self *self)
{
    bool fits = self->v.n && self->v.n <= BRANCH_CELLS && nfa_span(self->payload) <= self->v.n;
    return fits ? RT_OK : RT_ENTAILED;
}

static const char *const strategies[] = {"mrv", "balance", NULL};

static const struct rt_rule_class branch_rule = {
    .size = sizeof branch_rule,
    .id = "nonogram.branch",
    .kind = RT_LINE_BLOCKS,
    .summary =
        "guesses by counting the arrangements of a line: fewest first (mrv) or most evenly split (balance)",
    .tier = 0,
    .level = 1,
    .needs = RT_PLANES | RT_MIRROR,
    .wake = 0,
    .strategies = strategies,
    .init = branch_init,
    .branch = branch,
};

static const struct rt_rule_class *const rules[] = {&branch_rule, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "line.branch", .version = "1.0", .rules = rules,
};
