/* Edge variables, clauses for degrees and for pearls or clues; loops that close too early are forbidden once seen
 * (lazily). */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

enum side { LEFT, RIGHT, UP, DOWN }; /* the side across is side ^ 1 */

/* Edge to the right of cell i: 1 + i; edge below: 1 + cells + i. Edges off the board don't exist: false. */
static int edge(const struct puzzle *p, int64_t x, int64_t y, enum side side)
{
    int64_t w = p->width, h = p->height;
    x -= side == LEFT;
    y -= side == UP;
    bool across = side == LEFT || side == RIGHT;
    if (x < 0 || y < 0 || x >= w - across || y >= h - !across)
        return -SAT_TRUE;
    return 1 + (int)((across ? 0 : w * h) + y * w + x);
}

/* The edge that goes on straight behind the neighbour on this side. */
static int edge_behind(const struct puzzle *p, int64_t x, int64_t y, enum side side)
{
    return edge(p, x + (side == RIGHT) - (side == LEFT), y + (side == DOWN) - (side == UP), side);
}

/* No edge or two; with `visited`, two. */
static void put_degree(const struct puzzle *p, struct sat *sat, int64_t x, int64_t y, bool visited)
{
    int e[4];
    for (enum side s = LEFT; s <= DOWN; s++)
        e[s] = edge(p, x, y, s);
    for (int out = 0; out < 4; out++) {
        int a = e[(out + 1) % 4], b = e[(out + 2) % 4], c = e[(out + 3) % 4];
        CLAUSE(sat, -a, -b, -c);
        CLAUSE(sat, visited ? -SAT_TRUE : -e[out], a, b, c);
    }
}

/* Straight through, with a turn in at least one of the two neighbours. */
static void put_white(const struct puzzle *p, struct sat *sat, int64_t x, int64_t y)
{
    for (enum side s = LEFT; s <= DOWN; s += 2) {
        int a = edge(p, x, y, s), b = edge(p, x, y, s ^ 1);
        CLAUSE(sat, -a, b);
        CLAUSE(sat, a, -b);
        CLAUSE(sat, -a, -edge_behind(p, x, y, s), -edge_behind(p, x, y, s ^ 1));
    }
    CLAUSE(sat, edge(p, x, y, LEFT), edge(p, x, y, UP));
    CLAUSE(sat, -edge(p, x, y, LEFT), -edge(p, x, y, UP));
}

/* A turn, and straight through both neighbours. */
static void put_black(const struct puzzle *p, struct sat *sat, int64_t x, int64_t y)
{
    for (enum side s = LEFT; s <= DOWN; s++)
        CLAUSE(sat, -edge(p, x, y, s), edge_behind(p, x, y, s));
    for (enum side s = LEFT; s <= DOWN; s += 2) {
        CLAUSE(sat, edge(p, x, y, s), edge(p, x, y, s ^ 1));
        CLAUSE(sat, -edge(p, x, y, s), -edge(p, x, y, s ^ 1));
    }
}

/* As many sides of the face south-east of this cell as its clue says. */
static void put_clue(const struct puzzle *p, struct sat *sat, int64_t x, int64_t y, int clue)
{
    const int side[] = {edge(p, x, y, RIGHT), edge(p, x, y + 1, RIGHT), edge(p, x, y, DOWN), edge(p, x + 1, y, DOWN)};
    for (uint32_t some = 1; some < 16; some++) {
        int n = __builtin_popcount(some);
        for (int over = 0; over < 2; over++) {
            if (n != (over ? clue + 1 : 5 - clue))
                continue;
            for (int i = 0; i < 4; i++)
                if (some >> i & 1)
                    sat_literal(sat, over ? -side[i] : side[i]);
            sat_end(sat);
        }
    }
}

static void put_some_edge(const struct puzzle *p, struct sat *sat)
{
    for (uint32_t y = 0; y < p->height; y++)
        for (uint32_t x = 0; x < p->width; x++)
            for (enum side s = RIGHT; s <= DOWN; s += 2)
                if (edge(p, x, y, s) != -SAT_TRUE)
                    sat_literal(sat, edge(p, x, y, s));
    sat_end(sat);
}

