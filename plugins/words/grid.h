/* A grid of characters, and what its rows and columns must match.  Variable r * width + c is a cell; value v is the
 * v-th character of the alphabet. */
#ifndef WORDS_GRID_H
#define WORDS_GRID_H

#include "expression.h"

enum { SIDE_MOST = 100, LETTERS_MOST = 64 };

struct grid {
    char alphabet[LETTERS_MOST + 1];
    uint32_t width, height;
    struct rt_automaton *row[SIDE_MOST], *column[SIDE_MOST];    /* NULL: anything */
    const char *row_text[SIDE_MOST], *column_text[SIDE_MOST];   /* the expressions; NULL, too */
};

#endif
