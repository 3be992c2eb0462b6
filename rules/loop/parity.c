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
 * black cuts one corner off.
 *
 * Faces that curves join are a class; each knows its class and on which side it lies of the class's first face.  Of two
 * classes that an event joins the smaller one gets new entries, and the edges round its faces are looked at, so a
 * descent of the search costs O(n log n).  The state is a stack of joins: the host takes back how many there are, and
 * the next run the rest.  The links that joined classes are a forest, and a reason is the way between two faces in it:
 * there is just one, whatever was joined since. */
#include <ratchet/kind/loop.h>
#include <ratchet/kind/masyu.h>
#include <ratchet/model.h>
#include <stdbool.h>

struct pearl {
    uint32_t corner[4];     /* faces: north-west, north-east, south-east, south-west */
    uint32_t black;
};

/* The pairs of corners, and for each the other two. */
static const uint8_t PAIR[6][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {1, 3}};
static const uint8_t REST[6] = {2, 3, 0, 1, 5, 4};
enum { DIAGONAL = 4 };

/* A link between two faces: an edge; or ne + 8 * pearl + pair, with a white the pair itself, a diagonal, with a black
 * the rest, since the pair is joined. */
#define NONE RT_NOPOS

struct join {
    uint32_t small, big;    /* classes, by their first faces */
    uint32_t link, odd;
};

struct classes {
    /* one a face */
    uint32_t *side;         /* first face of its class, << 1 | it lies on the other side */
    uint32_t *next;         /* of the class, in a ring */
    uint32_t *size;         /* of the class, at its first face */
    uint32_t *up;           /* in the forest: the link towards the root */
    struct join *join;      /* a stack */
    uint32_t joins;         /* on it */
    uint32_t *black, nblacks;   /* pearls with a corner that is in another class now */
    uint8_t *waits;         /* pearls that are among them */
    /* explain's: which way or reason has met a face or a black's link last */
    uint32_t *passed, *told, ways, reasons;
};

struct plane {
    uint32_t nf, ne, npearls;
    const uint32_t *face;   /* 2 * ne */
    const struct pearl *pearl;
    /* ways out of each face: edges, then 4 * pearl + corner; at[f] .. at[f + 1] */
    uint32_t *edge_at, *edge, *corner_at, *corner;
    struct classes *classes;
    uint32_t joins;         /* that hold; all of the state that the host takes back */
};

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

static int make_classes(struct rt_self *self, struct plane *p)
{
    struct classes *c = p->classes = self->h->alloc(self, sizeof *c);
    if (!c)
        return RT_ENOMEM;
    uint32_t **array[] = {&c->side, &c->next, &c->size, &c->up, &c->passed};
    for (uint32_t k = 0; k < sizeof array / sizeof *array; k++)
        if (!(*array[k] = self->h->alloc(self, p->nf * sizeof **array[k])))
            return RT_ENOMEM;
    c->join = self->h->alloc(self, p->nf * sizeof *c->join);
    c->black = self->h->alloc(self, (p->npearls + 1) * sizeof *c->black);
    c->waits = self->h->alloc(self, p->npearls + 1);
    c->told = self->h->alloc(self, (8 * p->npearls + 1) * sizeof *c->told);
    if (!c->join || !c->black || !c->waits || !c->told)
        return RT_ENOMEM;
    for (uint32_t f = 0; f < p->nf; f++) {
        c->side[f] = f << 1;
        c->next[f] = f;
        c->size[f] = 1;
        c->up[f] = NONE;
    }
    return list_ways(self, p);
}

static int init_parity(struct rt_self *self)
{
    const struct rt_loop_single *g = self->payload;
    struct plane *p = self->state;
    if (!g->face)
        return RT_ENTAILED;
    *p = (struct plane){.nf = g->nf, .ne = g->ne, .face = g->face};
    return make_classes(self, p);
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
    return make_classes(self, p);
}

/* ---- classes ---- */

static bool joined(const struct plane *p, uint32_t a, uint32_t b, uint32_t *odd)
{
    uint32_t differ = p->classes->side[a] ^ p->classes->side[b];
    *odd = differ & 1;
    return differ < 2;
}

/* Every face in the ring of `first` moves to class `to`. */
static void move(const struct classes *c, uint32_t first, uint32_t to, uint32_t odd)
{
    uint32_t f = first;
    do {
        c->side[f] = to << 1 | ((c->side[f] & 1) ^ odd);
        f = c->next[f];
    } while (f != first);
}

/* Two rings become one, or one two. */
static void swap_next(const struct classes *c, uint32_t a, uint32_t b)
{
    uint32_t next = c->next[a];
    c->next[a] = c->next[b];
    c->next[b] = next;
}

