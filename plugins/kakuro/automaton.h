/* A run as a word of an automaton: a state is the set of digits that have been used, as far as it is part of a set of
 * the right size and sum. */
#ifndef KAKURO_AUTOMATON_H
#define KAKURO_AUTOMATON_H

#include "board.h"

#include <ratchet/kind/automaton.h>

enum { SETS = 1 << DIGITS };

static inline uint32_t sum_of_set(uint32_t set)
{
    uint32_t sum = 0;
    for (; set; set &= set - 1)
        sum += (uint32_t)__builtin_ctz(set) + 1;
    return sum;
}

/* state[set]: its number, RT_NOPOS for sets that lead nowhere. How many there are. */
static inline uint32_t number_states(const struct run *run, uint32_t *state)
{
    uint32_t count = 0;
    for (uint32_t set = SETS; set-- > 0;) {
        uint32_t size = (uint32_t)__builtin_popcount(set);
        bool leads = size == run->n && sum_of_set(set) == run->sum;
        for (uint32_t v = 0; v < DIGITS && size < run->n && !leads; v++)
            leads = !(set >> v & 1) && state[set | 1u << v] != RT_NOPOS;
        state[set] = leads ? count++ : RT_NOPOS;
    }
    return count;
}

static inline int add_automaton(struct rt_self *self, const struct run *run, const uint32_t *vars)
{
    uint32_t state[SETS], states = number_states(run, state), bytes = rt_automaton_size(states, DIGITS);
    struct rt_automaton *a = self->h->scratch(self, bytes);
    if (!a)
        return RT_ENOMEM;
    *a = (struct rt_automaton){states, DIGITS, state[0], 0};
    for (uint32_t set = 0; set < SETS; set++) {
        if (state[set] == RT_NOPOS)
            continue;
        for (uint32_t v = 0; v < DIGITS; v++)
            a->next[state[set] * DIGITS + v] = set >> v & 1 ? RT_AUTOMATON_NONE : state[set | 1u << v];
        if ((uint32_t)__builtin_popcount(set) == run->n)
            a->next[states * DIGITS + state[set] / 32] |= 1u << state[set] % 32;
    }
    return self->h->add_scope(self, RT_AUTOMATON, vars, run->n, a, bytes);
}

#endif
