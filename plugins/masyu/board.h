/* A Masyu board, its edges, and its text (described at the top of masyu.c). */
#ifndef MASYU_BOARD_H
#define MASYU_BOARD_H

#include <ratchet/host.h>
#include <ratchet/kind/masyu.h>
#include <ratchet/kit/lattice.h>
#include <ratchet/kit/text.h>

#define BOARD_SIDE 65535u
#define BOARD_CELLS (1u << 20)

/* Directions are those of <ratchet/kind/masyu.h>. */
enum { NORTH = RT_NORTH, EAST = RT_EAST, SOUTH = RT_SOUTH, WEST = RT_WEST };

struct board {
    union {
        struct rt_lattice lattice; /* cells are its points */
        struct {
            uint32_t width, height;
        };
    };
    bool all_cells;   /* the loop visits every cell */
    uint8_t *cell;    /* enum rt_masyu_cell, row by row */
    uint32_t variant; /* enum rt_masyu_variant */
    bool own_variant; /* the text gives it, not the option */
    uint32_t *pearl;  /* cells with a pearl, in order */
    uint32_t npearls;
};

static inline uint32_t board_cells(const struct board *b)
{
    return rt_lattice_points(&b->lattice);
}

static inline uint32_t board_level_edges(const struct board *b)
{
    return rt_lattice_level_edges(&b->lattice);
}

static inline uint32_t board_edges(const struct board *b)
{
    return rt_lattice_edges(&b->lattice);
}

static inline uint32_t board_beside(const struct board *b, uint32_t cell, uint32_t d)
{
    return rt_lattice_beside(&b->lattice, cell, d);
}

static inline uint32_t board_edge(const struct board *b, uint32_t cell, uint32_t d)
{
    return rt_lattice_edge(&b->lattice, cell, d);
}

static inline uint32_t board_start(const struct board *b, uint32_t edge, bool *level)
{
    return rt_lattice_start(&b->lattice, edge, level);
}

static inline bool board_must(const struct board *b, uint32_t cell)
{
    return b->all_cells || b->cell[cell];
}

/* Is this a size that we take?  Fails with a sentence if not. */
static inline int board_check_size(struct rt_self *self, uint32_t line, uint32_t column, uint32_t width,
                                   uint32_t height)
{
    if (!width || !height)
        return self->h->fail(self, RT_EINPUT, line, column,
                             "the board is %u wide and %u high; it needs at least one cell", width, height);
    if (width > BOARD_SIDE || height > BOARD_SIDE || (uint64_t)width * height > BOARD_CELLS)
        return self->h->fail(self, RT_EINPUT, line, column,
                             "the board is too large: at most %u cells a side and %u in all", BOARD_SIDE,
                             BOARD_CELLS);
    return RT_OK;
}

/* How cells are written: letters, or digits in one of three ways. */
enum spelling {
    SPELL_LETTERS, /* . or - none, W white, B black */
    SPELL_012,     /* 0 none, 1 white, 2 black */
    SPELL_DOT_01,  /* . or - none, 0 white, 1 black */
    SPELL_DOT_12   /* . or - none, 1 white, 2 black */
};

/* What a sign stands for; -1: nothing. */
static inline int cell_of(char sign, enum spelling spelling)
{
    static const int8_t digit[][3] = {{-1, -1, -1},
                                      {RT_MASYU_NONE, RT_MASYU_IS_WHITE, RT_MASYU_IS_BLACK},
                                      {RT_MASYU_IS_WHITE, RT_MASYU_IS_BLACK, -1},
                                      {-1, RT_MASYU_IS_WHITE, RT_MASYU_IS_BLACK}};
    switch (sign) {
    case '.':
    case '-':
        return spelling == SPELL_012 ? -1 : RT_MASYU_NONE;
    case 'W':
    case 'w':
        return spelling == SPELL_LETTERS ? RT_MASYU_IS_WHITE : -1;
    case 'B':
    case 'b':
        return spelling == SPELL_LETTERS ? RT_MASYU_IS_BLACK : -1;
    case '0':
    case '1':
    case '2':
        return digit[spelling][sign - '0'];
    default:
        return -1;
    }
}

