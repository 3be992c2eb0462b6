/* The baselines: each reads the clues, encodes, finds a first solution, forbids it and asks for another. What
 * they find goes to `found`, whose grids the caller has allocated; the CPU time covers all of it. */
#ifndef BASELINE_SOLVE_H
#define BASELINE_SOLVE_H

#include "puzzle.h"
#include "sat.h"

void nonogram_solve(const struct puzzle *p, const struct sat_settings *settings, struct findings *found);
/* Masyu, Slitherlink. */
void loop_solve(const struct puzzle *p, const struct sat_settings *settings, struct findings *found);
void sudoku_solve(const struct puzzle *p, const struct sat_settings *settings, struct findings *found);

/* Where every model is a solution: takes the first one, forbids it and takes another. */
typedef void taker(const struct puzzle *p, struct sat *sat, uint8_t *grid);
typedef void forbidder(const struct puzzle *p, struct sat *sat, const uint8_t *grid);
enum verdict solve_twice(const struct puzzle *p, struct sat *sat, taker *take, forbidder *forbid,
                         struct findings *found);

/* The same question as an answer set program, by `clingo` in a process of its own: its start counts too. */
void clingo_solve(const struct puzzle *p, const struct sat_settings *settings, struct findings *found);

/* CPU time of a run of `clingo` that has nothing to do, or a negative number where it isn't installed. */
double clingo_start(void);

#endif
