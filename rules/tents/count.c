/* tents.count — a line that has its tents has no more, and one that needs all its cells has them.
 *
 *      1  ^ . . T   =>   1  ^ - - T          2  . - T .   =>   2  ^ - T ^                              */
#include "room.h"

#include <stdio.h>

enum { FULL, NEEDS_ALL };

/* Every cell of the mask loses `value`. */
static int drop_all(struct rt_self *self, uint64_t cells, uint32_t value, uint32_t tag)
{
    for (; cells; cells &= cells - 1)
        if (self->h->drop(self, (uint32_t)__builtin_ctzll(cells), 1ull << value, tag) == RT_CONFLICT)
            return RT_CONFLICT;
    return RT_ENTAILED;
}

static int propagate(struct rt_self *self)
{
    const struct rt_tents_line *line = self->payload;
    struct row row = row_of(self, self->v.plane);
    uint32_t may = (uint32_t)__builtin_popcountll(row.may), is = (uint32_t)__builtin_popcountll(row.is);
    if (is > line->count || may < line->count)
        return self->h->conflict(self, is > line->count ? FULL : NEEDS_ALL);
    if (is == line->count)
        return drop_all(self, row.may & ~row.is, 1, FULL);
    return may == line->count ? drop_all(self, row.may & ~row.is, 0, NEEDS_ALL) : RT_FIXPOINT;
}

static int explain(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_tents_line *line = self->payload;
    struct row row = row_of(self, why->plane);
    uint64_t known = why->tag == FULL ? row.is : line_cells(line) & ~row.may;
    uint32_t need = (why->tag == FULL ? line->count : line->cells - line->count) + (why->pos == RT_NOPOS);
    if (line->count > line->cells || !need)
        self->h->because_always(self);
    for (; known && need; known &= known - 1, need--)
        self->h->because(self, (uint32_t)__builtin_ctzll(known), why->tag == FULL ? 1 : 2);
    return RT_OK;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_tents_line *line = self->payload;
    char tents[16] = "one tent";
    int status = self->h->name_scope(self);
    if (line->count != 1)
        snprintf(tents, sizeof tents, "%u tents", line->count);
    if (status != RT_OK)
        return status;
    if (why->pos == RT_NOPOS)
        return self->h->print(self, why->tag == FULL ? " has more than %s" : " has no room for %s", tents);
    if (why->tag == NEEDS_ALL)
        return self->h->print(self, " needs %s and has no other places left", tents);
    return line->count ? self->h->print(self, " has its %s", tents) : self->h->print(self, " has no tent");
}

static const struct rt_rule_class count = {
    .size = sizeof count,
    .id = "tents.count",
    .kind = RT_TENTS_LINE,
    .summary = "a line that has its tents has no more; one that needs all of its cells has tents there",
    .tier = 1,
    .level = 1,
    .needs = RT_PLANES | RT_THEN,
    .wake = RT_WAKE_ANY,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&count, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "tents.count", .version = "1.0", .rules = rules,
};
