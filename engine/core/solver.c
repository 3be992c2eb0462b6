/* A run: propagate, learn or flip, decide, verify, until the question is answered or a limit comes. */
#include "core/kernel.h"

#include "util/clock.h"

#include <stdio.h>

enum {
    PROGRESS_TICKS = 256,       /* work between two looks at the clock */
    RESTART_UNIT = 100,         /* conflicts; times the Luby sequence */
    BELIEVE_AFTER = 30,         /* conflicts */
    BELIEVE_MOST = 300,         /* conflicts of a run that began with beliefs */
    GLUES_LATELY = 32, GLUES_LONG = 2000,   /* conflicts over which glue is averaged */
    ASTRAY_AFTER = 20,          /* conflicts in one descent, at least */
    REPHASE_EVERY = 5,          /* restarts */
    CHECK_IDLE_EVERY = 50,      /* conflicts */
    REDUCE_FIRST = 2000, REDUCE_STEP = 150,
    MANY_SOLUTIONS = 10000      /* beyond it blocking clauses cost more than backtracking */
};

static const double ASTRAY = 1.15;      /* times the glue that is usual */

/* A strategy that nobody serves is said aloud; activity takes its place. */
static void find_strategy(struct solver *s)
{
    const char *name = s->options.branch;
    s->in_order = !strcmp(name, "first");
    if (s->in_order || !strcmp(name, "activity"))
        return;
    for (uint32_t r = 0; r < s->nrules; r++)
        if (decide_strategy(s, s->rules[r].class) != RT_NOPOS) {
            s->proposed = true;
            return;
        }
    if (s->session->log) {
        char message[160];
        snprintf(message, sizeof message, "no rule in use serves the branch strategy '%.40s'; activity decides", name);
        s->session->log(s->session->log_context, RT_LOG_WARN, "search", message);
    }
}

struct solver *solver_new(struct session *session, const struct solver_options *options,
                          struct kind_source kinds, const struct rule_use *rules, uint32_t nrules)
{
    struct solver *s = calloc(1, sizeof *s);
    if (!s) {
        fault_set(session->fault, EXIT_OTHER, session->file, 0, 0, "out of memory");
        return NULL;
    }
    s->session = session;
    s->pool.arena = session->arena;
    s->options = *options;
    if (!s->options.branch)
        s->options.branch = "activity";
    if (!s->options.restart_unit)
        s->options.restart_unit = RESTART_UNIT;
    s->kinds = kinds;
    s->nrules = nrules;
    s->rules = arena_copy(session->arena, rules, nrules * sizeof *rules);
    s->rule_stats = arena_alloc(session->arena, (nrules + 1) * sizeof *s->rule_stats);
    s->rule_fault = arena_alloc(session->arena, (nrules + 1) * sizeof *s->rule_fault);
    s->bump = 1;
    s->decay = 0.95;
    services_fill(&s->host);
    if (!s->rules || !s->rule_stats || !s->rule_fault || !arena_alloc(&s->scratch, 1)) {
        fault_set(session->fault, EXIT_OTHER, session->file, 0, 0, "out of memory; raise the memory limit");
        solver_free(s);
        return NULL;
    }
    find_strategy(s);
    return s;
}

int solver_build(struct solver *s, struct puzzle *puzzle)
{
    s->puzzle = puzzle;
    int status = puzzle_model(puzzle, s);
    if (status >= 0 && s->session->fault->code)
        status = RT_ERROR;
    if (status >= 0)
        status = model_finish(s);
    if (status < 0)
        return status;
    if (s->options.stepwise && !deduce_begin(s)) {
        fault_set(s->session->fault, EXIT_OTHER, s->session->file, 0, 0, "out of memory; raise the memory limit");
        return RT_ENOMEM;
    }
    s->stats.variables = s->nvars;
    s->stats.scopes = s->scopes.n;
    return RT_OK;
}

uint32_t solver_nvars(const struct solver *s)
{
    return s->nvars;
}

uint32_t solver_nvalues(const struct solver *s, uint32_t var)
{
    return variable_of(s, var).nvalues;
}

uint32_t solver_nscopes(const struct solver *s)
{
    return s->scopes.n;
}

const char *solver_scope_kind(const struct solver *s, uint32_t scope)
{
    return s->scopes.at[scope].kind_id;
}

const struct solver_given *solver_givens(const struct solver *s, uint32_t *n)
{
    *n = s->givens.n;
    return s->givens.at;
}

