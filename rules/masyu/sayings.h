/* Sayings about a board: clauses over edges that hold because pearls stand as they do, each with its words.
 *
 *      struct spot at = {s, cell, d, side};
 *      if (is_black(&at, 0, 0) && is_black(&at, 2, 0))
 *          rt_if_on(s, edge(&at, 0, 0, AHEAD)), rt_off(s, edge(&at, 1, 0, SIDE)), say(&at, "...");
 *
 * A rule's function says all that it knows at one spot; it is run over every spot of the board, in init to give the
 * clauses to the host, in describe to find the shortest one that a deduction can have come from. An edge where the
 * board ends (-1) is off. */
#ifndef RULES_MASYU_SAYINGS_H
#define RULES_MASYU_SAYINGS_H

#include "grid.h"
#include <ratchet/kit/sayings.h>

struct sayings {
    struct rt_sayings said;     /* first: what is said at a spot goes there */
    const struct rt_masyu_board *board;
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

static inline void say(const struct spot *at, const char *words)
{
    rt_say(&at->s->said, at->cell, words);
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
    s->said.self = self;
    s->board = self->payload;
    say_all(s, rule);
    rt_hand_over(&s->said);
    return s->said.status;
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
    rt_ask(&s->said, self, why);
    s->board = self->payload;
    say_all(s, rule);
    if (!s->said.words)
        return RT_ERROR;
    uint32_t width = s->board->width;
    return self->h->print(self, "%s (r%uc%u)", s->said.words, s->said.place / width + 1, s->said.place % width + 1);
}

static inline int sayings_describe(struct rt_self *self, const struct rt_why *why, void (*rule)(const struct spot *at))
{
    struct sayings *s = self->h->scratch(self, sizeof *s);
    return s ? sayings_describe_with(self, s, why, rule) : RT_ENOMEM;
}

#endif
