/* alldiff.hidden_single — where every value must occur, one with a single place left stands there.
 *
 *      12  12  123   =>   12  12  3 */
#include "fixed.h"
#include <ratchet/kind/alldiff.h>

static int init(struct rt_self *self)
{
    return self->v.n == self->v.nvalues ? RT_OK : RT_ENTAILED;
}

/* The tag is the value. One word holds a plane: n is at most the number of values, 64. */
static int propagate(struct rt_self *self)
{
    const struct rt_host *h = self->h;
    uint64_t fixed = fixed_positions(&self->v);
    int status = RT_FIXPOINT;
    for (uint32_t value = 0; value < self->v.nvalues; value++) {
        uint64_t places = self->v.plane[value];
        if (!places)
            return h->conflict(self, value);
        if ((places & (places - 1)) || (places & fixed))
            continue;
        if (h->drop(self, (uint32_t)__builtin_ctzll(places), ~(1ull << value), value) == RT_CONFLICT)
            return RT_CONFLICT;
        status = RT_OK;
    }
    return status;
}

/* Because the value had left all other positions; for a conflict, all. */
static int explain(struct rt_self *self, const struct rt_why *why)
{
    for (uint32_t pos = 0; pos < self->v.n; pos++)
        if (pos != why->pos)
            self->h->because(self, pos, 1ull << why->tag);
    return RT_OK;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_host *h = self->h;
    int status = h->print(self, "in ");
    status = status == RT_OK ? h->name_scope(self) : status;
    status = status == RT_OK ? h->print(self, why->pos == RT_NOPOS ? ", there is no place left for "
                                                                   : ", there is only this place left for ") : status;
    return status == RT_OK ? h->name_value(self, why->pos == RT_NOPOS ? 0 : why->pos, why->tag) : status;
}

static const struct rt_rule_class hidden_single = {
    .size = sizeof hidden_single,
    .id = "alldiff.hidden_single",
    .kind = RT_ALLDIFF,
    .summary = "a value with one place left stands there",
    .tier = 0,
    .level = 1,
    .needs = RT_PLANES,
    .wake = RT_WAKE_ANY,
    .init = init,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&hidden_single, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "alldiff.hidden_single", .version = "1.0", .rules = rules,
};
