/* Solutions by plain enumeration, sharing no code with the engine. */
#ifndef TESTS_SOUNDNESS_BRUTE_H
#define TESTS_SOUNDNESS_BRUTE_H

#include "util/random.h"

#include <stdbool.h>

#include <stdint.h>

/* --- nonograms: at most 6 x 6, 1 to 63 colours, of which a grid uses three --- */
struct brute_line {
    uint8_t k, length[6], colour[6];
};

struct brute_nonogram {
    uint32_t width, height, colours;
    struct brute_line row[6], column[6];
};

/* Clues of a random grid, then changed at random with some probability, so that none, one and several occur. */
void brute_nonogram_random(struct brute_nonogram *n, struct random *random, uint32_t side, uint32_t colours);
/* Of puzzle `number`: 1, 2, 3, 4 .. 63 in turns. */
uint32_t brute_nonogram_colours(uint64_t number);
/* As the format "nonogram.nin" (one colour), "nonogram.non" (2 or 3) or "nonogram.text". Returns out. */
char *brute_nonogram_text(const struct brute_nonogram *n, char *out, uint32_t capacity);
/* Fills up to `capacity` solutions of width * height values each; returns how many there are. */
uint64_t brute_nonogram_solve(const struct brute_nonogram *n, uint8_t *out, uint32_t capacity);

/* --- Masyu: at most 5 x 5 --- */
struct brute_masyu {
    uint32_t width, height;
    uint8_t pearl[25];      /* 0 none, 1 white, 2 black */
    uint32_t white;         /* 0 standard, 1 both, 2 straight */
    uint32_t all_cells;
};

/* A random board, most often with pearls that some random loop allows. */
void brute_masyu_random(struct brute_masyu *m, struct random *random, uint32_t side);
char *brute_masyu_text(const struct brute_masyu *m, char *out, uint32_t capacity);
/* The number of loops that solve it, and up to `capacity` of them: bit y * (width - 1) + x for the edge from
 * cell (x, y) to the right, then from bit height * (width - 1) on bit y * width + x for the edge down. */
uint64_t brute_masyu_solve(const struct brute_masyu *m, uint64_t *loops, uint32_t capacity);
/* The values that each of the n edges has in some loop within the domains: bit 0 off, bit 1 on. */
void brute_loops_support(const uint64_t *loops, uint32_t nloops, const uint64_t *domains, uint32_t n,
                         uint64_t *support);

#endif
