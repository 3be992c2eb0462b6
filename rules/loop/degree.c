/* loop.degree — a loop takes two edges of a vertex or none.
 *
 *        |              x             must be visited, two left:
 *      --o--    =>    --o--             x                x
 *      (on)             x             x-o-?     =>     x-o--
 *                                       ?                |
 *
 * Two on: the rest off.  A vertex that must be visited and has two candidates: both on; fewer: a
 * contradiction (statement 1, its other half is loop.dead_end). */
#include <ratchet/kind/loop.h>
#include <ratchet/model.h>

/* With more edges the clauses are too many (n choose 3); the kind's check still judges such a vertex. */
enum { MOST = 16 };

/* Of any three edges one is off. */
static int at_most_two(struct rt_self *self, uint32_t n)
{
    rt_lit lits[4 * MOST * MOST];
    int status = RT_OK;
    for (uint32_t a = 2; a < n && status == RT_OK; a++) {
        uint32_t k = 0;
        for (uint32_t b = 1; b < a; b++)
            for (uint32_t c = 0; c < b; c++) {
                lits[k++] = RT_IS(a, 0);
                lits[k++] = RT_IS(b, 0);
                lits[k++] = RT_IS(c, 0);
                lits[k++] = RT_LIT_END;
            }
        status = self->h->add_clauses(self, lits, k);
    }
    return status;
}

/* Of all edges but one there is one on. */
static int at_least_two(struct rt_self *self, uint32_t n)
{
    rt_lit lits[MOST * MOST];
    uint32_t k = 0;
    for (uint32_t without = 0; without < n; without++) {
        for (uint32_t e = 0; e < n; e++)
            if (e != without)
                lits[k++] = RT_IS(e, 1);
        lits[k++] = RT_LIT_END;
    }
    return self->h->add_clauses(self, lits, k);
}

static int init(struct rt_self *self)
{
    const struct rt_loop_vertex *vertex = self->payload;
    uint32_t n = self->v.n;
    if (n > MOST || (n < 3 && !vertex->must))
        return RT_ENTAILED;
    if (vertex->must && n == 0)
        return RT_CONFLICT;
    int status = at_most_two(self, n);
    return status == RT_OK && vertex->must ? at_least_two(self, n) : status;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    uint32_t on = 0;
    for (uint32_t e = 0; e < self->v.n; e++)
        on += self->h->dom_then(self, e) == 2;
    if (why->pos == RT_NOPOS)
        return self->h->print(self, on > 2 ? "more than two lines meet"
                                           : "the loop must pass here, but there are no two ways left");
    return self->h->print(self, why->value == 1 ? "two lines meet here already, so there is no other"
                                                : "the loop must pass here, and only two ways are left");
}

static const struct rt_rule_class degree = {
    .size = sizeof degree,
    .id = "loop.degree",
    .kind = RT_LOOP_VERTEX,
    .flags = RT_SAME_CLAUSES,
    .summary = "two edges at a vertex are on, so the rest is off; where the loop must pass and two are left, "
               "both are on",
    .tier = 0,
    .level = 1,
    .init = init,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&degree, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "loop.degree", .version = "1.0", .rules = rules,
};
