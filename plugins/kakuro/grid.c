/* kakuro.grid — rows of cells as people write them, with or without the size in front, and a solution behind:
 *
 *      3 4                     rows, columns; may be missing
 *      - 16, 24, -             '-', '#' or x a wall
 *      ,17 0 0 -               DOWN,ACROSS DOWN\ACROSS or DOWN/ACROSS one with sums
 *      ...                     0, '.' or _ a cell, 1 to 9 what stands in it
 *
 *      3 4                     behind a blank line or the size: the digits, walls where they are
 *      - - - -
 *      - 9 8 -
 *
 * So do puzzlekit and its data sets.  */
#include "board.h"

/* Two numbers: rows, columns. */
static bool is_size(struct rt_span line, uint32_t size[2])
{
    return count_words(line) == 2 && rt_span_is_number(rt_span_word(&line), &size[0]) &&
        rt_span_is_number(rt_span_word(&line), &size[1]) && size[0] && size[1];
}

static bool has_sum(struct rt_span line)
{
    struct rt_span word;
    while ((word = rt_span_word(&line)).n) {
        struct cell cell;
        if (cell_of(word, &cell) && (cell.down || cell.across))
            return true;
    }
    return false;
}

static bool is_row(struct rt_span line)
{
    struct cell cell;
    struct rt_span word;
    while ((word = rt_span_word(&line)).n)
        if (!cell_of(word, &cell))
            return false;
    return true;
}

/* All lines are rows of cells, some have sums. */
static int probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    uint32_t size[2];
    bool sums = false;
    while (rt_lines_next(&lines, &line)) {
        if (!is_row(line) && !is_size(line, size))
            return 0;
        sums |= has_sum(line);
    }
    return sums ? 95 : 0;
}

/* The board's rows, as many as the size says, or else up to a blank line. */
static int read_board(struct rt_self *self, struct rt_lines *lines, struct board *board)
{
    struct rt_lines ahead = *lines;
    struct rt_span line = {"", 0};
    uint32_t size[2] = {0, 0};
    while (rt_lines_next(&ahead, &line) && !count_words(line))
        *lines = ahead;
    if (!is_size(line, size))
        return read_rows(self, lines, board);
    *lines = ahead;
    board->height = size[0];
    board->width = size[1];
    int status = board_make(self, board, lines->number);
    for (uint32_t row = 0; row < board->height && status == RT_OK; row++) {
        if (!rt_lines_next(lines, &line))
            return self->h->fail(self, RT_EINPUT, lines->number, 0, "the board ends after row %u, but it has %u", row,
                                 board->height);
        if (count_words(line) != board->width)
            return self->h->fail(self, RT_EINPUT, lines->number, 0, "this row has %u cells, but the board is %u wide",
                                 count_words(line), board->width);
        status = read_row(self, line, lines->number, board, row, false);
    }
    return status;
}

static int read_solution(struct rt_self *self, struct rt_lines *lines, struct board *board)
{
    struct rt_span line;
    uint32_t size[2], row = 0;
    int status = RT_OK;
    while (status == RT_OK && rt_lines_next(lines, &line)) {
        if (!count_words(line) || (!row && is_size(line, size) && size[0] == board->height && size[1] == board->width))
            continue;
        if (row == board->height)
            return self->h->fail(self, RT_EINPUT, lines->number, 0, "there is more behind the solution");
        status = read_row(self, line, lines->number, board, row++, true);
    }
    if (status == RT_OK && row && row < board->height)
        return self->h->fail(self, RT_EINPUT, lines->number, 0, "the solution ends after row %u, but the board has %u",
                             row, board->height);
    return status;
}

static int read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct board board = {0};
    int status = read_board(self, &lines, &board);
    status = status == RT_OK ? read_solution(self, &lines, &board) : status;
    return status == RT_OK ? board_emit(self, &board, &(struct rt_puzzle_text){0}) : status;
}

/* ---- writing */

static int write_rows(struct rt_self *self, const struct board *board, bool answers)
{
    int status = self->h->print(self, "%u %u\n", board->height, board->width);
    for (uint32_t at = 0; at < board_size(board) && status == RT_OK; at++) {
        char word[WORD_MOST];
        cell_word_listed(&board->cell[at], answers, word);
        status = self->h->print(self, "%s%s", word, (at + 1) % board->width ? " " : "\n");
    }
    return status;
}

static int write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct board board;
    bool all;
    int status = rt_only_one(self, count);
    status = status == RT_OK ? board_of(self, puzzles[0], &board) : status;
    status = status == RT_OK ? write_rows(self, &board, false) : status;
    if (status != RT_OK || !board_answered(&board, &all) || !all)
        return status;
    self->h->print(self, "\n");
    return write_rows(self, &board, true);
}

static const struct rt_format_class format = {
    .size = sizeof format,
    .id = "kakuro.grid",
    .puzzle = "kakuro",
    .summary = "rows of cells and walls with sums, as people and puzzlekit write them",
    .probe = probe,
    .read = read,
    .write = write,
    .quirks = "Walls are '-', '#' or x, or sums with the one below first: 16,23 16\\23 16/23; cells are 0, '.' or _. "
              "The number of rows and columns may stand in front, a solution behind",
};

static const struct rt_format_class *const formats[] = {&format, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "kakuro.grid", .version = "1.0", .formats = formats,
};
