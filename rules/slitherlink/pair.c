/* slitherlink.pair — what two clues say together.
 *
 *          x                 +--                             +--
 *      | 3 | 3 |            | 3                             | 3
 *          x                      3 |                           2
 *                               --+                               3 |        x
 *      side by side         corner to corner                    --+        1 x 1   at the border
 *
 *        x                    x
 *      x 0 x                x 0 x
 *     --   --                 x +--        3 beside a 0, and 3 that meets it at a corner
 *       |3|                    | 3
 *
 * Side by side: were there no line between them, or none on a far side, one of them would lack two, or the line would
 * close round the two; so they have these three lines, one of the sides between is drawn by the first and the opposite
 * one by the second, and the line between them goes on nowhere else.  Nothing is said where the loop round the two is a
 * solution by itself.
 * On a diagonal: two lines of the first 3 at the common corner leave the second one only two; so each has both lines at
 * its outer corner.  A 2 between hands it on: two lines at one corner, none at the other.
 * Two 1s at the border: a line between them comes to the border, where it would need a second side of one of them.
 * Beside a 0 a 3 has its three other lines; where these meet the 0 they can only turn away.  Where it meets a 0 at a
 * corner, no line comes from there, as in slitherlink.corner. */
#include <ratchet/kind/slitherlink.h>
#include <ratchet/kit/lattice.h>
#include <ratchet/kit/sayings.h>
#include <ratchet/model.h>

struct pairs {
    struct rt_sayings *s;
    const struct rt_slitherlink_board *b;
    struct rt_lattice cells, points;
    uint32_t clues;         /* those above 0 */
};

static uint32_t clue_at(const struct pairs *p, uint32_t cell)
{
    return cell == RT_NOPOS ? RT_SLITHERLINK_NONE : p->b->clue[cell];
}

static int side(const struct pairs *p, uint32_t cell, uint32_t d)
{
    return (int)rt_lattice_side(&p->points, cell, d);
}

/* The edge that leaves a point, -1 at the border. */
static int edge(const struct pairs *p, uint32_t point, uint32_t d)
{
    uint32_t e = rt_lattice_edge(&p->points, point, d);
    return e == RT_NOPOS ? -1 : (int)e;
}

/* The point where side d of a cell meets side (d + 1) % 4. */
static uint32_t corner(const struct pairs *p, uint32_t cell, uint32_t d)
{
    return rt_lattice_corner(&p->points, cell) + (d < 2) + (d == 1 || d == 2 ? p->points.width : 0);
}

/* Is the loop round these two cells, which lie side by side, a solution? */
static bool is_all(const struct pairs *p, uint32_t a, uint32_t b)
{
    if (p->clues > 8)       /* two, and six that have one of its lines */
        return false;
    for (uint32_t cell = 0; cell < rt_lattice_points(&p->cells); cell++) {
        uint32_t lines = 0;
        for (uint32_t d = 0; d < 4; d++) {
            uint32_t beside = rt_lattice_beside(&p->cells, cell, d);
            lines += beside == a || beside == b;
        }
        if (cell != a && cell != b && p->b->clue[cell] != RT_SLITHERLINK_NONE && p->b->clue[cell] != lines)
            return false;
    }
    return true;
}

static void side_by_side(const struct pairs *p, uint32_t a, uint32_t d)
{
    static const char round[] = "the line between two 3s goes on round one of them, and nowhere else";
    static const char three[] = "of two 3s side by side both have a line between them and one on the far side";
    uint32_t b = rt_lattice_beside(&p->cells, a, d), before = (d + 3) % 4, after = (d + 1) % 4;
    if (clue_at(p, a) != 3 || clue_at(p, b) != 3 || is_all(p, a, b))
        return;
    rt_on(p->s, side(p, a, d)), rt_say(p->s, a, three);
    rt_on(p->s, side(p, a, d ^ 2)), rt_say(p->s, a, three);
    rt_on(p->s, side(p, b, d)), rt_say(p->s, a, three);
    rt_off(p->s, edge(p, corner(p, a, before), before)), rt_say(p->s, a, round);
    rt_off(p->s, edge(p, corner(p, a, d), after)), rt_say(p->s, a, round);
}

