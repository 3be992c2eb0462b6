/* What the rules for people are made of. A rule goes through the arguments that hold in what is seen of a line; the
 * same walk serves to deduce, to find again why a value left, and to say it in words. */
#ifndef RATCHET_RULES_LINE_ARGUMENT_H
#define RATCHET_RULES_LINE_ARGUMENT_H

#include "sight.h"

struct argument {
    uint32_t first, end;        /* its conclusion: from these cells ... */
    uint64_t gone;              /* ... these values go */
    uint32_t near, far;         /* cells [near, far) that it looks at, if the places of the blocks don't matter */
    struct stretch run;         /* filled cells that it starts from; none: from == to */
    uint32_t says;              /* which sentence of the rule */
    uint32_t block, length;     /* whatever that needs */
    struct stretch gap;
};

struct listener {
    bool (*hear)(struct listener *, const struct argument *);   /* true: heard enough */
};

/* Tells a listener all arguments of a rule, until it has heard enough: then true. */
typedef bool argue(const struct sight *, struct listener *);

/* Tells one argument, if it concludes anything. */
static inline bool tell(struct listener *l, const struct argument *a)
{
    return a->first < a->end && a->gone && l->hear(l, a);
}

/* The run as it was, in a tag: by the time that somebody asks why, it may have grown. 0: a line too long for that. */
static inline uint32_t argument_tag(const struct sight *s, const struct argument *a)
{
    return s->n < 1u << 16 ? a->run.from << 16 | a->run.to : 0;
}

struct deducer {
    struct listener listener;
    struct rt_self *self;
    const struct sight *sight;
    bool changed;
    int status;
};

static inline bool deduce(struct listener *l, const struct argument *a)
{
    struct deducer *d = (struct deducer *)l;
    const struct rt_view *v = &d->self->v;
    for (uint64_t gone = a->gone; gone; gone &= gone - 1) {
        uint32_t value = (uint32_t)__builtin_ctzll(gone);
        const uint64_t *plane = v->plane + (size_t)value * v->words;
        for (uint32_t pos = cell_next(plane, 0, a->first, a->end); pos < a->end;
             pos = cell_next(plane, 0, pos + 1, a->end)) {
            d->changed = true;
            d->status = d->self->h->drop(d->self, pos, 1ull << value, argument_tag(d->sight, a));
            if (d->status != RT_OK)
                return true;
        }
    }
    return false;
}

/* [propagate] The rule looks at a copy: what it deduces shows on the planes at once. */
static inline int argument_propagate(struct rt_self *self, argue *rule)
{
    const struct rt_view *v = &self->v;
    struct sight sight;
    int status = sight_make(&sight, self, v->plane, v->mirror);
    if (status != RT_OK)
        return status == RT_CONFLICT ? self->h->conflict(self, 0) : status;
    size_t planes = (size_t)v->words * v->nvalues;
    uint64_t *plane = self->h->scratch(self, planes * sizeof *plane);
    if (!plane)
        return RT_ENOMEM;
    sight.plane = memcpy(plane, v->plane, planes * sizeof *plane);
    struct deducer d = {.listener = {deduce}, .self = self, .sight = &sight};
    rule(&sight, &d.listener);
    return d.status != RT_OK ? d.status : d.changed ? RT_OK : RT_FIXPOINT;
}

struct finder {
    struct listener listener;
    uint32_t pos, value;
    struct argument *found;
};

static inline bool find(struct listener *l, const struct argument *a)
{
    struct finder *f = (struct finder *)l;
    if (f->pos < a->first || f->pos >= a->end || !(a->gone >> f->value & 1))
        return false;
    *f->found = *a;
    return true;
}

/* The argument for what happened, in what was known then. RT_CONFLICT: the blocks didn't fit. RT_EUNSUPPORTED: none
 * is seen; the rule may have used what the position itself had lost, which is not shown then. */
static inline int argument_find(struct rt_self *self, const struct rt_why *why, argue *rule, struct sight *sight,
                                struct argument *found)
{
    int status = sight_make(sight, self, why->plane, why->mirror);
    if (status != RT_OK)
        return status;
    struct finder f = {{find}, why->pos, why->value, found};
    if (why->pos == RT_NOPOS || !rule(sight, &f.listener))
        return RT_EUNSUPPORTED;
    if (why->tag) {
        found->run.from = why->tag >> 16;
        found->run.to = why->tag & 0xffff;
    }
    return RT_OK;
}

/* Forgets a stretch but for the run in it. */
static inline void argument_forget(uint64_t *plane, const struct stretch *run, uint32_t from, uint32_t to)
{
    cell_fill(plane, from, run->from < to ? run->from : to);
    cell_fill(plane, run->to > from ? run->to : from, to);
}

/* What is known of cells [from, to), but for the conclusion and the gap: there only the run counts, and part of what
 * is concluded may be known already. */
static inline void argument_blinker(const struct sight *s, const struct argument *a, uint32_t from, uint32_t to,
                                    uint64_t *plane)
{
    for (uint32_t value = 0; value < s->nvalues; value++) {
        uint64_t *p = plane + (size_t)value * s->words;
        memcpy(p, s->plane + (size_t)value * s->words, s->words * sizeof *p);
        cell_fill(p, 0, from);
        cell_fill(p, to, s->n);
        argument_forget(p, &a->run, a->gap.from, a->gap.to);
        if (a->gone >> value & 1)
            argument_forget(p, &a->run, a->first, a->end);
    }
}

/* The cells [from, to) of the n-th attempt to find premises: the run, out to either wall, to both; then all of the
 * line to one side. False: no more. */
static inline bool argument_attempt(const struct sight *s, const struct argument *a, uint32_t n, struct stretch *cells)
{
    bool run = a->run.from < a->run.to;
    const struct stretch attempts[] = {
        {0, a->run.from, a->run.to}, {0, a->near, a->run.to}, {0, a->run.from, a->far},
        {0, a->near, a->far}, {0, 0, a->far}, {0, a->near, s->n},
    };
    n += run ? 0 : 3;
    if (n >= sizeof attempts / sizeof *attempts)
        return false;
    *cells = attempts[n];
    return true;
}

/* [explain] Premises as near to the argument as they can be found. */
static inline int argument_explain(struct rt_self *self, const struct rt_why *why, argue *rule)
{
    struct sight sight;
    struct argument a;
    if (argument_find(self, why, rule, &sight, &a) != RT_OK)
        return line_explain(self, why);
    uint64_t *plane = self->h->scratch(self, (size_t)sight.words * sight.nvalues * sizeof *plane);
    if (!plane)
        return RT_ENOMEM;
    struct stretch cells;
    for (uint32_t i = 0; argument_attempt(&sight, &a, i, &cells); i++) {
        argument_blinker(&sight, &a, cells.from, cells.to, plane);
        int status = line_because(self, why, plane);
        if (status != RT_ERROR)
            return status;
    }
    return line_explain(self, why);
}

#endif
