/* loop.cuts — what hangs on the rest by one vertex or one edge.
 *
 *        .--.                            .--.  .--.
 *     o==|  |--v--:dead:      and        |o |??|o |    an edge without which what is needed would hang
 *        '--'  x                         '--v--'--'    by one vertex is on
 *
 * In the graph of edges that are not off (statement 27): the loop passes a vertex once, so it lies in one part that
 * no single vertex parts.  A part that hangs by one vertex is off if something outside of it is needed (an on-edge, a
 * vertex that must be visited), and a contradiction if something in it is needed, too.  What is out of reach likewise.
 * A bridge is off.  An edge is on if its absence would be such a contradiction: two of them part what is needed, or it
 * and a vertex.
 *
 * That a cut is crossed an even number of times is what loop.parity knows.  Only edges are tried that share both of
 * their faces (as merged by off-edges) with a third vertex: no other can be in such a cut; and one of those that share
 * the same two faces, since one is off if another is.
 *
 * Reasons: the off-edges between the part and the rest, and what is needed on either side. */
#include "lowlink.h"
#include <ratchet/kind/loop.h>

struct cuts {
    struct rt_self *self;
    const struct rt_loop_single *g;
    struct lowlink l;
    uint8_t *on;                /* an edge */
    uint32_t *needs;            /* of the nodes met so far, by order: on-edges and musts in those before it */
    uint32_t *lines;            /* the same, on-edges only: each counts at its later end */
    uint32_t all_on, all_musts; /* in the whole graph */
    uint32_t root;              /* something needed; RT_NOPOS: nothing is */
};

/* A part that is cut off: what lies below `top`, or all that isn't met. */
struct part {
    uint32_t top;               /* RT_NOPOS: what isn't met, as far as `from` reaches it */
    uint32_t by;                /* the vertex by which it hangs; RT_NOPOS: none, or a bridge */
    uint32_t from;
    uint32_t bridge;            /* an on-edge that is a bridge; RT_NOPOS: no such thing */
};

static bool open_cuts(struct rt_self *self, struct cuts *c)
{
    const struct rt_loop_single *g = self->payload;
    *c = (struct cuts){.self = self, .g = g, .root = RT_NOPOS};
    c->on = self->h->scratch(self, g->ne + 1);
    c->needs = self->h->scratch(self, 2 * (g->nv + 2) * sizeof *c->needs);
    struct graph graph = {g->nv, g->ne, g->end, g->first, g->incident};
    if (!c->on || !c->needs || !lowlink_make(self, graph, &c->l))
        return false;
    c->lines = c->needs + g->nv + 2;
    return true;
}

static void read_edge(struct cuts *c, uint32_t e, uint64_t dom)
{
    c->l.open[e] = dom >> 1 & 1;
    c->on[e] = dom == 2;
    c->all_on += dom == 2;
    if (dom == 2 && c->root == RT_NOPOS)
        c->root = c->g->end[2 * e];
}

static void read_musts(struct cuts *c)
{
    for (uint32_t v = 0; v < c->g->nv; v++) {
        c->all_musts += c->g->must[v] != 0;
        if (c->g->must[v] && c->root == RT_NOPOS)
            c->root = v;
    }
}

static uint32_t lines_ending(const struct cuts *c, uint32_t v)
{
    uint32_t n = 0;
    for (uint32_t i = c->g->first[v]; i < c->g->first[v + 1]; i++) {
        uint32_t e = c->g->incident[i], other = lowlink_other(&c->l, e, v);
        n += c->on[e] && c->l.order[other] < c->l.order[v];
    }
    return n;
}

/* From what is needed, or everywhere if nothing is. */
static void walk(struct cuts *c)
{
    lowlink_forget(&c->l);
    if (c->root != RT_NOPOS)
        lowlink_run(&c->l, c->root);
    for (uint32_t v = 0; v < c->g->nv && c->root == RT_NOPOS; v++)
        if (!lowlink_met(&c->l, v))
            lowlink_run(&c->l, v);
    for (uint32_t k = 0; k < c->l.nmet; k++) {
        uint32_t v = c->l.met[k], lines = lines_ending(c, v);
        c->lines[k + 1] = c->lines[k] + lines;
        c->needs[k + 1] = c->needs[k] + lines + (c->g->must[v] != 0);
    }
}

static uint32_t needed_below(const struct cuts *c, uint32_t top)
{
    return c->needs[c->l.last[top] + 1] - c->needs[c->l.order[top]];
}

