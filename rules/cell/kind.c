/* cell.given/1: see <ratchet/kind/cell.h>. */
#include <ratchet/kind/cell.h>
#include <ratchet/model.h>

#include <stdio.h>

static int check(const void *payload, uint32_t size, const uint8_t *values, uint32_t n, struct rt_verdict *verdict)
{
    const struct rt_cell_given *given = payload;
    (void)size, (void)n;
    if (given->allowed >> values[0] & 1)
        return RT_OK;
    snprintf(verdict->what, sizeof verdict->what, "the cell is not as given");
    verdict->blame[0] = 0;
    verdict->nblame = 1;
    return RT_CONFLICT;
}

static int valid(const void *payload, uint32_t size, uint32_t n, uint32_t nvalues)
{
    const struct rt_cell_given *given = payload;
    return size == sizeof *given && n == 1 && given->allowed & (~0ull >> (64 - nvalues)) ? RT_OK : RT_ERROR;
}

static int sample(struct rt_self *self, uint32_t size)
{
    uint32_t nvalues = 2 + (uint32_t)self->h->random(self, size < 8 ? size + 1 : 8);
    uint32_t var = self->h->add_variables(self, 1, nvalues);
    struct rt_cell_given given = {1 + self->h->random(self, (1ull << nvalues) - 1)};
    return var == RT_NOPOS ? RT_ENOMEM : self->h->add_scope(self, RT_CELL_GIVEN, &var, 1, &given, sizeof given);
}

static int implies(const void *payload, uint32_t size, const uint64_t *domains, uint32_t n, uint32_t pos,
                   uint32_t value)
{
    const struct rt_cell_given *given = payload;
    (void)size, (void)n, (void)pos;
    return !(domains[0] & given->allowed & 1ull << value);
}

static int encode(struct rt_self *self)
{
    const struct rt_cell_given *given = self->payload;
    rt_lit lits[2 * 64];
    uint32_t k = 0;
    for (uint32_t value = 0; value < self->v.nvalues; value++) {
        if (given->allowed >> value & 1)
            continue;
        lits[k++] = RT_ISNT(0, value);
        lits[k++] = RT_LIT_END;
    }
    return self->h->add_clauses(self, lits, k);
}

static const struct rt_kind_class kind = {
    .size = sizeof kind,
    .payload_size = sizeof(struct rt_cell_given),
    .id = RT_CELL_GIVEN,
    .summary = "the cell has one of the values that are given",
    .check = check,
    .sample = sample,
    .implies = implies,
    .valid = valid,
    .encode = encode,
};

static const struct rt_kind_class *const kinds[] = {&kind, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "cell.kind", .version = "1.0", .kinds = kinds,
};
