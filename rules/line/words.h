/* Words for the rules of a line: "In row 3 the second 7 in red ..." */
#ifndef RATCHET_RULES_LINE_WORDS_H
#define RATCHET_RULES_LINE_WORDS_H

#include "argument.h"

/* "the 7", "the second 7", "the 7 in red" */
static inline void say_block(struct rt_self *self, const struct sight *s, uint32_t j)
{
    static const char *const ordinal[] = {"first ", "second ", "third ", "fourth ", "fifth ", "sixth "};
    const struct block *b = s->t->block;
    uint32_t same = 0, before = 0;
    for (uint32_t i = 0; i < s->t->k; i++)
        if (b[i].length == b[j].length && b[i].colour == b[j].colour) {
            same++;
            before += i < j;
        }
    if (same == 1)
        self->h->print(self, "the %u", b[j].length);
    else if (before < sizeof ordinal / sizeof *ordinal)
        self->h->print(self, "the %s%u", ordinal[before], b[j].length);
    else
        self->h->print(self, "block %u, a %u,", j + 1, b[j].length);
    if (s->nvalues > 2) {
        self->h->print(self, " in ");
        self->h->name_value(self, s->at[j].first, b[j].colour);
    }
}

/* " in red", where there is more than one colour */
static inline void say_colour(struct rt_self *self, const struct sight *s, uint32_t pos, uint32_t colour)
{
    if (s->nvalues == 2)
        return;
    self->h->print(self, " in ");
    self->h->name_value(self, pos, colour);
}

static inline void say_cells(struct rt_self *self, uint32_t from, uint32_t to)
{
    self->h->name_positions(self, from, to - 1);
}

/* "In row 3 " */
static inline void say_where(struct rt_self *self)
{
    self->h->print(self, "In ");
    self->h->name_scope(self);
    self->h->print(self, " ");
}

/* [describe] `say` puts an argument in words, for a conclusion that the host tells. */
static inline int argument_describe(struct rt_self *self, const struct rt_why *why, argue *rule,
                                    int (*say)(struct rt_self *, const struct sight *, const struct argument *))
{
    struct sight sight;
    struct argument a;
    say_where(self);
    switch (argument_find(self, why, rule, &sight, &a)) {
    case RT_OK:
        return say(self, &sight, &a);
    case RT_ENOMEM:
        return RT_ENOMEM;
    case RT_CONFLICT:
        return self->h->print(self, "the blocks do not fit in what is known");
    default:
        return self->h->print(self, "the blocks leave no other choice");
    }
}

#endif
