/* Looks at one instance at a time. A rule that adds clauses is read off its clauses; a rule that propagates is run
 * one level up, and everything it did is taken back. */
#include "core/deduce.h"

#include "core/kernel.h"

#include <stdio.h>

bool deduce_begin(struct solver *s)
{
    struct arena *arena = s->session->arena;
    struct steps *steps = &s->steps;
    steps->first = arena_alloc(arena, (s->scopes.n + 1) * sizeof *steps->first);
    steps->instance = arena_alloc(arena, (s->instances.n + 1) * sizeof *steps->instance);
    steps->seen = arena_alloc(arena, s->instances.n + 1);
    if (!steps->first || !steps->instance || !steps->seen)
        return false;
    for (uint32_t k = 0; k < s->instances.n; k++)
        steps->first[s->instances.at[k].scope + 1]++;
    for (uint32_t k = 0; k < s->scopes.n; k++)
        steps->first[k + 1] += steps->first[k];
    uint32_t *at = arena_copy(arena, steps->first, (s->scopes.n + 1) * sizeof *at);
    for (uint32_t k = 0; at && k < s->instances.n; k++)
        steps->instance[at[s->instances.at[k].scope]++] = k;
    return at;
}

uint32_t solver_ninstances(const struct solver *s)
{
    return s->instances.n;
}

uint32_t solver_instance_rule(const struct solver *s, uint32_t instance)
{
    return s->instances.at[instance].rule;
}

uint32_t solver_instance_scope(const struct solver *s, uint32_t instance)
{
    return s->instances.at[instance].scope;
}

bool solver_is_seen(const struct solver *s, uint32_t instance)
{
    return s->steps.seen[instance];
}

void solver_each_scope(const struct solver *s, uint32_t var, void (*call)(void *context, uint32_t scope), void *context)
{
    struct occurrences in = occurrences_of(s, var);
    for (const struct occurrence *o = in.at; o < in.end; o++)
        call(context, o->scope);
}

uint64_t solver_domain(const struct solver *s, uint32_t var)
{
    return domain_of(s, var);
}

uint64_t solver_full(const struct solver *s, uint32_t var)
{
    return full_of(s, var);
}

uint32_t solver_unknown(const struct solver *s)
{
    return s->unfixed;
}

bool solver_exhausted(struct solver *s)
{
    return session_tick(s->session, 1) || s->out_of_memory;
}

/* A look on its way: who is asked, and from where on the trail is not yet known. */
struct look {
    struct solver *s;
    uint32_t instance, start;
    bool glance;                /* nobody asks why */
    finding_call *found;
    void *context;
};

/* False: it rests on what the same look has found. */
static bool direct(const struct look *look, const lit *why, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        if (look->s->fact.at[why[k] >> 1].pos >= look->start)
            return false;
    return true;
}

static void emit(const struct look *look, struct finding *finding, const lit *why, uint32_t n)
{
    struct solver *s = look->s;
    const struct instance *i = &s->instances.at[look->instance];
    if (!look->glance && !direct(look, why, n))
        return;
    s->premises.n = 0;
    premises_of(s, why, n);
    finding->instance = look->instance;
    finding->rule = i->rule;
    finding->scope = i->scope;
    finding->premises = s->premises.at;
    finding->npremises = s->premises.n;
    look->found(look->context, finding);
}

/* The values that leave when a literal comes to hold. */
static uint64_t gone_by(const struct solver *s, lit l)
{
    uint32_t gone = lit_gone(s, l), var = owner_of(s, l >> 1);
    return gone != RT_NOPOS ? 1ull << gone : full_of(s, var) & ~(1ull << ((l >> 1) - variable_of(s, var).atom));
}

