/* Nonograms (Paint by Numbers, Hanjie, Griddlers): black and white, or up to 63 colours.
 *
 * Canonical text: UTF-8, LF, words parted by blanks or tabs, blank lines don't count.
 *
 *      nonogram WIDTH HEIGHT
 *      colour a #ff0000 red        optional, one a colour: key, value, name (may be absent); key . is the
 *                                  colour of empty cells
 *      rows
 *      2 2                         a clue line a row, from top to bottom; 0 for an empty one
 *      columns
 *      1 3                         a clue line a column, from left to right
 *
 * With colours each length carries a key, `2a 1b`; without, there is black.  A key is a letter, or another
 * sign of ASCII that is not used otherwise.  At most 65535 cells a side and 2^22 in all.  Refused: what
 * doesn't fit into its line, totals that differ between rows and columns (of any colour), a number that is no
 * length.  A puzzle whose totals agree may still have no solution; that is for the solver to say.
 *
 * Model: variable row * width + column, value 0 empty, 1.. the colours in their order; a scope
 * `line.blocks/1` for every row, then for every column. */
#include "ansi.h"
#include "count.h"
#include "generate.h"
#include "sample.h"
#include "svg.h"

#include <ratchet/model.h>

static const struct sheet *sheet_of(const struct rt_self *self)
{
    return self->state;
}

static uint32_t cells_of(const struct sheet *s)
{
    return s->width * s->height;
}

static int nonogram_parse(struct rt_self *self, const char *text, size_t length)
{
    struct sheet *s = self->h->alloc(self, sizeof *s);
    if (!s)
        return RT_ENOMEM;
    self->state = s;
    return sheet_parse(self, text, length, NULL, 0, s);
}

static uint32_t most_blocks(const struct sheet *s)
{
    uint32_t most = 0;
    for (uint32_t line = 0; line < s->nlines; line++)
        most = sheet_blocks(s, line) > most ? sheet_blocks(s, line) : most;
    return most;
}

static int model_lines(struct rt_self *self, const struct sheet *s, uint32_t *vars,
                       struct rt_line_blocks *payload)
{
    int status = RT_OK;
    for (uint32_t line = 0; line < s->nlines && status == RT_OK; line++) {
        uint32_t n = sheet_length(s, line);
        for (uint32_t i = 0; i < n; i++)
            vars[i] = sheet_cell(s, line, i);
        payload->k = sheet_blocks(s, line);
        memcpy(payload->block, s->block + s->first[line], payload->k * sizeof *payload->block);
        status = self->h->add_scope(self, RT_LINE_BLOCKS, vars, n, payload,
                                    sizeof *payload + payload->k * sizeof *payload->block);
        if (status == RT_OK && self->h->tick(self, n))
            status = RT_ELIMIT;
    }
    return status;
}

/* How full a line is, 0 to 1, and the colour that fills most of it. */
struct filling {
    double tight;  /* blocks pushed together, of the line */
    double filled; /* cells of colour, of the line */
    uint32_t colour;
};

static struct filling filling_of(const struct sheet *s, uint32_t line)
{
    double n = sheet_length(s, line), filled = 0;
    uint32_t cells[SHEET_COLOURS + 1] = {0}, best = 1;
    for (uint32_t j = s->first[line]; j < s->first[line + 1]; j++) {
        const struct rt_line_block *block = &s->block[j];
        cells[block->colour] += block->length;
        filled += block->length;
        best = cells[block->colour] > cells[best] ? block->colour : best;
    }
    return (struct filling){(double)sheet_need(s, line) / n, filled / n, best};
}

/* Cells where tight lines cross come first; they are tried full where their lines are more full than empty.
 */
static int model_hints(struct rt_self *self, const struct sheet *s)
{
    struct filling *lines = self->h->scratch(self, s->nlines * sizeof *lines);
    if (!lines)
        return RT_ENOMEM;
    for (uint32_t line = 0; line < s->nlines; line++)
        lines[line] = filling_of(s, line);
    for (uint32_t var = 0; var < cells_of(s); var++) {
        const struct filling *row = &lines[var / s->width], *column = &lines[s->height + var % s->width];
        uint32_t colour = row->tight > column->tight ? row->colour : column->colour;
        self->h->prefer(self, var, row->filled + column->filled > 1 ? colour : 0,
                        0.5 + row->tight + column->tight);
    }
    return RT_OK;
}

