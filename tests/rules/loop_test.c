/* The rules of loop.vertex/1 and loop.single/1 against every loop of small grids. */
#include "trial/fake.h"
#include "harness.h"
#include "util/random.h"
#include <criterion/criterion.h>
#include <ratchet/kind/loop.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VERTICES = 25, MOST_EDGES = 40 };

/* A grid of cells with an edge between neighbours. */
struct grid {
    uint32_t width, height;
    struct rt_loop_single graph;
    uint32_t end[2 * MOST_EDGES], first[MOST_VERTICES + 1], incident[2 * MOST_EDGES];
    uint8_t must[MOST_VERTICES];
    uint64_t full[MOST_EDGES];
    struct harness_scope scope;
};

static void add_edge(struct grid *g, uint32_t u, uint32_t v)
{
    uint32_t e = g->graph.ne++;
    g->end[2 * e] = u;
    g->end[2 * e + 1] = v;
    g->full[e] = 3;
}

static void make_grid(struct grid *g, uint32_t width, uint32_t height)
{
    memset(g, 0, sizeof *g);
    g->width = width;
    g->height = height;
    for (uint32_t v = 0; v < width * height; v++) {
        if (v % width + 1 < width)
            add_edge(g, v, v + 1);
        if (v / width + 1 < height)
            add_edge(g, v, v + width);
    }
    g->graph.nv = width * height;
    for (uint32_t v = 0, at = 0; v < g->graph.nv; v++) {
        for (uint32_t k = 0; k < 2 * g->graph.ne; k++)
            if (g->end[k] == v)
                g->incident[at++] = k / 2;
        g->first[v + 1] = at;
    }
    g->graph.end = g->end;
    g->graph.first = g->first;
    g->graph.incident = g->incident;
    g->graph.must = g->must;
    g->scope = (struct harness_scope){g->graph.ne, 2, &g->graph, sizeof g->graph, g->full};
}

/* The edge between cells (x, y) and (x + dx, y + dy). */
static uint32_t edge(const struct grid *g, uint32_t x, uint32_t y, uint32_t dx, uint32_t dy)
{
    uint32_t u = y * g->width + x, v = u + dy * g->width + dx;
    for (uint32_t e = 0; e < g->graph.ne; e++)
        if (g->end[2 * e] == u && g->end[2 * e + 1] == v)
            return e;
    cr_assert_fail("no such edge");
    return 0;
}

static void random_musts(struct grid *g, struct random *random)
{
    uint64_t density = random_below(random, 4);
    for (uint32_t v = 0; v < g->graph.nv; v++)
        g->must[v] = random_below(random, 6) < density;
}

static void random_domains(const struct grid *g, struct random *random, uint64_t *dom)
{
    uint64_t on = random_below(random, 5), off = random_below(random, 5);
    for (uint32_t e = 0; e < g->graph.ne; e++) {
        uint64_t dice = random_below(random, 10);
        dom[e] = dice < on ? 2 : dice < on + off ? 1 : 3;
    }
}

static struct harness *open_rule(const char *so)
{
    struct harness *h = harness_open(LOOP_KIND, so, NULL);
    cr_assert_not_null(h);
    return h;
}

/* ---- the kinds ---- */

static uint64_t loops_of(struct harness *h, const struct grid *g)
{
    const struct rt_kind_class *kind = harness_kind(h);
    uint64_t loops = 0;
    for (uint32_t bits = 0; bits < 1u << g->graph.ne; bits++) {
        uint8_t values[MOST_EDGES];
        uint32_t blame[MOST_EDGES];
        struct rt_verdict verdict = {.blame = blame};
        for (uint32_t e = 0; e < g->graph.ne; e++)
            values[e] = bits >> e & 1;
        loops += kind->check(&g->graph, sizeof g->graph, values, g->graph.ne, &verdict) == RT_OK;
    }
    return loops;
}

Test(loop_single, counts_the_loops_of_small_grids)
{
    struct harness *h = open_rule(LOOP_PREMATURE);
    struct grid g;
    make_grid(&g, 2, 2);
    cr_assert_eq(loops_of(h, &g), 1);
    make_grid(&g, 3, 3);
    cr_assert_eq(loops_of(h, &g), 13);
    make_grid(&g, 4, 3);
    cr_assert_eq(loops_of(h, &g), 40);
    harness_close(h);
}

