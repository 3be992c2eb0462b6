/* New Kakuros: random walls, random digits, and the sums that these have. Where other digits have them too, one digit
 * changes, or is given; where there are more sums than it takes, one after the other is left out. */
#ifndef KAKURO_GENERATE_H
#define KAKURO_GENERATE_H

#include "board.h"

enum {
    GENERATE_TRIES = 400,
    GENERATE_RUN = 5,           /* cells of a run at most: so the runs of a cell never use up all digits */
    GENERATE_WALLS = 8,         /* in a hundred places, at least */
    GENERATE_CHANGES = 150,      /* other digits that are tried before one is given .. */
    GENERATE_STEP = 1           /* .. in different cells, most often */
};

/* The cell that must look like this one. The row and the column of sums have no partners. */
static inline uint32_t generate_partner(const struct board *board, uint32_t symmetry, uint32_t at)
{
    uint32_t row = at / board->width, column = at % board->width;
    if (symmetry == RT_SYMMETRY_NONE)
        return at;
    return (symmetry == RT_SYMMETRY_TURN ? board->height - row : row) * board->width + board->width - column;
}

/* Cells before and behind this one in its run, `step` apart. There are walls in the first row and column. */
static inline uint32_t generate_before(const struct board *board, uint32_t at, uint32_t step)
{
    uint32_t n = 0;
    while (!board->cell[at - (n + 1) * step].wall)
        n++;
    return n;
}

static inline uint32_t generate_behind(const struct board *board, uint32_t at, uint32_t step)
{
    uint32_t n = 0, left = step == 1 ? board->width - 1 - at % board->width : board->height - 1 - at / board->width;
    while (n < left && !board->cell[at + (n + 1) * step].wall)
        n++;
    return n;
}

/* Is the run through a cell too short, or too long and best parted here? */
static inline bool generate_splits(struct rt_self *self, const struct board *board, uint32_t at, uint32_t step)
{
    uint32_t before = generate_before(board, at, step), others = before + generate_behind(board, at, step);
    if (others < GENERATE_RUN)
        return others == 0;
    return before == GENERATE_RUN || (before >= 2 && self->h->random(self, 3) == 0);
}

/* Random walls; then walls in runs that are too long, and in place of runs of one cell, until there are no such. How
 * many cells are left. */
static inline uint32_t generate_walls(struct rt_self *self, const struct board *board, uint32_t symmetry)
{
    uint64_t share = GENERATE_WALLS + self->h->random(self, 15);
    uint32_t cells = 0;
    for (uint32_t at = 0; at < board_size(board); at++) {
        bool edge = at < board->width || at % board->width == 0;
        board->cell[at] = (struct cell){.wall = edge || self->h->random(self, 100) < share};
    }
    for (uint32_t at = board->width; at < board_size(board); at++)
        if (at % board->width)
            board->cell[at].wall |= board->cell[generate_partner(board, symmetry, at)].wall;
    for (bool changed = true; changed;) {
        changed = false;
        cells = 0;
        for (uint32_t at = board->width; at < board_size(board); at++) {
            if (board->cell[at].wall)
                continue;
            cells++;
            if (!generate_splits(self, board, at, 1) && !generate_splits(self, board, at, board->width))
                continue;
            board->cell[at].wall = board->cell[generate_partner(board, symmetry, at)].wall = 1;
            changed = true;
        }
    }
    return cells;
}

/* Digits of the run through a cell, its own left out. */
static inline uint32_t generate_used(const struct board *board, uint32_t at, uint32_t step)
{
    uint32_t used = 0, before = generate_before(board, at, step), n = before + generate_behind(board, at, step);
    for (uint32_t i = 0; i <= n; i++)
        if (i != before)
            used |= 1u << board->cell[at - (before - i) * step].answer;
    return used;
}

/* How far the sum of some digits, bits 1 to 9, is from the least or the greatest that so many digits can have. */
static inline uint32_t generate_slack(uint32_t digits)
{
    uint32_t n = (uint32_t)__builtin_popcount(digits), sum = 0;
    for (uint32_t left = digits; left; left &= left - 1)
        sum += (uint32_t)__builtin_ctz(left);
    uint32_t low = sum - n * (n + 1) / 2, high = n * (2 * DIGITS + 1 - n) / 2 - sum;
    return low < high ? low : high;
}

