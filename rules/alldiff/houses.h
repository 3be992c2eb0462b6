/* Houses as masks over the positions of the scope, as planes are. */
#ifndef RULES_ALLDIFF_HOUSES_H
#define RULES_ALLDIFF_HOUSES_H

#include <ratchet/kind/alldiff.h>
#include <ratchet/model.h>
#include <stdbool.h>

/* The state: what init reads off the payload, never changed. */
struct houses {
    uint32_t n, words;
    uint64_t *mask;     /* words a house */
};

static inline int houses_init(struct rt_self *self)
{
    const struct rt_alldiff_houses *payload = self->payload;
    struct houses *h = self->state;
    *h = (struct houses){payload->nhouses, self->v.words, NULL};
    h->mask = self->h->alloc(self, (size_t)h->n * h->words * sizeof *h->mask);
    for (uint32_t house = 0; h->mask && house < h->n; house++)
        for (uint32_t i = payload->first[house]; i < payload->first[house + 1]; i++)
            h->mask[house * h->words + payload->pos[i] / 64] |= 1ull << payload->pos[i] % 64;
    return h->mask ? RT_OK : RT_ENOMEM;
}

static inline const uint64_t *house_mask(const struct houses *h, uint32_t house)
{
    return h->mask + (size_t)house * h->words;
}

/* Does every value occur in it? */
static inline bool house_is_full(const struct rt_self *self, uint32_t house)
{
    const struct rt_alldiff_houses *payload = self->payload;
    return payload->first[house + 1] - payload->first[house] == self->v.nvalues;
}

static inline bool house_has(const struct houses *h, uint32_t house, uint32_t pos)
{
    return house_mask(h, house)[pos / 64] >> pos % 64 & 1;
}

/* The value leaves these positions. RT_FIXPOINT: none had it. */
static inline int drop_in(struct rt_self *self, const uint64_t *mask, uint32_t value, uint32_t tag)
{
    int status = RT_FIXPOINT;
    for (uint32_t w = 0; w < self->v.words; w++)
        for (uint64_t left = mask[w] & self->v.plane[value * self->v.words + w]; left; left &= left - 1) {
            uint32_t pos = 64 * w + (uint32_t)__builtin_ctzll(left);
            if (self->h->drop(self, pos, 1ull << value, tag) == RT_CONFLICT)
                return RT_CONFLICT;
            status = RT_OK;
        }
    return status;
}

static inline int print_house(struct rt_self *self, uint32_t house)
{
    const struct rt_alldiff_houses *payload = self->payload;
    return payload->name ? self->h->print(self, "%s", payload->name[house])
                         : self->h->print(self, "house %u", house + 1);
}

#endif
