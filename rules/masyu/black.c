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
    if (why->pos == RT_NOPOS)
        return self->h->print(self, "the black pearl has no arm left on one axis");
    for (uint32_t d = 0; d < 4; d++)
        if (p->far[d] == (int)why->pos)
            return self->h->print(self, "an arm of a black pearl is two edges long");
    return self->h->print(self, why->value == 0
                                    ? "the black pearl needs an arm on each axis, and this one is left"
                                    : "the black pearl turns, or its arm has no room");
}

static const struct rt_rule_class black = {
    .size = sizeof black,
    .id = "masyu.black",
    .kind = RT_MASYU_BLACK,
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
