/* A grid as text: cells and the edges between them, in 2 * height - 1 lines of 2 * width - 1 signs.
 *
 *      W-.-B     as long as something is open: letters for the cells, - and | for lines, x where none goes,
 *      | x       a blank for what is not known
 *      . .x.
 *
 *      ○─┐ ·     once all is known: the loop drawn through, and a blank where no line goes
 *      │ │
 *      └─●
 *
 * Read back, ? is always an edge not known, and a blank means what it means where it was drawn: signs of the
 * second kind tell them apart.  A loop typed with - and | alone, closed and without x, is complete too. */
#ifndef MASYU_ASCII_H
#define MASYU_ASCII_H

#include "picture.h"

/* A line being put together, at most 3 bytes a sign. */
struct strip {
    char *text;
    size_t n;
};

static inline void strip_put(struct strip *strip, const char *sign)
{
    size_t n = strlen(sign);
    memcpy(strip->text + strip->n, sign, n);
    strip->n += n;
}

static inline void strip_end(struct strip *strip)
{
    while (strip->n && strip->text[strip->n - 1] == ' ')
        strip->n--;
    strip->text[strip->n++] = '\n';
}

static inline const char *ascii_cell(const struct board *b, const struct rt_picture *picture, uint32_t cell,
                                     bool drawn)
{
    static const char *const letters[] = {".", "W", "B"};
    if (!drawn)
        return letters[b->cell[cell]];
    return b->cell[cell] ? pearl_sign(b->cell[cell]) : thin_stroke(drawn_links(b, picture, cell));
}

static inline const char *ascii_edge(const struct rt_picture *picture, uint32_t edge, bool level, bool drawn)
{
    switch (look_of(picture->domains, edge)) {
    case LOOK_ON:
        return level ? (drawn ? "─" : "-") : drawn ? "│" : "|";
    case LOOK_OFF:
        return drawn ? " " : "x";
    default:
        return " ";
    }
}

/* The row of cells, and the edges below it. */
static inline void ascii_row(const struct board *b, const struct rt_picture *picture, uint32_t row,
                             bool drawn, struct strip *strip)
{
    for (uint32_t c = 0; c < b->width; c++) {
        uint32_t cell = row * b->width + c;
        strip_put(strip, ascii_cell(b, picture, cell, drawn));
        if (c + 1 < b->width)
            strip_put(strip, ascii_edge(picture, board_edge(b, cell, EAST), true, drawn));
    }
    strip_end(strip);
    if (row + 1 == b->height)
        return;
    for (uint32_t c = 0; c < b->width; c++) {
        strip_put(strip, ascii_edge(picture, board_edge(b, row * b->width + c, SOUTH), false, drawn));
        strip_put(strip, " ");
    }
    strip_end(strip);
}

/* Bytes that ascii_row takes at most. */
static inline size_t ascii_row_size(const struct board *b)
{
    return 12 * (size_t)b->width + 2;
}

static inline int ascii_render(struct rt_self *self, const struct board *b, const struct rt_picture *given)
{
    struct rt_picture picture = {.domains = given->domains};
    bool drawn = is_complete(b, given->domains);
    char *text = self->h->scratch(self, ascii_row_size(b));
    int status = text ? RT_OK : RT_ENOMEM;
    for (uint32_t row = 0; row < b->height && status == RT_OK; row++) {
        struct strip strip = {text, 0};
        ascii_row(b, &picture, row, drawn, &strip);
        status = self->h->write(self, strip.text, strip.n);
    }
    return status;
}

/* The same as a string in the memory of this call; NULL: there is none left. */
static inline const char *ascii_string(struct rt_self *self, const struct board *b, const uint64_t *domains)
{
    struct rt_picture picture = {.domains = domains};
    bool drawn = is_complete(b, domains);
    struct strip strip = {self->h->scratch(self, ascii_row_size(b) * b->height + 1), 0};
    for (uint32_t row = 0; strip.text && row < b->height; row++)
        ascii_row(b, &picture, row, drawn, &strip);
    return strip.text;
}

/* ---- reading ---- */

enum sign {
    SIGN_BLANK,
    SIGN_UNKNOWN,
    SIGN_OFF,
    SIGN_LEVEL,
    SIGN_UPRIGHT,
    SIGN_WHITE,
    SIGN_BLACK,
    SIGN_CELL,
    SIGN_NONE
};

struct picture_reader {
    struct rt_self *self;
    const struct board *board;
    bool drawn;      /* a blank is no line */
    uint32_t number; /* of the line being read */
    struct span line;
    uint8_t *edge; /* enum look, one an edge */
};

