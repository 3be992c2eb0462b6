/* kakuro: in every run of cells stand different digits, with the sum that the wall before it gives.
 * A variable is a cell, in reading order; value v is the digit v + 1. */
#include "automaton.h"
#include "generate.h"
#include "picture.h"

#include <ratchet/kind/alldiff.h>
#include <ratchet/kind/sum.h>

static int parse(struct rt_self *self, const char *text, size_t length)
{
    struct board *board = self->h->alloc(self, sizeof *board);
    if (!board)
        return RT_ENOMEM;
    self->state = board;
    int status = board_read(self, text, length, board);
    if (status != RT_OK)
        return status;
    struct cell *cells = self->h->alloc(self, board_size(board) * sizeof *cells);
    if (!cells)
        return RT_ENOMEM;
    board->cell = memcpy(cells, board->cell, board_size(board) * sizeof *cells);
    board->lines = NULL;    /* memory of this call alone */
    return board_find_runs(self, board);
}

/* ---- the model */

enum { RUNS_AS_SUMS = 0, RUNS_AS_AUTOMATA = 1 };

static void run_vars(const struct board *board, const struct run *run, uint32_t *vars)
{
    for (uint32_t i = 0; i < run->n; i++)
        vars[i] = board->var[run->first + i * run->step];
}

static int add_run(struct rt_self *self, const struct run *run, const uint32_t *vars)
{
    const struct rt_sum_distinct sum = {run->sum};
    if (!run->sum)
        return self->h->add_scope(self, RT_ALLDIFF, vars, run->n, NULL, 0);
    if (self->h->option(self, "runs") == RUNS_AS_AUTOMATA)
        return add_automaton(self, run, vars);
    return self->h->add_scope(self, RT_SUM_DISTINCT, vars, run->n, &sum, sizeof sum);
}

/* A scope is a run. */
static int model(struct rt_self *self)
{
    const struct board *board = self->state;
    uint32_t vars[DIGITS];
    int status = self->h->add_variables(self, board->ncells, DIGITS) == RT_NOPOS ? RT_ENOMEM : RT_OK;
    for (uint32_t r = 0; r < board->nruns && status == RT_OK; r++) {
        run_vars(board, &board->run[r], vars);
        status = add_run(self, &board->run[r], vars);
    }
    for (uint32_t v = 0; v < board->ncells && status == RT_OK; v++) {
        uint32_t given = board->cell[board->place[v]].given;
        if (given)
            status = self->h->give(self, v, 1ull << (given - 1));
    }
    return status;
}

static int render(struct rt_self *self, const struct rt_picture *picture)
{
    return picture->kind == RT_RENDER_SVG ? draw_svg(self, self->state, picture)
                                          : draw_text(self, self->state, picture);
}

/* ---- words */

static int name_cell(const struct board *board, uint32_t at, char *buffer, size_t capacity)
{
    return snprintf(buffer, capacity, "r%uc%u", at / board->width + 1, at % board->width + 1);
}

static int place(struct rt_self *self, uint32_t var, char *buffer, size_t capacity)
{
    const struct board *board = self->state;
    return name_cell(board, board->place[var], buffer, capacity);
}

/* "the 16 across r2c2", at its wall; without a sum "the run across r2c3", at its first cell. */
static void name_run(const struct board *board, const struct run *run, char *buffer, size_t capacity)
{
    const char *way = run->step == 1 ? "across" : "down";
    char where[32];
    name_cell(board, run->sum ? run->wall : run->first, where, sizeof where);
    if (run->sum)
        snprintf(buffer, capacity, "the %u %s %s", run->sum, way, where);
    else
        snprintf(buffer, capacity, "the run %s %s", way, where);
}

static int describe_scope(struct rt_self *self, uint32_t scope)
{
    const struct board *board = self->state;
    char name[64];
    name_run(board, &board->run[scope], name, sizeof name);
    return self->h->print(self, "%s", name);
}

static int describe_positions(struct rt_self *self, uint32_t scope, uint32_t first, uint32_t last)
{
    const struct board *board = self->state;
    const struct run *run = &board->run[scope];
    char from[32], to[32];
    name_cell(board, run->first + first * run->step, from, sizeof from);
    name_cell(board, run->first + last * run->step, to, sizeof to);
    return first == last ? self->h->print(self, "%s", from) : self->h->print(self, "%s to %s", from, to);
}

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

/* ---- the truth */

static int illegal(const struct board *board, uint32_t at, struct rt_verdict *verdict)
{
    name_cell(board, at, verdict->place, sizeof verdict->place);
    return RT_CONFLICT;
}

