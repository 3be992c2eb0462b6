/* Slitherlink: one closed loop along the sides of cells; a clue says how many sides of its cell it takes.
 *
 * Canonical text: LF, blank lines don't count.
 *
 *      slitherlink WIDTH HEIGHT
 *      .3.2                        a row of `.` and 0 to 4, from top to bottom
 *
 * At most 65535 cells a side and 2^20 in all.  There must be a line: a board of zeros has no solution, and a board
 * without clues asks for any loop.
 *
 * Model: variable 0 off, 1 on, an edge between neighbouring corners of cells: those within rows first, row by row, then
 * those within columns.  Scopes: `loop.vertex/1` a corner, none of which must be visited, `loop.single/1`, then
 * `slitherlink.clue/1` a clue, and `slitherlink.board/1` where a rule serves it. */
#include "generate.h"
#include "svg.h"

#include <ratchet/kit/ansi.h>
#include <ratchet/model.h>

static const struct board *board_of(const struct rt_self *self)
{
    return self->state;
}

static int parse(struct rt_self *self, const char *text, size_t length)
{
    uint32_t first;
    struct board *b = self->h->alloc(self, sizeof *b);
    self->state = b;
    return b ? board_read(self, text, length, true, b, &first) : RT_ENOMEM;
}

/* ---- model ---- */

/* A scope that is being filled. */
struct around {
    const struct rt_lattice *points;
    uint32_t edges[12], n;
};

static int8_t position(struct around *around, uint32_t edge)
{
    if (edge == RT_NOPOS)
        return -1;
    around->edges[around->n] = edge;
    return (int8_t)around->n++;
}

static int add_clue(struct rt_self *self, const struct board *b, uint32_t cell)
{
    struct around around = {.points = &b->points};
    struct rt_slitherlink_clue c = {.clue = b->clue[cell]};
    uint32_t corner = rt_lattice_corner(&b->points, cell), width = b->points.width;
    const uint32_t point[] = {corner + 1, corner + width + 1, corner + width, corner};
    for (uint32_t d = 0; d < 4; d++)
        c.side[d] = position(&around, rt_lattice_side(&b->points, cell, d));
    for (uint32_t d = 0; d < 4; d++) {
        c.beyond[d][0] = position(&around, rt_lattice_edge(&b->points, point[d], (d + 1) % 4));
        c.beyond[d][1] = position(&around, rt_lattice_edge(&b->points, point[d], d));
    }
    return self->h->add_scope(self, RT_SLITHERLINK_CLUE, around.edges, around.n, &c, sizeof c);
}

static int add_clues(struct rt_self *self, const struct board *b)
{
    int status = RT_OK;
    for (uint32_t cell = 0; cell < board_cells(b) && status == RT_OK; cell++) {
        if (b->clue[cell] != RT_SLITHERLINK_NONE)
            status = add_clue(self, b, cell);
        if (status == RT_OK && cell % 64 == 0 && self->h->tick(self, 64))
            status = RT_ELIMIT;
    }
    return status;
}

/* Says nothing that the other scopes don't say; some rules look at the whole board. */
static int add_board(struct rt_self *self, const struct board *b)
{
    const struct rt_model_served *rules = self->h->extension(self, RT_MODEL_SERVED);
    if (rules && !rules->served(self, RT_SLITHERLINK_BOARD))
        return RT_OK;
    uint32_t *vars = self->h->scratch(self, board_edges(b) * sizeof *vars);
    if (!vars)
        return RT_ENOMEM;
    for (uint32_t e = 0; e < board_edges(b); e++)
        vars[e] = e;
    struct rt_slitherlink_board payload = {b->width, b->height, b->clue};
    return self->h->add_scope(self, RT_SLITHERLINK_BOARD, vars, board_edges(b), &payload, sizeof payload);
}

static int model(struct rt_self *self)
{
    const struct board *b = board_of(self);
    uint8_t *must = self->h->alloc(self, rt_lattice_points(&b->points));
    if (!must || self->h->add_variables(self, board_edges(b), 2) == RT_NOPOS)
        return RT_ENOMEM;
    int status = rt_lattice_add_loop(self, &b->points, must);
    if (status == RT_OK)
        status = add_clues(self, b);
    return status == RT_OK ? add_board(self, b) : status;
}

/* ---- the truth, much in the order of pzpr's checker, so that illegal boards get comparable answers ---- */

/* A clue above 0 has a side on; without clues not all edges beside those of a tree may be off. */
static int verify_line(struct rt_judge *j, const struct board *b)
{
    if (rt_judge_any_line(j))
        return RT_OK;
    rt_judge_illegal(j, 0, 0, "there is no line on the board");
    *j->verdict->place = 0;
    for (uint32_t cell = 0; cell < board_cells(b); cell++) {
        if (!b->clue[cell] || b->clue[cell] == RT_SLITHERLINK_NONE)
            continue;
        for (uint32_t d = 0; d < 5u - b->clue[cell]; d++)
            rt_judge_blame(j, rt_lattice_side(j->lattice, cell, d));
        return RT_CONFLICT;
    }
    rt_judge_blame_tree(j);
    return RT_CONFLICT;
}

