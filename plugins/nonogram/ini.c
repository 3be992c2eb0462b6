/* nonogram.ini — the configuration files of pynogram:
 *
 *      [colors]
 *      r = (red) %                 name, colour, sign for printing
 *      [clues]
 *      rows =                      clues behind the = or on the lines below, parted by commas or the ends of lines
 *          2r 1, 3
 *      columns = 1, 1 1r
 *
 * See series.h for the clues. */
#include "pen.h"
#include "series.h"

#include <ratchet/model.h>

enum section { OUTSIDE, CLUES, COLOURS };

static enum section section_of(struct rt_span heading)
{
    return span_is_nocase(heading, "[clues]")                                            ? CLUES
           : span_is_nocase(heading, "[colors]") || span_is_nocase(heading, "[colours]") ? COLOURS
                                                                                         : OUTSIDE;
}

/* The key of `key = ...`, and what stands behind it. */
static bool split(struct rt_span line, struct rt_span *key, struct rt_span *value)
{
    const char *equals = line.n ? memchr(line.s, '=', line.n) : NULL;
    if (!equals)
        return false;
    *key = rt_span_trim((struct rt_span){line.s, (size_t)(equals - line.s)});
    *value = (struct rt_span){equals + 1, (size_t)(line.s + line.n - equals) - 1};
    return true;
}

static enum series_part part_of(struct rt_span key)
{
    return span_is_nocase(key, "rows")      ? SERIES_ROWS
           : span_is_nocase(key, "columns") ? SERIES_COLUMNS
                                            : SERIES_PARTS;
}

static int ini_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line, key, value;
    enum section section = OUTSIDE;
    uint32_t seen = 0;
    bool clues = false;
    while (rt_lines_next_full(&lines, &line)) {
        line = rt_span_trim(series_uncomment(line));
        if (line.n && line.s[0] == '[' && line.s[line.n - 1] == ']')
            clues |= (section = section_of(line)) == CLUES;
        if (section != CLUES || !split(line, &key, &value))
            continue;
        value = rt_span_trim(value);
        if (value.n > 2 && (!memcmp(value.s, "\"\"\"", 3) || !memcmp(value.s, "'''", 3) || value.s[0] == '['))
            return 30; /* the TOML of nonogrid */
        seen |= 1u << part_of(key);
    }
    return !clues ? 0 : (seen & 3) == 3 ? 85 : 60;
}

static int read_line(struct series *s, struct rt_span line, uint32_t number, enum section *section,
                     enum series_part *part)
{
    struct rt_span t = rt_span_trim(line), key, value;
    bool keyed = split(line, &key, &value);
    if (t.n && t.s[0] == '[' && t.s[t.n - 1] == ']') {
        *section = section_of(t);
        *part = *section == COLOURS ? SERIES_COLOURS : SERIES_PARTS;
        s->heading[SERIES_COLOURS] = *section == COLOURS ? number : s->heading[SERIES_COLOURS];
        return RT_OK;
    }
    if (*section == CLUES && keyed) {
        *part = part_of(key);
        if (*part == SERIES_PARTS)
            return RT_OK;
        if (s->heading[*part])
            return s->self->h->fail(s->self, RT_EINPUT, number, 1, "a second '%.*s'; the first is in line %u",
                                    (int)key.n, key.s, s->heading[*part]);
        s->heading[*part] = number;
        line = value;
    }
    if (*part < SERIES_PARTS)
        draft_line(&s->part[*part], line, number);
    return RT_OK;
}

static int ini_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct series s = series_new(self);
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    enum section section = OUTSIDE;
    enum series_part part = SERIES_PARTS;
    int status = RT_OK;
    while (status == RT_OK && rt_lines_next(&lines, &line))
        status = read_line(&s, series_uncomment(line), lines.number, &section, &part);
    return status == RT_OK ? series_emit(&s) : status;
}

static void write_side(struct rt_self *self, const struct sheet *s, const char *key, uint32_t from,
                       uint32_t to)
{
    self->h->print(self, "\n%s =\n", key);
    for (uint32_t line = from; line < to; line++) {
        self->h->print(self, "    ");
        pen_clue(self, s, line, " ");
        self->h->print(self, "\n");
    }
}

static int ini_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct sheet s;
    int status = series_check(self, puzzles, count, "pynogram", &s);
    if (status != RT_OK)
        return status;
    if (s.coloured)
        self->h->print(self, "[colors]\n");
    for (uint32_t c = 1; s.coloured && c <= s.ncolours; c++) {
        series_write_colour(self, &s, c);
        self->h->print(self, "\n");
    }
    self->h->print(self, "[clues]");
    write_side(self, &s, "columns", s.height, s.nlines);
    write_side(self, &s, "rows", 0, s.height);
    return RT_OK;
}

static const char *const extensions[] = {".ini", ".txt", NULL};

static const struct rt_format_class ini_class = {
    .size = sizeof ini_class,
    .id = "nonogram.ini",
    .puzzle = "nonogram",
    .summary = "sections [colors] and [clues] with rows = and columns = (pynogram)",
    .extensions = extensions,
    .probe = ini_probe,
    .read = ini_read,
    .write = ini_write,
    .quirks = "Clues are parted by commas and ends of lines, # and ; begin comments. A length without a "
              "colour is black",
};

static const struct rt_format_class *const formats[] = {&ini_class, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.ini",
    .version = "1.0",
    .formats = formats,
};
