#include "host/judge.h"

#include "host/host.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define THROUGH(type, member) (offsetof(type, member) + sizeof(((type *)0)->member))
#define SHAPE(noun, type, last)                                                                              \
    {                                                                                                        \
        noun, THROUGH(type, last), sizeof(type), offsetof(type, id)                                          \
    }

/* The last members without which a class is none: what came later may be missing. */
const struct class_shape class_shapes[CLASS_TYPES] = {
    [CLASS_KIND] = SHAPE("kind", struct rt_kind_class, valid),
    [CLASS_FORMAT] = SHAPE("format", struct rt_format_class, write),
    [CLASS_PUZZLE] = SHAPE("puzzle", struct rt_puzzle_class, extension),
    [CLASS_RULE] = SHAPE("rule", struct rt_rule_class, extension),
};

enum {
    SIZE_MOST = 4096,      /* of a bundle or class, bytes: above, it is no size at all */
    LINE_MOST = 400,       /* summaries and the like */
    STATE_MOST = 16 << 20, /* of one rule instance, bytes */
    LIST_MOST = 64         /* options, choices, extensions, ... */
};

struct judge {
    const char *path;
    const struct image *image;
    const char *noun, *id; /* the class at hand */
    struct fault *fault;
};

const char *class_id(enum class_type type, const void *class)
{
    const char *id;
    memcpy(&id, (const char *)class + class_shapes[type].id_at, sizeof id);
    return id;
}

static const char *skip_id(const char *c)
{
    if (*c < 'a' || *c > 'z')
        return NULL;
    for (; *c && *c != '/'; c++) {
        bool word = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '_';
        if (!word && (*c != '.' || c[1] == '.' || c[1] == '/' || !c[1]))
            return NULL;
    }
    return c;
}

bool is_id(const char *id)
{
    const char *end = skip_id(id);
    return end && !*end && end - id <= ID_MOST;
}

bool is_kind_id(const char *id)
{
    const char *end = skip_id(id);
    if (!end || *end != '/' || end[1] < '1' || end[1] > '9')
        return false;
    end++;
    end += strspn(end, "0123456789");
    return !*end && end - id <= ID_MOST;
}

/* Bytes from p to the end of the part of the image that holds it; 0: the plugin has no data there. */
static size_t room(const struct image *image, const void *p)
{
    uintptr_t at = (uintptr_t)p;
    for (uint32_t i = 0; i < image->nparts; i++)
        if (at >= image->part[i].from && at < image->part[i].to)
            return image->part[i].to - at;
    return 0;
}

static bool holds(const struct image *image, const void *p, size_t bytes, size_t alignment)
{
    return (uintptr_t)p % alignment == 0 && room(image, p) >= bytes;
}

/* A NUL-terminated string of at most `most` bytes, not empty. */
static bool is_string(const struct image *image, const char *s, size_t most)
{
    size_t left = room(image, s), length = left ? strnlen(s, left) : 0;
    return length && length < left && length <= most;
}

/* One that may be shown on a terminal. */
static bool is_line(const struct image *image, const char *s, size_t most)
{
    if (!is_string(image, s, most))
        return false;
    for (; *s; s++)
        if ((unsigned char)*s < 0x20 || *s == 0x7f)
            return false;
    return true;
}

static int __attribute__((format(printf, 2, 3))) refuse(const struct judge *j, const char *format, ...)
{
    char what[512];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (!j->id)
        return fault_set(j->fault, EXIT_BAD_INPUT, j->path, 0, 0, "%s", what);
    return fault_set(j->fault, EXIT_BAD_INPUT, j->path, 0, 0, "%s %s: %s", j->noun, j->id, what);
}

