/* A board of Tents, and its text.
 *
 * Canonical text: "tents", a line with the counts of the columns, then the rows, each with its count in front:
 *
 *      tents
 *        2 . 0 . .
 *      1 . . T . .
 *      . . . . . .         what is not counted has '.'
 *
 * Cells: T a tree, '.' open; and in grids of solutions ^ a tent, - none. */
#ifndef TENTS_BOARD_H
#define TENTS_BOARD_H

#include <ratchet/kind/tents.h>
#include <ratchet/kit/text.h>
#include <ratchet/model.h>

enum { MOST = RT_TENTS_CELLS, CELLS = MOST * MOST, UNKNOWN = -1 };
enum cell { OPEN = '.', TREE = 'T', TENT = '^', NONE = '-' };

struct board {
    uint32_t width, height;
    int8_t count[2 * MOST];         /* of the columns, then of the rows; UNKNOWN */
    char cell[CELLS];               /* enum cell; row by row, `width` apart */
};

static inline int8_t *row_counts(struct board *board)
{
    return board->count + board->width;
}

static inline uint32_t board_cells(const struct board *board)
{
    return board->width * board->height;
}

/* The cell beside cell `at` in direction 0 .. 3 (up, left, right, down); RT_NOPOS: the border is there. */
static inline uint32_t board_beside(const struct board *board, uint32_t at, uint32_t direction)
{
    uint32_t row = at / board->width, column = at % board->width;
    switch (direction) {
    case 0:
        return row ? at - board->width : RT_NOPOS;
    case 1:
        return column ? at - 1 : RT_NOPOS;
    case 2:
        return column + 1 < board->width ? at + 1 : RT_NOPOS;
    default:
        return row + 1 < board->height ? at + board->width : RT_NOPOS;
    }
}

/* The cells round a cell, 8 at most, row by row; how many. */
static inline uint32_t board_touched(const struct board *board, uint32_t at, uint32_t *touched)
{
    uint32_t row = at / board->width, column = at % board->width, n = 0;
    for (uint32_t r = row ? row - 1 : 0; r <= row + 1 && r < board->height; r++)
        for (uint32_t c = column ? column - 1 : 0; c <= column + 1 && c < board->width; c++)
            if (r != row || c != column)
                touched[n++] = r * board->width + c;
    return n;
}

static inline int board_touch(const struct board *board, uint32_t a, uint32_t b)
{
    int rows = (int)(a / board->width) - (int)(b / board->width);
    int columns = (int)(a % board->width) - (int)(b % board->width);
    return a != b && rows * rows <= 1 && columns * columns <= 1;
}

/* ---- reading */

static inline int read_count(struct rt_self *self, struct rt_span line, struct rt_span word, uint32_t number,
                             int8_t *count)
{
    uint32_t value;
    if (rt_span_is(word, ".") || rt_span_is(word, "?")) {
        *count = UNKNOWN;
        return RT_OK;
    }
    if (!rt_span_is_number(word, &value))
        return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, word.s),
                             "expected how many tents are in the line, a number, or '.' where that is not said");
    *count = (int8_t)(value > MOST ? MOST + 1 : value);
    return RT_OK;
}

static inline int is_cell(char c)
{
    return c == OPEN || c == TREE || c == TENT || c == NONE;
}

static inline int check_size(struct rt_self *self, uint32_t number, const struct board *board)
{
    if (board->width && board->height && board->width <= MOST && board->height <= MOST)
        return RT_OK;
    return self->h->fail(self, RT_EINPUT, number, 0, "a camp has 1 to %d columns and rows, not %u and %u", MOST,
                         board->width, board->height);
}

