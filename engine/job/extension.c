#include "job/extension.h"

#include "util/vec.h"

#include <string.h>

enum { MOST_STEPS = 20000 };    /* looks at a clause in one question */
enum { UNKNOWN = 0, UNIQUE = 1, FREE = 2, LOST = 3, TOO_MUCH = 4 };     /* what is known of a solution in a group */

struct group {
    uint32_t rule, scope;
    VEC(uint32_t) lits;         /* clauses, each behind its length */
    VEC(uint32_t) aux;          /* its auxiliaries, counted from the puzzle's last variable on */
    uint8_t *state;             /* one a solution */
    uint8_t *unique;            /* one a solution and auxiliary: the only extension there is */
};

struct extension {
    const struct solver *solver;
    uint32_t nvars, nsolutions; /* nvars: of the puzzle, known from the first clause on */
    bool changed;               /* clauses came since the answers were kept */
    VEC(struct group) groups;
    VEC(uint32_t) group_of;     /* one an auxiliary; RT_NOPOS: none */
    uint64_t *full, *dom;       /* one an auxiliary; dom: work space */
    VEC(uint32_t) trail;        /* auxiliaries whose domain was narrowed, with what it was */
    VEC(uint64_t) before;
    uint64_t steps;
    bool failed;                /* no memory */
};

struct extension *extension_new(uint32_t nsolutions)
{
    struct extension *e = calloc(1, sizeof *e);
    if (e)
        e->nsolutions = nsolutions;
    return e;
}

void extension_free(struct extension *e)
{
    if (!e)
        return;
    for (uint32_t g = 0; g < e->groups.n; g++) {
        struct group *group = &e->groups.at[g];
        vec_free(&group->lits);
        vec_free(&group->aux);
        free(group->state);
        free(group->unique);
    }
    vec_free(&e->groups);
    vec_free(&e->group_of);
    vec_free(&e->trail);
    vec_free(&e->before);
    free(e->full);
    free(e->dom);
    free(e);
}

/* Clauses come group by group; one that comes in init and again in extend is found by looking back. */
static uint32_t find_group(struct extension *e, uint32_t rule, uint32_t scope)
{
    for (uint32_t g = e->groups.n; g-- > 0;)
        if (e->groups.at[g].rule == rule && e->groups.at[g].scope == scope)
            return g;
    struct group group = {.rule = rule, .scope = scope};
    if (!vec_push(&e->groups, group, NULL))
        e->failed = true;
    return e->failed ? RT_NOPOS : e->groups.n - 1;
}

static void note_auxiliary(struct extension *e, uint32_t g, uint32_t aux)
{
    while (e->group_of.n <= aux && !e->failed)
        if (!vec_push(&e->group_of, RT_NOPOS, NULL))
            e->failed = true;
    if (e->failed || e->group_of.at[aux] != RT_NOPOS)
        return;
    e->group_of.at[aux] = g;
    if (!vec_push(&e->groups.at[g].aux, aux, NULL))
        e->failed = true;
}

void extension_clause(void *context, const struct solver_clause *clause)
{
    struct extension *e = context;
    e->nvars = solver_nvars(e->solver);
    uint32_t g = e->groups.n - 1;
    if (!e->groups.n || e->groups.at[g].rule != clause->rule || e->groups.at[g].scope != clause->scope)
        g = find_group(e, clause->rule, clause->scope);
    if (g == RT_NOPOS)
        return;
    struct group *group = &e->groups.at[g];
    e->changed = true;
    if (!vec_push(&group->lits, clause->n, NULL))
        e->failed = true;
    for (uint32_t k = 0; k < clause->n && !e->failed; k++) {
        uint32_t var = clause->lits[k] >> 7;
        if (!vec_push(&group->lits, clause->lits[k], NULL))
            e->failed = true;
        else if (var >= e->nvars)
            note_auxiliary(e, g, var - e->nvars);
    }
}

void extension_solver(struct extension *e, const struct solver *solver)
{
    e->solver = solver;
}

