/* A scene on a terminal: a sheet of paper, with its own background, so that it looks the same on dark and light ones.
 * Four columns a point and numbers in the margin while it is narrow, then two columns. */
#ifndef RATCHET_KIT_ANSI_H
#define RATCHET_KIT_ANSI_H

#include <ratchet/kit/scene.h>

#ifndef __cplusplus

#define RT_ANSI_WIDEST 36 /* points, four columns each */
#define RT_INK_DEFAULT UINT32_MAX
#define RT_INK_PAPER 0xfaf7eeu
#define RT_INK_INSIDE 0xdfe9f8u
#define RT_INK_MARGIN 0xefebdfu
#define RT_INK_PEN 0x202020u
#define RT_INK_PENCIL 0xb9b5a6u
#define RT_INK_NUMBER 0x8c8878u
#define RT_INK_LINE_BOTH 0x1f6feb
#define RT_INK_LINE_FIRST 0xd1242fu
#define RT_INK_LINE_SECOND 0x1a7f37u
#define RT_INK_LINE_MIXED 0x8250dfu

/* What is switched on; only changes are written. */
struct rt_pen {
    struct rt_self *self;
    uint32_t ink, paper;
};

/* How wide things are drawn. */
struct rt_sheet {
    const struct rt_scene *scene;
    const struct rt_lattice *lattice;   /* the scene's */
    const struct rt_picture *picture;
    uint32_t gap;    /* columns between two points */
    uint32_t margin; /* columns at the left, 0: no numbers */
    bool crosses;    /* show where no line goes */
    const uint8_t *side;    /* of each face, as rt_faces_sides; NULL: not shown */
};

static inline void rt_pen_colour(struct rt_pen *pen, uint32_t rgb, int layer)
{
    if (rgb == RT_INK_DEFAULT)
        pen->self->h->print(pen->self, "\x1b[%d9m", layer);
    else
        pen->self->h->print(pen->self, "\x1b[%d8;2;%u;%u;%um", layer, rgb >> 16 & 255, rgb >> 8 & 255,
                            rgb & 255);
}

static inline void rt_pen_put(struct rt_pen *pen, uint32_t ink, uint32_t paper, const char *text)
{
    if (ink != pen->ink)
        rt_pen_colour(pen, pen->ink = ink, 3);
    if (paper != pen->paper)
        rt_pen_colour(pen, pen->paper = paper, 4);
    pen->self->h->print(pen->self, "%s", text);
}

static inline void rt_pen_repeat(struct rt_pen *pen, uint32_t ink, uint32_t paper, const char *text, uint32_t n)
{
    while (n--)
        rt_pen_put(pen, ink, paper, text);
}

static inline void rt_pen_line(struct rt_pen *pen)
{
    pen->self->h->print(pen->self, "\x1b[0m\n");
    *pen = (struct rt_pen){pen->self, RT_INK_DEFAULT, RT_INK_DEFAULT};
}

static inline uint32_t rt_owner_colour(enum rt_owner owner)
{
    return owner == RT_OWNER_FIRST ? RT_INK_LINE_FIRST
                                   : owner == RT_OWNER_SECOND ? RT_INK_LINE_SECOND : RT_INK_LINE_BOTH;
}

/* Number of a row or column, in a field of the margin. */
static inline void rt_ansi_number(struct rt_pen *pen, uint32_t number, uint32_t width)
{
    char text[16];
    snprintf(text, sizeof text, "%*u ", (int)width - 1, number);
    rt_pen_put(pen, RT_INK_NUMBER, RT_INK_MARGIN, text);
}

/* Where the puzzle counts faces the numbers stand between the points. */
static inline void rt_ansi_top_numbers(struct rt_pen *pen, const struct rt_sheet *s)
{
    uint32_t shift = s->scene->faces ? s->gap / 2 + 1 : 0, columns = s->lattice->width - s->scene->faces;
    if (!s->margin)
        return;
    rt_pen_repeat(pen, RT_INK_NUMBER, RT_INK_MARGIN, " ", s->margin + 2 + shift);
    for (uint32_t c = 0; c < columns; c++) {
        char text[16];
        int n = snprintf(text, sizeof text, "%-*u", (int)s->gap + 1, c + 1);
        text[c + 1 == columns && n > 2 ? 2 : n] = 0;
        rt_pen_put(pen, RT_INK_NUMBER, RT_INK_MARGIN, text);
    }
    rt_pen_repeat(pen, RT_INK_NUMBER, RT_INK_MARGIN, " ", 1 + shift);
    rt_pen_line(pen);
}

