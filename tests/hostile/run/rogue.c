/* Rules of the tiny puzzle that break their contract, or lie, each in one way. */
#include "tiny.h"

#include <ratchet/model.h>

#include <string.h>

/* The first position that is open, or RT_NOPOS. */
static uint32_t first_open(struct rt_self *self)
{
    for (uint32_t i = 0; i < self->v.n; i++)
        if (self->h->dom(self, i) == 3)
            return i;
    return RT_NOPOS;
}

/* Lies: what they say can't be found out without the audit. */

static int unsound(struct rt_self *self)
{
    uint32_t pos = first_open(self);
    return pos == RT_NOPOS ? RT_OK : self->h->drop(self, pos, 2, 0);
}

static int false_conflict(struct rt_self *self)
{
    return self->h->conflict(self, 0);
}

/* Goes on after the conflict that it made. */
static int deaf(struct rt_self *self)
{
    for (uint32_t round = 0; round < 3; round++)
        for (uint32_t i = 0; i < self->v.n; i++)
            self->h->drop(self, i, UINT64_MAX, round);
    return RT_OK;
}

/* True deductions with reasons that are not. */

static int last(struct rt_self *self)
{
    uint32_t open = first_open(self), on = 0;
    for (uint32_t i = 0; i < self->v.n; i++) {
        if (i != open && self->h->dom(self, i) == 3)
            return RT_OK;
        on += self->h->dom(self, i) == 2;
    }
    if (open == RT_NOPOS)
        return on % 2 ? self->h->conflict(self, 0) : RT_OK;
    return self->h->drop(self, open, on % 2 ? 1 : 2, 0);
}

static int explain_untrue(struct rt_self *self, const struct rt_why *why)
{
    (void)why;
    for (uint32_t i = 0; i < self->v.n; i++)
        self->h->because(self, i, 3);
    return RT_OK;
}

static int explain_outside(struct rt_self *self, const struct rt_why *why)
{
    (void)why;
    self->h->because(self, 4711, 1);
    return RT_OK;
}

static int explain_fails(struct rt_self *self, const struct rt_why *why)
{
    (void)self, (void)why;
    return -7;
}

static int explain_drops(struct rt_self *self, const struct rt_why *why)
{
    return self->h->drop(self, why->pos == RT_NOPOS ? 0 : why->pos, 3, 0);
}

/* Broken contracts. */

static int outside(struct rt_self *self)
{
    return self->h->drop(self, 4711, 1, 0);
}

static int outside_planes(struct rt_self *self)
{
    uint64_t gone[2 * 64];
    memset(gone, 0xff, sizeof gone);
    for (uint32_t i = 0; i < self->v.n; i++) /* nothing inside, everything beyond */
        gone[i / 64] &= ~(1ull << i % 64), gone[self->v.words + i / 64] &= ~(1ull << i % 64);
    return self->h->drop_planes(self, gone, 0);
}

static int dom_outside(struct rt_self *self)
{
    return self->h->dom(self, UINT32_MAX) ? RT_OK : RT_FIXPOINT;
}

static int drop_in_init(struct rt_self *self)
{
    return self->h->drop(self, 0, 1, 0);
}

static int strange_status(struct rt_self *self)
{
    (void)self;
    return -7;
}

static int odd_status(struct rt_self *self)
{
    (void)self;
    return 99;
}

static int empty_drop(struct rt_self *self)
{
    for (uint32_t i = 0; i < self->v.n; i++)
        self->h->drop(self, i, 0, 0);
    return RT_OK;
}

/* Values that the domain never had are not there to be dropped. */
static int drop_beyond(struct rt_self *self)
{
    for (uint32_t i = 0; i < self->v.n; i++)
        self->h->drop(self, i, ~(uint64_t)3, 0);
    return RT_OK;
}

static int gives_up(struct rt_self *self)
{
    return self->h->fail(self, RT_ERROR, 0, 0, "the moon is in the wrong house");
}

static int greedy(struct rt_self *self)
{
    return self->h->alloc(self, SIZE_MAX / 2) ? RT_OK : RT_ENOMEM;
}

static int asks(struct rt_self *self)
{
    return self->h->option(self, "nobody_declared_this") ? RT_OK : RT_FIXPOINT;
}

static int models(struct rt_self *self)
{
    uint32_t var = 0;
    return self->h->add_scope(self, "tiny.nobody/1", &var, 1, NULL, 0);
}

static int prints(struct rt_self *self)
{
    return self->h->print(self, "%s", "to no one");
}

