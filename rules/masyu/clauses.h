/* Clauses over the edges round a pearl, written as they are read:
 *
 *      when_on(&c, p->near[d]), then_on(&c, p->far[d]), end(&c);
 *
 * An edge where the board ends (position -1) is off. */
#ifndef RULES_MASYU_CLAUSES_H
#define RULES_MASYU_CLAUSES_H

#include <ratchet/kind/masyu.h>
#include <ratchet/model.h>
#include <stdbool.h>

enum { CLAUSES_ROOM = 256 };    /* literals; more than any rule of this folder writes for one pearl */

struct clauses {
    const struct rt_masyu_pearl *pearl;
    rt_lit lit[CLAUSES_ROOM];
    uint32_t n, start;          /* `start`: the clause being written */
    bool holds;                 /* it holds already */
};

static inline void add_literal(struct clauses *c, int edge, uint32_t value)
{
    if (edge >= 0)
        c->lit[c->n++] = RT_IS(edge, value);
    else if (value == 0)
        c->holds = true;
}

static inline void when_on(struct clauses *c, int edge)
{
    add_literal(c, edge, 0);
}

static inline void when_off(struct clauses *c, int edge)
{
    add_literal(c, edge, 1);
}

/* Of several conclusions of one clause, at least one holds. */
static inline void then_on(struct clauses *c, int edge)
{
    add_literal(c, edge, 1);
}

static inline void then_off(struct clauses *c, int edge)
{
    add_literal(c, edge, 0);
}

static inline void end(struct clauses *c)
{
    if (c->holds)
        c->n = c->start;
    else
        c->lit[c->n++] = RT_LIT_END;
    c->start = c->n;
    c->holds = false;
}

static inline void exactly_one(struct clauses *c, int a, int b)
{
    when_off(c, a), then_on(c, b), end(c);
    when_on(c, a), then_off(c, b), end(c);
}

static inline void both_or_neither(struct clauses *c, int a, int b)
{
    when_on(c, a), then_on(c, b), end(c);
    when_off(c, a), then_off(c, b), end(c);
}

/* Hands the clauses over; RT_ENTAILED if there are none. */
static inline int add_clauses(struct rt_self *self, const struct clauses *c)
{
    return c->n ? self->h->add_clauses(self, c->lit, c->n) : RT_ENTAILED;
}

#endif
