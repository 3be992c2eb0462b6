/* The rules of loop.single/1 that look at the whole graph and its faces, against every loop of small grids. */
#include "../soundness/brute.h"
#include "harness.h"
#include <criterion/criterion.h>
#include <ratchet/kind/loop.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VERTICES = 25, MOST_EDGES = 40, MOST_LOOPS = 9349 };
enum { OFF = 1, ON = 2, OPEN = 3 };

/* A grid of vertices; edges within rows come first, as in brute.h. */
struct grid {
    uint32_t width, height;
    struct rt_loop_single graph;
    uint32_t end[2 * MOST_EDGES], face[2 * MOST_EDGES], first[MOST_VERTICES + 1], incident[2 * MOST_EDGES];
    uint8_t must[MOST_VERTICES];
    uint64_t full[MOST_EDGES];
    struct harness_scope scope;
    uint64_t all[MOST_LOOPS], loops[MOST_LOOPS];    /* of the grid; those that visit what they must */
    uint32_t nall, nloops;
};

static uint32_t face_at(const struct grid *g, int x, int y)
{
    return x >= 0 && y >= 0 && x + 1 < (int)g->width && y + 1 < (int)g->height
               ? 1 + (uint32_t)y * (g->width - 1) + (uint32_t)x : 0;
}

static void add_edges(struct grid *g)
{
    for (uint32_t down = 0; down < 2; down++)
        for (int y = 0; y + (int)down < (int)g->height; y++)
            for (int x = 0; x + !down < (int)g->width; x++) {
                uint32_t e = g->graph.ne++, from = (uint32_t)y * g->width + (uint32_t)x;
                g->end[2 * e] = from;
                g->end[2 * e + 1] = from + (down ? g->width : 1);
                g->face[2 * e] = down ? face_at(g, x - 1, y) : face_at(g, x, y - 1);
                g->face[2 * e + 1] = face_at(g, x, y);
                g->full[e] = OPEN;
            }
}

static void make_grid(struct grid *g, uint32_t width, uint32_t height)
{
    struct brute_masyu empty = {.width = width, .height = height};
    memset(g, 0, sizeof *g);
    g->width = width;
    g->height = height;
    add_edges(g);
    g->graph.nv = width * height;
    g->graph.nf = 1 + (width - 1) * (height - 1);
    for (uint32_t v = 0, at = 0; v < g->graph.nv; v++) {
        for (uint32_t k = 0; k < 2 * g->graph.ne; k++)
            if (g->end[k] == v)
                g->incident[at++] = k / 2;
        g->first[v + 1] = at;
    }
    g->graph.end = g->end;
    g->graph.face = g->face;
    g->graph.first = g->first;
    g->graph.incident = g->incident;
    g->graph.must = g->must;
    g->scope = (struct harness_scope){g->graph.ne, 2, &g->graph, sizeof g->graph, g->full};
    g->nall = (uint32_t)brute_masyu_solve(&empty, g->all, MOST_LOOPS);
}

static bool visits(const struct grid *g, uint64_t loop, uint32_t v)
{
    for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++)
        if (loop >> g->incident[i] & 1)
            return true;
    return false;
}

static void set_musts(struct grid *g)
{
    g->nloops = 0;
    for (uint32_t k = 0; k < g->nall; k++) {
        bool fits = true;
        for (uint32_t v = 0; v < g->graph.nv; v++)
            fits &= !g->must[v] || visits(g, g->all[k], v);
        if (fits)
            g->loops[g->nloops++] = g->all[k];
    }
}

static void random_musts(struct grid *g, struct random *random)
{
    uint64_t density = random_below(random, 4), guide = random_below(random, g->nall);
    for (uint32_t v = 0; v < g->graph.nv; v++)
        g->must[v] = random_below(random, 6) < density && (visits(g, g->all[guide], v) || !random_below(random, 20));
    set_musts(g);
}

static const struct grid *current;

static void oracle(const struct harness_scope *scope, const uint64_t *domains, uint64_t *support)
{
    brute_loops_support(current->loops, current->nloops, domains, scope->n, support);
}

/* Mostly part of some loop. */
static void random_domains(const struct grid *g, struct random *random, uint64_t *dom)
{
    uint64_t on = random_below(random, 8), off = random_below(random, 10), wrong = random_below(random, 3) ? 0 : 1;
    uint64_t loop = g->nloops && random_below(random, 8) ? g->loops[random_below(random, g->nloops)]
                                                          : g->all[random_below(random, g->nall)];
    for (uint32_t e = 0; e < g->graph.ne; e++) {
        bool is = (loop >> e & 1) != (wrong && !random_below(random, 40));
        dom[e] = random_below(random, 10) >= (is ? on : off) ? OPEN : is ? ON : OFF;
    }
}

static uint32_t rounds(uint32_t quick, uint32_t thorough)
{
    return getenv("RATCHET_LONG") ? thorough : quick;
}

static const struct rule_file {
    const char *so, *id;
} every[] = {
    {LOOP_PARITY, "loop.parity"},
    {LOOP_CUTS, "loop.cuts"},
    {LOOP_REGIONS, "loop.regions"},
};
enum { RULES = sizeof every / sizeof *every };

