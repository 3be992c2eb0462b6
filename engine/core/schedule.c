/* The scheduler: clauses first, then rules by tier, always the cheapest that has work; at the fixed point the checks of
 * scopes that are all known. */
#include "core/kernel.h"

#include "util/clock.h"

#include <stdarg.h>
#include <stdio.h>

enum {
    SAMPLE = 64,            /* one call in so many is timed: the clock costs more than a line solve */
    MOST_VAIN = 6,          /* looks in a row, each with a rest twice as long behind it */
    BATCH_LEAST = 3, BATCH_MOST = 8     /* instances a call of propagate_batch */
};

void instance_fault(struct solver *s, struct instance *i, const char *format, ...)
{
    char what[512];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    i->parked = 1;
    s->rule_stats[i->rule].faults++;
    if (!s->rule_fault[i->rule])
        s->rule_fault[i->rule] = arena_string(s->session->arena, what);
}

void schedule_push(struct solver *s, uint32_t index)
{
    struct instance *i = &s->instances.at[index];
    if (i->queued || i->parked)
        return;
    i->queued = 1;
    s->rule_stats[i->rule].wakeups++;
    struct ring *ring = &s->ring[i->tier];
    ring->at[(ring->head + ring->n++) & ring->mask] = index;
}

static uint32_t pop(struct solver *s, uint32_t tier)
{
    struct ring *ring = &s->ring[tier];
    uint32_t index = ring->at[ring->head];
    ring->head = (ring->head + 1) & ring->mask;
    ring->n--;
    return index;
}

static void clear_below(struct solver *s, uint32_t below)
{
    for (uint32_t tier = 0; tier < below; tier++)
        while (s->ring[tier].n)
            s->instances.at[pop(s, tier)].queued = 0;
    s->check_queue.n = 0;
}

void schedule_clear(struct solver *s)
{
    clear_below(s, TIERS);
}

/* The reason given by because() since the last drop, or the lazy default. */
static struct reason take_reason(struct solver *s, struct instance *i, uint32_t pos, uint32_t tag)
{
    uint32_t index = instance_index(s, i);
    if (s->eager_untrue) {
        s->eager_untrue = s->eager_always = false;
        s->eager.n = s->eager_open;
    }
    bool always = s->eager_always && s->eager.n == s->eager_open;
    s->eager_always = false;
    if (always) {
        return (struct reason){.type = R_EAGER, .ref = s->eager_open, .tag = 0, .pos = index};
    }
    if (s->eager.n == s->eager_open && s->probed)   /* from beyond its scope: all decisions so far */
        return (struct reason){.type = R_FLIP};
    if (s->eager.n == s->eager_open)
        return (struct reason){.type = R_RULE, .ref = index, .tag = tag, .pos = pos};
    struct reason r = {.type = R_EAGER, .ref = s->eager_open, .tag = s->eager.n - s->eager_open, .pos = index};
    s->eager_open = s->eager.n;
    return r;
}

static int apply_drop(struct solver *s, struct instance *i, uint32_t pos, uint64_t gone, struct reason reason)
{
    struct rule_stats *stats = &s->rule_stats[i->rule];
    uint32_t var = s->scopes.at[i->scope].vars[pos];
    gone &= domain_of(s, var);
    if (!gone)
        return RT_OK;
    stats->narrowings++;
    stats->removed += (uint32_t)__builtin_popcountll(gone);
    i->wrote = 1;
    for (; gone; gone &= gone - 1) {
        s->changes++;
        if (!trail_enqueue(s, lit_isnt(s, var, (uint32_t)__builtin_ctzll(gone)), reason))
            return RT_CONFLICT;
    }
    return RT_OK;
}

/* A drop by the instance that runs: it is not woken by it, but says itself whether it is done. */
static int drop_now(struct solver *s, struct instance *i, uint32_t pos, uint64_t gone, struct reason reason)
{
    uint8_t queued = i->queued;
    i->queued = 1;
    int status = apply_drop(s, i, pos, gone, reason);
    i->queued = queued;
    return status;
}

/* What was dropped, with its tag: reasons keep it for lazy ones only. */
static void tell(struct solver *s, const struct instance *i, uint32_t pos, uint64_t gone, uint32_t tag,
                 struct reason reason)
{
    uint32_t var = s->scopes.at[i->scope].vars[pos];
    struct told told = {var, tag, gone & domain_of(s, var), reason};
    if (!vec_push(&s->steps.told, told, &s->bytes))
        s->out_of_memory = true;
}

