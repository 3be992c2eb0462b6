/* loop.regions — the outside hangs together, and so does the inside.
 *
 *      out |  ?  | out          a face without which two outer faces, or two inner ones, could not reach each
 *      ====+     +====   =>     other is one of them; a face that can reach no outer face is inside, and one that
 *      out |  ?  | out          can reach no inner face is outside (statement 26)
 *
 * Colours are what loop.parity knows of faces: decided edges lead from the outside to a face and change sides where
 * they are on.  Faces of one colour reach each other across edges that are not on.  What is found of a face without
 * colour is told by the edges between what is known of its neighbours and what hangs on it.
 *
 * Why: a closed curve without crossings parts the plane in two areas, each in one piece; the loop passes a vertex at
 * most once, so an area also hangs together across edges, not just at corners.
 *
 * Reasons: the border of the area that is parted (its on-edges, and the colours of faces beyond), the two faces that
 * are parted, and how the face is tied to the edge. */
#include "lowlink.h"
#include <ratchet/kind/loop.h>

enum { OUTSIDE, INSIDE, UNKNOWN };

struct faces {
    uint32_t nf, ne;
    uint32_t *first, *incident;     /* edges round each face */
};

/* The state: what init reads off the payload, never changed. */
static int init(struct rt_self *self)
{
    const struct rt_loop_single *g = self->payload;
    struct faces *s = self->state;
    if (!g->face)
        return RT_ENTAILED;
    *s = (struct faces){.nf = g->nf, .ne = g->ne};
    s->first = self->h->alloc(self, (g->nf + 2) * sizeof *s->first);
    s->incident = self->h->alloc(self, (2 * g->ne + 1) * sizeof *s->incident);
    if (!s->first || !s->incident)
        return RT_ENOMEM;
    for (uint32_t k = 0; k < 2 * g->ne; k++)
        if (g->face[k] + 2 < g->nf + 2)
            s->first[g->face[k] + 2]++;
    for (uint32_t f = 1; f < g->nf + 2; f++)
        s->first[f] += s->first[f - 1];
    for (uint32_t k = 0; k < 2 * g->ne; k++)
        s->incident[s->first[g->face[k] + 1]++] = k / 2;
    return RT_OK;
}

struct areas {
    struct rt_self *self;
    const struct rt_loop_single *g;
    const struct faces *s;
    struct lowlink l;       /* over faces, for one colour at a time */
    uint8_t *dom;           /* of an edge, as it was when we began */
    uint8_t *colour;        /* of a face */
    uint32_t *via;          /* the edge by which a face got its colour */
    uint8_t *side;          /* of faces tied to one without colour: whether they differ; UNKNOWN: not tied */
    uint32_t *tie;          /* the edge that ties them */
    uint32_t *queue;
    uint32_t *known;        /* faces of the colour among those met so far */
    uint8_t *used;          /* edges given as premises */
};

static bool open_areas(struct rt_self *self, struct areas *a)
{
    const struct rt_loop_single *g = self->payload;
    const struct faces *s = self->state;
    *a = (struct areas){.self = self, .g = g, .s = s};
    uint8_t *bytes = self->h->scratch(self, 2 * (g->ne + 1) + 2 * (g->nf + 1));
    uint32_t *words = self->h->scratch(self, 4 * ((size_t)g->nf + 2) * sizeof *words);
    struct graph graph = {g->nf, g->ne, g->face, s->first, s->incident};
    if (!bytes || !words || !lowlink_make(self, graph, &a->l))
        return false;
    a->dom = bytes;
    a->used = a->dom + g->ne + 1;
    a->colour = a->used + g->ne + 1;
    a->side = a->colour + g->nf + 1;
    a->via = words;
    a->tie = a->via + g->nf + 2;
    a->queue = a->tie + g->nf + 2;
    a->known = a->queue + g->nf + 2;
    return true;
}

static uint32_t across(const struct areas *a, uint32_t e, uint32_t f)
{
    return lowlink_other(&a->l, e, f);
}

static bool decided(const struct areas *a, uint32_t e)
{
    return a->dom[e] == 1 || a->dom[e] == 2;
}

/* Spreads sides over decided edges from a face into `side`, which is UNKNOWN where nobody was; `by` gets the edge that
 * led to each. Returns an edge that contradicts the others; RT_NOPOS: none. */