/* The vertex by which the part below `top` hangs; behind a bridge it is not even that one's. */
static uint32_t hangs_by(const struct cuts *c, uint32_t top)
{
    return lowlink_bridge(&c->l, top) ? RT_NOPOS : lowlink_parent(&c->l, top);
}

/* Outside of it and of the vertex by which it hangs. */
static uint32_t needed_beside(const struct cuts *c, uint32_t top)
{
    uint32_t by = hangs_by(c, top);
    return c->all_on + c->all_musts - needed_below(c, top) - (by != RT_NOPOS && c->g->must[by]);
}

/* Is something needed that isn't met? */
static bool find_lost(const struct cuts *c, struct part *part)
{
    if (c->root == RT_NOPOS || c->needs[c->l.nmet] == c->all_on + c->all_musts)
        return false;
    for (uint32_t v = 0; v < c->g->nv; v++) {
        bool needed = c->g->must[v];
        for (uint32_t i = c->g->first[v]; i < c->g->first[v + 1]; i++)
            needed |= c->on[c->g->incident[i]];
        if (needed && !lowlink_met(&c->l, v)) {
            *part = (struct part){RT_NOPOS, RT_NOPOS, v, RT_NOPOS};
            return true;
        }
    }
    return false;
}

/* A contradiction in the graph as it stands. */
static bool find_conflict(const struct cuts *c, struct part *part)
{
    if (find_lost(c, part))
        return true;
    for (uint32_t k = 0; k < c->l.nmet; k++) {
        uint32_t v = c->l.met[k];
        if (lowlink_bridge(&c->l, v) && c->on[c->l.up[v]]) {
            *part = (struct part){v, RT_NOPOS, RT_NOPOS, c->l.up[v]};
            return true;
        }
        if (lowlink_hangs(&c->l, v) && needed_below(c, v) && needed_beside(c, v)) {
            *part = (struct part){v, hangs_by(c, v), RT_NOPOS, RT_NOPOS};
            return true;
        }
    }
    return false;
}

/* Marks what hangs by one vertex while something beside it is needed, and what isn't met. */
static void mark_dead(const struct cuts *c, uint8_t *dead)
{
    if (c->root == RT_NOPOS)
        return;
    for (uint32_t v = 0; v < c->g->nv; v++)
        dead[v] = !lowlink_met(&c->l, v);
    for (uint32_t k = 0; k < c->l.nmet; k++) {
        uint32_t v = c->l.met[k];
        if (!lowlink_hangs(&c->l, v) || !needed_beside(c, v))
            continue;
        for (k = c->l.order[v]; k <= c->l.last[v]; k++)
            dead[c->l.met[k]] = 1;
        k = c->l.last[v];
    }
}

static bool is_bridge(const struct cuts *c, uint32_t e)
{
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t v = c->g->end[2 * e + k];
        if (lowlink_met(&c->l, v) && c->l.up[v] == e && lowlink_bridge(&c->l, v))
            return true;
    }
    return false;
}

static int drop_dead(struct cuts *c)
{
    uint8_t *dead = c->self->h->scratch(c->self, c->g->nv + 1);
    if (!dead)
        return RT_ENOMEM;
    mark_dead(c, dead);
    for (uint32_t e = 0; e < c->g->ne; e++) {
        if (!c->l.open[e] || c->on[e] ||
            !(dead[c->g->end[2 * e]] || dead[c->g->end[2 * e + 1]] || is_bridge(c, e)))
            continue;
        c->l.open[e] = 0;
        if (c->self->h->drop(c->self, e, 2, 0) == RT_CONFLICT)
            return RT_CONFLICT;
    }
    return RT_OK;
}

/* ---- which edges are worth a trial ---- */

struct pair {
    uint64_t faces;             /* 1 + lower * nf + higher; 0: free */
    uint32_t vertices;
    enum { UNTRIED, NEEDED, SPARE } verdict;
};

struct pairs {
    uint32_t *merged;           /* parent of a face */
    struct pair *table;
    uint32_t mask;
};

static uint32_t face_of(const struct pairs *p, uint32_t f)
{
    while (p->merged[f] != f)
        f = p->merged[f] = p->merged[p->merged[f]];
    return f;
}

static struct pair *pair_of(const struct cuts *c, const struct pairs *p, uint32_t a, uint32_t b)
{
    uint64_t faces = 1 + (uint64_t)(a < b ? a : b) * c->g->nf + (a < b ? b : a);
    uint32_t at = (uint32_t)(faces * 0x9e3779b97f4a7c15u >> 32) & p->mask;
    while (p->table[at].faces && p->table[at].faces != faces)
        at = (at + 1) & p->mask;
    p->table[at].faces = faces;
    return &p->table[at];
}

