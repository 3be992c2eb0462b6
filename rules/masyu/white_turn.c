/* masyu.white_turn — the loop turns next to a white pearl, on one side at least.
 *
 *                                             (cannot turn)  (cannot turn)
 *      ==+--W--+-?   =>   ==+--W--+ x              + ? W ? +      =>   the loop crosses W the other way
 *
 * Passing along an axis with the far edge on at one side: the far edge off at the other (statement 10).  On
 * both sides the neighbour cannot turn: the loop crosses the other way (statement 11).  A neighbour cannot
 * turn when its far edge is on, or it is a white, or each of its two cross edges is off or leads to a black.
 *
 * With white = both it turns on either side; with white = straight nothing is asked. */
#include "clauses.h"

/* The loop comes to N_d from the pearl, so "it turns there" and "one of the cross edges is on" say the same;
 * what is known may be either. */
enum saying { FAR_IS_OFF, CROSSES_OVER };

/* Adds "or N_d turns"; nothing if it never does. */
static void or_turns(struct clauses *c, uint32_t d, enum saying saying)
{
    const struct rt_masyu_pearl *p = c->pearl;
    if (p->cell[d] == RT_MASYU_IS_WHITE)
        return;
    if (saying == FAR_IS_OFF) {
        then_off(c, p->far[d]);
        return;
    }
    for (uint32_t s = 0; s < 2; s++)
        if (p->side_cell[d][s] != RT_MASYU_IS_BLACK)
            then_on(c, p->side[d][s]);
}

static enum saying last_saying(const struct clauses *c, uint32_t d)
{
    return c->pearl->cell[d] == RT_MASYU_IS_WHITE ? FAR_IS_OFF : CROSSES_OVER;
}

/* At least one of the two cells on the axis turns; a black there does anyway. */
static void turns_somewhere(struct clauses *c, uint32_t d)
{
    uint32_t back = d + 2;
    if (c->pearl->cell[d] == RT_MASYU_IS_BLACK || c->pearl->cell[back] == RT_MASYU_IS_BLACK)
        return;
    for (enum saying here = FAR_IS_OFF; here <= last_saying(c, d); here++)
        for (enum saying there = FAR_IS_OFF; there <= last_saying(c, back); there++) {
            when_on(c, c->pearl->near[d]);
            or_turns(c, d, here);
            or_turns(c, back, there);
            end(c);
        }
}

static void turns_here(struct clauses *c, uint32_t d)
{
    for (enum saying saying = FAR_IS_OFF; saying <= last_saying(c, d); saying++) {
        when_on(c, c->pearl->near[d]);
        or_turns(c, d, saying);
        end(c);
    }
}

static int init(struct rt_self *self)
{
    struct clauses c = {.pearl = self->payload};
    if (c.pearl->variant == RT_MASYU_STRAIGHT)
        return RT_ENTAILED;
    for (uint32_t d = 0; d < 4; d++)
        if (c.pearl->variant == RT_MASYU_BOTH)
            turns_here(&c, d);
        else if (d < 2)
            turns_somewhere(&c, d);
    return add_clauses(self, &c);
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_masyu_pearl *p = self->payload;
    const char *where = p->variant == RT_MASYU_BOTH ? "on both sides of it" : "next to it";
    if (why->pos == RT_NOPOS)
        return self->h->print(self, "the line cannot turn %s", where);
    for (uint32_t d = 0; d < 4; d++)
        if (p->near[d] == (int)why->pos)
            return self->h->print(self, "passing this way, the line could not turn %s", where);
    return self->h->print(self, "the line must turn %s, and does so here", where);
}

static const struct rt_rule_class white_turn = {
    .size = sizeof white_turn,
    .id = "masyu.white_turn",
    .kind = RT_MASYU_WHITE,
    .flags = RT_SAME_CLAUSES,
    .summary = "the loop turns next to a white pearl; where it cannot, it crosses the pearl the other way",
    .tier = 0,
    .level = 2,
    .init = init,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&white_turn, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "masyu.white_turn", .version = "1.0", .rules = rules,
};