static int verify_run(const struct board *board, const struct run *run, const uint8_t *values,
                      struct rt_verdict *verdict)
{
    uint32_t first[DIGITS], seen = 0, sum = 0, vars[DIGITS];
    char name[64];
    name_run(board, run, name, sizeof name);
    run_vars(board, run, vars);
    for (uint32_t i = 0; i < run->n; i++) {
        uint32_t value = values[vars[i]];
        if (seen >> value & 1) {
            verdict->blame[0] = first[value];
            verdict->blame[1] = vars[i];
            verdict->nblame = 2;
            snprintf(verdict->what, sizeof verdict->what, "%u stands twice in %s", value + 1, name);
            return illegal(board, run->first + i * run->step, verdict);
        }
        seen |= 1u << value;
        first[value] = vars[i];
        sum += value + 1;
    }
    if (!run->sum || sum == run->sum)
        return RT_OK;
    memcpy(verdict->blame, vars, run->n * sizeof *vars);
    verdict->nblame = run->n;
    snprintf(verdict->what, sizeof verdict->what, "the digits of %s add up to %u", name, sum);
    return illegal(board, run->first, verdict);
}

static int verify(struct rt_self *self, const uint8_t *values, struct rt_verdict *verdict)
{
    const struct board *board = self->state;
    for (uint32_t v = 0; v < board->ncells; v++) {
        uint32_t given = board->cell[board->place[v]].given;
        if (!given || values[v] + 1u == given)
            continue;
        verdict->blame[0] = v;
        verdict->nblame = 1;
        snprintf(verdict->what, sizeof verdict->what, "%u is given here", given);
        return illegal(board, board->place[v], verdict);
    }
    for (uint32_t r = 0; r < board->nruns; r++)
        if (verify_run(board, &board->run[r], values, verdict) == RT_CONFLICT)
            return RT_CONFLICT;
    return RT_OK;
}

static int marks(struct rt_self *self, const char *text, size_t length)
{
    const struct board *board = self->state;
    struct board grid = {0};
    struct rt_lines lines = rt_lines_of(text, length);
    int status = read_rows(self, &lines, &grid);
    if (status != RT_OK)
        return status;
    if (grid.width != board->width || grid.height != board->height)
        return self->h->fail(self, RT_EINPUT, 0, 0, "the grid is %u by %u, the puzzle %u by %u", grid.width,
                             grid.height, board->width, board->height);
    for (uint32_t at = 0; at < board_size(board) && status == RT_OK; at++) {
        const struct cell *cell = &grid.cell[at];
        if (cell->wall != board->cell[at].wall)
            return self->h->fail(self, RT_EINPUT, at / board->width + 1, 0, "the puzzle has a %s at r%uc%u",
                                 cell->wall ? "cell" : "wall", at / board->width + 1, at % board->width + 1);
        if (cell->given)
            status = self->h->mark(self, board->var[at], 1ull << (cell->given - 1));
    }
    return status;
}

/* ---- what the host asks for */

static int generate(struct rt_self *self, const struct rt_wish *wish)
{
    if (!wish->goal)
        return generate_fresh(self, wish);
    return wish->other ? generate_change(self, wish) : generate_less(self, wish);
}

static const void *extension(const char *id)
{
    static const char *const kinds[] = {RT_SUM_DISTINCT, RT_ALLDIFF, RT_AUTOMATON, NULL};
    static const struct rt_puzzle_sample samples = {.size = sizeof samples, .sample = generate_sample};
    if (!strcmp(id, RT_PUZZLE_KINDS))
        return kinds;
    return strcmp(id, RT_PUZZLE_SAMPLE) ? NULL : &samples;
}

static const char *const run_kinds[] = {"sums", "automata", NULL};

static const struct rt_option runs = {
    .name = "runs",
    .help = "what a run with a sum is: one constraint of its own kind, or a word of an automaton; the same answers",
    .type = RT_OPTION_ENUM,
    .choices = run_kinds,
};

static const struct rt_option *const options[] = {&runs, NULL};

static const struct rt_puzzle_class kakuro = {
    .size = sizeof kakuro,
    .id = "kakuro",
    .name = "Kakuro",
    .summary = "different digits in every run of cells, with the sums that the walls give",
    .options = options,
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

static int probe(const char *bytes, size_t length)
{
    return length > 6 && !memcmp(bytes, "kakuro", 6) && strchr("\r\n \t", bytes[6]) && bytes[6] ? 100 : 0;
}

static const char *const extensions[] = {".kakuro", NULL};
static const char *const magic[] = {"kakuro\n", "kakuro\r", "kakuro ", NULL};

static const struct rt_format_class text = {
    .size = sizeof text,
    .id = "kakuro.text",
    .puzzle = "kakuro",
    .summary = "Ratchet's own text: the word kakuro, then the rows, parted by blanks",
    .extensions = extensions,
    .magic = magic,
    .probe = probe,
    .read = rt_verbatim_read,
    .write = rt_verbatim_write,
    .quirks = "'#' is a wall, 16\\23 one with a sum below and one to the right, either of which may be missing, '.' a "
              "cell and 1 to 9 what stands in it. A run without a sum only has different digits",
};

static const struct rt_puzzle_class *const puzzles[] = {&kakuro, NULL};
static const struct rt_format_class *const formats[] = {&text, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "kakuro", .version = "1.0", .formats = formats, .puzzles = puzzles,
};