static int judge_head(const struct judge *j, const struct rt_bundle *bundle)
{
    if (!holds(j->image, bundle, offsetof(struct rt_bundle, id), _Alignof(struct rt_bundle)))
        return refuse(j, "its symbol rt_bundle is no struct rt_bundle: define it with RT_BUNDLE_HEAD");
    if (bundle->magic != RT_MAGIC)
        return refuse(j,
                      "rt_bundle has the magic number 0x%08" PRIx32 " instead of 0x%08x, so it is no Ratchet "
                      "plugin: begin rt_bundle with RT_BUNDLE_HEAD",
                      bundle->magic, RT_MAGIC);
    if (bundle->abi_major != RT_ABI_MAJOR)
        return refuse(j, "was built for ABI %u, this host speaks %u: rebuild it against ratchet's headers",
                      bundle->abi_major, RT_ABI_MAJOR);
    if (bundle->size < THROUGH(struct rt_bundle, rules) || bundle->size > SIZE_MOST)
        return refuse(j,
                      "its bundle claims %" PRIu32
                      " bytes, where %zu to %d can be right: begin rt_bundle with "
                      "RT_BUNDLE_HEAD",
                      bundle->size, THROUGH(struct rt_bundle, rules), SIZE_MOST);
    if (!holds(j->image, bundle, bundle->size, _Alignof(struct rt_bundle)))
        return refuse(j, "its bundle reaches beyond the plugin's data: begin rt_bundle with RT_BUNDLE_HEAD");
    return 0;
}

int judge_bundle(const char *path, const struct image *image, const void *symbol, struct rt_bundle *bundle,
                 struct fault *fault)
{
    struct judge j = {path, image, "plugin", NULL, fault};
    const struct rt_bundle *given = symbol;
    if (judge_head(&j, given))
        return fault->code;
    *bundle = (struct rt_bundle){0};
    memcpy(bundle, given, given->size < sizeof *bundle ? given->size : sizeof *bundle);
    if (!is_line(image, bundle->id, LINE_MOST))
        return refuse(&j, "its bundle has no id: give it one such as \"nonogram\"");
    if (!is_id(bundle->id))
        return refuse(&j,
                      "its id \"%s\" is not allowed: use words of a-z, 0-9 and _ joined by dots, a letter "
                      "first, at most %d bytes",
                      bundle->id, ID_MOST);
    if (!is_line(image, bundle->version, LINE_MOST))
        return refuse(&j, "its bundle has no version: set one such as \"1.0\"");
    return 0;
}

int judge_array(const char *path, const struct image *image, enum class_type type, const void *const *array,
                uint32_t *count, struct fault *fault)
{
    const struct class_shape *shape = &class_shapes[type];
    struct judge j = {path, image, shape->noun, NULL, fault};
    *count = 0;
    for (uint32_t i = 0; array; i++) {
        if (i > CLASSES_MOST || !holds(image, array + i, sizeof *array, _Alignof(void *)))
            return refuse(&j, "its list of %ss has no end: close it with NULL", shape->noun);
        if (!array[i])
            break;
        uint32_t size = 0;
        if (holds(image, array[i], sizeof size, _Alignof(void *)))
            memcpy(&size, array[i], sizeof size);
        if (size < shape->least || size > SIZE_MOST || !holds(image, array[i], size, 1))
            return refuse(&j,
                          "%s %" PRIu32 " of it claims %" PRIu32 " bytes, where %" PRIu32
                          " to %d can be right: "
                          "set .size = sizeof(struct rt_%s_class)",
                          shape->noun, i + 1, size, shape->least, SIZE_MOST, shape->noun);
        ++*count;
    }
    return 0;
}

static int need_line(const struct judge *j, const char *s, const char *member)
{
    if (is_line(j->image, s, LINE_MOST))
        return 0;
    return refuse(j, "`%s` is missing or no single line of text: set it", member);
}

static int need_function(const struct judge *j, bool there, const char *member)
{
    return there ? 0 : refuse(j, "the function `%s` is missing: every %s needs it", member, j->noun);
}

/* An optional NULL-terminated array of strings, all of which `is_good`. */
static int judge_strings(const struct judge *j, const char *const *list, const char *member,
                         bool (*is_good)(const struct image *, const char *, size_t))
{
    for (uint32_t i = 0; list; i++) {
        if (i > LIST_MOST || !holds(j->image, list + i, sizeof *list, _Alignof(char *)))
            return refuse(j, "the list `%s` has no end: close it with NULL", member);
        if (!list[i])
            break;
        if (!is_good(j->image, list[i], LINE_MOST))
            return refuse(j, "entry %" PRIu32 " of `%s` is no single line of text: correct it", i + 1,
                          member);
    }
    return 0;
}

static bool is_option_name(const char *name)
{
    return is_id(name) && !strchr(name, '.') && strlen(name) <= 32;
}

