/* masyu.board/1: what a whole board means. */
#ifndef RULES_MASYU_WHOLE_H
#define RULES_MASYU_WHOLE_H

#include "grid.h"
#include <stdio.h>

/* Which edges of a cell are on: bit d. */
static inline uint32_t whole_links(const struct rt_masyu_board *b, const uint8_t *values, uint32_t cell)
{
    uint32_t links = 0;
    for (uint32_t d = 0; d < 4; d++) {
        int e = grid_edge(b, cell, d);
        links |= (uint32_t)(e >= 0 && values[e]) << d;
    }
    return links;
}

static inline bool whole_straight(uint32_t links)
{
    return links == 5 || links == 10;
}

static inline int whole_fault(struct rt_verdict *verdict, const char *what)
{
    snprintf(verdict->what, sizeof verdict->what, "%s", what);
    verdict->nblame = 0;
    return RT_CONFLICT;
}

static inline void whole_blame(const struct rt_masyu_board *b, uint32_t cell, struct rt_verdict *verdict)
{
    for (uint32_t d = 0; d < 4; d++) {
        int e = grid_edge(b, cell, d);
        bool there = e < 0;
        for (uint32_t k = 0; k < verdict->nblame && !there; k++)
            there = verdict->blame[k] == (uint32_t)e;
        if (!there)
            verdict->blame[verdict->nblame++] = (uint32_t)e;
    }
}

static inline int whole_check_cells(const struct rt_masyu_board *b, const uint8_t *values, struct rt_verdict *verdict)
{
    for (uint32_t cell = 0; cell < grid_cells(b); cell++) {
        uint32_t links = whole_links(b, values, cell), degree = (uint32_t)__builtin_popcount(links);
        if (degree == 2 || (degree == 0 && !grid_must(b, cell)))
            continue;
        whole_fault(verdict, degree > 2 ? "the line branches" : degree ? "the line has a dead end"
                                                               : "the loop misses a cell that it must visit");
        whole_blame(b, cell, verdict);
        return RT_CONFLICT;
    }
    return RT_OK;
}

/* What a pearl says, where every cell has none or two edges on; NULL: it is content. */
static inline const char *whole_pearl(const struct rt_masyu_board *b, const uint8_t *values, uint32_t cell)
{
    uint32_t links = whole_links(b, values, cell), turns = 0;
    bool white = b->cell[cell] == RT_MASYU_IS_WHITE;
    if (white != whole_straight(links))
        return white ? "the line turns on a white pearl" : "the line goes straight on a black pearl";
    for (uint32_t d = 0; d < 4; d++)
        if (links >> d & 1)
            turns += !whole_straight(whole_links(b, values, grid_beside(b, cell, d)));
    if (!white)
        return turns ? "the line turns right next to a black pearl" : NULL;
    if (b->variant == RT_MASYU_STRAIGHT || turns == 2 || (turns == 1 && b->variant == RT_MASYU_STANDARD))
        return NULL;
    return b->variant == RT_MASYU_BOTH ? "the line does not turn on both sides of a white pearl"
                                       : "the line turns on neither side of a white pearl";
}

static inline int whole_check_pearls(const struct rt_masyu_board *b, const uint8_t *values,
                                     struct rt_verdict *verdict)
{
    for (uint32_t cell = 0; cell < grid_cells(b); cell++) {
        const char *what = b->cell[cell] ? whole_pearl(b, values, cell) : NULL;
        if (!what)
            continue;
        whole_fault(verdict, what);
        whole_blame(b, cell, verdict);
        for (uint32_t d = 0; d < 4; d++)
            if (whole_links(b, values, cell) >> d & 1)
                whole_blame(b, grid_beside(b, cell, d), verdict);
        return RT_CONFLICT;
    }
    return RT_OK;
}

/* Along the loop, where every cell has none or two edges on: the edge after the one that led to *cell in direction
 * *d; both move on. */
static inline uint32_t whole_step(const struct rt_masyu_board *b, const uint8_t *values, uint32_t *cell, uint32_t *d)
{
    uint32_t way = whole_links(b, values, *cell) & ~(1u << (*d + 2) % 4);
    *d = (uint32_t)__builtin_ctz(way);
    uint32_t edge = (uint32_t)grid_edge(b, *cell, *d);
    *cell = grid_beside(b, *cell, *d);
    return edge;
}

