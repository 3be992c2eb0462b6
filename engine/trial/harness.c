#include "trial/harness.h"

#include "trial/fake.h"
#include "util/cpu.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MAX_OPTIONS 8

struct harness {
    const struct rt_kind_class *kind;
    const struct rt_rule_class *rule;
    uint32_t cpu;
    struct fake_option option[MAX_OPTIONS];
    uint32_t noptions;
    struct fake *sample;                /* owns the last sampled scope */
    struct harness_stats stats;
    uint32_t without;                   /* promises that the check that is on leaves out */
    char failure[4096];
    /* the last small scope's solutions, as sets of literals pos * nvalues + value */
    VEC(uint64_t) solutions;
    void *solved_payload;
    struct harness_scope solved;
    struct harness_scope on;            /* that the last instance was made for */
};

/* What a fresh instance makes of some domains. */
struct outcome {
    int status;                         /* RT_OK or RT_CONFLICT */
    uint64_t dom[];
};

struct harness *harness_new(const struct rt_kind_class *kind, const struct rt_rule_class *rule)
{
    struct harness *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->kind = kind;
    h->rule = rule;
    h->cpu = cpu_level();
    return h;
}

void harness_free(struct harness *h)
{
    if (!h)
        return;
    fake_free(h->sample);
    free(h->solutions.at);
    free(h->solved_payload);
    free(h);
}

const struct rt_rule_class *harness_rule(const struct harness *h)
{
    return h->rule;
}

const struct rt_kind_class *harness_kind(const struct harness *h)
{
    return h->kind;
}

void harness_cpu(struct harness *h, uint32_t level)
{
    h->cpu = level;
}

void harness_option(struct harness *h, const char *name, int64_t value)
{
    for (uint32_t i = 0; i < h->noptions; i++)
        if (!strcmp(h->option[i].name, name)) {
            h->option[i].value = value;
            return;
        }
    if (h->noptions < MAX_OPTIONS)
        h->option[h->noptions++] = (struct fake_option){name, value};
}

const char *harness_failure(const struct harness *h)
{
    return h->failure[0] ? h->failure : "no failure";
}

struct harness_stats harness_stats(const struct harness *h)
{
    return h->stats;
}

bool harness_sample(struct harness *h, uint64_t seed, uint32_t size, struct harness_scope *scope)
{
    fake_free(h->sample);
    struct fake *f = h->sample = fake_new(NULL, 0, seed);
    if (!f)
        return false;
    f->phase = FAKE_SAMPLE;
    int status = h->kind->sample ? h->kind->sample(&f->self, size) : RT_EUNSUPPORTED;
    if (status != RT_OK || f->fault[0] || !f->sample_n) {
        snprintf(h->failure, sizeof h->failure, "%s: sample(%u) with seed %llu gave %d: %s", h->kind->id,
                 size, (unsigned long long)seed, status, f->fault[0] ? f->fault : "no scope");
        return false;
    }
    *scope = (struct harness_scope){f->sample_n, f->sample_nvalues, f->sample_payload, f->sample_payload_size,
                                    f->sample_initial};
    if (h->kind->valid && h->kind->valid(scope->payload, scope->payload_size, scope->n, scope->nvalues)) {
        snprintf(h->failure, sizeof h->failure, "%s: sample(%u) with seed %llu is not valid", h->kind->id,
                 size, (unsigned long long)seed);
        return false;
    }
    return true;
}

/* Failures in words */

static uint64_t initial(const struct harness_scope *s, uint32_t pos)
{
    return s->initial ? s->initial[pos] : s->nvalues == 64 ? UINT64_MAX : (1ull << s->nvalues) - 1;
}

static size_t put_domains(const struct harness_scope *s, const uint64_t *dom, char *to, size_t room)
{
    size_t at = 0;
    for (uint32_t i = 0; i < s->n && at + 24 < room; i++) {
        uint64_t d = dom[i];
        if (d == initial(s, i))
            at += (size_t)snprintf(to + at, room - at, "?");
        else if (d && !(d & (d - 1)))
            at += (size_t)snprintf(to + at, room - at, "%d", __builtin_ctzll(d));
        else
            at += (size_t)snprintf(to + at, room - at, "{%llx}", (unsigned long long)d);
    }
    return at;
}

static bool failed(struct harness *h, const struct harness_scope *s, const uint64_t *dom, const char *format,
                   ...) RT_PRINTF(4, 5);

static bool failed(struct harness *h, const struct harness_scope *s, const uint64_t *dom, const char *format,
                   ...)
{
    char *to = h->failure;
    size_t room = sizeof h->failure, at = (size_t)snprintf(to, room, "%s on ", h->rule->id);
    if (h->kind->describe)
        h->kind->describe(s->payload, s->payload_size, s->n, to + at, 400);
    at = strlen(to);
    at += (size_t)snprintf(to + at, room - at, " (%u positions, %u values, cpu level %u), domains ", s->n,
                           s->nvalues, h->cpu);
    if (dom)
        at += put_domains(s, dom, to + at, 1500);
    at += (size_t)snprintf(to + at, room - at, ": ");
    va_list args;
    va_start(args, format);
    vsnprintf(to + at, room - at, format, args);
    va_end(args);
    return false;
}

