/* Hints, explanations and grades of one job. Private to job/. */
#ifndef RATCHET_JOB_TELL_H
#define RATCHET_JOB_TELL_H

#include "job/job.h"
#include "report/story.h"

struct tell;

struct tell_request {
    struct engine *engine;
    const struct job_request *request;
    struct session *session;
    struct answer *answer;      /* its puzzle is parsed; outcome, story, known, fixed are filled in */
    const struct rule_use *solving;     /* rules for searches beside the way */
    uint32_t nsolving;
    const struct rule_use *rules;       /* the human ones: answer->rules */
    uint32_t nrules;
    const uint64_t *marks;      /* start from these; NULL: from nothing */
};

/* NULL: no memory. What goes wrong on the way is in the session's fault or stop. The story lives until tell_free. */
struct tell *tell_run(const struct tell_request *request);
void tell_free(struct tell *tell);

#endif
