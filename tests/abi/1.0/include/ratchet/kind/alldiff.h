/* alldiff/1 and alldiff.houses/1.
 *
 * alldiff/1 — no value twice (a row, column or box of a Sudoku).
 * Variables: n <= nvalues positions, in any order; there is no payload.  Where n == nvalues, every value occurs. */
#ifndef RATCHET_KIND_ALLDIFF_H
#define RATCHET_KIND_ALLDIFF_H

#include <stdint.h>

#define RT_ALLDIFF "alldiff/1"

/* alldiff.houses/1 — no value twice in any of several houses (all rows, columns and boxes of a Sudoku), for deductions
 * from houses that cross.  It follows from their alldiff/1, so a puzzle adds it only where a rule serves it
 * (RT_MODEL_SERVED).  Arrays and names live as long as the job (host->alloc). */
#define RT_ALLDIFF_HOUSES "alldiff.houses/1"

struct rt_alldiff_houses {
    uint32_t nhouses;           /* 1 .. 256 */
    uint32_t reserved;          /* 0 */
    const uint32_t *first;      /* nhouses + 1: the positions of house h are pos[first[h] .. first[h + 1]) */
    const uint32_t *pos;        /* ascending within a house, and no more of them than there are values */
    const char *const *name;    /* nhouses: "row 3"; NULL: no names */
};

#endif
