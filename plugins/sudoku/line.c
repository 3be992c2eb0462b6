/* sudoku.line — a puzzle a line: n * n characters, digits and letters (A is 10), '.' or 0 where it is open.
 * Lines that begin with # are comments; what follows the board on its line is not read. */
#include "board.h"

/* The board's side, from the line's first word; 0: it is none. */
static uint32_t side_of(struct rt_span line)
{
    uint32_t k = 0, n = 2;
    int highest = 0;
    while (k < line.n && cell_of(line.s[k]) >= 0) {
        int value = cell_of(line.s[k++]);
        highest = value > highest ? value : highest;
    }
    if (k < line.n && !strchr(" \t,;", line.s[k]))
        return 0;
    while (n < MOST && n * n < k)
        n++;
    return n * n == k && n >= 4 && highest <= (int)n ? n : 0;
}

static int is_passed_over(struct rt_span line)
{
    return rt_span_trim(line).n == 0 || line.s[0] == '#';
}

static int probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    uint32_t boards = 0;
    while (boards < 8 && rt_lines_next(&lines, &line)) {
        struct board board = {.n = is_passed_over(line) ? 4 : side_of(line)};
        if (!board.n || !board_choose_boxes(&board))
            return 0;
        boards += !is_passed_over(line);
    }
    return boards ? 85 : 0;
}

static int take(struct rt_self *self, struct rt_span line, uint32_t number)
{
    struct board board = {.n = side_of(line)};
    uint32_t numbers[MOST + 2];
    if (!board.n || !board_choose_boxes(&board))
        return self->h->fail(self, RT_EINPUT, number, 1, "a line is a board of n * n characters, digits, letters or "
                             "'.': 81 for n = 9");
    for (uint32_t v = 0; v < board.n * board.n; v++)
        board.given[v] = (uint8_t)cell_of(line.s[v]);
    for (uint32_t i = 0; i < board.n + 2; i++)
        numbers[i] = number;
    struct rt_puzzle_text text = {.lines = numbers, .nlines = board.n + 2};
    return board_emit(self, &board, &text);
}

static int read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    uint32_t boards = 0;
    while (rt_lines_next(&lines, &line)) {
        if (is_passed_over(line))
            continue;
        int status = take(self, line, lines.number);
        if (status != RT_OK)
            return status;
        boards++;
    }
    return boards ? RT_OK : self->h->fail(self, RT_EINPUT, 1, 0, "there is no board in this file");
}

static int write_one(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct board board = {0}, usual;
    char line[CELLS + 1];
    int status = board_read(self, puzzle->text, puzzle->length, &board);
    if (status != RT_OK)
        return status;
    usual = board;
    if (board.n < 4 || !board_choose_boxes(&usual) || usual.width != board.width)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "boxes of %u by %u cells are not what a reader of this "
                             "format would take %u cells for", board.width, board.height, board.n);
    for (uint32_t v = 0; v < board.n * board.n; v++)
        line[v] = ".123456789ABCDEFGHIJKLMNOP"[board.given[v]];
    line[board.n * board.n] = '\n';
    return self->h->write(self, line, board.n * board.n + 1);
}

static int write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < count && status == RT_OK; i++)
        status = write_one(self, puzzles[i]);
    return status;
}

static const char *const extensions[] = {".sdm", NULL};

static const struct rt_format_class format = {
    .size = sizeof format,
    .id = "sudoku.line",
    .puzzle = "sudoku",
    .summary = "a puzzle a line, 81 characters for 9 x 9 (.sdm)",
    .extensions = extensions,
    .probe = probe,
    .read = read,
    .write = write,
    .quirks = "'.' or 0 is open, A is 10. Boxes are as near to squares as the size allows, lying. What follows the "
              "board on its line is not read",
};

static const struct rt_format_class *const formats[] = {&format, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "sudoku.line", .version = "1.0", .formats = formats,
};
