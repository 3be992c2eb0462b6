/* inih with a reader of our own in front of it, which sees every raw line and refuses whatever inih would
 * split, cut, join or overlook in silence. */
#include "config/table.h"

#include <ini.h>
#include <string.h>

enum { MOST_SECTIONS = 1024, MOST_SETTINGS = 4096 };    /* a file; far beyond use, and keeps look-ups cheap */

struct reader {
    const char *at, *end;
    const char *name;
    uint32_t line;
    struct table *table;
    struct section *section;    /* the current one */
    struct fault *fault;
};

static struct place here(const struct reader *reader)
{
    return (struct place){.file = reader->name, .line = reader->line};
}

static int refuse(struct reader *reader, const char *sentence)
{
    return place_fault(here(reader), reader->fault, "%s", sentence);
}

static int no_memory(struct reader *reader)
{
    return fault_set(reader->fault, EXIT_INTERNAL, reader->name, reader->line, 0, "there is no memory left");
}

static int check_bytes(struct reader *reader, const char *line, size_t length)
{
    if (memchr(line, 0, length))
        return refuse(reader, "the line holds a NUL byte; this is no text file");
    if (!utf8_valid(line, length))
        return refuse(reader, "the line is not UTF-8; save the file as UTF-8");
    if (has_control(line, length))
        return refuse(reader, "the line holds a control character; take it out");
    return 0;
}

/* The line without leading blanks is empty or a comment: nothing that inih need see. */
static bool is_silent(const char *line, size_t length)
{
    while (length && is_blank(*line)) {
        line++;
        length--;
    }
    return !length || *line == ';' || *line == '#';
}

/* Finds [name] and opens that section, also if nothing will stand in it. */
static int open_section(struct reader *reader, const char *line)
{
    const char *close = strchr(line, ']');
    if (!close)
        return refuse(reader, "the `]` is missing; write `[name]`");
    const char *rest = close + 1 + strspn(close + 1, " \t");
    if (*rest && *rest != ';')
        return refuse(reader, "after `]` only a comment can stand; put the rest on its own line");
    char name[LONGEST_LINE + 1] = "";
    memcpy(name, line + 1, (size_t)(close - line - 1));
    const char *sentence = section_name_fault(name);
    if (sentence)
        return refuse(reader, sentence);
    reader->section = table_section(reader->table, name);
    if (!reader->section)
        return no_memory(reader);
    if (!place_is_set(reader->section->place))
        reader->section->place = here(reader);
    if (reader->table->nsections > MOST_SECTIONS)
        return refuse(reader, "the file has more than 1024 sections; this is no configuration");
    return 0;
}

static int check_assignment(struct reader *reader, const char *line)
{
    const char *separator = strpbrk(line, "=:");
    if (!separator)
        return refuse(reader, "this is neither a [section] nor `key = value` nor a comment (`; ...`)");
    if (*separator == ':')
        return refuse(reader, "`:` does not separate key and value; write `key = value`");
    const char *comment = strchr(line, ';');
    if (comment && comment < separator)
        return refuse(reader, "there is a `;` before the `=`; write `key = value`, the comment after it");
    if (!reader->section)
        return refuse(reader, "a key stands before the first section; write the line `[section]` above it");
    return 0;
}

static int check_line(struct reader *reader, const char *line, size_t length, int capacity)
{
    if (check_bytes(reader, line, length))
        return reader->fault->code;
    if (is_silent(line, length))
        return 0;
    if (is_blank(line[0]))
        return refuse(reader, "the line is indented; start it in the first column "
                              "(a long value goes on in a line `key += more`)");
    if (length > LONGEST_LINE || length >= (size_t)capacity)
        return place_fault(here(reader), reader->fault, "the line has %zu bytes, the most is %d; "
                           "a long value goes on in a line `key += more`", length, LONGEST_LINE);
    char copy[LONGEST_LINE + 1] = "";
    memcpy(copy, line, length);
    return line[0] == '[' ? open_section(reader, copy) : check_assignment(reader, copy);
}

