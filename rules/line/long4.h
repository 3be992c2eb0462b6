/* The pass of word.h for lines of one colour and 63 to 510 cells on AVX-512: a whole set of prefixes a
 * register. Same bits as wide.h. */
#ifndef RATCHET_RULES_LINE_LONG4_H
#define RATCHET_RULES_LINE_LONG4_H

#include "word4.h"

#if defined(__x86_64__)

#define LONG4_TWO 126     /* cells of two words */
#define LONG4_CELLS 510

static const uint64_t long4_lane[17] = {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0};

WORD4_INLINE __m512i long4_load(const uint64_t *at)
{
    return _mm512_loadu_si512(at);
}

/* x << count; count <= 511. */
WORD4_INLINE __m512i long4_up(bool two, __m512i x, uint32_t count)
{
    uint32_t whole = count / 64;
    if (!whole) {
        __m512i below = two ? _mm512_bslli_epi128(x, 8) : _mm512_alignr_epi64(x, _mm512_setzero_si512(), 7);
        return _mm512_or_si512(_mm512_sllv_epi64(x, _mm512_set1_epi64(count)),
                               _mm512_srlv_epi64(below, _mm512_set1_epi64(64 - count)));
    }
    __m128i bits = _mm_cvtsi32_si128((int)(count % 64)), other = _mm_cvtsi32_si128(64 - (int)(count % 64));
    __m512i high =
        _mm512_maskz_permutexvar_epi64((__mmask8)(0xff << whole), long4_load(long4_lane + 8 - whole), x);
    __m512i low =
        _mm512_maskz_permutexvar_epi64((__mmask8)(0xfe << whole), long4_load(long4_lane + 7 - whole), x);
    return _mm512_or_si512(_mm512_sll_epi64(high, bits), _mm512_srl_epi64(low, other));
}

/* x >> count; count <= 511. */
WORD4_INLINE __m512i long4_down(bool two, __m512i x, uint32_t count)
{
    uint32_t whole = count / 64;
    if (!whole) {
        __m512i above = two ? _mm512_bsrli_epi128(x, 8) : _mm512_alignr_epi64(_mm512_setzero_si512(), x, 1);
        return _mm512_or_si512(_mm512_srlv_epi64(x, _mm512_set1_epi64(count)),
                               _mm512_sllv_epi64(above, _mm512_set1_epi64(64 - count)));
    }
    __m128i bits = _mm_cvtsi32_si128((int)(count % 64)), other = _mm_cvtsi32_si128(64 - (int)(count % 64));
    __m512i low =
        _mm512_maskz_permutexvar_epi64((__mmask8)(0xff >> whole), long4_load(long4_lane + whole), x);
    __m512i high =
        _mm512_maskz_permutexvar_epi64((__mmask8)(0x7f >> whole), long4_load(long4_lane + whole + 1), x);
    return _mm512_or_si512(_mm512_srl_epi64(low, bits), _mm512_sll_epi64(high, other));
}

/* Prefixes from `ends` over cells that may be empty: one addition over all words. A word that overflows
 * carries into the next, and on through words of ones; on masks of words that is an addition again. Of two
 * words only the lower can carry: its top bit, of the ends or of the cells that were flooded. */
WORD4_INLINE __m512i long4_flood(bool two, __m512i ends, __m512i empty)
{
    const __m512i ones = _mm512_set1_epi64(-1);
    __m512i more = _mm512_and_si512(ends, empty), sum = _mm512_add_epi64(more, empty);
    if (two) {
        __m512i carry = _mm512_ternarylogic_epi64(more, empty, sum, 0xf4);  /* more | (empty & ~sum) */
        sum = _mm512_add_epi64(sum, _mm512_bslli_epi128(_mm512_srli_epi64(carry, 63), 8));
    } else {
        uint32_t over = _mm512_cmplt_epu64_mask(sum, empty), full = _mm512_cmpeq_epi64_mask(sum, ones);
        sum = _mm512_mask_sub_epi64(sum, (__mmask8)((2 * over + full) ^ full), sum, ones);
    }
    return _mm512_ternarylogic_epi64(sum, empty, ends, 0xbe);
}

/* The bits of the lower two words, or of all eight, in reverse order. */
WORD4_INLINE __m512i long4_reverse(bool two, bool gfni, __m512i x)
{
    x = word4_reverse(gfni, x);
    if (two)
        return _mm512_shuffle_epi32(x, _MM_PERM_BADC);
    return _mm512_permutexvar_epi64(_mm512_set_epi64(0, 1, 2, 3, 4, 5, 6, 7), x);
}