void solver_initial_domains(const struct solver *s, uint64_t *domains)
{
    for (uint32_t v = 0; v < s->nvars; v++)
        domains[v] = full_of(s, v);
}

struct solver_scope solver_scope(const struct solver *s, uint32_t scope)
{
    const struct scope *at = &s->scopes.at[scope];
    return (struct solver_scope){at->kind, at->payload, at->payload_size, at->vars, at->n};
}

int solver_mark(struct solver *s, const uint64_t *domains)
{
    grid_end(s);
    for (uint32_t v = 0; v < s->nvars; v++)
        for (uint64_t gone = domain_of(s, v) & ~domains[v]; gone; gone &= gone - 1)
            if (!trail_enqueue(s, lit_isnt(s, v, (uint32_t)__builtin_ctzll(gone)),
                               (struct reason){.type = R_ALWAYS, .ref = RT_NOPOS}))
                return RT_CONFLICT;
    return s->conflict.is ? RT_CONFLICT : RT_OK;
}

static int32_t rule_of(const struct solver *s, lit l, struct reason r, const char **cause, uint32_t *scope)
{
    uint32_t owner = RT_NOPOS;
    *scope = RT_NOPOS;
    *cause = "rule";
    switch (r.type) {
    case R_DECISION:
        *cause = "decision";
        return -1;
    case R_FLIP:
        *cause = "flip";
        return -1;
    case R_BINARY:
    case R_DOMAIN:
        *cause = "domain";
        return -1;
    case R_RULE:
        owner = r.ref;
        break;
    case R_EAGER:
        owner = r.pos;
        break;
    case R_CLAUSE:
    case R_PAIR:
        owner = clause_at(s, r.ref)->owner;
        break;
    case R_KNOT:
        owner = knot_owner(s, l, &r);
        break;
    default:
        owner = r.ref;
    }
    if (owner == RT_NOPOS) {
        *cause = r.type == R_CLAUSE || r.type == R_PAIR || s->trace_step ? "nogood" : "mark";
        return -1;
    }
    if (s->instances.at[owner].probes)
        *cause = "probe";
    *scope = s->instances.at[owner].scope;
    return (int32_t)s->instances.at[owner].rule;
}

static void put_premise(struct solver *s, uint32_t var, uint32_t value)
{
    if (!vec_push(&s->premises, var << 6 | value, &s->bytes))
        s->out_of_memory = true;
}

void premises_of(struct solver *s, const lit *why, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        uint32_t gone = lit_gone(s, why[k]), var = owner_of(s, why[k] >> 1);
        if (gone != RT_NOPOS) {
            put_premise(s, var, gone);
            continue;
        }
        uint32_t value = (why[k] >> 1) - variable_of(s, var).atom;
        for (uint32_t v = 0; v < variable_of(s, var).nvalues; v++)
            if (v != value)
                put_premise(s, var, v);
    }
}

static void send_trace(struct solver *s, struct trace_event *event, const lit *why, uint32_t n)
{
    s->premises.n = 0;
    premises_of(s, why, n);
    if (s->goal->trace_reasons) {
        event->premises = s->premises.at;
        event->npremises = s->premises.n;
    }
    event->step = ++s->trace_step;
    event->level = s->levels.n;
    s->goal->trace(s->goal->context, event);
}

void solver_trace(struct solver *s, lit l)
{
    uint32_t gone = lit_gone(s, l), var = owner_of(s, l >> 1), n = 0;
    if (gone == RT_NOPOS || var >= s->nvars)
        return;
    struct trace_event event = {.var = var, .gone = 1ull << gone, .domain = domain_of(s, var)};
    event.rule = rule_of(s, l, s->fact.at[l >> 1].reason, &event.cause, &event.scope);
    const lit *why = NULL;
    reason_new_conflict(s);
    if (s->goal->trace_reasons && s->fact.at[l >> 1].reason.type != R_DECISION)
        why = reason_of(s, l, &n);
    send_trace(s, &event, why, n);
}

static void trace_conflict(struct solver *s)
{
    if (!s->goal->trace || !s->goal->trace_reasons || s->conflict.found)
        return;
    struct trace_event event = {.kind = TRACE_CONFLICT, .var = RT_NOPOS};
    event.rule = rule_of(s, s->conflict.lit, s->conflict.reason, &event.cause, &event.scope);
    if (s->conflict.blamed)
        event.cause = "check";
    uint32_t n = 0;
    const lit *why = reason_of_conflict(s, &n);
    send_trace(s, &event, why, n);
}

