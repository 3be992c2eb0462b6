/* Depth-first search with low links (Hopcroft and Tarjan 1973): which part of a graph hangs on the rest by one node.
 *
 * Nodes get numbers in the order in which they are met; those below node v are the numbers order(v) .. last(v), one
 * interval. The part below v is parted from the rest by v's parent alone if low(v) >= order(parent), and by the one
 * edge between them if low(v) > order(parent). */
#ifndef RULES_LOOP_LOWLINK_H
#define RULES_LOOP_LOWLINK_H

#include <ratchet/model.h>
#include <stdbool.h>
#include <string.h>

struct graph {
    uint32_t n, ne;             /* nodes, edges */
    const uint32_t *end;        /* 2 * ne: nodes */
    const uint32_t *first;      /* n + 1: edges at v are incident[first[v] .. first[v + 1]) */
    const uint32_t *incident;
};

struct lowlink {
    struct graph g;
    uint8_t *open;              /* an edge: may be walked; the rule's to set */
    uint32_t *order, *low, *last;   /* of a node; order RT_NOPOS: not met */
    uint32_t *up;               /* the edge to its parent; RT_NOPOS: a root */
    uint32_t *met, nmet;        /* nodes in order */
    uint32_t *next;             /* work space */
};

static inline uint32_t lowlink_other(const struct lowlink *l, uint32_t e, uint32_t v)
{
    return l->g.end[2 * e] ^ l->g.end[2 * e + 1] ^ v;
}

static inline uint32_t lowlink_parent(const struct lowlink *l, uint32_t v)
{
    return l->up[v] == RT_NOPOS ? RT_NOPOS : lowlink_other(l, l->up[v], v);
}

static inline bool lowlink_make(struct rt_self *self, struct graph g, struct lowlink *l)
{
    uint32_t *space = self->h->scratch(self, 6 * ((size_t)g.n + 1) * sizeof *space);
    *l = (struct lowlink){.g = g, .open = self->h->scratch(self, g.ne + 1)};
    if (!space || !l->open)
        return false;
    l->order = space;
    l->low = space + (g.n + 1);
    l->last = space + 2 * (g.n + 1);
    l->up = space + 3 * (g.n + 1);
    l->met = space + 4 * (g.n + 1);
    l->next = space + 5 * (g.n + 1);
    return true;
}

static inline void lowlink_forget(struct lowlink *l)
{
    memset(l->order, 0xff, l->g.n * sizeof *l->order);
    l->nmet = 0;
}

static inline void lowlink_meet(struct lowlink *l, uint32_t v, uint32_t up)
{
    l->order[v] = l->low[v] = l->nmet;
    l->up[v] = up;
    l->next[v] = l->g.first[v];
    l->met[l->nmet++] = v;
}

/* Meets all that can be reached from `root`. */
static inline void lowlink_run(struct lowlink *l, uint32_t root)
{
    uint32_t v = root;
    lowlink_meet(l, root, RT_NOPOS);
    while (v != RT_NOPOS) {
        if (l->next[v] < l->g.first[v + 1]) {
            uint32_t e = l->g.incident[l->next[v]++], to = lowlink_other(l, e, v);
            if (!l->open[e] || e == l->up[v] || to == v)
                continue;
            if (l->order[to] == RT_NOPOS) {
                lowlink_meet(l, to, e);
                v = to;
            } else if (l->order[to] < l->low[v]) {
                l->low[v] = l->order[to];
            }
            continue;
        }
        uint32_t parent = lowlink_parent(l, v);
        l->last[v] = l->nmet - 1;
        if (parent != RT_NOPOS && l->low[v] < l->low[parent])
            l->low[parent] = l->low[v];
        v = parent;
    }
}

static inline bool lowlink_met(const struct lowlink *l, uint32_t v)
{
    return l->order[v] != RT_NOPOS;
}

/* Does v lie in the part below `top`? */
static inline bool lowlink_below(const struct lowlink *l, uint32_t v, uint32_t top)
{
    return lowlink_met(l, v) && l->order[v] >= l->order[top] && l->order[v] <= l->last[top];
}

/* Does the part below v hang on the rest by v's parent alone? */
static inline bool lowlink_hangs(const struct lowlink *l, uint32_t v)
{
    return l->up[v] != RT_NOPOS && l->low[v] >= l->order[lowlink_parent(l, v)];
}

/* Does it hang by one edge? */
static inline bool lowlink_bridge(const struct lowlink *l, uint32_t v)
{
    return l->up[v] != RT_NOPOS && l->low[v] > l->order[lowlink_parent(l, v)];
}

#endif
