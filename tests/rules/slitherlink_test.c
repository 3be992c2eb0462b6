/* The rules of slitherlink.clue/1 and slitherlink.board/1 against the meaning of their kinds. */
#include "harness.h"
#include <criterion/criterion.h>
#include <ratchet/kind/slitherlink.h>
#include <ratchet/kit/lattice.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *so, *id;
    bool board, complete;
} rules[] = {
    {SLITHERLINK_COUNT, "slitherlink.count", false, false},   {SLITHERLINK_CORNER, "slitherlink.corner", false, false},
    {SLITHERLINK_ENTRY, "slitherlink.entry", false, false},   {SLITHERLINK_LOCAL, "slitherlink.local", false, true},
    {SLITHERLINK_PAIR, "slitherlink.pair", true, false},      {SLITHERLINK_CLOSING, "slitherlink.closing", true, false},
    {SLITHERLINK_INOUT, "slitherlink.inout", true, false},
};
enum { RULES = sizeof rules / sizeof *rules };

static uint32_t rounds(uint32_t quick, uint32_t thorough)
{
    return getenv("RATCHET_LONG") ? thorough : quick;
}

static struct harness *open_rule(uint32_t r)
{
    struct harness *h = harness_open(SLITHERLINK_KIND, rules[r].so, rules[r].id);
    cr_assert_not_null(h);
    return h;
}

/* A cell of which some sides (bits) lie on the border. */
static uint32_t clue_scope(uint32_t clue, uint32_t border, struct rt_slitherlink_clue *c)
{
    uint32_t n = 4;
    *c = (struct rt_slitherlink_clue){.clue = clue};
    for (uint32_t d = 0; d < 4; d++) {
        c->side[d] = (int8_t)d;
        c->beyond[d][0] = border >> (d + 1) % 4 & 1 ? -1 : (int8_t)n++;
        c->beyond[d][1] = border >> d & 1 ? -1 : (int8_t)n++;
    }
    return n;
}

Test(slitherlink_rules, every_clue_at_every_border, .timeout = 3600)
{
    for (uint32_t r = 0; r < RULES; r++) {
        struct harness *h = rules[r].board ? NULL : open_rule(r);
        for (uint32_t k = 0; h && k < 5 * 16; k++) {
            struct rt_slitherlink_clue c __attribute__((aligned(16)));
            uint32_t n = clue_scope(k / 16, k % 16, &c);
            struct harness_scope scope = {n, 2, &c, sizeof c, NULL};
            struct harness_checks checks = {.seed = k + 1, .domains = rounds(60, 4000), .complete = rules[r].complete};
            cr_assert(harness_check(h, &scope, &checks), "%s", harness_failure(h));
        }
        cr_assert(!h || !rules[r].complete || harness_stats(h).drops > 0);
        harness_free(h);
    }
}

Test(slitherlink_rules, samples_of_the_kinds, .timeout = 3600)
{
    for (uint32_t r = 0; r < RULES; r++) {
        struct harness *h = open_rule(r);
        for (uint32_t k = 0; k < rounds(60, 3000); k++) {
            struct harness_scope scope;
            struct harness_checks checks = {.seed = k + 1, .domains = 40, .complete = rules[r].complete};
            cr_assert(harness_sample(h, k + 1, rules[r].board ? 24 : 12, &scope));
            cr_assert(harness_check(h, &scope, &checks), "%s", harness_failure(h));
        }
        harness_free(h);
    }
}

/* ---- boards: every loop of a lattice, found once, without the kind ---- */

enum { MOST_EDGES = 40, MOST_LOOPS = 10000 };

struct loops {
    struct rt_lattice l;
    uint64_t loop[MOST_LOOPS];
    uint32_t n;
};

