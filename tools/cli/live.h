/* A picture on the terminal that is drawn over: a grid, and below it a line of figures. */
#ifndef RATCHET_CLI_LIVE_H
#define RATCHET_CLI_LIVE_H

#include "util/text.h"

#include <stdbool.h>
#include <stdint.h>

/* A zeroed one has drawn nothing yet. */
struct live {
    uint32_t rows;      /* that stand on the terminal, the cursor at the end of the last */
};

bool live_possible(void);   /* standard output is a terminal */
/* Adds to `out` what draws the line, cut to the terminal's width, and the grid if it is not NULL and fits; with NULL
 * the grid from before stays. */
void live_draw(struct live *live, const char *grid, const char *line, struct text *out);
/* Adds what takes it off again; the cursor is then where it began. */
void live_erase(struct live *live, struct text *out);

#endif
