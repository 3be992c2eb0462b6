/* What is there: rules, plugins, configuration. Each returns the exit code. */
#ifndef RATCHET_CLI_LISTS_H
#define RATCHET_CLI_LISTS_H

#include "options.h"

int rules_command(const struct options *options);
int plugins_command(const struct options *options);
int config_command(const struct options *options);

#endif
