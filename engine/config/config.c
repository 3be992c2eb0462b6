#include "config/config.h"
#include "config/table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 1024 * 1024 };

struct config {
    struct arena arena;
    struct table table;
};

struct config *config_new(void)
{
    struct config *config = calloc(1, sizeof *config);
    if (!config)
        return NULL;
    config->table.arena = &config->arena;
    for (const struct schema_section *own = schema_sections; own->name; own++) {
        if (config_declare(config, own->name, own->options)) {
            config_free(config);
            return NULL;
        }
    }
    return config;
}

void config_free(struct config *config)
{
    if (!config)
        return;
    arena_free(&config->arena);
    free(config);
}

static int no_memory(struct fault *fault, const char *name)
{
    return fault_set(fault, EXIT_INTERNAL, name, 0, 0, "there is no memory left");
}

int config_load_bytes(struct config *config, const char *name, const char *bytes, size_t length,
                      struct fault *fault)
{
    struct arena_mark mark = arena_mark(&config->arena);
    struct table file = {.arena = &config->arena};
    const char *lasting_name = arena_string(&config->arena, name);
    int code = lasting_name ? ini_read(&file, lasting_name, bytes, length, fault) : no_memory(fault, name);
    if (code)
        arena_reset(&config->arena, mark);
    else
        table_merge(&config->table, &file);
    return code;
}

/* At most LARGEST_FILE + 1 bytes, so that a device or a wrong file cannot eat the memory. */
static int read_file(FILE *file, const char *path, char **bytes, size_t *length, struct fault *fault)
{
    *bytes = malloc(LARGEST_FILE + 1);
    if (!*bytes)
        return no_memory(fault, path);
    *length = fread(*bytes, 1, LARGEST_FILE + 1, file);
    if (ferror(file))
        return fault_set(fault, EXIT_NO_INPUT, path, 0, 0, "the configuration can't be read: %s",
                         strerror(errno));
    if (*length > LARGEST_FILE)
        return fault_set(fault, EXIT_BAD_INPUT, path, 0, 0,
                         "the file is larger than 1 MiB; this is no configuration");
    return 0;
}

int config_load(struct config *config, const char *path, struct fault *fault)
{
    FILE *file = fopen(path, "rbe");
    if (!file)
        return fault_set(fault, EXIT_NO_INPUT, path, 0, 0, "the configuration can't be opened: %s",
                         strerror(errno));
    char *bytes = NULL;
    size_t length = 0;
    int code = read_file(file, path, &bytes, &length, fault);
    fclose(file);
    if (!code)
        code = config_load_bytes(config, path, bytes, length, fault);
    free(bytes);
    return code;
}

/* A copy in the arena without blanks round it. */
static char *trimmed(struct arena *arena, const char *bytes, size_t length)
{
    for (; length && is_blank(*bytes); bytes++)
        length--;
    while (length && is_blank(bytes[length - 1]))
        length--;
    return arena_string_n(arena, bytes, length);
}

int config_put(struct config *config, const char *section, const char *key, const char *value,
               const char *origin, struct fault *fault)
{
    struct place place = {.origin = arena_string(&config->arena, origin)};
    const char *copy = trimmed(&config->arena, value, strlen(value));
    if (!place.origin || !copy)
        return no_memory(fault, NULL);
    const char *sentence = section_name_fault(section);
    if (!sentence)
        sentence = key_fault(key);
    if (!sentence)
        sentence = value_fault(copy);
    if (sentence)
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "%s: %s", origin, sentence);
    struct section *found = table_section(&config->table, section);
    if (!found || !table_put(&config->table, found, key, copy, place))
        return no_memory(fault, NULL);
    return 0;
}

static const char *last_dot(const char *from, const char *to)
{
    while (to > from)
        if (*--to == '.')
            return to;
    return NULL;
}