static uint32_t spread_on(const struct areas *a, uint32_t from, uint8_t *side, uint32_t *by)
{
    uint32_t head = 0, tail = 0, wrong = RT_NOPOS;
    side[from] = 0;
    a->queue[tail++] = from;
    while (head < tail) {
        uint32_t f = a->queue[head++];
        for (uint32_t i = a->s->first[f]; i < a->s->first[f + 1]; i++) {
            uint32_t e = a->s->incident[i], to = across(a, e, f);
            uint8_t beyond = side[f] ^ (a->dom[e] == 2);
            if (!decided(a, e))
                continue;
            if (side[to] == UNKNOWN) {
                side[to] = beyond;
                by[to] = e;
                a->queue[tail++] = to;
            } else if (side[to] != beyond) {
                wrong = e;
            }
        }
    }
    return wrong;
}

static uint32_t spread(const struct areas *a, uint32_t from, uint8_t *side, uint32_t *by)
{
    memset(side, UNKNOWN, a->g->nf);
    return spread_on(a, from, side, by);
}

/* A face from which decided edges contradict each other; RT_NOPOS: none. */
static uint32_t find_wrong(const struct areas *a)
{
    memset(a->side, UNKNOWN, a->g->nf);
    for (uint32_t f = 0; f < a->g->nf; f++)
        if (a->side[f] == UNKNOWN && spread_on(a, f, a->side, a->tie) != RT_NOPOS)
            return f;
    return RT_NOPOS;
}

static uint32_t first_of(const struct areas *a, uint8_t colour)
{
    uint32_t f = 0;
    while (f < a->g->nf && a->colour[f] != colour)
        f++;
    return f < a->g->nf ? f : RT_NOPOS;
}

/* Walks over all faces that may have the colour, from the first that has it; false: none has it. */
static bool walk(struct areas *a, uint8_t colour)
{
    uint32_t root = first_of(a, colour);
    if (root == RT_NOPOS)
        return false;
    for (uint32_t e = 0; e < a->g->ne; e++)
        a->l.open[e] = (a->dom[e] & 1) && a->colour[a->g->face[2 * e]] != !colour &&
                       a->colour[a->g->face[2 * e + 1]] != !colour;
    lowlink_forget(&a->l);
    lowlink_run(&a->l, root);
    for (uint32_t k = 0; k < a->l.nmet; k++)
        a->known[k + 1] = a->known[k] + (a->colour[a->l.met[k]] == colour);
    return true;
}

static uint32_t known_below(const struct areas *a, uint32_t f)
{
    return a->known[a->l.last[f] + 1] - a->known[a->l.order[f]];
}

/* The face that f, and nothing else, ties to the rest, if a face of the colour lies there; RT_NOPOS: none. */
static uint32_t parted_by(const struct areas *a, uint32_t f)
{
    for (uint32_t i = a->s->first[f]; i < a->s->first[f + 1]; i++) {
        uint32_t to = across(a, a->s->incident[i], f);
        if (lowlink_met(&a->l, to) && a->l.up[to] == a->s->incident[i] && lowlink_parent(&a->l, to) == f &&
            lowlink_hangs(&a->l, to) && known_below(a, to))
            return to;
    }
    return RT_NOPOS;
}

/* Tags: 2 * face + colour that it gets; then faces where edges contradict; then faces that are out of reach. */
static int force(struct areas *a, uint32_t f, uint8_t colour)
{
    bool told = false;
    spread(a, f, a->side, a->tie);
    for (uint32_t e = 0; e < a->g->ne; e++) {
        uint32_t x = a->g->face[2 * e], y = a->g->face[2 * e + 1];
        if (a->side[x] == UNKNOWN)
            x ^= y, y ^= x, x ^= y;
        if (a->dom[e] != 3 || a->side[x] == UNKNOWN || a->colour[y] == UNKNOWN)
            continue;
        bool on = (a->side[x] ^ colour) != a->colour[y];
        if (a->self->h->drop(a->self, e, on ? 1 : 2, 2 * f + colour) == RT_CONFLICT)
            return RT_CONFLICT;
        a->dom[e] = on ? 2 : 1;
        told = true;
    }
    for (uint32_t to = 0; told && to < a->g->nf; to++)      /* what comes next sees them */
        if (a->side[to] != UNKNOWN)
            a->colour[to] = a->side[to] ^ colour;
    return RT_OK;
}