/* Exact entailment is what the audit trusts on boards too large to enumerate. */
Test(loop_single, implies_exactly_what_holds_in_every_loop)
{
    struct harness *h = open_rule(LOOP_PREMATURE);
    const struct rt_kind_class *kind = harness_kind(h);
    struct random random;
    random_seed(&random, 7);
    struct grid g;
    make_grid(&g, 3, 3);
    for (uint32_t round = 0; round < 300; round++) {
        uint64_t dom[MOST_EDGES], seen[MOST_EDGES] = {0};
        random_musts(&g, &random);
        random_domains(&g, &random, dom);
        for (uint32_t bits = 0; bits < 1u << g.graph.ne; bits++) {
            uint8_t values[MOST_EDGES];
            uint32_t blame[MOST_EDGES];
            struct rt_verdict verdict = {.blame = blame};
            bool within = true;
            for (uint32_t e = 0; e < g.graph.ne; e++) {
                values[e] = bits >> e & 1;
                within &= dom[e] >> values[e] & 1;
            }
            if (within && kind->check(&g.graph, sizeof g.graph, values, g.graph.ne, &verdict) == RT_OK)
                for (uint32_t e = 0; e < g.graph.ne; e++)
                    seen[e] |= 1ull << values[e];
        }
        for (uint32_t e = 0; e < g.graph.ne; e++)
            for (uint32_t value = 0; value < 2; value++)
                cr_assert_eq(kind->implies(&g.graph, sizeof g.graph, dom, g.graph.ne, e, value),
                             !(seen[e] >> value & 1));
    }
    harness_close(h);
}

Test(loop_single, refuses_a_graph_that_is_none)
{
    struct harness *h = open_rule(LOOP_PREMATURE);
    const struct rt_kind_class *kind = harness_kind(h);
    struct grid g;
    make_grid(&g, 3, 3);
    cr_assert_eq(kind->valid(&g.graph, sizeof g.graph, 12, 2), RT_OK);
    cr_assert_neq(kind->valid(&g.graph, sizeof g.graph, 11, 2), RT_OK);
    cr_assert_neq(kind->valid(&g.graph, sizeof g.graph, 12, 3), RT_OK);
    g.incident[3] = 11;
    cr_assert_neq(kind->valid(&g.graph, sizeof g.graph, 12, 2), RT_OK);
    make_grid(&g, 3, 3);
    g.end[5] = 9;
    cr_assert_neq(kind->valid(&g.graph, sizeof g.graph, 12, 2), RT_OK);
    make_grid(&g, 3, 3);
    g.first[4] = 25;
    cr_assert_neq(kind->valid(&g.graph, sizeof g.graph, 12, 2), RT_OK);
    harness_close(h);
}

Test(loop_single, samples_are_mostly_satisfiable)
{
    struct harness *h = open_rule(LOOP_PREMATURE);
    struct harness_scope scope;
    uint32_t satisfiable = 0;
    for (uint32_t seed = 0; seed < 400; seed++) {
        cr_assert(harness_sample(h, seed, 24, &scope), "%s", harness_failure(h));
        uint64_t dom[64];
        for (uint32_t e = 0; e < scope.n; e++)
            dom[e] = 3;
        satisfiable += harness_kind(h)->implies(scope.payload, scope.payload_size, dom, scope.n, 0, 0) == 0 ||
                       harness_kind(h)->implies(scope.payload, scope.payload_size, dom, scope.n, 0, 1) == 0;
    }
    cr_assert_gt(satisfiable, 200);
    cr_assert_lt(satisfiable, 400);
    harness_close(h);
}

/* ---- loop.degree and loop.dead_end ---- */

static void check_vertices(const char *so)
{
    struct harness *h = open_rule(so);
    for (uint32_t n = 1; n <= 7; n++)
        for (uint32_t must = 0; must < 2; must++) {
            struct rt_loop_vertex vertex = {.must = must};
            struct harness_scope scope = {n, 2, &vertex, sizeof vertex, NULL};
            struct harness_checks checks = {.seed = n, .domains = 3000};
            cr_assert(harness_check(h, &scope, &checks), "%s", harness_failure(h));
        }
    cr_assert_gt(harness_stats(h).runs, 1000);
    harness_close(h);
}

Test(loop_vertex, degree_is_sound_for_every_vertex)
{
    check_vertices(LOOP_DEGREE);
}

Test(loop_vertex, dead_end_is_sound_for_every_vertex)
{
    check_vertices(LOOP_DEAD_END);
}

