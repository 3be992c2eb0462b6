/* The pass of word.h for AVX-512 (x86-64-v4): eight blocks a register where blocks are independent (room,
 * spread, prefix against suffix), both directions in one register along the chain, which is unrolled to a
 * multiple of eight blocks: a block that is not there lets every prefix through.  Same bits as word.h. */
#ifndef RATCHET_RULES_LINE_WORD4_H
#define RATCHET_RULES_LINE_WORD4_H

#include "word.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define WORD4 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi,bmi2,lzcnt,popcnt")))
#define WORD4_INLINE static inline __attribute__((always_inline)) WORD4

/* A line's constants, one byte a block. */
struct word4 {
    uint8_t shift[6][WORD_BLOCKS]; /* doubling steps from one cell to the length */
    uint8_t length[WORD_BLOCKS];                /* length + 1 */
    uint8_t pair[2 * WORD_BLOCKS];              /* length + 1 from both ends in turn; 0: no block */
};

static inline void word4_make(struct word4 *x, const struct table *t)
{
    for (uint32_t j = 0; j < t->k; j++) {
        uint32_t length = t->block[j].length, have = 1;
        for (uint32_t i = 0; i < 6; i++) {
            uint32_t rest = length - have, shift = rest < have ? rest : have;
            x->shift[i][j] = (uint8_t)shift;
            have += shift;
        }
        x->length[j] = x->pair[2 * j] = x->pair[2 * (t->k - 1 - j) + 1] = (uint8_t)(length + 1);
    }
}

WORD4_INLINE __m512i word4_bytes(const uint8_t *bytes)
{
    return _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)bytes));
}

/* Every word's bits in reverse order: its bytes by a shuffle, their bits by one GFNI instruction or as
 * nibbles by table. (The instruction as text, so that one function serves CPUs with and without it.) */
