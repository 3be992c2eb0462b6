/* tents.puzzlink — addresses of puzz.link and its kin, one a line, whole or from the type on, and the files of the
 * program behind them:
 *
 *      https://puzz.link/p?tents/5/5/2g0h1i1j82323
 *      pzprv3/tents/5/5/. 2 . 0 . . /1 . A 1 - - /...     rows / columns / a line a row; slashes may be ends of lines
 *
 * An address has the counts, of the columns, then the rows: 0-9 a-f a number, -XX a greater one in hexadecimal, '.' one
 * that is not said, g-z skip 1 to 20 lines.  Then the cells: 0-h a tree and so many cells without (to 17), i-z 1 to 18
 * cells without.  In a file 1 is a tree, A a tent, - none; lines between cells may follow, and are not read. */
#include "board.h"

static struct span trim(struct span s)
{
    while (s.n && (is_blank(*s.s) || *s.s == '\n'))
        s.s++, s.n--;
    while (s.n && (is_blank(s.s[s.n - 1]) || s.s[s.n - 1] == '\n'))
        s.n--;
    return s;
}

/* What stands in front of the next slash or end of line, which goes too; `line` counts the ends of lines. */
static struct span segment(struct span *rest, uint32_t *line)
{
    struct span part = {rest->s, 0};
    while (part.n < rest->n && part.s[part.n] != '/' && part.s[part.n] != '\n')
        part.n++;
    size_t taken = part.n < rest->n ? part.n + 1 : part.n;
    *line += taken > part.n && part.s[part.n] == '\n';
    rest->s += taken;
    rest->n -= taken;
    return trim(part);
}

static int span_is(struct span s, const char *word)
{
    return s.n == strlen(word) && !memcmp(s.s, word, s.n);
}

/* From the type on. */
static struct span puzzle_part(struct span word)
{
    const char *query = word.n ? memchr(word.s, '?', word.n) : NULL;
    return query ? (struct span){query + 1, (size_t)(word.s + word.n - query) - 1} : word;
}

static int is_file(struct span rest)
{
    uint32_t line = 0;
    struct span head = segment(&rest, &line);
    return span_is(head, "pzprv3") || span_is(head, "pzprv3.1");
}

static int is_comment(struct span line)
{
    return line.s[0] == '#';
}

static int probe(const char *bytes, size_t length)
{
    struct lines lines = lines_of(bytes, length);
    struct span line;
    uint32_t number = 0;
    do
        if (!lines_next(&lines, &line))
            return 0;
    while (is_comment(line));
    struct span rest = trim((struct span){line.s, (size_t)(lines.end - line.s)});
    if (is_file(rest)) {
        segment(&rest, &number);
        return span_is(segment(&rest, &number), "tents") ? 95 : 0;
    }
    rest = puzzle_part(span_word(&line));
    return span_is(segment(&rest, &number), "tents") && rest.n ? 95 : 0;
}

/* 1 .. MOST; 0: it is none. */
static uint32_t side_of(struct span s)
{
    uint32_t value = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.s[i] < '0' || s.s[i] > '9' || value > MOST)
            return 0;
        value = 10 * value + (uint32_t)(s.s[i] - '0');
    }
    return value > MOST ? 0 : value;
}

static int read_size(struct rt_self *self, uint32_t number, struct span width, struct span height, struct board *board)
{
    board->width = side_of(width);
    board->height = side_of(height);
    if (board->width && board->height)
        return RT_OK;
    return self->h->fail(self, RT_EINPUT, number, 0, "expected how many columns and rows there are, 1 to %d each",
                         MOST);
}

/* A digit of base 36; -1: it is none. */
static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : -1;
}

static int is_hex(int digit)
{
    return digit >= 0 && digit < 16;
}

