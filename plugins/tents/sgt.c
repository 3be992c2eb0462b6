/* tents.sgt — the ids of Simon Tatham's "Tents", one a line, with the size in front and the difficulty or not:
 *
 *      8x8de:_f_cc_f_a_a__jb,2,1,1,1,2,2,1,2,...     a game, by its description
 *
 * '_' is a tree, a-y are 1 to 25 cells and a tree, z 25 cells without; a tree behind the last cell ends them.  Then
 * the counts of the columns, then of the rows.  ! and - make the tree in front of them a tent or none. */
#include "board.h"

static int is_number(char c)
{
    return c >= '0' && c <= '9';
}

/* A number off the front of `rest`, 9999 at most; -1: there is none. */
static int take_number(struct span *rest)
{
    int value = 0;
    if (!rest->n || !is_number(*rest->s))
        return -1;
    while (rest->n && is_number(*rest->s)) {
        value = value > 999 ? 9999 : 10 * value + *rest->s - '0';
        rest->s++, rest->n--;
    }
    return value;
}

static int take(struct span *rest, char c)
{
    if (!rest->n || *rest->s != c)
        return 0;
    rest->s++, rest->n--;
    return 1;
}

/* Width, height and what stands before the colon; 0: this is no id. */
static int take_size(struct span *rest, int *width, int *height)
{
    *width = take_number(rest);
    int x = take(rest, 'x');
    *height = x ? take_number(rest) : *width;
    if (take(rest, 'd') && rest->n)
        rest->s++, rest->n--;
    return *width >= 0 && *height >= 0 && take(rest, ':');
}

static int is_comment(struct span line)
{
    return line.s[0] == '#';
}

static int probe(const char *bytes, size_t length)
{
    struct lines lines = lines_of(bytes, length);
    struct span line;
    int width, height;
    do
        if (!lines_next(&lines, &line))
            return 0;
    while (is_comment(line));
    line = span_word(&line);
    if (!take_size(&line, &width, &height))
        return 0;
    while (line.n && *line.s != ',') {
        if (*line.s != '_' && *line.s != '!' && *line.s != '-' && !(*line.s >= 'a' && *line.s <= 'z'))
            return 0;
        line.s++, line.n--;
    }
    int counts = 0;
    while (take(&line, ',') && take_number(&line) >= 0)
        counts++;
    return line.n || !counts ? 0 : counts == width + height ? 80 : 60;
}

/* The cells: `rest` begins behind the colon, and ends before the first comma. */
static int read_cells(struct rt_self *self, struct span *rest, uint32_t number, struct board *board)
{
    uint32_t at = 0, n = board_cells(board);
    memset(board->cell, OPEN, n);
    for (; rest->n && *rest->s != ','; rest->s++, rest->n--) {
        char c = *rest->s;
        if ((c == '!' || c == '-') && at) {
            board->cell[at - 1] = c == '!' ? TENT : NONE;
            continue;
        }
        if (c != '_' && !(c >= 'a' && c <= 'z'))
            return self->h->fail(self, RT_EINPUT, number, 0, "'%c' does not belong into the cells of an id",
                                 c > ' ' && c < 127 ? c : '?');
        at += c == '_' ? 0 : (uint32_t)(c - 'a' + 1) - (c == 'z');
        if (at > n)
            return self->h->fail(self, RT_EINPUT, number, 0, "the id has more cells than the %u of its size", n);
        if (c != 'z' && at < n)
            board->cell[at] = TREE;
        at += c != 'z';
    }
    return at == n + 1 ? RT_OK : self->h->fail(self, RT_EINPUT, number, 0, "the id has cells for another size than %u "
                                               "by %u", board->width, board->height);
}

static int read_id(struct rt_self *self, struct span line, uint32_t number)
{
    struct board *board = self->h->scratch(self, sizeof *board);
    struct span rest = span_word(&line);
    int width, height;
    if (!board)
        return RT_ENOMEM;
    if (!take_size(&rest, &width, &height))
        return self->h->fail(self, RT_EINPUT, number, 1, "expected an id, like 8x8:, then the cells and counts");
    if (width < 1 || height < 1 || width > MOST || height > MOST)
        return self->h->fail(self, RT_EINPUT, number, 1, "a camp has 1 to %d cells a side", MOST);
    board->width = (uint32_t)width;
    board->height = (uint32_t)height;
    int status = read_cells(self, &rest, number, board);
    for (uint32_t i = 0; i < board->width + board->height && status == RT_OK; i++) {
        int count = take(&rest, ',') ? take_number(&rest) : -1;
        if (count < 0)
            return self->h->fail(self, RT_EINPUT, number, 0, "%u counts are there, and %u columns and %u rows need one "
                                 "each", i, board->width, board->height);
        board->count[i] = (int8_t)(count > MOST ? MOST + 1 : count);
    }
    if (status == RT_OK && rest.n)
        status = self->h->fail(self, RT_EINPUT, number, 0, "the id goes on behind the last count");
    return status == RT_OK ? board_emit(self, board, number, (struct rt_puzzle_text){0}) : status;
}

static int read(struct rt_self *self, const char *bytes, size_t length)
{
    struct lines lines = lines_of(bytes, length);
    struct span line;
    int status = RT_OK;
    while (status == RT_OK && lines_next(&lines, &line))
        if (!is_comment(line))
            status = read_id(self, line, lines.number);
    return status;
}

static int write_id(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct board *board = self->h->scratch(self, sizeof *board);
    int status = board ? board_read(self, puzzle->text, puzzle->length, board) : RT_ENOMEM, run = 0;
    if (status != RT_OK)
        return status;
    for (uint32_t line = 0; line < board->width + board->height; line++)
        if (board->count[line] == UNKNOWN)
            return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "an id says the counts of all rows and columns");
    self->h->print(self, "%ux%u:", board->width, board->height);
    for (uint32_t at = 0; at <= board_cells(board); at++) {
        if (at == board_cells(board) || board->cell[at] == TREE) {
            self->h->print(self, "%c", run ? 'a' + run - 1 : '_');
            run = 0;
        } else if (++run == 25) {
            self->h->print(self, "z");
            run = 0;
        }
    }
    for (uint32_t line = 0; line < board->width + board->height; line++)
        self->h->print(self, ",%d", board->count[line]);
    return self->h->print(self, "\n");
}

static int write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < count && status == RT_OK; i++)
        status = write_id(self, puzzles[i]);
    return status;
}

static const struct rt_format_class format = {
    .size = sizeof format,
    .id = "tents.sgt",
    .puzzle = "tents",
    .summary = "ids of Simon Tatham's Tents, one a line",
    .probe = probe,
    .read = read,
    .write = write,
    .quirks = "The counts of the columns stand in front of those of the rows. A game's seed (8x8#123) is no puzzle",
};

static const struct rt_format_class *const formats[] = {&format, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "tents.sgt", .version = "1.0", .formats = formats,
};
