#include "audit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 1 << 16 };    /* assignments tried a scope */

static void wrong(struct audit *a, const struct reason_fault *f, const char *why)
{
    bool culprit = f->rule >= 0 && strcmp(f->cause, "probe");   /* else it may only follow from the culprit's word */
    if (a->wrong++ && (a->blamed || !culprit))
        return;
    a->blamed = culprit;
    snprintf(a->first, sizeof a->first, "%s, scope %d, variable %d, values %llx, %u premises: %s",
             f->rule >= 0 ? a->rules[f->rule].class->id : f->cause, (int)f->scope, (int)f->var,
             (unsigned long long)f->gone, f->npremises, why);
}

static void lost(void *context, const struct reason_fault *fault)
{
    wrong(context, fault, !strcmp(fault->cause, "clauses") ? "its clauses exclude a true solution"
                                                           : "a true solution is lost");
}

static void not_implied(struct audit *a, const struct trace_event *e, const char *why)
{
    struct reason_fault f = {.rule = e->rule, .cause = e->cause, .scope = e->scope, .var = e->var, .gone = e->gone,
                             .npremises = e->npremises};
    wrong(a, &f, why);
}

/* Domains of the scope's positions as the premises leave them; false if a premise lies outside the scope. */
static bool premise_domains(const struct trace_event *e, const struct solver_scope *scope, const uint64_t *full,
                            uint64_t *domains)
{
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
    struct solver *solver = a->reasons.solver;
    struct solver_scope scope = solver_scope(solver, e->scope);
    if (!scope.kind)
        return;
    uint64_t *full = malloc(solver_nvars(solver) * sizeof *full);
    uint64_t *domains = malloc((scope.n + 1) * sizeof *domains);
    uint32_t pos = RT_NOPOS;
    solver_initial_domains(solver, full);
    for (uint32_t p = 0; p < scope.n && e->kind == TRACE_NARROWING; p++)
        if (scope.vars[p] == e->var)
            pos = p;
    if (!premise_domains(e, &scope, full, domains)) {
        not_implied(a, e, "a premise lies outside the scope");
    } else {
        int verdict = proved(&scope, domains, pos, e->gone);
        a->local += verdict == 1;
        if (verdict == 0)
            not_implied(a, e, "the premises do not imply it in its own scope");
    }
    free(full);
    free(domains);
}

void audit_start(struct audit *a, const struct rule_use *rules, const uint8_t *solutions, uint32_t nsolutions)
{
    *a = (struct audit){.rules = rules};
    a->reasons = (struct reasons){.solutions = solutions, .nsolutions = solutions ? nsolutions : 0,
                                  .blocked = calloc(nsolutions + 1, 1), .extension = extension_new(nsolutions),
                                  .fault = lost, .context = a};
}

void audit_options(struct audit *a, struct solver_options *options)
{
    options->keep_reasons = true;
    options->clause = extension_clause;
    options->clause_context = a->reasons.extension;
}

void audit_solver(struct audit *a, struct solver *solver)
{
    a->reasons.solver = solver;
    extension_solver(a->reasons.extension, solver);
}

static bool over_auxiliaries(const struct audit *a, const struct trace_event *e)
{
    for (uint32_t k = 0; k < e->npremises; k++)
        if (e->premises[k] >> 6 >= solver_nvars(a->reasons.solver))
            return true;
    return false;
}

void audit_event(void *context, const struct trace_event *e)
{
    struct audit *a = context;
    reasons_event(&a->reasons, e);
    if (e->rule >= 0 && e->scope != RT_NOPOS && !over_auxiliaries(a, e))
        against_kind(a, e);
}

void audit_end(struct audit *a)
{
    reasons_clauses(&a->reasons);
    extension_free(a->reasons.extension);
    free(a->reasons.blocked);
    a->reasons.extension = NULL;
    a->reasons.blocked = NULL;
    a->reasons.solver = NULL;
}
