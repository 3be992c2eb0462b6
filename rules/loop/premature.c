/* loop.premature — no loop closes before it is the whole one.
 *
 *      +-----+           +-----+
 *      |     |           |     |          an edge that joins both ends of one path is off,
 *      |     ?     =>    |     x          unless it closes a loop with every must and every on-edge
 *      +-----+           +-----+          (statement 20)
 *         (o elsewhere)
 *
 * The on-edges come as events and join paths.  For every vertex that ends a path the state holds the other
 * end, what stands on the path, and its length: O(1) an event, and undone by the host.  A vertex without
 * on-edges is a path of its own.  The entry of a vertex inside a path is stale: it ends a path only if its
 * other end agrees.  Ends are looked at when all events are in, so that no edge that is on already is
 * overlooked.
 *
 * A path branches nowhere: a vertex inside one takes no more edges.  That is loop.degree's word and mostly
 * said before; said here too, what this rule finds does not depend on the order in which it hears of edges.
 *
 * Reasons are the edges of the path, found by walking it in the domains of then. */
#include <ratchet/kind/loop.h>
#include <ratchet/model.h>
#include <stdbool.h>

struct path {
    uint32_t other;     /* the other end; NOWHERE: a closed loop */
    uint32_t edges;
    uint32_t musts;     /* vertices on it that must be visited */
};

struct state {
    struct path *path;  /* one a vertex */
    uint32_t *ended;    /* ends of the paths that this run has made: work space */
    uint32_t *inside;   /* vertices that this run has brought inside a path: work space */
    uint32_t musts;     /* in the whole graph */
    uint32_t paths;     /* with edges */
    uint32_t last;      /* an end of the path made last */
};

#define NOWHERE RT_NOPOS

/* Tags: what was deduced, and the vertex or edge that it hangs on. */
enum { BRANCH, CLOSES, CLOSES_ALL_MUSTS, WHOLE };

static uint32_t tag_of(uint32_t what, uint32_t of)
{
    return of << 2 | what;
}

static int init(struct rt_self *self)
{
    const struct rt_loop_single *g = self->payload;
    struct state *s = self->state;
    s->path = self->h->alloc(self, (g->nv + 1) * sizeof *s->path);
    s->ended = self->h->alloc(self, (g->nv + 1) * sizeof *s->ended);
    s->inside = self->h->alloc(self, (g->nv + 1) * sizeof *s->inside);
    if (!s->path || !s->ended || !s->inside)
        return RT_ENOMEM;
    for (uint32_t v = 0; v < g->nv; v++) {
        uint32_t must = g->must[v] != 0;
        s->path[v] = (struct path){.other = v, .musts = must};
        s->musts += must;
    }
    return RT_OK;
}

static bool is_end(const struct state *s, uint32_t v)
{
    uint32_t other = s->path[v].other;
    return other != NOWHERE && s->path[other].other == v;
}

static void set_ends(struct rt_self *self, uint32_t a, uint32_t b, uint32_t edges, uint32_t musts)
{
    struct state *s = self->state;
    self->h->save(self, &s->path[a], sizeof s->path[a]);
    self->h->save(self, &s->path[b], sizeof s->path[b]);
    s->path[a] = (struct path){b, edges, musts};
    s->path[b] = (struct path){a, edges, musts};
}

/* What one run has come upon. */
struct news {
    uint32_t ended, inside;     /* entries in the state's lists */
    uint32_t closing;           /* an edge that has closed a loop, or RT_NOPOS */
};

/* The edge u - v joins two paths. */
static void join(struct rt_self *self, uint32_t u, uint32_t v, struct news *news)
{
    struct state *s = self->state;
    struct path from = s->path[u], to = s->path[v];
    if (from.edges)
        s->inside[news->inside++] = u;
    if (to.edges)
        s->inside[news->inside++] = v;
    s->paths += 1 - (from.edges != 0) - (to.edges != 0);
    set_ends(self, from.other, to.other, from.edges + to.edges + 1, from.musts + to.musts);
    s->ended[news->ended++] = s->last = from.other;
}

static void close_loop(struct rt_self *self, uint32_t e, uint32_t u, uint32_t v, struct news *news)
{
    struct state *s = self->state;
    news->closing = e;
    set_ends(self, u, v, s->path[u].edges + 1, s->path[u].musts);
    s->path[u].other = s->path[v].other = NOWHERE;
}

