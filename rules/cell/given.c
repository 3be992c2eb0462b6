/* cell.given — what is given holds: clauses of one literal, before anything else. */
#include <ratchet/kind/cell.h>
#include <ratchet/model.h>

static int init(struct rt_self *self)
{
    const struct rt_cell_given *given = self->payload;
    rt_lit lits[2 * 64];
    uint32_t k = 0;
    for (uint32_t value = 0; value < self->v.nvalues; value++) {
        if (given->allowed >> value & 1)
            continue;
        lits[k++] = RT_ISNT(0, value);
        lits[k++] = RT_LIT_END;
    }
    return self->h->add_clauses(self, lits, k);
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    (void)why;
    return self->h->print(self, "it is given");
}

static const struct rt_rule_class given = {
    .size = sizeof given,
    .id = "cell.given",
    .kind = RT_CELL_GIVEN,
    .summary = "what is given holds",
    .tier = 0,
    .level = 1,
    .init = init,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&given, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "cell.given", .version = "1.0", .rules = rules,
};