WORD4_INLINE __m512i long4_plane(const uint64_t *plane, uint32_t words)
{
    return _mm512_maskz_loadu_epi64((__mmask8)((1u << words) - 1), plane);
}

/* Words of memory that the pass needs. */
static inline size_t long4_memory(const struct table *t)
{
    return 8 * (3 * (size_t)t->nslots + 3 * (size_t)t->k + 2);
}

/* Planes have part->words words a value, and so has `may`. False: no arrangement. */
WORD4_INLINE bool long4_pass(bool two, bool gfni, const struct table *t, const struct part *part,
                             uint64_t *may, uint64_t *memory)
{
    uint32_t n = t->n, k = t->k, words = part->words;
    uint64_t *room = memory, *room2 = room + 8 * t->nslots, *spread = room2 + 8 * t->nslots;
    uint64_t *start = spread + 8 * t->nslots, *prefix = start + 8 * k, *rest = prefix + 8 * (k + 1);
    __m512i cells = long4_plane(part->plane + words, words),
            cells2 = long4_plane(part->mirror + words, words);
    for (uint32_t i = 0; i < t->nsteps; i++) {
        cells = _mm512_and_si512(cells, long4_down(two, cells, t->step[i].shift));
        cells2 = _mm512_and_si512(cells2, long4_down(two, cells2, t->step[i].shift));
        _mm512_storeu_si512(room + 8 * t->step[i].slot, cells);
        _mm512_storeu_si512(room2 + 8 * t->step[i].slot, cells2);
        _mm512_storeu_si512(spread + 8 * t->step[i].slot, _mm512_setzero_si512());
    }
    const __m512i one = _mm512_maskz_set1_epi64(1, 1), end = long4_up(two, one, n);
    __m512i A = _mm512_or_si512(long4_plane(part->plane, words), end), A1 = long4_up(two, A, 1);
    __m512i B = _mm512_or_si512(long4_plane(part->mirror, words), end), B1 = long4_up(two, B, 1);
    __m512i F = long4_flood(two, one, A), G = long4_flood(two, one, B);
    _mm512_storeu_si512(prefix, F);
    _mm512_storeu_si512(rest + 8 * k, G);
    for (uint32_t j = 0; j < k; j++) {
        const struct block *x = &t->block[j], *y = &t->block[k - 1 - j];
        __m512i S = _mm512_and_si512(F, long4_load(room + 8 * x->slot));
        __m512i T = _mm512_and_si512(G, long4_load(room2 + 8 * y->slot));
        F = long4_flood(two, _mm512_and_si512(long4_up(two, S, x->length + 1), A1), A);
        G = long4_flood(two, _mm512_and_si512(long4_up(two, T, y->length + 1), B1), B);
        _mm512_storeu_si512(start + 8 * j, S);
        _mm512_storeu_si512(prefix + 8 * (j + 1), F);
        _mm512_storeu_si512(rest + 8 * (k - 1 - j), G);
    }
    if (!_mm512_test_epi64_mask(F, long4_up(two, end, 1)))
        return false;
    __m512i E = _mm512_setzero_si512();
    for (uint32_t j = 0; j <= k; j++) {
        __m512i R =
            long4_down(two, long4_reverse(two, gfni, long4_load(rest + 8 * j)), (two ? 126 : 510) - n);
        E = _mm512_or_si512(E, _mm512_and_si512(R, long4_load(prefix + 8 * j)));
        if (!j)
            continue;
        uint64_t *to = spread + 8 * t->block[j - 1].slot;
        R = long4_down(two, R, t->block[j - 1].length + 1);
        R = _mm512_and_si512(R, long4_load(start + 8 * (j - 1)));
        _mm512_storeu_si512(to, _mm512_or_si512(R, long4_load(to)));
    }
    cells = _mm512_setzero_si512();
    for (uint32_t i = t->nsteps; i-- > 0;) {
        cells = _mm512_or_si512(cells, long4_load(spread + 8 * t->step[i].slot));
        cells = _mm512_or_si512(cells, long4_up(two, cells, t->step[i].shift));
    }
    __mmask8 some = (__mmask8)((1u << words) - 1);
    _mm512_mask_storeu_epi64(may, some, long4_down(two, E, 1));
    _mm512_mask_storeu_epi64(may + words, some, cells);
    return true;
}

#endif
#endif