static int read_counts(struct rt_self *self, struct span *rest, uint32_t number, struct board *board)
{
    uint32_t n = board->width + board->height, i = 0;
    memset(board->count, UNKNOWN, n);
    while (i < n && rest->n) {
        int long_one = rest->n > 2 && *rest->s == '-' && is_hex(digit_of(rest->s[1])) && is_hex(digit_of(rest->s[2]));
        int digit = *rest->s == '.' ? 0 : digit_of(*rest->s), high = long_one ? digit_of(rest->s[1]) : 0;
        if (long_one)
            digit = 16 * high + digit_of(rest->s[2]);
        if (digit < 0)
            return self->h->fail(self, RT_EINPUT, number, 0, "'%c' does not belong into the counts of an address",
                                 *rest->s > ' ' && *rest->s < 127 ? *rest->s : '?');
        if (!long_one && digit > 15)
            i += (uint32_t)digit - 16;
        else if (*rest->s != '.')
            board->count[i] = (int8_t)(digit > MOST ? MOST + 1 : digit);
        i++;
        rest->s += long_one ? 3 : 1;
        rest->n -= long_one ? 3 : 1;
    }
    return RT_OK;
}

static int read_cells(struct rt_self *self, struct span rest, uint32_t number, struct board *board)
{
    uint32_t at = 0, n = board_cells(board);
    memset(board->cell, OPEN, n);
    for (; rest.n; rest.s++, rest.n--) {
        int digit = digit_of(*rest.s);
        if (digit < 0)
            return self->h->fail(self, RT_EINPUT, number, 0, "'%c' does not belong into the cells of an address",
                                 *rest.s > ' ' && *rest.s < 127 ? *rest.s : '?');
        if (at >= n)
            return self->h->fail(self, RT_EINPUT, number, 0, "the address goes on behind the last cell");
        if (digit < 18)
            board->cell[at++] = TREE;
        at += (uint32_t)(digit < 18 ? digit : digit - 17);
    }
    return RT_OK;
}

static int read_address(struct rt_self *self, struct span line, uint32_t number)
{
    struct board *board = self->h->scratch(self, sizeof *board);
    struct span rest = puzzle_part(span_word(&line));
    uint32_t ends = 0;
    if (!board)
        return RT_ENOMEM;
    struct span type = segment(&rest, &ends);
    if (!span_is(type, "tents"))
        return self->h->fail(self, RT_EINPUT, number, 0, "'%.*s' is no address of tents",
                             (int)(type.n < 20 ? type.n : 20), type.s);
    struct span width = segment(&rest, &ends), height = segment(&rest, &ends);
    int status = read_size(self, number, width, height, board);
    while (rest.n && rest.s[rest.n - 1] == '/')
        rest.n--;
    if (status == RT_OK)
        status = read_counts(self, &rest, number, board);
    if (status == RT_OK)
        status = read_cells(self, rest, number, board);
    struct rt_puzzle_text about = {0};
    line = trim(line);
    char *title = line.n ? self->h->scratch(self, line.n + 1) : NULL;
    if (title)
        about.title = memcpy(title, line.s, line.n);
    return status == RT_OK ? board_emit(self, board, number, about) : status;
}

/* A place of a file's board, its margin among them: row and column 0. */
static int read_sign(struct rt_self *self, struct span sign, uint32_t number, uint32_t row, uint32_t column,
                     struct board *board)
{
    if (row && column) {
        char *cell = &board->cell[(row - 1) * board->width + column - 1];
        *cell = span_is(sign, "1") ? TREE : span_is(sign, "A") || span_is(sign, "2") ? TENT
                : span_is(sign, "-") || span_is(sign, "3") ? NONE : OPEN;
        if (*cell != OPEN || span_is(sign, "."))
            return RT_OK;
        return self->h->fail(self, RT_EINPUT, number, 0, "'%.*s' is no cell; expected 1 (a tree), A (a tent), - or .",
                             (int)(sign.n < 20 ? sign.n : 20), sign.s);
    }
    if (span_is(sign, ".") || (!row && !column))
        return RT_OK;
    if (*sign.s == 'c')     /* a count that somebody ticked off */
        sign.s++, sign.n--;
    return read_count(self, sign, sign, number, &board->count[row ? board->width + row - 1 : column - 1]);
}

