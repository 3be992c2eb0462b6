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

#include <ratchet/model.h>

enum { EMPTY_MOST = 10000 }; /* cells of a board that the file doesn't show */

/* A walk over the parts of a file, blank ones left out. */
struct parts {
    struct lines lines;
    struct span line, rest; /* the source line, and what is left of it */
    bool over;
};

static bool is_trailer(struct span line)
{
    static const char *const starts[] = {"info:", "history:", "__HISTORY__", "TrialData", "http:", "https:"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (line.n >= strlen(starts[i]) && !memcmp(line.s, starts[i], strlen(starts[i])))
            return true;
    return false;
}

static bool next_part(struct parts *p, struct span *part)
{
    for (*part = (struct span){"", 0}; !part->n;) {
        if (!p->rest.n) {
            p->over = p->over || !lines_next(&p->lines, &p->line) || is_trailer(span_trim(p->line));
            if (p->over)
                return false;
            p->rest = p->line;
            continue;
        }
        const char *slash = memchr(p->rest.s, '/', p->rest.n);
        size_t n = slash ? (size_t)(slash - p->rest.s) : p->rest.n, taken = slash ? n + 1 : n;
        *part = span_trim((struct span){p->rest.s, n});
        p->rest.s += taken;
        p->rest.n -= taken;
    }
    return true;
}

static int pzprv3_probe(const char *bytes, size_t length)
{
    struct parts p = {.lines = lines_of(bytes, length)};
    struct span part;
    if (!next_part(&p, &part) || part.n < 6 || memcmp(part.s, "pzprv3", 6))
        return 0;
    return next_part(&p, &part) && (span_is(part, "mashu") || span_is(part, "masyu")) ? 100 : 0;
}

struct reader {
    struct rt_self *self;
    struct parts parts;
    struct board board;
    uint64_t *edges;
    uint32_t first; /* line of the first row of cells */
};

#define FAIL(r, at, ...)                                                                                     \
    ((r)->self->h->fail((r)->self, RT_EINPUT, (r)->parts.lines.number, column_of((r)->parts.line, (at)),     \
                        __VA_ARGS__))

static int read_head(struct reader *r)
{
    struct span part;
    uint32_t *const size[] = {&r->board.height, &r->board.width};
    if (!next_part(&r->parts, &part) || part.n < 6 || memcmp(part.s, "pzprv3", 6))
        return r->self->h->fail(r->self, RT_EINPUT, 1, 1, "a file of pzpr begins with the line 'pzprv3'");
    if (!next_part(&r->parts, &part))
        return r->self->h->fail(r->self, RT_EINPUT, r->parts.lines.number, 0, "the puzzle's type is missing");
    if (!span_is(part, "mashu") && !span_is(part, "masyu"))
        return FAIL(r, part.s, "this is a '%.*s' puzzle, not a masyu (mashu)",
                    (int)(part.n < 20 ? part.n : 20), part.s);
    for (uint32_t i = 0; i < 2; i++) {
        if (!next_part(&r->parts, &part))
            return r->self->h->fail(r->self, RT_EINPUT, r->parts.lines.number, 0,
                                    "the number of %s is missing", i ? "columns" : "rows");
        if (!span_is_number(part, size[i]))
            return FAIL(r, part.s, "expected the number of %s", i ? "columns" : "rows");
    }
    return board_check_size(r->self, r->parts.lines.number, 0, r->board.width, r->board.height);
}

static int cell_from(struct reader *r, struct span word, uint8_t *cell)
{
    *cell = span_is(word, "1") ? RT_MASYU_IS_WHITE : span_is(word, "2") ? RT_MASYU_IS_BLACK : RT_MASYU_NONE;
    if (*cell || span_is(word, ".") || span_is(word, "0"))
        return RT_OK;
    if (span_is(word, "-"))
        return FAIL(r, word.s, "a pearl whose colour is not known; that is no puzzle that can be solved");
    return FAIL(r, word.s, "'%.*s' is no cell; . is an empty one, 1 a white pearl and 2 a black one",
                (int)(word.n < 20 ? word.n : 20), word.s);
}

static int edge_from(struct reader *r, struct span word, uint64_t *edge)
{
    *edge = span_is(word, "1") ? EDGE_ON : span_is(word, "-1") ? EDGE_OFF : EDGE_OPEN;
    if (*edge != EDGE_OPEN || span_is(word, "0") || span_is(word, "."))
        return RT_OK;
    return FAIL(r, word.s, "'%.*s' says nothing of an edge; 1 is a line, -1 a cross and 0 neither",
                (int)(word.n < 20 ? word.n : 20), word.s);
}

/* `rows` lines of `width` words, the edges from `edge` on or, where it is NULL, the cells. */
static int read_rows(struct reader *r, const char *what, uint32_t rows, uint32_t width, uint64_t *edge)
{
    int status = RT_OK;
    for (uint32_t row = 0; row < rows; row++) {
        struct span part, word;
        uint32_t n = 0;
        if (!next_part(&r->parts, &part))
            return r->self->h->fail(r->self, RT_EINPUT, r->parts.lines.number, 0,
                                    "the file ends after %u of %u rows of %s", row, rows, what);
        if (!edge && !row)
            r->first = r->parts.lines.number;
        for (; (word = span_word(&part)).n && status == RT_OK; n++) {
            if (n == width)
                return FAIL(r, word.s, "a row of %s has %u entries, and here is one more", what, width);
            status = edge ? edge_from(r, word, &edge[row * width + n])
                          : cell_from(r, word, &r->board.cell[row * width + n]);
        }
        if (status == RT_OK && n < width)
            return r->self->h->fail(r->self, RT_EINPUT, r->parts.lines.number, 0,
                                    "row %u of the %s has %u entries, not %u", row + 1, what, n, width);
        if (status == RT_OK && r->self->h->tick(r->self, 1 + width / 64))
            status = RT_ELIMIT;
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

/* Is there more? Without going there. */
static bool has_more(const struct reader *r)
{
    struct parts ahead = r->parts;
    struct span part;
    return next_part(&ahead, &part);
}

static int read_edges(struct reader *r)
{
    struct board *b = &r->board;
    if (!(r->edges = edges_new(r->self, b)))
        return RT_ENOMEM;
    if (!has_more(r))
        return RT_OK;
    int status = b->width > 1 ? read_rows(r, "edges within rows", b->height, b->width - 1, r->edges) : RT_OK;
    if (status == RT_OK && b->height > 1)
        status = read_rows(r, "edges between rows", b->height - 1, b->width, r->edges + board_level_edges(b));
    struct span part;
    if (status == RT_OK && next_part(&r->parts, &part))
        return FAIL(r, part.s, "there is more behind the edges");
    return status;
}

static int pzprv3_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct reader r = {.self = self, .parts = {.lines = lines_of(bytes, length)}};
    int status = read_head(&r);
    if (status != RT_OK)
        return status;
    struct board *b = &r.board;
    r.first = r.parts.lines.number;
    /* A file is at least as long as its board; one without must not ask for much work with few bytes. */
    if (board_cells(b) > (has_more(&r) ? length : EMPTY_MOST))
        return self->h->fail(self, RT_EINPUT, r.first, 0,
                             "the file is too short for a board %u wide and %u high", b->width, b->height);
    if (!(b->cell = self->h->scratch(self, board_cells(b))))
        return RT_ENOMEM;
    if (has_more(&r))
        status = read_rows(&r, "cells", b->height, b->width, NULL);
    else
        self->h->log(self, RT_LOG_WARN, "the file ends behind the size; the board is taken to be empty");
    if (status == RT_OK)
        status = read_edges(&r);
    if (status != RT_OK)
        return status;
    struct origin from = {.first = r.first,
                          .one_line =
                              memchr(r.parts.line.s, '/', r.parts.line.n) || r.first == r.parts.lines.number,
                          .marks = edges_any(b, r.edges) ? ascii_string(self, b, r.edges) : NULL,
                          .solution = edges_answer(self, b, r.edges)};
    return board_emit(self, b, &from);
}

static int write_edges(struct rt_self *self, const uint64_t *edges, uint32_t rows, uint32_t width,
                       uint32_t from, bool crosses)
{
    int status = RT_OK;
    for (uint32_t row = 0; row < rows && status == RT_OK; row++) {
        for (uint32_t c = 0; c < width; c++) {
            uint64_t edge = edges ? edges[from + row * width + c] : EDGE_OPEN;
            self->h->print(self, "%s ", edge == EDGE_ON ? "1" : edge == EDGE_OFF && crosses ? "-1" : "0");
        }
        status = self->h->write(self, "\n", 1);
    }
    return status;
}

static int pzprv3_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct board b;
    uint64_t *edges;
    int status = board_single(self, count, "masyu.pzprv3");
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
    bool crosses = edges && !edges_closed(&b, edges);
    if (status == RT_OK)
        status = write_edges(self, edges, b.height, b.width - 1, 0, crosses);
    return status == RT_OK ? write_edges(self, edges, b.height - 1, b.width, board_level_edges(&b), crosses)
                           : status;
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
