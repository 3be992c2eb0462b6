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
 * pearls say (statements 1, 3, 4, 9, 10) within REACH cells of the pearl is found; what they say anyway comes first.  A
 * way that ends in a contradiction is none; what all others lead to holds.
 *
 * Why: a loop takes exactly one of these ways, and what follows from it is true of every loop that does.  Which cells
 * are looked at doesn't depend on what is known, so to know more never finds less.
 *
 * The reason of a deduction is what was used of the board on all ways: traced back from the contradiction of each way
 * that is none, and from the conclusion on the others. */
#include "grid.h"
#include <string.h>

enum { REACH = 3, WAYS_MOST = 18 };
enum { OFF = 1, ON = 2, OPEN = 3 };

/* Edges that are known, and what follows from them. */
struct cause {
    uint32_t n, edge[4];
};

/* A cell, and what lies round it: edges (-1 where the board ends) and cells in each direction. */
struct place {
    int edge[4];
    uint32_t beside[4];
    int x, y;
};

/* The state: what init reads off the payload, never changed. */
struct map {
    struct place *place;        /* one a cell */
    uint32_t (*touched)[4];     /* by an edge: the cells that it joins, and those behind them; RT_NOPOS: none */
};

struct trial {
    struct rt_self *self;
    const struct rt_masyu_board *b;
    struct map map;
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

static int init(struct rt_self *self)
{
    const struct rt_masyu_board *b = self->payload;
    struct map *map = self->state;
    map->place = self->h->alloc(self, grid_cells(b) * sizeof *map->place);
    map->touched = self->h->alloc(self, grid_edges(b) * sizeof *map->touched);
    if (!map->place || !map->touched)
        return RT_ENOMEM;
    for (uint32_t cell = 0; cell < grid_cells(b); cell++) {
        struct place *place = &map->place[cell];
        place->x = (int)(cell % b->width);
        place->y = (int)(cell / b->width);
        for (uint32_t d = 0; d < 4; d++) {
            place->edge[d] = grid_edge(b, cell, d);
            place->beside[d] = grid_beside(b, cell, d);
        }
    }
    for (uint32_t edge = 0; edge < grid_edges(b); edge++) {
        uint32_t d, cell = grid_start(b, edge, &d), other = grid_beside(b, cell, d);
        const uint32_t touched[4] = {cell, other, grid_beside(b, cell, d + 2), grid_beside(b, other, d)};
        memcpy(map->touched[edge], touched, sizeof touched);
    }
    return RT_OK;
}

static bool trial_open(struct rt_self *self, struct trial *t)
{
    const struct rt_masyu_board *b = self->payload;
    uint32_t edges = grid_edges(b), cells = grid_cells(b);
    const struct rt_host *h = self->h;
    *t = (struct trial){.self = self, .b = b, .map = *(const struct map *)self->state};
    t->dom = h->scratch(self, edges);
    t->needed = h->scratch(self, edges);
    t->cause = h->scratch(self, edges * sizeof *t->cause);
    t->found = h->scratch(self, edges * sizeof *t->found);
    t->queue = h->scratch(self, (cells + 1) * sizeof *t->queue);
    t->queued = h->scratch(self, cells);
    return t->dom && t->needed && t->cause && t->found && t->queue && t->queued;
}

/* ---- what follows ---- */

/* With no pearl tried, all cells are. */
static bool is_near(const struct trial *t, uint32_t cell)
{
    if (t->pearl == RT_NOPOS)
        return true;
    const struct place *here = &t->map.place[cell], *pearl = &t->map.place[t->pearl];
    int dx = here->x - pearl->x, dy = here->y - pearl->y;
    return dx >= -REACH && dx <= REACH && dy >= -REACH && dy <= REACH;
}

/* In the ring. */
static uint32_t after(const struct trial *t, uint32_t at)
{
    return at == grid_cells(t->b) ? 0 : at + 1;
}

static void look_later(struct trial *t, uint32_t cell)
{
    if (cell == RT_NOPOS || t->queued[cell] || !is_near(t, cell))
        return;
    t->queued[cell] = 1;
    t->queue[t->tail] = cell;
    t->tail = after(t, t->tail);
}

/* An edge matters to the cells that it joins, and to a pearl behind either. */
static void look_where_it_matters(struct trial *t, uint32_t edge)
{
    for (uint32_t k = 0; k < 4; k++)
        if (k < 2 || grid_pearl(t->b, t->map.touched[edge][k]))
            look_later(t, t->map.touched[edge][k]);
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
    look_where_it_matters(t, (uint32_t)edge);
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
    const struct place *place = &t->map.place[cell];
    int far[4];
    look_at_vertex(t, cell, place->edge);
    if (!t->b->cell[cell])
        return;
    for (uint32_t d = 0; d < 4; d++)
        far[d] = place->beside[d] == RT_NOPOS ? -1 : t->map.place[place->beside[d]].edge[d];
    (t->b->cell[cell] == RT_MASYU_IS_BLACK ? look_at_black : look_at_white)(t, place->edge, far);
}

/* ---- ways ---- */

/* An arm in direction d: the edge at the pearl, and the one by which the line leaves the cell behind it: straight on,
 * or to a side. */
static void set_arm(const struct map *map, uint32_t pearl, uint32_t d, uint32_t turn, int arm[2])
{
    static const uint32_t to[3] = {0, 1, 3};
    uint32_t beside = map->place[pearl].beside[d];
    arm[0] = map->place[pearl].edge[d];
    arm[1] = beside == RT_NOPOS ? -1 : map->place[beside].edge[(d + to[turn]) % 4];
}

static uint32_t black_ways(const struct trial *t, uint32_t pearl, struct way *ways)
{
    for (uint32_t k = 0; k < 4; k++) {
        set_arm(&t->map, pearl, k / 2 * 2, 0, ways[k].edge);
        set_arm(&t->map, pearl, k % 2 * 2 + 1, 0, ways[k].edge + 2);
    }
    return 4;
}

static uint32_t white_ways(const struct trial *t, uint32_t pearl, struct way *ways)
{
    static const uint32_t turns_least[3] = {[RT_MASYU_STANDARD] = 1, [RT_MASYU_BOTH] = 2, [RT_MASYU_STRAIGHT] = 0};
    uint32_t n = 0;
    for (uint32_t k = 0; k < 18; k++) {
        uint32_t d = k / 9, ahead = k % 3, back = k / 3 % 3;
        if ((ahead != 0) + (back != 0) < (int)turns_least[t->b->variant])
            continue;
        set_arm(&t->map, pearl, d, ahead, ways[n].edge);
        set_arm(&t->map, pearl, d + 2, back, ways[n++].edge + 2);
    }
    return n;
}

static uint32_t ways_of(const struct trial *t, uint32_t pearl, struct way *ways)
{
    return (t->b->cell[pearl] == RT_MASYU_IS_BLACK ? black_ways : white_ways)(t, pearl, ways);
}

/* To where so many edges were found. */
static void take_back(struct trial *t, uint32_t to)
{
    while (t->nfound > to)
        t->dom[t->found[--t->nfound]] = OPEN;
    for (; t->head != t->tail; t->head = after(t, t->head))
        t->queued[t->queue[t->head]] = 0;
    t->fails = false;
}

static bool look(struct trial *t)
{
    while (t->head != t->tail && !t->fails) {
        uint32_t cell = t->queue[t->head];
        t->head = after(t, t->head);
        t->queued[cell] = 0;
        look_at_cell(t, cell);
    }
    return !t->fails;
}

/* What follows on the whole board before any way is tried; false: a contradiction. */
static bool begin(struct trial *t)
{
    t->pearl = RT_NOPOS;
    for (uint32_t cell = 0; cell < grid_cells(t->b); cell++)
        look_later(t, cell);
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

static void agree(const struct trial *t, uint32_t from, uint32_t ways, struct agreed *agreed)
{
    uint32_t kept = 0;
    for (uint32_t k = from; !ways && k < t->nfound; k++)
        agreed->edge[kept++] = t->found[k] << 1 | (t->dom[t->found[k]] == ON);
    for (uint32_t k = 0; ways && k < agreed->n; k++)
        if (t->dom[agreed->edge[k] >> 1] == OFF << (agreed->edge[k] & 1))
            agreed->edge[kept++] = agreed->edge[k];
    agreed->n = kept;
}

/* How many of its edges have this value? */
static uint32_t count(const struct trial *t, const struct way *way, uint8_t value)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < 4; k++)
        n += value_of(t, way->edge[k]) == value;
    return n;
}

