/* masyu.ways — every way through a pearl is tried, with what follows at once (statement 28).
 *
 *          B                   B               |  B==+==+
 *          |                                   |  |
 *        W W + x +    or   --W===W---+ x +     W  W  + x +    =>  that edge is off
 *          |                         |         |  |
 *          B                   B               |  B==+==+
 *
 * Joined, the right one of the two whites turns on its outer side.  Crossed, it joins the blacks, which can't turn
 * towards the other white, for that one is crossed as well; between their arms is no place for a line.
 *
 * A black pearl has four ways: an arm on each axis.  A white one has two axes, and at either end the line goes on
 * straight, to the left or to the right: as many of these as the variant allows.  On each way all that degrees and
 * pearls say (statements 1, 3, 4, 9, 10) within REACH cells of the pearl is found.  A way that ends in a contradiction
 * is none; what all others lead to holds.
 *
 * Why: a loop takes exactly one of these ways, and what follows from it is true of every loop that does.  Which cells
 * are looked at doesn't depend on what is known, so to know more never finds less.
 *
 * The reason of a deduction is what was used of the board on all ways: traced back from the contradiction of each way
 * that is none, and from the conclusion on the others. */
#include "grid.h"

enum { REACH = 3, WAYS_MOST = 18 };
enum { OFF = 1, ON = 2, OPEN = 3 };

/* Edges that are known, and what follows from them. */
struct cause {
    uint32_t n, edge[4];
};

struct trial {
    struct rt_self *self;
    const struct rt_masyu_board *b;
    uint8_t *dom;               /* one an edge */
    struct cause *cause;        /* one an edge that was found on this way */
    uint8_t *needed;            /* [explain] one an edge */
    uint32_t *found, nfound;    /* edges in the order in which they were found */
    uint32_t *queue, head, tail;    /* cells to look at, in a ring of one more than there are */
    uint8_t *queued;            /* one a cell */
    uint32_t pearl;
    struct cause conflict;
    bool fails;
};

/* One way through a pearl: edges that are on, -1 where the board ends. */
struct way {
    int edge[4];
};

static bool trial_open(struct rt_self *self, struct trial *t)
{
    const struct rt_masyu_board *b = self->payload;
    uint32_t edges = grid_edges(b), cells = grid_cells(b);
    const struct rt_host *h = self->h;
    *t = (struct trial){.self = self, .b = b};
    t->dom = h->scratch(self, edges);
    t->needed = h->scratch(self, edges);
    t->cause = h->scratch(self, edges * sizeof *t->cause);
    t->found = h->scratch(self, edges * sizeof *t->found);
    t->queue = h->scratch(self, (cells + 1) * sizeof *t->queue);
    t->queued = h->scratch(self, cells);
    return t->dom && t->needed && t->cause && t->found && t->queue && t->queued;
}

/* ---- what follows ---- */

static bool is_near(const struct trial *t, uint32_t cell)
{
    uint32_t width = t->b->width;
    int dx = (int)(cell % width) - (int)(t->pearl % width), dy = (int)(cell / width) - (int)(t->pearl / width);
    return dx >= -REACH && dx <= REACH && dy >= -REACH && dy <= REACH;
}

static void look_later(struct trial *t, uint32_t cell)
{
    if (cell == RT_NOPOS || t->queued[cell] || !is_near(t, cell))
        return;
    t->queued[cell] = 1;
    t->queue[t->tail] = cell;
    t->tail = (t->tail + 1) % (grid_cells(t->b) + 1);
}

/* An edge matters to the cells that it joins, and to a pearl behind either. */
static void look_at_both_ends(struct trial *t, uint32_t edge)
{
    uint32_t d, cell = grid_start(t->b, edge, &d), other = grid_beside(t->b, cell, d);
    look_later(t, cell);
    look_later(t, other);
    look_later(t, grid_beside(t->b, cell, d + 2));
    look_later(t, grid_beside(t->b, other, d));
}

static uint8_t value_of(const struct trial *t, int edge)
{
    return edge < 0 ? OFF : t->dom[edge];
}

