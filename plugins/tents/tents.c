/* tents: beside every tree stands a tent of its own, no two tents touch, and so many are in each row and column.
 * The variables are the cells without a tree, row by row; 1 is a tent. */
#include "camp.h"
#include "generate.h"
#include "picture.h"

static int parse(struct rt_self *self, const char *text, size_t length)
{
    struct camp *camp = self->h->alloc(self, sizeof *camp);
    self->state = camp;
    if (!camp)
        return RT_ENOMEM;
    int status = board_read(self, text, length, &camp->board);
    return status == RT_OK ? camp_make(self, camp) : status;
}

static int model(struct rt_self *self)
{
    return camp_model(self, self->state);
}

static int render(struct rt_self *self, const struct rt_picture *picture)
{
    return draw(self, self->state, picture);
}

static int place(struct rt_self *self, uint32_t var, char *buffer, size_t capacity)
{
    return cell_name(self->state, ((const struct camp *)self->state)->cell[var], buffer, capacity);
}

/* ---- what a solution is */

struct trial {
    const struct camp *camp;
    const uint8_t *values;
    struct rt_verdict *verdict;
};

static int is_tent(const struct trial *t, uint32_t at)
{
    return t->camp->board.cell[at] != TREE && t->values[t->camp->var[at]];
}

static void blame(struct trial *t, uint32_t at)
{
    t->verdict->blame[t->verdict->nblame++] = t->camp->var[at];
}

static int verify_touch(struct trial *t, uint32_t at)
{
    const struct board *board = &t->camp->board;
    for (uint32_t other = at + 1; is_tent(t, at) && other < board_cells(board) && other <= at + board->width + 1;
         other++) {
        if (!board_touch(board, at, other) || !is_tent(t, other))
            continue;
        blame(t, at);
        blame(t, other);
        cell_name(t->camp, other, t->verdict->place, sizeof t->verdict->place);
        snprintf(t->verdict->what, sizeof t->verdict->what, "two tents touch");
        return RT_CONFLICT;
    }
    return RT_OK;
}

/* Line 0 .. width - 1 a column, then the rows. */
static int verify_line(struct trial *t, uint32_t line)
{
    const struct board *board = &t->camp->board;
    int count = board->count[line], tents = 0;
    uint32_t n = line_length(board, line);
    for (uint32_t i = 0; i < n; i++)
        tents += is_tent(t, line_cell(board, line, i));
    if (count == UNKNOWN || tents == count)
        return RT_OK;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = line_cell(board, line, i);
        if (board->cell[at] != TREE && is_tent(t, at) == (tents > count))
            blame(t, at);
    }
    line_name(board, line, t->verdict->place, sizeof t->verdict->place);
    snprintf(t->verdict->what, sizeof t->verdict->what, "there are %d tents where %d should be", tents, count);
    return RT_CONFLICT;
}

/* The tree at `at` takes a tent beside it, others may have to change theirs (augmenting paths). `tree_of` is of a
 * tent, by its cell. */
static int pair_tree(struct trial *t, uint32_t at, uint32_t *tree_of, uint8_t *seen)
{
    seen[at] = 1;
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t tent = board_beside(&t->camp->board, at, d);
        if (tent == RT_NOPOS || !is_tent(t, tent))
            continue;
        if (tree_of[tent] == RT_NOPOS || (!seen[tree_of[tent]] && pair_tree(t, tree_of[tent], tree_of, seen))) {
            tree_of[tent] = at;
            return 1;
        }
    }
    return 0;
}

static int is_beside_seen(const struct board *board, uint32_t at, const uint8_t *seen)
{
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t beside = board_beside(board, at, d);
        if (beside != RT_NOPOS && seen[beside])
            return 1;
    }
    return 0;
}

/* The trees in `seen` have one tent too few: blames the places beside them that have none. */
static int blame_places(struct trial *t, uint32_t tree, const uint8_t *seen)
{
    const struct board *board = &t->camp->board;
    for (uint32_t at = 0; at < board_cells(board); at++)
        if (board->cell[at] != TREE && !is_tent(t, at) && is_beside_seen(board, at, seen))
            blame(t, at);
    cell_name(t->camp, tree, t->verdict->place, sizeof t->verdict->place);
    snprintf(t->verdict->what, sizeof t->verdict->what, "no tent is left for this tree");
    return RT_CONFLICT;
}