static void ends_of(const struct plane *p, uint32_t link, uint32_t *a, uint32_t *b)
{
    if (link < p->ne) {
        *a = p->face[2 * link];
        *b = p->face[2 * link + 1];
        return;
    }
    const struct pearl *pearl = &p->pearl[(link - p->ne) / 8];
    uint32_t pair = (link - p->ne) % 8, linked = pearl->black ? REST[pair] : pair;
    *a = pearl->corner[PAIR[linked][0]];
    *b = pearl->corner[PAIR[linked][1]];
}

/* The face at the other end of the link from f upwards; NONE above a root. */
static uint32_t parent(const struct plane *p, uint32_t f)
{
    uint32_t a, b;
    if (p->classes->up[f] == NONE)
        return NONE;
    ends_of(p, p->classes->up[f], &a, &b);
    return a ^ b ^ f;
}

static void make_root(const struct plane *p, uint32_t f)
{
    uint32_t link = NONE;
    while (f != NONE) {
        uint32_t next = parent(p, f), up = p->classes->up[f];
        p->classes->up[f] = link;
        link = up;
        f = next;
    }
}

/* Two faces of different classes. */
static void join(struct plane *p, uint32_t a, uint32_t b, uint32_t odd, uint32_t link)
{
    struct classes *c = p->classes;
    uint32_t first = c->side[a] >> 1, other = c->side[b] >> 1;
    bool less = c->size[first] < c->size[other] || (c->size[first] == c->size[other] && first > other);
    struct join j = {less ? first : other, less ? other : first, link, odd ^ ((c->side[a] ^ c->side[b]) & 1)};
    uint32_t end = less ? a : b;
    make_root(p, end);
    c->up[end] = link;
    move(c, j.small, j.big, j.odd);
    swap_next(c, j.small, j.big);
    c->size[j.big] += c->size[j.small];
    c->join[c->joins++] = j;
    p->joins = c->joins;
}

/* Takes back what the host has taken back; a tree stays as it is but for the link. */
static void part(const struct plane *p)
{
    struct classes *c = p->classes;
    while (c->joins > p->joins) {
        struct join j = c->join[--c->joins];
        uint32_t a, b;
        c->size[j.big] -= c->size[j.small];
        swap_next(c, j.small, j.big);
        move(c, j.small, j.small, j.odd);
        ends_of(p, j.link, &a, &b);
        c->up[c->up[a] == j.link ? a : b] = NONE;
    }
}

/* ---- deductions ---- */

/* The edges of a face that lead into its own class. */
static int look_at_edges(struct rt_self *self, uint32_t f)
{
    const struct plane *p = self->state;
    for (uint32_t i = p->edge_at[f]; i < p->edge_at[f + 1]; i++) {
        uint32_t e = p->edge[i], odd;
        if (joined(p, p->face[2 * e], p->face[2 * e + 1], &odd) && self->h->dom(self, e) == 3 &&
            self->h->drop(self, e, odd ? 1 : 2, 0) == RT_CONFLICT)
            return RT_CONFLICT;
    }
    return RT_OK;
}

static void note_blacks(const struct plane *p, uint32_t f)
{
    struct classes *c = p->classes;
    for (uint32_t i = p->corner_at[f]; i < p->corner_at[f + 1]; i++) {
        uint32_t pearl = p->corner[i] / 4;
        if (!p->pearl[pearl].black || c->waits[pearl])
            continue;
        c->waits[pearl] = 1;
        c->black[c->nblacks++] = pearl;
    }
}

/* Joins the ends of a link, and looks round the faces that are in another class now. The tag of a conflict is the link
 * that contradicts a curve. */
static int follow(struct rt_self *self, uint32_t link, uint32_t odd)
{
    struct plane *p = self->state;
    uint32_t a, b, is;
    ends_of(p, link, &a, &b);
    if (joined(p, a, b, &is))
        return is == odd ? RT_OK : self->h->conflict(self, link);
    join(p, a, b, odd, link);
    struct join j = p->classes->join[p->joins - 1];
    for (uint32_t f = j.big; f != j.small;) {
        f = p->classes->next[f];
        note_blacks(p, f);
        if (look_at_edges(self, f) == RT_CONFLICT)
            return RT_CONFLICT;
    }
    return RT_OK;
}

/* Two corners that are joined say how the other two are. */
static int ask_black(struct rt_self *self, uint32_t pearl)
{
    const struct plane *p = self->state;
    const uint32_t *corner = p->pearl[pearl].corner;
    int status = RT_OK;
    for (uint32_t pair = 0; pair < 6 && status == RT_OK; pair++) {
        uint32_t odd;
        if (joined(p, corner[PAIR[pair][0]], corner[PAIR[pair][1]], &odd))
            status = follow(self, p->ne + 8 * pearl + pair, !odd);
    }
    return status;
}

