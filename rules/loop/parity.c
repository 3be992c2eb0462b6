/* loop.parity — every closed curve is crossed an even number of times.
 *
 *      +--x--+=====+         from face to face across decided edges: an on-edge changes the side of the loop,
 *      | a   ?  b  |   =>    an off-edge doesn't.  An edge between two faces that such a curve joins is on
 *      +--x--+--x--+         if the curve changes sides, off if not (statement 24; the parity of cuts in 27)
 *
 * masyu.inout, on a masyu.board/1 — the same with what pearls say of the faces round them (statements 23 and 25):
 *
 *      a | b       white: a and d lie on different sides, and so do b and c, whichever way the line runs
 *      --o--       black: exactly one of the four differs from the others; so if two are alike the other two
 *      c | d       differ, and if two differ the other two are alike
 *
 * A diagonal of whites is a curve that each of them makes cross the line once, which fixes what lies at its ends.
 *
 * Why: the loop is a closed curve without crossings, so it has two sides, and each step across an edge tells whether
 * it changes them.  Straight on a white: the line parts a and b from c and d, or a and c from b and d.  A turn on a
 * black cuts one corner off.  Faces are joined in a union-find with parity, anew at each run; reasons are the
 * shortest curves. */
#include <ratchet/kind/loop.h>
#include <ratchet/kind/masyu.h>
#include <ratchet/model.h>
#include <stdbool.h>

struct pearl {
    uint32_t corner[4];     /* faces: north-west, north-east, south-east, south-west */
    uint32_t black;
};

struct plane {
    uint32_t nf, ne, npearls;
    const uint32_t *face;   /* 2 * ne */
    const struct pearl *pearl;
    /* ways out of each face: edges, then 4 * pearl + corner; at[f] .. at[f + 1] */
    uint32_t *edge_at, *edge, *corner_at, *corner;
};

/* The pairs of corners, and for each the other two. */
static const uint8_t PAIR[6][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {1, 3}};
static const uint8_t REST[6] = {2, 3, 0, 1, 5, 4};
enum { DIAGONAL = 4 };

static uint32_t *list_heads(struct rt_self *self, uint32_t nf)
{
    return self->h->alloc(self, (nf + 2) * sizeof(uint32_t));
}

/* counts[f + 2] holds how many entries face f has; becomes where f + 1 begins. */
static void sum_up(uint32_t *heads, uint32_t nf)
{
    for (uint32_t f = 1; f < nf + 2; f++)
        heads[f] += heads[f - 1];
}

static int list_ways(struct rt_self *self, struct plane *p)
{
    p->edge_at = list_heads(self, p->nf);
    p->corner_at = list_heads(self, p->nf);
    p->edge = self->h->alloc(self, (2 * p->ne + 1) * sizeof *p->edge);
    p->corner = self->h->alloc(self, (4 * p->npearls + 1) * sizeof *p->corner);
    if (!p->edge_at || !p->corner_at || !p->edge || !p->corner)
        return RT_ENOMEM;
    for (uint32_t k = 0; k < 2 * p->ne; k++)
        if (p->face[k] + 2 < p->nf + 2)
            p->edge_at[p->face[k] + 2]++;
    for (uint32_t k = 0; k < 4 * p->npearls; k++)
        if (p->pearl[k / 4].corner[k % 4] + 2 < p->nf + 2)
            p->corner_at[p->pearl[k / 4].corner[k % 4] + 2]++;
    sum_up(p->edge_at, p->nf);
    sum_up(p->corner_at, p->nf);
    for (uint32_t k = 0; k < 2 * p->ne; k++)
        p->edge[p->edge_at[p->face[k] + 1]++] = k / 2;
    for (uint32_t k = 0; k < 4 * p->npearls; k++)
        p->corner[p->corner_at[p->pearl[k / 4].corner[k % 4] + 1]++] = k;
    return RT_OK;
}

