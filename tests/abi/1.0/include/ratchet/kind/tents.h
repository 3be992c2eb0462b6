/* The kinds of Tents: every tree has a tent of its own beside it, no two tents touch, rows and columns are counted.
 * All variables are cells of two values; 1 is a tent. */
#ifndef RATCHET_KIND_TENTS_H
#define RATCHET_KIND_TENTS_H

#include <stdint.h>

#define RT_TENTS_LINE "tents.line/1"
#define RT_TENTS_APART "tents.apart/1"
#define RT_TENTS_TREE "tents.tree/1"
#define RT_TENTS_PAIRS "tents.pairs/1"

enum { RT_TENTS_CELLS = 64 };

/* tents.line/1: `count` of the first `cells` positions, a row or column in order, are tents, no two of them
 * neighbours.  The positions behind them are cells beside the line: where one is a tent, what it touches is none. */
struct rt_tents_line {
    uint32_t count;
    uint32_t cells;         /* RT_TENTS_CELLS at most */
    uint64_t joined;        /* bit i: positions i and i + 1 are neighbours */
    uint64_t touched[];     /* one a position beside the line: the positions of the line that it touches */
};

/* tents.apart/1: where the first position is a tent, none of the others is: the cells that it touches.  No payload. */

/* tents.tree/1: one of the first `sides` positions, the cells beside a tree, is a tent.  The positions behind them are
 * the cells at the tree's corners: where one is a tent, what it touches is none. */
struct rt_tents_tree {
    uint32_t sides;         /* 1 .. 4 */
    uint32_t touched[4];    /* one a corner: mask of the sides that it touches */
};

/* tents.pairs/1: the tents and the trees here stand in pairs, each tent beside its tree, none left over. */
struct rt_tents_pairs {
    uint32_t trees;
    int16_t beside[][4];    /* the positions beside a tree, -1 behind the last; behind all trees, for each position
                               the trees beside it */
};

enum { RT_TENTS_BOARD = RT_TENTS_CELLS * RT_TENTS_CELLS };

#endif
