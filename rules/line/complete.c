/* nonogram.complete: counting. Every value fills a known number of cells: the colours what their blocks need,
 * the empty ones the rest.  Once so many cells have it, no other cell can; once no more than so many can, all
 * of these must. */
#include "decided.h"
#include "nfa.h"
#include <ratchet/model.h>

/* State of an instance; constant after init. */
struct complete {
    uint32_t *total;        /* cells a value; NULL: the blocks are longer than the line */
};

/* Tags: value * 2 + ALL_FOUND or ALL_NEEDED. */
enum { ALL_FOUND = 0, ALL_NEEDED = 1 };

static int complete_init(struct rt_self *self)
{
    struct complete *c = self->state;
    const struct rt_line_blocks *line = self->payload;
    if (!self->v.n)
        return RT_ENTAILED;
    if (nfa_span(line) > self->v.n)
        return RT_OK;
    c->total = self->h->alloc(self, self->v.nvalues * sizeof *c->total);
    if (!c->total)
        return RT_ENOMEM;
    c->total[0] = self->v.n;
    for (uint32_t j = 0; j < line->k; j++) {
        c->total[line->block[j].colour] += line->block[j].length;
        c->total[0] -= line->block[j].length;
    }
    return RT_OK;
}

/* Word w of the cells that have the value for certain. */
static uint64_t certain(const struct rt_view *v, const uint64_t *plane, uint32_t value, uint32_t w)
{
    uint64_t cells = plane[value * v->words + w];
    for (uint32_t a = 0; a < v->nvalues; a++)
        if (a != value)
            cells &= ~plane[a * v->words + w];
    return cells;
}

/* Drops by one value's count, if it has reached its total. */
static int count(struct rt_self *self, uint32_t value, uint32_t total, uint64_t *gone, bool *changed)
{
    const struct rt_view *v = &self->v;
    uint32_t may = 0, must = 0;
    for (uint32_t w = 0; w < v->words; w++) {
        may += (uint32_t)__builtin_popcountll(v->plane[value * v->words + w]);
        must += (uint32_t)__builtin_popcountll(certain(v, v->plane, value, w));
    }
    if (must > total)
        return self->h->conflict(self, value * 2 + ALL_FOUND);
    if (may < total)
        return self->h->conflict(self, value * 2 + ALL_NEEDED);
    if (must == may || (must < total && may > total))
        return RT_OK;
    memset(gone, 0, (size_t)v->words * v->nvalues * sizeof *gone);
    for (uint32_t w = 0; w < v->words; w++)
        for (uint32_t a = 0; a < v->nvalues; a++) {
            uint64_t has = v->plane[value * v->words + w];
            if (must == total && a == value)
                gone[a * v->words + w] = has & ~certain(v, v->plane, value, w);
            else if (must < total && a != value)
                gone[a * v->words + w] = has & v->plane[a * v->words + w];
        }
    *changed = true;
    return self->h->drop_planes(self, gone, value * 2 + (must == total ? ALL_FOUND : ALL_NEEDED));
}

static int complete_propagate(struct rt_self *self)
{
    const struct complete *c = self->state;
    if (!c->total)
        return self->h->conflict(self, 0);
    uint64_t stack[64], *gone = stack;
    size_t planes = (size_t)self->v.words * self->v.nvalues;
    if (planes > 64 && !(gone = self->h->scratch(self, planes * sizeof *gone)))
        return RT_ENOMEM;
    bool changed = false;
    for (uint32_t value = 0; value < self->v.nvalues; value++) {
        int status = count(self, value, c->total[value], gone, &changed);
        if (status != RT_OK)
            return status;
    }
    return decided(&self->v) ? RT_ENTAILED : changed ? RT_OK : RT_FIXPOINT;
}

/* As many cells as the count needs: for ALL_FOUND cells that have the value, for ALL_NEEDED cells that
 * cannot. */
static int complete_explain(struct rt_self *self, const struct rt_why *why)
{
    const struct complete *c = self->state;
    const struct rt_view *v = &self->v;
    if (!c->total) {
        self->h->because_always(self);
        return RT_OK;
    }
    uint32_t value = why->tag / 2, total = c->total[value];
    bool found = why->tag % 2 == ALL_FOUND;
    uint32_t need = (found ? total : v->n - total) + (why->pos == RT_NOPOS);
    uint64_t all = v->nvalues == 64 ? UINT64_MAX : (1ull << v->nvalues) - 1;
    if (!need)
        self->h->because_always(self);
    for (uint32_t i = 0; i < v->n && need; i++) {
        uint64_t has = found ? certain(v, why->plane, value, i / 64) : ~why->plane[value * v->words + i / 64];
        if (i == why->pos || !(has >> i % 64 & 1))
            continue;
        self->h->because(self, i, found ? all & ~(1ull << value) : 1ull << value);
        need--;
    }
    return need ? RT_ERROR : RT_OK;
}

static int complete_describe(struct rt_self *self, const struct rt_why *why)
{
    const struct complete *c = self->state;
    self->h->print(self, "In ");
    self->h->name_scope(self);
    if (!c->total)
        return self->h->print(self, " the blocks are longer than the line");
    uint32_t value = why->tag / 2, total = c->total[value];
    bool found = why->tag % 2 == ALL_FOUND;
    if (why->pos == RT_NOPOS)
        self->h->print(self, found ? " more than %u cells are " : " fewer than %u cells can be ", total);
    else if (!total)
        self->h->print(self, " no cell is ");
    else if (found)
        self->h->print(self, total == 1 ? " the only cell is found that is " : " all %u cells are found that are ",
                       total);
    else
        self->h->print(self, total == 1 ? " only %u cell is left that can be " : " only %u cells are left that can be ",
                       total);
    return self->h->name_value(self, 0, value);
}

static const struct rt_rule_class complete_rule = {
    .size = sizeof complete_rule,
    .id = "nonogram.complete",
    .kind = RT_LINE_BLOCKS,
    .flags = RT_RULE_OPTIONAL,  /* for people: nonogram.line finds all that it finds, and faster */
    .summary = "all blocks placed: the rest is empty; all cells that can be filled are needed: fill them",
    .tier = 1,
    .level = 1,
    .needs = RT_PLANES | RT_THEN,
    .state_size = sizeof(struct complete),
    .wake = RT_WAKE_ANY,
    .init = complete_init,
    .propagate = complete_propagate,
    .explain = complete_explain,
    .describe = complete_describe,
};

static const struct rt_rule_class *const rules[] = {&complete_rule, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "line.complete", .version = "1.0", .rules = rules,
};