/* Between two faces that have colours.  loop.parity says so, too; here it keeps what is found from depending on the
 * order of rules. */
static int tell_between(struct areas *a)
{
    for (uint32_t e = 0; e < a->g->ne; e++) {
        uint8_t x = a->colour[a->g->face[2 * e]], y = a->colour[a->g->face[2 * e + 1]];
        if (a->dom[e] == 3 && x != UNKNOWN && y != UNKNOWN &&
            a->self->h->drop(a->self, e, x != y ? 1 : 2, 0) == RT_CONFLICT)
            return RT_CONFLICT;
    }
    return RT_OK;
}

static int part_areas(struct areas *a, uint8_t colour)
{
    int status = RT_OK;
    if (!walk(a, colour))
        return RT_OK;
    for (uint32_t f = 0; f < a->g->nf && status == RT_OK; f++) {
        if (!lowlink_met(&a->l, f) && a->colour[f] == colour)
            return a->self->h->conflict(a->self, 3 * a->g->nf + f);
        if (a->colour[f] != UNKNOWN)
            continue;
        if (!lowlink_met(&a->l, f))
            status = force(a, f, !colour);
        else if (parted_by(a, f) != RT_NOPOS)
            status = force(a, f, colour);
    }
    return status;
}

static int propagate(struct rt_self *self)
{
    const uint64_t *off = self->v.plane, *on = off + self->v.words;
    struct areas a;
    if (!open_areas(self, &a))
        return RT_ENOMEM;
    for (uint32_t e = 0; e < a.g->ne; e++)
        a.dom[e] = (uint8_t)((off[e / 64] >> e % 64 & 1) | (on[e / 64] >> e % 64 & 1) << 1);
    spread(&a, 0, a.colour, a.via);
    uint32_t wrong = find_wrong(&a);
    if (wrong != RT_NOPOS)
        return self->h->conflict(self, 2 * a.g->nf + wrong);
    int status = tell_between(&a);
    if (status == RT_OK)
        status = part_areas(&a, OUTSIDE);
    return status == RT_OK ? part_areas(&a, INSIDE) : status;
}

/* ---- reasons ---- */

static void edge_is_why(struct areas *a, uint32_t e)
{
    if (!a->used[e])
        a->self->h->because(a->self, e, 3 & ~(uint64_t)a->dom[e]);
    a->used[e] = 1;
}

/* How f got its colour, or how it is tied: along `by` until a face that has none. */
static void chain_is_why(struct areas *a, uint32_t f, uint32_t root, const uint32_t *by)
{
    while (f != root) {
        edge_is_why(a, by[f]);
        f = across(a, by[f], f);
    }
}

/* Why the faces in `in` are parted from the rest of what may have the colour, but for `by`. */
static void border_is_why(struct areas *a, const uint8_t *in, uint32_t by, uint8_t colour)
{
    for (uint32_t e = 0; e < a->g->ne; e++) {
        uint32_t x = a->g->face[2 * e], y = a->g->face[2 * e + 1], beyond = in[x] ? y : x;
        if (in[x] == in[y] || beyond == by)
            continue;
        if (a->dom[e] == 2)
            edge_is_why(a, e);
        else if (a->colour[beyond] == !colour)
            chain_is_why(a, beyond, 0, a->via);
    }
}

/* Faces of one colour, of which `in` holds one and the first of all lies beside: parted but for `by`. */
static int parting_is_why(struct areas *a, const uint8_t *in, uint32_t by, uint8_t colour, uint32_t member)
{
    border_is_why(a, in, by, colour);
    chain_is_why(a, first_of(a, colour), 0, a->via);
    if (member != RT_NOPOS)
        chain_is_why(a, member, 0, a->via);
    return RT_OK;
}

/* The faces that are reached from one that wasn't met. */
static void mark_lost(struct areas *a, uint32_t f, uint8_t *in)
{
    uint32_t met = a->l.nmet;
    lowlink_run(&a->l, f);
    for (uint32_t k = met; k < a->l.nmet; k++)
        in[a->l.met[k]] = 1;
}

/* A face of the colour wasn't met: that alone is a contradiction. */
static int lost_is_why(struct areas *a, uint8_t colour, uint8_t *in)
{
    for (uint32_t f = 0; f < a->g->nf; f++)
        if (a->colour[f] == colour && !lowlink_met(&a->l, f)) {
            mark_lost(a, f, in);
            return parting_is_why(a, in, RT_NOPOS, colour, f);
        }
    return RT_ERROR;
}

