/* masyu.black_reach — who comes to a black pearl comes straight.
 *
 *        |                               x
 *        + ? B   =>   + x B       and    --+--B    =>    --+--B        B ? B   =>   B x B
 *        ?                               ?               x
 *
 * The cell of an arm is passed straight (statement 6): its side edges are off while the arm is on, and with
 * one of them on the arm is off (statement 5).  A black next to the pearl turns, so the two are never joined
 * (statement 7, as far as one pearl sees).  That the arm then lies on the other side is masyu.black's part.
 */
#include "clauses.h"

static void passed_straight(struct clauses *c, uint32_t d)
{
    const struct rt_masyu_pearl *p = c->pearl;
    for (uint32_t s = 0; s < 2; s++)
        when_on(c, p->near[d]), then_off(c, p->side[d][s]), end(c);
}

static void stopped_by_black(struct clauses *c, uint32_t d)
{
    then_off(c, c->pearl->near[d]), end(c);
}

static int init(struct rt_self *self)
{
    struct clauses c = {.pearl = self->payload};
    for (uint32_t d = 0; d < 4; d++)
        if (c.pearl->cell[d] == RT_MASYU_IS_BLACK)
            stopped_by_black(&c, d);
        else
            passed_straight(&c, d);
    return add_clauses(self, &c);
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_masyu_pearl *p = self->payload;
    for (uint32_t d = 0; d < 4; d++)
        if (why->pos != RT_NOPOS && p->near[d] == (int)why->pos)
            return self->h->print(self, p->cell[d] == RT_MASYU_IS_BLACK
                                            ? "two black pearls are never joined directly"
                                            : "the arm this way is blocked: the cell next to it turns");
    return self->h->print(self, "the line comes straight, so the arm's cell has no other line");
}

static const struct rt_rule_class black_reach = {
    .size = sizeof black_reach,
    .id = "masyu.black_reach",
    .kind = RT_MASYU_BLACK,
    .flags = RT_SAME_CLAUSES,
    .summary =
        "the line reaches a black pearl straight, so an arm that is crossed or leads to another black is off",
    .tier = 0,
    .level = 2,
    .init = init,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&black_reach, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "masyu.black_reach", .version = "1.0", .rules = rules,
};
