/* How many tents fit into a line. */
#ifndef RATCHET_RULES_TENTS_ROOM_H
#define RATCHET_RULES_TENTS_ROOM_H

#include <ratchet/kind/tents.h>
#include <ratchet/model.h>

/* The cells of the line, bit i is position i: that may be tents, and that are. */
struct row {
    uint64_t may, is, joined;
};

static inline uint64_t line_cells(const struct rt_tents_line *line)
{
    return ~0ull >> (RT_TENTS_CELLS - line->cells);
}

static inline struct row row_of(const struct rt_self *self, const uint64_t *plane)
{
    const struct rt_tents_line *line = self->payload;
    uint64_t may = plane[self->v.words] & line_cells(line);
    return (struct row){may, may & ~plane[0], line->joined};
}

static inline uint64_t neighbours(uint64_t cells, uint64_t joined)
{
    return (cells & joined) << 1 | (cells >> 1 & joined);
}

/* Of each run of cells every second, from its left end: no choice holds more. */
static inline uint32_t room(uint64_t may, uint64_t joined)
{
    uint32_t tents = 0;
    while (may) {
        uint64_t first = may & -may;
        may &= ~(first | (first & joined) << 1);
        tents++;
    }
    return tents;
}

/* The most tents in the line, those that stand among them. */
static inline uint32_t row_room(const struct row *row)
{
    return room(row->may & ~neighbours(row->is, row->joined), row->joined);
}

#endif
