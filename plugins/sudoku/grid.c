/* sudoku.grid — the board as people draw it: a line a row, with or without gaps and rules between boxes.
 * Lines that begin with # are comments; [Puzzle] may head the board (SadMan's .sdk, Simple Sudoku's .ss). */
#include "board.h"

/* Blanks out what is no row, so that lines keep their numbers. NULL: no memory. */
static char *without_comments(struct rt_self *self, const char *bytes, size_t length)
{
    char *copy = self->h->scratch(self, length + 1);
    struct rt_lines lines;
    struct rt_span line;
    if (!copy)
        return NULL;
    if (length)
        memcpy(copy, bytes, length);
    lines = rt_lines_of(copy, length);
    while (rt_lines_next(&lines, &line))
        if (line.n && (line.s[0] == '#' || line.s[0] == '['))
            memset(copy + (line.s - copy), ' ', line.n);
    return copy;
}

static int is_row(struct rt_span line, uint32_t n)
{
    uint32_t words = 0, bytes = 0;
    struct rt_span word, rest = line;
    while ((word = next_word(&rest)).n) {
        words++;
        bytes += (uint32_t)word.n;
        for (size_t i = 0; i < word.n; i++)
            if (cell_of(word.s[i]) < 0)
                return 0;
    }
    return words == n || bytes == n;
}

static int probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length), again = lines;
    struct rt_span line;
    struct board board = {0};
    int given = 0;
    while (rt_lines_next(&lines, &line))
        board.n += !is_decoration(line) && line.s[0] != '#' && line.s[0] != '[';
    if (board.n < 4 || board.n > MOST || !board_choose_boxes(&board))
        return 0;
    while (rt_lines_next(&again, &line)) {
        if (is_decoration(line) || line.s[0] == '#' || line.s[0] == '[')
            continue;
        if (!is_row(line, board.n))
            return 0;
        for (size_t i = 0; i < line.n; i++)
            given |= !is_gap(line.s[i]) && cell_of(line.s[i]) > 0;
    }
    return given ? 70 : 0;
}

static int read(struct rt_self *self, const char *bytes, size_t length)
{
    struct board board = {0};
    uint32_t numbers[MOST + 2] = {1, 1}, row = 2;
    const char *text = without_comments(self, bytes, length);
    if (!text)
        return RT_ENOMEM;
    struct rt_lines lines = rt_lines_of(text, length), again = lines;
    struct rt_span line;
    board.n = count_rows(lines);
    int status = has_size(self, board.n, 1);
    if (status == RT_OK && !board_choose_boxes(&board))
        status = self->h->fail(self, RT_EINPUT, 1, 0, "%u rows can't be parted into boxes", board.n);
    if (status == RT_OK)
        status = read_rows(self, &lines, &board);
    if (status != RT_OK)
        return status;
    while (rt_lines_next(&again, &line))
        if (!is_decoration(line))
            numbers[row++] = again.number;
    struct rt_puzzle_text puzzle = {.lines = numbers, .nlines = row};
    return board_emit(self, &board, &puzzle);
}

static const char *const extensions[] = {".sdk", ".ss", NULL};

static const struct rt_format_class format = {
    .size = sizeof format,
    .id = "sudoku.grid",
    .puzzle = "sudoku",
    .summary = "a line a row, drawn with or without gaps and rules (.sdk, .ss)",
    .extensions = extensions,
    .probe = probe,
    .read = read,
    .quirks = "'.' or 0 is open, A is 10. Boxes are as near to squares as the size allows, lying, whatever the "
              "rules show",
};

static const struct rt_format_class *const formats[] = {&format, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "sudoku.grid", .version = "1.0", .formats = formats,
};