static inline enum sign ascii_sign(char c)
{
    switch (c) {
    case ' ':
    case '\t':
        return SIGN_BLANK;
    case '?':
        return SIGN_UNKNOWN;
    case 'x':
    case 'X':
        return SIGN_OFF;
    case '-':
        return SIGN_LEVEL;
    case '|':
        return SIGN_UPRIGHT;
    case 'W':
    case 'w':
        return SIGN_WHITE;
    case 'B':
    case 'b':
        return SIGN_BLACK;
    case '.':
    case '+':
        return SIGN_CELL;
    default:
        return SIGN_NONE;
    }
}

/* Takes one sign off the front of `rest`. */
static inline enum sign take_sign(struct span *rest)
{
    static const struct {
        char text[4];
        enum sign sign;
    } drawn[] = {{"─", SIGN_LEVEL}, {"━", SIGN_LEVEL}, {"│", SIGN_UPRIGHT}, {"┃", SIGN_UPRIGHT},
                 {"○", SIGN_WHITE}, {"●", SIGN_BLACK}, {"×", SIGN_OFF},     {"·", SIGN_CELL}};
    size_t n = 1;
    enum sign sign = ascii_sign(rest->s[0]);
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn && sign == SIGN_NONE; i++)
        if (strlen(drawn[i].text) <= rest->n && !memcmp(rest->s, drawn[i].text, strlen(drawn[i].text))) {
            sign = drawn[i].sign;
            n = strlen(drawn[i].text);
        }
    /* The other box-drawing characters, U+2500 to U+257F, are cells that the line goes through. */
    if (sign == SIGN_NONE && rest->n >= 3 && rest->s[0] == '\xE2' && (rest->s[1] & 0xFE) == 0x94) {
        sign = SIGN_CELL;
        n = 3;
    }
    rest->s += n;
    rest->n -= n;
    return sign;
}