/* Says what cells look like where one of them doesn't. */
static inline const char *spelling_help(enum spelling spelling)
{
    static const char *const help[] = {
        [SPELL_LETTERS] = "use '.' for an empty one, 'W' for a white pearl and 'B' for a black one",
        [SPELL_012] = "without '.' 0 is an empty one, 1 a white pearl and 2 a black one",
        [SPELL_DOT_01] = "with '.' and '0' a 0 is a white pearl and 1 a black one",
        [SPELL_DOT_12] = "with '.' and '2' a 1 is a white pearl and 2 a black one"};
    return help[spelling];
}

/* Counts the cells of a row, signs with or without blanks between. Fails at another sign. */
static inline int row_measure(struct rt_self *self, struct rt_span line, uint32_t number, enum spelling spelling,
                              uint32_t *n)
{
    char shown[8];
    *n = 0;
    for (size_t i = 0; i < line.n; i++)
        if (cell_of(line.s[i], spelling) >= 0)
            ++*n;
        else if (!rt_is_blank(line.s[i]))
            return self->h->fail(self, RT_EINPUT, number, (uint32_t)i + 1, "%s is no cell; %s",
                                 rt_show_char((struct rt_span){line.s + i, line.n - i}, shown),
                                 spelling_help(spelling));
    return RT_OK;
}

static inline void row_fill(struct rt_span line, enum spelling spelling, uint8_t *cell)
{
    for (size_t i = 0; i < line.n; i++)
        if (cell_of(line.s[i], spelling) >= 0)
            *cell++ = (uint8_t)cell_of(line.s[i], spelling);
}

/* Rows of letters under the text's head. */
struct rows {
    struct rt_lines lines; /* stands behind `line` */
    struct rt_span line;   /* the first row */
    bool more;          /* there is one */
    uint32_t head;      /* line that gives the size; 0: none does, the rows do */
    uint32_t first;     /* line of the first row */
    bool gap;           /* a blank line was met behind the last row */
    enum spelling spelling;
};

static inline bool rows_next(struct rows *rows)
{
    rows->gap = false;
    while ((rows->more = rt_lines_next(&rows->lines, &rows->line)) && !rt_span_trim(rows->line).n)
        rows->gap = true;
    return rows->more;
}

/* How are the rows written?  Letters settle it; digits alone may mean two things. */
static inline int rows_spelling(struct rt_self *self, struct rows rows, enum spelling *spelling)
{
    bool has[3] = {false, false, false}, dot = false;
    uint32_t one = 0;
    *spelling = SPELL_LETTERS;
    for (; rows.more; rows_next(&rows))
        for (size_t i = 0; i < rows.line.n; i++) {
            char c = rows.line.s[i];
            if (memchr("WwBb", c, 4))
                return RT_OK;
            dot |= c == '.' || c == '-';
            one = c == '1' && !one ? rows.lines.number : one;
            if (c >= '0' && c <= '2')
                has[c - '0'] = true;
        }
    if (!has[0] && !has[1] && !has[2])
        return RT_OK;
    *spelling = !dot ? SPELL_012 : has[0] ? SPELL_DOT_01 : SPELL_DOT_12;
    if (dot && !has[0] && !has[2])
        return self->h->fail(
            self, RT_EINPUT, one, 0,
            "a 1 beside '.' alone is white where black is 2, and black where white is 0; write W "
            "and B");
    return RT_OK;
}

/* In the order of enum rt_masyu_variant. */
static const char *const BOARD_VARIANTS[] = {"standard", "both", "straight", NULL};

