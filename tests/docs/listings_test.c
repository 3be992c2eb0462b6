/* The rules that rules/README.md teaches, held to what every rule is held to. */
#include "../rules/harness.h"

#include <criterion/criterion.h>

static void hold(const char *kind, const char *rule, bool complete)
{
    struct harness *h = harness_open(kind, rule, NULL);
    struct harness_checks checks = {.seed = 1, .domains = 200, .complete = complete};
    struct harness_scope scope;
    cr_assert_not_null(h);
    for (uint32_t i = 0; i < 200; i++)
        cr_assert(harness_sample(h, i, 9, &scope) && harness_check(h, &scope, &checks), "%s", harness_failure(h));
    cr_expect(harness_stats(h).useful > 100);
    cr_expect(harness_stats(h).explained > 100, "its reasons were asked for");
    cr_expect_eq(harness_stats(h).by_default, 0, "every deduction is explained");
    harness_close(h);
}

Test(listings, tight)
{
    hold(LINE_KIND, TIGHT, false);
}

Test(listings, few)
{
    hold(FEW, FEW, true);
}

Test(listings, few_counting)
{
    hold(FEW, FEW_COUNTING, true);
}
