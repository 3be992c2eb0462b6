/* A Sudoku drawn: as text with rules between the boxes, with colour, as SVG. */
#ifndef SUDOKU_PICTURE_H
#define SUDOKU_PICTURE_H

#include "board.h"

enum { CELL = 30, BORDER = 10, TITLE_HEIGHT = 30 };

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

/* The title comes from a file. */
static inline void put_escaped(struct rt_self *self, const char *text)
{
    for (; *text; text++) {
        const char *as = *text == '<' ? "&lt;" : *text == '&' ? "&amp;" : *text == '>' ? "&gt;" : NULL;
        self->h->write(self, as ? as : text, as ? strlen(as) : 1);
    }
}

static inline void draw_lines(struct rt_self *self, const struct board *board, uint32_t top, int thick)
{
    uint32_t side = board->n * CELL;
    self->h->print(self, "<path stroke=\"%s\" stroke-width=\"%d\" fill=\"none\" d=\"", thick ? "#000" : "#999",
                   thick ? 2 : 1);
    for (uint32_t i = 0; i <= board->n; i++) {
        uint32_t at = i * CELL;
        if ((i % board->width == 0) == thick)
            self->h->print(self, "M%u %uv%u", BORDER + at, top, side);
        if ((i % board->height == 0) == thick)
            self->h->print(self, "M%u %uh%u", BORDER, top + at, side);
    }
    self->h->print(self, "\"/>\n");
}

static inline int draw_svg(struct rt_self *self, const struct board *board, const struct rt_picture *picture)
{
    uint32_t n = board->n, top = BORDER + (picture->title ? TITLE_HEIGHT : 0), side = n * CELL + 2 * BORDER;
    self->h->print(self, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" "
                   "font-family=\"sans-serif\" font-size=\"18\" text-anchor=\"middle\">\n<title>", side,
                   side + top - BORDER, side, side + top - BORDER);
    put_escaped(self, picture->title ? picture->title : "Sudoku");
    self->h->print(self, "</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
    if (picture->title) {
        self->h->print(self, "<text x=\"%u\" y=\"%u\">", side / 2, BORDER + TITLE_HEIGHT / 2);
        put_escaped(self, picture->title);
        self->h->print(self, "</text>\n");
    }
    for (uint32_t v = 0; v < n * n; v++) {
        uint32_t value = value_in(board, picture->domains, v), x = BORDER + v % n * CELL, y = top + v / n * CELL;
        if (picture->other && picture->other[v] != picture->domains[v])
            self->h->print(self, "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" fill=\"#fbb\"/>\n", x, y,
                           CELL, CELL);
        if (value)
            self->h->print(self, "<text x=\"%u\" y=\"%u\" fill=\"%s\">%u</text>\n", x + CELL / 2, y + 21,
                           board->given[v] ? "#000" : "#06c", value);
    }
    draw_lines(self, board, top, 0);
    draw_lines(self, board, top, 1);
    return self->h->print(self, "</svg>\n");
}

#endif
