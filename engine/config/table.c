#include "config/table.h"

#include <stdio.h>
#include <string.h>

/* FNV-1a (Fowler, Noll, Vo). */
static uint32_t hash(const char *name)
{
    uint32_t h = 2166136261u;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 16777619u;
    return h % HASHES;
}

struct section *table_find(const struct table *table, const char *name)
{
    struct section *section = table->of_hash[hash(name)];
    while (section && strcmp(section->name, name))
        section = section->next_of_hash;
    return section;
}

static void append_section(struct table *table, struct section *section)
{
    struct section **end = &table->sections;
    while (*end)
        end = &(*end)->next;
    *end = section;
    section->next = NULL;
    uint32_t h = hash(section->name);
    section->next_of_hash = table->of_hash[h];
    table->of_hash[h] = section;
    table->nsections++;
}

struct section *table_section(struct table *table, const char *name)
{
    struct section *section = table_find(table, name);
    if (section)
        return section;
    section = arena_alloc(table->arena, sizeof *section);
    if (!section || !(section->name = arena_string(table->arena, name)))
        return NULL;
    append_section(table, section);
    return section;
}

struct setting *section_find(const struct section *section, const char *key)
{
    struct setting *setting = section->settings;
    while (setting && strcmp(setting->key, key))
        setting = setting->next;
    return setting;
}

static void append_setting(struct section *section, struct setting *setting)
{
    struct setting **end = &section->settings;
    while (*end)
        end = &(*end)->next;
    *end = setting;
    setting->next = NULL;
}

static struct setting *new_setting(struct table *table, struct section *section, const char *key)
{
    struct setting *setting = arena_alloc(table->arena, sizeof *setting);
    if (!setting || !(setting->key = arena_string(table->arena, key)))
        return NULL;
    append_setting(section, setting);
    table->nsettings++;
    return setting;
}

/* False: no memory. */
static bool remember(struct table *table, struct section *section, struct setting *setting)
{
    struct change *change = arena_alloc(table->arena, sizeof *change);
    if (!change)
        return false;
    *change = (struct change){table->changes, section, section->place, setting, *setting};
    if (!setting->value)
        change->before.key = NULL;
    table->changes = change;
    return true;
}

static void remove_setting(struct table *table, struct section *section, const struct setting *setting)
{
    struct setting **at = &section->settings;
    while (*at != setting)
        at = &(*at)->next;
    *at = setting->next;
    table->nsettings--;
}

void table_revert(struct table *table)
{
    for (struct change *change = table->changes; change; change = change->next) {
        change->section->place = change->section_place;
        if (!change->before.key) {
            remove_setting(table, change->section, change->setting);
            continue;
        }
        change->before.next = change->setting->next;
        *change->setting = change->before;
    }
    table->changes = NULL;
    table->trying = table->checked = false;
}

bool table_put(struct table *table, struct section *section, const char *key, const char *value,
               struct place place)
{
    char *copy = arena_string(table->arena, value);
    if (!copy)
        return false;
    struct setting *setting = section_find(section, key);
    if (!setting)
        setting = new_setting(table, section, key);
    if (!setting)
        return false;
    if (table->trying && !remember(table, section, setting)) {
        if (!setting->value)
            remove_setting(table, section, setting);
        return false;
    }
    setting->value = copy;
    setting->capacity = strlen(value) + 1;
    setting->place = place;
    if (!place_is_set(section->place))
        section->place = place;
    table->checked = false;
    return true;
}

bool table_extend(struct table *table, struct setting *setting, const char *more)
{
    size_t old = strlen(setting->value), added = strlen(more), need = old + added + 1;
    if (need > setting->capacity) {
        char *value = arena_alloc(table->arena, 2 * need);  /* doubling: many short pieces stay cheap */
        if (!value)
            return false;
        memcpy(value, setting->value, old);
        setting->value = value;
        setting->capacity = 2 * need;
    }
    memcpy(setting->value + old, more, added + 1);
    return true;
}

static void merge_section(struct table *to, struct section *section, struct section *from)
{
    if (!place_is_set(section->place))
        section->place = from->place;
    for (struct setting *setting = from->settings, *next; setting; setting = next) {
        next = setting->next;
        struct setting *old = section_find(section, setting->key);
        if (old) {
            setting->next = old->next;
            *old = *setting;
        } else {
            append_setting(section, setting);
            to->nsettings++;
        }
    }
}

void table_merge(struct table *to, struct table *from)
{
    to->checked = false;
    for (struct section *section = from->sections, *next; section; section = next) {
        next = section->next;
        struct section *old = table_find(to, section->name);
        if (!old) {
            append_section(to, section);
            for (const struct setting *setting = section->settings; setting; setting = setting->next)
                to->nsettings++;
        } else {
            merge_section(to, old, section);
        }
    }
    from->sections = NULL;
}

bool place_is_set(struct place place)
{
    return place.file || place.origin;
}

int place_fault(struct place place, struct fault *fault, const char *format, ...)
{
    char sentence[sizeof fault->what];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    if (place.file)
        return fault_set(fault, EXIT_BAD_INPUT, place.file, place.line, 0, "%s", sentence);
    return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "%s: %s", place.origin, sentence);
}

const struct rt_option *section_option(const struct section *section, const char *key)
{
    for (const struct declaration *d = section->declarations; d; d = d->next)
        for (const struct rt_option *const *o = d->options; *o; o++)
            if (!strcmp((*o)->name, key))
                return *o;
    return NULL;
}

const char *setting_origin(const struct setting *setting, char *buffer, size_t capacity)
{
    if (setting && setting->place.file)
        snprintf(buffer, capacity, "%s:%u", setting->place.file, setting->place.line);
    else
        snprintf(buffer, capacity, "%s", setting ? setting->place.origin : "default");
    return buffer;
}
