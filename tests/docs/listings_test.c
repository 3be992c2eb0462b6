/* The rules that rules/README.md teaches, held to what every rule is held to. */
#include "../rules/harness.h"

#include <criterion/criterion.h>
#include <ratchet/kind/automaton.h>
#include <string.h>

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

/* A host that keeps the payload in `state`. */
static void *scratch(struct rt_self *self, size_t bytes)
{
    (void)self;
    return calloc(1, bytes);
}

static int add_scope(struct rt_self *self, const char *kind, const uint32_t *vars, uint32_t n, const void *payload,
                     size_t size)
{
    const struct rt_automaton *a = self->state = (void *)payload;
    (void)vars, (void)n;
    cr_assert_str_eq(kind, RT_AUTOMATON);
    cr_assert_eq(size, rt_automaton_size(a->states, a->alphabet));
    return RT_OK;
}

int add_no_three(struct rt_self *self, const uint32_t *vars, uint32_t n);

Test(listings, no_three)
{
    const struct rt_host host = {.size = sizeof host, .scratch = scratch, .add_scope = add_scope};
    struct rt_self self = {.h = &host};
    cr_assert_eq(add_no_three(&self, NULL, 8), RT_OK);
    for (uint32_t word = 0; word < 256; word++) {
        uint32_t state = ((struct rt_automaton *)self.state)->start;
        bool alike = false;
        for (uint32_t i = 0; i < 8; i++) {
            alike |= i >= 2 && ((word >> (i - 2) & 7) == 0 || (word >> (i - 2) & 7) == 7);
            if (state != RT_AUTOMATON_NONE)
                state = rt_automaton_step(self.state, state, word >> i & 1);
        }
        cr_expect_eq(state != RT_AUTOMATON_NONE && rt_automaton_accepts(self.state, state), !alike, "word %x", word);
    }
    free(self.state);
}
