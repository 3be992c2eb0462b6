/* `plugins new`: a project of one's own to start from. */
#ifndef RATCHET_CLI_SCAFFOLD_H
#define RATCHET_CLI_SCAFFOLD_H

#include "options.h"

/* Makes the folder NAME with a plugin that builds and passes its tests; the operands are what it brings (puzzle, rule
 * or kind) and NAME. Returns the exit code. */
int scaffold_command(const struct options *options);

#endif
