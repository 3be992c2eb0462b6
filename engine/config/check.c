/* What was set against what is declared. */
#include "config/table.h"
#include "util/nearest.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool is_declared(const struct section *section)
{
    return section->declarations || section->opaque;
}

static int unknown_section(const struct table *table, const struct section *section, struct fault *fault)
{
    struct nearest nearest = {.wanted = section->name};
    for (const struct section *s = table->sections; s; s = s->next)
        if (is_declared(s))
            nearest_offer(&nearest, s->name);
    const char *found = nearest_found(&nearest);
    if (found)
        return place_fault(section->place, fault, "there is no section [%s]; did you mean [%s]?",
                           section->name, found);
    return place_fault(section->place, fault, "there is no section [%s]; `ratchet config effective` shows "
                       "all that there are", section->name);
}

static int unknown_key(const struct section *section, const struct setting *setting, struct fault *fault)
{
    struct nearest nearest = {.wanted = setting->key};
    char keys[256] = "";
    size_t n = 0;
    for (const struct declaration *d = section->declarations; d; d = d->next) {
        for (const struct rt_option *const *o = d->options; *o; o++) {
            nearest_offer(&nearest, (*o)->name);
            if (n < sizeof keys)
                n += (size_t)snprintf(keys + n, sizeof keys - n, "%s%s", n ? ", " : "", (*o)->name);
        }
    }
    const char *found = nearest_found(&nearest);
    if (found)
        return place_fault(setting->place, fault, "[%s] has no key `%s`; did you mean `%s`?", section->name,
                           setting->key, found);
    return place_fault(setting->place, fault, "[%s] has no key `%s`; its keys are: %s", section->name,
                       setting->key, n ? keys : "none");
}

/* Cuts long values in messages, never within a character. */
static int shown_length(const char *value)
{
    size_t n = strnlen(value, 80);
    while (n && value[n] && ((unsigned char)value[n] & 0xc0) == 0x80)
        n--;
    return (int)n;
}

/* "yes or no", "a whole number from 1 on", "one of tiers, sweep, batch". */
static void expected(const struct rt_option *option, char *to, size_t capacity)
{
    if (option->type == RT_OPTION_BOOL) {
        snprintf(to, capacity, "yes or no");
    } else if (option->type == RT_OPTION_INT && option->max == INT64_MAX) {
        snprintf(to, capacity, "a whole number from %" PRId64 " on", option->min);
    } else if (option->type == RT_OPTION_INT) {
        snprintf(to, capacity, "a whole number from %" PRId64 " to %" PRId64, option->min, option->max);
    } else {
        size_t n = (size_t)snprintf(to, capacity, "one of ");
        for (const char *const *c = option->choices; *c && n < capacity; c++)
            n += (size_t)snprintf(to + n, capacity - n, "%s%s", *c, c[1] ? ", " : "");
    }
}

static int check_setting(const struct section *section, const struct setting *setting, struct fault *fault)
{
    int64_t number;
    char takes[256] = "";
    const struct rt_option *option = section_option(section, setting->key);
    if (!option)
        return section->opaque && !section->declarations ? 0 : unknown_key(section, setting, fault);
    const char *expects = schema_expects(section->name, setting->key, setting->value);
    if (!option_parse(option, setting->value, &number)) {
        expected(option, takes, sizeof takes);
        expects = takes;
    }
    if (!expects)
        return 0;
    return place_fault(setting->place, fault, "[%s] %s takes %s, not `%.*s`", section->name, setting->key,
                       expects, shown_length(setting->value), setting->value);
}

int table_check(struct table *table, struct fault *fault)
{
    if (table->checked)
        return 0;
    for (const struct section *section = table->sections; section; section = section->next) {
        if (!is_declared(section) && place_is_set(section->place))
            return unknown_section(table, section, fault);
        for (const struct setting *setting = section->settings; setting; setting = setting->next)
            if (check_setting(section, setting, fault))
                return fault->code;
    }
    table->checked = true;
    return 0;
}
