/* alldiff.hidden_pair — where every value must occur, two values with the same two places left take both.
 *
 *      123  124  34  34   =>   12  12  34  34 */
#include <ratchet/kind/alldiff.h>
#include <ratchet/model.h>

/* Values and positions are below 64. */
enum { BITS = 6, MASK = 63 };

static int init(struct rt_self *self)
{
    return self->v.n == self->v.nvalues ? RT_OK : RT_ENTAILED;
}

/* The tag holds the two values. */
static int keep_pair(struct rt_self *self, uint64_t places, uint32_t a, uint32_t b)
{
    uint64_t both = 1ull << a | 1ull << b;
    int status = RT_FIXPOINT;
    for (; places; places &= places - 1) {
        uint32_t pos = (uint32_t)__builtin_ctzll(places);
        if (!(self->h->dom(self, pos) & ~both))
            continue;
        if (self->h->drop(self, pos, ~both, a << BITS | b) == RT_CONFLICT)
            return RT_CONFLICT;
        status = RT_OK;
    }
    return status;
}

/* One of the two may have only one of the places: what is true of larger domains stays true of smaller ones. */
static int propagate(struct rt_self *self)
{
    const uint64_t *plane = self->v.plane;
    int status = RT_FIXPOINT;
    for (uint32_t b = 1; b < self->v.nvalues; b++) {
        for (uint32_t a = 0; __builtin_popcountll(plane[b]) <= 2 && a < b; a++) {
            uint64_t places = plane[a] | plane[b];
            if (__builtin_popcountll(places) > 2)
                continue;
            int found = places & (places - 1) ? keep_pair(self, places, a, b) : self->h->conflict(self, a << BITS | b);
            if (found == RT_CONFLICT)
                return RT_CONFLICT;
            status = found == RT_OK ? RT_OK : status;
        }
    }
    return status;
}

/* Because both had left all positions but this one and the other of the pair. */
static int explain(struct rt_self *self, const struct rt_why *why)
{
    uint64_t both = 1ull << (why->tag >> BITS) | 1ull << (why->tag & MASK);
    for (uint32_t pos = 0; pos < self->v.n; pos++)
        if (pos != why->pos && !(self->h->dom_then(self, pos) & both))
            self->h->because(self, pos, both);
    return RT_OK;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_host *h = self->h;
    uint32_t pos = why->pos == RT_NOPOS ? 0 : why->pos;
    int status = h->print(self, "in ");
    status = status == RT_OK ? h->name_scope(self) : status;
    status = status == RT_OK ? h->print(self, why->pos == RT_NOPOS ? ", two places are not left for "
                                                                   : ", only two places are left for ") : status;
    status = status == RT_OK ? h->name_value(self, pos, why->tag >> BITS) : status;
    status = status == RT_OK ? h->print(self, " and ") : status;
    return status == RT_OK ? h->name_value(self, pos, why->tag & MASK) : status;
}

static const struct rt_rule_class hidden_pair = {
    .size = sizeof hidden_pair,
    .flags = RT_RULE_OPTIONAL,  /* for people: the search does without, in two thirds of the time */
    .id = "alldiff.hidden_pair",
    .kind = RT_ALLDIFF,
    .summary = "two values with the same two places left take both",
    .tier = 1,
    .level = 3,
    .needs = RT_PLANES,
    .wake = RT_WAKE_ANY,
    .init = init,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&hidden_pair, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "alldiff.hidden_pair", .version = "1.0", .rules = rules,
};
