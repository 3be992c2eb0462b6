/* A long line of one colour of which nothing is known yet: a cell is filled for certain where the first and the last
 * place of a block overlap, and empty for certain if nothing can move. The passes find the same, in many times the
 * time; of a large picture half of the lines begin so. */
#ifndef RATCHET_RULES_LINE_OPEN_H
#define RATCHET_RULES_LINE_OPEN_H

#include "table.h"

static inline uint64_t open_cells(uint32_t n, uint32_t word)
{
    return n - word * 64 < 64 ? (1ull << n % 64) - 1 : UINT64_MAX;
}

static inline bool open_all(const struct rt_view *v)
{
    for (uint32_t w = 0; w < v->words; w++)
        if ((v->plane[w] & v->plane[v->words + w]) != open_cells(v->n, w))
            return false;
    return true;
}

static inline void open_set(uint64_t *cells, uint32_t from, uint32_t to)
{
    for (uint32_t w = from / 64; w * 64 < to; w++) {
        uint64_t low = w == from / 64 ? UINT64_MAX << from % 64 : UINT64_MAX;
        cells[w] |= low & open_cells(to, w);
    }
}

/* Adds what leaves the cells, two planes: is it anything? `*decided`: all of them are decided then. */
static inline bool open_gone(const struct table *t, uint32_t words, uint64_t *gone, bool *decided)
{
    uint32_t slack = t->n - t->span[t->k];
    bool any = *decided = !slack || !t->k;
    for (uint32_t j = 0; j < t->k; j++)
        if (t->block[j].length > slack) {
            open_set(gone, t->span[j + 1] - t->block[j].length + slack, t->span[j + 1]);
            any = true;
        }
    for (uint32_t w = 0; *decided && w < words; w++)
        gone[words + w] = ~gone[w] & open_cells(t->n, w);
    return any;
}

#endif
