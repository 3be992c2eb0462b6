/* tents.pzprv3 — files of pzpr and puzz.link:
 *
 *      pzprv3
 *      tents
 *      5                   rows
 *      5                   columns
 *      . 2 . 0 . .         the corner, and the counts of the columns; '.' is one that is not said
 *      1 . A 1 - -         the count of the row, and its cells: 1 a tree, A a tent, - none
 *      ...
 *      0 -1 0 0            lines between cells, which are not read
 *
 * Lines may be parted by / instead.  What is said of tents is taken for marks, or for the solution where no cell is
 * left open. */
#include "board.h"

#include <ratchet/kit/pzprv3.h>

static const char *const types[] = {"tents", NULL};

static int probe(const char *bytes, size_t length)
{
    return rt_pzprv3_probe(bytes, length, types);
}

/* A word of the board with its margin; `into` is the board. */
static int take_word(struct rt_pzprv3 *f, struct rt_span word, uint32_t index, void *into)
{
    struct board *board = into;
    uint32_t row = index / (board->width + 1), column = index % (board->width + 1);
    if (row && column) {
        char *cell = &board->cell[(row - 1) * board->width + column - 1];
        *cell = rt_span_is(word, "1") ? TREE : rt_span_is(word, "A") || rt_span_is(word, "2") ? TENT
                : rt_span_is(word, "-") || rt_span_is(word, "3") ? NONE : OPEN;
        if (*cell != OPEN || rt_span_is(word, "."))
            return RT_OK;
        return RT_PZPRV3_FAIL(f, word.s, "'%.*s' is no cell; expected 1 (a tree), A (a tent), - (none) or .",
                              (int)(word.n < 20 ? word.n : 20), word.s);
    }
    if (!row && !column)
        return RT_OK;
    if (*word.s == 'c')     /* a count that somebody ticked off */
        word.s++, word.n--;
    return read_count(f->self, f->parts.line, word, f->parts.lines.number,
                      &board->count[row ? board->width + row - 1 : column - 1]);
}

static int read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_pzprv3 file = {.self = self, .parts = {.lines = rt_lines_of(bytes, length)}};
    struct board *board = self->h->scratch(self, sizeof *board);
    uint32_t *numbers = self->h->scratch(self, (MOST + 2) * sizeof *numbers);
    int status = board && numbers ? rt_pzprv3_head(&file, types, "tents") : RT_ENOMEM;
    if (status != RT_OK)
        return status;
    board->width = file.width;
    board->height = file.height;
    status = check_size(self, file.parts.lines.number, board);
    numbers[0] = file.parts.lines.number;
    if (status == RT_OK)
        status = rt_pzprv3_rows(&file, "the board", board->height + 1, board->width + 1, take_word, board, &numbers[1]);
    for (uint32_t row = 0; row < board->height && status == RT_OK; row++)   /* all on one line, or a line each */
        numbers[row + 2] = numbers[1] + (file.parts.lines.number > numbers[1] ? row + 1 : 0);
    struct rt_puzzle_text about = {.lines = numbers, .nlines = board->height + 2};
    return status == RT_OK ? board_emit(self, board, 0, about) : status;
}

static int write_one(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct board *board = self->h->scratch(self, sizeof *board);
    const char *grid = puzzle->solution ? puzzle->solution : puzzle->marks;
    struct rt_lines lines = rt_lines_of(grid, grid ? strlen(grid) : 0);
    int status = !board ? RT_ENOMEM : grid ? board_read_grid(self, &lines, board)
                                           : board_read(self, puzzle->text, puzzle->length, board);
    if (status != RT_OK)
        return status;
    self->h->print(self, "pzprv3\ntents\n%u\n%u\n. ", board->height, board->width);
    for (uint32_t line = 0; line < board->width + board->height; line++) {
        self->h->print(self, board->count[line] == UNKNOWN ? ". " : "%d ", board->count[line]);
        for (uint32_t c = 0; line >= board->width && c < board->width; c++) {
            char cell = board->cell[(line - board->width) * board->width + c];
            self->h->print(self, "%c ", cell == TREE ? '1' : cell == TENT ? 'A' : cell == NONE ? '-' : '.');
        }
        if (line + 1 >= board->width)
            self->h->print(self, "\n");
    }
    return rt_pzprv3_put_edges(self, NULL, board->height, board->width - 1, false) == RT_OK
               ? rt_pzprv3_put_edges(self, NULL, board->height - 1, board->width, false) : RT_ENOMEM;
}

static int write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    if (count != 1)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "a file of pzpr holds one puzzle");
    return write_one(self, puzzles[0]);
}

static const char *const magic[] = {"pzprv3", NULL};

static const struct rt_format_class format = {
    .size = sizeof format,
    .id = "tents.pzprv3",
    .puzzle = "tents",
    .summary = "files of pzpr and puzz.link",
    .magic = magic,
    .probe = probe,
    .read = read,
    .write = write,
    .quirks = "Rows come before columns. Tents are marks, or the solution where no cell is open; the lines from "
              "trees to tents are not read",
};

static const struct rt_format_class *const formats[] = {&format, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "tents.pzprv3", .version = "1.0", .formats = formats,
};