/* A digit that neither run has. Most often one that leaves both runs near their extreme sums, which
 * there are few ways to make. */
static inline uint8_t generate_digit(struct rt_self *self, uint32_t across, uint32_t down)
{
    uint64_t best = UINT64_MAX, luck = 1 + self->h->random(self, 4);
    uint8_t found = 0;
    for (uint8_t digit = 1; digit <= DIGITS; digit++) {
        if ((across | down) >> digit & 1)
            continue;
        uint64_t slack = generate_slack(across | 1u << digit) + generate_slack(down | 1u << digit);
        slack = slack * 16 + self->h->random(self, 16 * luck);
        if (slack < best)
            best = slack, found = digit;
    }
    return found;
}

static inline void generate_digits(struct rt_self *self, const struct board *board)
{
    for (uint32_t at = 0; at < board_size(board); at++)
        if (!board->cell[at].wall)
            board->cell[at].answer = generate_digit(self, generate_used(board, at, 1),
                                                    generate_used(board, at, board->width));
}

/* The sums that the digits have. */
static inline void generate_sums(const struct board *board)
{
    for (uint32_t at = 0; at < board_size(board); at++)
        for (uint32_t across = 0; across < 2; across++) {
            struct run run;
            uint8_t sum = 0;
            if (!run_at(board, at, across, &run) || at < run.step)
                continue;
            for (uint32_t i = 0; i < run.n; i++)
                sum = (uint8_t)(sum + board->cell[at + i * run.step].answer);
            *(across ? &board->cell[at - run.step].across : &board->cell[at - run.step].down) = sum;
        }
}

static inline int generate_emit(struct rt_self *self, const struct board *board)
{
    struct rt_puzzle_text puzzle = {0};
    return board_emit(self, board, &puzzle);
}

static inline int generate_fresh(struct rt_self *self, const struct rt_wish *wish)
{
    struct board board = {.width = wish->width, .height = wish->height};
    uint32_t cells = 0;
    if (wish->picture)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "a Kakuro is no picture; give its --size instead");
    if (board.width < 3 || board.height < 3 || board.width > SIDE_MOST || board.height > SIDE_MOST)
        return self->h->fail(self, RT_EINPUT, 0, 0, "a Kakuro of %u x %u is not possible: 3 to %d cells a side, the "
                             "row and the column of sums included", board.width, board.height, SIDE_MOST);
    int status = board_make(self, &board, 0);
    for (uint32_t t = 0; t < GENERATE_TRIES && status == RT_OK; t++) {
        if (self->h->tick(self, 1 + board_size(&board) / 4))
            return RT_ELIMIT;
        cells = generate_walls(self, &board, wish->symmetry);
        if (2 * cells < (board.width - 1) * (board.height - 1))
            continue;
        generate_digits(self, &board);
        generate_sums(&board);
        return generate_emit(self, &board);
    }
    return status != RT_OK ? status : self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "no Kakuro of %u x %u came about",
                                                    board.width, board.height);
}

/* A copy of the puzzle with this solution. */
static inline int generate_copy(struct rt_self *self, const uint8_t *goal, struct board *copy)
{
    const struct board *board = self->state;
    *copy = *board;
    int status = board_make(self, copy, 0);
    if (status != RT_OK)
        return status;
    memcpy(copy->cell, board->cell, board_size(board) * sizeof *copy->cell);
    for (uint32_t v = 0; v < board->ncells; v++)
        copy->cell[board->place[v]].answer = goal[v] + 1;
    return RT_OK;
}

/* The digits that could stand in a cell instead, bits 1 to 9, if the solutions differ there. */
static inline uint32_t generate_other_digits(const struct board *board, const struct rt_wish *wish, uint32_t v)
{
    uint32_t at = board->place[v], used = 1u | 1u << (wish->goal[v] + 1);
    used |= generate_used(board, at, 1) | generate_used(board, at, board->width);
    return wish->goal[v] == wish->other[v] ? 0 : ~used & ((2u << DIGITS) - 1);
}

/* The `which`-th way to let another digit stand in such a cell; there are so many. */
static inline void generate_other_digit(const struct board *board, const struct rt_wish *wish, uint32_t which)
{
    for (uint32_t v = 0; v < board->ncells; v++)
        for (uint32_t digits = generate_other_digits(board, wish, v); digits; digits &= digits - 1)
            if (!which--) {
                board->cell[board->place[v]].answer = (uint8_t)__builtin_ctz(digits);
                return;
            }
}

