/* alldiff.single, sum.single — a value that stands at one position leaves all others.
 *
 *      7  79  379   =>   7  9  39  =>  7  9  3 */
#include "fixed.h"
#include <ratchet/kind/alldiff.h>
#include <ratchet/kind/sum.h>

/* The tag of a drop is the position that has the value. */
static int propagate(struct rt_self *self)
{
    const uint64_t *plane = self->v.plane;
    uint64_t fixed = fixed_positions(&self->v);
    int status = RT_FIXPOINT;
    for (uint32_t value = 0; value < self->v.nvalues; value++) {
        uint64_t has = plane[value] & fixed;
        if (!has)
            continue;
        uint32_t pos = (uint32_t)__builtin_ctzll(has);
        for (uint64_t others = plane[value] & ~(1ull << pos); others; others &= others - 1) {
            if (self->h->drop(self, (uint32_t)__builtin_ctzll(others), 1ull << value, pos) == RT_CONFLICT)
                return RT_CONFLICT;
            status = RT_OK;
        }
    }
    return status;
}

static int explain(struct rt_self *self, const struct rt_why *why)
{
    self->h->because(self, why->tag, ~(1ull << why->value));
    return RT_OK;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_host *h = self->h;
    int status = h->print(self, "in ");
    status = status == RT_OK ? h->name_scope(self) : status;
    status = status == RT_OK ? h->print(self, ", ") : status;
    status = status == RT_OK ? h->name_value(self, why->tag, why->value) : status;
    return status == RT_OK ? h->print(self, " stands already") : status;
}

static const struct rt_rule_class single = {
    .size = sizeof single,
    .flags = RT_WAKE_FIXED,
    .id = "alldiff.single",
    .kind = RT_ALLDIFF,
    .summary = "a value that stands at one place stands at no other",
    .tier = 0,
    .level = 1,
    .needs = RT_PLANES,
    .wake = RT_WAKE_ANY,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class of_sum = {
    .size = sizeof of_sum,
    .flags = RT_WAKE_FIXED | RT_RULE_OPTIONAL,  /* for people: sum.run finds all that it finds */
    .id = "sum.single",
    .kind = RT_SUM_DISTINCT,
    .summary = "a number that stands in one cell of a sum stands in no other",
    .tier = 0,
    .level = 1,
    .needs = RT_PLANES,
    .wake = RT_WAKE_ANY,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&single, &of_sum, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "alldiff.single", .version = "1.0", .rules = rules,
};
