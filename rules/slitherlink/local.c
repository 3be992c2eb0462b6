/* slitherlink.local — all ways of a clue's sides against the lines at its corners.
 *
 *          |
 *        x o   o         For example: the line enters the 2 at one corner and can't leave it at the opposite one, as
 *            2           both edges beyond that are off.  Whichever way is tried, one line ends: a contradiction.
 *          o   o x
 *              x
 *
 * Why: the scope says how many sides are on, and that none or two of the four edges at each corner are.  The corners
 * share nothing but the sides, so for each way of the sides (six at most) each corner is looked at by itself.
 * Complete: no other rule of the kind can add anything.  A reason is what is left after dropping one premise after the
 * other that the conclusion doesn't need. */
#include "ways.h"
#include <ratchet/model.h>

static int propagate(struct rt_self *self)
{
    const uint64_t *plane = self->v.plane;
    struct ways in = {{plane[0], plane[1]}}, support = ways_support(self->payload, &in);
    uint64_t gone[2] = {in.may[0] & ~support.may[0], in.may[1] & ~support.may[1]};
    if (!(support.may[0] | support.may[1]))
        return self->h->conflict(self, 0);
    if ((gone[0] | gone[1]) && self->h->drop_planes(self, gone, 0) == RT_CONFLICT)
        return RT_CONFLICT;
    return support.may[0] & support.may[1] ? RT_FIXPOINT : RT_ENTAILED;
}

/* Premises of then, as few as it takes to leave no way in which `pos` is `value`. */
static int explain(struct rt_self *self, const struct rt_why *why)
{
    const uint64_t all = (1ull << self->v.n) - 1;
    struct ways in = {{why->plane[0], why->plane[1]}};
    if (why->pos != RT_NOPOS)
        in.may[!why->value] &= ~(1ull << why->pos);
    for (uint32_t pos = 0; pos < self->v.n; pos++) {
        struct ways less = in;
        less.may[0] |= 1ull << pos;
        less.may[1] |= 1ull << pos;
        struct ways support = ways_support(self->payload, &less);
        if (pos != why->pos && !(support.may[0] | support.may[1]))
            in = less;
    }
    uint64_t gone[2] = {all & ~in.may[0], all & ~in.may[1]};
    if (why->pos != RT_NOPOS)
        gone[!why->value] &= ~(1ull << why->pos);
    if (gone[0] | gone[1])
        self->h->because_planes(self, gone);
    else
        self->h->because_always(self);
    return RT_OK;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    return self->h->print(self, why->pos == RT_NOPOS ? "there is no way left to draw its lines"
                                : why->value         ? "no way to draw its lines that is left has one there"
                                                     : "every way to draw its lines that is left has one there");
}

static const struct rt_rule_class local = {
    .size = sizeof local,
    .id = "slitherlink.local",
    .kind = RT_SLITHERLINK_CLUE,
    .flags = RT_RULE_OPTIONAL,
    .summary = "all ways of a clue's sides are tried against the lines at its corners",
    .tier = 1,
    .level = 4,
    .needs = RT_PLANES | RT_THEN,
    .wake = RT_WAKE_ANY,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&local, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "slitherlink.local", .version = "1.0", .rules = rules,
};