/* Some other digits first, and so other sums; then a digit is given in a cell that differs. */
static inline int generate_change(struct rt_self *self, const struct rt_wish *wish)
{
    struct board board;
    uint32_t ways = 0, left = wish->attempt;
    int status = generate_copy(self, wish->goal, &board);
    if (status != RT_OK)
        return status;
    for (uint32_t v = 0; v < board.ncells; v++)
        ways += (uint32_t)__builtin_popcount(generate_other_digits(&board, wish, v));
    ways = (ways + GENERATE_STEP - 1) / GENERATE_STEP;
    ways = ways < GENERATE_CHANGES ? ways : GENERATE_CHANGES;
    if (wish->attempt < ways) {
        generate_other_digit(&board, wish, wish->attempt * GENERATE_STEP);
        generate_sums(&board);
        return generate_emit(self, &board);
    }
    left -= ways;
    for (uint32_t v = 0; v < board.ncells; v++) {
        if (wish->goal[v] == wish->other[v] || left--)
            continue;
        board.cell[board.place[v]].given = wish->goal[v] + 1;
        return generate_emit(self, &board);
    }
    return RT_EUNSUPPORTED;
}

/* The `attempt`-th clue is left out, given digits first, then sums, in an order that takes them from all over the
 * board: a prime, larger than any side, is the step from one to the next. */
static inline int generate_less(struct rt_self *self, const struct rt_wish *wish)
{
    struct board board;
    uint32_t left = wish->attempt;
    int status = generate_copy(self, wish->goal, &board);
    for (uint32_t size = board_size(&board), k = 0; status == RT_OK && k < 3 * size; k++) {
        uint32_t which = (uint32_t)(k * 7919ull % (k < size ? size : 2 * size));
        struct cell *cell = &board.cell[k < size ? which : which / 2];
        uint8_t *clue = k < size ? &cell->given : which % 2 ? &cell->across : &cell->down;
        if (!*clue || left--)
            continue;
        *clue = 0;
        return generate_emit(self, &board);
    }
    return status == RT_OK ? RT_EUNSUPPORTED : status;
}

/* ---- random boards for audits: small ones, some sums left out or wrong, some cells given */

static inline void generate_spoil(struct rt_self *self, const struct board *board)
{
    const struct rt_host *h = self->h;
    uint64_t out = h->random(self, 40), wrong = h->random(self, 4) ? 0 : 10, given = h->random(self, 30);
    for (uint32_t at = 0; at < board_size(board); at++) {
        struct cell *cell = &board->cell[at];
        if (!cell->wall && h->random(self, 100) < given)
            cell->given = cell->answer;
        cell->answer = 0;
    }
    for (uint32_t at = 0; at < board_size(board); at++)
        for (uint32_t across = 0; across < 2; across++) {
            struct run run;
            if (!run_at(board, at, across, &run) || at < run.step)
                continue;
            uint8_t *sum = across ? &board->cell[at - run.step].across : &board->cell[at - run.step].down;
            uint32_t low = run.n * (run.n + 1) / 2, high = run.n * (2 * DIGITS + 1 - run.n) / 2;
            if (h->random(self, 100) < out)
                *sum = 0;
            else if (h->random(self, 100) < wrong)
                *sum = (uint8_t)(low + h->random(self, high - low + 1));
        }
}

static inline int generate_sample(struct rt_self *self, uint32_t side)
{
    uint32_t most = side < 3 ? 1 : side > 8 ? 6 : side - 2;
    struct board board = {.width = 3 + (uint32_t)self->h->random(self, most),
                          .height = 3 + (uint32_t)self->h->random(self, most)};
    int status = board_make(self, &board, 0);
    uint32_t cells = 0;
    for (uint32_t t = 0; t < GENERATE_TRIES && status == RT_OK && !cells; t++)
        cells = generate_walls(self, &board, RT_SYMMETRY_NONE);
    if (!cells)
        return status != RT_OK ? status : RT_EUNSUPPORTED;
    generate_digits(self, &board);
    generate_sums(&board);
    generate_spoil(self, &board);
    const char *text = board_rows(self, &board, "kakuro\n", false);
    return text ? self->h->write(self, text, strlen(text)) : RT_ENOMEM;
}

#endif
