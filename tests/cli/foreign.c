/* Rules of a third party: one crashes, in the way that its option says; one lies: no
 * first cell is black. */
#include <ratchet/model.h>

static const char *const ways[] = {"null", "stack", "trap", NULL};
static const struct rt_option way = {.name = "way", .help = "How to crash", .type = RT_OPTION_ENUM, .choices = ways};
static const struct rt_option *const options[] = {&way, NULL};

static int fill_the_stack(volatile char *above)
{
    volatile char room[4096];
    room[0] = above ? *above : 1;
    return room[0] ? fill_the_stack(room) + room[0] : 0;
}

static int propagate(struct rt_self *self)
{
    volatile int *volatile nowhere = NULL;
    switch (self->h->option(self, "way")) {
    case 0:
        return *nowhere;
    case 1:
        return fill_the_stack(NULL);
    default:
        __builtin_trap();
    }
}

static const struct rt_rule_class crash = {
    .size = sizeof crash, .id = "test.crash", .kind = "line.blocks/1", .summary = "Crashes", .tier = 0, .level = 1,
    .wake = RT_WAKE_ANY, .options = options, .propagate = propagate,
};

static int lie(struct rt_self *self)
{
    return self->h->drop(self, 0, self->h->dom(self, 0) & ~1ull, 0);
}

static const struct rt_rule_class liar = {
    .size = sizeof liar, .id = "test.liar", .kind = "line.blocks/1", .summary = "Lies", .tier = 0, .level = 1,
    .wake = RT_WAKE_ANY, .propagate = lie,
};

static const struct rt_rule_class *const rules[] = {&crash, &liar, NULL};
const struct rt_bundle rt_bundle = {RT_BUNDLE_HEAD, "test.foreign", "1.0", NULL, NULL, NULL, rules};
