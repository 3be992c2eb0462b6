/* The automaton of a line.blocks/1 scope as one string of states,
 *
 *      gap 0 | block 1, cell 1 .. cell L1 | gap 1 | block 2, cell 1 .. | ... | gap k
 *
 * where "gap j" means that at least one empty cell follows block j (gap 0: none is needed).  A set of states
 * is a bitset; reading a cell shifts it by one, or by two from the end of a block to the start of a
 * differently coloured one.  The set is a plain array of `words` words, so any line fits. This is the
 * definition that the fast passes of line.c are measured against. */
#ifndef RATCHET_RULES_LINE_NFA_H
#define RATCHET_RULES_LINE_NFA_H

#include <ratchet/kind/line.h>
#include <stdbool.h>
#include <string.h>

#define NFA_INLINE static inline __attribute__((always_inline))

struct nfa {
    uint32_t words, nvalues;
    uint64_t *enter;    /* [value * words]: states that reading `value` leads to, one step on */
    uint64_t *skip;     /* [value * words]: states that may be entered two steps on */
    uint32_t last;      /* gap k; together with last - 1, if there is a block, the accepting states */
    bool blocks;        /* k > 0 */
    /* One-word lines of one colour: states after i cells, and states that the cells from i on can complete,
     * when nothing is known of these cells. n + 1 each; NULL for other lines. */
    uint64_t *reach, *rest;
};

/* Cells that the blocks and the gaps they need take at least; may exceed any line. */
static inline uint64_t nfa_span(const struct rt_line_blocks *line)
{
    uint64_t span = 0;
    for (uint32_t j = 0; j < line->k; j++)
        span += line->block[j].length +
                (uint64_t)(j && line->block[j].colour == line->block[j - 1].colour);
    return span;
}

/* Words a set of states takes; only for lines whose span fits, so that it is at most 2n + 1 states. */
static inline uint32_t nfa_words(const struct rt_line_blocks *line)
{
    uint64_t states = line->k + 1ull;
    for (uint32_t j = 0; j < line->k; j++)
        states += line->block[j].length;
    return (uint32_t)((states + 63) / 64);
}

static inline size_t nfa_memory(uint32_t words, uint32_t nvalues)
{
    return (size_t)2 * words * nvalues;
}

static inline void nfa_set(uint64_t *set, uint32_t state)
{
    set[state / 64] |= 1ull << state % 64;
}

/* `memory` holds nfa_memory() zeroed words. */
static inline void nfa_make(struct nfa *m, const struct rt_line_blocks *line, uint32_t words,
                            uint32_t nvalues, uint64_t *memory)
{
    *m = (struct nfa){.words = words, .nvalues = nvalues, .blocks = line->k > 0};
    m->enter = memory;
    m->skip = memory + (size_t)words * nvalues;
    uint32_t state = 0;
    nfa_set(m->enter, state);
    for (uint32_t j = 0; j < line->k; j++) {
        const struct rt_line_block *b = &line->block[j];
        if (j && b->colour != b[-1].colour)
            nfa_set(m->skip + (size_t)b->colour * words, state + 1);
        for (uint32_t i = 0; i < b->length; i++)
            nfa_set(m->enter + (size_t)b->colour * words, ++state);
        nfa_set(m->enter, ++state);
    }
    m->last = state;
}

static inline void nfa_start(const struct nfa *m, uint64_t *set)
{
    memset(set, 0, m->words * sizeof *set);
    nfa_set(set, 0);
}

static inline void nfa_accept(const struct nfa *m, uint64_t *set)
{
    memset(set, 0, m->words * sizeof *set);
    nfa_set(set, m->last);
    if (m->blocks)
        nfa_set(set, m->last - 1);
}

/* Adds to `to` where reading `value` leads from `from`. */
NFA_INLINE void nfa_read(const struct nfa *m, uint32_t value, const uint64_t *from, uint64_t *to)
{
    const uint64_t *enter = m->enter + (size_t)value * m->words, *skip = m->skip + (size_t)value * m->words;
    uint64_t below = 0;
    for (uint32_t w = 0; w < m->words; w++) {
        uint64_t one = from[w] << 1 | below >> 63, two = from[w] << 2 | below >> 62;
        to[w] |= (one & enter[w]) | (two & skip[w]);
        if (!value)
            to[w] |= from[w] & enter[w];
        below = from[w];
    }
}

/* Adds to `to` the states from which reading `value` leads into `from`. */
NFA_INLINE void nfa_unread(const struct nfa *m, uint32_t value, const uint64_t *from, uint64_t *to)
{
    const uint64_t *enter = m->enter + (size_t)value * m->words, *skip = m->skip + (size_t)value * m->words;
    uint64_t one = 0, two = 0;
    for (uint32_t w = m->words; w-- > 0;) {
        uint64_t e = from[w] & enter[w], s = from[w] & skip[w];
        to[w] |= e >> 1 | one << 63 | s >> 2 | two << 62;
        if (!value)
            to[w] |= e;
        one = e;
        two = s;
    }
}

static inline void nfa_make_open(struct nfa *m, uint32_t n, uint64_t *memory)
{
    m->reach = memory;
    m->rest = memory + n + 1;
    nfa_start(m, m->reach);
    nfa_accept(m, m->rest + n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t value = 0; value < 2; value++) {
            nfa_read(m, value, m->reach + i, m->reach + i + 1);
            nfa_unread(m, value, m->rest + n - i, m->rest + n - i - 1);
        }
}

/* Does reading `value` lead from `from` into `into`? */
NFA_INLINE bool nfa_leads(const struct nfa *m, uint32_t value, const uint64_t *from, const uint64_t *into)
{
    const uint64_t *enter = m->enter + (size_t)value * m->words, *skip = m->skip + (size_t)value * m->words;
    uint64_t below = 0;
    for (uint32_t w = 0; w < m->words; w++) {
        uint64_t one = from[w] << 1 | below >> 63, two = from[w] << 2 | below >> 62;
        if (!value)
            one |= from[w];
        if (((one & enter[w]) | (two & skip[w])) & into[w])
            return true;
        below = from[w];
    }
    return false;
}

NFA_INLINE bool nfa_meet(const struct nfa *m, const uint64_t *a, const uint64_t *b)
{
    for (uint32_t w = 0; w < m->words; w++)
        if (a[w] & b[w])
            return true;
    return false;
}

#endif
