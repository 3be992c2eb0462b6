/* tents.tree — a tree with one place left has its tent there.
 *
 *      - T .   =>   - T ^
 *        -            -                  */
#include <ratchet/kind/tents.h>
#include <ratchet/model.h>

static int init(struct rt_self *self)
{
    const struct rt_tents_tree *tree = self->payload;
    rt_lit lits[5];
    uint32_t k = 0;
    for (uint32_t i = 0; i < tree->sides; i++)
        lits[k++] = RT_IS(i, 1);
    lits[k++] = RT_LIT_END;
    return self->h->add_clauses(self, lits, k);
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    int status = self->h->name_scope(self);
    return status == RT_OK ? self->h->print(self, why->pos == RT_NOPOS ? " has no place left for its tent"
                                                                       : " has only one place left for its tent")
                           : status;
}

static const struct rt_rule_class tree = {
    .size = sizeof tree,
    .id = "tents.tree",
    .kind = RT_TENTS_TREE,
    .summary = "a tree with one place left has its tent there",
    .tier = 0,
    .level = 1,
    .init = init,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&tree, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "tents.tree", .version = "1.0", .rules = rules,
};
