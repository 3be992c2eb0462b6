/* A Sudoku: n x n cells in boxes of `width` x `height`, n = width * height, 25 at most.
 *
 * Canonical text: "sudoku", "box WIDTH HEIGHT", then the rows, cells parted by blanks: 1 to n, or '.' where it
 * is open. */
#ifndef SUDOKU_BOARD_H
#define SUDOKU_BOARD_H

#include <ratchet/kit/text.h>
#include <ratchet/model.h>

enum { MOST = 25, CELLS = MOST * MOST };

struct board {
    uint32_t n, width, height;
    uint8_t given[CELLS];           /* 0: open */
};

/* ---- text */

/* The value that a character of a compact row stands for: digits, then letters from 10; 0 open, -1 none. */
static inline int cell_of(char c)
{
    if (c == '.' || c == '0' || c == '_' || c == '*' || c == '?')
        return 0;
    if (c >= '1' && c <= '9')
        return c - '0';
    c = (char)(c & ~32);
    return c >= 'A' && c <= 'P' ? c - 'A' + 10 : -1;
}

static inline int is_gap(char c)
{
    return c == ' ' || c == '\t' || c == '|' || c == ',' || c == ';';
}

/* The next thing between gaps; its length is 0 at the end. */
static inline struct rt_span next_word(struct rt_span *line)
{
    while (line->n && is_gap(*line->s))
        line->s++, line->n--;
    struct rt_span word = {line->s, 0};
    while (line->n && !is_gap(*line->s))
        line->s++, line->n--, word.n++;
    return word;
}

/* A number, or one character of a compact row; -1: neither, or above `most`. */
static inline int cell_of_word(struct rt_span word, uint32_t most)
{
    int value = word.n == 1 ? cell_of(*word.s) : 0;
    for (size_t i = 0; word.n > 1 && i < word.n; i++) {
        if (word.s[i] < '0' || word.s[i] > '9' || value > MOST)
            return -1;
        value = 10 * value + word.s[i] - '0';
    }
    return value > (int)most ? -1 : value;
}

/* Lines that only part boxes, and empty ones. */
static inline int is_decoration(struct rt_span line)
{
    for (size_t i = 0; i < line.n; i++)
        if (!strchr("-+=| \t", line.s[i]) || !line.s[i])
            return 0;
    return 1;
}

/* A row of n cells: with gaps between all of them, or between none but boxes. */
static inline int read_row(struct rt_self *self, struct rt_span line, uint32_t number, uint32_t n, uint8_t *cells)
{
    struct rt_span rest = line, word;
    uint32_t words = 0, k = 0, bytes = 0;
    while ((word = next_word(&rest)).n)
        words++, bytes += (uint32_t)word.n;
    if (words != n && bytes != n)
        return self->h->fail(self, RT_EINPUT, number, 0, "this row doesn't hold %u cells, as many as there are "
                             "rows", n);
    for (rest = line; (word = next_word(&rest)).n;) {
        for (uint32_t i = 0; i < (words == n ? 1 : word.n); i++) {
            struct rt_span cell = words == n ? word : (struct rt_span){word.s + i, 1};
            int value = cell_of_word(cell, n);
            if (value < 0)
                return self->h->fail(self, RT_EINPUT, number, (uint32_t)(cell.s - line.s) + 1,
                                     "a cell is a value from 1 to %u, or '.'", n);
            cells[k++] = (uint8_t)value;
        }
    }
    return RT_OK;
}

static inline int has_size(struct rt_self *self, uint32_t n, uint32_t number)
{
    if (n >= 2 && n <= MOST)
        return RT_OK;
    return self->h->fail(self, RT_EINPUT, number, 0, "there are %u rows; Sudokus here have 2 to %d", n, MOST);
}

static inline uint32_t count_rows(struct rt_lines lines)
{
    struct rt_span line;
    uint32_t n = 0;
    while (rt_lines_next(&lines, &line))
        n += !is_decoration(line);
    return n;
}

/* All rows from here on; n must be known. */
static inline int read_rows(struct rt_self *self, struct rt_lines *lines, struct board *board)
{
    struct rt_span line;
    uint32_t row = 0;
    while (rt_lines_next(lines, &line)) {
        if (is_decoration(line))
            continue;
        int status = read_row(self, line, lines->number, board->n, board->given + row++ * board->n);
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

static inline int read_head(struct rt_self *self, struct rt_lines *lines, struct board *board)
{
    struct rt_span line = {"", 0};
    char text[32] = "", rest;
    rt_lines_next(lines, &line);
    if (rt_lines_next(lines, &line) && (line = rt_span_trim(line)).n < sizeof text)
        memcpy(text, line.s, line.n);
    if (sscanf(text, "box %2u %2u%c", &board->width, &board->height, &rest) != 2 || !board->width || !board->height ||
        board->width * board->height > MOST)
        return self->h->fail(self, RT_EINPUT, 2, 0, "this line says how large a box is, `box 3 3`, %d cells "
                             "at most", MOST);
    board->n = board->width * board->height;
    return RT_OK;
}

/* The canonical text. */
static inline int board_read(struct rt_self *self, const char *text, size_t length, struct board *board)
{
    struct rt_lines lines = rt_lines_of(text, length);
    int status = read_head(self, &lines, board);
    if (status != RT_OK)
        return status;
    uint32_t rows = count_rows(lines);
    if (rows != board->n)
        return self->h->fail(self, RT_EINPUT, 2, 0, "boxes of %u by %u cells need %u rows, and there are %u",
                             board->width, board->height, board->n, rows);
    status = has_size(self, rows, 2);
    return status == RT_OK ? read_rows(self, &lines, board) : status;
}

/* Boxes as near to squares as n allows, lying; 0: n has no divisor. */
static inline int board_choose_boxes(struct board *board)
{
    board->height = 0;
    for (uint32_t h = 2; h * h <= board->n; h++)
        if (board->n % h == 0)
            board->height = h;
    board->width = board->height ? board->n / board->height : 0;
    return board->height != 0;
}

/* Hands the board over in canonical text. */
static inline int board_emit(struct rt_self *self, const struct board *board, struct rt_puzzle_text *puzzle)
{
    size_t capacity = 32 + 3 * (size_t)board->n * board->n, at;
    char *text = self->h->scratch(self, capacity);
    if (!text)
        return RT_ENOMEM;
    at = (size_t)snprintf(text, capacity, "sudoku\nbox %u %u\n", board->width, board->height);
    for (uint32_t v = 0; v < board->n * board->n; v++) {
        const char *gap = (v + 1) % board->n ? " " : "\n";
        at += (size_t)(board->given[v] ? snprintf(text + at, capacity - at, "%u%s", board->given[v], gap)
                                       : snprintf(text + at, capacity - at, ".%s", gap));
    }
    puzzle->size = sizeof *puzzle;
    puzzle->text = text;
    puzzle->length = at;
    return self->h->emit(self, puzzle);
}

/* ---- units: rows, then columns, then boxes */

static inline uint32_t unit_cell(const struct board *board, uint32_t unit, uint32_t i)
{
    uint32_t n = board->n, k = unit % n;
    if (unit < n)
        return k * n + i;
    if (unit < 2 * n)
        return i * n + k;
    uint32_t across = n / board->width;
    uint32_t row = k / across * board->height + i / board->width, column = k % across * board->width + i % board->width;
    return row * n + column;
}

static inline const char *unit_name(const struct board *board, uint32_t unit)
{
    return unit < board->n ? "row" : unit < 2 * board->n ? "column" : "box";
}

#endif