static void trace_learned(struct solver *s)
{
    if (!s->goal->trace || !s->goal->trace_reasons)
        return;
    struct trace_event event = {.kind = TRACE_LEARNED, .rule = -1, .cause = "nogood", .scope = RT_NOPOS,
                                .var = RT_NOPOS};
    s->clear.n = 0;
    for (uint32_t k = 0; k < s->learnt.n; k++)
        if (!vec_push(&s->clear, s->learnt.at[k] ^ 1, &s->bytes))
            s->out_of_memory = true;
    send_trace(s, &event, s->clear.at, s->clear.n);
    s->clear.n = 0;
}

void solver_show_progress(struct solver *s)
{
    if (!s->goal || !s->goal->progress || s->session->ticks < s->next_progress_look)
        return;
    s->next_progress_look = s->session->ticks + PROGRESS_TICKS;
    double now = clock_seconds();
    if (now < s->next_progress)
        return;
    s->next_progress = now + 0.1;
    s->goal->progress(s->goal->context, &s->stats, s->nvars - s->unfixed, (uint32_t)s->result->solutions);
}

static size_t memory(const struct solver *s)
{
    return s->session->arena->used + s->bytes;
}

/* Should the run end here, with what is known? */
static bool stopped(struct solver *s)
{
    struct session *session = s->session;
    if (memory(s) > s->stats.memory)
        s->stats.memory = memory(s);
    if (s->out_of_memory || (session->arena->limit && memory(s) > session->arena->limit))
        session->stop = STOP_MEMORY;
    if (!session->stop && s->goal->node_limit && s->stats.nodes >= s->goal->node_limit)
        session->stop = STOP_NODES;
    return session->stop != STOP_NONE;
}

static uint32_t luby(uint32_t i)
{
    uint32_t k = 1;
    while ((1u << k) - 1 < i)
        k++;
    return i == (1u << k) - 1 ? 1u << (k - 1) : luby(i - (1u << (k - 1)) + 1);
}

/* The longest trail without a contradiction so far: its values are the ones to decide for. */
static void keep_best_phases(struct solver *s)
{
    uint32_t n = s->levels.n ? s->levels.at[s->levels.n - 1].trail : 0;
    if (n <= s->best_trail)
        return;
    s->best_trail = n;
    for (uint32_t k = 0; k < n; k++)
        s->best_phase.at[s->trail.at[k] >> 1] = s->trail.at[k] & 1 ? -1 : 1;
}

static void restart(struct solver *s)
{
    s->stats.restarts++;
    s->restart_number++;
    s->restart_at = s->stats.conflicts + (uint64_t)luby(s->restart_number + 1) * s->options.restart_unit;
    trail_backjump(s, 0);
    belief_stop(s);
    modes_next(s);
    if (s->restart_number % REPHASE_EVERY == 0) {
        for (uint32_t a = 0; a < s->natoms; a++)
            if (s->best_phase.at[a])
                s->phase.at[a] = s->best_phase.at[a];
        s->best_trail = 0;      /* whatever comes now is the best */
    }
    if (s->stats.conflicts >= s->reduce_at) {
        clause_reduce(s);
        s->reduce_at = s->stats.conflicts + REDUCE_FIRST + REDUCE_STEP * ++s->reductions;
    }
    phases_judge(s);
    if (s->extended && !s->conflict.is && model_extend(s) == RT_ENOMEM)     /* large boards: what was asked for since */
        s->out_of_memory = true;
}

/* Chronological: the last decision that is still open turns round. False: none is left. */
static bool flip(struct solver *s)
{
    while (s->levels.n) {
        lit decision = s->levels.at[s->levels.n - 1].decision;
        trail_backjump(s, s->levels.n - 1);
        if (trail_enqueue(s, decision ^ 1, (struct reason){.type = R_FLIP}))
            return true;
    }
    return false;
}

static void note_glue(struct solver *s, uint32_t glue)
{
    s->glue.lately += (glue - s->glue.lately) / GLUES_LATELY;
    s->glue.long_since += (glue - s->glue.long_since) / GLUES_LONG;
    s->glue.conflicts++;
}