/* `white VARIANT`, where it is. */
static inline int rows_variant(struct rt_self *self, struct rows *rows, struct board *b)
{
    struct rt_span rest = rows->line;
    if (!rows->head || !rows->more || !rt_span_is(rt_span_word(&rest), "white"))
        return RT_OK;
    struct rt_span name = rt_span_word(&rest);
    for (uint32_t v = 0; BOARD_VARIANTS[v]; v++)
        if (rt_span_is(name, BOARD_VARIANTS[v])) {
            b->variant = v;
            b->own_variant = true;
            rows_next(rows);
            return RT_OK;
        }
    return self->h->fail(self, RT_EINPUT, rows->lines.number, 7, "expected 'white' with standard, both or straight");
}

/* `masyu WIDTH HEIGHT`, `all_cells` and `white VARIANT`, where they are. */
static inline int rows_head(struct rt_self *self, struct rows *rows, struct board *b)
{
    struct rt_span rest = rows->line;
    if (rows->more && rt_span_is(rt_span_word(&rest), "masyu")) {
        rows->head = rows->lines.number;
        if (!rt_span_is_number(rt_span_word(&rest), &b->width) || !rt_span_is_number(rt_span_word(&rest), &b->height) ||
            rt_span_word(&rest).n)
            return self->h->fail(self, RT_EINPUT, rows->head, 1,
                                 "expected 'masyu WIDTH HEIGHT', with two numbers");
        int status = board_check_size(self, rows->head, 1, b->width, b->height);
        if (status != RT_OK)
            return status;
        rows_next(rows);
    }
    if (rows->more && rt_span_is(rt_span_trim(rows->line), "all_cells")) {
        b->all_cells = true;
        rows_next(rows);
    }
    int status = rows_variant(self, rows, b);
    rows->first = rows->lines.number;
    return status;
}

static inline int rows_width(struct rt_self *self, const struct rows *rows, const struct board *b,
                             uint32_t row, uint32_t n)
{
    uint32_t number = rows->lines.number;
    if (n == b->width)
        return RT_OK;
    if (rows->head)
        return self->h->fail(
            self, RT_EINPUT, number, 0, "row %u has %u cells, but the board is %u wide%s", row + 1, n,
            b->width, n == b->height && b->width != b->height ? "; are width and height swapped?" : "");
    return self->h->fail(self, RT_EINPUT, number, 0, "row %u has %u cells, but row 1 has %u", row + 1, n,
                         b->width);
}

/* Looks at all rows before any memory is asked for. */
static inline int rows_check(struct rt_self *self, struct rows rows, struct board *b)
{
    uint32_t row = 0, n;
    for (; rows.more; row++, rows_next(&rows)) {
        uint32_t number = rows.lines.number;
        int status = row_measure(self, rows.line, number, rows.spelling, &n);
        if (status == RT_OK && row && rows.gap)
            status = self->h->fail(self, RT_EINPUT, number - 1, 0,
                                   "a blank line within the board; a file holds one board");
        if (status == RT_OK && !row && !rows.head)
            status = board_check_size(self, number, 0, b->width = n, 1);
        if (status == RT_OK && rows.head && row == b->height)
            status = self->h->fail(self, RT_EINPUT, number, 1, "one row too many: the board is %u high", row);
        if (status == RT_OK)
            status = rows_width(self, &rows, b, row, n);
        if (status == RT_OK && self->h->tick(self, 1 + n / 64))
            status = RT_ELIMIT;
        if (status != RT_OK)
            return status;
    }
    if (rows.head && row < b->height)
        return self->h->fail(self, RT_EINPUT, rows.lines.number, 0,
                             "the board ends after row %u, but it is %u high", row, b->height);
    b->height = row;
    return board_check_size(self, rows.first, 0, b->width, b->height);
}

/* Reads rows of signs, with or without the head, into *b; its cells come from the job's memory. *first gets
 * the line of the first row. RT_OK, or a status whose reason was told. */
