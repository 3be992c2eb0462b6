/* The pictures of netpbm: what stands in front of the pixels, and the numbers and comments of the plain kinds. */
#ifndef NONOGRAM_NETPBM_H
#define NONOGRAM_NETPBM_H

#include "grid.h"

struct netpbm {
    struct rt_self *self;
    const char *at, *end;
    const char *counted; /* up to here there are `line` lines */
    uint32_t line;
};

static inline struct netpbm netpbm_of(struct rt_self *self, const char *bytes, size_t length)
{
    return (struct netpbm){self, bytes, bytes + length, bytes, 1};
}

/* Lines matter to somebody who typed it. */
static inline uint32_t netpbm_line(struct netpbm *p)
{
    for (; p->counted < p->at; p->counted++)
        p->line += *p->counted == '\n';
    return p->line;
}

static inline bool is_white(char c)
{
    return rt_is_blank(c) || c == '\n' || c == '\v' || c == '\f';
}

/* Past white space and comments. */
static inline void netpbm_skip(struct netpbm *p)
{
    while (p->at < p->end && (is_white(*p->at) || *p->at == '#')) {
        if (*p->at == '#')
            while (p->at < p->end && *p->at != '\n')
                p->at++;
        else
            p->at++;
    }
}

static inline int netpbm_number(struct netpbm *p, const char *name, uint32_t *value)
{
    netpbm_skip(p);
    size_t digits = span_digits((struct rt_span){p->at, (size_t)(p->end - p->at)}, value);
    p->at += digits;
    return digits ? RT_OK : p->self->h->fail(p->self, RT_EINPUT, netpbm_line(p), 0, "the %s is missing", name);
}

/* The kinds are the digits behind the P: how sure is it that the file is one of them? */
static inline int netpbm_probe(const char *bytes, size_t length, const char *kinds)
{
    if (length < 3 || bytes[0] != 'P' || !rt_is_digit(bytes[1]) || !(is_white(bytes[2]) || bytes[2] == '#'))
        return 0;
    return strchr(kinds, bytes[1]) ? 95 : 0;
}

/* 'P', a digit, width and height, whose product is no more than we take. */
static inline int netpbm_size(struct netpbm *p, struct grid *grid)
{
    uint32_t width = 0, height = 0, line = netpbm_line(p);
    *grid = (struct grid){0};
    p->at += 2;
    int status = netpbm_number(p, "width", &width);
    if (status == RT_OK)
        status = netpbm_number(p, "height", &height);
    if (status == RT_OK)
        status = sheet_check_size(p->self, line, width, height);
    if (status != RT_OK)
        return status;
    size_t left = (size_t)(p->end - p->at);
    if ((size_t)width * height / 8 > left)
        return p->self->h->fail(p->self, RT_EINPUT, line, 0, "%zu bytes can't hold %u x %u cells", left, width, height);
    return grid_make(p->self, width, height, grid) ? RT_OK : RT_ENOMEM;
}

static inline int netpbm_too_short(struct netpbm *p, size_t n, const struct grid *grid)
{
    return p->self->h->fail(p->self, RT_EINPUT, netpbm_line(p), 0, "the picture ends after %zu of %zu cells", n,
                            grid_cells(grid));
}

/* One picture behind the other, each read by `picture`. */
static inline int netpbm_read(struct netpbm *p, int (*picture)(struct netpbm *))
{
    int status;
    do {
        status = picture(p);
        if (status == RT_OK && p->self->h->tick(p->self, 1))
            status = RT_ELIMIT;
        while (p->at < p->end && is_white(*p->at))
            p->at++;
    } while (status == RT_OK && p->at < p->end);
    return status;
}

#endif
