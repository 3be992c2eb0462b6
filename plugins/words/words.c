/* words: a grid of characters; every row and column must match its regular expression.  Any puzzle whose lines are
 * described by automata can be written so, without a line of C.
 *
 *      words
 *      alphabet .#
 *      row \.*##\.*            one line for every row, from above, and every column, from the left;
 *      column                  an expression that is missing allows anything
 *      ... */
#include "picture.h"

#include <ratchet/model.h>

/* ---- text */

static int read_alphabet(struct rt_self *self, struct rt_span line, uint32_t number, struct rt_span word,
                         struct grid *grid)
{
    if (grid->alphabet[0] || word.n < 2 || word.n > LETTERS_MOST)
        return self->h->fail(self, RT_EINPUT, number, 0, grid->alphabet[0] ? "there is an alphabet already" :
                             "an alphabet has 2 to 64 characters");
    for (size_t i = 0; i < word.n; i++)
        if (word.s[i] <= ' ' || word.s[i] > '~' || word.s[i] == '?' || memchr(word.s, word.s[i], i))
            return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, word.s + i), "an alphabet is made of "
                                 "different visible ASCII characters other than '?'");
    memcpy(grid->alphabet, word.s, word.n);
    return RT_OK;
}

static int read_line(struct rt_self *self, struct rt_span line, uint32_t number, struct grid *grid)
{
    struct rt_span rest = line, key = rt_span_word(&rest);
    bool row = rt_span_is(key, "row");
    uint32_t *n = row ? &grid->height : &grid->width;
    rest = rt_span_trim(rest);
    if (rt_span_is(key, "alphabet"))
        return read_alphabet(self, line, number, rest, grid);
    if (!row && !rt_span_is(key, "column"))
        return self->h->fail(self, RT_EINPUT, number, 1, "a line begins with 'alphabet', 'row' or 'column'");
    if (!grid->alphabet[0])
        return self->h->fail(self, RT_EINPUT, number, 1, "the line 'alphabet' must stand in front of rows and columns");
    if (*n == SIDE_MOST)
        return self->h->fail(self, RT_EINPUT, number, 1, "there are at most %d rows and columns", SIDE_MOST);
    struct rt_automaton **line_of = row ? &grid->row[*n] : &grid->column[*n];
    const char **text_of = row ? &grid->row_text[*n] : &grid->column_text[*n];
    ++*n;
    if (!rest.n)
        return RT_OK;
    char *text = self->h->alloc(self, rest.n + 1);
    if (!text)
        return RT_ENOMEM;
    *text_of = memcpy(text, rest.s, rest.n);
    return expression_make(self, grid->alphabet, line, number, rest, line_of);
}

static int parse(struct rt_self *self, const char *text, size_t length)
{
    struct grid *grid = self->h->alloc(self, sizeof *grid);
    struct rt_lines lines = rt_lines_of(text, length);
    struct rt_span line = {"", 0};
    if (!grid)
        return RT_ENOMEM;
    self->state = grid;
    if (!rt_lines_next(&lines, &line) || !rt_span_is(rt_span_trim(line), "words"))
        return self->h->fail(self, RT_EINPUT, 1, 0, "the first line says `words`");
    while (rt_lines_next_full(&lines, &line)) {
        int status = read_line(self, line, lines.number, grid);
        if (status != RT_OK)
            return status;
    }
    if (!grid->width || !grid->height)
        return self->h->fail(self, RT_EINPUT, lines.number, 0, "there must be a line for every row and every column");
    return RT_OK;
}

/* ---- lines: rows, then columns */

static const struct rt_automaton *line_automaton(const struct grid *grid, uint32_t line)
{
    return line < grid->height ? grid->row[line] : grid->column[line - grid->height];
}

static uint32_t line_cells(const struct grid *grid, uint32_t line, uint32_t *vars)
{
    uint32_t n = line < grid->height ? grid->width : grid->height;
    for (uint32_t i = 0; i < n; i++)
        vars[i] = line < grid->height ? line * grid->width + i : i * grid->width + line - grid->height;
    return n;
}

/* The line that a scope is: those without an expression are none. */
static uint32_t line_of_scope(const struct grid *grid, uint32_t scope)
{
    uint32_t line = 0;
    while (!line_automaton(grid, line) || scope-- > 0)
        line++;
    return line;
}

static int model(struct rt_self *self)
{
    const struct grid *grid = self->state;
    uint32_t vars[SIDE_MOST], letters = (uint32_t)strlen(grid->alphabet);
    int status = self->h->add_variables(self, grid->width * grid->height, letters) == RT_NOPOS ? RT_ENOMEM : RT_OK;
    for (uint32_t line = 0; line < grid->width + grid->height && status == RT_OK; line++) {
        const struct rt_automaton *a = line_automaton(grid, line);
        uint32_t n = line_cells(grid, line, vars);
        if (a)
            status = self->h->add_scope(self, RT_AUTOMATON, vars, n, a, rt_automaton_size(a->states, a->alphabet));
    }
    return status;
}

