/* The rules of masyu.board/1 against every loop of small boards. */
#include "../soundness/brute.h"
#include "trial/fake.h"
#include "harness.h"
#include <criterion/criterion.h>
#include <ratchet/kind/masyu.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 25, MOST_EDGES = 40, MOST_LOOPS = 9349 };
enum { OFF = 1, ON = 2, OPEN = 3 };

struct whole {
    struct brute_masyu truth;
    struct rt_masyu_board payload;
    uint64_t full[MOST_EDGES];
    struct harness_scope scope;
    uint64_t loops[MOST_LOOPS];
    uint32_t nloops;
};

static uint32_t edges_of(uint32_t width, uint32_t height)
{
    return height * (width - 1) + (height - 1) * width;
}

/* From `truth`; its solutions are found, too. */
static void make_whole(struct whole *w)
{
    uint32_t n = edges_of(w->truth.width, w->truth.height);
    w->payload = (struct rt_masyu_board){w->truth.width, w->truth.height, w->truth.white, w->truth.all_cells,
                                         w->truth.pearl};
    for (uint32_t e = 0; e < n; e++)
        w->full[e] = OPEN;
    w->scope = (struct harness_scope){n, 2, &w->payload, sizeof w->payload, w->full};
    w->nloops = (uint32_t)brute_masyu_solve(&w->truth, w->loops, MOST_LOOPS);
}

static uint32_t edge_at(const struct whole *w, uint32_t x, uint32_t y, char to)
{
    uint32_t width = w->truth.width, level = w->truth.height * (width - 1);
    return to == '>' ? y * (width - 1) + x : level + y * width + x;
}

static const struct whole *current;

static void oracle(const struct harness_scope *scope, const uint64_t *domains, uint64_t *support)
{
    brute_loops_support(current->loops, current->nloops, domains, scope->n, support);
}

static uint32_t rounds(uint32_t quick, uint32_t thorough)
{
    return getenv("RATCHET_LONG") ? thorough : quick;
}

static struct harness *open_rule(const char *so, const char *id)
{
    struct harness *h = harness_open(MASYU_KIND, so, id);
    cr_assert_not_null(h);
    return h;
}

struct rule_file {
    const char *so, *id;
    bool not_monotone;      /* it leaves to others what others know as well */
};

static const struct rule_file every[] = {
    {MASYU_BLACK_PAIR, "masyu.black_pair"},
    {MASYU_WHITE_CHAIN, "masyu.white_chain"},
    {MASYU_PATH, "masyu.path", true},
    {MASYU_WAYS, "masyu.ways"},
    {LOOP_PARITY, "masyu.inout"},
};
enum { RULES = sizeof every / sizeof *every };

static void check(struct harness *h, struct whole *w, const struct rule_file *file, uint64_t seed, uint32_t domains)
{
    struct harness_checks checks = {.seed = seed, .domains = domains, .walks = 2, .oracle = oracle,
                                    .without = file->not_monotone ? HARNESS_MONOTONE : 0};
    current = w;
    cr_assert(harness_check(h, &w->scope, &checks), "%s", harness_failure(h));
}

/* ---- the kind ---- */

Test(masyu_board, means_what_the_loops_are)
{
    struct harness *h = open_rule(MASYU_BLACK_PAIR, NULL);
    struct random random;
    random_seed(&random, 31);
    static struct whole w;
    for (uint32_t round = 0; round < rounds(150, 3000); round++) {
        brute_masyu_random(&w.truth, &random, round % 2 ? 3 : 4);
        make_whole(&w);
        if (w.scope.n > 17)
            continue;
        uint32_t found = 0;
        for (uint64_t mask = 0; mask < 1ull << w.scope.n; mask++) {
            uint8_t values[MOST_EDGES];
            uint32_t blame[MOST_EDGES];
            struct rt_verdict verdict = {.blame = blame};
            for (uint32_t e = 0; e < w.scope.n; e++)
                values[e] = mask >> e & 1;
            found += harness_kind(h)->check(&w.payload, sizeof w.payload, values, w.scope.n, &verdict) == RT_OK;
        }
        cr_assert_eq(found, w.nloops);
        for (uint32_t k = 0; k < w.nloops; k++) {
            uint8_t values[MOST_EDGES];
            uint32_t blame[MOST_EDGES];
            struct rt_verdict verdict = {.blame = blame};
            for (uint32_t e = 0; e < w.scope.n; e++)
                values[e] = w.loops[k] >> e & 1;
            cr_assert_eq(harness_kind(h)->check(&w.payload, sizeof w.payload, values, w.scope.n, &verdict), RT_OK);
        }
    }
    harness_close(h);
}

