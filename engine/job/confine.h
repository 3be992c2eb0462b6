/* What a worker's plugins may ask of the kernel once they are loaded: memory, time, the control pipe, its own end. */
#ifndef RATCHET_JOB_CONFINE_H
#define RATCHET_JOB_CONFINE_H

#include "util/fault.h"

/* From now on, for all threads and for good, any other system call raises SIGSYS. 0 or fault->code. */
int confine(struct fault *fault);

#endif
