/* A Sudoku drawn: as text with rules between the boxes, with colour, as SVG. */
#ifndef SUDOKU_PICTURE_H
#define SUDOKU_PICTURE_H

#include "board.h"

#include <ratchet/kit/cells.h>

enum { CELL = 30 };

/* The value of a cell, 0 if it is open. */
static inline uint32_t value_in(const struct board *board, const uint64_t *domains, uint32_t v)
{
    if (!domains)
        return board->given[v];
    return domains[v] && !(domains[v] & (domains[v] - 1)) ? (uint32_t)__builtin_ctzll(domains[v]) + 1 : 0;
}

static inline void draw_rule(struct rt_self *self, const struct board *board)
{
    uint32_t wide = board->n > 9 ? 3 : 2, across = board->n / board->width;
    for (uint32_t box = 0; box < across; box++) {
        for (uint32_t i = 0; i < board->width * wide + (box > 0 && box + 1 < across); i++)
            self->h->write(self, "-", 1);
        self->h->print(self, box + 1 < across ? "+" : "\n");
    }
}

static inline void draw_cell(struct rt_self *self, const struct board *board, const struct rt_picture *picture,
                             uint32_t v)
{
    int wide = board->n > 9 ? 2 : 1;
    uint32_t value = value_in(board, picture->domains, v), column = v % board->n;
    int bold = picture->kind == RT_RENDER_ANSI && board->given[v];
    int differs = picture->kind == RT_RENDER_ANSI && picture->other && picture->other[v] != picture->domains[v];
    self->h->print(self, "%s", differs ? "\033[31m" : bold ? "\033[1m" : "");
    if (value)
        self->h->print(self, "%*u", wide, value);
    else
        self->h->print(self, "%*s", wide, ".");
    self->h->print(self, "%s%s", differs || bold ? "\033[0m" : "", column + 1 == board->n ? "\n"
                   : (column + 1) % board->width ? " " : " | ");
}

static inline int draw_text(struct rt_self *self, const struct board *board, const struct rt_picture *picture)
{
    for (uint32_t v = 0; v < board->n * board->n; v++) {
        if (v && v % (board->n * board->height) == 0)
            draw_rule(self, board);
        draw_cell(self, board, picture, v);
    }
    return RT_OK;
}

static inline void draw_lines(struct rt_self *self, const struct board *board, const struct rt_cells *at, int thick)
{
    uint32_t side = board->n * CELL;
    self->h->print(self, "<path stroke=\"%s\" stroke-width=\"%d\" fill=\"none\" d=\"", thick ? "#000" : "#999",
                   thick ? 2 : 1);
    for (uint32_t i = 0; i <= board->n; i++) {
        if ((i % board->width == 0) == thick)
            self->h->print(self, "M%u %uv%u", at->left + i * CELL, at->top, side);
        if ((i % board->height == 0) == thick)
            self->h->print(self, "M%u %uh%u", at->left, at->top + i * CELL, side);
    }
    self->h->print(self, "\"/>\n");
}

static inline const char *value_text(uint32_t value, char text[4])
{
    snprintf(text, 4, "%u", value % 100);
    return value ? text : "";
}

static inline int draw_svg(struct rt_self *self, const struct board *board, const struct rt_picture *picture)
{
    uint32_t n = board->n;
    struct rt_cells at = rt_cells_layout(picture, n * CELL, n * CELL);
    rt_cells_head(self, &at, picture, "Sudoku", 18);
    for (uint32_t v = 0; v < n * n; v++) {
        char first[4], second[4];
        uint32_t x = at.left + v % n * CELL, y = at.top + v / n * CELL, value = value_in(board, picture->domains, v);
        if (picture->other && picture->other[v] != picture->domains[v]) {
            self->h->print(self, "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", x, y, CELL,
                           CELL, RT_CELLS_DIFFERS);
            rt_cells_both(self, x, y, CELL, value_text(value, first),
                          value_text(value_in(board, picture->other, v), second));
        } else if (value) {
            rt_cells_text(self, x, y, CELL, board->given[v] ? "#000" : "#06c", value_text(value, first));
        }
    }
    draw_lines(self, board, &at, 0);
    draw_lines(self, board, &at, 1);
    return rt_cells_tail(self, &at, picture);
}

#endif
