/* slitherlink.closing — a loop that would leave a clue without its lines stays open.
 *
 *      +--+--+
 *      | 3   |   2       The two ends of a line are neighbours.  Closed there, it would be all of the loop, and the 2
 *      +  ?  +           would have no line: no line there.
 *
 * loop.premature says so while another line lies outside of the loop; here a clue that asks for one is enough.  Why:
 * the loop is the only one, so all other edges would be off.  The line itself is the reason.  Where a line goes through
 * a point the other edges there are off, as loop.degree says: so one that goes on leaves no more than one that ends. */
#include <ratchet/kind/slitherlink.h>
#include <ratchet/kit/lattice.h>
#include <ratchet/model.h>

struct line {
    struct rt_self *self;
    const struct rt_slitherlink_board *b;
    struct rt_lattice l;
    const uint64_t *off, *on;   /* planes */
};

static struct line open_line(struct rt_self *self, const uint64_t *plane)
{
    const struct rt_slitherlink_board *b = self->payload;
    return (struct line){self, b, {b->width + 1, b->height + 1}, plane, plane + self->v.words};
}

/* Tags: what was seen, and the point or edge that it hangs on. */
enum { CLOSES, BRANCHES };

static uint32_t tag_of(uint32_t what, uint32_t of)
{
    return of << 1 | what;
}

static bool may(const uint64_t *plane, uint32_t e)
{
    return plane[e / 64] >> e % 64 & 1;
}

/* The only line at `point` other than `edge`; RT_NOPOS: there is none, or more than one. */
static uint32_t goes_on(const struct line *line, uint32_t point, uint32_t edge)
{
    uint32_t edges[4], n = rt_lattice_edges_at(&line->l, point, edges), next = RT_NOPOS;
    for (uint32_t i = 0; i < n; i++) {
        if (edges[i] == edge || may(line->off, edges[i]))
            continue;
        if (next != RT_NOPOS)
            return RT_NOPOS;
        next = edges[i];
    }
    return next;
}

static uint32_t far_end(const struct line *line, uint32_t edge, uint32_t point)
{
    bool level;
    uint32_t start = rt_lattice_start(&line->l, edge, &level);
    return point == start ? (level ? start + 1 : start + line->l.width) : start;
}

/* Walks from `point` along the line, but not along `from`; marks its edges, if there is room for marks, or gives them
 * as premises.  Where it ends; RT_NOPOS: it comes back along `from`. */
static uint32_t walk(const struct line *line, uint32_t point, uint32_t from, uint64_t *marks)
{
    for (uint32_t e = goes_on(line, point, from); e != RT_NOPOS; e = goes_on(line, point, e)) {
        if (e == from)
            return RT_NOPOS;
        point = far_end(line, e, point);
        if (marks)
            marks[e / 64] |= 1ull << e % 64;
        else
            line->self->h->because(line->self, e, 1);
    }
    return point;
}

/* Has every clue its number when these edges are the loop? */
static bool is_whole(const struct line *line, const uint64_t *loop)
{
    const struct rt_slitherlink_board *b = line->b;
    for (uint32_t cell = 0; cell < b->width * b->height; cell++) {
        uint32_t lines = 0;
        for (uint32_t d = 0; d < 4 && b->clue[cell] != RT_SLITHERLINK_NONE; d++)
            lines += may(loop, rt_lattice_side(&line->l, cell, d));
        if (b->clue[cell] != RT_SLITHERLINK_NONE && b->clue[cell] != lines)
            return false;
    }
    return true;
}

/* At most two lines meet. */
static int keep_apart(const struct line *line, uint32_t point)
{
    uint32_t edges[4], n = rt_lattice_edges_at(&line->l, point, edges), on = 0;
    int status = RT_OK;
    for (uint32_t i = 0; i < n; i++)
        on += !may(line->off, edges[i]);
    if (on > 2)
        return line->self->h->conflict(line->self, tag_of(BRANCHES, point));
    for (uint32_t i = 0; i < n && on == 2 && status == RT_OK; i++)
        if (may(line->off, edges[i]) && may(line->on, edges[i]))
            status = line->self->h->drop(line->self, edges[i], 2, tag_of(BRANCHES, point));
    return status;
}

