#include "report/deduction.h"

#include <string.h>

struct deduction *deduction_new(const struct finding *finding, const char *words)
{
    struct deduction *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->rule = finding->rule;
    d->scope = finding->scope;
    d->instance = finding->instance;
    d->tag = finding->tag;
    d->conflict = finding->conflict;
    d->words = strdup(words);
    if (d->words && deduction_add(d, finding))
        return d;
    deduction_free(d);
    return NULL;
}

bool deduction_add(struct deduction *d, const struct finding *finding)
{
    bool fine = true;
    for (uint64_t gone = finding->var == RT_NOPOS ? 0 : finding->gone; gone && fine; gone &= gone - 1)
        fine = vec_push(&d->gone, finding->var << 6 | (uint32_t)__builtin_ctzll(gone), NULL);
    for (uint32_t k = 0; k < finding->npremises && fine; k++)
        fine = vec_push(&d->premises, finding->premises[k], NULL);
    return fine;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t tidy(uint32_t *at, uint32_t n)
{
    uint32_t kept = 0;
    if (n)
        qsort(at, n, sizeof *at, by_number);
    for (uint32_t k = 0; k < n; k++)
        if (!kept || at[k] != at[kept - 1])
            at[kept++] = at[k];
    return kept;
}

bool deduction_tidy(const struct solver *solver, struct deduction *d)
{
    d->gone.n = tidy(d->gone.at, d->gone.n);
    d->premises.n = tidy(d->premises.at, d->premises.n);
    d->left.n = 0;
    for (uint32_t k = 0; k < d->gone.n; k++) {
        uint32_t var = d->gone.at[k] >> 6;
        if ((!k || d->gone.at[k - 1] >> 6 != var) && !vec_push(&d->left, solver_domain(solver, var), NULL))
            return false;
        d->left.at[d->left.n - 1] &= ~(1ull << (d->gone.at[k] & 63));
    }
    for (uint32_t k = 0; k < d->left.n; k++)    /* the same sentence says two things of one variable */
        d->conflict |= !d->left.at[k];
    return true;
}

void deduction_free(struct deduction *d)
{
    if (!d)
        return;
    for (uint32_t k = 0; k < d->ntrial; k++)
        deduction_free(d->trial[k]);
    free(d->trial);
    free(d->words);
    vec_free(&d->gone);
    vec_free(&d->premises);
    vec_free(&d->left);
    free(d);
}

void deduction_list_clear(deduction_list *list)
{
    for (uint32_t k = 0; k < list->n; k++)
        deduction_free(list->at[k]);
    vec_free(list);
}

struct gathering {
    struct solver *solver;
    const char *summary;
    deduction_list *list;
    uint32_t from;              /* first of this look */
    struct text words;
    bool failed;
};

static bool belongs(const struct deduction *d, const struct finding *finding)
{
    for (uint32_t k = 0; k < finding->npremises && d->tag != finding->tag; k++)
        for (uint32_t i = 0; i < d->premises.n; i++)
            if (d->premises.at[i] == finding->premises[k])
                return true;
    return d->tag == finding->tag;
}

static void gather(void *context, const struct finding *finding)
{
    struct gathering *g = context;
    text_clear(&g->words);
    const char *words = solver_say(g->solver, finding, &g->words) == RT_OK ? text_string(&g->words) : g->summary;
    for (uint32_t k = g->from; k < g->list->n; k++) {
        struct deduction *d = g->list->at[k];
        if (d->conflict == finding->conflict && !strcmp(d->words, words) && belongs(d, finding)) {
            g->failed |= !deduction_add(d, finding);
            return;
        }
    }
    struct deduction *d = deduction_new(finding, words);
    if (d && vec_push(g->list, d, NULL))
        return;
    deduction_free(d);
    g->failed = true;
}

bool deduction_look(struct solver *solver, uint32_t instance, const char *summary, deduction_list *list)
{
    struct gathering g = {.solver = solver, .summary = summary, .list = list, .from = list->n};
    solver_look(solver, instance, gather, &g);
    text_free(&g.words);
    for (uint32_t k = g.from; k < list->n; k++)
        g.failed |= !deduction_tidy(solver, list->at[k]);
    return !g.failed;
}

static bool in(const uint32_t *sorted, uint32_t n, uint32_t what)
{
    return bsearch(&what, sorted, n, sizeof what, by_number);
}

/* What `more` rests on besides the first n conclusions of `d`, which rest on the premises of `d`. */
static bool absorb(struct deduction *d, uint32_t n, const struct deduction *more)
{
    bool fine = true;
    for (uint32_t k = 0; k < more->premises.n && fine; k++)
        if (!in(d->gone.at, n, more->premises.at[k]))
            fine = vec_push(&d->premises, more->premises.at[k], NULL);
    for (uint32_t k = 0; k < more->gone.n && fine; k++)
        fine = vec_push(&d->gone, more->gone.at[k], NULL);
    return fine;
}

/* Assumes all of it, and looks again. True: the same sentence says more. */
static bool says_more(struct solver *solver, const char *summary, struct deduction *d, bool *fine)
{
    deduction_list list = {0};
    uint32_t n = d->gone.n;
    for (uint32_t k = 0; k < n; k++)
        solver_narrow(solver, d->gone.at[k] >> 6, 1ull << (d->gone.at[k] & 63));
    *fine = deduction_look(solver, d->instance, summary, &list);
    for (uint32_t k = 0; k < list.n && *fine; k++)
        if (!list.at[k]->conflict && !strcmp(list.at[k]->words, d->words))
            *fine = absorb(d, n, list.at[k]);
    deduction_list_clear(&list);
    *fine = *fine && deduction_tidy(solver, d);
    return *fine && d->gone.n > n;
}

bool deduction_complete(struct solver *solver, const char *summary, struct deduction *d)
{
    bool fine = true;
    if (d->conflict || d->complete)
        return true;
    d->complete = true;
    if (!solver_assume(solver, d->gone.at[0] >> 6, 0))
        return false;
    while (says_more(solver, summary, d, &fine))
        ;
    solver_retract(solver);
    return fine && deduction_tidy(solver, d);
}
