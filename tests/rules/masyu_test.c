/* The rules of masyu.white/1 and masyu.black/1 against everything that the edges round a pearl may be. */
#include "harness.h"
#include "util/random.h"
#include <criterion/criterion.h>
#include <ratchet/kind/masyu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NORTH, EAST, SOUTH, WEST };
enum { OFF = 1, ON = 2, OPEN = 3 };
static const int DX[4] = {0, 1, 0, -1}, DY[4] = {-1, 0, 1, 0};

/* A pearl with `room` cells between it and each border (2: no border in sight); around[dy + 2][dx + 2]. */
struct spot {
    int room[4];
    uint8_t around[5][5];
    uint32_t variant;
};

struct scope {
    struct rt_masyu_pearl pearl;
    uint64_t full[16];
    struct harness_scope harness;
};

static bool inside(const struct spot *spot, int dx, int dy)
{
    return -dy <= spot->room[NORTH] && dx <= spot->room[EAST] && dy <= spot->room[SOUTH] &&
           -dx <= spot->room[WEST];
}

static int8_t position(const struct spot *spot, int dx, int dy, int d, uint32_t *n)
{
    d &= 3;
    if (!inside(spot, dx, dy) || !inside(spot, dx + DX[d], dy + DY[d]))
        return -1;
    return (int8_t)(*n)++;
}

static uint8_t cell(const struct spot *spot, int dx, int dy)
{
    return inside(spot, dx, dy) ? spot->around[dy + 2][dx + 2] : RT_MASYU_OUTSIDE;
}

static void make_scope(struct scope *scope, const struct spot *spot)
{
    struct rt_masyu_pearl *p = &scope->pearl;
    uint32_t n = 0;
    memset(p, 0, sizeof *p);
    p->variant = (uint8_t)spot->variant;
    for (int d = 0; d < 4; d++) {
        p->near[d] = position(spot, 0, 0, d, &n);
        p->far[d] = position(spot, DX[d], DY[d], d, &n);
        p->cell[d] = cell(spot, DX[d], DY[d]);
        for (int s = 0; s < 2; s++) {
            int side = (d + (s ? 1 : 3)) % 4;
            p->side[d][s] = position(spot, DX[d], DY[d], side, &n);
            p->side_cell[d][s] = cell(spot, DX[d] + DX[side], DY[d] + DY[side]);
        }
    }
    for (uint32_t e = 0; e < 16; e++)
        scope->full[e] = OPEN;
    scope->harness = (struct harness_scope){n, 2, p, sizeof *p, scope->full};
}

static struct spot open_spot(void)
{
    return (struct spot){.room = {2, 2, 2, 2}};
}

static void random_pearls(struct spot *spot, struct random *random)
{
    uint64_t density = random_below(random, 4);
    for (uint32_t k = 0; k < 25; k++)
        spot->around[k / 5][k % 5] =
            random_below(random, 6) < density ? 1 + (uint8_t)random_below(random, 2) : 0;
}

static struct harness *open_rule(const char *so)
{
    struct harness *h = harness_open(MASYU_KIND, so, NULL);
    cr_assert_not_null(h);
    return h;
}

static bool thorough(void)
{
    return getenv("RATCHET_LONG") != NULL;
}

/* Every place on a board, every variant, neighbour pearls at random. */
static void check_everywhere(const char *so)
{
    struct harness *h = open_rule(so);
    struct random random;
    random_seed(&random, 11);
    uint32_t pearls = thorough() ? 40 : 1;
    for (uint32_t place = 0; place < 81; place++)
        for (uint32_t k = 0; k < 3 * pearls; k++) {
            struct spot spot = {{place % 3, place / 3 % 3, place / 9 % 3, place / 27}, {{0}}, k % 3};
            struct scope scope;
            if (k >= 3 || place % 2)
                random_pearls(&spot, &random);
            make_scope(&scope, &spot);
            if (!scope.harness.n)
                continue;
            bool every = thorough() && scope.harness.n <= 10 && k < 3;
            struct harness_checks checks = {.seed = place * 1000 + k, .domains = every ? 59049 : 100};
            cr_assert(harness_check(h, &scope.harness, &checks), "room %d %d %d %d: %s", spot.room[0],
                      spot.room[1], spot.room[2], spot.room[3], harness_failure(h));
        }
    cr_assert_gt(harness_stats(h).runs + harness_stats(h).conflicts, 100);
    harness_close(h);
}

