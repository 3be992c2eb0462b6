/* A scene as SVG.  Things of one kind stand in a group, an element each: two pictures of a board then have in common
 * what didn't change. */
#ifndef RATCHET_KIT_SVG_H
#define RATCHET_KIT_SVG_H

#include <ratchet/kit/scene.h>

#ifndef __cplusplus

enum {
    RT_SVG_CELL = 32,
    RT_SVG_BORDER = 16,
    RT_SVG_TITLE_HEIGHT = 30,
    RT_SVG_LEGEND_HEIGHT = 26,
    RT_SVG_LEGEND_WIDTH = 325
};

/* Pixels; the north-western point is at x, y. */
struct rt_svg {
    uint32_t x, y, width, height;
};

/* `margin`: of the board round its outer points. */
static inline struct rt_svg rt_svg_layout(const struct rt_lattice *l, const struct rt_picture *picture, uint32_t margin)
{
    uint32_t around = RT_SVG_BORDER + margin;
    struct rt_svg at = {around, around + (picture->title ? RT_SVG_TITLE_HEIGHT : 0),
                        (l->width - 1) * RT_SVG_CELL + 2 * around, 0};
    at.height = at.y + (l->height - 1) * RT_SVG_CELL + around + (picture->other ? RT_SVG_LEGEND_HEIGHT : 0);
    if (picture->other && at.width < RT_SVG_LEGEND_WIDTH + 2 * RT_SVG_BORDER) {
        at.x += (RT_SVG_LEGEND_WIDTH + 2 * RT_SVG_BORDER - at.width) / 2;
        at.width = RT_SVG_LEGEND_WIDTH + 2 * RT_SVG_BORDER;
    }
    return at;
}

/* Up to the background and the title; `name` is the puzzle's, `defs` what its signs need, for rt_svg_use. */
static inline void rt_svg_head(struct rt_self *self, const struct rt_svg *at, const char *title, const char *name,
                            const char *defs)
{
    self->h->print(
        self,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" "
        "font-family=\"sans-serif\" font-size=\"13\">\n<title>",
        at->width, at->height, at->width, at->height);
    rt_put_text(self, title ? title : name, true);
    self->h->print(self,
                   "</title>\n<defs>%s<path id=\"x\" "
                   "d=\"M-3 -3L3 3M-3 3L3 -3\" stroke=\"#a3a3a3\" stroke-width=\"1.5\" "
                   "stroke-linecap=\"round\"/></defs>\n<rect width=\"%u\" height=\"%u\" fill=\"#ffffff\"/>\n",
                   defs, at->width, at->height);
    if (!title)
        return;
    self->h->print(self, "<text x=\"%u\" y=\"%u\" font-size=\"18\" text-anchor=\"middle\" fill=\"#1c1c1c\">",
                   at->width / 2, RT_SVG_BORDER + 16);
    rt_put_text(self, title, true);
    self->h->print(self, "</text>\n");
}

/* Where a point is. */
static inline uint32_t rt_svg_x(const struct rt_lattice *l, const struct rt_svg *at, uint32_t point)
{
    return at->x + point % l->width * RT_SVG_CELL;
}

static inline uint32_t rt_svg_y(const struct rt_lattice *l, const struct rt_svg *at, uint32_t point)
{
    return at->y + point / l->width * RT_SVG_CELL;
}

static inline void rt_svg_use(struct rt_self *self, const char *what, uint32_t x, uint32_t y)
{
    self->h->print(self, "<use href=\"#%s\" x=\"%u\" y=\"%u\"/>\n", what, x, y);
}

/* The line from `point` on in direction d, as far as it goes on straight. */
static inline void rt_svg_run(struct rt_self *self, const struct rt_lattice *l, const struct rt_picture *picture,
                           const struct rt_svg *at, enum rt_owner owner, uint32_t point, uint32_t d)
{
    uint32_t length = 0, end = point, before = rt_lattice_edge(l, point, d ^ 2);
    if (rt_owner_of(picture, rt_lattice_edge(l, point, d)) != owner || rt_owner_of(picture, before) == owner)
        return;
    for (; rt_owner_of(picture, rt_lattice_edge(l, end, d)) == owner; end = rt_lattice_beside(l, end, d))
        length += RT_SVG_CELL;
    self->h->print(self, "<path d=\"M%u %u%c%u\"/>\n", rt_svg_x(l, at, point), rt_svg_y(l, at, point),
                   d == RT_EAST ? 'h' : 'v', length);
}

static inline void rt_svg_lines(struct rt_self *self, const struct rt_lattice *l, const struct rt_picture *picture,
                             const struct rt_svg *at, enum rt_owner owner)
{
    static const char *const style[] = {[RT_OWNER_BOTH] = "both\" stroke=\"#1f6feb",
                                        [RT_OWNER_FIRST] = "first\" stroke=\"#d1242f",
                                        [RT_OWNER_SECOND] =
                                            "second\" stroke-dasharray=\"1 7\" stroke=\"#1a7f37"};
    self->h->print(self, "<g class=\"%s\" stroke-width=\"5\" stroke-linecap=\"round\" fill=\"none\">\n",
                   style[owner]);
    for (uint32_t point = 0; point < rt_lattice_points(l); point++) {
        rt_svg_run(self, l, picture, at, owner, point, RT_EAST);
        rt_svg_run(self, l, picture, at, owner, point, RT_SOUTH);
    }
    self->h->print(self, "</g>\n");
}