/* Every tree has its tent, and this one is left over: blames it, and the tents of trees beside those blamed. */
static int blame_lonely(struct trial *t, uint32_t lonely, const uint32_t *tree_of, uint8_t *seen)
{
    const struct board *board = &t->camp->board;
    uint32_t before;
    memset(seen, 0, board_cells(board));
    seen[lonely] = 1;
    blame(t, lonely);
    do {
        before = t->verdict->nblame;
        for (uint32_t at = 0; at < board_cells(board); at++)
            if (is_tent(t, at) && !seen[at] && is_beside_seen(board, tree_of[at], seen)) {
                seen[at] = 1;
                blame(t, at);
            }
    } while (t->verdict->nblame > before);
    cell_name(t->camp, lonely, t->verdict->place, sizeof t->verdict->place);
    snprintf(t->verdict->what, sizeof t->verdict->what, "no tree is left for this tent");
    return RT_CONFLICT;
}

static int verify_pairs(struct rt_self *self, struct trial *t)
{
    const struct board *board = &t->camp->board;
    uint32_t n = board_cells(board), *tree_of = self->h->scratch(self, n * sizeof *tree_of);
    uint8_t *seen = self->h->scratch(self, n);
    if (!tree_of || !seen)
        return RT_ENOMEM;
    memset(tree_of, 0xff, n * sizeof *tree_of);
    for (uint32_t at = 0; at < n; at++) {
        if (board->cell[at] != TREE)
            continue;
        memset(seen, 0, n);
        if (!pair_tree(t, at, tree_of, seen))
            return blame_places(t, at, seen);
    }
    for (uint32_t at = 0; at < n; at++)
        if (is_tent(t, at) && tree_of[at] == RT_NOPOS)
            return blame_lonely(t, at, tree_of, seen);
    return RT_OK;
}

static int verify(struct rt_self *self, const uint8_t *values, struct rt_verdict *verdict)
{
    struct trial t = {self->state, values, verdict};
    const struct board *board = &t.camp->board;
    for (uint32_t at = 0; at < board_cells(board); at++)
        if (verify_touch(&t, at) == RT_CONFLICT)
            return RT_CONFLICT;
    for (uint32_t line = 0; line < board->width + board->height; line++)
        if (verify_line(&t, line) == RT_CONFLICT)
            return RT_CONFLICT;
    return verify_pairs(self, &t);
}

static int marks(struct rt_self *self, const char *text, size_t length)
{
    const struct camp *camp = self->state;
    struct board *grid = self->h->scratch(self, sizeof *grid);
    struct rt_lines lines = rt_lines_of(text, length);
    int status = grid ? board_read_grid(self, &lines, grid) : RT_ENOMEM;
    if (status != RT_OK)
        return status;
    if (grid->width != camp->board.width || grid->height != camp->board.height)
        return self->h->fail(self, RT_EINPUT, 0, 0, "the grid is %u x %u, the puzzle %u x %u", grid->width,
                             grid->height, camp->board.width, camp->board.height);
    for (uint32_t v = 0; v < camp->nvars && status == RT_OK; v++) {
        char cell = grid->cell[camp->cell[v]];
        if (cell == TENT || cell == NONE)
            status = self->h->mark(self, v, cell == TENT ? 2 : 1);
    }
    return status;
}

/* ---- words */

static int describe_value(struct rt_self *self, uint32_t var, uint32_t value)
{
    (void)var;
    return self->h->print(self, value ? "a tent" : "no tent");
}

static int describe(struct rt_self *self, uint32_t var, uint32_t value)
{
    char where[32];
    place(self, var, where, sizeof where);
    return self->h->print(self, value ? "there is a tent at %s" : "there is no tent at %s", where);
}

static int describe_scope(struct rt_self *self, uint32_t scope)
{
    return camp_describe_scope(self, self->state, scope);
}

