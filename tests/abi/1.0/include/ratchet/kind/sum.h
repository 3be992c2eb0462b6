/* sum.distinct/1 — different numbers with a given sum (a run of a Kakuro, a cage of a Killer Sudoku).
 * Variables: n <= nvalues <= RT_SUM_VALUES positions, in any order; value v is the number v + 1. */
#ifndef RATCHET_KIND_SUM_H
#define RATCHET_KIND_SUM_H

#include <stdint.h>

#define RT_SUM_DISTINCT "sum.distinct/1"
#define RT_SUM_VALUES 9u

struct rt_sum_distinct {
    uint32_t sum;       /* one that no numbers have is well-formed, and has no solution */
};

#endif
