/* tents.around — wherever a tree's tent stands, it touches the corner between its two places.
 *
 *      - . .        - . -
 *      - T .   =>   - T .
 *        -            -
 *
 * Sound: the tent stands in one of the sides that are left, and the corner touches each of them. */
#include <ratchet/kind/tents.h>
#include <ratchet/model.h>

static int propagate(struct rt_self *self)
{
    const struct rt_tents_tree *tree = self->payload;
    uint32_t may = 0;
    for (uint32_t i = 0; i < tree->sides; i++)
        may |= (uint32_t)(self->h->dom(self, i) >> 1 & 1) << i;
    for (uint32_t p = tree->sides; p < self->v.n; p++)
        if (!(may & ~tree->touched[p - tree->sides]) && self->h->drop(self, p, 2, 0) == RT_CONFLICT)
            return RT_CONFLICT;
    return RT_FIXPOINT;
}

/* The sides that the corner does not touch held no tent. */
static int explain(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_tents_tree *tree = self->payload;
    uint32_t touched = tree->touched[why->pos - tree->sides], premises = 0;
    for (uint32_t i = 0; i < tree->sides; i++)
        if (!(touched >> i & 1))
            self->h->because(self, i, 2), premises++;
    if (!premises)
        self->h->because_always(self);
    return RT_OK;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    int status = self->h->print(self, "wherever the tent of ");
    status = status == RT_OK ? self->h->name_scope(self) : status;
    status = status == RT_OK ? self->h->print(self, " stands, it touches ") : status;
    return status == RT_OK ? self->h->name_positions(self, why->pos, why->pos) : status;
}

static const struct rt_rule_class around = {
    .size = sizeof around,
    .id = "tents.around",
    .kind = RT_TENTS_TREE,
    .summary = "where a tree's tent would touch it wherever it stands, there is none",
    .tier = 1,
    .level = 2,
    .wake = 2,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&around, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "tents.around", .version = "1.0", .rules = rules,
};
