/* generic.automaton: complete for any automaton. What is left of every cell is in some word that agrees with what is
 * known of the cells; no other rule of the kind can add anything.
 *
 * The states that some such word goes through, in front of each cell and behind the last, are kept as bits (Pesant,
 * A Regular Language Membership Constraint for Finite Sequences of Variables, CP 2004). When cells lose values,
 * only layers from the first of these cells on are read again, up to one behind the last that stays as it was, and
 * backwards likewise. Memory: an instance keeps (cells + 1) * states bits; a run costs a step for each state in
 * these layers and value, whatever the words are. */
#include "counts.h"
#include "sets.h"
#include <ratchet/model.h>

#include <string.h>

struct layers {
    uint64_t *alive;        /* n + 1 sets */
    uint32_t begun;
};

static uint64_t *layer(const struct rt_self *self, uint32_t i)
{
    return ((struct layers *)self->state)->alive + (size_t)i * set_words(self->payload);
}

static int init(struct rt_self *self)
{
    const struct rt_automaton *a = self->payload;
    struct layers *layers = self->state;
    layers->alive = self->h->alloc(self, (self->v.n + 1) * (size_t)set_words(a) * sizeof *layers->alive);
    if (!layers->alive)
        return RT_ENOMEM;
    set_add(layer(self, 0), a->start);
    for (uint32_t i = 1; i < self->v.n; i++)
        set_fill(a, layer(self, i));
    set_accepting(a, layer(self, self->v.n));
    return RT_OK;
}

/* The cells that lost values since the last run are within [*first, *last]; false: none did. */
static bool changed_cells(struct rt_self *self, uint32_t *first, uint32_t *last)
{
    struct layers *layers = self->state;
    *first = layers->begun ? self->v.n : 0;
    *last = layers->begun ? 0 : self->v.n - 1;
    for (uint32_t e = self->v.seen; e < self->v.nhist; e++) {
        uint32_t pos = self->v.hist[e] >> 6;
        *first = pos < *first ? pos : *first;
        *last = pos > *last ? pos : *last;
    }
    if (!layers->begun) {
        self->h->save(self, &layers->begun, sizeof layers->begun);
        layers->begun = 1;
    }
    return *first <= *last;
}

/* Makes a layer equal to `set`; false: it was. */
static bool change(struct rt_self *self, uint32_t i, const uint64_t *set)
{
    size_t bytes = set_words(self->payload) * sizeof *set;
    if (!memcmp(layer(self, i), set, bytes))
        return false;
    self->h->save(self, layer(self, i), (uint32_t)bytes);
    memcpy(layer(self, i), set, bytes);
    return true;
}

/* Takes out what is not reached from in front any more. The last cell behind which something may have changed;
 * RT_NOPOS: nothing is reached. */
static uint32_t forward(struct rt_self *self, uint32_t first, uint32_t last, uint64_t *set)
{
    uint32_t words = set_words(self->payload), i = first;
    for (bool more = true; more && i < self->v.n; i++) {
        uint64_t any = 0;
        memset(set, 0, words * sizeof *set);
        set_read(self->payload, layer(self, i), self->h->dom(self, i), set);
        for (uint32_t w = 0; w < words; w++)
            any |= set[w] &= layer(self, i + 1)[w];
        if (!any)
            return RT_NOPOS;
        more = change(self, i + 1, set) || i < last;
    }
    return i - 1;
}

static int propagate(struct rt_self *self)
{
    uint32_t first, last, words = set_words(self->payload);
    uint64_t *set = self->h->scratch(self, words * sizeof *set);
    if (!set)
        return RT_ENOMEM;
    if (!changed_cells(self, &first, &last))
        return RT_FIXPOINT;
    if (self->h->tick(self, 1 + (last - first) * (uint64_t)words / 16))
        return RT_ELIMIT;
    uint32_t i = forward(self, first, last, set);
    if (i == RT_NOPOS)
        return self->h->conflict(self, 0);
    for (bool more = true; more; i--) {
        uint64_t dom = self->h->dom(self, i);
        memcpy(set, layer(self, i), words * sizeof *set);
        uint64_t gone = dom & ~set_unread(self->payload, set, dom, layer(self, i + 1));
        if (gone && self->h->drop(self, i, gone, 0) == RT_CONFLICT)
            return RT_CONFLICT;
        more = (change(self, i, set) || i > first) && i;
    }
    return RT_FIXPOINT;
}