static int init_parity(struct rt_self *self)
{
    const struct rt_loop_single *g = self->payload;
    struct plane *p = self->state;
    if (!g->face)
        return RT_ENTAILED;
    *p = (struct plane){.nf = g->nf, .ne = g->ne, .face = g->face};
    return list_ways(self, p);
}

/* The face north-west of cell (x, y); 0 outside. */
static uint32_t face_at(const struct rt_masyu_board *b, uint32_t x, uint32_t y)
{
    return x && y && x < b->width && y < b->height ? 1 + (y - 1) * (b->width - 1) + x - 1 : 0;
}

static int init_inout(struct rt_self *self)
{
    const struct rt_masyu_board *b = self->payload;
    struct plane *p = self->state;
    uint32_t w = b->width, h = b->height, level = h * (w - 1), ne = level + (h - 1) * w;
    uint32_t *face = self->h->alloc(self, 2 * ne * sizeof *face + sizeof *face);
    struct pearl *pearl = self->h->alloc(self, (w * h + 1) * sizeof *pearl);
    if (!face || !pearl)
        return RT_ENOMEM;
    *p = (struct plane){.nf = 1 + (w - 1) * (h - 1), .ne = ne, .face = face, .pearl = pearl};
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++) {
            uint32_t right = y * (w - 1) + x, down = level + y * w + x, cell = y * w + x;
            struct pearl here = {{face_at(b, x, y), face_at(b, x + 1, y), face_at(b, x + 1, y + 1),
                                  face_at(b, x, y + 1)}, b->cell[cell] == RT_MASYU_IS_BLACK};
            if (x + 1 < w)
                face[2 * right] = here.corner[1], face[2 * right + 1] = here.corner[2];
            if (y + 1 < h)
                face[2 * down] = here.corner[3], face[2 * down + 1] = here.corner[2];
            if (b->cell[cell])
                pearl[p->npearls++] = here;
        }
    return list_ways(self, p);
}

/* ---- union-find with parity ---- */

struct sets {
    uint32_t *parent;       /* of a face; a root is its own */
    uint8_t *odd;           /* it lies on the other side than its parent */
};

static uint32_t find(const struct sets *s, uint32_t f, uint32_t *odd)
{
    uint32_t root = f, parity = 0;
    for (; s->parent[root] != root; root = s->parent[root])
        parity ^= s->odd[root];
    *odd = parity;
    while (s->parent[f] != root && f != root) {     /* straight to the root from now on */
        uint32_t next = s->parent[f], own = s->odd[f];
        s->parent[f] = root;
        s->odd[f] = (uint8_t)parity;
        parity ^= own;
        f = next;
    }
    return root;
}

/* Joins two faces; false: they are joined the other way. */
static bool unite(const struct sets *s, uint32_t a, uint32_t b, uint32_t odd)
{
    uint32_t p, q, root = find(s, a, &p), other = find(s, b, &q);
    if (root == other)
        return (p ^ q) == odd;
    s->parent[root > other ? root : other] = root > other ? other : root;
    s->odd[root > other ? root : other] = (uint8_t)(p ^ q ^ odd);
    return true;
}

static bool joined(const struct sets *s, uint32_t a, uint32_t b, uint32_t *odd)
{
    uint32_t p, q;
    bool are = find(s, a, &p) == find(s, b, &q);
    *odd = p ^ q;
    return are;
}

static bool make_sets(struct rt_self *self, uint32_t nf, struct sets *s)
{
    s->parent = self->h->scratch(self, nf * sizeof *s->parent);
    s->odd = self->h->scratch(self, nf);
    for (uint32_t f = 0; s->parent && f < nf; f++)
        s->parent[f] = f;
    return s->parent && s->odd;
}

/* A link that a black pearl adds once the rest of its corners is joined: in the order in which they were found. */
struct derived {
    uint32_t pearl, pair;   /* the pair that was joined; REST of it is the link */
    uint32_t odd;           /* of the link */
};

struct links {
    struct sets sets;
    struct derived *derived;
    uint32_t n;
};

