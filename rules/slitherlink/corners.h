/* A clue as seen from one of its corners. */
#ifndef RULES_SLITHERLINK_CORNERS_H
#define RULES_SLITHERLINK_CORNERS_H

#include <ratchet/kit/sayings.h>
#include <ratchet/kind/slitherlink.h>
#include <ratchet/model.h>

/* Positions, -1 where the board ends. */
struct corner {
    uint32_t d;
    int near[2];        /* the two sides that meet here */
    int far[2];         /* those that don't */
    int beyond[2];      /* the other edges here */
    int beside[2][2];   /* the edges beyond the corners where near[0] and near[1] end */
    int across[2];      /* the edges beyond the corner where the far sides meet */
};

static inline struct corner corner_of(const struct rt_slitherlink_clue *c, uint32_t d)
{
    uint32_t next = (d + 1) % 4, across = (d + 2) % 4, last = (d + 3) % 4;
    return (struct corner){d,
                           {c->side[d], c->side[next]},
                           {c->side[across], c->side[last]},
                           {c->beyond[d][0], c->beyond[d][1]},
                           {{c->beyond[last][0], c->beyond[last][1]}, {c->beyond[next][0], c->beyond[next][1]}},
                           {c->beyond[across][0], c->beyond[across][1]}};
}

/* [describe] The words, and the corner where they were said. */
static inline int corners_describe(struct rt_self *self, const struct rt_why *why, rt_sayer *rule)
{
    static const char *const name[] = {"north-east", "south-east", "south-west", "north-west"};
    struct rt_sayings *s = self->h->scratch(self, sizeof *s);
    if (!s)
        return RT_ENOMEM;
    rt_ask(s, self, why);
    rule(s);
    return s->words ? self->h->print(self, "%s (%s corner)", s->words, name[s->place]) : RT_ERROR;
}

/* Premise: no line comes to the corner from outside. */
static inline void if_bare(struct rt_sayings *s, const struct corner *at)
{
    rt_if_off(s, at->beyond[0]);
    rt_if_off(s, at->beyond[1]);
}

/* Premise: beyond[i] brings a line, and the other one doesn't. */
static inline void if_enters(struct rt_sayings *s, const struct corner *at, uint32_t i)
{
    rt_if_on(s, at->beyond[i]);
    rt_if_off(s, at->beyond[!i]);
}

#endif
