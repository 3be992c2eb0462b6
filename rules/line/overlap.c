/* nonogram.overlap: each block pushed as far left and as far right as what is known of the line allows. The
 * cells that both places share are filled; what no block can reach from its leftmost to its rightmost place
 * is empty.  Weaker than nonogram.line, but what a person does first. */
#include "words.h"
#include <ratchet/model.h>

enum says { COVERED, BEYOND };

static bool tell_covered(const struct sight *s, struct listener *l)
{
    for (uint32_t j = 0; j < s->t->k; j++) {
        const struct block *b = &s->t->block[j];
        struct argument a = {.first = s->at[j].last, .end = s->at[j].first + b->length, .says = COVERED,
                             .gone = s->all & ~(1ull << b->colour), .far = s->n, .block = j};
        if (tell(l, &a))
            return true;
    }
    return false;
}

/* reached[colour]: no block of that colour lies beyond, up to the next one that is told of. */
static bool tell_beyond(const struct sight *s, struct listener *l)
{
    uint32_t reached[64] = {0};
    struct argument a = {.says = BEYOND, .far = s->n};
    for (uint32_t j = 0; j < s->t->k; j++) {
        const struct block *b = &s->t->block[j];
        a.first = reached[b->colour];
        a.end = s->at[j].first;
        a.gone = 1ull << b->colour;
        if (tell(l, &a))
            return true;
        reached[b->colour] = s->at[j].last + b->length;
    }
    for (uint32_t colour = 1; colour < s->nvalues; colour++) {
        a.first = reached[colour];
        a.end = s->n;
        a.gone = 1ull << colour;
        if (tell(l, &a))
            return true;
    }
    return false;
}

static bool overlap_argue(const struct sight *s, struct listener *l)
{
    return tell_covered(s, l) || tell_beyond(s, l);
}

static int overlap_say(struct rt_self *self, const struct sight *s, const struct argument *a)
{
    if (a->says == COVERED) {
        say_block(self, s, a->block);
        self->h->print(self, " covers ");
        say_cells(self, a->first, a->end);
        return self->h->print(self, " wherever it goes");
    }
    self->h->print(self, "no block");
    say_colour(self, s, a->first, (uint32_t)__builtin_ctzll(a->gone));
    self->h->print(self, " reaches ");
    say_cells(self, a->first, a->end);
    return RT_OK;
}

static int overlap_propagate(struct rt_self *self)
{
    return argument_propagate(self, overlap_argue);
}

static int overlap_explain(struct rt_self *self, const struct rt_why *why)
{
    return argument_explain(self, why, overlap_argue);
}

static int overlap_describe(struct rt_self *self, const struct rt_why *why)
{
    return argument_describe(self, why, overlap_argue, overlap_say);
}

static const struct rt_rule_class overlap_rule = {
    .size = sizeof overlap_rule,
    .id = "nonogram.overlap",
    .kind = RT_LINE_BLOCKS,
    .flags = RT_RULE_OPTIONAL,  /* for people: nonogram.line finds all that it finds, and faster */
    .summary = "cells that a block covers at its leftmost and its rightmost place; cells that none can reach",
    .tier = 1,
    .level = 1,
    .needs = RT_PLANES | RT_MIRROR | RT_THEN,
    .state_size = sizeof(struct line),
    .wake = RT_WAKE_ANY,
    .init = line_init,
    .propagate = overlap_propagate,
    .explain = overlap_explain,
    .describe = overlap_describe,
};

static const struct rt_rule_class *const rules[] = {&overlap_rule, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "line.overlap", .version = "1.0", .rules = rules,
};
