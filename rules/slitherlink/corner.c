/* slitherlink.corner — a corner of a clue to which no line comes from outside: a corner of the board, or two crosses.
 *
 *          x               x               x
 *        x o x           x o---o         x o---o--       or its two other sides; the line leaves the 2 at the corners
 *          x 1             | 3             | 2           beside this one either way
 *          o               o               o
 *                                          |
 *
 * The two sides there have a line or none, both of them: one alone would end there.  So a 1 has none there, a 3 both;
 * a 2 has two there, or the two others, and either way the line leaves it at the corners beside this one. */
#include "corners.h"

static void say_one(struct rt_sayings *s, const struct corner *at)
{
    for (uint32_t i = 0; i < 2; i++)
        if_bare(s, at), rt_off(s, at->near[i]),
            rt_say(s, at->d, "no line comes to this corner from outside, so it would take two sides there");
}

static void say_two(struct rt_sayings *s, const struct corner *at)
{
    static const char two[] = "no line comes to this corner from outside, so both sides there have one or both others";
    static const char on[] = "no line comes to this corner from outside, so the line leaves at the corners beside it";
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t k = 0; k < 2; k++) {
            if_bare(s, at), rt_if_on(s, at->near[i]), rt_off(s, at->far[k]), rt_say(s, at->d, two);
            if_bare(s, at), rt_if_off(s, at->near[i]), rt_on(s, at->far[k]), rt_say(s, at->d, two);
        }
    for (uint32_t i = 0; i < 2; i++) {
        if_bare(s, at), rt_on(s, at->beside[i][0]), rt_on(s, at->beside[i][1]), rt_say(s, at->d, on);
        if_bare(s, at), rt_off(s, at->beside[i][0]), rt_off(s, at->beside[i][1]), rt_say(s, at->d, on);
    }
}

static void say_three(struct rt_sayings *s, const struct corner *at)
{
    for (uint32_t i = 0; i < 2; i++)
        if_bare(s, at), rt_on(s, at->near[i]),
            rt_say(s, at->d, "no line comes to this corner from outside, so both sides there have one or none, and a 3 "
                             "lacks only one");
}

static void say_corners(struct rt_sayings *s)
{
    static void (*const say[])(struct rt_sayings *, const struct corner *) = {NULL, say_one, say_two, say_three, NULL};
    const struct rt_slitherlink_clue *c = s->self->payload;
    for (uint32_t d = 0; d < 4 && say[c->clue]; d++) {
        struct corner at = corner_of(c, d);
        say[c->clue](s, &at);
    }
}

static int init(struct rt_self *self)
{
    return rt_sayings_init(self, say_corners);
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    return corners_describe(self, why, say_corners);
}

static const struct rt_rule_class corner = {
    .size = sizeof corner,
    .id = "slitherlink.corner",
    .kind = RT_SLITHERLINK_CLUE,
    .summary = "a corner to which no line comes from outside: a 1 has no line there, a 3 two, a 2 both or neither",
    .tier = 0,
    .level = 2,
    .init = init,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&corner, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "slitherlink.corner", .version = "1.0", .rules = rules,
};
