/* Random loops on large boards: the border of a region of unit squares, whose corners are the board's cells. */
#ifndef TESTS_SOUNDNESS_REGION_H
#define TESTS_SOUNDNESS_REGION_H

#include "util/random.h"

enum { REGION_SIDE = 16 };

struct region {
    uint32_t w, h;                              /* squares, at most REGION_SIDE - 2; one cell more each way */
    uint8_t in[REGION_SIDE][REGION_SIDE];       /* [y + 1][x + 1] */
};

/* Fills `in` for given w and h: a region that grows without holes or pinches, so that its border is one loop. */
void region_grow(struct region *region, struct random *random);
/* The same with a border that visits every cell, for odd w and h: a random tree of every second square. */
void region_tree(struct region *region, struct random *random);
/* Bit d (0 north, 1 east, 2 south, 3 west) if the border leaves cell (y, x) that way. */
unsigned region_ways(const struct region *region, uint32_t y, uint32_t x);
/* The pearl that the border allows on cell (y, x): 'W', 'B' or '.'; `white`: 0 standard, 1 both, 2 straight. */
char region_pearl(const struct region *region, uint32_t y, uint32_t x, uint32_t white);

#endif
