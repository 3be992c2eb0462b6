/* slitherlink.clue/1 — a cell with a clue, its sides and the edges at its corners; slitherlink.board/1 — the whole
 * board.
 * Directions are 0 north, 1 east, 2 south, 3 west.  Positions are edges, 0 = off, 1 = on.
 *
 *              |3,0       |0,1             side[d]         the side of the cell in direction d
 *       3,1 ---o--side 0--o--- 0,0         corner d        where side d meets side (d + 1) % 4
 *            side 3     side 1             beyond[d][0]    the edge at corner d that goes on straight from side d
 *       2,0 ---o--side 2--o--- 1,1         beyond[d][1]    the one that goes on straight from side (d + 1) % 4
 *              |2,1       |1,0
 */
#ifndef RATCHET_KIND_SLITHERLINK_H
#define RATCHET_KIND_SLITHERLINK_H

#include <stdint.h>

/* As many of the sides are on as the clue says, and none or two of the four edges at each corner.  The scope holds the
 * edges named here that exist (4 to 12 of them), each once. */
#define RT_SLITHERLINK_CLUE "slitherlink.clue/1"

struct rt_slitherlink_clue {
    uint32_t clue;              /* 0 .. 4 */
    int8_t side[4];
    int8_t beyond[4][2];        /* -1 where the board ends */
};

/* Positions are the edges between neighbours of the (width + 1) x (height + 1) corners of cells: first those within
 * rows, row by row, then those within columns.  The edges that are on form exactly one closed loop, and every clue has
 * its number.  It follows from the other scopes of a board taken together, so a puzzle adds it only where a rule serves
 * it (RT_MODEL_SERVED). */
#define RT_SLITHERLINK_BOARD "slitherlink.board/1"

enum { RT_SLITHERLINK_NONE = 255 };     /* a cell without a clue */

struct rt_slitherlink_board {
    uint32_t width, height;     /* cells: 1 .. 65535, and at most 2^20 in all */
    const uint8_t *clue;        /* 0 .. 4 or RT_SLITHERLINK_NONE, row by row; lives as long as the job (host->alloc) */
};

#endif
