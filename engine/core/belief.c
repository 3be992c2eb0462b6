/* Where a solution may be: what each scope says of how likely its variables' values are is passed round until it
 * settles (Pearl, "Probabilistic reasoning in intelligent systems"), and the surest variable is decided first (Mezard,
 * Parisi and Zecchina, "Analytic and algorithmic solution of random satisfiability problems"). A run that begins so
 * goes on as any other from its first contradiction on. */
#include "core/kernel.h"

enum { SETTLE_ROUNDS = 20, RAREST = 64 };
static const float SURE = 0.98f;        /* is decided without asking again */
static const float CHANGE = 0.01f;      /* what is worth hearing again */
static const float LEAST = 1e-4f;       /* nobody is surer than that: else one wrong word silences all others */
static const float INERTIA = 0.3f;      /* of what was said before, so that it settles */

static bool weighs(const struct solver *s, const struct instance *i)
{
    return s->rules[i->rule].class->weigh && !i->parked;
}

static bool add_weigher(struct solver *s, uint32_t instance)
{
    struct beliefs *b = &s->beliefs;
    const struct scope *scope = &s->scopes.at[s->instances.at[instance].scope];
    struct weigher w = {.instance = instance, .at = b->said.n, .nvalues = scope->nvalues};
    uint64_t size = (uint64_t)scope->n * scope->nvalues;
    if (b->said.n + size > UINT32_MAX || !vec_reserve(&b->said, b->said.n + (uint32_t)size, &s->bytes) ||
        !vec_reserve(&b->heard, b->said.n + (uint32_t)size, &s->bytes) || !vec_push(&b->weigher, w, &s->bytes))
        return false;
    b->said.n += (uint32_t)size;
    b->of_scope.at[s->instances.at[instance].scope] = b->weigher.n - 1;
    return true;
}

static inline size_t place_of(const struct weigher *w, uint32_t pos)
{
    return w->at + (size_t)pos * w->nvalues;
}

/* One weigher a scope, the first in order of configuration. */
static bool begin(struct solver *s)
{
    struct beliefs *b = &s->beliefs;
    b->begun = true;
    b->gap = 1;
    if (!vec_reserve(&b->of_scope, s->scopes.n, &s->bytes) || !vec_reserve(&b->chance, s->nvars, &s->bytes) ||
        !vec_reserve(&b->value, s->nvars, &s->bytes))
        return false;
    for (uint32_t k = 0; k < s->scopes.n; k++)
        b->of_scope.at[k] = RT_NOPOS;
    for (uint32_t k = 0; k < s->instances.n; k++) {
        struct instance *i = &s->instances.at[k];
        if (!weighs(s, i) || b->of_scope.at[i->scope] != RT_NOPOS)
            continue;
        if (!model_equip(s, i) || !add_weigher(s, k))
            return false;
    }
    return true;
}

/* What is done for each value is compiled once more for variables of two, which most are. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

ALWAYS_INLINE void normalise(float *chance, uint32_t n)
{
    float sum = 0;
    for (uint32_t a = 0; a < n; a++)
        sum += chance[a];
    for (uint32_t a = 0; a < n; a++)
        chance[a] = sum > 0 ? chance[a] / sum : 1.0f / (float)n;
}

ALWAYS_INLINE void hear_values(const struct solver *s, uint32_t var, uint32_t except, float *chance, uint32_t n)
{
    const struct beliefs *b = &s->beliefs;
    uint64_t dom = domain_of(s, var);
    for (uint32_t a = 0; a < n; a++)
        chance[a] = dom >> a & 1;
    struct occurrences in = occurrences_of(s, var);
    for (const struct occurrence *o = in.at; !single(dom) && o < in.end; o++) {
        uint32_t k = o->scope, w = b->of_scope.at[k];
        if (w == RT_NOPOS || k == except)
            continue;
        const float *said = b->said.at + place_of(&b->weigher.at[w], o->pos);
        for (uint32_t a = 0; a < n; a++)
            chance[a] *= said[a];
    }
    normalise(chance, n);
}

/* What is known of a variable, and what the scopes but `except` say of it. */
static void hear(const struct solver *s, uint32_t var, uint32_t except, float *chance)
{
    uint32_t n = variable_of(s, var).nvalues;
    if (n == 2)
        hear_values(s, var, except, chance, 2);
    else
        hear_values(s, var, except, chance, n);
}

