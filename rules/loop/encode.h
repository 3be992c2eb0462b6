/* loop.single/1 and loop.vertex/1 as clauses, whole: for exports and cross-checks.
 *
 * One loop: every vertex has none or two edges on, some edge is on, and what is visited hangs together: the first
 * visited vertex is the root, every other one has a parent along an edge that is on, whose level (a binary number)
 * is smaller. */
#ifndef RULES_LOOP_ENCODE_H
#define RULES_LOOP_ENCODE_H

#include <ratchet/host.h>
#include <ratchet/kind/loop.h>

enum { ENCODE_BATCH = 2048 };

struct encoder {
    struct rt_self *self;
    rt_lit lits[ENCODE_BATCH];
    uint32_t n;
    int status;
};

static inline rt_lit encode_not(rt_lit l)
{
    return l ^ 1u;
}

static inline void encode_flush(struct encoder *e)
{
    if (e->n && e->status == RT_OK)
        e->status = e->self->h->add_clauses(e->self, e->lits, e->n);
    e->n = 0;
}

static inline void encode_clause(struct encoder *e, const rt_lit *lits, uint32_t n)
{
    if (e->n + n + 1 > ENCODE_BATCH)
        encode_flush(e);
    if (n + 1 > ENCODE_BATCH) {
        e->status = RT_EUNSUPPORTED;
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        e->lits[e->n++] = lits[i];
    e->lits[e->n++] = RT_LIT_END;
}

#define ENCODE(e, ...) \
    encode_clause((e), (const rt_lit[]){__VA_ARGS__}, sizeof((const rt_lit[]){__VA_ARGS__}) / sizeof(rt_lit))

/* None or two of the edges; exactly two if `must`. */
static inline void encode_degree(struct encoder *e, const rt_lit *edge, uint32_t n, int must)
{
    rt_lit others[64];
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < a; b++)
            for (uint32_t c = 0; c < b; c++)
                ENCODE(e, encode_not(edge[a]), encode_not(edge[b]), encode_not(edge[c]));
    for (uint32_t a = 0; a < n; a++) {
        uint32_t k = 0;
        for (uint32_t b = 0; b < n; b++)
            if (b != a)
                others[k++] = edge[b];
        if (!must)
            others[k++] = encode_not(edge[a]);
        encode_clause(e, others, k);
    }
    if (must && n == 0)
        encode_clause(e, NULL, 0);
}

static inline int encode_vertex(struct rt_self *self)
{
    const struct rt_loop_vertex *vertex = self->payload;
    struct encoder *e = self->h->scratch(self, sizeof *e);
    rt_lit edge[64];
    if (!e)
        return RT_ENOMEM;
    if (self->v.n >= 64)
        return RT_EUNSUPPORTED;
    *e = (struct encoder){.self = self};
    for (uint32_t i = 0; i < self->v.n; i++)
        edge[i] = RT_IS(i, 1);
    encode_degree(e, edge, self->v.n, vertex->must != 0);
    encode_flush(e);
    return e->status;
}

struct loop_encoder {
    struct encoder e;
    const struct rt_loop_single *g;
    uint32_t visited, before, level, bits;  /* handles: one a vertex, one a vertex, `bits` a vertex */
};

static inline rt_lit loop_aux(uint32_t handle)
{
    return RT_IS(RT_AUX | handle, 1);
}

/* visited_v <=> some edge at v is on; before_v <=> some vertex below v is visited. */
static inline void encode_visits(struct loop_encoder *l, uint32_t v)
{
    const struct rt_loop_single *g = l->g;
    rt_lit visited = loop_aux(l->visited + v), edge[64];
    uint32_t n = 0;
    for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++) {
        edge[n] = RT_IS(g->incident[i], 1);
        ENCODE(&l->e, encode_not(edge[n]), visited);
        n++;
    }
    encode_degree(&l->e, edge, n, g->must[v]);
    edge[n++] = encode_not(visited);
    encode_clause(&l->e, edge, n);
    rt_lit before = loop_aux(l->before + v);
    if (v == 0) {
        ENCODE(&l->e, encode_not(before));
        return;
    }
    rt_lit above = loop_aux(l->before + v - 1), neighbour = loop_aux(l->visited + v - 1);
    ENCODE(&l->e, encode_not(above), before);
    ENCODE(&l->e, encode_not(neighbour), before);
    ENCODE(&l->e, encode_not(before), above, neighbour);
}

/* `less` => level(u) < level(v), bit by bit from the top: less_i reads bits i .. 0. */
static inline void encode_less(struct loop_encoder *l, uint32_t u, uint32_t v, uint32_t less)
{
    for (uint32_t i = 0; i < l->bits; i++) {
        rt_lit here = loop_aux(less + i), a = loop_aux(l->level + u * l->bits + i),
               b = loop_aux(l->level + v * l->bits + i);
        ENCODE(&l->e, encode_not(here), encode_not(a), b);
        if (i) {
            rt_lit below = loop_aux(less + i - 1);
            ENCODE(&l->e, encode_not(here), encode_not(a), encode_not(b), below);
            ENCODE(&l->e, encode_not(here), a, b, below);
        } else {
            ENCODE(&l->e, encode_not(here), encode_not(a), encode_not(b));
            ENCODE(&l->e, encode_not(here), a, b);
        }
    }
}

/* A visited vertex that is not the first has a parent. */
static inline int encode_parent(struct loop_encoder *l, uint32_t v)
{
    const struct rt_loop_single *g = l->g;
    rt_lit some[66];
    uint32_t n = 0;
    for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++) {
        uint32_t edge = g->incident[i], u = g->end[2 * edge] == v ? g->end[2 * edge + 1] : g->end[2 * edge];
        uint32_t less = l->e.self->h->add_aux(l->e.self, l->bits, 2);
        if (less == RT_NOPOS)
            return RT_ENOMEM;
        rt_lit parent = loop_aux(less + l->bits - 1);
        ENCODE(&l->e, encode_not(parent), RT_IS(edge, 1));
        encode_less(l, u, v, less);
        some[n++] = parent;
    }
    some[n++] = encode_not(loop_aux(l->visited + v));
    some[n++] = encode_not(loop_aux(l->before + v));
    encode_clause(&l->e, some, n);
    return RT_OK;
}

static inline int encode_single(struct rt_self *self)
{
    const struct rt_loop_single *g = self->payload;
    struct loop_encoder *l = self->h->scratch(self, sizeof *l);
    if (!l)
        return RT_ENOMEM;
    *l = (struct loop_encoder){.e.self = self, .g = g, .bits = 1};
    if (!g->ne) {
        encode_clause(&l->e, NULL, 0);
        encode_flush(&l->e);
        return l->e.status;
    }
    for (uint32_t v = 0; v < g->nv; v++)
        if (g->first[v + 1] - g->first[v] >= 64)
            return RT_EUNSUPPORTED;
    while (l->bits < 31 && 1u << l->bits < g->nv)
        l->bits++;
    l->visited = self->h->add_aux(self, g->nv, 2);
    l->before = self->h->add_aux(self, g->nv, 2);
    l->level = self->h->add_aux(self, g->nv * l->bits, 2);
    if (l->level == RT_NOPOS)
        return RT_ENOMEM;
    for (uint32_t v = 0; v < g->nv; v++) {
        encode_visits(l, v);
        if (encode_parent(l, v) != RT_OK)
            return RT_ENOMEM;
    }
    ENCODE(&l->e, loop_aux(l->before + g->nv - 1), loop_aux(l->visited + g->nv - 1));
    encode_flush(&l->e);
    return l->e.status;
}

#endif