static void fail(struct trial *t, const struct cause *cause)
{
    t->fails = true;
    t->conflict = *cause;
}

static void because_of(const struct trial *t, int edge, struct cause *cause)
{
    if (edge >= 0 && t->dom[edge] != OPEN)
        cause->edge[cause->n++] = (uint32_t)edge;
}

/* The edge takes the value. */
static void set(struct trial *t, int edge, uint8_t value, const struct cause *cause)
{
    if (t->fails || value_of(t, edge) == value)
        return;
    if (value_of(t, edge) != OPEN) {
        struct cause both = *cause;
        because_of(t, edge, &both);
        fail(t, &both);
        return;
    }
    t->dom[edge] = value;
    t->cause[edge] = *cause;
    t->found[t->nfound++] = (uint32_t)edge;
    look_at_both_ends(t, (uint32_t)edge);
}

/* If the one has this value, the other has that one; and if it hasn't, the first hasn't either. */
static void implies(struct trial *t, int if_edge, uint8_t if_value, int then_edge, uint8_t then_value)
{
    struct cause cause = {0};
    if (value_of(t, if_edge) == if_value) {
        because_of(t, if_edge, &cause);
        set(t, then_edge, then_value, &cause);
    } else if (value_of(t, then_edge) == (OPEN ^ then_value)) {
        because_of(t, then_edge, &cause);
        set(t, if_edge, OPEN ^ if_value, &cause);
    }
}

/* Not all three are on. */
static void not_all(struct trial *t, int a, int b, int c)
{
    const int edge[3] = {a, b, c};
    for (uint32_t k = 0; k < 3; k++) {
        int x = edge[(k + 1) % 3], y = edge[(k + 2) % 3];
        struct cause cause = {0};
        if (value_of(t, x) != ON || value_of(t, y) != ON)
            continue;
        because_of(t, x, &cause);
        because_of(t, y, &cause);
        set(t, edge[k], OFF, &cause);
    }
}

static void set_open(struct trial *t, const int edge[4], uint8_t value, const struct cause *cause)
{
    for (uint32_t d = 0; d < 4; d++)
        if (value_of(t, edge[d]) == OPEN)
            set(t, edge[d], value, cause);
}

/* None or two of the edges are on; two if the loop must pass. */
static void look_at_vertex(struct trial *t, uint32_t cell, const int edge[4])
{
    struct cause on = {0}, off = {0}, all = {0};
    uint32_t open = 0;
    bool must = grid_must(t->b, cell);
    for (uint32_t d = 0; d < 4; d++) {
        uint8_t value = value_of(t, edge[d]);
        open += value == OPEN;
        because_of(t, edge[d], value == ON ? &on : &off);
        because_of(t, edge[d], &all);
    }
    const struct cause *few = must ? &off : &all;
    if (on.n > 2)
        fail(t, &on);
    else if (on.n == 2)
        set_open(t, edge, OFF, &on);
    else if (on.n + open < 2 && (on.n || must))
        fail(t, few);
    else if (on.n + open == 2 && (on.n || must))
        set_open(t, edge, ON, few);
    else if (open == 1)
        set_open(t, edge, OFF, &off);
}

static void look_at_black(struct trial *t, const int near[4], const int far[4])
{
    for (uint32_t d = 0; d < 4; d++) {
        implies(t, near[d], ON, near[(d + 2) % 4], OFF);
        implies(t, near[d], OFF, near[(d + 2) % 4], ON);
        implies(t, near[d], ON, far[d], ON);
    }
}

static void look_at_white(struct trial *t, const int near[4], const int far[4])
{
    for (uint32_t d = 0; d < 4; d++) {
        implies(t, near[d], ON, near[(d + 2) % 4], ON);
        implies(t, near[d], ON, near[(d + 1) % 4], OFF);
        implies(t, near[d], OFF, near[(d + 1) % 4], ON);
        if (t->b->variant == RT_MASYU_STANDARD)
            not_all(t, near[d], far[d], far[(d + 2) % 4]);
        else if (t->b->variant == RT_MASYU_BOTH)
            implies(t, near[d], ON, far[d], OFF);
    }
}

