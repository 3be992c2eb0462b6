/* masyu.white — the loop goes straight through a white pearl.
 *
 *        ?              x                x              x           ########
 *      --W-?    =>    --W--              W-?    =>    --W--         --W--    at the border
 *        ?              x                ?              x             x
 *
 * One edge on: the opposite on, the other axis off; one edge off: the opposite off, the other axis on
 * (statement 9).  Where the board ends the edge is off, so on a border the line runs along it, and a corner
 * is a contradiction (statement 2). */
#include "clauses.h"

static int init(struct rt_self *self)
{
    const struct rt_masyu_pearl *p = self->payload;
    struct clauses c = {.pearl = p};
    both_or_neither(&c, p->near[0], p->near[2]);
    both_or_neither(&c, p->near[1], p->near[3]);
    exactly_one(&c, p->near[0], p->near[1]);
    return add_clauses(self, &c);
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    return self->h->print(self, why->pos == RT_NOPOS ? "the line cannot go straight"
                                                     : "the line goes straight");
}

static const struct rt_rule_class white = {
    .size = sizeof white,
    .id = "masyu.white",
    .kind = RT_MASYU_WHITE,
    .flags = RT_SAME_CLAUSES,
    .summary = "the loop goes straight through a white pearl; at the border it runs along it",
    .tier = 0,
    .level = 1,
    .init = init,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&white, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "masyu.white", .version = "1.0", .rules = rules,
};
