/* The bytes of one input: a file, standard input, or the text of a puzzle's address. */
#ifndef RATCHET_JOB_INPUT_H
#define RATCHET_JOB_INPUT_H

#include "util/fault.h"

#include <stdbool.h>
#include <stddef.h>

enum { INPUT_MOST = 64 * 1024 * 1024 };     /* bytes; no puzzle file comes near it */

/* `bytes` is followed by a NUL; malloc'ed. */
struct input {
    char *bytes;
    size_t length;
};

/* Reads a file, or standard input for "-", or takes "https://…" as the bytes themselves. A directory, a device of
 * endless bytes, a file over INPUT_MOST and one that begins with a block of NULs are refused before much is
 * read. `cancelled` (may be NULL) ends a read that waits. 0 or fault->code. */
int input_read(struct input *input, const char *path, const volatile int *cancelled, struct fault *fault);
void input_free(struct input *input);
/* "https://puzz.link/p?…": is this argument an address, not a file? */
bool input_is_address(const char *argument);

#endif
