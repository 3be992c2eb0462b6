/* The narrowings that hold at a moment of a run, in order: what the search took back is taken out again. Private to
 * job/. */
#ifndef RATCHET_JOB_COURSE_H
#define RATCHET_JOB_COURSE_H

#include "core/solver.h"
#include "report/answer.h"
#include "util/vec.h"

/* Zeroed = empty. */
struct course {
    VEC(struct course_step) steps;
    VEC(uint32_t) levels;       /* decisions made before each step */
    bool failed;                /* no memory: the course is not whole */
};

void course_add(struct course *course, const struct trace_event *event);
void course_free(struct course *course);

#endif