/* Takes the next line, without its end. */
static const char *next_line(struct reader *reader, size_t *length)
{
    const char *line = reader->at;
    const char *newline = memchr(line, '\n', (size_t)(reader->end - line));
    const char *stop = newline ? newline : reader->end;
    reader->at = newline ? newline + 1 : reader->end;
    reader->line++;
    *length = (size_t)(stop - line);
    if (newline && *length && stop[-1] == '\r')
        --*length;
    return line;
}

/* An ini_reader: as fgets, but never half a line, and comments as empty lines. */
static char *read_line(char *to, int capacity, void *context)
{
    struct reader *reader = context;
    if (reader->fault->code || reader->at == reader->end)
        return NULL;
    size_t length;
    const char *line = next_line(reader, &length);
    if (check_line(reader, line, length, capacity))
        return NULL;
    if (is_silent(line, length))
        length = 0;
    memcpy(to, line, length);
    to[length] = 0;
    return to;
}

static int put(struct reader *reader, const char *key, const char *value)
{
    const struct setting *old = section_find(reader->section, key);
    if (old)
        return place_fault(here(reader), reader->fault, "`%s` was set in line %u already; keep one",
                           key, old->place.line);
    if (!table_put(reader->table, reader->section, key, value, here(reader)))
        return no_memory(reader);
    if (reader->table->nsettings > MOST_SETTINGS)
        return refuse(reader, "the file has more than 4096 settings; this is no configuration");
    return 0;
}

static int extend(struct reader *reader, const char *key, const char *more)
{
    struct setting *setting = section_find(reader->section, key);
    if (!setting)
        return place_fault(here(reader), reader->fault, "`%s +=` goes on with a value, but in this file no "
                           "`%s = ...` stands above it", key, key);
    if (!table_extend(reader->table, setting, more))
        return no_memory(reader);
    const char *sentence = value_fault(setting->value);
    return sentence ? refuse(reader, sentence) : 0;
}

/* "load +" gives "load" and true. */
static bool take_plus(char *key)
{
    size_t n = strlen(key);
    if (!n || key[n - 1] != '+')
        return false;
    do
        key[--n] = 0;
    while (n && is_blank(key[n - 1]));
    return true;
}

/* An ini_handler. What inih gives as section is what the reader saw last. */
static int take(void *context, const char *section, const char *name, const char *value)
{
    struct reader *reader = context;
    if (reader->fault->code)
        return 0;
    char key[LONGEST_LINE + 1] = "";
    strncpy(key, name, LONGEST_LINE);
    bool more = take_plus(key);
    const char *sentence = key_fault(key);
    if (!sentence)
        sentence = value_fault(value);
    if (sentence)
        refuse(reader, sentence);
    else if (strcmp(section, reader->section->name))
        refuse(reader, "the section of this line is in doubt; write the line in another way");
    else if (more)
        extend(reader, key, value);
    else
        put(reader, key, value);
    return !reader->fault->code;
}

int ini_read(struct table *table, const char *name, const char *bytes, size_t length, struct fault *fault)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};    /* what some editors write before UTF-8 */
    size_t skip = length >= sizeof mark && !memcmp(bytes, mark, sizeof mark) ? sizeof mark : 0;
    struct reader reader = {.name = name, .table = table, .fault = fault};
    reader.at = length ? bytes + skip : "";
    reader.end = reader.at + (length - skip);
    int bad = ini_parse_stream(read_line, &reader, take, &reader);
    if (bad && !fault->code)
        fault_set(fault, bad < 0 ? EXIT_INTERNAL : EXIT_BAD_INPUT, name, bad < 0 ? 0 : (uint32_t)bad, 0,
                  bad < 0 ? "there is no memory left" : "the line can't be understood; write `key = value`");
    return fault->code;
}
