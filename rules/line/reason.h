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

NFA_INLINE bool reason_may(const struct reason *r, uint32_t pos, uint32_t value)
{
    if (pos == r->pos)
        return value == r->value;
    return r->plane[value * r->words + pos / 64] >> pos % 64 & 1;
}

/* Reads cell i with what must be known of it: `back` are the states that must stay out of reach. */
NFA_INLINE void reason_cell(const struct reason *r, uint32_t i, const uint64_t *set, const uint64_t *back,
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

/* The same for one colour, when cells and states fit a word each.  Cells of which nothing need be known are
 * skipped: the backward pass ends where the states that any cells at all may lead to (m->reach) miss the
 * completable ones, the forward pass where its states miss those that any cells at all may complete
 * (m->rest). */
static inline bool reason_word(const struct reason *r)
{
    const uint64_t *reach = r->m->reach, *rest = r->m->rest;
    uint64_t gap = r->m->enter[0], fill = r->m->enter[1], empty = r->plane[0], full = r->plane[1];
    uint64_t assumed = r->pos < 64 ? 1ull << r->pos : 0, back[65], gone[2] = {0, 0};
    empty = (empty & ~assumed) | (r->value ? 0 : assumed);
    full = (full & ~assumed) | (r->value ? assumed : 0);
    uint64_t known = ~(empty & full) & UINT64_MAX >> (64 - r->n);
    uint32_t i = known ? 64 - (uint32_t)__builtin_clzll(known) : 0;
    for (back[i] = rest[i]; back[i] & reach[i]; i--) {
        if (!i)
            return false;
        uint64_t e = back[i] & gap & -(empty >> (i - 1) & 1), f = back[i] & fill & -(full >> (i - 1) & 1);
        back[i - 1] = (e | f) >> 1 | e;
    }
    for (uint64_t set = reach[i]; set & rest[i]; i++) {
        uint64_t e = (set | set << 1) & gap, f = set << 1 & fill, bit = 1ull << i;
        bool spare = !(known & bit), fixed = assumed & bit;
        bool keep_e = spare || (empty & bit) || !(fixed || e & back[i + 1]);
        bool keep_f = spare || (full & bit) || !(fixed || f & back[i + 1]);
        gone[0] |= keep_e ? 0 : bit;
        gone[1] |= keep_f ? 0 : bit;
        set = (e & -(uint64_t)keep_e) | (f & -(uint64_t)keep_f);
    }
    r->gone[0] = gone[0] & ~assumed;
    r->gone[1] = gone[1] & ~assumed;
    return true;
}

/* The general pass; `words` a constant where the line is short enough for the compiler to unroll it. */
NFA_INLINE bool reason_words(const struct reason *whole, uint32_t words, uint64_t *memory)
{
    struct nfa m = *whole->m;
    struct reason r = *whole;
    size_t W = m.words = words;
    r.m = &m;
    uint64_t *set = memory + (r.n + 1) * W, *next = set + W;
    memset(memory, 0, (r.n + 3) * W * sizeof *memory);
    nfa_accept(&m, memory + r.n * W);
    for (uint32_t i = r.n; i-- > 0;)
        for (uint32_t v = 0; v < m.nvalues; v++)
            if (reason_may(&r, i, v))
                nfa_unread(&m, v, memory + (i + 1) * W, memory + i * W);
    nfa_start(&m, set);
    if (nfa_meet(&m, set, memory))
        return false;
    for (uint32_t i = 0; i < r.n; i++) {
        memset(next, 0, W * sizeof *next);
        reason_cell(&r, i, set, memory + (i + 1) * W, next);
        memcpy(set, next, W * sizeof *set);
    }
    return true;
}

/* `memory` holds (n + 3) * m->words words. False: it does not follow. */
static inline bool reason_find(const struct reason *r, uint64_t *memory)
{
    if (r->m->reach)
        return reason_word(r);
    switch (r->m->words) {
    case 1:
        return reason_words(r, 1, memory);
    case 2:
        return reason_words(r, 2, memory);
    case 3:
        return reason_words(r, 3, memory);
    default:
        return reason_words(r, r->m->words, memory);
    }
}

#endif
