#include "board.h"
#include <dlfcn.h>
#include <ratchet/kind/loop.h>
#include <ratchet/kind/masyu.h>
#include <stdio.h>
#include <string.h>

enum { MOST_SIDE = 128, MOST_BUNDLES = 32 };

static const struct rt_bundle *loaded[MOST_BUNDLES];

const struct rt_bundle *board_load(const char *so)
{
    void *handle = dlopen(so, RTLD_NOW | RTLD_LOCAL);
    const struct rt_bundle *bundle = handle ? dlsym(handle, "rt_bundle") : NULL;
    uint32_t n = 0;
    if (!bundle) {
        fprintf(stderr, "%s: %s\n", so, dlerror());
        return NULL;
    }
    while (n < MOST_BUNDLES - 1 && loaded[n] && loaded[n] != bundle)
        n++;
    return loaded[n] = bundle;
}

static const struct rt_kind_class *find(void *context, const char *id)
{
    (void)context;
    for (uint32_t b = 0; b < MOST_BUNDLES && loaded[b]; b++)
        for (uint32_t k = 0; loaded[b]->kinds && loaded[b]->kinds[k]; k++)
            if (!strcmp(loaded[b]->kinds[k]->id, id))
                return loaded[b]->kinds[k];
    return NULL;
}

struct kind_source board_kinds(void)
{
    return (struct kind_source){find, NULL};
}

/* A scope, kept for verify. */
struct part {
    const char *kind;
    const void *payload;
    uint32_t payload_size, n;
    const uint32_t *vars;
    struct part *next;
};

/* Edges in the order of brute.h: all to the right, then all down. */
struct board {
    uint32_t width, height, variant;
    uint8_t pearl[MOST_SIDE * MOST_SIDE];
    struct part *parts;
};

static int parse(struct rt_self *self, const char *text, size_t length)
{
    struct board *b = self->state = self->h->alloc(self, sizeof *b);
    uint32_t x = 0, cells = 0;
    if (!b)
        return RT_ENOMEM;
    for (size_t i = 0; i < length && text[i] != '!'; i++) {
        if (text[i] == '\n') {
            b->width = x ? x : b->width;
            x = 0;
            continue;
        }
        b->pearl[cells++] = text[i] == 'W' ? 1 : text[i] == 'B' ? 2 : 0;
        x++;
    }
    b->height = cells / b->width;
    if (memchr(text, '!', length))
        b->variant = strstr(text, "!both") ? RT_MASYU_BOTH : RT_MASYU_STRAIGHT;
    return RT_OK;
}

static const int DX[4] = {0, 1, 0, -1}, DY[4] = {-1, 0, 1, 0};

static bool inside(const struct board *b, int x, int y)
{
    return x >= 0 && y >= 0 && x < (int)b->width && y < (int)b->height;
}

static uint8_t cell(const struct board *b, int x, int y)
{
    return inside(b, x, y) ? b->pearl[y * (int)b->width + x] : (uint8_t)RT_MASYU_OUTSIDE;
}

/* The edge from (x, y) in direction d, or -1. */
static int edge(const struct board *b, int x, int y, int d)
{
    int w = (int)b->width, h = (int)b->height;
    d &= 3;
    if (!inside(b, x, y) || !inside(b, x + DX[d], y + DY[d]))
        return -1;
    if (d == 1 || d == 3)
        return y * (w - 1) + (d == 1 ? x : x - 1);
    return h * (w - 1) + (d == 2 ? y : y - 1) * w + x;
}

static int add(struct rt_self *self, const char *kind, const uint32_t *vars, uint32_t n, const void *payload,
               uint32_t size)
{
    struct board *b = self->state;
    struct part *part = self->h->alloc(self, sizeof *part);
    uint32_t *own = self->h->alloc(self, (n + 1) * sizeof *own);
    void *copy = self->h->alloc(self, size);
    if (!part || !own || !copy)
        return RT_ENOMEM;
    memcpy(own, vars, n * sizeof *own);
    memcpy(copy, payload, size);
    *part = (struct part){kind, copy, size, n, own, b->parts};
    b->parts = part;
    return self->h->add_scope(self, kind, vars, n, payload, size);
}

static int add_vertex(struct rt_self *self, int x, int y)
{
    struct board *b = self->state;
    struct rt_loop_vertex vertex = {.must = cell(b, x, y) != 0};
    uint32_t vars[4], n = 0;
    for (int d = 0; d < 4; d++)
        if (edge(b, x, y, d) >= 0)
            vars[n++] = (uint32_t)edge(b, x, y, d);
    return add(self, RT_LOOP_VERTEX, vars, n, &vertex, sizeof vertex);
}

static int8_t place(const struct board *b, int x, int y, int d, uint32_t *vars, uint32_t *n)
{
    int e = edge(b, x, y, d);
    if (e < 0)
        return -1;
    vars[*n] = (uint32_t)e;
    return (int8_t)(*n)++;
}