/* One side too many, or too many sides without. */
static int verify_clues(struct rt_judge *j, const struct board *b)
{
    for (uint32_t cell = 0; cell < board_cells(b); cell++) {
        uint32_t clue = b->clue[cell], lines = lines_round(b, j->values, cell);
        if (clue == RT_SLITHERLINK_NONE || clue == lines)
            continue;
        rt_judge_illegal(j, cell / b->width, cell % b->width, "");
        snprintf(j->verdict->what, sizeof j->verdict->what, "the %u has %u line%s", clue, lines, lines == 1 ? "" : "s");
        for (uint32_t d = 0; d < 4; d++)
            if (j->values[rt_lattice_side(j->lattice, cell, d)] == (lines > clue))
                rt_judge_blame(j, rt_lattice_side(j->lattice, cell, d));
        j->verdict->nblame = lines > clue ? clue + 1 : 5 - clue;
        return RT_CONFLICT;
    }
    return RT_OK;
}

static int verify(struct rt_self *self, const uint8_t *values, struct rt_verdict *verdict)
{
    const struct board *b = board_of(self);
    struct rt_judge j = {self, &b->points, values, verdict};
    uint8_t *must = self->h->scratch(self, rt_lattice_points(&b->points));
    int status = self->h->tick(self, board_cells(b) / 32 + 1) ? RT_ELIMIT : must ? verify_line(&j, b) : RT_ENOMEM;
    if (status == RT_OK)
        status = rt_judge_branch(&j);
    if (status == RT_OK)
        status = rt_judge_crossing(&j);
    if (status == RT_OK)
        status = verify_clues(&j, b);
    if (status == RT_OK)
        status = rt_judge_dead_end(&j);
    return status == RT_OK ? rt_judge_loops(&j, must) : status;
}

/* ---- words ---- */

static int place(struct rt_self *self, uint32_t var, char *buffer, size_t capacity)
{
    return name_edge(board_of(self), var, true, buffer, capacity);
}

static int describe(struct rt_self *self, uint32_t var, uint32_t value)
{
    char where[48];
    if (var >= board_edges(board_of(self)) || value > 1)
        return RT_ERROR;
    name_edge(board_of(self), var, false, where, sizeof where);
    return self->h->print(self, "there is %s %s", value ? "a line" : "no line", where);
}

/* A corner of cells, by one of those that have it. */
static int describe_point(struct rt_self *self, const struct board *b, uint32_t point)
{
    uint32_t row = point / b->points.width, column = point % b->points.width;
    return self->h->print(self, "the %s-%s corner of r%uc%u", row ? "south" : "north", column ? "east" : "west",
                          row ? row : 1, column ? column : 1);
}

static int describe_scope(struct rt_self *self, uint32_t scope)
{
    const struct board *b = board_of(self);
    uint32_t points = rt_lattice_points(&b->points), left = scope - points;
    if (scope < points)
        return describe_point(self, b, scope);
    if (!left--)
        return self->h->print(self, "the whole loop");
    for (uint32_t cell = 0; cell < board_cells(b); cell++)
        if (b->clue[cell] != RT_SLITHERLINK_NONE && !left--)
            return self->h->print(self, "the %u in r%uc%u", b->clue[cell], cell / b->width + 1, cell % b->width + 1);
    return left ? RT_ERROR : self->h->print(self, "the whole board");
}

static int marks(struct rt_self *self, const char *text, size_t length)
{
    struct rt_scene scene = board_scene(board_of(self));
    return rt_scene_marks(self, &scene, text, length);
}

static int facts(struct rt_self *self)
{
    const struct board *b = board_of(self);
    uint32_t clues[5] = {0};
    for (uint32_t cell = 0; cell < board_cells(b); cell++)
        if (b->clue[cell] != RT_SLITHERLINK_NONE)
            clues[b->clue[cell]]++;
    return self->h->print(self, "size\t%u x %u\nclues\t%u\nzeros\t%u\nones\t%u\ntwos\t%u\nthrees\t%u\nedges\t%u\n",
                          b->width, b->height, clues[0] + clues[1] + clues[2] + clues[3] + clues[4], clues[0],
                          clues[1], clues[2], clues[3], board_edges(b));
}

static int render(struct rt_self *self, const struct rt_picture *picture)
{
    struct rt_scene scene = board_scene(board_of(self));
    switch (picture->kind) {
    case RT_RENDER_ASCII:
        return rt_scene_text(self, &scene, picture);
    case RT_RENDER_ANSI:
        return rt_scene_ansi(self, &scene, picture);
    case RT_RENDER_SVG:
        return svg_render(self, board_of(self), picture);
    default:
        return RT_EUNSUPPORTED;
    }
}

static const struct rt_puzzle_sample samples = {.size = sizeof samples, .sample = slitherlink_sample};

static const void *extension(const char *id)
{
    static const char *const kinds[] = {RT_LOOP_VERTEX, RT_LOOP_SINGLE, RT_SLITHERLINK_CLUE, RT_SLITHERLINK_BOARD,
                                       NULL};
    if (!strcmp(id, RT_PUZZLE_SAMPLE))
        return &samples;
    return strcmp(id, RT_PUZZLE_KINDS) ? NULL : (const void *)kinds;
}

static const struct rt_puzzle_class slitherlink = {
    .size = sizeof slitherlink,
    .id = "slitherlink",
    .name = "Slitherlink",
    .summary = "draw one loop along the sides of cells: a clue says how many of its sides the loop takes",
    .parse = parse,
    .model = model,
    .render = render,
    .verify = verify,
    .describe = describe,
    .describe_scope = describe_scope,
    .marks = marks,
    .facts = facts,
    .place = place,
    .extension = extension,
    .generate = slitherlink_generate,
};

static const struct rt_puzzle_class *const puzzles[] = {&slitherlink, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "slitherlink",
    .version = "1.0",
    .puzzles = puzzles,
};