static uint32_t length_of(const char *const *list)
{
    uint32_t n = 0;
    while (list[n])
        n++;
    return n;
}

static int judge_enum(const struct judge *j, const struct rt_option *option)
{
    if (!option->choices)
        return refuse(j, "option `%s` has no choices: list them, or use another type", option->name);
    if (judge_strings(j, option->choices, "choices", is_line))
        return j->fault->code;
    if (option->fallback < 0 || option->fallback >= length_of(option->choices))
        return refuse(j,
                      "option `%s` has the default %" PRId64 ", which is the index of none of its choices: "
                      "correct it",
                      option->name, option->fallback);
    return 0;
}

static int judge_value(const struct judge *j, const struct rt_option *option)
{
    const char *name = option->name;
    int64_t fallback = option->fallback;
    switch (option->type) {
    case RT_OPTION_BOOL:
        return fallback == 0 || fallback == 1
                   ? 0
                   : refuse(j, "option `%s` is yes or no, but its default is %" PRId64 ": use 0 or 1", name,
                            fallback);
    case RT_OPTION_INT:
        if (option->min > option->max)
            return refuse(j, "option `%s` has the range %" PRId64 "..%" PRId64 ", which is empty: correct it",
                          name, option->min, option->max);
        return fallback >= option->min && fallback <= option->max
                   ? 0
                   : refuse(j,
                            "option `%s` has the default %" PRId64 " outside its range %" PRId64 "..%" PRId64
                            ": correct it",
                            name, fallback, option->min, option->max);
    case RT_OPTION_ENUM:
        return judge_enum(j, option);
    case RT_OPTION_STRING:
    case RT_OPTION_FILE:
        if (!option->fallback_string || !*option->fallback_string)
            return 0;
        return is_line(j->image, option->fallback_string, LINE_MOST)
                   ? 0
                   : refuse(j, "option `%s` has a default that is no single line of text: correct it", name);
    default:
        return refuse(j,
                      "option `%s` has the type %" PRIu32 ", which this host does not know: use an "
                      "enum rt_option_type",
                      name, option->type);
    }
}

static int judge_option(const struct judge *j, const struct rt_option *const *list, uint32_t i)
{
    const struct rt_option *option = list[i];
    if (!holds(j->image, option, sizeof *option, _Alignof(struct rt_option)) ||
        !is_line(j->image, option->name, LINE_MOST))
        return refuse(j, "option %" PRIu32 " has no name: give it one", i + 1);
    if (!is_option_name(option->name))
        return refuse(j,
                      "the option name \"%s\" is not allowed: use a-z, 0-9 and _, a letter first, at most 32 "
                      "bytes",
                      option->name);
    if (!is_line(j->image, option->help, LINE_MOST))
        return refuse(j, "option `%s` has no help text: say in a sentence what it does", option->name);
    for (uint32_t k = 0; k < i; k++)
        if (!strcmp(list[k]->name, option->name))
            return refuse(j, "option `%s` is there twice: rename one", option->name);
    for (uint32_t k = 0; !strcmp(j->noun, "rule") && host_rule_options[k]; k++)
        if (!strcmp(host_rule_options[k]->name, option->name))
            return refuse(j, "option `%s` bears a name that every rule's section has already: rename it",
                          option->name);
    return judge_value(j, option);
}

static int judge_options(const struct judge *j, const struct rt_option *const *list)
{
    for (uint32_t i = 0; list; i++) {
        if (i > LIST_MOST || !holds(j->image, list + i, sizeof *list, _Alignof(void *)))
            return refuse(j, "the list `options` has no end: close it with NULL");
        if (!list[i])
            break;
        if (judge_option(j, list, i))
            return j->fault->code;
    }
    return 0;
}

static int judge_kind(const struct judge *j, const struct rt_kind_class *kind)
{
    if (need_line(j, kind->summary, "summary"))
        return j->fault->code;
    return need_function(j, kind->check, "check");
}

static int judge_format(const struct judge *j, const struct rt_format_class *format)
{
    if (need_line(j, format->puzzle, "puzzle") || need_line(j, format->summary, "summary") ||
        judge_strings(j, format->extensions, "extensions", is_line) ||
        judge_strings(j, format->magic, "magic", is_string) ||
        (format->quirks && need_line(j, format->quirks, "quirks")))
        return j->fault->code;
    if (!is_id(format->puzzle))
        return refuse(j, "\"%s\" is no id of a puzzle type: correct `puzzle`", format->puzzle);
    if (need_function(j, format->probe, "probe"))
        return j->fault->code;
    return need_function(j, format->read, "read");
}

