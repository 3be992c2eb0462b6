/* masyu.white/1 and masyu.black/1 as clauses, whole: for exports and cross-checks. */
#ifndef RULES_MASYU_ENCODE_H
#define RULES_MASYU_ENCODE_H

#include <ratchet/host.h>
#include <ratchet/kind/masyu.h>

struct pearl_encoder {
    struct rt_self *self;
    const struct rt_masyu_pearl *pearl;
    int status;
};

/* A clause over edges: +(p + 1) "on", -(p + 1) "off"; an edge that does not exist (p = -1) is off. */
static inline void pearl_clause(struct pearl_encoder *e, const int (*edges)[2], uint32_t n)
{
    rt_lit lits[8];
    uint32_t k = 0;
    for (uint32_t i = 0; i < n; i++) {
        int position = edges[i][0], on = edges[i][1];
        if (position < 0 && !on)
            return;
        if (position >= 0)
            lits[k++] = on ? RT_IS(position, 1) : RT_ISNT(position, 1);
    }
    lits[k++] = RT_LIT_END;
    if (e->status == RT_OK)
        e->status = e->self->h->add_clauses(e->self, lits, k);
}

#define PEARL(e, ...) \
    pearl_clause((e), (const int[][2]){__VA_ARGS__}, sizeof((const int[][2]){__VA_ARGS__}) / sizeof(int[2]))

/* N_d: at most two edges, not exactly one when it is joined to the pearl; and what a pearl on it or beside it asks. */
static inline void encode_neighbour(struct pearl_encoder *e, int d)
{
    const struct rt_masyu_pearl *p = e->pearl;
    int edge[4] = {p->near[d], p->far[d], p->side[d][0], p->side[d][1]};
    for (int skip = 0; skip < 4; skip++) {
        int a = edge[skip == 0], b = edge[skip <= 1 ? 2 : 1], c = edge[skip <= 2 ? 3 : 2];
        PEARL(e, {a, 0}, {b, 0}, {c, 0});
    }
    PEARL(e, {p->near[d], 0}, {p->far[d], 1}, {p->side[d][0], 1}, {p->side[d][1], 1});
    if (p->cell[d] == RT_MASYU_IS_WHITE)
        PEARL(e, {p->near[d], 0}, {p->far[d], 1});
    if (p->cell[d] == RT_MASYU_IS_BLACK)
        PEARL(e, {p->near[d], 0}, {p->far[d], 0});
    for (int s = 0; s < 2; s++)
        if (p->side_cell[d][s] == RT_MASYU_IS_BLACK)
            PEARL(e, {p->side[d][s], 0}, {p->near[d], 0});
}

/* Exactly one of the two edges. */
static inline void encode_one(struct pearl_encoder *e, int a, int b)
{
    PEARL(e, {a, 1}, {b, 1});
    PEARL(e, {a, 0}, {b, 0});
}

static inline void encode_same(struct pearl_encoder *e, int a, int b)
{
    PEARL(e, {a, 1}, {b, 0});
    PEARL(e, {a, 0}, {b, 1});
}

static inline int encode_black(struct rt_self *self)
{
    const struct rt_masyu_pearl *p = self->payload;
    struct pearl_encoder e = {self, p, RT_OK};
    for (int d = 0; d < 4; d++) {
        encode_neighbour(&e, d);
        PEARL(&e, {p->near[d], 0}, {p->far[d], 1});
    }
    encode_one(&e, p->near[0], p->near[2]);
    encode_one(&e, p->near[1], p->near[3]);
    return e.status;
}

static inline int encode_white(struct rt_self *self)
{
    const struct rt_masyu_pearl *p = self->payload;
    struct pearl_encoder e = {self, p, RT_OK};
    for (int d = 0; d < 4; d++)
        encode_neighbour(&e, d);
    encode_same(&e, p->near[0], p->near[2]);
    encode_same(&e, p->near[1], p->near[3]);
    encode_one(&e, p->near[0], p->near[1]);
    for (int d = 0; d < 2; d++)
        if (p->variant == RT_MASYU_STANDARD)
            PEARL(&e, {p->near[d], 0}, {p->far[d], 0}, {p->far[d + 2], 0});
    for (int d = 0; d < 4; d++)
        if (p->variant == RT_MASYU_BOTH)
            PEARL(&e, {p->near[d], 0}, {p->far[d], 0});
    return e.status;
}

#endif