static int nonogram_model(struct rt_self *self)
{
    const struct sheet *s = sheet_of(self);
    if (self->h->add_variables(self, cells_of(s), s->ncolours + 1) == RT_NOPOS)
        return RT_ENOMEM;
    uint32_t side = s->width > s->height ? s->width : s->height;
    uint32_t *vars = self->h->scratch(self, side * sizeof *vars);
    struct rt_line_blocks *payload =
        self->h->scratch(self, sizeof *payload + most_blocks(s) * sizeof *payload->block);
    if (!vars || !payload)
        return RT_ENOMEM;
    int status = model_lines(self, s, vars, payload);
    return status == RT_OK ? model_hints(self, s) : status;
}

static int nonogram_verify(struct rt_self *self, const uint8_t *values, struct rt_verdict *verdict)
{
    const struct sheet *s = sheet_of(self);
    struct sheet_breach breach;
    if (self->h->tick(self, cells_of(s) / 128 + 1))
        return RT_ELIMIT;
    if (sheet_holds(s, values, &breach))
        return RT_OK;
    sheet_tell(s, &breach, verdict->what, sizeof verdict->what);
    snprintf(verdict->place, sizeof verdict->place, "%s %u", sheet_side(s, breach.line),
             sheet_number(s, breach.line));
    verdict->nblame = sheet_length(s, breach.line);
    for (uint32_t i = 0; i < verdict->nblame; i++)
        verdict->blame[i] = sheet_cell(s, breach.line, i);
    return RT_CONFLICT;
}

static int nonogram_place(struct rt_self *self, uint32_t var, char *buffer, size_t capacity)
{
    const struct sheet *s = sheet_of(self);
    return snprintf(buffer, capacity, "r%uc%u", var / s->width + 1, var % s->width + 1);
}

static int nonogram_describe(struct rt_self *self, uint32_t var, uint32_t value)
{
    const struct sheet *s = sheet_of(self);
    char place[32];
    if (var >= cells_of(s) || value > s->ncolours)
        return RT_ERROR;
    nonogram_place(self, var, place, sizeof place);
    return self->h->print(self, "%s is %s", place, value ? s->colour[value].name : "empty");
}

static int nonogram_describe_scope(struct rt_self *self, uint32_t scope)
{
    const struct sheet *s = sheet_of(self);
    if (scope >= s->nlines)
        return RT_ERROR;
    return self->h->print(self, "%s %u", sheet_side(s, scope), sheet_number(s, scope));
}

static int nonogram_describe_positions(struct rt_self *self, uint32_t scope, uint32_t first, uint32_t last)
{
    const struct sheet *s = sheet_of(self);
    if (scope >= s->nlines || last >= sheet_length(s, scope))
        return RT_ERROR;
    const char *across = scope < s->height ? "column" : "row";
    return first == last ? self->h->print(self, "%s %u", across, first + 1)
                         : self->h->print(self, "%ss %u to %u", across, first + 1, last + 1);
}

static int nonogram_describe_value(struct rt_self *self, uint32_t var, uint32_t value)
{
    const struct sheet *s = sheet_of(self);
    (void)var;
    if (value > s->ncolours)
        return RT_ERROR;
    return self->h->print(self, "%s", value ? s->colour[value].name : "empty");
}

static int mark_row(struct rt_self *self, uint32_t line, uint32_t row, struct rt_span cells, size_t indent)
{
    const struct sheet *s = sheet_of(self);
    char shown[8];
    if (cells.n != s->width)
        return self->h->fail(self, RT_EINPUT, line, 0,
                             "row %u of the picture has %zu cells, but the grid is %u wide", row + 1, cells.n,
                             s->width);
    for (uint32_t c = 0; c < s->width; c++) {
        int value = sheet_value(s, cells.s[c]);
        if (value < 0 && cells.s[c] != '?')
            return self->h->fail(self, RT_EINPUT, line, (uint32_t)indent + c + 1,
                                 "%s is no cell; use '.' for empty, "
                                 "'?' for unknown and %s",
                                 show_byte(cells.s[c], shown),
                                 s->coloured ? "the keys of the colours" : "'#' for black");
        int status = value < 0 ? RT_OK : self->h->mark(self, row * s->width + c, 1ull << value);
        if (status < 0)
            return status;
    }
    return RT_OK;
}

static int nonogram_marks(struct rt_self *self, const char *text, size_t length)
{
    const struct sheet *s = sheet_of(self);
    struct rt_lines lines = rt_lines_of(text, length);
    struct rt_span line;
    uint32_t row = 0;
    for (; rt_lines_next_full(&lines, &line); row++) {
        struct rt_span cells = rt_span_trim(line);
        if (row == s->height)
            return self->h->fail(self, RT_EINPUT, lines.number, 1,
                                 "more rows than the grid has: it is %u high", s->height);
        int status = mark_row(self, lines.number, row, cells, (size_t)(cells.s - line.s));
        if (status < 0)
            return status;
    }
    if (row < s->height)
        return self->h->fail(self, RT_EINPUT, lines.number, 0,
                             "the picture ends after row %u, but the grid is %u high", row, s->height);
    return RT_OK;
}