/* Where what is learned is worse than usual, another way is better. (Audemard and Simon, "Refining restarts strategies
 * for SAT and UNSAT") */
static bool is_astray(const struct solver *s)
{
    return s->extended && !s->beliefs.phase.n && s->glue.conflicts >= ASTRAY_AFTER &&
           s->glue.lately > ASTRAY * s->glue.long_since;
}

static bool learn(struct solver *s)
{
    uint32_t glue = 0;
    s->beliefs.on = false;
    keep_best_phases(s);
    uint32_t jump = analyze(s, &glue);
    if (s->out_of_memory)
        return true;
    if (!s->learnt.n)
        return false;
    note_glue(s, glue);
    trace_learned(s);
    trail_backjump(s, jump);
    struct reason reason = {.type = R_ALWAYS, .ref = RT_NOPOS};
    if (s->learnt.n > 1)
        reason = (struct reason){.type = R_CLAUSE, .ref = clause_learn(s, s->learnt.at, s->learnt.n, glue)};
    if (s->out_of_memory)
        return true;
    s->stats.learned++;
    s->bump /= s->decay;
    return trail_enqueue(s, s->learnt.at[0], reason);
}

/* False: there is nothing left to search. */
static bool resolve_conflict(struct solver *s)
{
    s->stats.conflicts += !s->conflict.found;
    session_tick(s->session, 5);
    trace_conflict(s);
    if (!s->levels.n)
        return false;
    return s->options.learn ? learn(s) : flip(s);
}

static void save_solution(struct solver *s)
{
    struct solver_result *r = s->result;
    struct arena *arena = s->session->arena;
    bool fine;
    r->solutions++;
    if (r->nsaved < 2) {
        r->saved[r->nsaved] = arena_copy(arena, s->values, s->nvars);
        fine = r->saved[r->nsaved];
        r->nsaved += fine;
    } else {
        fine = s->more_values || (s->more_values = arena_alloc(arena, s->nvars * sizeof *s->more_values));
        for (uint32_t v = 0; fine && v < s->nvars; v++)
            s->more_values[v] |= 1ull << s->values[v];
    }
    s->out_of_memory |= !fine;
}

/* The values that a variable has in the solutions found. */
static uint64_t seen_values(const struct solver *s, uint32_t var)
{
    uint64_t seen = s->more_values ? s->more_values[var] : 0;
    for (uint32_t k = 0; s->result && k < s->result->nsaved; k++)
        seen |= 1ull << s->result->saved[k][var];
    return seen;
}

static bool push_blame(struct solver *s, lit l)
{
    if (vec_push(&s->blame, l, &s->bytes))
        return true;
    s->out_of_memory = true;
    return false;
}

/* The decisions imply the rest, so they alone name the solution; unless one is an auxiliary: then all puzzle
 * literals do. Blocking lives on the puzzle's variables only. */
static void block_solution(struct solver *s)
{
    bool aux = false;
    s->blame.n = 0;
    for (uint32_t k = 0; k < s->levels.n; k++) {
        aux |= owner_of(s, s->levels.at[k].decision >> 1) >= s->nvars;
        push_blame(s, s->levels.at[k].decision);
    }
    if (aux) {
        s->blame.n = 0;
        for (uint32_t v = 0; v < s->nvars; v++) {
            lit l = lit_is(s, v, s->values[v]);
            if (lit_level(s, l))
                push_blame(s, l);
        }
    }
    trail_conflict(s, NO_LIT, (struct reason){.type = R_ALWAYS, .ref = RT_NOPOS});
    s->conflict.blamed = true;
    if (s->blame.n < 2 || s->out_of_memory)
        return;
    s->learnt.n = 0;
    for (uint32_t k = s->blame.n; k-- > 0;)    /* highest levels first: they are watched */
        if (!vec_push(&s->learnt, s->blame.at[k] ^ 1, &s->bytes))
            s->out_of_memory = true;
    if (aux)
        for (uint32_t w = 0; w < 2; w++)
            for (uint32_t k = w + 1; k < s->learnt.n; k++)
                if (lit_level(s, s->learnt.at[k]) > lit_level(s, s->learnt.at[w])) {
                    lit l = s->learnt.at[w];
                    s->learnt.at[w] = s->learnt.at[k];
                    s->learnt.at[k] = l;
                }
    if (!s->out_of_memory)
        clause_keep(s, s->learnt.at, s->learnt.n);
}