/* Joins what whites say, and blacks until they say no more. A pearl * 8 + pair that contradicts; RT_NOPOS: none. */
static uint32_t join_pearls(const struct plane *p, struct links *l)
{
    for (uint32_t k = 0; k < p->npearls; k++)
        for (uint32_t pair = DIAGONAL; pair < 6 && !p->pearl[k].black; pair++)
            if (!unite(&l->sets, p->pearl[k].corner[PAIR[pair][0]], p->pearl[k].corner[PAIR[pair][1]], 1))
                return 8 * k + pair;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t k = 0; k < p->npearls; k++)
            for (uint32_t pair = 0; pair < 6 && p->pearl[k].black; pair++) {
                const uint32_t *corner = p->pearl[k].corner;
                uint32_t odd, other, rest = REST[pair];
                if (!joined(&l->sets, corner[PAIR[pair][0]], corner[PAIR[pair][1]], &odd))
                    continue;
                bool known = joined(&l->sets, corner[PAIR[rest][0]], corner[PAIR[rest][1]], &other);
                if (known && other == odd)
                    return 8 * k + pair;
                if (known)
                    continue;
                unite(&l->sets, corner[PAIR[rest][0]], corner[PAIR[rest][1]], !odd);
                l->derived[l->n++] = (struct derived){k, pair, !odd};
                more = true;
            }
    }
    return RT_NOPOS;
}

static bool make_links(struct rt_self *self, const struct plane *p, struct links *l)
{
    *l = (struct links){.derived = self->h->scratch(self, (6 * p->npearls + 1) * sizeof *l->derived)};
    return l->derived && make_sets(self, p->nf, &l->sets);
}

/* ---- deductions ---- */

/* Tags: what is drawn from a curve, or the edge or pearl (from ne on) that contradicts one. */
static int propagate(struct rt_self *self)
{
    const struct plane *p = self->state;
    const uint64_t *off = self->v.plane, *on = off + self->v.words;
    struct links l;
    if (!make_links(self, p, &l))
        return RT_ENOMEM;
    for (uint32_t e = 0; e < p->ne; e++) {
        bool may_off = off[e / 64] >> e % 64 & 1, may_on = on[e / 64] >> e % 64 & 1;
        if (may_off != may_on && !unite(&l.sets, p->face[2 * e], p->face[2 * e + 1], may_on))
            return self->h->conflict(self, e);
    }
    uint32_t wrong = join_pearls(p, &l);
    if (wrong != RT_NOPOS)
        return self->h->conflict(self, p->ne + wrong);
    for (uint32_t e = 0; e < p->ne; e++) {
        uint32_t odd;
        if (!(off[e / 64] & on[e / 64] & 1ull << e % 64) ||
            !joined(&l.sets, p->face[2 * e], p->face[2 * e + 1], &odd))
            continue;
        if (self->h->drop(self, e, odd ? 1 : 2, 0) == RT_CONFLICT)
            return RT_CONFLICT;
    }
    return RT_FIXPOINT;
}

/* ---- reasons: the shortest curve, in a graph of (face, side) ---- */

struct curve {
    struct rt_self *self;
    const struct plane *p;
    const struct links *l;
    uint32_t without;       /* an edge that it must not cross */
    uint32_t *from;         /* of node 2 * face + side: the node before, and how it came from there */
    uint32_t *across;       /* edge; ne + 8 * pearl + pair of a white; DERIVED + index */
    uint32_t *queue;
    uint8_t *explained;     /* derived links */
    bool given;
};

#define DERIVED 0x80000000u

struct search {
    uint32_t head, tail;
};

static void visit(const struct curve *c, struct search *s, uint32_t node, uint32_t from, uint32_t across)
{
    if (c->from[node] != RT_NOPOS)
        return;
    c->from[node] = from;
    c->across[node] = across;
    c->queue[s->tail++] = node;
}

