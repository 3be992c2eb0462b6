/* The rules of Tents against all assignments of small scopes. */
#include "harness.h"

#include <criterion/criterion.h>

enum { SCOPES = 150 };

/* Returns how many values were dropped. */
static uint64_t hold(const char *rule)
{
    struct harness *h = harness_open(TENTS_KIND, rule, NULL);
    struct harness_checks checks = {.domains = 150};
    struct harness_scope scope;
    cr_assert(h);
    for (uint32_t seed = 0; seed < SCOPES; seed++)
        cr_assert(harness_sample(h, seed, 9, &scope) && harness_check(h, &scope, &checks), "%s", harness_failure(h));
    struct harness_stats stats = harness_stats(h);
    cr_expect_eq(stats.by_default, 0, "%lu reasons were left to the host", (unsigned long)stats.by_default);
    harness_close(h);
    return stats.drops;
}

Test(tents, apart)
{
    cr_expect_gt(hold(TENTS_APART), 500);
}

Test(tents, tree)
{
    hold(TENTS_TREE);   /* clauses alone */
}

Test(tents, around)
{
    cr_expect_gt(hold(TENTS_AROUND), 500);
}

Test(tents, count)
{
    cr_expect_gt(hold(TENTS_COUNT), 500);
}

Test(tents, line)
{
    cr_expect_gt(hold(TENTS_LINE), 1000);
}

Test(tents, taken)
{
    cr_expect_gt(hold(TENTS_TAKEN), 500);
}

Test(tents, places)
{
    cr_expect_gt(hold(TENTS_PLACES), 200);
}