/* The likeliest value becomes the phase. */
static void believe(struct solver *s, uint32_t var)
{
    struct beliefs *b = &s->beliefs;
    struct variable v = variable_of(s, var);
    float chance[64];
    hear(s, var, RT_NOPOS, chance);
    uint32_t best = 0;
    for (uint32_t a = 1; a < v.nvalues; a++)
        if (chance[a] > chance[best])
            best = a;
    b->chance.at[var] = chance[best];
    b->value.at[var] = (uint8_t)best;
    if (v.nvalues == 2)
        s->phase.at[v.atom] = best ? 1 : -1;
    for (uint32_t a = 0; v.nvalues > 2 && a < v.nvalues; a++)
        s->phase.at[v.atom + a] = a == best ? 1 : -1;
}

static void hear_all(struct solver *s, const struct weigher *w)
{
    uint32_t k = s->instances.at[w->instance].scope;
    const struct scope *scope = &s->scopes.at[k];
    for (uint32_t p = 0; p < scope->n; p++)
        hear(s, scope->vars[p], k, s->beliefs.heard.at + place_of(w, p));
}

/* Some positions are fixed now; what neighbours say of the others has been passed on already. */
static void see_fixed(struct solver *s, const struct weigher *w)
{
    const struct scope *scope = &s->scopes.at[s->instances.at[w->instance].scope];
    float *heard = s->beliefs.heard.at + w->at;
    for (uint32_t p = 0; p < scope->n; p++, heard += scope->nvalues) {
        uint64_t dom = domain_of(s, scope->vars[p]);
        for (uint32_t a = 0; single(dom) && a < scope->nvalues; a++)
            heard[a] = dom >> a & 1;
    }
}

/* Scope `from` has said something new of a variable. */
static void pass_on(struct solver *s, uint32_t var, uint32_t from)
{
    struct beliefs *b = &s->beliefs;
    struct occurrences in = occurrences_of(s, var);
    for (const struct occurrence *o = in.at; o < in.end; o++) {
        uint32_t k = o->scope, w = b->of_scope.at[k];
        if (w == RT_NOPOS || k == from)
            continue;
        hear(s, var, k, b->heard.at + place_of(&b->weigher.at[w], o->pos));
        b->weigher.at[w].stirred = true;
    }
}

ALWAYS_INLINE bool is_sane(const float *chance, uint32_t n)
{
    float sum = 0;
    for (uint32_t a = 0; a < n; a++) {
        if (!(chance[a] >= 0))
            return false;
        sum += chance[a];
    }
    return sum > 0 && sum < 1e30f;
}

/* Normalises `chance`; is it anything new? */
ALWAYS_INLINE bool changes(float *chance, const float *before, uint32_t n)
{
    float change = 0;
    normalise(chance, n);
    for (uint32_t a = 0; a < n; a++) {
        float by = chance[a] > before[a] ? chance[a] - before[a] : before[a] - chance[a];
        change = by > change ? by : change;
    }
    return change > CHANGE;
}

/* `said` becomes what it was before and what is said now; false: that is nonsense, or nothing new. */
ALWAYS_INLINE bool say(float *said, float *now, uint32_t n)
{
    if (!is_sane(now, n) || !changes(now, said, n))
        return false;
    for (uint32_t a = 0; a < n; a++)
        said[a] = INERTIA * said[a] + (1 - INERTIA) * (now[a] > LEAST ? now[a] : LEAST);
    return true;
}

static void speak(struct solver *s, struct weigher *w, float *out)
{
    const struct instance *i = &s->instances.at[w->instance];
    const struct scope *scope = &s->scopes.at[i->scope];
    float *said = s->beliefs.said.at + w->at;
    for (uint32_t p = 0; p < scope->n && !i->parked; p++, said += scope->nvalues, out += scope->nvalues) {
        uint32_t var = scope->vars[p], n = variable_of(s, var).nvalues;
        if (single(domain_of(s, var)) || !(n == 2 ? say(said, out, 2) : say(said, out, n)))
            continue;
        believe(s, var);
        pass_on(s, var, i->scope);
    }
}

static void ask(struct solver *s, struct weigher *w)
{
    struct instance *i = &s->instances.at[w->instance];
    const struct scope *scope = &s->scopes.at[i->scope];
    struct arena_mark mark = arena_mark(&s->scratch);
    float *out = arena_alloc(&s->scratch, (size_t)scope->n * scope->nvalues * sizeof *out);
    if (!out) {
        s->out_of_memory = true;
        return;
    }
    struct plugin_call call = plugin_enter(i->plugin, PHASE_WEIGH);
    int status = s->rules[i->rule].class->weigh(&i->plugin->self, s->beliefs.heard.at + w->at, out);
    plugin_leave(i->plugin, call);
    if (status == RT_OK)
        speak(s, w, out);
    else if (status < 0 && status != RT_ELIMIT && !i->parked)
        instance_fault(s, i, "weigh failed with status %d", status);
    arena_reset(&s->scratch, mark);
}

