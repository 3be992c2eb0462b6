/* Rules with a fault each, for `ratchet audit` to find: the mistakes that people make. */
#include <ratchet/kind/line.h>
#include <ratchet/kind/loop.h>
#include <ratchet/kind/masyu.h>
#include <ratchet/model.h>

/* A white pearl makes the loop turn on both sides, not on one at least. */
static int init_white(struct rt_self *self)
{
    const struct rt_masyu_pearl *p = self->payload;
    for (uint32_t d = 0; d < 4; d++) {
        if (p->near[d] < 0 || p->far[d] < 0)
            continue;
        rt_lit lits[] = {RT_ISNT((uint32_t)p->near[d], 1), RT_ISNT((uint32_t)p->far[d], 1), RT_LIT_END};
        int status = self->h->add_clauses(self, lits, 3);
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

/* The cells that a block covers at its leftmost and its rightmost place, and one more. */
static int propagate_overlap(struct rt_self *self)
{
    const struct rt_line_blocks *line = self->payload;
    uint32_t need = 0;
    for (uint32_t j = 0; j < line->k; j++)
        need += line->block[j].length + (j && line->block[j - 1].colour == line->block[j].colour);
    uint32_t slack = self->v.n - need, first = 0;
    for (uint32_t j = 0; j < line->k; j++) {
        const struct rt_line_block *b = &line->block[j];
        first += j && b[-1].colour == b->colour;
        for (uint32_t i = first + slack; b->length > slack && i <= first + b->length && i < self->v.n; i++) {
            int status = self->h->drop(self, i, ~(1ull << b->colour), 0);
            if (status != RT_OK)
                return status;
        }
        first += b->length;
    }
    return RT_ENTAILED;
}

/* The end of the path that leaves `v` along edges that are on, not through `from`; v itself if it has none. */
static uint32_t walk(struct rt_self *self, uint32_t v)
{
    const struct rt_loop_single *g = self->payload;
    uint32_t came = RT_NOPOS;
    for (uint32_t steps = 0; steps < g->nv; steps++) {
        uint32_t next = RT_NOPOS;
        for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++)
            if (g->incident[i] != came && self->h->dom(self, g->incident[i]) == 2)
                next = g->incident[i];
        if (next == RT_NOPOS)
            return v;
        v = g->end[2 * next] + g->end[2 * next + 1] - v;
        came = next;
    }
    return v;
}

/* No edge joins both ends of a path; that it may be the last one is forgotten. */
static int propagate_premature(struct rt_self *self)
{
    const struct rt_loop_single *g = self->payload;
    for (uint32_t e = 0; e < g->ne; e++) {
        uint32_t u = g->end[2 * e], v = g->end[2 * e + 1];
        if (self->h->dom(self, e) != 3 || walk(self, u) != v)
            continue;
        int status = self->h->drop(self, e, 2, 0);
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

/* Two edges at a cell are on: the others are off. Rightly deduced, but explained with one of the two. */
static int propagate_degree(struct rt_self *self)
{
    uint32_t on = 0;
    for (uint32_t p = 0; p < self->v.n; p++)
        on += self->h->dom(self, p) == 2;
    for (uint32_t p = 0; p < self->v.n && on == 2; p++)
        if (self->h->dom(self, p) == 3) {
            int status = self->h->drop(self, p, 2, 0);
            if (status != RT_OK)
                return status;
        }
    return RT_OK;
}

static int explain_degree(struct rt_self *self, const struct rt_why *why)
{
    for (uint32_t p = 0; p < self->v.n; p++)
        if (p != why->pos && self->h->dom_then(self, p) == 2) {
            self->h->because(self, p, 1);
            return RT_OK;
        }
    return RT_ERROR;
}

/* Auxiliary a: is cell a full? The clause for the first one says the opposite as well. */
static int init_full(struct rt_self *self)
{
    uint32_t aux = self->h->add_aux(self, self->v.n, 2);
    int status = aux == RT_NOPOS ? RT_ENOMEM : RT_OK;
    for (uint32_t a = 0; a < self->v.n && status == RT_OK; a++) {
        rt_lit full = RT_IS(RT_AUX | (aux + a), 1);
        rt_lit lits[] = {RT_IS(a, 0), full, RT_LIT_END, RT_ISNT(a, 0), full ^ 1, RT_LIT_END,
                         RT_IS(a, 0), a ? full : full ^ 1, RT_LIT_END};
        status = self->h->add_clauses(self, lits, 9);
    }
    return status;
}

#define RULE(name, on, ...) \
    static const struct rt_rule_class name = {.size = sizeof name, .id = "planted." #name, .kind = on, \
        .summary = "wrong on purpose", .tier = 1, .level = 1, .wake = RT_WAKE_ANY, __VA_ARGS__}

RULE(white, RT_MASYU_WHITE, .init = init_white);
RULE(overlap, RT_LINE_BLOCKS, .propagate = propagate_overlap);
RULE(premature, RT_LOOP_SINGLE, .propagate = propagate_premature);
RULE(degree, RT_LOOP_VERTEX, .propagate = propagate_degree, .explain = explain_degree);
RULE(full, RT_LINE_BLOCKS, .init = init_full);

static const struct rt_rule_class *const rules[] = {&white, &overlap, &premature, &degree, &full, NULL};

const struct rt_bundle rt_bundle = {RT_BUNDLE_HEAD, .id = "planted", .version = "1.0", .rules = rules};
