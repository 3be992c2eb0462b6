/* tents.apart — tents do not touch, not even at a corner.
 *
 *      . . .        - - -
 *      . ^ .   =>   - ^ -
 *      . . .        - - -                */
#include <ratchet/kind/tents.h>
#include <ratchet/model.h>

static int propagate(struct rt_self *self)
{
    if (self->h->dom(self, 0) != 2)
        return RT_FIXPOINT;
    for (uint32_t pos = 1; pos < self->v.n; pos++)
        if (self->h->drop(self, pos, 2, 0) == RT_CONFLICT)
            return RT_CONFLICT;
    return RT_ENTAILED;
}

static int explain(struct rt_self *self, const struct rt_why *why)
{
    (void)why;
    self->h->because(self, 0, 1);
    return RT_OK;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    (void)why;
    int status = self->h->print(self, "no tent touches the one in ");
    return status == RT_OK ? self->h->name_scope(self) : status;
}

static const struct rt_rule_class apart = {
    .size = sizeof apart,
    .flags = RT_WAKE_FIXED,
    .id = "tents.apart",
    .kind = RT_TENTS_APART,
    .summary = "no tent touches another",
    .tier = 0,
    .level = 1,
    .wake = 1,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&apart, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "tents.apart", .version = "1.0", .rules = rules,
};