static void random_domains(const struct whole *w, struct random *random, uint64_t *dom)
{
    uint64_t known = random_below(random, 10), guide = w->nloops ? random_below(random, w->nloops + 1) : 0;
    for (uint32_t e = 0; e < w->scope.n; e++)
        dom[e] = random_below(random, 10) >= known                ? OPEN
                 : guide < w->nloops && random_below(random, 40) ? OFF << (w->loops[guide] >> e & 1)
                                                                  : OFF << random_below(random, 2);
}

Test(masyu_board, implies_exactly_what_every_loop_has)
{
    struct harness *h = open_rule(MASYU_BLACK_PAIR, NULL);
    struct random random;
    random_seed(&random, 32);
    static struct whole w;
    for (uint32_t round = 0; round < rounds(200, 5000); round++) {
        uint64_t dom[MOST_EDGES], support[MOST_EDGES];
        brute_masyu_random(&w.truth, &random, 4);
        make_whole(&w);
        random_domains(&w, &random, dom);
        current = &w;
        oracle(&w.scope, dom, support);
        for (uint32_t e = 0; e < w.scope.n; e++)
            for (uint32_t value = 0; value < 2; value++)
                cr_assert_eq(harness_kind(h)->implies(&w.payload, sizeof w.payload, dom, w.scope.n, e, value),
                             !(support[e] >> value & 1));
    }
    harness_close(h);
}

Test(masyu_board, samples_are_mostly_satisfiable)
{
    struct harness *h = open_rule(MASYU_BLACK_PAIR, NULL);
    struct harness_scope scope;
    uint32_t satisfiable = 0, asked = 0;
    for (uint32_t seed = 0; seed < 200; seed++) {
        uint64_t dom[64];
        cr_assert(harness_sample(h, seed, 30, &scope), "%s", harness_failure(h));
        cr_assert_leq(scope.n, 30);
        for (uint32_t e = 0; e < scope.n; e++)
            dom[e] = OPEN;
        asked++;
        satisfiable += !harness_kind(h)->implies(scope.payload, scope.payload_size, dom, scope.n, 0, 0) ||
                       !harness_kind(h)->implies(scope.payload, scope.payload_size, dom, scope.n, 0, 1);
    }
    cr_assert(satisfiable > asked / 2 && satisfiable < asked, "%u of %u", satisfiable, asked);
    harness_close(h);
}

Test(masyu_board, blames_edges_that_are_illegal_alone)
{
    struct harness *h = open_rule(MASYU_BLACK_PAIR, NULL);
    struct harness_checks checks = {.domains = 1, .walks = 1};
    for (uint32_t seed = 0; seed < rounds(40, 1000); seed++) {
        struct harness_scope scope;
        cr_assert(harness_sample(h, seed, 17, &scope));
        cr_assert(harness_check(h, &scope, &checks), "%s", harness_failure(h));     /* enumerates, blame and all */
    }
    harness_close(h);
}

/* ---- every rule ---- */


static void open_cell(const struct whole *w, uint32_t cell, uint64_t *dom)
{
    uint32_t width = w->truth.width, height = w->truth.height, x = cell % width, y = cell / width;
    if (x)
        dom[edge_at(w, x - 1, y, '>')] = OPEN;
    if (x + 1 < width)
        dom[edge_at(w, x, y, '>')] = OPEN;
    if (y)
        dom[edge_at(w, x, y - 1, 'v')] = OPEN;
    if (y + 1 < height)
        dom[edge_at(w, x, y, 'v')] = OPEN;
}

/* Some loop that the pearls need not allow, open at a pearl: where it might close too early. */
static void domains_of_loop(const struct whole *w, struct random *random, uint64_t *dom)
{
    static struct whole empty;
    uint32_t width = w->truth.width, cells = width * w->truth.height, cell = (uint32_t)random_below(random, cells);
    empty.truth = (struct brute_masyu){.width = width, .height = w->truth.height};
    make_whole(&empty);
    uint64_t loop = empty.loops[random_below(random, empty.nloops)];
    for (uint32_t k = 0; k < cells && !w->truth.pearl[cell]; k++)
        cell = (cell + 1) % cells;
    for (uint32_t e = 0; e < w->scope.n; e++)
        dom[e] = loop >> e & 1 ? ON : random_below(random, 6) ? OPEN : OFF;
    open_cell(w, cell, dom);
    if (random_below(random, 2))
        open_cell(w, cell + 1 < cells ? cell + 1 : cell, dom);
    else if (random_below(random, 2))
        open_cell(w, cell + width < cells ? cell + width : cell, dom);
}

