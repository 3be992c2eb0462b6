/* nonogram.bounds ("punctuating"): each run against all blocks that can hold it.  What all of them cover, wherever they
 * lie, is filled; and where they leave no choice of first and last cell, the run is closed on both sides. */
#include "words.h"
#include <ratchet/model.h>

enum says { COVERED, CLOSED, NO_BLOCK };

/* What the blocks that can hold a run have in common. */
struct common {
    uint32_t count, block;          /* blocks, and the last of them */
    uint32_t from, to;              /* cells that all cover */
    uint32_t first, end;            /* cells that any covers */
    uint64_t before, behind;        /* values that may stand next to one */
};

static struct common compare(const struct sight *s, const struct stretch *gap, const struct stretch *run)
{
    struct common c = {.from = gap->from, .to = gap->to, .first = gap->to, .end = gap->from};
    struct bounds p;
    for (uint32_t j = sight_block(s, run->to); j < s->t->k && s->at[j].first <= run->from; j++) {
        if (!sight_places(s, gap, run, j, &p))
            continue;
        uint32_t length = s->t->block[j].length;
        c.count++;
        c.block = j;
        c.from = p.last > c.from ? p.last : c.from;
        c.to = p.first + length < c.to ? p.first + length : c.to;
        c.first = p.first < c.first ? p.first : c.first;
        c.end = p.last + length > c.end ? p.last + length : c.end;
        c.before |= sight_beside(s, j, false);
        c.behind |= sight_beside(s, j, true);
    }
    return c;
}

static bool tell_run(const struct sight *s, struct listener *l, const struct stretch *gap, const struct stretch *run)
{
    struct common c = compare(s, gap, run);
    struct argument a = {.gap = {gap->colour, c.from, c.to}, .run = *run, .near = gap->from ? gap->from - 1 : 0,
                         .far = gap->to + (gap->to < s->n), .block = c.count == 1 ? c.block : s->t->k};
    if (!c.count) {
        a.says = NO_BLOCK;
        a.first = run->from;
        a.end = run->from + 1;
        a.gone = s->all;
        return tell(l, &a);
    }
    a.says = COVERED;
    a.first = c.from;
    a.end = c.to;
    a.gone = s->all & ~(1ull << run->colour);
    if (tell(l, &a))
        return true;
    if (c.first < c.from || c.end > c.to)
        return false;
    a.says = CLOSED;
    a.first = c.first ? c.first - 1 : 0;
    a.end = c.first;
    a.gone = s->all & ~c.before;
    if (tell(l, &a))
        return true;
    a.first = c.end;
    a.end = c.end + (c.end < s->n);
    a.gone = s->all & ~c.behind;
    return tell(l, &a);
}

static bool bounds_argue(const struct sight *s, struct listener *l)
{
    for (struct stretch gap = {.colour = 1}; sight_gap(s, &gap);)
        for (struct stretch run = {gap.colour, 0, gap.from}; sight_run(s, &gap, &run);)
            if (tell_run(s, l, &gap, &run))
                return true;
    return false;
}

static int bounds_say(struct rt_self *self, const struct sight *s, const struct argument *a)
{
    bool one = a->block < s->t->k;
    if (!one)
        self->h->print(self, a->says == NO_BLOCK ? "no block can hold " : "every block that can hold ");
    say_cells(self, a->run.from, a->run.to);
    if (a->says == NO_BLOCK)
        return RT_OK;
    if (one) {
        self->h->print(self, " can only be ");
        say_block(self, s, a->block);
        self->h->print(self, ", which");
    }
    self->h->print(self, a->says == CLOSED ? " fills just " : " covers ");
    say_cells(self, a->gap.from, a->gap.to);
    return RT_OK;
}

static int bounds_propagate(struct rt_self *self)
{
    return argument_propagate(self, bounds_argue);
}

static int bounds_explain(struct rt_self *self, const struct rt_why *why)
{
    return argument_explain(self, why, bounds_argue);
}

static int bounds_describe(struct rt_self *self, const struct rt_why *why)
{
    return argument_describe(self, why, bounds_argue, bounds_say);
}

static const struct rt_rule_class bounds_rule = {
    .size = sizeof bounds_rule,
    .id = "nonogram.bounds",
    .kind = RT_LINE_BLOCKS,
    .flags = RT_RULE_OPTIONAL,  /* for people: nonogram.line finds all that it finds, and faster */
    .summary = "each run against the blocks that can hold it: what all of them cover, and where they end (punctuating)",
    .tier = 3,
    .level = 3,
    .needs = RT_PLANES | RT_MIRROR | RT_THEN,
    .state_size = sizeof(struct line),
    .wake = RT_WAKE_ANY,
    .init = line_init,
    .propagate = bounds_propagate,
    .explain = bounds_explain,
    .describe = bounds_describe,
};

static const struct rt_rule_class *const rules[] = {&bounds_rule, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "line.bounds", .version = "1.0", .rules = rules,
};
