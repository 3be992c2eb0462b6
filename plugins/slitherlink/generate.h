/* New Slitherlink: clues of a random loop.  Where they allow another loop too, a clue is added that tells the two
 * apart; where there is none, a small detour changes the loop.  Where they are more than it takes, one after the other
 * is left out.  Random small boards for `ratchet audit` are made in the same way. */
#ifndef SLITHERLINK_GENERATE_H
#define SLITHERLINK_GENERATE_H

#include "board.h"

#include <ratchet/kit/region.h>

/* The number of lines round a cell of the region's board. */
static inline uint8_t region_clue(const struct rt_region *r, uint32_t cell)
{
    uint32_t row = cell / r->width + 1, column = cell % r->width + 1, in = rt_region_touches(r, row, column);
    return (uint8_t)(*rt_region_at(r, row, column) ? 4 - in : in);
}

/* The lines round a cell in a solution, one value an edge. */
static inline uint8_t lines_round(const struct board *b, const uint8_t *values, uint32_t cell)
{
    uint8_t lines = 0;
    for (uint32_t d = 0; d < 4; d++)
        lines += values[rt_lattice_side(&b->points, cell, d)];
    return lines;
}

/* With the loop round a region as its solution. */
static inline int emit_region(struct rt_self *self, const struct board *b, const struct rt_region *r)
{
    struct rt_scene scene = board_scene(b);
    uint64_t *edges = rt_edges_new(self, &b->points);
    if (!edges)
        return RT_ENOMEM;
    rt_region_trace(r, &b->points, edges);
    struct rt_origin origin = {.first = 1, .solution = rt_scene_string(self, &scene, edges)};
    return origin.solution ? board_emit(self, b, &origin) : RT_ENOMEM;
}

/* About two clues of three, and with each one its partner. */
static inline void choose_clues(struct rt_self *self, const struct board *b, const struct rt_region *r,
                                uint32_t symmetry)
{
    const struct rt_lattice cells = {b->width, b->height};
    for (uint32_t cell = 0; cell < board_cells(b); cell++) {
        uint32_t partner = rt_partner(&cells, symmetry, cell);
        if (partner < cell || !self->h->random(self, 3))
            continue;
        b->clue[cell] = region_clue(r, cell);
        b->clue[partner] = region_clue(r, partner);
    }
}

static inline int generate_random(struct rt_self *self, const struct rt_wish *wish)
{
    struct board b;
    if (wish->picture)
        return self->h->fail(self, RT_EINPUT, 0, 0, "a slitherlink is made at random; leave out --picture");
    int status = rt_check_size(self, 0, 0, wish->width, wish->height);
    if (status == RT_OK)
        status = board_new(self, wish->width, wish->height, &b);
    struct rt_region *r = status == RT_OK ? rt_region_new(self, &b.points) : NULL;
    if (status == RT_OK)
        status = r ? rt_region_shuffle(self, r, wish->symmetry) : RT_ENOMEM;
    if (status != RT_OK)
        return status;
    choose_clues(self, &b, r, wish->symmetry);
    return emit_region(self, &b, r);
}

/* The board in `state`, to be changed. */
static inline int copy_board(struct rt_self *self, const struct board *from, struct board *to)
{
    int status = board_new(self, from->width, from->height, to);
    if (status == RT_OK)
        memcpy(to->clue, from->clue, board_cells(from));
    return status;
}

/* With the goal of a wish as its solution. */
static inline int emit_goal(struct rt_self *self, const struct board *b, const struct rt_wish *wish)
{
    struct rt_region *r = rt_region_new(self, &b->points);
    if (!r)
        return RT_ENOMEM;
    rt_region_enclose(r, &b->points, wish->goal);
    return emit_region(self, b, r);
}

/* The attempt-th cell without a clue round which the two solutions have not as many lines; RT_NOPOS: there are only
 * *attempt of them left. */
