/* nonogram.edges ("glue"): a filled cell next to the border, or to a cell that cannot have its colour, begins or
 * ends a block.  If that can be one block only, the block lies there, and next to it comes an empty cell, or its
 * neighbour in another colour. */
#include "words.h"
#include <ratchet/model.h>

enum says { FILLED, CLOSED, NO_BLOCK };

/* The one block that may begin at the run's first cell, or end at its last; k if there is none, k + 1 if several. */
static uint32_t only_block(const struct sight *s, const struct stretch *gap, const struct stretch *run, bool ends)
{
    uint32_t only = s->t->k;
    struct bounds p;
    for (uint32_t j = sight_block(s, run->to); j < s->t->k && s->at[j].first <= run->from; j++) {
        if (!sight_places(s, gap, run, j, &p))
            continue;
        uint32_t place = ends ? gap->to - s->t->block[j].length : gap->from;
        if (place < p.first || place > p.last)
            continue;
        if (only < s->t->k)
            return s->t->k + 1;
        only = j;
    }
    return only;
}

/* The values that go from the cell at `pos`, next to the block, if there is such a cell. */
static bool tell_closed(const struct sight *s, struct listener *l, struct argument *a, uint32_t pos, bool behind)
{
    a->says = CLOSED;
    a->first = pos;
    a->end = pos < s->n ? pos + 1 : pos;
    a->gone = s->all & ~sight_beside(s, a->block, behind);
    return tell(l, a);
}

static bool tell_edge(const struct sight *s, struct listener *l, const struct stretch *gap,
                      const struct stretch *run, bool ends)
{
    struct argument a = {.run = *run, .gap = *gap, .near = gap->from ? gap->from - 1 : 0, .far = gap->to,
                         .block = only_block(s, gap, run, ends), .length = ends};
    a.far += a.far < s->n;
    if (a.block > s->t->k)
        return false;
    if (a.block == s->t->k) {
        a.says = NO_BLOCK;
        a.first = run->from;
        a.end = run->from + 1;
        a.gone = s->all;
        return tell(l, &a);
    }
    uint32_t length = s->t->block[a.block].length, from = ends ? gap->to - length : gap->from;
    a.says = FILLED;
    a.gap.from = a.first = from;
    a.gap.to = a.end = from + length;
    a.gone = s->all & ~(1ull << gap->colour);
    return tell(l, &a) || (from && tell_closed(s, l, &a, from - 1, false)) ||
           tell_closed(s, l, &a, from + length, true);
}

static bool edges_argue(const struct sight *s, struct listener *l)
{
    for (struct stretch gap = {.colour = 1}; sight_gap(s, &gap);)
        for (struct stretch run = {gap.colour, 0, gap.from}; sight_run(s, &gap, &run);)
            if ((run.from == gap.from && tell_edge(s, l, &gap, &run, false)) ||
                (run.to == gap.to && tell_edge(s, l, &gap, &run, true)))
                return true;
    return false;
}

static int edges_say(struct rt_self *self, const struct sight *s, const struct argument *a)
{
    bool ends = a->length;
    uint32_t edge = ends ? a->gap.to - 1 : a->gap.from;
    if (a->says == NO_BLOCK) {
        self->h->print(self, "no block");
        say_colour(self, s, a->first, a->gap.colour);
        self->h->print(self, ends ? " can end at " : " can begin at ");
        say_cells(self, edge, edge + 1);
        return RT_OK;
    }
    say_block(self, s, a->block);
    if (a->says == FILLED) {
        self->h->print(self, ends ? " ends at " : " begins at ");
        say_cells(self, edge, edge + 1);
        self->h->print(self, ", so it fills ");
        say_cells(self, a->gap.from, a->gap.to);
        return RT_OK;
    }
    self->h->print(self, " fills just ");
    say_cells(self, a->gap.from, a->gap.to);
    return RT_OK;
}

static int edges_propagate(struct rt_self *self)
{
    return argument_propagate(self, edges_argue);
}

static int edges_explain(struct rt_self *self, const struct rt_why *why)
{
    return argument_explain(self, why, edges_argue);
}

static int edges_describe(struct rt_self *self, const struct rt_why *why)
{
    return argument_describe(self, why, edges_argue, edges_say);
}

static const struct rt_rule_class edges_rule = {
    .size = sizeof edges_rule,
    .id = "nonogram.edges",
    .kind = RT_LINE_BLOCKS,
    .flags = RT_RULE_OPTIONAL,  /* for people: nonogram.line finds all that it finds, and faster */
    .summary = "a filled cell at an edge that belongs to a known block: the block lies there and is closed (glue)",
    .tier = 1,
    .level = 1,
    .needs = RT_PLANES | RT_MIRROR | RT_THEN,
    .state_size = sizeof(struct line),
    .wake = RT_WAKE_ANY,
    .init = line_init,
    .propagate = edges_propagate,
    .explain = edges_explain,
    .describe = edges_describe,
};

static const struct rt_rule_class *const rules[] = {&edges_rule, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "line.edges", .version = "1.0", .rules = rules,
};
