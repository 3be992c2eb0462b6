/* Sets of cells as words of bits: finding members, filling stretches. */
#ifndef RATCHET_RULES_LINE_CELLS_H
#define RATCHET_RULES_LINE_CELLS_H

#include <stdint.h>

/* First cell from `from` on that is (or, `flip` all ones, is not) in the set; `n` if none. */
static inline uint32_t cell_next(const uint64_t *set, uint64_t flip, uint32_t from, uint32_t n)
{
    for (uint32_t w = from / 64; from < n; from = ++w * 64) {
        uint64_t bits = (set[w] ^ flip) >> from % 64;
        if (bits)
            return from + (uint32_t)__builtin_ctzll(bits) < n ? from + (uint32_t)__builtin_ctzll(bits) : n;
    }
    return n;
}

/* Where the unbroken stretch of members that ends just before `to` begins; `to` if there is none. */
static inline uint32_t cell_stretch(const uint64_t *set, uint32_t to)
{
    while (to) {
        uint32_t w = (to - 1) / 64, above = 63 - (to - 1) % 64;
        uint64_t missing = ~set[w] << above;
        if (missing)
            return to - (uint32_t)__builtin_clzll(missing);
        to = w * 64;
    }
    return 0;
}

/* Cells [from, to) join the set. */
static inline void cell_fill(uint64_t *set, uint32_t from, uint32_t to)
{
    for (uint32_t w = from / 64; from < to; from = ++w * 64) {
        uint64_t bits = UINT64_MAX << from % 64;
        if (to - w * 64 < 64)
            bits &= (1ull << (to - w * 64)) - 1;
        set[w] |= bits;
    }
}

#endif