static void encode(const struct puzzle *p, struct sat *sat)
{
    for (uint32_t y = 0; y < p->height; y++)
        for (uint32_t x = 0; x < p->width; x++) {
            char pearl = p->cell[(size_t)y * p->width + x];
            put_degree(p, sat, x, y, p->every_cell || pearl != '.');
            if (pearl == 'W')
                put_white(p, sat, x, y);
            else if (pearl == 'B')
                put_black(p, sat, x, y);
        }
    for (size_t face = 0; p->digit && face < puzzle_faces(p); face++)
        if (p->digit[face] != '.')
            put_clue(p, sat, (int64_t)(face % (p->width - 1)), (int64_t)(face / (p->width - 1)), p->digit[face] - '0');
    if (!p->every_cell && !memchr(p->cell, 'W', puzzle_cells(p)) && !memchr(p->cell, 'B', puzzle_cells(p)))
        put_some_edge(p, sat);
}

/* A model of the clauses, taken apart into its loops. */
struct walk {
    const struct puzzle *p;
    struct sat *sat;
    const uint8_t *grid;
    uint8_t *seen;          /* cells on loops that were walked */
    uint32_t *met;          /* of each face: the last loop that passed it */
    int *edges;             /* of all loops, one loop after the other */
    size_t n, first;        /* edges, and where the last loop begins */
    uint32_t loops, wanted; /* must-be-visited cells, or clues above 0, on the board */
};

static bool is_wanted(const struct puzzle *p, size_t cell)
{
    return p->every_cell || p->cell[cell] != '.';
}

/* The clues above 0 that the last loop passes and no edge of it has passed yet, of those beside the edge. */
static uint32_t meet_clues(const struct walk *w, int edge_number)
{
    const struct puzzle *p = w->p;
    size_t cells = puzzle_cells(p), i = (size_t)edge_number - 1, across = i < cells, cell = across ? i : i - cells;
    size_t x = cell % p->width, y = cell / p->width;
    uint32_t met = 0;
    for (size_t k = 0; k < 2; k++) {    /* below or above, to the right or to the left */
        if ((across ? y : x) < k || x - (!across && k) + 1 >= p->width || y - (across && k) + 1 >= p->height)
            continue;
        size_t face = (y - (across && k)) * (p->width - 1) + x - (!across && k);
        met += p->digit[face] != '.' && p->digit[face] != '0' && w->met[face] != w->loops;
        w->met[face] = w->loops;
    }
    return met;
}

/* Walks the loop through the cell; the must-be-visited cells on it, or the clues beside it. */
static uint32_t walk_loop(struct walk *w, size_t cell)
{
    const struct puzzle *p = w->p;
    uint32_t wanted = 0;
    int from = -1;
    w->first = w->n;
    w->loops++;
    while (!w->seen[cell]) {
        int64_t x = (int64_t)(cell % p->width), y = (int64_t)(cell / p->width);
        int out = -SAT_TRUE;
        enum side side = LEFT;
        for (;; side++) {
            out = (int)side == from ? -SAT_TRUE : edge(p, x, y, side);
            if (out != -SAT_TRUE && w->grid[out - 1])
                break;
        }
        w->seen[cell] = 1;
        wanted += p->digit ? meet_clues(w, out) : is_wanted(p, cell);
        w->edges[w->n++] = out;
        cell = (size_t)(y + (side == DOWN) - (side == UP)) * p->width +
               (size_t)(x + (side == RIGHT) - (side == LEFT));
        from = (int)side ^ 1;
    }
    return wanted;
}

/* Not all of these edges from here on. */
static void forbid(struct walk *w, size_t from)
{
    for (size_t i = from; i < w->n; i++)
        sat_literal(w->sat, -w->edges[i]);
    sat_end(w->sat);
}

