/* A nonogram as SVG: clues in the margins, thick lines every five cells, prints well before and after
 * solving. */
#ifndef NONOGRAM_SVG_H
#define NONOGRAM_SVG_H

#include "picture.h"

enum {
    CELL = 20,
    CLUE_HEIGHT = 16,
    DIGIT = 8,
    CLUE_GAP = 6,
    BORDER = 10,
    TITLE_HEIGHT = 30,
    LEGEND_HEIGHT = 28,
    LEGEND_WIDTH = 276
};

/* Pixels; the grid's corner is at x, y. */
struct layout {
    uint32_t x, y, width, height;
};

static inline uint32_t svg_clue_width(const struct rt_line_block *block)
{
    return DIGIT * digits_of(block->length) + CLUE_GAP;
}

static inline struct layout svg_layout(const struct sheet *s, bool title, bool legend)
{
    uint32_t left = DIGIT + CLUE_GAP, top = 1;
    for (uint32_t line = 0; line < s->nlines; line++) {
        uint32_t width = 0, k = sheet_blocks(s, line);
        for (uint32_t j = s->first[line]; line < s->height && j < s->first[line + 1]; j++)
            width += svg_clue_width(&s->block[j]);
        left = width > left ? width : left;
        top = line >= s->height && k > top ? k : top;
    }
    struct layout at = {BORDER + left, BORDER + (title ? TITLE_HEIGHT : 0) + top * CLUE_HEIGHT + CLUE_GAP / 2,
                        0, 0};
    at.width = at.x + s->width * CELL + BORDER;
    at.height = at.y + s->height * CELL + BORDER + (legend ? LEGEND_HEIGHT : 0);
    if (legend && at.width < LEGEND_WIDTH + 2 * BORDER)
        at.width = LEGEND_WIDTH + 2 * BORDER;
    return at;
}

static inline void svg_head(struct rt_self *self, const struct layout *at, const char *title)
{
    self->h->print(
        self,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<title>",
        at->width, at->height, at->width, at->height);
    put_title(self, title ? title : "Nonogram", true);
    self->h->print(
        self,
        "</title>\n<defs><pattern id=\"unknown\" width=\"5\" height=\"5\" "
        "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><rect width=\"5\" height=\"5\" "
        "fill=\"#ececec\"/><path d=\"M0 0V5\" stroke=\"#b4b4b4\" stroke-width=\"2\"/></pattern></defs>\n"
        "<rect width=\"%u\" height=\"%u\" fill=\"#ffffff\"/>\n",
        at->width, at->height);
    if (!title)
        return;
    self->h->print(self, "<text x=\"%u\" y=\"%u\" font-size=\"18\" text-anchor=\"middle\">", at->width / 2,
                   BORDER + 18);
    put_title(self, title, true);
    self->h->print(self, "</text>\n");
}

/* A block length centred on x, its base line at y. */
static inline void svg_clue(struct rt_self *self, const struct sheet *s, const struct rt_line_block *block,
                            uint32_t x, uint32_t y)
{
    uint32_t rgb = s->colour[block->colour].rgb, width = svg_clue_width(block) - 2;
    if (s->coloured)
        self->h->print(self, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"14\" rx=\"2\" fill=\"#%06x\"/>",
                       x - width / 2, y - 11, width, rgb);
    self->h->print(self, "<text x=\"%u\" y=\"%u\" text-anchor=\"middle\" fill=\"#%06x\">%u</text>\n", x, y,
                   s->coloured ? contrast(rgb) : 0, block->length);
}

/* From the grid outwards: leftwards in a row, upwards in a column. */
static inline void svg_clues(struct rt_self *self, const struct sheet *s, const struct layout *at,
                             uint32_t line)
{
    static const struct rt_line_block none = {0, 1};
    bool row = line < s->height;
    uint32_t x = row ? at->x : at->x + (line - s->height) * CELL + CELL / 2;
    uint32_t y = row ? at->y + line * CELL + 14 : at->y - CLUE_GAP / 2 - 3;
    if (!sheet_blocks(s, line) && !s->coloured)
        svg_clue(self, s, &none, row ? x - (DIGIT + CLUE_GAP) / 2 : x, y);
    for (uint32_t j = s->first[line + 1]; j-- > s->first[line];) {
        uint32_t width = svg_clue_width(&s->block[j]);
        svg_clue(self, s, &s->block[j], row ? x - width / 2 : x, y);
        x -= row ? width : 0;
        y -= row ? 0 : CLUE_HEIGHT;
    }
}

static inline void svg_run(struct rt_self *self, const struct layout *at, struct cell cell, uint32_t row,
                           uint32_t from, uint32_t to)
{
    if (cell.look == LOOK_PAPER)
        return;
    self->h->print(self, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%d\" ", at->x + from * CELL,
                   at->y + row * CELL, (to - from) * CELL, CELL);
    if (cell.look == LOOK_UNKNOWN)
        self->h->print(self, "fill=\"url(#unknown)\"/>\n");
    else
        self->h->print(self, "fill=\"#%06x\"/>\n", cell.rgb);
}

