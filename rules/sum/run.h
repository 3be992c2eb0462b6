/* What the rules of sum.distinct/1 share: an instance's constants, the dynamic programming over its positions, reasons,
 * and words. */
#ifndef RATCHET_RULES_SUM_RUN_H
#define RATCHET_RULES_SUM_RUN_H

#include "family.h"
#include <ratchet/model.h>

/* State of an instance; constant after init. */
struct run {
    struct family ways;     /* the sets of numbers that have the sum */
};

static inline int run_init(struct rt_self *self)
{
    const struct rt_sum_distinct *payload = self->payload;
    ((struct run *)self->state)->ways = family_of(self->v.n, self->v.nvalues, payload->sum);
    return RT_OK;
}

static inline uint64_t run_values(const struct rt_self *self)
{
    return (1ull << self->v.nvalues) - 1;
}

/* What is left of every position. */
static inline void run_domains(struct rt_self *self, uint64_t *dom)
{
    for (uint32_t pos = 0; pos < self->v.n; pos++)
        dom[pos] = self->h->dom(self, pos);
}

static inline void run_domains_then(struct rt_self *self, uint64_t *dom)
{
    for (uint32_t pos = 0; pos < self->v.n; pos++)
        dom[pos] = self->h->dom_then(self, pos);
}

/* One position further: from the sets that the positions before it can take to those with it. */
static inline struct family run_add(const struct family *from, uint64_t values)
{
    struct family to = {{0}};
    for (; values; values &= values - 1)
        family_add(from, (uint32_t)__builtin_ctzll(values), &to);
    return to;
}

/* rest[pos]: the sets with which the positions from pos on make one of the ways. */
static inline void run_rest(const struct rt_self *self, const uint64_t *dom, struct family *rest)
{
    rest[self->v.n] = ((const struct run *)self->state)->ways;
    for (uint32_t pos = self->v.n; pos-- > 0;) {
        rest[pos] = (struct family){{0}};
        for (uint64_t left = dom[pos]; left; left &= left - 1)
            family_take(&rest[pos + 1], (uint32_t)__builtin_ctzll(left), &rest[pos]);
    }
}

/* The values with which a position leads from `sets` into `rest`. */
static inline uint64_t run_leads(const struct family *sets, uint64_t values, const struct family *rest)
{
    uint64_t lead = 0;
    for (; values; values &= values - 1) {
        struct family with = run_add(sets, values & -values);
        lead |= family_meet(&with, rest) ? values & -values : 0;
    }
    return lead;
}

/* [explain] A reason of which no premise can be spared, for whatever follows from the scope alone: from the end, the
 * sets that can be completed with all that was known; then, from the first position on, every value that had left
 * is put back unless it leads there. */
static inline int run_explain(struct rt_self *self, const struct rt_why *why)
{
    uint64_t dom[RT_SUM_VALUES], any = 0;
    struct family rest[RT_SUM_VALUES + 1], sets = {{1}};
    run_domains_then(self, dom);
    if (why->pos != RT_NOPOS)
        dom[why->pos] = 1ull << why->value;
    run_rest(self, dom, rest);
    if (rest[0].word[0] & 1)
        return RT_ERROR;    /* it doesn't follow */
    for (uint32_t pos = 0; pos < self->v.n; pos++) {
        uint64_t keep = dom[pos];
        if (pos != why->pos) {
            uint64_t out = run_leads(&sets, run_values(self) & ~dom[pos], &rest[pos + 1]);
            self->h->because(self, pos, out);
            any |= out;
            keep = run_values(self) & ~out;
        }
        sets = run_add(&sets, keep);
    }
    if (!any)
        self->h->because_always(self);
    return RT_OK;
}

/* ---- ways that agree with what is known */

/* Each position can take a number of the way, and each number of it can stand somewhere. */
static inline bool run_fits(const struct rt_self *self, const uint64_t *dom, uint32_t way)
{
    uint64_t together = 0;
    for (uint32_t pos = 0; pos < self->v.n; pos++) {
        if (!(dom[pos] & way))
            return false;
        together |= dom[pos];
    }
    return !(way & ~together);
}

/* How many ways fit; *some: numbers that are in one of them, *all: in each. `dom` NULL: all ways fit. */
static inline uint32_t run_ways(const struct rt_self *self, const uint64_t *dom, uint64_t *some, uint64_t *all)
{
    const struct family *ways = &((const struct run *)self->state)->ways;
    uint32_t count = 0;
    *some = 0;
    *all = run_values(self);
    for (uint32_t way = FAMILY_END; (way = family_before(ways, way));) {
        if (dom && !run_fits(self, dom, way))
            continue;
        *some |= way;
        *all &= way;
        count++;
    }
    return count;
}

/* ---- words */

static inline int say_numbers(struct rt_self *self, uint64_t set, const char *between, const char *last)
{
    for (uint64_t left = set; left; left &= left - 1) {
        const char *gap = left == set ? "" : left & (left - 1) ? between : last;
        int status = self->h->print(self, "%s%u", gap, (unsigned)__builtin_ctzll(left) + 1);
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

/* "3 to 9", "1, 2 and 5" */
static inline int say_range(struct rt_self *self, uint64_t set)
{
    unsigned low = (unsigned)__builtin_ctzll(set) + 1, high = 64 - (unsigned)__builtin_clzll(set);
    if (high - low < 2 || (unsigned)__builtin_popcountll(set) != high - low + 1)
        return say_numbers(self, set, ", ", " and ");
    return self->h->print(self, "%u to %u", low, high);
}

/* "16 in two cells" */
static inline int say_task(struct rt_self *self)
{
    static const char *const words[] = {"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"};
    const struct rt_sum_distinct *payload = self->payload;
    return self->h->print(self, "%u in %s cell%s", payload->sum, words[self->v.n], self->v.n == 1 ? "" : "s");
}

enum { WAYS_TOLD = 4 };

/* "1+2+5 or 1+3+4"; a single one "7 and 9". */
static inline int say_each_way(struct rt_self *self, const uint64_t *dom, uint32_t count)
{
    const struct family *ways = &((const struct run *)self->state)->ways;
    uint32_t told = 0;
    int status = RT_OK;
    for (uint32_t way = FAMILY_END; status == RT_OK && (way = family_before(ways, way));) {
        if (dom && !run_fits(self, dom, way))
            continue;
        status = self->h->print(self, "%s", !told ? "" : told + 1 < count ? ", " : " or ");
        told++;
        if (status == RT_OK)
            status = count > 1 ? say_numbers(self, way, "+", "+") : say_numbers(self, way, ", ", " and ");
    }
    return status;
}

/* "16 in two cells is 7 and 9"; of many ways, the numbers that they are made of. */
static inline int say_ways(struct rt_self *self, const uint64_t *dom, const char *is)
{
    uint64_t some, all;
    uint32_t count = run_ways(self, dom, &some, &all);
    int status = say_task(self);
    if (status != RT_OK || !count)
        return status == RT_OK ? self->h->print(self, " can't be made") : status;
    status = self->h->print(self, " %s%s", is, count > WAYS_TOLD ? "made of " : "");
    if (status != RT_OK)
        return status;
    return count > WAYS_TOLD ? say_range(self, some) : say_each_way(self, dom, count);
}

#endif
