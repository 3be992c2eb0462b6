/* Inside and outside of a loop as auxiliary variables, one a face, and the clauses that tie them to edges. */
#ifndef RATCHET_KIT_INSIDE_H
#define RATCHET_KIT_INSIDE_H

#include <ratchet/host.h>

#ifndef __cplusplus

enum { RT_INSIDE_BATCH = 1024 };

struct rt_inside {
    struct rt_self *self;
    uint32_t handle;            /* of face 1; face 0 is outside for good */
    rt_lit lits[RT_INSIDE_BATCH];
    uint32_t n;
    int status;
};

/* Gives the clauses to the host. */
static inline void rt_inside_flush(struct rt_inside *f)
{
    if (f->n && f->status == RT_OK)
        f->status = f->self->h->add_clauses(f->self, f->lits, f->n);
    f->n = 0;
}

/* A clause of two literals, or of three: c may be RT_LIT_END. */
static inline void rt_inside_clause(struct rt_inside *f, rt_lit a, rt_lit b, rt_lit c)
{
    if (f->n + 4 > RT_INSIDE_BATCH)
        rt_inside_flush(f);
    f->lits[f->n++] = a;
    f->lits[f->n++] = b;
    if (c != RT_LIT_END)
        f->lits[f->n++] = c;
    f->lits[f->n++] = RT_LIT_END;
}

/* "The face is inside"; not of face 0. */
static inline rt_lit rt_inside_lit(const struct rt_inside *f, uint32_t face)
{
    return RT_IS(RT_AUX | (f->handle + face - 1), 1);
}

/* The edge parts its two faces if it is on, and joins them if not. */
static inline void rt_inside_part(struct rt_inside *f, uint32_t edge, uint32_t a, uint32_t b)
{
    rt_lit on = RT_IS(edge, 1), off = RT_ISNT(edge, 1);
    if (a == b) {   /* on no closed line at all */
        rt_inside_clause(f, off, off, RT_LIT_END);
        return;
    }
    if (!a || !b) {
        rt_lit in = rt_inside_lit(f, a ? a : b);
        rt_inside_clause(f, off, in, RT_LIT_END);
        rt_inside_clause(f, on, in ^ 1, RT_LIT_END);
        return;
    }
    rt_lit p = rt_inside_lit(f, a), q = rt_inside_lit(f, b);
    rt_inside_clause(f, off, p, q);
    rt_inside_clause(f, off, p ^ 1, q ^ 1);
    rt_inside_clause(f, on, p ^ 1, q);
    rt_inside_clause(f, on, p, q ^ 1);
}

/* [extend]  An auxiliary variable each for faces 1 .. nf - 1; NULL: no memory. */
static inline struct rt_inside *rt_inside_open(struct rt_self *self, uint32_t nf)
{
    struct rt_inside *f = self->h->scratch(self, sizeof *f);
    if (!f)
        return NULL;
    f->self = self;
    f->handle = self->h->add_aux(self, nf - 1, 2);
    return f->handle == RT_NOPOS ? NULL : f;
}

#endif
#endif
