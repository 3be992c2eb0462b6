/* The daemon's client: submit, wait, watch, and the operator's verbs. */
#ifndef RATCHET_CLI_CLIENT_H
#define RATCHET_CLI_CLIENT_H

#include "options.h"

/* Returns the exit code. */
int client_command(const struct options *options);

#endif