/* The line through `edge`, which is on. */
static int keep_open(const struct line *line, uint32_t edge)
{
    uint64_t *loop = line->self->h->scratch(line->self, line->self->v.words * sizeof *loop);
    bool level;
    uint32_t start = rt_lattice_start(&line->l, edge, &level), closing = RT_NOPOS;
    if (!loop)
        return RT_ENOMEM;
    loop[edge / 64] |= 1ull << edge % 64;
    uint32_t a = walk(line, start, edge, loop);
    if (a == RT_NOPOS)
        return is_whole(line, loop) ? RT_OK : line->self->h->conflict(line->self, tag_of(CLOSES, edge));
    uint32_t b = walk(line, far_end(line, edge, start), edge, loop);
    for (uint32_t d = 0; d < 4; d++)
        if (rt_lattice_beside(&line->l, a, d) == b)
            closing = rt_lattice_edge(&line->l, a, d);
    if (closing == RT_NOPOS || !may(line->off, closing) || !may(line->on, closing))
        return RT_OK;
    loop[closing / 64] |= 1ull << closing % 64;
    return is_whole(line, loop) ? RT_OK : line->self->h->drop(line->self, closing, 2, tag_of(CLOSES, closing));
}

static int propagate(struct rt_self *self)
{
    struct line line = open_line(self, self->v.plane);
    int status = RT_OK;
    for (uint32_t k = self->v.seen; k < self->v.nhist && status == RT_OK; k++) {
        uint32_t e = self->v.hist[k] >> 6;
        bool level;
        uint32_t start = rt_lattice_start(&line.l, e, &level);
        status = keep_apart(&line, start);
        if (status == RT_OK)
            status = keep_apart(&line, far_end(&line, e, start));
        if (status == RT_OK)
            status = keep_open(&line, e);
    }
    return status == RT_OK ? RT_FIXPOINT : status;
}

/* The lines that meet at a point. */
static int explain_branch(const struct line *line, uint32_t point, uint32_t needed)
{
    uint32_t edges[4], n = rt_lattice_edges_at(&line->l, point, edges), on = 0;
    for (uint32_t i = 0; i < n && on < needed; i++)
        if (!may(line->off, edges[i])) {
            line->self->h->because(line->self, edges[i], 1);
            on++;
        }
    return on == needed ? RT_OK : RT_ERROR;
}

/* The line from one end of the edge to the other. */
static int explain_closing(const struct line *line, uint32_t edge, bool closed)
{
    bool level;
    uint32_t start = rt_lattice_start(&line->l, edge, &level);
    if (closed) {
        line->self->h->because(line->self, edge, 1);
        return walk(line, start, edge, NULL) == RT_NOPOS ? RT_OK : RT_ERROR;
    }
    return walk(line, start, edge, NULL) == far_end(line, edge, start) ? RT_OK : RT_ERROR;
}

static int explain(struct rt_self *self, const struct rt_why *why)
{
    struct line line = open_line(self, why->plane);
    bool conflict = why->pos == RT_NOPOS;
    return (why->tag & 1) == BRANCHES ? explain_branch(&line, why->tag >> 1, conflict ? 3 : 2)
                                      : explain_closing(&line, why->tag >> 1, conflict);
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    static const char *const words[][2] = {
        [CLOSES] = {"a line there would close a loop, and a clue would not have its lines",
                    "a loop is closed, and a clue has not its lines"},
        [BRANCHES] = {"two lines meet here already, so there is no other", "more than two lines meet"},
    };
    return self->h->print(self, "%s", words[why->tag & 1][why->pos == RT_NOPOS]);
}

static const struct rt_rule_class closing = {
    .size = sizeof closing,
    .id = "slitherlink.closing",
    .kind = RT_SLITHERLINK_BOARD,
    .flags = RT_RULE_OPTIONAL,
    .summary = "an edge that would close a line to a loop is off while a clue has not its number",
    .tier = 2,
    .level = 3,
    .needs = RT_PLANES | RT_THEN | RT_HISTORY,
    .wake = 1, /* "off" leaves: an edge is on */
    .propagate = propagate,
    .explain = explain,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&closing, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "slitherlink.closing", .version = "1.0", .rules = rules,
};
