/* slitherlink.pzprv3 — files of pzpr and puzz.link:
 *
 *      pzprv3              or pzprv3.1
 *      slither
 *      2                   rows
 *      3                   columns
 *      . 3 .               a row of cells a line: . none, 0 to 4, - a clue that isn't told
 *      2 . 1
 *      0 0 0               pzprv3.1 only: how cells are shaded, which is passed over
 *      0 0 0
 *      0 1 -1 0            the upright edges of a row of cells: 0 nothing, 1 a line, -1 a cross
 *      ...
 *      0 0 0               the level edges above a row of cells, and below the last one
 *      ...
 *
 * pzpr makes no difference between an answer and work under way: the lines are taken for the solution as they stand,
 * lines and crosses for marks.  A file that ends behind the cells, or their shades, has no lines. */
#include "board.h"

#include <ratchet/kit/pzprv3.h>
#include <ratchet/model.h>

static const char *const types[] = {"slither", "slitherlink", NULL};

static int pzprv3_probe(const char *bytes, size_t length)
{
    return rt_pzprv3_probe(bytes, length, types);
}

/* `into`: the clues of the board. */
static int clue_from(struct rt_pzprv3 *f, struct rt_span word, uint32_t index, void *into)
{
    int clue = word.n == 1 ? clue_of(*word.s, 0) : -1;
    if (clue < 0)
        return RT_PZPRV3_FAIL(f, word.s, "'%.*s' is no cell; . is one without a clue, 0 to 4 are clues",
                              (int)(word.n < 20 ? word.n : 20), word.s);
    ((uint8_t *)into)[index] = (uint8_t)clue;
    return RT_OK;
}

static int shade_from(struct rt_pzprv3 *f, struct rt_span word, uint32_t index, void *into)
{
    (void)index, (void)into;
    if (rt_span_is(word, "0") || rt_span_is(word, "1") || rt_span_is(word, "2") || rt_span_is(word, "."))
        return RT_OK;
    return RT_PZPRV3_FAIL(f, word.s, "'%.*s' is no shade of a cell; these are 0, 1 and 2",
                          (int)(word.n < 20 ? word.n : 20), word.s);
}

static int read_edges(struct rt_pzprv3 *f, const struct board *b, uint64_t *edges)
{
    int status = RT_OK;
    if (f->version && rt_parts_left(&f->parts))
        status = rt_pzprv3_rows(f, "shades", b->height, b->width, shade_from, NULL, NULL);
    if (status != RT_OK || !rt_parts_left(&f->parts))
        return status;
    status = rt_pzprv3_rows(f, "upright edges", b->height, b->width + 1, rt_pzprv3_edge,
                            edges + rt_lattice_level_edges(&b->points), NULL);
    if (status == RT_OK)
        status = rt_pzprv3_rows(f, "level edges", b->height + 1, b->width, rt_pzprv3_edge, edges, NULL);
    return status == RT_OK ? rt_pzprv3_end(f, "edges") : status;
}

static int pzprv3_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_pzprv3 f = {.self = self, .parts = {.lines = rt_lines_of(bytes, length)}};
    struct board b;
    uint32_t first = 0;
    uint64_t *edges;
    int status = rt_pzprv3_head(&f, types, "slitherlink (slither)");
    if (status == RT_OK)
        status = rt_check_size(self, f.parts.lines.number, 0, f.width, f.height);
    /* A file is at least as long as its board; one without must not ask for much work with few bytes. */
    if (status == RT_OK && (uint64_t)f.width * f.height > length)
        status = self->h->fail(self, RT_EINPUT, f.parts.lines.number, 0,
                               "the file is too short for a board %u wide and %u high", f.width, f.height);
    if (status == RT_OK)
        status = board_new(self, f.width, f.height, &b);
    if (status == RT_OK)
        status = rt_pzprv3_rows(&f, "cells", b.height, b.width, clue_from, b.clue, &first);
    if (status != RT_OK)
        return status;
    if (!(edges = rt_edges_new(self, &b.points)))
        return RT_ENOMEM;
    bool one_line = memchr(f.parts.line.s, '/', f.parts.line.n);
    status = read_edges(&f, &b, edges);
    if (status != RT_OK)
        return status;
    struct rt_scene scene = board_scene(&b);
    struct rt_origin from = {.first = first, .one_line = one_line};
    if (rt_edges_any(&b.points, edges)) {
        from.marks = rt_scene_string(self, &scene, edges);
        from.solution = rt_edges_answer(self, &scene, edges);
    }
    return board_emit(self, &b, &from);
}

static int pzprv3_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct board b;
    uint64_t *edges;
    int status = rt_single(self, count, "slitherlink.pzprv3", "slitherlink.puzzlink");
    if (status == RT_OK)
        status = board_of_puzzle(self, puzzles[0], &b);
    if (status != RT_OK)
        return status;
    struct rt_scene scene = board_scene(&b);
    status = rt_edges_of_puzzle(self, &scene, puzzles[0], &edges);
    if (status != RT_OK)
        return status;
    self->h->print(self, "pzprv3\nslither\n%u\n%u\n", b.height, b.width);
    for (uint32_t cell = 0; cell < board_cells(&b) && status == RT_OK; cell++)
        status = self->h->print(self, "%c %s", sign_of(b.clue[cell]), (cell + 1) % b.width ? "" : "\n");
    /* In a whole loop what is off needs no cross. */
    bool crosses = edges && !rt_edges_closed(&b.points, edges);
    if (status == RT_OK)
        status = rt_pzprv3_put_edges(self, edges ? edges + rt_lattice_level_edges(&b.points) : NULL, b.height,
                                     b.width + 1, crosses);
    return status == RT_OK ? rt_pzprv3_put_edges(self, edges, b.height + 1, b.width, crosses) : status;
}

static const char *const magic[] = {"pzprv3", NULL};

static const struct rt_format_class pzprv3 = {
    .size = sizeof pzprv3,
    .id = "slitherlink.pzprv3",
    .puzzle = "slitherlink",
    .summary = "files of pzpr and puzz.link, with lines and crosses",
    .magic = magic,
    .probe = pzprv3_probe,
    .read = pzprv3_read,
    .write = pzprv3_write,
    .quirks = "Rows come first. Lines are taken for the solution as they stand, lines and crosses for marks; shades of "
              "cells (pzprv3.1) are passed over; lines may be parted by / as well.",
};

static const struct rt_format_class *const formats[] = {&pzprv3, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "slitherlink.pzprv3",
    .version = "1.0",
    .formats = formats,
};
