/* Why nonogram.line found what it found: a reason of which no premise can be spared.
 *
 * States from which the line can still be completed are computed from the end with all that was known; then,
 * from the start, every value that had left a cell is put back if the states reached so far still miss them.
 * What could not be put back is the reason.  One pass each way, O(n) steps of bit operations. */
#ifndef RATCHET_RULES_LINE_REASON_H
#define RATCHET_RULES_LINE_REASON_H

#include "nfa.h"
#include <ratchet/host.h>

struct reason {
    const struct nfa *m;
    const uint64_t *plane;      /* what was possible then, `words` words a value */
    uint32_t n, words;
    uint32_t pos, value;        /* assumed: the negated conclusion; RT_NOPOS: nothing, explain a conflict */
    uint64_t *gone;             /* the reason, laid out as the planes; zeroed */
};

static inline bool reason_may(const struct reason *r, uint32_t pos, uint32_t value)
{
    if (pos == r->pos)
        return value == r->value;
    return r->plane[value * r->words + pos / 64] >> pos % 64 & 1;
}

/* Reads cell i with what must be known of it: `back` are the states that must stay out of reach. */
static inline void reason_cell(const struct reason *r, uint32_t i, const uint64_t *set, const uint64_t *back,
                               uint64_t *next)
{
    for (uint32_t v = 0; v < r->m->nvalues; v++) {
        if (i == r->pos && v != r->value)
            continue;
        if (reason_may(r, i, v) || !nfa_leads(r->m, v, set, back))
            nfa_read(r->m, v, set, next);
        else
            r->gone[v * r->words + i / 64] |= 1ull << i % 64;
    }
}

/* `memory` holds (n + 3) * m->words words. False: it does not follow. */
static inline bool reason_find(const struct reason *r, uint64_t *memory)
{
    const struct nfa *m = r->m;
    size_t W = m->words;
    uint64_t *set = memory + (r->n + 1) * W, *next = set + W;
    memset(memory, 0, (r->n + 3) * W * sizeof *memory);
    nfa_accept(m, memory + r->n * W);
    for (uint32_t i = r->n; i-- > 0;)
        for (uint32_t v = 0; v < m->nvalues; v++)
            if (reason_may(r, i, v))
                nfa_unread(m, v, memory + (i + 1) * W, memory + i * W);
    nfa_start(m, set);
    if (nfa_meet(m, set, memory))
        return false;
    for (uint32_t i = 0; i < r->n; i++) {
        memset(next, 0, W * sizeof *next);
        reason_cell(r, i, set, memory + (i + 1) * W, next);
        memcpy(set, next, W * sizeof *set);
    }
    return true;
}

#endif