static bool asks(const struct harness *h, enum harness_promise promise)
{
    return !(h->without & promise);
}

/* The truth */

static bool small(const struct harness_scope *s)
{
    double count = 1;
    for (uint32_t i = 0; i < s->n; i++)
        count *= __builtin_popcountll(initial(s, i));
    return (uint64_t)s->n * s->nvalues <= 64 && count <= HARNESS_SMALL;
}

static uint64_t literal(const struct harness_scope *s, uint32_t pos, uint32_t value)
{
    return 1ull << (pos * s->nvalues + value);
}

static uint64_t literals(const struct harness_scope *s, const uint64_t *dom)
{
    uint64_t set = 0;
    for (uint32_t i = 0; i < s->n; i++)
        set |= dom[i] << i * s->nvalues;
    return set;
}

/* Next assignment in counting order within the initial domains; false after the last. */
static bool next_values(const struct harness_scope *s, uint8_t *values)
{
    for (uint32_t i = 0; i < s->n; i++) {
        uint64_t above = values[i] == 63 ? 0 : initial(s, i) >> (values[i] + 1);
        if (above) {
            values[i] = (uint8_t)(values[i] + 1 + __builtin_ctzll(above));
            return true;
        }
        values[i] = (uint8_t)__builtin_ctzll(initial(s, i));
    }
    return false;
}

/* Blame is illegal on its own: no solution has these values there. */
static bool blame_holds(const struct harness *h, const struct harness_scope *s, const uint8_t *values,
                        const struct rt_verdict *v)
{
    uint64_t set = 0;
    if (v->nblame > s->n)
        return false;
    for (uint32_t i = 0; i < v->nblame; i++)
        set |= literal(s, v->blame[i], values[v->blame[i]]);
    for (uint32_t i = 0; !v->nblame && i < s->n; i++)
        set |= literal(s, i, values[i]);
    for (uint32_t i = 0; i < h->solutions.n; i++)
        if (!(set & ~h->solutions.at[i]))
            return false;
    return true;
}

static bool enumerate(struct harness *h, const struct harness_scope *s)
{
    if (h->solved_payload && h->solved.n == s->n && h->solved.nvalues == s->nvalues &&
        h->solved.payload_size == s->payload_size && !s->initial && !h->solved.initial &&
        !memcmp(h->solved_payload, s->payload, s->payload_size))
        return true;
    uint8_t values[64];
    uint32_t blame[64];
    struct rt_verdict verdict = {.blame = blame};
    free(h->solved_payload);
    h->solved_payload = malloc(s->payload_size + 1);
    if (!h->solved_payload)
        abort();
    memcpy(h->solved_payload, s->payload, s->payload_size);
    h->solved = *s;
    h->solutions.n = 0;
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < s->n; i++)
            values[i] = (uint8_t)__builtin_ctzll(initial(s, i));
        do {
            uint64_t set = 0;
            verdict.nblame = 0;
            int status = h->kind->check(s->payload, s->payload_size, values, s->n, &verdict);
            for (uint32_t i = 0; i < s->n; i++)
                set |= literal(s, i, values[i]);
            if (status == RT_OK && !round && !vec_push(&h->solutions, set, NULL))
                abort();
            if (round && status != RT_OK && !blame_holds(h, s, values, &verdict)) {
                uint64_t dom[64];
                for (uint32_t i = 0; i < s->n; i++)
                    dom[i] = 1ull << values[i];
                return failed(h, s, dom, "the kind's check blames %u positions that a solution has so",
                              verdict.nblame);
            }
        } while (next_values(s, values));
    }
    return true;
}

static void support_small(const struct harness *h, const struct harness_scope *s, const uint64_t *dom,
                          uint64_t *support)
{
    uint64_t in = literals(s, dom), seen = 0;
    for (uint32_t i = 0; i < h->solutions.n; i++)
        if (!(h->solutions.at[i] & ~in))
            seen |= h->solutions.at[i];
    for (uint32_t i = 0; i < s->n; i++)
        support[i] = seen >> i * s->nvalues & ((s->nvalues == 64 ? 0 : 1ull << s->nvalues) - 1);
}

static bool support_implied(struct harness *h, const struct harness_scope *s, const uint64_t *dom,
                            uint64_t *support)
{
    for (uint32_t i = 0; i < s->n; i++) {
        support[i] = 0;
        for (uint64_t bits = dom[i]; bits; bits &= bits - 1) {
            uint32_t value = (uint32_t)__builtin_ctzll(bits);
            int gone =
                h->kind->implies ? h->kind->implies(s->payload, s->payload_size, dom, s->n, i, value) : -1;
            if (gone < 0)
                return failed(h, s, dom, "too large to enumerate, and its kind cannot tell");
            support[i] |= gone ? 0 : bits & -bits;
        }
    }
    return true;
}

