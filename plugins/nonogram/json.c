/* nonogram.json — puzzles as JSON, with the spellings that people use:
 *
 *      {"title": "…", "author": "…",
 *       "colors": {"r": "#ff0000"},            or a list of {"key", "name", "rgb"}, or a list of values
 *       "rows": [[2, 1], [3], []],             a clue a row; "rowClues", "row_hints" and the like will do, also in an
 *       "columns": [[1, "r"], "2 1r", 3],      object "clues"; a block may carry a colour, a clue may be a string
 *       "solution": ["##.", [1, 0, 1]],        rows of signs or numbers; enough without clues
 *       "marks": ["?#."]}
 *
 * A list of such objects, or "puzzles" with one, is several puzzles. */
#include "grid.h"
#include "json.h"
#include "palette.h"

#include <ratchet/model.h>

enum { LARGEST = 8 << 20 }; /* bytes */

enum key {
    ROWS,
    COLUMNS,
    WIDTH,
    HEIGHT,
    COLOURS,
    SOLUTION,
    MARKS,
    TITLE,
    AUTHOR,
    SOURCE,
    COPYRIGHT,
    LICENSE,
    DESCRIPTION,
    CLUES,
    PUZZLES,
    KEYS
};

/* Spellings, without case, blanks, underscores and hyphens. */
static const char *const spellings[KEYS][14] = {
    [ROWS] = {"rows", "row", "rowclues", "rowsclues", "rowhints", "rowshints", "rowrules", "rowconstraints",
              "rownumbers"},
    [COLUMNS] = {"columns", "column", "cols", "col", "columnclues", "columnsclues", "colclues", "colsclues",
                 "columnhints", "colhints", "colrules", "columnconstraints", "colconstraints",
                 "columnnumbers"},
    [WIDTH] = {"width", "ncols", "ncolumns"},
    [HEIGHT] = {"height", "nrows"},
    [COLOURS] = {"colors", "colours", "palette"},
    [SOLUTION] = {"solution", "goal", "grid", "picture", "image"},
    [MARKS] = {"marks", "saved", "state"},
    [TITLE] = {"title", "name"},
    [AUTHOR] = {"author", "by", "creator", "designer"},
    [SOURCE] = {"source", "catalogue"},
    [COPYRIGHT] = {"copyright"},
    [LICENSE] = {"license", "licence"},
    [DESCRIPTION] = {"description"},
    [CLUES] = {"clues", "hints", "puzzle", "nonogram"},
    [PUZZLES] = {"puzzles", "nonograms"},
};

static bool is_spelling(struct rt_span key, const char *spelling)
{
    size_t i = 0;
    for (; i < key.n; i++) {
        if (strchr("_- ", key.s[i]) && key.s[i])
            continue;
        if (!*spelling || lower(key.s[i]) != *spelling)
            return false;
        spelling++;
    }
    return !*spelling;
}

static enum key key_of(struct rt_span key)
{
    for (int k = 0; k < KEYS; k++)
        for (int i = 0; i < 14 && spellings[k][i]; i++)
            if (is_spelling(key, spellings[k][i]))
                return (enum key)k;
    return KEYS;
}

/* What one object says. */
struct puzzle {
    struct rt_self *self;
    const struct json *object;
    const struct json *value[KEYS]; /* NULL: not there */
    struct palette colours;
    bool declared;
    struct draft draft;
};

static const char *const names[KEYS] = {
    [ROWS] = "rows",         [COLUMNS] = "columns",     [WIDTH] = "width",     [HEIGHT] = "height",
    [SOLUTION] = "solution", [MARKS] = "marks",         [TITLE] = "title",     [AUTHOR] = "author",
    [SOURCE] = "source",     [COPYRIGHT] = "copyright", [LICENSE] = "license", [DESCRIPTION] = "description"};

#define PUZZLE_FAIL(p, at, ...) ((p)->self->h->fail((p)->self, RT_EINPUT, (at)->line, 0, __VA_ARGS__))