/* Reads the counts of the columns, which say how many there are. */
static inline int read_columns(struct rt_self *self, struct rt_lines *lines, struct board *board)
{
    struct rt_span line, rest, word;
    if (!rt_lines_next_full(lines, &line))
        return self->h->fail(self, RT_EINPUT, lines->number, 0, "expected the counts of the columns");
    for (rest = line; (word = rt_span_word(&rest)).n;) {
        if (board->width == MOST)
            return self->h->fail(self, RT_EINPUT, lines->number, 0, "there are more than %d columns", MOST);
        int status = read_count(self, line, word, lines->number, &board->count[board->width++]);
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

static inline int read_row(struct rt_self *self, struct rt_span line, uint32_t number, struct board *board)
{
    struct rt_span rest = line, word = rt_span_word(&rest);
    char *cell = board->cell + board_cells(board);
    uint32_t n = 0;
    int status = read_count(self, line, word, number, &row_counts(board)[board->height]);
    if (status != RT_OK)
        return status;
    while ((word = rt_span_word(&rest)).n)
        for (size_t i = 0; i < word.n; i++) {
            if (!is_cell(word.s[i]))
                return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, word.s + i),
                                     "a cell is T (a tree), '.' (open), ^ (a tent) or - (none)");
            if (n == board->width)
                return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, word.s + i),
                                     "the row goes on behind its %u cells, as many as columns are counted", n);
            cell[n++] = word.s[i];
        }
    if (n < board->width)
        return self->h->fail(self, RT_EINPUT, number, 0, "the row has %u cells, and %u columns are counted", n,
                             board->width);
    board->height++;
    return RT_OK;
}

/* The counts and cells, from here on. */
static inline int board_read_grid(struct rt_self *self, struct rt_lines *lines, struct board *board)
{
    struct rt_span line;
    int status = read_columns(self, lines, board);
    while (status == RT_OK && rt_lines_next_full(lines, &line)) {
        if (board->height == MOST)
            return self->h->fail(self, RT_EINPUT, lines->number, 0, "there are more than %d rows", MOST);
        status = read_row(self, line, lines->number, board);
    }
    if (status == RT_OK && !board->height)
        return self->h->fail(self, RT_EINPUT, lines->number, 0, "there are no rows");
    return status;
}

/* ---- checks on load */

static inline uint32_t count_trees(const struct board *board)
{
    uint32_t trees = 0;
    for (uint32_t at = 0; at < board_cells(board); at++)
        trees += board->cell[at] == TREE;
    return trees;
}

/* Tents are as many as trees: what the counts of all columns, or all rows, say to that. `number` is their line. */
static inline int check_sum(struct rt_self *self, const struct board *board, const int8_t *count, uint32_t n,
                            const char *what, uint32_t number)
{
    uint32_t trees = count_trees(board), sum = 0, known = 0;
    for (uint32_t i = 0; i < n; i++) {
        known += count[i] != UNKNOWN;
        sum += count[i] == UNKNOWN ? 0 : (uint32_t)count[i];
    }
    if (sum > trees || (known == n && sum < trees))
        return self->h->fail(self, RT_EINPUT, number, 0, "the counts of the %s say %u tents, and there are %u trees",
                             what, sum, trees);
    return RT_OK;
}

/* Lines are the columns, then the rows. */
static inline uint32_t line_length(const struct board *board, uint32_t line)
{
    return line < board->width ? board->height : board->width;
}

static inline uint32_t line_cell(const struct board *board, uint32_t line, uint32_t i)
{
    return line < board->width ? i * board->width + line : (line - board->width) * board->width + i;
}

static inline const char *line_name(const struct board *board, uint32_t line, char *buffer, size_t capacity)
{
    int row = line >= board->width;
    snprintf(buffer, capacity, "%s %u", row ? "row" : "column", line + 1 - (row ? board->width : 0));
    return buffer;
}

static inline int check_room(struct rt_self *self, const struct board *board, uint32_t line)
{
    char name[32];
    uint32_t open = 0;
    for (uint32_t i = 0; i < line_length(board, line); i++)
        open += board->cell[line_cell(board, line, i)] != TREE;
    if (board->count[line] <= (int)open)
        return RT_OK;
    return self->h->fail(self, RT_EINPUT, line < board->width ? 2 : line - board->width + 3, 0,
                         "%s is to have %d tents, and has %u cells without a tree",
                         line_name(board, line, name, sizeof name), board->count[line], open);
}

