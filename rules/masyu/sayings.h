/* Sayings about a board: clauses over edges that hold because pearls stand as they do, each with its words.
 *
 *      struct spot at = {s, cell, d, side};
 *      if (is_black(&at, 0, 0) && is_black(&at, 2, 0))
 *          if_on(s, edge(&at, 0, 0, AHEAD)), off(s, edge(&at, 1, 0, SIDE)), say(s, "...");
 *
 * A rule's function says all that it knows at one spot; it is run over every spot of the board, in init to give the
 * clauses to the host, in describe to find the shortest one that a deduction can have come from. An edge where the
 * board ends (-1) is off. */
#ifndef RULES_MASYU_SAYINGS_H
#define RULES_MASYU_SAYINGS_H

#include "grid.h"

enum { SAYINGS_ROOM = 1024, SAYING_MOST = 256 };  /* literals; a saying's are those of a pattern at most */

struct sayings {
    struct rt_self *self;
    const struct rt_masyu_board *board;
    rt_lit lit[SAYINGS_ROOM];
    uint32_t n, start;          /* `start`: the clause being written */
    bool holds;                 /* it holds already */
    int status;
    /* [describe] */
    bool asked;
    rt_lit conclusion;
    uint32_t cell, shortest;    /* where the answer's spot is; its literals */
    const char *words;
};

/* Where a saying is held against the board: from `cell` forward in direction d, and sideways in direction `side`. */
struct spot {
    struct sayings *s;
    uint32_t cell, d, side;
};

enum heading { AHEAD, BACK, SIDE, AWAY };

static inline uint32_t heading(const struct spot *at, enum heading h)
{
    return ((h < SIDE ? at->d : at->side) + (h & 1) * 2) % 4;
}

/* The cell so many steps forward and sideways; RT_NOPOS outside. */
static inline uint32_t at_cell(const struct spot *at, int forward, int sideways)
{
    uint32_t cell = at->cell;
    for (; forward; forward += forward < 0 ? 1 : -1)
        cell = grid_beside(at->s->board, cell, heading(at, forward < 0 ? BACK : AHEAD));
    for (; sideways; sideways += sideways < 0 ? 1 : -1)
        cell = grid_beside(at->s->board, cell, heading(at, sideways < 0 ? AWAY : SIDE));
    return cell;
}

static inline bool is_white(const struct spot *at, int forward, int sideways)
{
    return grid_pearl(at->s->board, at_cell(at, forward, sideways)) == RT_MASYU_IS_WHITE;
}

static inline bool is_black(const struct spot *at, int forward, int sideways)
{
    return grid_pearl(at->s->board, at_cell(at, forward, sideways)) == RT_MASYU_IS_BLACK;
}

static inline bool is_outside(const struct spot *at, int forward, int sideways)
{
    return at_cell(at, forward, sideways) == RT_NOPOS;
}

static inline int edge(const struct spot *at, int forward, int sideways, enum heading h)
{
    return grid_edge(at->s->board, at_cell(at, forward, sideways), heading(at, h));
}

static inline void put(struct sayings *s, int edge, uint32_t value)
{
    if (edge >= 0)
        s->lit[s->n++] = RT_IS(edge, value);
    else if (value == 0)
        s->holds = true;
}

static inline void if_on(struct sayings *s, int edge)
{
    put(s, edge, 0);
}

static inline void if_off(struct sayings *s, int edge)
{
    put(s, edge, 1);
}

static inline void on(struct sayings *s, int edge)
{
    put(s, edge, 1);
}

static inline void off(struct sayings *s, int edge)
{
    put(s, edge, 0);
}

static inline void hand_over(struct sayings *s)
{
    if (s->n && s->status == RT_OK)
        s->status = s->self->h->add_clauses(s->self, s->lit, s->n);
    s->n = 0;
}

/* Does the clause being written lead to what was asked, with premises that held then? */
static inline bool concludes(const struct sayings *s)
{
    bool does = false;
    for (uint32_t k = s->start; k < s->n; k++) {
        uint32_t pos = s->lit[k] >> 7, value = s->lit[k] >> 1 & 1;
        if (s->lit[k] == s->conclusion)
            does = true;
        else if (s->self->h->dom_then(s->self, pos) >> value & 1)
            return false;
    }
    return does;
}

/* Ends a clause. */
static inline void say(const struct spot *at, const char *words)
{
    struct sayings *s = at->s;
    uint32_t length = s->n - s->start;
    if (s->asked && !s->holds && concludes(s) && length < s->shortest) {
        s->words = words;
        s->cell = at->cell;
        s->shortest = length;
    }
    if (s->holds || s->asked)
        s->n = s->start;
    else if (!length)
        s->status = RT_CONFLICT;
    else
        s->lit[s->n++] = RT_LIT_END;
    if (s->n + SAYING_MOST > SAYINGS_ROOM)
        hand_over(s);
    s->start = s->n;
    s->holds = false;
}

/* Every cell, direction and side. */
static inline void say_all(struct sayings *s, void (*rule)(const struct spot *at))
{
    for (uint32_t cell = 0; cell < grid_cells(s->board); cell++)
        for (uint32_t d = 0; d < 4; d++)
            for (uint32_t turn = 1; turn < 4 && s->board->cell[cell]; turn += 2)
                rule(&(struct spot){s, cell, d, (d + turn) % 4});
}

/* `s` is zeroed, and may be the beginning of something larger. */
static inline int sayings_init_with(struct rt_self *self, struct sayings *s, void (*rule)(const struct spot *at))
{
    s->self = self;
    s->board = self->payload;
    say_all(s, rule);
    hand_over(s);
    return s->status;
}

static inline int sayings_init(struct rt_self *self, void (*rule)(const struct spot *at))
{
    struct sayings *s = self->h->scratch(self, sizeof *s);
    return s ? sayings_init_with(self, s, rule) : RT_ENOMEM;
}

static inline int sayings_describe_with(struct rt_self *self, struct sayings *s, const struct rt_why *why,
                                        void (*rule)(const struct spot *at))
{
    if (why->pos == RT_NOPOS)
        return self->h->print(self, "the pearls leave the line no way");
    s->self = self;
    s->board = self->payload;
    s->asked = true;
    s->shortest = UINT32_MAX;
    s->conclusion = RT_IS(why->pos, !why->value);
    say_all(s, rule);
    if (!s->words)
        return RT_ERROR;
    uint32_t width = s->board->width;
    return self->h->print(self, "%s (r%uc%u)", s->words, s->cell / width + 1, s->cell % width + 1);
}

static inline int sayings_describe(struct rt_self *self, const struct rt_why *why, void (*rule)(const struct spot *at))
{
    struct sayings *s = self->h->scratch(self, sizeof *s);
    return s ? sayings_describe_with(self, s, why, rule) : RT_ENOMEM;
}

#endif