static int clause_outside(struct rt_self *self)
{
    static const rt_lit lits[] = {RT_IS(4711, 1), RT_LIT_END};
    return self->h->add_clauses(self, lits, 2);
}

static int clause_without_end(struct rt_self *self)
{
    static const rt_lit lits[] = {RT_IS(0, 1), RT_IS(0, 0)};
    return self->h->add_clauses(self, lits, 2);
}

static int clause_of_strange_aux(struct rt_self *self)
{
    static const rt_lit lits[] = {RT_IS(RT_AUX | 4711, 1), RT_LIT_END};
    return self->h->add_clauses(self, lits, 2);
}

static int huge_aux(struct rt_self *self)
{
    return self->h->add_aux(self, UINT32_MAX - 1, 64) == RT_NOPOS ? RT_ENOMEM : RT_OK;
}

static int wide_aux(struct rt_self *self)
{
    return self->h->add_aux(self, 1, 65) == RT_NOPOS ? RT_ERROR : RT_OK;
}

static int score_outside(struct rt_self *self, uint32_t strategy)
{
    (void)strategy;
    self->h->score(self, 4711, 0, 1);
    return RT_OK;
}

#define RULE(name, ...)                                                                                      \
    static const struct rt_rule_class rule_##name = {.size = sizeof(struct rt_rule_class),                   \
                                                     .id = "rogue." #name,                                   \
                                                     .kind = TINY_EVEN,                                      \
                                                     .summary = "is a rogue",                                \
                                                     .tier = 1,                                              \
                                                     .level = 1,                                             \
                                                     .wake = RT_WAKE_ANY,                                    \
                                                     __VA_ARGS__}

static const char *const strategies[] = {"rogue", NULL};

RULE(unsound, .propagate = unsound);
RULE(false_conflict, .propagate = false_conflict);
RULE(deaf, .propagate = deaf);
RULE(explain_untrue, .propagate = last, .explain = explain_untrue);
RULE(explain_outside, .propagate = last, .explain = explain_outside);
RULE(explain_fails, .propagate = last, .explain = explain_fails);
RULE(explain_drops, .propagate = last, .explain = explain_drops);
RULE(outside, .propagate = outside);
RULE(outside_planes, .propagate = outside_planes, .needs = RT_PLANES);
RULE(dom_outside, .propagate = dom_outside);
RULE(drop_in_init, .init = drop_in_init);
RULE(strange_status, .propagate = strange_status);
RULE(odd_status, .propagate = odd_status);
RULE(empty_drop, .propagate = empty_drop);
RULE(drop_beyond, .propagate = drop_beyond);
RULE(gives_up, .propagate = gives_up);
RULE(greedy, .propagate = greedy);
RULE(asks, .propagate = asks);
RULE(models, .propagate = models);
RULE(prints, .propagate = prints);
RULE(clause_outside, .init = clause_outside);
RULE(clause_without_end, .init = clause_without_end);
RULE(clause_of_strange_aux, .extend = clause_of_strange_aux);
RULE(huge_aux, .init = huge_aux);
RULE(wide_aux, .init = wide_aux);
RULE(status_in_init, .init = strange_status);
RULE(status_in_extend, .extend = strange_status);
RULE(score_outside, .branch = score_outside, .strategies = strategies);

static const struct rt_rule_class *const rules[] = {&rule_unsound,
                                                    &rule_false_conflict,
                                                    &rule_deaf,
                                                    &rule_explain_untrue,
                                                    &rule_explain_outside,
                                                    &rule_explain_fails,
                                                    &rule_explain_drops,
                                                    &rule_outside,
                                                    &rule_outside_planes,
                                                    &rule_dom_outside,
                                                    &rule_drop_in_init,
                                                    &rule_strange_status,
                                                    &rule_odd_status,
                                                    &rule_empty_drop,
                                                    &rule_drop_beyond,
                                                    &rule_gives_up,
                                                    &rule_greedy,
                                                    &rule_asks,
                                                    &rule_models,
                                                    &rule_prints,
                                                    &rule_clause_outside,
                                                    &rule_clause_without_end,
                                                    &rule_clause_of_strange_aux,
                                                    &rule_huge_aux,
                                                    &rule_wide_aux,
                                                    &rule_status_in_init,
                                                    &rule_status_in_extend,
                                                    &rule_score_outside,
                                                    NULL};

RT_EXPORT const struct rt_bundle rt_bundle = {RT_BUNDLE_HEAD, "rogue", "1.0", NULL, NULL, NULL, rules};