static bool support_of(struct harness *h, const struct harness_scope *s, const struct harness_checks *c,
                       const uint64_t *dom, uint64_t *support)
{
    if (c->oracle)
        c->oracle(s, dom, support);
    else if (small(s))
        support_small(h, s, dom, support);
    else
        return support_implied(h, s, dom, support);
    return true;
}

/* Does any solution lie in these domains? */
static bool possible(struct harness *h, const struct harness_scope *s, const struct harness_checks *c,
                     const uint64_t *dom, uint64_t *spare)
{
    for (uint32_t i = 0; i < s->n; i++)
        if (!dom[i])
            return false;
    if (!c->oracle && !small(s) && h->kind->implies)
        return h->kind->implies(s->payload, s->payload_size, dom, s->n, 0,
                                (uint32_t)__builtin_ctzll(dom[0])) == 0 ||
               (support_of(h, s, c, dom, spare) && spare[0]);
    return support_of(h, s, c, dom, spare) && spare[0];
}

/* Instances */

/* For probes. */
static bool truth(void *context, const uint64_t *dom, uint64_t *support)
{
    struct harness *h = context;
    for (uint32_t i = 0; i < h->on.n; i++)
        if (!dom[i])
            return false;
    support_small(h, &h->on, dom, support);
    return support[0];
}

static void equip(struct harness *h, const struct harness_scope *s, struct fake *f)
{
    h->on = *s;
    f->options = h->option;
    f->noptions = h->noptions;
    f->truth = small(s) ? truth : NULL;
    f->truth_context = h;
    fake_scope(f, s->payload, s->payload_size, s->n, s->nvalues, s->initial);
}

static struct fake *fresh(struct harness *h, const struct harness_scope *s)
{
    struct fake *f = fake_new(h->rule, h->cpu, 1);
    if (!f)
        abort();
    equip(h, s, f);
    int status = fake_init(f);
    if (status >= 0 && status != RT_CONFLICT && h->rule->extend) {
        fake_fixpoint(f);
        status = fake_extend(f);
    }
    if (status == RT_CONFLICT)
        f->conflict = true;
    if (status < 0 && !f->fault[0])
        snprintf(f->fault, sizeof f->fault, "init or extend returned %d", status);
    return f;
}

static int narrow_to(struct fake *f, const uint64_t *dom)
{
    for (uint32_t i = 0; i < f->n && !f->conflict; i++)
        fake_narrow(f, i, dom[i]);
    return f->conflict ? RT_CONFLICT : RT_OK;
}

int harness_narrow(struct harness *h, const struct harness_scope *s, uint64_t *domains)
{
    struct fake *f = fresh(h, s);
    f->woken = true;
    int status = narrow_to(f, domains) == RT_OK ? fake_fixpoint(f) : RT_CONFLICT;
    if (f->fault[0]) {
        failed(h, s, domains, "%s", f->fault);
        status = RT_ERROR;
    }
    memcpy(domains, f->dom, s->n * sizeof *domains);
    fake_free(f);
    return status;
}

bool harness_can_tell(const struct harness *h, const struct harness_scope *s)
{
    return small(s) || h->kind->implies;
}

bool harness_why(struct harness *h, const struct harness_scope *s, const uint64_t *domains, uint32_t pos,
                 uint32_t value, char *words, size_t capacity, uint64_t *premises)
{
    struct fake *f = fresh(h, s);
    bool found = false;
    f->record = f->woken = true;
    if (narrow_to(f, domains) == RT_OK)
        fake_fixpoint(f);
    for (uint32_t i = 0; i < f->events.n && !found; i++) {
        const struct fake_event *e = &f->events.at[i];
        if (e->pos != pos || (pos != RT_NOPOS && e->value != value))
            continue;
        found = fake_describe(f, e) >= 0 && fake_explain(f, e) >= 0 && f->given;
        snprintf(words, capacity, "%s", f->printed);
        memcpy(premises, f->premise, s->n * sizeof *premises);
    }
    if (f->fault[0])
        failed(h, s, domains, "%s", f->fault);
    fake_free(f);
    return found;
}

bool harness_score(struct harness *h, const struct harness_scope *s, const uint64_t *domains,
                   uint32_t strategy, uint32_t pos, uint32_t *value, double *score)
{
    struct fake *f = fresh(h, s);
    bool given = false;
    if (!f->asleep && narrow_to(f, domains) == RT_OK && fake_branch(f, strategy) != RT_OK)
        failed(h, s, domains, "branch fails");
    if (f->fault[0])
        failed(h, s, domains, "%s", f->fault);
    for (uint32_t i = 0; i < f->scores.n && !f->fault[0]; i++)
        if (f->scores.at[i].pos == pos) {
            *value = f->scores.at[i].value;
            *score = f->scores.at[i].score;
            given = true;
        }
    fake_free(f);
    return given;
}

