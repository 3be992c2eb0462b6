/* Holds every step of a run against the true solutions.
 *
 * A narrowing is wrong if a true solution satisfies its premises and holds the removed value; a contradiction or a
 * learned clause if a true solution satisfies all its premises; a clause that a rule added if a true solution breaks
 * it. Where auxiliary variables take part, an extension of the solution to them under all added clauses must do so. */
#ifndef RATCHET_JOB_REASONS_H
#define RATCHET_JOB_REASONS_H

#include "job/extension.h"

/* What is wrong, and which solution it loses. */
struct reason_fault {
    int32_t rule;               /* -1: none in particular, see cause */
    const char *cause;          /* as in trace_event; "clauses": the rule's clauses exclude the solution */
    enum trace_kind kind;
    uint32_t scope;             /* RT_NOPOS: none */
    uint32_t var;               /* RT_NOPOS but for narrowings */
    uint64_t gone;
    const uint32_t *premises;   /* lives during the call */
    uint32_t npremises;
    uint32_t solution;          /* its number */
};

struct reasons {
    struct solver *solver;
    const uint8_t *solutions;   /* nsolutions of solver_nvars values */
    uint32_t nsolutions;
    uint8_t *blocked;           /* nsolutions flags: found already, so learned clauses may exclude them */
    struct extension *extension;
    void (*fault)(void *context, const struct reason_fault *fault);
    void *context;
    uint64_t judged;            /* steps */
    uint64_t auxiliary;         /* of them with auxiliaries among the premises */
    uint64_t clauses;           /* groups of clauses, times solutions */
    uint64_t unjudged;          /* it would have taken too much work */
    uint64_t wrong;
};

/* For solver_goal.trace, with trace_reasons. */
void reasons_event(struct reasons *reasons, const struct trace_event *event);
/* Behind the run: all clauses that the rules added. */
void reasons_clauses(struct reasons *reasons);
/* Tell it of each solution that the run found. */
void reasons_found(struct reasons *reasons, const uint8_t *values);

#endif
