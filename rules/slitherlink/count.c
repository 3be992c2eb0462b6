/* slitherlink.count — as many sides of a cell have a line as its clue says.
 *
 *      o x o       o x o        o---o       o---o
 *      x 0 x      |  1 x       |  2 x         3 |           a line is - or |, none is x; a corner is o
 *      o x o       o x o        o x o       o---o
 *
 * All lines are there: the other sides have none.  Only as many sides are left as lines are missing: all of them have
 * one. */
#include <ratchet/kit/sayings.h>
#include <ratchet/kind/slitherlink.h>
#include <ratchet/model.h>

static void say_count(struct rt_sayings *s)
{
    static const char *const full[] = {"a 0 has no lines", "the 1 has its line already",
                                       "the 2 has its two lines already", "the 3 has its three lines already", ""};
    static const char *const rest[] = {"", "only one side is left for the 1's line",
                                       "only two sides are left for the 2's lines",
                                       "only three sides are left for the 3's lines", "a 4 has a line on every side"};
    const struct rt_slitherlink_clue *c = s->self->payload;
    for (uint32_t sides = 1; sides < 16; sides++) {
        uint32_t n = (uint32_t)__builtin_popcount(sides);
        if (n == c->clue + 1) {
            for (uint32_t d = 0; d < 4; d++)
                if (sides >> d & 1)
                    rt_off(s, c->side[d]);
            rt_say(s, 0, full[c->clue]);
        }
        if (n == 5 - c->clue) {
            for (uint32_t d = 0; d < 4; d++)
                if (sides >> d & 1)
                    rt_on(s, c->side[d]);
            rt_say(s, 0, rest[c->clue]);
        }
    }
}

static int init(struct rt_self *self)
{
    return rt_sayings_init(self, say_count);
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    return rt_sayings_describe(self, why, say_count, "its lines are too many or too few");
}

static const struct rt_rule_class count = {
    .size = sizeof count,
    .id = "slitherlink.count",
    .kind = RT_SLITHERLINK_CLUE,
    .summary = "as many sides of a cell have a line as its clue says",
    .tier = 0,
    .level = 1,
    .init = init,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&count, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "slitherlink.count", .version = "1.0", .rules = rules,
};
