/* A board as SVG: dots, clues, what is inside the loop, the loop; prints well before and after solving. */
#ifndef SLITHERLINK_SVG_H
#define SLITHERLINK_SVG_H

#include "board.h"

#include <ratchet/kit/svg.h>

enum { SVG_MARGIN = 4 };

static inline void svg_dots(struct rt_self *self, const struct board *b, const struct rt_svg *at)
{
    self->h->print(self, "<g fill=\"#4a4a4a\">\n");
    for (uint32_t point = 0; point < rt_lattice_points(&b->points); point++)
        self->h->print(self, "<circle cx=\"%u\" cy=\"%u\" r=\"2\"/>\n", rt_svg_x(&b->points, at, point),
                       rt_svg_y(&b->points, at, point));
    self->h->print(self, "</g>\n");
}

static inline void svg_clues(struct rt_self *self, const struct board *b, const struct rt_svg *at)
{
    self->h->print(self, "<g font-size=\"18\" text-anchor=\"middle\" fill=\"#1c1c1c\">\n");
    for (uint32_t cell = 0; cell < board_cells(b); cell++) {
        uint32_t corner = rt_lattice_corner(&b->points, cell);
        if (b->clue[cell] != RT_SLITHERLINK_NONE)
            self->h->print(self, "<text x=\"%u\" y=\"%u\">%u</text>\n",
                           rt_svg_x(&b->points, at, corner) + RT_SVG_CELL / 2,
                           rt_svg_y(&b->points, at, corner) + RT_SVG_CELL / 2 + 6, b->clue[cell]);
    }
    self->h->print(self, "</g>\n");
}

static inline int svg_render(struct rt_self *self, const struct board *b, const struct rt_picture *picture)
{
    struct rt_svg at = rt_svg_layout(&b->points, picture, SVG_MARGIN);
    rt_svg_head(self, &at, picture->title, "Slitherlink", "");
    if (!picture->other)
        rt_svg_inside(self, &b->points, picture->domains, &at);
    svg_clues(self, b, &at);
    if (self->h->tick(self, board_cells(b)))
        return RT_ELIMIT;
    rt_svg_line(self, &b->points, picture, &at);
    svg_dots(self, b, &at);
    return self->h->print(self, "</svg>\n");
}

#endif
