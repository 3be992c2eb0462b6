/* nonogram.spaces: a block lies in one gap between cells that cannot have its colour.  What no block that fits into
 * a gap reaches is empty ("mercury"), all of it if it is too short for them; and a run inside a gap stretches away
 * from a wall that is too near ("forcing"). */
#include "words.h"
#include <ratchet/model.h>

enum says { SHORT, OUT, FORCED, NO_BLOCK };

/* The one block of the colour among these; k if there are several, k + 1 if none. */
static uint32_t only_block(const struct sight *s, const struct stretch *gap, uint32_t from, uint32_t to)
{
    uint32_t only = s->t->k + 1;
    for (uint32_t j = from; j < s->t->k && s->at[j].first < to; j++) {
        if (s->t->block[j].colour != gap->colour)
            continue;
        if (only < s->t->k)
            return s->t->k;
        only = j;
    }
    return only;
}

/* For which block is the gap too short? Of those that could reach into it, or else of all. */
static uint32_t too_long(const struct sight *s, const struct stretch *gap)
{
    uint32_t only = only_block(s, gap, sight_block(s, gap->from + 1), gap->to);
    return only > s->t->k ? only_block(s, gap, 0, s->n) : only;
}

/* Cells of the gap that no block in it reaches: a->first is where what is reached so far ends. */
static bool tell_out(const struct sight *s, struct listener *l, const struct stretch *gap, struct argument *a)
{
    struct bounds p;
    a->gone = 1ull << gap->colour;
    a->first = gap->from;
    a->says = OUT;
    for (uint32_t j = sight_block(s, gap->from + 1); j < s->t->k && s->at[j].first < gap->to; j++) {
        if (!sight_room(s, gap, j, &p))
            continue;
        a->end = p.first;
        if (tell(l, a))
            return true;
        if (a->first < p.last + s->t->block[j].length)
            a->first = p.last + s->t->block[j].length;
    }
    if (a->first == gap->from) {
        a->says = SHORT;
        a->block = too_long(s, gap);
    }
    a->end = gap->to;
    return tell(l, a);
}

/* The shortest block that the run can belong to; 0 if there is none. */
static uint32_t shortest(const struct sight *s, const struct stretch *gap, const struct stretch *run)
{
    uint32_t length = 0;
    struct bounds p;
    for (uint32_t j = sight_block(s, run->to); j < s->t->k && s->at[j].first <= run->from; j++)
        if (sight_places(s, gap, run, j, &p) && (!length || s->t->block[j].length < length))
            length = s->t->block[j].length;
    return length;
}

static bool tell_run(const struct sight *s, struct listener *l, const struct stretch *run, struct argument *a)
{
    a->run = *run;
    a->length = shortest(s, &a->gap, run);
    a->says = a->length ? FORCED : NO_BLOCK;
    a->first = run->from;
    a->end = run->from + !a->length;
    a->gone = s->all & ~(a->length ? 1ull << run->colour : 0);
    if (!a->length)
        return tell(l, a);
    if (a->gap.to - a->length < run->from)
        a->first = a->gap.to - a->length;
    a->end = run->to > a->gap.from + a->length ? run->to : a->gap.from + a->length;
    return tell(l, a);
}

static bool spaces_argue(const struct sight *s, struct listener *l)
{
    for (struct stretch gap = {.colour = 1}; sight_gap(s, &gap);) {
        struct argument a = {.gap = gap, .near = gap.from ? gap.from - 1 : 0, .far = gap.to + (gap.to < s->n)};
        if (tell_out(s, l, &gap, &a))
            return true;
        for (struct stretch run = {gap.colour, 0, gap.from}; sight_run(s, &gap, &run);)
            if (tell_run(s, l, &run, &a))
                return true;
    }
    return false;
}

static int say_gap(struct rt_self *self, const struct sight *s, const struct argument *a)
{
    if (a->says == SHORT) {
        self->h->print(self, "the gap at ");
        say_cells(self, a->gap.from, a->gap.to);
        self->h->print(self, " is too short for ");
        if (a->block < s->t->k) {
            say_block(self, s, a->block);
            return RT_OK;
        }
        self->h->print(self, "any block");
        say_colour(self, s, a->first, a->gap.colour);
        return self->h->print(self, " that could lie there");
    }
    self->h->print(self, "no block");
    say_colour(self, s, a->first, a->gap.colour);
    self->h->print(self, " that fits into ");
    say_cells(self, a->gap.from, a->gap.to);
    self->h->print(self, " reaches ");
    say_cells(self, a->first, a->end);
    return RT_OK;
}

static int spaces_say(struct rt_self *self, const struct sight *s, const struct argument *a)
{
    if (a->says == SHORT || a->says == OUT)
        return say_gap(self, s, a);
    self->h->print(self, a->says == NO_BLOCK ? "no block for " : "the block at ");
    say_cells(self, a->run.from, a->run.to);
    self->h->print(self, a->says == NO_BLOCK ? " fits into " : " lies within ");
    say_cells(self, a->gap.from, a->gap.to);
    if (a->says == NO_BLOCK)
        return RT_OK;
    self->h->print(self, " and has at least %u cells, so it covers ", a->length);
    say_cells(self, a->first, a->end);
    return RT_OK;
}

static int spaces_propagate(struct rt_self *self)
{
    return argument_propagate(self, spaces_argue);
}

static int spaces_explain(struct rt_self *self, const struct rt_why *why)
{
    return argument_explain(self, why, spaces_argue);
}

static int spaces_describe(struct rt_self *self, const struct rt_why *why)
{
    return argument_describe(self, why, spaces_argue, spaces_say);
}

static const struct rt_rule_class spaces_rule = {
    .size = sizeof spaces_rule,
    .id = "nonogram.spaces",
    .kind = RT_LINE_BLOCKS,
    .flags = RT_RULE_OPTIONAL,  /* for people: nonogram.line finds all that it finds, and faster */
    .summary = "gaps too short for their blocks; runs that must stretch inside their gap (forcing, mercury)",
    .tier = 2,
    .level = 2,
    .needs = RT_PLANES | RT_MIRROR | RT_THEN,
    .state_size = sizeof(struct line),
    .wake = RT_WAKE_ANY,
    .init = line_init,
    .propagate = spaces_propagate,
    .explain = spaces_explain,
    .describe = spaces_describe,
};

static const struct rt_rule_class *const rules[] = {&spaces_rule, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "line.spaces", .version = "1.0", .rules = rules,
};
