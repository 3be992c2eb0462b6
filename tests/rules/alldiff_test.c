/* The rules of alldiff/1 against all assignments of small scopes. */
#include "harness.h"

#include "util/random.h"

#include <criterion/criterion.h>
#include <ratchet/kind/alldiff.h>
#include <stdio.h>
#include <string.h>

enum { SCOPES = 60 };

static void hold(const char *kind, const char *rule, const char *id, bool complete, uint64_t *drops)
{
    struct harness *h = harness_open(kind, rule, id);
    struct harness_checks checks = {.domains = 120, .complete = complete};
    struct harness_scope scope;
    cr_assert(h);
    for (uint32_t seed = 0; seed < SCOPES; seed++)
        cr_assert(harness_sample(h, seed, 5, &scope) && harness_check(h, &scope, &checks), "%s", harness_failure(h));
    struct harness_stats stats = harness_stats(h);
    cr_expect_eq(stats.by_default, 0, "%lu reasons were left to the host", (unsigned long)stats.by_default);
    *drops = stats.drops;
    harness_close(h);
}

Test(alldiff, single)
{
    uint64_t drops;
    hold(ALLDIFF_KIND, ALLDIFF_SINGLE, "alldiff.single", false, &drops);
    cr_expect_gt(drops, 1000);
}

Test(alldiff, hidden_single)
{
    uint64_t drops;
    hold(ALLDIFF_KIND, ALLDIFF_HIDDEN_SINGLE, NULL, false, &drops);
    cr_expect_gt(drops, 500);
}

Test(alldiff, pair)
{
    uint64_t drops;
    hold(ALLDIFF_KIND, ALLDIFF_PAIR, "alldiff.pair", false, &drops);
    cr_expect_gt(drops, 500);
}

Test(alldiff, hidden_pair)
{
    uint64_t drops;
    hold(ALLDIFF_KIND, ALLDIFF_HIDDEN_PAIR, NULL, false, &drops);
    cr_expect_gt(drops, 200);
}

Test(alldiff, triple)
{
    uint64_t drops;
    hold(ALLDIFF_KIND, ALLDIFF_TRIPLE, "alldiff.triple", false, &drops);
    cr_expect_gt(drops, 100);
}

Test(alldiff, hidden_triple)
{
    uint64_t drops;
    hold(ALLDIFF_KIND, ALLDIFF_TRIPLE, "alldiff.hidden_triple", false, &drops);
    cr_expect_gt(drops, 50);
}

/* ---- houses: on samples, and on Sudokus of 4 x 4 and 6 x 6 */

enum { SIDE_MOST = 6, CELLS_MOST = SIDE_MOST * SIDE_MOST, HOUSES_MOST = 3 * SIDE_MOST };

struct sudoku {
    uint32_t n, first[HOUSES_MOST + 1], pos[HOUSES_MOST * SIDE_MOST];
    uint64_t full[CELLS_MOST];
    struct rt_alldiff_houses payload;
    struct harness_scope scope;
};

static void make_sudoku(struct sudoku *s, uint32_t width, uint32_t height)
{
    uint32_t n = width * height, k = 0;
    *s = (struct sudoku){.n = n};
    for (uint32_t house = 0; house < 3 * n; house++)
        for (uint32_t i = 0; i < n; i++) {
            uint32_t h = house % n, across = n / width;
            s->pos[k++] = house < n       ? h * n + i
                          : house < 2 * n ? i * n + h
                                          : (h / across * height + i / width) * n + h % across * width + i % width;
            s->first[house + 1] = k;
        }
    for (uint32_t c = 0; c < n * n; c++)
        s->full[c] = (1ull << n) - 1;
    s->payload = (struct rt_alldiff_houses){3 * n, 0, s->first, s->pos, NULL};
    s->scope = (struct harness_scope){n * n, n, &s->payload, sizeof s->payload, s->full};
}

static const struct sudoku *current;

/* Some (cell, value) of which one must hold. */
struct choice {
    uint32_t n, cell[SIDE_MOST];
    uint64_t value[SIDE_MOST];
};

static void prefer(struct choice *best, const struct choice *other)
{
    if (other->n < best->n)
        *best = *other;
}

/* All values of an open cell, or all places of a value in a house: whatever is fewest. */
static struct choice fewest(const uint64_t *domains, const uint64_t *solution)
{
    const uint32_t n = current->n;
    struct choice best = {.n = UINT32_MAX};
    for (uint32_t c = 0; c < n * n; c++) {
        struct choice values = {.n = 0};
        for (uint64_t left = domains[c]; left; left &= left - 1) {
            values.cell[values.n] = c;
            values.value[values.n++] = left & -left;
        }
        if (!solution[c] || !values.n)
            prefer(&best, &values);
    }
    for (uint32_t k = 0; k < 3 * n * n; k++) {
        struct choice places = {.n = 0};
        bool stands = false;
        for (uint32_t i = 0; i < n; i++) {
            uint32_t c = current->pos[k / n * n + i];
            stands |= solution[c] == 1ull << k % n;
            if (domains[c] >> k % n & 1) {
                places.cell[places.n] = c;
                places.value[places.n++] = 1ull << k % n;
            }
        }
        if (!stands || !places.n)
            prefer(&best, &places);
    }
    return best;
}

