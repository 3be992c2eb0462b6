/* A single loop on a lattice as the border of a region: faces that hang together without holes and without touching at
 * a corner.  For puzzles that make random loops: new ones, and changes to them. */
#ifndef RATCHET_KIT_REGION_H
#define RATCHET_KIT_REGION_H

#include <ratchet/kit/lattice.h>
#include <ratchet/puzzle.h>

#include <stdlib.h>

#ifndef __cplusplus

struct rt_region {
    uint32_t width, height; /* faces */
    uint8_t *in;            /* with a frame of faces that are out */
};

static inline uint8_t *rt_region_at(const struct rt_region *r, uint32_t row, uint32_t column)
{
    return &r->in[row * (r->width + 2) + column];
}

/* The faces beside it that are in, 0 to 4. */
static inline uint32_t rt_region_touches(const struct rt_region *r, uint32_t row, uint32_t column)
{
    return (uint32_t)*rt_region_at(r, row - 1, column) + *rt_region_at(r, row, column + 1) +
           *rt_region_at(r, row + 1, column) + *rt_region_at(r, row, column - 1);
}

/* May this face join the region or leave it?  So it is if what lies round it is one stretch of faces that are in and
 * one of faces that are out, and it has neighbours in both. */
static inline bool rt_region_may_flip(const struct rt_region *r, uint32_t row, uint32_t column)
{
    static const int down[8] = {-1, -1, 0, 1, 1, 1, 0, -1}, right[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    uint32_t stretches = 0, touches = rt_region_touches(r, row, column);
    for (int d = 0; d < 8; d++) {
        int next = (d + 1) % 8;
        stretches += !*rt_region_at(r, row + (uint32_t)down[d], column + (uint32_t)right[d]) &&
                     *rt_region_at(r, row + (uint32_t)down[next], column + (uint32_t)right[next]);
    }
    return stretches == 1 && touches && touches < 4;
}

/* The directions in which the loop leaves a point, a bit each.  Points count from 0, faces from 1. */
static inline unsigned rt_region_ways(const struct rt_region *r, uint32_t row, uint32_t column)
{
    bool nw = *rt_region_at(r, row, column), ne = *rt_region_at(r, row, column + 1);
    bool sw = *rt_region_at(r, row + 1, column), se = *rt_region_at(r, row + 1, column + 1);
    return (unsigned)((nw != ne) << RT_NORTH | (ne != se) << RT_EAST | (sw != se) << RT_SOUTH | (nw != sw) << RT_WEST);
}

/* The masks of a lattice's edges: 2 on the region's border, else 1. */
static inline void rt_region_trace(const struct rt_region *r, const struct rt_lattice *l, uint64_t *edges)
{
    for (uint32_t point = 0; point < rt_lattice_points(l); point++)
        for (uint32_t d = RT_EAST; d <= RT_SOUTH; d++) {
            uint32_t edge = rt_lattice_edge(l, point, d);
            if (edge != RT_NOPOS)
                edges[edge] = rt_region_ways(r, point / l->width, point % l->width) >> d & 1 ? 2 : 1;
        }
}

/* Without a face, for a lattice; NULL: no memory. */
static inline struct rt_region *rt_region_new(struct rt_self *self, const struct rt_lattice *l)
{
    struct rt_region *r = self->h->scratch(self, sizeof *r);
    uint8_t *in = self->h->scratch(self, ((size_t)l->width + 1) * (l->height + 1));
    if (!r || !in)
        return NULL;
    *r = (struct rt_region){l->width - 1, l->height - 1, in};
    return r;
}

/* ---- random ones ---- */

enum {
    RT_REGION_FLIPS = 40,       /* a face */
    RT_REGION_SHORTER = 8       /* of so many flips that shorten the loop one is made, at most */
};

/* Flips a face and its partner; false: what comes of it would be no region, and nothing is changed. */
static inline bool rt_region_flip(const struct rt_region *r, uint32_t symmetry, uint32_t row, uint32_t column)
{
    uint32_t row2 = symmetry == RT_SYMMETRY_TURN ? r->height + 1 - row : row;
    uint32_t column2 = symmetry == RT_SYMMETRY_NONE ? column : r->width + 1 - column;
    uint8_t *face = rt_region_at(r, row, column), *partner = rt_region_at(r, row2, column2);
    if (!rt_region_may_flip(r, row, column))
        return false;
    *face ^= 1;
    bool good = partner == face || rt_region_may_flip(r, row2, column2);
    if (!good)
        *face ^= 1;
    else if (partner != face)
        *partner ^= 1;
    return good;
}

/* The least region of this symmetry. */
static inline void rt_region_start(struct rt_self *self, const struct rt_region *r, uint32_t symmetry)
{
    uint32_t row = 1 + (uint32_t)self->h->random(self, r->height), last = row;
    uint32_t column = 1 + (uint32_t)self->h->random(self, r->width), end = column;
    if (symmetry != RT_SYMMETRY_NONE)
        column = (r->width + 1) / 2, end = r->width / 2 + 1;
    if (symmetry == RT_SYMMETRY_TURN)
        row = (r->height + 1) / 2, last = r->height / 2 + 1;
    *rt_region_at(r, row, column) = *rt_region_at(r, row, end) = 1;
    *rt_region_at(r, last, column) = *rt_region_at(r, last, end) = 1;
}

/* Long loops leave few ways round them, and have many pearls: flips that shorten the loop are rare. */
static inline int rt_region_shuffle(struct rt_self *self, const struct rt_region *r, uint32_t symmetry)
{
    const struct rt_host *h = self->h;
    uint64_t flips = (uint64_t)RT_REGION_FLIPS * r->width * r->height;
    uint64_t shorter = 1 + h->random(self, RT_REGION_SHORTER);
    rt_region_start(self, r, symmetry);
    for (uint64_t k = 0; k < flips; k++) {
        uint32_t row = 1 + (uint32_t)h->random(self, r->height), column = 1 + (uint32_t)h->random(self, r->width);
        uint32_t touches = rt_region_touches(r, row, column);
        bool shortens = *rt_region_at(r, row, column) ? touches < 2 : touches > 2;
        if (!shortens || !h->random(self, shorter))
            rt_region_flip(r, symmetry, row, column);
        if (k % 64 == 0 && h->tick(self, 8))
            return RT_ELIMIT;
    }
    return RT_OK;
}

/* Lets a random region grow; it may stay small. */
static inline void rt_region_grow(struct rt_self *self, const struct rt_region *r)
{
    const struct rt_host *h = self->h;
    uint32_t tries = (uint32_t)h->random(self, 6ull * r->width * r->height);
    *rt_region_at(r, 1 + (uint32_t)h->random(self, r->height), 1 + (uint32_t)h->random(self, r->width)) = 1;
    for (uint32_t k = 0; k < tries; k++) {
        uint32_t row = 1 + (uint32_t)h->random(self, r->height), column = 1 + (uint32_t)h->random(self, r->width);
        if (!*rt_region_at(r, row, column) && rt_region_may_flip(r, row, column))
            *rt_region_at(r, row, column) = 1;
    }
}

/* ---- another loop ---- */

/* What the loop encloses: behind every upright edge of a row of faces the other side begins. */
static inline void rt_region_enclose(const struct rt_region *r, const struct rt_lattice *l, const uint8_t *values)
{
    for (uint32_t row = 1; row <= r->height; row++)
        for (uint32_t column = 1; column <= r->width; column++) {
            uint32_t edge = rt_lattice_edge(l, (row - 1) * l->width + column - 1, RT_SOUTH);
            *rt_region_at(r, row, column) = *rt_region_at(r, row, column - 1) ^ values[edge];
        }
}

/* Do the loops of a wish differ at an edge of this face? */
static inline bool rt_wish_differs(const struct rt_lattice *l, const struct rt_wish *wish, uint32_t row,
                                   uint32_t column)
{
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t edge = rt_lattice_side(l, rt_lattice_face(l, row - 1, column - 1), d);
        if (wish->goal[edge] != wish->other[edge])
            return true;
    }
    return false;
}

