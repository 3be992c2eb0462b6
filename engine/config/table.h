/* The table behind a configuration: sections, their settings, where each came from. Private to config/. */
#ifndef RATCHET_CONFIG_TABLE_H
#define RATCHET_CONFIG_TABLE_H

#include "util/arena.h"
#include "util/fault.h"
#include "util/text.h"
#include "util/utf8.h"

#include <ratchet/option.h>
#include <stdbool.h>

enum {
    LONGEST_LINE = 199,     /* bytes without the line's end; inih would split more */
    LONGEST_SECTION = 48,   /* inih would cut more */
    LONGEST_KEY = 48,
    LONGEST_VALUE = 4096,   /* over several lines, or from the command line */
    HASHES = 64             /* every job asks for some hundred settings */
};

/* Of a file: `file` and `line`. Of the command line: `origin`. All NULL: nowhere. */
struct place {
    const char *file, *origin;
    uint32_t line;
};

struct setting {
    struct setting *next;
    const char *key;
    char *value;
    size_t capacity;        /* bytes at value */
    struct place place;
};

/* One array of options declared for a section. */
struct declaration {
    struct declaration *next;
    const struct rt_option *const *options;
};

struct section {
    struct section *next, *next_of_hash;
    const char *name;
    struct place place;     /* where it was first set */
    struct setting *settings;
    struct declaration *declarations;
    bool opaque;
};

/* What a table_put did, to be undone. */
struct change {
    struct change *next;
    struct section *section;
    struct place section_place;
    struct setting *setting, before;    /* before.key NULL: it was new */
};

/* Strings and nodes live in the arena. Lists keep the order in which things came. */
struct table {
    struct arena *arena;
    struct section *sections;
    struct section *of_hash[HASHES];    /* chains of sections, by their names */
    uint32_t nsections, nsettings;
    bool checked;               /* nothing has changed since table_check found all well */
    bool trying;
    struct change *changes;     /* while trying, the latest first */
};

struct section *table_find(const struct table *table, const char *name);
/* Finds or appends; NULL: no memory. */
struct section *table_section(struct table *table, const char *name);
struct setting *section_find(const struct section *section, const char *key);
/* What is declared for the key, or NULL. */
const struct rt_option *section_option(const struct section *section, const char *key);
/* Sets or appends; false: no memory. */
bool table_put(struct table *table, struct section *section, const char *key, const char *value,
               struct place place);
/* Takes back every table_put since `trying` was set, and ends the trial. Sections that were made stay, empty. */
void table_revert(struct table *table);
/* Adds `more` to the end of the value; false: no memory. */
bool table_extend(struct table *table, struct setting *setting, const char *more);
/* Moves everything of `from` (same arena) into `to`, overriding. Cannot fail. */
void table_merge(struct table *to, struct table *from);

bool place_is_set(struct place place);
/* "FILE:LINE", the command line's origin, or "default" for NULL; returns buffer. */
const char *setting_origin(const struct setting *setting, char *buffer, size_t capacity);
/* Reports with file and line, or with the origin at the sentence's beginning; returns the fault's code. */
int place_fault(struct place place, struct fault *fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What hinders these from standing in an INI file, as a sentence; NULL: nothing. */
const char *section_name_fault(const char *name);
const char *key_fault(const char *key);
const char *value_fault(const char *value);
/* Control characters other than the tab. */
bool has_control(const char *bytes, size_t length);
bool is_blank(char c);

/* config_check and config_effective. */
int table_check(struct table *table, struct fault *fault);
void table_print(const struct table *table, struct text *out);

/* Parses an INI text into the table; on failure the table is not to be used. */
int ini_read(struct table *table, const char *name, const char *bytes, size_t length, struct fault *fault);

/* The engine's own sections: NULL-terminated, in the order in which they are shown. */
struct schema_section {
    const char *name;
    const struct rt_option *const *options;
};
extern const struct schema_section schema_sections[];
/* What one of the engine's own strings should be instead ("a size such as 512M"); NULL: it is good, or
 * not one of ours. */
const char *schema_expects(const char *section, const char *key, const char *value);

/* Text to value as the option says; false: malformed or out of range. Bool 0/1, enum index, number; a string
 * gives 0. */
bool option_parse(const struct rt_option *option, const char *text, int64_t *number);

#endif
