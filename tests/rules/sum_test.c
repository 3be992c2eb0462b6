/* The rules of sum.distinct/1 against all assignments, and what they say. */
#include "harness.h"

#include <criterion/criterion.h>
#include <ratchet/kind/sum.h>
#include <stdio.h>
#include <string.h>

struct task {
    _Alignas(16) struct rt_sum_distinct sum;
};

static struct harness_scope scope_of(const struct task *task, uint32_t n, uint32_t nvalues)
{
    return (struct harness_scope){.n = n, .nvalues = nvalues, .payload = task, .payload_size = sizeof task->sum};
}

/* Every sum of every number of positions, those that can't be included. */
static void hold(const char *so, const char *id, bool complete, uint64_t least)
{
    struct harness *h = harness_open(SUM_KIND, so, id);
    struct harness_checks checks = {.domains = 90, .complete = complete, .walks = 2};
    cr_assert(h);
    for (uint32_t nvalues = 2; nvalues <= 9; nvalues++)
        for (uint32_t n = 1; n <= (nvalues < 5 ? nvalues : nvalues < 9 ? 4 : 3); n++)
            for (uint32_t sum = 0; sum <= n * nvalues + 1; sum += 3) {
                struct task task = {{sum}};
                struct harness_scope scope = scope_of(&task, n, nvalues);
                checks.seed++;
                cr_assert(harness_check(h, &scope, &checks), "%s", harness_failure(h));
            }
    struct harness_stats stats = harness_stats(h);
    cr_expect_eq(stats.by_default, 0, "%lu reasons were left to the host", (unsigned long)stats.by_default);
    cr_expect_gt(stats.drops, least);
    harness_close(h);
}

Test(sum, run)
{
    hold(SUM_RUN, "sum.run", true, 20000);
}

Test(sum, single)
{
    hold(ALLDIFF_SINGLE, "sum.single", false, 1000);
}

Test(sum, pair)
{
    hold(ALLDIFF_PAIR, "sum.pair", false, 500);
}

Test(sum, unique)
{
    hold(SUM_WAYS, "sum.unique", false, 5000);
}

Test(sum, ways)
{
    hold(SUM_WAYS, "sum.ways", false, 5000);
}

Test(sum, needed)
{
    hold(SUM_NEEDED, NULL, false, 1000);
}

Test(sum, bounds)
{
    hold(SUM_BOUNDS, "sum.bounds", false, 5000);
}

Test(sum, last)
{
    hold(SUM_BOUNDS, "sum.last", false, 1000);
}

/* Up to nine positions, where the kind's `implies` is the oracle. */
Test(sum, long_runs)
{
    struct harness *h = harness_open(SUM_KIND, SUM_RUN, NULL);
    struct harness_checks checks = {.domains = 30, .complete = true, .walks = 1};
    for (uint32_t n = 7; n <= 9; n++)
        for (uint32_t sum = n * (n + 1) / 2; sum <= n * (19 - n) / 2; sum += 5) {
            struct task task = {{sum}};
            struct harness_scope scope = scope_of(&task, n, 9);
            checks.seed++;
            cr_assert(harness_check(h, &scope, &checks), "%s", harness_failure(h));
        }
    cr_expect_gt(harness_stats(h).drops, 50);
    harness_close(h);
}

/* `implies` against all assignments. */
Test(sum, implies)
{
    struct harness *h = harness_open(SUM_KIND, SUM_RUN, NULL);
    const struct rt_kind_class *kind = harness_kind(h);
    uint32_t implied = 0;
    for (uint32_t code = 0; code < 15 * 15 * 15; code++)
        for (uint32_t sum = 5; sum <= 10; sum += 3) {
            uint64_t domains[3] = {1 + code % 15, 1 + code / 15 % 15, 1 + code / 225}, support[3] = {0};
            struct task task = {{sum}};
            for (uint32_t v = 0; v < 64; v++) {
                uint32_t a = v % 4, b = v / 4 % 4, c = v / 16;
                bool in = domains[0] >> a & 1 && domains[1] >> b & 1 && domains[2] >> c & 1;
                if (in && a != b && b != c && a != c && a + b + c + 3 == sum)
                    support[0] |= 1ull << a, support[1] |= 1ull << b, support[2] |= 1ull << c;
            }
            for (uint32_t pos = 0; pos < 3; pos++)
                for (uint32_t value = 0; value < 4; value++) {
                    int expected = !(support[pos] >> value & 1);
                    implied += (uint32_t)expected;
                    cr_assert_eq(kind->implies(&task, sizeof task.sum, domains, 3, pos, value), expected);
                }
        }
    cr_expect_gt(implied, 1000);
    harness_close(h);
}