static int narrow_both(struct harness *a, struct harness *b, const struct harness_scope *scope, uint64_t *dom)
{
    uint64_t before[64];
    int status;
    do {
        memcpy(before, dom, scope->n * sizeof *dom);
        status = harness_narrow(a, scope, dom);
        if (status == RT_OK)
            status = harness_narrow(b, scope, dom);
    } while (status == RT_OK && memcmp(before, dom, scope->n * sizeof *dom));
    return status;
}

static uint64_t power(uint64_t base, uint32_t exponent)
{
    return exponent ? base * power(base, exponent - 1) : 1;
}

/* Statement 1 leaves nothing out. */
Test(loop_vertex, degree_and_dead_end_together_find_all_that_follows)
{
    struct harness *degree = open_rule(LOOP_DEGREE), *dead_end = open_rule(LOOP_DEAD_END);
    for (uint32_t n = 1; n <= 5; n++)
        for (uint32_t must = 0; must < 2; must++)
            for (uint64_t number = 0; number < power(3, n); number++) {
                struct rt_loop_vertex vertex = {.must = must};
                struct harness_scope scope = {n, 2, &vertex, sizeof vertex, NULL};
                uint64_t dom[8], left[8], support = 0, rest = number;
                for (uint32_t e = 0; e < n; e++, rest /= 3)
                    dom[e] = left[e] = 1 + rest % 3;
                int status = narrow_both(degree, dead_end, &scope, left);
                for (uint32_t e = 0; e < n; e++)
                    for (uint32_t value = 0; value < 2; value++) {
                        bool gone = !(dom[e] >> value & 1) ||
                            harness_kind(degree)->implies(&vertex, sizeof vertex, dom, n, e, value) == 1;
                        support |= (uint64_t)!gone << (2 * e + value);
                        if (status == RT_OK)
                            cr_assert_eq(left[e] >> value & 1, !gone);
                    }
                cr_assert_eq(status == RT_CONFLICT, support == 0);
            }
    harness_close(degree);
    harness_close(dead_end);
}

/* ---- loop.premature ---- */

static uint32_t rounds(uint32_t quick, uint32_t thorough)
{
    return getenv("RATCHET_LONG") ? thorough : quick;
}

static struct harness_checks premature_checks(uint64_t seed, uint32_t domains)
{
    return (struct harness_checks){.seed = seed, .domains = domains, .walks = 12};
}

Test(loop_premature, is_sound_on_three_by_three_whatever_must_be_visited)
{
    struct harness *h = open_rule(LOOP_PREMATURE);
    struct random random;
    random_seed(&random, 1);
    struct grid g;
    for (uint32_t round = 0; round < rounds(60, 512); round++) {
        make_grid(&g, 3, 3);
        random_musts(&g, &random);
        struct harness_checks checks = premature_checks(round, rounds(150, 2000));
        cr_assert(harness_check(h, &g.scope, &checks), "%s", harness_failure(h));
    }
    struct harness_stats stats = harness_stats(h);
    cr_assert_gt(stats.drops, 100);
    cr_assert_gt(stats.conflicts, 100);
    cr_assert_eq(stats.by_default, 0, "%lu reasons are left to the host", (unsigned long)stats.by_default);
    cr_assert_lt(stats.premises, stats.known);
    harness_close(h);
}

/* All 3^12 partial boards. */
Test(loop_premature, is_sound_on_every_partial_board_of_three_by_three, .timeout = 600)
{
    struct harness *h = open_rule(LOOP_PREMATURE);
    struct random random;
    random_seed(&random, 2);
    uint64_t step = rounds(31, 1), all = power(3, 12);
    struct grid grids[3];   /* all at once: the harness knows a scope by the bytes of its payload */
    for (uint32_t pattern = 0; pattern < 3; pattern++) {
        struct grid *g = &grids[pattern];
        make_grid(g, 3, 3);
        for (uint32_t v = 0; pattern && v < 9; v++)
            g->must[v] = pattern == 1 ? v % 2 == 0 && v != 4 : random_below(&random, 4) == 0;
        g->scope.initial = NULL;
        struct harness_checks checks = premature_checks(pattern, 1);
        for (uint64_t number = random_below(&random, step); number < all; number += step) {
            uint64_t dom[MOST_EDGES], rest = number;
            for (uint32_t e = 0; e < 12; e++, rest /= 3)
                dom[e] = 1 + rest % 3;
            cr_assert(harness_check_domain(h, &g->scope, &checks, dom), "%s", harness_failure(h));
        }
    }
    cr_assert_eq(harness_stats(h).by_default, 0);
    harness_close(h);
}