enum { ROUND = 8 };             /* faces round one vertex that are looked at */

/* Counts the vertex at each two of its faces. False: it has too many. */
static bool count_vertex(const struct cuts *c, const struct pairs *p, uint32_t v)
{
    uint32_t round[ROUND], n = 0;
    for (uint32_t k = 2 * c->g->first[v]; k < 2 * c->g->first[v + 1]; k++) {
        uint32_t f = face_of(p, c->g->face[2 * c->g->incident[k / 2] + k % 2]);
        bool known = false;
        for (uint32_t i = 0; i < n; i++)
            known |= round[i] == f;
        if (!known && n == ROUND)
            return false;
        if (!known)
            round[n++] = f;
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < i; k++)
            pair_of(c, p, round[i], round[k])->vertices++;
    return true;
}

/* False: no faces are known, so every edge is tried. */
static bool make_pairs(const struct cuts *c, struct pairs *p)
{
    const struct rt_loop_single *g = c->g;
    uint32_t size = 64;
    if (!g->face)
        return false;
    while (size < 24 * g->nv)
        size *= 2;
    p->merged = c->self->h->scratch(c->self, g->nf * sizeof *p->merged);
    p->table = c->self->h->scratch(c->self, size * sizeof *p->table);
    p->mask = size - 1;
    if (!p->merged || !p->table)
        return false;
    for (uint32_t f = 0; f < g->nf; f++)
        p->merged[f] = f;
    for (uint32_t e = 0; e < g->ne; e++)
        if (!c->l.open[e])
            p->merged[face_of(p, g->face[2 * e])] = face_of(p, g->face[2 * e + 1]);
    for (uint32_t v = 0; v < g->nv; v++)
        if (g->first[v + 1] - g->first[v] > 4 || !count_vertex(c, p, v))
            return false;
    return true;
}

/* Would its absence be a contradiction? */
static bool needed(struct cuts *c, uint32_t e)
{
    struct part part;
    c->l.open[e] = 0;
    walk(c);
    bool is = find_conflict(c, &part);
    c->l.open[e] = 1;
    return is;
}

static int try_edges(struct cuts *c)
{
    struct pairs p;
    bool chosen = make_pairs(c, &p);
    for (uint32_t e = 0; e < c->g->ne; e++) {
        if (!c->l.open[e] || c->on[e])
            continue;
        struct pair every = {.vertices = 3}, *pair = &every;
        if (chosen)
            pair = pair_of(c, &p, face_of(&p, c->g->face[2 * e]), face_of(&p, c->g->face[2 * e + 1]));
        if (pair->vertices < 3 || pair->verdict == SPARE)
            continue;
        if (c->self->h->tick(c->self, 1 + c->g->nv / 64))
            return RT_ELIMIT;
        if (pair->verdict == UNTRIED)
            pair->verdict = needed(c, e) ? NEEDED : SPARE;
        if (pair->verdict == NEEDED && c->self->h->drop(c->self, e, 1, 0) == RT_CONFLICT)
            return RT_CONFLICT;
    }
    return RT_OK;
}

static int propagate(struct rt_self *self)
{
    const uint64_t *off = self->v.plane, *on = off + self->v.words;
    struct cuts c;
    struct part part;
    if (!open_cuts(self, &c))
        return RT_ENOMEM;
    for (uint32_t e = 0; e < c.g->ne; e++)
        read_edge(&c, e, (off[e / 64] >> e % 64 & 1) | (on[e / 64] >> e % 64 & 1) << 1);
    read_musts(&c);
    walk(&c);
    if (find_conflict(&c, &part))
        return self->h->conflict(self, 0);
    int status = drop_dead(&c);
    if (status == RT_OK && c.root != RT_NOPOS)
        status = try_edges(&c);
    return status;
}

/* ---- reasons ---- */

/* The vertices of a part. */
static void mark_part(struct cuts *c, const struct part *part, uint8_t *in)
{
    if (part->top != RT_NOPOS) {
        for (uint32_t k = c->l.order[part->top]; k <= c->l.last[part->top]; k++)
            in[c->l.met[k]] = 1;
        return;
    }
    uint32_t met = c->l.nmet;
    lowlink_run(&c->l, part->from);
    for (uint32_t k = met; k < c->l.nmet; k++)
        in[c->l.met[k]] = 1;
}

