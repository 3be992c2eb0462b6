/* A grid drawn: as text, with colour, as SVG with its expressions beside it. */
#ifndef WORDS_PICTURE_H
#define WORDS_PICTURE_H

#include "grid.h"

#include <ratchet/kit/cells.h>

enum { CELL = 30, LETTER = 8, SHOWN_MOST = 40 };    /* characters of an expression that are drawn */

/* The character in a cell, as a string; `open` where it isn't known. */
static inline const char *letter_in(const struct grid *grid, const uint64_t *domains, uint32_t v, const char *open,
                                    char text[2])
{
    uint64_t may = domains ? domains[v] : 0;
    if (!may || (may & (may - 1)))
        return open;
    text[0] = grid->alphabet[__builtin_ctzll(may)];
    text[1] = 0;
    return text;
}

static inline bool differs_at(const struct rt_picture *picture, uint32_t v)
{
    return picture->other && picture->other[v] != picture->domains[v];
}

static inline int draw_text(struct rt_self *self, const struct grid *grid, const struct rt_picture *picture)
{
    int status = RT_OK;
    for (uint32_t v = 0; v < grid->width * grid->height && status == RT_OK; v++) {
        char letter[2];
        bool red = picture->kind == RT_RENDER_ANSI && differs_at(picture, v);
        status = self->h->print(self, "%s%s%s%s", red ? "\033[31m" : "",
                                letter_in(grid, picture->domains, v, "?", letter), red ? "\033[0m" : "",
                                (v + 1) % grid->width ? "" : "\n");
    }
    return status;
}

/* How much room the longest expression takes. */
static inline uint32_t margin_of(const char *const *text, uint32_t n)
{
    size_t longest = 0;
    for (uint32_t i = 0; i < n; i++)
        if (text[i] && strlen(text[i]) > longest)
            longest = strlen(text[i]);
    return (uint32_t)(longest < SHOWN_MOST ? longest : SHOWN_MOST) * LETTER + LETTER;
}

/* An expression that ends at (x, y), perhaps turned; a long one is cut short. */
static inline void draw_expression(struct rt_self *self, const char *text, uint32_t x, uint32_t y, bool upright)
{
    char shown[SHOWN_MOST + 4];
    if (!text)
        return;
    snprintf(shown, sizeof shown, strlen(text) > SHOWN_MOST ? "%.37s..." : "%s", text);
    self->h->print(self, "<text x=\"%u\" y=\"%u\"", x, y);
    if (upright)
        self->h->print(self, " text-anchor=\"start\" transform=\"rotate(-90 %u %u)\"", x, y);
    self->h->print(self, ">");
    rt_put_text(self, shown, true);
    self->h->print(self, "</text>\n");
}

static inline void draw_expressions(struct rt_self *self, const struct grid *grid, uint32_t left, uint32_t top)
{
    self->h->print(self, "<g font-family=\"monospace\" font-size=\"13\" text-anchor=\"end\">\n");
    for (uint32_t r = 0; r < grid->height; r++)
        draw_expression(self, grid->row_text[r], left - LETTER, top + r * CELL + CELL / 2 + 5, false);
    for (uint32_t c = 0; c < grid->width; c++)
        draw_expression(self, grid->column_text[c], left + c * CELL + CELL / 2 + 5, top - LETTER, true);
    self->h->print(self, "</g>\n");
}

static inline int draw_svg(struct rt_self *self, const struct grid *grid, const struct rt_picture *picture)
{
    uint32_t beside = margin_of(grid->row_text, grid->height), above = margin_of(grid->column_text, grid->width);
    struct rt_cells frame = rt_cells_layout(picture, beside + grid->width * CELL, above + grid->height * CELL);
    uint32_t left = frame.left + beside, top = frame.top + above;
    rt_cells_head(self, &frame, picture, "Words", 18);
    draw_expressions(self, grid, left, top);
    for (uint32_t v = 0; v < grid->width * grid->height; v++) {
        uint32_t x = left + v % grid->width * CELL, y = top + v / grid->width * CELL;
        char first[2], second[2];
        bool differs = differs_at(picture, v);
        self->h->print(self, "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" stroke=\"#999\" fill=\"%s\"/>\n", x, y,
                       CELL, CELL, differs ? RT_CELLS_DIFFERS : "#fff");
        const char *letter = letter_in(grid, picture->domains, v, "", first);
        if (differs)
            rt_cells_both(self, x, y, CELL, letter, letter_in(grid, picture->other, v, "", second));
        else if (*letter)
            rt_cells_text(self, x, y, CELL, "#06c", letter);
    }
    return rt_cells_tail(self, &frame, picture);
}

#endif
