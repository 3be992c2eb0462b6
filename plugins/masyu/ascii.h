/* A board as text: the pearls on its lattice; see <ratchet/kit/scene.h>. */
#ifndef MASYU_ASCII_H
#define MASYU_ASCII_H

#include "picture.h"

static inline const char *pearl_shown(const void *board, uint32_t cell, bool drawn)
{
    static const char *const letters[] = {NULL, "W", "B"};
    const struct board *b = board;
    return b->cell[cell] && drawn ? pearl_sign(b->cell[cell]) : letters[b->cell[cell]];
}

/* A pearl in a picture must be one of the board's. */
static inline int pearl_read(struct rt_picture_reader *r, bool face, uint32_t place, struct rt_span sign)
{
    static const char *const names[] = {"no pearl", "a white pearl", "a black pearl"};
    const struct board *b = r->scene->board;
    bool white = rt_span_is(sign, "W") || rt_span_is(sign, "w") || rt_span_is(sign, "○");
    bool black = rt_span_is(sign, "B") || rt_span_is(sign, "b") || rt_span_is(sign, "●");
    char shown[8];
    if (face)
        return RT_MARKS_FAIL(r, sign.s, "nothing can stand here, between four cells");
    uint32_t row = place / b->width + 1, column = place % b->width + 1;
    if (!white && !black)
        return RT_MARKS_FAIL(r, sign.s, "%s is no sign for a cell; r%uc%u stands here", rt_show_char(sign, shown), row,
                             column);
    uint8_t pearl = white ? RT_MASYU_IS_WHITE : RT_MASYU_IS_BLACK;
    return b->cell[place] == pearl ? RT_OK
                                   : RT_MARKS_FAIL(r, sign.s, "the picture has %s at r%uc%u, where the puzzle has %s",
                                                   names[pearl], row, column, names[b->cell[place]]);
}

/* The two cells that an edge joins, parted by `between`, behind `before`. */
static inline int name_edge(const struct board *b, uint32_t edge, const char *before, const char *between,
                            char *buffer, size_t capacity)
{
    bool level;
    uint32_t cell = board_start(b, edge, &level), row = cell / b->width + 1, column = cell % b->width + 1;
    int n = snprintf(buffer, capacity, "%sr%uc%u%sr%uc%u", before, row, column, between, row + !level, column + level);
    return n < 0 || !capacity ? 0 : (size_t)n < capacity ? n : (int)capacity - 1;
}

static inline int edge_where(const void *board, uint32_t edge, char *buffer, size_t capacity)
{
    return name_edge(board, edge, "between ", " and ", buffer, capacity);
}

static inline struct rt_scene board_scene(const struct board *b)
{
    return (struct rt_scene){
        .lattice = &b->lattice, .board = b, .point = pearl_shown, .where = edge_where, .read = pearl_read};
}

static inline const char *ascii_string(struct rt_self *self, const struct board *b, const uint64_t *domains)
{
    struct rt_scene scene = board_scene(b);
    return rt_scene_string(self, &scene, domains);
}

#endif
