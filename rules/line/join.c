/* nonogram.join: two runs of one colour with one cell between them.  If no block can hold both, the cell parts them;
 * if no two blocks can meet there, it joins them. */
#include "words.h"
#include <ratchet/model.h>

enum says { APART, JOINED };

/* Around the cell `at`: from the first cell of the run before it to the last of the run behind it. */
static struct stretch around(const struct sight *s, uint32_t colour, uint32_t at)
{
    const uint64_t *sure = s->sure + (size_t)colour * s->words;
    return (struct stretch){colour, cell_stretch(sure, at), cell_next(sure, UINT64_MAX, at + 1, s->n)};
}

/* The gap of cells that may have the colour around [from, to), which may. */
static struct stretch gap_around(const struct sight *s, uint32_t colour, uint32_t from, uint32_t to)
{
    const uint64_t *may = s->plane + (size_t)colour * s->words;
    return (struct stretch){colour, cell_stretch(may, from), cell_next(may, UINT64_MAX, to, s->n)};
}

static bool can_join(const struct sight *s, const struct stretch *both, uint32_t at)
{
    struct bounds p;
    if (!sight_may(s, at, both->colour))
        return false;
    struct stretch gap = gap_around(s, both->colour, both->from, both->to);
    for (uint32_t j = sight_block(s, both->to); j < s->t->k && s->at[j].first <= both->from; j++)
        if (sight_places(s, &gap, both, j, &p))
            return true;
    return false;
}

/* Can block i end before the cell and block j begin behind it? Between them lies an empty cell, or a block of one
 * cell in another colour. */
static bool can_meet(const struct sight *s, uint32_t i, uint32_t j, uint32_t at)
{
    const struct block *b = &s->t->block[i + 1];
    if (j == i + 1)
        return sight_may(s, at, 0);
    return b->length == 1 && b->colour != s->t->block[i].colour && sight_may(s, at, b->colour) &&
           s->at[i + 1].first <= at && at <= s->at[i + 1].last;
}

static bool can_part(const struct sight *s, const struct stretch *both, uint32_t at)
{
    const struct stretch before = {both->colour, both->from, at}, behind = {both->colour, at + 1, both->to};
    struct stretch left = gap_around(s, both->colour, before.from, at);
    struct stretch right = gap_around(s, both->colour, behind.from, behind.to);
    struct bounds p, q;
    left.to = at;
    right.from = at + 1;
    for (uint32_t i = sight_block(s, at); i < s->t->k && s->at[i].first <= before.from; i++) {
        if (!sight_places(s, &left, &before, i, &p) || p.last + s->t->block[i].length < at)
            continue;
        for (uint32_t j = i + 1; j < s->t->k && j <= i + 2; j++)
            if (sight_places(s, &right, &behind, j, &q) && q.first == at + 1 && can_meet(s, i, j, at))
                return true;
    }
    return false;
}

static bool tell_cell(const struct sight *s, struct listener *l, uint32_t colour, uint32_t at)
{
    struct stretch both = around(s, colour, at);
    struct argument a = {.first = at, .end = at + 1, .run = both, .near = both.from ? both.from - 1 : 0,
                         .far = both.to + (both.to < s->n)};
    if (!can_join(s, &both, at)) {
        a.says = APART;
        a.gone = 1ull << colour;
        if (tell(l, &a))
            return true;
    }
    if (can_part(s, &both, at))
        return false;
    a.says = JOINED;
    a.gone = s->all & ~(1ull << colour);
    return tell(l, &a);
}

/* Cells of word w with one of the colour to the left and to the right. */
static uint64_t between(const struct sight *s, uint32_t colour, uint32_t w)
{
    const uint64_t *sure = s->sure + (size_t)colour * s->words;
    uint64_t before = sure[w] << 1 | (w ? sure[w - 1] >> 63 : 0);
    uint64_t behind = sure[w] >> 1 | (w + 1 < s->words ? sure[w + 1] << 63 : 0);
    return before & behind;
}

static bool join_argue(const struct sight *s, struct listener *l)
{
    for (uint32_t colour = 1; colour < s->nvalues; colour++)
        for (uint32_t w = 0; w < s->words; w++)
            for (uint64_t cells = between(s, colour, w); cells; cells &= cells - 1)
                if (tell_cell(s, l, colour, w * 64 + (uint32_t)__builtin_ctzll(cells)))
                    return true;
    return false;
}

static int join_say(struct rt_self *self, const struct sight *s, const struct argument *a)
{
    self->h->print(self, a->says == APART ? "no block" : "no two blocks");
    say_colour(self, s, a->run.from, a->run.colour);
    self->h->print(self, a->says == APART ? " can hold " : " can meet within ");
    say_cells(self, a->run.from, a->run.to);
    return RT_OK;
}

static int join_propagate(struct rt_self *self)
{
    return argument_propagate(self, join_argue);
}

static int join_explain(struct rt_self *self, const struct rt_why *why)
{
    return argument_explain(self, why, join_argue);
}

static int join_describe(struct rt_self *self, const struct rt_why *why)
{
    return argument_describe(self, why, join_argue, join_say);
}

static const struct rt_rule_class join_rule = {
    .size = sizeof join_rule,
    .id = "nonogram.join",
    .kind = RT_LINE_BLOCKS,
    .flags = RT_RULE_OPTIONAL,  /* for people: nonogram.line finds all that it finds, and faster */
    .summary = "two runs one cell apart: joined if no two blocks can meet there, parted if no block can hold both",
    .tier = 2,
    .level = 2,
    .needs = RT_PLANES | RT_MIRROR | RT_THEN,
    .state_size = sizeof(struct line),
    .wake = RT_WAKE_ANY,
    .init = line_init,
    .propagate = join_propagate,
    .explain = join_explain,
    .describe = join_describe,
};

static const struct rt_rule_class *const rules[] = {&join_rule, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "line.join", .version = "1.0", .rules = rules,
};
