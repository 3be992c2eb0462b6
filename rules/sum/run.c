/* sum.run: complete for different numbers with a sum. What is left of every position is part of an assignment that
 * agrees with all that is known; no other rule of the kind can add anything.
 *
 * Dynamic programming over the positions, on the sets of numbers that have been used: of nine numbers there are 512, so
 * that a family of sets is eight words, and a number more is a shift (family.h). */
#include "run.h"

static int propagate(struct rt_self *self)
{
    struct family rest[RT_SUM_VALUES + 1], sets = {{1}};
    uint64_t dom[RT_SUM_VALUES], open = 0;
    run_domains(self, dom);
    run_rest(self, dom, rest);
    if (!(rest[0].word[0] & 1))
        return self->h->conflict(self, 0);
    for (uint32_t pos = 0; pos < self->v.n; pos++) {
        uint64_t keep = run_leads(&sets, dom[pos], &rest[pos + 1]);
        if (keep != dom[pos] && self->h->drop(self, pos, ~keep, 0) == RT_CONFLICT)
            return RT_CONFLICT;
        open |= keep & (keep - 1);
        sets = run_add(&sets, keep);
    }
    return open ? RT_FIXPOINT : RT_ENTAILED;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    uint64_t dom[RT_SUM_VALUES];
    (void)why;
    run_domains_then(self, dom);
    return say_ways(self, dom, "can, as it stands, only be ");
}

static const struct rt_rule_class run = {
    .size = sizeof run,
    .id = "sum.run",
    .kind = RT_SUM_DISTINCT,
    .summary = "complete: only what is part of different numbers with this sum stays",
    .tier = 1,
    .level = 5,
    .state_size = sizeof(struct run),
    .wake = RT_WAKE_ANY,
    .init = run_init,
    .propagate = propagate,
    .explain = run_explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&run, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "sum.run", .version = "1.0", .rules = rules,
};
