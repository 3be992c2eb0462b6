/* sum.needed — a number that is in every way to make the sum, with one place left for it, stands there.
 *
 *      23 in three cells is 6+8+9:  68  68  689  =>  68  68  9 */
#include "run.h"

/* The only position that may have the value; RT_NOPOS: there are more. */
static uint32_t only_place(const struct rt_self *self, const uint64_t *dom, uint64_t value)
{
    uint32_t place = RT_NOPOS;
    for (uint32_t pos = 0; pos < self->v.n; pos++) {
        if (!(dom[pos] & value))
            continue;
        if (place != RT_NOPOS)
            return RT_NOPOS;
        place = pos;
    }
    return place;
}

/* The tag is the value. */
static int propagate(struct rt_self *self)
{
    uint64_t dom[RT_SUM_VALUES], some, all;
    int status = RT_FIXPOINT;
    run_domains(self, dom);
    if (!run_ways(self, dom, &some, &all))
        return self->h->conflict(self, 0);
    for (uint64_t left = all; left; left &= left - 1) {
        uint64_t value = left & -left;
        uint32_t place = only_place(self, dom, value);
        if (place == RT_NOPOS || dom[place] == value)
            continue;
        if (self->h->drop(self, place, ~value, (uint32_t)__builtin_ctzll(value)) == RT_CONFLICT)
            return RT_CONFLICT;
        dom[place] &= value;
        status = RT_OK;
    }
    return status;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    int status = say_task(self);
    if (status != RT_OK || why->pos == RT_NOPOS)
        return status == RT_OK ? self->h->print(self, " can't be made any more") : status;
    return self->h->print(self, " needs a %u, and one place is left for it", why->tag + 1);
}

static const struct rt_rule_class needed = {
    .size = sizeof needed,
    .flags = RT_RULE_OPTIONAL,  /* for people: sum.run finds all that it finds */
    .id = "sum.needed",
    .kind = RT_SUM_DISTINCT,
    .summary = "a number that every way to make the sum has, with one place left for it, stands there",
    .tier = 0,
    .level = 3,
    .state_size = sizeof(struct run),
    .wake = RT_WAKE_ANY,
    .init = run_init,
    .propagate = propagate,
    .explain = run_explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&needed, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "sum.needed", .version = "1.0", .rules = rules,
};
