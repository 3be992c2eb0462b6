/* A puzzle as the baselines read it, and the referee of their solutions; all independent of the engine. */
#ifndef BASELINE_PUZZLE_H
#define BASELINE_PUZZLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIDE_MOST = 1000, SUDOKU_MOST = 25 };

enum kind { NONOGRAM, MASYU, SLITHERLINK, SUDOKU, KINDS };
enum verdict { UNIQUE, SEVERAL, NONE, UNKNOWN, VERDICTS };

/* The clue of one line: block lengths. */
struct clue {
    uint32_t *block, n;
};

struct puzzle {
    enum kind kind;
    char *name;  /* FILE, or FILE#2 where a file holds several: the names of `ratchet unique` */
    char *title; /* what the list itself calls it, or NULL */
    uint32_t width, height;
    struct clue *clue; /* nonogram: the rows, then the columns */
    char *cell;        /* masyu: width * height of '.', 'W', 'B' */
    bool every_cell;   /* masyu: the loop visits every cell */
    char *digit;       /* slitherlink: '.' or '0' to '4' a face. The corners of its cells are our cells, all '.', so
                          that its loop is a loop like any other */
    uint8_t *given;    /* sudoku: a value a cell, 0 where it is open */
    uint32_t box;      /* sudoku: the width of a box */
};

/* What a solver found. A grid holds a byte a cell (1 = black; a value), for loops two planes of them: the edge to the
 * right of the cell, then the edge below it. `grid` has room for two solutions and belongs to the caller. */
struct findings {
    enum verdict verdict;
    uint8_t *grid[2];
    uint32_t ngrids;
    uint32_t cuts;  /* subloops that were forbidden */
    double seconds; /* CPU time */
};

size_t puzzle_cells(const struct puzzle *p);
size_t puzzle_faces(const struct puzzle *p); /* between four cells */
size_t puzzle_grid_bytes(const struct puzzle *p);
size_t sudoku_cell(const struct puzzle *p, uint32_t unit, uint32_t i); /* of a row, then of a column, then of a box */
void puzzle_free(struct puzzle *p);
const char *verdict_name(enum verdict verdict);

/* Is the grid a solution, by the rules of the puzzle and nothing else? */
bool puzzle_check(const struct puzzle *p, const uint8_t *grid);

/* Do verdict and solutions fit: as many as it needs, all right, and not the same twice? */
bool findings_check(const struct puzzle *p, const struct findings *found);

#endif
