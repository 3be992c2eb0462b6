/* What a solution is: one check after the other, in the order of pzpr's checker, so that illegal boards get
 * comparable answers.  Each blames few edges: whatever the others are, the board stays illegal.  A check
 * relies on those before it. */
#ifndef MASYU_VERIFY_H
#define MASYU_VERIFY_H

#include "board.h"

struct judge {
    struct rt_judge line;
    const struct board *board;
};

static inline uint32_t links_of(const struct judge *j, uint32_t cell)
{
    return rt_judge_links(&j->line, cell);
}

static inline bool is_straight(uint32_t links)
{
    return links == (1 << NORTH | 1 << SOUTH) || links == (1 << EAST | 1 << WEST);
}

static inline bool is_turn(uint32_t links)
{
    return __builtin_popcount(links) == 2 && !is_straight(links);
}

/* Without line a pearl misses it: with one edge off on either axis a white can't be crossed, and a black
 * can't turn once both of an axis are off. A border takes edges off for good, and one blamed is the least. */
static inline void blame_missed(struct judge *j, uint32_t cell)
{
    const struct board *b = j->board;
    uint32_t axis[2] = {0, 0}; /* edges there are */
    for (uint32_t d = 0; d < 4; d++)
        axis[d & 1] += board_edge(b, cell, d) != RT_NOPOS;
    uint32_t tight = axis[0] <= axis[1] ? 1 << NORTH | 1 << SOUTH : 1 << EAST | 1 << WEST;
    if (b->cell[cell] == RT_MASYU_IS_BLACK)
        rt_judge_blame_some(&j->line, cell, tight, 2);
    else if (b->cell[cell] == RT_MASYU_IS_WHITE)
        for (uint32_t a = 0; a < 2; a++)
            rt_judge_blame_some(&j->line, cell, axis[a] < 2 ? 0 : 1u << a | 4u << a, 1);
    else
        rt_judge_blame_some(&j->line, cell, 15, axis[0] + axis[1] - 1);
    if (!j->line.verdict->nblame)
        rt_judge_blame_some(&j->line, cell, 15, 1);
}

static inline int check_line(struct judge *j)
{
    const struct board *b = j->board;
    if (rt_judge_any_line(&j->line))
        return RT_OK;
    rt_judge_illegal_at(&j->line, 0, "there is no line on the board");
    *j->line.verdict->place = 0;
    if (b->npearls || b->all_cells)
        blame_missed(j, b->npearls ? b->pearl[0] : 0);
    else
        rt_judge_blame_tree(&j->line);
    return RT_CONFLICT;
}

static inline int check_branch(struct judge *j)
{
    return rt_judge_branch(&j->line);
}

static inline int check_crossing(struct judge *j)
{
    return rt_judge_crossing(&j->line);
}

static inline int check_dead_end(struct judge *j)
{
    return rt_judge_dead_end(&j->line);
}

/* Straight on a white, turning on a black: two edges tell. */
static inline int check_pearls(struct judge *j, uint8_t colour, bool (*wrong)(uint32_t links),
                               const char *what)
{
    const struct board *b = j->board;
    for (uint32_t i = 0; i < b->npearls; i++) {
        uint32_t cell = b->pearl[i], links = links_of(j, cell);
        if (b->cell[cell] != colour || !wrong(links))
            continue;
        rt_judge_illegal_at(&j->line, cell, what);
        rt_judge_blame_some(&j->line, cell, links, 2);
        return RT_CONFLICT;
    }
    return RT_OK;
}

static inline int check_white(struct judge *j)
{
    return check_pearls(j, RT_MASYU_IS_WHITE, is_turn, "the line turns on a white pearl");
}

static inline int check_black(struct judge *j)
{
    return check_pearls(j, RT_MASYU_IS_BLACK, is_straight, "the line goes straight on a black pearl");
}

