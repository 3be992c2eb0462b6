/* Inside and outside: the faces between four cells, as far as the edges known tell which side of the loop
 * they are on. An edge that is on parts its two faces, one that is off joins them; beyond the border it is
 * outside. */
#ifndef MASYU_FACES_H
#define MASYU_FACES_H

#include "picture.h"

enum side { SIDE_OPEN, SIDE_OUT, SIDE_IN };

/* The face between four cells of which (row, column) is the north-western. */
static inline uint32_t face_index(const struct board *b, uint32_t row, uint32_t column)
{
    return row * (b->width - 1) + column;
}

/* A walk over faces from the border inwards. */
struct faces {
    const struct board *board;
    const uint64_t *domains;
    uint8_t *side;   /* enum side, one a face */
    uint32_t *queue; /* faces whose side is known, and whose neighbours are still to be looked at */
    uint32_t n;
};

/* The edge that lies north, east, south or west of a face. */
static inline uint32_t face_edge(const struct board *b, uint32_t face, uint32_t d)
{
    uint32_t cell = face / (b->width - 1) * b->width + face % (b->width - 1);
    switch (d) {
    case NORTH:
        return board_edge(b, cell, EAST);
    case EAST:
        return board_edge(b, cell + 1, SOUTH);
    case SOUTH:
        return board_edge(b, cell + b->width, EAST);
    default:
        return board_edge(b, cell, SOUTH);
    }
}

/* The face beyond it; RT_NOPOS: the outside. */
static inline uint32_t face_beside(const struct board *b, uint32_t face, uint32_t d)
{
    uint32_t row = face / (b->width - 1), column = face % (b->width - 1);
    switch (d) {
    case NORTH:
        return row ? face - (b->width - 1) : RT_NOPOS;
    case EAST:
        return column + 2 < b->width ? face + 1 : RT_NOPOS;
    case SOUTH:
        return row + 2 < b->height ? face + b->width - 1 : RT_NOPOS;
    default:
        return column ? face - 1 : RT_NOPOS;
    }
}

/* `face` lies across `edge` from where it is `from`. */
static inline void faces_cross(struct faces *f, uint32_t face, uint32_t edge, enum side from)
{
    enum look look = look_of(f->domains, edge);
    if (face == RT_NOPOS || f->side[face] || look == LOOK_OPEN)
        return;
    f->side[face] = look == LOOK_OFF ? from : from == SIDE_OUT ? SIDE_IN : SIDE_OUT;
    f->queue[f->n++] = face;
}

/* enum side of each face, in the memory of this call; NULL: there is none left, or there are no faces. */
static inline const uint8_t *faces_sides(struct rt_self *self, const struct board *b, const uint64_t *domains)
{
    uint32_t nfaces = (b->width - 1) * (b->height - 1);
    struct faces f = {.board = b, .domains = domains};
    if (!nfaces || !(f.side = self->h->scratch(self, nfaces)) ||
        !(f.queue = self->h->scratch(self, nfaces * sizeof *f.queue)))
        return NULL;
    for (uint32_t face = 0; face < nfaces; face++)
        for (uint32_t d = 0; d < 4; d++)
            if (face_beside(b, face, d) == RT_NOPOS)
                faces_cross(&f, face, face_edge(b, face, d), SIDE_OUT);
    for (uint32_t i = 0; i < f.n; i++)
        for (uint32_t d = 0; d < 4; d++)
            faces_cross(&f, face_beside(b, f.queue[i], d), face_edge(b, f.queue[i], d),
                        (enum side)f.side[f.queue[i]]);
    return f.side;
}

#endif