static inline void rt_ansi_frame(struct rt_pen *pen, const struct rt_sheet *s, const char *left, const char *right)
{
    rt_pen_repeat(pen, RT_INK_NUMBER, RT_INK_MARGIN, " ", s->margin);
    rt_pen_put(pen, RT_INK_PENCIL, RT_INK_PAPER, left);
    rt_pen_repeat(pen, RT_INK_PENCIL, RT_INK_PAPER, "─", (s->lattice->width - 1) * (s->gap + 1) + 3);
    rt_pen_put(pen, RT_INK_PENCIL, RT_INK_PAPER, right);
    rt_pen_line(pen);
}

/* A point has the colour of its lines, where they are of one. */
static inline void rt_ansi_point(struct rt_pen *pen, const struct rt_sheet *s, uint32_t point)
{
    uint32_t links = 0, ink = RT_INK_PENCIL;
    const char *own = s->scene->point ? s->scene->point(s->scene->board, point, true) : NULL;
    for (uint32_t d = 0; d < 4; d++) {
        enum rt_owner owner = rt_owner_of(s->picture, rt_lattice_edge(s->lattice, point, d));
        if (owner == RT_OWNER_NONE)
            continue;
        ink = !links || ink == rt_owner_colour(owner) ? rt_owner_colour(owner) : RT_INK_LINE_MIXED;
        links |= 1u << d;
    }
    rt_pen_put(pen, own ? RT_INK_PEN : ink, RT_INK_PAPER, own ? own : rt_thick_stroke(links));
}

static inline void rt_ansi_level(struct rt_pen *pen, const struct rt_sheet *s, uint32_t edge)
{
    enum rt_owner owner = rt_owner_of(s->picture, edge);
    if (owner != RT_OWNER_NONE) {
        rt_pen_repeat(pen, rt_owner_colour(owner), RT_INK_PAPER, owner == RT_OWNER_SECOND ? "╍" : "━", s->gap);
        return;
    }
    bool cross = s->crosses && rt_is_crossed(s->picture, edge);
    rt_pen_repeat(pen, RT_INK_PENCIL, RT_INK_PAPER, " ", s->gap / 2);
    rt_pen_put(pen, RT_INK_PENCIL, RT_INK_PAPER, cross ? "×" : " ");
    rt_pen_repeat(pen, RT_INK_PENCIL, RT_INK_PAPER, " ", s->gap / 2);
}

static inline void rt_ansi_upright(struct rt_pen *pen, const struct rt_sheet *s, uint32_t edge)
{
    enum rt_owner owner = rt_owner_of(s->picture, edge);
    bool cross = s->crosses && rt_is_crossed(s->picture, edge);
    if (owner != RT_OWNER_NONE)
        rt_pen_put(pen, rt_owner_colour(owner), RT_INK_PAPER, owner == RT_OWNER_SECOND ? "╏" : "┃");
    else
        rt_pen_put(pen, RT_INK_PENCIL, RT_INK_PAPER, cross ? "×" : " ");
}

/* The number of a row, or as much room. */
static inline void rt_ansi_row_number(struct rt_pen *pen, const struct rt_sheet *s, uint32_t row, bool shown)
{
    if (s->margin && shown)
        rt_ansi_number(pen, row + 1, s->margin);
    else
        rt_pen_repeat(pen, RT_INK_NUMBER, RT_INK_MARGIN, " ", s->margin);
}

