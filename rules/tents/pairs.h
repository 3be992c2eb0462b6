/* Pairing trees with cells beside them: bipartite matching by augmenting paths (Kuhn 1955), and what cannot be paired
 * (Hall 1935).  All trees can be paired with cells that may be tents, and all tents with trees, each for itself, if
 * and only if one pairing does both (Mendelsohn and Dulmage 1958): so each rule looks at one side only. */
#ifndef RATCHET_RULES_TENTS_PAIRS_H
#define RATCHET_RULES_TENTS_PAIRS_H

#include <ratchet/kind/tents.h>
#include <ratchet/model.h>

struct pairing {
    const struct rt_tents_pairs *pairs;
    uint32_t n;
    const uint8_t *used;    /* one a position: it takes part */
    int16_t *tree_of;       /* of a position, -1: none */
    int16_t *tent_of;       /* of a tree */
    uint8_t *reached;       /* trees that the last search came to */
};

/* So many numbers make the room that a pairing needs. */
static inline size_t pairing_room(uint32_t trees, uint32_t n)
{
    return n + trees + (trees + 1) / 2;
}

static inline void pairing_place(struct pairing *p, const struct rt_tents_pairs *pairs, uint32_t n, int16_t *room)
{
    p->pairs = pairs;
    p->n = n;
    p->tree_of = room;
    p->tent_of = room + n;
    p->reached = (uint8_t *)(room + n + pairs->trees);
}

/* Memory of one call, and a byte a position. NULL: there is none. */
static inline struct pairing *pairing_new(struct rt_self *self, uint8_t **used)
{
    const struct rt_tents_pairs *pairs = self->payload;
    size_t room = pairing_room(pairs->trees, self->v.n) * sizeof(int16_t);
    struct pairing *p = self->h->scratch(self, sizeof *p + room + self->v.n);
    if (!p)
        return NULL;
    pairing_place(p, pairs, self->v.n, (int16_t *)(p + 1));
    *used = (uint8_t *)(p + 1) + room;
    return p;
}

static inline const int16_t *places_of(const struct pairing *p, uint32_t tree)
{
    return p->pairs->beside[tree];
}

static inline const int16_t *trees_at(const struct pairing *p, uint32_t pos)
{
    return p->pairs->beside[p->pairs->trees + pos];
}

static inline void pair(struct pairing *p, uint32_t tree, uint32_t pos)
{
    p->tent_of[tree] = (int16_t)pos;
    p->tree_of[pos] = (int16_t)tree;
}

static inline void pairing_begin(struct pairing *p, const uint8_t *used)
{
    p->used = used;
    for (uint32_t pos = 0; pos < p->n; pos++)
        p->tree_of[pos] = -1;
    for (uint32_t t = 0; t < p->pairs->trees; t++)
        p->tent_of[t] = -1;
}

static inline void reach_none(struct pairing *p)
{
    for (uint32_t t = 0; t < p->pairs->trees; t++)
        p->reached[t] = 0;
}

/* Finds a place for the tree, moving others along. If there is none, `reached` are trees that have, all together, one
 * place too few. */
static inline int settle_tree(struct pairing *p, uint32_t tree)
{
    const int16_t *place = places_of(p, tree);
    p->reached[tree] = 1;
    for (uint32_t i = 0; i < 4 && place[i] >= 0; i++) {
        int owner = p->tree_of[place[i]];
        if (!p->used[place[i]] || (owner >= 0 && (p->reached[owner] || !settle_tree(p, (uint32_t)owner))))
            continue;
        pair(p, tree, (uint32_t)place[i]);
        return 1;
    }
    return 0;
}

/* Finds a tree for the tent, moving others along. If there is none, the tents of the trees in `reached` and this one
 * are one too many. */
static inline int settle_tent(struct pairing *p, uint32_t pos)
{
    const int16_t *tree = trees_at(p, pos);
    for (uint32_t i = 0; i < 4 && tree[i] >= 0; i++) {
        if (p->reached[tree[i]])
            continue;
        p->reached[tree[i]] = 1;
        if (p->tent_of[tree[i]] >= 0 && !settle_tent(p, (uint32_t)p->tent_of[tree[i]]))
            continue;
        pair(p, (uint32_t)tree[i], pos);
        return 1;
    }
    return 0;
}

/* Pairs every tree with a used position. RT_NOPOS, or the tree that is left over. */
static inline uint32_t pair_trees(struct pairing *p, const uint8_t *used)
{
    pairing_begin(p, used);
    for (uint32_t t = 0; t < p->pairs->trees; t++) {
        reach_none(p);
        if (!settle_tree(p, t))
            return t;
    }
    return RT_NOPOS;
}

/* Pairs every used position with a tree. RT_NOPOS, or the position that is left over. */
static inline uint32_t pair_tents(struct pairing *p, const uint8_t *used)
{
    pairing_begin(p, used);
    for (uint32_t pos = 0; pos < p->n; pos++) {
        if (!used[pos])
            continue;
        reach_none(p);
        if (!settle_tent(p, pos))
            return pos;
    }
    return RT_NOPOS;
}

static inline int is_beside_reached(const struct pairing *p, uint32_t pos)
{
    const int16_t *tree = trees_at(p, pos);
    for (uint32_t i = 0; i < 4 && tree[i] >= 0; i++)
        if (p->reached[tree[i]])
            return 1;
    return 0;
}

#endif
