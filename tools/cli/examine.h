/* `plugins check`: is a plugin file fit, and are its rules right? */
#ifndef RATCHET_CLI_EXAMINE_H
#define RATCHET_CLI_EXAMINE_H

#include "options.h"

/* Examines the files that the operands name in processes of their own, and prints what it found as TAP. Returns the
 * exit code: 1 if anything is wrong. */
int examine_command(const struct options *options);

#endif
