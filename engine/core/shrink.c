/* Shrinks a default reason by running the rule alone: a premise without which a fresh run still deduces the same
 * is none.  Only for rules that keep no state and read no history; a scope is small when this pays. */
#include "core/kernel.h"

enum { SMALL_SCOPE = 64, LONG_REASON = 6, MOST_RUNS = 8 };

bool shrink_applies(const struct solver *s, const struct instance *i, uint32_t reason_length)
{
    const struct rt_rule_class *class = s->rules[i->rule].class;
    return i->plugin && class->propagate && !class->state_size && !(class->needs & RT_HISTORY) && !i->naux &&
           s->scopes.at[i->scope].n <= SMALL_SCOPE && reason_length > LONG_REASON && !s->shrinking;
}

static void take(struct shadow *w, uint32_t n, uint32_t words, uint32_t pos, uint64_t gone)
{
    uint32_t back = n - 1 - pos;
    for (gone &= w->dom[pos], w->dom[pos] &= ~gone; gone; gone &= gone - 1) {
        uint32_t at = (uint32_t)__builtin_ctzll(gone) * words;
        w->plane[at + pos / 64] &= ~(1ull << pos % 64);
        w->mirror[at + back / 64] &= ~(1ull << back % 64);
    }
}

int shadow_drop(struct shadow *w, const struct rt_view *v, uint32_t pos, uint64_t gone)
{
    if (pos == w->pos && (gone >> w->value & 1))
        w->hit = true;
    if (gone & w->dom[pos]) {
        w->changed = true;
        take(w, v->n, v->words, pos, gone);
    }
    if (!w->dom[pos])
        w->hit = true;
    return w->hit ? RT_CONFLICT : RT_OK;
}

static void fill(const struct solver *s, const struct scope *scope, struct shadow *w, const uint64_t *gone)
{
    memset(w->plane, 0, (size_t)scope->words * scope->nvalues * sizeof *w->plane);
    memset(w->mirror, 0, (size_t)scope->words * scope->nvalues * sizeof *w->mirror);
    for (uint32_t p = 0; p < scope->n; p++) {
        uint32_t q = scope->n - 1 - p;
        w->dom[p] = full_of(s, scope->vars[p]) & ~gone[p];
        for (uint64_t d = w->dom[p]; d; d &= d - 1) {
            uint32_t at = (uint32_t)__builtin_ctzll(d) * scope->words;
            w->plane[at + p / 64] |= 1ull << p % 64;
            w->mirror[at + q / 64] |= 1ull << q % 64;
        }
    }
}

/* Does the rule still deduce it when only `gone` has left? */
static bool rederives(struct solver *s, struct instance *i, struct plugin *shadow, const uint64_t *gone)
{
    const struct rt_rule_class *class = s->rules[i->rule].class;
    struct shadow *w = shadow->shadow;
    w->hit = false;
    fill(s, &s->scopes.at[i->scope], w, gone);
    for (uint32_t run = 0; run < MOST_RUNS && !w->hit; run++) {
        w->changed = false;
        struct plugin_call call = plugin_enter(shadow, PHASE_PROPAGATE);
        int status = class->propagate(&shadow->self);
        plugin_leave(shadow, call);
        if (status == RT_CONFLICT)
            w->hit = true;
        if (status < 0 || !w->changed)
            break;
    }
    return w->hit;
}

/* `gone[p]`: values that had left position p; cleared where the premise is not needed. pos RT_NOPOS: the
 * conclusion is a conflict. */
void shrink_reason(struct solver *s, struct instance *i, uint32_t pos, uint32_t value, uint64_t *gone)
{
    const struct scope *scope = &s->scopes.at[i->scope];
    struct arena_mark mark = arena_mark(&s->scratch);
    size_t planes = (size_t)scope->words * scope->nvalues;
    uint64_t *memory = arena_alloc(&s->scratch, (2 * planes + scope->n) * sizeof *memory);
    if (memory) {
        struct shadow w = {.plane = memory, .mirror = memory + planes, .dom = memory + 2 * planes, .pos = pos,
                           .value = value};
        struct plugin shadow = *i->plugin;
        shadow.shadow = &w;
        if (shadow.self.v.plane)
            shadow.self.v.plane = w.plane;
        if (shadow.self.v.mirror)
            shadow.self.v.mirror = w.mirror;
        s->shrinking = true;
        bool able = rederives(s, i, &shadow, gone);
        for (uint32_t p = 0; able && p < scope->n; p++) {
            uint64_t kept = gone[p];
            if (!kept)
                continue;
            gone[p] = 0;
            if (!rederives(s, i, &shadow, gone))
                gone[p] = kept;
        }
        s->shrinking = false;
    }
    arena_reset(&s->scratch, mark);
}
