/* loop.vertex/1 and loop.single/1: what a closed loop along edges means, at one vertex and as a whole. */
#include "encode.h"
#include <ratchet/kind/loop.h>
#include <ratchet/model.h>
#include <stdbool.h>
#include <stdio.h>

/* ---- loop.vertex/1 ---- */

/* The on-edges, or the whole vertex if it takes the off-edges too to see what is wrong. */
static int blame_vertex(const uint8_t *values, uint32_t n, bool all, uint32_t most,
                        struct rt_verdict *verdict)
{
    verdict->nblame = 0;
    for (uint32_t e = 0; e < n && verdict->nblame < most; e++)
        if (all || values[e])
            verdict->blame[verdict->nblame++] = e;
    return RT_CONFLICT;
}

static int vertex_check(const void *payload, uint32_t payload_size, const uint8_t *values, uint32_t n,
                        struct rt_verdict *verdict)
{
    const struct rt_loop_vertex *vertex = payload;
    uint32_t on = 0;
    (void)payload_size;
    for (uint32_t e = 0; e < n; e++)
        on += values[e] != 0;
    if (on == 2 || (on == 0 && !vertex->must))
        return RT_OK;
    const char *what = on > 2 ? "the line branches" : on ? "the line has a dead end"
                                                         : "the loop misses a vertex that it must visit";
    snprintf(verdict->what, sizeof verdict->what, "%s", what);
    return blame_vertex(values, n, on < 2, on > 2 ? 3 : n, verdict);
}

static int vertex_implies(const void *payload, uint32_t payload_size, const uint64_t *domains, uint32_t n,
                          uint32_t pos, uint32_t value)
{
    const struct rt_loop_vertex *vertex = payload;
    uint32_t on = 0, may = 0;
    (void)payload_size;
    for (uint32_t e = 0; e < n; e++) {
        uint64_t dom = domains[e] & 3;
        if (e == pos)
            dom &= 1ull << value;
        if (!dom)
            return 1;
        on += dom == 2;
        may += dom >> 1 & 1;
    }
    bool none = on == 0 && !vertex->must, two = on <= 2 && may >= 2;
    return !none && !two;
}

static int vertex_sample(struct rt_self *self, uint32_t size)
{
    const struct rt_host *h = self->h;
    uint32_t most = size < 4 ? (size ? size : 1) : h->random(self, 4) ? 4 : size < 8 ? size : 8;
    uint32_t n = 1 + (uint32_t)h->random(self, most), vars[8];
    struct rt_loop_vertex vertex = {.must = (uint32_t)h->random(self, 2)};
    uint32_t first = h->add_variables(self, n, 2);
    if (first == RT_NOPOS)
        return RT_ENOMEM;
    for (uint32_t e = 0; e < n; e++)
        vars[e] = first + e;
    return h->add_scope(self, RT_LOOP_VERTEX, vars, n, &vertex, sizeof vertex);
}

static int clipped(int used, size_t capacity)
{
    if (used < 0 || !capacity)
        return 0;
    return (size_t)used < capacity ? used : (int)capacity - 1;
}

static int vertex_describe(const void *payload, uint32_t payload_size, uint32_t n, char *buffer,
                           size_t capacity)
{
    const struct rt_loop_vertex *vertex = payload;
    (void)payload_size;
    return clipped(snprintf(buffer, capacity, vertex->must ? "a vertex of %u edges that the loop visits"
                                                           : "a vertex of %u edges", n), capacity);
}

static int vertex_valid(const void *payload, uint32_t payload_size, uint32_t n, uint32_t nvalues)
{
    const struct rt_loop_vertex *vertex = payload;
    (void)n;
    return payload_size == sizeof *vertex && vertex->must <= 1 && nvalues == 2 ? RT_OK : RT_ERROR;
}

static const struct rt_kind_class vertex_kind = {
    .size = sizeof vertex_kind,
    .payload_size = sizeof(struct rt_loop_vertex),
    .id = RT_LOOP_VERTEX,
    .summary = "none or two of the edges at a vertex are on, two if it must be visited",
    .check = vertex_check,
    .sample = vertex_sample,
    .implies = vertex_implies,
    .describe = vertex_describe,
    .valid = vertex_valid,
    .encode = encode_vertex,
};

/* ---- loop.single/1 ---- */

static uint32_t degree(const struct rt_loop_single *g, const uint8_t *values, uint32_t v)
{
    uint32_t on = 0;
    for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++)
        on += values[g->incident[i]] != 0;
    return on;
}