int harness_weigh(struct harness *h, const struct harness_scope *s, const float *in, float *out)
{
    struct fake *f = fresh(h, s);
    memset(out, 0, (size_t)s->n * s->nvalues * sizeof *out);
    int status = fake_weigh(f, in, out);
    if (f->fault[0]) {
        failed(h, s, NULL, "%s", f->fault);
        status = RT_ERROR;
    }
    fake_free(f);
    return status;
}

/* Reasons */

static bool check_reason(struct harness *h, const struct harness_scope *s, const struct harness_checks *c,
                         const uint64_t *dom, struct fake *f, const struct fake_event *e)
{
    uint64_t *left = malloc(2 * (s->n + 1) * sizeof *left), *spare = left + s->n + 1;
    if (!left)
        abort();
    int status = fake_explain(f, e);
    bool ok = true;
    uint64_t known = 0, premises = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        ok &= !(f->premise[i] & e->then[i]);
        left[i] = initial(s, i) & ~f->premise[i];
        known += (uint64_t)__builtin_popcountll(initial(s, i) & ~e->then[i]);
        premises += (uint64_t)__builtin_popcountll(f->premise[i]);
    }
    if (e->pos != RT_NOPOS)
        left[e->pos] &= 1ull << e->value;
    if (status < 0 || !f->given) {
        h->stats.by_default++;
    } else if (!ok) {
        failed(h, s, dom, "value %u left position %d with a premise that did not hold then", e->value,
               (int)e->pos);
    } else if (possible(h, s, c, left, spare)) {
        char words[1500] = "";
        put_domains(s, left, words, sizeof words);
        ok = failed(h, s, dom,
                    "value %u left position %d for a reason that does not imply it: %s has a solution",
                    e->value, (int)e->pos, words);
    } else {
        h->stats.explained++;
        h->stats.premises += premises;
        h->stats.known += known;
    }
    free(left);
    return ok || status < 0 || !f->given;
}

/* Same drops in the same order with the same reasons? */
static bool same_run(struct fake *a, struct fake *b)
{
    if (a->events.n != b->events.n || a->conflict != b->conflict ||
        memcmp(a->dom, b->dom, a->n * sizeof *a->dom))
        return false;
    for (uint32_t i = 0; i < a->events.n; i++) {
        const struct fake_event *x = &a->events.at[i], *y = &b->events.at[i];
        if (x->pos != y->pos || x->value != y->value || x->tag != y->tag ||
            fake_explain(a, x) != fake_explain(b, y) || a->given != b->given ||
            memcmp(a->premise, b->premise, a->n * sizeof *a->premise))
            return false;
    }
    return true;
}

static struct fake *run_anew(struct harness *h, const struct harness_scope *s, const uint64_t *dom)
{
    struct fake *f = fresh(h, s);
    f->record = f->woken = true;
    if (narrow_to(f, dom) == RT_OK)
        fake_fixpoint(f);
    return f;
}

/* One instance, and others on every level. */
static bool check_again(struct harness *h, const struct harness_scope *s, const uint64_t *dom)
{
    uint32_t present = h->cpu;
    struct fake *f = run_anew(h, s, dom);
    bool ok = true;
    for (uint32_t level = 0; ok && level <= cpu_level(); level++) {
        h->cpu = level;
        struct fake *g = run_anew(h, s, dom);
        if (!same_run(f, g))
            ok = level == present ? failed(h, s, dom, "another instance deduces other things or gives other reasons")
                                  : failed(h, s, dom, "it deduces other things or gives other reasons than on level %u",
                                           present);
        fake_free(g);
    }
    h->cpu = present;
    fake_free(f);
    return ok;
}

/* One domain */

static bool check_support(struct harness *h, const struct harness_scope *s, const struct harness_checks *c,
                          const uint64_t *dom, const struct fake *f, uint64_t *support)
{
    if (!support_of(h, s, c, dom, support))
        return false;
    for (uint32_t i = 0; i < s->n; i++) {
        if (f->conflict && support[i])
            return failed(h, s, dom, "a conflict, though there is a solution");
        uint64_t lost = support[i] & ~f->dom[i], extra = f->conflict ? 0 : f->dom[i] & ~support[i];
        if (lost)
            return failed(h, s, dom, "value %d left position %u, and a solution has it",
                          __builtin_ctzll(lost), i);
        if (c->complete && extra)
            return failed(h, s, dom, "value %d stayed at position %u, and no solution has it",
                          __builtin_ctzll(extra), i);
    }
    return true;
}

/* Runs to the fixed point and holds each claim to its word. */
static bool check_run(struct harness *h, const struct harness_scope *s, const uint64_t *dom, struct fake *f)
{
    bool again = true;
    while (again && fake_units(f) == RT_OK) {
        int status = fake_run(f);
        bool changed = f->changed;
        h->stats.runs++;
        h->stats.useful += changed;
        h->stats.entailed += status == RT_ENTAILED;
        h->stats.fixpoints += status == RT_FIXPOINT;
        if (f->fault[0])
            return failed(h, s, dom, "%s", f->fault);
        if (status < 0)
            return failed(h, s, dom, "propagate returned %d", status);
        if (status == RT_CONFLICT)
            return true;
        if (status == RT_FIXPOINT && h->rule->propagate && !f->asleep && asks(h, HARNESS_IDEMPOTENT)) {
            int second = fake_run(f);
            if (f->changed || second == RT_CONFLICT || second < 0)
                return failed(h, s, dom, "RT_FIXPOINT, but another run finds more");
        }
        again = changed;
    }
    return f->fault[0] ? failed(h, s, dom, "%s", f->fault) : true;
}