Test(masyu_white, is_sound_everywhere, .timeout = 3600)
{
    check_everywhere(MASYU_WHITE);
}

Test(masyu_white_turn, is_sound_everywhere, .timeout = 3600)
{
    check_everywhere(MASYU_WHITE_TURN);
}

Test(masyu_black, is_sound_everywhere, .timeout = 3600)
{
    check_everywhere(MASYU_BLACK);
}

Test(masyu_black_reach, is_sound_everywhere, .timeout = 3600)
{
    check_everywhere(MASYU_BLACK_REACH);
}

/* ---- the kind ---- */

/* Support of every edge by its check alone. */
static void enumerate(struct harness *h, const struct scope *scope, const uint64_t *dom, uint64_t *seen)
{
    uint32_t n = scope->harness.n;
    memset(seen, 0, 16 * sizeof *seen);
    for (uint32_t bits = 0; bits < 1u << n; bits++) {
        uint8_t values[16];
        uint32_t blame[16];
        struct rt_verdict verdict = {.blame = blame};
        bool within = true;
        for (uint32_t e = 0; e < n; e++) {
            values[e] = bits >> e & 1;
            within &= dom[e] >> values[e] & 1;
        }
        if (within &&
            harness_kind(h)->check(&scope->pearl, sizeof scope->pearl, values, n, &verdict) == RT_OK)
            for (uint32_t e = 0; e < n; e++)
                seen[e] |= 1ull << values[e];
    }
}

static void implies_exactly(const char *so)
{
    struct harness *h = open_rule(so);
    struct random random;
    random_seed(&random, 12);
    for (uint32_t round = 0; round < (thorough() ? 20000 : 300); round++) {
        struct spot spot = {.variant = round % 3};
        struct scope scope;
        uint64_t dom[16], seen[16];
        for (uint32_t d = 0; d < 4; d++)
            spot.room[d] = (int)random_below(&random, 3);
        random_pearls(&spot, &random);
        make_scope(&scope, &spot);
        uint64_t known = random_below(&random, 8);
        for (uint32_t e = 0; e < scope.harness.n; e++)
            dom[e] = random_below(&random, 8) < known ? 1 + random_below(&random, 2) : OPEN;
        enumerate(h, &scope, dom, seen);
        for (uint32_t e = 0; e < scope.harness.n; e++)
            for (uint32_t value = 0; value < 2; value++)
                cr_assert_eq(harness_kind(h)->implies(&scope.pearl, sizeof scope.pearl, dom, scope.harness.n,
                                                      e, value),
                             !(seen[e] >> value & 1));
    }
    harness_close(h);
}

Test(masyu_kind, white_implies_exactly_what_every_way_has)
{
    implies_exactly(MASYU_WHITE);
}

Test(masyu_kind, black_implies_exactly_what_every_way_has)
{
    implies_exactly(MASYU_BLACK);
}

static void samples(const char *so)
{
    struct harness *h = open_rule(so);
    uint32_t borders = 0, satisfiable = 0, count = 200;
    for (uint32_t seed = 0; seed < count; seed++) {
        struct harness_scope scope;
        uint64_t dom[16];
        cr_assert(harness_sample(h, seed, 16, &scope), "%s", harness_failure(h));
        borders += scope.n < 16;
        for (uint32_t e = 0; e < scope.n; e++)
            dom[e] = OPEN;
        satisfiable += !harness_kind(h)->implies(scope.payload, scope.payload_size, dom, scope.n, 0, 0) ||
                       !harness_kind(h)->implies(scope.payload, scope.payload_size, dom, scope.n, 0, 1);
    }
    cr_assert(borders > 50 && borders < count && satisfiable > count / 2);
    harness_close(h);
}

Test(masyu_kind, samples_lie_inside_and_at_borders)
{
    samples(MASYU_WHITE);
    samples(MASYU_BLACK);
}

