/* Block starts in order encoding (Tamura and others): for block j a variable "it starts at p or later" for
 * each p above its earliest start, up to its latest; channelled to the cells both ways.
 *
 *      start_j >= p+1                     =>  start_j >= p
 *      start_j >= p                       =>  start_{j+1} >= p + length_j + 1
 *      c - length_j < start_j <= c        =>  cell c is black
 *      start_j <= c - length_j, start_{j+1} > c  =>  cell c is white
 */
#include "solve.h"

#include <stdlib.h>

enum { ORDER_MOST = 20000000 }; /* order variables of a board that is still tried */

struct line {
    const struct clue *clue;
    uint32_t cells, slack;
    int cell, step;   /* variable of the first cell, distance to the next */
    int *low, *first; /* of each block: earliest start, variable of "start >= low + 1" */
};

struct encoder {
    const struct puzzle *p;
    struct sat *sat;
    int variables; /* handed out so far */
    int *places;   /* low and first of the line in hand */
};

/* "Block j starts at p or later"; the block after the last never starts. */
static int start_at_least(const struct line *l, uint32_t j, int p)
{
    if (j == l->clue->n || p <= l->low[j])
        return SAT_TRUE;
    return p > l->low[j] + (int)l->slack ? -SAT_TRUE : l->first[j] + p - l->low[j] - 1;
}

static void put_chain(struct sat *sat, const struct line *l, uint32_t j)
{
    int length = (int)l->clue->block[j];
    for (int p = l->low[j] + 1; p <= l->low[j] + (int)l->slack; p++) {
        CLAUSE(sat, -start_at_least(l, j, p + 1), start_at_least(l, j, p));
        CLAUSE(sat, -start_at_least(l, j, p), start_at_least(l, j + 1, p + length + 1));
    }
}

static void put_black(struct sat *sat, const struct line *l, uint32_t j)
{
    int length = (int)l->clue->block[j];
    for (int c = l->low[j]; c < l->low[j] + (int)l->slack + length; c++)
        CLAUSE(sat, -start_at_least(l, j, c - length + 1), start_at_least(l, j, c + 1),
               l->cell + c * l->step);
}

/* Cells between block j-1 and block j. */
static void put_white(struct sat *sat, const struct line *l, uint32_t j)
{
    int length = j ? (int)l->clue->block[j - 1] : 0;
    int from = j ? l->low[j - 1] + length : 0;
    int to = j < l->clue->n ? l->low[j] + (int)l->slack : (int)l->cells;
    for (int c = from; c < to; c++)
        CLAUSE(sat, j ? start_at_least(l, j - 1, c - length + 1) : -SAT_TRUE, -start_at_least(l, j, c + 1),
               -(l->cell + c * l->step));
}

/* Cells that the blocks can be moved by; false: they don't fit. */
static bool find_slack(const struct clue *clue, uint32_t cells, uint32_t *slack)
{
    uint64_t need = clue->n ? clue->n - 1 : 0;
    for (uint32_t j = 0; j < clue->n; j++)
        need += clue->block[j];
    *slack = need <= cells ? cells - (uint32_t)need : 0;
    return need <= cells;
}

static void put_line(struct encoder *e, struct line *l)
{
    int low = 0;
    l->low = e->places;
    l->first = e->places + l->clue->n;
    for (uint32_t j = 0; j < l->clue->n; j++) {
        l->low[j] = low;
        low += (int)l->clue->block[j] + 1;
        l->first[j] = e->variables + 1;
        e->variables += (int)l->slack;
    }
    for (uint32_t j = 0; j < l->clue->n; j++) {
        put_chain(e->sat, l, j);
        put_black(e->sat, l, j);
    }
    for (uint32_t j = 0; j <= l->clue->n; j++)
        put_white(e->sat, l, j);
}

static struct line line_of(const struct puzzle *p, uint32_t number)
{
    bool row = number < p->height;
    return (struct line){.clue = &p->clue[number],
                         .cells = row ? p->width : p->height,
                         .cell = row ? (int)(number * p->width) + 1 : (int)(number - p->height) + 1,
                         .step = row ? 1 : (int)p->width};
}

/* false: a clue doesn't fit its line. */
static bool encode(struct encoder *e)
{
    for (uint32_t i = 0; i < e->p->height + e->p->width; i++) {
        struct line l = line_of(e->p, i);
        if (!find_slack(l.clue, l.cells, &l.slack))
            return false;
        put_line(e, &l);
    }
    return true;
}

static bool too_big(const struct puzzle *p)
{
    uint64_t order = 0;
    for (uint32_t i = 0; i < p->height + p->width; i++) {
        uint32_t slack;
        find_slack(&p->clue[i], i < p->height ? p->width : p->height, &slack);
        order += (uint64_t)slack * p->clue[i].n;
    }
    return order > ORDER_MOST;
}

static void take(const struct puzzle *p, struct sat *sat, uint8_t *grid)
{
    for (size_t i = 0; i < puzzle_cells(p); i++)
        grid[i] = sat_value(sat, (int)i + 1);
}

static void forbid(const struct puzzle *p, struct sat *sat, const uint8_t *grid)
{
    for (size_t i = 0; i < puzzle_cells(p); i++)
        sat_literal(sat, grid[i] ? -((int)i + 1) : (int)i + 1);
    sat_end(sat);
}

static enum verdict solve(const struct puzzle *p, const struct sat_settings *settings, struct findings *found)
{
    struct sat sat;
    uint32_t side = p->width > p->height ? p->width : p->height;
    struct encoder e = {.p = p, .sat = &sat, .variables = (int)puzzle_cells(p)};
    if (too_big(p) || !(e.places = calloc(2 * (size_t)side + 2, sizeof *e.places)))
        return UNKNOWN;
    sat_open(&sat, settings);
    enum verdict verdict = encode(&e) ? solve_twice(p, &sat, take, forbid, found) : NONE;
    sat_close(&sat);
    free(e.places);
    return verdict;
}

void nonogram_solve(const struct puzzle *p, const struct sat_settings *settings, struct findings *found)
{
    double start = cpu_now();
    found->verdict = solve(p, settings, found);
    found->seconds = cpu_now() - start;
}
