/* alldiff.pair, sum.pair — two positions that share the same two values leave none of them to others.
 *
 *      12  12  123  234   =>   12  12  3  34 */
#include <ratchet/kind/alldiff.h>
#include <ratchet/kind/sum.h>
#include <ratchet/model.h>

/* Values and positions are below 64. */
enum { BITS = 6, MASK = 63 };

/* The tag holds the two positions. */
static int clear_others(struct rt_self *self, uint32_t a, uint32_t b, uint64_t both)
{
    int status = RT_FIXPOINT;
    for (uint32_t pos = 0; pos < self->v.n; pos++) {
        if (pos == a || pos == b || !(self->h->dom(self, pos) & both))
            continue;
        if (self->h->drop(self, pos, both, a << BITS | b) == RT_CONFLICT)
            return RT_CONFLICT;
        status = RT_OK;
    }
    return status;
}

/* One of the two may have only one of the values: what is true of larger domains stays true of smaller ones. */
static int propagate(struct rt_self *self)
{
    int status = RT_FIXPOINT;
    for (uint32_t b = 1; b < self->v.n; b++) {
        const uint64_t second = self->h->dom(self, b);
        for (uint32_t a = 0; __builtin_popcountll(second) <= 2 && a < b; a++) {
            uint64_t both = second | self->h->dom(self, a);
            if (__builtin_popcountll(both) > 2)
                continue;
            int found = both & (both - 1) ? clear_others(self, a, b, both) : self->h->conflict(self, a << BITS | b);
            if (found == RT_CONFLICT)
                return RT_CONFLICT;
            status = found == RT_OK ? RT_OK : status;
        }
    }
    return status;
}

static int explain(struct rt_self *self, const struct rt_why *why)
{
    uint32_t a = why->tag >> BITS, b = why->tag & MASK;
    uint64_t both = self->h->dom_then(self, a) | self->h->dom_then(self, b);
    self->h->because(self, a, ~both);
    self->h->because(self, b, ~both);
    return RT_OK;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_host *h = self->h;
    uint32_t a = why->tag >> BITS;
    uint64_t both = h->dom_then(self, a) | h->dom_then(self, why->tag & MASK);
    int status = h->print(self, "in ");
    status = status == RT_OK ? h->name_scope(self) : status;
    if (status != RT_OK || !(both & (both - 1)))
        return status == RT_OK ? h->print(self, ", two places have one value left between them") : status;
    status = h->print(self, ", two places share ");
    status = status == RT_OK ? h->name_value(self, a, (uint32_t)__builtin_ctzll(both)) : status;
    status = status == RT_OK ? h->print(self, " and ") : status;
    return status == RT_OK ? h->name_value(self, a, 63 - (uint32_t)__builtin_clzll(both)) : status;
}

static const struct rt_rule_class pair = {
    .size = sizeof pair,
    .flags = RT_RULE_OPTIONAL,  /* for people: the search does without, in two thirds of the time */
    .id = "alldiff.pair",
    .kind = RT_ALLDIFF,
    .summary = "two places that share two values leave none of them to others",
    .tier = 1,
    .level = 3,
    .wake = RT_WAKE_ANY,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class of_sum = {
    .size = sizeof of_sum,
    .flags = RT_RULE_OPTIONAL,  /* for people: sum.run finds all that it finds */
    .id = "sum.pair",
    .kind = RT_SUM_DISTINCT,
    .summary = "two cells of a sum that share two numbers leave none of them to others",
    .tier = 1,
    .level = 3,
    .wake = RT_WAKE_ANY,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&pair, &of_sum, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "alldiff.pair", .version = "1.0", .rules = rules,
};
