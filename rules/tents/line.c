/* tents.line — a line with little room: tents do not touch, so of a run of cells only every second can be one.
 *
 *      2  . . . T .   =>   2  ^ - ^ T .   if the last were none     (of 3 cells in a row 2 are tents: the outer ones)
 *
 * and a cell beside the line is no tent where it would take the room that the line needs:
 *
 *      1  . . T -          1  . . T -
 *         ? . . .    =>       - - . .     both touch what must hold a tent
 *
 * Sound: the greedy choice in room.h is a largest set of cells without neighbours.  Complete for the cells of the line:
 * any number between those that stand and the most that fit can be reached, by leaving tents out one by one. */
#include "room.h"

enum { FULL, TOUCHES, NO_ROOM };

/* The line if `pos` had `value`. */
static struct row assume(const struct rt_tents_line *line, struct row row, uint32_t pos, uint32_t value)
{
    uint64_t bit = pos < line->cells ? 1ull << pos : 0;
    if (pos >= line->cells)
        row.may &= ~(value ? line->touched[pos - line->cells] : 0);
    else if (value)
        row.is |= bit;
    else
        row.may &= ~bit;
    return row;
}

static uint64_t touched_by(const struct rt_tents_line *line, const struct row *row, uint32_t pos)
{
    return pos < line->cells ? neighbours(1ull << pos, row->joined) : line->touched[pos - line->cells];
}

/* A cell less, or a tent between its neighbours, costs room for one tent at most; a tent beside the line no more than
 * it touches cells. */
static int may_lack_room(const struct rt_tents_line *line, uint32_t spare, uint32_t pos)
{
    return spare < (pos < line->cells ? 1u : (uint32_t)__builtin_popcountll(line->touched[pos - line->cells]));
}

static int lacks_room(const struct rt_tents_line *line, const struct row *row, uint32_t spare, uint32_t pos,
                      uint32_t value)
{
    struct row then = assume(line, *row, pos, value);
    return may_lack_room(line, spare, pos) && row_room(&then) < line->count;
}

/* Why `pos` cannot be a tent, FULL to NO_ROOM; -1: it can. */
static int forbids_tent(const struct rt_tents_line *line, const struct row *row, uint32_t spare, uint32_t pos)
{
    if (pos < line->cells && (uint32_t)__builtin_popcountll(row->is) == line->count)
        return FULL;
    if (touched_by(line, row, pos) & row->is)
        return TOUCHES;
    return lacks_room(line, row, spare, pos, 1) ? NO_ROOM : -1;
}

static int look_at(struct rt_self *self, const struct row *row, uint32_t spare, uint32_t pos)
{
    const struct rt_tents_line *line = self->payload;
    uint64_t dom = self->h->dom(self, pos);
    if (dom == 1 || (dom == 2 && pos < line->cells))
        return RT_OK;
    int why = forbids_tent(line, row, spare, pos);
    if (why >= 0)
        return self->h->drop(self, pos, 2, (uint32_t)why);
    return pos < line->cells && lacks_room(line, row, spare, pos, 0) ? self->h->drop(self, pos, 1, NO_ROOM) : RT_OK;
}

static int propagate(struct rt_self *self)
{
    const struct rt_tents_line *line = self->payload;
    struct row row = row_of(self, self->v.plane);
    uint32_t space = row_room(&row);
    if ((uint32_t)__builtin_popcountll(row.is) > line->count)
        return self->h->conflict(self, FULL);
    if (row.is & neighbours(row.is, row.joined))
        return self->h->conflict(self, TOUCHES);
    if (space < line->count)
        return self->h->conflict(self, NO_ROOM);
    for (uint32_t pos = 0; pos < self->v.n; pos++)
        if (look_at(self, &row, space - line->count, pos) == RT_CONFLICT)
            return RT_CONFLICT;
    return RT_OK;
}

/* ---- explain */

static void because_some(struct rt_self *self, uint64_t cells, uint32_t most, uint64_t gone)
{
    for (; cells && most; cells &= cells - 1, most--)
        self->h->because(self, (uint32_t)__builtin_ctzll(cells), gone);
}

/* One tent that touches the position; or, of a conflict, two that touch. */
static void because_touched(struct rt_self *self, const struct rt_why *why, const struct row *row)
{
    const struct rt_tents_line *line = self->payload;
    if (why->pos == RT_NOPOS) {
        uint64_t first = row->is & neighbours(row->is, row->joined);
        first &= -first;
        because_some(self, first | (first << 1), 2, 1);
    } else {
        because_some(self, touched_by(line, row, why->pos) & row->is, 1, 1);
    }
}

/* Of what was known then, leaves out what the argument does not need: first cells without a tent, then tents. */
static void because_no_room(struct rt_self *self, const struct rt_why *why, struct row row)
{
    const struct rt_tents_line *line = self->payload;
    uint64_t none = line_cells(line) & ~row.may, stands = row.is;
    struct row assumed = why->pos == RT_NOPOS ? row : assume(line, row, why->pos, why->value);
    if (why->pos != RT_NOPOS && why->pos >= line->cells)
        none &= ~line->touched[why->pos - line->cells];
    for (uint64_t rest = none; rest; rest &= rest - 1) {
        struct row without = assumed;
        without.may |= rest & -rest;
        if (row_room(&without) >= line->count)
            continue;
        assumed = without;
        none &= ~(rest & -rest);
    }
    for (uint64_t rest = stands; rest; rest &= rest - 1) {
        struct row without = assumed;
        without.is &= ~(rest & -rest);
        if (row_room(&without) >= line->count)
            continue;
        assumed = without;
        stands &= ~(rest & -rest);
    }
    if (!(none | stands))
        self->h->because_always(self);
    because_some(self, none, RT_TENTS_CELLS, 2);
    because_some(self, stands, RT_TENTS_CELLS, 1);
}

static int explain(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_tents_line *line = self->payload;
    struct row row = row_of(self, why->plane);
    if (why->tag == TOUCHES)
        because_touched(self, why, &row);
    else if (why->tag == NO_ROOM)
        because_no_room(self, why, row);
    else if (line->count + (why->pos == RT_NOPOS))
        because_some(self, row.is, line->count + (why->pos == RT_NOPOS), 1);
    else
        self->h->because_always(self);
    return RT_OK;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_tents_line *line = self->payload;
    const char *many = line->count == 1 ? "" : "s";
    if (why->tag == TOUCHES)
        return self->h->print(self, why->pos == RT_NOPOS ? "two tents touch" : "a tent stands beside it");
    if (why->tag == NO_ROOM && why->pos != RT_NOPOS)
        self->h->print(self, why->value ? "with a tent there, " : "without a tent there, ");
    int status = self->h->name_scope(self);
    if (status != RT_OK)
        return status;
    return self->h->print(self, why->tag == NO_ROOM      ? " would have no room for its %u tent%s"
                                : why->pos == RT_NOPOS ? " has more than %u tent%s"
                                                       : " has its %u tent%s", line->count, many);
}

static const struct rt_rule_class line = {
    .size = sizeof line,
    .id = "tents.line",
    .kind = RT_TENTS_LINE,
    .summary = "tents do not touch, so a line with little room has them in certain cells, and none beside those",
    .tier = 2,
    .level = 3,
    .needs = RT_PLANES | RT_THEN,
    .wake = RT_WAKE_ANY,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&line, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "tents.line", .version = "1.0", .rules = rules,
};
