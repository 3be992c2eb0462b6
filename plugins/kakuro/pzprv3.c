/* kakuro.pzprv3 — files of pzpr and puzz.link:
 *
 *      pzprv3                  or pzprv3.1 and so on
 *      kakuro
 *      5                       rows
 *      5                       columns, both without those of the sums
 *      0 0 12 4 0 0            0, and the sums of the columns
 *      0 8,4 . . 0,10 0,0      the sum of a row, then '.' a cell, ACROSS,DOWN a wall
 *      ...
 *      . 5 3 . .               digits, '.' where there is none
 *
 * Lines may be parted by / instead.  The digits may be missing. */
#include "board.h"

#include <ratchet/kit/pzprv3.h>

static const char *const types[] = {"kakuro", NULL};

static int probe(const char *bytes, size_t length)
{
    return rt_pzprv3_probe(bytes, length, types);
}

/* A wall with two sums, a sum along the edge, or a cell. */
static int take_cell(struct rt_pzprv3 *f, struct rt_span word, uint32_t index, void *into)
{
    const struct board *b = into;
    struct cell *cell = &b->cell[index];
    bool left = index % b->width == 0, edge = left || index < b->width, open = rt_span_is(word, ".");
    *cell = (struct cell){.wall = edge || !open};
    b->lines[index / b->width] = f->parts.lines.number;
    if (open || index == 0)
        return RT_OK;
    if (edge ? sum_of(word, left ? &cell->across : &cell->down) : sums_of(word, ",", &cell->across, &cell->down))
        return RT_OK;
    return RT_PZPRV3_FAIL(f, word.s, edge ? "along the edge stand sums, or -1" :
                          "a cell is '.', a wall its sums to the right and below, 16,23");
}

/* What is no digit are marks of other kinds: nothing is known of the cell. */
static int take_digit(struct rt_pzprv3 *f, struct rt_span word, uint32_t index, void *into)
{
    const struct board *b = into;
    uint32_t width = b->width - 1;
    struct cell *cell = &b->cell[(index / width + 1) * b->width + index % width + 1];
    (void)f;
    if (!cell->wall && word.n == 1 && *word.s >= '1' && *word.s <= '9')
        cell->answer = (uint8_t)(*word.s - '0');
    return RT_OK;
}

static int read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_pzprv3 f = {.self = self, .parts = {.lines = rt_lines_of(bytes, length)}};
    int status = rt_pzprv3_head(&f, types, "kakuro");
    if (status == RT_OK && (!f.width || !f.height || f.width >= SIDE_MOST || f.height >= SIDE_MOST))
        status = self->h->fail(self, RT_EINPUT, f.parts.lines.number, 0, "a board here is 1 to %d cells wide and high",
                               SIDE_MOST - 1);
    if (status != RT_OK)
        return status;
    struct board b = {.width = f.width + 1, .height = f.height + 1};
    status = board_make(self, &b, f.parts.lines.number);
    if (status == RT_OK)
        status = rt_pzprv3_rows(&f, "cells", b.height, b.width, take_cell, &b, NULL);
    if (status == RT_OK && rt_parts_left(&f.parts))
        status = rt_pzprv3_rows(&f, "digits", f.height, f.width, take_digit, &b, NULL);
    return status == RT_OK ? board_emit(self, &b, &(struct rt_puzzle_text){0}) : status;
}

static int write_board(struct rt_self *self, const struct board *board)
{
    for (uint32_t at = 0; at < board_size(board); at++) {
        const struct cell *cell = &board->cell[at];
        uint32_t row = at / board->width, column = at % board->width;
        if (cell->given)
            return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "a file of pzpr holds no digits that are given");
        if ((!row || !column) && !cell->wall)
            return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "the first row and column of a file of pzpr are walls, "
                                 "and here is a cell");
        if (!row || !column)
            self->h->print(self, "%u ", row ? cell->across : column ? cell->down : 0);
        else if (cell->wall)
            self->h->print(self, "%u,%u ", cell->across, cell->down);
        else
            self->h->print(self, ". ");
        if (column + 1 == board->width)
            self->h->print(self, "\n");
    }
    return RT_OK;
}

static int write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct board board;
    int status = rt_only_one(self, count);
    status = status == RT_OK ? board_of(self, puzzles[0], &board) : status;
    if (status != RT_OK)
        return status;
    self->h->print(self, "pzprv3\nkakuro\n%u\n%u\n", board.height - 1, board.width - 1);
    status = write_board(self, &board);
    for (uint32_t at = board.width; at < board_size(&board) && status == RT_OK; at++) {
        const struct cell *cell = &board.cell[at];
        if (at % board.width)
            status = self->h->print(self, "%c%s", cell->answer ? '0' + cell->answer : '.',
                                    (at + 1) % board.width ? " " : " \n");
    }
    return status;
}

static const char *const magic[] = {"pzprv3", NULL};

static const struct rt_format_class format = {
    .size = sizeof format,
    .id = "kakuro.pzprv3",
    .puzzle = "kakuro",
    .summary = "files of pzpr and puzz.link, with digits",
    .magic = magic,
    .probe = probe,
    .read = read,
    .write = write,
    .quirks = "Rows come first, without that of the sums. A board full of digits is taken for the solution, others for "
              "marks. Lines may be parted by / as well",
};

static const struct rt_format_class *const formats[] = {&format, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "kakuro.pzprv3", .version = "1.0", .formats = formats,
};
