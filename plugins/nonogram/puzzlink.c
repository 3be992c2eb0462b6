/* nonogram.puzzlink — addresses of puzz.link and its kin, one a line, whole or from the type on, and the files of the
 * program behind them:
 *
 *      https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h
 *      pzprv3/nonogram/1/2/. 1 1 /2 # # /          rows / columns / a line a row; slashes may be ends of lines
 *
 * An address holds the margin, above first: half of the height, rounded up, is room for every column's numbers, from
 * the lowest up; half of the width for every row's, from the right.  0-9 a-f is a number, -XX +XXX =XXX and %XXX are
 * greater ones in hexadecimal, g-z skip 1 to 20 places.  A file shows the whole board, margin, cells (# filled, + or .
 * not) and all.  In an address, lines that begin with # are comments, and what stands behind it is its title. */
#include "grid.h"

#include <ratchet/model.h>

/* The margin: numbers of every line in the order of the board, 0 for none. */
struct margin {
    struct rt_self *self;
    uint32_t number; /* of the line */
    uint32_t width, height;
    uint32_t deep[2]; /* places a row, places a column */
    uint16_t *place;  /* columns, then rows, nearest to the board first; NONE, or a number */
};

enum { NONE = UINT16_MAX };

#define FAIL(m, ...) ((m)->self->h->fail((m)->self, RT_EINPUT, (m)->number, 0, __VA_ARGS__))

/* What stands in front of the next slash or end of line, which goes too. */
static struct rt_span segment(struct rt_span *rest)
{
    struct rt_span part = {rest->s, 0};
    while (part.n < rest->n && !strchr("/\n", part.s[part.n]))
        part.n++;
    size_t taken = part.n < rest->n ? part.n + 1 : part.n;
    rest->s += taken;
    rest->n -= taken;
    return rt_span_trim(part);
}

static bool is_ours(struct rt_span type)
{
    const char *suffix = type.n ? memchr(type.s, '_', type.n) : NULL;
    if (suffix)
        type.n = (size_t)(suffix - type.s);
    return rt_span_is(type, "nonogram");
}

static struct rt_span puzzle_part(struct rt_span word)
{
    const char *query = word.n ? memchr(word.s, '?', word.n) : NULL;
    return query ? (struct rt_span){query + 1, (size_t)(word.s + word.n - query) - 1} : word;
}

static bool is_comment(struct rt_span line)
{
    line = rt_span_trim(line);
    return line.n && line.s[0] == '#';
}

static bool is_file(struct rt_span rest)
{
    struct rt_span head = segment(&rest);
    return rt_span_is(head, "pzprv3") || rt_span_is(head, "pzprv3.1");
}

static int puzzlink_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    do
        if (!rt_lines_next_full(&lines, &line))
            return 0;
    while (is_comment(line));
    struct rt_span rest = {rt_span_trim(line).s, (size_t)(lines.end - rt_span_trim(line).s)};
    if (is_file(rest)) {
        segment(&rest);
        return is_ours(segment(&rest)) ? 95 : 0;
    }
    rest = puzzle_part(rt_span_word(&line));
    return is_ours(segment(&rest)) && rest.n ? 95 : 0;
}

static int read_size(struct margin *m, struct rt_span first, struct rt_span second, const char *name)
{
    uint32_t a, b;
    bool board = *name == 'r';
    if (!rt_span_is_number(first, &a) || !rt_span_is_number(second, &b))
        return FAIL(m, "expected the numbers of %s", name);
    m->width = board ? b : a;
    m->height = board ? a : b;
    int status = sheet_check_size(m->self, m->number, m->width, m->height);
    m->deep[0] = (m->width + 1) / 2;
    m->deep[1] = (m->height + 1) / 2;
    if (status != RT_OK)
        return status;
    size_t places = (size_t)m->width * m->deep[1] + (size_t)m->height * m->deep[0];
    if (!(m->place = m->self->h->scratch(m->self, places * sizeof *m->place)))
        return RT_ENOMEM;
    memset(m->place, 0xff, places * sizeof *m->place);
    return RT_OK;
}