/* What the goal of a wish encloses, but for one face at which the other solution differs from it: the `attempt`-th that
 * may be flipped.  RT_EUNSUPPORTED: there are no so many. */
static inline int rt_region_detour(struct rt_self *self, const struct rt_lattice *l, const struct rt_wish *wish,
                                uint32_t attempt, struct rt_region **detour)
{
    struct rt_region *r = *detour = rt_region_new(self, l);
    if (!r)
        return RT_ENOMEM;
    rt_region_enclose(r, l, wish->goal);
    for (uint32_t row = 1; row <= r->height; row++)
        for (uint32_t column = 1; column <= r->width; column++) {
            if (!rt_wish_differs(l, wish, row, column) || !rt_region_flip(r, wish->symmetry, row, column))
                continue;
            if (!attempt--)
                return RT_OK;
            rt_region_flip(r, wish->symmetry, row, column);
        }
    return RT_EUNSUPPORTED;
}

/* ---- places that look the same in the mirror, or turned ---- */

/* Where a place of a grid, of points or of faces, goes. */
static inline uint32_t rt_partner(const struct rt_lattice *grid, uint32_t symmetry, uint32_t place)
{
    uint32_t row = place / grid->width, column = place % grid->width;
    if (symmetry == RT_SYMMETRY_NONE)
        return place;
    return (symmetry == RT_SYMMETRY_TURN ? grid->height - 1 - row : row) * grid->width + grid->width - 1 - column;
}

static inline int rt_by_key(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Those of the n places that hold something and come first among their partners, in an order that looks random, and
 * stays the same where one is left out: it depends on the goal, `nvars` values. *count gets how many; the lower 32 bits
 * of each are the place. NULL: no memory. */
static inline uint64_t *rt_shuffled_places(struct rt_self *self, const struct rt_lattice *grid, const uint8_t *holds,
                                           const struct rt_wish *wish, uint32_t nvars, uint32_t *count)
{
    uint32_t n = rt_lattice_points(grid), seed = 2166136261u;       /* FNV-1a */
    uint64_t *order = self->h->scratch(self, (n + 1) * sizeof *order);
    *count = 0;
    for (uint32_t v = 0; v < nvars; v++)
        seed = (seed ^ wish->goal[v]) * 16777619u;
    for (uint32_t place = 0; order && place < n; place++) {
        uint32_t key = (seed ^ place) * 0x9e3779b1u;
        if (holds[place] && rt_partner(grid, wish->symmetry, place) >= place)
            order[(*count)++] = (uint64_t)(key ^ key >> 15) * 0x85ebca6bu << 32 | place;
    }
    if (order)
        qsort(order, *count, sizeof *order, rt_by_key);
    return order;
}

#endif
#endif
