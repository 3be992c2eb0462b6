/* sudoku: every row, every column and every box holds each value once.
 * Variable r * n + c is the cell of row r and column c; value v is the number v + 1. */
#include "generate.h"
#include "picture.h"

#include <ratchet/kind/alldiff.h>
#include <ratchet/kit/text.h>

static int parse(struct rt_self *self, const char *text, size_t length)
{
    struct board *board = self->h->alloc(self, sizeof *board);
    self->state = board;
    return board ? board_read(self, text, length, board) : RT_ENOMEM;
}

/* All units as one scope, behind those of the units. */
static int add_houses(struct rt_self *self, const struct board *board)
{
    uint32_t n = board->n, units = 3 * n, vars[CELLS];
    uint32_t *first = self->h->alloc(self, (units + 1) * sizeof *first);
    uint32_t *pos = self->h->alloc(self, units * n * sizeof *pos);
    char(*names)[24] = self->h->alloc(self, units * sizeof *names);
    const char **name = self->h->alloc(self, units * sizeof *name);
    if (!first || !pos || !names || !name)
        return RT_ENOMEM;
    for (uint32_t unit = 0; unit < units; unit++) {
        first[unit + 1] = (unit + 1) * n;
        for (uint32_t i = 0; i < n; i++)
            pos[unit * n + i] = unit_cell(board, unit, i);
        snprintf(names[unit], sizeof *names, "%s %u", unit_name(board, unit), unit % n + 1);
        name[unit] = names[unit];
    }
    for (uint32_t v = 0; v < n * n; v++)
        vars[v] = v;
    struct rt_alldiff_houses houses = {units, 0, first, pos, name};
    return self->h->add_scope(self, RT_ALLDIFF_HOUSES, vars, n * n, &houses, sizeof houses);
}

static int wants_houses(struct rt_self *self)
{
    const struct rt_model_served *served = self->h->extension(self, RT_MODEL_SERVED);
    return !served || served->served(self, RT_ALLDIFF_HOUSES);
}

/* The scopes are the units: rows, columns, boxes. */
static int model(struct rt_self *self)
{
    const struct board *board = self->state;
    uint32_t n = board->n, vars[MOST];
    int status = self->h->add_variables(self, n * n, n) == RT_NOPOS ? RT_ENOMEM : RT_OK;
    for (uint32_t unit = 0; unit < 3 * n && status == RT_OK; unit++) {
        for (uint32_t i = 0; i < n; i++)
            vars[i] = unit_cell(board, unit, i);
        status = self->h->add_scope(self, RT_ALLDIFF, vars, n, NULL, 0);
    }
    if (status == RT_OK && wants_houses(self))
        status = add_houses(self, board);
    for (uint32_t v = 0; v < n * n && status == RT_OK; v++)
        if (board->given[v])
            status = self->h->give(self, v, 1ull << (board->given[v] - 1));
    return status;
}

static int render(struct rt_self *self, const struct rt_picture *picture)
{
    return picture->kind == RT_RENDER_SVG ? draw_svg(self, self->state, picture)
                                          : draw_text(self, self->state, picture);
}

static int place(struct rt_self *self, uint32_t var, char *buffer, size_t capacity)
{
    const struct board *board = self->state;
    return snprintf(buffer, capacity, "r%uc%u", var / board->n + 1, var % board->n + 1);
}

static int verify_unit(struct rt_self *self, const uint8_t *values, uint32_t unit, struct rt_verdict *verdict)
{
    const struct board *board = self->state;
    uint32_t first[MOST];
    uint64_t seen = 0;
    for (uint32_t i = 0; i < board->n; i++) {
        uint32_t v = unit_cell(board, unit, i), value = values[v];
        if (seen >> value & 1) {
            verdict->blame[0] = first[value];
            verdict->blame[1] = v;
            verdict->nblame = 2;
            snprintf(verdict->what, sizeof verdict->what, "%u stands twice in %s %u", value + 1, unit_name(board, unit),
                     unit % board->n + 1);
            place(self, v, verdict->place, sizeof verdict->place);
            return RT_CONFLICT;
        }
        seen |= 1ull << value;
        first[value] = v;
    }
    return RT_OK;
}

static int verify(struct rt_self *self, const uint8_t *values, struct rt_verdict *verdict)
{
    const struct board *board = self->state;
    for (uint32_t v = 0; v < board->n * board->n; v++) {
        if (!board->given[v] || values[v] + 1 == board->given[v])
            continue;
        verdict->blame[0] = v;
        verdict->nblame = 1;
        snprintf(verdict->what, sizeof verdict->what, "%u is given here", board->given[v]);
        place(self, v, verdict->place, sizeof verdict->place);
        return RT_CONFLICT;
    }
    for (uint32_t unit = 0; unit < 3 * board->n; unit++)
        if (verify_unit(self, values, unit, verdict) == RT_CONFLICT)
            return RT_CONFLICT;
    return RT_OK;
}