Test(loop_premature, is_sound_on_random_boards_of_four_by_four, .timeout = 600)
{
    struct harness *h = open_rule(LOOP_PREMATURE);
    struct random random;
    random_seed(&random, 3);
    for (uint32_t round = 0; round < rounds(12, 200); round++) {
        struct grid g;
        make_grid(&g, 4, 4);
        random_musts(&g, &random);
        struct harness_checks checks = premature_checks(round, rounds(40, 300));
        cr_assert(harness_check(h, &g.scope, &checks), "%s", harness_failure(h));
    }
    cr_assert_gt(harness_stats(h).drops, 50);
    cr_assert_eq(harness_stats(h).by_default, 0);
    harness_close(h);
}

Test(loop_premature, is_sound_on_graphs_that_are_no_full_grids)
{
    struct harness *h = open_rule(LOOP_PREMATURE);
    for (uint32_t seed = 0; seed < rounds(120, 2000); seed++) {
        struct harness_scope scope;
        cr_assert(harness_sample(h, seed, 17, &scope), "%s", harness_failure(h));
        struct harness_checks checks = premature_checks(seed, 60);
        cr_assert(harness_check(h, &scope, &checks), "%s", harness_failure(h));
    }
    harness_close(h);
}

/* Two lines of a domain picture: what is on ('-', '|'). */
static void on(uint64_t *dom, uint32_t e)
{
    dom[e] = 2;
}

Test(loop_premature, keeps_a_square_open_while_something_else_must_be_visited)
{
    struct harness *h = open_rule(LOOP_PREMATURE);
    struct grid g;
    uint64_t dom[MOST_EDGES];
    make_grid(&g, 3, 3);
    g.must[8] = 1;
    memcpy(dom, g.full, sizeof dom);
    on(dom, edge(&g, 0, 0, 1, 0));
    on(dom, edge(&g, 0, 0, 0, 1));
    on(dom, edge(&g, 0, 1, 1, 0));
    cr_assert_eq(harness_narrow(h, &g.scope, dom), RT_OK);
    cr_assert_eq(dom[edge(&g, 1, 0, 0, 1)], 1, "the square would close without the corner");
    g.must[8] = 0;
    memcpy(dom, g.full, sizeof dom);
    on(dom, edge(&g, 0, 0, 1, 0));
    on(dom, edge(&g, 0, 0, 0, 1));
    on(dom, edge(&g, 0, 1, 1, 0));
    cr_assert_eq(harness_narrow(h, &g.scope, dom), RT_OK);
    cr_assert_eq(dom[edge(&g, 1, 0, 0, 1)], 3, "it may be the whole loop");
    on(dom, edge(&g, 2, 1, 0, 1));
    cr_assert_eq(harness_narrow(h, &g.scope, dom), RT_OK);
    cr_assert_eq(dom[edge(&g, 1, 0, 0, 1)], 1, "another line is left out");
    harness_close(h);
}

Test(loop_premature, ends_everything_once_the_whole_loop_is_closed)
{
    struct harness *h = open_rule(LOOP_PREMATURE);
    struct grid g;
    uint64_t dom[MOST_EDGES];
    make_grid(&g, 3, 3);
    g.must[4] = 1;
    memcpy(dom, g.full, sizeof dom);
    on(dom, edge(&g, 0, 0, 1, 0));
    on(dom, edge(&g, 0, 0, 0, 1));
    on(dom, edge(&g, 0, 1, 1, 0));
    on(dom, edge(&g, 1, 0, 0, 1));
    cr_assert_eq(harness_narrow(h, &g.scope, dom), RT_OK);
    for (uint32_t e = 0; e < g.graph.ne; e++)
        cr_assert_neq(dom[e], 3);
    memcpy(dom, g.full, sizeof dom);
    g.must[8] = 1;
    on(dom, edge(&g, 0, 0, 1, 0));
    on(dom, edge(&g, 0, 0, 0, 1));
    on(dom, edge(&g, 0, 1, 1, 0));
    on(dom, edge(&g, 1, 0, 0, 1));
    cr_assert_eq(harness_narrow(h, &g.scope, dom), RT_CONFLICT);
    harness_close(h);
}

static struct fake *new_premature(const struct grid *g, const struct rt_rule_class *rule)
{
    struct fake *f = fake_new(rule, 0, 1);
    cr_assert_not_null(f);
    fake_scope(f, &g->graph, sizeof g->graph, g->graph.ne, 2, g->full);
    cr_assert_geq(fake_init(f), 0);
    return f;
}

