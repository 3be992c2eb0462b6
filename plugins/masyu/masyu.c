/* Masyu (Pearl): one closed loop through cells, straight on white pearls, turning on black ones.
 *
 * Canonical text: LF, blank lines don't count.
 *
 *      masyu WIDTH HEIGHT
 *      all_cells                   optional: the loop visits every cell
 *      white straight              optional: standard, both or straight, whatever the option says
 *      .W.B                        a row of `.`, `W` and `B`, from top to bottom
 *
 * At most 65535 cells a side and 2^20 in all.  A board without pearls asks for any loop; a board a cell wide
 * has none, which is for the solver to say.
 *
 * Model: variable 0 off, 1 on, an edge between neighbours: those within rows first, row by row, then those
 * within columns, again from left to right and top to bottom.  Scopes: `loop.vertex/1` a cell,
 * `loop.single/1`, then `masyu.white/1` and `masyu.black/1` a pearl, and `masyu.board/1` where a rule serves it.  A
 * single cell has no edges, and no scopes. */
#include "ascii.h"
#include "generate.h"
#include "sample.h"
#include "svg.h"
#include "verify.h"

#include <ratchet/kind/loop.h>
#include <ratchet/kit/ansi.h>
#include <ratchet/model.h>

static const struct board *board_of(const struct rt_self *self)
{
    return self->state;
}

static int list_pearls(struct rt_self *self, struct board *b)
{
    for (uint32_t cell = 0; cell < board_cells(b); cell++)
        b->npearls += b->cell[cell] != 0;
    b->pearl = self->h->alloc(self, (b->npearls + 1) * sizeof *b->pearl);
    if (!b->pearl)
        return RT_ENOMEM;
    for (uint32_t cell = 0, n = 0; cell < board_cells(b); cell++)
        if (b->cell[cell])
            b->pearl[n++] = cell;
    return RT_OK;
}

static int masyu_parse(struct rt_self *self, const char *text, size_t length)
{
    uint32_t first;
    struct board *b = self->h->alloc(self, sizeof *b);
    if (!b)
        return RT_ENOMEM;
    self->state = b;
    int status = board_read(self, text, length, true, b, &first);
    if (status != RT_OK)
        return status;
    if (!b->own_variant)
        b->variant = (uint32_t)self->h->option(self, "white");
    b->all_cells |= self->h->option(self, "all_cells") != 0;
    return list_pearls(self, b);
}

/* ---- model ---- */

static int model_loop(struct rt_self *self, const struct board *b)
{
    uint8_t *must = self->h->alloc(self, board_cells(b));
    if (!must)
        return RT_ENOMEM;
    for (uint32_t cell = 0; cell < board_cells(b); cell++)
        must[cell] = board_must(b, cell);
    return rt_lattice_add_loop(self, &b->lattice, must);
}

/* A scope that is being filled. */
struct around {
    const struct board *board;
    uint32_t edges[16], n;
};

static int8_t position(struct around *around, uint32_t cell, uint32_t d)
{
    uint32_t edge = cell == RT_NOPOS ? RT_NOPOS : board_edge(around->board, cell, d);
    if (edge == RT_NOPOS)
        return -1;
    around->edges[around->n] = edge;
    return (int8_t)around->n++;
}

static uint8_t pearl_at(const struct board *b, uint32_t cell)
{
    return cell == RT_NOPOS ? RT_MASYU_OUTSIDE : b->cell[cell];
}

static struct rt_masyu_pearl pearl_payload(struct around *around, uint32_t cell)
{
    const struct board *b = around->board;
    struct rt_masyu_pearl p = {.variant = (uint8_t)b->variant};
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t beside = board_beside(b, cell, d);
        p.near[d] = position(around, cell, d);
        p.far[d] = position(around, beside, d);
        p.cell[d] = pearl_at(b, beside);
        for (uint32_t s = 0; s < 2; s++) {
            uint32_t side = (d + (s ? 1 : 3)) % 4;
            p.side[d][s] = position(around, beside, side);
            p.side_cell[d][s] = pearl_at(b, beside == RT_NOPOS ? beside : board_beside(b, beside, side));
        }
    }
    return p;
}

/* The loop passes here, so its edges are tried on, and early. */
static void prefer_pearl(struct rt_self *self, const struct board *b, uint32_t cell)
{
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t near = board_edge(b, cell, d);
        uint32_t far = near == RT_NOPOS ? near : board_edge(b, board_beside(b, cell, d), d);
        if (near != RT_NOPOS)
            self->h->prefer(self, near, 1, 1.0);
        if (far != RT_NOPOS)
            self->h->prefer(self, far, b->cell[cell] == RT_MASYU_IS_BLACK, 0.5);
    }
}

static int model_pearls(struct rt_self *self, const struct board *b)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < b->npearls && status == RT_OK; i++) {
        uint32_t cell = b->pearl[i];
        struct around around = {.board = b};
        struct rt_masyu_pearl p = pearl_payload(&around, cell);
        status =
            self->h->add_scope(self, b->cell[cell] == RT_MASYU_IS_WHITE ? RT_MASYU_WHITE : RT_MASYU_BLACK,
                               around.edges, around.n, &p, sizeof p);
        prefer_pearl(self, b, cell);
    }
    return status;
}

