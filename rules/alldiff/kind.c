/* alldiff/1: see <ratchet/kind/alldiff.h>. */
#include <ratchet/kind/alldiff.h>
#include <ratchet/model.h>

#include <stdio.h>

enum { MOST = 64 };

static int check(const void *payload, uint32_t size, const uint8_t *values, uint32_t n, struct rt_verdict *verdict)
{
    uint32_t first[MOST];
    uint64_t seen = 0;
    (void)payload, (void)size;
    for (uint32_t pos = 0; pos < n; pos++) {
        if (seen >> values[pos] & 1) {
            verdict->blame[0] = first[values[pos]];
            verdict->blame[1] = pos;
            verdict->nblame = 2;
            snprintf(verdict->what, sizeof verdict->what, "a value stands twice");
            return RT_CONFLICT;
        }
        seen |= 1ull << values[pos];
        first[values[pos]] = pos;
    }
    return RT_OK;
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

static int encode(struct rt_self *self)
{
    rt_lit lits[3 * MOST];
    int status = RT_OK;
    for (uint32_t a = 1; a < self->v.n && status == RT_OK; a++) {
        for (uint32_t b = 0; b < a && status == RT_OK; b++) {
            uint32_t k = 0;
            for (uint32_t value = 0; value < self->v.nvalues; value++) {
                lits[k++] = RT_ISNT(a, value);
                lits[k++] = RT_ISNT(b, value);
                lits[k++] = RT_LIT_END;
            }
            status = self->h->add_clauses(self, lits, k);
        }
    }
    return status;
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
    .encode = encode,
};

static const struct rt_kind_class *const kinds[] = {&kind, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "alldiff.kind", .version = "1.0", .kinds = kinds,
};
