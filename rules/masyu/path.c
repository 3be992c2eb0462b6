/* masyu.path — what would close a loop too early at a pearl.
 *
 *      +--a     a--+                 +----------a           a--+ : both ends of one path
 *      |    W      |   =>  W is      |          x
 *      +-----------+       crossed   +-----B    +           an arm that leads from one end of a path
 *                          the other way                    to its other end is off
 *
 * A white whose two opposite neighbours are the ends of one path is crossed the other way, and a black's arm that
 * would join both ends of a path is off: both unless that loop would be the whole one (statement 21).  What follows
 * at once is part of the way: a white next to the pearl is passed straight, too.
 *
 * Why: with its first edge on, the way is on as a whole, for whites are passed straight and an arm is two edges long.
 * It closes a loop; a loop that misses a pearl, or another edge that is on, is not the only one.
 *
 * Only ways none of whose edges is decided are looked at: else it is loop.premature that knows. */
#include "grid.h"

struct path {
    uint32_t other;         /* the cell where it ends; RT_NOPOS: no path ends here */
    uint32_t edges, musts;
};

struct lines {
    struct rt_self *self;
    const struct rt_masyu_board *b;
    bool then;              /* the domains are those of `why` */
    uint8_t *degree;        /* on-edges of each cell */
    struct path *path;
    uint32_t on, musts;     /* in the whole board */
    uint32_t *closing, n;   /* 4 * pearl + direction: ways that close a loop */
};

static uint64_t dom(const struct lines *l, int e)
{
    if (l->then)
        return l->self->h->dom_then(l->self, (uint32_t)e);
    const struct rt_view *v = &l->self->v;
    return (v->plane[e / 64] >> e % 64 & 1) | (v->plane[v->words + (uint32_t)e / 64] >> e % 64 & 1) << 1;
}

static bool is_on(const struct lines *l, int e)
{
    return e >= 0 && dom(l, e) == 2;
}

/* The direction in which the line leaves `cell` other than `from`; 4 where it ends. */
static uint32_t goes_on(const struct lines *l, uint32_t cell, uint32_t from)
{
    for (uint32_t d = 0; d < 4; d++)
        if (d != from && is_on(l, grid_edge(l->b, cell, d)))
            return d;
    return 4;
}

/* Fills in the path that ends at `cell`. */
static void follow(const struct lines *l, uint32_t cell)
{
    struct path path = {.musts = grid_must(l->b, cell)};
    uint32_t at = cell;
    for (uint32_t d = goes_on(l, cell, 4); d < 4; d = goes_on(l, at, (d + 2) % 4)) {
        at = grid_beside(l->b, at, d);
        path.edges++;
        path.musts += grid_must(l->b, at);
    }
    path.other = cell;
    l->path[at] = path;
    path.other = at;
    l->path[cell] = path;
}

/* False: a cell has more than two lines, and other rules know better. */
static bool read_lines(struct lines *l)
{
    uint32_t cells = grid_cells(l->b);
    bool sane = true;
    for (uint32_t e = 0; e < grid_edges(l->b); e++) {
        uint32_t d, cell = grid_start(l->b, e, &d);
        if (!is_on(l, (int)e))
            continue;
        l->on++;
        l->degree[cell]++;
        l->degree[grid_beside(l->b, cell, d)]++;
    }
    for (uint32_t cell = 0; cell < cells; cell++) {
        l->path[cell].other = RT_NOPOS;
        l->musts += grid_must(l->b, cell);
        sane &= l->degree[cell] <= 2;
    }
    for (uint32_t cell = 0; cell < cells && sane; cell++)
        if (l->degree[cell] == 1 && l->path[cell].other == RT_NOPOS)
            follow(l, cell);
    return sane;
}

static bool open_lines(struct rt_self *self, bool then, struct lines *l)
{
    *l = (struct lines){.self = self, .b = self->payload, .then = then};
    l->degree = self->h->scratch(self, grid_cells(l->b));
    l->path = self->h->scratch(self, grid_cells(l->b) * sizeof *l->path);
    l->closing = self->h->scratch(self, 4 * grid_cells(l->b) * sizeof *l->closing);
    return l->degree && l->path && l->closing;
}

/* A way out of a pearl: straight on as far as that follows at once. */
struct way {
    uint32_t to;            /* where it comes out; RT_NOPOS: something on it is decided, or taken */
    uint32_t musts;         /* cells between that must be visited */
    int off;                /* an edge of it that is off; -1 */
};

static struct way way_out(const struct lines *l, uint32_t pearl, uint32_t d)
{
    struct way way = {RT_NOPOS, 0, -1};
    uint32_t cell = pearl;
    bool straight = true, arm = l->b->cell[pearl] == RT_MASYU_IS_BLACK;
    while (straight) {
        int e = grid_edge(l->b, cell, d);
        if (e >= 0 && dom(l, e) == 1)
            way.off = e;
        if (e < 0 || dom(l, e) != 3 || (cell != pearl && l->degree[cell]))
            return way;
        if (cell != pearl)
            way.musts += grid_must(l->b, cell);
        straight = arm;
        arm = false;
        cell = grid_beside(l->b, cell, d);
        straight |= l->b->cell[cell] == RT_MASYU_IS_WHITE;
        if (straight && l->b->cell[cell] == RT_MASYU_IS_BLACK)
            return way;
    }
    way.to = cell;
    return way;
}

