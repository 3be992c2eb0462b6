/* sum.unique and sum.ways — which sets of numbers make the sum: all of them, and those that agree with what is known.
 *
 *      16 in two cells: 7 9        10 in two cells, one of them 1237, the other 39:  1+9 or 3+7 */
#include "run.h"

/* What is in no way goes. */
static int keep_some(struct rt_self *self, const uint64_t *dom)
{
    uint64_t some, all;
    int status = RT_FIXPOINT;
    if (!run_ways(self, dom, &some, &all))
        return self->h->conflict(self, 0);
    for (uint32_t pos = 0; pos < self->v.n; pos++) {
        if (!(self->h->dom(self, pos) & ~some))
            continue;
        if (self->h->drop(self, pos, ~some, 0) == RT_CONFLICT)
            return RT_CONFLICT;
        status = RT_OK;
    }
    return status;
}

static int unique_propagate(struct rt_self *self)
{
    int status = keep_some(self, NULL);
    return status == RT_CONFLICT ? status : RT_ENTAILED;
}

static int unique_describe(struct rt_self *self, const struct rt_why *why)
{
    (void)why;
    return say_ways(self, NULL, "is ");
}

static int ways_propagate(struct rt_self *self)
{
    uint64_t dom[RT_SUM_VALUES];
    run_domains(self, dom);
    return keep_some(self, dom);
}

static int ways_describe(struct rt_self *self, const struct rt_why *why)
{
    uint64_t dom[RT_SUM_VALUES];
    (void)why;
    run_domains_then(self, dom);
    return say_ways(self, dom, "can only be ");
}

static const struct rt_rule_class unique = {
    .size = sizeof unique,
    .flags = RT_RULE_OPTIONAL,  /* for people: sum.run finds all that it finds */
    .id = "sum.unique",
    .kind = RT_SUM_DISTINCT,
    .summary = "numbers that no way to make the sum has go: 16 in two cells is 7 and 9",
    .tier = 0,
    .level = 1,
    .state_size = sizeof(struct run),
    .init = run_init,
    .propagate = unique_propagate,
    .explain = run_explain,
    .describe = unique_describe,
};

static const struct rt_rule_class ways = {
    .size = sizeof ways,
    .flags = RT_RULE_OPTIONAL,  /* for people: sum.run finds all that it finds */
    .id = "sum.ways",
    .kind = RT_SUM_DISTINCT,
    .summary = "numbers that are in no way to make the sum that agrees with what is known go",
    .tier = 0,
    .level = 3,
    .state_size = sizeof(struct run),
    .wake = RT_WAKE_ANY,
    .init = run_init,
    .propagate = ways_propagate,
    .explain = run_explain,
    .describe = ways_describe,
};

static const struct rt_rule_class *const rules[] = {&unique, &ways, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "sum.ways", .version = "1.0", .rules = rules,
};
