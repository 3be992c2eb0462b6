/* alldiff.locked — a value whose places in one house all lie in another one, too, leaves the rest of that.
 *
 *      +-------+              +-------+
 *      | 7 . 7 | 7 . 7   =>   | 7 . 7 | x . x      pointing: the box has no other place for 7
 *      | . . . |              | . . . |            claiming is the same from a row or column to a box
 *      +-------+              +-------+
 *
 * Why: the first house needs the value, so it stands where both cross, and it stands once in the second. */
#include "houses.h"

enum { VALUE_BITS = 6 };

/* The tag: the two houses, then the value. */
static uint32_t tag_of(const struct houses *h, uint32_t from, uint32_t to, uint32_t value)
{
    return (from * h->n + to) << VALUE_BITS | value;
}

/* No place is left in the house. */
static bool is_missing(const struct rt_self *self, uint32_t house, uint32_t value)
{
    const struct houses *h = self->state;
    for (uint32_t w = 0; w < h->words; w++)
        if (house_mask(h, house)[w] & self->v.plane[value * h->words + w])
            return false;
    return true;
}

/* Are all places of the value in the first house in the second, too?  What it leaves goes to `rest`. */
static bool is_locked(const struct rt_self *self, uint32_t from, uint32_t to, uint32_t value, uint64_t *rest)
{
    const struct houses *h = self->state;
    const uint64_t *a = house_mask(h, from), *b = house_mask(h, to), *plane = self->v.plane + value * h->words;
    for (uint32_t w = 0; w < h->words; w++) {
        if (a[w] & ~b[w] & plane[w])
            return false;
        rest[w] = b[w] & ~a[w];
    }
    return true;
}

static bool cross(const struct houses *h, uint32_t from, uint32_t to)
{
    uint32_t common = 0;
    for (uint32_t w = 0; w < h->words; w++)
        common += (uint32_t)__builtin_popcountll(house_mask(h, from)[w] & house_mask(h, to)[w]);
    return from != to && common > 1;
}

static int propagate(struct rt_self *self)
{
    const struct houses *h = self->state;
    uint64_t *rest = self->h->scratch(self, h->words * sizeof *rest);
    int status = RT_FIXPOINT;
    if (!rest)
        return RT_ENOMEM;
    for (uint32_t from = 0; from < h->n; from++) {
        for (uint32_t to = 0; house_is_full(self, from) && to < h->n; to++) {
            if (!cross(h, from, to))
                continue;
            for (uint32_t value = 0; value < self->v.nvalues; value++) {
                if (!is_locked(self, from, to, value, rest))
                    continue;
                if (is_missing(self, from, value))
                    return self->h->conflict(self, tag_of(h, from, from, value));
                int found = drop_in(self, rest, value, tag_of(h, from, to, value));
                if (found == RT_CONFLICT)
                    return RT_CONFLICT;
                status = found == RT_OK ? RT_OK : status;
            }
        }
        if (self->h->tick(self, 1 + h->n * self->v.nvalues / 64))
            return RT_ELIMIT;
    }
    return status;
}

/* Because the value had left what of the first house is not in the second. */
static int explain(struct rt_self *self, const struct rt_why *why)
{
    const struct houses *h = self->state;
    uint32_t value = why->tag & ((1u << VALUE_BITS) - 1), pair = why->tag >> VALUE_BITS;
    for (uint32_t pos = 0; pos < self->v.n; pos++)
        if (house_has(h, pair / h->n, pos) && (why->pos == RT_NOPOS || !house_has(h, pair % h->n, pos)))
            self->h->because(self, pos, 1ull << value);
    return RT_OK;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    const struct houses *h = self->state;
    const struct rt_host *host = self->h;
    uint32_t pair = why->tag >> VALUE_BITS;
    int status = host->print(self, why->pos == RT_NOPOS ? "there is no place for " : "all places for ");
    status = status == RT_OK ? host->name_value(self, why->pos == RT_NOPOS ? 0 : why->pos,
                                                why->tag & ((1u << VALUE_BITS) - 1)) : status;
    status = status == RT_OK ? host->print(self, " in ") : status;
    status = status == RT_OK ? print_house(self, pair / h->n) : status;
    if (status != RT_OK || why->pos == RT_NOPOS)
        return status;
    status = host->print(self, " are in ");
    return status == RT_OK ? print_house(self, pair % h->n) : status;
}

static const struct rt_rule_class locked = {
    .size = sizeof locked,
    .flags = RT_RULE_OPTIONAL,  /* for people: the search does without */
    .id = "alldiff.locked",
    .kind = RT_ALLDIFF_HOUSES,
    .summary = "a value whose places in one house all lie in another one leaves the rest of that (pointing, claiming)",
    .tier = 2,
    .level = 2,
    .needs = RT_PLANES,
    .state_size = sizeof(struct houses),
    .wake = RT_WAKE_ANY,
    .init = houses_init,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&locked, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "alldiff.locked", .version = "1.0", .rules = rules,
};
