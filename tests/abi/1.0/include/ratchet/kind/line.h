/* line.blocks/1 — a line of cells with an ordered list of blocks (nonograms).
 * Variables: the cells in order; value 0 is empty, 1..C a colour.  A line is right if reading its maximal
 * one-coloured runs gives exactly the blocks; same-coloured neighbouring blocks are at least one empty cell
 * apart, differently coloured ones may touch. */
#ifndef RATCHET_KIND_LINE_H
#define RATCHET_KIND_LINE_H

#include <stdint.h>

#define RT_LINE_BLOCKS "line.blocks/1"

struct rt_line_block {
    uint32_t length;    /* >= 1 */
    uint32_t colour;    /* 1..63 */
};

/* payload_size = 8 + 8 * k */
struct rt_line_blocks {
    uint32_t k;         /* blocks; 0 = an empty line */
    uint32_t reserved;  /* 0 */
    struct rt_line_block block[];
};

#endif
