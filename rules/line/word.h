/* The complete line pass for one colour and at most 62 cells: the pass of wide.h with everything in one word.
 *
 * A set F holds prefixes p: "j blocks and the empty cell after each of them fit in the first p cells"; a
 * virtual empty cell n ends the last block, so the line is possible if F after all blocks has n + 1.  With E
 * the ends just after a block's empty cell, all longer prefixes come from one addition: its carry runs up the
 * cells that may be empty. */
#ifndef RATCHET_RULES_LINE_WORD_H
#define RATCHET_RULES_LINE_WORD_H

#include "wide.h"

#define WORD_CELLS 62
#define WORD_BLOCKS 32
/* A long line, of which this is a part, may have more distinct lengths than a short one. */
#define WORD_SLOTS 64

/* Of one direction: cells that may be empty with the virtual one, the same one further, and the prefixes. */
struct word_chain {
    uint64_t empty, after, prefix;
};

WIDE_INLINE uint64_t word_flood(uint64_t ends, uint64_t empty)
{
    return (((ends & empty) + empty) ^ empty) | ends;
}

WIDE_INLINE struct word_chain word_start(uint64_t empty, uint32_t n)
{
    empty |= 1ull << n;
    return (struct word_chain){empty, empty << 1, word_flood(1, empty)};
}

/* One block of `length` cells further; returns where it may start. */
WIDE_INLINE uint64_t word_block(struct word_chain *c, uint64_t room, uint32_t length)
{
    uint64_t start = c->prefix & room;
    c->prefix = word_flood(start << (length + 1) & c->after, c->empty);
    return start;
}

/* may[0], may[1]: the cells that may be empty, filled (bits above n are undefined). False: no arrangement. */
WIDE_INLINE bool word_pass(const struct table *t, const struct part *part, uint64_t *may)
{
    uint64_t room[WORD_SLOTS], room2[WORD_SLOTS], spread[WORD_SLOTS];
    uint64_t prefix[WORD_BLOCKS + 1], start[WORD_BLOCKS], suffix[WORD_BLOCKS + 1];
    uint32_t n = part->n, k = part->end - part->first, nsteps = t->nshort;
    const struct block *block = t->block + part->first;
    uint64_t cells = part->plane[1], cells2 = part->mirror[1];
    for (uint32_t i = 0; i < nsteps; i++) {
        room[t->step[i].slot] = cells &= cells >> t->step[i].shift;
        room2[t->step[i].slot] = cells2 &= cells2 >> t->step[i].shift;
        spread[t->step[i].slot] = 0;
    }
    struct word_chain a = word_start(part->plane[0], n), b = word_start(part->mirror[0], n);
    for (uint32_t j = 0; j < k; j++) {
        const struct block *x = &block[j], *y = &block[k - 1 - j];
        prefix[j] = a.prefix;
        suffix[k - j] = b.prefix;
        start[j] = word_block(&a, room[x->slot], x->length);
        word_block(&b, room2[y->slot], y->length);
    }
    if (!(a.prefix >> (n + 1) & 1))
        return false;
    prefix[k] = a.prefix;
    uint64_t empty = reverse64(b.prefix) >> (62 - n) & prefix[0];
    for (uint32_t j = 0; j < k; j++) {
        uint64_t rest = reverse64(suffix[j + 1]) >> (62 - n);
        empty |= rest & prefix[j + 1];
        spread[block[j].slot] |= start[j] & rest >> (block[j].length + 1);
    }
    cells = 0;
    for (uint32_t i = nsteps; i-- > 0;) {
        cells |= spread[t->step[i].slot];
        cells |= cells << t->step[i].shift;
    }
    may[0] = empty >> 1;
    may[1] = cells;
    return true;
}

#endif