/* Says nothing that the other scopes don't say; some rules look at the whole board. */
static int model_board(struct rt_self *self, const struct board *b)
{
    const struct rt_model_served *rules = self->h->extension(self, RT_MODEL_SERVED);
    if (rules && !rules->served(self, RT_MASYU_BOARD))
        return RT_OK;
    uint32_t *vars = self->h->scratch(self, board_edges(b) * sizeof *vars);
    if (!vars)
        return RT_ENOMEM;
    for (uint32_t e = 0; e < board_edges(b); e++)
        vars[e] = e;
    struct rt_masyu_board payload = {b->width, b->height, b->variant, b->all_cells, b->cell};
    return self->h->add_scope(self, RT_MASYU_BOARD, vars, board_edges(b), &payload, sizeof payload);
}

static int masyu_model(struct rt_self *self)
{
    const struct board *b = board_of(self);
    if (!board_edges(b))
        return RT_OK;
    if (self->h->add_variables(self, board_edges(b), 2) == RT_NOPOS)
        return RT_ENOMEM;
    int status = model_loop(self, b);
    if (status == RT_OK)
        status = model_pearls(self, b);
    return status == RT_OK ? model_board(self, b) : status;
}

/* ---- words ---- */

static int masyu_verify(struct rt_self *self, const uint8_t *values, struct rt_verdict *verdict)
{
    return board_verify(self, board_of(self), values, verdict);
}

static int masyu_place(struct rt_self *self, uint32_t var, char *buffer, size_t capacity)
{
    return name_edge(board_of(self), var, "", "-", buffer, capacity);
}

static int masyu_describe(struct rt_self *self, uint32_t var, uint32_t value)
{
    char where[48];
    if (var >= board_edges(board_of(self)) || value > 1)
        return RT_ERROR;
    name_edge(board_of(self), var, "between ", " and ", where, sizeof where);
    return self->h->print(self, "there is %s %s", value ? "a line" : "no line", where);
}

static int masyu_describe_scope(struct rt_self *self, uint32_t scope)
{
    const struct board *b = board_of(self);
    uint32_t cells = board_cells(b), pearl = scope - cells - 1;
    if (scope == cells)
        return self->h->print(self, "the whole loop");
    if (scope == cells + 1 + b->npearls)
        return self->h->print(self, "the whole board");
    if (scope > cells && pearl >= b->npearls)
        return RT_ERROR;
    uint32_t cell = scope < cells ? scope : b->pearl[pearl];
    const char *what = scope < cells                        ? "cell"
                       : b->cell[cell] == RT_MASYU_IS_WHITE ? "the white pearl"
                                                            : "the black pearl";
    return self->h->print(self, "%s r%uc%u", what, cell / b->width + 1, cell % b->width + 1);
}

static int masyu_marks(struct rt_self *self, const char *text, size_t length)
{
    struct rt_scene scene = board_scene(board_of(self));
    return rt_scene_marks(self, &scene, text, length);
}

static int masyu_facts(struct rt_self *self)
{
    const struct board *b = board_of(self);
    uint32_t whites = 0;
    for (uint32_t i = 0; i < b->npearls; i++)
        whites += b->cell[b->pearl[i]] == RT_MASYU_IS_WHITE;
    return self->h->print(self, "size\t%u x %u\nwhite pearls\t%u\nblack pearls\t%u\nedges\t%u\n", b->width,
                          b->height, whites, b->npearls - whites, board_edges(b));
}

static int masyu_render(struct rt_self *self, const struct rt_picture *picture)
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

static const struct rt_puzzle_sample samples = {.size = sizeof samples, .sample = masyu_sample};

static const void *masyu_extension(const char *id)
{
    static const char *const kinds[] = {RT_LOOP_VERTEX, RT_LOOP_SINGLE, RT_MASYU_WHITE, RT_MASYU_BLACK,
                                       RT_MASYU_BOARD, NULL};
    if (!strcmp(id, RT_PUZZLE_SAMPLE))
        return &samples;
    return strcmp(id, RT_PUZZLE_KINDS) ? NULL : (const void *)kinds;
}

static const struct rt_option white = {
    .name = "white",
    .help =
        "where the loop turns next to a white pearl: on one side at least, on both, or nowhere in particular",
    .type = RT_OPTION_ENUM,
    .fallback = RT_MASYU_STANDARD,
    .choices = BOARD_VARIANTS,
};

static const struct rt_option all_cells = {
    .name = "all_cells",
    .help = "the loop visits every cell, not only the pearls",
    .type = RT_OPTION_BOOL,
};

static const struct rt_option *const options[] = {&white, &all_cells, NULL};

static const struct rt_puzzle_class masyu = {
    .size = sizeof masyu,
    .id = "masyu",
    .name = "Masyu",
    .summary = "draw one loop through all pearls: straight on white ones, turning on black ones",
    .options = options,
    .parse = masyu_parse,
    .model = masyu_model,
    .render = masyu_render,
    .verify = masyu_verify,
    .describe = masyu_describe,
    .describe_scope = masyu_describe_scope,
    .marks = masyu_marks,
    .facts = masyu_facts,
    .place = masyu_place,
    .extension = masyu_extension,
    .generate = masyu_generate,
};

static const struct rt_puzzle_class *const puzzles[] = {&masyu, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "masyu",
    .version = "1.0",
    .puzzles = puzzles,
};