static inline uint32_t telling_cell(const struct board *b, const struct rt_wish *wish, uint32_t *attempt)
{
    for (uint32_t cell = 0; cell < board_cells(b); cell++)
        if (b->clue[cell] == RT_SLITHERLINK_NONE &&
            lines_round(b, wish->goal, cell) != lines_round(b, wish->other, cell) && !(*attempt)--)
            return cell;
    return RT_NOPOS;
}

static inline int generate_more(struct rt_self *self, const struct board *b, const struct rt_wish *wish)
{
    const struct rt_lattice cells = {b->width, b->height};
    uint32_t attempt = wish->attempt, cell = telling_cell(b, wish, &attempt);
    struct rt_region *r;
    struct board more;
    int status = copy_board(self, b, &more);
    if (status == RT_OK && cell != RT_NOPOS) {
        uint32_t partner = rt_partner(&cells, wish->symmetry, cell);
        more.clue[cell] = lines_round(b, wish->goal, cell);
        more.clue[partner] = lines_round(b, wish->goal, partner);
        return emit_goal(self, &more, wish);
    }
    if (status == RT_OK)
        status = rt_region_detour(self, &b->points, wish, attempt, &r);
    for (uint32_t at = 0; at < board_cells(b) && status == RT_OK; at++)
        if (b->clue[at] != RT_SLITHERLINK_NONE)
            more.clue[at] = region_clue(r, at);
    return status == RT_OK ? emit_region(self, &more, r) : status;
}

static inline int generate_less(struct rt_self *self, const struct board *b, const struct rt_wish *wish)
{
    const struct rt_lattice cells = {b->width, b->height};
    uint8_t *holds = self->h->scratch(self, board_cells(b));
    struct board less;
    uint32_t n;
    int status = holds ? copy_board(self, b, &less) : RT_ENOMEM;
    if (status != RT_OK)
        return status;
    for (uint32_t cell = 0; cell < board_cells(b); cell++)
        holds[cell] = b->clue[cell] != RT_SLITHERLINK_NONE;
    uint64_t *order = rt_shuffled_places(self, &cells, holds, wish, board_edges(b), &n);
    if (!order)
        return RT_ENOMEM;
    if (wish->attempt >= n)
        return RT_EUNSUPPORTED;
    uint32_t cell = (uint32_t)order[wish->attempt];
    less.clue[cell] = less.clue[rt_partner(&cells, wish->symmetry, cell)] = RT_SLITHERLINK_NONE;
    return emit_goal(self, &less, wish);
}

static inline int slitherlink_generate(struct rt_self *self, const struct rt_wish *wish)
{
    if (!wish->goal)
        return generate_random(self, wish);
    return (wish->other ? generate_more : generate_less)(self, self->state, wish);
}

static inline int slitherlink_sample(struct rt_self *self, uint32_t side)
{
    const struct rt_host *h = self->h;
    uint32_t most = side > 2 ? side : 2;
    struct board b;
    uint64_t keep = h->random(self, 101), wrong = h->random(self, 8);
    int status = board_new(self, 1 + (uint32_t)h->random(self, most), 1 + (uint32_t)h->random(self, most), &b);
    struct rt_region *r = status == RT_OK ? rt_region_new(self, &b.points) : NULL;
    if (!r)
        return RT_ENOMEM;
    rt_region_grow(self, r);
    for (uint32_t cell = 0; cell < board_cells(&b); cell++)
        if (h->random(self, 100) < keep)
            b.clue[cell] = region_clue(r, cell);
    if (!wrong)
        b.clue[h->random(self, board_cells(&b))] = (uint8_t)h->random(self, 4);
    status = h->print(self, "slitherlink %u %u\n", b.width, b.height);
    for (uint32_t cell = 0; cell < board_cells(&b) && status == RT_OK; cell++)
        status = h->print(self, "%c%s", sign_of(b.clue[cell]), (cell + 1) % b.width ? "" : "\n");
    return status;
}

#endif
