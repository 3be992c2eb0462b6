/* A nonogram on a terminal: a sheet of paper, with its own background, so that it looks the same on dark and
 * light ones.  Two columns a cell with clues in the margins; larger boards as half blocks without clues. */
#ifndef NONOGRAM_ANSI_H
#define NONOGRAM_ANSI_H

#include "picture.h"

#define ANSI_WIDEST 60
#define PEN_DEFAULT UINT32_MAX

/* Colours now on; only changes are written. */
struct pen {
    struct rt_self *self;
    uint32_t ink, paper;
};

struct margins {
    uint32_t left;    /* columns */
    uint32_t top;     /* lines */
    uint32_t longest; /* block above a column */
};

static inline void pen_colour(struct pen *pen, uint32_t rgb, int layer)
{
    if (rgb == PEN_DEFAULT)
        pen->self->h->print(pen->self, "\x1b[%d9m", layer);
    else
        pen->self->h->print(pen->self, "\x1b[%d8;2;%u;%u;%um", layer, rgb >> 16 & 255, rgb >> 8 & 255,
                            rgb & 255);
}

static inline void pen_put(struct pen *pen, uint32_t ink, uint32_t paper, const char *text)
{
    if (ink != pen->ink)
        pen_colour(pen, pen->ink = ink, 3);
    if (paper != pen->paper)
        pen_colour(pen, pen->paper = paper, 4);
    pen->self->h->print(pen->self, "%s", text);
}

static inline void pen_line(struct pen *pen)
{
    if (pen->ink != PEN_DEFAULT || pen->paper != PEN_DEFAULT)
        pen->self->h->print(pen->self, "\x1b[0m");
    pen->ink = pen->paper = PEN_DEFAULT;
    pen->self->h->print(pen->self, "\n");
}

static inline void pen_space(struct pen *pen, uint32_t n)
{
    while (n--)
        pen_put(pen, PEN_DEFAULT, PEN_DEFAULT, " ");
}

static inline struct margins ansi_margins(const struct sheet *s)
{
    struct margins m = {0};
    for (uint32_t line = 0; line < s->nlines; line++) {
        uint32_t width = 0, k = sheet_blocks(s, line) ? sheet_blocks(s, line) : 1;
        for (uint32_t j = s->first[line]; j < s->first[line + 1]; j++) {
            width += digits_of(s->block[j].length) + 1;
            if (line >= s->height && s->block[j].length > m.longest)
                m.longest = s->block[j].length;
        }
        if (line < s->height)
            m.left = width > m.left ? width : m.left;
        else
            m.top = k > m.top ? k : m.top;
    }
    m.left = m.left < 2 ? 2 : m.left;
    return m;
}

/* A block length, `width` columns wide, in its colour. */
static inline void ansi_clue(struct pen *pen, const struct sheet *s, const struct rt_line_block *block,
                             uint32_t width)
{
    char number[16];
    uint32_t digits = digits_of(block->length);
    uint32_t rgb = s->colour[block->colour].rgb;
    snprintf(number, sizeof number, "%u", block->length);
    pen_space(pen, width > digits ? width - digits : 0);
    pen_put(pen, s->coloured ? contrast(rgb) : PEN_DEFAULT, s->coloured ? rgb : PEN_DEFAULT, number);
}

static inline bool is_fifth(uint32_t i, uint32_t n)
{
    return i % 5 == 0 && i && i < n;
}

static inline void ansi_top_clues(struct pen *pen, const struct sheet *s, const struct margins *m)
{
    static const struct rt_line_block none = {0, 1};
    for (uint32_t level = 0; level < m->top; level++) {
        pen_space(pen, m->left + 1);
        for (uint32_t c = 0; c < s->width; c++) {
            uint32_t line = s->height + c, k = sheet_blocks(s, line);
            pen_space(pen, is_fifth(c, s->width));
            if (level + k >= m->top)
                ansi_clue(pen, s, &s->block[s->first[line] + level + k - m->top], 2);
            else if (!k && level + 1 == m->top && !s->coloured)
                ansi_clue(pen, s, &none, 2);
            else
                pen_space(pen, 2);
        }
        pen_line(pen);
    }
}

static inline void ansi_left_clues(struct pen *pen, const struct sheet *s, const struct margins *m,
                                   uint32_t row)
{
    uint32_t used = 0;
    for (uint32_t j = s->first[row]; j < s->first[row + 1]; j++)
        used += digits_of(s->block[j].length) + 1;
    if (!used) {
        pen_space(pen, m->left - 2);
        pen_put(pen, PEN_DEFAULT, PEN_DEFAULT, "0 ");
        return;
    }
    pen_space(pen, m->left - used);
    for (uint32_t j = s->first[row]; j < s->first[row + 1]; j++) {
        ansi_clue(pen, s, &s->block[j], 0);
        pen_space(pen, 1);
    }
}