static struct harness *open_rule(const struct rule_file *file)
{
    struct harness *h = harness_open(LOOP_KIND, file->so, file->id);
    cr_assert_not_null(h);
    return h;
}

Test(loop_whole, rules_are_sound_on_random_grids, .timeout = 3600)
{
    static struct grid g;
    for (uint32_t r = 0; r < RULES; r++) {
        struct harness *h = open_rule(&every[r]);
        struct random random;
        random_seed(&random, 41);
        for (uint32_t round = 0; round < rounds(150, 5000); round++) {
            make_grid(&g, 2 + (uint32_t)random_below(&random, 4), 2 + (uint32_t)random_below(&random, 4));
            random_musts(&g, &random);
            current = &g;
            struct harness_checks checks = {.seed = round, .domains = 12, .walks = 2, .oracle = oracle};
            cr_assert(harness_check(h, &g.scope, &checks), "%s", harness_failure(h));
            for (uint32_t k = 0; k < 20; k++) {
                uint64_t dom[MOST_EDGES];
                random_domains(&g, &random, dom);
                cr_assert(harness_check_domain(h, &g.scope, &checks, dom), "%s", harness_failure(h));
            }
        }
        struct harness_stats stats = harness_stats(h);
        cr_assert(stats.drops > 100 && stats.conflicts > 20, "%s: %lu drops, %lu conflicts", every[r].id,
                  (unsigned long)stats.drops, (unsigned long)stats.conflicts);
        cr_assert_eq(stats.by_default, 0, "%s: %lu reasons are left to the host", every[r].id,
                     (unsigned long)stats.by_default);
        cr_assert_lt(stats.premises, stats.known);
        harness_close(h);
    }
}

/* Every partial board of three by three: 3^12 of them. */
Test(loop_whole, rules_are_sound_on_every_partial_board_of_three_by_three, .timeout = 3600)
{
    static struct grid g;
    for (uint32_t r = 0; r < RULES; r++) {
        struct harness *h = open_rule(&every[r]);
        struct random random;
        random_seed(&random, 42);
        make_grid(&g, 3, 3);
        for (uint64_t number = r; number < 531441; number += rounds(311, 1)) {
            uint64_t dom[MOST_EDGES], rest = number;
            for (uint32_t e = 0; e < 12; e++, rest /= 3)
                dom[e] = 1 + rest % 3;
            random_musts(&g, &random);
            current = &g;
            struct harness_checks checks = {.oracle = oracle};
            cr_assert(harness_check_domain(h, &g.scope, &checks, dom), "%s", harness_failure(h));
        }
        harness_close(h);
    }
}

/* ---- turned and mirrored ---- */

static uint32_t turned(const struct grid *g, uint32_t v, uint32_t symmetry)
{
    uint32_t x = v % g->width, y = v / g->width, w = g->width, h = g->height;
    if (symmetry & 4)
        x = w - 1 - x;
    for (uint32_t k = 0; k < (symmetry & 3); k++) {
        uint32_t to = h - 1 - y;
        y = x;
        x = to;
        to = w, w = h, h = to;
    }
    return y * w + x;
}

static uint32_t edge_between(const struct grid *g, uint32_t a, uint32_t b)
{
    uint32_t e = 0;
    while (!(g->end[2 * e] == a && g->end[2 * e + 1] == b) && !(g->end[2 * e] == b && g->end[2 * e + 1] == a))
        e++;
    return e;
}

Test(loop_whole, rules_say_the_same_of_turned_and_mirrored_boards, .timeout = 600)
{
    static struct grid g, to;
    for (uint32_t r = 0; r < RULES; r++) {
        struct harness *h = open_rule(&every[r]);
        struct random random;
        random_seed(&random, 43);
        for (uint32_t round = 0; round < rounds(80, 2000); round++) {
            uint64_t given[MOST_EDGES], dom[MOST_EDGES], there[MOST_EDGES];
            make_grid(&g, 2 + (uint32_t)random_below(&random, 4), 2 + (uint32_t)random_below(&random, 4));
            random_musts(&g, &random);
            random_domains(&g, &random, given);
            memcpy(dom, given, sizeof dom);
            int status = harness_narrow(h, &g.scope, dom);
            for (uint32_t symmetry = 0; symmetry < 8; symmetry++) {
                bool swap = symmetry & 1;
                uint32_t map[MOST_EDGES];
                make_grid(&to, swap ? g.height : g.width, swap ? g.width : g.height);
                for (uint32_t v = 0; v < g.graph.nv; v++)
                    to.must[turned(&g, v, symmetry)] = g.must[v];
                for (uint32_t e = 0; e < g.graph.ne; e++) {
                    map[e] = edge_between(&to, turned(&g, g.end[2 * e], symmetry),
                                          turned(&g, g.end[2 * e + 1], symmetry));
                    there[map[e]] = given[e];
                }
                cr_assert_eq(harness_narrow(h, &to.scope, there), status);
                for (uint32_t e = 0; e < g.graph.ne && status == RT_OK; e++)
                    cr_assert_eq(there[map[e]], dom[e], "%s, symmetry %u", every[r].id, symmetry);
            }
        }
        harness_close(h);
    }
}
