/* A lattice of points and the edges between neighbours: what puzzles with a loop are drawn on.
 *
 *      o---o---o       The points are the cells of a Masyu, or the corners of the cells of a Slitherlink, whose cells
 *      |   |   |       are the faces then.  Edges within rows come first, row by row, then those within columns, again
 *      o---o---o       from left to right and from top to bottom.  Directions are 0 north, 1 east, 2 south, 3 west. */
#ifndef RATCHET_KIT_LATTICE_H
#define RATCHET_KIT_LATTICE_H

#include <ratchet/host.h>
#include <ratchet/kind/loop.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#ifndef __cplusplus

struct rt_lattice {
    uint32_t width, height;     /* points a side: 1 at least, and at most 2^21 in all */
};

enum { RT_NORTH, RT_EAST, RT_SOUTH, RT_WEST };

static inline uint32_t rt_lattice_points(const struct rt_lattice *l)
{
    return l->width * l->height;
}

/* Those within rows. */
static inline uint32_t rt_lattice_level_edges(const struct rt_lattice *l)
{
    return l->height * (l->width - 1);
}

static inline uint32_t rt_lattice_edges(const struct rt_lattice *l)
{
    return rt_lattice_level_edges(l) + (l->height - 1) * l->width;
}

static inline uint32_t rt_lattice_faces(const struct rt_lattice *l)
{
    return (l->width - 1) * (l->height - 1);
}

/* The point next to `point` in direction d; RT_NOPOS beyond the border. */
static inline uint32_t rt_lattice_beside(const struct rt_lattice *l, uint32_t point, uint32_t d)
{
    uint32_t r = point / l->width, c = point % l->width;
    switch (d & 3) {
    case RT_NORTH:
        return r ? point - l->width : RT_NOPOS;
    case RT_EAST:
        return c + 1 < l->width ? point + 1 : RT_NOPOS;
    case RT_SOUTH:
        return r + 1 < l->height ? point + l->width : RT_NOPOS;
    default:
        return c ? point - 1 : RT_NOPOS;
    }
}

/* The edge that leaves `point` in direction d; RT_NOPOS at the border. */
static inline uint32_t rt_lattice_edge(const struct rt_lattice *l, uint32_t point, uint32_t d)
{
    uint32_t r = point / l->width, c = point % l->width, east = point - r, south = rt_lattice_level_edges(l) + point;
    switch (d & 3) {
    case RT_NORTH:
        return r ? south - l->width : RT_NOPOS;
    case RT_EAST:
        return c + 1 < l->width ? east : RT_NOPOS;
    case RT_SOUTH:
        return r + 1 < l->height ? south : RT_NOPOS;
    default:
        return c ? east - 1 : RT_NOPOS;
    }
}

/* The western or northern end of an edge, and whether it is level: lies within a row. */
static inline uint32_t rt_lattice_start(const struct rt_lattice *l, uint32_t edge, bool *level)
{
    uint32_t n = rt_lattice_level_edges(l);
    *level = edge < n;
    return *level ? edge / (l->width - 1) * l->width + edge % (l->width - 1) : edge - n;
}

/* The edges of one point, in the order of the directions; how many there are. */
static inline uint32_t rt_lattice_edges_at(const struct rt_lattice *l, uint32_t point, uint32_t edges[4])
{
    uint32_t n = 0;
    for (uint32_t d = 0; d < 4; d++)
        if ((edges[n] = rt_lattice_edge(l, point, d)) != RT_NOPOS)
            n++;
    return n;
}

/* The face between four points, of which (row, column) is the north-western. */
static inline uint32_t rt_lattice_face(const struct rt_lattice *l, uint32_t row, uint32_t column)
{
    return row * (l->width - 1) + column;
}

/* The north-western point of a face. */
static inline uint32_t rt_lattice_corner(const struct rt_lattice *l, uint32_t face)
{
    return face / (l->width - 1) * l->width + face % (l->width - 1);
}

/* The edge that lies north, east, south or west of a face. */
static inline uint32_t rt_lattice_side(const struct rt_lattice *l, uint32_t face, uint32_t d)
{
    uint32_t corner = rt_lattice_corner(l, face);
    switch (d & 3) {
    case RT_NORTH:
        return rt_lattice_edge(l, corner, RT_EAST);
    case RT_EAST:
        return rt_lattice_edge(l, corner + 1, RT_SOUTH);
    case RT_SOUTH:
        return rt_lattice_edge(l, corner + l->width, RT_EAST);
    default:
        return rt_lattice_edge(l, corner, RT_SOUTH);
    }
}

/* The face beyond that edge; RT_NOPOS: the outside. */
static inline uint32_t rt_lattice_face_beside(const struct rt_lattice *l, uint32_t face, uint32_t d)
{
    struct rt_lattice faces = {l->width - 1, l->height - 1};
    return rt_lattice_beside(&faces, face, d);
}

/* ---- one closed loop as scopes: a loop.vertex/1 a point, then loop.single/1; variable e is edge e ---- */