/* Loops whose lowest edge is `first`: paths from its far end back over higher edges. */
static void extend(struct loops *found, uint32_t at, uint32_t goal, uint32_t first, uint64_t used, uint64_t visited)
{
    if (at == goal) {
        cr_assert_lt(found->n, MOST_LOOPS);
        found->loop[found->n++] = used;
        return;
    }
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t e = rt_lattice_edge(&found->l, at, d), to = rt_lattice_beside(&found->l, at, d);
        if (e != RT_NOPOS && e > first && !(used >> e & 1) && !(visited >> to & 1))
            extend(found, to, goal, first, used | 1ull << e, visited | 1ull << to);
    }
}

static void find_loops(uint32_t width, uint32_t height, struct loops *found)
{
    *found = (struct loops){.l = {width + 1, height + 1}};
    for (uint32_t e = 0; e < rt_lattice_edges(&found->l); e++) {
        bool level;
        uint32_t start = rt_lattice_start(&found->l, e, &level), next = level ? start + 1 : start + found->l.width;
        extend(found, next, start, e, 1ull << e, 1ull << next);
    }
}

static const struct loops *all;
static const struct rt_slitherlink_board *asked;

static bool is_solution(uint64_t loop)
{
    for (uint32_t cell = 0; cell < asked->width * asked->height; cell++) {
        uint32_t lines = 0;
        for (uint32_t d = 0; d < 4; d++)
            lines += loop >> rt_lattice_side(&all->l, cell, d) & 1;
        if (asked->clue[cell] != RT_SLITHERLINK_NONE && asked->clue[cell] != lines)
            return false;
    }
    return true;
}

static void oracle(const struct harness_scope *scope, const uint64_t *domains, uint64_t *support)
{
    memset(support, 0, scope->n * sizeof *support);
    for (uint32_t k = 0; k < all->n; k++) {
        bool fits = is_solution(all->loop[k]);
        for (uint32_t e = 0; e < scope->n && fits; e++)
            fits = domains[e] >> (all->loop[k] >> e & 1) & 1;
        for (uint32_t e = 0; e < scope->n && fits; e++)
            support[e] |= 1ull << (all->loop[k] >> e & 1);
    }
}

/* Clues from digits in base 5: 0 to 3, or none. */
static void read_clues(uint64_t code, uint32_t cells, uint8_t *clue)
{
    for (uint32_t cell = 0; cell < cells; cell++, code /= 5)
        clue[cell] = code % 5 == 4 ? RT_SLITHERLINK_NONE : (uint8_t)(code % 5);
}

static uint64_t power(uint32_t cells)
{
    uint64_t n = 1;
    while (cells--)
        n *= 5;
    return n;
}

/* Every board of a size, or `most` of them at random. */
static void check_boards(uint32_t r, uint32_t width, uint32_t height, uint64_t most, uint32_t domains)
{
    static struct loops found;
    uint8_t clue[16];
    struct rt_slitherlink_board b __attribute__((aligned(16))) = {width, height, clue};
    uint64_t boards = power(width * height), step = boards <= most ? 1 : boards / most | 1;
    struct harness *h = open_rule(r);
    find_loops(width, height, &found);
    all = &found;
    asked = &b;
    for (uint64_t code = step == 1 ? 0 : 7; code < boards; code += step) {
        read_clues(code, width * height, clue);
        struct harness_scope scope = {rt_lattice_edges(&found.l), 2, &b, sizeof b, NULL};
        struct harness_checks checks = {.seed = code + 1, .domains = domains, .walks = 1, .oracle = oracle};
        cr_assert(harness_check(h, &scope, &checks), "%s", harness_failure(h));
    }
    harness_free(h);
}

Test(slitherlink_rules, every_small_board, .timeout = 3600)
{
    for (uint32_t r = 0; r < RULES; r++) {
        if (!rules[r].board)
            continue;
        check_boards(r, 1, 1, 5, 100);
        check_boards(r, 2, 1, 25, 100);
        check_boards(r, 1, 3, 125, 40);
        check_boards(r, 2, 2, 625, rounds(12, 300));
        check_boards(r, 3, 2, rounds(1500, 15625), 6);
        check_boards(r, 3, 3, rounds(400, 40000), 6);
        check_boards(r, 4, 3, rounds(60, 4000), 4);
    }
}

