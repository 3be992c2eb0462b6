#include "region.h"

#include <stdbool.h>
#include <string.h>

static bool stays_simple(const struct region *r, uint32_t y, uint32_t x)
{
    static const int dy[8] = {-1, -1, 0, 1, 1, 1, 0, -1}, dx[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    uint32_t arcs = 0;
    for (int d = 0; d < 8; d++)
        arcs += !r->in[(int)y + dy[d]][(int)x + dx[d]] && r->in[(int)y + dy[(d + 1) % 8]][(int)x + dx[(d + 1) % 8]];
    bool touches = r->in[y - 1][x] || r->in[y + 1][x] || r->in[y][x - 1] || r->in[y][x + 1];
    return touches && arcs == 1;
}

void region_grow(struct region *r, struct random *random)
{
    memset(r->in, 0, sizeof r->in);
    r->in[1 + random_below(random, r->h)][1 + random_below(random, r->w)] = 1;
    for (uint32_t k = 0; k < r->w * r->h * 6; k++) {
        uint32_t y = 1 + (uint32_t)random_below(random, r->h), x = 1 + (uint32_t)random_below(random, r->w);
        if (!r->in[y][x] && stays_simple(r, y, x))
            r->in[y][x] = 1;
    }
}

void region_tree(struct region *r, struct random *random)
{
    static const int dy[4] = {-1, 0, 1, 0}, dx[4] = {0, 1, 0, -1};
    uint32_t columns = r->w / 2 + 1, rows = r->h / 2 + 1;
    memset(r->in, 0, sizeof r->in);
    r->in[1][1] = 1;
    for (uint32_t n = 1; n < columns * rows;) {
        int y = 1 + 2 * (int)random_below(random, rows), x = 1 + 2 * (int)random_below(random, columns);
        uint64_t d = random_below(random, 4);
        int ty = y + 2 * dy[d], tx = x + 2 * dx[d];
        if (!r->in[y][x] || ty < 1 || tx < 1 || ty > (int)r->h || tx > (int)r->w || r->in[ty][tx])
            continue;
        r->in[y + dy[d]][x + dx[d]] = r->in[ty][tx] = 1;
        n++;
    }
}

unsigned region_ways(const struct region *r, uint32_t y, uint32_t x)
{
    bool nw = r->in[y][x], ne = r->in[y][x + 1], sw = r->in[y + 1][x], se = r->in[y + 1][x + 1];
    return (nw != ne) << 0 | (ne != se) << 1 | (sw != se) << 2 | (nw != sw) << 3;
}

char region_pearl(const struct region *r, uint32_t y, uint32_t x, uint32_t white)
{
    static const int dy[4] = {-1, 0, 1, 0}, dx[4] = {0, 1, 0, -1};
    static const uint32_t wanted[3] = {1, 2, 0};    /* turns next to a white pearl */
    unsigned here = region_ways(r, y, x);
    uint32_t turns = 0;
    if (!here)
        return '.';
    for (int d = 0; d < 4; d++)
        if (here >> d & 1) {
            unsigned there = region_ways(r, (uint32_t)((int)y + dy[d]), (uint32_t)((int)x + dx[d]));
            turns += there != 5 && there != 10;
        }
    if (here == 5 || here == 10)
        return turns >= wanted[white] ? 'W' : '.';
    return turns ? '.' : 'B';
}
