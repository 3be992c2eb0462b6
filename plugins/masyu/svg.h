/* A board as SVG: thin squares, what is inside the loop, pearls, the loop over them; prints well before and
 * after solving. Things of one kind stand in a group, an element each: two pictures of a board then have in
 * common what didn't change. */
#ifndef MASYU_SVG_H
#define MASYU_SVG_H

#include "faces.h"

enum { CELL = 32, BORDER = 16, TITLE_HEIGHT = 30, LEGEND_HEIGHT = 26, LEGEND_WIDTH = 325 };

/* Pixels; the board's corner is at x, y. */
struct layout {
    uint32_t x, y, width, height;
};

static inline struct layout svg_layout(const struct board *b, const struct rt_picture *picture)
{
    struct layout at = {BORDER, BORDER + (picture->title ? TITLE_HEIGHT : 0), b->width * CELL + 2 * BORDER,
                        0};
    at.height = at.y + b->height * CELL + BORDER + (picture->other ? LEGEND_HEIGHT : 0);
    if (picture->other && at.width < LEGEND_WIDTH + 2 * BORDER) {
        at.x += (LEGEND_WIDTH + 2 * BORDER - at.width) / 2;
        at.width = LEGEND_WIDTH + 2 * BORDER;
    }
    return at;
}

static inline void svg_head(struct rt_self *self, const struct layout *at, const char *title)
{
    self->h->print(
        self,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" "
        "font-family=\"sans-serif\" font-size=\"13\">\n<title>",
        at->width, at->height, at->width, at->height);
    put_title(self, title ? title : "Masyu", true);
    self->h->print(self,
                   "</title>\n<defs><circle id=\"w\" r=\"11\" fill=\"#ffffff\" stroke=\"#1c1c1c\" "
                   "stroke-width=\"2\"/><circle id=\"b\" r=\"12\" fill=\"#1c1c1c\"/><path id=\"x\" "
                   "d=\"M-3 -3L3 3M-3 3L3 -3\" stroke=\"#a3a3a3\" stroke-width=\"1.5\" "
                   "stroke-linecap=\"round\"/></defs>\n<rect width=\"%u\" height=\"%u\" fill=\"#ffffff\"/>\n",
                   at->width, at->height);
    if (!title)
        return;
    self->h->print(self, "<text x=\"%u\" y=\"%u\" font-size=\"18\" text-anchor=\"middle\" fill=\"#1c1c1c\">",
                   at->width / 2, BORDER + 16);
    put_title(self, title, true);
    self->h->print(self, "</text>\n");
}

static inline void svg_grid(struct rt_self *self, const struct board *b, const struct layout *at)
{
    self->h->print(self, "<path fill=\"none\" stroke=\"#d4d4d4\" d=\"");
    for (uint32_t c = 1; c < b->width; c++)
        self->h->print(self, "M%u %uv%u", at->x + c * CELL, at->y, b->height * CELL);
    for (uint32_t r = 1; r < b->height; r++)
        self->h->print(self, "M%u %uh%u", at->x, at->y + r * CELL, b->width * CELL);
    self->h->print(self,
                   "\"/>\n<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" rx=\"3\" fill=\"none\" "
                   "stroke=\"#4a4a4a\" stroke-width=\"2\"/>\n",
                   at->x, at->y, b->width * CELL, b->height * CELL);
}

/* The middle of a cell. */
static inline uint32_t svg_x(const struct board *b, const struct layout *at, uint32_t cell)
{
    return at->x + cell % b->width * CELL + CELL / 2;
}

static inline uint32_t svg_y(const struct board *b, const struct layout *at, uint32_t cell)
{
    return at->y + cell / b->width * CELL + CELL / 2;
}

static inline void svg_use(struct rt_self *self, const char *what, uint32_t x, uint32_t y)
{
    self->h->print(self, "<use href=\"#%s\" x=\"%u\" y=\"%u\"/>\n", what, x, y);
}

static inline void svg_pearls(struct rt_self *self, const struct board *b, const struct layout *at)
{
    for (uint32_t i = 0; i < b->npearls; i++) {
        uint32_t cell = b->pearl[i];
        svg_use(self, b->cell[cell] == RT_MASYU_IS_WHITE ? "w" : "b", svg_x(b, at, cell), svg_y(b, at, cell));
    }
}

/* The line from `cell` on in direction d, as far as it goes on straight. */
static inline void svg_run(struct rt_self *self, const struct board *b, const struct rt_picture *picture,
                           const struct layout *at, enum owner owner, uint32_t cell, uint32_t d)
{
    uint32_t length = 0, end = cell, before = board_edge(b, cell, d ^ 2);
    if (owner_of(picture, board_edge(b, cell, d)) != owner || owner_of(picture, before) == owner)
        return;
    for (; owner_of(picture, board_edge(b, end, d)) == owner; end = board_beside(b, end, d))
        length += CELL;
    self->h->print(self, "<path d=\"M%u %u%c%u\"/>\n", svg_x(b, at, cell), svg_y(b, at, cell),
                   d == EAST ? 'h' : 'v', length);
}

