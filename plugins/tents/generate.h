/* New camps: tents at random, each with a tree beside it, where it has few other places.  Where the trees allow other
 * tents too, one of them moves to another side of its tent; where the counts are more than it takes, one after the
 * other is left out. */
#ifndef TENTS_GENERATE_H
#define TENTS_GENERATE_H

#include "camp.h"

enum {
    TRIES = 4,      /* to pitch a tent, a cell of the board */
    SWEEPS = 4      /* over the tents, to choose sides for their trees */
};

static inline int touches_tent(const struct board *board, uint32_t at)
{
    uint32_t touched[8], n = board_touched(board, at, touched);
    for (uint32_t i = 0; i < n; i++)
        if (board->cell[touched[i]] == TENT)
            return 1;
    return 0;
}

/* A free cell beside this one, a random one; RT_NOPOS: there is none. */
static inline uint32_t free_beside(struct rt_self *self, const struct board *board, uint32_t at)
{
    uint32_t found[4], n = 0;
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t beside = board_beside(board, at, d);
        if (beside != RT_NOPOS && board->cell[beside] == NONE)
            found[n++] = beside;
    }
    return n ? found[self->h->random(self, n)] : RT_NOPOS;
}

static inline void count_tents(struct board *board)
{
    for (uint32_t line = 0; line < board->width + board->height; line++) {
        board->count[line] = 0;
        for (uint32_t i = 0; i < line_length(board, line); i++)
            board->count[line] += board->cell[line_cell(board, line, i)] == TENT;
    }
}

/* How many other places there are for a tent at this tree: cells where no tent touches it but, perhaps, its own. */
static inline uint32_t tree_places(struct board *board, uint32_t tree, uint32_t tent)
{
    uint32_t places = 0;
    board->cell[tent] = NONE;
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t beside = board_beside(board, tree, d);
        if (beside != RT_NOPOS && beside != tent && board->cell[beside] == NONE)
            places += touches_tent(board, beside) ? 1 : 4;
    }
    board->cell[tent] = TENT;
    return places;
}

/* Is this tree the tent's own, as far as one can tell: does it stand beside no other? */
static inline int is_own_tree(const struct board *board, uint32_t tree)
{
    uint32_t tents = 0;
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t beside = board_beside(board, tree, d);
        tents += beside != RT_NOPOS && board->cell[beside] == TENT;
    }
    return board->cell[tree] == TREE && tents == 1;
}

/* Moves a tent's own tree to the side where it has the fewest other places. */
static inline void choose_tree(struct rt_self *self, struct board *board, uint32_t tent)
{
    uint32_t own = RT_NOPOS, best = RT_NOPOS, fewest = UINT32_MAX;
    for (uint32_t d = 0; d < 4 && own == RT_NOPOS; d++) {
        uint32_t tree = board_beside(board, tent, d);
        if (tree != RT_NOPOS && is_own_tree(board, tree))
            own = tree;
    }
    if (own == RT_NOPOS)
        return;
    board->cell[own] = NONE;
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t tree = board_beside(board, tent, d);
        if (tree == RT_NOPOS || board->cell[tree] != NONE)
            continue;
        uint32_t places = 8 * tree_places(board, tree, tent) + (uint32_t)self->h->random(self, 8);
        if (places < fewest)
            fewest = places, best = tree;
    }
    board->cell[best] = TREE;
}

/* A fifth of the cells are tents, or as many as there is room for. */
static inline void camp_random(struct rt_self *self, struct board *board)
{
    uint32_t n = board_cells(board), left = n / 5;
    memset(board->cell, NONE, n);
    for (uint32_t i = 0; i < TRIES * n && left; i++) {
        uint32_t at = (uint32_t)self->h->random(self, n), tree = free_beside(self, board, at);
        if (board->cell[at] != NONE || tree == RT_NOPOS || touches_tent(board, at))
            continue;
        board->cell[at] = TENT;
        board->cell[tree] = TREE;
        left--;
    }
    for (uint32_t k = 0; k < SWEEPS * n; k++)
        if (board->cell[k % n] == TENT)
            choose_tree(self, board, k % n);
    count_tents(board);
}

/* The board with the tents that it was made for. */
static inline void camp_with_goal(const struct camp *camp, const uint8_t *goal, struct board *board)
{
    *board = camp->board;
    for (uint32_t v = 0; v < camp->nvars; v++)
        board->cell[camp->cell[v]] = goal[v] ? TENT : NONE;
}

/* The `attempt`th way to move a tent's own tree round it, where the other solution does not have the tent.
 * RT_EUNSUPPORTED: there are no so many. */
static inline int move_tree(const struct camp *camp, const struct rt_wish *wish, struct board *board)
{
    uint32_t left = wish->attempt;
    for (uint32_t v = 0; v < camp->nvars; v++) {
        uint32_t tent = camp->cell[v];
        if (wish->goal[v] != 1 || wish->other[v])
            continue;
        for (uint32_t from = 0; from < 4; from++)
            for (uint32_t to = 0; to < 4; to++) {
                uint32_t tree = board_beside(board, tent, from), free = board_beside(board, tent, to);
                if (tree == RT_NOPOS || free == RT_NOPOS || board->cell[free] != NONE || !is_own_tree(board, tree) ||
                    left--)
                    continue;
                board->cell[tree] = NONE;
                board->cell[free] = TREE;
                return RT_OK;
            }
    }
    return RT_EUNSUPPORTED;
}

/* Without the `attempt`th count. */
static inline int leave_out(const struct rt_wish *wish, struct board *board)
{
    uint32_t left = wish->attempt;
    for (uint32_t line = 0; line < board->width + board->height; line++) {
        if (board->count[line] == UNKNOWN || left--)
            continue;
        board->count[line] = UNKNOWN;
        return RT_OK;
    }
    return RT_EUNSUPPORTED;
}

static inline int check_wish(struct rt_self *self, const struct rt_wish *wish)
{
    if (wish->picture)
        return self->h->fail(self, RT_EINPUT, 0, 0, "tents are pitched at random; leave out --picture");
    if (wish->symmetry != RT_SYMMETRY_NONE)
        return self->h->fail(self, RT_EINPUT, 0, 0, "tents can't be pitched with symmetry; leave out --symmetry");
    if (wish->width > MOST || wish->height > MOST || wish->width * wish->height < 2)
        return self->h->fail(self, RT_EINPUT, 0, 0, "a camp has 2 cells at least, and %d a side at most", MOST);
    return RT_OK;
}

static inline int camp_generate(struct rt_self *self, const struct camp *camp, const struct rt_wish *wish)
{
    struct board *board = self->h->scratch(self, sizeof *board);
    int status = !board ? RT_ENOMEM : wish->goal ? RT_OK : check_wish(self, wish);
    if (status != RT_OK)
        return status;
    if (wish->goal) {
        camp_with_goal(camp, wish->goal, board);
        status = wish->other ? move_tree(camp, wish, board) : leave_out(wish, board);
    } else {
        board->width = wish->width;
        board->height = wish->height;
        camp_random(self, board);
    }
    return status == RT_OK ? board_emit(self, board, 0, (struct rt_puzzle_text){0}) : status;
}

#endif