/* ---- rules together ---- */

/* The two rules of a colour, run in turn until neither finds more. */
struct colour {
    struct harness *rule[2];
};

static struct colour open_colour(bool white)
{
    return (struct colour){{open_rule(white ? MASYU_WHITE : MASYU_BLACK),
                            open_rule(white ? MASYU_WHITE_TURN : MASYU_BLACK_REACH)}};
}

static void close_colour(struct colour *c)
{
    harness_close(c->rule[0]);
    harness_close(c->rule[1]);
}

static int deduce(const struct colour *c, const struct scope *scope, uint64_t *dom)
{
    uint64_t before[16];
    int status = RT_OK;
    do {
        memcpy(before, dom, sizeof before);
        for (uint32_t k = 0; k < 2 && status == RT_OK; k++)
            status = harness_narrow(c->rule[k], &scope->harness, dom);
    } while (status == RT_OK && memcmp(before, dom, scope->harness.n * sizeof *dom));
    return status;
}

static void lay_out(const struct spot *spot, struct scope *scope, uint64_t *dom)
{
    make_scope(scope, spot);
    memcpy(dom, scope->full, sizeof scope->full);
}

/* ---- the deductions, one by one ---- */

Test(masyu_white, runs_along_a_border) /* 2 */
{
    struct colour c = open_colour(true);
    struct spot spot = open_spot();
    struct scope scope;
    uint64_t dom[16];
    spot.room[NORTH] = 0;
    lay_out(&spot, &scope, dom);
    cr_assert_eq(deduce(&c, &scope, dom), RT_OK);
    cr_assert(dom[scope.pearl.near[EAST]] == ON && dom[scope.pearl.near[WEST]] == ON);
    cr_assert_eq(dom[scope.pearl.near[SOUTH]], OFF);
    spot.room[WEST] = 0;
    lay_out(&spot, &scope, dom);
    cr_assert_eq(deduce(&c, &scope, dom), RT_CONFLICT, "no white in a corner");
    close_colour(&c);
}

Test(masyu_black, keeps_away_from_a_border_one_or_two_cells_off) /* 3 */
{
    struct colour c = open_colour(false);
    for (int room = 0; room < 2; room++)
        for (int d = 0; d < 4; d++) {
            struct spot spot = open_spot();
            struct scope scope;
            uint64_t dom[16];
            spot.room[d] = room;
            lay_out(&spot, &scope, dom);
            cr_assert_eq(deduce(&c, &scope, dom), RT_OK);
            int away = (d + 2) % 4;
            cr_assert(dom[scope.pearl.near[away]] == ON && dom[scope.pearl.far[away]] == ON);
            cr_assert(room == 0 || dom[scope.pearl.near[d]] == OFF);
        }
    close_colour(&c);
}

Test(masyu_black, an_arm_is_two_edges_long_with_nothing_beside) /* 4 */
{
    struct colour c = open_colour(false);
    struct spot spot = open_spot();
    struct scope scope;
    uint64_t dom[16];
    lay_out(&spot, &scope, dom);
    dom[scope.pearl.near[EAST]] = ON;
    cr_assert_eq(deduce(&c, &scope, dom), RT_OK);
    cr_assert_eq(dom[scope.pearl.far[EAST]], ON);
    cr_assert_eq(dom[scope.pearl.near[WEST]], OFF);
    cr_assert(dom[scope.pearl.side[EAST][0]] == OFF && dom[scope.pearl.side[EAST][1]] == OFF);
    cr_assert(dom[scope.pearl.near[NORTH]] == OPEN && dom[scope.pearl.near[SOUTH]] == OPEN);
    close_colour(&c);
}

Test(masyu_black, a_blocked_arm_sends_it_the_other_way) /* 5 and 6 */
{
    struct colour c = open_colour(false);
    for (int blocked = 0; blocked < 3; blocked++) {
        struct spot spot = open_spot();
        struct scope scope;
        uint64_t dom[16];
        lay_out(&spot, &scope, dom);
        if (blocked == 0)
            dom[scope.pearl.near[NORTH]] = OFF;
        else if (blocked == 1)
            dom[scope.pearl.far[NORTH]] = OFF;
        else
            dom[scope.pearl.side[NORTH][1]] = ON;
        cr_assert_eq(deduce(&c, &scope, dom), RT_OK);
        cr_assert_eq(dom[scope.pearl.near[NORTH]], OFF);
        cr_assert(dom[scope.pearl.near[SOUTH]] == ON && dom[scope.pearl.far[SOUTH]] == ON);
    }
    close_colour(&c);
}

