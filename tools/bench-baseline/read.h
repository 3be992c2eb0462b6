/* Lists of puzzles: what a file or folder holds, recognised from its content.
 *
 *      .nin            width and height, a clue line a row, one a column (nonogram)
 *      batch           `$1`, a clue line a column, one a row, `$2`, … ; square (nonogram)
 *      rows            lines of `.`, `W`, `B`; in front, where wanted, a line `all_cells` (Masyu)
 *      table           tab-separated, its head names a column `rows`: rows joined by `/` (Masyu)
 *      addresses       a line each that holds mashu/WIDTH/HEIGHT/CELLS or slither/..., with a name before it (Masyu,
 *                      Slitherlink)
 *      sudokus         a line each: n * n characters, `.` or 0, 1 to 9, A (10) to P; with boxes as near to squares as
 *                      can be, lying (Sudoku) */
#ifndef BASELINE_READ_H
#define BASELINE_READ_H

#include "puzzle.h"

struct list {
    const char *name; /* the operand */
    struct puzzle *at;
    size_t n, capacity;
};

/* Which files of a folder stay out: shell patterns on their names without folder. */
struct skip {
    const char **pattern;
    uint32_t n;
};

/* Reads a file or all puzzle files below a folder, in the order of their names. On failure a sentence went to
 * stderr. A file in a folder that is no puzzle is passed over. */
bool list_read(struct list *list, const char *path, const struct skip *skip);
void list_free(struct list *list);

#endif
