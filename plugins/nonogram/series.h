/* Clues as pynogram and nonogrid take them: on one or more lines, parted by commas or the ends of lines, perhaps in
 * quotes; `#` and `;` begin a comment.  Colours are `NAME = (VALUE) SIGN`, and a block is a length and a NAME, or a
 * length alone for black. */
#ifndef NONOGRAM_SERIES_H
#define NONOGRAM_SERIES_H

#include "palette.h"

enum series_part { SERIES_ROWS, SERIES_COLUMNS, SERIES_COLOURS, SERIES_PARTS };

/* Lines of one part, in the file's words; the text of a draft. */
struct series {
    struct rt_self *self;
    struct draft part[SERIES_PARTS];
    uint32_t heading[SERIES_PARTS]; /* line of its key; 0: not there */
    struct palette colours;
    uint32_t black; /* colour of lengths without a name; 0: none declared yet */
};

static inline struct series series_new(struct rt_self *self)
{
    struct series s = {.self = self, .colours = palette_new()};
    for (int i = 0; i < SERIES_PARTS; i++)
        s.part[i].self = self;
    return s;
}

static inline struct rt_span series_uncomment(struct rt_span line)
{
    for (size_t i = 0; i < line.n; i++)
        if (line.s[i] == ';' || line.s[i] == '#')
            line.n = i;
    return line;
}

static inline bool is_separator(char c)
{
    return c == ',' || c == '\'' || c == '"' || c == '[' || c == ']';
}

/* The next clue of a line; false: there is none left. */
static inline bool series_next(struct rt_span *line, struct rt_span *clue)
{
    for (; line->n && (is_separator(line->s[0]) || rt_is_blank(line->s[0])); line->n--)
        line->s++;
    *clue = (struct rt_span){line->s, 0};
    while (clue->n < line->n && !is_separator(clue->s[clue->n]))
        clue->n++;
    line->s += clue->n;
    line->n -= clue->n;
    return clue->n;
}

/* `NAME = (VALUE) SIGN`, perhaps in quotes; the value may hold commas. */
static inline int series_colour(struct series *s, struct rt_span line, uint32_t number)
{
    struct rt_span t = rt_span_trim(line);
    const char *equals = t.n ? memchr(t.s, '=', t.n) : NULL, *end = t.n ? memchr(t.s, ')', t.n) : NULL;
    struct rt_span name = {t.s, equals ? (size_t)(equals - t.s) : 0};
    uint32_t rgb;
    name = rt_span_trim(name);
    if (!equals || !end || end < equals || !name.n || rt_is_digit(name.s[0]) ||
        name.n >= sizeof s->colours.colour->name ||
        !colour_read((struct rt_span){equals + 1, (size_t)(end - equals)}, &rgb))
        return s->self->h->fail(s->self, RT_EINPUT, number, 1,
                                "a colour reads 'r = (red) %%', 'r = (255, 0, 0) %%' or 'r = (FF0000) %%'");
    if (palette_find(&s->colours, name))
        return s->self->h->fail(s->self, RT_EINPUT, number, 1, "colour '%.*s' is declared twice", (int)name.n,
                                name.s);
    struct rt_span sign = rt_span_trim((struct rt_span){end + 1, (size_t)(t.s + t.n - end) - 1});
    char wish = name.n == 1 ? name.s[0] : sign.n ? sign.s[0] : 0;
    return palette_add(s->self, &s->colours, wish, rgb, name, number);
}

/* The next declaration of a line: a string in quotes, or all of it; false: there is none left. */
static inline bool series_entry(struct rt_span *line, struct rt_span *entry)
{
    struct rt_span t = rt_span_trim(*line);
    while (t.n && (t.s[0] == ',' || t.s[0] == '[' || t.s[0] == ']'))
        t = rt_span_trim((struct rt_span){t.s + 1, t.n - 1});
    const char *end = t.n && (t.s[0] == '"' || t.s[0] == '\'') ? memchr(t.s + 1, t.s[0], t.n - 1) : NULL;
    *entry = end ? (struct rt_span){t.s + 1, (size_t)(end - t.s) - 1} : t;
    *line = end ? (struct rt_span){end + 1, (size_t)(t.s + t.n - end) - 1} : (struct rt_span){t.s + t.n, 0};
    return entry->n;
}

static inline int series_colours(struct series *s)
{
    const struct draft *from = &s->part[SERIES_COLOURS];
    struct rt_lines lines = rt_lines_of(from->text, from->length);
    struct rt_span line, entry;
    int status = RT_OK;
    for (uint32_t i = 0; rt_lines_next(&lines, &line); i++)
        while (status == RT_OK && series_entry(&line, &entry))
            status = series_colour(s, entry, from->lines[i]);
    return status;
}

