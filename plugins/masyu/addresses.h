/* A file of addresses, one a line; lines that begin with # are comments. */
#ifndef MASYU_ADDRESSES_H
#define MASYU_ADDRESSES_H

#include "lines.h"

#include <ratchet/host.h>

/* Reads the address in a line, whose number is told; a status. */
typedef int address_reader(struct rt_self *, struct span line, uint32_t number);

static inline bool address_comment(struct span line)
{
    line = span_trim(line);
    return line.n && line.s[0] == '#';
}

/* The first line that is no comment; false: there is none. */
static inline bool addresses_first(const char *bytes, size_t length, struct span *line)
{
    struct lines lines = lines_of(bytes, length);
    do
        if (!lines_next_full(&lines, line))
            return false;
    while (address_comment(*line));
    return true;
}

/* Every address through `read`, up to the first that fails. */
static inline int addresses_read(struct rt_self *self, const char *bytes, size_t length, address_reader *read)
{
    struct lines lines = lines_of(bytes, length);
    struct span line;
    bool any = false;
    while (lines_next_full(&lines, &line)) {
        if (address_comment(line))
            continue;
        int status = read(self, line, lines.number);
        if (status != RT_OK)
            return status;
        any = true;
    }
    return any ? RT_OK : self->h->fail(self, RT_EINPUT, 1, 0, "there is no address in this file");
}

#endif