static void blame_variables(struct solver *s, const struct rt_verdict *verdict)
{
    uint32_t n = verdict->nblame ? verdict->nblame : s->nvars;
    s->blame.n = 0;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t var = verdict->nblame ? s->positions[k] : k;
        push_blame(s, lit_is(s, var, s->values[var]));
    }
    trail_conflict(s, NO_LIT, (struct reason){.type = R_ALWAYS, .ref = RT_NOPOS});
    s->conflict.blamed = true;
}

/* A complete assignment: ask the puzzle. Sets a conflict, so that the search goes on. False: stop. */
static bool complete(struct solver *s)
{
    struct rt_verdict verdict;
    if (!schedule_check_idle(s))
        return true;
    for (uint32_t v = 0; v < s->nvars; v++)
        s->values[v] = (uint8_t)__builtin_ctzll(domain_of(s, v));
    s->stats.verifies++;
    int status = s->options.left_out ? RT_OK
                                     : puzzle_verify(s->puzzle, s->values, s->nvars, &verdict, s->positions);
    if (status < 0) {
        if (status == RT_ELIMIT && !s->session->stop)
            s->session->stop = STOP_TIME;
        return false;
    }
    if (status == RT_CONFLICT) {
        blame_variables(s, &verdict);
        return true;
    }
    save_solution(s);
    if (s->goal->solution && s->goal->solution(s->goal->context, s->values))
        s->session->stop = STOP_INTERRUPTED;
    else if (s->goal->max_solutions && s->result->solutions >= s->goal->max_solutions)
        s->session->stop = STOP_SOLUTIONS;
    if (s->session->stop)
        return false;
    if (s->options.learn)
        block_solution(s);
    else
        trail_conflict(s, NO_LIT, (struct reason){.type = R_ALWAYS, .ref = RT_NOPOS});
    s->conflict.found = true;
    return true;
}

/* A first time once the board proves hard, then after restarts. */
static bool time_to_believe(const struct solver *s)
{
    bool hard = s->extended || s->stats.conflicts >= BELIEVE_AFTER, follows_activity = !s->proposed && !s->in_order;
    return hard && s->options.learn && follows_activity && s->restart_number >= s->beliefs.next_run &&
           (!s->levels.n || !s->beliefs.begun);
}

static bool decide(struct solver *s)
{
    if (time_to_believe(s)) {
        trail_backjump(s, 0);
        s->beliefs.on = belief_start(s);
        if (s->beliefs.on && s->restart_at > s->stats.conflicts + BELIEVE_MOST)
            s->restart_at = s->stats.conflicts + BELIEVE_MOST;
    }
    if (s->options.learn && s->stats.conflicts >= s->restart_at && s->levels.n) {
        restart(s);
        return true;
    }
    if (s->options.learn && s->levels.n && is_astray(s)) {
        s->glue.conflicts = 0;
        trail_backjump(s, 0);
    }
    lit l = s->beliefs.on ? belief_next(s) : NO_LIT;
    if (l == NO_LIT)
        l = decide_next(s);
    if (l == NO_LIT)
        return false;
    s->stats.nodes++;
    trail_open(s, l);
    if (!s->out_of_memory)
        trail_enqueue(s, l, (struct reason){.type = R_DECISION});
    return true;
}

/* Auxiliaries come at an open root fixed point: at the first one, or, where the search learns, once it proves hard. */
static bool time_to_extend(struct solver *s)
{
    if (s->extended || (s->options.search && s->options.learn && s->stats.conflicts < s->options.extend_after))
        return false;
    trail_backjump(s, 0);       /* level 0 is at its fixed point: it was when level 1 opened */
    return s->extended = true;
}

/* From the root, too. A search that does not learn goes without late rules. */
static bool time_to_join(struct solver *s)
{
    if (s->stats.conflicts < s->join_at || !s->options.search || !s->options.learn)
        return false;
    trail_backjump(s, 0);
    return true;
}

/* Where rules leave out what checks find, idle scopes must not let the search go astray for long. */
static bool check_now_and_then(struct solver *s)
{
    if (s->stats.conflicts < s->check_idle_at && !s->behind)
        return true;
    s->check_idle_at = s->stats.conflicts + CHECK_IDLE_EVERY;
    return schedule_check_idle(s);
}