static int json_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span t = {lines.at, (size_t)(lines.end - lines.at)};
    while (t.n && (rt_is_blank(t.s[0]) || t.s[0] == '\n'))
        t.s++, t.n--;
    if (!t.n || (t.s[0] != '{' && t.s[0] != '['))
        return 0;
    bool object = t.s[0] == '{';
    for (size_t i = 1; i < t.n; i++) {
        const char *end = t.s[i] == '"' ? memchr(t.s + i + 1, '"', t.n - i - 1) : NULL;
        if (!end)
            continue;
        struct rt_span word = {t.s + i + 1, (size_t)(end - t.s) - i - 1};
        enum key key = key_of(word);
        struct rt_span rest = {end + 1, (size_t)(t.s + t.n - end) - 1};
        rest = rt_span_trim(rest);
        if ((key <= COLUMNS || key == SOLUTION) && rest.n && rest.s[0] == ':')
            return 90;
        i += word.n + 1;
    }
    return object ? 50 : 0;
}

/* Sorts the entries of an object; those of "clues" too. A number under "rows" is the height. */
static void sort(struct puzzle *p, const struct json *object, int depth)
{
    for (const struct json *v = object->first; v; v = v->next) {
        enum key key = key_of(v->key);
        bool number = v->type == JSON_NUMBER;
        if (key == CLUES && v->type == JSON_OBJECT && depth < 2)
            sort(p, v, depth + 1);
        key = key == ROWS && number ? HEIGHT : key == COLUMNS && number ? WIDTH : key;
        if (key < CLUES && v->type != JSON_NULL && !p->value[key])
            p->value[key] = v;
    }
}

static int no_colour(struct puzzle *p, const struct json *at)
{
    return PUZZLE_FAIL(p, at, "a colour is a value such as \"#ff0000\", with a key of one letter or a name");
}

/* One entry of "colors": `key` is the object's key, empty in a list. */
static int read_colour(struct puzzle *p, const struct json *v, struct rt_span key)
{
    struct rt_span name = key, value = v->text, wish = key;
    uint32_t rgb;
    for (const struct json *e = v->type == JSON_OBJECT ? v->first : NULL; e; e = e->next) {
        if (e->type != JSON_STRING)
            continue;
        if (is_spelling(e->key, "rgb") || is_spelling(e->key, "value") || is_spelling(e->key, "hex") ||
            is_spelling(e->key, "color") || is_spelling(e->key, "colour"))
            value = e->text;
        if (is_spelling(e->key, "key") || is_spelling(e->key, "char") || is_spelling(e->key, "id"))
            wish = e->text;
        if (is_spelling(e->key, "name"))
            name = e->text;
    }
    bool named = value.n && value.s[0] != '#' && !rt_is_digit(value.s[0]);
    name = name.n ? name : wish.n ? wish : named ? value : name;
    if ((v->type != JSON_STRING && v->type != JSON_OBJECT) || !colour_read(value, &rgb))
        return no_colour(p, v);
    if (rt_span_is(wish, ".")) {
        p->colours.colour[0].rgb = rgb;
        return RT_OK;
    }
    struct rt_span word = wish.n ? wish : name;
    if (word.n && palette_find(&p->colours, word))
        return PUZZLE_FAIL(p, v, "colour '%.*s' is declared twice", (int)(word.n < 40 ? word.n : 40), word.s);
    int status = palette_add(p->self, &p->colours, wish.n == 1 ? wish.s[0] : 0, rgb, word, v->line);
    if (status == RT_OK)
        palette_name(&p->colours, name);
    return status;
}

