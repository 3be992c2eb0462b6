/* The model: scopes from the puzzle, one rule instance a scope, what each of them needs kept. */
#include "core/kernel.h"

#include <stdarg.h>

#define BOARD "rt.board/1"

enum {
    EXTEND_ALL = 150 * 150,     /* puzzle variables up to which every instance is extended at once */
    CHEAP_SHARE = 5,           /* late rules below tier WHOLE_BOARD wait this part of what the others do */
    EXTEND_ASKED = 20           /* reasons over a scope that make it worth it on larger boards */
};

static int fail(struct solver *s, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

static int fail(struct solver *s, int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fault_vset(s->session->fault, code, s->session->file, 0, 0, format, args);
    va_end(args);
    return RT_ERROR;
}

static int no_memory(struct solver *s)
{
    s->out_of_memory = true;
    fail(s, EXIT_OTHER, "out of memory while building the model; raise the memory limit");
    return RT_ENOMEM;
}

static bool distinct(struct solver *s, const uint32_t *vars, uint32_t n)
{
    bool rising = true, fine = true;
    for (uint32_t p = 1; p < n; p++)
        rising &= vars[p - 1] < vars[p];
    if (rising || n <= KNOT_ATOMS) {
        for (uint32_t p = 2; p < n && !rising; p++)
            for (uint32_t q = 0; q < p; q++)
                fine &= vars[p] != vars[q];
        return fine && (n < 2 || vars[0] != vars[1]);
    }
    for (uint32_t p = 0; p < n; p++) {
        uint8_t *seen = &s->seen.at[variable_of(s, vars[p]).atom];
        fine &= !*seen;
        *seen = 1;
    }
    for (uint32_t p = 0; p < n; p++)
        s->seen.at[variable_of(s, vars[p]).atom] = 0;
    return fine;
}

static int push_scope(struct solver *s, const struct rt_kind_class *kind, const char *kind_id,
                      const uint32_t *vars, uint32_t n, const void *payload, size_t payload_size)
{
    struct arena *arena = s->session->arena;
    struct scope scope = {.kind = kind, .kind_id = kind_id, .payload_size = (uint32_t)payload_size,
                          .n = n, .unfixed = n, .words = (n + 63) / 64, .nvalues = 2,
                          .shape = RT_NOPOS, .first_instance = RT_NOPOS, .knot = RT_NOPOS};
    scope.vars = arena_copy(arena, vars, n * sizeof *vars);
    for (uint32_t p = 0; p < n && !all_binary(s); p++)
        if (variable_of(s, vars[p]).nvalues > scope.nvalues)
            scope.nvalues = variable_of(s, vars[p]).nvalues;
    if (!scope.vars || !shape_find(s, &scope, payload))
        return no_memory(s);
    if (!scope.payload && !(scope.payload = arena_copy(arena, payload, payload_size)))
        return no_memory(s);
    return vec_push(&s->scopes, scope, &s->bytes) ? RT_OK : no_memory(s);
}

static int anything(const void *payload, uint32_t payload_size, const uint8_t *values, uint32_t n,
                    struct rt_verdict *verdict)
{
    (void)payload, (void)payload_size, (void)values, (void)n, (void)verdict;
    return RT_OK;
}

/* Of scopes that were left out: no rule serves it, and everything satisfies it. */
static const struct rt_kind_class free_kind = {.size = sizeof free_kind, .id = "rt.free/1", .check = anything};

static bool is_left_out(const struct solver *s, uint32_t scope)
{
    const struct solver_options *options = &s->options;
    return options->left_out && (scope >= options->nscopes || options->left_out[scope]);
}

static bool is_given_left_out(const struct solver *s, uint32_t given)
{
    const struct solver_options *options = &s->options;
    return options->left_out && (given >= options->ngivens || options->left_out[options->nscopes + given]);
}

int model_add_scope(struct solver *s, const char *kind, const uint32_t *vars, uint32_t n, const void *payload,
                    size_t payload_size)
{
    const struct scope *last = s->scopes.n ? &s->scopes.at[s->scopes.n - 1] : NULL;
    const struct rt_kind_class *class =     /* scopes of a kind come in rows */
        last && !strcmp(last->kind->id, kind) ? last->kind : s->kinds.find(s->kinds.context, kind);
    if (!class)
        return fail(s, EXIT_OTHER, "the puzzle uses scopes of kind '%.60s', which no loaded plugin brings; "
                    "add its plugin to the search path", kind);
    if (payload_size > UINT32_MAX || payload_size < class->payload_size)
        return fail(s, EXIT_INTERNAL, "a scope of kind '%s' came with %zu bytes of payload, it needs at least %u; "
                    "the puzzle plugin is wrong", kind, payload_size, class->payload_size);
    for (uint32_t p = 0; p < n; p++)
        if (vars[p] >= s->nvars)
            return fail(s, EXIT_INTERNAL, "a scope of kind '%s' names variable %u of %u; the puzzle plugin is "
                        "wrong", kind, vars[p], s->nvars);
    if (!distinct(s, vars, n))
        return fail(s, EXIT_INTERNAL, "a scope of kind '%s' names a variable twice; the puzzle plugin is wrong",
                    kind);
    int status = push_scope(s, class, class->id, vars, n, payload, payload_size);
    if (status != RT_OK)
        return status;
    if (is_left_out(s, s->scopes.n - 1)) {
        s->scopes.at[s->scopes.n - 1].kind = &free_kind;
        return RT_OK;
    }
    const struct scope *scope = &s->scopes.at[s->scopes.n - 1];
    bool seen = scope->shape != RT_NOPOS && s->shapes.at[scope->shape].scopes > 1;     /* it is as an earlier one */
    if (class->valid && !seen &&
        class->valid(scope->payload, scope->payload_size, n, scope->nvalues) != RT_OK)
        return fail(s, EXIT_INTERNAL, "the payload of scope %u is not well-formed for kind '%s'; the puzzle "
                    "plugin is wrong", s->scopes.n - 1, kind);
    return status;
}

static int add_board(struct solver *s)
{
    bool wanted = false;
    for (uint32_t r = 0; r < s->nrules; r++)
        wanted |= !strcmp(s->rules[r].class->kind, BOARD);
    if (!wanted || !s->nvars)
        return RT_OK;
    uint32_t *all = malloc(s->nvars * sizeof *all);
    if (!all)
        return no_memory(s);
    for (uint32_t v = 0; v < s->nvars; v++)
        all[v] = v;
    int status = push_scope(s, NULL, BOARD, all, s->nvars, "", 0);
    free(all);
    return status;
}

/* Idle scopes are not told of what happens in them. */
bool model_link(struct solver *s)
{
    uint64_t total = 0;
    uint32_t *first = arena_alloc(s->session->arena, ((size_t)s->nvars + 2) * sizeof *first);
    if (!first)
        return false;
    for (uint32_t k = 0; k < s->scopes.n; k++) {
        const struct scope *scope = &s->scopes.at[k];
        if (scope->idle)
            continue;
        total += scope->n;
        for (uint32_t p = 0; p < scope->n; p++)
            first[scope->vars[p] + 2]++;
    }
    s->occurrences = arena_alloc(s->session->arena, (total + 1) * sizeof *s->occurrences);
    if (!s->occurrences || total > UINT32_MAX)
        return false;
    for (uint32_t v = 1; v < s->nvars; v++)
        first[v + 1] += first[v];
    for (uint32_t k = 0; k < s->scopes.n; k++)      /* first[v + 1] moves up to its place */
        for (uint32_t p = 0; p < s->scopes.at[k].n && !s->scopes.at[k].idle; p++)
            s->occurrences[first[s->scopes.at[k].vars[p] + 1]++] = (struct occurrence){k, p};
    s->first_occurrence = first;
    return true;
}

/* To be linked again. */
static void wake_scope(const struct solver *s, struct scope *scope)
{
    for (uint32_t p = 0; p < scope->n && scope->idle; p++)
        scope->unfixed -= single(domain_of(s, scope->vars[p]));
    scope->idle = false;
}

bool model_wake_idle(struct solver *s)
{
    for (uint32_t k = 0; k < s->scopes.n; k++)
        wake_scope(s, &s->scopes.at[k]);
    return model_link(s);
}

/* Positions of a scope start with their full domains, whatever is known already comes as events. */
static uint64_t *full_planes(struct solver *s, const struct scope *scope, bool mirrored)
{
    uint64_t *plane = arena_alloc(s->session->arena, (size_t)scope->words * scope->nvalues * sizeof *plane);
    if (plane && all_binary(s)) {
        memset(plane, 0xff, 2 * (size_t)scope->words * sizeof *plane);
        for (uint32_t value = 0; scope->n % 64 && value < 2; value++)
            plane[(value + 1) * scope->words - 1] >>= 64 - scope->n % 64;
        return plane;
    }
    for (uint32_t p = 0; plane && p < scope->n; p++) {
        uint32_t at = mirrored ? scope->n - 1 - p : p;
        for (uint32_t value = 0; value < variable_of(s, scope->vars[p]).nvalues; value++)
            plane[value * scope->words + at / 64] |= 1ull << at % 64;
    }
    return plane;
}

/* For rules that join when something is known. */
static void strike(const struct solver *s, const struct scope *scope, uint64_t *plane, bool mirrored)
{
    for (uint32_t p = 0; p < scope->n && s->trail.n; p++) {
        uint32_t at = mirrored ? scope->n - 1 - p : p;
        uint64_t gone = full_of(s, scope->vars[p]) & ~domain_of(s, scope->vars[p]);
        for (; gone; gone &= gone - 1)
            plane[(uint32_t)__builtin_ctzll(gone) * scope->words + at / 64] &= ~(1ull << at % 64);
    }
}

static bool make_plane(struct solver *s, const struct scope *scope, uint64_t **plane, bool mirrored)
{
    if (*plane)
        return true;
    if (!(*plane = full_planes(s, scope, mirrored)))
        return false;
    strike(s, scope, *plane, mirrored);
    return true;
}

static int make_planes(struct solver *s, struct scope *scope, bool mirror)
{
    bool fine = make_plane(s, scope, &scope->plane, false) && (!mirror || make_plane(s, scope, &scope->mirror, true));
    return fine ? RT_OK : no_memory(s);
}

static int make_history(struct solver *s, struct scope *scope, uint64_t mask, uint32_t *index)
{
    for (*index = 0; *index < scope->nhistory; ++*index)
        if (scope->history[*index].mask == mask)
            return RT_OK;
    struct arena *arena = s->session->arena;
    struct history *grown = arena_alloc(arena, (scope->nhistory + 1) * sizeof *grown);
    if (!grown)
        return no_memory(s);
    if (scope->nhistory)
        memcpy(grown, scope->history, scope->nhistory * sizeof *grown);
    uint64_t events = 0;
    for (uint32_t p = 0; p < scope->n; p++)
        events += (uint32_t)__builtin_popcountll(mask & full_of(s, scope->vars[p]));
    struct history *history = &grown[scope->nhistory];
    *history = (struct history){.mask = mask, .capacity = (uint32_t)events, .fresh = s->trail.n};
    history->event = arena_alloc(arena, (events + 1) * sizeof *history->event);
    if (!history->event || scope->n >= 1u << 26)
        return no_memory(s);
    scope->history = grown;
    scope->nhistory++;
    return RT_OK;
}

/* What a rule looks at, as it is now but for events: those of its history are told when all is linked. */
static int give_needs(struct solver *s, struct instance *i)
{
    const struct rt_rule_class *class = s->rules[i->rule].class;
    struct scope *scope = &s->scopes.at[i->scope];
    int status = RT_OK;
    if (class->needs & (RT_PLANES | RT_MIRROR))
        status = make_planes(s, scope, class->needs & RT_MIRROR);
    if (status == RT_OK && (class->needs & RT_HISTORY))
        status = make_history(s, scope, class->wake, &i->history);
    return status;
}

static bool only_clauses(const struct rt_rule_class *class)
{
    return !class->propagate && !class->extend && !class->branch && !class->weigh;
}

static void fill_plugin(struct solver *s, struct plugin *p, const struct rule_use *use)
{
    *p = (struct plugin){
        .self.h = &s->host,
        .session = s->session,
        .scratch = &s->scratch,
        .id = use->class->id,
        .options = use->class->options,
        .values = use->options,
        .solver = s,
    };
}

static void point_at_scope(struct solver *s, struct plugin *p, struct instance *i)
{
    const struct scope *scope = &s->scopes.at[i->scope];
    p->instance = i;
    p->self.payload = scope->payload;
    p->self.payload_size = scope->payload_size;
    p->self.index = i->scope;
    p->self.v = (struct rt_view){.n = scope->n, .words = scope->words, .nvalues = scope->nvalues};
    uint16_t needs = s->rules[i->rule].class->needs;
    if (needs & RT_PLANES)
        p->self.v.plane = scope->plane;
    if (needs & RT_MIRROR)
        p->self.v.mirror = scope->mirror;
    if (i->history != RT_NOPOS)
        p->self.v.hist = scope->history[i->history].event;
    i->plugin = p;
}

static int make_instance(struct solver *s, uint32_t rule, uint32_t index)
{
    const struct rt_rule_class *class = s->rules[rule].class;
    struct scope *scope = &s->scopes.at[index];
    struct instance i = {.rule = rule, .scope = index, .next_of_scope = RT_NOPOS, .history = RT_NOPOS,
                         .tier = s->rules[rule].tier, .waits = s->rules[rule].late, .aux = s->aux_of.n};
    int status = i.waits ? RT_OK : give_needs(s, &i);
    if (status != RT_OK)
        return status;
    s->instances.at[s->instances.n++] = i;
    scope->idle = (i.waits || only_clauses(class)) && !s->options.stepwise && (scope->idle || !scope->served);
    scope->served = true;
    return RT_OK;
}

/* A rule that only proposes branches has nothing to do unless its strategy was asked for. */
static bool idle(const struct solver *s, const struct rt_rule_class *class)
{
    return !class->init && !class->extend && !class->propagate && !class->weigh &&
           decide_strategy(s, class) == RT_NOPOS;
}

static bool serves(const struct solver *s, uint32_t rule, const struct rt_kind_class *kind,
                   const struct scope *scope)
{
    if (scope->kind)
        return scope->kind == kind;
    return !strcmp(s->rules[rule].class->kind, BOARD);
}

/* Instances in configuration order, then scope order: the order of first runs. */
static int make_instances(struct solver *s)
{
    const struct rt_kind_class **kinds = calloc(s->nrules + 1, sizeof *kinds);
    uint64_t n = 0;
    if (!kinds)
        return no_memory(s);
    for (uint32_t r = 0; r < s->nrules; r++) {
        if (idle(s, s->rules[r].class))
            continue;
        kinds[r] = s->kinds.find(s->kinds.context, s->rules[r].class->kind);
        for (uint32_t k = 0; k < s->scopes.n; k++)
            n += serves(s, r, kinds[r], &s->scopes.at[k]);
    }
    int status = n < UINT32_MAX / 2 && vec_reserve(&s->instances, (uint32_t)n + 1, &s->bytes) ? RT_OK : no_memory(s);
    for (uint32_t r = 0; r < s->nrules && status == RT_OK; r++) {
        if (idle(s, s->rules[r].class))
            continue;
        for (uint32_t k = 0; k < s->scopes.n && status == RT_OK; k++)
            if (serves(s, r, kinds[r], &s->scopes.at[k]))
                status = make_instance(s, r, k);
    }
    free(kinds);
    return status;
}

static int make_rings(struct solver *s)
{
    uint32_t count[TIERS] = {0};
    for (uint32_t k = 0; k < s->instances.n; k++)
        count[s->instances.at[k].tier]++;
    for (uint32_t t = 0; t < TIERS; t++) {
        uint32_t size = 1;
        while (size < count[t])
            size *= 2;
        s->ring[t] = (struct ring){.at = arena_alloc(s->session->arena, size * sizeof(uint32_t)), .mask = size - 1};
        if (!s->ring[t].at)
            return no_memory(s);
    }
    uint32_t largest = s->total;
    return vec_reserve(&s->check_queue, s->scopes.n + 1, &s->bytes) &&
           (s->values = arena_alloc(s->session->arena, largest + 1)) &&
           (s->positions = arena_alloc(s->session->arena, (largest + 1) * sizeof(uint32_t)))
               ? RT_OK : no_memory(s);
}

/* A rule that only weighs is not called before the board proves hard. */
static bool waits(const struct rt_rule_class *class)
{
    return class->weigh && !class->init && !class->extend && !class->propagate && !class->branch &&
           !class->state_size;
}

bool model_equip(struct solver *s, struct instance *i)
{
    struct plugin *p = i->plugin ? i->plugin : arena_alloc(s->session->arena, sizeof *p);
    if (p && !i->plugin) {
        fill_plugin(s, p, &s->rules[i->rule]);
        point_at_scope(s, p, i);
    }
    return p;
}

static int init_instance(struct solver *s, struct instance *i, struct plugin *shared)
{
    const struct rt_rule_class *class = s->rules[i->rule].class;
    s->rule_stats[i->rule].instances++;
    if (waits(class) || i->waits)
        return RT_OK;
    int status = RT_OK;
    if (shape_repeat(s, i, &status)) {
        i->asleep = status == RT_ENTAILED;
        s->rule_stats[i->rule].instances -= i->asleep;
        return RT_OK;
    }
    bool brief = only_clauses(class) && !s->options.stepwise, again = brief && shared->id == class->id;
    struct plugin *p = brief ? shared : arena_alloc(s->session->arena, sizeof *p);
    if (!p)
        return no_memory(s);
    if (!again)
        fill_plugin(s, p, &s->rules[i->rule]);
    point_at_scope(s, p, i);
    if (class->state_size && !(p->self.state = arena_alloc(s->session->arena, class->state_size)))
        return no_memory(s);
    i->clauses = s->store.n;
    if (class->init) {
        struct plugin_call call = plugin_enter(p, PHASE_INIT);
        status = class->init(&p->self);
        plugin_leave(p, call);
    }
    i->clauses_end = s->store.n;
    shape_keep(s, i, status);
    if (status == RT_CONFLICT && s->options.stepwise)
        clause_put(s, NULL, 0, instance_index(s, i));   /* the empty one: it can't be */
    else if (status == RT_CONFLICT && !s->conflict.is)
        trail_conflict(s, NO_LIT, (struct reason){.type = R_ALWAYS, .ref = instance_index(s, i)});
    else if (status == RT_ENTAILED)
        i->asleep = 1;
    else if (status == RT_ELIMIT)
        i->parked = 1;  /* half made: it must not run; that the run is over is no fault of its */
    else if (status < 0 && !i->parked)
        instance_fault(s, i, "init failed with status %d", status);
    s->rule_stats[i->rule].instances -= status == RT_ENTAILED;
    i->clauses_end = s->store.n;
    if (brief)
        i->plugin = NULL;
    return s->out_of_memory ? no_memory(s) : RT_OK;
}

/* Chains the living instances of each scope and gives the scopes their wakers. */
static int make_wakers(struct solver *s)
{
    for (uint32_t k = 0; k < s->scopes.n; k++) {
        s->scopes.at[k].first_instance = RT_NOPOS;
        s->scopes.at[k].nwakers = 0;
    }
    for (uint32_t k = s->instances.n; k-- > 0;) {
        struct instance *i = &s->instances.at[k];
        if (!instance_runs(s, i))
            continue;
        struct scope *scope = &s->scopes.at[i->scope];
        i->next_of_scope = scope->first_instance;
        scope->first_instance = k;
        scope->nwakers++;
    }
    for (uint32_t k = 0; k < s->scopes.n; k++) {
        struct scope *scope = &s->scopes.at[k];
        if (!scope->nwakers)
            continue;
        scope->waker = arena_alloc(s->session->arena, scope->nwakers * sizeof *scope->waker);
        if (!scope->waker)
            return no_memory(s);
        uint32_t n = 0;
        for (uint32_t i = scope->first_instance; i != RT_NOPOS; i = s->instances.at[i].next_of_scope) {
            const struct rt_rule_class *class = s->rules[s->instances.at[i].rule].class;
            scope->waker[n++] = (struct waker){class->wake, i, class->flags & RT_WAKE_FIXED};
        }
    }
    return RT_OK;
}

/* After init, so that no rule takes what is given for a part of the puzzle's shape. */
static int apply_givens(struct solver *s)
{
    for (uint32_t k = 0; k < s->givens.n; k++) {
        struct solver_given given = s->givens.at[k];
        uint64_t gone = domain_of(s, given.var) & ~given.keep;
        if (is_given_left_out(s, k))
            continue;
        if (gone == domain_of(s, given.var))
            return fail(s, EXIT_INTERNAL, "what the puzzle gives leaves variable %u no value; the puzzle plugin is "
                        "wrong", given.var);
        for (; gone; gone &= gone - 1)
            trail_enqueue(s, lit_isnt(s, given.var, (uint32_t)__builtin_ctzll(gone)),
                          (struct reason){.type = R_ALWAYS, .ref = RT_NOPOS});
    }
    return RT_OK;
}

int model_finish(struct solver *s)
{
    int status = add_board(s);
    s->unfixed = s->nvars;
    if (status == RT_OK)
        status = make_instances(s);
    if (status == RT_OK)
        status = make_rings(s);
    if (status == RT_OK && !knot_begin(s))
        status = no_memory(s);
    struct plugin shared = {.id = NULL};
    for (uint32_t k = 0; k < s->instances.n && status == RT_OK; k++)
        status = init_instance(s, &s->instances.at[k], &shared);
    if (status == RT_OK && !grid_begin(s) && !model_link(s))
        status = no_memory(s);
    if (status == RT_OK)
        status = apply_givens(s);
    if (status == RT_OK && !clause_attach(s) && s->out_of_memory)
        status = no_memory(s);
    if (status == RT_OK)
        status = make_wakers(s);
    if (status != RT_OK)
        return status;
    for (uint32_t k = 0; k < s->scopes.n; k++)
        if (s->scopes.at[k].n == 0 && s->scopes.at[k].kind)     /* nothing will ever happen in it: judge it now */
            s->check_queue.at[s->check_queue.n++] = k;
    for (uint32_t k = 0; k < s->instances.n; k++)
        if (instance_runs(s, &s->instances.at[k]))
            schedule_push(s, k);
    return RT_OK;
}

/* On large boards, where auxiliaries for all would be too many, only what conflicts lead to gets any. */
static bool due(const struct solver *s, const struct instance *i)
{
    const struct scope *scope = &s->scopes.at[i->scope];
    return s->rules[i->rule].class->extend && !i->extended && !i->parked && !i->asleep && scope->unfixed &&
           (s->nvars <= EXTEND_ALL || scope->asked >= EXTEND_ASKED);
}

int model_extend(struct solver *s)
{
    for (uint32_t k = 0; k < s->instances.n && !s->conflict.is; k++) {
        struct instance *i = &s->instances.at[k];
        const struct rt_rule_class *class = s->rules[i->rule].class;
        if (!due(s, i))
            continue;
        i->extended = 1;
        struct plugin_call call = plugin_enter(i->plugin, PHASE_EXTEND);
        int status = class->extend(&i->plugin->self);
        plugin_leave(i->plugin, call);
        if (status < 0 && status != RT_ELIMIT && !i->parked)
            instance_fault(s, i, "extend failed with status %d", status);
        if (s->out_of_memory)
            return RT_ENOMEM;
        if (status == RT_ENTAILED)
            modes_cover(s, i);
    }
    if (!clause_attach(s) && s->out_of_memory)
        return RT_ENOMEM;
    return s->conflict.is ? RT_CONFLICT : RT_OK;
}

/* The events of histories that are new. */
static void tell_events(struct solver *s)
{
    for (uint32_t k = 0; k < s->trail.n; k++) {
        uint32_t value = lit_gone(s, s->trail.at[k]);
        struct occurrences in = occurrences_of(s, owner_of(s, s->trail.at[k] >> 1));
        for (const struct occurrence *o = in.at; o < in.end && value != RT_NOPOS; o++)
            for (uint32_t h = 0; h < s->scopes.at[o->scope].nhistory; h++) {
                struct history *history = &s->scopes.at[o->scope].history[h];
                if (history->fresh && history->mask >> value & 1)
                    history->event[history->n++] = o->pos << 6 | value;
            }
    }
    for (uint32_t k = 0; k < s->scopes.n; k++)
        for (uint32_t h = 0; h < s->scopes.at[k].nhistory; h++)
            s->scopes.at[k].history[h].fresh = false;
}

/* Rules that look at the whole board wait for the hardest boards, cheaper ones for a part of that. */
static uint64_t joins_at(const struct solver *s, const struct instance *i)
{
    uint32_t after = s->options.late_after;
    return i->tier >= WHOLE_BOARD ? after : after / CHEAP_SHARE;
}

uint64_t model_next_join(const struct solver *s)
{
    uint64_t next = UINT64_MAX;
    for (uint32_t k = 0; k < s->instances.n; k++)
        if (s->instances.at[k].waits && joins_at(s, &s->instances.at[k]) < next)
            next = joins_at(s, &s->instances.at[k]);
    return next;
}

static int join(struct solver *s, struct instance *i)
{
    struct plugin none = {.id = NULL};
    i->waits = 0;
    s->rule_stats[i->rule].instances--;
    int status = init_instance(s, i, &none);
    if (status == RT_OK && instance_runs(s, i))
        schedule_push(s, instance_index(s, i));
    return status;
}

static bool is_due(const struct solver *s, const struct instance *i)
{
    return i->waits && joins_at(s, i) <= s->stats.conflicts;
}

/* Late instances get what the others got when the model was made. */
int model_join(struct solver *s)
{
    int status = RT_OK;
    for (uint32_t k = 0; k < s->instances.n && status == RT_OK; k++)
        if (is_due(s, &s->instances.at[k])) {
            wake_scope(s, &s->scopes.at[s->instances.at[k].scope]);
            status = give_needs(s, &s->instances.at[k]);
        }
    if (status == RT_OK && !model_link(s))
        status = no_memory(s);
    if (status == RT_OK)
        tell_events(s);
    for (uint32_t k = 0; k < s->instances.n && status == RT_OK; k++)
        if (is_due(s, &s->instances.at[k]))
            status = join(s, &s->instances.at[k]);
    if (status == RT_OK && !clause_attach(s) && s->out_of_memory)
        status = no_memory(s);
    s->join_at = model_next_join(s);
    return status == RT_OK ? make_wakers(s) : status;
}

uint32_t model_add_aux(struct solver *s, struct instance *i, uint32_t count, uint32_t nvalues)
{
    if (i->naux && i->aux + i->naux != s->aux_of.n) {
        instance_fault(s, i, "it added auxiliaries in init and in extend; do it in one of them");
        return RT_NOPOS;
    }
    uint32_t first = trail_add_variables(s, count, nvalues, true);
    if (first == RT_NOPOS || !vec_reserve(&s->aux_of, s->aux_of.n + count, &s->bytes))
        return RT_NOPOS;
    uint32_t handle = i->naux;
    if (!handle)
        i->aux = s->aux_of.n;
    for (uint32_t k = 0; k < count; k++)
        s->aux_of.at[s->aux_of.n++] = first + k;
    i->naux += count;
    return handle;
}

/* The kernel's literal for a rule's; NO_LIT if the rule may not name it. */
static lit translate(struct solver *s, const struct instance *i, rt_lit l)
{
    uint32_t ref = l >> 7, value = l >> 1 & 63, var;
    if (ref & RT_AUX) {
        ref &= ~RT_AUX;
        if (ref >= i->naux)
            return NO_LIT;
        var = s->aux_of.at[i->aux + ref];
    } else {
        const struct scope *scope = &s->scopes.at[i->scope];
        if (ref >= scope->n)
            return NO_LIT;
        var = scope->vars[ref];
    }
    if (value >= variable_of(s, var).nvalues)
        return NO_LIT;
    return lit_is(s, var, value) ^ (l & 1);
}

/* For who listens: the clause in s->stack, in variables and values. */
static void tell_clause(struct solver *s, const struct instance *i)
{
    s->premises.n = 0;
    for (uint32_t k = 0; k < s->stack.n; k++) {
        lit l = s->stack.at[k];
        uint32_t var = owner_of(s, l >> 1), first = variable_of(s, var).atom;
        uint32_t value = variable_of(s, var).nvalues == 2 ? 1 : (l >> 1) - first;
        if (!vec_push(&s->premises, var << 7 | value << 1 | (l & 1), &s->bytes))
            s->out_of_memory = true;
    }
    struct solver_clause clause = {i->rule, i->scope, s->premises.at, s->premises.n};
    s->options.clause(s->options.clause_context, &clause);
}

/* Before anything is known a clause over a knot needs no second look, unless others of the shape are to copy it. */
static bool put_clause(struct solver *s, const struct instance *i)
{
    bool early = !s->trail.n && !s->attached && !shape_wanted(s, i);
    return (early && knot_put(s, s->stack.at, s->stack.n, instance_index(s, i))) ||
           clause_put(s, s->stack.at, s->stack.n, instance_index(s, i));
}

int model_add_clauses(struct solver *s, struct instance *i, const rt_lit *lits, size_t count)
{
    s->stack.n = 0;
    for (size_t k = 0; k < count; k++) {
        if (lits[k] != RT_LIT_END) {
            lit l = translate(s, i, lits[k]);
            if (l == NO_LIT) {
                instance_fault(s, i, "a clause names a position, value or auxiliary that it does not have");
                return RT_ERROR;
            }
            if (!vec_push(&s->stack, l, &s->bytes))
                return RT_ENOMEM;
            continue;
        }
        s->rule_stats[i->rule].clauses++;
        if (s->options.clause)
            tell_clause(s, i);
        if (!put_clause(s, i))
            return RT_ENOMEM;
        s->stack.n = 0;
    }
    if (s->stack.n) {
        instance_fault(s, i, "its last clause lacks RT_LIT_END");
        return RT_ERROR;
    }
    return RT_OK;
}
