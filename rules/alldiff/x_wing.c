/* alldiff.x_wing — two houses with two places each for a value, all in two other houses: it leaves the rest of these.
 *
 *      . 4 . . . 4 .          . 4 . . . 4 .      both rows have no other place for 4
 *      . | . . . | .          . x . . . x .
 *      . 4 . . . 4 .     =>   . 4 . . . 4 .
 *      . 4 . . . . .          . x . . . . .
 *
 * Why: each of the two houses needs the value, and they have no place for it in common, so it stands at two of the
 * places; each of the other two houses holds it once, so it stands once in each of them, and there. */
#include "houses.h"

enum { VALUE_BITS = 6, HOUSE_BITS = 8, HOUSES = 1 << HOUSE_BITS };

struct wing {
    uint32_t base[2], cover[2], value;
};

/* The tag of a deduction. */
static uint32_t tag_of(uint32_t first, uint32_t second, uint32_t value)
{
    return (first << HOUSE_BITS | second) << VALUE_BITS | value;
}

/* Places of the value in two houses, two each at most. */
struct places {
    uint32_t pos[4], n;
};

static bool add_places(const struct rt_self *self, uint32_t house, uint32_t value, struct places *places)
{
    const struct houses *h = self->state;
    uint32_t before = places->n;
    for (uint32_t w = 0; w < h->words; w++)
        for (uint64_t left = house_mask(h, house)[w] & self->v.plane[value * h->words + w]; left; left &= left - 1) {
            if (places->n == before + 2)
                return false;
            places->pos[places->n++] = 64 * w + (uint32_t)__builtin_ctzll(left);
        }
    return true;
}

static bool apart(const struct rt_self *self, const struct wing *wing)
{
    const struct houses *h = self->state;
    const uint64_t *plane = self->v.plane + wing->value * h->words;
    for (uint32_t w = 0; w < h->words; w++)
        if (house_mask(h, wing->base[0])[w] & house_mask(h, wing->base[1])[w] & plane[w])
            return false;
    return true;
}

static bool covers(const struct houses *h, const struct wing *wing, const struct places *places)
{
    for (uint32_t k = 0; k < places->n; k++)
        if (!house_has(h, wing->cover[0], places->pos[k]) && !house_has(h, wing->cover[1], places->pos[k]))
            return false;
    return true;
}

static int drop_beside(struct rt_self *self, const struct wing *wing, uint64_t *rest)
{
    const struct houses *h = self->state;
    for (uint32_t w = 0; w < h->words; w++)
        rest[w] = (house_mask(h, wing->cover[0])[w] | house_mask(h, wing->cover[1])[w]) &
                  ~(house_mask(h, wing->base[0])[w] | house_mask(h, wing->base[1])[w]);
    return drop_in(self, rest, wing->value, tag_of(wing->base[0], wing->base[1], wing->value));
}

/* All ways to cover the places of two bases: each cover holds one of them. */
static int try_covers(struct rt_self *self, struct wing *wing, const struct places *places, uint64_t *rest)
{
    const struct houses *h = self->state;
    int status = RT_FIXPOINT;
    uint32_t *c = wing->cover;
    for (c[0] = 0; c[0] < h->n; c[0]++) {
        if (!house_has(h, c[0], places->pos[0]) || c[0] == wing->base[0])
            continue;
        for (c[1] = 0; c[1] < h->n; c[1]++) {
            if (c[1] == c[0] || c[1] == wing->base[0] || c[0] == wing->base[1] || c[1] == wing->base[1] ||
                !covers(h, wing, places))
                continue;
            int found = drop_beside(self, wing, rest);
            if (found == RT_CONFLICT)
                return RT_CONFLICT;
            status = found == RT_OK ? RT_OK : status;
        }
    }
    return status;
}