Test(masyu_black, two_next_to_each_other_point_away) /* 7 */
{
    struct colour c = open_colour(false);
    struct spot spot = open_spot();
    struct scope scope;
    uint64_t dom[16];
    spot.around[2][3] = RT_MASYU_IS_BLACK;
    lay_out(&spot, &scope, dom);
    cr_assert_eq(deduce(&c, &scope, dom), RT_OK);
    cr_assert_eq(dom[scope.pearl.near[EAST]], OFF);
    cr_assert(dom[scope.pearl.near[WEST]] == ON && dom[scope.pearl.far[WEST]] == ON);
    spot.around[2][1] = RT_MASYU_IS_BLACK;
    lay_out(&spot, &scope, dom);
    cr_assert_eq(deduce(&c, &scope, dom), RT_CONFLICT, "three in a row");
    close_colour(&c);
}

Test(masyu_white, one_edge_settles_both_axes) /* 9 */
{
    struct colour c = open_colour(true);
    for (uint64_t value = OFF; value <= ON; value++) {
        struct spot spot = open_spot();
        struct scope scope;
        uint64_t dom[16];
        lay_out(&spot, &scope, dom);
        dom[scope.pearl.near[SOUTH]] = value;
        cr_assert_eq(deduce(&c, &scope, dom), RT_OK);
        cr_assert_eq(dom[scope.pearl.near[NORTH]], value);
        cr_assert(dom[scope.pearl.near[EAST]] == OPEN - value && dom[scope.pearl.near[WEST]] == OPEN - value);
    }
    close_colour(&c);
}

Test(masyu_white_turn, straight_on_one_side_turns_on_the_other) /* 10 */
{
    struct colour c = open_colour(true);
    for (uint32_t variant = 0; variant < 3; variant++) {
        struct spot spot = open_spot();
        struct scope scope;
        uint64_t dom[16];
        spot.variant = variant;
        lay_out(&spot, &scope, dom);
        dom[scope.pearl.near[EAST]] = ON;
        if (variant != RT_MASYU_BOTH)
            dom[scope.pearl.far[EAST]] = ON;
        cr_assert_eq(deduce(&c, &scope, dom), RT_OK);
        uint64_t expected = variant == RT_MASYU_STRAIGHT ? OPEN : OFF;
        cr_assert_eq(dom[scope.pearl.far[WEST]], expected);
    }
    close_colour(&c);
}

/* The ways in which a neighbour cannot turn. */
static void hinder(struct spot *spot, const struct rt_masyu_pearl *p, uint64_t *dom, int d, uint32_t how)
{
    int x = 2 + DX[d], y = 2 + DY[d], left = (d + 3) % 4, right = (d + 1) % 4;
    bool pearls = p == NULL;
    if (how == 0 && !pearls)
        dom[p->far[d]] = ON;
    if (how == 1 && pearls)
        spot->around[y][x] = RT_MASYU_IS_WHITE;
    if (how == 2 && !pearls)
        dom[p->side[d][0]] = dom[p->side[d][1]] = OFF;
    if (how == 3 && pearls)
        spot->around[y + DY[left]][x + DX[left]] = spot->around[y + DY[right]][x + DX[right]] =
            RT_MASYU_IS_BLACK;
    if (how == 4 && pearls)
        spot->around[y + DY[left]][x + DX[left]] = RT_MASYU_IS_BLACK;
    if (how == 4 && !pearls)
        dom[p->side[d][1]] = OFF;
}

