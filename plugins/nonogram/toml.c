/* nonogram.toml — the puzzles of nonogrid, in TOML:
 *
 *      [colors]
 *      defs = ['r = (red) %']      name, colour, sign for printing
 *      [clues]
 *      rows = """                  a string of one or more lines, or a list of strings and numbers
 *          2r 1, 3
 *      """
 *      columns = "1, 1 1r"
 *
 * See series.h for the clues; a comment may stand inside the strings too.  Other tables and keys are passed over. */
#include "pen.h"
#include "series.h"

#include <ratchet/model.h>

enum table { OTHER, CLUES, COLOURS };

struct toml {
    struct series series;
    struct rt_lines lines;
    enum table table;
};

static enum table table_of(struct rt_span heading)
{
    return rt_span_is(heading, "[clues]")                                     ? CLUES
           : rt_span_is(heading, "[colors]") || rt_span_is(heading, "[colours]") ? COLOURS
                                                                           : OTHER;
}

static enum series_part part_of(enum table table, struct rt_span key)
{
    if (table == COLOURS && rt_span_is(key, "defs"))
        return SERIES_COLOURS;
    return table != CLUES            ? SERIES_PARTS
           : rt_span_is(key, "rows")    ? SERIES_ROWS
           : rt_span_is(key, "columns") ? SERIES_COLUMNS
                                     : SERIES_PARTS;
}

/* The key of `key = value`; *value is left at what stands behind the sign. */
static bool split(struct rt_span line, struct rt_span *key, struct rt_span *value)
{
    const char *equals = line.n ? memchr(line.s, '=', line.n) : NULL;
    if (!equals)
        return false;
    *key = rt_span_trim((struct rt_span){line.s, (size_t)(equals - line.s)});
    *value = rt_span_trim((struct rt_span){equals + 1, (size_t)(line.s + line.n - equals) - 1});
    return true;
}

/* What closes a value that begins so; NULL: it is none. */
static const char *closing(struct rt_span value)
{
    if (value.n >= 3 && (!memcmp(value.s, "\"\"\"", 3) || !memcmp(value.s, "'''", 3)))
        return value.s[0] == '"' ? "\"\"\"" : "'''";
    return !value.n             ? NULL
           : value.s[0] == '"'  ? "\""
           : value.s[0] == '\'' ? "'"
           : value.s[0] == '['  ? "]"
                                : NULL;
}

static int toml_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line, key, value;
    enum table table = OTHER;
    uint32_t seen = 0;
    bool clues = false;
    while (rt_lines_next_full(&lines, &line)) {
        line = rt_span_trim(line);
        if (line.s[0] == '[' && line.s[line.n - 1] == ']')
            clues |= (table = table_of(line)) == CLUES;
        else if (split(line, &key, &value) && part_of(table, key) < SERIES_COLOURS)
            seen |= (closing(value) ? 1u : 4u) << part_of(table, key);
    }
    return !clues ? 0 : seen == 3 ? 90 : seen > 3 ? 30 : 50;
}

/* Where `end` begins in the line; line.n if it isn't there. In a list, brackets inside strings don't count.
 */
static size_t find_end(struct rt_span line, const char *end, char *quote)
{
    size_t n = strlen(end);
    for (size_t i = 0; i + n <= line.n; i++) {
        bool list = *end == ']';
        if (list && *quote && line.s[i] == *quote)
            *quote = 0;
        else if (list && !*quote && (line.s[i] == '"' || line.s[i] == '\''))
            *quote = line.s[i];
        else if (list && !*quote && line.s[i] == '#')
            break;
        else if (!*quote && !memcmp(line.s + i, end, n))
            return i;
    }
    return line.n;
}

