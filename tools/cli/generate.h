/* `ratchet generate`: new puzzles. */
#ifndef RATCHET_CLI_GENERATE_H
#define RATCHET_CLI_GENERATE_H

#include "options.h"

/* Returns the exit code. */
int generate_command(const struct options *options);

#endif