Test(masyu_white_turn, crosses_the_other_way_where_neither_neighbour_can_turn) /* 11 */
{
    struct colour c = open_colour(true);
    for (uint32_t how = 0; how < 25; how++) {
        struct spot spot = open_spot();
        struct scope scope;
        uint64_t dom[16];
        hinder(&spot, NULL, NULL, EAST, how % 5);
        hinder(&spot, NULL, NULL, WEST, how / 5);
        lay_out(&spot, &scope, dom);
        hinder(&spot, &scope.pearl, dom, EAST, how % 5);
        hinder(&spot, &scope.pearl, dom, WEST, how / 5);
        bool blacks_all_round = how % 5 == 3 && how / 5 == 3;   /* the other axis can turn nowhere either */
        cr_assert_eq(deduce(&c, &scope, dom), blacks_all_round ? RT_CONFLICT : RT_OK);
        if (blacks_all_round)
            continue;
        cr_assert(dom[scope.pearl.near[NORTH]] == ON && dom[scope.pearl.near[SOUTH]] == ON, "%u", how);
        cr_assert(dom[scope.pearl.near[EAST]] == OFF && dom[scope.pearl.near[WEST]] == OFF);
    }
    close_colour(&c);
}

/* ---- the automaton's table: pearl and entering direction -> leaving directions ---- */

static void enter(struct harness *h, const struct scope *scope, int from, uint64_t leaving[4])
{
    for (int d = 0; d < 4; d++) {
        uint64_t dom[16];
        for (uint32_t e = 0; e < scope->harness.n; e++)
            dom[e] = OPEN;
        dom[scope->pearl.near[from]] = ON;
        cr_assert_eq(harness_narrow(h, &scope->harness, dom), RT_OK);
        leaving[d] = dom[scope->pearl.near[d]];
    }
}

Test(masyu_table, a_white_is_left_straight_and_a_black_to_either_side)
{
    struct harness *white = open_rule(MASYU_WHITE), *black = open_rule(MASYU_BLACK);
    struct spot spot = open_spot();
    struct scope scope;
    make_scope(&scope, &spot);
    for (int from = 0; from < 4; from++) {
        uint64_t leaving[4];
        enter(white, &scope, from, leaving);
        for (int d = 0; d < 4; d++)
            cr_assert_eq(leaving[d], d == from || d == (from + 2) % 4 ? ON : OFF);
        enter(black, &scope, from, leaving);
        cr_assert_eq(leaving[(from + 2) % 4], OFF);
        cr_assert(leaving[(from + 1) % 4] == OPEN && leaving[(from + 3) % 4] == OPEN);
    }
    harness_close(white);
    harness_close(black);
}

Test(masyu_table, a_cell_without_pearl_is_left_in_three_ways)
{
    struct harness *h = harness_open(LOOP_KIND, LOOP_DEGREE, NULL);
    uint32_t payload[2] __attribute__((aligned(16))) = {0, 0};
    struct harness_scope scope = {4, 2, payload, sizeof payload, NULL};
    cr_assert_not_null(h);
    for (int from = 0; from < 4; from++)
        for (int to = 0; to < 4; to++) {
            uint64_t dom[4] = {OPEN, OPEN, OPEN, OPEN};
            dom[from] = ON;
            cr_assert_eq(harness_narrow(h, &scope, dom), RT_OK);
            cr_assert(to == from || dom[to] == OPEN);
            dom[to] = ON;
            cr_assert_eq(harness_narrow(h, &scope, dom), RT_OK);
            for (int d = 0; d < 4 && to != from; d++)
                cr_assert_eq(dom[d], d == from || d == to ? ON : OFF);
        }
    harness_close(h);
}

/* ---- what must not be deduced ---- */

Test(masyu_white_turn, does_not_ask_for_a_turn_on_both_sides)
{
    struct colour c = open_colour(true);
    struct spot spot = open_spot();
    struct scope scope;
    uint64_t dom[16];
    lay_out(&spot, &scope, dom);
    dom[scope.pearl.near[EAST]] = ON;
    cr_assert_eq(deduce(&c, &scope, dom), RT_OK);
    cr_assert(dom[scope.pearl.far[EAST]] == OPEN && dom[scope.pearl.far[WEST]] == OPEN);
    close_colour(&c);
}