/* Cells of one look side by side are one rectangle. */
static inline void svg_row(struct rt_self *self, const struct sheet *s, const struct rt_picture *picture,
                           const struct layout *at, uint32_t row)
{
    uint32_t from = 0;
    struct cell run = picture_cell(s, picture, row * s->width);
    for (uint32_t c = 1; c < s->width; c++) {
        struct cell cell = picture_cell(s, picture, row * s->width + c);
        if (cell.look == run.look && cell.rgb == run.rgb)
            continue;
        svg_run(self, at, run, row, from, c);
        from = c;
        run = cell;
    }
    svg_run(self, at, run, row, from, s->width);
}

/* The lower right half of a square in the colour of a cell. */
static inline void svg_half(struct rt_self *self, struct cell cell, uint32_t x, uint32_t y)
{
    self->h->print(self, "<path d=\"M%u %uv%dh-%dz\" ", x + CELL, y, CELL, CELL);
    if (cell.look == LOOK_UNKNOWN)
        self->h->print(self, "fill=\"url(#unknown)\"/>");
    else
        self->h->print(self, "fill=\"#%06x\"/>", cell.look == LOOK_PAPER ? 0xffffff : cell.rgb);
}

static inline void svg_signal(struct rt_self *self, uint32_t x, uint32_t y)
{
    self->h->print(self,
                   "<path fill=\"none\" stroke=\"#e05a00\" stroke-width=\"2.5\" "
                   "d=\"M%u %uh%dv%dh-%dzm0 %dl%d -%d\"/>",
                   x + 1, y + 1, CELL - 2, CELL - 2, CELL - 2, CELL - 2, CELL - 2, CELL - 2);
}

/* Where two grids differ: what the other has in the lower right half, and a frame. */
static inline void svg_differences(struct rt_self *self, const struct sheet *s,
                                   const struct rt_picture *picture, const struct layout *at, uint32_t row)
{
    struct rt_picture other = {.domains = picture->other};
    for (uint32_t c = 0; picture->other && c < s->width; c++) {
        if (!picture_cell(s, picture, row * s->width + c).differs)
            continue;
        self->h->print(self, "<g class=\"differs\">");
        svg_half(self, picture_cell(s, &other, row * s->width + c), at->x + c * CELL, at->y + row * CELL);
        svg_signal(self, at->x + c * CELL, at->y + row * CELL);
        self->h->print(self, "</g>\n");
    }
}

static inline void svg_legend(struct rt_self *self, const struct layout *at)
{
    uint32_t x = at->width - BORDER - LEGEND_WIDTH, y = at->height - BORDER - CELL;
    self->h->print(self, "<g fill=\"#4a4a4a\">");
    svg_half(self, (struct cell){LOOK_FILLED, 0xd0d0d0, true}, x, y);
    svg_signal(self, x, y);
    self->h->print(self, "<text x=\"%u\" y=\"%u\">upper half: this one, lower: the other</text></g>\n",
                   x + CELL + 6, y + 14);
}

/* Thin lines or, every five cells and around the grid, thick ones. */
static inline void svg_grid(struct rt_self *self, const struct sheet *s, const struct layout *at, bool thick)
{
    self->h->print(self,
                   "<path fill=\"none\" stroke=\"#%s\" stroke-width=\"%s\" stroke-linecap=\"square\" d=\"",
                   thick ? "404040" : "9a9a9a", thick ? "2" : "0.75");
    for (uint32_t c = 0; c <= s->width; c++)
        if ((c % 5 == 0 || c == s->width) == thick)
            self->h->print(self, "M%u %uv%u", at->x + c * CELL, at->y, s->height * CELL);
    for (uint32_t r = 0; r <= s->height; r++)
        if ((r % 5 == 0 || r == s->height) == thick)
            self->h->print(self, "M%u %uh%u", at->x, at->y + r * CELL, s->width * CELL);
    self->h->print(self, "\"/>\n");
}

static inline int svg_render(struct rt_self *self, const struct sheet *s, const struct rt_picture *picture)
{
    struct layout at = svg_layout(s, picture->title, picture->other);
    svg_head(self, &at, picture->title);
    for (uint32_t row = 0; row < s->height; row++) {
        svg_row(self, s, picture, &at, row);
        if (self->h->tick(self, s->width))
            return RT_ELIMIT;
    }
    svg_grid(self, s, &at, false);
    svg_grid(self, s, &at, true);
    for (uint32_t row = 0; row < s->height; row++)
        svg_differences(self, s, picture, &at, row);
    for (uint32_t line = 0; line < s->nlines; line++)
        svg_clues(self, s, &at, line);
    if (picture->other)
        svg_legend(self, &at);
    return self->h->print(self, "</svg>\n");
}

#endif
