/* Cells and edges of a masyu.board/1. Directions as in <ratchet/kind/masyu.h>: 0 north, 1 east, 2 south, 3 west. */
#ifndef RULES_MASYU_GRID_H
#define RULES_MASYU_GRID_H

#include <ratchet/kind/masyu.h>
#include <ratchet/model.h>
#include <stdbool.h>

static inline uint32_t grid_cells(const struct rt_masyu_board *b)
{
    return b->width * b->height;
}

static inline uint32_t grid_level_edges(const struct rt_masyu_board *b)
{
    return b->height * (b->width - 1);
}

static inline uint32_t grid_edges(const struct rt_masyu_board *b)
{
    return grid_level_edges(b) + (b->height - 1) * b->width;
}

/* The cell next to `cell`, RT_NOPOS beyond the border; so is what lies next to RT_NOPOS. */
static inline uint32_t grid_beside(const struct rt_masyu_board *b, uint32_t cell, uint32_t d)
{
    if (cell == RT_NOPOS)
        return RT_NOPOS;
    uint32_t x = cell % b->width;
    switch (d & 3) {
    case 0:
        return cell >= b->width ? cell - b->width : RT_NOPOS;
    case 1:
        return x + 1 < b->width ? cell + 1 : RT_NOPOS;
    case 2:
        return cell + b->width < grid_cells(b) ? cell + b->width : RT_NOPOS;
    default:
        return x ? cell - 1 : RT_NOPOS;
    }
}

/* The position of the edge that leaves `cell` in direction d; -1 where there is none. */
static inline int grid_edge(const struct rt_masyu_board *b, uint32_t cell, uint32_t d)
{
    uint32_t beside = grid_beside(b, cell, d), from = (d & 3) == 0 || (d & 3) == 3 ? beside : cell;
    if (beside == RT_NOPOS)
        return -1;
    return (int)(d & 1 ? from - from / b->width : grid_level_edges(b) + from);
}

/* The western or northern cell of an edge; *d is the direction to the other one. */
static inline uint32_t grid_start(const struct rt_masyu_board *b, uint32_t edge, uint32_t *d)
{
    uint32_t level = grid_level_edges(b);
    *d = edge < level ? 1 : 2;
    return edge < level ? edge / (b->width - 1) * b->width + edge % (b->width - 1) : edge - level;
}

/* enum rt_masyu_cell */
static inline uint8_t grid_pearl(const struct rt_masyu_board *b, uint32_t cell)
{
    return cell == RT_NOPOS ? RT_MASYU_OUTSIDE : b->cell[cell];
}

static inline bool grid_must(const struct rt_masyu_board *b, uint32_t cell)
{
    return b->all_cells || b->cell[cell];
}

#endif