static inline int check_tree(struct rt_self *self, const struct board *board, uint32_t at)
{
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t beside = board_beside(board, at, d);
        if (beside != RT_NOPOS && board->cell[beside] != TREE)
            return RT_OK;
    }
    return self->h->fail(self, RT_EINPUT, at / board->width + 3, 0, "the tree r%uc%u has no cell for a tent beside it",
                         at / board->width + 1, at % board->width + 1);
}

static inline int board_check(struct rt_self *self, const struct board *board)
{
    int status = check_sum(self, board, board->count, board->width, "columns", 2);
    if (status == RT_OK)
        status = check_sum(self, board, board->count + board->width, board->height, "rows", 3);
    for (uint32_t line = 0; line < board->width + board->height && status == RT_OK; line++)
        status = check_room(self, board, line);
    for (uint32_t at = 0; at < board_cells(board) && status == RT_OK; at++)
        status = board->cell[at] == TREE ? check_tree(self, board, at) : RT_OK;
    return status;
}

/* The canonical text. */
static inline int board_read(struct rt_self *self, const char *text, size_t length, struct board *board)
{
    struct rt_lines lines = rt_lines_of(text, length);
    struct rt_span line;
    rt_lines_next_full(&lines, &line);
    int status = board_read_grid(self, &lines, board);
    return status == RT_OK ? board_check(self, board) : status;
}

/* ---- writing */

static inline size_t put_count(char *to, int count, int first)
{
    const char *gap = first ? "" : " ";
    return (size_t)(count == UNKNOWN ? sprintf(to, "%s%2s", gap, ".") : sprintf(to, "%s%2d", gap, count));
}

/* Bytes that a grid needs, with its end. */
static inline size_t board_room(const struct board *board)
{
    return (size_t)(board->height + 1) * (3 * board->width + 4) + 1;
}

/* The grid, with trees alone, or all that the cells say. Returns its length. */
static inline size_t board_put(const struct board *board, int all, char *to)
{
    char *at = to;
    at += sprintf(at, "  ");
    for (uint32_t c = 0; c < board->width; c++)
        at += put_count(at, board->count[c], 0);
    at += sprintf(at, "\n");
    for (uint32_t r = 0; r < board->height; r++) {
        at += put_count(at, board->count[board->width + r], 1);
        for (uint32_t c = 0; c < board->width; c++) {
            char cell = board->cell[r * board->width + c];
            at += sprintf(at, "  %c", all || cell == TREE ? cell : OPEN);
        }
        at += sprintf(at, "\n");
    }
    return (size_t)(at - to);
}

/* Hands the board over: in canonical text, and what its cells say besides as marks, or as the solution if no cell is
 * open. `number` is the line of a board that stands on one; 0: `about` has line numbers, or they are the same. */
static inline int board_emit(struct rt_self *self, const struct board *board, uint32_t number,
                             struct rt_puzzle_text about)
{
    char *text = self->h->scratch(self, board_room(board) + 6), *grid = self->h->scratch(self, board_room(board));
    uint32_t *numbers = self->h->scratch(self, (board->height + 2) * sizeof *numbers), open = 0, said = 0;
    if (!text || !grid || !numbers)
        return RT_ENOMEM;
    memcpy(text, "tents\n", 6);
    about.size = sizeof about;
    about.text = text;
    about.length = 6 + board_put(board, 0, text + 6);
    board_put(board, 1, grid);
    for (uint32_t at = 0; at < board_cells(board); at++) {
        open += board->cell[at] == OPEN;
        said += board->cell[at] == TENT || board->cell[at] == NONE;
    }
    if (said)
        *(open ? &about.marks : &about.solution) = grid;
    for (uint32_t i = 0; i < board->height + 2; i++)
        numbers[i] = number;
    if (number) {
        about.lines = numbers;
        about.nlines = board->height + 2;
    }
    return self->h->emit(self, &about);
}

#endif
