/* The clue lines of one side, where a blank line may be an empty clue or part one thing from the next. */
#ifndef NONOGRAM_SIDE_H
#define NONOGRAM_SIDE_H

#include "draft.h"

struct side {
    const char *name;                 /* "rows" or "columns", for messages */
    const char *size;                 /* and what gives their number: "height" or "width" */
    bool (*is_end)(struct rt_span line); /* may this line stand behind the clues? */
    uint32_t heading;                 /* line of the heading; 0: not there */
    struct rt_lines at;               /* behind the heading */
    uint32_t full, count;             /* lines that are not blank, and all that count as clues */
    uint32_t last,
        extra;      /* where the last full one stands, from 1; line of the first beyond what is expected */
    uint64_t total; /* filled cells */
    bool stretched; /* the blank line at its end had to count as a clue */
};

static inline bool is_clue(struct rt_span line)
{
    line = rt_span_trim(line);
    return line.n && (rt_is_digit(line.s[0]) || line.s[0] == '-');
}

static inline uint64_t clue_sum(struct rt_span clue)
{
    uint64_t sum = 0;
    while (clue.n) {
        uint32_t value;
        size_t digits = span_digits(clue, &value);
        sum += digits ? value : 0;
        clue.s += digits ? digits : 1;
        clue.n -= digits ? digits : 1;
    }
    return sum;
}

/* Counts the clues in front of the next line that is neither clue nor blank, and moves `lines` behind them.
 */
static inline void side_scan(struct side *side, struct rt_lines *lines, uint32_t expected)
{
    struct rt_lines ahead = *lines;
    struct rt_span line;
    side->at = *lines;
    while (rt_lines_next(&ahead, &line) && (is_clue(line) || !rt_span_trim(line).n)) {
        bool full = is_clue(line);
        side->full += full;
        side->total += full ? clue_sum(line) : 0;
        side->count++;
        side->stretched = !full && side->count == expected;
        side->last = full ? side->count : side->last;
        if (full && side->full == expected + 1)
            side->extra = ahead.number;
        *lines = ahead;
    }
}

/* What ended the clues too early. */
static inline int side_short(struct rt_self *self, const struct side *side, struct rt_lines ahead,
                             uint32_t expected)
{
    struct rt_span line;
    uint32_t here = ahead.number;
    if (rt_lines_next(&ahead, &line) && !side->is_end(line))
        return self->h->fail(self, RT_EINPUT, ahead.number, 1, "'%.*s' under '%s' is no clue",
                             (int)(line.n < 40 ? line.n : 40), line.s, side->name);
    return self->h->fail(self, RT_EINPUT, here, 0, "only %u clues under '%s', but the %s is %u", side->count,
                         side->name, side->size, expected);
}

/* Which lines are clues?  If as many are full as there must be, blank ones only separate; else a blank one is
 * an empty clue, and those at the end count only if needed. */
static inline int side_read(struct rt_self *self, struct side *side, struct rt_lines *lines, uint32_t expected)
{
    side->heading = lines->number ? lines->number : 1;
    side_scan(side, lines, expected);
    if (side->extra)
        return self->h->fail(self, RT_EINPUT, side->extra, 1, "%u clues under '%s', but the %s is %u",
                             side->full, side->name, side->size, expected);
    if (side->count < expected)
        return side_short(self, side, *lines, expected);
    if (side->full < expected && side->last > expected)
        return self->h->fail(
            self, RT_EINPUT, side->heading, 0,
            "%u clues and blank lines among them under '%s', but the %s is %u; write empty clues as 0",
            side->full, side->name, side->size, expected);
    return RT_OK;
}

/* A blank line that had to serve as a clue, and totals that differ: it was a separator, and a clue is
 * missing. */
static inline int side_check(struct rt_self *self, const struct side side[2], uint32_t height, uint32_t width)
{
    for (int i = 0; i < 2; i++)
        if (side[i].stretched && side[0].total != side[1].total)
            return self->h->fail(self, RT_EINPUT, side[i].heading, 0,
                                 "only %u clues under '%s', but the %s is %u", side[i].full, side[i].name,
                                 side[i].size, i ? width : height);
    return RT_OK;
}

/* The clue with blanks for commas, so that columns in messages still fit. */
static inline void side_clue(struct draft *d, struct rt_span clue, uint32_t source)
{
    size_t at = d->length;
    draft_line(d, clue, source);
    for (; !d->failed && at < d->length; at++)
        if (d->text[at] == ',')
            d->text[at] = ' ';
}

/* Heading and clues in canonical text. */
static inline void side_draft(struct draft *d, const struct side *side, uint32_t count)
{
    struct rt_lines lines = side->at;
    struct rt_span line;
    draft_words(d, side->name, side->heading);
    for (uint32_t i = 0; i < count && rt_lines_next(&lines, &line);) {
        bool full = rt_span_trim(line).n;
        if (!full && side->full >= count)
            continue;
        side_clue(d, full ? line : (struct rt_span){"0", 1}, lines.number);
        i++;
    }
}

#endif