/* A drop that waits takes effect later than it was deduced, when more is known than its rule saw: what is to be asked
 * of the rule is asked now. */
static struct reason settle_reason(struct solver *s, struct instance *i, uint32_t pos, uint32_t value,
                                   struct reason reason)
{
    bool needed = s->options.keep_reasons || (s->options.learn && s->levels.n);
    if (reason.type != R_RULE || !needed)
        return reason;
    uint32_t n, at = s->eager.n;
    const lit *why = reason_ask(s, lit_isnt(s, s->scopes.at[i->scope].vars[pos], value), reason, &n);
    for (uint32_t k = 0; k < n; k++)
        if (!vec_push(&s->eager, why[k], &s->bytes))
            s->out_of_memory = true;
    s->eager_open = s->eager.n;
    return (struct reason){.type = R_EAGER, .ref = at, .tag = s->eager.n - at, .pos = instance_index(s, i)};
}

static void defer(struct solver *s, struct instance *i, uint32_t pos, uint64_t gone, struct reason reason)
{
    for (gone &= domain_of(s, s->scopes.at[i->scope].vars[pos]); gone; gone &= gone - 1) {
        struct reason settled = settle_reason(s, i, pos, (uint32_t)__builtin_ctzll(gone), reason);
        struct pending_drop drop = {instance_index(s, i), pos, gone & -gone, settled};
        if (!vec_push(&s->pending, drop, &s->bytes))
            s->out_of_memory = true;
    }
}

int schedule_drop(struct solver *s, struct instance *i, uint32_t pos, uint64_t gone, uint32_t tag)
{
    grid_end(s);
    if (s->conflict.is)
        return RT_CONFLICT;
    struct reason reason = take_reason(s, i, pos, tag);
    if (s->options.stepwise)
        tell(s, i, pos, gone, tag, reason);
    if (!s->deferring)
        return drop_now(s, i, pos, gone, reason);
    defer(s, i, pos, gone, reason);
    return RT_OK;
}

int schedule_conflict(struct solver *s, struct instance *i, uint32_t tag)
{
    if (!s->conflict.is) {
        i->wrote = 1;
        trail_conflict(s, NO_LIT, take_reason(s, i, RT_NOPOS, tag));
    }
    return RT_CONFLICT;
}

/* A sample as long as a slice of the processor, from a rule that is quick: another process ran meanwhile. It would
 * count for SAMPLE calls. */
static bool was_interrupted(const struct rule_stats *stats, double ns)
{
    enum { SLICE = 500000, OUTLIER = 64 };
    return ns > SLICE && ns > OUTLIER * (double)stats->ns / (double)stats->runs;
}

/* The time of some runs, which may stand for others. */
struct timing {
    double start, weight;   /* weight 0: not timed */
};

/* `n` runs begin. */
static struct timing timing_start(const struct solver *s, struct rule_stats *stats, uint32_t n)
{
    bool each = s->options.stats_full || stats->runs < SAMPLE, sampled = (stats->runs + n - 1) % SAMPLE < n;
    stats->runs += n;
    return (struct timing){each || sampled ? clock_seconds() : 0, each ? 1 : sampled ? (double)SAMPLE / n : 0};
}

static void timing_end(const struct solver *s, struct timing timing, struct rule_stats *stats)
{
    double ns = timing.weight > 0 ? 1e9 * (clock_seconds() - timing.start) : 0;
    if (timing.weight > 0 && (s->options.stats_full || !was_interrupted(stats, ns)))
        stats->ns += (uint64_t)(ns * timing.weight);
}

static int call_propagate(struct solver *s, struct instance *i, const struct rt_rule_class *class)
{
    struct timing timing = timing_start(s, &s->rule_stats[i->rule], 1);
    struct plugin_call call = plugin_enter(i->plugin, PHASE_PROPAGATE);
    int status = class->propagate(&i->plugin->self);
    plugin_leave(i->plugin, call);
    timing_end(s, timing, &s->rule_stats[i->rule]);
    return status;
}

static void set_history(struct solver *s, struct instance *i)
{
    if (i->history == RT_NOPOS)
        return;
    struct rt_view *v = &i->plugin->self.v;
    v->nhist = s->scopes.at[i->scope].history[i->history].n;
    v->seen = i->seen;
}

