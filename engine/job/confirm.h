/* A verdict that rests on rules which did not come with Ratchet is looked at again without them. Private to job/. */
#ifndef RATCHET_JOB_CONFIRM_H
#define RATCHET_JOB_CONFIRM_H

#include "job/job.h"

struct confirm {
    struct engine *engine;
    struct puzzle *puzzle;
    const struct rule_use *rules;
    const struct rule_stats *stats;     /* of the run that is in question */
    uint32_t nrules;
    const uint64_t *marks;              /* domains to start from; NULL: none */
    uint64_t nodes;                     /* decisions of that run */
};

/* Did rule i take part in the verdict, and is it foreign? */
bool confirm_concerns(const struct confirm *confirm, uint32_t rule);
/* Runs without the foreign rules, within a budget that depends on `nodes` alone. True: `result` is the truth,
 * complete or with two solutions. False: the budget was too small. */
bool confirm_run(const struct confirm *confirm, struct solver_result *result);

#endif