/* ---- sentences, and what they rest on */

/* Digits as a person writes them: "689". */
static uint64_t mask_of(const char *digits)
{
    uint64_t mask = 0;
    for (; *digits; digits++)
        mask |= 1ull << (*digits - '1');
    return mask;
}

struct saying {
    const char *so, *id;
    uint32_t sum;
    const char *cells[4];       /* up to the first NULL */
    uint32_t pos;               /* RT_NOPOS: the conflict */
    char gone;
    const char *words, *premises;   /* gone digits of the cells, with blanks between */
};

static const struct saying sayings[] = {
    {SUM_WAYS, "sum.unique", 16, {"123456789", "123456789"}, 0, '8', "16 in two cells is 7 and 9", " "},
    {SUM_WAYS, "sum.unique", 11, {"123456789", "123456789"}, 1, '1', "11 in two cells is 2+9, 3+8, 4+7 or 5+6", " "},
    {SUM_WAYS, "sum.unique", 19, {"123456789", "123456789", "123456789"}, 1, '1',
     "19 in three cells is made of 2 to 9", "  "},
    {SUM_WAYS, "sum.unique", 8, {"123456789", "123456789", "123456789"}, 1, '6',
     "8 in three cells is 1+2+5 or 1+3+4", "  "},
    {SUM_WAYS, "sum.unique", 18, {"123456789", "123456789"}, RT_NOPOS, 0, "18 in two cells can't be made", " "},
    {SUM_WAYS, "sum.ways", 10, {"1237", "39", "123456789"}, 2, '8',
     "10 in three cells can only be 1+3+6 or 2+3+5", "  "},
    {SUM_WAYS, "sum.ways", 10, {"1237", "123456789"}, 1, '6', "10 in two cells can only be 1+9, 2+8 or 3+7", "4 "},
    {SUM_NEEDED, "sum.needed", 23, {"68", "68", "689"}, 2, '6',
     "23 in three cells needs a 9, and one place is left for it", "9 9 "},
    {SUM_BOUNDS, "sum.bounds", 17, {"5678", "123", "123456789"}, 2, '5',
     "the other cells make at most 11 of 17", "9 456789 "},
    {SUM_BOUNDS, "sum.bounds", 12, {"56", "56", "123456789"}, 2, '2',
     "the other cells make at least 11 of 12", "1234 1234 "},
    {SUM_BOUNDS, "sum.last", 12, {"4", "123456789"}, 1, '7', "the other cell makes 4 of 12", "12356789 "},
    {SUM_RUN, NULL, 23, {"68", "689", "68"}, 1, '6', "23 in three cells can, as it stands, only be 6, 8 and 9", "9  9"},
};

Test(sum, sentences)
{
    for (size_t i = 0; i < sizeof sayings / sizeof *sayings; i++) {
        const struct saying *s = &sayings[i];
        struct harness *h = harness_open(SUM_KIND, s->so, s->id);
        struct task task = {{s->sum}};
        uint64_t domains[4], premises[4];
        char words[200], gone[64] = "";
        uint32_t n = 0, length = 0;
        for (; n < 4 && s->cells[n]; n++)
            domains[n] = mask_of(s->cells[n]);
        struct harness_scope scope = scope_of(&task, n, 9);
        cr_assert(harness_why(h, &scope, domains, s->pos, s->gone ? (uint32_t)(s->gone - '1') : 0, words, sizeof words,
                              premises), "%zu: %s", i, harness_failure(h));
        for (uint32_t pos = 0; pos < n; pos++) {
            for (uint32_t v = 0; v < 9; v++)
                if (premises[pos] >> v & 1)
                    gone[length++] = (char)('1' + v);
            gone[length++] = pos + 1 < n ? ' ' : 0;
        }
        cr_expect_str_eq(words, s->words, "%zu: %s", i, words);
        cr_expect_str_eq(gone, s->premises, "%zu: %s", i, gone);
        harness_close(h);
    }
}
