/* alldiff/1 — no value twice (a row, column or box of a Sudoku).
 * Variables: n <= nvalues positions, in any order; there is no payload.  Where n == nvalues, every value occurs. */
#ifndef RATCHET_KIND_ALLDIFF_H
#define RATCHET_KIND_ALLDIFF_H

#include <stdint.h>

#define RT_ALLDIFF "alldiff/1"

#endif
