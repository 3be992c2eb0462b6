/* All puzzles of a command's inputs at once, for commands that look at them together. */
#ifndef RATCHET_CLI_GATHER_H
#define RATCHET_CLI_GATHER_H

#include "inputs.h"
#include "job/source.h"
#include "options.h"

struct gathered_puzzle {
    const struct source *source;
    const struct source_puzzle *puzzle;
    char *name;                 /* "FILE" or "FILE#2" */
};

struct gathered {
    struct source *sources;     /* one an input, `nsources` of them read */
    uint32_t nsources;
    struct gathered_puzzle *at;
    uint32_t n;
};

/* Reads every input. In a folder, files that no format knows are passed over; any other fault ends it. 0 or fault. */
int gather(struct gathered *gathered, struct engine *engine, const struct options *options, struct fault *fault);
void gathered_free(struct gathered *gathered);

#endif
