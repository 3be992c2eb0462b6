/* New Sudokus: a random solution and some of its cells. Where these allow another solution too, a cell in which they
 * differ is given; where they are more than it takes, one after the other is left out. */
#ifndef SUDOKU_GENERATE_H
#define SUDOKU_GENERATE_H

#include "board.h"

#include <ratchet/puzzle.h>
#include <stdlib.h>

enum { CHAINS = 3 };            /* a cell */

/* ---- a solution: all cells given */

static inline void shuffle(struct rt_self *self, uint32_t *list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        list[i] = i;
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = (uint32_t)self->h->random(self, i), other = list[j];
        list[j] = list[i - 1];
        list[i - 1] = other;
    }
}

/* Lines in the order of their bands, bands and lines within them shuffled. */
static inline void shuffle_lines(struct rt_self *self, uint32_t *lines, uint32_t bands, uint32_t deep)
{
    uint32_t band[MOST], within[MOST];
    shuffle(self, band, bands);
    for (uint32_t b = 0; b < bands; b++) {
        shuffle(self, within, deep);
        for (uint32_t i = 0; i < deep; i++)
            lines[b * deep + i] = band[b] * deep + within[i];
    }
}

/* Shifted rows, shuffled. */
static inline void fill_by_pattern(struct rt_self *self, struct board *board)
{
    uint32_t rows[MOST], columns[MOST], values[MOST], n = board->n, w = board->width, h = board->height;
    shuffle_lines(self, rows, w, h);
    shuffle_lines(self, columns, h, w);
    shuffle(self, values, n);
    for (uint32_t v = 0; v < n * n; v++) {
        uint32_t row = rows[v / n];
        board->given[v] = (uint8_t)(values[(row % h * w + row / h + columns[v % n]) % n] + 1);
    }
}

static inline uint32_t cell_unit(const struct board *board, uint32_t v, uint32_t kind)
{
    uint32_t n = board->n, row = v / n, column = v % n;
    return kind == 0 ? row : kind == 1 ? n + column
                                       : 2 * n + row / board->height * (n / board->width) + column / board->width;
}

/* The cell of the unit that holds the value. */
static inline uint32_t cell_with(const struct board *board, uint32_t unit, uint32_t value)
{
    uint32_t i = 0;
    while (board->given[unit_cell(board, unit, i)] != value)
        i++;
    return unit_cell(board, unit, i);
}

/* Swaps two values along the cells that hang together by sharing units: what comes of a solution is one. */
static inline void swap_chain(struct board *board, uint32_t start, uint32_t other)
{
    uint32_t cells[2 * MOST], n = 1, value = board->given[start];
    uint8_t seen[CELLS] = {0};
    cells[0] = start;
    seen[start] = 1;
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t kind = 0; kind < 3; kind++) {
            uint32_t wanted = board->given[cells[k]] == value ? other : value;
            uint32_t next = cell_with(board, cell_unit(board, cells[k], kind), wanted);
            if (!seen[next])
                cells[n++] = next;
            seen[next] = 1;
        }
    for (uint32_t k = 0; k < n; k++)
        board->given[cells[k]] = (uint8_t)(board->given[cells[k]] == value ? other : value);
}

static inline void fill(struct rt_self *self, struct board *board)
{
    uint32_t n = board->n;
    fill_by_pattern(self, board);
    for (uint32_t k = 0; k < CHAINS * n * n; k++) {
        uint32_t start = (uint32_t)self->h->random(self, n * n), other = 1 + (uint32_t)self->h->random(self, n);
        if (other != board->given[start])
            swap_chain(board, start, other);
    }
}

/* ---- puzzles */

/* The cell that is given where this one is. */
static inline uint32_t cell_partner(const struct board *board, uint32_t symmetry, uint32_t v)
{
    uint32_t n = board->n, row = v / n, column = v % n;
    if (symmetry == RT_SYMMETRY_NONE)
        return v;
    return (symmetry == RT_SYMMETRY_TURN ? n - 1 - row : row) * n + n - 1 - column;
}