/* One clause: a conflict where all of it is false, a finding where one literal is left. */
static void look_at_clause(const struct look *look, const struct clause_view *c)
{
    struct solver *s = look->s;
    lit open = NO_LIT;
    s->blame.n = 0;
    for (uint32_t k = 0; k < c->size; k++) {
        int8_t val = s->val.at[c->lit[k]];
        if (val > 0 || (val == 0 && open != NO_LIT))
            return;
        if (val == 0)
            open = c->lit[k];
        else if (!vec_push(&s->blame, c->lit[k] ^ 1, &s->bytes))
            s->out_of_memory = true;
    }
    struct finding finding = {.conflict = open == NO_LIT, .var = RT_NOPOS};
    if (open != NO_LIT) {
        finding.var = owner_of(s, open >> 1);
        finding.gone = gone_by(s, open) & domain_of(s, finding.var);
    }
    if (finding.conflict || finding.var < s->nvars)
        emit(look, &finding, s->blame.at, s->blame.n);
}

static void look_at_clauses(const struct look *look, const struct instance *i)
{
    for (uint32_t at = i->clauses; at < i->clauses_end;) {
        const struct clause_view *c = clause_at(look->s, at);
        look_at_clause(look, c);
        at += CLAUSE_HEAD + c->size;
    }
}

/* Asked with nothing of this look known; if the rule can't say then, with what it had found before. */
static const lit *why_now(const struct look *look, lit l, struct reason reason, uint32_t before, uint32_t *n)
{
    bool own;
    const lit *why = reason_before(look->s, l, reason, look->start, &own, n);
    return own ? why : reason_before(look->s, l, reason, before, &own, n);
}

static void look_at_drop(const struct look *look, struct told told)
{
    struct solver *s = look->s;
    for (uint64_t gone = told.gone; gone; gone &= gone - 1) {
        lit l = lit_isnt(s, told.var, (uint32_t)__builtin_ctzll(gone));
        uint32_t n, pos = s->fact.at[l >> 1].pos;
        if (s->val.at[l] <= 0 || pos < look->start)
            continue;
        n = 0;
        const lit *why = look->glance ? NULL : why_now(look, l, told.reason, pos, &n);
        struct finding finding = {.var = told.var, .gone = gone & -gone, .tag = told.tag};
        emit(look, &finding, why, n);
    }
}

/* A drop that would leave nothing rests on what is known of the variable, too. */
static void look_at_conflict(const struct look *look, struct conflict conflict, uint32_t tag)
{
    struct solver *s = look->s;
    uint32_t n = 0;
    struct finding finding = {.conflict = true, .var = RT_NOPOS, .tag = tag};
    const lit *why = look->glance ? NULL : why_now(look, conflict.lit, conflict.reason, s->trail.n, &n);
    s->blame.n = 0;
    for (uint32_t k = 0; k < n; k++)
        if (!vec_push(&s->blame, why[k], &s->bytes))
            s->out_of_memory = true;
    if (conflict.lit != NO_LIT) {
        finding.var = owner_of(s, conflict.lit >> 1);
        finding.gone = gone_by(s, conflict.lit);
        if (!vec_push(&s->blame, conflict.lit ^ 1, &s->bytes))
            s->out_of_memory = true;
    }
    emit(look, &finding, s->blame.at, s->blame.n);
}

static void look_by_running(const struct look *look)
{
    struct solver *s = look->s;
    uint32_t level = s->levels.n;
    trail_open(s, NO_LIT);
    if (s->levels.n == level)
        return;
    s->steps.told.n = 0;
    bool fine = schedule_try(s, look->instance);
    struct conflict conflict = s->conflict;
    uint32_t n = s->steps.told.n;
    for (uint32_t k = 0; k < n; k++)
        look_at_drop(look, s->steps.told.at[k]);
    if (!fine)
        look_at_conflict(look, conflict, conflict.lit != NO_LIT && n ? s->steps.told.at[n - 1].tag
                                                                     : conflict.reason.tag);
    trail_backjump(s, level);
    schedule_clear(s);
}