static inline int rt_lattice_add_vertices(struct rt_self *self, const struct rt_lattice *l, const uint8_t *must)
{
    int status = RT_OK;
    for (uint32_t point = 0; point < rt_lattice_points(l) && status == RT_OK; point++) {
        uint32_t edges[4], n = rt_lattice_edges_at(l, point, edges);
        struct rt_loop_vertex vertex = {.must = must[point]};
        status = self->h->add_scope(self, RT_LOOP_VERTEX, edges, n, &vertex, sizeof vertex);
        if (status == RT_OK && point % 64 == 0 && self->h->tick(self, 64))
            status = RT_ELIMIT;
    }
    return status;
}

/* The number that loop.single/1 has for the face whose south-eastern point is (row, column); 0, the outside, beyond
 * the border. */
static inline uint32_t rt_lattice_plane_face(const struct rt_lattice *l, uint32_t row, uint32_t column)
{
    return row && column && row < l->height && column < l->width ? 1 + rt_lattice_face(l, row - 1, column - 1) : 0;
}

static inline void rt_lattice_plane(const struct rt_lattice *l, uint32_t *end, uint32_t *face)
{
    for (uint32_t e = 0; e < rt_lattice_edges(l); e++) {
        bool level;
        uint32_t from = rt_lattice_start(l, e, &level), row = from / l->width, column = from % l->width;
        end[2 * e] = from;
        end[2 * e + 1] = level ? from + 1 : from + l->width;
        face[2 * e] = rt_lattice_plane_face(l, row + !level, column + level);
        face[2 * e + 1] = rt_lattice_plane_face(l, row + 1, column + 1);
    }
}

static inline int rt_lattice_add_single(struct rt_self *self, const struct rt_lattice *l, const uint8_t *must)
{
    uint32_t nv = rt_lattice_points(l), ne = rt_lattice_edges(l);
    uint32_t *end = self->h->alloc(self, 2 * ne * sizeof *end);
    uint32_t *face = self->h->alloc(self, 2 * ne * sizeof *face);
    uint32_t *first = self->h->alloc(self, (nv + 1) * sizeof *first);
    uint32_t *incident = self->h->alloc(self, 2 * ne * sizeof *incident);
    uint32_t *vars = self->h->scratch(self, ne * sizeof *vars);
    if (!end || !face || !first || !incident || !vars)
        return RT_ENOMEM;
    rt_lattice_plane(l, end, face);
    for (uint32_t point = 0; point < nv; point++) {
        uint32_t edges[4], n = rt_lattice_edges_at(l, point, edges);
        memcpy(incident + first[point], edges, n * sizeof *edges);
        first[point + 1] = first[point] + n;
    }
    for (uint32_t e = 0; e < ne; e++)
        vars[e] = e;
    struct rt_loop_single graph = {.nv = nv,
                                   .ne = ne,
                                   .nf = 1 + rt_lattice_faces(l),
                                   .end = end,
                                   .face = face,
                                   .first = first,
                                   .incident = incident,
                                   .must = must};
    return self->h->add_scope(self, RT_LOOP_SINGLE, vars, ne, &graph, sizeof graph);
}

/* `must`, one a point, lives as long as the job (host->alloc). */
static inline int rt_lattice_add_loop(struct rt_self *self, const struct rt_lattice *l, const uint8_t *must)
{
    int status = rt_lattice_add_vertices(self, l, must);
    return status == RT_OK ? rt_lattice_add_single(self, l, must) : status;
}

/* ---- verdicts about a line: each blames few edges, and whatever the others are, the board stays illegal ---- */

struct rt_judge {
    struct rt_self *self;
    const struct rt_lattice *lattice;
    const uint8_t *values;      /* one an edge, 1 = on */
    struct rt_verdict *verdict;
};

/* Which of a point's edges are on: bit d. */
static inline uint32_t rt_judge_links(const struct rt_judge *j, uint32_t point)
{
    uint32_t links = 0;
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t edge = rt_lattice_edge(j->lattice, point, d);
        links |= (uint32_t)(edge != RT_NOPOS && j->values[edge]) << d;
    }
    return links;
}

static inline int rt_judge_illegal(struct rt_judge *j, uint32_t row, uint32_t column, const char *what)
{
    struct rt_verdict *v = j->verdict;
    snprintf(v->what, sizeof v->what, "%s", what);
    snprintf(v->place, sizeof v->place, "r%uc%u", row + 1, column + 1);
    v->nblame = 0;
    return RT_CONFLICT;
}

/* Of a point whose row and column are those of a cell. */
static inline int rt_judge_illegal_at(struct rt_judge *j, uint32_t point, const char *what)
{
    return rt_judge_illegal(j, point / j->lattice->width, point % j->lattice->width, what);
}

static inline void rt_judge_blame(struct rt_judge *j, uint32_t edge)
{
    if (edge != RT_NOPOS)
        j->verdict->blame[j->verdict->nblame++] = edge;
}