static inline void svg_lines(struct rt_self *self, const struct board *b, const struct rt_picture *picture,
                             const struct layout *at, enum owner owner)
{
    static const char *const style[] = {[OWNER_BOTH] = "both\" stroke=\"#1f6feb",
                                        [OWNER_FIRST] = "first\" stroke=\"#d1242f",
                                        [OWNER_SECOND] =
                                            "second\" stroke-dasharray=\"1 7\" stroke=\"#1a7f37"};
    self->h->print(self, "<g class=\"%s\" stroke-width=\"5\" stroke-linecap=\"round\" fill=\"none\">\n",
                   style[owner]);
    for (uint32_t cell = 0; cell < board_cells(b); cell++) {
        svg_run(self, b, picture, at, owner, cell, EAST);
        svg_run(self, b, picture, at, owner, cell, SOUTH);
    }
    self->h->print(self, "</g>\n");
}

/* What is inside, as far as that is known: the faces side by side in a row as one rectangle. */
static inline void svg_inside(struct rt_self *self, const struct board *b, const uint64_t *domains,
                              const struct layout *at)
{
    const uint8_t *side = domains ? faces_sides(self, b, domains) : NULL;
    if (!side)
        return;
    self->h->print(self, "<g class=\"inside\" fill=\"#e3eefc\">\n");
    for (uint32_t row = 0; row + 1 < b->height; row++)
        for (uint32_t c = 0, n = 0; c + 1 < b->width; c += n + 1) {
            for (n = 0; c + n + 1 < b->width && side[face_index(b, row, c + n)] == SIDE_IN;)
                n++;
            if (n)
                self->h->print(self, "<path d=\"M%u %uh%uv%dh-%uz\"/>\n", svg_x(b, at, c),
                               at->y + row * CELL + CELL / 2, n * CELL, CELL, n * CELL);
        }
    self->h->print(self, "</g>\n");
}

static inline void svg_crosses(struct rt_self *self, const struct board *b, const struct rt_picture *picture,
                               const struct layout *at)
{
    self->h->print(self, "<g class=\"crosses\">\n");
    for (uint32_t e = 0; e < board_edges(b); e++) {
        bool level;
        uint32_t cell = board_start(b, e, &level);
        if (is_crossed(picture, e))
            svg_use(self, "x", svg_x(b, at, cell) + (level ? CELL / 2 : 0),
                    svg_y(b, at, cell) + (level ? 0 : CELL / 2));
    }
    self->h->print(self, "</g>\n");
}

static inline void svg_legend(struct rt_self *self, const struct layout *at)
{
    uint32_t x = (at->width - LEGEND_WIDTH) / 2, y = at->height - BORDER;
    self->h->print(self,
                   "<g stroke-width=\"5\" stroke-linecap=\"round\"><path stroke=\"#1f6feb\" d=\"M%u %uh20\"/>"
                   "<path stroke=\"#d1242f\" d=\"M%u %uh20\"/><path stroke=\"#1a7f37\" "
                   "stroke-dasharray=\"1 7\" d=\"M%u %uh20\"/></g>\n<g fill=\"#4a4a4a\">"
                   "<text x=\"%u\" y=\"%u\">both</text><text x=\"%u\" y=\"%u\">this one only</text>"
                   "<text x=\"%u\" y=\"%u\">the other only</text></g>\n",
                   x, y, x + 76, y, x + 208, y, x + 28, y + 4, x + 104, y + 4, x + 236, y + 4);
}

static inline int svg_render(struct rt_self *self, const struct board *b, const struct rt_picture *picture)
{
    struct layout at = svg_layout(b, picture);
    svg_head(self, &at, picture->title);
    if (!picture->other)
        svg_inside(self, b, picture->domains, &at);
    svg_grid(self, b, &at);
    svg_pearls(self, b, &at);
    if (self->h->tick(self, board_cells(b)))
        return RT_ELIMIT;
    if (!is_complete(b, picture->domains))
        svg_crosses(self, b, picture, &at);
    svg_lines(self, b, picture, &at, OWNER_BOTH);
    if (picture->other) {
        svg_lines(self, b, picture, &at, OWNER_FIRST);
        svg_lines(self, b, picture, &at, OWNER_SECOND);
        svg_legend(self, &at);
    }
    return self->h->print(self, "</svg>\n");
}

#endif