/* Random boards of every variant, with pearls that mostly have a solution. */
Test(masyu_board_rules, are_sound_on_random_boards, .timeout = 3600)
{
    static struct whole w;
    for (uint32_t r = 0; r < RULES; r++) {
        struct harness *h = open_rule(every[r].so, every[r].id);
        struct random random;
        random_seed(&random, 33);
        for (uint32_t round = 0; round < rounds(400, 20000); round++) {
            brute_masyu_random(&w.truth, &random, round % 8 ? 4 : 5);
            make_whole(&w);
            check(h, &w, &every[r], round, rounds(20, 100));
            for (uint32_t k = 0; k < 12; k++) {
                uint64_t dom[MOST_EDGES];
                struct harness_checks checks = {.seed = round, .oracle = oracle};
                (k % 2 ? random_domains : domains_of_loop)(&w, &random, dom);
                cr_assert(harness_check_domain(h, &w.scope, &checks, dom), "%s", harness_failure(h));
            }
        }
        struct harness_stats stats = harness_stats(h);
        cr_assert(stats.drops > 40 || stats.conflicts > 40, "%s does next to nothing: %lu drops", every[r].id,
                  (unsigned long)stats.drops);
        if (harness_rule(h)->propagate) {
            cr_assert_eq(stats.by_default, 0, "%s: %lu reasons are left to the host", every[r].id,
                         (unsigned long)stats.by_default);
            cr_assert_lt(stats.premises, stats.known);
        }
        harness_close(h);
    }
}

/* All boards of three by three. */
Test(masyu_board_rules, are_sound_on_every_board_of_three_by_three, .timeout = 3600)
{
    static struct whole w;
    for (uint32_t r = 0; r < RULES; r++) {
        struct harness *h = open_rule(every[r].so, every[r].id);
        uint32_t step = rounds(97, 1);
        for (uint32_t number = r; number < 19683 * 6; number += step) {
            uint32_t rest = number / 6;
            w.truth = (struct brute_masyu){.width = 3, .height = 3, .white = number % 3, .all_cells = number / 3 % 2};
            for (uint32_t c = 0; c < 9; c++, rest /= 3)
                w.truth.pearl[c] = (uint8_t)(rest % 3);
            make_whole(&w);
            check(h, &w, &every[r], number, 4);
        }
        harness_close(h);
    }
}

/* What they say of the pearls alone: with all sets of up to three pearls of a board, each clause holds in every
 * solution. More pearls only mean fewer solutions. */
static void check_clauses(const struct rule_file *file, uint32_t width, uint32_t height, const uint32_t cell[3],
                          uint32_t colours)
{
    static struct whole w;
    struct harness *h = open_rule(file->so, file->id);
    for (uint32_t variant = 0; variant < 3; variant++) {
        w.truth = (struct brute_masyu){.width = width, .height = height, .white = variant};
        for (uint32_t k = 0; k < 3; k++)
            w.truth.pearl[cell[k]] = (uint8_t)(1 + (colours >> k & 1));
        make_whole(&w);
        struct fake *f = fake_new(harness_rule(h), 0, 1);
        fake_scope(f, &w.payload, sizeof w.payload, w.scope.n, 2, w.full);
        int status = fake_init(f);
        cr_assert(status != RT_CONFLICT || !w.nloops);
        for (uint32_t k = 0; k < w.nloops && f->clauses.n; k++) {
            uint8_t values[MOST_EDGES];
            for (uint32_t e = 0; e < w.scope.n; e++)
                values[e] = w.loops[k] >> e & 1;
            cr_assert(fake_extends(f, values), "%s: pearls at %u %u %u, colours %u, variant %u", file->id, cell[0],
                      cell[1], cell[2], colours, variant);
        }
        fake_free(f);
    }
    harness_close(h);
}

Test(masyu_board_rules, say_of_three_pearls_what_every_loop_has, .timeout = 3600)
{
    struct random random;
    random_seed(&random, 34);
    for (uint32_t r = 0; r < 2; r++)
        for (uint32_t round = 0; round < rounds(250, 4000); round++) {
            uint32_t width = 3 + (uint32_t)random_below(&random, 3), height = 3 + (uint32_t)random_below(&random, 3);
            uint32_t at = (uint32_t)random_below(&random, width * height), cell[3];
            for (uint32_t k = 0; k < 3; k++) {      /* near each other: that is where there is something to say */
                int x = (int)(at % width) + (int)random_below(&random, 3) - 1,
                    y = (int)(at / width) + (int)random_below(&random, 3) - 1;
                cell[k] = (uint32_t)(y < 0 ? 0 : y >= (int)height ? (int)height - 1 : y) * width +
                          (uint32_t)(x < 0 ? 0 : x >= (int)width ? (int)width - 1 : x);
                at = random_below(&random, 2) ? cell[k] : at;
            }
            check_clauses(&every[r], width, height, cell, (uint32_t)random_below(&random, 8));
        }
}