static void history_done(struct solver *s, struct instance *i)
{
    if (i->history == RT_NOPOS || i->seen == i->plugin->self.v.nhist)
        return;
    trail_save(s, &i->seen, sizeof i->seen);
    i->seen = i->plugin->self.v.nhist;
}

static void judge(struct solver *s, struct instance *i, int status, bool changed)
{
    switch (status) {
    case RT_OK:
        if (changed && !s->conflict.is)
            schedule_push(s, instance_index(s, i));
        break;
    case RT_FIXPOINT:
        break;
    case RT_ENTAILED:
        trail_save(s, &i->asleep, sizeof i->asleep);
        i->asleep = 1;
        break;
    case RT_CONFLICT:
        if (!s->conflict.is) {  /* returned without conflict(): no tag, so everything known is the reason */
            trail_conflict(s, NO_LIT, (struct reason){.type = R_RULE, .ref = instance_index(s, i)});
            i->wrote = 1;
        }
        break;
    case RT_ELIMIT:
        break;
    default:
        if (status > 0 || !i->parked)
            instance_fault(s, i, status > 0 || status < RT_ELIMIT ? "it returned %d, which is no status"
                                                                   : "it failed with status %d", status);
    }
}

/* It has been woken in vain. */
static bool rests(const struct solver *s, const struct instance *i)
{
    return i->parked || i->asleep || i->waits || (i->covered && s->clauses_only && s->levels.n);
}

/* A late rule that looks at the whole board and finds nothing isn't asked again at once, and ever less. */
static void take_rest(struct instance *i, bool useful)
{
    i->vain = useful ? 0 : i->vain + (i->vain < MOST_VAIN);
    i->rests = (1u << i->vain) - 1;
}

/* One call of propagate; false: conflict is set. */
static bool run_instance(struct solver *s, uint32_t index)
{
    struct instance *i = &s->instances.at[index];
    if (rests(s, i)) {
        i->queued = 0;
        return true;
    }
    if (i->rests && s->levels.n) {
        i->rests--;
        i->queued = 0;
        return true;
    }
    const struct rt_rule_class *class = s->rules[i->rule].class;
    struct rule_stats *stats = &s->rule_stats[i->rule];
    uint64_t changes = s->changes;
    uint32_t pending = s->pending.n;
    s->eager_open = s->eager.n;
    s->eager_always = s->eager_untrue = s->probed = false;
    set_history(s, i);
    i->queued = 1;      /* nor is it woken by what it drops otherwise than by schedule_drop: in probes */
    int status = call_propagate(s, i, class);
    i->queued = 0;
    s->eager_open = s->eager.n;     /* a caller's unfinished reason is void: it gets the default */
    history_done(s, i);
    bool changed = s->changes != changes || s->pending.n != pending;
    judge(s, i, status, changed);
    if (changed || s->conflict.is)
        stats->useful++;
    if (s->conflict.is)
        stats->conflicts++;
    if (s->rules[i->rule].late && i->tier >= WHOLE_BOARD)
        take_rest(i, changed || s->conflict.is);
    return !s->conflict.is;
}

/* Pops up to `n` instances; the living ones go to `run`. */
static uint32_t pop_living(struct solver *s, uint32_t tier, uint32_t n, struct instance **run)
{
    uint32_t living = 0;
    for (uint32_t k = 0; k < n; k++) {
        struct instance *i = &s->instances.at[pop(s, tier)];
        i->queued = 0;
        if (!rests(s, i))
            run[living++] = i;
    }
    return living;
}

/* One call of propagate_batch for living instances of one rule. */
static int call_batch(struct solver *s, struct instance *const *run, uint32_t n, int *status)
{
    struct rt_self *self[BATCH_MOST];
    struct plugin_call call[BATCH_MOST];
    struct rule_stats *stats = &s->rule_stats[run[0]->rule];
    struct timing timing = timing_start(s, stats, n);
    for (uint32_t k = 0; k < n; k++) {
        set_history(s, run[k]);
        run[k]->wrote = 0;
        call[k] = plugin_enter(run[k]->plugin, PHASE_BATCH);
        self[k] = &run[k]->plugin->self;
        status[k] = RT_OK;
    }
    int all = s->rules[run[0]->rule].class->propagate_batch(self, n, status);
    for (uint32_t k = n; k-- > 0;)
        plugin_leave(run[k]->plugin, call[k]);
    timing_end(s, timing, stats);
    return all;
}

/* As run_instance for each of the first `n` in the ring, which are of one rule. They read what the others have not yet
 * written, and are woken by what those write: at the fixed point it makes no difference. */
