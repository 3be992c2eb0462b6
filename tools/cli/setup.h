/* From the command line to a configuration. */
#ifndef RATCHET_CLI_SETUP_H
#define RATCHET_CLI_SETUP_H

#include "config/config.h"
#include "options.h"

/* -c files or the user's own file, then the options in their order. `*origin` (may be NULL) gets a sentence that
 * says which files were read; static. NULL: fault. */
struct config *setup_config(const struct options *options, const char **origin, struct fault *fault);
/* A file as -c means it: itself, or a shipped profile of that name. Returns buffer or `name`. */
const char *setup_profile(const char *name, char *buffer, size_t capacity);

#endif
