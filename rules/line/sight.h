/* What a person sees of a line: cells that are certain, how far each block can go to the left and to the right,
 * for each colour the gaps that may hold it, and in them the runs of cells that have it. */
#ifndef RATCHET_RULES_LINE_SIGHT_H
#define RATCHET_RULES_LINE_SIGHT_H

#include "cells.h"
#include "line.h"

struct sight {
    const struct table *t;
    uint32_t n, words, nvalues;
    uint64_t all;               /* mask of all values */
    const uint64_t *plane;      /* [value * words]: cells that may have it */
    uint64_t *sure;             /* the same: cells that have it for certain */
    struct bounds *at;          /* first and last start of each block */
};

/* A stretch of cells of one colour: [from, to). */
struct stretch {
    uint32_t colour, from, to;
};

static inline void sight_certain(struct sight *s)
{
    for (uint32_t w = 0; w < s->words; w++) {
        uint64_t once = 0, twice = 0;
        for (uint32_t a = 0; a < s->nvalues; a++) {
            twice |= once & s->plane[a * s->words + w];
            once |= s->plane[a * s->words + w];
        }
        for (uint32_t a = 0; a < s->nvalues; a++)
            s->sure[a * s->words + w] = s->plane[a * s->words + w] & ~twice;
    }
}

/* Looks at a line of which `plane` and `mirror` are known. RT_CONFLICT: the blocks do not fit. */
static inline int sight_make(struct sight *s, struct rt_self *self, const uint64_t *plane, const uint64_t *mirror)
{
    const struct table *t = &((const struct line *)self->state)->table;
    const struct rt_view *v = &self->v;
    *s = (struct sight){t, v->n, v->words, v->nvalues,
                        v->nvalues == 64 ? UINT64_MAX : (1ull << v->nvalues) - 1, plane, NULL, NULL};
    if (t->hopeless)
        return RT_CONFLICT;
    struct part part = {.n = t->n, .end = t->k, .words = t->n / 64 + 1};
    size_t W = part.words, wide = W * v->nvalues, planes = (size_t)v->words * v->nvalues;
    uint64_t *memory = self->h->scratch(self, (3 * wide + planes + wide_memory(part.words, t)) * sizeof *memory);
    s->at = self->h->scratch(self, (t->k + 1) * sizeof *s->at);
    if (!memory || !s->at)
        return RT_ENOMEM;
    uint64_t *front = memory, *back = front + wide, *may = back + wide;
    s->sure = may + wide;
    for (uint32_t a = 0; a < v->nvalues; a++) {
        cut(plane + a * v->words, v->words, 0, t->n, front + a * W);
        cut(mirror + a * v->words, v->words, 0, t->n, back + a * W);
    }
    part.plane = front;
    part.mirror = back;
    if (!wide_pass(part.words, t, &part, may, s->at, s->sure + planes))
        return RT_CONFLICT;
    sight_certain(s);
    return RT_OK;
}

static inline bool sight_may(const struct sight *s, uint32_t pos, uint32_t value)
{
    return s->plane[value * s->words + pos / 64] >> pos % 64 & 1;
}

/* The next gap: a stretch as long as can be of cells that may have the colour. Begin with {.colour = 1}. */
static inline bool sight_gap(const struct sight *s, struct stretch *gap)
{
    for (; gap->colour < s->nvalues; gap->colour++, gap->to = 0) {
        const uint64_t *may = s->plane + (size_t)gap->colour * s->words;
        gap->from = cell_next(may, 0, gap->to, s->n);
        if (gap->from == s->n)
            continue;
        gap->to = cell_next(may, UINT64_MAX, gap->from, s->n);
        return true;
    }
    return false;
}

/* The next run in a gap. Begin with {gap.colour, .to = gap.from}. */
static inline bool sight_run(const struct sight *s, const struct stretch *gap, struct stretch *run)
{
    const uint64_t *sure = s->sure + (size_t)gap->colour * s->words;
    run->from = cell_next(sure, 0, run->to, gap->to);
    if (run->from == gap->to)
        return false;
    run->to = cell_next(sure, UINT64_MAX, run->from, gap->to);
    return true;
}

/* First block that can reach the cell before `to`: starts and ends grow from block to block. */
static inline uint32_t sight_block(const struct sight *s, uint32_t to)
{
    uint32_t low = 0, high = s->t->k;
    while (low < high) {
        uint32_t j = (low + high) / 2;
        if (s->at[j].last + s->t->block[j].length >= to)
            high = j;
        else
            low = j + 1;
    }
    return low;
}

/* Where may block j start to lie in the gap? */
static inline bool sight_room(const struct sight *s, const struct stretch *gap, uint32_t j, struct bounds *place)
{
    const struct block *b = &s->t->block[j];
    if (b->colour != gap->colour || b->length > gap->to - gap->from)
        return false;
    uint32_t first = s->at[j].first, last = s->at[j].last;
    place->first = first < gap->from ? gap->from : first;
    place->last = last > gap->to - b->length ? gap->to - b->length : last;
    return place->first <= place->last;
}

/* And to hold the run? */
static inline bool sight_places(const struct sight *s, const struct stretch *gap, const struct stretch *run,
                                uint32_t j, struct bounds *place)
{
    uint32_t length = s->t->block[j].length, reach = run->to > length ? run->to - length : 0;
    if (!sight_room(s, gap, j, place) || length < run->to - run->from)
        return false;
    if (place->first < reach)
        place->first = reach;
    if (place->last > run->from)
        place->last = run->from;
    return place->first <= place->last;
}

/* Values that can stand next to block j, behind it or before it. */
static inline uint64_t sight_beside(const struct sight *s, uint32_t j, bool behind)
{
    uint32_t other = behind ? j + 1 : j - 1;
    bool touches = other < s->t->k && s->t->block[other].colour != s->t->block[j].colour;
    return 1 | (touches ? 1ull << s->t->block[other].colour : 0);
}

#endif
