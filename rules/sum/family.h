/* Families of sets of numbers: a set is a mask of values, bit v for the number v + 1, and a family has a bit for every
 * set. To put a number into all sets of a family, or take it out, is a shift. */
#ifndef RATCHET_RULES_SUM_FAMILY_H
#define RATCHET_RULES_SUM_FAMILY_H

#include <ratchet/kind/sum.h>
#include <stdbool.h>

#define FAMILY_WORDS (1u << (RT_SUM_VALUES - 6))

struct family {
    uint64_t word[FAMILY_WORDS];
};

/* Of a word's 64 sets, those without one of the six lowest numbers. */
static inline uint64_t sets_without(uint32_t value)
{
    return UINT64_MAX / ((1ull << (1u << value)) + 1);
}

static inline void family_put(struct family *f, uint32_t set)
{
    f->word[set / 64] |= 1ull << set % 64;
}

/* Adds to `to` the sets of `from` that lack the value, with it. */
static inline void family_add(const struct family *from, uint32_t value, struct family *to)
{
    if (value < 6)
        for (uint32_t w = 0; w < FAMILY_WORDS; w++)
            to->word[w] |= (from->word[w] & sets_without(value)) << (1u << value);
    else
        for (uint32_t w = 0, step = 1u << (value - 6); w < FAMILY_WORDS; w++)
            if (w & step)
                to->word[w] |= from->word[w - step];
}

/* Adds to `to` the sets of `from` that have the value, without it. */
static inline void family_take(const struct family *from, uint32_t value, struct family *to)
{
    if (value < 6)
        for (uint32_t w = 0; w < FAMILY_WORDS; w++)
            to->word[w] |= from->word[w] >> (1u << value) & sets_without(value);
    else
        for (uint32_t w = 0, step = 1u << (value - 6); w < FAMILY_WORDS; w++)
            if (w & step)
                to->word[w - step] |= from->word[w];
}

static inline bool family_meet(const struct family *a, const struct family *b)
{
    uint64_t any = 0;
    for (uint32_t w = 0; w < FAMILY_WORDS; w++)
        any |= a->word[w] & b->word[w];
    return any;
}

/* The last set of a family whose mask is below `end`, so that 1+9 comes before 2+8; 0: none but the empty one. */
static inline uint32_t family_before(const struct family *f, uint32_t end)
{
    for (uint32_t w = (end + 63) / 64, bits = end % 64; w-- > 0; bits = 0) {
        uint64_t left = f->word[w] & UINT64_MAX >> (64 - bits) % 64;
        if (left)
            return 64 * w + 63 - (uint32_t)__builtin_clzll(left);
    }
    return 0;
}

#define FAMILY_END (64 * FAMILY_WORDS)

static inline uint32_t set_sum(uint32_t set)
{
    uint32_t sum = 0;
    for (; set; set &= set - 1)
        sum += (uint32_t)__builtin_ctz(set) + 1;
    return sum;
}

/* All sets of n of the numbers up to nvalues that have the sum. */
static inline struct family family_of(uint32_t n, uint32_t nvalues, uint32_t sum)
{
    struct family f = {{0}};
    for (uint32_t set = 0; set < 1u << nvalues; set++)
        if ((uint32_t)__builtin_popcount(set) == n && set_sum(set) == sum)
            family_put(&f, set);
    return f;
}

#endif
