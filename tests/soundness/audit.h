/* The reason audit: every narrowing, conflict, learned clause and added clause of a run is held against the truth
 * (job/reasons.h).  Besides, the scope's kind alone must imply what a rule deduced in it, by its exact test or by
 * trying all assignments of a small scope. */
#ifndef TESTS_SOUNDNESS_AUDIT_H
#define TESTS_SOUNDNESS_AUDIT_H

#include "job/reasons.h"

struct audit {
    struct reasons reasons;
    const struct rule_use *rules;
    uint64_t local;             /* steps proved by the kind alone */
    uint64_t wrong;
    bool blamed;
    char first[256];            /* the first wrong one that is a rule's own; else the first of all */
};

/* `solutions`: all that there are; NULL: only the kinds judge. */
void audit_start(struct audit *audit, const struct rule_use *rules, const uint8_t *solutions, uint32_t nsolutions);
/* solver_options.clause and its context, and keep_reasons. */
void audit_options(struct audit *audit, struct solver_options *options);
/* Behind solver_new. */
void audit_solver(struct audit *audit, struct solver *solver);
/* For solver_goal.trace, with trace_reasons; the context begins with a struct audit. */
void audit_event(void *context, const struct trace_event *event);
/* Behind the run. The figures stay. */
void audit_end(struct audit *audit);

#endif
