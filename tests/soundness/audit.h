/* The reason audit: every narrowing, conflict and learned clause of a run is held against the truth.
 *
 * A narrowing is wrong if a true solution satisfies its premises and holds the removed value; a conflict or a
 * learned clause if a true solution satisfies all its premises.  Besides, the scope's kind alone must imply what
 * a rule deduced in it, by its exact test or by trying all assignments of a small scope. */
#ifndef TESTS_SOUNDNESS_AUDIT_H
#define TESTS_SOUNDNESS_AUDIT_H

#include "core/solver.h"

struct audit {
    struct solver *solver;
    const struct rule_use *rules;
    const uint8_t *solutions;   /* all true solutions, nvars values each; NULL: only the kinds judge */
    uint32_t nsolutions;
    uint8_t *blocked;           /* nsolutions flags, set by audit_found; NULL with solutions */
    uint64_t audited;           /* reasons looked at */
    uint64_t local;             /* of them proved by the kind alone */
    uint64_t auxiliary;         /* not judged: a premise is an auxiliary variable */
    uint64_t wrong;
    char first[256];            /* what the first wrong one was */
};

/* For solver_goal.trace, with trace_reasons; the context begins with a struct audit. */
void audit_event(void *context, const struct trace_event *event);
/* Tell it of each solution that the run found: learned clauses may exclude it from then on. */
void audit_found(struct audit *audit, const uint8_t *values);

#endif