static void look_at_cell(struct trial *t, uint32_t cell)
{
    int near[4], far[4];
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t beside = grid_beside(t->b, cell, d);
        near[d] = grid_edge(t->b, cell, d);
        far[d] = beside == RT_NOPOS ? -1 : grid_edge(t->b, beside, d);
    }
    look_at_vertex(t, cell, near);
    if (t->b->cell[cell] == RT_MASYU_IS_BLACK)
        look_at_black(t, near, far);
    else if (t->b->cell[cell] == RT_MASYU_IS_WHITE)
        look_at_white(t, near, far);
}

/* ---- ways ---- */

static uint32_t black_ways(const struct rt_masyu_board *b, uint32_t pearl, struct way *ways)
{
    uint32_t n = 0;
    for (uint32_t upright = 0; upright < 4; upright += 2)
        for (uint32_t level = 1; level < 4; level += 2, n++)
            ways[n] = (struct way){{grid_edge(b, pearl, upright),
                                    grid_edge(b, grid_beside(b, pearl, upright), upright),
                                    grid_edge(b, pearl, level), grid_edge(b, grid_beside(b, pearl, level), level)}};
    return n;
}

/* The edge by which the line leaves the cell in direction d of the pearl: straight on, or to a side. */
static int goes_on(const struct rt_masyu_board *b, uint32_t pearl, uint32_t d, uint32_t turn)
{
    static const uint32_t to[3] = {0, 1, 3};
    return grid_edge(b, grid_beside(b, pearl, d), (d + to[turn]) % 4);
}

static uint32_t white_ways(const struct rt_masyu_board *b, uint32_t pearl, struct way *ways)
{
    uint32_t n = 0;
    for (uint32_t d = 0; d < 2; d++)
        for (uint32_t k = 0; k < 9; k++) {
            uint32_t ahead = k % 3, back = k / 3, turns = (ahead != 0) + (back != 0);
            if (turns < (b->variant == RT_MASYU_BOTH ? 2 : b->variant == RT_MASYU_STANDARD ? 1 : 0))
                continue;
            ways[n++] = (struct way){{grid_edge(b, pearl, d), goes_on(b, pearl, d, ahead),
                                      grid_edge(b, pearl, d + 2), goes_on(b, pearl, d + 2, back)}};
        }
    return n;
}

static uint32_t ways_of(const struct rt_masyu_board *b, uint32_t pearl, struct way *ways)
{
    return (b->cell[pearl] == RT_MASYU_IS_BLACK ? black_ways : white_ways)(b, pearl, ways);
}

/* To where so many edges were found. */
static void take_back(struct trial *t, uint32_t to)
{
    while (t->nfound > to)
        t->dom[t->found[--t->nfound]] = OPEN;
    for (; t->head != t->tail; t->head = (t->head + 1) % (grid_cells(t->b) + 1))
        t->queued[t->queue[t->head]] = 0;
    t->fails = false;
}

static bool look(struct trial *t)
{
    while (t->head != t->tail && !t->fails) {
        uint32_t cell = t->queue[t->head];
        t->head = (t->head + 1) % (grid_cells(t->b) + 1);
        t->queued[cell] = 0;
        look_at_cell(t, cell);
    }
    return !t->fails;
}

/* What follows near the pearl whichever way is gone; false: there is none. */
static bool begin(struct trial *t, uint32_t pearl)
{
    uint32_t width = t->b->width, x = pearl % width, y = pearl / width;
    t->pearl = pearl;
    for (uint32_t row = y < REACH ? 0 : y - REACH; row <= y + REACH && row < t->b->height; row++)
        for (uint32_t column = x < REACH ? 0 : x - REACH; column <= x + REACH && column < width; column++)
            look_later(t, row * width + column);
    return look(t);
}

/* Goes the way; false: it is none. What was found stays until take_back. */
static bool go(struct trial *t, const struct way *way)
{
    for (uint32_t k = 0; k < 4; k++)
        set(t, way->edge[k], ON, &(struct cause){0});
    return look(t);
}