/* A ruled line of the grid: left end, stroke, crossing, right end. */
static inline void ansi_rule(struct pen *pen, const struct sheet *s, const struct margins *m,
                             const char *const parts[4])
{
    pen_space(pen, m->left);
    pen_put(pen, PENCIL, PAPER, parts[0]);
    for (uint32_t c = 0; c < s->width; c++) {
        if (is_fifth(c, s->width))
            pen_put(pen, PENCIL, PAPER, parts[2]);
        pen_put(pen, PENCIL, PAPER, parts[1]);
        pen_put(pen, PENCIL, PAPER, parts[1]);
    }
    pen_put(pen, PENCIL, PAPER, parts[3]);
    pen_line(pen);
}

static inline void ansi_cell(struct pen *pen, struct cell cell)
{
    if (cell.differs && cell.look == LOOK_FILLED)
        pen_put(pen, cell.rgb, SIGNAL, "▐▌");
    else if (cell.differs)
        pen_put(pen, INK, SIGNAL, cell.look == LOOK_UNKNOWN ? "??" : "  ");
    else if (cell.look == LOOK_UNKNOWN)
        pen_put(pen, HAZE, PAPER, "░░");
    else
        pen_put(pen, pen->ink, cell.look == LOOK_FILLED ? cell.rgb : PAPER, "  ");
}

static inline void ansi_row(struct pen *pen, const struct sheet *s, const struct rt_picture *picture,
                            uint32_t row)
{
    pen_put(pen, PENCIL, PAPER, "┃");
    for (uint32_t c = 0; c < s->width; c++) {
        if (is_fifth(c, s->width))
            pen_put(pen, PENCIL, PAPER, "│");
        ansi_cell(pen, picture_cell(s, picture, row * s->width + c));
    }
    pen_put(pen, PENCIL, PAPER, "┃");
    pen_line(pen);
}

static inline int ansi_wide(struct rt_self *self, const struct sheet *s, const struct rt_picture *picture,
                            const struct margins *m)
{
    static const char *const top[4] = {"┏", "━", "┯", "┓"}, *const middle[4] = {"┠", "─", "┼", "┨"},
                             *const bottom[4] = {"┗", "━", "┷", "┛"};
    struct pen pen = {self, PEN_DEFAULT, PEN_DEFAULT};
    ansi_top_clues(&pen, s, m);
    ansi_rule(&pen, s, m, top);
    for (uint32_t row = 0; row < s->height; row++) {
        if (is_fifth(row, s->height))
            ansi_rule(&pen, s, m, middle);
        ansi_left_clues(&pen, s, m, row);
        ansi_row(&pen, s, picture, row);
        if (self->h->tick(self, s->width))
            return RT_ELIMIT;
    }
    ansi_rule(&pen, s, m, bottom);
    return RT_OK;
}

/* The one colour of a cell that has no room for signs. */
static inline uint32_t ansi_dot(const struct sheet *s, const struct rt_picture *picture, uint32_t row,
                                uint32_t c)
{
    if (row >= s->height)
        return PEN_DEFAULT;
    struct cell cell = picture_cell(s, picture, row * s->width + c);
    uint32_t rgb = cell.look == LOOK_UNKNOWN ? HAZE : cell.look == LOOK_FILLED ? cell.rgb : PAPER;
    return cell.differs ? mix(rgb, SIGNAL) : rgb;
}

static inline int ansi_halves(struct rt_self *self, const struct sheet *s, const struct rt_picture *picture)
{
    struct pen pen = {self, PEN_DEFAULT, PEN_DEFAULT};
    for (uint32_t row = 0; row < s->height; row += 2) {
        for (uint32_t c = 0; c < s->width; c++) {
            uint32_t upper = ansi_dot(s, picture, row, c), lower = ansi_dot(s, picture, row + 1, c);
            if (upper == lower)
                pen_put(&pen, pen.ink, lower, " ");
            else
                pen_put(&pen, upper, lower, "▀");
        }
        pen_line(&pen);
        if (self->h->tick(self, s->width))
            return RT_ELIMIT;
    }
    return RT_OK;
}

static inline int ansi_render(struct rt_self *self, const struct sheet *s, const struct rt_picture *picture)
{
    struct margins m = ansi_margins(s);
    if (picture->title) {
        self->h->print(self, "\x1b[1m");
        put_title(self, picture->title, false);
        self->h->print(self, "\x1b[0m\n");
    }
    if (s->width <= ANSI_WIDEST && m.longest < 100)
        return ansi_wide(self, s, picture, &m);
    return ansi_halves(self, s, picture);
}

#endif
