/* A camp drawn: as text, with colour, as SVG. */
#ifndef TENTS_PICTURE_H
#define TENTS_PICTURE_H

#include "camp.h"

#include <ratchet/kit/cells.h>

enum { CELL = 30 };

static inline char cell_in(const struct camp *camp, const uint64_t *domains, uint32_t at)
{
    if (!is_open(camp, at))
        return TREE;
    uint64_t domain = domains ? domains[camp->var[at]] : 3;
    return domain == 2 ? TENT : domain == 1 ? NONE : OPEN;
}

static inline int differs_at(const struct camp *camp, const struct rt_picture *picture, uint32_t at)
{
    return picture->other && cell_in(camp, picture->other, at) != cell_in(camp, picture->domains, at);
}

static inline int draw_text(struct rt_self *self, const struct camp *camp, const struct rt_picture *picture)
{
    struct board *grid = self->h->scratch(self, sizeof *grid);
    char *text = grid ? self->h->scratch(self, board_room(&camp->board)) : NULL;
    if (!text)
        return RT_ENOMEM;
    *grid = camp->board;
    for (uint32_t at = 0; at < board_cells(grid); at++)
        grid->cell[at] = cell_in(camp, picture->domains, at);
    return self->h->write(self, text, board_put(grid, 1, text));
}

/* The same, trees green, tents bold, what differs red. */
static inline int draw_ansi(struct rt_self *self, const struct camp *camp, const struct rt_picture *picture)
{
    const struct board *board = &camp->board;
    char count[8];
    int status = self->h->print(self, "  ");
    for (uint32_t c = 0; c < board->width && status == RT_OK; c++)
        status = self->h->write(self, count, put_count(count, board->count[c], 0));
    for (uint32_t at = 0; at < board_cells(board) && status == RT_OK; at++) {
        char cell = cell_in(camp, picture->domains, at);
        if (at % board->width == 0) {
            self->h->print(self, "\n");
            self->h->write(self, count, put_count(count, board->count[board->width + at / board->width], 1));
        }
        const char *colour = differs_at(camp, picture, at) ? "\033[31m"
                             : cell == TREE ? "\033[32m" : cell == TENT ? "\033[1m" : "";
        status = self->h->print(self, "  %s%c%s", colour, cell, *colour ? "\033[0m" : "");
    }
    return status == RT_OK ? self->h->print(self, "\n") : status;
}

/* A tent, with what is drawn round it. */
static inline void draw_tent(struct rt_self *self, uint32_t x, uint32_t y, const char *fill, const char *stroke)
{
    self->h->print(self, "<path fill=\"%s\" stroke=\"%s\" d=\"M%u %ul-10 18h20z\"/>\n", fill, stroke, x + 15, y + 6);
}

static inline void draw_cell(struct rt_self *self, char cell, uint32_t x, uint32_t y)
{
    if (cell == TREE)
        self->h->print(self, "<path fill=\"#840\" d=\"M%u %uh4v9h-4z\"/><circle fill=\"#4a4\" cx=\"%u\" cy=\"%u\" "
                       "r=\"8\"/>\n", x + 13, y + 17, x + 15, y + 12);
    else if (cell == TENT)
        draw_tent(self, x, y, "#fc6", "#840");
    else if (cell == NONE)
        self->h->print(self, "<circle fill=\"#aaa\" cx=\"%u\" cy=\"%u\" r=\"2\"/>\n", x + 15, y + 15);
}

static inline void draw_counts(struct rt_self *self, const struct board *board, uint32_t left, uint32_t top)
{
    for (uint32_t line = 0; line < board->width + board->height; line++) {
        uint32_t row = line >= board->width ? line - board->width + 1 : 0, column = row ? 0 : line + 1;
        if (board->count[line] != UNKNOWN)
            self->h->print(self, "<text x=\"%u\" y=\"%u\">%d</text>\n", left + column * CELL - CELL / 2,
                           top + row * CELL - CELL / 2 + 6, board->count[line]);
    }
}

static inline int draw_svg(struct rt_self *self, const struct camp *camp, const struct rt_picture *picture)
{
    const struct board *board = &camp->board;
    struct rt_cells frame = rt_cells_layout(picture, (board->width + 1) * CELL, (board->height + 1) * CELL);
    uint32_t left = frame.left + CELL, top = frame.top + CELL;
    rt_cells_head(self, &frame, picture, "Tents", 16);
    draw_counts(self, board, left, top);
    for (uint32_t at = 0; at < board_cells(board); at++) {
        uint32_t x = left + at % board->width * CELL, y = top + at / board->width * CELL;
        bool differs = differs_at(camp, picture, at);
        char cell = cell_in(camp, picture->domains, at);
        self->h->print(self, "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" stroke=\"#999\" fill=\"%s\"/>\n", x, y,
                       CELL, CELL, differs ? RT_CELLS_DIFFERS : "#efe");
        if (!differs)
            draw_cell(self, cell, x, y);
        else if (cell == TENT)
            draw_tent(self, x, y, RT_CELLS_FIRST, RT_CELLS_FIRST);
        else if (cell_in(camp, picture->other, at) == TENT)
            draw_tent(self, x, y, "none", RT_CELLS_SECOND);
    }
    return rt_cells_tail(self, &frame, picture);
}

static inline int draw(struct rt_self *self, const struct camp *camp, const struct rt_picture *picture)
{
    return picture->kind == RT_RENDER_SVG    ? draw_svg(self, camp, picture)
           : picture->kind == RT_RENDER_ANSI ? draw_ansi(self, camp, picture)
                                             : draw_text(self, camp, picture);
}

#endif
