/* All inputs of a command, some at a time, printed in their order. */
#ifndef RATCHET_CLI_BATCH_H
#define RATCHET_CLI_BATCH_H

#include "inputs.h"
#include "task.h"

/* Returns the exit code. */
int batch_run(const struct task_context *context, const struct inputs *inputs, uint32_t threads);

#endif
