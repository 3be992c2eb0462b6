/* nonogram.chances — how often each cell is filled among the arrangements of its line's blocks, where the columns
 * (or rows) say how likely each cell is.  The search passes such chances round and begins with the surest cell.
 *
 * Block j starts at low_j + d for some shift 0 <= d <= slack, and shifts never decrease along the line, so two passes
 * over k * (slack + 1) places do: `before` is the weight of all that can lie left of a place, `after` of what can lie
 * right of it.  A cell's weight is taken relative to its likeliest value, so that lines of 500 cells stay within what
 * a double holds. */
#include <ratchet/kind/line.h>
#include <ratchet/model.h>
#include <stdbool.h>

struct chances {
    uint32_t n, nvalues, k, places;     /* places = slack + 1 */
    const struct rt_line_block *block;
    const float *in;
    double *weight;         /* value * n + cell */
    double *fit;            /* j * places + shift: all cells of block j are filled */
    double *before, *after, *from;
    double *step;           /* value * (n + 1) + cell: how its chance differs from that of the cell before */
    uint32_t *low;
};

static uint32_t gap(const struct chances *c, uint32_t j)
{
    return j + 1 < c->k && c->block[j].colour == c->block[j + 1].colour;
}

static int make_room(struct rt_self *self, struct chances *c)
{
    size_t places = (size_t)c->k * c->places, cells = (size_t)c->nvalues * (c->n + 1);
    double *memory = self->h->scratch(self, (3 * places + c->places + 2 * cells) * sizeof *memory);
    if (!memory)
        return RT_ENOMEM;
    c->fit = memory;
    c->before = memory + places;
    c->after = memory + 2 * places;
    c->from = memory + 3 * places;
    c->weight = c->from + c->places;
    c->step = c->weight + cells;
    for (size_t at = 0; at < cells; at++)
        c->step[at] = 0;
    return RT_OK;
}

/* RT_CONFLICT: the blocks don't fit into the line at all. */
static int place_blocks(struct rt_self *self, struct chances *c)
{
    uint64_t low = 0;
    c->low = self->h->scratch(self, (c->k + 1) * sizeof *c->low);
    if (!c->low)
        return RT_ENOMEM;
    for (uint32_t j = 0; j < c->k; j++) {
        c->low[j] = (uint32_t)low;
        low += c->block[j].length + gap(c, j);
    }
    if (low > c->n)
        return RT_CONFLICT;
    c->places = c->n - (uint32_t)low + 1;
    return RT_OK;
}

static void weigh_cells(const struct chances *c)
{
    for (uint32_t p = 0; p < c->n; p++) {
        const float *in = c->in + (size_t)p * c->nvalues;
        float most = 0;
        for (uint32_t a = 0; a < c->nvalues; a++)
            most = in[a] > most ? in[a] : most;
        for (uint32_t a = 0; a < c->nvalues; a++)
            c->weight[(size_t)a * c->n + p] = most > 0 ? (double)in[a] / most : 0;
    }
}

static void weigh_blocks(const struct chances *c)
{
    for (uint32_t j = 0; j < c->k; j++) {
        double *fit = c->fit + (size_t)j * c->places;
        const double *filled = c->weight + (size_t)c->block[j].colour * c->n + c->low[j];
        for (uint32_t d = 0; d < c->places; d++)
            fit[d] = filled[d];
        for (uint32_t cell = 1; cell < c->block[j].length; cell++)
            for (uint32_t d = 0; d < c->places; d++)
                fit[d] *= filled[d + cell];
    }
}

static void pass_right(const struct chances *c)
{
    const double *empty = c->weight;
    for (uint32_t j = 0; j < c->k; j++) {
        double *here = c->before + (size_t)j * c->places, left = 0;
        if (!j) {
            here[0] = 1;
            for (uint32_t d = 1; d < c->places; d++)
                here[d] = here[d - 1] * empty[d - 1];
            continue;
        }
        const double *last = here - c->places, *fit = c->fit + (size_t)(j - 1) * c->places;
        const double *left_of = empty + c->low[j] - 1;      /* low_j >= 1: block j - 1 is there */
        bool apart = gap(c, j - 1);
        for (uint32_t d = 0; d < c->places; d++) {
            double ended = last[d] * fit[d];
            left = here[d] = apart ? (left + ended) * left_of[d] : left * left_of[d] + ended;
        }
    }
}