static uint32_t pop_black(struct classes *c)
{
    uint32_t pearl = c->black[--c->nblacks];
    c->waits[pearl] = 0;
    return pearl;
}

static int ask_blacks(struct rt_self *self)
{
    const struct plane *p = self->state;
    int status = RT_OK;
    while (status == RT_OK && p->classes->nblacks)
        status = ask_black(self, pop_black(p->classes));
    return status;
}

/* What is known before any event. */
static int begin(struct rt_self *self)
{
    const struct plane *p = self->state;
    int status = RT_OK;
    for (uint32_t f = 0; f < p->nf && status == RT_OK; f++) {
        note_blacks(p, f);                  /* at the border they have corners that are one face */
        status = look_at_edges(self, f);    /* and an edge may have the same face on both sides */
    }
    for (uint32_t k = 0; k < 2 * p->npearls && status == RT_OK; k++)
        if (!p->pearl[k / 2].black)
            status = follow(self, p->ne + 8 * (k / 2) + DIAGONAL + k % 2, 1);
    return status;
}

static int propagate(struct rt_self *self)
{
    struct plane *p = self->state;
    struct classes *c = p->classes;
    part(p);
    while (c->nblacks)      /* of a run that ended in a conflict */
        pop_black(c);
    self->h->save(self, &p->joins, sizeof p->joins);
    int status = p->joins ? RT_OK : begin(self);
    for (uint32_t k = self->v.seen; k < self->v.nhist && status == RT_OK; k++)
        status = follow(self, self->v.hist[k] >> 6, !(self->v.hist[k] & 63));
    if (status == RT_OK)
        status = ask_blacks(self);
    return status == RT_OK ? RT_FIXPOINT : status;
}

/* ---- reasons ---- */

static int way_is_why(struct rt_self *self, uint32_t a, uint32_t b, bool *given);

/* Why a link joins its ends: the edge as it was then, nothing for a white, with a black the way between the pair. */
static int link_is_why(struct rt_self *self, uint32_t link, bool *given)
{
    const struct plane *p = self->state;
    if (link < p->ne) {
        self->h->because(self, link, 3 & ~self->h->dom_then(self, link));
        *given = true;
        return RT_OK;
    }
    const struct pearl *pearl = &p->pearl[(link - p->ne) / 8];
    const uint8_t *pair = PAIR[(link - p->ne) % 8];
    uint32_t *told = &p->classes->told[link - p->ne];
    if (!pearl->black || *told == p->classes->reasons)
        return RT_OK;
    *told = p->classes->reasons;
    return way_is_why(self, pearl->corner[pair[0]], pearl->corner[pair[1]], given);
}

static int climb(struct rt_self *self, uint32_t f, uint32_t end, bool *given)
{
    const struct plane *p = self->state;
    int status = RT_OK;
    for (; f != end && status == RT_OK; f = parent(p, f))
        status = link_is_why(self, p->classes->up[f], given);
    return status;
}

/* The way from a to b in the forest; it was there before the links that came later. */
static int way_is_why(struct rt_self *self, uint32_t a, uint32_t b, bool *given)
{
    const struct plane *p = self->state;
    struct classes *c = p->classes;
    uint32_t met = b, mark = ++c->ways;
    for (uint32_t f = a; f != NONE; f = parent(p, f))
        c->passed[f] = mark;
    while (met != NONE && c->passed[met] != mark)
        met = parent(p, met);
    if (met == NONE)
        return RT_ERROR;
    int status = climb(self, a, met, given);
    return status == RT_OK ? climb(self, b, met, given) : status;
}

static int explain(struct rt_self *self, const struct rt_why *why)
{
    const struct plane *p = self->state;
    uint32_t link = why->pos == RT_NOPOS ? why->tag : why->pos, a, b;
    bool given = false;
    p->classes->reasons++;
    ends_of(p, link, &a, &b);
    int status = way_is_why(self, a, b, &given);
    if (why->pos == RT_NOPOS && status == RT_OK)    /* and the link that contradicts it */
        status = link_is_why(self, link, &given);
    if (status == RT_OK && !given)
        self->h->because_always(self);
    return status;
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
    .needs = RT_HISTORY,
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
    .flags = RT_RULE_OPTIONAL | RT_RULE_LATE,
    .summary = "inside and outside of the loop round pearls: opposite corners of a white differ, one corner of a black "
               "differs from the others",
    .tier = 2,
    .level = 5,
    .needs = RT_HISTORY,
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