static inline void rt_ansi_row(struct rt_pen *pen, const struct rt_sheet *s, uint32_t row)
{
    rt_ansi_row_number(pen, s, row, !s->scene->faces);
    rt_pen_put(pen, RT_INK_PENCIL, RT_INK_PAPER, "│ ");
    for (uint32_t c = 0; c < s->lattice->width; c++) {
        uint32_t point = row * s->lattice->width + c;
        rt_ansi_point(pen, s, point);
        if (c + 1 < s->lattice->width)
            rt_ansi_level(pen, s, rt_lattice_edge(s->lattice, point, RT_EAST));
    }
    rt_pen_put(pen, RT_INK_PENCIL, RT_INK_PAPER, " │");
    rt_pen_line(pen);
}

/* What the puzzle has in a face, over the colour of the loop's inside. */
static inline void rt_ansi_face(struct rt_pen *pen, const struct rt_sheet *s, uint32_t face)
{
    const char *own = s->scene->face ? s->scene->face(s->scene->board, face, true) : NULL;
    uint32_t paper = s->side && s->side[face] == RT_SIDE_IN ? RT_INK_INSIDE : RT_INK_PAPER;
    rt_pen_repeat(pen, RT_INK_PENCIL, paper, " ", s->gap / 2);
    rt_pen_put(pen, own ? RT_INK_PEN : RT_INK_PENCIL, paper, own ? own : " ");
    rt_pen_repeat(pen, RT_INK_PENCIL, paper, " ", s->gap / 2);
}

static inline void rt_ansi_between(struct rt_pen *pen, const struct rt_sheet *s, uint32_t row)
{
    rt_ansi_row_number(pen, s, row, s->scene->faces);
    rt_pen_put(pen, RT_INK_PENCIL, RT_INK_PAPER, "│ ");
    for (uint32_t c = 0; c < s->lattice->width; c++) {
        rt_ansi_upright(pen, s, rt_lattice_edge(s->lattice, row * s->lattice->width + c, RT_SOUTH));
        if (c + 1 < s->lattice->width)
            rt_ansi_face(pen, s, rt_lattice_face(s->lattice, row, c));
    }
    rt_pen_put(pen, RT_INK_PENCIL, RT_INK_PAPER, " │");
    rt_pen_line(pen);
}

static inline void rt_ansi_legend(struct rt_pen *pen)
{
    rt_pen_put(pen, RT_INK_LINE_BOTH, RT_INK_PAPER, " ━━ both ");
    rt_pen_put(pen, RT_INK_LINE_FIRST, RT_INK_PAPER, " ━━ this one only ");
    rt_pen_put(pen, RT_INK_LINE_SECOND, RT_INK_PAPER, " ╍╍ the other only ");
    rt_pen_line(pen);
}

static inline void rt_ansi_title(struct rt_self *self, const char *title)
{
    self->h->print(self, "\x1b[1m");
    rt_put_text(self, title, false);
    self->h->print(self, "\x1b[0m\n");
}

static inline int rt_scene_ansi(struct rt_self *self, const struct rt_scene *scene, const struct rt_picture *picture)
{
    const struct rt_lattice *l = scene->lattice;
    bool wide = l->width <= RT_ANSI_WIDEST;
    struct rt_sheet s = {.scene = scene, .lattice = l, .picture = picture, .gap = wide ? 3 : 1,
                      .margin = !wide             ? 0
                                : l->height > 999 ? 6
                                : l->height > 9   ? 4
                                                  : 3,
                      .crosses = !rt_is_complete(l, picture->domains)};
    struct rt_pen pen = {self, RT_INK_DEFAULT, RT_INK_DEFAULT};
    if (scene->faces && picture->domains && !picture->other)
        s.side = rt_faces_sides(self, l, picture->domains);
    if (picture->title)
        rt_ansi_title(self, picture->title);
    rt_ansi_top_numbers(&pen, &s);
    rt_ansi_frame(&pen, &s, "╭", "╮");
    for (uint32_t row = 0; row < l->height; row++) {
        rt_ansi_row(&pen, &s, row);
        if (row + 1 < l->height)
            rt_ansi_between(&pen, &s, row);
        if (self->h->tick(self, l->width))
            return RT_ELIMIT;
    }
    rt_ansi_frame(&pen, &s, "╰", "╯");
    if (picture->other)
        rt_ansi_legend(&pen);
    return RT_OK;
}

#endif
#endif