/* After RT_ENTAILED nothing is found on smaller domains either. */
static bool check_entailed(struct harness *h, const struct harness_scope *s, const struct fake *f,
                           struct random *random)
{
    uint64_t *less = malloc(2 * (s->n + 1) * sizeof *less), *left = less + s->n + 1;
    if (!less)
        abort();
    bool ok = true;
    for (int round = 0; ok && round < 3; round++) {
        for (uint32_t i = 0; i < s->n; i++) {
            uint64_t some = f->dom[i] & random_next(random);
            less[i] = some ? some : f->dom[i];
        }
        memcpy(left, less, s->n * sizeof *left);
        int status = harness_narrow(h, s, left);
        if (status != RT_OK || memcmp(left, less, s->n * sizeof *left))
            ok = failed(h, s, less, "RT_ENTAILED on larger domains, but here it finds something");
    }
    free(less);
    return ok;
}

static bool check_one(struct harness *h, const struct harness_scope *s, const struct harness_checks *c,
                      const uint64_t *dom, struct random *random, struct outcome *outcome)
{
    struct fake *f = fresh(h, s);
    uint64_t *support = malloc((s->n + 1) * sizeof *support);
    if (!support)
        abort();
    f->record = f->woken = true;
    bool ok = true;
    if (narrow_to(f, dom) == RT_OK)
        ok = check_run(h, s, dom, f);
    if (asks(h, HARNESS_SOUND))
        ok = ok && check_support(h, s, c, dom, f, support);
    for (uint32_t i = 0; ok && i < f->events.n && asks(h, HARNESS_REASONS); i++) {
        ok = check_reason(h, s, c, dom, f, &f->events.at[i]);
        int words = fake_describe(f, &f->events.at[i]);
        if (ok && (words >= 0 ? !f->printed[0] : words != RT_EUNSUPPORTED))
            ok = failed(h, s, dom, "describe says nothing of value %u at position %d", f->events.at[i].value,
                        (int)f->events.at[i].pos);
    }
    if (ok && f->fault[0])
        ok = failed(h, s, dom, "%s", f->fault);
    h->stats.drops += f->events.n;
    h->stats.conflicts += f->conflict;
    if (ok && f->asleep && !f->conflict && !f->clauses.n && asks(h, HARNESS_IDEMPOTENT))
        ok = check_entailed(h, s, f, random);
    if (asks(h, HARNESS_DETERMINISTIC))
        ok = ok && check_again(h, s, dom);
    outcome->status = f->conflict ? RT_CONFLICT : RT_OK;
    memcpy(outcome->dom, f->dom, s->n * sizeof *f->dom);
    free(support);
    fake_free(f);
    return ok;
}

bool harness_check_domain(struct harness *h, const struct harness_scope *s, const struct harness_checks *c,
                          const uint64_t *domains)
{
    struct random random;
    random_seed(&random, c->seed);
    h->without = c->without;
    struct outcome *outcome = malloc(sizeof *outcome + (s->n + 1) * sizeof(uint64_t));
    if (!outcome)
        abort();
    bool ok = (c->oracle || !small(s) || enumerate(h, s)) && check_one(h, s, c, domains, &random, outcome);
    free(outcome);
    return ok;
}

/* Many domains */

static bool stronger(const struct outcome *less, const struct outcome *more, uint32_t n)
{
    if (less->status == RT_CONFLICT)
        return true;
    if (more->status == RT_CONFLICT)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (less->dom[i] & ~more->dom[i])
            return false;
    return true;
}

static double count_domains(const struct harness_scope *s)
{
    double count = 1;
    for (uint32_t i = 0; i < s->n; i++)
        count *= (double)((1ull << (__builtin_popcountll(initial(s, i)) & 31)) - 1);
    return count;
}

static uint64_t random_subset(struct random *random, uint64_t set, uint64_t keep_percent)
{
    uint64_t out = 0;
    if (random_below(random, 100) < keep_percent)
        return set;
    for (int tries = 0; !out && tries < 64; tries++)
        out = set & random_next(random);
    return out ? out : set;
}

static void random_domains(const struct harness_scope *s, struct random *random, const uint64_t *from,
                           uint64_t *dom)
{
    uint64_t keep = random_below(random, 100);
    for (uint32_t i = 0; i < s->n; i++)
        dom[i] = random_subset(random, from ? from[i] : initial(s, i), keep);
}

/* Every combination of non-empty domains: `at` counts through them, smaller domains have smaller numbers in
 * each position. */
