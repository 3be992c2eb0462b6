/* Patterns as text.
 *
 *      ; a comment
 *      pattern two whites beside a black one's way
 *      variants standard both straight
 *      W . W
 *        X
 *        B
 *
 * A picture has a cell in every other column of every other line, and the edges between them: what is known is drawn
 * `-`, `|` (on) and `x` (off), what follows `=` (on) and `X` (off), a blank says nothing. Cells: `W` and `B` pearls,
 * `.` any cell of the board, `#` one beyond its border, a blank anything. `variants` is left out where it holds under
 * all three. */
#ifndef RULES_MASYU_PICTURE_H
#define RULES_MASYU_PICTURE_H

#include <ratchet/kind/masyu.h>
#include <ratchet/model.h>
#include <stdbool.h>
#include <string.h>

enum { PICTURE_SIDE = 9, PICTURE_COLUMNS = 2 * PICTURE_SIDE - 1, PICTURE_NAME = 80 };

struct picture {
    char name[PICTURE_NAME];
    uint32_t line;              /* where it begins */
    uint32_t variants;          /* bit v: it holds under enum rt_masyu_variant v */
    uint32_t rows, columns;     /* of the text */
    char at[PICTURE_COLUMNS][PICTURE_COLUMNS + 1];
};

/* A walk over the lines of a text. */
struct picture_lines {
    const char *at, *end;
    uint32_t number;
};

struct picture_line {
    const char *s;
    uint32_t n;
};

static inline bool picture_next_line(struct picture_lines *lines, struct picture_line *line)
{
    if (lines->at == lines->end)
        return false;
    const char *newline = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
    const char *stop = newline ? newline : lines->end;
    line->s = lines->at;
    lines->at = newline ? newline + 1 : lines->end;
    lines->number++;
    while (stop > line->s && strchr(" \t\r", stop[-1]))
        stop--;
    line->n = (uint32_t)(stop - line->s);
    return true;
}

/* Takes `word` off the front, with blanks behind it. */
static inline bool picture_takes(struct picture_line *line, const char *word)
{
    size_t n = strlen(word);
    if (line->n < n || memcmp(line->s, word, n) || (line->n > n && line->s[n] != ' '))
        return false;
    line->s += n;
    line->n -= (uint32_t)n;
    while (line->n && *line->s == ' ')
        line->s++, line->n--;
    return true;
}

static inline int picture_variants(struct rt_self *self, struct picture *p, struct picture_line rest, uint32_t number)
{
    static const char *const names[] = {"standard", "both", "straight"};
    p->variants = 0;
    while (rest.n) {
        uint32_t v = 0;
        while (v < 3 && !picture_takes(&rest, names[v]))
            v++;
        if (v == 3)
            return self->h->fail(self, RT_EINPUT, number, 0,
                                 "after `variants` come one or more of standard, both and straight");
        p->variants |= 1u << v;
    }
    return p->variants ? RT_OK : self->h->fail(self, RT_EINPUT, number, 0, "`variants` names none");
}

static inline int picture_row(struct rt_self *self, struct picture *p, struct picture_line line, uint32_t number)
{
    if (line.n > PICTURE_COLUMNS || p->rows == PICTURE_COLUMNS)
        return self->h->fail(self, RT_EINPUT, number, 0, "the picture is too large: at most %d cells a side",
                             PICTURE_SIDE);
    for (uint32_t c = 0; c < line.n; c++) {
        bool cell = !(p->rows & 1) && !(c & 1), edge = (p->rows ^ c) & 1;
        const char *known = cell ? "WB.# " : !edge ? " " : c & 1 ? " -x=X" : " |x=X";
        if (!strchr(known, line.s[c]) || !line.s[c])
            return self->h->fail(self, RT_EINPUT, number, c + 1, "unexpected character here: a %s is one of '%s'",
                                 cell ? "cell" : edge ? "line between cells" : "corner between cells", known);
        p->at[p->rows][c] = line.s[c];
    }
    p->rows++;
    if (line.n > p->columns)
        p->columns = line.n;
    return RT_OK;
}

