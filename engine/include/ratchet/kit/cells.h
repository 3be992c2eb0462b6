/* A board of cells as SVG: what frames it, and a cell that is not the same in two solutions. */
#ifndef RATCHET_KIT_CELLS_H
#define RATCHET_KIT_CELLS_H

#include <ratchet/kit/text.h>
#include <ratchet/puzzle.h>

#ifndef __cplusplus

enum { RT_CELLS_BORDER = 10, RT_CELLS_TITLE = 30, RT_CELLS_LEGEND = 24, RT_CELLS_LEGEND_WIDTH = 130 };

#define RT_CELLS_FIRST "#d1242f"    /* the colour of what the first solution alone has .. */
#define RT_CELLS_SECOND "#1a7f37"   /* .. and the second */
#define RT_CELLS_DIFFERS "#ffe8e8"  /* the ground of such a cell */

/* In pixels: where the board begins, and the size of the picture. */
struct rt_cells {
    uint32_t left, top, width, height;
};

/* For a board of this size, its margins included. */
static inline struct rt_cells rt_cells_layout(const struct rt_picture *picture, uint32_t width, uint32_t height)
{
    struct rt_cells at = {.left = RT_CELLS_BORDER, .top = RT_CELLS_BORDER + (picture->title ? RT_CELLS_TITLE : 0)};
    at.width = width + 2 * RT_CELLS_BORDER;
    at.height = at.top + height + RT_CELLS_BORDER + (picture->other ? RT_CELLS_LEGEND : 0);
    if (picture->other && at.width < RT_CELLS_LEGEND_WIDTH)
        at.width = RT_CELLS_LEGEND_WIDTH;
    return at;
}

/* Up to the board; `name` stands in for a title.  Text is in the middle of where it is put, and this high. */
static inline void rt_cells_head(struct rt_self *self, const struct rt_cells *at, const struct rt_picture *picture,
                                 const char *name, uint32_t font)
{
    self->h->print(self, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" "
                   "font-family=\"sans-serif\" font-size=\"%u\" text-anchor=\"middle\">\n<title>", at->width,
                   at->height, at->width, at->height, font);
    rt_put_text(self, picture->title ? picture->title : name, true);
    self->h->print(self, "</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
    if (!picture->title)
        return;
    self->h->print(self, "<text x=\"%u\" y=\"%u\" font-size=\"18\">", at->width / 2,
                   RT_CELLS_BORDER + RT_CELLS_TITLE / 2);
    rt_put_text(self, picture->title, true);
    self->h->print(self, "</text>\n");
}

/* Behind the board: which colour is whose, and the end. */
static inline int rt_cells_tail(struct rt_self *self, const struct rt_cells *at, const struct rt_picture *picture)
{
    uint32_t x = at->width / 2, y = at->height - RT_CELLS_BORDER;
    if (picture->other)
        self->h->print(self, "<g font-size=\"12\"><text x=\"%u\" y=\"%u\" fill=\"" RT_CELLS_FIRST "\">this one</text>"
                       "<text x=\"%u\" y=\"%u\" fill=\"" RT_CELLS_SECOND "\">the other</text></g>\n", x - 32, y, x + 32,
                       y);
    return self->h->print(self, "</svg>\n");
}

/* Text in a cell `side` wide and high, whose corner is there; in colour. */
static inline void rt_cells_text(struct rt_self *self, uint32_t x, uint32_t y, uint32_t side, const char *colour,
                                 const char *text)
{
    self->h->print(self, "<text x=\"%u\" y=\"%u\" fill=\"%s\">", x + side / 2, y + side * 7 / 10, colour);
    rt_put_text(self, text, true);
    self->h->print(self, "</text>\n");
}

/* What the two solutions have in a cell, small, one above the other. */
static inline void rt_cells_both(struct rt_self *self, uint32_t x, uint32_t y, uint32_t side, const char *first,
                                 const char *second)
{
    self->h->print(self, "<g font-size=\"%u\">\n", side * 9 / 20);
    self->h->print(self, "<text x=\"%u\" y=\"%u\" fill=\"" RT_CELLS_FIRST "\">", x + side * 3 / 10, y + side * 9 / 20);
    rt_put_text(self, first, true);
    self->h->print(self, "</text>\n<text x=\"%u\" y=\"%u\" fill=\"" RT_CELLS_SECOND "\">", x + side * 7 / 10,
                   y + side * 9 / 10);
    rt_put_text(self, second, true);
    self->h->print(self, "</text>\n</g>\n");
}

#endif
#endif