static bool next_domains(const struct harness_scope *s, uint64_t *dom)
{
    for (uint32_t i = 0; i < s->n; i++) {
        dom[i] = (dom[i] - initial(s, i)) & initial(s, i);
        if (dom[i])
            return true;
        dom[i] = (0 - initial(s, i)) & initial(s, i);
    }
    return false;
}

static size_t domain_number(const struct harness_scope *s, const uint64_t *dom)
{
    size_t at = 0;
    for (uint32_t i = s->n; i-- > 0;)
        at = at << s->nvalues | dom[i];
    return at;
}

/* Compares with every domain that has one value more. */
static bool check_parents(struct harness *h, const struct harness_scope *s, uint64_t *dom,
                          struct outcome **table)
{
    struct outcome *mine = table[domain_number(s, dom)];
    for (uint32_t i = 0; i < s->n; i++)
        for (uint64_t more = initial(s, i) & ~dom[i]; more; more &= more - 1) {
            dom[i] |= more & -more;
            struct outcome *parent = table[domain_number(s, dom)];
            dom[i] &= ~(more & -more);
            if (parent && !stronger(mine, parent, s->n))
                return failed(h, s, dom, "not monotone: with value %d more at position %u it deduces more",
                              __builtin_ctzll(more), i);
        }
    return true;
}

static bool check_all_domains(struct harness *h, const struct harness_scope *s,
                              const struct harness_checks *c, struct random *random)
{
    size_t size = (size_t)1 << s->n * s->nvalues;
    struct outcome **table = calloc(size, sizeof *table);
    uint64_t dom[64];
    bool ok = table;
    for (uint32_t i = 0; i < s->n; i++)
        dom[i] = initial(s, i) & -initial(s, i);
    do {
        struct outcome *o = malloc(sizeof *o + s->n * sizeof *dom);
        ok = ok && o && check_one(h, s, c, dom, random, o);
        if (table)
            table[domain_number(s, dom)] = o;
    } while (ok && next_domains(s, dom));
    for (uint32_t i = 0; i < s->n; i++)
        dom[i] = initial(s, i) & -initial(s, i);
    if (asks(h, HARNESS_MONOTONE))
        do
            ok = ok && check_parents(h, s, dom, table);
        while (ok && next_domains(s, dom));
    for (size_t i = 0; table && i < size; i++)
        free(table[i]);
    free(table);
    return ok;
}

static bool check_random_domains(struct harness *h, const struct harness_scope *s,
                                 const struct harness_checks *c, struct random *random, uint32_t count)
{
    size_t bytes = (s->n + 1) * sizeof(uint64_t);
    uint64_t *dom = malloc(2 * bytes), *less = dom + s->n + 1;
    struct outcome *a = malloc(sizeof *a + bytes), *b = malloc(sizeof *b + bytes);
    bool ok = dom && a && b;
    for (uint32_t round = 0; ok && round < count; round += 2) {
        random_domains(s, random, NULL, dom);
        random_domains(s, random, dom, less);
        ok = check_one(h, s, c, dom, random, a) && check_one(h, s, c, less, random, b);
        if (ok && asks(h, HARNESS_MONOTONE) && !stronger(b, a, s->n))
            ok = failed(h, s, less, "not monotone: on larger domains it deduces more");
    }
    free(dom);
    free(a);
    free(b);
    return ok;
}

/* Walks */

struct level {
    struct fake_mark mark;
    uint64_t *dom, *plane, *mirror;
    void *state;
};

static void *copy(const void *from, size_t bytes)
{
    void *to = malloc(bytes + 1);
    if (!to)
        abort();
    memcpy(to, from, bytes);
    return to;
}

static struct level level_open(const struct fake *f)
{
    size_t planes = (size_t)f->words * f->nvalues * sizeof *f->plane;
    return (struct level){fake_mark(f), copy(f->dom, f->n * sizeof *f->dom), copy(f->plane, planes),
                          copy(f->mirror, planes), copy(f->self.state, f->rule->state_size)};
}

/* Back to where the level began: is everything as it was? */
static bool level_close(struct fake *f, struct level *l)
{
    size_t planes = (size_t)f->words * f->nvalues * sizeof *f->plane;
    fake_undo(f, l->mark);
    bool same = !memcmp(f->dom, l->dom, f->n * sizeof *f->dom) && !memcmp(f->plane, l->plane, planes) &&
                !memcmp(f->mirror, l->mirror, planes) &&
                !memcmp(f->self.state, l->state, f->rule->state_size);
    free(l->dom);
    free(l->plane);
    free(l->mirror);
    free(l->state);
    return same;
}

/* One decision at an open position; false if there is none. */
static bool decide(struct fake *f, struct random *random)
{
    uint32_t start = (uint32_t)random_below(random, f->n);
    for (uint32_t k = 0; k < f->n; k++) {
        uint32_t pos = (start + k) % f->n;
        uint64_t dom = f->dom[pos], keep;
        if (!(dom & (dom - 1)))
            continue;
        do
            keep = dom & random_next(random);
        while (!keep || keep == dom);
        fake_narrow(f, pos, keep);
        return true;
    }
    return false;
}

