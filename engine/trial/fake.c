#include "trial/fake.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static struct fake *fake_of(struct rt_self *self)
{
    return (struct fake *)self;
}

static void fault(struct fake *f, const char *format, ...) RT_PRINTF(2, 3);

static void fault(struct fake *f, const char *format, ...)
{
    if (f->fault[0])
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(f->fault, sizeof f->fault, format, args);
    va_end(args);
}

static bool allowed(struct fake *f, unsigned phases, const char *service)
{
    if (f->phase & phases)
        return true;
    fault(f, "%s is called outside its phase", service);
    return false;
}

static void *need(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

#define PUSH(v, x) \
    do { \
        if (!vec_push((v), (x), NULL)) \
            abort(); \
    } while (0)

static void *host_alloc(struct rt_self *self, size_t bytes)
{
    struct fake *f = fake_of(self);
    return ++f->allocations == f->starve ? NULL : arena_alloc(&f->arena, bytes ? bytes : 1);
}

static void host_log(struct rt_self *self, int level, const char *format, ...)
{
    (void)self, (void)level, (void)format;
}

static int host_fail(struct rt_self *self, int status, uint32_t line, uint32_t column, const char *format,
                     ...)
{
    (void)line, (void)column;
    struct fake *f = fake_of(self);
    if (f->fault[0])
        return status;
    va_list args;
    va_start(args, format);
    vsnprintf(f->fault, sizeof f->fault, format, args);
    va_end(args);
    return status;
}

static int host_tick(struct rt_self *self, uint64_t work)
{
    (void)self, (void)work;
    return 0;
}

static uint64_t host_random(struct rt_self *self, uint64_t below)
{
    if (!below) {
        fault(fake_of(self), "random below 0");
        return 0;
    }
    return random_below(&fake_of(self)->random, below);
}

static const struct rt_option *find_option(struct fake *f, const char *name)
{
    for (const struct rt_option *const *o = f->rule ? f->rule->options : NULL; o && *o; o++)
        if (!strcmp((*o)->name, name))
            return *o;
    fault(f, "option %s is not in the class", name);
    return NULL;
}

static int64_t host_option(struct rt_self *self, const char *name)
{
    struct fake *f = fake_of(self);
    const struct rt_option *o = find_option(f, name);
    for (uint32_t i = 0; i < f->noptions; i++)
        if (!strcmp(f->options[i].name, name))
            return f->options[i].value;
    return o ? o->fallback : 0;
}

static const char *host_option_string(struct rt_self *self, const char *name)
{
    const struct rt_option *o = find_option(fake_of(self), name);
    if (o && o->type == RT_OPTION_FILE)
        return "";      /* an empty file: there is nobody here to read one */
    return o ? o->fallback_string : NULL;
}

static const void *host_extension(struct rt_self *self, const char *id)
{
    (void)self;
    (void)id;
#if defined(__x86_64__)
    if (!strcmp(id, RT_CPU_GFNI) && __builtin_cpu_supports("gfni"))
        return "gfni";
#endif
    return NULL;
}

static int host_write(struct rt_self *self, const char *bytes, size_t length)
{
    struct fake *f = fake_of(self);
    size_t at = strlen(f->printed);
    snprintf(f->printed + at, sizeof f->printed - at, "%.*s", (int)length, bytes);
    return RT_OK;
}

static int host_print(struct rt_self *self, const char *format, ...)
{
    struct fake *f = fake_of(self);
    size_t at = strlen(f->printed);
    va_list args;
    va_start(args, format);
    vsnprintf(f->printed + at, sizeof f->printed - at, format, args);
    va_end(args);
    return RT_OK;
}

static int host_name_scope(struct rt_self *self)
{
    return allowed(fake_of(self), FAKE_DESCRIBE, "name_scope") ? host_print(self, "the scope") : RT_ERROR;
}

static int host_name_positions(struct rt_self *self, uint32_t first, uint32_t last)
{
    struct fake *f = fake_of(self);
    if (!allowed(f, FAKE_DESCRIBE, "name_positions"))
        return RT_ERROR;
    if (first > last || last >= f->n)
        fault(f, "name_positions %u to %u of %u", first, last, f->n);
    return first == last ? host_print(self, "position %u", first + 1)
                         : host_print(self, "positions %u to %u", first + 1, last + 1);
}

static int host_name_value(struct rt_self *self, uint32_t pos, uint32_t value)
{
    struct fake *f = fake_of(self);
    if (!allowed(f, FAKE_DESCRIBE, "name_value"))
        return RT_ERROR;
    if (pos >= f->n || value >= f->nvalues)
        fault(f, "name_value %u at %u", value, pos);
    return host_print(self, "value %u", value);
}

/* Sampling */

static uint32_t host_add_variables(struct rt_self *self, uint32_t count, uint32_t nvalues)
{
    struct fake *f = fake_of(self);
    if (!allowed(f, FAKE_SAMPLE, "add_variables"))
        return RT_NOPOS;
    if (nvalues < 2 || nvalues > 64)
        fault(f, "add_variables with %u values", nvalues);
    uint32_t first = f->sample_values.n;
    for (uint32_t i = 0; i < count; i++)
        PUSH(&f->sample_values, nvalues);
    return first;
}

static int host_add_scope(struct rt_self *self, const char *kind, const uint32_t *vars, uint32_t n,
                          const void *payload, size_t payload_size)
{
    struct fake *f = fake_of(self);
    (void)kind;
    if (!allowed(f, FAKE_SAMPLE, "add_scope"))
        return RT_ERROR;
    f->sample_n = n;
    f->sample_nvalues = 2;
    f->sample_payload_size = (uint32_t)payload_size;
    f->sample_payload = need(arena_copy(&f->arena, payload, payload_size));
    f->sample_initial = need(arena_alloc(&f->arena, (n + 1) * sizeof(uint64_t)));
    for (uint32_t i = 0; i < n; i++) {
        if (vars[i] >= f->sample_values.n) {
            fault(f, "add_scope names variable %u of %u", vars[i], f->sample_values.n);
            return RT_ERROR;
        }
        uint32_t values = f->sample_values.at[vars[i]];
        f->sample_initial[i] = values == 64 ? UINT64_MAX : (1ull << values) - 1;
        if (values > f->sample_nvalues)
            f->sample_nvalues = values;
    }
    return RT_OK;
}

/* Domains, with their undo */

static void set_plane(struct fake *f, uint32_t pos, uint64_t gone)
{
    for (; gone; gone &= gone - 1) {
        uint32_t value = (uint32_t)__builtin_ctzll(gone), back = f->n - 1 - pos;
        f->plane[value * f->words + pos / 64] ^= 1ull << pos % 64;
        f->mirror[value * f->words + back / 64] ^= 1ull << back % 64;
    }
}

static bool wakes(const struct fake *f, uint64_t gone, uint64_t left)
{
    if (!f->rule || !(gone & f->rule->wake))
        return false;
    return !(f->rule->flags & RT_WAKE_FIXED) || !(left & (left - 1));
}

/* `ref`: a position or RT_AUX | handle. */
static int take(struct fake *f, uint32_t ref, uint64_t gone)
{
    bool aux = ref & RT_AUX;
    uint64_t *dom = aux ? &f->aux.at[ref & ~RT_AUX] : &f->dom[ref];
    gone &= *dom;
    if (!gone)
        return RT_OK;
    if (gone == *dom) {
        f->conflict = true;
        return RT_CONFLICT;
    }
    struct fake_change change = {.ref = ref, .dom = *dom};
    PUSH(&f->trail, change);
    *dom &= ~gone;
    f->changed = true;
    if (aux)
        return RT_OK;
    set_plane(f, ref, gone);
    for (uint64_t bits = gone; bits; bits &= bits - 1)
        if (f->rule && f->rule->wake & bits & -bits)
            PUSH(&f->history, ref << 6 | (uint32_t)__builtin_ctzll(bits));
    f->self.v.hist = f->history.at;
    f->self.v.nhist = f->history.n;
    f->woken |= wakes(f, gone, *dom);
    return RT_OK;
}

static void record(struct fake *f, uint32_t pos, uint32_t value, uint32_t tag)
{
    if (!f->record)
        return;
    struct fake_event e = {.pos = pos, .value = value, .tag = tag, .nhist = f->history.n};
    e.then = need(arena_copy(&f->arena, f->dom, (f->n + 1) * sizeof *f->dom));
    e.always = f->always;
    if (f->given)
        e.eager = need(arena_copy(&f->arena, f->premise, (f->n + 1) * sizeof *f->premise));
    PUSH(&f->events, e);
}

static void forget_eager(struct fake *f)
{
    f->given = f->always = false;
    memset(f->premise, 0, (f->n + 1) * sizeof *f->premise);
}

static int drop_one(struct fake *f, uint32_t pos, uint64_t gone, uint32_t tag)
{
    if (pos >= f->n) {
        fault(f, "a drop names position %u of %u", pos, f->n);
        return RT_ERROR;
    }
    for (gone &= f->dom[pos]; gone && !f->conflict; gone &= gone - 1) {
        record(f, pos, (uint32_t)__builtin_ctzll(gone), tag);
        take(f, pos, gone & -gone);
    }
    return f->conflict ? RT_CONFLICT : RT_OK;
}

static int host_drop(struct rt_self *self, uint32_t pos, uint64_t gone, uint32_t tag)
{
    struct fake *f = fake_of(self);
    if (!allowed(f, FAKE_PROPAGATE | FAKE_BATCH, "drop"))
        return RT_ERROR;
    int status = drop_one(f, pos, gone, tag);
    forget_eager(f);
    return status;
}

static int host_drop_planes(struct rt_self *self, const uint64_t *gone, uint32_t tag)
{
    struct fake *f = fake_of(self);
    int status = RT_OK;
    if (!allowed(f, FAKE_PROPAGATE | FAKE_BATCH, "drop_planes"))
        return RT_ERROR;
    for (uint32_t at = 0; at < f->nvalues * f->words && status == RT_OK; at++)
        for (uint64_t bits = gone[at]; bits && status == RT_OK; bits &= bits - 1)
            status = drop_one(f, at % f->words * 64 + (uint32_t)__builtin_ctzll(bits),
                              1ull << at / f->words, tag);
    forget_eager(f);
    return status;
}

static int host_conflict(struct rt_self *self, uint32_t tag)
{
    struct fake *f = fake_of(self);
    if (!allowed(f, FAKE_PROPAGATE | FAKE_BATCH, "conflict"))
        return RT_ERROR;
    if (!f->conflict)
        record(f, RT_NOPOS, 0, tag);
    f->conflict = true;
    forget_eager(f);
    return RT_CONFLICT;
}

static void host_save(struct rt_self *self, void *address, uint32_t bytes)
{
    struct fake *f = fake_of(self);
    char *at = address, *state = self->state;
    if (!allowed(f, FAKE_PROPAGATE | FAKE_BATCH, "save"))
        return;
    if (f->rule->state_size && at >= state && at < state + f->rule->state_size &&
        at + bytes > state + f->rule->state_size)
        fault(f, "save reaches beyond the state");
    struct fake_change change = {.address = address, .bytes = bytes, .ref = RT_NOPOS};
    change.copy = need(arena_copy(&f->arena, address, bytes));
    PUSH(&f->trail, change);
}

static uint64_t host_dom(struct rt_self *self, uint32_t pos)
{
    struct fake *f = fake_of(self);
    if (!allowed(f, FAKE_PROPAGATE | FAKE_BATCH | FAKE_EXTEND | FAKE_INIT | FAKE_BRANCH, "dom"))
        return 0;
    if (pos >= f->n) {
        fault(f, "dom of position %u of %u", pos, f->n);
        return 0;
    }
    return f->dom[pos];
}

static uint64_t host_dom_then(struct rt_self *self, uint32_t pos)
{
    struct fake *f = fake_of(self);
    if (!allowed(f, FAKE_EXPLAIN | FAKE_DESCRIBE, "dom_then"))
        return 0;
    if (pos >= f->n) {
        fault(f, "dom_then of position %u of %u", pos, f->n);
        return 0;
    }
    return f->dom[pos]; /* fake_explain put the domains of then there */
}

static void host_because(struct rt_self *self, uint32_t pos, uint64_t gone)
{
    struct fake *f = fake_of(self);
    if (!allowed(f, FAKE_EXPLAIN | FAKE_PROPAGATE, "because"))
        return;
    if (pos >= f->n) {
        fault(f, "because of position %u of %u", pos, f->n);
        return;
    }
    f->given = true;
    f->premise[pos] |= gone & f->full[pos];
}

static void host_because_planes(struct rt_self *self, const uint64_t *gone)
{
    struct fake *f = fake_of(self);
    for (uint32_t at = 0; at < f->nvalues * f->words; at++)
        for (uint64_t bits = gone[at]; bits; bits &= bits - 1)
            host_because(self, at % f->words * 64 + (uint32_t)__builtin_ctzll(bits), 1ull << at / f->words);
}

static void host_because_always(struct rt_self *self)
{
    struct fake *f = fake_of(self);
    if (allowed(f, FAKE_EXPLAIN | FAKE_PROPAGATE, "because_always"))
        f->given = f->always = true;
}

static void host_score(struct rt_self *self, uint32_t pos, uint32_t value, double score)
{
    struct fake *f = fake_of(self);
    if (!allowed(f, FAKE_BRANCH, "score"))
        return;
    if (pos >= f->n || value >= f->nvalues || score != score)
        fault(f, "score of value %u at position %u of %u", value, pos, f->n);
    struct fake_score s = {pos, value, score};
    PUSH(&f->scores, s);
}

static int host_probe(struct rt_self *self, uint32_t pos, uint64_t keep, const uint64_t **after)
{
    struct fake *f = fake_of(self);
    if (!allowed(f, FAKE_PROPAGATE, "probe"))
        return RT_ERROR;
    if (!f->truth)
        return RT_EUNSUPPORTED;
    if (pos >= f->n) {
        fault(f, "probe at position %u of %u", pos, f->n);
        return RT_ERROR;
    }
    uint64_t *dom = need(arena_copy(&f->arena, f->dom, f->n * sizeof *dom));
    uint64_t *support = need(arena_alloc(&f->arena, f->n * sizeof *support));
    dom[pos] &= keep;
    if (!f->truth(f->truth_context, dom, support)) {
        host_drop(self, pos, keep, 0);
        return RT_CONFLICT;
    }
    if (after)
        *after = support;
    return RT_OK;
}

static uint32_t host_add_aux(struct rt_self *self, uint32_t count, uint32_t nvalues)
{
    struct fake *f = fake_of(self);
    if (!allowed(f, FAKE_INIT | FAKE_EXTEND, "add_aux"))
        return RT_NOPOS;
    if (nvalues < 2 || nvalues > 64)
        fault(f, "add_aux with %u values", nvalues);
    uint32_t first = f->aux.n;
    uint64_t full = nvalues == 64 ? UINT64_MAX : (1ull << nvalues) - 1;
    for (uint32_t i = 0; i < count; i++) {
        PUSH(&f->aux, full);
        PUSH(&f->aux_full, full);
    }
    return first;
}

static int host_add_clauses(struct rt_self *self, const rt_lit *lits, size_t count)
{
    struct fake *f = fake_of(self);
    if (!allowed(f, FAKE_INIT | FAKE_EXTEND, "add_clauses"))
        return RT_ERROR;
    if (count && lits[count - 1] != RT_LIT_END)
        fault(f, "the last clause is not ended");
    for (size_t i = 0; i < count; i++) {
        uint32_t ref = lits[i] >> 7;
        if (lits[i] != RT_LIT_END && (ref & RT_AUX ? (ref & ~RT_AUX) >= f->aux.n : ref >= f->n)) {
            fault(f, "a clause names %s %u", ref & RT_AUX ? "auxiliary" : "position", ref & ~RT_AUX);
            return RT_ERROR;
        }
        PUSH(&f->clauses, lits[i]);
    }
    return RT_OK;
}

static void fill_services(struct rt_host *host)
{
    *host = (struct rt_host){
        .size = sizeof *host,
        .alloc = host_alloc,
        .scratch = host_alloc,
        .log = host_log,
        .fail = host_fail,
        .tick = host_tick,
        .random = host_random,
        .option = host_option,
        .option_string = host_option_string,
        .extension = host_extension,
        .write = host_write,
        .print = host_print,
        .add_variables = host_add_variables,
        .add_scope = host_add_scope,
        .add_aux = host_add_aux,
        .add_clauses = host_add_clauses,
        .drop = host_drop,
        .drop_planes = host_drop_planes,
        .conflict = host_conflict,
        .save = host_save,
        .dom = host_dom,
        .dom_then = host_dom_then,
        .because = host_because,
        .because_planes = host_because_planes,
        .because_always = host_because_always,
        .score = host_score,
        .probe = host_probe,
        .name_scope = host_name_scope,
        .name_positions = host_name_positions,
        .name_value = host_name_value,
    };
}

struct fake *fake_new(const struct rt_rule_class *rule, uint32_t cpu_level, uint64_t seed)
{
    struct fake *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    fill_services(&f->host);
    f->host.cpu_level = cpu_level;
    f->self.h = &f->host;
    f->rule = rule;
    random_seed(&f->random, seed);
    return f;
}

void fake_free(struct fake *f)
{
    if (!f)
        return;
    free(f->aux.at);
    free(f->aux_full.at);
    free(f->clauses.at);
    free(f->history.at);
    free(f->trail.at);
    free(f->events.at);
    free(f->scores.at);
    free(f->sample_values.at);
    arena_free(&f->arena);
    free(f);
}

void fake_scope(struct fake *f, const void *payload, uint32_t payload_size, uint32_t n, uint32_t nvalues,
                const uint64_t *initial)
{
    f->n = n;
    f->nvalues = nvalues;
    f->words = (n + 63) / 64;
    size_t planes = (size_t)f->words * nvalues + 1;
    f->dom = need(arena_alloc(&f->arena, (n + 1) * sizeof *f->dom));
    f->full = need(arena_alloc(&f->arena, (n + 1) * sizeof *f->full));
    f->premise = need(arena_alloc(&f->arena, (n + 1) * sizeof *f->premise));
    f->plane = need(arena_alloc(&f->arena, planes * sizeof *f->plane));
    f->mirror = need(arena_alloc(&f->arena, planes * sizeof *f->mirror));
    for (uint32_t i = 0; i < n; i++) {
        f->dom[i] = f->full[i] = initial ? initial[i] : nvalues == 64 ? UINT64_MAX : (1ull << nvalues) - 1;
        set_plane(f, i, f->dom[i]);
    }
    f->self.payload = payload;
    f->self.payload_size = payload_size;
    if (!f->rule)
        return;
    uint16_t needs = f->rule->needs;
    f->self.state = need(arena_alloc(&f->arena, f->rule->state_size + 1));
    f->self.v = (struct rt_view){.n = n, .words = f->words, .nvalues = nvalues,
                                 .plane = needs & RT_PLANES ? f->plane : NULL,
                                 .mirror = needs & RT_MIRROR ? f->mirror : NULL};
}

static int call(struct fake *f, int (*function)(struct rt_self *), enum fake_phase phase)
{
    f->phase = phase;
    forget_eager(f);
    int status = function(&f->self);
    f->phase = FAKE_IDLE;
    return status;
}

int fake_init(struct fake *f)
{
    f->woken = true;
    int status = f->rule->init ? call(f, f->rule->init, FAKE_INIT) : RT_OK;
    if (status == RT_ENTAILED)
        f->asleep = true;
    return status;
}

int fake_extend(struct fake *f)
{
    return f->rule->extend && !f->asleep ? call(f, f->rule->extend, FAKE_EXTEND) : RT_OK;
}

int fake_narrow(struct fake *f, uint32_t pos, uint64_t keep)
{
    return take(f, pos, ~keep);
}

/* Before and after a run; the status is what the run came to. */
static void open_run(struct fake *f)
{
    f->woken = f->changed = false;
    if (!(f->rule->needs & RT_HISTORY))
        f->self.v.seen = f->self.v.nhist;
}

static int close_run(struct fake *f, int status)
{
    f->self.v.seen = f->self.v.nhist;
    if (status == RT_ENTAILED)
        f->asleep = true;
    if ((status == RT_CONFLICT) != f->conflict && status >= 0)
        fault(f, status == RT_CONFLICT ? "propagate says conflict but made none"
                                       : "propagate hides a conflict: it returned %d", status);
    return status;
}

int fake_run(struct fake *f)
{
    open_run(f);
    if (!f->rule->propagate || f->asleep)
        return RT_FIXPOINT;
    return close_run(f, call(f, f->rule->propagate, FAKE_PROPAGATE));
}

void fake_run_batch(struct fake *const *f, uint32_t n, int *status)
{
    struct rt_self **self = need(calloc(n + 1, sizeof *self));
    for (uint32_t k = 0; k < n; k++) {
        open_run(f[k]);
        forget_eager(f[k]);
        f[k]->phase = FAKE_BATCH;
        self[k] = &f[k]->self;
        status[k] = RT_OK;
    }
    int all = n ? f[0]->rule->propagate_batch(self, n, status) : RT_OK;
    for (uint32_t k = 0; k < n; k++) {
        f[k]->phase = FAKE_IDLE;
        status[k] = close_run(f[k], all < 0 ? all : status[k]);
    }
    free(self);
}

int fake_branch(struct fake *f, uint32_t strategy)
{
    f->scores.n = 0;
    f->phase = FAKE_BRANCH;
    int status = f->rule->branch ? f->rule->branch(&f->self, strategy) : RT_EUNSUPPORTED;
    f->phase = FAKE_IDLE;
    return status;
}

int fake_weigh(struct fake *f, const float *in, float *out)
{
    f->phase = FAKE_WEIGH;
    int status = f->rule->weigh ? f->rule->weigh(&f->self, in, out) : RT_EUNSUPPORTED;
    f->phase = FAKE_IDLE;
    return status;
}

/* Clauses */

static uint64_t lit_dom(const struct fake *f, const uint64_t *dom, const uint64_t *aux, rt_lit lit)
{
    (void)f;
    uint32_t ref = lit >> 7;
    return ref & RT_AUX ? aux[ref & ~RT_AUX] : dom[ref];
}

/* The values that make it true. */
static uint64_t lit_keep(rt_lit lit)
{
    uint64_t value = 1ull << (lit >> 1 & 63);
    return lit & 1 ? ~value : value;
}

int fake_units(struct fake *f)
{
    bool again = true;
    while (again && !f->conflict) {
        again = false;
        for (uint32_t i = 0; i < f->clauses.n; i++) {
            uint32_t open = 0;
            bool holds = false;
            rt_lit unit = 0;
            for (; f->clauses.at[i] != RT_LIT_END; i++) {
                rt_lit lit = f->clauses.at[i];
                uint64_t dom = lit_dom(f, f->dom, f->aux.at, lit), keep = lit_keep(lit);
                holds |= !(dom & ~keep);
                if (dom & keep) {
                    open++;
                    unit = lit;
                }
            }
            if (holds || open > 1)
                continue;
            again = true;
            if (!open)
                f->conflict = true;
            if (!open || take(f, unit >> 7, ~lit_keep(unit)) != RT_OK)
                return RT_CONFLICT;
        }
    }
    return f->conflict ? RT_CONFLICT : RT_OK;
}

int fake_fixpoint(struct fake *f)
{
    for (;;) {
        if (f->conflict || fake_units(f) != RT_OK)
            return RT_CONFLICT;
        if (!f->woken)
            return RT_OK;
        int status = fake_run(f);
        if (status < 0 || status == RT_CONFLICT)
            return status;
        f->woken = status == RT_OK && f->changed;
        if (!f->changed && !f->woken)
            return RT_OK;
    }
}

/* Simple search for auxiliaries: unit propagation and the first open one. */
static bool satisfy(struct fake *f)
{
    if (fake_units(f) != RT_OK)
        return false;
    for (uint32_t a = 0; a < f->aux.n; a++) {
        uint64_t dom = f->aux.at[a];
        if (!(dom & (dom - 1)))
            continue;
        for (; dom; dom &= dom - 1) {
            struct fake_mark mark = fake_mark(f);
            bool found = take(f, RT_AUX | a, ~(dom & -dom)) == RT_OK && satisfy(f);
            fake_undo(f, mark);
            if (found)
                return true;
        }
        return false;
    }
    return true;
}

bool fake_extends(struct fake *f, const uint8_t *values)
{
    struct fake_mark mark = fake_mark(f);
    bool ok = true;
    for (uint32_t i = 0; i < f->n && ok; i++)
        ok = take(f, i, ~(1ull << values[i])) == RT_OK;
    ok = ok && satisfy(f);
    fake_undo(f, mark);
    return ok;
}

struct fake_mark fake_mark(const struct fake *f)
{
    return (struct fake_mark){f->trail.n, f->history.n, f->self.v.seen, f->asleep};
}

void fake_undo(struct fake *f, struct fake_mark mark)
{
    while (f->trail.n > mark.trail) {
        struct fake_change *c = &f->trail.at[--f->trail.n];
        if (c->address)
            memcpy(c->address, c->copy, c->bytes);
        else if (c->ref & RT_AUX)
            f->aux.at[c->ref & ~RT_AUX] = c->dom;
        else {
            set_plane(f, c->ref, c->dom & ~f->dom[c->ref]);
            f->dom[c->ref] = c->dom;
        }
    }
    f->history.n = f->self.v.nhist = mark.nhist;
    f->self.v.seen = mark.seen;
    f->asleep = mark.asleep;
    f->conflict = f->woken = f->changed = false;
}

/* Reasons: the domains of then stand in f->dom while the plugin is asked. */

static int ask(struct fake *f, const struct fake_event *e, enum fake_phase phase,
               int (*function)(struct rt_self *, const struct rt_why *))
{
    uint64_t *dom = f->dom, *plane = f->plane, *mirror = f->mirror;
    uint32_t nhist = f->self.v.nhist;
    size_t planes = ((size_t)f->words * f->nvalues + 1) * sizeof *plane;
    f->dom = e->then;
    f->plane = need(calloc(1, planes));
    f->mirror = need(calloc(1, planes));
    for (uint32_t i = 0; i < f->n; i++)
        set_plane(f, i, i == e->pos ? f->full[i] : e->then[i]);
    bool then = f->rule->needs & RT_THEN;
    struct rt_why why = {.pos = e->pos, .value = e->value, .tag = e->tag, .nhist = e->nhist,
                         .plane = then ? f->plane : NULL,
                         .mirror = then && f->rule->needs & RT_MIRROR ? f->mirror : NULL};
    f->self.v.nhist = e->nhist;
    f->phase = phase;
    int status = function(&f->self, &why);
    f->phase = FAKE_IDLE;
    f->self.v.nhist = nhist;
    free(f->plane);
    free(f->mirror);
    f->dom = dom;
    f->plane = plane;
    f->mirror = mirror;
    return status;
}

int fake_explain(struct fake *f, const struct fake_event *e)
{
    forget_eager(f);
    if (e->eager) {
        memcpy(f->premise, e->eager, f->n * sizeof *f->premise);
        f->given = true;
        f->always = e->always;
        return RT_OK;
    }
    if (!f->rule->explain)
        return RT_EUNSUPPORTED;
    return ask(f, e, FAKE_EXPLAIN, f->rule->explain);
}

int fake_describe(struct fake *f, const struct fake_event *e)
{
    f->printed[0] = 0;
    if (!f->rule->describe)
        return RT_EUNSUPPORTED;
    return ask(f, e, FAKE_DESCRIBE, f->rule->describe);
}
