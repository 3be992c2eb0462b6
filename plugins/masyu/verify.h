/* What a solution is: one check after the other, in the order of pzpr's checker, so that illegal boards get
 * comparable answers.  Each blames few edges: whatever the others are, the board stays illegal.  A check
 * relies on those before it. */
#ifndef MASYU_VERIFY_H
#define MASYU_VERIFY_H

#include "board.h"

struct judge {
    struct rt_self *self;
    const struct board *board;
    const uint8_t *values; /* one an edge, 1 = on */
    struct rt_verdict *verdict;
};

static inline bool is_on(const struct judge *j, uint32_t cell, uint32_t d)
{
    uint32_t edge = board_edge(j->board, cell, d);
    return edge != RT_NOPOS && j->values[edge];
}

/* Which of a cell's edges are on: bit d. */
static inline uint32_t links_of(const struct judge *j, uint32_t cell)
{
    uint32_t links = 0;
    for (uint32_t d = 0; d < 4; d++)
        links |= (uint32_t)is_on(j, cell, d) << d;
    return links;
}

static inline bool is_straight(uint32_t links)
{
    return links == (1 << NORTH | 1 << SOUTH) || links == (1 << EAST | 1 << WEST);
}

static inline bool is_turn(uint32_t links)
{
    return __builtin_popcount(links) == 2 && !is_straight(links);
}

static inline int illegal(struct judge *j, uint32_t cell, const char *what)
{
    struct rt_verdict *v = j->verdict;
    snprintf(v->what, sizeof v->what, "%s", what);
    snprintf(v->place, sizeof v->place, "r%uc%u", cell / j->board->width + 1, cell % j->board->width + 1);
    v->nblame = 0;
    return RT_CONFLICT;
}

static inline void blame(struct judge *j, uint32_t cell, uint32_t d)
{
    uint32_t edge = board_edge(j->board, cell, d);
    if (edge != RT_NOPOS)
        j->verdict->blame[j->verdict->nblame++] = edge;
}

/* The first `most` edges of a cell in these directions. */
static inline void blame_some(struct judge *j, uint32_t cell, uint32_t directions, uint32_t most)
{
    uint32_t enough = j->verdict->nblame + most;
    for (uint32_t d = 0; d < 4 && j->verdict->nblame < enough; d++)
        if (directions >> d & 1)
            blame(j, cell, d);
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
        blame_some(j, cell, tight, 2);
    else if (b->cell[cell] == RT_MASYU_IS_WHITE)
        for (uint32_t a = 0; a < 2; a++)
            blame_some(j, cell, axis[a] < 2 ? 0 : 1u << a | 4u << a, 1);
    else
        blame_some(j, cell, 15, axis[0] + axis[1] - 1);
    if (!j->verdict->nblame)
        blame_some(j, cell, 15, 1);
}

/* What is left when all level edges below row 1 are off is a tree. */
static inline void blame_tree(struct judge *j)
{
    for (uint32_t e = j->board->width - 1; e < board_level_edges(j->board); e++)
        j->verdict->blame[j->verdict->nblame++] = e;
}

static inline int check_line(struct judge *j)
{
    const struct board *b = j->board;
    for (uint32_t e = 0; e < board_edges(b); e++)
        if (j->values[e])
            return RT_OK;
    illegal(j, 0, "there is no line on the board");
    *j->verdict->place = 0;
    if (b->npearls || b->all_cells)
        blame_missed(j, b->npearls ? b->pearl[0] : 0);
    else
        blame_tree(j);
    return RT_CONFLICT;
}

static inline int check_degrees(struct judge *j, uint32_t degree, const char *what, uint32_t most)
{
    for (uint32_t cell = 0; cell < board_cells(j->board); cell++) {
        uint32_t links = links_of(j, cell);
        if ((uint32_t)__builtin_popcount(links) != degree)
            continue;
        illegal(j, cell, what);
        blame_some(j, cell, degree == 1 ? 15 : links, most);
        return RT_CONFLICT;
    }
    return RT_OK;
}

static inline int check_branch(struct judge *j)
{
    return check_degrees(j, 3, "the line branches", 3);
}

static inline int check_crossing(struct judge *j)
{
    return check_degrees(j, 4, "the line crosses itself", 3);
}

