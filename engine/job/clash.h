/* Which scopes and givens of a puzzle without a solution contradict each other? Private to job/. */
#ifndef RATCHET_JOB_CLASH_H
#define RATCHET_JOB_CLASH_H

#include "job/ask.h"

/* `kept`, one a scope and then one a given as ask_count found them, says where to begin: with those that together are
 * known or thought to have no solution; nonzero is in. Afterwards it is a set without a solution from which none can be
 * left out (each was tried, with a bounded search; one whose search was cut short stays in). False: even all of them
 * have a solution together, only the whole puzzle has none; or a limit came. */
bool clash_find(const struct ask *ask, const uint64_t *marks, uint8_t *kept);

#endif
