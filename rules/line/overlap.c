/* nonogram.overlap: each block pushed as far left and as far right as what is known of the line allows. The
 * cells that both places share are filled; what no block can reach from its leftmost to its rightmost place
 * is empty.  Weaker than nonogram.line, but what a person does first. */
#include "decided.h"
#include "line.h"
#include <ratchet/model.h>

/* plane[value]: which cells [from, to) are. */
static void fill(uint64_t *plane, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        plane[i / 64] |= 1ull << i % 64;
}

/* From the bounds of all blocks to what each cell may be. */
static void judge(const struct table *t, const struct rt_view *v, const struct bounds *bounds, uint64_t *may,
                  uint64_t *sure)
{
    size_t words = v->words;
    fill(may, 0, t->n);
    for (uint32_t j = 0; j < t->k; j++) {
        const struct block *b = &t->block[j];
        fill(may + b->colour * words, bounds[j].first, bounds[j].last + b->length);
        fill(sure + b->colour * words, bounds[j].last, bounds[j].first + b->length);
    }
    for (uint32_t a = 1; a < v->nvalues; a++)
        for (size_t w = 0; w < words; w++)
            for (uint32_t other = 0; other < v->nvalues; other++)
                if (other != a)
                    may[other * words + w] &= ~sure[a * words + w];
}

static int overlap_propagate(struct rt_self *self)
{
    const struct line *line = self->state;
    const struct table *t = &line->table;
    const struct rt_view *v = &self->v;
    if (t->hopeless)
        return self->h->conflict(self, 0);
    struct part part = {.n = t->n, .first = 0, .end = t->k, .words = t->n / 64 + 1};
    size_t W = part.words, wide = W * v->nvalues, planes = (size_t)v->words * v->nvalues;
    uint64_t *memory =
        self->h->scratch(self, (3 * wide + 2 * planes + wide_memory(part.words, t)) * sizeof *memory);
    struct bounds *bounds = self->h->scratch(self, (t->k + 1) * sizeof *bounds);
    if (!memory || !bounds)
        return RT_ENOMEM;
    uint64_t *plane = memory, *mirror = plane + wide, *exact = mirror + wide, *may = exact + wide;
    uint64_t *sure = may + planes;
    for (uint32_t a = 0; a < v->nvalues; a++) {
        cut(v->plane + a * v->words, v->words, 0, t->n, plane + a * W);
        cut(v->mirror + a * v->words, v->words, 0, t->n, mirror + a * W);
    }
    part.plane = plane;
    part.mirror = mirror;
    memset(exact, 0, (wide + 2 * planes) * sizeof *exact);
    if (!wide_pass(part.words, t, &part, exact, bounds, sure + planes))
        return self->h->conflict(self, 0);
    judge(t, v, bounds, may, sure);
    uint64_t any = 0;
    for (size_t i = 0; i < planes; i++)
        any |= may[i] = v->plane[i] & ~may[i];
    int status = any ? self->h->drop_planes(self, may, 0) : RT_OK;
    return status != RT_OK ? status : decided(v) ? RT_ENTAILED : RT_FIXPOINT;
}

static int overlap_describe(struct rt_self *self, const struct rt_why *why)
{
    if (why->pos == RT_NOPOS)
        return self->h->print(self, "the blocks do not fit in what is known of the line");
    return self->h->print(
        self, why->value ? "no block can reach this cell with that"
                         : "a block covers this cell both at its leftmost and at its rightmost place");
}

static const struct rt_rule_class overlap_rule = {
    .size = sizeof overlap_rule,
    .id = "nonogram.overlap",
    .kind = RT_LINE_BLOCKS,
    .flags = RT_RULE_OPTIONAL,  /* for people: nonogram.line finds all that it finds, and faster */
    .summary = "cells that a block covers at its leftmost and its rightmost place; cells that none can reach",
    .tier = 1,
    .level = 1,
    .needs = RT_PLANES | RT_MIRROR | RT_THEN,
    .state_size = sizeof(struct line),
    .wake = RT_WAKE_ANY,
    .init = line_init,
    .propagate = overlap_propagate,
    .explain = line_explain,
    .describe = overlap_describe,
};

static const struct rt_rule_class *const rules[] = {&overlap_rule, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "line.overlap", .version = "1.0", .rules = rules,
};
