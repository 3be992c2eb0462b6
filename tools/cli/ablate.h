/* `ratchet ablate`: what each rule is worth, by solving the same puzzles without it. */
#ifndef RATCHET_CLI_ABLATE_H
#define RATCHET_CLI_ABLATE_H

#include "options.h"

/* Returns the exit code; 1 if leaving a rule out changed an answer: then a rule is wrong. */
int ablate_command(const struct options *options);

#endif