int config_set(struct config *config, const char *assignment, struct fault *fault)
{
    const char *equals = strchr(assignment, '=');
    const char *dot = equals ? last_dot(assignment, equals) : NULL;
    if (!dot)
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "`%.200s` sets nothing; write SECTION.KEY=VALUE, "
                         "for instance search.learn=no", assignment);
    const char *section = trimmed(&config->arena, assignment, (size_t)(dot - assignment));
    const char *key = trimmed(&config->arena, dot + 1, (size_t)(equals - dot - 1));
    if (!section || !key)
        return no_memory(fault, NULL);
    return config_put(config, section, key, equals + 1, "command line", fault);
}

void config_try(struct config *config)
{
    config->table.trying = true;
}

void config_revert(struct config *config)
{
    table_revert(&config->table);
}

int config_declare(struct config *config, const char *section, const struct rt_option *const *options)
{
    struct section *found = table_section(&config->table, section);
    if (!found)
        return EXIT_INTERNAL;
    struct declaration **end = &found->declarations;
    for (; *end; end = &(*end)->next)
        if ((*end)->options == options)
            return 0;
    *end = arena_alloc(&config->arena, sizeof **end);
    if (!*end)
        return EXIT_INTERNAL;
    (*end)->options = options;
    config->table.checked = false;
    return 0;
}

int config_declare_opaque(struct config *config, const char *section)
{
    struct section *found = table_section(&config->table, section);
    if (!found)
        return EXIT_INTERNAL;
    found->opaque = true;
    return 0;
}

int config_check(struct config *config, struct fault *fault)
{
    return table_check(&config->table, fault);
}

void config_effective(const struct config *config, struct text *out)
{
    table_print(&config->table, out);
}

static const struct setting *find_setting(const struct config *config, const char *section, const char *key)
{
    const struct section *found = table_find(&config->table, section);
    return found ? section_find(found, key) : NULL;
}

static const struct rt_option *find_option(const struct config *config, const char *section, const char *key)
{
    const struct section *found = table_find(&config->table, section);
    return found ? section_option(found, key) : NULL;
}

int64_t config_number(const struct config *config, const char *section, const char *key)
{
    int64_t number;
    const struct rt_option *option = find_option(config, section, key);
    const struct setting *setting = find_setting(config, section, key);
    if (!option || option->type == RT_OPTION_STRING || option->type == RT_OPTION_FILE)
        return 0;
    return setting && option_parse(option, setting->value, &number) ? number : option->fallback;
}

bool config_flag(const struct config *config, const char *section, const char *key)
{
    return config_number(config, section, key) != 0;
}

const char *config_string(const struct config *config, const char *section, const char *key)
{
    const struct rt_option *option = find_option(config, section, key);
    const struct setting *setting = find_setting(config, section, key);
    if (!option || option->type == RT_OPTION_BOOL || option->type == RT_OPTION_INT)
        return "";
    if (option->type == RT_OPTION_ENUM)
        return option->choices[config_number(config, section, key)];
    if (setting && !schema_expects(section, key, setting->value))
        return setting->value;
    return option->fallback_string ? option->fallback_string : "";
}

bool config_is_set(const struct config *config, const char *section, const char *key)
{
    return find_setting(config, section, key) != NULL;
}

const char *config_origin(const struct config *config, const char *section, const char *key, char *buffer,
                          size_t capacity)
{
    return setting_origin(find_setting(config, section, key), buffer, capacity);
}

bool config_place(const struct config *config, const char *section, const char *key, const char **file,
                  uint32_t *line)
{
    const struct setting *setting = find_setting(config, section, key);
    if (!setting || !setting->place.file)
        return false;
    *file = setting->place.file;
    *line = setting->place.line;
    return true;
}

void config_each_section(const struct config *config, void (*call)(void *context, const char *section),
                         void *context)
{
    for (const struct section *section = config->table.sections; section; section = section->next)
        if (place_is_set(section->place))
            call(context, section->name);
}