/* `rest` begins with pzprv3. */
static int read_file(struct rt_self *self, struct span rest, uint32_t number)
{
    struct board *board = self->h->scratch(self, sizeof *board);
    uint32_t *numbers = self->h->scratch(self, (MOST + 2) * sizeof *numbers);
    if (!board || !numbers)
        return RT_ENOMEM;
    segment(&rest, &number);
    if (!span_is(segment(&rest, &number), "tents"))
        return self->h->fail(self, RT_EINPUT, number, 0, "this file does not hold tents");
    struct span height = segment(&rest, &number), width = segment(&rest, &number);
    int status = read_size(self, number, width, height, board);
    if (status != RT_OK)
        return status;
    memset(board->count, UNKNOWN, sizeof board->count);
    numbers[0] = number;
    for (uint32_t row = 0; row <= board->height && status == RT_OK; row++) {
        numbers[row + 1] = number;
        struct span part = segment(&rest, &number), sign;
        for (uint32_t column = 0; column <= board->width && status == RT_OK; column++) {
            sign = span_word(&part);
            status = sign.n ? read_sign(self, sign, numbers[row + 1], row, column, board)
                            : self->h->fail(self, RT_EINPUT, numbers[row + 1], 0, "row %u of the board has %u places, "
                                            "and must have %u, a count and the cells", row, column, board->width + 1);
        }
        if (status == RT_OK && span_word(&part).n)
            status = self->h->fail(self, RT_EINPUT, numbers[row + 1], 0, "row %u of the board has more places than %u, "
                                   "a count and the cells", row, board->width + 1);
    }
    struct rt_puzzle_text about = {.lines = numbers, .nlines = board->height + 2};
    return status == RT_OK ? board_emit(self, board, 0, about) : status;
}

static int read(struct rt_self *self, const char *bytes, size_t length)
{
    struct lines lines = lines_of(bytes, length);
    struct span line;
    int status = RT_OK;
    while (status == RT_OK && lines_next(&lines, &line)) {
        struct span rest = {line.s, (size_t)(lines.end - line.s)};
        if (is_file(trim(rest)))
            return read_file(self, trim(rest), lines.number);
        if (!is_comment(line))
            status = read_address(self, line, lines.number);
    }
    return status;
}

/* ---- writing an address */

static void write_skips(struct rt_self *self, uint32_t *skipped, uint32_t most, char first)
{
    for (uint32_t n; *skipped; *skipped -= n) {
        n = *skipped < most ? *skipped : most;
        self->h->print(self, "%c", first + (int)n - 1);
    }
}

static void write_cells(struct rt_self *self, const struct board *board)
{
    uint32_t n = board_cells(board), skipped = 0;
    for (uint32_t at = 0; at < n;) {
        if (board->cell[at] != TREE) {
            skipped++, at++;
            continue;
        }
        uint32_t run = 0;
        write_skips(self, &skipped, 18, 'i');
        while (++at < n && run < 17 && board->cell[at] != TREE)
            run++;
        self->h->print(self, "%c", run < 10 ? '0' + (int)run : 'a' + (int)run - 10);
    }
    write_skips(self, &skipped, 18, 'i');
}

static int write_address(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct board *board = self->h->scratch(self, sizeof *board);
    int status = board ? board_read(self, puzzle->text, puzzle->length, board) : RT_ENOMEM;
    uint32_t skipped = 0;
    if (status != RT_OK)
        return status;
    self->h->print(self, "https://puzz.link/p?tents/%u/%u/", board->width, board->height);
    for (uint32_t line = 0; line < board->width + board->height; line++) {
        if (board->count[line] == UNKNOWN) {
            skipped++;
            continue;
        }
        write_skips(self, &skipped, 20, 'g');
        self->h->print(self, board->count[line] < 16 ? "%x" : "-%02x", (unsigned)board->count[line]);
    }
    write_skips(self, &skipped, 20, 'g');
    write_cells(self, board);
    return puzzle->title ? self->h->print(self, " %s\n", puzzle->title) : self->h->print(self, "\n");
}

static int write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < count && status == RT_OK; i++)
        status = write_address(self, puzzles[i]);
    return status;
}

static const char *const magic[] = {"pzprv3/tents/", "https://puzz.link/p?tents/", "http://pzv.jp/p.html?tents/",
    "tents/", NULL};

static const struct rt_format_class format = {
    .size = sizeof format,
    .id = "tents.puzzlink",
    .puzzle = "tents",
    .summary = "puzz.link, pzpr and pzv addresses, one a line, and pzprv3 files",
    .magic = magic,
    .probe = probe,
    .read = read,
    .write = write,
    .quirks = "Addresses are written; what a file says of tents is read as marks, or as the solution",
};

static const struct rt_format_class *const formats[] = {&format, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "tents.puzzlink", .version = "1.0", .formats = formats,
};
