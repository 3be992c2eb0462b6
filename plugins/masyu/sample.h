/* Random small boards: pearls of a random loop, so that there is a solution.
 *
 * The loop is the border of a region of unit squares, the board's faces, that grows from one square without holes
 * and without touching itself at a corner. */
#ifndef MASYU_SAMPLE_H
#define MASYU_SAMPLE_H

#include "verify.h"

#include <ratchet/puzzle.h>

struct region {
    uint32_t width, height; /* faces */
    uint8_t *in;            /* with a frame of faces that are out */
};

static inline uint8_t *region_at(const struct region *r, uint32_t row, uint32_t column)
{
    return &r->in[row * (r->width + 2) + column];
}

/* Its neighbours in the region hang together round it: then a face may join. */
static inline bool region_may_grow(const struct region *r, uint32_t row, uint32_t column)
{
    static const int down[8] = {-1, -1, 0, 1, 1, 1, 0, -1}, right[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    uint32_t arcs = 0, touches = 0;
    for (int d = 0; d < 8; d++) {
        int next = (d + 1) % 8;
        bool in = *region_at(r, row + (uint32_t)down[d], column + (uint32_t)right[d]);
        touches += in && d % 2 == 0;
        arcs += !in && *region_at(r, row + (uint32_t)down[next], column + (uint32_t)right[next]);
    }
    return touches && arcs == 1;
}

static inline void region_grow(struct rt_self *self, const struct region *r)
{
    const struct rt_host *h = self->h;
    uint32_t tries = (uint32_t)h->random(self, 6ull * r->width * r->height);
    *region_at(r, 1 + (uint32_t)h->random(self, r->height), 1 + (uint32_t)h->random(self, r->width)) = 1;
    for (uint32_t k = 0; k < tries; k++) {
        uint32_t row = 1 + (uint32_t)h->random(self, r->height), column = 1 + (uint32_t)h->random(self, r->width);
        if (!*region_at(r, row, column) && region_may_grow(r, row, column))
            *region_at(r, row, column) = 1;
    }
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

static inline bool region_meets_all(const struct region *r)
{
    for (uint32_t row = 0; row <= r->height; row++)
        for (uint32_t column = 0; column <= r->width; column++)
            if (!region_ways(r, row, column))
                return false;
    return true;
}

static inline int masyu_sample(struct rt_self *self, uint32_t side)
{
    const struct rt_host *h = self->h;
    uint32_t most = side > 2 ? side - 1 : 1;
    struct region r = {.width = 1 + (uint32_t)h->random(self, most), .height = 1 + (uint32_t)h->random(self, most)};
    uint64_t keep = h->random(self, 101);
    r.in = h->scratch(self, (size_t)(r.width + 2) * (r.height + 2));
    if (!r.in)
        return RT_ENOMEM;
    region_grow(self, &r);
    bool all = region_meets_all(&r) && h->random(self, 2);
    int status = h->print(self, "masyu %u %u\n%s", r.width + 1, r.height + 1, all ? "all_cells\n" : "");
    for (uint32_t row = 0; row <= r.height && status == RT_OK; row++) {
        for (uint32_t column = 0; column <= r.width && status == RT_OK; column++) {
            char pearl = region_pearl(&r, row, column, (uint32_t)h->option(self, "white"));
            status = h->print(self, "%c", h->random(self, 100) < keep ? pearl : '.');
        }
        if (status == RT_OK)
            status = h->print(self, "\n");
    }
    return status;
}

#endif