static void same_as_fresh(const struct grid *g, const struct rt_rule_class *rule, const uint64_t *given,
                          const struct fake *f)
{
    struct fake *fresh = new_premature(g, rule);
    for (uint32_t e = g->graph.ne; e-- > 0;)
        fake_narrow(fresh, e, given[e]);
    fake_fixpoint(fresh);
    cr_assert_eq(fresh->conflict, f->conflict, "a fresh instance comes to another verdict");
    if (!f->conflict)
        cr_assert_arr_eq(fresh->dom, f->dom, g->graph.ne * sizeof *f->dom);
    cr_assert_str_empty(fresh->fault);
    fake_free(fresh);
}

/* What it knows does not depend on the way there: graphs beyond what the harness enumerates. */
Test(loop_premature, comes_step_by_step_to_what_a_fresh_instance_finds_at_once)
{
    struct harness *h = open_rule(LOOP_PREMATURE);
    struct random random;
    random_seed(&random, 5);
    for (uint32_t round = 0; round < rounds(150, 3000); round++) {
        struct grid g;
        make_grid(&g, 3 + round % 3, 3 + round % 2);
        random_musts(&g, &random);
        struct fake *f = new_premature(&g, harness_rule(h));
        uint64_t given[64][MOST_EDGES];
        struct fake_mark mark[64];
        uint32_t depth = 0;
        memcpy(given[0], g.full, sizeof given[0]);
        for (uint32_t step = 0; step < 40 && depth < 63; step++) {
            if (depth && (f->conflict || !random_below(&random, 5))) {
                fake_undo(f, mark[depth--]);
                f->conflict = false;
                same_as_fresh(&g, harness_rule(h), given[depth], f);
                continue;
            }
            if (f->conflict)
                break;
            mark[++depth] = fake_mark(f);
            memcpy(given[depth], given[depth - 1], sizeof given[0]);
            uint32_t e = (uint32_t)random_below(&random, g.graph.ne);
            given[depth][e] &= random_below(&random, 4) ? 2 : 1;
            if (!given[depth][e])
                given[depth][e] = given[depth - 1][e];
            fake_narrow(f, e, given[depth][e]);
            fake_fixpoint(f);
            same_as_fresh(&g, harness_rule(h), given[depth], f);
        }
        cr_assert_str_empty(f->fault);
        fake_free(f);
    }
    harness_close(h);
}

/* One of the eight symmetries of a square grid. */
static uint32_t turned(const struct grid *g, uint32_t v, uint32_t symmetry)
{
    uint32_t x = v % g->width, y = v / g->width, most = g->width - 1, t = x;
    if (symmetry & 1)
        x = most - x;
    if (symmetry & 2)
        y = most - y;
    t = x;
    if (symmetry & 4)
        x = y, y = t;
    return y * g->width + x;
}

static uint32_t turned_edge(const struct grid *g, uint32_t e, uint32_t symmetry)
{
    uint32_t u = turned(g, g->end[2 * e], symmetry), v = turned(g, g->end[2 * e + 1], symmetry);
    for (uint32_t to = 0; to < g->graph.ne; to++)
        if ((g->end[2 * to] == u && g->end[2 * to + 1] == v) ||
            (g->end[2 * to] == v && g->end[2 * to + 1] == u))
            return to;
    cr_assert_fail("no edge");
    return 0;
}

Test(loop_premature, says_the_same_of_turned_and_mirrored_boards)
{
    struct harness *h = open_rule(LOOP_PREMATURE);
    struct random random;
    random_seed(&random, 6);
    for (uint32_t round = 0; round < 300; round++) {
        struct grid g, t;
        uint64_t dom[MOST_EDGES], turn[MOST_EDGES], before[MOST_EDGES];
        make_grid(&g, 4, 4);
        random_musts(&g, &random);
        random_domains(&g, &random, before);
        for (uint32_t symmetry = 0; symmetry < 8; symmetry++) {
            make_grid(&t, 4, 4);
            for (uint32_t v = 0; v < 16; v++)
                t.must[turned(&g, v, symmetry)] = g.must[v];
            memcpy(dom, before, sizeof dom);
            for (uint32_t e = 0; e < g.graph.ne; e++)
                turn[turned_edge(&g, e, symmetry)] = dom[e];
            int status = harness_narrow(h, &g.scope, dom);
            cr_assert_eq(harness_narrow(h, &t.scope, turn), status);
            for (uint32_t e = 0; e < g.graph.ne && status == RT_OK; e++)
                cr_assert_eq(turn[turned_edge(&g, e, symmetry)], dom[e]);
        }
    }
    harness_close(h);
}