/* A vertex that is no vertex of any loop; its edges alone say so. */
static int check_vertices(const struct rt_loop_single *g, const uint8_t *values, struct rt_verdict *verdict)
{
    for (uint32_t v = 0; v < g->nv; v++) {
        uint32_t on = degree(g, values, v);
        if (on == 2 || (on == 0 && !g->must[v]))
            continue;
        const char *what = on > 2 ? "the line branches" : on ? "the line has a dead end"
                                                             : "the loop misses a vertex that it must visit";
        snprintf(verdict->what, sizeof verdict->what, "%s", what);
        verdict->nblame = 0;
        for (uint32_t i = g->first[v]; i < g->first[v + 1] && (on < 2 || verdict->nblame < 3); i++)
            if (on < 2 || values[g->incident[i]])
                verdict->blame[verdict->nblame++] = g->incident[i];
        return RT_CONFLICT;
    }
    return RT_OK;
}

/* Where every degree is 0 or 2: the on-edge after `edge` when leaving it at `*at`, which moves to its far
 * end. */
static uint32_t next_edge(const struct rt_loop_single *g, const uint8_t *values, uint32_t edge, uint32_t *at)
{
    for (uint32_t i = g->first[*at]; i < g->first[*at + 1]; i++) {
        uint32_t e = g->incident[i];
        if (e == edge || !values[e])
            continue;
        *at = g->end[2 * e] == *at ? g->end[2 * e + 1] : g->end[2 * e];
        return e;
    }
    return edge;
}

static bool marked(const uint32_t *bits, uint32_t e)
{
    return bits[e / 32] >> e % 32 & 1;
}

/* Marks the loop through `start`; its length. */
static uint32_t mark_loop(const struct rt_loop_single *g, const uint8_t *values, uint32_t start,
                          uint32_t *bits)
{
    uint32_t length = 0, e = start, at = g->end[2 * start + 1];
    do {
        bits[e / 32] |= 1u << e % 32;
        length++;
        e = next_edge(g, values, e, &at);
    } while (e != start && length < g->ne);
    return length;
}

/* Every degree is 0 or 2, so the on-edges are loops. More than one: the shortest with one edge of another.
 * The marks that it takes lie in the blame array until the blame itself is written. */
static int check_loops(const struct rt_loop_single *g, const uint8_t *values, struct rt_verdict *verdict)
{
    uint32_t shortest = RT_NOPOS, length = 0, another = RT_NOPOS, *bits = verdict->blame;
    for (uint32_t w = 0; w < (g->ne + 31) / 32; w++)
        bits[w] = 0;
    for (uint32_t e = 0; e < g->ne; e++) {
        if (!values[e] || marked(bits, e))
            continue;
        uint32_t l = mark_loop(g, values, e, bits);
        if (shortest == RT_NOPOS || l < length) {
            another = shortest;
            shortest = e;
            length = l;
        } else {
            another = e;
        }
    }
    if (shortest != RT_NOPOS && another == RT_NOPOS)
        return RT_OK;
    verdict->nblame = 0;
    if (shortest == RT_NOPOS) {
        snprintf(verdict->what, sizeof verdict->what, "there is no line");
        for (uint32_t e = 0; e < g->ne; e++)
            verdict->blame[verdict->nblame++] = e;
        return RT_CONFLICT;
    }
    snprintf(verdict->what, sizeof verdict->what, "there is more than one loop");
    uint32_t e = shortest, at = g->end[2 * shortest + 1];
    for (uint32_t k = 0; k < length; k++, e = next_edge(g, values, e, &at))
        verdict->blame[verdict->nblame++] = e;
    verdict->blame[verdict->nblame++] = another;
    return RT_CONFLICT;
}

static int single_check(const void *payload, uint32_t payload_size, const uint8_t *values, uint32_t n,
                        struct rt_verdict *verdict)
{
    (void)payload_size, (void)n;
    int status = check_vertices(payload, values, verdict);
    return status == RT_OK ? check_loops(payload, values, verdict) : status;
}

/* Is there a loop within domains?  Walks every simple path from one end of an edge that the loop uses to the
 * other end; sets of vertices and edges are words, so for graphs of at most 64 each. */
struct walk {
    const struct rt_loop_single *g;
    uint64_t may, on;       /* edges that may be, that must be on */
    uint64_t must;          /* vertices */
    uint32_t goal, budget;
};

enum { WALKS = 200000 };

static bool walk_on(struct walk *w, uint32_t at, uint64_t used, uint64_t visited)
{
    if (at == w->goal)
        return !(w->on & ~used) && !(w->must & ~visited);
    if (!w->budget)
        return false;
    w->budget--;
    for (uint32_t i = w->g->first[at]; i < w->g->first[at + 1]; i++) {
        uint32_t e = w->g->incident[i], to = w->g->end[2 * e] == at ? w->g->end[2 * e + 1] : w->g->end[2 * e];
        if ((w->may & ~used) >> e & 1 && !(visited >> to & 1) &&
            walk_on(w, to, used | 1ull << e, visited | 1ull << to))
            return true;
    }
    return false;
}

