#include "report/ladder.h"

#include <string.h>

enum { PROBING = 4 };

static int by_ease(const void *a, const void *b)
{
    const struct rung *x = a, *y = b;
    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    if (x->weight != y->weight)
        return x->weight < y->weight ? -1 : 1;
    return (x->rule > y->rule) - (x->rule < y->rule);
}

static void find_equals(struct ladder *l)
{
    for (uint32_t k = l->n; k-- > 0;) {
        struct rung *rung = &l->rung[k], *next = rung + 1;
        bool equal = k + 1 < l->n && next->level == rung->level && next->weight == rung->weight;
        rung->equals = equal ? next->equals : k + 1;
    }
}

bool ladder_open(struct ladder *l, struct solver *solver, const struct rule_use *rules, uint32_t nrules, uint32_t level)
{
    uint32_t n = solver_ninstances(solver);
    *l = (struct ladder){.solver = solver, .rules = rules, .trial_rule = RT_NOPOS};
    l->rung = calloc(nrules + 1, sizeof *l->rung);
    if (!l->rung)
        return false;
    for (uint32_t at = 0; at < n;) {
        uint32_t first = at, rule = solver_instance_rule(solver, at);
        while (at < n && solver_instance_rule(solver, at) == rule)
            at++;
        if (rules[rule].tier < PROBING && rules[rule].level <= level)
            l->rung[l->n++] = (struct rung){rule, first, at, 0, rules[rule].level, rules[rule].weight};
    }
    qsort(l->rung, l->n, sizeof *l->rung, by_ease);
    find_equals(l);
    for (uint32_t r = nrules; r-- > 0;)
        if (rules[r].tier >= PROBING && !strcmp(rules[r].class->kind, "rt.board/1"))
            l->trial_rule = r;
    return true;
}

void ladder_close(struct ladder *l)
{
    free(l->rung);
    l->rung = NULL;
}

struct looking {
    struct ladder *ladder;
    narrowing_list *list;
    bool conflict;
};

static void found(void *context, const struct finding *finding)
{
    struct looking *looking = context;
    struct narrowing n = {finding->var, finding->gone};
    if (finding->conflict)
        looking->conflict = true;
    else if (!vec_push(looking->list, n, NULL))
        looking->ladder->failed = true;
}

bool ladder_look(struct ladder *l, uint32_t instance, narrowing_list *list)
{
    struct looking looking = {l, list, false};
    l->looks += l->rules[solver_instance_rule(l->solver, instance)].tier == PROBING - 1 ? LADDER_DEAR : 1;
    solver_glance(l->solver, instance, found, &looking);
    l->failed |= solver_exhausted(l->solver);
    return looking.conflict;
}

bool ladder_apply(struct ladder *l, const narrowing_list *list)
{
    for (uint32_t k = 0; k < list->n; k++) {
        if (!(solver_domain(l->solver, list->at[k].var) & ~list->at[k].gone))
            return false;
        solver_narrow(l->solver, list->at[k].var, list->at[k].gone);
    }
    return true;
}

bool ladder_exhaust(struct ladder *l, uint32_t instance, narrowing_list *list)
{
    uint32_t from = list->n;
    bool conflict = ladder_look(l, instance, list);
    if (list->n == from || l->failed)
        return conflict;
    if (!solver_assume(l->solver, list->at[from].var, 0)) {
        l->failed = true;
        return conflict;
    }
    while (from < list->n && !conflict && !l->failed) {
        narrowing_list fresh = {list->at + from, list->n - from, 0};
        from = list->n;
        conflict = !ladder_apply(l, &fresh) || ladder_look(l, instance, list);
    }
    solver_retract(l->solver);
    return conflict;
}

/* The first instance on the ladder that finds something; 0: none does. Sets *conflict. */
static bool climb(struct ladder *l, narrowing_list *list, bool *conflict)
{
    for (uint32_t at = 0; at < l->n; at++)
        for (uint32_t k = l->rung[at].first; k < l->rung[at].end && !l->failed; k++) {
            if (solver_is_seen(l->solver, k))
                continue;
            list->n = 0;
            *conflict = ladder_look(l, k, list);
            if (*conflict || list->n)
                return true;
        }
    return false;
}

uint32_t ladder_conflict(struct ladder *l, uint32_t most)
{
    narrowing_list list = {0};
    uint32_t useful = 0;
    bool conflict = false;
    while (!conflict && useful <= most && climb(l, &list, &conflict)) {
        useful++;
        conflict |= !ladder_apply(l, &list);
    }
    vec_free(&list);
    return conflict && useful <= most && !l->failed ? useful : 0;
}
