/* A board on a terminal: a sheet of paper, with its own background, so that it looks the same on dark and
 * light ones.  Four columns a cell and numbers in the margin while it is narrow, then two columns. */
#ifndef MASYU_ANSI_H
#define MASYU_ANSI_H

#include "picture.h"

#define ANSI_WIDEST 36 /* cells, four columns each */
#define PEN_DEFAULT UINT32_MAX
#define PAPER 0xfaf7eeu
#define MARGIN 0xefebdfu
#define INK 0x202020u
#define PENCIL 0xb9b5a6u
#define NUMBER 0x8c8878u
#define LINE_BOTH 0x1f6feb
#define LINE_FIRST 0xd1242fu
#define LINE_SECOND 0x1a7f37u
#define LINE_MIXED 0x8250dfu

/* What is switched on; only changes are written. */
struct pen {
    struct rt_self *self;
    uint32_t ink, paper;
};

/* How wide things are drawn. */
struct sheet {
    const struct board *board;
    const struct rt_picture *picture;
    uint32_t gap;    /* columns between two cells */
    uint32_t margin; /* columns at the left, 0: no numbers */
    bool crosses;    /* show where no line goes */
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

static inline void pen_repeat(struct pen *pen, uint32_t ink, uint32_t paper, const char *text, uint32_t n)
{
    while (n--)
        pen_put(pen, ink, paper, text);
}

static inline void pen_line(struct pen *pen)
{
    pen->self->h->print(pen->self, "\x1b[0m\n");
    *pen = (struct pen){pen->self, PEN_DEFAULT, PEN_DEFAULT};
}

static inline uint32_t owner_colour(enum owner owner)
{
    return owner == OWNER_FIRST ? LINE_FIRST : owner == OWNER_SECOND ? LINE_SECOND : LINE_BOTH;
}

/* Number of a row or column, in a field of the margin. */
static inline void ansi_number(struct pen *pen, uint32_t number, uint32_t width)
{
    char text[16];
    snprintf(text, sizeof text, "%*u ", (int)width - 1, number);
    pen_put(pen, NUMBER, MARGIN, text);
}

static inline void ansi_top_numbers(struct pen *pen, const struct sheet *s)
{
    if (!s->margin)
        return;
    pen_repeat(pen, NUMBER, MARGIN, " ", s->margin + 2);
    for (uint32_t c = 0; c < s->board->width; c++) {
        char text[16];
        int n = snprintf(text, sizeof text, "%-*u", (int)s->gap + 1, c + 1);
        text[c + 1 == s->board->width && n > 2 ? 2 : n] = 0;
        pen_put(pen, NUMBER, MARGIN, text);
    }
    pen_put(pen, NUMBER, MARGIN, s->board->width > 9 ? " " : " ");
    pen_line(pen);
}

static inline void ansi_frame(struct pen *pen, const struct sheet *s, const char *left, const char *right)
{
    pen_repeat(pen, NUMBER, MARGIN, " ", s->margin);
    pen_put(pen, PENCIL, PAPER, left);
    pen_repeat(pen, PENCIL, PAPER, "─", (s->board->width - 1) * (s->gap + 1) + 3);
    pen_put(pen, PENCIL, PAPER, right);
    pen_line(pen);
}

/* A cell has the colour of its lines, where they are of one. */
static inline void ansi_cell(struct pen *pen, const struct sheet *s, uint32_t cell)
{
    uint32_t links = 0, ink = PENCIL;
    for (uint32_t d = 0; d < 4; d++) {
        enum owner owner = owner_of(s->picture, board_edge(s->board, cell, d));
        if (owner == OWNER_NONE)
            continue;
        ink = !links || ink == owner_colour(owner) ? owner_colour(owner) : LINE_MIXED;
        links |= 1u << d;
    }
    if (s->board->cell[cell])
        pen_put(pen, INK, PAPER, pearl_sign(s->board->cell[cell]));
    else
        pen_put(pen, ink, PAPER, thick_stroke(links));
}

static inline void ansi_level(struct pen *pen, const struct sheet *s, uint32_t edge)
{
    enum owner owner = owner_of(s->picture, edge);
    if (owner != OWNER_NONE) {
        pen_repeat(pen, owner_colour(owner), PAPER, owner == OWNER_SECOND ? "╍" : "━", s->gap);
        return;
    }
    bool cross = s->crosses && is_crossed(s->picture, edge);
    pen_repeat(pen, PENCIL, PAPER, " ", s->gap / 2);
    pen_put(pen, PENCIL, PAPER, cross ? "×" : " ");
    pen_repeat(pen, PENCIL, PAPER, " ", s->gap / 2);
}

static inline void ansi_upright(struct pen *pen, const struct sheet *s, uint32_t edge)
{
    enum owner owner = owner_of(s->picture, edge);
    bool cross = s->crosses && is_crossed(s->picture, edge);
    if (owner != OWNER_NONE)
        pen_put(pen, owner_colour(owner), PAPER, owner == OWNER_SECOND ? "╏" : "┃");
    else
        pen_put(pen, PENCIL, PAPER, cross ? "×" : " ");
}

static inline void ansi_row(struct pen *pen, const struct sheet *s, uint32_t row)
{
    if (s->margin)
        ansi_number(pen, row + 1, s->margin);
    pen_put(pen, PENCIL, PAPER, "│ ");
    for (uint32_t c = 0; c < s->board->width; c++) {
        uint32_t cell = row * s->board->width + c;
        ansi_cell(pen, s, cell);
        if (c + 1 < s->board->width)
            ansi_level(pen, s, board_edge(s->board, cell, EAST));
    }
    pen_put(pen, PENCIL, PAPER, " │");
    pen_line(pen);
}

static inline void ansi_between(struct pen *pen, const struct sheet *s, uint32_t row)
{
    pen_repeat(pen, NUMBER, MARGIN, " ", s->margin);
    pen_put(pen, PENCIL, PAPER, "│ ");
    for (uint32_t c = 0; c < s->board->width; c++) {
        ansi_upright(pen, s, board_edge(s->board, row * s->board->width + c, SOUTH));
        if (c + 1 < s->board->width)
            pen_repeat(pen, PENCIL, PAPER, " ", s->gap);
    }
    pen_put(pen, PENCIL, PAPER, " │");
    pen_line(pen);
}

static inline void ansi_legend(struct pen *pen)
{
    pen_put(pen, LINE_BOTH, PAPER, " ━━ both ");
    pen_put(pen, LINE_FIRST, PAPER, " ━━ this one only ");
    pen_put(pen, LINE_SECOND, PAPER, " ╍╍ the other only ");
    pen_line(pen);
}

static inline void ansi_title(struct rt_self *self, const char *title)
{
    self->h->print(self, "\x1b[1m");
    put_title(self, title, false);
    self->h->print(self, "\x1b[0m\n");
}

static inline int ansi_render(struct rt_self *self, const struct board *b, const struct rt_picture *picture)
{
    bool wide = b->width <= ANSI_WIDEST;
    struct sheet s = {b, picture, wide ? 3 : 1,
                      !wide             ? 0
                      : b->height > 999 ? 6
                      : b->height > 9   ? 4
                                        : 3,
                      !is_complete(b, picture->domains)};
    struct pen pen = {self, PEN_DEFAULT, PEN_DEFAULT};
    if (picture->title)
        ansi_title(self, picture->title);
    ansi_top_numbers(&pen, &s);
    ansi_frame(&pen, &s, "╭", "╮");
    for (uint32_t row = 0; row < b->height; row++) {
        ansi_row(&pen, &s, row);
        if (row + 1 < b->height)
            ansi_between(&pen, &s, row);
        if (self->h->tick(self, b->width))
            return RT_ELIMIT;
    }
    ansi_frame(&pen, &s, "╰", "╯");
    if (picture->other)
        ansi_legend(&pen);
    return RT_OK;
}

#endif