/* The first on-edge lies on the only loop, or its loop and an edge outside of it are to blame. */
static inline int whole_check_loop(const struct rt_masyu_board *b, const uint8_t *values, struct rt_verdict *verdict)
{
    uint32_t n = grid_edges(b), first = 0, *marks = verdict->blame, d;
    while (first < n && !values[first])
        first++;
    if (first == n)     /* nobody is to blame but all edges */
        return whole_fault(verdict, "there is no line");
    for (uint32_t w = 0; w < (n + 31) / 32; w++)
        marks[w] = 0;
    uint32_t start = grid_start(b, first, &d), ahead = d, cell = grid_beside(b, start, d), e;
    do {
        e = whole_step(b, values, &cell, &d);
        marks[e / 32] |= 1u << e % 32;
    } while (e != first);
    uint32_t other = first;
    while (other < n && (!values[other] || marks[other / 32] >> other % 32 & 1))
        other++;
    if (other == n)
        return RT_OK;
    whole_fault(verdict, "there is more than one loop");
    cell = grid_beside(b, start, ahead);
    d = ahead;
    do
        verdict->blame[verdict->nblame++] = e = whole_step(b, values, &cell, &d);
    while (e != first);
    verdict->blame[verdict->nblame++] = other;
    return RT_CONFLICT;
}

static inline int whole_check(const void *payload, uint32_t payload_size, const uint8_t *values, uint32_t n,
                              struct rt_verdict *verdict)
{
    const struct rt_masyu_board *b = payload;
    (void)payload_size, (void)n;
    int status = whole_check_cells(b, values, verdict);
    if (status == RT_OK)
        status = whole_check_pearls(b, values, verdict);
    return status == RT_OK ? whole_check_loop(b, values, verdict) : status;
}

/* ---- entailment, for boards of at most 64 edges: every loop within the domains is walked ---- */

struct whole_walk {
    const struct rt_masyu_board *b;
    uint64_t may, on;       /* edges */
    uint32_t goal, budget;
};

enum { WHOLE_WALKS = 300000 };

static inline bool whole_fits(const struct whole_walk *w, uint64_t used)
{
    uint8_t values[64];
    uint32_t blame[64];
    struct rt_verdict verdict = {.blame = blame};
    uint32_t n = grid_edges(w->b);
    if (w->on & ~used)
        return false;
    for (uint32_t e = 0; e < n; e++)
        values[e] = used >> e & 1;
    return whole_check(w->b, sizeof *w->b, values, n, &verdict) == RT_OK;
}

