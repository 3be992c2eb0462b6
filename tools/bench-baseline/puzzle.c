#include "puzzle.h"

#include <stdlib.h>
#include <string.h>

size_t puzzle_cells(const struct puzzle *p)
{
    return (size_t)p->width * p->height;
}

size_t puzzle_faces(const struct puzzle *p)
{
    return (size_t)(p->width - 1) * (p->height - 1);
}

size_t puzzle_grid_bytes(const struct puzzle *p)
{
    return puzzle_cells(p) * (p->kind == NONOGRAM || p->kind == SUDOKU ? 1 : 2);
}

size_t sudoku_cell(const struct puzzle *p, uint32_t unit, uint32_t i)
{
    uint32_t n = p->width, k = unit % n, height = n / p->box, across = n / p->box;
    if (unit < 2 * n)
        return unit < n ? (size_t)k * n + i : (size_t)i * n + k;
    return (size_t)(k / across * height + i / p->box) * n + k % across * p->box + i % p->box;
}

void puzzle_free(struct puzzle *p)
{
    for (uint32_t i = 0; p->clue && i < p->width + p->height; i++)
        free(p->clue[i].block);
    free(p->clue);
    free(p->cell);
    free(p->digit);
    free(p->given);
    free(p->name);
    free(p->title);
}

const char *verdict_name(enum verdict verdict)
{
    static const char *const name[VERDICTS] = {"unique", "several", "none", "unknown"};
    return name[verdict];
}

static bool clue_fits(const struct clue *clue, const uint8_t *cell, uint32_t n, uint32_t step)
{
    uint32_t run = 0, seen = 0;
    for (uint32_t i = 0; i <= n; i++) {
        if (i < n && cell[(size_t)i * step]) {
            run++;
        } else if (run) {
            if (seen == clue->n || clue->block[seen++] != run)
                return false;
            run = 0;
        }
    }
    return seen == clue->n;
}

static bool check_nonogram(const struct puzzle *p, const uint8_t *grid)
{
    for (uint32_t y = 0; y < p->height; y++)
        if (!clue_fits(&p->clue[y], grid + (size_t)y * p->width, p->width, 1))
            return false;
    for (uint32_t x = 0; x < p->width; x++)
        if (!clue_fits(&p->clue[p->height + x], grid + x, p->height, p->width))
            return false;
    return true;
}

/* Sides of a cell; the one across is side ^ 1. */
enum { LEFT, RIGHT, UP, DOWN };

static bool at(const struct puzzle *p, const uint8_t *grid, int64_t x, int64_t y, int side)
{
    x -= side == LEFT;
    y -= side == UP;
    if (x < 0 || y < 0 || x >= p->width || y >= p->height)
        return false;
    return grid[(side == UP || side == DOWN ? puzzle_cells(p) : 0) + (size_t)y * p->width + (size_t)x];
}

static int64_t next_x(int64_t x, int side)
{
    return x + (side == RIGHT) - (side == LEFT);
}

static int64_t next_y(int64_t y, int side)
{
    return y + (side == DOWN) - (side == UP);
}

/* The line goes straight through the cell. */
static bool straight(const struct puzzle *p, const uint8_t *grid, int64_t x, int64_t y)
{
    return (at(p, grid, x, y, LEFT) && at(p, grid, x, y, RIGHT)) ||
           (at(p, grid, x, y, UP) && at(p, grid, x, y, DOWN));
}

static bool pearl_fits(const struct puzzle *p, const uint8_t *grid, int64_t x, int64_t y, char pearl)
{
    uint32_t straight_beside = 0;
    for (int side = LEFT; side <= DOWN; side++)
        if (at(p, grid, x, y, side))
            straight_beside += straight(p, grid, next_x(x, side), next_y(y, side));
    if (pearl == 'W')
        return straight(p, grid, x, y) && straight_beside < 2;
    return !straight(p, grid, x, y) && straight_beside == 2;
}

static uint32_t degree(const struct puzzle *p, const uint8_t *grid, int64_t x, int64_t y)
{
    uint32_t n = 0;
    for (int side = LEFT; side <= DOWN; side++)
        n += at(p, grid, x, y, side);
    return n;
}

