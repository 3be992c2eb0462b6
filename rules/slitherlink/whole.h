/* slitherlink.board/1: what a whole board means. */
#ifndef RULES_SLITHERLINK_WHOLE_H
#define RULES_SLITHERLINK_WHOLE_H

#include <ratchet/kind/slitherlink.h>
#include <ratchet/kit/region.h>

static inline struct rt_lattice whole_lattice(const struct rt_slitherlink_board *b)
{
    return (struct rt_lattice){b->width + 1, b->height + 1};
}

static inline int whole_fault(struct rt_verdict *verdict, const char *what)
{
    snprintf(verdict->what, sizeof verdict->what, "%s", what);
    verdict->nblame = 0;
    return RT_CONFLICT;
}

static inline int whole_check_points(const struct rt_judge *j)
{
    for (uint32_t point = 0; point < rt_lattice_points(j->lattice); point++) {
        uint32_t edges[4], on = (uint32_t)__builtin_popcount(rt_judge_links(j, point));
        if (on == 0 || on == 2)
            continue;
        whole_fault(j->verdict, on > 2 ? "the line branches" : "the line has a dead end");
        j->verdict->nblame = rt_lattice_edges_at(j->lattice, point, edges);
        memcpy(j->verdict->blame, edges, j->verdict->nblame * sizeof *edges);
        return RT_CONFLICT;
    }
    return RT_OK;
}

static inline int whole_check_clues(const struct rt_judge *j, const struct rt_slitherlink_board *b)
{
    for (uint32_t cell = 0; cell < b->width * b->height; cell++) {
        uint32_t on = 0;
        for (uint32_t d = 0; d < 4; d++)
            on += j->values[rt_lattice_side(j->lattice, cell, d)];
        if (b->clue[cell] == RT_SLITHERLINK_NONE || b->clue[cell] == on)
            continue;
        whole_fault(j->verdict, "a clue has not as many lines as it says");
        for (uint32_t d = 0; d < 4; d++)
            j->verdict->blame[j->verdict->nblame++] = rt_lattice_side(j->lattice, cell, d);
        return RT_CONFLICT;
    }
    return RT_OK;
}

/* The first line lies on the only loop, or its loop and a line that is not on it are to blame. Every point has none or
 * two; the marks lie in the blame array until the blame itself is written. */
static inline int whole_check_loop(const struct rt_judge *j)
{
    uint32_t n = rt_lattice_edges(j->lattice), first = 0, *marks = j->verdict->blame;
    bool level;
    while (first < n && !j->values[first])
        first++;
    if (first == n)     /* nobody is to blame but all edges */
        return whole_fault(j->verdict, "there is no line");
    memset(marks, 0, (n + 31) / 32 * sizeof *marks);
    uint32_t start = rt_lattice_start(j->lattice, first, &level);
    struct rt_stroll s = rt_stroll_start(j, start);
    do {
        uint32_t e = rt_stroll_on(j, &s);
        marks[e / 32] |= 1u << e % 32;
    } while (s.point != start);
    uint32_t other = first;
    while (other < n && (!j->values[other] || marks[other / 32] >> other % 32 & 1))
        other++;
    if (other == n)
        return RT_OK;
    whole_fault(j->verdict, "there is more than one loop");
    s = rt_stroll_start(j, start);
    do
        j->verdict->blame[j->verdict->nblame++] = rt_stroll_on(j, &s);
    while (s.point != start);
    j->verdict->blame[j->verdict->nblame++] = other;
    return RT_CONFLICT;
}

static inline int whole_check(const void *payload, uint32_t payload_size, const uint8_t *values, uint32_t n,
                              struct rt_verdict *verdict)
{
    struct rt_lattice lattice = whole_lattice(payload);
    struct rt_judge j = {.lattice = &lattice, .values = values, .verdict = verdict};
    (void)payload_size, (void)n;
    int status = whole_check_points(&j);
    if (status == RT_OK)
        status = whole_check_clues(&j, payload);
    return status == RT_OK ? whole_check_loop(&j) : status;
}

/* ---- entailment, for boards of at most 64 edges: every loop within the domains is walked ---- */

struct whole_walk {
    const struct rt_slitherlink_board *b;
    struct rt_lattice lattice;
    uint64_t may, on;           /* edges */
    uint32_t goal, budget;
};

enum { WHOLE_WALKS = 300000 };

static inline bool whole_fits(const struct whole_walk *w, uint64_t used)
{
    uint8_t values[64];
    uint32_t blame[64], n = rt_lattice_edges(&w->lattice);
    struct rt_verdict verdict = {.blame = blame};
    for (uint32_t e = 0; e < n; e++)
        values[e] = used >> e & 1;
    return !(w->on & ~used) && whole_check(w->b, sizeof *w->b, values, n, &verdict) == RT_OK;
}

/* Is there a loop that begins with `used` and has come to `at`? */
static inline bool whole_walk_on(struct whole_walk *w, uint32_t at, uint64_t used, uint64_t visited)
{
    if (at == w->goal)
        return whole_fits(w, used);
    for (uint32_t d = 0; d < 4 && w->budget; d++) {
        uint32_t e = rt_lattice_edge(&w->lattice, at, d), to = rt_lattice_beside(&w->lattice, at, d);
        if (e == RT_NOPOS || !((w->may & ~used) >> e & 1) || visited >> to & 1)
            continue;
        w->budget--;
        if (whole_walk_on(w, to, used | 1ull << e, visited | 1ull << to))
            return true;
    }
    return false;
}

