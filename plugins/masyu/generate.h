/* New Masyu: all pearls that a random loop allows. Where they allow another loop too, a small detour changes the
 * first one; where they are more than it takes, one after the other is left out. */
#ifndef MASYU_GENERATE_H
#define MASYU_GENERATE_H

#include "ascii.h"
#include "region.h"

#include <ratchet/puzzle.h>

#include <stdlib.h>

enum {
    GENERATE_FLIPS = 40,        /* a face */
    GENERATE_SHORTER = 8        /* of so many flips that shorten the loop one is made, at most */
};

static inline struct region *region_new(struct rt_self *self, uint32_t width, uint32_t height)
{
    struct region *r = self->h->scratch(self, sizeof *r);
    uint8_t *in = self->h->scratch(self, ((size_t)width + 1) * (height + 1));
    if (!r || !in)
        return NULL;
    *r = (struct region){width - 1, height - 1, in};
    return r;
}

/* ---- loops that look the same in the mirror, or turned ---- */

static inline uint32_t cell_partner(const struct board *b, uint32_t symmetry, uint32_t cell)
{
    uint32_t row = cell / b->width, column = cell % b->width;
    if (symmetry == RT_SYMMETRY_NONE)
        return cell;
    return (symmetry == RT_SYMMETRY_TURN ? b->height - 1 - row : row) * b->width + b->width - 1 - column;
}

/* Flips a face and its partner; false: what comes of it would be no region, and nothing is changed. */
static inline bool region_flip(const struct region *r, uint32_t symmetry, uint32_t row, uint32_t column)
{
    uint32_t row2 = symmetry == RT_SYMMETRY_TURN ? r->height + 1 - row : row;
    uint32_t column2 = symmetry == RT_SYMMETRY_NONE ? column : r->width + 1 - column;
    uint8_t *face = region_at(r, row, column), *partner = region_at(r, row2, column2);
    if (!region_may_flip(r, row, column))
        return false;
    *face ^= 1;
    bool good = partner == face || region_may_flip(r, row2, column2);
    if (!good)
        *face ^= 1;
    else if (partner != face)
        *partner ^= 1;
    return good;
}

/* ---- a fresh one ---- */

/* The least region of this symmetry. */
static inline void region_start(struct rt_self *self, const struct region *r, uint32_t symmetry)
{
    uint32_t row = 1 + (uint32_t)self->h->random(self, r->height), last = row;
    uint32_t column = 1 + (uint32_t)self->h->random(self, r->width), end = column;
    if (symmetry != RT_SYMMETRY_NONE)
        column = (r->width + 1) / 2, end = r->width / 2 + 1;
    if (symmetry == RT_SYMMETRY_TURN)
        row = (r->height + 1) / 2, last = r->height / 2 + 1;
    *region_at(r, row, column) = *region_at(r, row, end) = 1;
    *region_at(r, last, column) = *region_at(r, last, end) = 1;
}

/* Long loops leave few ways round them, and have many pearls: flips that shorten the loop are rare. */
static inline int region_shuffle(struct rt_self *self, const struct region *r, uint32_t symmetry)
{
    const struct rt_host *h = self->h;
    uint64_t flips = (uint64_t)GENERATE_FLIPS * r->width * r->height, shorter = 1 + h->random(self, GENERATE_SHORTER);
    region_start(self, r, symmetry);
    for (uint64_t k = 0; k < flips; k++) {
        uint32_t row = 1 + (uint32_t)h->random(self, r->height), column = 1 + (uint32_t)h->random(self, r->width);
        uint32_t touches = region_touches(r, row, column);
        bool shortens = *region_at(r, row, column) ? touches < 2 : touches > 2;
        if (!shortens || !h->random(self, shorter))
            region_flip(r, symmetry, row, column);
        if (k % 64 == 0 && h->tick(self, 8))
            return RT_ELIMIT;
    }
    return RT_OK;
}

/* The edges of the region's border, and the pearls on them. */
static inline void region_trace(const struct region *r, struct board *b, uint64_t *edges)
{
    for (uint32_t cell = 0; cell < board_cells(b); cell++) {
        uint32_t row = cell / b->width, column = cell % b->width, ways = region_ways(r, row, column);
        char pearl = region_pearl(r, row, column, b->variant);
        b->cell[cell] = pearl == 'W' ? RT_MASYU_IS_WHITE : pearl == 'B' ? RT_MASYU_IS_BLACK : RT_MASYU_NONE;
        for (uint32_t d = 0; d < 4; d++) {
            uint32_t edge = board_edge(b, cell, d);
            if (edge != RT_NOPOS)
                edges[edge] = ways >> d & 1 ? 2 : 1;
        }
    }
}

static inline int generate_emit(struct rt_self *self, const struct region *r, uint32_t variant)
{
    struct board b = {.width = r->width + 1, .height = r->height + 1, .variant = variant,
                      .own_variant = variant != RT_MASYU_STANDARD};
    uint64_t *edges = self->h->scratch(self, board_edges(&b) * sizeof *edges);
    b.cell = self->h->scratch(self, board_cells(&b));
    if (!edges || !b.cell)
        return RT_ENOMEM;
    region_trace(r, &b, edges);
    struct origin origin = {.first = 1, .solution = ascii_string(self, &b, edges)};
    return origin.solution ? board_emit(self, &b, &origin) : RT_ENOMEM;
}