/* Ends with result->complete, or session->stop set, or a fault. */
static void search(struct solver *s)
{
    for (;;) {
        bool fine = !s->conflict.is && schedule_run(s, TIERS) && check_now_and_then(s);
        if (stopped(s))
            return;
        solver_show_progress(s);
        if (!fine) {
            if (!resolve_conflict(s) && s->levels.n == 0) {
                s->result->complete = !s->out_of_memory;
                return;
            }
        } else if (!s->unfixed) {
            if (!complete(s))
                return;
        } else if (time_to_extend(s)) {
            if (model_extend(s) == RT_ENOMEM)
                s->out_of_memory = true;
        } else if (time_to_join(s)) {
            if (model_join(s) == RT_ENOMEM)
                s->out_of_memory = true;
        } else if (!s->options.search) {
            if (schedule_check_idle(s))
                s->session->stop = STOP_STUCK;
        } else if (!decide(s)) {
            s->session->stop = STOP_STUCK;  /* cannot happen while a variable is open */
        }
        if (stopped(s))
            return;
    }
}

int solver_run(struct solver *s, const struct solver_goal *goal, struct solver_result *result)
{
    *result = (struct solver_result){0};
    s->goal = goal;
    s->result = result;
    if (goal->trace)
        grid_end(s);
    s->restart_at = s->options.restart_unit;
    s->reduce_at = REDUCE_FIRST;
    s->check_idle_at = CHECK_IDLE_EVERY;
    s->join_at = model_next_join(s);
    if (!goal->max_solutions || goal->max_solutions > MANY_SOLUTIONS)
        s->options.learn = false;
    search(s);
    result->stop = s->session->stop;
    trail_backjump(s, 0);
    s->goal = NULL;
    return s->session->fault->code ? RT_ERROR : RT_OK;
}

void solver_domains(const struct solver *s, uint64_t *domains)
{
    bool over = s->result && s->result->complete && s->result->solutions;
    for (uint32_t v = 0; v < s->nvars; v++)
        domains[v] = over ? seen_values(s, v) : domain_of(s, v) | seen_values(s, v);
    for (uint32_t k = s->levels.n ? s->levels.at[0].trail : s->trail.n; k < s->trail.n; k++) {
        uint32_t gone = lit_gone(s, s->trail.at[k]), v = owner_of(s, s->trail.at[k] >> 1);
        if (gone != RT_NOPOS && v < s->nvars)
            domains[v] |= 1ull << gone;
    }
}

const struct search_stats *solver_stats(const struct solver *s)
{
    return &s->stats;
}

const struct rule_stats *solver_rule_stats(const struct solver *s)
{
    return s->rule_stats;
}

const char *solver_rule_fault(const struct solver *s, uint32_t rule)
{
    return s->rule_fault[rule];
}

const uint32_t *solver_sweeps(const struct solver *s, uint32_t *n)
{
    *n = s->sweep_unknown.n;
    return s->sweep_unknown.at;
}

void solver_free(struct solver *s)
{
    if (!s)
        return;
    arena_free(&s->scratch);
#define FREE(v) vec_free(&s->v)
    FREE(vars); FREE(dom); FREE(scopes); FREE(instances); FREE(aux_of); FREE(givens);
    FREE(shapes); FREE(shape_clauses); FREE(knots.knot); FREE(knots.set); FREE(knots.owner);
    FREE(owner); FREE(val); FREE(fact); FREE(trail); FREE(levels);
    FREE(undo); FREE(undo_data); FREE(eager); FREE(store); FREE(ranges); FREE(watch); FREE(learned); FREE(check_queue);
    FREE(pending); FREE(blame); FREE(sweep_unknown); FREE(explain.out); FREE(then_plane); FREE(then_mirror);
    FREE(seen); FREE(learnt); FREE(stack); FREE(clear); FREE(material); FREE(material_at); FREE(material_n);
    FREE(material_stamp); FREE(level_stamp); FREE(activity); FREE(heap); FREE(heap_at); FREE(phase);
    FREE(best_phase); FREE(score); FREE(score_best); FREE(score_value); FREE(score_stamp);
    FREE(beliefs.weigher); FREE(beliefs.of_scope); FREE(beliefs.said); FREE(beliefs.heard); FREE(beliefs.chance);
    FREE(beliefs.value); FREE(beliefs.phase); FREE(beliefs.best_phase);
    FREE(premises); FREE(steps.kept); FREE(steps.told);
#undef FREE
    free(s);
}