/* The first `most` edges of a point in these directions. */
static inline void rt_judge_blame_some(struct rt_judge *j, uint32_t point, uint32_t directions, uint32_t most)
{
    uint32_t enough = j->verdict->nblame + most;
    for (uint32_t d = 0; d < 4 && j->verdict->nblame < enough; d++)
        if (directions >> d & 1)
            rt_judge_blame(j, rt_lattice_edge(j->lattice, point, d));
}

/* Without any of the level edges below row 1 what is left of the lattice is a tree. */
static inline void rt_judge_blame_tree(struct rt_judge *j)
{
    for (uint32_t e = j->lattice->width - 1; e < rt_lattice_level_edges(j->lattice); e++)
        rt_judge_blame(j, e);
}

static inline bool rt_judge_any_line(const struct rt_judge *j)
{
    return rt_lattice_edges(j->lattice) && memchr(j->values, 1, rt_lattice_edges(j->lattice));
}

/* No point may have so many lines. */
static inline int rt_judge_degrees(struct rt_judge *j, uint32_t degree, const char *what)
{
    for (uint32_t point = 0; point < rt_lattice_points(j->lattice); point++) {
        uint32_t links = rt_judge_links(j, point);
        if ((uint32_t)__builtin_popcount(links) != degree)
            continue;
        rt_judge_illegal_at(j, point, what);
        rt_judge_blame_some(j, point, degree == 1 ? 15 : links, degree == 1 ? 4 : 3);
        return RT_CONFLICT;
    }
    return RT_OK;
}

static inline int rt_judge_branch(struct rt_judge *j)
{
    return rt_judge_degrees(j, 3, "the line branches");
}

static inline int rt_judge_crossing(struct rt_judge *j)
{
    return rt_judge_degrees(j, 4, "the line crosses itself");
}

static inline int rt_judge_dead_end(struct rt_judge *j)
{
    return rt_judge_degrees(j, 1, "the line has a dead end");
}

/* A walk round the loop through a point; every degree is 0 or 2. */
struct rt_stroll {
    uint32_t point, from;       /* from: the direction back */
};

static inline struct rt_stroll rt_stroll_start(const struct rt_judge *j, uint32_t point)
{
    return (struct rt_stroll){point, (uint32_t)__builtin_ctz(rt_judge_links(j, point))};
}

/* Goes one point on; returns the edge. */
static inline uint32_t rt_stroll_on(const struct rt_judge *j, struct rt_stroll *s)
{
    uint32_t d = (uint32_t)__builtin_ctz(rt_judge_links(j, s->point) & ~(1u << s->from));
    uint32_t edge = rt_lattice_edge(j->lattice, s->point, d);
    *s = (struct rt_stroll){rt_lattice_beside(j->lattice, s->point, d), d ^ 2};
    return edge;
}

struct rt_judged_loop {
    uint32_t start, length;
    bool misses;                /* something that must be visited is not on it */
};

/* Marks the points of the loop through `start`. */
static inline struct rt_judged_loop rt_judge_walk(const struct rt_judge *j, uint32_t start, const uint8_t *must,
                                                  uint32_t musts, uint8_t *seen)
{
    struct rt_judged_loop loop = {.start = start};
    struct rt_stroll s = rt_stroll_start(j, start);
    uint32_t met = 0;
    do {
        seen[s.point] = 1;
        met += must[s.point];
        loop.length++;
        rt_stroll_on(j, &s);
    } while (s.point != start);
    loop.misses = met < musts;
    return loop;
}

/* Of two loops one is enough if it misses a point that must be visited; else it takes an edge of the other. */
static inline int rt_judge_blame_loop(struct rt_judge *j, struct rt_judged_loop loop, uint32_t other)
{
    rt_judge_illegal_at(j, loop.start, "there is more than one loop");
    struct rt_stroll s = rt_stroll_start(j, loop.start);
    do
        rt_judge_blame(j, rt_stroll_on(j, &s));
    while (s.point != loop.start);
    if (!loop.misses)
        rt_judge_blame_some(j, other, rt_judge_links(j, other), 1);
    return RT_CONFLICT;
}

/* Only one loop; every degree is 0 or 2.  must: 0 or 1 a point. */
static inline int rt_judge_loops(struct rt_judge *j, const uint8_t *must)
{
    uint32_t points = rt_lattice_points(j->lattice), count = 0, other = 0, musts = 0;
    uint8_t *seen = j->self->h->scratch(j->self, points);
    struct rt_judged_loop best = {0};
    if (!seen)
        return RT_ENOMEM;
    for (uint32_t point = 0; point < points; point++)
        musts += must[point];
    for (uint32_t point = 0; point < points; point++) {
        if (seen[point] || !rt_judge_links(j, point))
            continue;
        struct rt_judged_loop loop = rt_judge_walk(j, point, must, musts, seen);
        bool better = !count++ || (loop.misses != best.misses ? loop.misses : loop.length < best.length);
        other = better ? best.start : loop.start;
        best = better ? loop : best;
    }
    return count > 1 ? rt_judge_blame_loop(j, best, other) : RT_OK;
}

#endif
#endif
