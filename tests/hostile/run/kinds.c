/* The kinds of the tiny puzzle, and two honest rules for them. */
#include "tiny.h"

#include <ratchet/model.h>

static int check_even(const void *payload, uint32_t payload_size, const uint8_t *values, uint32_t n,
                      struct rt_verdict *verdict)
{
    (void)payload, (void)payload_size, (void)verdict;
    uint32_t on = 0;
    for (uint32_t i = 0; i < n; i++)
        on += values[i];
    return on % 2 ? RT_CONFLICT : RT_OK;
}

/* Says that it is illegal, but what it blames does not exist. */
static int check_crooked(const void *payload, uint32_t payload_size, const uint8_t *values, uint32_t n,
                         struct rt_verdict *verdict)
{
    int status = check_even(payload, payload_size, values, n, verdict);
    if (status == RT_CONFLICT) {
        verdict->blame[0] = 4711;
        verdict->nblame = 1;
        for (uint32_t i = 0; i < sizeof verdict->what; i++)
            verdict->what[i] = 'x';
    }
    return status;
}

static int check_given(const void *payload, uint32_t payload_size, const uint8_t *values, uint32_t n,
                       struct rt_verdict *verdict)
{
    (void)payload_size, (void)n, (void)verdict;
    return values[0] == ((const struct tiny_given *)payload)->value ? RT_OK : RT_CONFLICT;
}

static int take_given(struct rt_self *self)
{
    uint64_t keep = 1ull << ((const struct tiny_given *)self->payload)->value;
    int status = self->h->drop(self, 0, ~keep & 3, 0);
    return status == RT_OK ? RT_ENTAILED : status;
}

/* Once all but one are known, the last follows. */
static int take_last(struct rt_self *self)
{
    uint32_t open = RT_NOPOS, on = 0;
    for (uint32_t i = 0; i < self->v.n; i++) {
        uint64_t domain = self->h->dom(self, i);
        if (domain == 3 && open != RT_NOPOS)
            return RT_FIXPOINT;
        if (domain == 3)
            open = i;
        on += domain == 2;
    }
    if (open != RT_NOPOS)
        return self->h->drop(self, open, on % 2 ? 1 : 2, 0);
    return on % 2 ? self->h->conflict(self, 0) : RT_ENTAILED;
}

static const struct rt_kind_class even = {
    .size = sizeof even, .id = TINY_EVEN, .summary = "an even number is on", .check = check_even};
static const struct rt_kind_class crooked = {
    .size = sizeof crooked, .id = "tiny.crooked/1", .summary = "the same", .check = check_crooked};
static const struct rt_kind_class given = {.size = sizeof given,
                                           .payload_size = sizeof(struct tiny_given),
                                           .id = TINY_GIVEN,
                                           .summary = "the value is given",
                                           .check = check_given};
static const struct rt_rule_class fix = {.size = sizeof fix,
                                         .id = "tiny.fix",
                                         .kind = TINY_GIVEN,
                                         .summary = "a given value holds",
                                         .tier = 0,
                                         .level = 1,
                                         .wake = RT_WAKE_ANY,
                                         .propagate = take_given};
static const struct rt_rule_class last = {.size = sizeof last,
                                          .id = "tiny.last",
                                          .kind = TINY_EVEN,
                                          .summary = "the last cell follows from the others",
                                          .tier = 1,
                                          .level = 1,
                                          .wake = RT_WAKE_ANY,
                                          .propagate = take_last};
static const struct rt_kind_class *const kinds[] = {&even, &crooked, &given, NULL};
static const struct rt_rule_class *const rules[] = {&fix, &last, NULL};

RT_EXPORT const struct rt_bundle rt_bundle = {RT_BUNDLE_HEAD, "tiny.kinds", "1.0", kinds, NULL, NULL, rules};