WORD4_INLINE __m512i word4_reverse(bool gfni, __m512i x)
{
    const __m512i bytes =
        _mm512_broadcast_i32x4(_mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
    x = _mm512_shuffle_epi8(x, bytes);
    if (gfni) {
        const __m512i matrix = _mm512_set1_epi64((long long)0x8040201008040201u);
        __asm__("vgf2p8affineqb $0, %2, %1, %0" : "=v"(x) : "v"(x), "v"(matrix));
        return x;
    }
    const __m512i low = _mm512_broadcast_i32x4(_mm_set_epi64x(0x0f070b030d050901, 0x0e060a020c040800));
    const __m512i nibble = _mm512_set1_epi8(15);
    __m512i high = _mm512_shuffle_epi8(_mm512_slli_epi64(low, 4), _mm512_and_si512(x, nibble));
    x = _mm512_and_si512(_mm512_srli_epi64(x, 4), nibble);
    return _mm512_or_si512(high, _mm512_shuffle_epi8(low, x));
}

/* Has this CPU the instruction? */
static inline bool word4_gfni(struct rt_self *self)
{
    return self->h->extension(self, RT_CPU_GFNI) != NULL;
}

/* G groups of eight blocks, D doubling steps; k is 8 (G - 1) + 1 .. 8 G or, for G = 1, 0 .. 8. */
WORD4_INLINE bool word4_pass(uint32_t G, uint32_t D, bool gfni, const struct word4 *x,
                             const struct part *part, uint64_t *may)
{
    static const uint64_t absent[2 * WORD_BLOCKS] = {
        [WORD_BLOCKS] = -1ull, -1ull, -1ull, -1ull, -1ull, -1ull, -1ull, -1ull, -1ull, -1ull, -1ull,
        -1ull, -1ull, -1ull, -1ull, -1ull, -1ull, -1ull, -1ull, -1ull, -1ull, -1ull, -1ull, -1ull,
        -1ull, -1ull, -1ull, -1ull, -1ull, -1ull, -1ull, -1ull};
    _Alignas(64) uint64_t room[WORD_BLOCKS], room2[2 * WORD_BLOCKS], start[WORD_BLOCKS];
    _Alignas(64) uint64_t prefix[WORD_BLOCKS + 8], suffix[2 * WORD_BLOCKS + 8];
    uint32_t n = part->n, k = part->end, N = 8 * G;
    const __m512i ones = _mm512_set1_epi64(-1);
    for (uint32_t g = 0; g < G; g++) {
        __m512i r = _mm512_set1_epi64((long long)part->plane[1]);
        __m512i r2 = _mm512_set1_epi64((long long)part->mirror[1]);
        for (uint32_t i = 0; i < D; i++) {
            __m512i s = word4_bytes(&x->shift[i][8 * g]);
            r = _mm512_and_si512(r, _mm512_srlv_epi64(r, s));
            r2 = _mm512_and_si512(r2, _mm512_srlv_epi64(r2, s));
        }
        if (g == G - 1)
            r = _mm512_mask_mov_epi64(ones, (__mmask8)((1u << (k - 8 * g)) - 1), r);
        _mm512_store_si512(room + 8 * g, r);
        _mm512_store_si512(room2 + N + 8 * g, r2);
        _mm512_store_si512(room2 + 8 * g, ones);
    }
    const uint64_t *back = room2 + N + k, *none = absent + WORD_BLOCKS - k;
    uint64_t *rest = suffix + N;    /* rest[j]: suffixes that blocks j .. k - 1 fit in */
    uint64_t w = part->plane[0] | 1ull << n, w2 = part->mirror[0] | 1ull << n, f2 = word_flood(1, w2);
    __m128i A = _mm_set_epi64x((long long)w2, (long long)w), A1 = _mm_add_epi64(A, A);
    __m128i F = _mm_set_epi64x((long long)f2, (long long)word_flood(1, w));
    uint64_t none_before = (uint64_t)_mm_cvtsi128_si64(F);
    rest[k] = f2;
    for (uint32_t m = 0; m < N; m++) {
        __m128i R = _mm_castpd_si128(_mm_loadh_pd(_mm_load_sd((const double *)(const void *)(room + m)),
                                                  (const double *)(const void *)(back - 1 - m)));
        uint16_t lengths;
        memcpy(&lengths, x->pair + 2 * m, 2);
        __m128i P = _mm_or_si128(A1, _mm_set1_epi64x((long long)none[m]));
        __m128i S = _mm_and_si128(F, R);
        __m128i E = _mm_sllv_epi64(S, _mm_cvtepu8_epi64(_mm_cvtsi32_si128(lengths)));
        __m128i T = _mm_add_epi64(_mm_ternarylogic_epi64(E, P, A, 0x80), A);
        E = _mm_and_si128(E, P);
        F = _mm_ternarylogic_epi64(T, A, E, 0xbe);     /* (T ^ A) | E */
        _mm_storel_epi64((__m128i *)(start + m), S);
        _mm_storel_epi64((__m128i *)(prefix + m), F);
        _mm_storeh_pd((double *)(void *)(rest + (int64_t)k - 1 - m), _mm_castsi128_pd(F));
    }
    uint64_t whole = (uint64_t)_mm_cvtsi128_si64(F);
    if (!(whole >> (n + 1) & 1))
        return false;
    uint64_t empty = reverse64((uint64_t)_mm_extract_epi64(F, 1)) >> (62 - n) & none_before;
    __m512i E = _mm512_setzero_si512(), C = E;
    const __m128i align = _mm_cvtsi32_si128(62 - (int)n);
    for (uint32_t g = 0; g < G; g++) {
        __mmask8 lanes = g == G - 1 ? (__mmask8)((1u << (k - 8 * g)) - 1) : 0xff;
        __m512i after = word4_reverse(gfni, _mm512_maskz_loadu_epi64(lanes, rest + 8 * g + 1));
        after = _mm512_srl_epi64(after, align);
        E = _mm512_or_si512(E, _mm512_and_si512(after, _mm512_maskz_loadu_epi64(lanes, prefix + 8 * g)));
        after = _mm512_srlv_epi64(after, word4_bytes(x->length + 8 * g));
        __m512i c = _mm512_and_si512(after, _mm512_maskz_loadu_epi64(lanes, start + 8 * g));
        for (uint32_t i = 0; i < D; i++)
            c = _mm512_or_si512(c, _mm512_sllv_epi64(c, word4_bytes(&x->shift[i][8 * g])));
        C = _mm512_or_si512(C, c);
    }
    E = _mm512_or_si512(_mm512_unpacklo_epi64(E, C), _mm512_unpackhi_epi64(E, C));
    __m256i e = _mm256_or_si256(_mm512_castsi512_si256(E), _mm512_extracti64x4_epi64(E, 1));
    __m128i d = _mm_or_si128(_mm256_castsi256_si128(e), _mm256_extracti128_si256(e, 1));
    may[0] = (empty | (uint64_t)_mm_cvtsi128_si64(d)) >> 1;
    may[1] = (uint64_t)_mm_extract_epi64(d, 1);
    return true;
}

#endif
#endif
