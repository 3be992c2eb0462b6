/* masyu.branch — where a person would try next: `[search] branch = pearl` or `path`.
 *
 * pearl: a way of the pearl with the fewest ways left.  path: the line that has begun is extended where it
 * ends, as an automaton that walks the board does; it begins as under pearl. One class a kind, all serving
 * the same strategies: the host adds their scores. */
#include <ratchet/kind/loop.h>
#include <ratchet/kind/masyu.h>
#include <ratchet/model.h>
#include <stdbool.h>

static const char *const strategies[] = {"pearl", "path", NULL};
static const char *const path_only[] = {"path", NULL};

/* Scores add up, and the lowest wins: an edge that serves two pearls is better than one that serves one of
 * them, but a pearl with fewer ways comes first; a line that has begun comes before any pearl. */
static double pearl_score(uint32_t ways)
{
    return -1.0 / (double)(1u << 2 * ways);
}
enum { PATH_SCORE = -1 };

static bool may(struct rt_self *self, int edge, uint32_t value)
{
    return edge < 0 ? value == 0 : self->h->dom(self, (uint32_t)edge) >> value & 1;
}

static bool open(struct rt_self *self, int edge)
{
    return may(self, edge, 0) && may(self, edge, 1);
}

/* May the loop leave the pearl in exactly these directions (bit d)? */
static bool way(struct rt_self *self, const struct rt_masyu_pearl *p, uint32_t near, bool white)
{
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t on = near >> d & 1;
        if (!may(self, p->near[d], on) || (on && !white && !may(self, p->far[d], 1)))
            return false;
    }
    return true;
}

/* Ways left, and the first of them. */
static uint32_t count_ways(struct rt_self *self, bool white, uint32_t *first)
{
    static const uint8_t crossings[] = {5, 10, 0, 0}, bends[] = {3, 6, 12, 9};
    uint32_t ways = 0;
    for (uint32_t k = 4; k-- > 0;) {
        uint32_t near = white ? crossings[k] : bends[k];
        if (!near || !way(self, self->payload, near, white))
            continue;
        *first = near;
        ways++;
    }
    return ways;
}

static int branch_pearl(struct rt_self *self, bool white)
{
    const struct rt_masyu_pearl *p = self->payload;
    uint32_t first = 0, ways = count_ways(self, white, &first);
    for (uint32_t d = 0; d < 4; d++)
        if ((first >> d & 1) && open(self, p->near[d])) {
            self->h->score(self, (uint32_t)p->near[d], 1, pearl_score(ways));
            break;
        }
    return RT_OK;
}

static int branch_white(struct rt_self *self, uint32_t strategy)
{
    (void)strategy;
    return branch_pearl(self, true);
}

static int branch_black(struct rt_self *self, uint32_t strategy)
{
    (void)strategy;
    return branch_pearl(self, false);
}

/* The first way on at vertex v, if a line ends there. */
static int way_on(struct rt_self *self, const struct rt_loop_single *g, uint32_t v)
{
    int way = -1;
    uint32_t on = 0;
    for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++) {
        int e = (int)g->incident[i];
        if (way < 0 && open(self, e))
            way = e;
        on += !may(self, e, 0);
    }
    return on == 1 ? way : -1;
}

static int branch_path(struct rt_self *self, uint32_t strategy)
{
    const struct rt_loop_single *g = self->payload;
    int way = -1;
    (void)strategy;
    for (uint32_t v = 0; v < g->nv && way < 0; v++)
        way = way_on(self, g, v);
    if (way >= 0)
        self->h->score(self, (uint32_t)way, 1, PATH_SCORE);
    return RT_OK;
}

static const struct rt_rule_class white = {
    .size = sizeof white,
    .id = "masyu.branch_white",
    .kind = RT_MASYU_WHITE,
    .summary = "branches at the white pearl with the fewest ways left",
    .level = 9,
    .strategies = strategies,
    .branch = branch_white,
};

static const struct rt_rule_class black = {
    .size = sizeof black,
    .id = "masyu.branch",
    .kind = RT_MASYU_BLACK,
    .summary = "branches at the black pearl with the fewest ways left",
    .level = 9,
    .strategies = strategies,
    .branch = branch_black,
};

static const struct rt_rule_class path = {
    .size = sizeof path,
    .id = "masyu.branch_path",
    .kind = RT_LOOP_SINGLE,
    .summary = "branches where a line ends, to extend it",
    .level = 9,
    .strategies = path_only,
    .branch = branch_path,
};

static const struct rt_rule_class *const rules[] = {&black, &white, &path, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "masyu.branch", .version = "1.0", .rules = rules,
};
