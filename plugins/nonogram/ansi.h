/* A nonogram on a terminal: a sheet of paper, with its own background, so that it looks the same on dark and
 * light ones.  Two columns a cell, clues in the margins, a fine line every five cells that takes no room: at
 * the left edge of a cell, and as underlining.  Larger boards are half blocks without clues. */
#ifndef NONOGRAM_ANSI_H
#define NONOGRAM_ANSI_H

#include "picture.h"

#define ANSI_WIDEST 60
#define PEN_DEFAULT UINT32_MAX
#define MARGIN 0xefebdfu /* paper beside the grid */
#define MARGIN_ODD 0xdad4c0u

/* What is switched on; only changes are written. */
struct pen {
    struct rt_self *self;
    uint32_t ink, paper;
    bool under, under_on; /* underlining wanted, and on */
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
    if (pen->under != pen->under_on)
        pen->self->h->print(pen->self, (pen->under_on = pen->under) ? "\x1b[4m" : "\x1b[24m");
    pen->self->h->print(pen->self, "%s", text);
}

static inline void pen_line(struct pen *pen)
{
    pen->self->h->print(pen->self, "\x1b[0m\n");
    *pen = (struct pen){pen->self, PEN_DEFAULT, PEN_DEFAULT, false, false};
}

static inline void pen_space(struct pen *pen, uint32_t paper, uint32_t n)
{
    while (n--)
        pen_put(pen, pen->ink, paper, " ");
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
    m.left = m.left < 2 ? 3 : m.left + 1;
    return m;
}

/* A block length, `width` columns wide, in its colour; neighbours in `odd` columns are a little paler. */
static inline void ansi_clue(struct pen *pen, const struct sheet *s, const struct rt_line_block *block,
                             uint32_t width, bool odd)
{
    char number[16];
    uint32_t margin = odd ? MARGIN_ODD : MARGIN, digits = digits_of(block->length);
    uint32_t rgb = s->coloured ? s->colour[block->colour].rgb : margin;
    snprintf(number, sizeof number, "%u", block->length);
    pen_space(pen, margin, width > digits ? width - digits : 0);
    if (odd && s->coloured)
        rgb = mix(rgb, mix(rgb, PAPER));
    pen_put(pen, contrast(rgb), rgb, number);
}

/* For a line without blocks. */
static const struct rt_line_block ansi_none = {0, 1};

static inline void ansi_top_clues(struct pen *pen, const struct sheet *s, const struct margins *m)
{
    for (uint32_t level = 0; level < m->top; level++) {
        pen_space(pen, MARGIN, m->left + 1);
        for (uint32_t c = 0; c < s->width; c++) {
            uint32_t line = s->height + c, k = sheet_blocks(s, line);
            if (level + k >= m->top)
                ansi_clue(pen, s, &s->block[s->first[line] + level + k - m->top], 2, c % 2);
            else if (!k && level + 1 == m->top && !s->coloured)
                ansi_clue(pen, s, &ansi_none, 2, c % 2);
            else
                pen_space(pen, c % 2 ? MARGIN_ODD : MARGIN, 2);
        }
        pen_space(pen, MARGIN, 1);
        pen_line(pen);
    }
}

static inline void ansi_left_clues(struct pen *pen, const struct sheet *s, const struct margins *m,
                                   uint32_t row)
{
    uint32_t used = 0;
    for (uint32_t j = s->first[row]; j < s->first[row + 1]; j++)
        used += digits_of(s->block[j].length) + 1;
    if (!used && !s->coloured) {
        ansi_clue(pen, s, &ansi_none, m->left - 1, false);
        pen_space(pen, MARGIN, 1);
        return;
    }
    pen_space(pen, MARGIN, m->left - used);
    for (uint32_t j = s->first[row]; j < s->first[row + 1]; j++) {
        ansi_clue(pen, s, &s->block[j], 0, false);
        pen_space(pen, MARGIN, 1);
    }
}

/* Upper or lower edge of the grid. */
static inline void ansi_edge(struct pen *pen, const struct sheet *s, const struct margins *m,
                             const char *left, const char *right)
{
    pen_space(pen, MARGIN, m->left);
    pen_put(pen, PENCIL, PAPER, left);
    for (uint32_t c = 0; c < s->width; c++)
        pen_put(pen, PENCIL, PAPER, "━━");
    pen_put(pen, PENCIL, PAPER, right);
    pen_line(pen);
}

/* `ruled`: a fine line runs along its left edge. */
static inline void ansi_cell(struct pen *pen, struct cell cell, bool ruled)
{
    uint32_t paper = cell.differs ? SIGNAL : cell.look == LOOK_FILLED ? cell.rgb : PAPER;
    if (cell.differs && cell.look == LOOK_FILLED)
        pen_put(pen, cell.rgb, paper, "▐▌");
    else if (cell.differs)
        pen_put(pen, INK, paper, cell.look == LOOK_UNKNOWN ? "??" : "  ");
    else if (cell.look == LOOK_UNKNOWN)
        pen_put(pen, HAZE, paper, ruled ? "▏░" : "░░");
    else
        pen_put(pen, PENCIL, paper, ruled ? "▏ " : "  ");
}

static inline void ansi_row(struct pen *pen, const struct sheet *s, const struct rt_picture *picture,
                            uint32_t row)
{
    pen_put(pen, PENCIL, PAPER, "┃");
    pen->under = (row + 1) % 5 == 0 && row + 1 < s->height;
    for (uint32_t c = 0; c < s->width; c++)
        ansi_cell(pen, picture_cell(s, picture, row * s->width + c), c % 5 == 0 && c);
    pen->under = false;
    pen_put(pen, PENCIL, PAPER, "┃");
    pen_line(pen);
}

static inline int ansi_wide(struct rt_self *self, const struct sheet *s, const struct rt_picture *picture,
                            const struct margins *m)
{
    struct pen pen = {self, PEN_DEFAULT, PEN_DEFAULT, false, false};
    ansi_top_clues(&pen, s, m);
    ansi_edge(&pen, s, m, "┏", "┓");
    for (uint32_t row = 0; row < s->height; row++) {
        ansi_left_clues(&pen, s, m, row);
        ansi_row(&pen, s, picture, row);
        if (self->h->tick(self, s->width))
            return RT_ELIMIT;
    }
    ansi_edge(&pen, s, m, "┗", "┛");
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
    struct pen pen = {self, PEN_DEFAULT, PEN_DEFAULT, false, false};
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