static void look_at(const struct look *look)
{
    struct solver *s = look->s;
    struct instance *i = &s->instances.at[look->instance];
    s->steps.seen[look->instance] = 1;
    s->steps.start = look->start;
    if (i->parked)
        return;
    look_at_clauses(look, i);
    if (s->rules[i->rule].class->propagate && !i->asleep && i->tier < PROBING)
        look_by_running(look);
}

void solver_look(struct solver *s, uint32_t instance, finding_call *found, void *context)
{
    struct look look = {s, instance, s->trail.n, false, found, context};
    look_at(&look);
}

void solver_glance(struct solver *s, uint32_t instance, finding_call *found, void *context)
{
    struct look look = {s, instance, s->trail.n, true, found, context};
    look_at(&look);
}

static uint32_t position(const struct scope *scope, uint32_t var)
{
    for (uint32_t p = 0; p < scope->n; p++)
        if (scope->vars[p] == var)
            return p;
    return RT_NOPOS;
}

int solver_say(struct solver *s, const struct finding *finding, struct text *out)
{
    struct instance *i = &s->instances.at[finding->instance];
    struct rt_why why = {.pos = RT_NOPOS, .tag = finding->tag};
    if (finding->var != RT_NOPOS) {
        why.pos = position(&s->scopes.at[i->scope], finding->var);
        why.value = (uint32_t)__builtin_ctzll(finding->gone);
    }
    return reason_describe(s, i, &why, s->steps.start, out);
}

int solver_judge(struct solver *s, uint32_t index, struct finding *finding, char *what, size_t capacity)
{
    const struct scope *scope = &s->scopes.at[index];
    if (scope->unfixed || !scope->kind)
        return RT_OK;
    struct rt_verdict verdict;
    int status = schedule_check(s, index, &verdict);
    if (status != RT_CONFLICT)
        return status;
    s->premises.n = 0;
    premises_of(s, s->blame.at, s->blame.n);
    *finding = (struct finding){.instance = RT_NOPOS, .rule = RT_NOPOS, .scope = index, .conflict = true,
                                .var = RT_NOPOS, .premises = s->premises.at, .npremises = s->premises.n};
    verdict.what[sizeof verdict.what - 1] = 0;
    snprintf(what, capacity, "%s", verdict.what);
    return RT_CONFLICT;
}

static void unsee(struct solver *s, uint32_t var)
{
    struct occurrences in = occurrences_of(s, var);
    for (const struct occurrence *o = in.at; o < in.end; o++)
        for (uint32_t at = s->steps.first[o->scope]; at < s->steps.first[o->scope + 1]; at++)
            s->steps.seen[s->steps.instance[at]] = 0;
}

void solver_narrow(struct solver *s, uint32_t var, uint64_t gone)
{
    gone &= domain_of(s, var);
    if (!gone || gone == domain_of(s, var))
        return;
    for (; gone; gone &= gone - 1)
        trail_enqueue(s, lit_isnt(s, var, (uint32_t)__builtin_ctzll(gone)),
                      (struct reason){.type = R_ALWAYS, .ref = RT_NOPOS});
    schedule_clear(s);
    unsee(s, var);
}

bool solver_assume(struct solver *s, uint32_t var, uint64_t gone)
{
    uint32_t level = s->levels.n, n = s->instances.n;
    if (!vec_reserve(&s->steps.kept, (level + 1) * n + 1, &s->bytes)) {
        s->out_of_memory = true;
        return false;
    }
    trail_open(s, NO_LIT);
    if (s->levels.n == level)
        return false;
    memcpy(s->steps.kept.at + (size_t)level * n, s->steps.seen, n);
    solver_narrow(s, var, gone);
    return true;
}

void solver_retract(struct solver *s)
{
    uint32_t level = s->levels.n - 1, n = s->instances.n;
    trail_backjump(s, level);
    memcpy(s->steps.seen, s->steps.kept.at + (size_t)level * n, n);
}