static inline int whole_implies(const void *payload, uint32_t payload_size, const uint64_t *domains, uint32_t n,
                                uint32_t pos, uint32_t value)
{
    struct whole_walk w = {.b = payload, .lattice = whole_lattice(payload), .budget = WHOLE_WALKS};
    (void)payload_size;
    if (n > 64)
        return RT_EUNSUPPORTED;
    for (uint32_t e = 0; e < n; e++) {
        uint64_t dom = domains[e] & (e == pos ? 1ull << value : 3);
        if (!dom)
            return 1;
        w.may |= (dom >> 1 & 1) << e;
        w.on |= (uint64_t)(dom == 2) << e;
    }
    /* The loop's lowest edge that must be on, or any edge that it uses. */
    for (uint64_t starts = w.on ? w.on & -w.on : w.may; starts; starts &= starts - 1) {
        uint32_t e = (uint32_t)__builtin_ctzll(starts);
        bool level;
        w.goal = rt_lattice_start(&w.lattice, e, &level);
        uint32_t to = level ? w.goal + 1 : w.goal + w.lattice.width;
        if (whole_walk_on(&w, to, 1ull << e, 1ull << to))
            return 0;
        if (!w.budget)
            return RT_ELIMIT;
        w.may &= ~(1ull << e);
    }
    return 1;
}

/* ---- samples: clues of a random loop, some of them left out, now and then one wrong ---- */

static inline void whole_clues(struct rt_self *self, const struct rt_slitherlink_board *b, const struct rt_region *r,
                               uint8_t *clue)
{
    uint64_t keep = self->h->random(self, 5);
    for (uint32_t cell = 0; cell < b->width * b->height; cell++) {
        uint32_t row = cell / b->width + 1, column = cell % b->width + 1, in = rt_region_touches(r, row, column);
        clue[cell] = (uint8_t)(*rt_region_at(r, row, column) ? 4 - in : in);
        if (self->h->random(self, 5) > keep)
            clue[cell] = RT_SLITHERLINK_NONE;
    }
    if (!self->h->random(self, 4))
        clue[self->h->random(self, b->width * b->height)] = (uint8_t)self->h->random(self, 4);
}

static inline int whole_sample(struct rt_self *self, uint32_t size)
{
    const struct rt_host *h = self->h;
    struct rt_slitherlink_board b;
    struct rt_lattice lattice;
    uint8_t *clue = h->alloc(self, 100);
    uint32_t vars[220];
    size = size < 12 ? 12 : size > 180 ? 180 : size;
    do {
        b = (struct rt_slitherlink_board){1 + (uint32_t)h->random(self, 9), 1 + (uint32_t)h->random(self, 9), clue};
        lattice = whole_lattice(&b);
    } while (rt_lattice_edges(&lattice) > size);
    struct rt_region *r = rt_region_new(self, &lattice);
    uint32_t n = rt_lattice_edges(&lattice), first = h->add_variables(self, n, 2);
    if (!r || !clue || first == RT_NOPOS)
        return RT_ENOMEM;
    rt_region_grow(self, r);
    whole_clues(self, &b, r, clue);
    for (uint32_t e = 0; e < n; e++)
        vars[e] = first + e;
    return h->add_scope(self, RT_SLITHERLINK_BOARD, vars, n, &b, sizeof b);
}

/* "a board of 3 x 3: .2. ... 3.1" */
static inline int whole_describe(const void *payload, uint32_t payload_size, uint32_t n, char *buffer, size_t capacity)
{
    const struct rt_slitherlink_board *b = payload;
    (void)payload_size, (void)n;
    int used = snprintf(buffer, capacity, "a board of %u x %u:", b->width, b->height);
    size_t at = used < 0 ? 0 : (size_t)used;
    for (uint32_t cell = 0; cell < b->width * b->height && at + 3 < capacity; cell++) {
        if (cell % b->width == 0)
            buffer[at++] = ' ';
        buffer[at++] = b->clue[cell] <= 4 ? (char)('0' + b->clue[cell]) : '.';
    }
    if (at < capacity)
        buffer[at] = 0;
    return (int)(at < capacity ? at : capacity ? capacity - 1 : 0);
}

static inline int whole_valid(const void *payload, uint32_t payload_size, uint32_t n, uint32_t nvalues)
{
    const struct rt_slitherlink_board *b = payload;
    if (payload_size != sizeof *b || nvalues != 2 || !b->clue || !b->width || !b->height || b->width > 65535 ||
        b->height > 65535 || (uint64_t)b->width * b->height > 1u << 20)
        return RT_ERROR;
    for (uint32_t cell = 0; cell < b->width * b->height; cell++)
        if (b->clue[cell] > 4 && b->clue[cell] != RT_SLITHERLINK_NONE)
            return RT_ERROR;
    struct rt_lattice lattice = whole_lattice(b);
    return rt_lattice_edges(&lattice) == n ? RT_OK : RT_ERROR;
}

#endif