static int explain_face(struct areas *a, uint32_t f, uint8_t colour, uint8_t *in)
{
    uint32_t top = walk(a, colour) && lowlink_met(&a->l, f) ? parted_by(a, f) : RT_NOPOS, member = RT_NOPOS;
    if (top != RT_NOPOS) {
        for (uint32_t k = a->l.order[top]; k <= a->l.last[top]; k++) {
            in[a->l.met[k]] = 1;
            if (a->colour[a->l.met[k]] == colour && member == RT_NOPOS)
                member = a->l.met[k];
        }
        return parting_is_why(a, in, f, colour, member);
    }
    if (a->l.nmet && lost_is_why(a, colour, in) == RT_OK)   /* since what was told before */
        return RT_OK;
    if (!walk(a, !colour))
        return RT_ERROR;
    if (lowlink_met(&a->l, f))
        return lost_is_why(a, !colour, in);
    mark_lost(a, f, in);
    return parting_is_why(a, in, RT_NOPOS, !colour, RT_NOPOS);
}

/* The edge lies between a face that is tied to f and one that has a colour. */
static int explain_edge(struct areas *a, uint32_t e, uint32_t f, uint8_t colour, uint8_t *in)
{
    uint32_t x = a->g->face[2 * e], y = a->g->face[2 * e + 1];
    if (a->colour[x] != UNKNOWN && a->colour[y] != UNKNOWN) {   /* an edge told before has coloured the rest */
        chain_is_why(a, x, 0, a->via);
        chain_is_why(a, y, 0, a->via);
        return RT_OK;
    }
    spread(a, f, a->side, a->tie);
    if (a->side[x] == UNKNOWN)
        x = y, y = a->g->face[2 * e];
    if (a->side[x] == UNKNOWN || a->colour[y] == UNKNOWN)
        return RT_ERROR;
    chain_is_why(a, x, f, a->tie);
    chain_is_why(a, y, 0, a->via);
    return explain_face(a, f, colour, in);
}

static int explain_conflict(struct areas *a, uint32_t tag, uint8_t *in)
{
    uint32_t nf = a->g->nf, f = tag % nf;
    if (tag < 3 * nf) {
        uint32_t e = spread(a, f, a->side, a->tie);
        if (e == RT_NOPOS)
            return RT_ERROR;
        chain_is_why(a, a->g->face[2 * e], f, a->tie);
        chain_is_why(a, a->g->face[2 * e + 1], f, a->tie);
        edge_is_why(a, e);
        return RT_OK;
    }
    uint8_t colour = a->colour[f];
    return colour != UNKNOWN && walk(a, colour) ? lost_is_why(a, colour, in) : RT_ERROR;
}

static int explain(struct rt_self *self, const struct rt_why *why)
{
    struct areas a;
    uint8_t *in = self->h->scratch(self, ((const struct rt_loop_single *)self->payload)->nf + 1);
    if (!in || !open_areas(self, &a))
        return RT_ENOMEM;
    for (uint32_t e = 0; e < a.g->ne; e++)
        a.dom[e] = e == why->pos ? 3 : (uint8_t)self->h->dom_then(self, e);
    spread(&a, 0, a.colour, a.via);
    return why->pos == RT_NOPOS ? explain_conflict(&a, why->tag, in)
                                : explain_edge(&a, why->pos, why->tag / 2, why->tag & 1, in);
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    if (why->pos == RT_NOPOS)
        return self->h->print(self, "the inside of the loop, or the outside, would fall into two pieces");
    return self->h->print(self, "otherwise the %s of the loop would fall into two pieces",
                          (why->tag & 1) == INSIDE ? "inside" : "outside");
}

static const struct rt_rule_class regions = {
    .size = sizeof regions,
    .id = "loop.regions",
    .kind = RT_LOOP_SINGLE,
    .flags = RT_RULE_OPTIONAL | RT_RULE_LATE,
    .summary = "the inside of the loop hangs together, and so does the outside: a face that would part one belongs to "
               "it",
    .tier = 3,
    .level = 6,
    .needs = RT_PLANES,
    .state_size = sizeof(struct faces),
    .wake = RT_WAKE_ANY,
    .init = init,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&regions, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "loop.regions", .version = "1.0", .rules = rules,
};