static inline int emit_with_goal(struct rt_self *self, const struct board *board, const uint8_t *goal)
{
    size_t capacity = 4 * (size_t)board->n * board->n + 1, at = 0;
    char *solution = self->h->scratch(self, capacity);
    if (!solution)
        return RT_ENOMEM;
    for (uint32_t v = 0; v < board->n * board->n; v++)
        at += (size_t)snprintf(solution + at, capacity - at, "%u%s", goal[v] + 1, (v + 1) % board->n ? " " : "\n");
    return board_emit(self, board, &(struct rt_puzzle_text){.solution = solution});
}

static inline int generate_fresh(struct rt_self *self, const struct rt_wish *wish)
{
    struct board board = {.n = wish->width};
    uint8_t goal[CELLS], keep[CELLS] = {0};
    if (wish->picture)
        return self->h->fail(self, RT_EINPUT, 0, 0, "a Sudoku is made at random; leave out --picture");
    if (wish->width != wish->height || wish->width > MOST || !board_choose_boxes(&board))
        return self->h->fail(self, RT_EINPUT, 0, 0, "a Sudoku of %u x %u has no boxes; its sides are equal, 4 to %d, "
                             "and no prime number", wish->width, wish->height, MOST);
    fill(self, &board);
    uint32_t cells = board.n * board.n;
    for (uint32_t v = 0; v < cells; v++) {
        goal[v] = board.given[v] - 1;
        if (self->h->random(self, 5) < 2)
            keep[v] = keep[cell_partner(&board, wish->symmetry, v)] = 1;
    }
    for (uint32_t v = 0; v < cells; v++)
        board.given[v] = keep[v] ? board.given[v] : 0;
    return emit_with_goal(self, &board, goal);
}

/* The `attempt`th cell in which the solutions differ is given, too. */
static inline int generate_more(struct rt_self *self, struct board *board, const struct rt_wish *wish)
{
    uint32_t left = wish->attempt, cells = board->n * board->n;
    for (uint32_t v = 0; v < cells; v++) {
        if (wish->goal[v] == wish->other[v] || left--)
            continue;
        uint32_t partner = cell_partner(board, wish->symmetry, v);
        board->given[v] = wish->goal[v] + 1;
        board->given[partner] = wish->goal[partner] + 1;
        return emit_with_goal(self, board, wish->goal);
    }
    return RT_EUNSUPPORTED;
}

static inline int by_key(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The `attempt`th given is left out, in an order that looks random and depends on the solution alone. Of partners the
 * first stands for both. */
static inline int generate_less(struct rt_self *self, struct board *board, const struct rt_wish *wish)
{
    uint32_t cells = board->n * board->n, n = 0, seed = 2166136261u;    /* FNV-1a */
    uint64_t order[CELLS];
    for (uint32_t v = 0; v < cells; v++)
        seed = (seed ^ wish->goal[v]) * 16777619u;
    for (uint32_t v = 0; v < cells; v++)
        if (board->given[v] && cell_partner(board, wish->symmetry, v) >= v) {
            uint32_t key = (seed ^ v) * 0x9e3779b1u;
            order[n++] = (uint64_t)(key ^ key >> 15) * 0x85ebca6bu << 32 | v;
        }
    if (wish->attempt >= n)
        return RT_EUNSUPPORTED;
    qsort(order, n, sizeof *order, by_key);
    uint32_t v = (uint32_t)order[wish->attempt];
    board->given[v] = board->given[cell_partner(board, wish->symmetry, v)] = 0;
    return emit_with_goal(self, board, wish->goal);
}

static inline int generate(struct rt_self *self, const struct rt_wish *wish)
{
    if (!wish->goal)
        return generate_fresh(self, wish);
    struct board board = *(const struct board *)self->state;
    return (wish->other ? generate_more : generate_less)(self, &board, wish);
}

#endif
