/* loop.dead_end — a line that comes to a vertex leaves it again.
 *
 *        x              x               x              x
 *      --o--?   =>    --o---          x-o-?   =>     x-o-x
 *        x              x               x              x
 *
 * One on and all but one other off: that one on.  All but one off: that one off too (statement 1, its other
 * half is loop.degree). */
#include <ratchet/kind/loop.h>
#include <ratchet/model.h>

/* As loop.degree: larger vertices are left to the kind's check. */
enum { MOST = 16 };

/* An edge is on only if another one is. */
static int init(struct rt_self *self)
{
    uint32_t n = self->v.n, k = 0;
    rt_lit lits[MOST * (MOST + 1)];
    if (n > MOST || n == 0)
        return RT_ENTAILED;
    for (uint32_t e = 0; e < n; e++) {
        for (uint32_t other = 0; other < n; other++)
            lits[k++] = RT_IS(other, other != e);
        lits[k++] = RT_LIT_END;
    }
    return self->h->add_clauses(self, lits, k);
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    if (why->pos == RT_NOPOS)
        return self->h->print(self, "the line cannot go on here");
    return self->h->print(self, why->value == 1 ? "a line that comes here could not go on"
                                                : "the line has only this way to go on");
}

static const struct rt_rule_class dead_end = {
    .size = sizeof dead_end,
    .id = "loop.dead_end",
    .kind = RT_LOOP_VERTEX,
    .flags = RT_SAME_CLAUSES,
    .summary = "a line goes on where only one way is left, and no line enters where there is none",
    .tier = 0,
    .level = 1,
    .init = init,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&dead_end, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "loop.dead_end", .version = "1.0", .rules = rules,
};
