/* The configuration in force as an INI text that, read back, gives the same. */
#include "config/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WIDEST = 110, LONGEST_PIECE = 100 };

/* Between these bytes a value may be cut: neither piece begins or ends with what would be trimmed, taken for
 * a comment, or be half a character. */
static bool may_cut(char before, char after)
{
    bool inside = ((unsigned char)after & 0xc0) == 0x80;
    return !inside && !is_blank(before) && !is_blank(after) && !strchr(";#'", after);
}

/* Bytes of the value that go on one line: all, or up to a comma or colon, or wherever it may be cut. If it may
 * be cut nowhere (a hundred blanks in a row), all: reading that back is refused, not misunderstood. */
static size_t piece_length(const char *value)
{
    size_t whole = strlen(value), cut = 0, neat = 0;
    if (whole <= LONGEST_PIECE)
        return whole;
    for (size_t i = 1; i <= LONGEST_PIECE; i++) {
        if (!may_cut(value[i - 1], value[i]))
            continue;
        cut = i;
        if (strchr(",:", value[i - 1]))
            neat = i;
    }
    return neat ? neat : cut ? cut : whole;
}

/* The text in a comment: file names may hold anything. */
static void add_comment(struct text *out, const char *text)
{
    bool valid = utf8_valid(text, strlen(text));
    text_puts(out, "; ");
    for (; *text; text++) {
        bool plain = valid && !has_control(text, 1);
        text_add(out, plain || (*text >= ' ' && *text < 0x7f) ? text : "?", 1);
    }
    text_puts(out, "\n");
}

static void print_line(struct text *out, const char *key, const char *value, const char *origin)
{
    size_t piece = piece_length(value);
    char line[LONGEST_VALUE + LONGEST_KEY + 8];
    int n = snprintf(line, sizeof line, "%s =%s%.*s", key, piece ? " " : "", (int)piece, value);
    bool beside = n + 3 + strlen(origin) <= WIDEST && !value[piece];
    if (!beside)
        add_comment(out, origin);
    text_puts(out, line);
    if (beside) {
        text_printf(out, "%*s", n < 36 ? 36 - n : 1, "");
        add_comment(out, origin);
    } else {
        text_puts(out, "\n");
    }
    for (value += piece; *value; value += piece) {
        piece = piece_length(value);
        text_printf(out, "%s += %.*s\n", key, (int)piece, value);
    }
}

static void print_option(struct text *out, const struct rt_option *option, const struct setting *setting)
{
    char number[24], origin[4352];
    const char *value = option->fallback_string ? option->fallback_string : "";
    if (setting) {
        value = setting->value;
    } else if (option->type == RT_OPTION_BOOL) {
        value = option->fallback ? "yes" : "no";
    } else if (option->type == RT_OPTION_ENUM) {
        value = option->choices[option->fallback];
    } else if (option->type == RT_OPTION_INT) {
        snprintf(number, sizeof number, "%" PRId64, option->fallback);
        value = number;
    }
    print_line(out, option->name, value, setting_origin(setting, origin, sizeof origin));
}

/* What was set for a plugin that this run did not open. */
static void print_undeclared(struct text *out, const struct section *section)
{
    char origin[4352];
    for (const struct setting *setting = section->settings; setting; setting = setting->next)
        if (!section_option(section, setting->key))
            print_line(out, setting->key, setting->value, setting_origin(setting, origin, sizeof origin));
}

static void print_section(struct text *out, const struct section *section)
{
    text_printf(out, "%s[%s]\n", out->n ? "\n" : "", section->name);
    for (const struct declaration *d = section->declarations; d; d = d->next)
        for (const struct rt_option *const *o = d->options; *o; o++)
            print_option(out, *o, section_find(section, (*o)->name));
    print_undeclared(out, section);
}

void table_print(const struct table *table, struct text *out)
{
    for (const struct section *section = table->sections; section; section = section->next)
        if (section->declarations || section->settings)
            print_section(out, section);
}