/* A vertex that must be visited is no premise; an on-edge is one. `inside`: with an end in the part; else beside. */
static bool need_is_why(const struct cuts *c, const struct part *part, const uint8_t *in, bool inside, bool *given)
{
    for (uint32_t v = 0; v < c->g->nv; v++)
        if (c->g->must[v] && in[v] == inside && v != part->by)
            return true;
    for (uint32_t e = 0; e < c->g->ne; e++)
        if (c->on[e] && (in[c->g->end[2 * e]] || in[c->g->end[2 * e + 1]]) == inside) {
            c->self->h->because(c->self, e, 1);
            *given = true;
            return true;
        }
    return false;
}

/* The off-edges round the part, without those at the vertex by which it hangs, and without `edge`. */
static void border_is_why(const struct cuts *c, const struct part *part, const uint8_t *in, uint32_t edge, bool *given)
{
    for (uint32_t e = 0; e < c->g->ne; e++) {
        uint32_t a = c->g->end[2 * e], b = c->g->end[2 * e + 1];
        if (in[a] == in[b] || c->l.open[e] || e == edge || (in[a] ? b : a) == part->by)
            continue;
        c->self->h->because(c->self, e, 2);
        *given = true;
    }
}

/* Premises for the part; `conflict`: something in it is needed, too. */
static int part_is_why(struct cuts *c, const struct part *part, uint32_t edge, bool conflict)
{
    uint8_t *in = c->self->h->scratch(c->self, c->g->nv + 1);
    bool given = false;
    if (!in)
        return RT_ENOMEM;
    mark_part(c, part, in);
    border_is_why(c, part, in, edge, &given);
    if (part->bridge != RT_NOPOS && part->bridge != edge)
        c->self->h->because(c->self, part->bridge, 1), given = true;
    else if (part->bridge == RT_NOPOS &&
             (!need_is_why(c, part, in, false, &given) || (conflict && !need_is_why(c, part, in, true, &given))))
        return RT_ERROR;
    if (!given)
        c->self->h->because_always(c->self);
    return RT_OK;
}

/* The part in which an edge is that is off. */
static bool find_part(const struct cuts *c, uint32_t e, struct part *part)
{
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t v = c->g->end[2 * e + k];
        *part = (struct part){RT_NOPOS, RT_NOPOS, v, RT_NOPOS};
        if (!lowlink_met(&c->l, v))
            return true;
        if (c->l.up[v] == e && lowlink_bridge(&c->l, v)) {
            *part = (struct part){v, RT_NOPOS, RT_NOPOS, e};
            return true;
        }
    }
    for (uint32_t k = 0; k < c->l.nmet && c->root != RT_NOPOS; k++) {
        uint32_t v = c->l.met[k];
        if (lowlink_hangs(&c->l, v) && needed_beside(c, v) &&
            (lowlink_below(&c->l, c->g->end[2 * e], v) || lowlink_below(&c->l, c->g->end[2 * e + 1], v))) {
            *part = (struct part){v, hangs_by(c, v), RT_NOPOS, RT_NOPOS};
            return true;
        }
    }
    return false;
}

static int explain(struct rt_self *self, const struct rt_why *why)
{
    struct cuts c;
    struct part part;
    bool must_be_on = why->pos != RT_NOPOS && why->value == 0;
    if (!open_cuts(self, &c))
        return RT_ENOMEM;
    for (uint32_t e = 0; e < c.g->ne; e++)
        read_edge(&c, e, e == why->pos ? (must_be_on ? 1 : 3) : self->h->dom_then(self, e));
    read_musts(&c);
    walk(&c);
    if (why->pos == RT_NOPOS || must_be_on)
        return find_conflict(&c, &part) ? part_is_why(&c, &part, why->pos, true) : RT_ERROR;
    return find_part(&c, why->pos, &part) ? part_is_why(&c, &part, why->pos, false) : RT_ERROR;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    if (why->pos == RT_NOPOS)
        return self->h->print(self, "the loop cannot reach all that it must: it would have to pass one place twice");
    return self->h->print(self, why->value == 1
                                    ? "what lies behind it hangs on the rest by one place, passed only once"
                                    : "without it the loop would have to pass one place twice");
}

static const struct rt_rule_class cuts = {
    .size = sizeof cuts,
    .id = "loop.cuts",
    .kind = RT_LOOP_SINGLE,
    .flags = RT_RULE_OPTIONAL,
    .summary = "what hangs on the rest by one place is off, and on is without which something needed would hang so",
    .tier = 3,
    .level = 6,
    .needs = RT_PLANES,
    .wake = RT_WAKE_ANY,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&cuts, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "loop.cuts", .version = "1.0", .rules = rules,
};
