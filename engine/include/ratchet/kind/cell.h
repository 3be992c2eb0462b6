/* cell.given/1 — one variable that the puzzle gives, wholly or in part.  A scope, so that what contradicts can be told
 * by the clues that do. */
#ifndef RATCHET_KIND_CELL_H
#define RATCHET_KIND_CELL_H

#include <stdint.h>

#define RT_CELL_GIVEN "cell.given/1"

struct rt_cell_given {
    uint64_t allowed;   /* mask of values, not 0 */
};

#endif
