/* A single loop as the border of a region: unit squares, the board's faces, that hang together without holes and
 * without touching at a corner. */
#ifndef MASYU_REGION_H
#define MASYU_REGION_H

#include "verify.h"

struct region {
    uint32_t width, height; /* faces */
    uint8_t *in;            /* with a frame of faces that are out */
};

static inline uint8_t *region_at(const struct region *r, uint32_t row, uint32_t column)
{
    return &r->in[row * (r->width + 2) + column];
}

/* The faces beside it that are in, 0 to 4. */
static inline uint32_t region_touches(const struct region *r, uint32_t row, uint32_t column)
{
    return (uint32_t)*region_at(r, row - 1, column) + *region_at(r, row, column + 1) + *region_at(r, row + 1, column) +
           *region_at(r, row, column - 1);
}

/* May this face join the region or leave it?  So it is if what lies round it is one stretch of faces that are in and
 * one of faces that are out, and it has neighbours in both. */
static inline bool region_may_flip(const struct region *r, uint32_t row, uint32_t column)
{
    static const int down[8] = {-1, -1, 0, 1, 1, 1, 0, -1}, right[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    uint32_t stretches = 0, touches = region_touches(r, row, column);
    for (int d = 0; d < 8; d++) {
        int next = (d + 1) % 8;
        stretches += !*region_at(r, row + (uint32_t)down[d], column + (uint32_t)right[d]) &&
                     *region_at(r, row + (uint32_t)down[next], column + (uint32_t)right[next]);
    }
    return stretches == 1 && touches && touches < 4;
}

/* The directions in which the loop leaves a cell, a bit each. */
static inline unsigned region_ways(const struct region *r, uint32_t row, uint32_t column)
{
    bool nw = *region_at(r, row, column), ne = *region_at(r, row, column + 1);
    bool sw = *region_at(r, row + 1, column), se = *region_at(r, row + 1, column + 1);
    return (unsigned)((nw != ne) << NORTH | (ne != se) << EAST | (sw != se) << SOUTH | (nw != sw) << WEST);
}

/* The pearl that the loop allows here. */
static inline char region_pearl(const struct region *r, uint32_t row, uint32_t column, uint32_t variant)
{
    static const int down[4] = {-1, 0, 1, 0}, right[4] = {0, 1, 0, -1};
    unsigned here = region_ways(r, row, column);
    uint32_t turns = 0;
    for (uint32_t d = 0; d < 4; d++)
        if (here >> d & 1)
            turns += !is_straight(region_ways(r, row + (uint32_t)down[d], column + (uint32_t)right[d]));
    if (!here)
        return '.';
    if (!is_straight(here))
        return turns ? '.' : 'B';
    uint32_t needed = variant == RT_MASYU_BOTH ? 2 : variant == RT_MASYU_STANDARD ? 1 : 0;
    return turns >= needed ? 'W' : '.';
}

#endif
