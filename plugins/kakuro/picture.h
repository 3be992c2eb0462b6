/* A Kakuro drawn: as text in columns, with colour, as SVG. */
#ifndef KAKURO_PICTURE_H
#define KAKURO_PICTURE_H

#include "board.h"

enum { CELL = 36, BORDER = 10, TITLE_HEIGHT = 30 };

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

static inline void draw_cell(struct rt_self *self, const struct board *board, const struct rt_picture *picture,
                             uint32_t at, uint32_t x, uint32_t y)
{
    uint32_t digit = digit_in(board, picture->domains, at);
    self->h->print(self, "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"#999\"/>\n", x, y,
                   CELL, CELL, differs_at(board, picture, at) ? "#fbb" : "#fff");
    if (digit)
        self->h->print(self, "<text x=\"%u\" y=\"%u\" fill=\"%s\" font-size=\"20\">%u</text>\n", x + CELL / 2,
                       y + CELL / 2 + 7, board->cell[at].given ? "#000" : "#06c", digit);
}

static inline int draw_svg(struct rt_self *self, const struct board *board, const struct rt_picture *picture)
{
    uint32_t top = BORDER + (picture->title ? TITLE_HEIGHT : 0);
    uint32_t width = board->width * CELL + 2 * BORDER, height = board->height * CELL + top + BORDER;
    self->h->print(self, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" "
                   "font-family=\"sans-serif\" text-anchor=\"middle\">\n<title>", width, height, width, height);
    rt_put_text(self, picture->title ? picture->title : "Kakuro", true);
    self->h->print(self, "</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
    if (picture->title) {
        self->h->print(self, "<text x=\"%u\" y=\"%u\" font-size=\"18\">", width / 2, BORDER + TITLE_HEIGHT / 2);
        rt_put_text(self, picture->title, true);
        self->h->print(self, "</text>\n");
    }
    for (uint32_t at = 0; at < board_size(board); at++) {
        uint32_t x = BORDER + at % board->width * CELL, y = top + at / board->width * CELL;
        self->h->print(self, "<g>\n");
        if (board->cell[at].wall)
            draw_wall(self, &board->cell[at], x, y);
        else
            draw_cell(self, board, picture, at, x, y);
        self->h->print(self, "</g>\n");
    }
    return self->h->print(self, "</svg>\n");
}

#endif
