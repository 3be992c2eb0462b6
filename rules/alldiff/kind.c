/* alldiff/1 and alldiff.houses/1: see <ratchet/kind/alldiff.h>. */
#include <ratchet/kind/alldiff.h>
#include <ratchet/kit/different.h>
#include <ratchet/model.h>

#include <stdio.h>

enum { MOST = 64 };

static int check(const void *payload, uint32_t size, const uint8_t *values, uint32_t n, struct rt_verdict *verdict)
{
    (void)payload, (void)size;
    if (rt_check_different(values, n, verdict) == RT_OK)
        return RT_OK;
    snprintf(verdict->what, sizeof verdict->what, "a value stands twice");
    return RT_CONFLICT;
}

static int valid(const void *payload, uint32_t size, uint32_t n, uint32_t nvalues)
{
    (void)payload;
    return size == 0 && n >= 1 && n <= nvalues ? RT_OK : RT_ERROR;
}

/* Of two scopes one is a permutation, of the others some value is missing. */
static int sample(struct rt_self *self, uint32_t size)
{
    uint32_t most = size < 3 ? 2 : size > 6 ? 6 : size, vars[6];
    uint32_t n = 2 + (uint32_t)self->h->random(self, most - 1);
    uint32_t first = self->h->add_variables(self, n, n + (uint32_t)self->h->random(self, 2));
    for (uint32_t i = 0; i < n; i++)
        vars[i] = first + i;
    return first == RT_NOPOS ? RT_ENOMEM : self->h->add_scope(self, RT_ALLDIFF, vars, n, NULL, 0);
}

/* ---- implies: is there a matching of all positions that gives `pos` the value? */

struct matching {
    const uint64_t *domains;
    uint32_t fixed;                 /* a position that keeps its value */
    uint64_t tried;
    uint32_t owner[MOST];           /* of a value; RT_NOPOS */
};

/* Gives `pos` a value, moving others along (Kuhn's augmenting path). */
static int augment(struct matching *m, uint32_t pos)
{
    for (uint64_t may = m->domains[pos] & ~m->tried; may; may = m->domains[pos] & ~m->tried) {
        uint32_t value = (uint32_t)__builtin_ctzll(may);
        m->tried |= 1ull << value;
        if (m->owner[value] != RT_NOPOS && (m->owner[value] == m->fixed || !augment(m, m->owner[value])))
            continue;
        m->owner[value] = pos;
        return 1;
    }
    return 0;
}

static int implies(const void *payload, uint32_t size, const uint64_t *domains, uint32_t n, uint32_t pos,
                   uint32_t value)
{
    struct matching m = {.domains = domains, .fixed = pos};
    (void)payload, (void)size;
    if (!(domains[pos] >> value & 1))
        return 1;
    for (uint32_t v = 0; v < MOST; v++)
        m.owner[v] = RT_NOPOS;
    m.owner[value] = pos;
    for (uint32_t other = 0; other < n; other++) {
        m.tried = 0;
        if (other != pos && !augment(&m, other))
            return 1;
    }
    return 0;
}

static int describe(const void *payload, uint32_t size, uint32_t n, char *buffer, size_t capacity)
{
    (void)payload, (void)size, (void)n;
    return snprintf(buffer, capacity, "all different");
}

/* ---- houses */

static int houses_check(const void *payload, uint32_t size, const uint8_t *values, uint32_t n,
                        struct rt_verdict *verdict)
{
    const struct rt_alldiff_houses *h = payload;
    uint8_t of[MOST];
    (void)size, (void)n;
    for (uint32_t house = 0; house < h->nhouses; house++) {
        const uint32_t *pos = h->pos + h->first[house];
        uint32_t cells = h->first[house + 1] - h->first[house];
        for (uint32_t i = 0; i < cells; i++)
            of[i] = values[pos[i]];
        if (check(NULL, 0, of, cells, verdict) != RT_CONFLICT)
            continue;
        verdict->blame[0] = pos[verdict->blame[0]];
        verdict->blame[1] = pos[verdict->blame[1]];
        return RT_CONFLICT;
    }
    return RT_OK;
}

