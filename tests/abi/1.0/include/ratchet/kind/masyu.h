/* masyu.white/1 and masyu.black/1 — the edges round one pearl; masyu.board/1 — the whole board.
 * Directions are 0 north, 1 east, 2 south, 3 west; (d + 2) % 4 is opposite. Members hold scope positions, or -1
 * where the board ends. From the pearl's cell P, with N_d the cell next to it in direction d:
 *
 *      near[d]      the edge P - N_d
 *      far[d]       the edge from N_d on in direction d
 *      side[d][0]   the edge from N_d in direction (d + 3) % 4 (left when walking away from the pearl)
 *      side[d][1]   the edge from N_d in direction (d + 1) % 4 (right)
 */
#ifndef RATCHET_KIND_MASYU_H
#define RATCHET_KIND_MASYU_H

#include <stdint.h>

#define RT_MASYU_WHITE "masyu.white/1"
#define RT_MASYU_BLACK "masyu.black/1"

/* How a white pearl's neighbours must behave. The loop always goes straight through a white. */
enum rt_masyu_variant {
    RT_MASYU_STANDARD = 0,  /* it turns in at least one of the two loop cells next to it */
    RT_MASYU_BOTH = 1,      /* it turns in both */
    RT_MASYU_STRAIGHT = 2   /* no turn asked */
};
enum rt_masyu_cell { RT_MASYU_NONE = 0, RT_MASYU_IS_WHITE = 1, RT_MASYU_IS_BLACK = 2, RT_MASYU_OUTSIDE = 3 };

/* The scope holds exactly the edges named here that exist (2 to 16 of them), each once.  `check` judges
 *  - the pearl: white: two opposite near edges on, the other two off, and the turns as the variant asks;
 *    black: one near edge on each axis, and near[d] on => far[d] on;
 *  - each N_d: at most two of its edges near, far, side on, and not exactly one if near[d] is on;
 *  - pearls that stand on N_d: white and near[d] on => far[d] on; black and near[d] on => far[d] off;
 *  - blacks beyond a side edge: side[d][s] on => near[d] off (the cell next to a black is passed straight).
 * So every rule of the kind is judged by the edges of its own scope alone. */
struct rt_masyu_pearl {
    int8_t near[4], far[4], side[4][2];
    uint8_t cell[4];            /* enum rt_masyu_cell of N_d */
    uint8_t side_cell[4][2];    /* of the cell beyond side[d][s] */
    uint8_t variant;            /* enum rt_masyu_variant */
    uint8_t reserved[7];
};

/* The whole board, for deductions from several pearls at once, or from pearls and the loop together.
 *
 * Positions are the edges between neighbouring cells: first those within rows, row by row, height x (width - 1) of
 * them, then those within columns, (height - 1) x width.  `check` says all that a solution must be: one closed
 * loop that meets every pearl's rule, and every cell if `all_cells`.  So it follows from the other scopes of a
 * board taken together, and a puzzle adds it only where a rule serves it (RT_MODEL_SERVED). */
#define RT_MASYU_BOARD "masyu.board/1"

struct rt_masyu_board {
    uint32_t width, height;     /* 1 .. 65535, and at most 2^20 cells */
    uint32_t variant;           /* enum rt_masyu_variant */
    uint32_t all_cells;         /* 1: the loop visits every cell */
    const uint8_t *cell;        /* enum rt_masyu_cell, row by row; lives as long as the job (host->alloc) */
};

#endif
