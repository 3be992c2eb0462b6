/* The pass of word.h over eight lines at once (AVX-512), a line a lane.  Lines of different lengths and numbers of
 * blocks run together: blocks are counted from the end of the line, and one that a lane does not have lets every
 * prefix through.  Same bits as word.h. */
#ifndef RATCHET_RULES_LINE_WORD8_H
#define RATCHET_RULES_LINE_WORD8_H

#include "word4.h"

#if defined(__x86_64__)

enum { WORD8_LANES = 8 };

/* A line's constants. */
struct word8 {
    uint64_t n;
    uint64_t length[WORD_BLOCKS / 8 + 1];   /* byte m: the block that has m others behind it; 0: none */
};

static inline void word8_make(struct word8 *x, const struct table *t)
{
    x->n = t->n;
    for (uint32_t m = 0; m < t->k; m++)
        x->length[m / 8] |= (uint64_t)t->block[t->k - 1 - m].length << m % 8 * 8;
}

/* What all lanes keep of one block, from the pass forwards for the one backwards. */
struct word8_block {
    __m512i length, room, start, prefix;
};

/* The words at `from` and behind it of each lane. */
WORD4_INLINE void word8_load(const uint64_t *const *from, __m512i *first, __m512i *second)
{
    __m512i even = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)from[0]));
    __m512i odd = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)from[1]));
    even = _mm512_inserti64x2(even, _mm_loadu_si128((const __m128i *)from[2]), 1);
    odd = _mm512_inserti64x2(odd, _mm_loadu_si128((const __m128i *)from[3]), 1);
    even = _mm512_inserti64x2(even, _mm_loadu_si128((const __m128i *)from[4]), 2);
    odd = _mm512_inserti64x2(odd, _mm_loadu_si128((const __m128i *)from[5]), 2);
    even = _mm512_inserti64x2(even, _mm_loadu_si128((const __m128i *)from[6]), 3);
    odd = _mm512_inserti64x2(odd, _mm_loadu_si128((const __m128i *)from[7]), 3);
    *first = _mm512_unpacklo_epi64(even, odd);
    *second = _mm512_unpackhi_epi64(even, odd);
}

WORD4_INLINE __m512i word8_flood(__m512i ends, __m512i empty)
{
    __m512i sum = _mm512_add_epi64(_mm512_and_si512(ends, empty), empty);
    return _mm512_ternarylogic_epi64(sum, empty, ends, 0xbe);   /* (sum ^ empty) | ends */
}

/* Doubling step i of D, the last of which goes all the way; `rest` is what is left to go. */
WORD4_INLINE __m512i word8_step(__m512i *rest, uint32_t i, uint32_t D)
{
    __m512i shift = *rest;
    if (i == D - 1)
        return shift;
    shift = _mm512_min_epu64(shift, _mm512_set1_epi64(1u << i));
    *rest = _mm512_sub_epi64(*rest, shift);
    return shift;
}

/* One block further; lanes that don't have it keep their prefixes. */
WORD4_INLINE __m512i word8_block(__m512i prefix, __m512i start, __m512i over, __m512i empty, __m512i after,
                                 __mmask8 there)
{
    __m512i ends = _mm512_and_si512(_mm512_sllv_epi64(start, over), after);
    return _mm512_mask_mov_epi64(prefix, there, word8_flood(ends, empty));
}

/* D doubling steps are enough for the longest block, N blocks (at least 1) for every lane.  Returns the lanes that have
 * an arrangement; may0, may1: their cells that may be empty, filled (bits from n on are undefined). */
WORD4_INLINE __mmask8 word8_pass(uint32_t D, bool gfni, uint32_t N, const struct word8 *const *line,
                                 const uint64_t *const *plane, __m512i *may0, __m512i *may1)
{
    struct word8_block block[WORD_BLOCKS];
    const uint64_t *from[WORD8_LANES];
    const __m512i one = _mm512_set1_epi64(1), all = _mm512_set1_epi64(62), byte = _mm512_set1_epi64(255);
    __m512i n, empty, cells, lengths[WORD_BLOCKS / 8 + 1];
    word8_load((const uint64_t *const *)(const void *)line, &n, &lengths[0]);
    for (uint32_t g = 1; g < (N + 7) / 8; g += 2) {
        for (uint32_t l = 0; l < WORD8_LANES; l++)
            from[l] = &line[l]->length[g];
        word8_load(from, &lengths[g], &lengths[g + 1]);
    }
    word8_load(plane, &empty, &cells);
    const __m512i end = _mm512_sllv_epi64(one, n), align = _mm512_sub_epi64(all, n);
    __m512i back = _mm512_srlv_epi64(word4_reverse(gfni, empty), _mm512_add_epi64(align, _mm512_set1_epi64(2)));
    empty = _mm512_or_si512(empty, end);
    back = _mm512_or_si512(back, end);

    __m512i after = _mm512_add_epi64(empty, empty), before = word8_flood(one, empty), prefix = before;
    for (uint32_t m = N; m-- > 0;) {
        struct word8_block *b = &block[m];
        b->length = _mm512_and_si512(_mm512_srl_epi64(lengths[m / 8], _mm_cvtsi32_si128((int)(m % 8 * 8))), byte);
        __mmask8 there = _mm512_test_epi64_mask(b->length, b->length);
        __m512i rest = _mm512_sub_epi64(b->length, one);
        b->room = cells;
        for (uint32_t i = 0; i < D; i++)
            b->room = _mm512_and_si512(b->room, _mm512_srlv_epi64(b->room, word8_step(&rest, i, D)));
        b->start = _mm512_maskz_and_epi64(there, prefix, b->room);
        b->prefix = prefix =
            word8_block(prefix, b->start, _mm512_add_epi64(b->length, one), empty, after, there);
    }
    __mmask8 possible = _mm512_test_epi64_mask(prefix, _mm512_add_epi64(end, end));

    __m512i suffix = word8_flood(one, back), left = _mm512_setzero_si512(), filled = left;
    after = _mm512_add_epi64(back, back);
    for (uint32_t m = 0; m < N; m++) {
        const struct word8_block *b = &block[m];
        __mmask8 there = _mm512_test_epi64_mask(b->length, b->length);
        __m512i over = _mm512_add_epi64(b->length, one), rest = _mm512_sub_epi64(b->length, one);
        __m512i behind = _mm512_srlv_epi64(word4_reverse(gfni, suffix), align);
        left = _mm512_ternarylogic_epi64(left, behind, b->prefix, 0xf8);    /* left | (behind & prefix) */
        __m512i start = _mm512_and_si512(b->start, _mm512_srlv_epi64(behind, over));
        for (uint32_t i = 0; i < D; i++)
            start = _mm512_or_si512(start, _mm512_sllv_epi64(start, word8_step(&rest, i, D)));
        filled = _mm512_or_si512(filled, start);
        /* where the block may start in the other direction: its last cell mirrored */
        __m512i room = _mm512_srlv_epi64(word4_reverse(gfni, b->room), _mm512_add_epi64(align, over));
        start = _mm512_maskz_and_epi64(there, suffix, room);
        suffix = word8_block(suffix, start, over, back, after, there);
    }
    __m512i behind = _mm512_srlv_epi64(word4_reverse(gfni, suffix), align);
    left = _mm512_ternarylogic_epi64(left, behind, before, 0xf8);
    *may0 = _mm512_srli_epi64(left, 1);
    *may1 = filled;
    return possible;
}

#endif
#endif