static void tell_counts(struct rt_self *self, uint32_t from, uint32_t to, const char *name)
{
    char shown[64];
    self->h->print(self, "arrangements a %s\t", name);
    for (uint32_t line = from; line < to; line++) {
        struct count count = count_line(sheet_of(self), line);
        self->h->print(self, line > from ? " %s" : "%s", count_show(&count, shown));
    }
    self->h->print(self, "\n");
}

static void tell_product(struct rt_self *self, uint32_t from, uint32_t to, const char *name)
{
    struct count product = {.exact = 1};
    char shown[64];
    for (uint32_t line = from; line < to; line++) {
        struct count count = count_line(sheet_of(self), line);
        count_times(&product, &count);
    }
    self->h->print(self, "product of the %s\t%s%s\n", name, count_show(&product, shown),
                   product.beyond ? " (too many to count exactly)" : "");
}

static int nonogram_facts(struct rt_self *self)
{
    const struct sheet *s = sheet_of(self);
    uint64_t filled = 0;
    for (uint32_t j = 0; j < s->first[s->height]; j++)
        filled += s->block[j].length;
    if (self->h->tick(self, s->nlines + filled))
        return RT_ELIMIT;
    self->h->print(self, "size\t%u x %u\ncolours\t%u\nfilled cells\t%llu of %u\n", s->width, s->height,
                   s->ncolours, (unsigned long long)filled, cells_of(s));
    tell_counts(self, 0, s->height, "row");
    tell_counts(self, s->height, s->nlines, "column");
    tell_product(self, 0, s->height, "rows");
    tell_product(self, s->height, s->nlines, "columns");
    return RT_OK;
}

static int ascii_render(struct rt_self *self, const struct sheet *s, const struct rt_picture *picture)
{
    char *row = self->h->scratch(self, (size_t)s->width + 1);
    if (!row)
        return RT_ENOMEM;
    row[s->width] = '\n';
    for (uint32_t r = 0; r < s->height; r++) {
        for (uint32_t c = 0; c < s->width; c++) {
            uint64_t mask = picture->domains ? picture->domains[r * s->width + c] : 0;
            row[c] = !is_single(mask) ? '?' : mask == 1 ? '.' : s->colour[__builtin_ctzll(mask)].key;
        }
        int status = self->h->write(self, row, (size_t)s->width + 1);
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

static int nonogram_render(struct rt_self *self, const struct rt_picture *picture)
{
    switch (picture->kind) {
    case RT_RENDER_ASCII:
        return ascii_render(self, sheet_of(self), picture);
    case RT_RENDER_ANSI:
        return ansi_render(self, sheet_of(self), picture);
    case RT_RENDER_SVG:
        return svg_render(self, sheet_of(self), picture);
    default:
        return RT_EUNSUPPORTED;
    }
}

static const struct rt_puzzle_sample samples = {.size = sizeof samples, .sample = nonogram_sample};

static const void *nonogram_extension(const char *id)
{
    static const char *const kinds[] = {RT_LINE_BLOCKS, NULL};
    if (!strcmp(id, RT_PUZZLE_SAMPLE))
        return &samples;
    return strcmp(id, RT_PUZZLE_KINDS) ? NULL : (const void *)kinds;
}

static const struct rt_option colours = {
    .name = "colours",
    .help = "generate: how many colours a random puzzle has, 0 for black alone; to how many those of a picture are "
            "reduced, 0 for none less",
    .type = RT_OPTION_INT,
    .max = SHEET_COLOURS,
};

static const struct rt_option *const options[] = {&colours, NULL};

static const struct rt_puzzle_class nonogram = {
    .size = sizeof nonogram,
    .id = "nonogram",
    .name = "Nonogram",
    .summary =
        "fill cells so that every row and column has its blocks, in order; black and white or coloured",
    .options = options,
    .parse = nonogram_parse,
    .model = nonogram_model,
    .render = nonogram_render,
    .verify = nonogram_verify,
    .describe = nonogram_describe,
    .describe_scope = nonogram_describe_scope,
    .marks = nonogram_marks,
    .facts = nonogram_facts,
    .place = nonogram_place,
    .extension = nonogram_extension,
    .describe_positions = nonogram_describe_positions,
    .describe_value = nonogram_describe_value,
    .generate = nonogram_generate,
};

static const struct rt_puzzle_class *const puzzles[] = {&nonogram, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram",
    .version = "1.0",
    .puzzles = puzzles,
};
