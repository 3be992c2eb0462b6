/* Random small boards: pearls of a random loop, so that there is a solution. */
#ifndef MASYU_SAMPLE_H
#define MASYU_SAMPLE_H

#include "region.h"

static inline bool region_meets_all(const struct rt_region *r)
{
    for (uint32_t row = 0; row <= r->height; row++)
        for (uint32_t column = 0; column <= r->width; column++)
            if (!rt_region_ways(r, row, column))
                return false;
    return true;
}

static inline int masyu_sample(struct rt_self *self, uint32_t side)
{
    const struct rt_host *h = self->h;
    uint32_t most = side > 2 ? side - 1 : 1;
    struct rt_region r = {.width = 1 + (uint32_t)h->random(self, most), .height = 1 + (uint32_t)h->random(self, most)};
    uint64_t keep = h->random(self, 101);
    r.in = h->scratch(self, (size_t)(r.width + 2) * (r.height + 2));
    if (!r.in)
        return RT_ENOMEM;
    rt_region_grow(self, &r);
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
