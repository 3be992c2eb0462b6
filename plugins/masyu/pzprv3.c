/* masyu.pzprv3 — files of pzpr and puzz.link:
 *
 *      pzprv3              or pzprv3.1 and so on
 *      mashu
 *      6                   rows
 *      6                   columns
 *      . . 1 . . .         a row of cells a line: . none, 1 white, 2 black
 *      0 1 1 -1 0          the edges within a row: 0 nothing, 1 a line, -1 a cross
 *      1 0 0 0 1 0         the edges below a row
 *
 * Lines may be parted by / instead.  What follows from `info:`, `history:`, `TrialData` or an address on is
 * passed over.  pzpr makes no difference between an answer and work under way: the lines are taken for the
 * solution as they stand, lines and crosses for marks.  A file that ends behind the size is an empty board on
 * which nothing is drawn; one that ends behind the cells has no lines either. */
#include "edges.h"

#include <ratchet/kit/pzprv3.h>
#include <ratchet/model.h>

enum { EMPTY_MOST = 10000 }; /* cells of a board that the file doesn't show */

static const char *const types[] = {"mashu", "masyu", NULL};

static int pzprv3_probe(const char *bytes, size_t length)
{
    return rt_pzprv3_probe(bytes, length, types);
}

struct reader {
    struct rt_pzprv3 file;
    struct board board;
    uint64_t *edges;
    uint32_t first; /* line of the first row of cells */
};

/* `into`: the cells of the board. */
static int cell_from(struct rt_pzprv3 *f, struct rt_span word, uint32_t index, void *into)
{
    uint8_t *cell = (uint8_t *)into + index;
    *cell = rt_span_is(word, "1") ? RT_MASYU_IS_WHITE : rt_span_is(word, "2") ? RT_MASYU_IS_BLACK : RT_MASYU_NONE;
    if (*cell || rt_span_is(word, ".") || rt_span_is(word, "0"))
        return RT_OK;
    if (rt_span_is(word, "-"))
        return RT_PZPRV3_FAIL(f, word.s, "a pearl whose colour is not known; that is no puzzle that can be solved");
    return RT_PZPRV3_FAIL(f, word.s, "'%.*s' is no cell; . is an empty one, 1 a white pearl and 2 a black one",
                (int)(word.n < 20 ? word.n : 20), word.s);
}

static int read_edges(struct reader *r)
{
    struct board *b = &r->board;
    struct rt_pzprv3 *f = &r->file;
    int status = RT_OK;
    if (!(r->edges = rt_edges_new(f->self, &b->lattice)))
        return RT_ENOMEM;
    if (!rt_parts_left(&f->parts))
        return RT_OK;
    if (b->width > 1)
        status = rt_pzprv3_rows(f, "edges within rows", b->height, b->width - 1, rt_pzprv3_edge, r->edges, NULL);
    if (status == RT_OK && b->height > 1)
        status = rt_pzprv3_rows(f, "edges between rows", b->height - 1, b->width, rt_pzprv3_edge,
                                r->edges + board_level_edges(b), NULL);
    return status == RT_OK ? rt_pzprv3_end(f, "edges") : status;
}

static int pzprv3_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct reader r = {.file = {.self = self, .parts = {.lines = rt_lines_of(bytes, length)}}};
    struct rt_parts *parts = &r.file.parts;
    int status = rt_pzprv3_head(&r.file, types, "masyu (mashu)");
    r.board.width = r.file.width;
    r.board.height = r.file.height;
    if (status == RT_OK)
        status = rt_check_size(self, parts->lines.number, 0, r.board.width, r.board.height);
    if (status != RT_OK)
        return status;
    struct board *b = &r.board;
    r.first = parts->lines.number;
    /* A file is at least as long as its board; one without must not ask for much work with few bytes. */
    if (board_cells(b) > (rt_parts_left(parts) ? length : EMPTY_MOST))
        return self->h->fail(self, RT_EINPUT, r.first, 0,
                             "the file is too short for a board %u wide and %u high", b->width, b->height);
    if (!(b->cell = self->h->scratch(self, board_cells(b))))
        return RT_ENOMEM;
    if (rt_parts_left(parts))
        status = rt_pzprv3_rows(&r.file, "cells", b->height, b->width, cell_from, b->cell, &r.first);
    else
        self->h->log(self, RT_LOG_WARN, "the file ends behind the size; the board is taken to be empty");
    if (status == RT_OK)
        status = read_edges(&r);
    if (status != RT_OK)
        return status;
    struct rt_origin from = {.first = r.first,
                          .one_line =
                              memchr(parts->line.s, '/', parts->line.n) || r.first == parts->lines.number,
                          .marks = rt_edges_any(&b->lattice, r.edges) ? ascii_string(self, b, r.edges) : NULL,
                          .solution = edges_answer(self, b, r.edges)};
    return board_emit(self, b, &from);
}

static int pzprv3_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct board b;
    uint64_t *edges;
    int status = rt_single(self, count, "masyu.pzprv3", "masyu.puzzlink");
    if (status == RT_OK)
        status = board_plain(self, puzzles[0], "masyu.pzprv3", &b);
    if (status == RT_OK)
        status = edges_of_puzzle(self, &b, puzzles[0], &edges);
    if (status != RT_OK)
        return status;
    self->h->print(self, "pzprv3\nmashu\n%u\n%u\n", b.height, b.width);
    for (uint32_t row = 0; row < b.height && status == RT_OK; row++)
        status = board_print_row(self, &b, row, ".12");
    /* In a whole loop what is off needs no cross. */
    bool crosses = edges && !rt_edges_closed(&b.lattice, edges);
    if (status == RT_OK)
        status = rt_pzprv3_put_edges(self, edges, b.height, b.width - 1, crosses);
    return status == RT_OK ? rt_pzprv3_put_edges(self, edges ? edges + board_level_edges(&b) : NULL, b.height - 1,
                                                 b.width, crosses) : status;
}

static const char *const magic[] = {"pzprv3", NULL};

static const struct rt_format_class pzprv3 = {
    .size = sizeof pzprv3,
    .id = "masyu.pzprv3",
    .puzzle = "masyu",
    .summary = "files of pzpr and puzz.link, with lines and crosses",
    .magic = magic,
    .probe = pzprv3_probe,
    .read = pzprv3_read,
    .write = pzprv3_write,
    .quirks = "Rows come first. Lines are taken for the solution as they stand, lines and crosses "
              "for marks; lines may be parted by / as well. A file that ends behind its size is an "
              "empty board.",
};

static const struct rt_format_class *const formats[] = {&pzprv3, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "masyu.pzprv3",
    .version = "1.0",
    .formats = formats,
};