static bool forget_group(const struct extension *e, struct group *group)
{
    free(group->state);
    free(group->unique);
    group->state = calloc(e->nsolutions + 1, 1);
    group->unique = calloc((size_t)e->nsolutions * group->aux.n + 1, 1);
    return group->state && group->unique;
}

/* Room for answers, none known. False: no memory. */
static bool forget(struct extension *e)
{
    uint32_t n = e->group_of.n;
    free(e->full);
    free(e->dom);
    e->full = calloc(n + 1, sizeof *e->full);
    e->dom = calloc(n + 1, sizeof *e->dom);
    e->failed |= !e->full || !e->dom;
    for (uint32_t a = 0; !e->failed && a < n; a++)
        if (e->group_of.at[a] != RT_NOPOS)
            e->full[a] = ~0ull >> (64 - solver_nvalues(e->solver, e->nvars + a));
    for (uint32_t g = 0; g < e->groups.n && !e->failed; g++)
        e->failed = !forget_group(e, &e->groups.at[g]);
    e->changed = false;
    return !e->failed;
}

uint32_t extension_ngroups(const struct extension *e)
{
    return e->groups.n;
}

uint32_t extension_rule(const struct extension *e, uint32_t group)
{
    return e->groups.at[group].rule;
}

uint32_t extension_scope(const struct extension *e, uint32_t group)
{
    return e->groups.at[group].scope;
}

static bool single(uint64_t mask)
{
    return mask && !(mask & (mask - 1));
}

/* 1 true, -1 false, 0 open. */
static int value_of(const struct extension *e, const uint8_t *values, uint32_t lit)
{
    uint32_t var = lit >> 7, value = lit >> 1 & 63;
    bool negated = lit & 1;
    if (var < e->nvars)
        return (values[var] == value) != negated ? 1 : -1;
    uint64_t dom = e->dom[var - e->nvars];
    if (!(dom >> value & 1))
        return negated ? 1 : -1;
    return single(dom) ? (negated ? -1 : 1) : 0;
}

/* False: nothing is left of it. */
static bool narrow(struct extension *e, uint32_t aux, uint64_t keep)
{
    uint64_t dom = e->dom[aux];
    if ((dom & keep) == dom)
        return true;
    if (!vec_push(&e->trail, aux, NULL) || !vec_push(&e->before, dom, NULL)) {
        e->failed = true;
        return true;
    }
    e->dom[aux] = dom & keep;
    return e->dom[aux] != 0;
}

static void take_back(struct extension *e, uint32_t to)
{
    while (e->trail.n > to) {
        e->before.n--;
        e->trail.n--;
        e->dom[e->trail.at[e->trail.n]] = e->before.at[e->before.n];
    }
}

/* One look at a clause; false: it is violated. */
static bool look(struct extension *e, const uint8_t *values, const uint32_t *lits, uint32_t n)
{
    uint32_t open = RT_NOPOS;
    e->steps++;
    for (uint32_t k = 0; k < n; k++) {
        int value = value_of(e, values, lits[k]);
        if (value > 0 || (!value && open != RT_NOPOS))
            return true;
        if (!value)
            open = lits[k];
    }
    if (open == RT_NOPOS)
        return false;
    uint64_t mask = 1ull << (open >> 1 & 63);
    return narrow(e, (open >> 7) - e->nvars, open & 1 ? ~mask : mask);
}

static bool units(struct extension *e, const struct group *group, const uint8_t *values)
{
    for (uint32_t known = RT_NOPOS; known != e->trail.n && !e->failed;) {
        known = e->trail.n;
        for (uint32_t at = 0; at < group->lits.n; at += 1 + group->lits.at[at])
            if (!look(e, values, group->lits.at + at + 1, group->lits.at[at]))
                return false;
    }
    return true;
}

static uint32_t open_auxiliary(const struct extension *e, const struct group *group)
{
    for (uint32_t k = 0; k < group->aux.n; k++)
        if (!single(e->dom[group->aux.at[k]]))
            return group->aux.at[k];
    return RT_NOPOS;
}