/* A reason of which no premise can be spared: from the end, the states that lead to acceptance with all that was known,
 * the opposite of the conclusion included; then, from the start, every value that had left a cell is put back
 * unless it leads there. (So do Cheng and Yap for decision diagrams: Maintaining Generalized Arc Consistency on
 * Ad Hoc r-Ary Constraints, CP 2008; rules/line/reason.h does it for blocks.) */
static int explain(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_automaton *a = self->payload;
    uint32_t n = self->v.n, words = set_words(a);
    uint64_t *back = self->h->scratch(self, (size_t)(n + 3) * words * sizeof *back);
    uint64_t *dom = self->h->scratch(self, n * sizeof *dom), full = set_alphabet(a), premises = 0;
    if (!back || !dom)
        return RT_ENOMEM;
    uint64_t *set = back + (size_t)(n + 1) * words, *next = set + words;
    set_accepting(a, back + (size_t)n * words);
    for (uint32_t i = n; i-- > 0;) {
        dom[i] = i == why->pos ? 1ull << why->value : self->h->dom_then(self, i);
        set_fill(a, back + (size_t)i * words);
        set_unread(a, back + (size_t)i * words, dom[i], back + (size_t)(i + 1) * words);
    }
    set_add(set, a->start);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t out = full & ~dom[i];
        if (i != why->pos) {
            out = set_leads(a, set, out, back + (size_t)(i + 1) * words);
            premises |= out;
            self->h->because(self, i, out);
        }
        memset(next, 0, words * sizeof *next);
        set_read(a, set, full & ~out, next);
        memcpy(set, next, words * sizeof *set);
    }
    if (!premises)
        self->h->because_always(self);
    return RT_OK;
}

/* ---- in words */

static int say_ways(struct rt_self *self, const struct counts *counts)
{
    int scale;
    double total = counts_total(counts, &scale);
    if (total == 0)
        return self->h->print(self, " can't be filled any more");
    if (scale > 40)
        return self->h->print(self, " can be filled in about 2^%d ways only", scale - 1);
    return scale == 1 ? self->h->print(self, " can be filled in one way only")
                      : self->h->print(self, " can be filled in %.0f ways only", ldexp(total, scale));
}

/* What the rule takes away itself is in none of these ways, so that their number is the same for all of it. */
static int describe(struct rt_self *self, const struct rt_why *why)
{
    struct counts counts;
    uint64_t *dom = self->h->scratch(self, self->v.n * sizeof *dom);
    if (!dom)
        return RT_ENOMEM;
    for (uint32_t i = 0; i < self->v.n; i++)
        dom[i] = self->h->dom_then(self, i);
    int counted = counts_make(self, dom, &counts), status = self->h->name_scope(self);
    (void)why;
    if (status != RT_OK || counted == RT_OK)
        return status != RT_OK ? status : say_ways(self, &counts);
    return counted == RT_EUNSUPPORTED ? self->h->print(self, " can be filled in certain ways only") : counted;
}

static const struct rt_rule_class automaton = {
    .size = sizeof automaton,
    .id = "generic.automaton",
    .kind = RT_AUTOMATON,
    .summary = "complete for any automaton: only what is in some word that it accepts stays",
    .tier = 2,
    .level = 5,
    .needs = RT_HISTORY,
    .state_size = sizeof(struct layers),
    .wake = RT_WAKE_ANY,
    .init = init,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&automaton, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "seq.automaton", .version = "1.0", .rules = rules,
};