static bool same_as_fresh(struct harness *h, const struct harness_scope *s, const struct fake *f,
                          const uint64_t *before)
{
    uint64_t *dom = copy(before, s->n * sizeof *dom);
    int status = harness_narrow(h, s, dom);
    bool ok = f->conflict == (status == RT_CONFLICT) &&
              (f->conflict || !memcmp(dom, f->dom, s->n * sizeof *dom));
    if (!ok)
        failed(h, s, before, "a fresh instance finds other things than one that came here step by step");
    free(dom);
    return ok;
}

static bool walk(struct harness *h, const struct harness_scope *s, struct random *random)
{
    struct level level[64];
    uint32_t depth = 0;
    struct fake *f = fresh(h, s);
    f->woken = true;
    bool ok = fake_fixpoint(f) >= 0;
    for (uint32_t step = 0; ok && step < 2 * s->n + 4; step++) {
        uint64_t *before = NULL;
        if (!f->conflict && depth < 64) {
            level[depth++] = level_open(f);
            if (decide(f, random)) {
                before = copy(f->dom, s->n * sizeof *before);
                ok = fake_fixpoint(f) >= 0;
                ok = ok && (!asks(h, HARNESS_MONOTONE) || same_as_fresh(h, s, f, before));
            } else {
                f->conflict = true; /* a leaf: turn back */
            }
        }
        while (ok && depth && (f->conflict || !random_below(random, 3))) {
            ok = level_close(f, &level[--depth]) || !asks(h, HARNESS_RESTORED) ||
                 failed(h, s, f->dom, "undo did not restore domains, planes or state: was save forgotten?");
            if (random_below(random, 2))
                break;
        }
        free(before);
    }
    while (depth)
        level_close(f, &level[--depth]);
    if (ok && f->fault[0])
        ok = failed(h, s, f->dom, "%s", f->fault);
    fake_free(f);
    return ok;
}

/* Memory that is not there */

/* One run in which allocation number `n` fails; 0: none. `*count`: how many there were. False: something is wrong. */
static bool starve(struct harness *h, const struct harness_scope *s, const struct harness_checks *c,
                   const uint64_t *dom, const uint64_t *support, uint64_t n, uint64_t *count)
{
    struct fake *f = fake_new(h->rule, h->cpu, 1);
    if (!f)
        abort();
    equip(h, s, f);
    f->starve = n;
    f->record = f->woken = true;
    bool good = fake_init(f) >= 0 && (!h->rule->extend || fake_extend(f) >= 0) && narrow_to(f, dom) == RT_OK;
    if (good && h->rule->propagate && !f->asleep)
        fake_run(f);
    bool fine = true, lost = false;
    for (uint32_t i = 0; i < s->n; i++)
        lost |= (support[i] & ~f->dom[i]) || (f->conflict && support[i]);
    if (lost && n)
        fine = failed(h, s, dom, "when allocation %llu fails, a value of a solution goes", (unsigned long long)n);
    for (uint32_t i = 0; fine && i < f->events.n; i++) {
        fine = check_reason(h, s, c, dom, f, &f->events.at[i]) || !n;
        fake_describe(f, &f->events.at[i]);
    }
    *count = f->allocations;
    fake_free(f);
    return fine;
}

bool harness_starve(struct harness *h, const struct harness_scope *s, uint64_t *allocations)
{
    uint64_t *support = calloc(2 * (size_t)s->n + 1, sizeof *support), *dom = support + s->n, count = 0, then;
    struct harness_checks checks = {0};
    struct random random;
    if (!support)
        abort();
    bool good = !small(s) || enumerate(h, s);
    random_seed(&random, s->n);
    for (int round = 0; good && round < 2; round++) {   /* the fresh scope, then some of it known */
        for (uint32_t i = 0; i < s->n; i++)
            dom[i] = round ? random_subset(&random, initial(s, i), 40) : initial(s, i);
        good = support_of(h, s, &checks, dom, support) && starve(h, s, &checks, dom, support, 0, &count);
        for (uint64_t n = 1; good && n <= count; n++, ++*allocations)
            good = starve(h, s, &checks, dom, support, n, &then);
    }
    free(support);
    return good;
}

/* Every solution satisfies the clauses with some values of the auxiliaries. */
static bool check_clauses(struct harness *h, const struct harness_scope *s)
{
    if (!small(s) || (!h->rule->init && !h->rule->extend))
        return true;
    struct fake *f = fresh(h, s);
    bool ok = true;
    for (uint32_t i = 0; ok && f->clauses.n && i < h->solutions.n; i++) {
        uint8_t values[64];
        uint64_t dom[64];
        for (uint32_t p = 0; p < s->n; p++) {
            values[p] = (uint8_t)__builtin_ctzll(h->solutions.at[i] >> p * s->nvalues);
            dom[p] = 1ull << values[p];
        }
        if (!fake_extends(f, values))
            ok = failed(h, s, dom, "its clauses forbid this solution");
    }
    if (ok && f->fault[0])
        ok = failed(h, s, NULL, "%s", f->fault);
    fake_free(f);
    return ok;
}

