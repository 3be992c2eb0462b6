/* What nonogram.line and the rules for people share: an instance's constants, the whole line as the passes want
 * it, and reasons. */
#ifndef RATCHET_RULES_LINE_LINE_H
#define RATCHET_RULES_LINE_LINE_H

#include "reason.h"
#include "wide.h"

/* Words of stack for the passes; longer lines use the host's scratch memory. */
#define STACK_WORDS 2048

/* State of an instance; constant after init. */
struct line {
    int (*propagate)(struct rt_self *);
    const void *tuned;      /* constants of a CPU variant */
    struct table table;
    struct nfa nfa;         /* for reasons */
};

static inline int line_nfa(struct line *line, struct rt_self *self)
{
    uint32_t words = nfa_words(self->payload);
    uint64_t *memory = self->h->alloc(self, nfa_memory(words, self->v.nvalues) * sizeof *memory);
    if (!memory)
        return RT_ENOMEM;
    nfa_make(&line->nfa, self->payload, words, self->v.nvalues, memory);
    if (words > 1 || self->v.words > 1 || self->v.nvalues > 2)
        return RT_OK;
    uint64_t *open = self->h->alloc(self, 2 * (self->v.n + 1) * sizeof *open);
    if (!open)
        return RT_ENOMEM;
    nfa_make_open(&line->nfa, self->v.n, open);
    return RT_OK;
}

static inline int line_init(struct rt_self *self)
{
    struct line *line = self->state;
    if (!self->v.n)
        return RT_ENTAILED;
    int status = table_make(&line->table, self, self->payload);
    if (status != RT_OK || line->table.hopeless)
        return status;
    return line_nfa(line, self);
}

/* Copies bits [start, start + n) of `from` (`words` words) to bit 0 of `to` (n / 64 + 1 words). */
static inline void cut(const uint64_t *from, uint32_t words, uint32_t start, uint32_t n, uint64_t *to)
{
    uint32_t whole = start / 64, bits = start % 64, last = n / 64;
    for (uint32_t w = 0; w <= last; w++) {
        uint64_t low = w + whole < words ? from[w + whole] : 0;
        uint64_t high = w + whole + 1 < words ? from[w + whole + 1] : 0;
        to[w] = low >> bits | (high << 1) << (63 - bits);
    }
    to[last] &= (1ull << n % 64) - 1;
}

/* Premises out of what `plane` knows of the line, none of which can be spared. RT_ERROR: it does not follow. */
static inline int line_because(struct rt_self *self, const struct rt_why *why, const uint64_t *plane)
{
    const struct line *line = self->state;
    const struct rt_view *v = &self->v;
    if (line->table.hopeless) {
        self->h->because_always(self);
        return RT_OK;
    }
    size_t planes = (size_t)v->words * v->nvalues, need = planes + (v->n + 3) * (size_t)line->nfa.words;
    uint64_t stack[STACK_WORDS], *gone = stack;
    if (need > STACK_WORDS && !(gone = self->h->scratch(self, need * sizeof *gone)))
        return RT_ENOMEM;
    memset(gone, 0, planes * sizeof *gone);
    struct reason r = {&line->nfa, plane, v->n, v->words, why->pos, why->value, gone};
    if (!reason_find(&r, gone + planes))
        return RT_ERROR;
    uint64_t any = 0;
    for (size_t i = 0; i < planes; i++)
        any |= gone[i];
    if (any)
        self->h->because_planes(self, gone);
    else
        self->h->because_always(self);
    return RT_OK;
}

/* Why: the reason that nfa.h finds serves every rule that follows from the line alone. */
static inline int line_explain(struct rt_self *self, const struct rt_why *why)
{
    return line_because(self, why, why->plane);
}

#endif
