/* seq.automaton/1 — the values of the cells, in order, are a word that a deterministic finite automaton accepts.
 * Variables: the cells in order. */
#ifndef RATCHET_KIND_AUTOMATON_H
#define RATCHET_KIND_AUTOMATON_H

#include <stdint.h>

#define RT_AUTOMATON "seq.automaton/1"
#define RT_AUTOMATON_STATES 65536u      /* most states */
#define RT_AUTOMATON_MOST (1u << 28)    /* most states times (cells + 1): the bits that a rule may want to keep */
#define RT_AUTOMATON_NONE UINT32_MAX    /* no transition: no word goes on with this value here */

/* payload_size = rt_automaton_size(states, alphabet) */
struct rt_automaton {
    uint32_t states;    /* at least 1; numbered from 0 */
    uint32_t alphabet;  /* values 0 .. alphabet - 1 occur in words, larger ones in none; at most 64 */
    uint32_t start;     /* a state */
    uint32_t reserved;  /* 0 */
    /* next[state * alphabet + value]: a state or RT_AUTOMATON_NONE.  Behind them the accepting states, one bit a
     * state: bit s % 32 of word s / 32; bits beyond the last state are 0. */
    uint32_t next[];
};

/* Bytes of the payload. */
static inline uint32_t rt_automaton_size(uint32_t states, uint32_t alphabet)
{
    return (uint32_t)sizeof(struct rt_automaton) + 4 * (states * alphabet + (states + 31) / 32);
}

static inline uint32_t rt_automaton_step(const struct rt_automaton *a, uint32_t state, uint32_t value)
{
    return value < a->alphabet ? a->next[state * a->alphabet + value] : RT_AUTOMATON_NONE;
}

static inline int rt_automaton_accepts(const struct rt_automaton *a, uint32_t state)
{
    return a->next[a->states * a->alphabet + state / 32] >> state % 32 & 1;
}

#endif