static int verify(struct rt_self *self, const uint8_t *values, struct rt_verdict *verdict)
{
    const struct grid *grid = self->state;
    for (uint32_t line = 0; line < grid->width + grid->height; line++) {
        const struct rt_automaton *a = line_automaton(grid, line);
        uint32_t state = a ? a->start : 0, n = line_cells(grid, line, verdict->blame);
        for (uint32_t i = 0; a && i < n && state != RT_AUTOMATON_NONE; i++)
            state = rt_automaton_step(a, state, values[verdict->blame[i]]);
        if (!a || (state != RT_AUTOMATON_NONE && rt_automaton_accepts(a, state)))
            continue;
        verdict->nblame = n;
        bool row = line < grid->height;
        snprintf(verdict->what, sizeof verdict->what, "the %s doesn't match its expression", row ? "row" : "column");
        snprintf(verdict->place, sizeof verdict->place, "%s %u", row ? "row" : "column",
                 (row ? line : line - grid->height) + 1);
        return RT_CONFLICT;
    }
    return RT_OK;
}

/* ---- pictures */

static int render(struct rt_self *self, const struct rt_picture *picture)
{
    return (picture->kind == RT_RENDER_SVG ? draw_svg : draw_text)(self, self->state, picture);
}

static int marks(struct rt_self *self, const char *text, size_t length)
{
    const struct grid *grid = self->state;
    struct rt_lines lines = rt_lines_of(text, length);
    struct rt_span line;
    uint32_t row = 0;
    while (rt_lines_next_full(&lines, &line)) {
        line = rt_span_trim(line);
        if (line.n != grid->width || row == grid->height)
            return self->h->fail(self, RT_EINPUT, lines.number, 0, "the grid has %u rows of %u characters",
                                 grid->height, grid->width);
        for (uint32_t c = 0; c < grid->width; c++) {
            const char *letter = strchr(grid->alphabet, line.s[c]);
            if (line.s[c] != '?' && (!letter || !*letter))
                return self->h->fail(self, RT_EINPUT, lines.number, c + 1, "a cell is a character of the alphabet, or "
                                     "'?'");
            int status = letter ? self->h->mark(self, row * grid->width + c, 1ull << (letter - grid->alphabet)) : RT_OK;
            if (status != RT_OK)
                return status;
        }
        row++;
    }
    return row == grid->height ? RT_OK : self->h->fail(self, RT_EINPUT, lines.number, 0, "the grid has %u rows", row);
}

/* ---- words */

static int place(struct rt_self *self, uint32_t var, char *buffer, size_t capacity)
{
    const struct grid *grid = self->state;
    return snprintf(buffer, capacity, "r%uc%u", var / grid->width + 1, var % grid->width + 1);
}

static int describe_value(struct rt_self *self, uint32_t var, uint32_t value)
{
    const struct grid *grid = self->state;
    (void)var;
    return self->h->print(self, "%c", grid->alphabet[value]);
}

static int describe(struct rt_self *self, uint32_t var, uint32_t value)
{
    const struct grid *grid = self->state;
    char where[32];
    place(self, var, where, sizeof where);
    return self->h->print(self, "%s is %c", where, grid->alphabet[value]);
}

static int describe_scope(struct rt_self *self, uint32_t scope)
{
    const struct grid *grid = self->state;
    uint32_t line = line_of_scope(grid, scope);
    bool row = line < grid->height;
    return self->h->print(self, "%s %u", row ? "row" : "column", (row ? line : line - grid->height) + 1);
}

static int describe_positions(struct rt_self *self, uint32_t scope, uint32_t first, uint32_t last)
{
    const struct grid *grid = self->state;
    uint32_t vars[SIDE_MOST];
    char from[32], to[32];
    line_cells(grid, line_of_scope(grid, scope), vars);
    place(self, vars[first], from, sizeof from);
    place(self, vars[last], to, sizeof to);
    return first == last ? self->h->print(self, "%s", from) : self->h->print(self, "%s to %s", from, to);
}

static const void *extension(const char *id)
{
    static const char *const kinds[] = {RT_AUTOMATON, NULL};
    return strcmp(id, RT_PUZZLE_KINDS) ? NULL : kinds;
}

static const struct rt_puzzle_class words = {
    .size = sizeof words,
    .id = "words",
    .name = "Words",
    .summary = "a grid of characters whose rows and columns match regular expressions",
    .parse = parse,
    .model = model,
    .render = render,
    .verify = verify,
    .describe = describe,
    .describe_scope = describe_scope,
    .marks = marks,
    .place = place,
    .extension = extension,
    .describe_positions = describe_positions,
    .describe_value = describe_value,
};

/* ---- the format that is the canonical text */

static int probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    return rt_lines_next(&lines, &line) && rt_span_is(rt_span_trim(line), "words") ? 100 : 0;
}

static const char *const extensions[] = {".words", NULL};
static const char *const magic[] = {"words", NULL};

static const struct rt_format_class text = {
    .size = sizeof text,
    .id = "words.text",
    .puzzle = "words",
    .summary = "the word words, an alphabet, then a regular expression for each row and each column",
    .extensions = extensions,
    .magic = magic,
    .probe = probe,
    .read = rt_verbatim_read,
    .write = rt_verbatim_write,
    .quirks = "Expressions have . [ab] [^ab] ( ) | * + ? {2} {2,} {2,3}, and a backslash in front of what is meant as "
              "it stands",
};

static const struct rt_puzzle_class *const puzzles[] = {&words, NULL};
static const struct rt_format_class *const formats[] = {&text, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "words", .version = "1.0", .formats = formats, .puzzles = puzzles,
};
