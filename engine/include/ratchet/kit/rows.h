/* A board as rows of cells, a sign each, with or without blanks between; in front perhaps `NAME WIDTH HEIGHT`, which
 * the canonical text of a puzzle has. */
#ifndef RATCHET_KIT_ROWS_H
#define RATCHET_KIT_ROWS_H

#include <ratchet/kit/text.h>

#ifndef __cplusplus

#define RT_ROWS_SIDE 65535u
#define RT_ROWS_CELLS (1u << 20)

struct rt_rows {
    struct rt_self *self;
    const char *name;       /* the puzzle's */
    /* The value of a sign, -1: it is none. `how` and `help` (what cells look like, for errors) are the caller's, and
     * may be set once the head is read. */
    int (*cell)(char sign, uint32_t how);
    uint32_t how;
    const char *help;
    /* The rest is filled in here. */
    uint32_t width, height; /* 0: not known yet */
    struct rt_lines lines;  /* stands behind `line` */
    struct rt_span line;    /* the next row */
    bool more;              /* there is one */
    bool gap;               /* a blank line was met behind the last row */
    uint32_t head;          /* line that gives the size; 0: none does, the rows do */
    uint32_t first;         /* line of the first row */
};

/* Is this a size that we take?  Fails with a sentence if not. */
static inline int rt_check_size(struct rt_self *self, uint32_t line, uint32_t column, uint32_t width, uint32_t height)
{
    if (!width || !height)
        return self->h->fail(self, RT_EINPUT, line, column,
                             "the board is %u wide and %u high; it needs at least one cell", width, height);
    if (width > RT_ROWS_SIDE || height > RT_ROWS_SIDE || (uint64_t)width * height > RT_ROWS_CELLS)
        return self->h->fail(self, RT_EINPUT, line, column,
                             "the board is too large: at most %u cells a side and %u in all", RT_ROWS_SIDE,
                             RT_ROWS_CELLS);
    return RT_OK;
}

static inline bool rt_rows_next(struct rt_rows *rows)
{
    rows->gap = false;
    while ((rows->more = rt_lines_next(&rows->lines, &rows->line)) && !rt_span_trim(rows->line).n)
        rows->gap = true;
    return rows->more;
}

/* To the first line, and over `NAME WIDTH HEIGHT` if that is it; `needed`: it must be. */
static inline int rt_rows_head(struct rt_rows *rows, const char *text, size_t length, bool needed)
{
    struct rt_self *self = rows->self;
    rows->lines = rt_lines_of(text, length);
    rt_rows_next(rows);
    struct rt_span rest = rows->line;
    uint32_t number = rows->lines.number ? rows->lines.number : 1;
    if (!rows->more || !rt_span_is(rt_span_word(&rest), rows->name))
        return needed ? self->h->fail(self, RT_EINPUT, number, 1,
                                      "a %s puzzle begins with the line '%s WIDTH HEIGHT'", rows->name, rows->name)
                      : RT_OK;
    rows->head = number;
    if (!rt_span_is_number(rt_span_word(&rest), &rows->width) ||
        !rt_span_is_number(rt_span_word(&rest), &rows->height) || rt_span_word(&rest).n)
        return self->h->fail(self, RT_EINPUT, number, 1, "expected '%s WIDTH HEIGHT', with two numbers", rows->name);
    int status = rt_check_size(self, number, 1, rows->width, rows->height);
    rt_rows_next(rows);
    return status;
}

/* Counts the cells of a row. Fails at a sign that is none. */
static inline int rt_rows_measure(const struct rt_rows *rows, struct rt_span line, uint32_t number, uint32_t *n)
{
    char shown[8];
    *n = 0;
    for (size_t i = 0; i < line.n; i++)
        if (rows->cell(line.s[i], rows->how) >= 0)
            ++*n;
        else if (!rt_is_blank(line.s[i]))
            return rows->self->h->fail(rows->self, RT_EINPUT, number, (uint32_t)i + 1, "%s is no cell; %s",
                                       rt_show_char((struct rt_span){line.s + i, line.n - i}, shown), rows->help);
    return RT_OK;
}

static inline void rt_rows_fill_row(const struct rt_rows *rows, struct rt_span line, uint8_t *cell)
{
    for (size_t i = 0; i < line.n; i++)
        if (rows->cell(line.s[i], rows->how) >= 0)
            *cell++ = (uint8_t)rows->cell(line.s[i], rows->how);
}

