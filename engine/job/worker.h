/* The loop of `ratchet worker`: jobs in, answers out, over the control pipe (see frame.h). */
#ifndef RATCHET_JOB_WORKER_H
#define RATCHET_JOB_WORKER_H

#include "config/config.h"

/* Works until the pipe ends. `configure` gives the configuration of the command line, for a worker that is not
 * sent one (NULL: fault). Returns the exit code. */
int worker_run(struct config *(*configure)(void *context, struct fault *fault), void *context);

#endif
