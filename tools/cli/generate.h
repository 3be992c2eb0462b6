/* `ratchet generate`: new puzzles. */
#ifndef RATCHET_CLI_GENERATE_H
#define RATCHET_CLI_GENERATE_H

#include "job/generate.h"
#include "options.h"

/* What the options ask for, without the picture; what they leave open gets its default. 0 or fault. */
int generate_options(const struct options *options, struct generate_request *request, uint32_t *count,
                     struct fault *fault);
/* Returns the exit code. */
int generate_command(const struct options *options);

#endif