static inline int rt_rows_width(const struct rt_rows *rows, uint32_t row, uint32_t n)
{
    struct rt_self *self = rows->self;
    uint32_t number = rows->lines.number;
    if (n == rows->width)
        return RT_OK;
    if (rows->head)
        return self->h->fail(self, RT_EINPUT, number, 0, "row %u has %u cells, but the board is %u wide%s", row + 1, n,
                             rows->width,
                             n == rows->height && rows->width != rows->height ? "; are width and height swapped?" : "");
    return self->h->fail(self, RT_EINPUT, number, 0, "row %u has %u cells, but row 1 has %u", row + 1, n, rows->width);
}

/* Row by row: its number from 0, and what was wrong. */
static inline int rt_rows_check_row(struct rt_rows *rows, uint32_t row)
{
    struct rt_self *self = rows->self;
    uint32_t number = rows->lines.number, n;
    int status = rt_rows_measure(rows, rows->line, number, &n);
    if (status == RT_OK && row && rows->gap)
        status = self->h->fail(self, RT_EINPUT, number - 1, 0,
                               "a blank line within the board; a file holds one board");
    if (status == RT_OK && !row && !rows->head)
        status = rt_check_size(self, number, 0, rows->width = n, 1);
    if (status == RT_OK && rows->head && row == rows->height)
        status = self->h->fail(self, RT_EINPUT, number, 1, "one row too many: the board is %u high", row);
    if (status == RT_OK)
        status = rt_rows_width(rows, row, n);
    return status == RT_OK && self->h->tick(self, 1 + n / 64) ? RT_ELIMIT : status;
}

/* Looks at all rows, before any memory is asked for; their size is known then. */
static inline int rt_rows_check(struct rt_rows *rows)
{
    struct rt_self *self = rows->self;
    struct rt_rows ahead = *rows;
    uint32_t row = 0;
    if (!rows->more)
        return self->h->fail(self, RT_EINPUT, rows->lines.number ? rows->lines.number : 1, 0,
                             "there are no rows; %s", rows->help);
    rows->first = rows->lines.number;
    for (; ahead.more; row++, rt_rows_next(&ahead)) {
        int status = rt_rows_check_row(&ahead, row);
        if (status != RT_OK)
            return status;
    }
    if (rows->head && row < rows->height)
        return self->h->fail(self, RT_EINPUT, ahead.lines.number, 0,
                             "the board ends after row %u, but it is %u high", row, rows->height);
    rows->width = ahead.width;
    rows->height = row;
    return rt_check_size(self, rows->first, 0, rows->width, rows->height);
}

/* Takes all rows, which were checked, into memory that lives as long as the job; NULL: there is none. */
static inline uint8_t *rt_rows_fill(struct rt_rows *rows)
{
    uint8_t *cell = rows->self->h->alloc(rows->self, (size_t)rows->width * rows->height);
    for (uint32_t row = 0; cell && row < rows->height; row++, rt_rows_next(rows))
        rt_rows_fill_row(rows, rows->line, cell + row * rows->width);
    return cell;
}

/* ---- handing a board over ---- */

/* What goes along with a board. */
struct rt_origin {
    uint32_t first; /* source line of its first row */
    bool one_line;  /* all rows stand in that line */
    struct rt_span title, author;
    const char *marks, *solution; /* as render prints them; NULL: none */
};

/* Canonical text: `text` of `length` bytes, `head` lines in front of `height` rows. */
static inline int rt_emit_rows(struct rt_self *self, const char *text, size_t length, uint32_t head, uint32_t height,
                               const struct rt_origin *from)
{
    uint32_t *lines = self->h->scratch(self, (head + height) * sizeof *lines);
    if (!lines)
        return RT_ENOMEM;
    for (uint32_t i = 0; i < head + height; i++)
        lines[i] = i < head || from->one_line ? from->first : from->first + i - head;
    struct rt_puzzle_text puzzle = {.size = sizeof puzzle,
                                    .nlines = head + height,
                                    .text = text,
                                    .length = length,
                                    .lines = lines,
                                    .title = rt_span_string(self, from->title),
                                    .author = rt_span_string(self, from->author),
                                    .marks = from->marks,
                                    .solution = from->solution};
    return self->h->emit(self, &puzzle);
}

/* For writers of formats that hold one board; `name` is the format's, `other` one that takes several. */
static inline int rt_single(struct rt_self *self, uint32_t count, const char *name, const char *other)
{
    if (count == 1)
        return RT_OK;
    return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "%s holds one board, not %u; %s takes several", name, count,
                         other);
}

#endif
#endif
