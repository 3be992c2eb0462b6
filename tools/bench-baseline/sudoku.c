/* Direct encoding: a variable for each value of each cell. A cell has exactly one, and so has each value exactly one
 * cell of each row, column and box; "at most one" pair by pair. */
#include "solve.h"

static int variable(const struct puzzle *p, size_t cell, uint32_t value)
{
    return (int)(cell * p->width + value) + 1;
}

/* Exactly one of p->width variables. */
static void put_one(struct sat *sat, const int *of, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        sat_literal(sat, of[i]);
    sat_end(sat);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++)
            CLAUSE(sat, -of[i], -of[j]);
}

static void encode(const struct puzzle *p, struct sat *sat)
{
    int one[SUDOKU_MOST];
    uint32_t n = p->width;
    for (size_t cell = 0; cell < puzzle_cells(p); cell++) {
        for (uint32_t value = 0; value < n; value++)
            one[value] = variable(p, cell, value);
        put_one(sat, one, n);
        if (p->given[cell])
            CLAUSE(sat, variable(p, cell, p->given[cell] - 1u));
    }
    for (uint32_t unit = 0; unit < 3 * n; unit++)
        for (uint32_t value = 0; value < n; value++) {
            for (uint32_t i = 0; i < n; i++)
                one[i] = variable(p, sudoku_cell(p, unit, i), value);
            put_one(sat, one, n);
        }
}

/* Values from 1. */
static void take(const struct puzzle *p, struct sat *sat, uint8_t *grid)
{
    for (size_t cell = 0; cell < puzzle_cells(p); cell++)
        for (uint32_t value = 0; value < p->width; value++)
            if (sat_value(sat, variable(p, cell, value)))
                grid[cell] = (uint8_t)(value + 1);
}

static void forbid(const struct puzzle *p, struct sat *sat, const uint8_t *grid)
{
    for (size_t cell = 0; cell < puzzle_cells(p); cell++)
        sat_literal(sat, -variable(p, cell, grid[cell] - 1u));
    sat_end(sat);
}

void sudoku_solve(const struct puzzle *p, const struct sat_settings *settings, struct findings *found)
{
    double start = cpu_now();
    struct sat sat;
    sat_open(&sat, settings);
    encode(p, &sat);
    found->verdict = solve_twice(p, &sat, take, forbid, found);
    sat_close(&sat);
    found->seconds = cpu_now() - start;
}
