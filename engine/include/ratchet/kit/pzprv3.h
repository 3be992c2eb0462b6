/* Files of pzpr and puzz.link: a line each of `pzprv3` (or pzprv3.1 and so on), the type, rows, columns, and then what
 * the puzzle keeps, row by row.  Lines may be parted by / instead.  What follows from `info:`, `history:`, `TrialData`
 * or an address on is passed over. */
#ifndef RATCHET_KIT_PZPRV3_H
#define RATCHET_KIT_PZPRV3_H

#include <ratchet/kit/text.h>

#ifndef __cplusplus

/* A walk over the parts of a file, blank ones left out. */
struct rt_parts {
    struct rt_lines lines;
    struct rt_span line, rest; /* the source line, and what is left of it */
    bool over;
};

static inline bool rt_is_trailer(struct rt_span line)
{
    static const char *const starts[] = {"info:", "history:", "__HISTORY__", "TrialData", "http:", "https:"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (line.n >= strlen(starts[i]) && !memcmp(line.s, starts[i], strlen(starts[i])))
            return true;
    return false;
}

static inline bool rt_parts_next(struct rt_parts *p, struct rt_span *part)
{
    for (*part = (struct rt_span){"", 0}; !part->n;) {
        if (!p->rest.n) {
            p->over = p->over || !rt_lines_next(&p->lines, &p->line) || rt_is_trailer(rt_span_trim(p->line));
            if (p->over)
                return false;
            p->rest = p->line;
            continue;
        }
        const char *slash = memchr(p->rest.s, '/', p->rest.n);
        size_t n = slash ? (size_t)(slash - p->rest.s) : p->rest.n, taken = slash ? n + 1 : n;
        *part = rt_span_trim((struct rt_span){p->rest.s, n});
        p->rest.s += taken;
        p->rest.n -= taken;
    }
    return true;
}

/* Is there more? Without going there. */
static inline bool rt_parts_left(const struct rt_parts *p)
{
    struct rt_parts ahead = *p;
    struct rt_span part;
    return rt_parts_next(&ahead, &part);
}

static inline bool rt_is_pzprv3(struct rt_span part)
{
    return part.n >= 6 && !memcmp(part.s, "pzprv3", 6);
}

static inline bool rt_is_type(struct rt_span part, const char *const *types)
{
    for (; *types; types++)
        if (rt_span_is(part, *types))
            return true;
    return false;
}

/* A format's probe. */
static inline int rt_pzprv3_probe(const char *bytes, size_t length, const char *const *types)
{
    struct rt_parts p = {.lines = rt_lines_of(bytes, length)};
    struct rt_span part;
    return rt_parts_next(&p, &part) && rt_is_pzprv3(part) && rt_parts_next(&p, &part) && rt_is_type(part, types) ? 100
                                                                                                                : 0;
}

/* The head of a file, and the rest to come. */
struct rt_pzprv3 {
    struct rt_self *self;
    struct rt_parts parts;
    uint32_t width, height;
    uint32_t version;           /* 0: pzprv3, 1: pzprv3.1 */
};

#define RT_PZPRV3_FAIL(f, at, ...)                                                                           \
    ((f)->self->h->fail((f)->self, RT_EINPUT, (f)->parts.lines.number, rt_column_of((f)->parts.line, (at)),  \
                        __VA_ARGS__))

/* `types` are the puzzle's names in files, NULL-terminated; `puzzle` is its name, for the error. */
static inline int rt_pzprv3_head(struct rt_pzprv3 *f, const char *const *types, const char *puzzle)
{
    struct rt_span part;
    uint32_t *const size[] = {&f->height, &f->width};
    if (!rt_parts_next(&f->parts, &part) || !rt_is_pzprv3(part))
        return f->self->h->fail(f->self, RT_EINPUT, 1, 1, "a file of pzpr begins with the line 'pzprv3'");
    f->version = part.n > 7 && rt_is_digit(part.s[7]) ? (uint32_t)(part.s[7] - '0') : 0;
    if (!rt_parts_next(&f->parts, &part))
        return f->self->h->fail(f->self, RT_EINPUT, f->parts.lines.number, 0, "the puzzle's type is missing");
    if (!rt_is_type(part, types))
        return RT_PZPRV3_FAIL(f, part.s, "this is a '%.*s' puzzle, not a %s", (int)(part.n < 20 ? part.n : 20), part.s,
                              puzzle);
    for (uint32_t i = 0; i < 2; i++) {
        if (!rt_parts_next(&f->parts, &part))
            return f->self->h->fail(f->self, RT_EINPUT, f->parts.lines.number, 0, "the number of %s is missing",
                                    i ? "columns" : "rows");
        if (!rt_span_is_number(part, size[i]))
            return RT_PZPRV3_FAIL(f, part.s, "expected the number of %s", i ? "columns" : "rows");
    }
    return RT_OK;
}

/* Takes in one word, the index-th of all rows. A status. */
typedef int rt_pzprv3_word(struct rt_pzprv3 *, struct rt_span word, uint32_t index, void *into);

/* `rows` rows of `width` words each, every one through `take`; `what` they are, for the errors.  *first gets the line
 * of the first row; it may be NULL. */
static inline int rt_pzprv3_rows(struct rt_pzprv3 *f, const char *what, uint32_t rows, uint32_t width,
                                 rt_pzprv3_word *take, void *into, uint32_t *first)
{
    int status = RT_OK;
    for (uint32_t row = 0; row < rows; row++) {
        struct rt_span part, word;
        uint32_t n = 0;
        if (!rt_parts_next(&f->parts, &part))
            return f->self->h->fail(f->self, RT_EINPUT, f->parts.lines.number, 0,
                                    "the file ends after %u of %u rows of %s", row, rows, what);
        if (first && !row)
            *first = f->parts.lines.number;
        for (; (word = rt_span_word(&part)).n && status == RT_OK; n++) {
            if (n == width)
                return RT_PZPRV3_FAIL(f, word.s, "a row of %s has %u entries, and here is one more", what, width);
            status = take(f, word, row * width + n, into);
        }
        if (status == RT_OK && n < width)
            return f->self->h->fail(f->self, RT_EINPUT, f->parts.lines.number, 0,
                                    "row %u of the %s has %u entries, not %u", row + 1, what, n, width);
        if (status == RT_OK && f->self->h->tick(f->self, 1 + width / 64))
            status = RT_ELIMIT;
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

/* A word about an edge as the mask of its values, 1 off, 2 on, 3 not known, into an array of them (uint64_t). */
static inline int rt_pzprv3_edge(struct rt_pzprv3 *f, struct rt_span word, uint32_t index, void *into)
{
    uint64_t *edge = (uint64_t *)into + index;
    *edge = rt_span_is(word, "1") ? 2 : rt_span_is(word, "-1") ? 1 : 3;
    if (*edge != 3 || rt_span_is(word, "0") || rt_span_is(word, "."))
        return RT_OK;
    return RT_PZPRV3_FAIL(f, word.s, "'%.*s' says nothing of an edge; 1 is a line, -1 a cross and 0 neither",
                          (int)(word.n < 20 ? word.n : 20), word.s);
}

/* Such an array as rows of words; NULL: nothing is known. */
static inline int rt_pzprv3_put_edges(struct rt_self *self, const uint64_t *edges, uint32_t rows, uint32_t width,
                                      bool crosses)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < rows * width && status == RT_OK; i++) {
        uint64_t edge = edges ? edges[i] : 3;
        status = self->h->print(self, "%s %s", edge == 2 ? "1" : edge == 1 && crosses ? "-1" : "0",
                                (i + 1) % width ? "" : "\n");
    }
    return status;
}

/* Nothing may follow. */
static inline int rt_pzprv3_end(struct rt_pzprv3 *f, const char *what)
{
    struct rt_span part;
    return rt_parts_next(&f->parts, &part) ? RT_PZPRV3_FAIL(f, part.s, "there is more behind the %s", what) : RT_OK;
}

#endif
#endif