/* Downwards and to the east or west, over 2s. */
static void on_a_diagonal(const struct pairs *p, uint32_t a, uint32_t across)
{
    static const char words[] = "3s on a diagonal with nothing but 2s between have both lines at their outer corners";
    uint32_t b = a, width = p->cells.width;
    do
        b = rt_lattice_beside(&p->cells, b, across) == RT_NOPOS ? RT_NOPOS
                                                                : rt_lattice_beside(&p->cells, b, RT_SOUTH);
    while (b != RT_NOPOS && (b += across == RT_EAST ? 1 : -1u, b < width * p->cells.height) && clue_at(p, b) == 2);
    if (clue_at(p, a) != 3 || clue_at(p, b) != 3)
        return;
    rt_on(p->s, side(p, a, RT_NORTH)), rt_say(p->s, a, words);
    rt_on(p->s, side(p, a, across ^ 2)), rt_say(p->s, a, words);
    rt_on(p->s, side(p, b, RT_SOUTH)), rt_say(p->s, a, words);
    rt_on(p->s, side(p, b, across)), rt_say(p->s, a, words);
}

static void at_the_border(const struct pairs *p, uint32_t a, uint32_t d)
{
    uint32_t b = rt_lattice_beside(&p->cells, a, d);
    for (uint32_t border = (d + 1) % 2; border < 4; border += 2)
        if (clue_at(p, a) == 1 && clue_at(p, b) == 1 && rt_lattice_beside(&p->cells, a, border) == RT_NOPOS)
            rt_off(p->s, side(p, a, d)), rt_say(p->s, a, "a line between two 1s at the border could not go on there");
}

static void beside_a_zero(const struct pairs *p, uint32_t a, uint32_t d)
{
    static const char words[] = "a 3 beside a 0 has its other lines, and they turn away from the 0";
    uint32_t before = (d + 3) % 4, after = (d + 1) % 4;
    if (clue_at(p, a) != 3 || clue_at(p, rt_lattice_beside(&p->cells, a, d)) != 0)
        return;
    rt_on(p->s, edge(p, corner(p, a, before), before)), rt_say(p->s, a, words);
    rt_on(p->s, edge(p, corner(p, a, d), after)), rt_say(p->s, a, words);
}

/* In the direction between d and the next one. */
static void zero_at_a_corner(const struct pairs *p, uint32_t a, uint32_t d)
{
    static const char words[] = "a 3 that meets a 0 at a corner has both its lines there";
    uint32_t beside = rt_lattice_beside(&p->cells, a, d), next = (d + 1) % 4;
    if (clue_at(p, a) != 3 || beside == RT_NOPOS || clue_at(p, rt_lattice_beside(&p->cells, beside, next)) != 0)
        return;
    rt_on(p->s, side(p, a, d)), rt_say(p->s, a, words);
    rt_on(p->s, side(p, a, next)), rt_say(p->s, a, words);
}

static void say_pairs(struct rt_sayings *s)
{
    const struct rt_slitherlink_board *b = s->self->payload;
    struct pairs p = {.s = s, .b = b, .cells = {b->width, b->height}, .points = {b->width + 1, b->height + 1}};
    for (uint32_t cell = 0; cell < rt_lattice_points(&p.cells); cell++)
        p.clues += b->clue[cell] != 0 && b->clue[cell] != RT_SLITHERLINK_NONE;
    for (uint32_t cell = 0; cell < rt_lattice_points(&p.cells); cell++) {
        for (uint32_t d = RT_EAST; d <= RT_SOUTH; d++) {
            side_by_side(&p, cell, d);
            at_the_border(&p, cell, d);
        }
        on_a_diagonal(&p, cell, RT_EAST);
        on_a_diagonal(&p, cell, RT_WEST);
        for (uint32_t d = 0; d < 4; d++) {
            beside_a_zero(&p, cell, d);
            zero_at_a_corner(&p, cell, d);
        }
    }
}

static int init(struct rt_self *self)
{
    return rt_sayings_init(self, say_pairs);
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_slitherlink_board *b = self->payload;
    struct rt_sayings *s = self->h->scratch(self, sizeof *s);
    if (!s)
        return RT_ENOMEM;
    rt_ask(s, self, why);
    say_pairs(s);
    return s->words ? self->h->print(self, "%s (r%uc%u)", s->words, s->place / b->width + 1, s->place % b->width + 1)
                    : RT_ERROR;
}

static const struct rt_rule_class pair = {
    .size = sizeof pair,
    .id = "slitherlink.pair",
    .kind = RT_SLITHERLINK_BOARD,
    .summary = "two clues: 3s side by side or on a diagonal, a 3 at a 0, 1s at the border",
    .tier = 0,
    .level = 2,
    .init = init,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&pair, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "slitherlink.pair", .version = "1.0", .rules = rules,
};
