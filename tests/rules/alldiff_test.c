/* The rules of alldiff/1 against all assignments of small scopes. */
#include "harness.h"

#include <criterion/criterion.h>
#include <stdio.h>

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
