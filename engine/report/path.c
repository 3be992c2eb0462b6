#include "report/path.h"

#include "report/ladder.h"

#include <string.h>

struct path {
    struct solver *solver;
    struct puzzle *puzzle;
    const struct rule_use *rules;
    uint32_t nrules, level;
    struct ladder ladder;
    deduction_list *found;      /* one an instance: what it sees while its scope stays as it is; maybe out of date */
    struct deduction *broken;   /* a place that is known and wrong */
    struct deduction *trial;    /* the next step, where nothing else is */
    deduction_list steps, all;
    uint32_t *step_of;          /* one a variable: the newest step about it */
    uint32_t *changed;          /* one a scope: the newest step about one of its variables */
    bool whole;                 /* the whole grid was judged */
    bool failed;
};

struct path *path_open(struct solver *solver, struct puzzle *puzzle, const struct rule_use *rules, uint32_t nrules,
                       uint32_t level)
{
    struct path *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    *p = (struct path){.solver = solver, .puzzle = puzzle, .rules = rules, .nrules = nrules, .level = level};
    p->found = calloc(solver_ninstances(solver) + 1, sizeof *p->found);
    p->step_of = calloc(solver_nvars(solver) + 1, sizeof *p->step_of);
    p->changed = calloc(solver_nscopes(solver) + 1, sizeof *p->changed);
    if (ladder_open(&p->ladder, solver, rules, nrules, level) && p->found && p->step_of && p->changed)
        return p;
    path_close(p);
    return NULL;
}

void path_close(struct path *p)
{
    if (!p)
        return;
    for (uint32_t k = 0; p->found && k < solver_ninstances(p->solver); k++)
        deduction_list_clear(&p->found[k]);
    deduction_list_clear(&p->steps);
    deduction_free(p->broken);
    deduction_free(p->trial);
    vec_free(&p->all);
    ladder_close(&p->ladder);
    free(p->found);
    free(p->step_of);
    free(p->changed);
    free(p);
}

const deduction_list *path_steps(const struct path *p)
{
    return &p->steps;
}

bool path_failed(const struct path *p)
{
    return p->failed;
}

bool path_tries(const struct path *p)
{
    uint32_t rule = p->ladder.trial_rule;
    return rule != RT_NOPOS && p->rules[rule].level <= p->level;
}

static const char *summary_of(const struct path *p, uint32_t instance)
{
    return p->rules[solver_instance_rule(p->solver, instance)].class->summary;
}

static void look(struct path *p, uint32_t instance)
{
    if (p->failed || solver_is_seen(p->solver, instance))
        return;
    deduction_list_clear(&p->found[instance]);
    p->failed |= !deduction_look(p->solver, instance, summary_of(p, instance), &p->found[instance]) ||
                 solver_exhausted(p->solver);
}

/* The newest step that it continues from. */
static uint32_t newest(const struct path *p, const struct deduction *d)
{
    uint32_t step = 0;
    for (uint32_t k = 0; k < d->premises.n; k++)
        if (p->step_of[d->premises.at[k] >> 6] > step)
            step = p->step_of[d->premises.at[k] >> 6];
    return step;
}

/* Negative: a comes first. Both are on rungs of equal level and weight. */
static int compare(const struct path *p, const struct deduction *a, const struct deduction *b)
{
    if (a->conflict != b->conflict)
        return a->conflict ? -1 : 1;
    uint32_t x = newest(p, a), y = newest(p, b);
    if (x != y)
        return x > y ? -1 : 1;
    if (a->premises.n != b->premises.n)
        return a->premises.n < b->premises.n ? -1 : 1;
    if (a->gone.n != b->gone.n)
        return a->gone.n > b->gone.n ? -1 : 1;
    return a->instance < b->instance ? -1 : a->instance > b->instance;
}

static const struct deduction *better(const struct path *p, const struct deduction *best, uint32_t instance)
{
    for (uint32_t i = 0; i < p->found[instance].n; i++)
        if (!best || compare(p, p->found[instance].at[i], best) < 0)
            best = p->found[instance].at[i];
    return best;
}

/* Of the rungs [from, to), which are equally hard: the instance where something changed last that may have something
 * to say. */
static uint32_t newest_instance(const struct path *p, uint32_t from, uint32_t to)
{
    uint32_t best = RT_NOPOS, stamp = 0;
    for (uint32_t r = from; r < to; r++)
        for (uint32_t k = p->ladder.rung[r].first; k < p->ladder.rung[r].end; k++) {
            uint32_t changed = p->changed[solver_instance_scope(p->solver, k)];
            if (changed > stamp && (p->found[k].n || !solver_is_seen(p->solver, k))) {
                best = k;
                stamp = changed;
            }
        }
    return best;
}

