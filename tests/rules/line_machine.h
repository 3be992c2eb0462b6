/* The line of a nonogram as an automaton, for those who compare the two. */
#ifndef RATCHET_TESTS_RULES_LINE_MACHINE_H
#define RATCHET_TESTS_RULES_LINE_MACHINE_H

#include <ratchet/kind/automaton.h>
#include <ratchet/kind/line.h>

#include <string.h>

static inline uint32_t line_machine_gap(const struct rt_line_blocks *line, uint32_t j)
{
    return j + 1 < line->k && line->block[j].colour == line->block[j + 1].colour;
}

/* A state for each number of cells of a block that have been read, from none on, and one for the gap behind it, if it
 * must have one. */
static inline uint32_t line_machine_states(const struct rt_line_blocks *line)
{
    uint32_t states = 1;
    for (uint32_t j = 0; j < line->k; j++)
        states += line->block[j].length + line_machine_gap(line, j);
    return states;
}

/* `a` has room for rt_automaton_size(line_machine_states(line), alphabet) bytes. */
static inline void line_machine_make(const struct rt_line_blocks *line, uint32_t alphabet, struct rt_automaton *a)
{
    uint32_t states = line_machine_states(line), s = 0;
    memset(a, 0, rt_automaton_size(states, alphabet));
    a->states = states;
    a->alphabet = alphabet;
    memset(a->next, 0xff, states * alphabet * sizeof a->next[0]);
    a->next[0] = 0;
    for (uint32_t j = 0; j < line->k; j++) {
        for (uint32_t r = 0; r < line->block[j].length; r++, s++)
            a->next[s * alphabet + line->block[j].colour] = s + 1;
        uint32_t gap = line_machine_gap(line, j);
        a->next[s * alphabet] = s + gap;
        s += gap;
        a->next[s * alphabet] = s;
    }
    a->next[states * alphabet + s / 32] |= 1u << s % 32;
}

#endif
