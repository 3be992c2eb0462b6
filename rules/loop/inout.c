/* loop.inout — a closed loop parts the plane: every face lies inside or outside.
 *
 *      +-----+-----+       an edge that is on parts its two faces,
 *      | in  | in  |       an edge that is off joins them;
 *      +--x--+=====+       the face round the board is outside.
 *        out | out
 *
 * (statement 22).  As one auxiliary variable a face and the clauses edge = face xor face; the search may decide on
 * faces too, which is what cures long tails.  Added only where the root fixed point leaves the board open. */
#include <ratchet/kind/loop.h>
#include <ratchet/kit/inside.h>
#include <ratchet/model.h>

static int extend(struct rt_self *self)
{
    const struct rt_loop_single *g = self->payload;
    if (!g->face || g->nf < 2)
        return RT_OK;
    struct rt_inside *f = rt_inside_open(self, g->nf);
    if (!f)
        return RT_ENOMEM;
    for (uint32_t e = 0; e < g->ne; e++)
        rt_inside_part(f, e, g->face[2 * e], g->face[2 * e + 1]);
    rt_inside_flush(f);
    return f->status;
}

static const struct rt_rule_class inout = {
    .size = sizeof inout,
    .id = "loop.inout",
    .kind = RT_LOOP_SINGLE,
    .flags = RT_RULE_OPTIONAL,
    .summary = "inside and outside of the loop: an edge that is on parts its two faces, one that is off joins them",
    .tier = 0,
    .level = 5,
    .extend = extend,
};

static const struct rt_rule_class *const rules[] = {&inout, NULL};

const struct rt_bundle rt_bundle = {RT_BUNDLE_HEAD, .id = "loop.inout", .version = "1.0", .rules = rules};