Test(masyu_black, does_not_bind_a_neighbour_that_it_is_not_joined_to)
{
    struct colour c = open_colour(false);
    struct spot spot = open_spot();
    struct scope scope;
    uint64_t dom[16];
    lay_out(&spot, &scope, dom);
    dom[scope.pearl.near[EAST]] = OFF;
    cr_assert_eq(deduce(&c, &scope, dom), RT_OK);
    cr_assert_eq(dom[scope.pearl.far[EAST]], OPEN);
    cr_assert(dom[scope.pearl.side[EAST][0]] == OPEN && dom[scope.pearl.side[EAST][1]] == OPEN);
    close_colour(&c);
}

/* ---- turned and mirrored ---- */

static int turned(int d, uint32_t symmetry)
{
    if (symmetry & 4)
        d = (4 - d) % 4;    /* mirrored: east and west change places */
    return (d + (int)(symmetry & 3)) % 4;
}

static void turn_cell(int *dx, int *dy, uint32_t symmetry)
{
    if (symmetry & 4)
        *dx = -*dx;
    for (uint32_t k = 0; k < (symmetry & 3); k++) {
        int x = *dx;
        *dx = -*dy;
        *dy = x;
    }
}

static struct spot turn_spot(const struct spot *spot, uint32_t symmetry)
{
    struct spot to = {.variant = spot->variant};
    for (int d = 0; d < 4; d++)
        to.room[turned(d, symmetry)] = spot->room[d];
    for (int y = -2; y <= 2; y++)
        for (int x = -2; x <= 2; x++) {
            int tx = x, ty = y;
            turn_cell(&tx, &ty, symmetry);
            to.around[ty + 2][tx + 2] = spot->around[y + 2][x + 2];
        }
    return to;
}

/* The position in `to` of a position in `from`. */
static void turn_positions(const struct rt_masyu_pearl *from, const struct rt_masyu_pearl *to,
                           uint32_t symmetry, int8_t map[16])
{
    for (int d = 0; d < 4; d++) {
        int t = turned(d, symmetry);
        if (from->near[d] >= 0)
            map[from->near[d]] = to->near[t];
        if (from->far[d] >= 0)
            map[from->far[d]] = to->far[t];
        for (int s = 0; s < 2; s++)
            if (from->side[d][s] >= 0)
                map[from->side[d][s]] = to->side[t][symmetry & 4 ? 1 - s : s];
    }
}

static void check_symmetries(bool white)
{
    struct colour c = open_colour(white);
    struct random random;
    random_seed(&random, 13);
    for (uint32_t round = 0; round < 150; round++) {
        struct spot spot = {.variant = round % 3};
        struct scope scope, other;
        uint64_t given[16];
        for (uint32_t d = 0; d < 4; d++)
            spot.room[d] = random_below(&random, 4) ? 2 : (int)random_below(&random, 3);
        random_pearls(&spot, &random);
        make_scope(&scope, &spot);
        uint64_t known = random_below(&random, 5);
        for (uint32_t e = 0; e < scope.harness.n; e++)
            given[e] = random_below(&random, 8) < known ? 1 + random_below(&random, 2) : OPEN;
        for (uint32_t symmetry = 0; symmetry < 8; symmetry++) {
            struct spot turn = turn_spot(&spot, symmetry);
            uint64_t dom[16], there[16];
            int8_t map[16];
            make_scope(&other, &turn);
            cr_assert_eq(other.harness.n, scope.harness.n);
            turn_positions(&scope.pearl, &other.pearl, symmetry, map);
            memcpy(dom, given, sizeof dom);
            for (uint32_t e = 0; e < scope.harness.n; e++)
                there[map[e]] = given[e];
            int status = deduce(&c, &scope, dom);
            cr_assert_eq(deduce(&c, &other, there), status);
            for (uint32_t e = 0; e < scope.harness.n && status == RT_OK; e++)
                cr_assert_eq(there[map[e]], dom[e]);
        }
    }
    close_colour(&c);
}

Test(masyu_white, says_the_same_of_turned_and_mirrored_boards)
{
    check_symmetries(true);
}

Test(masyu_black, says_the_same_of_turned_and_mirrored_boards)
{
    check_symmetries(false);
}