/* Plain backtracking. */
static bool complete(const uint64_t *domains, uint64_t *solution)
{
    struct choice choice = fewest(domains, solution);
    if (choice.n == UINT32_MAX)
        return true;
    for (uint32_t k = 0; k < choice.n; k++) {
        uint64_t next[CELLS_MOST];
        memcpy(next, domains, sizeof next);
        for (uint32_t p = 0; p < current->first[3 * current->n]; p++) {
            uint32_t house = p / current->n;
            for (uint32_t i = 0; current->pos[p] == choice.cell[k] && i < current->n; i++)
                next[current->pos[house * current->n + i]] &= ~choice.value[k];
        }
        next[choice.cell[k]] = solution[choice.cell[k]] = choice.value[k];
        if (complete(next, solution))
            return true;
        solution[choice.cell[k]] = 0;
    }
    return false;
}

static void oracle(const struct harness_scope *scope, const uint64_t *domains, uint64_t *support)
{
    memset(support, 0, scope->n * sizeof *support);
    for (uint32_t c = 0; c < scope->n; c++)
        for (uint64_t left = domains[c] & ~support[c]; left; left = (left & (left - 1)) & ~support[c]) {
            uint64_t narrowed[CELLS_MOST] = {0}, solution[CELLS_MOST] = {0};
            memcpy(narrowed, domains, scope->n * sizeof *narrowed);
            narrowed[c] = left & -left;
            bool any = complete(narrowed, solution);
            for (uint32_t k = 0; any && k < scope->n; k++)
                support[k] |= solution[k];
        }
}

static void random_solution(struct random *random, uint64_t *solution)
{
    uint64_t domains[CELLS_MOST] = {0};
    do {
        memset(solution, 0, sizeof domains);
        for (uint32_t c = 0; c < current->n * current->n; c++)
            domains[c] = random_below(random, 5) ? current->full[c] : 1ull << random_below(random, current->n);
    } while (!complete(domains, solution));
}

static void hold_on_sudokus(const char *rule, uint32_t rounds)
{
    static const uint32_t box[][2] = {{2, 2}, {3, 2}};
    struct harness *h = harness_open(ALLDIFF_KIND, rule, NULL);
    struct random random;
    static struct sudoku s;
    cr_assert(h);
    random_seed(&random, 5);
    for (uint32_t round = 0; round < rounds; round++) {
        uint64_t solution[CELLS_MOST], domains[CELLS_MOST] = {0};
        make_sudoku(&s, box[round % 2][0], box[round % 2][1]);
        current = &s;
        random_solution(&random, solution);
        uint64_t open = 3 + random_below(&random, 6), wrong = random_below(&random, 4) ? s.n * s.n : 0;
        for (uint32_t c = 0; c < s.n * s.n; c++) {
            uint64_t noise = random_below(&random, 1ull << s.n) & random_below(&random, 1ull << s.n);
            domains[c] = random_below(&random, 10) < open ? solution[c] | noise : solution[c];
            domains[c] = c == wrong && noise ? noise : domains[c];
        }
        struct harness_checks checks = {.seed = round, .oracle = oracle};
        cr_assert(harness_check_domain(h, &s.scope, &checks, domains), "%s", harness_failure(h));
    }
    struct harness_stats stats = harness_stats(h);
    cr_expect_gt(stats.drops, rounds);
    cr_expect_eq(stats.by_default, 0);
    harness_close(h);
}

Test(houses, locked)
{
    uint64_t drops;
    hold(ALLDIFF_KIND, ALLDIFF_LOCKED, NULL, false, &drops);
    cr_expect_gt(drops, 100);
    hold_on_sudokus(ALLDIFF_LOCKED, 40);
}

Test(houses, x_wing)
{
    uint64_t drops;
    hold(ALLDIFF_KIND, ALLDIFF_X_WING, NULL, false, &drops);
    cr_expect_gt(drops, 100);
    hold_on_sudokus(ALLDIFF_X_WING, 40);
}

/* `implies` is the oracle of scopes that are too large to enumerate: on small ones both must agree. */
Test(alldiff, implies)
{
    struct harness *h = harness_open(ALLDIFF_KIND, ALLDIFF_SINGLE, "alldiff.single");
    const struct rt_kind_class *kind = harness_kind(h);
    uint32_t implied = 0;
    for (uint32_t code = 0; code < 15 * 15 * 15; code++) {
        uint64_t domains[3] = {1 + code % 15, 1 + code / 15 % 15, 1 + code / 225}, support[3] = {0};
        for (uint8_t a = 0; a < 4; a++)
            for (uint8_t b = 0; b < 4; b++)
                for (uint8_t c = 0; c < 4; c++)
                    if (a != b && b != c && a != c && domains[0] >> a & domains[1] >> b & domains[2] >> c & 1)
                        support[0] |= 1ull << a, support[1] |= 1ull << b, support[2] |= 1ull << c;
        for (uint32_t pos = 0; pos < 3; pos++)
            for (uint32_t value = 0; value < 4; value++) {
                int expected = !(support[pos] >> value & 1);
                implied += (uint32_t)expected;
                cr_assert_eq(kind->implies(NULL, 0, domains, 3, pos, value), expected,
                             "domains %u, position %u, value %u", code, pos, value);
            }
    }
    cr_expect_gt(implied, 1000);
    harness_close(h);
}