static inline int check_dead_end(struct judge *j)
{
    return check_degrees(j, 1, "the line has a dead end", 4);
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
        illegal(j, cell, what);
        blame_some(j, cell, links, 2);
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
        illegal(j, cell, "the line turns right next to a black pearl");
        blame_some(j, beside, links_of(j, beside), 2);
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
        illegal(j, cell,
                most ? "the line turns on neither side of a white pearl"
                     : "the line does not turn on both sides of a white pearl");
        for (uint32_t d = 0; d < 4 && blamed <= most; d++)
            if (arms >> d & 1) {
                blame(j, cell, d);
                blame(j, board_beside(b, cell, d), d);
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
        illegal(j, cell,
                b->cell[cell] == RT_MASYU_IS_WHITE ? "the line misses a white pearl"
                                                   : "the line misses a black pearl");
        blame_missed(j, cell);
        return RT_CONFLICT;
    }
    return RT_OK;
}

/* A walk round the loop through a cell; every degree is 0 or 2. */
struct stroll {
    uint32_t cell, from; /* from: the direction back */
};

static inline struct stroll stroll_start(const struct judge *j, uint32_t cell)
{
    return (struct stroll){cell, (uint32_t)__builtin_ctz(links_of(j, cell))};
}

/* Goes one cell on; returns the edge. */
static inline uint32_t stroll_on(const struct judge *j, struct stroll *s)
{
    uint32_t d = (uint32_t)__builtin_ctz(links_of(j, s->cell) & ~(1u << s->from));
    uint32_t edge = board_edge(j->board, s->cell, d);
    *s = (struct stroll){board_beside(j->board, s->cell, d), d ^ 2};
    return edge;
}

struct loop {
    uint32_t start, length;
    bool misses; /* something that must be visited is not on it */
};

/* Marks the cells of the loop through `start`. */
static inline struct loop loop_mark(const struct judge *j, uint32_t start, uint8_t *seen)
{
    const struct board *b = j->board;
    struct loop loop = {.start = start};
    uint32_t pearls = 0;
    struct stroll s = stroll_start(j, start);
    do {
        seen[s.cell] = 1;
        pearls += b->cell[s.cell] != 0;
        loop.length++;
        stroll_on(j, &s);
    } while (s.cell != start);
    loop.misses = b->all_cells ? loop.length < board_cells(b) : pearls < b->npearls;
    return loop;
}

/* Of two loops one is enough if it misses a pearl; else it takes an edge of the other. */
static inline int blame_loop(struct judge *j, struct loop loop, uint32_t other)
{
    illegal(j, loop.start, "there is more than one loop");
    struct stroll s = stroll_start(j, loop.start);
    do
        j->verdict->blame[j->verdict->nblame++] = stroll_on(j, &s);
    while (s.cell != loop.start);
    if (!loop.misses)
        blame_some(j, other, links_of(j, other), 1);
    return RT_CONFLICT;
}

static inline bool is_better(struct loop a, struct loop b)
{
    return a.misses != b.misses ? a.misses : a.length < b.length;
}

static inline int check_loops(struct judge *j)
{
    uint32_t cells = board_cells(j->board), count = 0, other = 0;
    uint8_t *seen = j->self->h->scratch(j->self, cells);
    struct loop best = {0};
    if (!seen)
        return RT_ENOMEM;
    for (uint32_t cell = 0; cell < cells; cell++) {
        if (seen[cell] || !links_of(j, cell))
            continue;
        struct loop loop = loop_mark(j, cell, seen);
        bool better = !count++ || is_better(loop, best);
        other = better ? best.start : loop.start;
        best = better ? loop : best;
    }
    return count > 1 ? blame_loop(j, best, other) : RT_OK;
}

static inline int check_all_cells(struct judge *j)
{
    for (uint32_t cell = 0; j->board->all_cells && cell < board_cells(j->board); cell++) {
        if (links_of(j, cell))
            continue;
        illegal(j, cell, "the line misses a cell, and it must visit every one");
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
    struct judge j = {self, b, values, verdict};
    int status = self->h->tick(self, board_cells(b) / 32 + 1) ? RT_ELIMIT : RT_OK;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == RT_OK; i++)
        status = checks[i](&j);
    return status;
}

#endif