/* What is inside, as far as that is known: the faces side by side in a row as one rectangle. */
static inline void rt_svg_inside(struct rt_self *self, const struct rt_lattice *l, const uint64_t *domains,
                              const struct rt_svg *at)
{
    const uint8_t *side = domains ? rt_faces_sides(self, l, domains) : NULL;
    if (!side)
        return;
    self->h->print(self, "<g class=\"inside\" fill=\"#e3eefc\">\n");
    for (uint32_t row = 0; row + 1 < l->height; row++)
        for (uint32_t c = 0, n = 0; c + 1 < l->width; c += n + 1) {
            for (n = 0; c + n + 1 < l->width && side[rt_lattice_face(l, row, c + n)] == RT_SIDE_IN;)
                n++;
            if (n)
                self->h->print(self, "<path d=\"M%u %uh%uv%dh-%uz\"/>\n", rt_svg_x(l, at, c),
                               at->y + row * RT_SVG_CELL, n * RT_SVG_CELL, RT_SVG_CELL, n * RT_SVG_CELL);
        }
    self->h->print(self, "</g>\n");
}

static inline void rt_svg_crosses(struct rt_self *self, const struct rt_lattice *l, const struct rt_picture *picture,
                               const struct rt_svg *at)
{
    self->h->print(self, "<g class=\"crosses\">\n");
    for (uint32_t e = 0; e < rt_lattice_edges(l); e++) {
        bool level;
        uint32_t point = rt_lattice_start(l, e, &level);
        if (rt_crosser_of(picture, e) == RT_OWNER_BOTH)
            rt_svg_use(self, "x", rt_svg_x(l, at, point) + (level ? RT_SVG_CELL / 2 : 0),
                    rt_svg_y(l, at, point) + (level ? 0 : RT_SVG_CELL / 2));
    }
    self->h->print(self, "</g>\n");
}

/* Larger ones for those of one grid only. */
static inline void rt_svg_crosses_of(struct rt_self *self, const struct rt_lattice *l, const struct rt_picture *picture,
                                  const struct rt_svg *at, enum rt_owner owner)
{
    self->h->print(self, "<g class=\"crosses\" stroke=\"%s\" stroke-width=\"2.5\" stroke-linecap=\"round\">\n",
                   owner == RT_OWNER_FIRST ? "#d1242f" : "#1a7f37");
    for (uint32_t e = 0; e < rt_lattice_edges(l); e++) {
        bool level;
        uint32_t point = rt_lattice_start(l, e, &level);
        if (rt_crosser_of(picture, e) == owner)
            self->h->print(self, "<path d=\"M%u %ul8 8m-8 0l8 -8\"/>\n",
                           rt_svg_x(l, at, point) + (level ? RT_SVG_CELL / 2 : 0) - 4,
                           rt_svg_y(l, at, point) + (level ? 0 : RT_SVG_CELL / 2) - 4);
    }
    self->h->print(self, "</g>\n");
}

static inline void rt_svg_legend(struct rt_self *self, const struct rt_svg *at)
{
    uint32_t x = (at->width - RT_SVG_LEGEND_WIDTH) / 2, y = at->height - RT_SVG_BORDER;
    self->h->print(self,
                   "<g stroke-width=\"5\" stroke-linecap=\"round\"><path stroke=\"#1f6feb\" d=\"M%u %uh20\"/>"
                   "<path stroke=\"#d1242f\" d=\"M%u %uh20\"/><path stroke=\"#1a7f37\" "
                   "stroke-dasharray=\"1 7\" d=\"M%u %uh20\"/></g>\n<g fill=\"#4a4a4a\">"
                   "<text x=\"%u\" y=\"%u\">both</text><text x=\"%u\" y=\"%u\">this one only</text>"
                   "<text x=\"%u\" y=\"%u\">the other only</text></g>\n",
                   x, y, x + 76, y, x + 208, y, x + 28, y + 4, x + 104, y + 4, x + 236, y + 4);
}

/* Crosses as long as something is open, and the lines, in two colours where there are two grids. */
static inline void rt_svg_line(struct rt_self *self, const struct rt_lattice *l, const struct rt_picture *picture,
                            const struct rt_svg *at)
{
    bool open = !rt_is_complete(l, picture->domains) || (picture->other && !rt_is_complete(l, picture->other));
    if (open)
        rt_svg_crosses(self, l, picture, at);
    rt_svg_lines(self, l, picture, at, RT_OWNER_BOTH);
    if (!picture->other)
        return;
    for (int owner = RT_OWNER_FIRST; open && owner <= RT_OWNER_SECOND; owner++)
        rt_svg_crosses_of(self, l, picture, at, (enum rt_owner)owner);
    rt_svg_lines(self, l, picture, at, RT_OWNER_FIRST);
    rt_svg_lines(self, l, picture, at, RT_OWNER_SECOND);
    rt_svg_legend(self, at);
}

#endif
#endif
