/* tents.taken — where the trees beside a cell all belong to tents that stand, there is none.
 *
 *      . T ^      the tent is the tree's      - T ^
 *                                       =>
 *
 * Tents are many-sided: two of them may take two trees without a word on which takes which.  Sound: so many tents
 * have so many trees beside them and no more, and one tent more would have none.  Complete for the tents' side of a
 * pairing: see pairs.h.  Where no tree is beside a cell at all, it says that. */
#include "pairs.h"

/* Reaches the trees that could do without their tents, because a tree is free. */
static void reach_loose(struct pairing *p, uint16_t *queue)
{
    uint32_t end = 0;
    reach_none(p);
    for (uint32_t t = 0; t < p->pairs->trees; t++)
        if (p->tent_of[t] < 0) {
            p->reached[t] = 1;
            queue[end++] = (uint16_t)t;
        }
    for (uint32_t begin = 0; begin < end; begin++) {
        const int16_t *place = places_of(p, queue[begin]);
        for (uint32_t i = 0; i < 4 && place[i] >= 0; i++) {
            int tree = p->tree_of[place[i]];
            if (tree < 0 || p->reached[tree])
                continue;
            p->reached[tree] = 1;
            queue[end++] = (uint16_t)tree;
        }
    }
}

static int propagate(struct rt_self *self)
{
    uint8_t *is;
    struct pairing *p = pairing_new(self, &is);
    const struct rt_tents_pairs *pairs = self->payload;
    uint16_t *queue = self->h->scratch(self, (pairs->trees + 1) * sizeof *queue);
    if (!p || !queue)
        return RT_ENOMEM;
    for (uint32_t pos = 0; pos < self->v.n; pos++)
        is[pos] = self->h->dom(self, pos) == 2;
    if (pair_tents(p, is) != RT_NOPOS)
        return self->h->conflict(self, 0);
    reach_loose(p, queue);
    for (uint32_t pos = 0; pos < self->v.n; pos++)
        if (!is[pos] && !is_beside_reached(p, pos) && self->h->drop(self, pos, 2, 0) == RT_CONFLICT)
            return RT_CONFLICT;
    return RT_FIXPOINT;
}

/* The tents that would be too many, `tents` of them, then. NULL: no memory. */
static struct pairing *find_tents(struct rt_self *self, const struct rt_why *why, uint32_t *lonely)
{
    uint8_t *is;
    struct pairing *p = pairing_new(self, &is);
    if (!p)
        return NULL;
    for (uint32_t pos = 0; pos < self->v.n; pos++)
        is[pos] = pos == why->pos || self->h->dom_then(self, pos) == 2;
    *lonely = pair_tents(p, is);
    return *lonely == RT_NOPOS ? NULL : p;
}

static int explain(struct rt_self *self, const struct rt_why *why)
{
    uint32_t lonely, premises = 0;
    const struct pairing *p = find_tents(self, why, &lonely);
    if (!p)
        return RT_ENOMEM;
    if (lonely != why->pos)
        self->h->because(self, lonely, 1), premises++;
    for (uint32_t t = 0; t < p->pairs->trees; t++)
        if (p->reached[t] && p->tent_of[t] != (int)why->pos)
            self->h->because(self, (uint32_t)p->tent_of[t], 1), premises++;
    if (!premises)
        self->h->because_always(self);
    return RT_OK;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    uint32_t lonely, trees = 0, tent = 0;
    const struct pairing *p = find_tents(self, why, &lonely);
    if (!p)
        return RT_ENOMEM;
    for (uint32_t t = 0; t < p->pairs->trees; t++)
        if (p->reached[t]) {
            trees++;
            tent = (uint32_t)p->tent_of[t] == why->pos ? lonely : (uint32_t)p->tent_of[t];
        }
    if (trees > 1 || why->pos == RT_NOPOS)
        return self->h->print(self, why->pos == RT_NOPOS ? "%u tents have fewer trees than that beside them"
                              : "the %u trees there have their tents already", trees + (why->pos == RT_NOPOS));
    int status = self->h->print(self, trees ? "the only tree beside it has its tent already, "
                                            : "no tent stands in ");
    if (status != RT_OK)
        return status;
    return trees ? self->h->name_positions(self, tent, tent) : self->h->name_scope(self);
}

static const struct rt_rule_class taken = {
    .size = sizeof taken,
    .id = "tents.taken",
    .kind = RT_TENTS_PAIRS,
    .summary = "where the trees beside a cell have their tents already, or there are none, there is no tent",
    .tier = 2,
    .level = 2,
    .wake = 1,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&taken, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "tents.taken", .version = "1.0", .rules = rules,
};
