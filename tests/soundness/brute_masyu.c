/* All loops of a small grid are listed once (3 x 3: 13, 4 x 4: 213, 5 x 5: 9349), then each is held against the
 * pearls. */
#include "brute.h"

#include <stdio.h>
#include <string.h>

enum { MOST_LOOPS = 9349 };

struct loops {
    uint32_t width, height, n;
    uint64_t mask[MOST_LOOPS];
};

static uint64_t right_of(uint32_t w, uint32_t x, uint32_t y)
{
    return 1ull << (y * (w - 1) + x);
}

static uint64_t below(uint32_t w, uint32_t h, uint32_t x, uint32_t y)
{
    return 1ull << (h * (w - 1) + y * w + x);
}

/* The edge from cell (x, y) in direction d (0 north, 1 east, 2 south, 3 west), 0 where the board ends. */
static uint64_t edge(uint32_t w, uint32_t h, int x, int y, int d)
{
    if (x < 0 || y < 0 || x >= (int)w || y >= (int)h)
        return 0;
    switch (d & 3) {
    case 0:
        return y ? below(w, h, (uint32_t)x, (uint32_t)y - 1) : 0;
    case 1:
        return x + 1 < (int)w ? right_of(w, (uint32_t)x, (uint32_t)y) : 0;
    case 2:
        return y + 1 < (int)h ? below(w, h, (uint32_t)x, (uint32_t)y) : 0;
    default:
        return x ? right_of(w, (uint32_t)x - 1, (uint32_t)y) : 0;
    }
}

static const int DX[4] = {0, 1, 0, -1}, DY[4] = {-1, 0, 1, 0};

/* Walks on from (x, y); the loop's first cell in reading order is (x0, y0), first step east. */
static void walk(struct loops *l, int x0, int y0, int x, int y, uint32_t visited, uint64_t mask)
{
    for (int d = 0; d < 4; d++) {
        int nx = x + DX[d], ny = y + DY[d];
        uint64_t e = edge(l->width, l->height, x, y, d);
        if (!e || (mask & e) || ny < y0 || (ny == y0 && nx < x0))
            continue;
        if (nx == x0 && ny == y0) {
            if (d == 0)     /* comes home from the south: each loop once */
                l->mask[l->n++] = mask | e;
            continue;
        }
        uint32_t bit = 1u << (ny * (int)l->width + nx);
        if (!(visited & bit))
            walk(l, x0, y0, nx, ny, visited | bit, mask | e);
    }
}

static const struct loops *all_loops(uint32_t width, uint32_t height)
{
    static struct loops cache[6][6];
    struct loops *l = &cache[height][width];
    if (l->width)
        return l;
    *l = (struct loops){.width = width, .height = height};
    for (int y = 0; y < (int)height; y++)
        for (int x = 0; x + 1 < (int)width; x++) {
            uint32_t first = 1u << (y * (int)width + x), second = first << 1;
            walk(l, x, y, x + 1, y, first | second, right_of(width, (uint32_t)x, (uint32_t)y));
        }
    return l;
}

static bool straight(const struct brute_masyu *m, uint64_t loop, int x, int y)
{
    uint64_t on[4];
    for (int d = 0; d < 4; d++)
        on[d] = edge(m->width, m->height, x, y, d) & loop;
    return (on[0] && on[2]) || (on[1] && on[3]);
}

static bool pearl_fits(const struct brute_masyu *m, uint64_t loop, int x, int y)
{
    uint8_t pearl = m->pearl[y * (int)m->width + x];
    uint32_t degree = 0, turns = 0;
    for (int d = 0; d < 4; d++)
        if (edge(m->width, m->height, x, y, d) & loop) {
            degree++;
            turns += !straight(m, loop, x + DX[d], y + DY[d]);
        }
    if (!degree)
        return !pearl && !m->all_cells;
    if (pearl == 1)
        return straight(m, loop, x, y) && (m->white == 2 || turns == 2 || (m->white == 0 && turns == 1));
    return pearl == 0 || (!straight(m, loop, x, y) && turns == 0);
}

static bool fits(const struct brute_masyu *m, uint64_t loop)
{
    for (int y = 0; y < (int)m->height; y++)
        for (int x = 0; x < (int)m->width; x++)
            if (!pearl_fits(m, loop, x, y))
                return false;
    return true;
}

uint64_t brute_masyu_solve(const struct brute_masyu *m, uint64_t *out, uint32_t capacity)
{
    const struct loops *l = all_loops(m->width, m->height);
    uint64_t count = 0;
    for (uint32_t k = 0; k < l->n; k++)
        if (fits(m, l->mask[k])) {
            if (count < capacity)
                out[count] = l->mask[k];
            count++;
        }
    return count;
}

/* Puts on (x, y) a pearl that the loop allows there, if any. */
static void pearl_of_loop(struct brute_masyu *m, uint64_t loop, int x, int y)
{
    uint8_t *pearl = &m->pearl[y * (int)m->width + x];
    for (*pearl = 1; *pearl <= 2; ++*pearl) {
        uint64_t degree = 0;
        for (int d = 0; d < 4; d++)
            degree |= edge(m->width, m->height, x, y, d) & loop;
        if (degree && pearl_fits(m, loop, x, y))
            return;
    }
    *pearl = 0;
}

void brute_loops_support(const uint64_t *loops, uint32_t nloops, const uint64_t *domains, uint32_t n,
                         uint64_t *support)
{
    uint64_t on = 0, may = 0, seen = 0, missed = 0;
    for (uint32_t e = 0; e < n; e++) {
        on |= (uint64_t)(domains[e] == 2) << e;
        may |= (domains[e] >> 1 & 1) << e;
    }
    for (uint32_t k = 0; k < nloops; k++)
        if (!(on & ~loops[k]) && !(loops[k] & ~may)) {
            seen |= loops[k];
            missed |= ~loops[k];
        }
    for (uint32_t e = 0; e < n; e++)
        support[e] = (missed >> e & 1) | (seen >> e & 1) << 1;
}

void brute_masyu_random(struct brute_masyu *m, struct random *random, uint32_t side)
{
    *m = (struct brute_masyu){.width = 2 + (uint32_t)random_below(random, side - 1),
                              .height = 2 + (uint32_t)random_below(random, side - 1),
                              .white = (uint32_t)random_below(random, 3), .all_cells = random_below(random, 6) == 0};
    const struct loops *l = all_loops(m->width, m->height);
    uint64_t loop = l->mask[random_below(random, l->n)], density = 10 + random_below(random, 60);
    bool wild = random_below(random, 5) == 0;
    for (int y = 0; y < (int)m->height; y++)
        for (int x = 0; x < (int)m->width; x++) {
            if (random_below(random, 100) >= density)
                continue;
            if (wild)
                m->pearl[y * (int)m->width + x] = (uint8_t)(1 + random_below(random, 2));
            else
                pearl_of_loop(m, loop, x, y);
        }
}

char *brute_masyu_text(const struct brute_masyu *m, char *out, uint32_t capacity)
{
    uint32_t at = 0;
    for (uint32_t y = 0; y < m->height && at + m->width + 2 < capacity; y++) {
        for (uint32_t x = 0; x < m->width; x++)
            out[at++] = ".WB"[m->pearl[y * m->width + x]];
        out[at++] = '\n';
    }
    out[at] = 0;
    return out;
}
