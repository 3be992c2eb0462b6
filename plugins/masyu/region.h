/* Which pearls a loop allows. */
#ifndef MASYU_REGION_H
#define MASYU_REGION_H

#include "verify.h"

#include <ratchet/kit/region.h>

/* The pearl that the loop allows here. */
static inline char region_pearl(const struct rt_region *r, uint32_t row, uint32_t column, uint32_t variant)
{
    static const int down[4] = {-1, 0, 1, 0}, right[4] = {0, 1, 0, -1};
    unsigned here = rt_region_ways(r, row, column);
    uint32_t turns = 0;
    for (uint32_t d = 0; d < 4; d++)
        if (here >> d & 1)
            turns += !is_straight(rt_region_ways(r, row + (uint32_t)down[d], column + (uint32_t)right[d]));
    if (!here)
        return '.';
    if (!is_straight(here))
        return turns ? '.' : 'B';
    uint32_t needed = variant == RT_MASYU_BOTH ? 2 : variant == RT_MASYU_STANDARD ? 1 : 0;
    return turns >= needed ? 'W' : '.';
}

#endif