/* Of all instances of these rungs. */
static const struct deduction *best_of_all(struct path *p, uint32_t from, uint32_t to)
{
    const struct deduction *best = NULL;
    for (uint32_t r = from; r < to; r++)
        for (uint32_t k = p->ladder.rung[r].first; k < p->ladder.rung[r].end; k++) {
            look(p, k);
            best = better(p, best, k);
        }
    return best;
}

static const struct deduction *best_of(struct path *p, uint32_t from, uint32_t to)
{
    const struct deduction *best = NULL;
    uint32_t newest;
    while (!p->failed && !best && (newest = newest_instance(p, from, to)) != RT_NOPOS) {
        look(p, newest);
        best = better(p, NULL, newest);
    }
    return best || p->failed ? best : best_of_all(p, from, to);
}

/* A whole grid that the puzzle refuses though no scope of it does. */
static void judge_grid(struct path *p)
{
    uint32_t n = solver_nvars(p->solver);
    uint8_t *values = malloc(n + 1);
    uint32_t *blame = malloc((n + 1) * sizeof *blame), *all = malloc((n + 1) * 64 * sizeof *all);
    struct rt_verdict verdict;
    p->whole = true;
    p->failed |= !values || !blame || !all;
    for (uint32_t v = 0; v < n && !p->failed; v++)
        values[v] = (uint8_t)__builtin_ctzll(solver_domain(p->solver, v));
    if (!p->failed && puzzle_verify(p->puzzle, values, n, &verdict, blame) == RT_CONFLICT) {
        struct finding f = {.instance = RT_NOPOS, .rule = RT_NOPOS, .scope = RT_NOPOS, .conflict = true,
                            .var = RT_NOPOS, .premises = all};
        for (uint32_t k = 0; k < (verdict.nblame ? verdict.nblame : n); k++) {
            uint32_t var = verdict.nblame ? blame[k] : k;
            for (uint64_t gone = solver_full(p->solver, var) & ~(1ull << values[var]); gone; gone &= gone - 1)
                all[f.npremises++] = var << 6 | (uint32_t)__builtin_ctzll(gone);
        }
        p->broken = deduction_new(&f, verdict.what);
        p->failed |= !p->broken;
    }
    free(values);
    free(blame);
    free(all);
}

/* A place that is known and wrong, whatever the rules see in it. */
static const struct deduction *judge(struct path *p)
{
    char what[256];
    struct finding finding;
    for (uint32_t k = 0; k < solver_nscopes(p->solver) && !p->broken; k++)
        if (solver_judge(p->solver, k, &finding, what, sizeof what) == RT_CONFLICT) {
            p->broken = deduction_new(&finding, what);
            p->failed |= !p->broken;
        }
    if (!p->broken && !p->whole && !solver_unknown(p->solver))
        judge_grid(p);
    if (p->broken)
        p->failed |= !deduction_tidy(p->solver, p->broken);
    return p->broken;
}

static void complete(struct path *p, const struct deduction *d)
{
    if (d && !p->failed)
        p->failed |= !deduction_complete(p->solver, summary_of(p, d->instance), (struct deduction *)d);
}

const struct deduction *path_next(struct path *p)
{
    const struct deduction *best = NULL, *broken = NULL;
    for (uint32_t from = 0, to; from < p->ladder.n && !best && !p->failed; from = to) {
        to = p->ladder.rung[from].equals;
        best = best_of(p, from, to);
    }
    complete(p, best);
    if (!p->failed && !(best && best->conflict) && (broken = judge(p)))
        best = broken;
    if (!best && !p->failed && path_tries(p) && solver_unknown(p->solver)) {
        if (!p->trial)
            p->trial = path_trial(p);
        best = p->trial;
    }
    return p->failed ? NULL : best;
}

static int by_order(const void *a, const void *b, void *context)
{
    const struct path *p = context;
    const struct deduction *x = *(struct deduction *const *)a, *y = *(struct deduction *const *)b;
    const struct rule_use *r = &p->rules[x->rule], *q = &p->rules[y->rule];
    if (r->level != q->level)
        return r->level < q->level ? -1 : 1;
    if (r->weight != q->weight)
        return r->weight < q->weight ? -1 : 1;
    return compare(p, x, y);
}

static bool among(const uint32_t *sorted, uint32_t n, uint32_t what)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (sorted[middle] < what)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && sorted[low] == what;
}

