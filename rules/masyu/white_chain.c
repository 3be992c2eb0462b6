/* masyu.white_chain — white pearls in a line, at the border, and next to a black's arm.
 *
 *      12  | | |          13                      14  ########        15                     18    |
 *          W W W             x +--W==W--+ x           x+-W-W-+x          x +--W==+==W--+ x      +  W
 *          | | |                                       |     |                                 B==+|
 *
 * 12  Along the line the middle one has a white on either side, which it passes straight, so it is crossed; then
 *     its neighbours are no longer joined to it and are crossed as well (†).  With white = both two are enough.
 * 13  Joined, each has the other on one side, so it turns on the outer one (†).
 * 14  On the border the turn can only go inwards (†).  Behind a white at the border the next one cannot be joined to
 *     it, since that one runs along the border: it runs parallel.
 * 15  The cell between is passed straight, so both turn on their outer sides (†).
 * 18  The arm's cell is passed straight, so the white beside it is not joined to it: it runs parallel to the arm.
 * 19  A black's arm through two whites leaves the second and turns in the cell behind it (†).  A white on the border
 *     straight ahead, two cells from a black, runs along the border: the black goes away from it.
 *
 * † not with white = straight.  The last of 19 was noted as †, too; it holds under every reading. */
#include "sayings.h"

static bool must_turn(const struct spot *at)
{
    return at->s->board->variant != RT_MASYU_STRAIGHT;
}

static void crossed(const struct spot *at, int forward, const char *words)
{
    struct rt_sayings *s = &at->s->said;
    rt_off(s, edge(at, forward, 0, AHEAD)), say(at, words);
    rt_off(s, edge(at, forward, 0, BACK)), say(at, words);
    rt_on(s, edge(at, forward, 0, SIDE)), say(at, words);
    rt_on(s, edge(at, forward, 0, AWAY)), say(at, words);
}

static void in_a_line(const struct spot *at) /* 12 */
{
    uint32_t needed = at->s->board->variant == RT_MASYU_BOTH ? 2 : 3;
    for (uint32_t k = 0; k < needed; k++)
        if (!is_white(at, (int)k, 0))
            return;
    for (uint32_t k = 0; k < needed; k++)
        crossed(at, (int)k, needed == 2 ? "white pearls in a line are crossed, since none of them could turn between"
                                        : "three white pearls in a line are crossed, since the middle one could not "
                                          "turn");
}

static void pair(const struct spot *at) /* 13, and 14 along the border */
{
    static const char inwards[] = "two white pearls in a line at the border turn inwards behind both";
    struct rt_sayings *s = &at->s->said;
    if (!is_white(at, 1, 0))
        return;
    rt_if_on(s, edge(at, 0, 0, AHEAD)), rt_off(s, edge(at, 2, 0, AHEAD));
    say(at, "two white pearls joined along their line turn behind both");
    if (!is_outside(at, 0, -1))
        return;
    rt_off(s, edge(at, 2, 0, AHEAD)), say(at, inwards);
    rt_on(s, edge(at, 2, 0, SIDE)), say(at, inwards);
}

static void with_a_gap(const struct spot *at) /* 15 */
{
    struct rt_sayings *s = &at->s->said;
    if (!is_white(at, 2, 0))
        return;
    rt_if_on(s, edge(at, 0, 0, AHEAD)), rt_if_on(s, edge(at, 1, 0, AHEAD)), rt_off(s, edge(at, 3, 0, AHEAD));
    say(at, "two white pearls joined straight through the cell between turn on their outer sides");
}

static void behind_the_border(const struct spot *at) /* 14 */
{
    static const char words[] = "the white pearl at the border runs along it, and so does the one behind it";
    if (is_outside(at, -1, 0) && is_white(at, 1, 0))
        crossed(at, 0, words), crossed(at, 1, words);
}

static void near_black(const struct spot *at) /* 18, 19 */
{
    static const char parallel[] = "a white pearl beside a black one's way runs parallel to it";
    static const char through[] = "the black pearl's line through two white ones turns right behind them";
    struct rt_sayings *s = &at->s->said;
    if (is_white(at, 1, 1)) {
        rt_if_on(s, edge(at, 0, 0, AHEAD)), rt_on(s, edge(at, 1, 1, AHEAD)), say(at, parallel);
        rt_if_on(s, edge(at, 0, 0, AHEAD)), rt_on(s, edge(at, 1, 1, BACK)), say(at, parallel);
    }
    if (must_turn(at) && is_white(at, 1, 0) && is_white(at, 2, 0)) {
        rt_if_on(s, edge(at, 0, 0, AHEAD)), rt_on(s, edge(at, 2, 0, AHEAD)), say(at, through);
        rt_if_on(s, edge(at, 0, 0, AHEAD)), rt_off(s, edge(at, 3, 0, AHEAD)), say(at, through);
    }
    if (is_white(at, 2, 0) && is_outside(at, 3, 0))
        rt_off(s, edge(at, 0, 0, AHEAD)), say(at, "the white pearl at the border runs along it, so the black one's "
                                                  "line goes away from it");
}

static void white_chain_at(const struct spot *at)
{
    if (is_black(at, 0, 0)) {
        near_black(at);
        return;
    }
    behind_the_border(at);
    if (!must_turn(at))
        return;
    in_a_line(at);
    pair(at);
    with_a_gap(at);
}

static int init(struct rt_self *self)
{
    return sayings_init(self, white_chain_at);
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    return sayings_describe(self, why, white_chain_at);
}

static const struct rt_rule_class white_chain = {
    .size = sizeof white_chain,
    .id = "masyu.white_chain",
    .kind = RT_MASYU_BOARD,
    .flags = RT_RULE_OPTIONAL,
    .summary = "white pearls in a line, at the border, or beside the way of a black one",
    .tier = 0,
    .level = 3,
    .init = init,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&white_chain, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "masyu.white_chain", .version = "1.0", .rules = rules,
};
