/* alldiff.triple — three positions that share three values leave none of them to others; and
 * alldiff.hidden_triple — where every value must occur, three values with the same three places left take these.
 *
 *      12  23  13  1234   =>   12  23  13  4          124  235  136  456  456  456   =>   12  23  13  456  456  456
 *
 * The second is the first with values for positions and positions for values.  Why: three of the one have room in three
 * of the other only, so they use it up. */
#include <ratchet/kind/alldiff.h>
#include <ratchet/model.h>
#include <stdbool.h>

/* Values and positions are below 64. */
enum { MOST = 64, BITS = 6, MASK = 63 };

/* What each position may be, or, turned round, where each value may stand. */
struct side {
    uint64_t may[MOST];
    uint32_t n;
};

static void read_side(const struct rt_self *self, bool hidden, struct side *side)
{
    side->n = hidden ? self->v.nvalues : self->v.n;
    for (uint32_t k = 0; k < side->n; k++)
        side->may[k] = hidden ? self->v.plane[k] : self->h->dom((struct rt_self *)self, k);
}

/* Naked: the values leave all other positions. Hidden: all other values leave these positions. */
static int drop_others(struct rt_self *self, bool hidden, uint64_t three, uint64_t room, uint32_t tag)
{
    int status = RT_FIXPOINT;
    for (uint32_t pos = 0; pos < self->v.n; pos++) {
        uint64_t where = hidden ? room : ~three, gone = (hidden ? ~three : room) & self->h->dom(self, pos);
        if (!(where >> pos & 1) || !gone)
            continue;
        if (self->h->drop(self, pos, gone, tag) == RT_CONFLICT)
            return RT_CONFLICT;
        status = RT_OK;
    }
    return status;
}

/* Fewer than three may share it: what is true of larger domains stays true of smaller ones. */
static int look_at_three(struct rt_self *self, bool hidden, uint64_t three, uint64_t room, uint32_t tag)
{
    int left = __builtin_popcountll(room);
    if (left < 3)
        return self->h->conflict(self, tag);
    return left > 3 ? RT_FIXPOINT : drop_others(self, hidden, three, room, tag);
}

static int propagate_side(struct rt_self *self, bool hidden)
{
    struct side side;
    int status = RT_FIXPOINT;
    read_side(self, hidden, &side);
    for (uint32_t c = 2; c < side.n; c++)
        for (uint32_t b = 1; __builtin_popcountll(side.may[c]) <= 3 && b < c; b++)
            for (uint32_t a = 0; __builtin_popcountll(side.may[b] | side.may[c]) <= 3 && a < b; a++) {
                int found = look_at_three(self, hidden, 1ull << a | 1ull << b | 1ull << c,
                                          side.may[a] | side.may[b] | side.may[c], (a << BITS | b) << BITS | c);
                if (found == RT_CONFLICT)
                    return RT_CONFLICT;
                status = found == RT_OK ? RT_OK : status;
            }
    return status;
}

static int propagate(struct rt_self *self)
{
    return propagate_side(self, false);
}

static int propagate_hidden(struct rt_self *self)
{
    return propagate_side(self, true);
}

static int init_hidden(struct rt_self *self)
{
    return self->v.n == self->v.nvalues ? RT_OK : RT_ENTAILED;
}

/* The three of a tag, lowest first. */
static uint32_t member(uint32_t tag, uint32_t k)
{
    return tag >> (2 - k) * BITS & MASK;
}

static uint64_t room_then(struct rt_self *self, uint32_t tag)
{
    uint64_t room = 0;
    for (uint32_t k = 0; k < 3; k++)
        room |= self->h->dom_then(self, member(tag, k));
    return room;
}

static int explain(struct rt_self *self, const struct rt_why *why)
{
    uint64_t room = room_then(self, why->tag);
    for (uint32_t k = 0; k < 3; k++)
        self->h->because(self, member(why->tag, k), ~room);
    return RT_OK;
}

/* Because the three had left all positions but these. */
static int explain_hidden(struct rt_self *self, const struct rt_why *why)
{
    uint64_t three = 0;
    for (uint32_t k = 0; k < 3; k++)
        three |= 1ull << member(why->tag, k);
    for (uint32_t pos = 0; pos < self->v.n; pos++)
        if (pos != why->pos && !(self->h->dom_then(self, pos) & three))
            self->h->because(self, pos, three);
    return RT_OK;
}

/* "1, 2 and 3": the values of a mask. */
static int print_values(struct rt_self *self, uint64_t values)
{
    int status = RT_OK;
    for (uint64_t left = values; left && status == RT_OK; left &= left - 1) {
        const char *before = left == values ? "" : left & (left - 1) ? ", " : " and ";
        status = self->h->print(self, "%s", before);
        status = status == RT_OK ? self->h->name_value(self, 0, (uint32_t)__builtin_ctzll(left)) : status;
    }
    return status;
}

static int say(struct rt_self *self, const char *what, uint64_t values)
{
    int status = self->h->print(self, "in ");
    status = status == RT_OK ? self->h->name_scope(self) : status;
    status = status == RT_OK ? self->h->print(self, ", %s ", what) : status;
    return status == RT_OK ? print_values(self, values) : status;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    return say(self, why->pos == RT_NOPOS ? "three places share no more than" : "three places share",
               room_then(self, why->tag));
}

static int describe_hidden(struct rt_self *self, const struct rt_why *why)
{
    uint64_t three = 0;
    for (uint32_t k = 0; k < 3; k++)
        three |= 1ull << member(why->tag, k);
    return say(self, why->pos == RT_NOPOS ? "three places are not left for" : "only three places are left for", three);
}

static const struct rt_rule_class triple = {
    .size = sizeof triple,
    .flags = RT_RULE_OPTIONAL,  /* for people: the search does without */
    .id = "alldiff.triple",
    .kind = RT_ALLDIFF,
    .summary = "three places that share three values leave none of them to others",
    .tier = 2,
    .level = 4,
    .needs = RT_PLANES,
    .wake = RT_WAKE_ANY,
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class hidden_triple = {
    .size = sizeof hidden_triple,
    .flags = RT_RULE_OPTIONAL,
    .id = "alldiff.hidden_triple",
    .kind = RT_ALLDIFF,
    .summary = "three values with the same three places left take these",
    .tier = 2,
    .level = 4,
    .needs = RT_PLANES,
    .wake = RT_WAKE_ANY,
    .init = init_hidden,
    .propagate = propagate_hidden,
    .explain = explain_hidden,
    .describe = describe_hidden,
};

static const struct rt_rule_class *const rules[] = {&triple, &hidden_triple, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "alldiff.triple", .version = "1.0", .rules = rules,
};