static bool run_batch(struct solver *s, uint32_t tier, uint32_t n)
{
    struct instance *run[BATCH_MOST];
    int status[BATCH_MOST];
    n = pop_living(s, tier, n, run);
    if (!n)
        return true;
    struct rule_stats *stats = &s->rule_stats[run[0]->rule];
    s->eager_open = s->eager.n;
    s->eager_always = s->eager_untrue = s->probed = false;
    int all = call_batch(s, run, n, status);
    session_tick(s->session, n - 1);
    for (uint32_t k = 0; k < n; k++) {
        history_done(s, run[k]);
        judge(s, run[k], all < 0 ? all : status[k], run[k]->wrote);
        stats->useful += run[k]->wrote;
    }
    stats->conflicts += s->conflict.is;
    return !s->conflict.is;
}

/* How many instances at the head of a ring may run in one call. In the search they are few, and the order in which they
 * run decides what is learned. */
static uint32_t batch_size(const struct solver *s, uint32_t tier, uint32_t below)
{
    const struct ring *ring = &s->ring[tier];
    uint32_t rule = s->instances.at[ring->at[ring->head]].rule, n = 1;
    if ((s->levels.n && below == TIERS) || !s->rules[rule].class->propagate_batch)
        return 1;
    while (n < ring->n && n < BATCH_MOST && s->instances.at[ring->at[(ring->head + n) & ring->mask]].rule == rule)
        n++;
    return n < BATCH_LEAST ? 1 : n;
}

bool schedule_try(struct solver *s, uint32_t instance)
{
    return run_instance(s, instance);
}

/* Where `check` is asked for the values of a small scope, its answer is kept for all scopes of the shape: the bit for
 * these values; 0: the scope is not small. */
static uint32_t answer_bit(const struct solver *s, const struct scope *scope)
{
    uint32_t values = 0;
    if (scope->shape == RT_NOPOS || scope->n > KNOT_ATOMS)
        return 0;
    for (uint32_t p = 0; p < scope->n; p++)
        values |= (uint32_t)(domain_of(s, scope->vars[p]) >> 1 & 1) << p;
    return 1u << values;
}

int schedule_check(struct solver *s, uint32_t index, struct rt_verdict *verdict)
{
    struct scope *scope = &s->scopes.at[index];
    uint32_t bit = answer_bit(s, scope);
    if (bit && s->shapes.at[scope->shape].legal & bit)
        return RT_OK;
    for (uint32_t p = 0; p < scope->n; p++)
        s->values[p] = scope->plane && scope->nvalues == 2
                           ? scope->plane[scope->words + p / 64] >> p % 64 & 1
                           : (uint8_t)__builtin_ctzll(domain_of(s, scope->vars[p]));
    verdict->blame = s->positions;
    verdict->nblame = 0;
    verdict->what[0] = verdict->place[0] = 0;
    s->stats.checks++;
    if (scope->kind->check(scope->payload, scope->payload_size, s->values, scope->n, verdict) != RT_CONFLICT) {
        if (bit)
            s->shapes.at[scope->shape].legal |= bit;
        return RT_OK;
    }
    bool all = verdict->nblame == 0 || verdict->nblame > scope->n || verdict->blame != s->positions;
    uint32_t n = all ? scope->n : verdict->nblame;
    s->blame.n = 0;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t pos = all ? k : s->positions[k];
        if (pos >= scope->n) {  /* nonsense: blame everything */
            all = true;
            n = scope->n;
            k = UINT32_MAX;
            s->blame.n = 0;
            continue;
        }
        if (!vec_push(&s->blame, lit_is(s, scope->vars[pos], s->values[pos]), &s->bytes))
            s->out_of_memory = true;
    }
    return RT_CONFLICT;
}

static bool run_check(struct solver *s, uint32_t index)
{
    struct rt_verdict verdict;
    if (schedule_check(s, index, &verdict) != RT_CONFLICT)
        return true;
    trail_conflict(s, NO_LIT, (struct reason){.type = R_ALWAYS, .ref = RT_NOPOS});
    s->conflict.blamed = true;
    return false;
}

static bool run_checks(struct solver *s)
{
    while (s->check_queue.n)
        if (!run_check(s, s->check_queue.at[--s->check_queue.n]))
            return false;
    return true;
}

/* The tier whose turn it is; `below`: none has work. */
static uint32_t lowest(const struct solver *s, uint32_t below)
{
    uint32_t tier = 0;
    while (tier < below && !s->ring[tier].n)
        tier++;
    return tier;
}