/* Every event that is new. RT_CONFLICT at a branch. */
static int take_events(struct rt_self *self, struct news *news)
{
    const struct rt_loop_single *g = self->payload;
    struct state *s = self->state;
    for (uint32_t k = self->v.seen; k < self->v.nhist; k++) {
        uint32_t e = self->v.hist[k] >> 6, u = g->end[2 * e], v = g->end[2 * e + 1];
        if (!is_end(s, u) || !is_end(s, v))
            return self->h->conflict(self, tag_of(BRANCH, is_end(s, u) ? v : u));
        if (s->path[u].other == v)
            close_loop(self, e, u, v, news);
        else
            join(self, u, v, news);
    }
    return RT_OK;
}

/* Edges that would branch off inside a path. */
static int keep_off(struct rt_self *self, uint32_t v)
{
    const struct rt_loop_single *g = self->payload;
    int status = RT_OK;
    for (uint32_t i = g->first[v]; i < g->first[v + 1] && status == RT_OK; i++)
        if (self->h->dom(self, g->incident[i]) == 3)
            status = self->h->drop(self, g->incident[i], 2, tag_of(BRANCH, v));
    return status;
}

/* May this path close?  Every on-edge is an event. */
static bool is_all(const struct rt_self *self, const struct path *path, uint32_t edges)
{
    const struct state *s = self->state;
    return path->musts == s->musts && edges == self->v.nhist;
}

