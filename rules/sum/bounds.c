/* sum.last and sum.bounds — what the other positions add up to: exactly, where all of them are known; at most or at
 * least, otherwise.
 *
 *      17 in three cells:  5678  123  ?  =>  ? is at least 6 */
#include "run.h"

enum { AT_MOST = 0, AT_LEAST = 1, EXACTLY = 2 };

/* The sum that different numbers in all positions but `pos` have at most or at least, seen from the ends of their
 * domains alone: the end, or the number next to the last one that was taken. EXACTLY: all of them are known. */
static int extreme(const struct rt_self *self, const uint64_t *dom, uint32_t pos, int which)
{
    int ends[RT_SUM_VALUES], n = 0, sum = 0;
    for (uint32_t other = 0; other < self->v.n; other++) {
        if (other == pos)
            continue;
        int end = which == AT_MOST ? -(63 - __builtin_clzll(dom[other])) - 1 : __builtin_ctzll(dom[other]) + 1, i = n++;
        for (; i > 0 && ends[i - 1] > end; i--)
            ends[i] = ends[i - 1];
        ends[i] = end;
    }
    for (int i = 0; i < n; i++) {
        if (i && which != EXACTLY && ends[i] <= ends[i - 1])
            ends[i] = ends[i - 1] + 1;
        sum += ends[i];
    }
    return which == AT_MOST ? -sum : sum;
}

/* The values from the number `low` to `high`. */
static uint64_t between(int low, int high)
{
    uint64_t upto = high < 1 ? 0 : high >= (int)RT_SUM_VALUES ? UINT64_MAX : (1ull << high) - 1;
    return low <= 1 ? upto : low > (int)RT_SUM_VALUES ? 0 : upto & ~((1ull << (low - 1)) - 1);
}

static int keep(struct rt_self *self, uint32_t pos, uint64_t values, uint32_t tag, int *status)
{
    if (!(self->h->dom(self, pos) & ~values))
        return RT_OK;
    *status = RT_OK;
    return self->h->drop(self, pos, ~values, tag);
}

static int bounds_propagate(struct rt_self *self)
{
    const struct rt_sum_distinct *payload = self->payload;
    uint64_t dom[RT_SUM_VALUES];
    int status = RT_FIXPOINT, sum = (int)payload->sum;
    run_domains(self, dom);
    for (uint32_t pos = 0; pos < self->v.n; pos++) {
        int low = sum - extreme(self, dom, pos, AT_MOST), high = sum - extreme(self, dom, pos, AT_LEAST);
        if (keep(self, pos, between(low, (int)RT_SUM_VALUES), AT_MOST, &status) == RT_CONFLICT ||
            keep(self, pos, between(1, high), AT_LEAST, &status) == RT_CONFLICT)
            return RT_CONFLICT;
    }
    return status;
}

static int last_propagate(struct rt_self *self)
{
    const struct rt_sum_distinct *payload = self->payload;
    uint64_t dom[RT_SUM_VALUES];
    uint32_t open = 0, last = 0;
    int status = RT_FIXPOINT;
    run_domains(self, dom);
    for (uint32_t pos = 0; pos < self->v.n; pos++)
        if (dom[pos] & (dom[pos] - 1))
            last = pos, open++;
    if (open > 1)
        return RT_FIXPOINT;
    int rest = (int)payload->sum - extreme(self, dom, last, EXACTLY);
    return keep(self, last, between(rest, rest), EXACTLY, &status) == RT_CONFLICT ? RT_CONFLICT : status;
}

/* The ends of the other domains, and nothing else; where these are known, that is what they are. */
static int explain(struct rt_self *self, const struct rt_why *why)
{
    uint64_t any = 0;
    for (uint32_t pos = 0; pos < self->v.n; pos++) {
        uint64_t dom = self->h->dom_then(self, pos), beyond = 0;
        if (pos == why->pos)
            continue;
        if (why->tag != AT_LEAST)
            beyond |= run_values(self) & ~between(1, 64 - __builtin_clzll(dom));
        if (why->tag != AT_MOST)
            beyond |= between(1, __builtin_ctzll(dom));
        self->h->because(self, pos, beyond);
        any |= beyond;
    }
    if (!any)
        self->h->because_always(self);
    return RT_OK;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    static const char *const bounds[] = {" at most", " at least", ""};
    const struct rt_sum_distinct *payload = self->payload;
    uint64_t dom[RT_SUM_VALUES] = {0};
    if (self->v.n == 1)
        return self->h->print(self, "the sum is %u", payload->sum);
    run_domains_then(self, dom);
    return self->h->print(self, "the other cell%s%s %d of %u", self->v.n == 2 ? " makes" : "s make", bounds[why->tag],
                          extreme(self, dom, why->pos, (int)why->tag), payload->sum);
}

static const struct rt_rule_class last = {
    .size = sizeof last,
    .flags = RT_RULE_OPTIONAL | RT_WAKE_FIXED,  /* for people: sum.run finds all that it finds */
    .id = "sum.last",
    .kind = RT_SUM_DISTINCT,
    .summary = "the last open cell takes what the others leave of the sum",
    .tier = 0,
    .level = 1,
    .state_size = sizeof(struct run),
    .wake = RT_WAKE_ANY,
    .init = run_init,
    .propagate = last_propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class bounds = {
    .size = sizeof bounds,
    .flags = RT_RULE_OPTIONAL,  /* for people: sum.run finds all that it finds */
    .id = "sum.bounds",
    .kind = RT_SUM_DISTINCT,
    .summary = "a cell takes at least, and at most, what the others can leave of the sum",
    .tier = 0,
    .level = 2,
    .state_size = sizeof(struct run),
    .wake = RT_WAKE_ANY,
    .init = run_init,
    .propagate = bounds_propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&last, &bounds, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "sum.bounds", .version = "1.0", .rules = rules,
};
