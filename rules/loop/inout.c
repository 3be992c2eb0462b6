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
#include <ratchet/model.h>

enum { BATCH = 1024 };

struct faces {
    struct rt_self *self;
    uint32_t handle;        /* of face 1; face 0 is outside for good */
    rt_lit lits[BATCH];
    uint32_t n;
    int status;
};

static void flush(struct faces *f)
{
    if (f->n && f->status == RT_OK)
        f->status = f->self->h->add_clauses(f->self, f->lits, f->n);
    f->n = 0;
}

static void clause(struct faces *f, rt_lit a, rt_lit b, rt_lit c)
{
    if (f->n + 4 > BATCH)
        flush(f);
    f->lits[f->n++] = a;
    f->lits[f->n++] = b;
    if (c != RT_LIT_END)
        f->lits[f->n++] = c;
    f->lits[f->n++] = RT_LIT_END;
}

static rt_lit inside(const struct faces *f, uint32_t face)
{
    return RT_IS(RT_AUX | (f->handle + face - 1), 1);
}

static void part(struct faces *f, uint32_t edge, uint32_t a, uint32_t b)
{
    rt_lit on = RT_IS(edge, 1), off = RT_ISNT(edge, 1);
    if (a == b) {   /* on no closed line at all */
        clause(f, off, off, RT_LIT_END);
        return;
    }
    if (!a || !b) {
        rt_lit in = inside(f, a ? a : b);
        clause(f, off, in, RT_LIT_END);
        clause(f, on, in ^ 1, RT_LIT_END);
        return;
    }
    rt_lit p = inside(f, a), q = inside(f, b);
    clause(f, off, p, q);
    clause(f, off, p ^ 1, q ^ 1);
    clause(f, on, p ^ 1, q);
    clause(f, on, p, q ^ 1);
}

static int extend(struct rt_self *self)
{
    const struct rt_loop_single *g = self->payload;
    if (!g->face || g->nf < 2)
        return RT_OK;
    struct faces *f = self->h->scratch(self, sizeof *f);
    if (!f)
        return RT_ENOMEM;
    *f = (struct faces){.self = self};
    f->handle = self->h->add_aux(self, g->nf - 1, 2);
    if (f->handle == RT_NOPOS)
        return RT_ENOMEM;
    for (uint32_t e = 0; e < g->ne; e++)
        part(f, e, g->face[2 * e], g->face[2 * e + 1]);
    flush(f);
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