static inline int generate_random(struct rt_self *self, const struct rt_wish *wish)
{
    const struct rt_host *h = self->h;
    if (wish->picture)
        return h->fail(self, RT_EINPUT, 0, 0, "a masyu is made at random; leave out --picture");
    if (h->option(self, "all_cells"))
        return h->fail(self, RT_EINPUT, 0, 0, "a masyu whose loop visits every cell can't be generated; leave out "
                       "masyu.all_cells");
    if (wish->width < 2 || wish->height < 2)
        return h->fail(self, RT_EINPUT, 0, 0, "a masyu of %u x %u has no loop; it needs two cells a side", wish->width,
                       wish->height);
    int status = board_check_size(self, 0, 0, wish->width, wish->height);
    struct region *r = status == RT_OK ? region_new(self, wish->width, wish->height) : NULL;
    if (status == RT_OK)
        status = r ? region_shuffle(self, r, wish->symmetry) : RT_ENOMEM;
    return status == RT_OK ? generate_emit(self, r, (uint32_t)h->option(self, "white")) : status;
}

/* ---- another loop ---- */

/* What the loop encloses: behind every upright edge of a row of faces the other side begins. */
static inline void region_enclose(const struct region *r, const struct board *b, const uint8_t *values)
{
    for (uint32_t row = 1; row <= r->height; row++)
        for (uint32_t column = 1; column <= r->width; column++) {
            uint32_t edge = board_edge(b, (row - 1) * b->width + column - 1, SOUTH);
            *region_at(r, row, column) = *region_at(r, row, column - 1) ^ values[edge];
        }
}

/* Do the loops differ at an edge of this face? */
static inline bool face_differs(const struct board *b, const struct rt_wish *wish, uint32_t row, uint32_t column)
{
    uint32_t nw = (row - 1) * b->width + column - 1, se = nw + b->width + 1;
    const uint32_t edge[] = {board_edge(b, nw, EAST), board_edge(b, nw, SOUTH), board_edge(b, se, WEST),
                             board_edge(b, se, NORTH)};
    for (int i = 0; i < 4; i++)
        if (wish->goal[edge[i]] != wish->other[edge[i]])
            return true;
    return false;
}

/* Flips the `attempt`-th face at which the two loops differ. */
static inline int generate_detour(struct rt_self *self, const struct board *b, const struct rt_wish *wish)
{
    struct region *r = region_new(self, b->width, b->height);
    uint32_t left = wish->attempt;
    if (!r)
        return RT_ENOMEM;
    region_enclose(r, b, wish->goal);
    for (uint32_t row = 1; row <= r->height; row++)
        for (uint32_t column = 1; column <= r->width; column++) {
            if (!face_differs(b, wish, row, column) || !region_flip(r, wish->symmetry, row, column))
                continue;
            if (!left--)
                return generate_emit(self, r, b->variant);
            region_flip(r, wish->symmetry, row, column);
        }
    return RT_EUNSUPPORTED;
}

/* ---- a pearl less ---- */

static inline int by_key(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The pearls in an order that looks random, and stays the same where one is left out: it depends on the loop. Of
 * partners the first one stands for both. NULL: no memory. */
static inline uint64_t *pearls_shuffled(struct rt_self *self, const struct board *b, const struct rt_wish *wish,
                                        uint32_t *n)
{
    uint64_t *order = self->h->scratch(self, (b->npearls + 1) * sizeof *order);
    uint32_t seed = 2166136261u;        /* FNV-1a */
    *n = 0;
    for (uint32_t e = 0; e < board_edges(b); e++)
        seed = (seed ^ wish->goal[e]) * 16777619u;
    for (uint32_t i = 0; order && i < b->npearls; i++) {
        uint32_t cell = b->pearl[i], key = (seed ^ cell) * 0x9e3779b1u;
        if (cell_partner(b, wish->symmetry, cell) >= cell)
            order[(*n)++] = (uint64_t)(key ^ key >> 15) * 0x85ebca6bu << 32 | cell;
    }
    if (order)
        qsort(order, *n, sizeof *order, by_key);
    return order;
}

static inline int generate_less(struct rt_self *self, const struct board *b, const struct rt_wish *wish)
{
    uint32_t n;
    struct board less = *b;
    uint64_t *order = pearls_shuffled(self, b, wish, &n);
    uint64_t *edges = self->h->scratch(self, board_edges(b) * sizeof *edges);
    less.cell = self->h->scratch(self, board_cells(b));
    if (!order || !edges || !less.cell)
        return RT_ENOMEM;
    if (wish->attempt >= n)
        return RT_EUNSUPPORTED;
    for (uint32_t e = 0; e < board_edges(b); e++)
        edges[e] = wish->goal[e] ? 2 : 1;
    memcpy(less.cell, b->cell, board_cells(b));
    uint32_t cell = (uint32_t)order[wish->attempt];
    less.cell[cell] = less.cell[cell_partner(b, wish->symmetry, cell)] = RT_MASYU_NONE;
    struct origin origin = {.first = 1, .solution = ascii_string(self, &less, edges)};
    return origin.solution ? board_emit(self, &less, &origin) : RT_ENOMEM;
}

static inline int masyu_generate(struct rt_self *self, const struct rt_wish *wish)
{
    if (!wish->goal)
        return generate_random(self, wish);
    return (wish->other ? generate_detour : generate_less)(self, self->state, wish);
}

#endif
