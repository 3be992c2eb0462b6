/* Sayings: clauses over two-valued positions of a scope, 0 off and 1 on, each with its words.
 *
 *      rt_if_on(s, a), rt_off(s, b), rt_say(s, place, "a line at a leaves none for b");
 *
 * A rule's function says all that it knows; it is run in init to give the clauses to the host, and again in describe to
 * find the shortest one that a deduction can have come from.  Position -1, one that isn't there, is off. */
#ifndef RATCHET_KIT_SAYINGS_H
#define RATCHET_KIT_SAYINGS_H

#include <ratchet/host.h>

#include <stdbool.h>

#ifndef __cplusplus

enum { RT_SAYINGS_ROOM = 1024, RT_SAYING_MOST = 256 };  /* literals; of one saying at most */

struct rt_sayings {
    struct rt_self *self;
    rt_lit lit[RT_SAYINGS_ROOM];
    uint32_t n, start;          /* `start`: the clause being written */
    bool holds;                 /* it holds already */
    bool any;                   /* something was given to the host */
    int status;
    /* [describe] */
    bool asked;
    rt_lit conclusion;
    uint32_t place, shortest;   /* where the answer was said; its literals */
    const char *words;
};

static inline void rt_put(struct rt_sayings *s, int position, uint32_t value)
{
    if (position >= 0)
        s->lit[s->n++] = RT_IS(position, value);
    else if (value == 0)
        s->holds = true;
}

static inline void rt_if_on(struct rt_sayings *s, int position)
{
    rt_put(s, position, 0);
}

static inline void rt_if_off(struct rt_sayings *s, int position)
{
    rt_put(s, position, 1);
}

/* Of several conclusions of one clause, at least one holds. */
static inline void rt_on(struct rt_sayings *s, int position)
{
    rt_put(s, position, 1);
}

static inline void rt_off(struct rt_sayings *s, int position)
{
    rt_put(s, position, 0);
}

static inline void rt_hand_over(struct rt_sayings *s)
{
    if (s->n && s->status == RT_OK)
        s->status = s->self->h->add_clauses(s->self, s->lit, s->n);
    s->any |= s->n != 0;
    s->n = 0;
}

/* Does the clause being written lead to what was asked, with premises that held then?  Of a conflict: did all of its
 * literals fail? */
static inline bool rt_concludes(const struct rt_sayings *s)
{
    bool does = s->conclusion == RT_LIT_END;
    for (uint32_t k = s->start; k < s->n; k++) {
        uint32_t pos = s->lit[k] >> 7, value = s->lit[k] >> 1 & 1;
        if (s->lit[k] == s->conclusion)
            does = true;
        else if (s->self->h->dom_then(s->self, pos) >> value & 1)
            return false;
    }
    return does;
}

/* Ends a clause. */
static inline void rt_say(struct rt_sayings *s, uint32_t place, const char *words)
{
    uint32_t length = s->n - s->start;
    if (s->asked && !s->holds && length < s->shortest && rt_concludes(s)) {
        s->words = words;
        s->place = place;
        s->shortest = length;
    }
    if (s->holds || s->asked)
        s->n = s->start;
    else if (!length)
        s->status = RT_CONFLICT;
    else
        s->lit[s->n++] = RT_LIT_END;
    if (s->n + RT_SAYING_MOST > RT_SAYINGS_ROOM)
        rt_hand_over(s);
    s->start = s->n;
    s->holds = false;
}

/* Asks what was said that led to a conclusion (or a conflict); what follows says it all again. */
static inline void rt_ask(struct rt_sayings *s, struct rt_self *self, const struct rt_why *why)
{
    s->self = self;
    s->asked = true;
    s->shortest = UINT32_MAX;
    s->conclusion = why->pos == RT_NOPOS ? RT_LIT_END : RT_IS(why->pos, !why->value);
}

/* A rule that says something of its scope. */
typedef void rt_sayer(struct rt_sayings *);

/* [init]  RT_ENTAILED: it has nothing to say here. */
static inline int rt_sayings_init(struct rt_self *self, rt_sayer *rule)
{
    struct rt_sayings *s = self->h->scratch(self, sizeof *s);
    if (!s)
        return RT_ENOMEM;
    s->self = self;
    rule(s);
    rt_hand_over(s);
    return s->status == RT_OK && !s->any ? RT_ENTAILED : s->status;
}

/* [describe]  Prints the words; of a conflict whose clause is not known any more, those in `conflict`. */
static inline int rt_sayings_describe(struct rt_self *self, const struct rt_why *why, rt_sayer *rule,
                                      const char *conflict)
{
    struct rt_sayings *s = self->h->scratch(self, sizeof *s);
    if (!s)
        return RT_ENOMEM;
    rt_ask(s, self, why);
    rule(s);
    if (!s->words && why->pos != RT_NOPOS)
        return RT_ERROR;
    return self->h->print(self, "%s", s->words ? s->words : conflict);
}

#endif
#endif
