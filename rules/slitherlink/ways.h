/* All ways of a clue's sides against the edges beyond its corners, within domains. */
#ifndef RULES_SLITHERLINK_WAYS_H
#define RULES_SLITHERLINK_WAYS_H

#include <ratchet/kind/slitherlink.h>
#include <stdbool.h>

/* Bit p of may[v]: position p may be v. */
struct ways {
    uint64_t may[2];
};

static inline bool ways_may(const struct ways *w, int position, uint32_t value)
{
    return position < 0 ? value == 0 : w->may[value] >> position & 1;
}

static inline void ways_add(struct ways *w, int position, uint32_t value)
{
    if (position >= 0)
        w->may[value] |= 1ull << position;
}

/* Corner d, at which so many sides are on: adds what the edges beyond it may be to `support`; false: nothing. */
static inline bool ways_corner(const struct rt_slitherlink_clue *c, const struct ways *in, uint32_t d, uint32_t on,
                               struct ways *support)
{
    bool any = false;
    for (uint32_t first = 0; first < 2; first++) {
        uint32_t second = on == 1 ? !first : first;     /* of two lines at most */
        if ((on == 2 && first) || !ways_may(in, c->beyond[d][0], first) || !ways_may(in, c->beyond[d][1], second))
            continue;
        ways_add(support, c->beyond[d][0], first);
        ways_add(support, c->beyond[d][1], second);
        any = true;
    }
    return any;
}

/* The sides that are on: bit d. */
static inline bool ways_fit(const struct rt_slitherlink_clue *c, const struct ways *in, uint32_t sides,
                            struct ways *support)
{
    for (uint32_t d = 0; d < 4; d++) {
        if (!ways_may(in, c->side[d], sides >> d & 1) ||
            !ways_corner(c, in, d, (sides >> d & 1) + (sides >> (d + 1) % 4 & 1), support))
            return false;
        ways_add(support, c->side[d], sides >> d & 1);
    }
    return true;
}

/* What each position may be in some way; nothing at all if there is no way. */
static inline struct ways ways_support(const struct rt_slitherlink_clue *c, const struct ways *in)
{
    static const uint8_t count[] = {1, 4, 6, 4, 1};
    static const uint8_t sides[][6] = {{0}, {1, 2, 4, 8}, {3, 5, 6, 9, 10, 12}, {7, 11, 13, 14}, {15}};
    struct ways all = {{0, 0}};
    for (uint32_t i = 0; i < count[c->clue]; i++) {
        struct ways one = {{0, 0}};
        if (!ways_fit(c, in, sides[c->clue][i], &one))
            continue;
        all.may[0] |= one.may[0];
        all.may[1] |= one.may[1];
    }
    return all;
}

#endif