static int add_pearl(struct rt_self *self, int x, int y)
{
    struct board *b = self->state;
    struct rt_masyu_pearl p = {.variant = (uint8_t)b->variant};
    uint32_t vars[16], n = 0;
    for (int d = 0; d < 4; d++) {
        int nx = x + DX[d], ny = y + DY[d];
        p.near[d] = place(b, x, y, d, vars, &n);
        p.far[d] = place(b, nx, ny, d, vars, &n);
        p.cell[d] = cell(b, nx, ny);
        for (int s = 0; s < 2; s++) {
            int side = (d + (s ? 1 : 3)) % 4;
            p.side[d][s] = place(b, nx, ny, side, vars, &n);
            p.side_cell[d][s] = cell(b, nx + DX[side], ny + DY[side]);
        }
    }
    return add(self, cell(b, x, y) == 1 ? RT_MASYU_WHITE : RT_MASYU_BLACK, vars, n, &p, sizeof p);
}

/* The face between four cells, (x, y) the north-western one; 0 is the outside. */
static uint32_t face(const struct board *b, int x, int y)
{
    return inside(b, x, y) && inside(b, x + 1, y + 1) ? 1 + (uint32_t)y * (b->width - 1) + (uint32_t)x : 0;
}

static int add_loop(struct rt_self *self, uint32_t ne)
{
    struct board *b = self->state;
    uint32_t nv = b->width * b->height, at = 0;
    uint32_t *end = self->h->alloc(self, 2 * ne * sizeof *end);
    uint32_t *first = self->h->alloc(self, (nv + 1) * sizeof *first);
    uint32_t *incident = self->h->alloc(self, 2 * ne * sizeof *incident);
    uint32_t *faces = self->h->alloc(self, 2 * ne * sizeof *faces);
    uint32_t *vars = self->h->scratch(self, ne * sizeof *vars);
    uint8_t *must = self->h->alloc(self, nv);
    if (!end || !first || !incident || !faces || !vars || !must)
        return RT_ENOMEM;
    for (uint32_t v = 0; v < nv; v++) {
        int x = (int)(v % b->width), y = (int)(v / b->width);
        must[v] = b->pearl[v] != 0;
        for (int d = 0; d < 4; d++) {
            int e = edge(b, x, y, d);
            if (e < 0)
                continue;
            end[2 * e + (d == 0 || d == 3)] = v;
            incident[at++] = (uint32_t)e;
            faces[2 * e] = face(b, d == 3 ? x - 1 : x, d == 0 ? y - 1 : y);
            faces[2 * e + 1] =
                d == 1 || d == 3 ? face(b, d == 3 ? x - 1 : x, y - 1) : face(b, x - 1, d == 0 ? y - 1 : y);
        }
        first[v + 1] = at;
    }
    for (uint32_t e = 0; e < ne; e++)
        vars[e] = e;
    struct rt_loop_single graph = {.nv = nv, .ne = ne, .nf = 1 + (b->width - 1) * (b->height - 1), .end = end,
                                   .face = faces, .first = first, .incident = incident, .must = must};
    return add(self, RT_LOOP_SINGLE, vars, ne, &graph, sizeof graph);
}

static int add_whole(struct rt_self *self, uint32_t ne)
{
    struct board *b = self->state;
    uint32_t *vars = self->h->scratch(self, ne * sizeof *vars);
    struct rt_masyu_board whole = {b->width, b->height, b->variant, 0, b->pearl};
    if (!vars)
        return RT_ENOMEM;
    for (uint32_t e = 0; e < ne; e++)
        vars[e] = e;
    return add(self, RT_MASYU_BOARD, vars, ne, &whole, sizeof whole);
}

static int model(struct rt_self *self)
{
    struct board *b = self->state;
    uint32_t ne = b->height * (b->width - 1) + (b->height - 1) * b->width;
    int status = self->h->add_variables(self, ne, 2) == RT_NOPOS ? RT_ENOMEM : RT_OK;
    for (int y = 0; y < (int)b->height; y++)
        for (int x = 0; x < (int)b->width && status == RT_OK; x++) {
            status = add_vertex(self, x, y);
            if (status == RT_OK && cell(b, x, y))
                status = add_pearl(self, x, y);
        }
    if (status == RT_OK)
        status = add_loop(self, ne);
    return status == RT_OK && find(NULL, RT_MASYU_BOARD) ? add_whole(self, ne) : status;
}

static int verify(struct rt_self *self, const uint8_t *values, struct rt_verdict *verdict)
{
    const struct board *b = self->state;
    static uint8_t own[2 * MOST_SIDE * MOST_SIDE];
    for (const struct part *part = b->parts; part; part = part->next) {
        for (uint32_t p = 0; p < part->n; p++)
            own[p] = values[part->vars[p]];
        if (find(NULL, part->kind)->check(part->payload, part->payload_size, own, part->n, verdict) == RT_OK)
            continue;
        for (uint32_t k = 0; k < verdict->nblame; k++)
            verdict->blame[k] = part->vars[verdict->blame[k]];
        return RT_CONFLICT;
    }
    return RT_OK;
}

static int render(struct rt_self *self, const struct rt_picture *picture)
{
    (void)self, (void)picture;
    return RT_EUNSUPPORTED;
}

static int describe(struct rt_self *self, uint32_t var, uint32_t value)
{
    return self->h->print(self, "edge %u is %s", var, value ? "on" : "off");
}

const struct rt_puzzle_class board_class = {
    .size = sizeof board_class,
    .id = "board",
    .name = "Board",
    .summary = "a loop through pearls",
    .parse = parse,
    .model = model,
    .render = render,
    .verify = verify,
    .describe = describe,
};