static int houses_valid(const void *payload, uint32_t size, uint32_t n, uint32_t nvalues)
{
    const struct rt_alldiff_houses *h = payload;
    if (size != sizeof *h || h->nhouses < 1 || h->nhouses > 256)
        return RT_ERROR;
    for (uint32_t house = 0; house < h->nhouses; house++) {
        uint32_t from = h->first[house], to = h->first[house + 1];
        if (to <= from || to - from > nvalues || to - from > MOST)
            return RT_ERROR;
        for (uint32_t i = from; i < to; i++)
            if (h->pos[i] >= n || (i > from && h->pos[i] <= h->pos[i - 1]))
                return RT_ERROR;
    }
    return RT_OK;
}

/* A rectangle of two or three rows of up to four: its rows, its columns, and most often a box. */
static int houses_sample(struct rt_self *self, uint32_t size)
{
    const struct rt_host *h = self->h;
    uint32_t rows = 2 + (uint32_t)(size > 5 && h->random(self, 2));
    uint32_t columns = size > 7 && rows == 2 ? 4 : size > 5 ? 3 : 2;
    uint32_t nvalues = (rows > columns ? rows : columns) + (uint32_t)h->random(self, 2), vars[12], n = rows * columns;
    uint32_t *first = h->alloc(self, 9 * sizeof *first), *pos = h->alloc(self, 40 * sizeof *pos), k = 0, houses = 0;
    uint32_t start = h->add_variables(self, n, nvalues);
    if (!first || !pos || start == RT_NOPOS)
        return RT_ENOMEM;
    for (uint32_t r = 0; r < rows; r++, first[++houses] = k)
        for (uint32_t c = 0; c < columns; c++)
            pos[k++] = r * columns + c;
    for (uint32_t c = 0; c < columns; c++, first[++houses] = k)
        for (uint32_t r = 0; r < rows; r++)
            pos[k++] = r * columns + c;
    if (h->random(self, 4)) {
        for (uint32_t r = 0; r < 2; r++)
            for (uint32_t c = 0; c < 2 && 2 * r + c < nvalues; c++)
                pos[k++] = r * columns + c;
        first[++houses] = k;
    }
    for (uint32_t i = 0; i < n; i++)
        vars[i] = start + i;
    struct rt_alldiff_houses payload = {houses, 0, first, pos, NULL};
    return h->add_scope(self, RT_ALLDIFF_HOUSES, vars, n, &payload, sizeof payload);
}

static int houses_describe(const void *payload, uint32_t size, uint32_t n, char *buffer, size_t capacity)
{
    const struct rt_alldiff_houses *h = payload;
    (void)size, (void)n;
    int used = snprintf(buffer, capacity, "all different in each of %u houses", h->nhouses);
    return used < 0 || !capacity ? 0 : (size_t)used < capacity ? used : (int)capacity - 1;
}

static const struct rt_kind_class kind = {
    .size = sizeof kind,
    .payload_size = 0,
    .id = RT_ALLDIFF,
    .summary = "no value stands twice",
    .check = check,
    .sample = sample,
    .implies = implies,
    .describe = describe,
    .valid = valid,
    .encode = rt_encode_different,
};

static const struct rt_kind_class houses_kind = {
    .size = sizeof houses_kind,
    .payload_size = sizeof(struct rt_alldiff_houses),
    .id = RT_ALLDIFF_HOUSES,
    .summary = "no value stands twice in any of several houses",
    .check = houses_check,
    .sample = houses_sample,
    .describe = houses_describe,
    .valid = houses_valid,
};

static const struct rt_kind_class *const kinds[] = {&kind, &houses_kind, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "alldiff.kind", .version = "1.0", .kinds = kinds,
};