/* The edges that would join the ends of the path from a. */
static int keep_open(struct rt_self *self, uint32_t a)
{
    const struct rt_loop_single *g = self->payload;
    const struct state *s = self->state;
    const struct path *path = &s->path[a];
    uint32_t b = path->other, what = path->musts == s->musts ? CLOSES_ALL_MUSTS : CLOSES;
    if (!is_end(s, a) || a == b || is_all(self, path, path->edges))
        return RT_OK;
    for (uint32_t i = g->first[a]; i < g->first[a + 1]; i++) {
        uint32_t e = g->incident[i];
        if (g->end[2 * e] + g->end[2 * e + 1] - a != b || self->h->dom(self, e) != 3)
            continue;
        int status = self->h->drop(self, e, 2, tag_of(what, e));
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

/* A loop is closed: it is the whole one, or a contradiction. */
static int finish(struct rt_self *self, uint32_t closing)
{
    const struct rt_loop_single *g = self->payload;
    const struct state *s = self->state;
    const struct path *loop = &s->path[g->end[2 * closing]];
    if (!is_all(self, loop, loop->edges))
        return self->h->conflict(self, tag_of(loop->musts == s->musts ? CLOSES_ALL_MUSTS : CLOSES, closing));
    for (uint32_t e = 0; e < g->ne; e++) {
        if (self->h->dom(self, e) != 3)
            continue;
        int status = self->h->drop(self, e, 2, tag_of(WHOLE, 0));
        if (status != RT_OK)
            return status;
    }
    return RT_ENTAILED;
}

static int propagate(struct rt_self *self)
{
    struct state *s = self->state;
    struct news news = {.closing = RT_NOPOS};
    if (self->v.seen == self->v.nhist)
        return RT_FIXPOINT;
    if (s->paths == 1)      /* it might have closed, until now */
        s->ended[news.ended++] = s->last;
    self->h->save(self, &s->paths, sizeof s->paths + sizeof s->last);
    int status = take_events(self, &news);
    if (status == RT_OK && news.closing != RT_NOPOS)
        return finish(self, news.closing);
    for (uint32_t k = 0; k < news.inside && status == RT_OK; k++)
        status = keep_off(self, s->inside[k]);
    for (uint32_t k = 0; k < news.ended && status == RT_OK; k++)
        status = keep_open(self, s->ended[k]);
    return status == RT_OK ? RT_FIXPOINT : status;
}

/* ---- reasons: from the payload, the history and the domains of then ---- */

static bool was_on(struct rt_self *self, uint32_t e)
{
    return self->h->dom_then(self, e) == 2;
}

/* Along the edges that were on then. A long walk takes them from a set, a short one asks for each. */
struct walk {
    struct rt_self *self;
    const struct rt_why *why;
    uint64_t *left;         /* the on-edges that it has not taken; NULL: ask */
};

enum { SHORT = 16 };

static bool is_left(const struct walk *w, uint32_t e)
{
    return w->left ? w->left[e / 64] >> e % 64 & 1 : was_on(w->self, e);
}

static void take(const struct walk *w, uint32_t e)
{
    if (w->left)
        w->left[e / 64] &= ~(1ull << e % 64);
}

static bool make_set(struct walk *w)
{
    const struct rt_loop_single *g = w->self->payload;
    w->left = w->self->h->scratch(w->self, (g->ne + 63) / 64 * sizeof *w->left);
    for (uint32_t k = 0; w->left && k < w->why->nhist; k++) {
        uint32_t e = w->self->v.hist[k] >> 6;
        w->left[e / 64] |= 1ull << e % 64;
    }
    return w->left;
}

/* The only other on-edge at *at, which moves to its far end; RT_NOPOS if there is none or more than one. */
static uint32_t step(const struct walk *w, uint32_t edge, uint32_t *at)
{
    const struct rt_loop_single *g = w->self->payload;
    uint32_t next = RT_NOPOS;
    for (uint32_t i = g->first[*at]; i < g->first[*at + 1]; i++) {
        uint32_t e = g->incident[i];
        if (e == edge || !is_left(w, e))
            continue;
        if (next != RT_NOPOS)
            return RT_NOPOS;
        next = e;
    }
    if (next != RT_NOPOS)
        *at = g->end[2 * next] + g->end[2 * next + 1] - *at;
    return next;
}

/* The path between the ends of `edge`. False: it does not lead there. */
static bool path_is_why(struct walk *w, uint32_t edge)
{
    const struct rt_loop_single *g = w->self->payload;
    uint32_t at = g->end[2 * edge], goal = g->end[2 * edge + 1], e = edge;
    for (uint32_t length = 0; at != goal; length++) {
        if (length == SHORT && !w->left && !make_set(w))
            return false;
        e = step(w, e, &at);
        if (e == RT_NOPOS || length > g->nv)
            return false;
        w->self->h->because(w->self, e, 1);
        take(w, e);
    }
    return true;
}

/* The oldest on-edge that is not on the path. */
static bool outside_is_why(const struct walk *w)
{
    for (uint32_t k = 0; k < w->why->nhist; k++) {
        uint32_t e = w->self->v.hist[k] >> 6;
        if (!is_left(w, e))
            continue;
        w->self->h->because(w->self, e, 1);
        return true;
    }
    return false;
}

/* The path; if all musts are on it, also something that it leaves out. */
static int explain_closing(struct rt_self *self, const struct rt_why *why, uint32_t edge)
{
    struct walk w = {.self = self, .why = why};
    bool outside = (why->tag & 3) == CLOSES_ALL_MUSTS;
    if (outside && !make_set(&w))
        return RT_ENOMEM;
    if (why->pos == RT_NOPOS) {     /* the edge is on, the loop closed */
        self->h->because(self, edge, 1);
        take(&w, edge);
    }
    return path_is_why(&w, edge) && (!outside || outside_is_why(&w)) ? RT_OK : RT_ERROR;
}

/* Two on-edges at the vertex, or the three of a branch. */
static int explain_branch(struct rt_self *self, uint32_t v, uint32_t needed)
{
    const struct rt_loop_single *g = self->payload;
    uint32_t on = 0;
    for (uint32_t i = g->first[v]; i < g->first[v + 1] && on < needed; i++)
        if (was_on(self, g->incident[i])) {
            self->h->because(self, g->incident[i], 1);
            on++;
        }
    return on == needed ? RT_OK : RT_ERROR;
}

static int explain(struct rt_self *self, const struct rt_why *why)
{
    uint32_t of = why->tag >> 2;
    switch (why->tag & 3) {
    case BRANCH:
        return explain_branch(self, of, why->pos == RT_NOPOS ? 3 : 2);
    case WHOLE:     /* all that was on then is the loop */
        for (uint32_t k = 0; k < why->nhist; k++)
            self->h->because(self, self->v.hist[k] >> 6, 1);
        return RT_OK;
    default:
        return explain_closing(self, why, of);
    }
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    static const char *const words[][2] = {
        [BRANCH] = {"three lines would meet in one place", "three lines meet in one place"},
        [CLOSES] = {"a line there would close a loop that misses a place it must pass",
                    "a closed loop misses a place that it must pass"},
        [CLOSES_ALL_MUSTS] = {"a line there would close a loop that leaves out another line",
                              "a closed loop leaves out another line"},
        [WHOLE] = {"the loop is closed and whole, so the rest is off",
                   "the loop is closed and whole, yet there is more"},
    };
    return self->h->print(self, "%s", words[why->tag & 3][why->pos == RT_NOPOS]);
}

static const struct rt_rule_class premature = {
    .size = sizeof premature,
    .id = "loop.premature",
    .kind = RT_LOOP_SINGLE,
    .summary =
        "an edge that would close a loop too early is off; once the whole loop is closed, the rest is off",
    .tier = 1,
    .level = 3,
    .needs = RT_HISTORY,
    .state_size = sizeof(struct state),
    .wake = 1, /* "off" leaves: the edge is on */
    .init = init,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&premature, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "loop.premature", .version = "1.0", .rules = rules,
};
