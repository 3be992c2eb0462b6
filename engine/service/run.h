/* Running the daemon, for the program ratchetd. */
#ifndef RATCHET_SERVICE_RUN_H
#define RATCHET_SERVICE_RUN_H

#include "service/settings.h"
#include "util/fault.h"

/* Until it is drained or told to stop. 0, or fault->code. */
int daemon_run(const struct settings *settings, struct fault *fault);

#endif
