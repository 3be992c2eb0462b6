/* Which inputs the operands mean: files, standard input, addresses, and what lies in folders. */
#ifndef RATCHET_CLI_INPUTS_H
#define RATCHET_CLI_INPUTS_H

#include "util/arena.h"
#include "util/fault.h"

#include <stdbool.h>

struct input_path {
    const char *path;
    uint32_t only;      /* FILE#3: this puzzle alone, 1-based; 0 = all */
    bool walked;        /* found in a folder: passed over if no format knows it */
};

struct inputs {
    struct arena arena;
    struct input_path *at;
    uint32_t n, capacity;
    bool folder;        /* one of the operands was a folder */
};

/* Folders are walked in the order of their names, hidden files and folders passed over. 0 or fault. */
int inputs_add(struct inputs *inputs, const char *operand, struct fault *fault);
/* Under that name, whatever there is of that name. */
int inputs_add_name(struct inputs *inputs, const char *name, struct fault *fault);
void inputs_free(struct inputs *inputs);

#endif
