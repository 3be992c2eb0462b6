/* A Masyu board, its edges, and its text (described at the top of masyu.c). */
#ifndef MASYU_BOARD_H
#define MASYU_BOARD_H

#include <ratchet/host.h>
#include <ratchet/kind/masyu.h>
#include <ratchet/kit/lattice.h>
#include <ratchet/kit/rows.h>

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

/* How cells are written: letters, or digits in one of three ways. */
enum spelling {
    SPELL_LETTERS, /* . or - none, W white, B black */
    SPELL_012,     /* 0 none, 1 white, 2 black */
    SPELL_DOT_01,  /* . or - none, 0 white, 1 black */
    SPELL_DOT_12   /* . or - none, 1 white, 2 black */
};

/* What a sign stands for; -1: nothing. */
static inline int cell_of(char sign, uint32_t spelling)
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

/* How are the rows written?  Letters settle it; digits alone may mean two things. */
static inline int rows_spelling(struct rt_self *self, struct rt_rows rows, enum spelling *spelling)
{
    bool has[3] = {false, false, false}, dot = false;
    uint32_t one = 0;
    *spelling = SPELL_LETTERS;
    for (; rows.more; rt_rows_next(&rows))
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
static inline int rows_variant(struct rt_self *self, struct rt_rows *rows, struct board *b)
{
    struct rt_span rest = rows->line;
    if (!rows->head || !rows->more || !rt_span_is(rt_span_word(&rest), "white"))
        return RT_OK;
    struct rt_span name = rt_span_word(&rest);
    for (uint32_t v = 0; BOARD_VARIANTS[v]; v++)
        if (rt_span_is(name, BOARD_VARIANTS[v])) {
            b->variant = v;
            b->own_variant = true;
            rt_rows_next(rows);
            return RT_OK;
        }
    return self->h->fail(self, RT_EINPUT, rows->lines.number, 7, "expected 'white' with standard, both or straight");
}

/* `all_cells` and `white VARIANT`, where they are; then how cells are written. */
static inline int rows_options(struct rt_self *self, struct rt_rows *rows, struct board *b)
{
    if (rows->more && rt_span_is(rt_span_trim(rows->line), "all_cells")) {
        b->all_cells = true;
        rt_rows_next(rows);
    }
    enum spelling spelling = SPELL_LETTERS;
    int status = rows_variant(self, rows, b);
    if (status == RT_OK)
        status = rows_spelling(self, *rows, &spelling);
    rows->how = spelling;
    rows->help = spelling_help(spelling);
    return status;
}

/* Reads rows of signs, with or without the head, into *b; its cells come from the job's memory. *first gets
 * the line of the first row. RT_OK, or a status whose reason was told. */
static inline int board_read(struct rt_self *self, const char *text, size_t length, bool head,
                             struct board *b, uint32_t *first)
{
    struct rt_rows rows = {.self = self, .name = "masyu", .cell = cell_of};
    *b = (struct board){0};
    int status = rt_rows_head(&rows, text, length, head);
    if (status == RT_OK)
        status = rows_options(self, &rows, b);
    if (status == RT_OK)
        status = rt_rows_check(&rows);
    if (status != RT_OK)
        return status;
    b->width = rows.width;
    b->height = rows.height;
    *first = rows.first;
    return (b->cell = rt_rows_fill(&rows)) ? RT_OK : RT_ENOMEM;
}

/* Counts the letters of a row. Fails at another sign. */
static inline int row_measure(struct rt_self *self, struct rt_span line, uint32_t number, uint32_t *n)
{
    struct rt_rows rows = {.self = self, .cell = cell_of, .help = spelling_help(SPELL_LETTERS)};
    return rt_rows_measure(&rows, line, number, n);
}

static inline void row_fill(struct rt_span line, uint8_t *cell)
{
    struct rt_rows rows = {.cell = cell_of};
    rt_rows_fill_row(&rows, line, cell);
}

/* ---- for writers ---- */

/* Does the format `name` say by itself how white pearls are meant? */
static inline int board_standard(struct rt_self *self, const struct board *b, const char *name)
{
    if (!b->own_variant || b->variant == RT_MASYU_STANDARD)
        return RT_OK;
    return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "%s can't say that white pearls mean '%s'; masyu.rows can", name,
                         BOARD_VARIANTS[b->variant]);
}

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
    return status == RT_OK ? board_standard(self, b, name) : status;
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

/* Hands *b over as canonical text. */
static inline int board_emit(struct rt_self *self, const struct board *b, const struct rt_origin *from)
{
    char *text = self->h->scratch(self, board_cells(b) + b->height + 80), *end = text;
    if (!text)
        return RT_ENOMEM;
    end += sprintf(end, "masyu %u %u\n%s", b->width, b->height, b->all_cells ? "all_cells\n" : "");
    if (b->own_variant)
        end += sprintf(end, "white %s\n", BOARD_VARIANTS[b->variant]);
    for (uint32_t cell = 0; cell < board_cells(b); cell++) {
        *end++ = ".WB"[b->cell[cell]];
        if ((cell + 1) % b->width == 0)
            *end++ = '\n';
    }
    return rt_emit_rows(self, text, (size_t)(end - text), 1u + b->all_cells + b->own_variant, b->height, from);
}

#endif
