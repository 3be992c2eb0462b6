/* A Kakuro drawn: as text in columns, with colour, as SVG. */
#ifndef KAKURO_PICTURE_H
#define KAKURO_PICTURE_H

#include "board.h"

#include <ratchet/kit/cells.h>

enum { CELL = 36 };

/* The digit of a cell, 0 if it is open. */
static inline uint32_t digit_in(const struct board *board, const uint64_t *domains, uint32_t at)
{
    if (board->cell[at].wall || !domains)
        return board->cell[at].given;
    uint64_t may = domains[board->var[at]];
    return may && !(may & (may - 1)) ? (uint32_t)__builtin_ctzll(may) + 1 : 0;
}

static inline bool differs_at(const struct board *board, const struct rt_picture *picture, uint32_t at)
{
    return picture->other && !board->cell[at].wall &&
        picture->other[board->var[at]] != picture->domains[board->var[at]];
}

static inline int draw_text(struct rt_self *self, const struct board *board, const struct rt_picture *picture)
{
    const int *width = board_columns(self, board);
    int status = width ? RT_OK : RT_ENOMEM;
    for (uint32_t at = 0; at < board_size(board) && status == RT_OK; at++) {
        const struct cell *cell = &board->cell[at];
        char word[WORD_MOST];
        cell_word(cell, digit_in(board, picture->domains, at), word);
        const char *colour = picture->kind != RT_RENDER_ANSI ? "" : cell->wall ? "\033[2m"
            : differs_at(board, picture, at) ? "\033[31m" : cell->given ? "\033[1m" : "";
        uint32_t column = at % board->width;
        status = self->h->print(self, "%s%*s%s%s", colour, width[column], word, *colour ? "\033[0m" : "",
                                column + 1 == board->width ? "\n" : " ");
    }
    return status;
}

static inline void draw_wall(struct rt_self *self, const struct cell *cell, uint32_t x, uint32_t y)
{
    self->h->print(self, "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" fill=\"#444\"/>\n", x, y, CELL, CELL);
    if (!cell->down && !cell->across)
        return;
    self->h->print(self, "<path d=\"M%u %ul%d %d\" stroke=\"#999\"/>\n", x, y, CELL, CELL);
    if (cell->down)
        self->h->print(self, "<text x=\"%u\" y=\"%u\" fill=\"#fff\" font-size=\"12\">%u</text>\n", x + CELL / 4 + 1,
                       y + CELL - 5, cell->down);
    if (cell->across)
        self->h->print(self, "<text x=\"%u\" y=\"%u\" fill=\"#fff\" font-size=\"12\">%u</text>\n", x + 3 * CELL / 4 - 1,
                       y + 14, cell->across);
}

static inline const char *digit_text(uint32_t digit, char text[2])
{
    text[0] = digit ? (char)('0' + digit) : 0;
    text[1] = 0;
    return text;
}

static inline void draw_cell(struct rt_self *self, const struct board *board, const struct rt_picture *picture,
                             uint32_t at, uint32_t x, uint32_t y)
{
    char first[2], second[2];
    bool differs = differs_at(board, picture, at);
    digit_text(digit_in(board, picture->domains, at), first);
    self->h->print(self, "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"#999\"/>\n", x, y,
                   CELL, CELL, differs ? RT_CELLS_DIFFERS : "#fff");
    if (differs)
        rt_cells_both(self, x, y, CELL, first, digit_text(digit_in(board, picture->other, at), second));
    else if (*first)
        rt_cells_text(self, x, y, CELL, board->cell[at].given ? "#000" : "#06c", first);
}

static inline int draw_svg(struct rt_self *self, const struct board *board, const struct rt_picture *picture)
{
    struct rt_cells frame = rt_cells_layout(picture, board->width * CELL, board->height * CELL);
    rt_cells_head(self, &frame, picture, "Kakuro", 20);
    for (uint32_t at = 0; at < board_size(board); at++) {
        uint32_t x = frame.left + at % board->width * CELL, y = frame.top + at / board->width * CELL;
        self->h->print(self, "<g>\n");
        if (board->cell[at].wall)
            draw_wall(self, &board->cell[at], x, y);
        else
            draw_cell(self, board, picture, at, x, y);
        self->h->print(self, "</g>\n");
    }
    return rt_cells_tail(self, &frame, picture);
}

#endif
