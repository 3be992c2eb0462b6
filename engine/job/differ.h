/* Where two solutions differ. Private to job/. */
#ifndef RATCHET_JOB_DIFFER_H
#define RATCHET_JOB_DIFFER_H

#include "core/puzzle.h"

/* Sorted names of the places in which the grids differ, each once; in the session's arena. NULL: no memory. */
const char *const *differing_places(struct puzzle *puzzle, const uint64_t *a, const uint64_t *b, uint32_t nvars,
                                    uint32_t *n);

#endif