/* ---- the statements, one by one: on boards of five by five, with what the pearl's own rules leave open ---- */

/* rows of `.WB`, 25 letters */
static void set_board(struct whole *w, const char *rows, uint32_t variant)
{
    uint32_t n = 0;
    w->truth = (struct brute_masyu){.white = variant};
    for (const char *c = rows; *c; c++) {
        if (*c == ' ') {
            w->truth.width = w->truth.width ? w->truth.width : n;
            continue;
        }
        w->truth.pearl[n++] = *c == 'W' ? 1 : *c == 'B' ? 2 : 0;
    }
    w->truth.height = n / w->truth.width;
    make_whole(w);
}

static int narrow(const struct rule_file *file, struct whole *w, uint64_t *dom)
{
    struct harness *h = open_rule(file->so, file->id);
    int status = harness_narrow(h, &w->scope, dom);
    harness_close(h);
    return status;
}

struct expectation {
    const char *rows;
    const char *given;      /* "x y > 1": an edge and its value, one after the other */
    const char *expected;   /* likewise */
    uint32_t variants;      /* bit v: it holds under variant v; otherwise nothing is expected */
    const struct rule_file *rule;
};

static const char *take_edge(const char *at, const struct whole *w, uint32_t *edge, uint64_t *dom)
{
    *edge = edge_at(w, (uint32_t)(at[0] - '0'), (uint32_t)(at[1] - '0'), at[2]);
    *dom = at[3] == '1' ? ON : OFF;
    return at[4] ? at + 5 : at + 4;
}

static void expect(const struct expectation *x)
{
    static struct whole w;
    for (uint32_t variant = 0; variant < 3; variant++) {
        uint64_t dom[MOST_EDGES], wanted;
        uint32_t e;
        set_board(&w, x->rows, variant);
        memcpy(dom, w.full, sizeof dom);
        for (const char *at = x->given; *at;) {
            at = take_edge(at, &w, &e, &wanted);
            dom[e] = wanted;
        }
        int status = narrow(x->rule, &w, dom);
        cr_assert(status == RT_OK || !w.nloops || *x->given);
        for (const char *at = x->expected; *at && status == RT_OK;) {
            at = take_edge(at, &w, &e, &wanted);
            cr_assert_eq(dom[e], x->variants >> variant & 1 ? wanted : OPEN, "%s, variant %u, edge %u", x->rows,
                         variant, e);
        }
    }
}

enum { ALWAYS = 7, TURNS = 3 };

Test(masyu_board_rules, each_statement_is_found)
{
    const struct rule_file *black = &every[0], *white = &every[1], *path = &every[2],
                           *ways = &every[3];
    const struct expectation all[] = {
        {"..... ..... ..BB. ..... .....", "", "22>0 12>1 02>1 32>1", ALWAYS, black},                   /* 7 */
        {"..... ..... .B.B. ..... .....", "21v1", "22v1 12>0 22>0", ALWAYS, black},                   /* 8 */
        {"..... ..... .B.B. ..... .....", "21v0", "22v0", ALWAYS, black},
        {"..... ..... .B.B. ..... .....", "12>1", "22>1", ALWAYS, black},
        {"..... ..... .B.WW ..... .....", "", "12>0", TURNS, black},                                  /* 16 */
        {"..... ..... .BWWW ..... .....", "", "12>0", TURNS, black},
        {"..... .W.W. ..B.. ..... .....", "", "21v0", ALWAYS, black},                                 /* 17 */
        {"..... ..... .WWW. ..... .....", "", "02>0 12>0 22>0 32>0 21v1 22v1", TURNS, white},         /* 12 */
        {"..... ..... .WW.. ..... .....", "12>1", "32>0", TURNS, white},                              /* 13 */
        {".WW.. ..... ..... ..... .....", "", "30>0 30v1 00v1", TURNS, white},                        /* 14 */
        {"..W.. ..W.. ..... ..... .....", "", "10>1 20>1 11>1 21>1 20v0", ALWAYS, white},
        {"W.W.. ..... ..... ..... .....", "00>1 10>1", "30>0", TURNS, white},                         /* 15 */
        {"..... ...W. ..B.. ..... .....", "22>1", "21>1 31>1", ALWAYS, white},                        /* 18 */
        {"..... ...W. ..B.. ..... .....", "21v1", "30v1 31v1", ALWAYS, white},
        {"..... ..... .BW.. ..... .....", "12>1", "32>1", 0, white},                                  /* 19 needs two */
        {"..... ..... BWW.. ..... .....", "02>1", "22>1 32>0", TURNS, white},                         /* 19 */
        {"..... ..... ..B.W ..... .....", "", "22>0", ALWAYS, white},
        {".W... ..... ..... ...W. .....", "00v1 01v1 02>1 12>1 21v1 20v1", "00>0 10>0", ALWAYS, path}, /* 21 */
        {".W... ..... ..... ..... .....", "00v1 01v1 02>1 12>1 21v1 20v1", "00>1", 0, path},
        {".W... ..... ..... ..... .....", "00v1 01v1 02>1 12>1 21v1 20v1 34>1", "00>0", ALWAYS, path},
        {"B.... ..... ..... ..... W....", "00v1 01v1 02>1 12>1 21v1 20v1", "00>0", ALWAYS, path},
        {"B.... ..... ..... ..... ....W", "00v1 01v1 02>1 12>1 22>1 31v1 30v1 20>1", "00>0", ALWAYS, path},
        {"..... ..B.. .WW.. ..B.. .....", "", "32>0", ALWAYS, ways},                                  /* 28 */
        {"..... ..... ..B.. ..... .....", "22>1 22v1", "32>1 23v1 21v0 12>0", ALWAYS, ways},
    };
    for (uint32_t k = 0; k < sizeof all / sizeof *all; k++)
        expect(&all[k]);
}

