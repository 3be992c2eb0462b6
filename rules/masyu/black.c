/* masyu.black — the loop turns on a black pearl and goes on straight on both sides.
 *
 *      ?              x
 *    ==B-?    =>    --B x     one arm of each axis; an arm is two edges long,
 *      ?              ?       so it never points at a border one or two cells away
 *
 * An arm on: its extension on, the opposite arm off; an arm off: the opposite one on (statement 4).  Near a
 * border the arm towards it is off (statement 3).  What the cell of an arm does besides is masyu.black_reach.
 */
#include "clauses.h"

static int init(struct rt_self *self)
{
    const struct rt_masyu_pearl *p = self->payload;
    struct clauses c = {.pearl = p};
    exactly_one(&c, p->near[0], p->near[2]);
    exactly_one(&c, p->near[1], p->near[3]);
    for (uint32_t d = 0; d < 4; d++)
        when_on(&c, p->near[d]), then_on(&c, p->far[d]), end(&c);
    return add_clauses(self, &c);
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_masyu_pearl *p = self->payload;
    uint32_t d = 0;
    if (why->pos == RT_NOPOS)
        return self->h->print(self, "no arm is left on one axis");
    while (d < 4 && p->near[d] != (int)why->pos)
        d++;
    if (why->value == 0)
        return self->h->print(self, "an arm goes this way, two edges long");
    if (d == 4)
        return self->h->print(self, "no arm goes this way");
    int opposite = p->near[(d + 2) % 4];
    return self->h->print(self, opposite >= 0 && self->h->dom_then(self, (uint32_t)opposite) == 2
                                    ? "the line turns, so the other arm of the axis is off"
                                    : "an arm this way has no room");
}

static const struct rt_rule_class black = {
    .size = sizeof black,
    .id = "masyu.black",
    .kind = RT_MASYU_BLACK,
    .flags = RT_SAME_CLAUSES,
    .summary = "a black pearl has exactly one arm on each axis, two edges long",
    .tier = 0,
    .level = 1,
    .init = init,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&black, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "masyu.black", .version = "1.0", .rules = rules,
};