/* Returns the weight of all arrangements. */
static double pass_left(const struct chances *c)
{
    const double *empty = c->weight;
    double *from = c->from;     /* of "the block after this one starts here or later" */
    for (uint32_t j = c->k; j-- > 0;) {
        double *here = c->after + (size_t)j * c->places, sum = 0;
        const double *fit = c->fit + (size_t)j * c->places, *start = empty + c->low[j];
        const double *end = start + c->block[j].length;
        bool last = j + 1 == c->k, apart = gap(c, j);
        for (uint32_t d = c->places; d-- > 0;) {
            bool at_end = d + 1 == c->places;
            if (last)
                here[d] = at_end ? 1 : here[d + 1] * end[d];
            else
                here[d] = apart ? end[d] * from[d] : from[d];
            sum = fit[d] * here[d] + (at_end ? 0 : start[d] * sum);
            from[d] = sum;
        }
    }
    return from[0];
}

static double weigh_empty(const struct chances *c)
{
    double weight = 1;
    for (uint32_t p = 0; p < c->n; p++)
        weight *= c->weight[p];
    return weight;
}

/* Where block j is, as steps up and down of its colour's chances. */
static void cover(const struct chances *c, double total)
{
    for (uint32_t j = 0; j < c->k; j++) {
        size_t row = (size_t)j * c->places;
        double *up = c->step + (size_t)c->block[j].colour * (c->n + 1) + c->low[j], *down = up + c->block[j].length;
        for (uint32_t d = 0; d < c->places; d++) {
            double share = c->before[row + d] * c->fit[row + d] * c->after[row + d] / total;
            up[d] += share;
            down[d] -= share;
        }
    }
}

static void put(const struct chances *c, uint32_t p, uint32_t value, double share, float *out)
{
    size_t at = (size_t)p * c->nvalues + value;
    out[at] = c->in[at] > 0 && share > 0 ? (float)(share / (double)c->in[at]) : 0;
}

static void tell(const struct chances *c, float *out)
{
    for (uint32_t p = 0; p < c->n; p++) {
        double empty = 1;
        for (uint32_t a = 1; a < c->nvalues; a++) {
            double *step = c->step + (size_t)a * (c->n + 1) + p;
            put(c, p, a, *step, out);
            empty -= *step;
            step[1] += *step;
        }
        put(c, p, 0, empty, out);
    }
}

static int weigh(struct rt_self *self, const float *in, float *out)
{
    const struct rt_line_blocks *line = self->payload;
    struct chances c = {.n = self->v.n, .nvalues = self->v.nvalues, .k = line->k, .block = line->block, .in = in};
    int status = place_blocks(self, &c);
    if (status == RT_OK)
        status = make_room(self, &c);
    if (status != RT_OK)
        return status;
    weigh_cells(&c);
    weigh_blocks(&c);
    pass_right(&c);
    double total = c.k ? pass_left(&c) : weigh_empty(&c);
    if (!(total > 0))
        return RT_CONFLICT;
    cover(&c, total);
    tell(&c, out);
    return RT_OK;
}

static const struct rt_rule_class chances = {
    .size = sizeof chances,
    .id = "nonogram.chances",
    .kind = RT_LINE_BLOCKS,
    .summary = "how often a cell is filled among the arrangements of its line, for where the search begins",
    .tier = 0,
    .level = 9,
    .weigh = weigh,
};

static const struct rt_rule_class *const rules[] = {&chances, NULL};

const struct rt_bundle rt_bundle = {RT_BUNDLE_HEAD, .id = "line.chances", .version = "1.0", .rules = rules};