static bool on_line(const struct puzzle *p, const uint8_t *grid, size_t cell)
{
    int64_t x = (int64_t)(cell % p->width), y = (int64_t)(cell / p->width);
    for (enum side s = LEFT; s <= DOWN; s++) {
        int e = edge(p, x, y, s);
        if (e != -SAT_TRUE && grid[e - 1])
            return true;
    }
    return false;
}

/* Forbids the subloops of the model; how many. A loop that misses a cell or clue can be no solution, whatever else
 * there is. On a board without any each loop could be one by itself: there the loop and the one before it
 * exclude each other. */
static uint32_t cut(struct walk *w)
{
    uint32_t cuts = 0;
    size_t before = 0;
    for (size_t cell = 0; cell < puzzle_cells(w->p); cell++) {
        if (w->seen[cell] || !on_line(w->p, w->grid, cell))
            continue;
        bool misses = walk_loop(w, cell) < w->wanted;
        if (misses)
            forbid(w, w->first);
        else if (!w->wanted && w->loops > 1)
            forbid(w, before);
        cuts += misses || (!w->wanted && w->loops > 1);
        before = w->first;
    }
    return cuts;
}

static void take_model(const struct walk *w, uint8_t *grid)
{
    for (uint32_t y = 0; y < w->p->height; y++)
        for (uint32_t x = 0; x < w->p->width; x++)
            for (enum side s = RIGHT; s <= DOWN; s += 2) {
                int e = edge(w->p, x, y, s);
                if (e != -SAT_TRUE)
                    grid[e - 1] = sat_value(w->sat, e);
            }
}

/* The next single loop, cutting as often as it takes. */
static enum answer next_loop(struct walk *w, struct findings *found)
{
    for (;;) {
        enum answer answer = sat_solve(w->sat);
        if (answer != SAT_YES)
            return answer;
        w->grid = found->grid[found->ngrids];
        w->n = w->loops = 0;
        memset(w->seen, 0, puzzle_cells(w->p));
        if (w->met)
            memset(w->met, 0, puzzle_faces(w->p) * sizeof *w->met);
        take_model(w, found->grid[found->ngrids]);
        uint32_t cuts = cut(w);
        found->cuts += cuts;
        if (!cuts)
            return SAT_YES;
    }
}

/* Another loop cannot hold all edges of this one, so these alone make the clause. */
static enum verdict ask_twice(struct walk *w, struct findings *found)
{
    enum answer answer = next_loop(w, found);
    if (answer != SAT_YES)
        return answer == SAT_NO ? NONE : UNKNOWN;
    found->ngrids = 1;
    forbid(w, 0);
    answer = next_loop(w, found);
    if (answer != SAT_YES)
        return answer == SAT_NO ? UNIQUE : UNKNOWN;
    found->ngrids = 2;
    return SEVERAL;
}

static enum verdict solve(const struct puzzle *p, const struct sat_settings *settings, struct findings *found)
{
    struct sat sat;
    size_t cells = puzzle_cells(p);
    struct walk w = {
        .p = p, .sat = &sat, .seen = malloc(cells), .edges = malloc((cells + 1) * sizeof *w.edges)};
    enum verdict verdict = UNKNOWN;
    if (p->digit)
        w.met = calloc(puzzle_faces(p), sizeof *w.met);
    for (size_t i = 0; i < cells; i++)
        w.wanted += is_wanted(p, i);
    for (size_t i = 0; p->digit && i < puzzle_faces(p); i++)
        w.wanted += p->digit[i] != '.' && p->digit[i] != '0';
    if (w.seen && w.edges && (w.met || !p->digit)) {
        sat_open(&sat, settings);
        encode(p, &sat);
        verdict = ask_twice(&w, found);
        sat_close(&sat);
    }
    free(w.seen);
    free(w.edges);
    free(w.met);
    return verdict;
}

void loop_solve(const struct puzzle *p, const struct sat_settings *settings, struct findings *found)
{
    double start = cpu_now();
    found->verdict = solve(p, settings, found);
    found->seconds = cpu_now() - start;
}