static int marks(struct rt_self *self, const char *text, size_t length)
{
    const struct board *board = self->state;
    struct rt_lines lines = rt_lines_of(text, length);
    struct board grid = {.n = board->n};
    uint32_t rows = count_rows(lines);
    if (rows != board->n)
        return self->h->fail(self, RT_EINPUT, 0, 0, "the grid has %u rows, the puzzle %u", rows, board->n);
    int status = read_rows(self, &lines, &grid);
    for (uint32_t v = 0; v < board->n * board->n && status == RT_OK; v++)
        if (grid.given[v])
            status = self->h->mark(self, v, 1ull << (grid.given[v] - 1));
    return status;
}

/* ---- words */

static int describe_value(struct rt_self *self, uint32_t var, uint32_t value)
{
    (void)var;
    return self->h->print(self, "%u", value + 1);
}

static int describe(struct rt_self *self, uint32_t var, uint32_t value)
{
    char where[32];
    place(self, var, where, sizeof where);
    return self->h->print(self, "%s is %u", where, value + 1);
}

static int describe_scope(struct rt_self *self, uint32_t scope)
{
    const struct board *board = self->state;
    if (scope == 3 * board->n)
        return self->h->print(self, "the whole board");
    return self->h->print(self, "%s %u", unit_name(board, scope), scope % board->n + 1);
}

static int describe_positions(struct rt_self *self, uint32_t scope, uint32_t first, uint32_t last)
{
    const struct board *board = self->state;
    char from[32], to[32];
    if (scope == 3 * board->n) {
        place(self, first, from, sizeof from);
        return self->h->print(self, "%s", from);
    }
    place(self, unit_cell(board, scope, first), from, sizeof from);
    if (first == last)
        return self->h->print(self, "%s", from);
    place(self, unit_cell(board, scope, last), to, sizeof to);
    return self->h->print(self, "%s to %s", from, to);
}

/* ---- random boards */

static int sample(struct rt_self *self, uint32_t side)
{
    static const uint8_t sizes[][2] = {{2, 1}, {3, 1}, {2, 2}, {3, 2}, {4, 2}, {3, 3}};
    uint32_t n_sizes = 1;
    while (n_sizes < sizeof sizes / sizeof *sizes && sizes[n_sizes][0] * sizes[n_sizes][1] <= (int)side)
        n_sizes++;
    uint32_t size = (uint32_t)self->h->random(self, n_sizes), w = sizes[size][0], h = sizes[size][1], n = w * h;
    uint32_t given = 20 + (uint32_t)self->h->random(self, 60);
    struct board board = {.n = n, .width = w, .height = h};
    fill_by_pattern(self, &board);
    self->h->print(self, "sudoku\nbox %u %u\n", w, h);
    for (uint32_t v = 0; v < n * n; v++) {
        uint32_t value = board.given[v] - 1u;
        if (self->h->random(self, 20) == 0)
            value = (uint32_t)self->h->random(self, n);     /* most often wrong */
        if (self->h->random(self, 100) < given)
            self->h->print(self, "%u%s", value + 1, (v + 1) % n ? " " : "\n");
        else
            self->h->print(self, ".%s", (v + 1) % n ? " " : "\n");
    }
    return RT_OK;
}

static const void *extension(const char *id)
{
    static const char *const kinds[] = {RT_ALLDIFF, RT_ALLDIFF_HOUSES, NULL};
    static const struct rt_puzzle_sample samples = {.size = sizeof samples, .sample = sample};
    if (!strcmp(id, RT_PUZZLE_KINDS))
        return kinds;
    return strcmp(id, RT_PUZZLE_SAMPLE) ? NULL : &samples;
}

static const struct rt_puzzle_class sudoku = {
    .size = sizeof sudoku,
    .id = "sudoku",
    .name = "Sudoku",
    .summary = "each value once in every row, every column and every box",
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
    .generate = generate,
};

/* ---- the format that is the canonical text */

static const char word[] = "sudoku\n";

static int probe(const char *bytes, size_t length)
{
    return length >= sizeof word - 1 && !memcmp(bytes, word, sizeof word - 1) ? 100 : 0;
}

static const char *const extensions[] = {".sudoku", NULL};
static const char *const magic[] = {"sudoku", NULL};

static const struct rt_format_class text = {
    .size = sizeof text,
    .id = "sudoku.text",
    .puzzle = "sudoku",
    .summary = "Ratchet's own text: the size of a box, then the rows",
    .extensions = extensions,
    .magic = magic,
    .probe = probe,
    .read = rt_verbatim_read,
    .write = rt_verbatim_write,
    .quirks = "The only one that says the size of a box, width first",
};

static const struct rt_puzzle_class *const puzzles[] = {&sudoku, NULL};
static const struct rt_format_class *const formats[] = {&text, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "sudoku", .version = "1.0", .formats = formats, .puzzles = puzzles,
};