/* One round over the scopes of which something new is known. False: there was none. */
static bool go_round(struct solver *s)
{
    struct beliefs *b = &s->beliefs;
    bool any = false;
    for (uint32_t k = 0; k < b->weigher.n && !session_tick(s->session, 1); k++) {
        struct weigher *w = &b->weigher.at[k];
        const struct instance *i = &s->instances.at[w->instance];
        uint32_t unfixed = s->scopes.at[i->scope].unfixed;
        if (i->parked || !unfixed || (!w->stirred && unfixed == w->unfixed))
            continue;
        w->stirred = false;
        if (s->scopes.at[i->scope].nvalues > 2)
            hear_all(s, w);
        else if (unfixed != w->unfixed)
            see_fixed(s, w);
        w->unfixed = unfixed;
        ask(s, w);
        any = true;
    }
    return any;
}

/* The run has phases of its own: what beliefs suggest is no good for proofs. */
static bool put_phases_by(struct solver *s)
{
    struct beliefs *b = &s->beliefs;
    uint32_t n = s->natoms;
    if (!vec_reserve(&b->phase, n, &s->bytes) || !vec_reserve(&b->best_phase, n, &s->bytes))
        return false;
    memcpy(b->phase.at, s->phase.at, n);
    memcpy(b->best_phase.at, s->best_phase.at, n);
    memset(s->best_phase.at, 0, n);
    b->phase.n = n;
    b->best_trail = s->best_trail;
    s->best_trail = 0;
    return true;
}

void belief_stop(struct solver *s)
{
    struct beliefs *b = &s->beliefs;
    if (!b->phase.n)
        return;
    bool deeper = s->best_trail >= b->best_trail;
    b->gap = deeper ? b->gap + 1 : 2 * b->gap;
    b->gap = b->gap < RAREST ? b->gap : RAREST;
    b->next_run = s->restart_number + b->gap - 1;
    memcpy(s->phase.at, b->phase.at, b->phase.n);
    memcpy(s->best_phase.at, b->best_phase.at, b->phase.n);
    s->best_trail = b->best_trail;
    b->phase.n = 0;
    b->on = false;
}

/* Nobody has said anything yet. */
static void fall_silent(struct solver *s)
{
    struct beliefs *b = &s->beliefs;
    for (uint32_t k = 0; k < b->weigher.n; k++) {
        struct weigher *w = &b->weigher.at[k];
        const struct scope *scope = &s->scopes.at[s->instances.at[w->instance].scope];
        w->stirred = true;
        w->unfixed = RT_NOPOS;
        for (uint32_t p = 0; p < scope->n; p++) {
            float *said = b->said.at + w->at + (size_t)p * scope->nvalues;
            for (uint32_t a = 0; a < scope->nvalues; a++)
                said[a] = 1.0f / (float)scope->nvalues;
        }
    }
}

bool belief_start(struct solver *s)
{
    struct beliefs *b = &s->beliefs;
    b->next_run = RT_NOPOS;     /* until this one is over */
    if ((!b->begun && !begin(s)) || (b->weigher.n && !put_phases_by(s)))
        s->out_of_memory = true;
    if (s->out_of_memory || !b->weigher.n)
        return false;
    fall_silent(s);
    for (uint32_t k = 0; k < b->weigher.n; k++)
        hear_all(s, &b->weigher.at[k]);
    for (uint32_t var = 0; var < s->nvars; var++)
        believe(s, var);
    for (uint32_t round = 0; round < SETTLE_ROUNDS && go_round(s); round++)
        ;
    return true;
}

/* The first of the open puzzle variables with the highest chance; RT_NOPOS: none is open. */
static uint32_t surest(const struct solver *s)
{
    const float *chance = s->beliefs.chance.at;
    uint32_t best = RT_NOPOS;
    for (uint32_t var = 0; var < s->nvars; var++)
        if (!single(domain_of(s, var)) && (best == RT_NOPOS || chance[var] > chance[best]))
            best = var;
    return best;
}

lit belief_next(struct solver *s)
{
    uint32_t best = surest(s);
    if (best != RT_NOPOS && s->beliefs.chance.at[best] < SURE && go_round(s))
        best = surest(s);
    if (best == RT_NOPOS || !(domain_of(s, best) >> s->beliefs.value.at[best] & 1))
        return NO_LIT;
    return lit_is(s, best, s->beliefs.value.at[best]);
}