/* Does an easier rule among the first n find each conclusion of `d`, too? */
static bool is_easier(const struct path *p, uint32_t n, const struct deduction *d)
{
    for (uint32_t g = 0; g < d->gone.n; g++) {
        bool found = false;
        for (uint32_t k = 0; k < n && !found; k++)
            found = p->rules[p->all.at[k]->rule].level < p->rules[d->rule].level &&
                    among(p->all.at[k]->gone.at, p->all.at[k]->gone.n, d->gone.at[g]);
        if (!found)
            return false;
    }
    return !d->conflict;
}

const deduction_list *path_all(struct path *p)
{
    p->all.n = 0;
    for (uint32_t r = 0; r < p->ladder.n; r++)
        for (uint32_t k = p->ladder.rung[r].first; k < p->ladder.rung[r].end && !p->failed; k++) {
            look(p, k);
            for (uint32_t i = 0; i < p->found[k].n; i++) {
                complete(p, p->found[k].at[i]);
                p->failed |= !vec_push(&p->all, p->found[k].at[i], NULL);
            }
        }
    if (p->all.n)
        qsort_r(p->all.at, p->all.n, sizeof *p->all.at, by_order, p);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < p->all.n; k++)
        if (!is_easier(p, kept, p->all.at[k]))
            p->all.at[kept++] = p->all.at[k];
    p->all.n = kept;
    return &p->all;
}

/* Takes it out of where it was found. */
static struct deduction *claim(struct path *p, const struct deduction *d)
{
    if (d == p->broken) {
        p->broken = NULL;
    } else if (d == p->trial) {
        p->trial = NULL;
    } else {
        deduction_list *list = &p->found[d->instance];
        for (uint32_t k = 0; k < list->n; k++)
            if (list->at[k] == d)
                list->at[k] = list->at[--list->n];
    }
    return (struct deduction *)d;
}

static void mark_changed(void *context, uint32_t scope)
{
    struct path *p = context;
    p->changed[scope] = p->steps.n;
}

static void apply(struct path *p, const struct deduction *d)
{
    for (uint32_t k = 0; k < d->gone.n; k++) {
        uint32_t var = d->gone.at[k] >> 6;
        solver_narrow(p->solver, var, 1ull << (d->gone.at[k] & 63));
        p->step_of[var] = d->number;
        solver_each_scope(p->solver, var, mark_changed, p);
    }
}

static bool push_step(struct path *p, struct deduction *d)
{
    d->number = p->steps.n + 1;
    if (vec_push(&p->steps, d, NULL))
        return true;
    deduction_free(d);
    p->failed = true;
    return false;
}

const struct deduction *path_step(struct path *p)
{
    const struct deduction *next = path_next(p);
    if (!next)
        return NULL;
    struct deduction *d = claim(p, next);
    if (!push_step(p, d))
        return NULL;
    if (!d->conflict)
        apply(p, d);
    return d;
}

/* Backwards: a step is used if it gives something that is wanted; then its premises are. */
void path_trace(const deduction_list *steps, const uint32_t *wanted, uint32_t n, uint8_t *used)
{
    memset(used, 0, steps->n);
    for (uint32_t k = steps->n; k-- > 0;) {
        const struct deduction *d = steps->at[k];
        for (uint32_t g = 0; g < d->gone.n && !used[k]; g++) {
            for (uint32_t w = 0; w < n && !used[k]; w++)
                used[k] = wanted[w] == d->gone.at[g];
            for (uint32_t later = k + 1; later < steps->n && !used[k]; later++)
                used[k] = used[later] && among(steps->at[later]->premises.at, steps->at[later]->premises.n,
                                               d->gone.at[g]);
        }
    }
}

/* ---- in rounds ---- */

/* How many steps a conflict rests on. */
static uint32_t rests_on(struct path *p, const struct deduction *conflict)
{
    uint8_t *used = malloc(p->steps.n + 1);
    uint32_t n = 0;
    if (used)
        path_trace(&p->steps, conflict->premises.at, conflict->premises.n, used);
    for (uint32_t k = 0; used && k < p->steps.n; k++)
        n += used[k];
    p->failed |= !used;
    free(used);
    return n;
}

/* Takes out the conclusions that hold already. False: none is left, or one would leave no value. */
static bool is_news(const struct path *p, struct deduction *d)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < d->gone.n; k++)
        if (solver_domain(p->solver, d->gone.at[k] >> 6) >> (d->gone.at[k] & 63) & 1)
            d->gone.at[kept++] = d->gone.at[k];
    d->gone.n = kept;
    bool fine = deduction_tidy(p->solver, d) && kept;
    for (uint32_t k = 0; k < d->left.n && fine; k++)
        fine = d->left.at[k];
    return fine;
}

