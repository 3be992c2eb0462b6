/* A board as SVG: thin squares, what is inside the loop, pearls, the loop over them; prints well before and
 * after solving. */
#ifndef MASYU_SVG_H
#define MASYU_SVG_H

#include "ascii.h"

#include <ratchet/kit/svg.h>

static inline void svg_grid(struct rt_self *self, const struct board *b, const struct rt_svg *at)
{
    uint32_t x = at->x - RT_SVG_CELL / 2, y = at->y - RT_SVG_CELL / 2;
    self->h->print(self, "<path fill=\"none\" stroke=\"#d4d4d4\" d=\"");
    for (uint32_t c = 1; c < b->width; c++)
        self->h->print(self, "M%u %uv%u", x + c * RT_SVG_CELL, y, b->height * RT_SVG_CELL);
    for (uint32_t r = 1; r < b->height; r++)
        self->h->print(self, "M%u %uh%u", x, y + r * RT_SVG_CELL, b->width * RT_SVG_CELL);
    self->h->print(self,
                   "\"/>\n<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" rx=\"3\" fill=\"none\" "
                   "stroke=\"#4a4a4a\" stroke-width=\"2\"/>\n",
                   x, y, b->width * RT_SVG_CELL, b->height * RT_SVG_CELL);
}

static inline void svg_pearls(struct rt_self *self, const struct board *b, const struct rt_svg *at)
{
    for (uint32_t i = 0; i < b->npearls; i++) {
        uint32_t cell = b->pearl[i];
        rt_svg_use(self, b->cell[cell] == RT_MASYU_IS_WHITE ? "w" : "b", rt_svg_x(&b->lattice, at, cell),
                   rt_svg_y(&b->lattice, at, cell));
    }
}

static inline int svg_render(struct rt_self *self, const struct board *b, const struct rt_picture *picture)
{
    static const char defs[] = "<circle id=\"w\" r=\"11\" fill=\"#ffffff\" stroke=\"#1c1c1c\" stroke-width=\"2\"/>"
                               "<circle id=\"b\" r=\"12\" fill=\"#1c1c1c\"/>";
    struct rt_svg at = rt_svg_layout(&b->lattice, picture, RT_SVG_CELL / 2);
    rt_svg_head(self, &at, picture->title, "Masyu", defs);
    if (!picture->other)
        rt_svg_inside(self, &b->lattice, picture->domains, &at);
    svg_grid(self, b, &at);
    svg_pearls(self, b, &at);
    if (self->h->tick(self, board_cells(b)))
        return RT_ELIMIT;
    rt_svg_line(self, &b->lattice, picture, &at);
    return self->h->print(self, "</svg>\n");
}

#endif
