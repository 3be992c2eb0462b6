/* `rules check-patterns`: are the pictures of a file right on every board? */
#ifndef RATCHET_CLI_PATTERNS_H
#define RATCHET_CLI_PATTERNS_H

#include "options.h"

/* Exit code. */
int patterns_command(const struct options *options);

#endif