/* Tries all ways; returns how many are left. More than one: there may be more. */
static uint32_t try_pearl(struct trial *t, uint32_t pearl, struct agreed *agreed)
{
    struct way way[WAYS_MOST];
    uint32_t n = ways_of(t, pearl, way), left = 0, from = t->nfound;
    t->pearl = pearl;
    agreed->n = 0;
    for (uint32_t k = 0; k < n && (left < 2 || agreed->n); k++) {
        if (count(t, &way[k], OFF))
            continue;
        if (count(t, &way[k], ON) == 4)     /* what follows from it is known */
            return 1;
        if (go(t, &way[k]))
            agree(t, from, left++, agreed);
        take_back(t, from);
    }
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

static int drop(struct trial *t, uint32_t edge, uint8_t value, uint32_t tag)
{
    return t->self->h->drop(t->self, edge, OPEN ^ value, tag);
}

/* What was found at a pearl is known from then on. */
static int drop_agreed(struct trial *t, uint32_t pearl, const struct agreed *agreed)
{
    for (uint32_t k = 0; k < agreed->n; k++) {
        uint32_t edge = agreed->edge[k] >> 1;
        uint8_t value = OFF << (agreed->edge[k] & 1);
        if (drop(t, edge, value, pearl) == RT_CONFLICT)
            return RT_CONFLICT;
        t->dom[edge] = value;
    }
    return RT_OK;
}

/* What easier rules find as well. */
static int drop_begun(struct trial *t, bool *any)
{
    if (!begin(t))
        return t->self->h->conflict(t->self, RT_NOPOS);
    for (uint32_t k = 0; k < t->nfound; k++)
        if (drop(t, t->found[k], t->dom[t->found[k]], RT_NOPOS) == RT_CONFLICT)
            return RT_CONFLICT;
    *any = t->nfound != 0;
    t->nfound = 0;
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
    if (drop_begun(&t, &any) == RT_CONFLICT)
        return RT_CONFLICT;
    for (uint32_t cell = 0; cell < grid_cells(t.b); cell++) {
        if (!t.b->cell[cell] || !is_due(self, changed, cell))
            continue;
        if (self->h->tick(self, 4))
            return RT_ELIMIT;
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
    bool known = !begin(&t) || (why->pos != RT_NOPOS && t.dom[why->pos] != OPEN);
    uint32_t from = t.nfound, n = known || why->tag == RT_NOPOS ? 0 : ways_of(&t, why->tag, way);
    if (!n && !end_of_way(&t, why, &none, premise))
        return RT_ERROR;
    t.pearl = why->tag;
    for (uint32_t k = 0; k < n; k++) {
        go(&t, &way[k]);
        if (!end_of_way(&t, why, &way[k], premise))
            return RT_ERROR;
        take_back(&t, from);
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
    if (!begin(&t) || why->tag == RT_NOPOS)
        return self->h->print(self, "the lines and pearls nearby leave no choice");
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
    .state_size = sizeof(struct map),
    .wake = RT_WAKE_ANY,
    .init = init,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&ways, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "masyu.ways", .version = "1.0", .rules = rules,
};