/* Adds a value, over as many lines as it takes. */
static int read_value(struct toml *t, struct draft *to, struct rt_span value)
{
    struct rt_self *self = t->series.self;
    const char *end = closing(value);
    uint32_t begun = t->lines.number;
    char quote = 0;
    if (!end)
        return self->h->fail(self, RT_EINPUT, begun, 1, "this value must be a string or a list");
    value.s += strlen(end);
    value.n -= strlen(end);
    for (;;) {
        size_t at = find_end(value, end, &quote);
        bool closed = at < value.n || (value.n >= strlen(end) && at + strlen(end) == value.n);
        value.n = at;
        draft_line(to, series_uncomment(value), t->lines.number);
        if (closed)
            return RT_OK;
        if (strlen(end) == 1 && *end != ']')
            return self->h->fail(self, RT_EINPUT, begun, 1, "the string has no closing quote");
        if (!rt_lines_next(&t->lines, &value))
            return self->h->fail(self, RT_EINPUT, begun, 1,
                                 "the value that begins here has no end; %s is missing", end);
        if (self->h->tick(self, 1))
            return RT_ELIMIT;
    }
}

static int read_line(struct toml *t, struct rt_span line)
{
    struct rt_self *self = t->series.self;
    struct rt_span key, value, word = rt_span_trim(line);
    if (!word.n || word.s[0] == '#')
        return RT_OK;
    if (word.s[0] == '[') {
        const char *end = memchr(word.s, ']', word.n);
        if (!end)
            return self->h->fail(self, RT_EINPUT, t->lines.number, 1, "the name of a table ends with ]");
        t->table = table_of((struct rt_span){word.s, (size_t)(end - word.s) + 1});
        return RT_OK;
    }
    if (!split(line, &key, &value))
        return self->h->fail(self, RT_EINPUT, t->lines.number, 1, "expected 'key = value'");
    enum series_part part = part_of(t->table, key);
    if (part == SERIES_PARTS) {
        struct draft passed = {.self = self};
        return closing(value) ? read_value(t, &passed, value) : RT_OK;
    }
    if (t->series.heading[part])
        return self->h->fail(self, RT_EINPUT, t->lines.number, 1, "a second '%.*s'; the first is in line %u",
                             (int)key.n, key.s, t->series.heading[part]);
    t->series.heading[part] = t->lines.number;
    return read_value(t, &t->series.part[part], value);
}

static int toml_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct toml t = {.series = series_new(self), .lines = rt_lines_of(bytes, length)};
    struct rt_span line;
    int status = RT_OK;
    while (status == RT_OK && rt_lines_next(&t.lines, &line))
        status = read_line(&t, line);
    return status == RT_OK ? series_emit(&t.series) : status;
}

static void write_side(struct rt_self *self, const struct sheet *s, const char *key, uint32_t from,
                       uint32_t to)
{
    self->h->print(self, "%s = \"\"\"\n", key);
    pen_clues(self, s, from, to, " ");
    self->h->print(self, "\"\"\"\n");
}

static int toml_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct sheet s;
    int status = series_check(self, puzzles, count, "nonogrid", &s);
    if (status != RT_OK)
        return status;
    if (s.coloured)
        self->h->print(self, "[colors]\ndefs = [\n");
    for (uint32_t c = 1; s.coloured && c <= s.ncolours; c++) {
        self->h->print(self, "    '");
        series_write_colour(self, &s, c);
        self->h->print(self, "',\n");
    }
    self->h->print(self, "%s[clues]\n", s.coloured ? "]\n\n" : "");
    write_side(self, &s, "columns", s.height, s.nlines);
    write_side(self, &s, "rows", 0, s.height);
    return RT_OK;
}

static const char *const extensions[] = {".toml", NULL};

static const struct rt_format_class toml_class = {
    .size = sizeof toml_class,
    .id = "nonogram.toml",
    .puzzle = "nonogram",
    .summary = "tables [colors] and [clues] with rows and columns as strings (nonogrid)",
    .extensions = extensions,
    .probe = toml_probe,
    .read = toml_read,
    .write = toml_write,
    .quirks = "Of TOML, only strings and lists are read, and comments may stand inside strings",
};

static const struct rt_format_class *const formats[] = {&toml_class, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.toml",
    .version = "1.0",
    .formats = formats,
};