static void cross_edges(const struct curve *c, struct search *s, uint32_t node)
{
    const struct plane *p = c->p;
    uint32_t face = node / 2;
    for (uint32_t i = p->edge_at[face]; i < p->edge_at[face + 1]; i++) {
        uint32_t e = p->edge[i];
        uint64_t dom = e == c->without ? 3 : c->self->h->dom_then(c->self, e);
        if (dom == 1 || dom == 2)
            visit(c, s, 2 * (p->face[2 * e] ^ p->face[2 * e + 1] ^ face) + ((node & 1) ^ (dom == 2)), node, e);
    }
}

/* Along the white's diagonals. */
static void cross_whites(const struct curve *c, struct search *s, uint32_t node)
{
    const struct plane *p = c->p;
    for (uint32_t i = p->corner_at[node / 2]; i < p->corner_at[node / 2 + 1]; i++) {
        uint32_t k = p->corner[i] / 4, corner = p->corner[i] % 4;
        if (!p->pearl[k].black)
            visit(c, s, 2 * p->pearl[k].corner[corner ^ 2] + (~node & 1), node, p->ne + 8 * k);
    }
}

/* Along the first `limit` links that blacks add. */
static void cross_blacks(const struct curve *c, struct search *s, uint32_t node, uint32_t limit)
{
    for (uint32_t k = 0; k < limit; k++) {
        const struct derived *d = &c->l->derived[k];
        const uint32_t *corner = c->p->pearl[d->pearl].corner;
        uint32_t a = corner[PAIR[REST[d->pair]][0]], b = corner[PAIR[REST[d->pair]][1]];
        if (a == node / 2)
            visit(c, s, 2 * b + ((node & 1) ^ d->odd), node, DERIVED + k);
        if (b == node / 2)
            visit(c, s, 2 * a + ((node & 1) ^ d->odd), node, DERIVED + k);
    }
}

/* Gives the premises of the shortest curve from a to b that changes sides or not; of the links of blacks it may use
 * the first `limit`. False: there is none. */
static bool curve_is_why(struct curve *c, uint32_t a, uint32_t b, uint32_t odd, uint32_t limit);

/* Of a link that a black adds: the curve between the rest of its corners. */
static bool link_is_why(struct curve *c, uint32_t k)
{
    const struct derived *d = &c->l->derived[k];
    const uint32_t *corner = c->p->pearl[d->pearl].corner;
    if (c->explained[k])
        return true;
    c->explained[k] = 1;
    return curve_is_why(c, corner[PAIR[d->pair][0]], corner[PAIR[d->pair][1]], !d->odd, k);
}

static bool curve_is_why(struct curve *c, uint32_t a, uint32_t b, uint32_t odd, uint32_t limit)
{
    struct search s = {0, 0};
    uint32_t goal = 2 * b + odd, nlinks = 0, *links = c->self->h->scratch(c->self, (limit + 1) * sizeof *links);
    if (!links)
        return false;
    for (uint32_t node = 0; node < 2 * c->p->nf; node++)
        c->from[node] = RT_NOPOS;
    visit(c, &s, 2 * a, 2 * a, RT_NOPOS);
    while (s.head < s.tail && c->from[goal] == RT_NOPOS) {
        uint32_t node = c->queue[s.head++];
        cross_edges(c, &s, node);
        cross_whites(c, &s, node);
        cross_blacks(c, &s, node, limit);
    }
    if (c->from[goal] == RT_NOPOS)
        return false;
    for (uint32_t node = goal; node != 2 * a; node = c->from[node]) {
        uint32_t e = c->across[node];
        if (e >= DERIVED)
            links[nlinks++] = e - DERIVED;
        else if (e < c->p->ne)
            c->self->h->because(c->self, e, 3 & ~c->self->h->dom_then(c->self, e));
        c->given |= e < c->p->ne;
    }
    for (uint32_t k = 0; k < nlinks; k++)
        if (!link_is_why(c, links[k]))
            return false;
    return true;
}