/* Is there a loop that begins with `used` and has come to `at` in direction d? */
static inline bool whole_walk_on(struct whole_walk *w, uint32_t at, uint64_t used, uint64_t visited)
{
    if (at == w->goal)
        return whole_fits(w, used);
    for (uint32_t d = 0; d < 4 && w->budget; d++) {
        int e = grid_edge(w->b, at, d);
        uint32_t to = grid_beside(w->b, at, d);
        if (e < 0 || !((w->may & ~used) >> e & 1) || visited >> to & 1)
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
    struct whole_walk w = {.b = payload, .budget = WHOLE_WALKS};
    (void)payload_size;
    if (n > 64 || grid_cells(w.b) > 64)
        return RT_EUNSUPPORTED;
    for (uint32_t e = 0; e < n; e++) {
        uint64_t dom = domains[e] & (e == pos ? 1ull << value : 3);
        if (!dom)
            return 1;
        w.may |= (dom >> 1 & 1) << e;
        w.on |= (uint64_t)(dom == 2) << e;
    }
    /* The loop's lowest edge, or any edge that it uses. */
    for (uint64_t starts = w.on ? w.on & -w.on : w.may; starts; starts &= starts - 1) {
        uint32_t e = (uint32_t)__builtin_ctzll(starts), d;
        w.goal = grid_start(w.b, e, &d);
        uint32_t to = grid_beside(w.b, w.goal, d);
        if (whole_walk_on(&w, to, 1ull << e, 1ull << to))
            return 0;
        if (!w.budget)
            return RT_ELIMIT;
        w.may &= ~(1ull << e);
    }
    return 1;
}

/* ---- samples: pearls that the border of a random region without holes allows ---- */

struct whole_sample {
    struct rt_masyu_board board;
    uint8_t in[12][12];     /* squares between four cells, [row + 1][column + 1] */
    uint8_t values[264];
};

static inline bool whole_may_grow(const struct whole_sample *s, uint32_t y, uint32_t x)
{
    static const int dy[8] = {-1, -1, 0, 1, 1, 1, 0, -1}, dx[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    uint32_t arcs = 0;
    for (int d = 0; d < 8; d++)
        arcs += !s->in[(int)y + dy[d]][(int)x + dx[d]] && s->in[(int)y + dy[(d + 1) % 8]][(int)x + dx[(d + 1) % 8]];
    bool touches = s->in[y - 1][x] || s->in[y + 1][x] || s->in[y][x - 1] || s->in[y][x + 1];
    return !s->in[y][x] && touches && arcs == 1;
}

static inline void whole_grow(struct rt_self *self, struct whole_sample *s)
{
    uint32_t w = s->board.width - 1, h = s->board.height - 1;
    s->in[1 + self->h->random(self, h)][1 + self->h->random(self, w)] = 1;
    for (uint32_t k = 0; k < 4 * w * h; k++) {
        uint32_t y = 1 + (uint32_t)self->h->random(self, h), x = 1 + (uint32_t)self->h->random(self, w);
        if (whole_may_grow(s, y, x))
            s->in[y][x] = 1;
    }
    for (uint32_t e = 0; e < grid_edges(&s->board); e++) {
        uint32_t d, cell = grid_start(&s->board, e, &d), y = cell / (w + 1), x = cell % (w + 1);
        s->values[e] = s->in[y + (d == 2)][x + (d == 1)] != s->in[y + 1][x + 1];
    }
}

static inline int whole_sample(struct rt_self *self, uint32_t size)
{
    const struct rt_host *h = self->h;
    struct whole_sample *s = h->scratch(self, sizeof *s);
    uint8_t *cell = h->alloc(self, 121);
    uint32_t vars[264];
    if (!s || !cell)
        return RT_ENOMEM;
    struct rt_masyu_board *b = &s->board;
    size = size < 12 ? 12 : size > 180 ? 180 : size;
    do
        *b = (struct rt_masyu_board){2 + (uint32_t)h->random(self, 9), 2 + (uint32_t)h->random(self, 9),
                                     (uint32_t)h->random(self, 3), 0, cell};
    while (grid_edges(b) > size);
    whole_grow(self, s);
    uint64_t keep = h->random(self, 5), wrong = h->random(self, 4) ? 0 : 1;
    for (uint32_t c = 0; c < grid_cells(b); c++)
        for (uint8_t pearl = 1; pearl <= 2 && !cell[c] && whole_links(b, s->values, c); pearl++) {
            cell[c] = pearl;
            if (whole_pearl(b, s->values, c) || h->random(self, 5) > keep)
                cell[c] = 0;
        }
    if (wrong)
        cell[h->random(self, grid_cells(b))] = 1 + (uint8_t)h->random(self, 2);
    uint32_t n = grid_edges(b), first = h->add_variables(self, n, 2);
    if (first == RT_NOPOS)
        return RT_ENOMEM;
    for (uint32_t e = 0; e < n; e++)
        vars[e] = first + e;
    return h->add_scope(self, RT_MASYU_BOARD, vars, n, b, sizeof *b);
}

/* "a board of 3 x 3, variant 0: .W. ... B.." */
static inline int whole_describe(const void *payload, uint32_t payload_size, uint32_t n, char *buffer, size_t capacity)
{
    const struct rt_masyu_board *b = payload;
    (void)payload_size, (void)n;
    int used = snprintf(buffer, capacity, "a board of %u x %u, variant %u%s:", b->width, b->height, b->variant,
                        b->all_cells ? ", all cells" : "");
    size_t at = used < 0 ? 0 : (size_t)used;
    for (uint32_t cell = 0; cell < grid_cells(b) && at + 3 < capacity; cell++) {
        if (cell % b->width == 0)
            buffer[at++] = ' ';
        buffer[at++] = ".WB"[b->cell[cell]];
    }
    if (at < capacity)
        buffer[at] = 0;
    return (int)(at < capacity ? at : capacity ? capacity - 1 : 0);
}

static inline int whole_valid(const void *payload, uint32_t payload_size, uint32_t n, uint32_t nvalues)
{
    const struct rt_masyu_board *b = payload;
    if (payload_size != sizeof *b || nvalues != 2 || !b->cell || !b->width || !b->height || b->width > 65535 ||
        b->height > 65535 || (uint64_t)b->width * b->height > 1u << 20 || grid_edges(b) != n ||
        b->variant > RT_MASYU_STRAIGHT || b->all_cells > 1)
        return RT_ERROR;
    for (uint32_t cell = 0; cell < grid_cells(b); cell++)
        if (b->cell[cell] > RT_MASYU_IS_BLACK)
            return RT_ERROR;
    return RT_OK;
}

#endif