static int try_bases(struct rt_self *self, struct wing *wing, uint64_t *rest)
{
    struct places places = {.n = 0};
    if (!apart(self, wing) || !add_places(self, wing->base[0], wing->value, &places) ||
        !add_places(self, wing->base[1], wing->value, &places))
        return RT_FIXPOINT;
    return try_covers(self, wing, &places, rest);
}

/* Full houses with one or two places for the value; the last one has none if *any is false then. */
static uint32_t find_bases(const struct rt_self *self, uint32_t value, uint32_t *base, bool *any)
{
    const struct houses *h = self->state;
    uint32_t n = 0;
    *any = true;
    for (uint32_t house = 0; house < h->n && *any; house++) {
        struct places places = {.n = 0};
        if (!house_is_full(self, house) || !add_places(self, house, value, &places))
            continue;
        base[n++] = house;
        *any = places.n > 0;
    }
    return n;
}

static int propagate(struct rt_self *self)
{
    const struct houses *h = self->state;
    uint64_t *rest = self->h->scratch(self, h->words * sizeof *rest);
    uint32_t base[HOUSES];
    int status = RT_FIXPOINT;
    if (!rest)
        return RT_ENOMEM;
    for (uint32_t value = 0; value < self->v.nvalues; value++) {
        bool any;
        uint32_t n = find_bases(self, value, base, &any);
        if (!any)
            return self->h->conflict(self, tag_of(base[n - 1], base[n - 1], value));
        for (uint32_t k = 0; k < n * n; k++) {
            struct wing wing = {.base = {base[k / n], base[k % n]}, .value = value};
            int found = k / n < k % n ? try_bases(self, &wing, rest) : RT_FIXPOINT;
            if (found == RT_CONFLICT)
                return RT_CONFLICT;
            status = found == RT_OK ? RT_OK : status;
        }
        if (self->h->tick(self, 1 + n * n / 16))
            return RT_ELIMIT;
    }
    return status;
}

/* Because the value had left all other places of the two houses. */
static int explain(struct rt_self *self, const struct rt_why *why)
{
    const struct houses *h = self->state;
    uint32_t value = why->tag & ((1u << VALUE_BITS) - 1), bases = why->tag >> VALUE_BITS;
    for (uint32_t pos = 0; pos < self->v.n; pos++)
        if ((house_has(h, bases >> HOUSE_BITS, pos) || house_has(h, bases % HOUSES, pos)) &&
            !(self->h->dom_then(self, pos) >> value & 1))
            self->h->because(self, pos, 1ull << value);
    return RT_OK;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_host *host = self->h;
    uint32_t bases = why->tag >> VALUE_BITS, value = why->tag & ((1u << VALUE_BITS) - 1);
    int status = host->print(self, why->pos == RT_NOPOS ? "there is no place for " : "the places for ");
    status = status == RT_OK ? host->name_value(self, why->pos == RT_NOPOS ? 0 : why->pos, value) : status;
    status = status == RT_OK ? host->print(self, " in ") : status;
    status = status == RT_OK ? print_house(self, bases >> HOUSE_BITS) : status;
    if (status != RT_OK || why->pos == RT_NOPOS)
        return status;
    status = host->print(self, " and ");
    status = status == RT_OK ? print_house(self, bases % HOUSES) : status;
    return status == RT_OK ? host->print(self, " are in the same two houses across (an X-wing)") : status;
}

static const struct rt_rule_class x_wing = {
    .size = sizeof x_wing,
    .flags = RT_RULE_OPTIONAL,  /* for people: the search does without */
    .id = "alldiff.x_wing",
    .kind = RT_ALLDIFF_HOUSES,
    .summary = "two houses with two places each for a value, all in two other houses: it leaves the rest of these",
    .tier = 2,
    .level = 4,
    .needs = RT_PLANES,
    .state_size = sizeof(struct houses),
    .wake = RT_WAKE_ANY,
    .init = houses_init,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&x_wing, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "alldiff.x_wing", .version = "1.0", .rules = rules,
};