/* The directions in which the line leaves a pearl and, in the cell next to it, turns or goes on straight. */
static inline uint32_t arms_of(const struct judge *j, uint32_t cell, bool (*how)(uint32_t links))
{
    uint32_t links = links_of(j, cell), arms = 0;
    for (uint32_t d = 0; d < 4 && __builtin_popcount(links) == 2; d++)
        if (links >> d & 1 && how(links_of(j, board_beside(j->board, cell, d))))
            arms |= 1u << d;
    return arms;
}

static inline int check_black_arms(struct judge *j)
{
    const struct board *b = j->board;
    for (uint32_t i = 0; i < b->npearls; i++) {
        uint32_t cell = b->pearl[i], arms = arms_of(j, cell, is_turn);
        if (b->cell[cell] != RT_MASYU_IS_BLACK || !arms)
            continue;
        uint32_t d = (uint32_t)__builtin_ctz(arms), beside = board_beside(b, cell, d);
        rt_judge_illegal_at(&j->line, cell, "the line turns right next to a black pearl");
        rt_judge_blame_some(&j->line, beside, links_of(j, beside), 2);
        return RT_CONFLICT;
    }
    return RT_OK;
}

static inline int check_white_turns(struct judge *j)
{
    const struct board *b = j->board;
    uint32_t most = b->variant == RT_MASYU_BOTH ? 0 : b->variant == RT_MASYU_STANDARD ? 1 : 2;
    for (uint32_t i = 0; i < b->npearls; i++) {
        uint32_t cell = b->pearl[i], arms = arms_of(j, cell, is_straight), blamed = 0;
        if (b->cell[cell] != RT_MASYU_IS_WHITE || (uint32_t)__builtin_popcount(arms) <= most)
            continue;
        rt_judge_illegal_at(&j->line, cell,
                most ? "the line turns on neither side of a white pearl"
                     : "the line does not turn on both sides of a white pearl");
        for (uint32_t d = 0; d < 4 && blamed <= most; d++)
            if (arms >> d & 1) {
                rt_judge_blame(&j->line, board_edge(b, cell, d));
                rt_judge_blame(&j->line, board_edge(b, board_beside(b, cell, d), d));
                blamed++;
            }
        return RT_CONFLICT;
    }
    return RT_OK;
}

static inline int check_missed(struct judge *j)
{
    const struct board *b = j->board;
    for (uint32_t i = 0; i < b->npearls; i++) {
        uint32_t cell = b->pearl[i];
        if (links_of(j, cell))
            continue;
        rt_judge_illegal_at(&j->line, cell,
                b->cell[cell] == RT_MASYU_IS_WHITE ? "the line misses a white pearl"
                                                   : "the line misses a black pearl");
        blame_missed(j, cell);
        return RT_CONFLICT;
    }
    return RT_OK;
}

static inline int check_loops(struct judge *j)
{
    uint32_t cells = board_cells(j->board);
    uint8_t *must = j->line.self->h->scratch(j->line.self, cells);
    for (uint32_t cell = 0; must && cell < cells; cell++)
        must[cell] = board_must(j->board, cell);
    return must ? rt_judge_loops(&j->line, must) : RT_ENOMEM;
}

static inline int check_all_cells(struct judge *j)
{
    for (uint32_t cell = 0; j->board->all_cells && cell < board_cells(j->board); cell++) {
        if (links_of(j, cell))
            continue;
        rt_judge_illegal_at(&j->line, cell, "the line misses a cell, and it must visit every one");
        blame_missed(j, cell);
        return RT_CONFLICT;
    }
    return RT_OK;
}

static inline int board_verify(struct rt_self *self, const struct board *b, const uint8_t *values,
                               struct rt_verdict *verdict)
{
    static int (*const checks[])(struct judge *) = {
        check_line,        check_branch, check_crossing, check_white, check_black,     check_black_arms,
        check_white_turns, check_missed, check_dead_end, check_loops, check_all_cells,
    };
    struct judge j = {{self, &b->lattice, values, verdict}, b};
    int status = self->h->tick(self, board_cells(b) / 32 + 1) ? RT_ELIMIT : RT_OK;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == RT_OK; i++)
        status = checks[i](&j);
    return status;
}

#endif