static bool is_open(const struct solver *s, const struct scope *scope)
{
    uint32_t p = 0;
    while (p < scope->n && single(domain_of(s, scope->vars[p])))
        p++;
    return p < scope->n;
}

bool schedule_check_idle(struct solver *s)
{
    for (uint32_t k = 0; k < s->scopes.n; k++) {
        const struct scope *scope = &s->scopes.at[k];
        bool open = s->unfixed && is_open(s, scope);
        if (!scope->kind || !(scope->idle || s->behind) || open || run_check(s, k))
            continue;
        if (scope->idle && !model_wake_idle(s))     /* clauses leave something to find: from now on it is soon */
            s->out_of_memory = true;
        s->behind = true;
        return false;
    }
    s->behind = false;
    return true;
}

static bool run_tiers(struct solver *s, uint32_t below)
{
    for (;;) {
        if (!clause_propagate(s))
            return false;
        if (s->out_of_memory || session_tick(s->session, 1))
            return true;
        if (below == TIERS)
            solver_show_progress(s);
        uint32_t tier = lowest(s, below);
        if (tier == below && s->grid.on) {
            grid_turn(s);
            tier = lowest(s, below);
        }
        if (tier == below)
            return run_checks(s);
        uint32_t n = batch_size(s, tier, below);
        if (s->grid.on)
            n = grid_ready(s, &s->ring[tier], n);
        if (!(n > 1 ? run_batch(s, tier, n) : run_instance(s, pop(s, tier))))
            return false;
    }
}

static bool apply_pending(struct solver *s)
{
    bool fine = true;
    for (uint32_t k = 0; k < s->pending.n && fine; k++) {
        struct pending_drop *d = &s->pending.at[k];
        fine = apply_drop(s, &s->instances.at[d->instance], d->pos, d->gone, d->reason) == RT_OK;
    }
    s->pending.n = 0;
    return fine && clause_propagate(s);
}

static bool take_from_rings(struct solver *s, uint32_t below)
{
    bool any = false;
    for (uint32_t tier = 0; tier < below; tier++)
        while (s->ring[tier].n) {
            pop(s, tier);
            any = true;
        }
    return any;     /* the instances keep their `queued` mark */
}

/* One round: every instance that has work, scope after scope. */
static bool sweep(struct solver *s, uint32_t below)
{
    for (uint32_t scope = 0; scope < s->scopes.n; scope++)
        for (uint32_t k = s->scopes.at[scope].first_instance; k != RT_NOPOS;
             k = s->instances.at[k].next_of_scope) {
            struct instance *i = &s->instances.at[k];
            if (!i->queued || i->tier >= below)
                continue;
            take_from_rings(s, below);
            if (!run_instance(s, k) || !clause_propagate(s))
                return false;
            if (s->out_of_memory || session_tick(s->session, 1))
                return true;
        }
    return true;
}

static void count_sweep(struct solver *s)
{
    s->stats.sweeps++;
    if (!s->levels.n && !vec_push(&s->sweep_unknown, s->unfixed, &s->bytes))
        s->out_of_memory = true;
}

/* The articles' rounds: until a round changes nothing. */
static bool run_rounds(struct solver *s, uint32_t below)
{
    uint64_t before;
    do {
        if (!clause_propagate(s) || !run_checks(s))
            return false;
        before = s->changes;
        take_from_rings(s, below);
        s->deferring = s->options.policy == POLICY_BATCH;
        bool fine = sweep(s, below);
        s->deferring = false;
        if (!fine || !apply_pending(s)) {
            s->pending.n = 0;
            return false;
        }
        if (s->out_of_memory || s->session->stop)
            return true;
        count_sweep(s);
    } while (s->changes != before);
    take_from_rings(s, below);
    return run_checks(s);
}

/* A probe runs the cheaper tiers to their fixed point, so it starts only when the rounds are over. */
static bool run_sweeps(struct solver *s)
{
    for (;;) {
        if (!run_rounds(s, PROBING))
            return false;
        if (s->out_of_memory || s->session->stop || !s->ring[PROBING].n)
            return true;
        if (!run_instance(s, pop(s, PROBING)))
            return false;
    }
}

static void unqueue_all(struct solver *s)
{
    for (uint32_t k = 0; k < s->instances.n; k++)
        s->instances.at[k].queued = 0;
}

