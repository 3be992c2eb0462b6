/* tents.places — so many trees have no more places among them than they are: all of those are tents.
 *
 *      T . T      the two trees have the two cells      T ^ T
 *      .                                          =>    ^
 *      -                                                -
 *
 * Sound: the trees' tents are as many as the trees, and stand nowhere else.  Complete for the trees' side of a
 * pairing: see pairs.h.  One tree with one place is tents.tree's. */
#include "pairs.h"

static uint32_t reach_trees_at(struct pairing *p, uint32_t place, uint16_t *queue, uint32_t end)
{
    const int16_t *tree = trees_at(p, place);
    for (uint32_t i = 0; i < 4 && tree[i] >= 0; i++) {
        if (p->reached[tree[i]])
            continue;
        p->reached[tree[i]] = 1;
        queue[end++] = (uint16_t)tree[i];
    }
    return end;
}

/* Reaches the trees that could take another place than theirs, because a place is free. */
static void reach_loose(struct pairing *p, uint16_t *queue)
{
    uint32_t end = 0;
    reach_none(p);
    for (uint32_t pos = 0; pos < p->n; pos++)
        if (p->used[pos] && p->tree_of[pos] < 0)
            end = reach_trees_at(p, pos, queue, end);
    for (uint32_t begin = 0; begin < end; begin++)
        end = reach_trees_at(p, (uint32_t)p->tent_of[queue[begin]], queue, end);
}

static int propagate(struct rt_self *self)
{
    uint8_t *may;
    struct pairing *p = pairing_new(self, &may);
    const struct rt_tents_pairs *pairs = self->payload;
    uint16_t *queue = self->h->scratch(self, (pairs->trees + 1) * sizeof *queue);
    if (!p || !queue)
        return RT_ENOMEM;
    for (uint32_t pos = 0; pos < self->v.n; pos++)
        may[pos] = self->h->dom(self, pos) >> 1 & 1;
    if (pair_trees(p, may) != RT_NOPOS)
        return self->h->conflict(self, 0);
    reach_loose(p, queue);
    for (uint32_t t = 0; t < pairs->trees; t++)
        if (!p->reached[t] && self->h->drop(self, (uint32_t)p->tent_of[t], 1, 0) == RT_CONFLICT)
            return RT_CONFLICT;
    return RT_FIXPOINT;
}

/* The trees that have no more places than they are, then. NULL: no memory. */
static struct pairing *find_trees(struct rt_self *self, const struct rt_why *why)
{
    uint8_t *may;
    struct pairing *p = pairing_new(self, &may);
    if (!p)
        return NULL;
    for (uint32_t pos = 0; pos < self->v.n; pos++)
        may[pos] = self->h->dom_then(self, pos) >> 1 & 1;
    if (why->pos != RT_NOPOS)
        may[why->pos] = 0;  /* without it one tree is left over: the trees that its search reached */
    return pair_trees(p, may) == RT_NOPOS ? NULL : p;
}

static int explain(struct rt_self *self, const struct rt_why *why)
{
    const struct pairing *p = find_trees(self, why);
    if (!p)
        return RT_ENOMEM;
    uint32_t premises = 0;
    for (uint32_t pos = 0; pos < self->v.n; pos++)
        if (pos != why->pos && !p->used[pos] && is_beside_reached(p, pos))
            self->h->because(self, pos, 2), premises++;
    if (!premises)
        self->h->because_always(self);
    return RT_OK;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    const struct pairing *p = find_trees(self, why);
    uint32_t trees = 0;
    if (!p)
        return RT_ENOMEM;
    for (uint32_t t = 0; t < p->pairs->trees; t++)
        trees += p->reached[t];
    return self->h->print(self, why->pos == RT_NOPOS ? "%u trees have fewer places left than that"
                          : trees == 1 ? "a tree has no other place left" : "%u trees have only %u places left",
                          trees, trees);
}

static const struct rt_rule_class places = {
    .size = sizeof places,
    .id = "tents.places",
    .kind = RT_TENTS_PAIRS,
    .summary = "trees that have no more places than they are have a tent in each",
    .tier = 2,
    .level = 4,
    .wake = 2,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&places, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "tents.places", .version = "1.0", .rules = rules,
};