static int read_colours(struct puzzle *p)
{
    const struct json *colours = p->value[COLOURS];
    int status = RT_OK;
    if (!colours)
        return RT_OK;
    if (colours->type != JSON_OBJECT && colours->type != JSON_LIST)
        return PUZZLE_FAIL(p, colours, "\"colors\" must be an object or a list");
    for (const struct json *v = colours->first; v && status == RT_OK; v = v->next)
        status = read_colour(p, v, v->key);
    p->declared = p->colours.n > 0;
    return status;
}

/* The colour of that key or name; where none are declared, a name of CSS declares itself. */
static uint32_t find_colour(struct puzzle *p, struct rt_span word, uint32_t line)
{
    uint32_t rgb;
    uint32_t c = palette_find(&p->colours, word);
    for (uint32_t i = 1; !c && i <= p->colours.n; i++)
        if (rt_span_is(word, p->colours.colour[i].name) || rt_span_is(word, (char[]){p->colours.colour[i].key, 0}))
            c = i;
    if (!c && !p->declared && colour_read(word, &rgb) && p->colours.n < SHEET_COLOURS) {
        palette_add(p->self, &p->colours, 0, rgb, word, line);
        c = p->colours.n;
    }
    return c;
}

/* Colours that clues name are known before the first is written. */
static void collect_colours(struct puzzle *p, const struct json *v, int depth)
{
    for (; v && !p->declared; v = v->next) {
        bool colour = is_spelling(v->key, "color") || is_spelling(v->key, "colour");
        if (v->type == JSON_STRING && (colour || (v->text.n && !rt_is_digit(v->text.s[0]) && depth)))
            find_colour(p, v->text, v->line);
        if ((v->type == JSON_LIST || v->type == JSON_OBJECT) && depth < 4)
            collect_colours(p, v->first, depth + 1);
    }
}

/* A clue in the making. */
struct clue {
    struct puzzle *p;
    struct draft *d;
    bool any, zero; /* a block was there; and behind it a 0 */
};

static int add_block(struct clue *c, const struct json *at, struct rt_span number, struct rt_span word)
{
    struct puzzle *p = c->p;
    uint32_t length, colour = 0;
    if (!rt_span_is_number(number, &length))
        return PUZZLE_FAIL(p, at,
                           number.n && number.s[0] == '-' ? "a block can't be negative"
                                                          : "'%.*s' is not a block length",
                           (int)(number.n < 40 ? number.n : 40), number.s);
    if (word.n && !(colour = find_colour(p, word, at->line)))
        return PUZZLE_FAIL(p, at, "colour '%.*s' is not declared", (int)(word.n < 40 ? word.n : 40), word.s);
    c->zero |= c->any && !length;
    if (!length)
        return RT_OK; /* [0] is empty, and some fill up with 0 */
    if (c->zero)
        return PUZZLE_FAIL(p, at, "a block of length 0 between others");
    if (!colour && palette_plain(&p->colours))
        colour = 1;
    if (!colour)
        return PUZZLE_FAIL(p, at, "block %u names no colour", length);
    palette_block(&p->colours, c->d, length, colour, !c->any);
    c->any = true;
    return RT_OK;
}

/* "2 1r, 3". */
static int add_string(struct clue *c, const struct json *v)
{
    struct rt_span t = v->text;
    int status = RT_OK;
    while (status == RT_OK) {
        while (t.n && (rt_is_blank(t.s[0]) || t.s[0] == ','))
            t.s++, t.n--;
        size_t digits = 0, n = 0;
        while (digits < t.n && rt_is_digit(t.s[digits]))
            digits++;
        for (n = digits; n < t.n && !rt_is_blank(t.s[n]) && t.s[n] != ',';)
            n++;
        if (!n)
            break;
        status = add_block(c, v, digits ? (struct rt_span){t.s, digits} : (struct rt_span){t.s, n},
                           (struct rt_span){t.s + digits, digits ? n - digits : 0});
        t.s += n, t.n -= n;
    }
    return status;
}