/* What the ways so far agree on: edges, with the value in the lowest bit. */
struct agreed {
    uint32_t *edge, n;
};

static void agree(const struct trial *t, uint32_t ways, struct agreed *agreed)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; !ways && k < t->nfound; k++)
        agreed->edge[kept++] = t->found[k] << 1 | (t->dom[t->found[k]] == ON);
    for (uint32_t k = 0; ways && k < agreed->n; k++)
        if (t->dom[agreed->edge[k] >> 1] == OFF << (agreed->edge[k] & 1))
            agreed->edge[kept++] = agreed->edge[k];
    agreed->n = kept;
}

/* Tries all ways; returns how many are left. More than one: there may be more. */
static uint32_t try_pearl(struct trial *t, uint32_t pearl, struct agreed *agreed)
{
    struct way way[WAYS_MOST];
    uint32_t n = ways_of(t->b, pearl, way), left = 0;
    bool any = begin(t, pearl);
    uint32_t before = t->nfound;
    for (uint32_t k = 0; any && k < n && (left < 2 || agreed->n); k++) {
        if (go(t, &way[k]))
            agree(t, left++, agreed);
        take_back(t, before);
    }
    take_back(t, 0);
    return left;
}

/* ---- the rule ---- */

/* Pearls near what has changed since the last run; at first all of them. */
static bool is_due(const struct rt_self *self, const uint8_t *changed, uint32_t cell)
{
    const struct rt_masyu_board *b = self->payload;
    if (!self->v.seen)
        return true;
    uint32_t x = cell % b->width, y = cell / b->width, far = REACH + 2;
    for (uint32_t row = y < far ? 0 : y - far; row <= y + far && row < b->height; row++)
        for (uint32_t column = x < far ? 0 : x - far; column <= x + far && column < b->width; column++)
            if (changed[row * b->width + column])
                return true;
    return false;
}

static int drop_agreed(struct trial *t, uint32_t pearl, const struct agreed *agreed)
{
    for (uint32_t k = 0; k < agreed->n; k++) {
        uint32_t edge = agreed->edge[k] >> 1, on = agreed->edge[k] & 1;
        int status = t->self->h->drop(t->self, edge, on ? OFF : ON, pearl);
        if (status != RT_OK)
            return status;
        t->dom[edge] = on ? ON : OFF;
    }
    return RT_OK;
}

static void read_board(struct trial *t, uint8_t *changed)
{
    const struct rt_view *v = &t->self->v;
    for (uint32_t e = 0; e < v->n; e++)
        t->dom[e] = (uint8_t)((v->plane[e / 64] >> e % 64 & 1) | (v->plane[v->words + e / 64] >> e % 64 & 1) << 1);
    for (uint32_t k = v->seen; k < v->nhist; k++) {
        uint32_t d;
        changed[grid_start(t->b, v->hist[k] >> 6, &d)] = 1;
    }
}

static int propagate(struct rt_self *self)
{
    struct trial t;
    struct agreed agreed = {.edge = self->h->scratch(self, self->v.n * sizeof *agreed.edge)};
    uint8_t *changed = self->h->scratch(self, grid_cells(self->payload));
    bool any = false;
    if (!agreed.edge || !changed || !trial_open(self, &t))
        return RT_ENOMEM;
    read_board(&t, changed);
    for (uint32_t cell = 0; cell < grid_cells(t.b); cell++) {
        if (!t.b->cell[cell] || !is_due(self, changed, cell))
            continue;
        if (self->h->tick(self, 4))
            return RT_ELIMIT;
        agreed.n = 0;
        if (!try_pearl(&t, cell, &agreed))
            return self->h->conflict(self, cell);
        if (drop_agreed(&t, cell, &agreed) == RT_CONFLICT)
            return RT_CONFLICT;
        any |= agreed.n != 0;
    }
    return any ? RT_OK : RT_FIXPOINT;
}

/* ---- in words ---- */

static bool read_then(struct rt_self *self, const struct rt_why *why, struct trial *t)
{
    if (!trial_open(self, t))
        return false;
    for (uint32_t e = 0; e < self->v.n; e++)
        t->dom[e] = e == why->pos ? OPEN : (uint8_t)self->h->dom_then(self, e);
    return true;
}