static bool loop_through(struct walk *w, uint32_t e)
{
    w->goal = w->g->end[2 * e];
    return walk_on(w, w->g->end[2 * e + 1], 1ull << e, 1ull << w->g->end[2 * e + 1]);
}

static int single_implies(const void *payload, uint32_t payload_size, const uint64_t *domains, uint32_t n,
                          uint32_t pos, uint32_t value)
{
    const struct rt_loop_single *g = payload;
    struct walk w = {.g = g, .budget = WALKS};
    (void)payload_size;
    if (n > 64 || g->nv > 64)
        return RT_EUNSUPPORTED;
    for (uint32_t e = 0; e < n; e++) {
        uint64_t dom = domains[e] & (e == pos ? 1ull << value : 3);
        if (!dom)
            return 1;
        w.may |= (dom >> 1 & 1) << e;
        w.on |= (uint64_t)(dom == 2) << e;
    }
    for (uint32_t v = 0; v < g->nv; v++)
        w.must |= (uint64_t)(g->must[v] != 0) << v;
    bool found = false;
    if (w.on)
        found = loop_through(&w, (uint32_t)__builtin_ctzll(w.on));
    for (uint64_t may = w.on ? 0 : w.may; may && !found; may &= may - 1) {
        found = loop_through(&w, (uint32_t)__builtin_ctzll(may));
        w.may &= ~(may & -may);     /* no loop uses it: the next one is looked for without */
    }
    return found ? 0 : w.budget ? 1 : RT_EUNSUPPORTED;
}

/* A grid of width x height cells, some of its edges left out. Vertex y * width + x. */
struct grid {
    uint32_t width, height, ne;
    uint32_t *end, *face;
};

static void add_edge(struct grid *grid, uint32_t u, uint32_t v, uint32_t left, uint32_t right)
{
    uint32_t e = 2 * grid->ne++;
    grid->end[e] = u;
    grid->end[e + 1] = v;
    grid->face[e] = left;
    grid->face[e + 1] = right;
}

/* The face whose north-western vertex is (x, y); 0 is the outside. */
static uint32_t face_at(const struct grid *grid, uint32_t x, uint32_t y)
{
    return x + 1 < grid->width && y + 1 < grid->height ? 1 + y * (grid->width - 1) + x : 0;
}

static void add_edges(struct rt_self *self, struct grid *grid, bool holes)
{
    const struct rt_host *h = self->h;
    for (uint32_t y = 0; y < grid->height; y++)
        for (uint32_t x = 0; x < grid->width; x++) {
            uint32_t v = y * grid->width + x;
            if (x + 1 < grid->width && !(holes && h->random(self, 8) == 0))
                add_edge(grid, v, v + 1, y ? face_at(grid, x, y - 1) : 0, face_at(grid, x, y));
            if (y + 1 < grid->height && !(holes && h->random(self, 8) == 0))
                add_edge(grid, v, v + grid->width, face_at(grid, x, y), x ? face_at(grid, x - 1, y) : 0);
        }
}

/* `first` has nv + 2 entries: the one behind a vertex's start is where its next edge goes. */
static void link_edges(const struct grid *grid, uint32_t nv, uint32_t *first, uint32_t *incident)
{
    for (uint32_t k = 0; k < 2 * grid->ne; k++)
        first[grid->end[k] + 2]++;
    for (uint32_t v = 0; v < nv; v++)
        first[v + 2] += first[v + 1];
    for (uint32_t k = 0; k < 2 * grid->ne; k++)
        incident[first[grid->end[k] + 1]++] = k / 2;
}

/* Musts along the border of a random rectangle, so that most samples have a loop; one in six has one more. */
static void choose_musts(struct rt_self *self, const struct grid *grid, uint8_t *must)
{
    const struct rt_host *h = self->h;
    uint32_t x0 = (uint32_t)h->random(self, grid->width - 1),
             y0 = (uint32_t)h->random(self, grid->height - 1);
    uint32_t x1 = x0 + 1 + (uint32_t)h->random(self, grid->width - 1 - x0);
    uint32_t y1 = y0 + 1 + (uint32_t)h->random(self, grid->height - 1 - y0);
    uint64_t density = h->random(self, 5);
    for (uint32_t y = y0; y <= y1; y++)
        for (uint32_t x = x0; x <= x1; x++)
            if ((x == x0 || x == x1 || y == y0 || y == y1) && h->random(self, 5) < density)
                must[y * grid->width + x] = 1;
    if (h->random(self, 6) == 0)
        must[h->random(self, grid->width * grid->height)] = 1;
}