static int hex_of(char c)
{
    return rt_is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* A number off the front of `rest`; -1: there is none. */
static int take_hex(struct rt_span *rest)
{
    const char *forms = "-+=%", *form = rest->n ? strchr(forms, rest->s[0]) : NULL;
    size_t digits = form && *form ? (*form == '-' ? 2 : 3) : 1, skip = form && *form ? 1 : 0;
    int value = 0;
    if (rest->n < skip + digits)
        return -1;
    for (size_t i = 0; i < digits; i++) {
        int digit = hex_of(rest->s[skip + i]);
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    rest->s += skip + digits;
    rest->n -= skip + digits;
    return value + (skip && *form == '=' ? 4096 : skip && *form == '%' ? 8192 : 0);
}

static int read_places(struct margin *m, struct rt_span rest)
{
    size_t places = (size_t)m->width * m->deep[1] + (size_t)m->height * m->deep[0];
    for (size_t at = 0; rest.n; at++) {
        char c = rest.s[0];
        if (at >= places)
            return FAIL(m, "the address goes on behind the last place of the margin");
        if (c == '.')
            return FAIL(m, "a clue is '?', and this engine needs all the numbers");
        if (c >= 'g' && c <= 'z') {
            at += (size_t)(c - 'g');
            rest.s++, rest.n--;
            continue;
        }
        int value = take_hex(&rest);
        if (value < 0)
            return FAIL(m, "'%c' does not belong into an address", c > ' ' && c < 127 ? c : '?');
        m->place[at] = (uint16_t)value;
    }
    return RT_OK;
}

/* The clue of a line of the margin: its numbers, farthest from the board first; a lonely 0 is an empty clue.
 */
static void draft_clue(const struct margin *m, struct draft *d, const uint16_t *place, uint32_t deep)
{
    char word[16];
    bool any = false;
    for (uint32_t i = deep; i--;) {
        if (place[i] == NONE)
            continue;
        int n = snprintf(word, sizeof word, any ? " %u" : "%u", place[i]);
        draft_add(d, (struct rt_span){word, (size_t)n});
        any = true;
    }
    draft_add(d, any ? (struct rt_span){"", 0} : (struct rt_span){"0", 1});
    draft_end(d, m->number);
}

static int emit(struct margin *m, struct rt_puzzle_text about, struct rt_span title)
{
    struct draft draft = {.self = m->self, .reworded = true};
    const uint16_t *rows = m->place + (size_t)m->width * m->deep[1];
    draft_head(&draft, m->width, m->height, m->number);
    draft_words(&draft, "rows", m->number);
    for (uint32_t r = 0; r < m->height; r++)
        draft_clue(m, &draft, rows + (size_t)r * m->deep[0], m->deep[0]);
    draft_words(&draft, "columns", m->number);
    for (uint32_t c = 0; c < m->width; c++)
        draft_clue(m, &draft, m->place + (size_t)c * m->deep[1], m->deep[1]);
    about.title = draft_string(&draft, rt_span_trim(title));
    return draft_emit(&draft, about);
}

static int read_address(struct rt_self *self, struct rt_span line, uint32_t number)
{
    struct margin m = {.self = self, .number = number};
    struct rt_span rest = puzzle_part(rt_span_word(&line)), type = segment(&rest);
    if (!is_ours(type))
        return FAIL(&m, "'%.*s' is no address of a nonogram", (int)(type.n < 20 ? type.n : 20), type.s);
    struct rt_span width = segment(&rest);
    int status = read_size(&m, width, segment(&rest), "columns and rows");
    while (rest.n && rest.s[rest.n - 1] == '/')
        rest.n--;
    if (status == RT_OK)
        status = read_places(&m, rest);
    return status == RT_OK ? emit(&m, (struct rt_puzzle_text){0}, line) : status;
}

/* A sign of the board of a file. */
static int read_sign(struct margin *m, struct grid *grid, struct rt_span sign, uint32_t row, uint32_t column)
{
    uint32_t high = m->deep[1], wide = m->deep[0], value;
    if (row >= high && column >= wide) {
        grid->cells[(size_t)(row - high) * m->width + column - wide] = rt_span_is(sign, "#")   ? '#'
                                                                       : rt_span_is(sign, "+") ? '.'
                                                                                            : '?';
        return rt_span_is(sign, "#") || rt_span_is(sign, "+") || rt_span_is(sign, ".")
                   ? RT_OK
                   : FAIL(m, "'%.*s' is no cell; expected '#', '+' or '.'", (int)(sign.n < 20 ? sign.n : 20),
                          sign.s);
    }
    if (rt_span_is(sign, "."))
        return RT_OK;
    if (sign.n && sign.s[0] == 'c') /* a clue that somebody ticked off */
        sign.s++, sign.n--;
    if ((row < high && column < wide) || !rt_span_is_number(sign, &value) || value >= NONE)
        return FAIL(m, "'%.*s' is no clue", (int)(sign.n < 20 ? sign.n : 20), sign.s);
    size_t place = row < high ? (size_t)(column - wide) * high + (high - 1 - row)
                              : (size_t)m->width * high + (size_t)(row - high) * wide + (wide - 1 - column);
    m->place[place] = (uint16_t)value;
    return RT_OK;
}

static uint32_t count_ends(const char *from, const char *to)
{
    uint32_t n = 0;
    for (; from < to; from++)
        n += *from == '\n';
    return n;
}

/* `m->number` is the line where `rest` begins. */
static int read_board(struct margin *m, struct rt_span rest, struct grid *grid)
{
    uint32_t rows = m->deep[1] + m->height, columns = m->deep[0] + m->width;
    for (uint32_t r = 0; r < rows; r++) {
        const char *begin = rest.s;
        struct rt_span part = segment(&rest);
        for (uint32_t c = 0; c <= columns; c++) {
            struct rt_span sign = rt_span_word(&part);
            if (!sign.n != (c == columns))
                return FAIL(m, "row %u of the board must have %u places, clues and cells", r + 1, columns);
            int status = sign.n ? read_sign(m, grid, sign, r, c) : RT_OK;
            if (status != RT_OK)
                return status;
        }
        m->number += count_ends(begin, rest.s);
        if (m->self->h->tick(m->self, columns))
            return RT_ELIMIT;
    }
    return RT_OK;
}

/* `rest` begins with pzprv3. */
static int read_file(struct rt_self *self, struct rt_span rest, uint32_t number)
{
    struct margin m = {.self = self, .number = number};
    struct rt_puzzle_text about = {0};
    struct grid grid = {0};
    const char *begin = rest.s;
    segment(&rest);
    struct rt_span type = segment(&rest);
    if (!is_ours(type))
        return FAIL(&m, "a file of '%.*s', not of a nonogram", (int)(type.n < 20 ? type.n : 20), type.s);
    struct rt_span height = segment(&rest);
    int status = read_size(&m, height, segment(&rest), "rows and columns");
    if (status == RT_OK && !grid_make(self, m.width, m.height, &grid))
        status = RT_ENOMEM;
    m.number += count_ends(begin, rest.s);
    if (status == RT_OK)
        status = read_board(&m, rest, &grid);
    if (status != RT_OK)
        return status;
    m.number = number;
    if (strspn(grid.cells, "?") < grid_cells(&grid))
        about.marks = grid_text(self, &grid);
    return emit(&m, about, (struct rt_span){"", 0});
}

static int puzzlink_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    int status = RT_OK;
    while (status == RT_OK && rt_lines_next_full(&lines, &line)) {
        struct rt_span rest = {rt_span_trim(line).s, (size_t)(lines.end - rt_span_trim(line).s)};
        if (is_file(rest))
            return read_file(self, rest, lines.number);
        if (!is_comment(line))
            status = read_address(self, line, lines.number);
    }
    return status;
}

/* The skips that are due, and a number. */
static void write_place(struct rt_self *self, uint32_t *skipped, uint32_t value)
{
    for (uint32_t n; *skipped; *skipped -= n) {
        n = *skipped < 20 ? *skipped : 20;
        self->h->print(self, "%c", 'f' + (int)n);
    }
    self->h->print(self,
                   value < 16     ? "%x"
                   : value < 256  ? "-%02x"
                   : value < 4096 ? "+%03x"
                   : value < 8192 ? "=%03x"
                                  : "%%%03x",
                   value < 4096   ? value
                   : value < 8192 ? value - 4096
                                  : value - 8192);
}

static int write_address(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct sheet s;
    uint32_t skipped = 0;
    int status = sheet_of_text(self, puzzle, &s);
    if (status != RT_OK)
        return status;
    if (s.coloured)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "an address of puzz.link has no colours");
    for (uint32_t j = 0; j < s.first[s.nlines]; j++)
        if (s.block[j].length > 8192 + 4095)
            return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "a block of %u is too long for an address",
                                 s.block[j].length);
    self->h->print(self, "https://puzz.link/p?nonogram/%u/%u/", s.width, s.height);
    for (uint32_t i = 0; i < s.nlines; i++) {
        uint32_t line = i < s.width ? s.height + i : i - s.width, k = sheet_blocks(&s, line);
        for (uint32_t j = k; j--;)
            write_place(self, &skipped, s.block[s.first[line] + j].length);
        skipped += (sheet_length(&s, line) + 1) / 2 - k;
    }
    for (uint32_t n; skipped; skipped -= n) {
        n = skipped < 20 ? skipped : 20;
        self->h->print(self, "%c", 'f' + (int)n);
    }
    return self->h->print(self, "%s%s\n", puzzle->title ? " " : "", puzzle->title ? puzzle->title : "");
}

static int puzzlink_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < count && status == RT_OK; i++)
        status = write_address(self, puzzles[i]);
    return status;
}

static const char *const magic[] = {"http", "pzprv3", "nonogram/", NULL};

static const struct rt_format_class puzzlink = {
    .size = sizeof puzzlink,
    .id = "nonogram.puzzlink",
    .puzzle = "nonogram",
    .summary = "addresses of puzz.link and files of pzprv3",
    .magic = magic,
    .probe = puzzlink_probe,
    .read = puzzlink_read,
    .write = puzzlink_write,
    .quirks = "Cells of a pzprv3 file become marks. Addresses are written, a line a puzzle",
};

static const struct rt_format_class *const formats[] = {&puzzlink, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.puzzlink",
    .version = "1.0",
    .formats = formats,
};
