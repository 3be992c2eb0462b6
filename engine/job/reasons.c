#include "job/reasons.h"

#include <string.h>

static const uint8_t *solution(const struct reasons *r, uint32_t number)
{
    return r->solutions + (size_t)number * solver_nvars(r->solver);
}

/* Does it hold what the premises say of the puzzle's variables? */
static bool satisfies(const struct trace_event *e, const uint8_t *values, uint32_t nvars)
{
    for (uint32_t k = 0; k < e->npremises; k++)
        if (e->premises[k] >> 6 < nvars && values[e->premises[k] >> 6] == (e->premises[k] & 63))
            return false;
    return true;
}

static void tell(struct reasons *r, const struct trace_event *e, uint32_t number)
{
    struct reason_fault fault = {.rule = e->rule, .cause = e->cause, .kind = e->kind, .scope = e->scope, .var = e->var,
                                 .gone = e->gone, .premises = e->premises, .npremises = e->npremises,
                                 .solution = number};
    r->wrong++;
    if (r->fault)
        r->fault(r->context, &fault);
}

void reasons_event(struct reasons *r, const struct trace_event *e)
{
    uint32_t nvars = solver_nvars(r->solver);
    bool narrowing = e->kind == TRACE_NARROWING, auxiliary = false, unsure = false;
    bool derived = e->rule < 0 || !strcmp(e->cause, "probe");   /* may rest on what excludes found solutions */
    if (narrowing && (!strcmp(e->cause, "decision") || !strcmp(e->cause, "mark")))
        return;
    for (uint32_t k = 0; k < e->npremises && !auxiliary; k++)
        auxiliary = e->premises[k] >> 6 >= nvars;
    r->judged++;
    r->auxiliary += auxiliary;
    for (uint32_t k = 0; k < r->nsolutions; k++) {
        const uint8_t *values = solution(r, k);
        if (narrowing && !(e->gone >> values[e->var] & 1))
            continue;
        if ((derived && r->blocked[k]) || !satisfies(e, values, nvars))
            continue;
        int extends = auxiliary ? extension_satisfies(r->extension, k, values, e->premises, e->npremises) : 1;
        unsure |= extends < 0;
        if (extends > 0) {
            tell(r, e, k);
            return;
        }
    }
    r->unjudged += unsure;
}

void reasons_clauses(struct reasons *r)
{
    for (uint32_t g = 0; g < extension_ngroups(r->extension); g++)
        for (uint32_t k = 0; k < r->nsolutions; k++) {
            int exists = extension_exists(r->extension, g, k, solution(r, k));
            r->clauses++;
            r->unjudged += exists < 0;
            if (exists)
                continue;
            struct trace_event e = {.kind = TRACE_CONFLICT, .cause = "clauses", .var = RT_NOPOS,
                                    .rule = (int32_t)extension_rule(r->extension, g),
                                    .scope = extension_scope(r->extension, g)};
            tell(r, &e, k);
            break;
        }
}

void reasons_found(struct reasons *r, const uint8_t *values)
{
    uint32_t nvars = solver_nvars(r->solver);
    for (uint32_t k = 0; k < r->nsolutions; k++)
        if (!memcmp(solution(r, k), values, nvars))
            r->blocked[k] = 1;
}
