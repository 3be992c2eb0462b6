/* Sets of states of an automaton, as bits, and how a cell leads from one to another. */
#ifndef RATCHET_RULES_SEQ_SETS_H
#define RATCHET_RULES_SEQ_SETS_H

#include <ratchet/kind/automaton.h>
#include <stdbool.h>
#include <stddef.h>

static inline uint32_t set_words(const struct rt_automaton *a)
{
    return (a->states + 63) / 64;
}

static inline bool set_has(const uint64_t *set, uint32_t state)
{
    return set[state / 64] >> state % 64 & 1;
}

static inline void set_add(uint64_t *set, uint32_t state)
{
    set[state / 64] |= 1ull << state % 64;
}

/* All states. */
static inline void set_fill(const struct rt_automaton *a, uint64_t *set)
{
    for (uint32_t w = 0; w < set_words(a); w++)
        set[w] = UINT64_MAX;
    set[set_words(a) - 1] >>= 63 - (a->states - 1) % 64;
}

static inline void set_accepting(const struct rt_automaton *a, uint64_t *set)
{
    const uint32_t *bits = a->next + (size_t)a->states * a->alphabet;
    for (uint32_t i = 0; i < (a->states + 31) / 32; i++)
        set[i / 2] |= (uint64_t)bits[i] << (i % 2 ? 32 : 0);
}

/* The values that words may have. */
static inline uint64_t set_alphabet(const struct rt_automaton *a)
{
    return a->alphabet == 64 ? UINT64_MAX : (1ull << a->alphabet) - 1;
}

/* Adds to `to` where a value of `values` leads from the states of `from`. */
static inline void set_read(const struct rt_automaton *a, const uint64_t *from, uint64_t values, uint64_t *to)
{
    values &= set_alphabet(a);
    for (uint32_t w = 0; w < set_words(a); w++)
        for (uint64_t set = from[w]; set; set &= set - 1) {
            const uint32_t *next = a->next + (size_t)(64 * w + (uint32_t)__builtin_ctzll(set)) * a->alphabet;
            for (uint64_t left = values; left; left &= left - 1) {
                uint32_t target = next[__builtin_ctzll(left)];
                if (target != RT_AUTOMATON_NONE)
                    set_add(to, target);
            }
        }
}

/* The values of `values`, all of the alphabet, that lead from a state into `to`. */
static inline uint64_t state_leads(const struct rt_automaton *a, uint32_t state, uint64_t values, const uint64_t *to)
{
    const uint32_t *next = a->next + (size_t)state * a->alphabet;
    uint64_t lead = 0;
    for (; values; values &= values - 1) {
        uint32_t target = next[__builtin_ctzll(values)];
        if (target != RT_AUTOMATON_NONE && set_has(to, target))
            lead |= values & -values;
    }
    return lead;
}

/* Takes those states out of `from` that no value of `values` leads into `to`. The values that lead there from any. */
static inline uint64_t set_unread(const struct rt_automaton *a, uint64_t *from, uint64_t values, const uint64_t *to)
{
    uint64_t lead = 0;
    values &= set_alphabet(a);
    for (uint32_t w = 0; w < set_words(a); w++)
        for (uint64_t set = from[w]; set; set &= set - 1) {
            uint64_t good = state_leads(a, 64 * w + (uint32_t)__builtin_ctzll(set), values, to);
            from[w] &= good ? UINT64_MAX : ~(set & -set);
            lead |= good;
        }
    return lead;
}

/* The values of `values` that lead from a state of `from` into `to`. */
static inline uint64_t set_leads(const struct rt_automaton *a, const uint64_t *from, uint64_t values,
                                 const uint64_t *to)
{
    uint64_t lead = 0;
    values &= set_alphabet(a);
    for (uint32_t w = 0; w < set_words(a); w++)
        for (uint64_t set = from[w]; set && values & ~lead; set &= set - 1)
            lead |= state_leads(a, 64 * w + (uint32_t)__builtin_ctzll(set), values & ~lead, to);
    return lead;
}

#endif