/* A path that would be closed at a pearl. */
struct closing {
    uint32_t from;          /* an end of it; RT_NOPOS: none is */
    uint32_t musts;         /* cells that the loop would visit besides and must */
    int off;                /* an edge that would have to be on, but is off; -1 */
};

/* What leaving the pearl in direction d closes, the whole loop apart. */
static struct closing closing_at(const struct lines *l, uint32_t pearl, uint32_t d)
{
    bool white = l->b->cell[pearl] == RT_MASYU_IS_WHITE;
    struct way ahead = way_out(l, pearl, d), back = {.to = pearl, .off = -1};
    if (white)
        back = way_out(l, pearl, d + 2);
    struct closing closing = {RT_NOPOS, ahead.musts + back.musts + white, ahead.off >= 0 ? ahead.off : back.off};
    if (ahead.to == RT_NOPOS || back.to == RT_NOPOS || ahead.to == back.to || l->path[back.to].other != ahead.to)
        return closing;
    const struct path *path = &l->path[back.to];
    if (path->edges != l->on || path->musts + closing.musts != l->musts)
        closing.from = back.to;
    return closing;
}

static int propagate(struct rt_self *self)
{
    struct lines l;
    if (!open_lines(self, false, &l))
        return RT_ENOMEM;
    if (!read_lines(&l))
        return RT_FIXPOINT;
    for (uint32_t k = 0; k < 4 * grid_cells(l.b); k++) {
        if (l.b->cell[k / 4] && closing_at(&l, k / 4, k % 4).from != RT_NOPOS)
            l.closing[l.n++] = k;
    }
    for (uint32_t k = 0; k < l.n; k++)
        if (self->h->drop(self, (uint32_t)grid_edge(l.b, l.closing[k] / 4, l.closing[k] % 4), 2, l.closing[k]) ==
            RT_CONFLICT)
            return RT_CONFLICT;
    return RT_FIXPOINT;
}

/* The path's edges are the reason; its cells are marked. */
static uint32_t path_is_why(const struct lines *l, uint32_t from, uint8_t *seen)
{
    uint32_t at = from, musts = grid_must(l->b, from);
    seen[from] = 1;
    for (uint32_t d = goes_on(l, from, 4); d < 4; d = goes_on(l, at, (d + 2) % 4)) {
        l->self->h->because(l->self, (uint32_t)grid_edge(l->b, at, d), 1);
        at = grid_beside(l->b, at, d);
        seen[at] = 1;
        musts += grid_must(l->b, at);
    }
    return musts;
}

/* If no pearl is missed, an on-edge beside the path is.  Where the same run has told of an edge of the way already,
 * that one is the reason: the way is on as a whole or not at all. */
static int explain(struct rt_self *self, const struct rt_why *why)
{
    struct lines l;
    uint8_t *seen = self->h->scratch(self, grid_cells(self->payload));
    if (!seen || !open_lines(self, true, &l))
        return RT_ENOMEM;
    if (!read_lines(&l))
        return RT_ERROR;
    struct closing closing = closing_at(&l, why->tag >> 2, why->tag & 3);
    if (closing.off >= 0) {
        self->h->because(self, (uint32_t)closing.off, 2);
        return RT_OK;
    }
    if (closing.from == RT_NOPOS)
        return RT_ERROR;
    if (path_is_why(&l, closing.from, seen) + closing.musts != l.musts)
        return RT_OK;
    for (uint32_t e = 0; e < grid_edges(l.b); e++) {
        uint32_t to_d;
        if (!is_on(&l, (int)e) || seen[grid_start(l.b, e, &to_d)])
            continue;
        self->h->because(self, e, 1);
        return RT_OK;
    }
    return RT_ERROR;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_masyu_board *b = self->payload;
    uint32_t pearl = why->tag >> 2;
    return self->h->print(self, "this way through the %s pearl r%uc%u would close a loop too early",
                          b->cell[pearl] == RT_MASYU_IS_WHITE ? "white" : "black", pearl / b->width + 1,
                          pearl % b->width + 1);
}

static const struct rt_rule_class path = {
    .size = sizeof path,
    .id = "masyu.path",
    .kind = RT_MASYU_BOARD,
    .flags = RT_RULE_OPTIONAL,
    .summary = "a way through a pearl that would close a loop too early is off",
    .tier = 2,
    .level = 4,
    .needs = RT_PLANES,
    .wake = 1, /* "off" leaves: the edge is on */
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&path, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "masyu.path", .version = "1.0", .rules = rules,
};
