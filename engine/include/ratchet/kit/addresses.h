/* Files with a puzzle a line: addresses of puzz.link and pzv.jp, or game ids of Simon Tatham's collection.  Lines that
 * begin with # are comments.
 *
 *      https://puzz.link/p?mashu/6/6/il00al00002k      mashu/f/4/4/1000i0
 *
 * type / flags / width / height / body, whole or from the type on; what stands behind an address is its title, or, in
 * the row of a table, what stands in front. */
#ifndef RATCHET_KIT_ADDRESSES_H
#define RATCHET_KIT_ADDRESSES_H

#include <ratchet/kit/text.h>

#ifndef __cplusplus

/* Reads the puzzle in a line, whose number is told; a status. */
typedef int rt_line_reader(struct rt_self *, struct rt_span line, uint32_t number);

static inline bool rt_is_comment(struct rt_span line)
{
    line = rt_span_trim(line);
    return line.n && line.s[0] == '#';
}

/* The first line that is no comment; false: there is none. */
static inline bool rt_addresses_first(const char *bytes, size_t length, struct rt_span *line)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    do
        if (!rt_lines_next_full(&lines, line))
            return false;
    while (rt_is_comment(*line));
    return true;
}

/* Every line through `read`, up to the first that fails; `what` a line holds, for the error. */
static inline int rt_addresses_read(struct rt_self *self, const char *bytes, size_t length, const char *what,
                                    rt_line_reader *read)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    bool any = false;
    while (rt_lines_next_full(&lines, &line)) {
        if (rt_is_comment(line))
            continue;
        int status = read(self, line, lines.number);
        if (status != RT_OK)
            return status;
        any = true;
    }
    return any ? RT_OK : self->h->fail(self, RT_EINPUT, 1, 0, "there is no %s in this file", what);
}

/* ---- puzz.link ---- */

/* One address, being taken apart. */
struct rt_address {
    struct rt_self *self;
    const char *const *types;   /* the puzzle's names in addresses, NULL-terminated */
    struct rt_span line, rest;  /* `rest` is not read yet */
    uint32_t number;            /* of the line */
    uint32_t width, height;
    uint32_t column;            /* of the size */
};

#define RT_ADDRESS_FAIL(a, at, ...)                                                                              \
    ((a)->self->h->fail((a)->self, RT_EINPUT, (a)->number, rt_column_of((a)->line, (at)), __VA_ARGS__))

/* What stands in front of the next slash, which goes too. */
static inline struct rt_span rt_segment(struct rt_span *rest)
{
    struct rt_span part = {rest->s, 0};
    while (part.n < rest->n && part.s[part.n] != '/')
        part.n++;
    size_t taken = part.n < rest->n ? part.n + 1 : part.n;
    rest->s += taken;
    rest->n -= taken;
    return part;
}

/* The address from its type on. */
static inline struct rt_span rt_address_part(struct rt_span word)
{
    const char *query = (const char *)memchr(word.s, '?', word.n);
    return query ? (struct rt_span){query + 1, (size_t)(word.s + word.n - query) - 1} : word;
}

/* The type, perhaps with `_edit` or the like behind it. */
static inline bool rt_is_address_type(struct rt_span type, const char *const *types)
{
    const char *suffix = type.n ? (const char *)memchr(type.s, '_', type.n) : NULL;
    if (suffix)
        type.n = (size_t)(suffix - type.s);
    for (; *types; types++)
        if (rt_span_is(type, *types))
            return true;
    return false;
}

static inline bool rt_is_address(struct rt_span word, const char *const *types)
{
    struct rt_span rest = rt_address_part(word);
    return rt_is_address_type(rt_segment(&rest), types) && rest.n;
}

/* Takes the address off the line's front, or out of a row of a table; *title gets what is left behind it, or
 * the words in front. */
static inline struct rt_span rt_take_address(struct rt_span line, const char *const *types, struct rt_span *title)
{
    struct rt_span rest = line, first = rt_span_word(&rest), word = first;
    *title = rt_span_trim(rest);
    if (rt_is_address(first, types))
        return first;
    while ((word = rt_span_word(&rest)).n)
        if (rt_is_address(word, types)) {
            *title = rt_span_trim((struct rt_span){line.s, (size_t)(word.s - line.s)});
            return word;
        }
    return first;
}

/* A format's probe.  Somebody else's address, in the same manner, is claimed weakly: its error says whose it is. */
static inline int rt_address_probe(const char *bytes, size_t length, const char *const *types)
{
    struct rt_span line;
    if (!rt_addresses_first(bytes, length, &line))
        return 0;
    struct rt_span title, word = rt_take_address(line, types, &title), rest = rt_address_part(word);
    bool address = rest.s != word.s && memchr(rest.s, '/', rest.n);
    return rt_is_address(word, types) ? 95 : address ? 5 : 0;
}

/* Up to the type.  `example` is an address of the puzzle, whose name is `puzzle`; both for the error. */
static inline int rt_address_read_type(struct rt_address *a, const char *puzzle, const char *example)
{
    struct rt_span type = rt_segment(&a->rest);
    if (rt_is_address_type(type, a->types))
        return RT_OK;
    if (!a->rest.n || type.n > 20 || memchr(type.s, ':', type.n))
        return RT_ADDRESS_FAIL(a, type.s, "this is no address of a puzzle; one looks like %s", example);
    return RT_ADDRESS_FAIL(a, type.s, "this is the address of a '%.*s' puzzle, not of a %s", (int)type.n, type.s,
                           puzzle);
}

/* Width and height as they stand there. */
static inline int rt_address_read_size(struct rt_address *a)
{
    struct rt_span width = rt_segment(&a->rest), height = rt_segment(&a->rest);
    a->column = rt_column_of(a->line, width.s);
    if (!rt_span_is_number(width, &a->width))
        return RT_ADDRESS_FAIL(a, width.s, "the width must be a number");
    if (!rt_span_is_number(height, &a->height))
        return RT_ADDRESS_FAIL(a, height.s, "the height must be a number");
    return RT_OK;
}

/* What is left; there may be nothing behind it. */
static inline int rt_address_read_body(struct rt_address *a, struct rt_span *body)
{
    *body = rt_segment(&a->rest);
    return a->rest.n ? RT_ADDRESS_FAIL(a, a->rest.s, "there is more behind the cells of the board") : RT_OK;
}

#endif
#endif
