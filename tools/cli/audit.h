/* `ratchet audit`: every deduction of every rule held against the true solutions. */
#ifndef RATCHET_CLI_AUDIT_H
#define RATCHET_CLI_AUDIT_H

#include "options.h"

/* Returns the exit code: 1 if a rule is wrong, 5 if nothing is known to hold it against. */
int audit_command(const struct options *options);

#endif
