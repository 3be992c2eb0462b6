/* New Masyu: all pearls that a random loop allows. Where they allow another loop too, a small detour changes the
 * first one; where they are more than it takes, one after the other is left out. */
#ifndef MASYU_GENERATE_H
#define MASYU_GENERATE_H

#include "ascii.h"
#include "region.h"

/* All pearls that are possible on the region's border. */
static inline void region_pearls(const struct rt_region *r, struct board *b)
{
    for (uint32_t cell = 0; cell < board_cells(b); cell++) {
        char pearl = region_pearl(r, cell / b->width, cell % b->width, b->variant);
        b->cell[cell] = pearl == 'W' ? RT_MASYU_IS_WHITE : pearl == 'B' ? RT_MASYU_IS_BLACK : RT_MASYU_NONE;
    }
}

static inline int generate_emit(struct rt_self *self, const struct rt_region *r, uint32_t variant)
{
    struct board b = {.width = r->width + 1, .height = r->height + 1, .variant = variant,
                      .own_variant = variant != RT_MASYU_STANDARD};
    uint64_t *edges = self->h->scratch(self, board_edges(&b) * sizeof *edges);
    b.cell = self->h->scratch(self, board_cells(&b));
    if (!edges || !b.cell)
        return RT_ENOMEM;
    rt_region_trace(r, &b.lattice, edges);
    region_pearls(r, &b);
    struct rt_origin origin = {.first = 1, .solution = ascii_string(self, &b, edges)};
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
    int status = rt_check_size(self, 0, 0, wish->width, wish->height);
    struct rt_region *r = status == RT_OK ? rt_region_new(self, &(struct rt_lattice){wish->width, wish->height}) : NULL;
    if (status == RT_OK)
        status = r ? rt_region_shuffle(self, r, wish->symmetry) : RT_ENOMEM;
    return status == RT_OK ? generate_emit(self, r, (uint32_t)h->option(self, "white")) : status;
}

static inline int generate_detour(struct rt_self *self, const struct board *b, const struct rt_wish *wish)
{
    struct rt_region *r;
    int status = rt_region_detour(self, &b->lattice, wish, wish->attempt, &r);
    return status == RT_OK ? generate_emit(self, r, b->variant) : status;
}

static inline int generate_less(struct rt_self *self, const struct board *b, const struct rt_wish *wish)
{
    uint32_t n;
    struct board less = *b;
    uint64_t *order = rt_shuffled_places(self, &b->lattice, b->cell, wish, board_edges(b), &n);
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
    less.cell[cell] = less.cell[rt_partner(&b->lattice, wish->symmetry, cell)] = RT_MASYU_NONE;
    struct rt_origin origin = {.first = 1, .solution = ascii_string(self, &less, edges)};
    return origin.solution ? board_emit(self, &less, &origin) : RT_ENOMEM;
}

static inline int masyu_generate(struct rt_self *self, const struct rt_wish *wish)
{
    if (!wish->goal)
        return generate_random(self, wish);
    return (wish->other ? generate_detour : generate_less)(self, self->state, wish);
}

#endif