/* Does any clue have a length, not 0, without a name? */
static inline bool series_needs_black(const struct series *s)
{
    for (enum series_part part = SERIES_ROWS; part <= SERIES_COLUMNS; part++) {
        struct rt_span t = {s->part[part].text, s->part[part].length};
        while (t.n) {
            uint32_t value;
            size_t digits = span_digits(t, &value), taken = digits ? digits : 1;
            t.s += taken, t.n -= taken;
            if (value && digits && t.n && (rt_is_blank(t.s[0]) || is_separator(t.s[0]) || t.s[0] == '\n'))
                return true;
        }
    }
    return false;
}

static inline uint32_t series_count(const struct draft *from)
{
    struct rt_lines lines = rt_lines_of(from->text, from->length);
    struct rt_span line, clue;
    uint32_t count = 0;
    while (rt_lines_next(&lines, &line))
        while (series_next(&line, &clue))
            count += rt_span_trim(clue).n > 0;
    return count;
}

static inline int series_clues(struct series *s, struct draft *d, enum series_part part, const char *heading)
{
    const struct draft *from = &s->part[part];
    struct rt_lines lines = rt_lines_of(from->text, from->length);
    struct rt_span line, clue;
    int status = RT_OK;
    draft_words(d, heading, s->heading[part]);
    for (uint32_t i = 0; rt_lines_next(&lines, &line); i++)
        for (struct rt_span rest = line; status == RT_OK && series_next(&rest, &clue);) {
            if (rt_span_trim(clue).n)
                status = palette_clue(&s->colours, d, clue, s->black, from->lines[i], line.s);
            if (status == RT_OK && s->self->h->tick(s->self, 1))
                status = RT_ELIMIT;
        }
    return status;
}

/* Puts the parts together and hands the puzzle over. */
static inline int series_emit(struct series *s)
{
    struct draft draft = {.self = s->self};
    uint32_t width = series_count(&s->part[SERIES_COLUMNS]), height = series_count(&s->part[SERIES_ROWS]);
    static const char *const names[] = {"rows", "columns"};
    for (int i = 0; i < 2; i++)
        if (!s->heading[i])
            return s->self->h->fail(s->self, RT_EINPUT, 1, 0, "there is no '%s' in the section [clues]",
                                    names[i]);
    for (int i = 0; i < SERIES_PARTS; i++)
        if (s->part[i].failed)
            return RT_ENOMEM;
    int status = series_colours(s);
    if (status == RT_OK && (!s->colours.n || series_needs_black(s))) {
        status =
            palette_add(s->self, &s->colours, 'X', 0, (struct rt_span){"black", 5}, s->heading[SERIES_COLOURS]);
        s->black = s->colours.n;
    }
    if (status == RT_OK)
        status = sheet_check_size(s->self, s->heading[SERIES_ROWS], width, height);
    draft_head(&draft, width, height, s->heading[SERIES_ROWS]);
    palette_draft(&s->colours, &draft);
    if (status == RT_OK)
        status = series_clues(s, &draft, SERIES_ROWS, "rows");
    if (status == RT_OK)
        status = series_clues(s, &draft, SERIES_COLUMNS, "columns");
    return status == RT_OK ? draft_emit(&draft, (struct rt_puzzle_text){0}) : status;
}

/* `NAME = (RRGGBB) SIGN`, as both formats write it; keys are letters, or the colour gets the name cN. */
static inline void series_write_colour(struct rt_self *self, const struct sheet *s, uint32_t c)
{
    const struct colour *colour = &s->colour[c];
    self->h->print(self, "%c = (%06X) %c", colour->key, colour->rgb, colour->key);
}

/* Signs that these files read as something else can't be names of colours. */
static inline int series_check(struct rt_self *self, const struct rt_puzzle_text *const *puzzles,
                               uint32_t count, const char *format, struct sheet *s)
{
    if (count != 1)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "a file of %s holds one puzzle, not %u", format,
                             count);
    int status = sheet_of_text(self, puzzles[0], s);
    for (uint32_t c = 1; status == RT_OK && s->coloured && c <= s->ncolours; c++)
        if (!((s->colour[c].key | 0x20) >= 'a' && (s->colour[c].key | 0x20) <= 'z'))
            status = self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "%s names colours with letters, not '%c'",
                                   format, s->colour[c].key);
    return status;
}

#endif