/* Cells on the loop through this cell; every cell on a line is known to have two edges. */
static size_t loop_length(const struct puzzle *p, const uint8_t *grid, int64_t x0, int64_t y0)
{
    int64_t x = x0, y = y0;
    int from = -1;
    size_t length = 0;
    do {
        int side = LEFT;
        while (side == from || !at(p, grid, x, y, side))
            side++;
        x = next_x(x, side);
        y = next_y(y, side);
        from = side ^ 1;
        length++;
    } while (x != x0 || y != y0);
    return length;
}

/* Edges that lead off the board, which no loop can use. */
static bool leaves_board(const struct puzzle *p, const uint8_t *grid)
{
    const uint8_t *below = grid + puzzle_cells(p);
    for (uint32_t y = 0; y < p->height; y++)
        if (grid[(size_t)y * p->width + p->width - 1])
            return true;
    for (uint32_t x = 0; x < p->width; x++)
        if (below[(size_t)(p->height - 1) * p->width + x])
            return true;
    return false;
}

static bool face_fits(const struct puzzle *p, const uint8_t *grid, size_t face)
{
    int64_t x = (int64_t)(face % (p->width - 1)), y = (int64_t)(face / (p->width - 1));
    int lines = at(p, grid, x, y, RIGHT) + at(p, grid, x, y, DOWN) + at(p, grid, x, y + 1, RIGHT) +
                at(p, grid, x + 1, y, DOWN);
    return p->digit[face] == '.' || p->digit[face] - '0' == lines;
}

static bool check_loop(const struct puzzle *p, const uint8_t *grid)
{
    size_t visited = 0, first = SIZE_MAX;
    if (leaves_board(p, grid))
        return false;
    for (size_t i = 0; i < puzzle_cells(p); i++) {
        uint32_t n = degree(p, grid, (int64_t)(i % p->width), (int64_t)(i / p->width));
        if ((n && n != 2) || (!n && (p->every_cell || p->cell[i] != '.')))
            return false;
        if (n && !visited++)
            first = i;
    }
    if (!visited || loop_length(p, grid, (int64_t)(first % p->width), (int64_t)(first / p->width)) != visited)
        return false;
    for (size_t i = 0; i < puzzle_cells(p); i++)
        if (p->cell[i] != '.' &&
            !pearl_fits(p, grid, (int64_t)(i % p->width), (int64_t)(i / p->width), p->cell[i]))
            return false;
    for (size_t face = 0; p->digit && face < puzzle_faces(p); face++)
        if (!face_fits(p, grid, face))
            return false;
    return true;
}

static bool check_sudoku(const struct puzzle *p, const uint8_t *grid)
{
    uint32_t n = p->width;
    for (size_t cell = 0; cell < puzzle_cells(p); cell++)
        if (!grid[cell] || grid[cell] > n || (p->given[cell] && p->given[cell] != grid[cell]))
            return false;
    for (uint32_t unit = 0; unit < 3 * n; unit++) {
        uint64_t seen = 0;
        for (uint32_t i = 0; i < n; i++)
            seen |= 1ull << grid[sudoku_cell(p, unit, i)];
        if (seen != (2ull << n) - 2)
            return false;
    }
    return true;
}

bool puzzle_check(const struct puzzle *p, const uint8_t *grid)
{
    return p->kind == NONOGRAM ? check_nonogram(p, grid)
           : p->kind == SUDOKU ? check_sudoku(p, grid)
                               : check_loop(p, grid);
}

bool findings_check(const struct puzzle *p, const struct findings *found)
{
    static const uint32_t needed[] = {[UNIQUE] = 1, [SEVERAL] = 2, [NONE] = 0};
    if (found->verdict != UNKNOWN && found->ngrids != needed[found->verdict])
        return false;
    for (uint32_t i = 0; i < found->ngrids; i++)
        if (!puzzle_check(p, found->grid[i]))
            return false;
    return found->ngrids < 2 || memcmp(found->grid[0], found->grid[1], puzzle_grid_bytes(p)) != 0;
}