static int judge_puzzle(const struct judge *j, const struct rt_puzzle_class *puzzle)
{
    if (need_line(j, puzzle->name, "name") || need_line(j, puzzle->summary, "summary") ||
        need_function(j, puzzle->parse, "parse") || need_function(j, puzzle->model, "model") ||
        need_function(j, puzzle->render, "render") || need_function(j, puzzle->verify, "verify"))
        return j->fault->code;
    return judge_options(j, puzzle->options);
}

static int judge_figures(const struct judge *j, const struct rt_rule_class *rule)
{
    enum {
        FLAGS = (RT_WAKE_FIXED | RT_RULE_OPTIONAL | RT_SAME_CLAUSES | RT_RULE_LATE),
        NEEDS = RT_PLANES | RT_MIRROR | RT_THEN | RT_HISTORY
    };
    if (rule->tier > 4)
        return refuse(j, "there is no tier %u: use 0 (trivial) to 4 (probing)", rule->tier);
    if (rule->level < 1 || rule->level > 9)
        return refuse(j, "there is no level %u: use 1 (easy for a person) to 9", rule->level);
    if (rule->flags & ~(uint32_t)FLAGS || rule->needs & ~(unsigned)NEEDS)
        return refuse(j,
                      "it needs what this host does not offer (flags 0x%" PRIx32 ", needs 0x%x): use a newer "
                      "Ratchet",
                      rule->flags, rule->needs);
    if (rule->state_size > STATE_MOST)
        return refuse(j,
                      "it wants %" PRIu32 " bytes of state an instance, %d are allowed: keep bulk data in "
                      "memory from alloc",
                      rule->state_size, STATE_MOST);
    return 0;
}

static int judge_rule(const struct judge *j, const struct rt_rule_class *rule)
{
    if (need_line(j, rule->kind, "kind") || need_line(j, rule->summary, "summary"))
        return j->fault->code;
    if (!is_kind_id(rule->kind))
        return refuse(j, "\"%s\" is no id of a kind: write it with its revision, \"line.blocks/1\"",
                      rule->kind);
    if (rule->propagate_batch && !rule->propagate)
        return refuse(j, "it has `propagate_batch` without `propagate`: give it both");
    if (!rule->init && !rule->extend && !rule->propagate && !rule->branch && !rule->weigh)
        return refuse(j, "it does nothing: give it one of `init`, `extend`, `propagate`, `branch`, `weigh`");
    if (rule->flags & RT_SAME_CLAUSES &&
        (!rule->init || rule->extend || rule->propagate || rule->branch || rule->weigh))
        return refuse(j, "it promises the same clauses (RT_SAME_CLAUSES), but `init` is not all that it does");
    if (judge_figures(j, rule) || judge_strings(j, rule->strategies, "strategies", is_line))
        return j->fault->code;
    if (rule->strategies && rule->strategies[0] && !rule->branch)
        return refuse(j, "it lists `strategies` but has no function `branch` to serve them: add one");
    return judge_options(j, rule->options);
}

int judge_class(const char *path, const struct image *image, enum class_type type, const void *class,
                struct fault *fault)
{
    struct judge j = {path, image, class_shapes[type].noun, NULL, fault};
    const char *id = class_id(type, class);
    bool kind = type == CLASS_KIND;
    if (!is_line(image, id, LINE_MOST))
        return refuse(&j, "one of its %ss has no id: give it one", j.noun);
    if (kind ? !is_kind_id(id) : !is_id(id))
        return refuse(&j,
                      "the %s id \"%s\" is not allowed: use words of a-z, 0-9 and _ joined by dots, a letter "
                      "first%s, at most %d bytes",
                      j.noun, id, kind ? ", with a revision such as /1" : "", ID_MOST);
    j.id = id;
    switch (type) {
    case CLASS_KIND:
        return judge_kind(&j, class);
    case CLASS_FORMAT:
        return judge_format(&j, class);
    case CLASS_PUZZLE:
        return judge_puzzle(&j, class);
    default:
        return judge_rule(&j, class);
    }
}
