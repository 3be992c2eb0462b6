/* `ratchet bench`: how fast, in figures that can be compared. */
#ifndef RATCHET_CLI_BENCH_H
#define RATCHET_CLI_BENCH_H

#include "options.h"

/* Returns the exit code; 1 if two runs or configurations give different verdicts. */
int bench_command(const struct options *options);

#endif