static int describe_positions(struct rt_self *self, uint32_t scope, uint32_t first, uint32_t last)
{
    char from[32], to[32];
    place(self, camp_var(self->state, scope, first), from, sizeof from);
    place(self, camp_var(self->state, scope, last), to, sizeof to);
    return first == last ? self->h->print(self, "%s", from) : self->h->print(self, "%s to %s", from, to);
}

/* A camp with most of its counts, some of them wrong. */
static int sample(struct rt_self *self, uint32_t side)
{
    struct board *board = self->h->scratch(self, sizeof *board);
    char *text = self->h->scratch(self, (MOST + 1) * (3 * MOST + 4));
    if (!board || !text)
        return RT_ENOMEM;
    board->width = 1 + (uint32_t)self->h->random(self, side < MOST ? side : MOST);
    board->height = 1 + (uint32_t)self->h->random(self, side < MOST ? side : MOST);
    camp_random(self, board);
    for (uint32_t line = 0; line < board->width + board->height; line++)
        if (self->h->random(self, 4) == 0)
            board->count[line] = UNKNOWN;
    size_t length = board_put(board, 0, text);
    int status = self->h->print(self, "tents\n");
    return status == RT_OK ? self->h->write(self, text, length) : status;
}

static int generate(struct rt_self *self, const struct rt_wish *wish)
{
    return camp_generate(self, self->state, wish);
}

static const void *extension(const char *id)
{
    static const char *const kinds[] = {RT_TENTS_LINE, RT_TENTS_APART, RT_TENTS_TREE, RT_TENTS_PAIRS, NULL};
    static const struct rt_puzzle_sample samples = {.size = sizeof samples, .sample = sample};
    if (!strcmp(id, RT_PUZZLE_KINDS))
        return kinds;
    return strcmp(id, RT_PUZZLE_SAMPLE) ? NULL : &samples;
}

static const struct rt_puzzle_class tents = {
    .size = sizeof tents,
    .id = "tents",
    .name = "Tents",
    .summary = "a tent beside every tree, no two touch, so many in each row and column",
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

/* ---- the format that is the canonical text: a drawing, with tents and all */

static int probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    return rt_lines_next_full(&lines, &line) && rt_span_is(rt_span_trim(line), "tents") ? 100 : 0;
}

static int read(struct rt_self *self, const char *bytes, size_t length)
{
    struct board *board = self->h->scratch(self, sizeof *board);
    struct rt_puzzle_text about = {0};
    uint32_t *numbers = self->h->scratch(self, (MOST + 2) * sizeof *numbers);
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    if (!board || !numbers)
        return RT_ENOMEM;
    for (uint32_t i = 0; i < MOST + 2 && rt_lines_next_full(&lines, &line); i++)
        numbers[about.nlines++] = lines.number;
    about.lines = numbers;
    int status = board_read(self, bytes, length, board);
    return status == RT_OK ? board_emit(self, board, 0, about) : status;
}

static int write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    const char *grid = puzzles[0]->solution ? puzzles[0]->solution : puzzles[0]->marks;
    if (!grid)
        return rt_verbatim_write(self, puzzles, count);
    int status = rt_only_one(self, count);
    status = status == RT_OK ? self->h->print(self, "tents\n") : status;
    return status == RT_OK ? self->h->write(self, grid, strlen(grid)) : status;
}

static const char *const extensions[] = {".tents", NULL};
static const char *const magic[] = {"tents", NULL};

static const struct rt_format_class text = {
    .size = sizeof text,
    .id = "tents.text",
    .puzzle = "tents",
    .summary = "Ratchet's own text: the counts of the columns, then the rows, each with its count",
    .extensions = extensions,
    .magic = magic,
    .probe = probe,
    .read = read,
    .write = write,
    .quirks = "T is a tree, ^ a tent, - a cell without one; a count that is not said is '.'",
};

static const struct rt_puzzle_class *const puzzles[] = {&tents, NULL};
static const struct rt_format_class *const formats[] = {&text, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "tents", .version = "1.0", .formats = formats, .puzzles = puzzles,
};