/* Batches */

static bool same_end(struct harness *h, const struct harness_run *run, struct fake *alone, int status,
                     struct fake *together, int batch_status)
{
    if (together->fault[0])
        return failed(h, &run->scope, run->domains, "propagate_batch: %s", together->fault);
    if (batch_status != status)
        return failed(h, &run->scope, run->domains, "propagate returns %d, propagate_batch %d", status, batch_status);
    return same_run(alone, together) ||
           failed(h, &run->scope, run->domains, "propagate_batch drops other things than propagate");
}

bool harness_batch(struct harness *h, const struct harness_run *run, uint32_t n)
{
    struct fake **alone = calloc(2 * (size_t)n + 1, sizeof *alone), **together = alone + n;
    int *status = calloc(2 * (size_t)n + 1, sizeof *status);
    if (!alone || !status)
        abort();
    const struct harness_run **lives = calloc((size_t)n + 1, sizeof *lives);
    if (!lives)
        abort();
    uint32_t living = 0;
    for (uint32_t k = 0; k < n; k++) {
        struct fake *a = alone[living] = fresh(h, &run[k].scope), *b = together[living] = fresh(h, &run[k].scope);
        a->record = b->record = true;
        if (!a->asleep && narrow_to(a, run[k].domains) == RT_OK && narrow_to(b, run[k].domains) == RT_OK) {
            status[living] = fake_run(a);
            lives[living++] = &run[k];
        } else {
            fake_free(a);
            fake_free(b);
        }
    }
    fake_run_batch(together, living, status + n);
    bool ok = true;
    for (uint32_t k = 0; k < living; k++) {
        ok = ok && same_end(h, lives[k], alone[k], status[k], together[k], status[n + k]);
        fake_free(alone[k]);
        fake_free(together[k]);
    }
    free(alone);
    free(status);
    free(lives);
    return ok;
}

static bool check_batch(struct harness *h, const struct harness_scope *s, struct random *random)
{
    enum { INSTANCES = 9 };
    struct harness_run run[INSTANCES];
    uint64_t *dom = malloc((INSTANCES * (size_t)s->n + 1) * sizeof *dom);
    if (!dom)
        abort();
    for (uint32_t k = 0; k < INSTANCES; k++) {
        run[k] = (struct harness_run){*s, dom + k * (size_t)s->n};
        random_domains(s, random, NULL, dom + k * (size_t)s->n);
    }
    bool ok = harness_batch(h, run, 1 + (uint32_t)random_below(random, INSTANCES));
    free(dom);
    return ok;
}

/* RT_SAME_CLAUSES: an instance of another scope with another seed adds the same clauses, and nothing else. */
static bool check_same_clauses(struct harness *h, const struct harness_scope *s)
{
    struct fake *f = fresh(h, s), *g = fake_new(h->rule, h->cpu, 2);
    if (!g)
        abort();
    g->options = h->option;
    g->noptions = h->noptions;
    fake_scope(g, s->payload, s->payload_size, s->n, s->nvalues, s->initial);
    g->self.index = 1;
    int status = fake_init(g);
    bool ok = f->conflict == (status == RT_CONFLICT) && f->asleep == g->asleep && f->clauses.n == g->clauses.n &&
              (!f->clauses.n || !memcmp(f->clauses.at, g->clauses.at, f->clauses.n * sizeof *f->clauses.at));
    if (!ok)
        failed(h, s, NULL, "RT_SAME_CLAUSES, but another scope like this one gets other clauses");
    if (f->aux.n)
        ok = failed(h, s, NULL, "RT_SAME_CLAUSES, but it adds auxiliaries");
    fake_free(f);
    fake_free(g);
    return ok;
}

bool harness_check(struct harness *h, const struct harness_scope *s, const struct harness_checks *c)
{
    struct random random;
    random_seed(&random, c->seed);
    uint32_t domains = c->domains ? c->domains : 256, walks = c->walks ? c->walks : 4;
    h->without = c->without;
    if (!c->oracle && small(s) && (!enumerate(h, s) || (asks(h, HARNESS_SOUND) && !check_clauses(h, s))))
        return false;
    bool all = s->n * s->nvalues <= 20 && count_domains(s) <= domains;
    if (!(all ? check_all_domains(h, s, c, &random) : check_random_domains(h, s, c, &random, domains)))
        return false;
    if (!asks(h, HARNESS_RESTORED) && !asks(h, HARNESS_MONOTONE))
        return true;
    for (uint32_t i = 0; i < walks; i++)
        if (!walk(h, s, &random))
            return false;
    if (h->rule->flags & RT_SAME_CLAUSES && !check_same_clauses(h, s))
        return false;
    return !h->rule->propagate_batch || check_batch(h, s, &random);
}