/* ---- turned and mirrored ---- */

static uint32_t turned_cell(const struct brute_masyu *m, uint32_t cell, uint32_t symmetry)
{
    uint32_t x = cell % m->width, y = cell / m->width, w = m->width, h = m->height;
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

static uint32_t edge_between(const struct brute_masyu *m, uint32_t a, uint32_t b)
{
    uint32_t from = a < b ? a : b, to = a < b ? b : a, x = from % m->width, y = from / m->width;
    return to == from + 1 && (m->width > 1) ? y * (m->width - 1) + x : m->height * (m->width - 1) + from;
}

static void turn(const struct whole *w, struct whole *to, uint32_t symmetry, uint32_t *map)
{
    bool swap = symmetry & 1;
    to->truth = (struct brute_masyu){.width = swap ? w->truth.height : w->truth.width,
                                     .height = swap ? w->truth.width : w->truth.height,
                                     .white = w->truth.white, .all_cells = w->truth.all_cells};
    uint32_t width = w->truth.width, cells = width * w->truth.height;
    for (uint32_t c = 0; c < cells; c++)
        to->truth.pearl[turned_cell(&w->truth, c, symmetry)] = w->truth.pearl[c];
    make_whole(to);
    for (uint32_t c = 0; c < cells; c++) {
        uint32_t here = turned_cell(&w->truth, c, symmetry);
        if ((c + 1) % width)
            map[edge_between(&w->truth, c, c + 1)] =
                edge_between(&to->truth, here, turned_cell(&w->truth, c + 1, symmetry));
        if (c + width < cells)
            map[edge_between(&w->truth, c, c + width)] =
                edge_between(&to->truth, here, turned_cell(&w->truth, c + width, symmetry));
    }
}

Test(masyu_board_rules, say_the_same_of_turned_and_mirrored_boards, .timeout = 600)
{
    static struct whole w, to;
    for (uint32_t r = 0; r < RULES; r++) {
        struct harness *h = open_rule(every[r].so, every[r].id);
        struct random random;
        random_seed(&random, 35);
        for (uint32_t round = 0; round < rounds(120, 3000); round++) {
            uint64_t given[MOST_EDGES], dom[MOST_EDGES], there[MOST_EDGES];
            brute_masyu_random(&w.truth, &random, 5);
            make_whole(&w);
            random_domains(&w, &random, given);
            memcpy(dom, given, sizeof dom);
            int status = harness_narrow(h, &w.scope, dom);
            for (uint32_t symmetry = 0; symmetry < 8; symmetry++) {
                uint32_t map[MOST_EDGES];
                turn(&w, &to, symmetry, map);
                for (uint32_t e = 0; e < w.scope.n; e++)
                    there[map[e]] = given[e];
                cr_assert_eq(harness_narrow(h, &to.scope, there), status);
                for (uint32_t e = 0; e < w.scope.n && status == RT_OK; e++)
                    cr_assert_eq(there[map[e]], dom[e], "%s, symmetry %u", every[r].id, symmetry);
            }
        }
        harness_close(h);
    }
}
