/* `ratchet convert`: puzzles in another format, or as a CNF. */
#ifndef RATCHET_CLI_CONVERT_H
#define RATCHET_CLI_CONVERT_H

#include "options.h"

/* Returns the exit code. */
int convert_command(const struct options *options);

#endif