static void choose_size(struct rt_self *self, uint32_t size, struct grid *grid)
{
    grid->width = grid->height = 2;
    for (;;) {
        bool wider = self->h->random(self, 2);
        uint32_t w = grid->width + wider, h = grid->height + !wider;
        if ((w - 1) * h + w * (h - 1) > size || (self->h->random(self, 6) == 0))
            return;
        grid->width = w;
        grid->height = h;
    }
}

static int single_sample(struct rt_self *self, uint32_t size)
{
    const struct rt_host *h = self->h;
    struct grid grid = {0};
    choose_size(self, size < 65536 ? size : 65536, &grid);
    uint32_t nv = grid.width * grid.height;
    bool holes = h->random(self, 4) == 0;
    grid.end = h->alloc(self, 4 * nv * sizeof *grid.end);
    grid.face = h->alloc(self, 4 * nv * sizeof *grid.face);
    uint32_t *first = h->alloc(self, (nv + 2) * sizeof *first);
    uint32_t *incident = h->alloc(self, 4 * nv * sizeof *incident);
    uint32_t *vars = h->scratch(self, 2 * nv * sizeof *vars);
    uint8_t *must = h->alloc(self, nv);
    if (!grid.end || !grid.face || !first || !incident || !vars || !must)
        return RT_ENOMEM;
    add_edges(self, &grid, holes);
    if (!grid.ne)
        add_edge(&grid, 0, 1, 0, 0);
    link_edges(&grid, nv, first, incident);
    choose_musts(self, &grid, must);
    uint32_t from = h->add_variables(self, grid.ne, 2);
    if (from == RT_NOPOS)
        return RT_ENOMEM;
    for (uint32_t e = 0; e < grid.ne; e++)
        vars[e] = from + e;
    struct rt_loop_single graph = {.nv = nv, .ne = grid.ne, .end = grid.end, .first = first,
                                   .incident = incident, .must = must};
    if (!holes) {
        graph.face = grid.face;
        graph.nf = 1 + (grid.width - 1) * (grid.height - 1);
    }
    return h->add_scope(self, RT_LOOP_SINGLE, vars, grid.ne, &graph, sizeof graph);
}

static int single_describe(const void *payload, uint32_t payload_size, uint32_t n, char *buffer,
                           size_t capacity)
{
    const struct rt_loop_single *g = payload;
    uint32_t musts = 0;
    (void)payload_size;
    for (uint32_t v = 0; v < g->nv; v++)
        musts += g->must[v] != 0;
    return clipped(snprintf(buffer, capacity,
                            "one loop in a graph of %u vertices and %u edges, through %u of them", g->nv, n,
                            musts),
                   capacity);
}

/* Each edge stands in the lists of its two ends and nowhere else. */
static bool lists_fit(const struct rt_loop_single *g)
{
    if (g->first[0] || g->first[g->nv] != 2 * (uint64_t)g->ne)
        return false;
    for (uint32_t v = 0; v < g->nv; v++) {
        if (g->first[v + 1] < g->first[v] || g->first[v + 1] > 2 * g->ne)
            return false;
        for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++) {
            uint32_t e = g->incident[i];
            if (e >= g->ne || (g->end[2 * e] != v && g->end[2 * e + 1] != v) ||
                (i > g->first[v] && g->incident[i - 1] == e))
                return false;
        }
    }
    return true;
}

static int single_valid(const void *payload, uint32_t payload_size, uint32_t n, uint32_t nvalues)
{
    const struct rt_loop_single *g = payload;
    if (payload_size != sizeof *g || g->ne != n || nvalues != 2 || n > UINT32_MAX / 128)
        return RT_ERROR;
    if (!g->end || !g->first || !g->incident || !g->must || (g->face ? !g->nf : g->nf))
        return RT_ERROR;
    for (uint32_t e = 0; e < n; e++) {
        if (g->end[2 * e] >= g->nv || g->end[2 * e + 1] >= g->nv || g->end[2 * e] == g->end[2 * e + 1])
            return RT_ERROR;
        if (g->face && (g->face[2 * e] >= g->nf || g->face[2 * e + 1] >= g->nf))
            return RT_ERROR;
    }
    return lists_fit(g) ? RT_OK : RT_ERROR;
}

static const struct rt_kind_class single_kind = {
    .size = sizeof single_kind,
    .payload_size = sizeof(struct rt_loop_single),
    .id = RT_LOOP_SINGLE,
    .summary = "the edges that are on form exactly one closed loop, which visits every vertex that it must",
    .check = single_check,
    .sample = single_sample,
    .implies = single_implies,
    .describe = single_describe,
    .valid = single_valid,
    .encode = encode_single,
};

static const struct rt_kind_class *const kinds[] = {&vertex_kind, &single_kind, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "loop.kind", .version = "1.0", .kinds = kinds,
};