/* {"length": 2, "color": "r"}, or [2, "r"]. */
static int add_pair(struct clue *c, const struct json *v)
{
    struct rt_span number = {"", 0}, word = {"", 0};
    for (const struct json *e = v->first; e; e = e->next)
        if (e->type == JSON_NUMBER && !number.n)
            number = e->text;
        else if (e->type == JSON_STRING)
            word = e->text;
    return add_block(c, v, number, word);
}

/* Is this list a block with its colour? */
static bool is_pair(const struct json *v)
{
    return v->type == JSON_OBJECT ||
           (v->type == JSON_LIST && v->first && v->first->type == JSON_NUMBER && v->first->next &&
            v->first->next->type == JSON_STRING && !v->first->next->next);
}

static int add_entry(struct clue *c, const struct json *v)
{
    if (v->type == JSON_NUMBER)
        return add_block(c, v, v->text, (struct rt_span){"", 0});
    if (v->type == JSON_STRING)
        return add_string(c, v);
    if (is_pair(v))
        return add_pair(c, v);
    return v->type == JSON_NULL ? RT_OK
                                : PUZZLE_FAIL(c->p, v, "a block is a length, or a length and a colour");
}

static int draft_clue(struct puzzle *p, struct draft *d, const struct json *v)
{
    struct clue clue = {.p = p, .d = d};
    int status = RT_OK;
    if (v->type == JSON_LIST && !is_pair(v))
        for (const struct json *e = v->first; e && status == RT_OK; e = e->next)
            status = add_entry(&clue, e);
    else
        status = add_entry(&clue, v);
    draft_add(d, clue.any ? (struct rt_span){"", 0} : (struct rt_span){"0", 1});
    draft_end(d, v->line);
    return status;
}

static uint32_t length_of(const struct json *list)
{
    uint32_t n = 0;
    for (const struct json *v = list->first; v; v = v->next)
        n++;
    return n;
}

static int draft_side(struct puzzle *p, enum key key)
{
    const struct json *list = p->value[key];
    int status = RT_OK;
    draft_words(&p->draft, names[key], list->line);
    for (const struct json *v = list->first; v && status == RT_OK; v = v->next)
        status = draft_clue(p, &p->draft, v);
    return status;
}

/* Does "width" or "height" say something else? */
static int check_size(struct puzzle *p, enum key key, uint32_t is)
{
    const struct json *v = p->value[key];
    uint32_t said;
    if (!v || v->type != JSON_NUMBER || !rt_span_is_number(v->text, &said) || said == is)
        return RT_OK;
    return PUZZLE_FAIL(p, v, "the %s is %u, but there are %u %s", names[key], said, is,
                       key == WIDTH ? "columns" : "rows");
}

static char sign_key(struct puzzle *p, char sign, bool marks)
{
    if (strchr(". 0_-", sign) && sign)
        return '.';
    if (sign == '?' && marks)
        return '?';
    if (palette_plain(&p->colours))
        return strchr("#1Xx", sign) && sign ? '#' : 0;
    return palette_has_key(&p->colours, sign) ? sign : 0;
}

/* The key of a cell that is a number or a string. */
static char cell_key(struct puzzle *p, const struct json *v, bool marks)
{
    uint32_t number;
    if (v->type == JSON_NULL || v->type == JSON_FALSE)
        return '.';
    if (v->type == JSON_TRUE)
        return palette_plain(&p->colours) ? '#' : 0;
    if (v->type == JSON_NUMBER)
        return !rt_span_is_number(v->text, &number) || (number > p->colours.n && number > 1) ? 0
               : !number                                                                  ? '.'
               : palette_plain(&p->colours)                                               ? '#'
                                            : p->colours.colour[number].key;
    uint32_t c = v->type == JSON_STRING ? find_colour(p, v->text, v->line) : 0;
    if (v->type == JSON_STRING && v->text.n == 1 && !c)
        return sign_key(p, v->text.s[0], marks);
    return c ? palette_plain(&p->colours) ? '#' : p->colours.colour[c].key : 0;
}