static void need(struct trial *t, const struct cause *cause)
{
    for (uint32_t k = 0; k < cause->n; k++)
        t->needed[cause->edge[k]] = 1;
}

/* What the end of this way rests on, back to the board: that stays in `needed`. */
static void trace_back(struct trial *t, const struct way *way)
{
    for (uint32_t k = t->nfound; k-- > 0;) {
        uint32_t edge = t->found[k];
        if (t->needed[edge])
            need(t, &t->cause[edge]);
        t->needed[edge] = 0;
    }
    for (uint32_t k = 0; k < 4; k++)    /* tried, whether or not it was known */
        if (way->edge[k] >= 0 && t->dom[way->edge[k]] == ON)
            t->needed[way->edge[k]] = 0;
}

/* Why the board, as far as it was gone, has no such value; false: it may have. The premises are added. */
static bool end_of_way(struct trial *t, const struct rt_why *why, const struct way *way, uint8_t *premise)
{
    if (t->fails)
        need(t, &t->conflict);
    else if (why->pos == RT_NOPOS || t->dom[why->pos] != (OPEN ^ 1u << why->value))
        return false;
    else
        t->needed[why->pos] = 1;
    trace_back(t, way);
    for (uint32_t e = 0; e < t->self->v.n; e++) {
        premise[e] |= t->needed[e];
        t->needed[e] = 0;
    }
    return true;
}

static int explain(struct rt_self *self, const struct rt_why *why)
{
    static const struct way none = {{-1, -1, -1, -1}};
    struct trial t;
    struct way way[WAYS_MOST];
    uint8_t *premise = self->h->scratch(self, self->v.n);
    bool any = false;
    if (!premise || !read_then(self, why, &t))
        return RT_ENOMEM;
    uint32_t n = ways_of(t.b, why->tag, way);
    bool known = !begin(&t, why->tag) || (why->pos != RT_NOPOS && t.dom[why->pos] != OPEN);
    uint32_t before = t.nfound;
    if (known && !end_of_way(&t, why, &none, premise))
        return RT_ERROR;
    for (uint32_t k = 0; k < n && !known; k++) {
        go(&t, &way[k]);
        if (!end_of_way(&t, why, &way[k], premise))
            return RT_ERROR;
        take_back(&t, before);
    }
    take_back(&t, 0);
    for (uint32_t e = 0; e < self->v.n; e++) {
        if (premise[e])
            self->h->because(self, e, OPEN ^ t.dom[e]);
        any |= premise[e];
    }
    if (!any)
        self->h->because_always(self);
    return RT_OK;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    struct trial t;
    struct agreed agreed = {.edge = self->h->scratch(self, self->v.n * sizeof *agreed.edge)};
    const struct rt_masyu_board *b = self->payload;
    if (!agreed.edge || !read_then(self, why, &t))
        return RT_ENOMEM;
    uint32_t left = why->pos == RT_NOPOS ? 0 : try_pearl(&t, why->tag, &agreed), width = b->width;
    const char *words = !left      ? "no way through the %s pearl r%uc%u is left"
                        : left > 1 ? "whichever way the line takes through the %s pearl r%uc%u, it comes to this"
                                   : "there is but one way through the %s pearl r%uc%u";
    return self->h->print(self, words, b->cell[why->tag] == RT_MASYU_IS_WHITE ? "white" : "black",
                          why->tag / width + 1, why->tag % width + 1);
}

static const struct rt_rule_class ways = {
    .size = sizeof ways,
    .id = "masyu.ways",
    .kind = RT_MASYU_BOARD,
    .flags = RT_RULE_OPTIONAL,
    .summary = "every way through a pearl is tried: those that end in a contradiction go, and what all others lead to "
               "holds",
    .tier = 3,
    .level = 5,
    .needs = RT_PLANES | RT_HISTORY,
    .wake = RT_WAKE_ANY,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&ways, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "masyu.ways", .version = "1.0", .rules = rules,
};