bool schedule_run(struct solver *s, uint32_t below)
{
    if (s->options.policy == POLICY_TIERS || below < TIERS) {
        bool fine = run_tiers(s, below);
        if (s->grid.on) {
            grid_end(s);
            fine = fine && run_tiers(s, below);     /* checks */
        }
        if (!fine)
            clear_below(s, below);
        return fine;
    }
    bool fine = run_sweeps(s);
    if (!fine) {
        schedule_clear(s);
        unqueue_all(s);
    }
    return fine;
}

static void premises_because(struct solver *s, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        if (!vec_push(&s->eager, s->learnt.at[k], &s->bytes))
            s->out_of_memory = true;
}

/* The assumption failed: `keep` leaves, because of what analyze_probe left in s->learnt. */
static int refuted(struct solver *s, struct instance *i, uint32_t pos, uint64_t keep)
{
    uint32_t n = s->learnt.n;
    uint32_t at = s->eager.n;
    premises_because(s, n);
    struct reason reason = {.type = R_EAGER, .ref = at, .tag = n, .pos = instance_index(s, i)};
    s->eager_open = s->eager.n;
    apply_drop(s, i, pos, keep, reason);
    return RT_CONFLICT;
}

static int read_domains(struct solver *s, struct instance *i, const uint64_t **after)
{
    const struct scope *scope = &s->scopes.at[i->scope];
    uint64_t *copy = arena_alloc(&s->scratch, scope->n * sizeof *copy);
    if (!copy)
        return RT_ENOMEM;
    for (uint32_t p = 0; p < scope->n; p++)
        copy[p] = domain_of(s, scope->vars[p]);
    *after = copy;
    return RT_OK;
}

/* Takes back the wake-ups of an assumption: else rules that probe would wake each other for ever. */
static void unwake(struct solver *s, uint32_t tier, uint32_t waiting)
{
    struct ring *ring = &s->ring[tier];
    while (ring->n > waiting)
        s->instances.at[ring->at[(ring->head + --ring->n) & ring->mask]].queued = 0;
}

static int probe(struct solver *s, struct instance *i, uint32_t pos, uint64_t keep, const uint64_t **after)
{
    uint32_t var = s->scopes.at[i->scope].vars[pos], base = s->levels.n;
    if (after)
        *after = NULL;
    if (s->conflict.is || !schedule_run(s, i->tier))
        return RT_CONFLICT;
    keep &= domain_of(s, var);
    if (!keep)
        return RT_CONFLICT;
    if (s->out_of_memory || s->session->stop)
        return RT_ELIMIT;
    bool one = single(keep);
    lit decision = one ? lit_is(s, var, (uint32_t)__builtin_ctzll(keep)) : NO_LIT;
    uint64_t changes = s->changes;
    uint32_t waiting[TIERS];
    for (uint32_t tier = 0; tier < TIERS; tier++)
        waiting[tier] = s->ring[tier].n;
    trail_open(s, decision);
    if (s->levels.n == base)    /* no memory: nothing must be assumed without a level to take it back */
        return RT_ENOMEM;
    bool fine = true;
    if (one)
        fine = trail_enqueue(s, decision, (struct reason){.type = R_DECISION});
    else
        for (uint64_t gone = domain_of(s, var) & ~keep; gone && fine; gone &= gone - 1)
            fine = trail_enqueue(s, lit_isnt(s, var, (uint32_t)__builtin_ctzll(gone)),
                                 (struct reason){.type = R_DECISION});
    fine = fine && schedule_run(s, i->tier);
    if (!fine)
        analyze_probe(s, base);
    int status = RT_OK;
    if (fine && after)
        status = read_domains(s, i, after);
    clear_below(s, i->tier);
    for (uint32_t tier = i->tier; tier < TIERS; tier++)
        unwake(s, tier, waiting[tier]);
    trail_backjump(s, base);
    s->changes = changes;       /* what was only assumed does not call the rule again */
    s->eager_open = s->eager.n;
    return fine ? status : refuted(s, i, pos, keep);
}

int schedule_probe(struct solver *s, struct instance *i, uint32_t pos, uint64_t keep, const uint64_t **after)
{
    bool deferring = s->deferring, clauses_only = s->clauses_only;
    grid_end(s);
    s->deferring = s->clauses_only = false;
    i->probes = 1;
    int status = probe(s, i, pos, keep, after);
    s->deferring = deferring;
    s->clauses_only = clauses_only;
    s->probed = true;
    return status;
}