static uint32_t row_length(const struct json *row)
{
    return row->type == JSON_LIST ? length_of(row) : (uint32_t)row->text.n;
}

static int read_row(struct puzzle *p, const struct json *row, enum key key, uint32_t number, uint32_t width,
                    char *to)
{
    if (row->type != JSON_LIST && row->type != JSON_STRING)
        return PUZZLE_FAIL(p, row, "row %u of the %s must be a list or a string", number, names[key]);
    if (row_length(row) != width)
        return PUZZLE_FAIL(p, row, "row %u of the %s has %u cells, but the grid is %u wide", number,
                           names[key], row_length(row), width);
    const struct json *cell = row->first;
    for (uint32_t i = 0; i < width; i++) {
        to[i] = row->type == JSON_LIST ? cell_key(p, cell, key == MARKS)
                                       : sign_key(p, row->text.s[i], key == MARKS);
        if (!to[i])
            return PUZZLE_FAIL(p, row, "cell %u in row %u of the %s is no colour of the puzzle", i + 1,
                               number, names[key]);
        cell = row->type == JSON_LIST ? cell->next : NULL;
    }
    return RT_OK;
}

static int read_grid(struct puzzle *p, enum key key, uint32_t width, uint32_t height, struct grid *grid)
{
    const struct json *rows = p->value[key];
    if (length_of(rows) != height)
        return PUZZLE_FAIL(p, rows, "the %s has %u rows, but the grid is %u high", names[key],
                           length_of(rows), height);
    if (!grid_make(p->self, width, height, grid))
        return RT_ENOMEM;
    uint32_t number = 0;
    for (const struct json *row = rows->first; row; row = row->next, number++) {
        int status = read_row(p, row, key, number + 1, width, grid->cells + (size_t)number * width);
        if (status == RT_OK && p->self->h->tick(p->self, 1))
            status = RT_ELIMIT;
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

static int check_lists(struct puzzle *p)
{
    static const enum key lists[] = {ROWS, COLUMNS, SOLUTION, MARKS};
    for (int i = 0; i < 4; i++) {
        const struct json *v = p->value[lists[i]];
        if (v && (v->type != JSON_LIST || !v->first))
            return PUZZLE_FAIL(p, v, "\"%.*s\" must be a list, with an entry for every %s",
                               (int)(v->key.n < 40 ? v->key.n : 40), v->key.s,
                               lists[i] == COLUMNS ? "column" : "row");
    }
    for (enum key key = ROWS; key <= COLUMNS; key++)
        if (!p->value[key] && (p->value[!key] || !p->value[SOLUTION]))
            return PUZZLE_FAIL(p, p->object, "there is no \"%s\"", names[key]);
    return RT_OK;
}

static const char *string_of(struct puzzle *p, enum key key)
{
    const struct json *v = p->value[key];
    return v && v->type == JSON_STRING ? json_text(p->self, v->text) : NULL;
}

static int read_clues(struct puzzle *p, uint32_t width, uint32_t height, struct rt_puzzle_text *about)
{
    struct grid grid;
    int status = RT_OK;
    if (p->value[SOLUTION])
        status = read_grid(p, SOLUTION, width, height, &grid);
    if (status == RT_OK && p->value[ROWS]) {
        status = draft_side(p, ROWS);
        if (status == RT_OK)
            status = draft_side(p, COLUMNS);
    } else if (status == RT_OK) {
        grid_clues(&p->draft, &grid, !palette_plain(&p->colours), p->value[SOLUTION]->line, 0);
    }
    if (status == RT_OK && p->value[SOLUTION])
        status = grid_goal(&p->draft, &grid, p->value[SOLUTION]->line, about);
    if (status == RT_OK && p->value[MARKS]) {
        status = read_grid(p, MARKS, width, height, &grid);
        about->marks = status == RT_OK ? grid_text(p->self, &grid) : NULL;
    }
    return status;
}

static int read_puzzle(struct rt_self *self, const struct json *object)
{
    struct puzzle p = {
        .self = self, .object = object, .colours = palette_new(), .draft = {.self = self, .reworded = true}};
    if (object->type != JSON_OBJECT)
        return PUZZLE_FAIL(&p, object, "a puzzle is an object with \"rows\" and \"columns\"");
    sort(&p, object, 0);
    int status = check_lists(&p);
    if (status == RT_OK)
        status = read_colours(&p);
    if (status != RT_OK)
        return status;
    for (enum key key = ROWS; key <= SOLUTION && !p.declared; key++)
        if (p.value[key] && (key <= COLUMNS || key == SOLUTION))
            collect_colours(&p, p.value[key]->first, key == SOLUTION ? 0 : 1);
    if (!p.colours.n)
        palette_add(self, &p.colours, '#', 0, (struct rt_span){"black", 5}, object->line);
    const struct json *rows = p.value[ROWS] ? p.value[ROWS] : p.value[SOLUTION];
    uint32_t height = length_of(rows),
             width = p.value[COLUMNS] ? length_of(p.value[COLUMNS]) : row_length(rows->first);
    struct rt_puzzle_text about = {.title = string_of(&p, TITLE),
                                   .author = string_of(&p, AUTHOR),
                                   .source = string_of(&p, SOURCE),
                                   .copyright = string_of(&p, COPYRIGHT),
                                   .license = string_of(&p, LICENSE),
                                   .description = string_of(&p, DESCRIPTION)};
    status = sheet_check_size(self, rows->line, width, height);
    if (status == RT_OK)
        status = check_size(&p, WIDTH, width);
    if (status == RT_OK)
        status = check_size(&p, HEIGHT, height);
    draft_head(&p.draft, width, height, object->line);
    palette_draft(&p.colours, &p.draft);
    if (status == RT_OK)
        status = read_clues(&p, width, height, &about);
    return status == RT_OK ? draft_emit(&p.draft, about) : status;
}

static int json_format_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct json *value;
    if (length > LARGEST)
        return self->h->fail(self, RT_EINPUT, 1, 0, "more than %d MiB of JSON; that is no puzzle",
                             LARGEST >> 20);
    int status = json_read(self, bytes, length, &value);
    if (status != RT_OK)
        return status;
    for (const struct json *v = value->type == JSON_OBJECT ? value->first : NULL; v; v = v->next)
        if (key_of(v->key) == PUZZLES && v->type == JSON_LIST)
            value = (struct json *)v;
    if (value->type != JSON_LIST)
        return read_puzzle(self, value);
    for (const struct json *v = value->first; v && status == RT_OK; v = v->next)
        status = read_puzzle(self, v);
    return status;
}

static void write_string(struct rt_self *self, const char *key, const char *text)
{
    if (!text)
        return;
    self->h->print(self, " \"%s\": \"", key);
    for (; *text; text++) {
        char c = *text;
        if (c == '"' || c == '\\')
            self->h->print(self, "\\");
        self->h->write(self, &c, 1);
    }
    self->h->print(self, "\",\n");
}

static void write_colours(struct rt_self *self, const struct sheet *s)
{
    const struct colour *empty = &s->colour[0];
    if (!s->coloured && empty->rgb == 0xffffff)
        return;
    self->h->print(self, " \"colors\": [");
    if (empty->rgb != 0xffffff)
        self->h->print(self, "{\"key\": \".\", \"rgb\": \"#%06x\"}%s", empty->rgb,
                       s->coloured ? ",\n            " : "");
    for (uint32_t c = 1; s->coloured && c <= s->ncolours; c++) {
        const struct colour *colour = &s->colour[c];
        self->h->print(self, "{\"key\": \"%c\", \"name\": \"", colour->key);
        for (const char *n = colour->name; *n; n++)
            self->h->print(self, *n == '"' || *n == '\\' ? "\\%c" : "%c", *n);
        self->h->print(self, "\", \"rgb\": \"#%06x\"}%s", colour->rgb,
                       c < s->ncolours ? ",\n            " : "");
    }
    self->h->print(self, "],\n");
}

static void write_side(struct rt_self *self, const struct sheet *s, const char *key, uint32_t from,
                       uint32_t to)
{
    self->h->print(self, " \"%s\": [", key);
    for (uint32_t line = from; line < to; line++) {
        self->h->print(self, line > from ? ", [" : "[");
        for (uint32_t j = s->first[line]; j < s->first[line + 1]; j++) {
            const struct rt_line_block *block = &s->block[j];
            self->h->print(self, j > s->first[line] ? ", " : "");
            if (s->coloured)
                self->h->print(self, "[%u, \"%c\"]", block->length, s->colour[block->colour].key);
            else
                self->h->print(self, "%u", block->length);
        }
        self->h->print(self, "]");
    }
    self->h->print(self, "]");
}

static void write_grid(struct rt_self *self, const struct sheet *s, const char *key, const char *picture)
{
    struct grid grid;
    if (!grid_of_text(self, s, picture, &grid))
        return;
    self->h->print(self, ",\n \"%s\": [", key);
    for (uint32_t row = 0; row < s->height; row++) {
        self->h->print(self, row ? ", \"" : "\"");
        self->h->write(self, grid.cells + (size_t)row * s->width, s->width);
        self->h->print(self, "\"");
    }
    self->h->print(self, "]");
}

static int write_puzzle(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct sheet s;
    int status = sheet_of_text(self, puzzle, &s);
    if (status != RT_OK)
        return status;
    for (uint32_t c = 1; s.coloured && c <= s.ncolours; c++)
        if (strchr("_0-", s.colour[c].key))
            return self->h->fail(self, RT_EUNSUPPORTED, 0, 0,
                                 "'%c' is an empty cell in JSON; give the colour another key",
                                 s.colour[c].key);
    self->h->print(self, "{\n");
    write_string(self, "title", puzzle->title);
    write_string(self, "author", puzzle->author);
    write_string(self, "source", puzzle->source);
    write_string(self, "copyright", puzzle->copyright);
    write_string(self, "license", puzzle->license);
    write_string(self, "description", puzzle->description);
    self->h->print(self, " \"width\": %u,\n \"height\": %u,\n", s.width, s.height);
    write_colours(self, &s);
    write_side(self, &s, "rows", 0, s.height);
    self->h->print(self, ",\n");
    write_side(self, &s, "columns", s.height, s.nlines);
    write_grid(self, &s, "solution", puzzle->solution);
    write_grid(self, &s, "marks", puzzle->marks);
    return self->h->print(self, "\n}");
}

static int json_format_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles,
                             uint32_t count)
{
    int status = RT_OK;
    self->h->print(self, count > 1 ? "[" : "");
    for (uint32_t i = 0; i < count && status == RT_OK; i++) {
        self->h->print(self, i ? ",\n" : "");
        status = write_puzzle(self, puzzles[i]);
    }
    self->h->print(self, count > 1 ? "]\n" : "\n");
    return status;
}

static const char *const extensions[] = {".json", NULL};

static const struct rt_format_class json_class = {
    .size = sizeof json_class,
    .id = "nonogram.json",
    .puzzle = "nonogram",
    .summary = "JSON with rows and columns, in the spellings that people use",
    .extensions = extensions,
    .probe = json_probe,
    .read = json_format_read,
    .write = json_format_write,
    .quirks = "Also rowClues, col_hints and the like; clues as lists, strings or numbers; a clue may be "
              "filled up with 0. One "
              "puzzle, or a list of them",
};

static const struct rt_format_class *const formats[] = {&json_class, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.json",
    .version = "1.0",
    .formats = formats,
};