static inline char picture_at(const struct picture *p, int row, int column)
{
    bool inside = row >= 0 && column >= 0 && row < (int)p->rows && column < (int)p->columns;
    return inside && p->at[row][column] ? p->at[row][column] : ' ';
}

static inline bool picture_on_board(char cell)
{
    return cell == 'W' || cell == 'B' || cell == '.';
}

static inline bool picture_forced(char edge)
{
    return edge == '=' || edge == 'X';
}

/* Every edge joins two cells of the board; something is known and something follows. */
static inline int picture_check(struct rt_self *self, struct picture *p)
{
    uint32_t pearls = 0, forced = 0;
    for (int r = 0; r < (int)p->rows; r++)
        for (int c = 0; c < (int)p->columns; c++) {
            char here = picture_at(p, r, c);
            bool edge = (r ^ c) & 1;
            pearls += here == 'W' || here == 'B';
            forced += edge && picture_forced(here);
            if (edge && here != ' ' &&
                !(picture_on_board(picture_at(p, r - !(c & 1), c - (c & 1))) &&
                  picture_on_board(picture_at(p, r + !(c & 1), c + (c & 1)))))
                return self->h->fail(self, RT_EINPUT, p->line, 0,
                                     "pattern '%s': the line at row %d, column %d of its picture does not join two "
                                     "cells of the board ('.', 'W' or 'B')", p->name, r + 1, c + 1);
        }
    if (!pearls || !forced)
        return self->h->fail(self, RT_EINPUT, p->line, 0, "pattern '%s' %s", p->name,
                             pearls ? "says of no line what follows ('=' or 'X')" : "holds no pearl");
    return RT_OK;
}

/* Trailing empty lines are no part of the picture. */
static inline int picture_end(struct rt_self *self, struct picture *p)
{
    bool empty = true;
    while (p->rows && empty) {
        for (uint32_t c = 0; c < PICTURE_COLUMNS; c++)
            empty &= !p->at[p->rows - 1][c];
        p->rows -= empty;
    }
    return picture_check(self, p);
}

static inline int picture_begin(struct rt_self *self, struct picture *p, struct picture_line name, uint32_t number)
{
    *p = (struct picture){.line = number, .variants = 7};
    if (!name.n || name.n >= PICTURE_NAME)
        return self->h->fail(self, RT_EINPUT, number, 0, "a pattern needs a name of at most %d bytes",
                             PICTURE_NAME - 1);
    memcpy(p->name, name.s, name.n);
    return RT_OK;
}

/* How many patterns the text may hold. */
static inline uint32_t pictures_count(const char *text, size_t length)
{
    struct picture_lines lines = {text, text + length, 0};
    struct picture_line line;
    uint32_t n = 0;
    while (picture_next_line(&lines, &line))
        n += picture_takes(&line, "pattern");
    return n;
}

/* Reads them all into `p`, which has room for pictures_count. RT_OK, or a status whose reason was told. */
static inline int pictures_read(struct rt_self *self, const char *text, size_t length, struct picture *p)
{
    struct picture_lines lines = {text, text + length, 0};
    struct picture_line line;
    struct picture *now = NULL;
    int status = RT_OK;
    while (status == RT_OK && picture_next_line(&lines, &line)) {
        if (line.n && *line.s == ';')
            continue;
        if (picture_takes(&line, "pattern")) {
            status = now ? picture_end(self, now) : RT_OK;
            now = now ? now + 1 : p;
            if (status == RT_OK)
                status = picture_begin(self, now, line, lines.number);
        } else if (!now && line.n) {
            status = self->h->fail(self, RT_EINPUT, lines.number, 1, "a pattern begins with the line 'pattern NAME'");
        } else if (now && !now->rows && picture_takes(&line, "variants")) {
            status = picture_variants(self, now, line, lines.number);
        } else if (now && (now->rows || line.n)) {
            status = picture_row(self, now, line, lines.number);
        }
    }
    return status == RT_OK && now ? picture_end(self, now) : status;
}

#endif
