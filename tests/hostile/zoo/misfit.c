/* A small, whole plugin. Each -D of meson.build spoils one thing in it: what the host must refuse, and say
 * why. */
#include <ratchet/model.h>

#ifndef BUNDLE_ID
#define BUNDLE_ID "zoo." NAME
#endif
#ifndef VERSION
#define VERSION "1.0"
#endif
#ifndef MAGIC
#define MAGIC RT_MAGIC
#endif
#ifndef MAJOR
#define MAJOR RT_ABI_MAJOR
#endif
#ifndef BUNDLE_SIZE
#define BUNDLE_SIZE sizeof(struct rt_bundle)
#endif
#ifndef SYMBOL
#define SYMBOL rt_bundle
#endif
#ifndef LISTS
#define LISTS kinds, formats, puzzles, rules
#endif

#ifndef KIND_SIZE
#define KIND_SIZE sizeof(struct rt_kind_class)
#endif
#ifndef KIND_ID
#define KIND_ID "zoo." NAME "/1"
#endif
#ifndef ENCODE
#define ENCODE NULL
#endif
#ifndef CHECK
#define CHECK check
#endif

#ifndef FORMAT_ID
#define FORMAT_ID "zoo." NAME ".text"
#endif
#ifndef FORMAT_PUZZLE
#define FORMAT_PUZZLE PUZZLE_ID
#endif
#ifndef EXTENSIONS
#define EXTENSIONS extensions
#endif
#ifndef PROBE
#define PROBE probe
#endif
#ifndef READ
#define READ read_text
#endif

#ifndef PUZZLE_ID
#define PUZZLE_ID "zoo." NAME
#endif
#ifndef PUZZLE_NAME
#define PUZZLE_NAME "Zoo"
#endif
#ifndef PARSE
#define PARSE parse
#endif
#ifndef MODEL
#define MODEL nothing
#endif
#ifndef RENDER
#define RENDER render
#endif
#ifndef VERIFY
#define VERIFY verify
#endif

#ifndef RULE_ID
#define RULE_ID "zoo." NAME ".rule"
#endif
#ifndef RULE_KIND
#define RULE_KIND KIND_ID
#endif
#ifndef RULES
#define RULES &rule
#endif
#ifndef SUMMARY
#define SUMMARY "finds nothing"
#endif
#ifndef TIER
#define TIER 1
#endif
#ifndef LEVEL
#define LEVEL 1
#endif
#ifndef NEEDS
#define NEEDS 0
#endif
#ifndef STATE_SIZE
#define STATE_SIZE 0
#endif
#ifndef BATCH
#define BATCH NULL
#endif
#ifndef RULE_FLAGS
#define RULE_FLAGS 0
#endif
#ifndef PROPAGATE
#define PROPAGATE nothing
#endif
#ifndef OPTION
#define OPTION                                                                                               \
    {                                                                                                        \
        .name = "depth", .help = "How deep", .type = RT_OPTION_INT, .fallback = 3, .min = 1, .max = 9        \
    }
#endif
#ifndef OPTIONS
#define OPTIONS options
#endif

#ifdef UNDEFINED_SYMBOL
int nobody_defines_this(struct rt_self *);
#define nothing nobody_defines_this
#else
static int nothing(struct rt_self *self)
{
    (void)self;
    return RT_OK;
}
#endif

__attribute__((unused)) static int batch(struct rt_self *const *self, uint32_t n, int *status)
{
    (void)self, (void)n, (void)status;
    return RT_OK;
}

__attribute__((unused)) static int check(const void *payload, uint32_t payload_size, const uint8_t *values,
                                         uint32_t n, struct rt_verdict *verdict)
{
    (void)payload, (void)payload_size, (void)values, (void)n, (void)verdict;
    return RT_OK;
}

__attribute__((unused)) static int probe(const char *bytes, size_t length)
{
    (void)bytes, (void)length;
    return 0;
}

__attribute__((unused)) static int read_text(struct rt_self *self, const char *bytes, size_t length)
{
    (void)self, (void)bytes, (void)length;
    return RT_EUNSUPPORTED;
}

__attribute__((unused)) static int parse(struct rt_self *self, const char *text, size_t length)
{
    (void)self, (void)text, (void)length;
    return RT_OK;
}

__attribute__((unused)) static int render(struct rt_self *self, const struct rt_picture *picture)
{
    (void)self, (void)picture;
    return RT_EUNSUPPORTED;
}

__attribute__((unused)) static int verify(struct rt_self *self, const uint8_t *values,
                                          struct rt_verdict *verdict)
{
    (void)self, (void)values, (void)verdict;
    return RT_OK;
}

__attribute__((unused)) static const char *const extensions[] = {".zoo-" NAME, NULL};
__attribute__((unused)) static const char *const choices[] = {"some", "all", NULL};
static const struct rt_option option = OPTION;
__attribute__((unused)) static const struct rt_option *const options[] = {&option, NULL};
__attribute__((unused)) static const struct rt_option *const twin_options[] = {&option, &option, NULL};

static const struct rt_kind_class kind = {
    .size = KIND_SIZE, .id = KIND_ID, .summary = "anything holds", .check = CHECK, .encode = ENCODE};
static const struct rt_format_class format = {.size = sizeof format,
                                              .id = FORMAT_ID,
                                              .puzzle = FORMAT_PUZZLE,
                                              .summary = "no text at all",
                                              .extensions = EXTENSIONS,
                                              .probe = PROBE,
                                              .read = READ};
static const struct rt_puzzle_class puzzle = {.size = sizeof puzzle,
                                              .id = PUZZLE_ID,
                                              .name = PUZZLE_NAME,
                                              .summary = "nothing to solve",
                                              .parse = PARSE,
                                              .model = MODEL,
                                              .render = RENDER,
                                              .verify = VERIFY};
static const struct rt_rule_class rule = {.size = sizeof rule,
                                          .flags = RULE_FLAGS,
                                          .id = RULE_ID,
                                          .kind = RULE_KIND,
                                          .summary = SUMMARY,
                                          .tier = TIER,
                                          .level = LEVEL,
                                          .needs = NEEDS,
                                          .state_size = STATE_SIZE,
                                          .wake = RT_WAKE_ANY,
                                          .options = OPTIONS,
                                          .propagate = PROPAGATE,
                                          .propagate_batch = BATCH};

__attribute__((unused)) static const struct rt_kind_class *const kinds[] = {&kind, NULL};
__attribute__((unused)) static const struct rt_format_class *const formats[] = {&format, NULL};
__attribute__((unused)) static const struct rt_puzzle_class *const puzzles[] = {&puzzle, NULL};
__attribute__((unused)) static const struct rt_rule_class *const rules[] = {RULES, NULL};

RT_EXPORT extern const struct rt_bundle SYMBOL;
const struct rt_bundle SYMBOL = {MAGIC, MAJOR, RT_ABI_MINOR, BUNDLE_SIZE, 0, BUNDLE_ID, VERSION, LISTS};

#ifdef SLOPPY
RT_EXPORT int zoo_helper(void);
RT_EXPORT extern long zoo_counter[4];
long zoo_counter[4] = {1, 2, 3, 4};

int zoo_helper(void)
{
    return (int)++zoo_counter[0];
}

__attribute__((constructor)) static void begin(void)
{
    __asm__ volatile("" ::: "memory"); /* else a clever compiler runs it at compile time */
    zoo_helper();
}
#endif