/* 1, 0 or -1. */
static int search(struct extension *e, const struct group *group, const uint8_t *values)
{
    if (!units(e, group, values))
        return 0;
    uint32_t aux = open_auxiliary(e, group), to = e->trail.n;
    if (aux == RT_NOPOS)
        return 1;
    for (uint64_t left = e->dom[aux]; left; left &= left - 1) {
        if (e->failed || e->steps > MOST_STEPS)
            return -1;
        int found = narrow(e, aux, left & -left) ? search(e, group, values) : 0;
        if (found)
            return found;
        take_back(e, to);
    }
    return 0;
}

static void start(struct extension *e, const struct group *group)
{
    e->trail.n = e->before.n = 0;
    e->steps = 0;
    for (uint32_t k = 0; k < group->aux.n; k++)
        e->dom[group->aux.at[k]] = e->full[group->aux.at[k]];
}

int extension_exists(struct extension *e, uint32_t g, uint32_t number, const uint8_t *values)
{
    if (e->failed || (e->changed && !forget(e)))
        return -1;
    struct group *group = &e->groups.at[g];
    uint8_t *state = &group->state[number];
    if (*state == UNKNOWN) {
        start(e, group);
        bool fine = units(e, group, values), unique = fine && open_auxiliary(e, group) == RT_NOPOS;
        uint8_t *only = group->unique + (size_t)number * group->aux.n;
        for (uint32_t k = 0; unique && k < group->aux.n; k++)
            only[k] = (uint8_t)__builtin_ctzll(e->dom[group->aux.at[k]]);
        int found = unique ? 1 : fine ? search(e, group, values) : 0;
        *state = unique ? UNIQUE : found > 0 ? FREE : found ? TOO_MUCH : LOST;
    }
    return *state == LOST ? 0 : *state == TOO_MUCH ? -1 : 1;
}

/* With the only extension known it is a look at it. */
static int satisfies_unique(const struct extension *e, const struct group *group, uint32_t g, uint32_t number,
                            const uint32_t *premises, uint32_t n)
{
    const uint8_t *only = group->unique + (size_t)number * group->aux.n;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t var = premises[k] >> 6, at = 0;
        if (var < e->nvars || e->group_of.at[var - e->nvars] != g)
            continue;
        while (group->aux.at[at] != var - e->nvars)
            at++;
        if (only[at] == (premises[k] & 63))
            return 0;
    }
    return 1;
}

static int satisfies(struct extension *e, uint32_t g, uint32_t number, const uint8_t *values,
                     const uint32_t *premises, uint32_t n)
{
    const struct group *group = &e->groups.at[g];
    int exists = extension_exists(e, g, number, values);
    if (exists <= 0)
        return exists;
    if (group->state[number] == UNIQUE)
        return satisfies_unique(e, group, g, number, premises, n);
    start(e, group);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t var = premises[k] >> 6;
        if (var >= e->nvars && e->group_of.at[var - e->nvars] == g &&
            !narrow(e, var - e->nvars, ~(1ull << (premises[k] & 63))))
            return 0;
    }
    return search(e, group, values);
}

int extension_satisfies(struct extension *e, uint32_t number, const uint8_t *values, const uint32_t *premises,
                        uint32_t n)
{
    int all = 1;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t var = premises[k] >> 6;
        if (var < e->nvars || var - e->nvars >= e->group_of.n || e->group_of.at[var - e->nvars] == RT_NOPOS)
            continue;   /* in no clause: it may be anything */
        uint32_t g = e->group_of.at[var - e->nvars];
        bool before = false;    /* this group was asked already */
        for (uint32_t j = 0; j < k && !before; j++)
            before = premises[j] >> 6 >= e->nvars && premises[j] >> 6 < e->nvars + e->group_of.n &&
                     e->group_of.at[(premises[j] >> 6) - e->nvars] == g;
        int one = before ? 1 : satisfies(e, g, number, values, premises, n);
        if (!one)
            return 0;
        if (one < 0)
            all = -1;
    }
    return all;
}
