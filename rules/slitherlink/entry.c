/* slitherlink.entry — a line that comes to a corner of a clue.
 *
 *          |               |               |
 *        x o   o         x o   o         x o   o         A line comes to the corner from above, and doesn't go on
 *            3 |             1 x             2           outside: it takes one of the two sides there.
 *          o---o           o x o           o   o ?
 *                                              ?         one of the two edges beyond the opposite corner of the 2
 *
 * A 3 has at least one side at each corner, so a line that comes there always enters: the other edge outside has none,
 * and the far sides both have one.  A 1 has its line then, and a 2 one more: where its far sides meet the line
 * leaves. */
#include "corners.h"

static void say_one(struct rt_sayings *s, const struct corner *at, uint32_t i)
{
    for (uint32_t k = 0; k < 2; k++)
        if_enters(s, at, i), rt_off(s, at->far[k]),
            rt_say(s, at->d, "a line comes to this corner and goes on along the 1, which has its line with that");
}

static void say_two(struct rt_sayings *s, const struct corner *at, uint32_t i)
{
    static const char one[] = "a line comes to this corner and goes on along the 2, which has one more far side";
    static const char leaves[] = "a line comes to this corner and goes on along the 2; it leaves at the opposite one";
    if_enters(s, at, i), rt_on(s, at->far[0]), rt_on(s, at->far[1]), rt_say(s, at->d, one);
    if_enters(s, at, i), rt_off(s, at->far[0]), rt_off(s, at->far[1]), rt_say(s, at->d, one);
    if_enters(s, at, i), rt_on(s, at->across[0]), rt_on(s, at->across[1]), rt_say(s, at->d, leaves);
    if_enters(s, at, i), rt_off(s, at->across[0]), rt_off(s, at->across[1]), rt_say(s, at->d, leaves);
}

static void say_three(struct rt_sayings *s, const struct corner *at, uint32_t i)
{
    rt_if_on(s, at->beyond[i]), rt_off(s, at->beyond[!i]),
        rt_say(s, at->d, "a line that comes to a corner of a 3 goes on along it, and nowhere else");
    for (uint32_t k = 0; k < 2; k++)
        rt_if_on(s, at->beyond[i]), rt_on(s, at->far[k]),
            rt_say(s, at->d, "a line that comes to a corner of a 3 takes one side there; the far sides have theirs");
}

static void say_entries(struct rt_sayings *s)
{
    static void (*const say[])(struct rt_sayings *, const struct corner *, uint32_t) = {NULL, say_one, say_two,
                                                                                        say_three, NULL};
    const struct rt_slitherlink_clue *c = s->self->payload;
    for (uint32_t d = 0; d < 4 && say[c->clue]; d++)
        for (uint32_t i = 0; i < 2; i++) {
            struct corner at = corner_of(c, d);
            say[c->clue](s, &at, i);
        }
}

static int init(struct rt_self *self)
{
    return rt_sayings_init(self, say_entries);
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    return corners_describe(self, why, say_entries);
}

static const struct rt_rule_class entry = {
    .size = sizeof entry,
    .id = "slitherlink.entry",
    .kind = RT_SLITHERLINK_CLUE,
    .summary = "a line that comes to a corner of a clue goes on along it: what that means for the far sides",
    .tier = 0,
    .level = 2,
    .init = init,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&entry, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "slitherlink.entry", .version = "1.0", .rules = rules,
};
