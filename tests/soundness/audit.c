#include "audit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 1 << 16 };    /* assignments tried a scope */

static void wrong(struct audit *a, const struct trace_event *e, const char *why)
{
    if (a->wrong++)
        return;
    snprintf(a->first, sizeof a->first, "step %llu, %s, scope %d, variable %d, values %llx, %u premises: %s",
             (unsigned long long)e->step, e->rule >= 0 ? a->rules[e->rule].class->id : e->cause, (int)e->scope,
             (int)e->var, (unsigned long long)e->gone, e->npremises, why);
}

static bool holds_all(const struct trace_event *e, const uint8_t *values)
{
    for (uint32_t k = 0; k < e->npremises; k++)
        if (values[e->premises[k] >> 6] == (e->premises[k] & 63))
            return false;
    return true;
}

static void against_solutions(struct audit *a, const struct trace_event *e)
{
    uint32_t nvars = solver_nvars(a->solver);
    for (uint32_t k = 0; k < a->nsolutions; k++) {
        const uint8_t *values = a->solutions + (size_t)k * nvars;
        if (a->blocked[k] || !holds_all(e, values))
            continue;
        if (e->kind != TRACE_NARROWING || (e->gone >> values[e->var] & 1)) {
            wrong(a, e, "a true solution is lost");
            return;
        }
    }
}

/* Domains of the scope's positions as the premises leave them; false if a premise lies outside the scope. */
static bool premise_domains(const struct audit *a, const struct trace_event *e, const struct solver_scope *scope,
                            const uint64_t *full, uint64_t *domains)
{
    (void)a;
    for (uint32_t p = 0; p < scope->n; p++)
        domains[p] = full[scope->vars[p]];
    for (uint32_t k = 0; k < e->npremises; k++) {
        uint32_t p = 0, var = e->premises[k] >> 6;
        while (p < scope->n && scope->vars[p] != var)
            p++;
        if (p == scope->n)
            return false;
        domains[p] &= ~(1ull << (e->premises[k] & 63));
    }
    return true;
}

/* 1: no satisfying assignment within the domains, 0: there is one, -1: too many to try. */
static int impossible(const struct solver_scope *scope, const uint64_t *domains)
{
    uint64_t product = 1;
    for (uint32_t p = 0; p < scope->n && product <= MANY; p++)
        product *= (unsigned)__builtin_popcountll(domains[p]);
    if (product > MANY)
        return -1;
    if (!product)
        return 1;
    uint8_t values[64];
    uint32_t blame[64];
    if (scope->n > 64)
        return -1;
    for (uint32_t p = 0; p < scope->n; p++)
        values[p] = (uint8_t)__builtin_ctzll(domains[p]);
    for (;;) {
        struct rt_verdict verdict = {.blame = blame};
        if (scope->kind->check(scope->payload, scope->payload_size, values, scope->n, &verdict) == RT_OK)
            return 0;
        uint32_t p = 0;
        for (; p < scope->n; p++) {
            uint64_t later = values[p] == 63 ? 0 : domains[p] >> (values[p] + 1) << (values[p] + 1);
            if (later) {
                values[p] = (uint8_t)__builtin_ctzll(later);
                break;
            }
            values[p] = (uint8_t)__builtin_ctzll(domains[p]);
        }
        if (p == scope->n)
            return 1;
    }
}

static int by_implies(const struct solver_scope *scope, uint64_t *domains, uint32_t pos, uint64_t gone)
{
    int all = 1;
    for (; gone; gone &= gone - 1) {
        int one = scope->kind->implies(scope->payload, scope->payload_size, domains, scope->n, pos,
                                       (uint32_t)__builtin_ctzll(gone));
        if (one != 1)
            all = one;
    }
    return all;
}

static int proved(const struct solver_scope *scope, uint64_t *domains, uint32_t pos, uint64_t gone)
{
    if (pos != RT_NOPOS) {
        if (scope->kind->implies)
            return by_implies(scope, domains, pos, gone);
        domains[pos] &= gone;
        return impossible(scope, domains);
    }
    if (scope->kind->implies && scope->n)
        return by_implies(scope, domains, 0, domains[0]);
    return impossible(scope, domains);
}

static void against_kind(struct audit *a, const struct trace_event *e)
{
    struct solver_scope scope = solver_scope(a->solver, e->scope);
    if (!scope.kind)
        return;
    uint64_t *full = malloc(solver_nvars(a->solver) * sizeof *full);
    uint64_t *domains = malloc((scope.n + 1) * sizeof *domains);
    uint32_t pos = RT_NOPOS;
    solver_initial_domains(a->solver, full);
    for (uint32_t p = 0; p < scope.n && e->kind == TRACE_NARROWING; p++)
        if (scope.vars[p] == e->var)
            pos = p;
    if (!premise_domains(a, e, &scope, full, domains)) {
        wrong(a, e, "a premise lies outside the scope");
    } else {
        int verdict = proved(&scope, domains, pos, e->gone);
        a->local += verdict == 1;
        if (verdict == 0)
            wrong(a, e, "the premises do not imply it in its own scope");
    }
    free(full);
    free(domains);
}

void audit_event(void *context, const struct trace_event *e)
{
    struct audit *a = context;
    if (e->kind == TRACE_NARROWING && !strcmp(e->cause, "decision"))
        return;
    for (uint32_t k = 0; k < e->npremises; k++)
        if (e->premises[k] >> 6 >= solver_nvars(a->solver)) {
            a->auxiliary++;
            return;
        }
    a->audited++;
    if (a->solutions)
        against_solutions(a, e);
    if (e->rule >= 0 && e->scope != RT_NOPOS)
        against_kind(a, e);
}

void audit_found(struct audit *a, const uint8_t *values)
{
    uint32_t nvars = solver_nvars(a->solver);
    for (uint32_t k = 0; k < a->nsolutions; k++)
        if (!memcmp(a->solutions + (size_t)k * nvars, values, nvars))
            a->blocked[k] = 1;
}
