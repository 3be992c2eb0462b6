/* What is known in a scope without a value twice, read off its planes: one word each, for n is at most 64. */
#ifndef RULES_ALLDIFF_FIXED_H
#define RULES_ALLDIFF_FIXED_H

#include <ratchet/model.h>

/* The positions with one value left. */
static inline uint64_t fixed_positions(const struct rt_view *v)
{
    uint64_t once = 0, twice = 0;
    for (uint32_t value = 0; value < v->nvalues; value++) {
        twice |= once & v->plane[value];
        once |= v->plane[value];
    }
    return once & ~twice;
}

#endif