/* The links of blacks as they were then, without the edge in question. */
static bool links_then(struct rt_self *self, const struct plane *p, uint32_t without, struct links *l)
{
    if (!make_links(self, p, l))
        return false;
    for (uint32_t e = 0; e < p->ne && p->npearls; e++) {
        uint64_t dom = e == without ? 3 : self->h->dom_then(self, e);
        if (dom == 1 || dom == 2)
            unite(&l->sets, p->face[2 * e], p->face[2 * e + 1], dom == 2);
    }
    join_pearls(p, l);
    return true;
}

static bool pearl_is_why(struct curve *c, uint32_t pearl, uint32_t pair)
{
    const uint32_t *corner = c->p->pearl[pearl].corner;
    uint32_t a = corner[PAIR[pair][0]], b = corner[PAIR[pair][1]], odd, other, n = c->l->n;
    if (!c->p->pearl[pearl].black)
        return curve_is_why(c, a, b, 0, n);
    uint32_t x = corner[PAIR[REST[pair]][0]], y = corner[PAIR[REST[pair]][1]];
    return joined(&c->l->sets, a, b, &odd) && joined(&c->l->sets, x, y, &other) && curve_is_why(c, a, b, odd, n) &&
           curve_is_why(c, x, y, other, n);
}

/* The state holds what init has read from the payload, and never changes. */
static int explain(struct rt_self *self, const struct rt_why *why)
{
    const struct plane *p = self->state;
    struct links l;
    struct curve c = {.self = self, .p = p, .l = &l};
    bool pearls = why->pos == RT_NOPOS && why->tag >= p->ne;
    c.without = why->pos != RT_NOPOS ? why->pos : pearls ? RT_NOPOS : why->tag;
    if (!links_then(self, p, c.without, &l))
        return RT_ENOMEM;
    c.from = self->h->scratch(self, 2 * p->nf * sizeof *c.from);
    c.across = self->h->scratch(self, 2 * p->nf * sizeof *c.across);
    c.queue = self->h->scratch(self, 2 * p->nf * sizeof *c.queue);
    c.explained = self->h->scratch(self, l.n + 1);
    if (!c.from || !c.across || !c.queue || !c.explained)
        return RT_ENOMEM;
    bool found;
    if (pearls) {
        found = pearl_is_why(&c, (why->tag - p->ne) / 8, (why->tag - p->ne) % 8);
    } else {
        uint64_t dom = why->pos == RT_NOPOS ? self->h->dom_then(self, c.without) : 1ull << why->value;
        found = curve_is_why(&c, p->face[2 * c.without], p->face[2 * c.without + 1], dom != 2, l.n);
        if (why->pos == RT_NOPOS) {
            self->h->because(self, c.without, 3 & ~dom);
            c.given = true;
        }
    }
    if (found && !c.given)
        self->h->because_always(self);
    return found ? RT_OK : RT_ERROR;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    if (why->pos == RT_NOPOS)
        return self->h->print(self, "a place would lie inside of the loop and outside at once");
    return self->h->print(self, why->value == 0
                                    ? "one side of it lies inside of the loop and the other outside: a line parts them"
                                    : "both sides of it lie inside of the loop, or both outside: no line parts them");
}

static const struct rt_rule_class parity = {
    .size = sizeof parity,
    .id = "loop.parity",
    .kind = RT_LOOP_SINGLE,
    .flags = RT_RULE_OPTIONAL,
    .summary = "a closed curve crosses the loop an even number of times, so its last undecided crossing follows",
    .tier = 2,
    .level = 5,
    .needs = RT_PLANES,
    .state_size = sizeof(struct plane),
    .wake = RT_WAKE_ANY,
    .init = init_parity,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class inout = {
    .size = sizeof inout,
    .id = "masyu.inout",
    .kind = RT_MASYU_BOARD,
    .flags = RT_RULE_OPTIONAL,
    .summary = "inside and outside of the loop round pearls: opposite corners of a white differ, one corner of a black "
               "differs from the others",
    .tier = 2,
    .level = 5,
    .needs = RT_PLANES,
    .state_size = sizeof(struct plane),
    .wake = RT_WAKE_ANY,
    .init = init_inout,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&parity, &inout, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "loop.parity", .version = "1.0", .rules = rules,
};