/* ---- what the rules are said to see ---- */

static uint64_t only(const struct rt_lattice *l, uint32_t point, uint32_t d, uint64_t *domains, uint64_t value)
{
    uint32_t e = rt_lattice_edge(l, point, d);
    cr_assert_neq(e, RT_NOPOS);
    return value ? domains[e] = value : domains[e];
}

static void narrow_board(const char *id, uint32_t width, const char *rows, uint64_t *domains)
{
    uint8_t clue[64];
    uint32_t cells = (uint32_t)strlen(rows), r = 0;
    struct rt_slitherlink_board b __attribute__((aligned(16))) = {width, cells / width, clue};
    struct rt_lattice l = {width + 1, cells / width + 1};
    while (strcmp(rules[r].id, id))
        r++;
    for (uint32_t cell = 0; cell < cells; cell++)
        clue[cell] = rows[cell] == '.' ? RT_SLITHERLINK_NONE : (uint8_t)(rows[cell] - '0');
    struct harness *h = open_rule(r);
    struct harness_scope scope = {rt_lattice_edges(&l), 2, &b, sizeof b, NULL};
    cr_assert_eq(harness_narrow(h, &scope, domains), RT_OK, "%s", harness_failure(h));
    harness_free(h);
}

enum { OFF = 1, ON = 2, OPEN = 3 };

static void open_all(uint64_t *domains)
{
    for (uint32_t e = 0; e < 64; e++)
        domains[e] = OPEN;
}

Test(slitherlink_rules, threes_side_by_side)
{
    struct rt_lattice l = {5, 4};
    uint64_t domains[64];
    for (uint32_t with = 0; with < 2; with++) {     /* without the 2 the loop round them would be whole */
        open_all(domains);
        narrow_board("slitherlink.pair", 4, with ? "2.....33...." : "......33....", domains);
        for (uint32_t column = 2; column <= 4; column++)
            cr_assert_eq(only(&l, 5 + column, RT_SOUTH, domains, 0), with ? ON : OPEN);
        cr_assert_eq(only(&l, 5 + 3, RT_NORTH, domains, 0), with ? OFF : OPEN);
    }
}

Test(slitherlink_rules, threes_on_a_diagonal)
{
    struct rt_lattice l = {5, 5};
    uint64_t domains[64];
    open_all(domains);
    narrow_board("slitherlink.pair", 4, "...." ".3.." "..2." "...3", domains);
    cr_assert_eq(only(&l, 6, RT_EAST, domains, 0), ON);
    cr_assert_eq(only(&l, 6, RT_SOUTH, domains, 0), ON);
    cr_assert_eq(only(&l, 24, RT_WEST, domains, 0), ON);
    cr_assert_eq(only(&l, 24, RT_NORTH, domains, 0), ON);
}

Test(slitherlink_rules, a_line_may_close_only_to_a_solution)
{
    struct rt_lattice l = {4, 3};
    uint64_t domains[64];
    for (uint32_t with = 0; with < 2; with++) {
        open_all(domains);
        only(&l, 0, RT_EAST, domains, ON);
        only(&l, 0, RT_SOUTH, domains, ON);
        only(&l, 1, RT_SOUTH, domains, ON);
        narrow_board("slitherlink.closing", 3, with ? "4....2" : "41....", domains);
        cr_assert_eq(only(&l, 4, RT_EAST, domains, 0), with ? OFF : OPEN);
    }
}

Test(slitherlink_rules, memory_that_is_refused)
{
    for (uint32_t r = 0; r < RULES; r++) {
        struct harness *h = open_rule(r);
        struct harness_scope scope;
        uint64_t refused = 0;
        cr_assert(harness_sample(h, 5, 24, &scope));
        cr_assert(harness_starve(h, &scope, &refused), "%s", harness_failure(h));
        harness_free(h);
    }
}
