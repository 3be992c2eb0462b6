/* masyu.black_pair — what a black pearl and a pearl near it say together.
 *
 *      7                       8                            16                      17
 *                                  |  equal     |                                        W
 *      --+--B x B--+--         B   +   B     B  +  B        --+--B x + W W          --+--B x +
 *                                  |            |                                        W
 *
 * 7   Joined, neither would go straight on the other's side: the edge between is off, and both arms lead away.
 * 8   The cell between two blacks is crossed from one to the other, or not at all in that direction.  So its cross
 *     edges are equal: one alone would need a way on, and that way is an arm, passed straight.
 * 16  The arm would be passed straight, then both whites, and the first white turns on neither side (†).  With three
 *     whites right behind the black it is the middle one.  With white = both a single white behind the gap is enough.
 * 17  On that arm the two cross edges of its cell are off, so both whites run along it and come to the cells beside
 *     the black from that side.  One of these two cells is the black's other arm, and must be passed straight.
 *
 * † not with white = straight.  7 is seen by masyu.black_reach and masyu.black, too, edge by edge. */
#include "sayings.h"

static void next_to_each_other(const struct spot *at) /* 7 */
{
    static const char words[] = "two black pearls next to each other are not joined, and both lines lead away";
    struct rt_sayings *s = &at->s->said;
    rt_off(s, edge(at, 0, 0, AHEAD)), say(at, words);
    rt_on(s, edge(at, 0, 0, BACK)), say(at, words);
    rt_on(s, edge(at, -1, 0, BACK)), say(at, words);
}

static void one_cell_between(const struct spot *at) /* 8 */
{
    static const char joined[] = "a line from one black pearl straight at the next one goes on to it";
    static const char crossed[] = "the cell between two black pearls is passed across them straight or not at all";
    struct rt_sayings *s = &at->s->said;
    rt_if_on(s, edge(at, 0, 0, AHEAD)), rt_on(s, edge(at, 1, 0, AHEAD)), say(at, joined);
    rt_if_on(s, edge(at, 1, 0, SIDE)), rt_on(s, edge(at, 1, 0, AWAY)), say(at, crossed);
    rt_if_on(s, edge(at, 1, 0, SIDE)), rt_off(s, edge(at, 0, 0, AHEAD)), say(at, crossed);
}

static bool whites_behind(const struct spot *at) /* 16 */
{
    switch (at->s->board->variant) {
    case RT_MASYU_STRAIGHT:
        return false;
    case RT_MASYU_BOTH:
        return is_white(at, 2, 0);
    default:
        return is_white(at, 2, 0) && is_white(at, 3, 0);
    }
}

static void black_pair_at(const struct spot *at)
{
    struct rt_sayings *s = &at->s->said;
    if (!is_black(at, 0, 0))
        return;
    if (is_black(at, 1, 0))
        next_to_each_other(at);
    if (is_black(at, 2, 0))
        one_cell_between(at);
    if (whites_behind(at))
        rt_off(s, edge(at, 0, 0, AHEAD)),
            say(at, "the line could turn nowhere next to the white pearls, so it leaves the black one the other way");
    if (is_white(at, 1, -1) && is_white(at, 1, 1))
        rt_off(s, edge(at, 0, 0, AHEAD)),
            say(at, "two white pearls beside the black one's way would leave it no second way");
}

static int init(struct rt_self *self)
{
    return sayings_init(self, black_pair_at);
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    return sayings_describe(self, why, black_pair_at);
}

static const struct rt_rule_class black_pair = {
    .size = sizeof black_pair,
    .id = "masyu.black_pair",
    .kind = RT_MASYU_BOARD,
    .flags = RT_RULE_OPTIONAL,
    .summary = "black pearls next to each other, with a cell between, or near two whites",
    .tier = 0,
    .level = 3,
    .init = init,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&black_pair, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "masyu.black_pair", .version = "1.0", .rules = rules,
};