/* All that the easiest rules find. NULL: no conflict; `*any`: something was found. */
static struct deduction *next_round(struct path *p, bool *any)
{
    struct deduction *conflict = NULL;
    deduction_list all = {0};
    uint32_t fewest = UINT32_MAX;
    for (uint32_t r = 0; r < p->ladder.n && !p->failed; r++) {
        const struct rung *rung = &p->ladder.rung[r];
        for (uint32_t k = rung->first; k < rung->end; k++) {
            look(p, k);
            for (uint32_t i = 0; i < p->found[k].n; i++)
                p->failed |= !vec_push(&all, p->found[k].at[i], NULL);
        }
        if (r + 1 == rung->equals && all.n)
            break;
    }
    for (uint32_t k = 0; k < all.n && !p->failed; k++) {
        uint32_t steps = all.at[k]->conflict ? rests_on(p, all.at[k]) : UINT32_MAX;
        if (steps < fewest) {
            fewest = steps;
            conflict = all.at[k];
        }
        complete(p, all.at[k]);
    }
    for (uint32_t k = 0; k < all.n && !conflict && !p->failed; k++) {
        struct deduction *d = claim(p, all.at[k]);
        if (!is_news(p, d))
            deduction_free(d);
        else if (push_step(p, d))
            apply(p, d);
        *any = true;
    }
    vec_free(&all);
    return conflict ? claim(p, conflict) : NULL;
}

const struct deduction *path_run_broad(struct path *p)
{
    struct deduction *conflict = NULL;
    bool any = true;
    while (any && !conflict && !p->failed) {
        any = false;
        conflict = next_round(p, &any);
        if (!conflict && !any && judge(p))
            conflict = claim(p, p->broken);
    }
    return conflict && push_step(p, conflict) ? conflict : NULL;
}

/* ---- trials ---- */

/* The trial in words: a path of its own, of which only the steps stay that the contradiction rests on. */
static struct deduction *tell_trial(struct path *p, uint32_t var, uint32_t value)
{
    uint64_t dom = solver_domain(p->solver, var);
    struct path *inner = path_open(p->solver, p->puzzle, p->rules, p->nrules, p->level);
    struct finding finding = {.instance = RT_NOPOS, .rule = p->ladder.trial_rule, .scope = RT_NOPOS, .var = var,
                              .gone = 1ull << value};
    struct deduction *d = deduction_new(&finding, "this leads to a contradiction");
    const struct deduction *conflict = NULL;
    if (inner && d && solver_assume(p->solver, var, dom & ~(1ull << value))) {
        inner->ladder.trial_rule = RT_NOPOS;    /* one assumption at a time */
        conflict = path_run_broad(inner);
        solver_retract(p->solver);
    }
    uint32_t n = inner ? inner->steps.n : 0;
    uint8_t *used = malloc(n + 1);
    if (conflict && used)
        d->trial = calloc(n, sizeof *d->trial);
    if (d && d->trial) {
        path_trace(&inner->steps, conflict->premises.at, conflict->premises.n, used);
        used[n - 1] = 1;
        for (uint32_t k = 0; k < n; k++) {
            struct deduction *step = inner->steps.at[k];
            if (!used[k])
                continue;
            for (uint32_t w = 0; w < step->premises.n; w++) {
                uint32_t what = step->premises.at[w];
                bool known = !(solver_domain(p->solver, what >> 6) >> (what & 63) & 1);
                if (known && !vec_push(&d->premises, what, NULL))
                    p->failed = true;
            }
            step->number = d->ntrial + 1;
            d->trial[d->ntrial++] = step;
            inner->steps.at[k] = NULL;
        }
        p->failed |= !deduction_tidy(p->solver, d);
    } else {
        p->failed = true;
    }
    free(used);
    path_close(inner);
    if (!p->failed)
        return d;
    deduction_free(d);
    return NULL;
}

struct deduction *path_trial(struct path *p)
{
    uint32_t best = UINT32_MAX, best_var = RT_NOPOS, best_value = 0;
    uint64_t end = p->ladder.looks + LADDER_LOOKS_MOST;
    for (uint32_t var = 0; var < solver_nvars(p->solver) && !p->failed; var++) {
        uint64_t dom = solver_domain(p->solver, var);
        for (uint64_t left = dom & (dom - 1) ? dom : 0; left && p->ladder.looks < end; left &= left - 1) {
            if (!solver_assume(p->solver, var, dom & ~(left & -left))) {
                p->failed = true;
                return NULL;
            }
            uint32_t steps = ladder_conflict(&p->ladder, best - 1);
            solver_retract(p->solver);
            p->failed |= p->ladder.failed;
            if (!steps || steps >= best)
                continue;
            best = steps;
            best_var = var;
            best_value = (uint32_t)__builtin_ctzll(left);
        }
    }
    return p->failed || best_var == RT_NOPOS ? NULL : tell_trial(p, best_var, best_value);
}