static inline bool has_drawing(const char *text, size_t length)
{
    static const char *const signs[] = {"\xE2\x94", "\xE2\x95", "\xE2\x97", "\xC2\xB7"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (length && memmem(text, length, signs[i], strlen(signs[i])))
            return true;
    return false;
}

#define MARKS_FAIL(r, at, ...)                                                                               \
    ((r)->self->h->fail((r)->self, RT_EINPUT, (r)->number, column_of((r)->line, (at)), __VA_ARGS__))

static inline int read_cell(struct picture_reader *r, uint32_t cell, struct span at, enum sign sign)
{
    static const char *const names[] = {"no pearl", "a white pearl", "a black pearl"};
    char shown[8];
    uint8_t pearl = r->board->cell[cell];
    uint32_t row = cell / r->board->width + 1, column = cell % r->board->width + 1;
    if (sign == SIGN_NONE || sign == SIGN_OFF)
        return MARKS_FAIL(r, at.s, "%s is no sign for a cell; r%uc%u stands here", show_char(at, shown), row,
                          column);
    if (sign != SIGN_WHITE && sign != SIGN_BLACK)
        return RT_OK;
    if (pearl == (sign == SIGN_WHITE ? RT_MASYU_IS_WHITE : RT_MASYU_IS_BLACK))
        return RT_OK;
    return MARKS_FAIL(r, at.s, "the picture has %s at r%uc%u, where the puzzle has %s",
                      names[sign == SIGN_WHITE ? 1 : 2], row, column, names[pearl]);
}

static inline int read_edge(struct picture_reader *r, uint32_t cell, uint32_t d, struct span at,
                            enum sign sign)
{
    char shown[8];
    enum sign line = d == EAST ? SIGN_LEVEL : SIGN_UPRIGHT;
    uint32_t edge = board_edge(r->board, cell, d), width = r->board->width;
    uint32_t to = board_beside(r->board, cell, d);
    if (sign == line)
        r->edge[edge] = LOOK_ON;
    else if (sign == SIGN_OFF || (sign == SIGN_BLANK && r->drawn))
        r->edge[edge] = LOOK_OFF;
    else if (sign != SIGN_BLANK && sign != SIGN_UNKNOWN)
        return MARKS_FAIL(r, at.s,
                          "%s can't stand between r%uc%u and r%uc%u; a line is '%s', no line 'x', and "
                          "not known '?'",
                          show_char(at, shown), cell / width + 1, cell % width + 1, to / width + 1,
                          to % width + 1, d == EAST ? "-" : "|");
    return RT_OK;
}

/* Line y of the picture; what it lacks at its end is blank. */
static inline int read_strip(struct picture_reader *r, uint32_t y)
{
    uint32_t width = r->board->width;
    struct span rest = r->line;
    for (uint32_t x = 0; x < 2 * width - 1 || rest.n; x++) {
        struct span at = rest;
        uint32_t cell = y / 2 * width + x / 2;
        enum sign sign = rest.n ? take_sign(&rest) : SIGN_BLANK;
        int status = RT_OK;
        if (x >= 2 * width - 1 || (y % 2 && x % 2))
            status = sign == SIGN_BLANK ? RT_OK
                     : x >= 2 * width - 1
                         ? MARKS_FAIL(r, at.s, "there is more than a board %u wide takes: %u signs", width,
                                      2 * width - 1)
                         : MARKS_FAIL(r, at.s, "nothing can stand here, between four cells");
        else if (x % 2 || y % 2)
            status = read_edge(r, cell, x % 2 ? EAST : SOUTH, at, sign);
        else
            status = read_cell(r, cell, at, sign);
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

/* Line numbers of the picture: blank lines around it don't count, unless the first cells are not shown. */
static inline int find_strips(struct rt_self *self, const struct board *b, const char *text, size_t length,
                              uint32_t *first)
{
    uint32_t need = 2 * b->height - 1, top = 0, bottom = 0;
    struct lines lines = lines_of(text, length);
    struct span line;
    while (lines_next(&lines, &line))
        if (span_trim(line).n) {
            top = top ? top : lines.number;
            bottom = lines.number;
        }
    if (top && bottom - top + 1 < need && bottom >= need)
        top = bottom - need + 1;
    *first = top;
    if (top && bottom - top + 1 == need)
        return RT_OK;
    return self->h->fail(
        self, RT_EINPUT, bottom, 0,
        "the picture has %u lines; a board %u high is drawn in %u, one a row and one between rows",
        top ? bottom - top + 1 : 0, b->height, need);
}

/* Every cell is left as often as entered, at least one is, and nothing was said about where no line goes. */
static inline bool is_closed(const struct picture_reader *r)
{
    const struct board *b = r->board;
    bool any = false;
    for (uint32_t e = 0; e < board_edges(b); e++)
        if (r->edge[e] == LOOK_OFF)
            return false;
    for (uint32_t cell = 0; cell < board_cells(b); cell++) {
        uint32_t on = 0;
        for (uint32_t d = 0; d < 4; d++)
            on += board_edge(b, cell, d) != RT_NOPOS && r->edge[board_edge(b, cell, d)] == LOOK_ON;
        if (on && on != 2)
            return false;
        any |= on;
    }
    return any;
}

/* Reads a picture as the mask of each edge. RT_OK, or a status whose reason was told. */
static inline int picture_read(struct rt_self *self, const struct board *b, const char *text, size_t length,
                               uint64_t *domains)
{
    struct picture_reader r = {.self = self, .board = b, .drawn = has_drawing(text, length)};
    struct lines lines = lines_of(text, length);
    uint32_t first;
    int status = find_strips(self, b, text, length, &first);
    if (status != RT_OK)
        return status;
    if (!(r.edge = self->h->scratch(self, board_edges(b) + 1)))
        return RT_ENOMEM;
    while (status == RT_OK && lines_next(&lines, &r.line)) {
        r.number = lines.number;
        if (r.number >= first && r.number < first + 2 * b->height - 1)
            status = read_strip(&r, r.number - first);
        if (status == RT_OK && self->h->tick(self, 1 + r.line.n / 64))
            status = RT_ELIMIT;
    }
    bool open = !length || memchr(text, '?', length);
    bool closed = status == RT_OK && !r.drawn && !open && is_closed(&r);
    for (uint32_t e = 0; e < board_edges(b) && status == RT_OK; e++)
        domains[e] = r.edge[e] == LOOK_ON ? 2 : r.edge[e] == LOOK_OFF || closed ? 1 : 3;
    return status;
}

static inline int marks_read(struct rt_self *self, const struct board *b, const char *text, size_t length)
{
    uint64_t *domains = self->h->scratch(self, (board_edges(b) + 1) * sizeof *domains);
    int status = domains ? picture_read(self, b, text, length, domains) : RT_ENOMEM;
    for (uint32_t e = 0; e < board_edges(b) && status == RT_OK; e++)
        status = domains[e] == 3 ? RT_OK : self->h->mark(self, e, domains[e]);
    return status;
}

#endif
