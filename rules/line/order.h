/* Block starts in order encoding: for block j an auxiliary "it starts at p or later" for every p between its
 * earliest and its latest start (Tamura and others; for nonograms Bosch's and Walsh's channelling).
 *
 *      start_j >= p+1          =>  start_j >= p
 *      start_j >= p            =>  start_{j+1} >= p + length_j + gap
 *      block j covers cell c   =>  the cell has its colour      (start_j > c - length_j, start_j <= c)
 *      c lies between j, j+1   =>  the cell is empty            (start_j <= c - length_j, start_{j+1} > c)
 *
 * Every cell is in exactly one of these cases, so the clauses are the line's whole meaning. */
#ifndef RULES_LINE_ORDER_H
#define RULES_LINE_ORDER_H

#include <ratchet/host.h>
#include <ratchet/kind/line.h>

enum { ORDER_BATCH = 1024, ORDER_TRUE = -1, ORDER_FALSE = -2 };

struct order {
    struct rt_self *self;
    const struct rt_line_blocks *line;
    uint32_t *low;          /* earliest start of each block */
    uint32_t *first;        /* handle of "start_j >= low_j + 1" */
    uint32_t slack;         /* latest start = low + slack */
    rt_lit lits[ORDER_BATCH];
    uint32_t n, open;       /* literals in lits, where the open clause begins */
    int satisfied, status;
};

static inline uint32_t order_gap(const struct rt_line_blocks *line, uint32_t j)
{
    return j + 1 < line->k && line->block[j].colour == line->block[j + 1].colour;
}

/* "start_j >= p" as a reference, or a constant. Block k, after the last one, never starts. */
static inline int64_t order_ge(const struct order *o, uint32_t j, int64_t p)
{
    if (j == o->line->k)
        return ORDER_TRUE;
    if (p <= (int64_t)o->low[j])
        return ORDER_TRUE;
    if (p > (int64_t)o->low[j] + o->slack)
        return ORDER_FALSE;
    return (int64_t)(RT_AUX | (o->first[j] + (uint32_t)(p - o->low[j] - 1)));
}

static inline void order_put(struct order *o, int64_t ref, int positive)
{
    if (ref == ORDER_TRUE || ref == ORDER_FALSE) {
        o->satisfied |= (ref == ORDER_TRUE) == positive;
        return;
    }
    o->lits[o->n++] = positive ? RT_IS(ref, 1) : RT_ISNT(ref, 1);
}

static inline void order_flush(struct order *o)
{
    if (o->n && o->status == RT_OK)
        o->status = o->self->h->add_clauses(o->self, o->lits, o->n);
    o->n = 0;
}

static inline void order_end(struct order *o)
{
    if (o->satisfied)
        o->n = o->open;
    else
        o->lits[o->n++] = RT_LIT_END;
    if (o->n + 8 > ORDER_BATCH)
        order_flush(o);
    o->open = o->n;
    o->satisfied = 0;
}

static inline void order_chain(struct order *o, uint32_t j)
{
    const struct rt_line_blocks *line = o->line;
    for (uint32_t p = o->low[j] + 1; p <= o->low[j] + o->slack; p++) {
        order_put(o, order_ge(o, j, (int64_t)p + 1), 0);
        order_put(o, order_ge(o, j, p), 1);
        order_end(o);
        if (j + 1 == line->k)
            continue;
        order_put(o, order_ge(o, j, p), 0);
        order_put(o, order_ge(o, j + 1, (int64_t)p + line->block[j].length + order_gap(line, j)), 1);
        order_end(o);
    }
}

static inline void order_cover(struct order *o, uint32_t j)
{
    uint32_t length = o->line->block[j].length, last = o->low[j] + o->slack + length;
    for (uint32_t c = o->low[j]; c < last; c++) {
        order_put(o, order_ge(o, j, (int64_t)c - length + 1), 0);
        order_put(o, order_ge(o, j, (int64_t)c + 1), 1);
        o->lits[o->n++] = RT_IS(c, o->line->block[j].colour);
        order_end(o);
    }
}

/* Cells between block j-1 and block j. */
static inline void order_between(struct order *o, uint32_t j, uint32_t cells)
{
    uint32_t from = j ? o->low[j - 1] + o->line->block[j - 1].length : 0;
    uint32_t to = j < o->line->k ? o->low[j] + o->slack : cells;
    for (uint32_t c = from; c < to; c++) {
        if (j)
            order_put(o, order_ge(o, j - 1, (int64_t)c - o->line->block[j - 1].length + 1), 1);
        order_put(o, order_ge(o, j, (int64_t)c + 1), 0);
        o->lits[o->n++] = RT_IS(c, 0);
        order_end(o);
    }
}

/* [init] [extend] Adds the auxiliaries and clauses of one line.blocks/1 scope; an rt_status. */
static inline int order_add(struct rt_self *self)
{
    const struct rt_host *h = self->h;
    const struct rt_line_blocks *line = self->payload;
    struct order *o = h->scratch(self, sizeof *o);
    uint32_t *places = h->scratch(self, (2 * (size_t)line->k + 2) * sizeof *places);
    if (!o || !places)
        return RT_ENOMEM;
    *o = (struct order){.self = self, .line = line, .low = places, .first = places + line->k + 1};
    uint64_t at = 0;
    for (uint32_t j = 0; j < line->k; j++) {
        o->low[j] = (uint32_t)at;
        at += line->block[j].length + (j + 1 < line->k ? order_gap(line, j) : 0);
    }
    if (at > self->v.n) {
        rt_lit never = RT_LIT_END;
        return h->add_clauses(self, &never, 1);
    }
    o->slack = self->v.n - (uint32_t)at;
    if (line->k && o->slack) {
        uint32_t handle = h->add_aux(self, line->k * o->slack, 2);
        if (handle == RT_NOPOS)
            return RT_ENOMEM;
        for (uint32_t j = 0; j < line->k; j++)
            o->first[j] = handle + j * o->slack;
    }
    for (uint32_t j = 0; j <= line->k; j++) {
        if (j < line->k) {
            order_chain(o, j);
            order_cover(o, j);
        }
        order_between(o, j, self->v.n);
    }
    order_flush(o);
    return o->status;
}

#endif
