/* sum.distinct/1: see <ratchet/kind/sum.h>. */
#include "family.h"
#include <ratchet/kit/different.h>
#include <ratchet/model.h>

#include <stdio.h>

static int check(const void *payload, uint32_t size, const uint8_t *values, uint32_t n, struct rt_verdict *verdict)
{
    const struct rt_sum_distinct *task = payload;
    uint32_t sum = 0;
    (void)size;
    if (rt_check_different(values, n, verdict) == RT_CONFLICT) {
        snprintf(verdict->what, sizeof verdict->what, "a number stands twice");
        return RT_CONFLICT;
    }
    for (uint32_t pos = 0; pos < n; pos++)
        sum += values[pos] + 1u;
    if (sum == task->sum)
        return RT_OK;
    verdict->nblame = 0;
    snprintf(verdict->what, sizeof verdict->what, "the sum is %u instead of %u", sum, task->sum);
    return RT_CONFLICT;
}

static int valid(const void *payload, uint32_t size, uint32_t n, uint32_t nvalues)
{
    (void)payload;
    bool good = size == sizeof(struct rt_sum_distinct) && n >= 1 && n <= nvalues && nvalues <= RT_SUM_VALUES;
    return good ? RT_OK : RT_ERROR;
}

/* Of eight scopes, one has a sum at random. */
static int sample(struct rt_self *self, uint32_t size)
{
    uint32_t nvalues = 2 + (uint32_t)self->h->random(self, size < 2 ? 1 : size > 7 ? 6 : size - 1), vars[RT_SUM_VALUES];
    uint32_t n = 1 + (uint32_t)self->h->random(self, nvalues), left = (1u << nvalues) - 1, sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t pick = (uint32_t)self->h->random(self, nvalues - i), value = 0;
        while (!(left >> value & 1) || pick-- > 0)
            value++;
        left &= ~(1u << value);
        sum += value + 1;
    }
    if (!self->h->random(self, 8))
        sum = (uint32_t)self->h->random(self, nvalues * (nvalues + 1) / 2 + 2);
    struct rt_sum_distinct task = {sum};
    uint32_t first = self->h->add_variables(self, n, nvalues);
    for (uint32_t i = 0; i < n; i++)
        vars[i] = first + i;
    return first == RT_NOPOS ? RT_ENOMEM : self->h->add_scope(self, RT_SUM_DISTINCT, vars, n, &task, sizeof task);
}

/* Are there different numbers for the positions from `pos` on with this sum? */
static int can_fill(const uint64_t *domains, uint32_t n, uint32_t pos, uint32_t used, uint32_t sum)
{
    if (pos == n)
        return sum == 0;
    for (uint64_t may = domains[pos] & ~(uint64_t)used; may; may &= may - 1) {
        uint32_t value = (uint32_t)__builtin_ctzll(may);
        if (value + 1 <= sum && can_fill(domains, n, pos + 1, used | 1u << value, sum - value - 1))
            return 1;
    }
    return 0;
}

static int implies(const void *payload, uint32_t size, const uint64_t *domains, uint32_t n, uint32_t pos,
                   uint32_t value)
{
    const struct rt_sum_distinct *task = payload;
    uint64_t narrowed[RT_SUM_VALUES];
    (void)size;
    for (uint32_t i = 0; i < n; i++)
        narrowed[i] = i == pos ? domains[i] & 1ull << value : domains[i];
    return !can_fill(narrowed, n, 0, 0, task->sum);
}

static int describe(const void *payload, uint32_t size, uint32_t n, char *buffer, size_t capacity)
{
    const struct rt_sum_distinct *task = payload;
    (void)size;
    return snprintf(buffer, capacity, "%u different numbers with the sum %u", n, task->sum);
}

/* ---- as clauses: no number twice, and a chain of sums: an auxiliary for each sum that the first positions may have */

/* Where the positions before `pos` have this sum, each value leads to another; only the right one ends. */
static int encode_sum(struct rt_self *self, uint32_t pos, uint32_t sum, uint32_t sums, uint32_t here, uint32_t behind)
{
    const struct rt_sum_distinct *task = self->payload;
    rt_lit lits[4 * RT_SUM_VALUES];
    uint32_t k = 0;
    bool last = pos + 1 == self->v.n;
    for (uint32_t value = 0; value < self->v.nvalues; value++) {
        uint32_t next = sum + value + 1;
        if (last && next == task->sum)
            continue;
        if (pos)
            lits[k++] = RT_ISNT(RT_AUX | (here + sum), 1);
        lits[k++] = RT_ISNT(pos, value);
        if (!last && next < sums)
            lits[k++] = RT_IS(RT_AUX | (behind + next), 1);
        lits[k++] = RT_LIT_END;
    }
    return self->h->add_clauses(self, lits, k);
}

static int encode(struct rt_self *self)
{
    const struct rt_sum_distinct *task = self->payload;
    uint32_t most = self->v.nvalues * self->v.n, sums = task->sum < most ? task->sum + 1 : most + 1, here = 0;
    int status = rt_encode_different(self);
    for (uint32_t pos = 0; pos < self->v.n && status == RT_OK; pos++) {
        uint32_t behind = self->h->add_aux(self, sums, 2);
        if (behind == RT_NOPOS)
            return RT_ENOMEM;
        for (uint32_t sum = 0; sum < (pos ? sums : 1) && status == RT_OK; sum++)
            status = encode_sum(self, pos, sum, sums, here, behind);
        here = behind;
    }
    return status;
}

static const struct rt_kind_class kind = {
    .size = sizeof kind,
    .payload_size = sizeof(struct rt_sum_distinct),
    .id = RT_SUM_DISTINCT,
    .summary = "different numbers with a given sum",
    .check = check,
    .sample = sample,
    .implies = implies,
    .describe = describe,
    .valid = valid,
    .encode = encode,
};

static const struct rt_kind_class *const kinds[] = {&kind, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "sum.kind", .version = "1.0", .kinds = kinds,
};
