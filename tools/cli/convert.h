/* `ratchet convert`: puzzles in another format, or as a CNF. */
#ifndef RATCHET_CLI_CONVERT_H
#define RATCHET_CLI_CONVERT_H

#include "job/engine.h"
#include "options.h"

/* Returns the exit code. */
int convert_command(const struct options *options);

/* The format of --to: "nonogram.nin", or "nin" for a puzzle of type nonogram. NULL: fault. */
const struct rt_format_class *convert_format(struct engine *engine, const char *name, const char *type,
                                             struct fault *fault);

#endif