static inline int board_read(struct rt_self *self, const char *text, size_t length, bool head,
                             struct board *b, uint32_t *first)
{
    struct rows rows = {.lines = rt_lines_of(text, length)};
    *b = (struct board){0};
    rows_next(&rows);
    int status = rows_head(self, &rows, b);
    if (status == RT_OK && head && !rows.head)
        status = self->h->fail(self, RT_EINPUT, rows.lines.number ? rows.lines.number : 1, 1,
                               "a masyu puzzle begins with the line 'masyu WIDTH HEIGHT'");
    if (status == RT_OK && !rows.more)
        status = self->h->fail(self, RT_EINPUT, rows.lines.number ? rows.lines.number : 1, 0,
                               "there are no rows; a board is lines of '.', 'W' and 'B'");
    if (status == RT_OK)
        status = rows_spelling(self, rows, &rows.spelling);
    if (status == RT_OK)
        status = rows_check(self, rows, b);
    if (status != RT_OK)
        return status;
    b->cell = self->h->alloc(self, board_cells(b));
    if (!b->cell)
        return RT_ENOMEM;
    *first = rows.first;
    for (uint32_t row = 0; row < b->height; row++, rows_next(&rows))
        row_fill(rows.line, rows.spelling, b->cell + row * b->width);
    return RT_OK;
}

/* ---- for writers ---- */

/* The board of a puzzle that is to be written, in a format that knows boards and no rules beside them: `name`
 * says which in the refusal. */
static inline int board_plain(struct rt_self *self, const struct rt_puzzle_text *puzzle, const char *name,
                              struct board *b)
{
    uint32_t first;
    int status = board_read(self, puzzle->text, puzzle->length, true, b, &first);
    if (status == RT_OK && b->all_cells)
        return self->h->fail(
            self, RT_EUNSUPPORTED, 0, 0,
            "%s can't say that the loop visits every cell; masyu.rows and masyu.puzzlink can", name);
    return status;
}

static inline int board_single(struct rt_self *self, uint32_t count, const char *name)
{
    if (count == 1)
        return RT_OK;
    return self->h->fail(self, RT_EUNSUPPORTED, 0, 0,
                         "%s holds one board, not %u; masyu.puzzlink takes several", name, count);
}

/* A row with blanks between the cells; `signs` are those for none, white and black. */
static inline int board_print_row(struct rt_self *self, const struct board *b, uint32_t row,
                                  const char *signs)
{
    int status = RT_OK;
    for (uint32_t c = 0; c < b->width && status == RT_OK; c++)
        status =
            self->h->print(self, "%c%s", signs[b->cell[row * b->width + c]], c + 1 < b->width ? " " : "\n");
    return status;
}

/* ---- for readers ---- */

/* What goes along with a board. */
struct origin {
    uint32_t first; /* source line of its first row */
    bool one_line;  /* all rows stand in that line */
    struct rt_span title, author;
    const char *marks, *solution; /* as render prints them; NULL: none */
};

/* Hands *b over as canonical text. */
static inline int board_emit(struct rt_self *self, const struct board *b, const struct origin *from)
{
    uint32_t head = 1u + b->all_cells + b->own_variant, nlines = head + b->height;
    char *text = self->h->scratch(self, board_cells(b) + b->height + 80), *end = text;
    uint32_t *lines = self->h->scratch(self, nlines * sizeof *lines);
    if (!text || !lines)
        return RT_ENOMEM;
    end += sprintf(end, "masyu %u %u\n%s", b->width, b->height, b->all_cells ? "all_cells\n" : "");
    if (b->own_variant)
        end += sprintf(end, "white %s\n", BOARD_VARIANTS[b->variant]);
    for (uint32_t cell = 0; cell < board_cells(b); cell++) {
        *end++ = ".WB"[b->cell[cell]];
        if ((cell + 1) % b->width == 0)
            *end++ = '\n';
    }
    for (uint32_t i = 0; i < nlines; i++)
        lines[i] = i < head || from->one_line ? from->first : from->first + i - head;
    struct rt_puzzle_text puzzle = {.size = sizeof puzzle,
                                    .nlines = nlines,
                                    .text = text,
                                    .length = (size_t)(end - text),
                                    .lines = lines,
                                    .title = rt_span_string(self, from->title),
                                    .author = rt_span_string(self, from->author),
                                    .marks = from->marks,
                                    .solution = from->solution};
    return self->h->emit(self, &puzzle);
}

#endif
