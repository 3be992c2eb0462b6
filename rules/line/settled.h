/* Settled ends of a long line of one colour: where only a stretch of at most 62 cells is open, the pass of
 * word.h over that stretch and the blocks that belong to it does. */
#ifndef RATCHET_RULES_LINE_SETTLED_H
#define RATCHET_RULES_LINE_SETTLED_H

#include "cells.h"
#include "word.h"

struct settled {
    uint32_t cells;     /* decided cells from this end, up to and with an empty one */
    uint32_t blocks;    /* blocks in them */
    bool wrong;         /* they are not the blocks of the line */
};

/* Reads the runs of the `decided` first cells of one direction; `mirrored`: blocks count from the last. */
static inline struct settled settled_read(const struct table *t, const uint64_t *filled, uint32_t decided,
                                          bool mirrored)
{
    struct settled s = {0, 0, false};
    while (decided && filled[(decided - 1) / 64] >> (decided - 1) % 64 & 1)
        decided--;
    s.cells = decided;
    for (uint32_t at = cell_next(filled, 0, 0, decided); at < decided; s.blocks++) {
        uint32_t end = cell_next(filled, UINT64_MAX, at, decided);
        if (s.blocks == t->k ||
            t->block[mirrored ? t->k - 1 - s.blocks : s.blocks].length != end - at) {
            s.wrong = true;
            break;
        }
        at = cell_next(filled, 0, end, decided);
    }
    return s;
}

/* Open cells of one direction: the first; n if there is none. */
static inline uint32_t settled_cells(const uint64_t *plane, uint32_t words, uint32_t n)
{
    for (uint32_t w = 0; w < words; w++)
        if (plane[w] & plane[words + w])
            return w * 64 + (uint32_t)__builtin_ctzll(plane[w] & plane[words + w]);
    return n;
}

/* The open stretch: its first cell in `start`. n > 62: not short enough; n == 0: the settled ends are wrong
 * or its blocks do not fit, a contradiction. */
static inline struct part settled_part(const struct table *t, const struct rt_view *v, uint32_t *start)
{
    struct part part = {.n = t->n, .words = 1};
    uint32_t left = settled_cells(v->plane, v->words, t->n), right = settled_cells(v->mirror, v->words, t->n);
    if (left == t->n || t->n - left - right > WORD_CELLS)
        return part;
    struct settled a = settled_read(t, v->plane + v->words, left, false);
    struct settled b = settled_read(t, v->mirror + v->words, right, true);
    part.n = t->n - a.cells - b.cells;
    if (part.n > WORD_CELLS)
        return part;
    *start = a.cells;
    part.first = a.blocks;
    part.end = t->k - b.blocks;
    if (a.wrong || b.wrong || a.blocks + b.blocks > t->k)
        part.n = 0;
    else if (part.first < part.end && t->span[part.end] - t->span[part.first] -
                                              t->block[part.first].apart > part.n)
        part.n = 0;
    return part;
}

#endif
