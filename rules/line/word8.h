/* Eight lines of one colour and at most 62 cells at once: the pass of lanes.h for AVX2 and AVX-512, in lanes of 32 bits
 * where all lines have at most 30 cells. */
#ifndef RATCHET_RULES_LINE_WORD8_H
#define RATCHET_RULES_LINE_WORD8_H

#include "word4.h"

#if defined(__x86_64__)

enum { WORD8_LANES = 8, WORD8_HALF = 30, WORD8_SHORT = 8 /* longest block of three doubling steps */ };

struct word8;

/* What a pass finds, line by line: is there an arrangement (not 0), and which cells may be empty, filled (bits from n
 * on are undefined). */
struct word8_may {
    uint64_t possible[WORD8_LANES], cells[2][WORD8_LANES];
};

typedef void (*word8_pass)(uint32_t N, const struct word8 *const *line, const uint64_t *const *plane,
                           struct word8_may *may);

/* A line's constants. */
struct word8 {
    const word8_pass (*pass)[2];    /* [more than WORD8_HALF cells][more than WORD8_SHORT in a block] */
    uint32_t n, blocks;
    bool longer;                    /* than WORD8_SHORT, one of them */
    uint8_t length[WORD_BLOCKS];    /* of the block that has m others behind it; 0: none */
};

static inline void word8_make(struct word8 *x, const struct table *t, const word8_pass (*pass)[2])
{
    *x = (struct word8){.pass = pass, .n = t->n, .blocks = t->k};
    for (uint32_t m = 0; m < t->k; m++) {
        x->length[m] = (uint8_t)t->block[t->k - 1 - m].length;
        x->longer |= x->length[m] > WORD8_SHORT;
    }
}

static inline __m128i word8_lengths_of(const struct word8 *line, uint32_t m)
{
    return _mm_loadl_epi64((const __m128i *)(line->length + m));
}

/* length[m][l]: block m of line l. Bytes are transposed, eight by eight. */
static inline __attribute__((always_inline)) void word8_lengths(const struct word8 *const *line, uint32_t N,
                                                                uint8_t (*length)[WORD8_LANES])
{
    for (uint32_t m = 0; m < N; m += 8) {
        __m128i pair[4], four[4];
        for (uint32_t k = 0; k < 4; k++)
            pair[k] = _mm_unpacklo_epi8(word8_lengths_of(line[2 * k], m), word8_lengths_of(line[2 * k + 1], m));
        for (uint32_t k = 0; k < 2; k++) {
            four[2 * k] = _mm_unpacklo_epi16(pair[2 * k], pair[2 * k + 1]);
            four[2 * k + 1] = _mm_unpackhi_epi16(pair[2 * k], pair[2 * k + 1]);
        }
        for (uint32_t k = 0; k < 2; k++) {
            _mm_store_si128((__m128i *)length[m + 4 * k], _mm_unpacklo_epi32(four[k], four[2 + k]));
            _mm_store_si128((__m128i *)length[m + 4 * k + 2], _mm_unpackhi_epi32(four[k], four[2 + k]));
        }
    }
}

#define WORD8_AVX2 __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))

static inline __attribute__((always_inline)) WORD8_AVX2 __m256i word8_reverse_bytes(__m256i x)
{
    const __m256i low = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0f070b030d050901, 0x0e060a020c040800));
    const __m256i nibble = _mm256_set1_epi8(15);
    __m256i high = _mm256_shuffle_epi8(_mm256_slli_epi64(low, 4), _mm256_and_si256(x, nibble));
    return _mm256_or_si256(high, _mm256_shuffle_epi8(low, _mm256_and_si256(_mm256_srli_epi64(x, 4), nibble)));
}

static inline __attribute__((always_inline)) WORD8_AVX2 __m256i word8_reverse64(__m256i x)
{
    const __m256i swap = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607));
    return word8_reverse_bytes(_mm256_shuffle_epi8(x, swap));
}

static inline __attribute__((always_inline)) WORD8_AVX2 __m256i word8_widen64(const uint8_t *bytes)
{
    uint32_t four;
    memcpy(&four, bytes, sizeof four);
    return _mm256_cvtepu8_epi64(_mm_cvtsi32_si128((int)four));
}

static inline __attribute__((always_inline)) WORD8_AVX2 __m256i word8_widen32(const uint8_t *bytes)
{
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)bytes));
}

static inline __attribute__((always_inline)) WORD8_AVX2 __m256i word8_swap32(__m256i x)
{
    return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203)));
}

static inline __attribute__((always_inline)) WORD8_AVX2 __m256i word8_reverse32(__m256i x)
{
    return word8_reverse_bytes(word8_swap32(x));
}

WORD4_INLINE __m256i word8_reverse32_gfni(__m256i x)
{
    const __m256i matrix = _mm256_set1_epi64x((long long)0x8040201008040201u);
    x = word8_swap32(x);
    __asm__("vgf2p8affineqb $0, %2, %1, %0" : "=v"(x) : "v"(x), "v"(matrix));
    return x;
}

#define LANE uint32_t
#define LANES_OF 8
#define LANES(name) half_avx2_##name
#define LANES_TARGET WORD8_AVX2
#define LANES_REVERSE(x) (half_avx2_vector)word8_reverse32((__m256i)(x))
#define LANES_WIDEN(at) (half_avx2_vector)word8_widen32(at)
#include "lanes.h"

#define LANE uint64_t
#define LANES_OF 4
#define LANES(name) word_avx2_##name
#define LANES_TARGET WORD8_AVX2
#define LANES_REVERSE(x) (word_avx2_vector)word8_reverse64((__m256i)(x))
#define LANES_WIDEN(at) (word_avx2_vector)word8_widen64(at)
#include "lanes.h"

#define LANE uint32_t
#define LANES_OF 8
#define LANES(name) half_gfni_##name
#define LANES_TARGET WORD4
#define LANES_REVERSE(x) (half_gfni_vector)word8_reverse32_gfni((__m256i)(x))
#define LANES_WIDEN(at) (half_gfni_vector)word8_widen32(at)
#include "lanes.h"

#define LANE uint64_t
#define LANES_OF 8
#define LANES(name) word_gfni_##name
#define LANES_TARGET WORD4
#define LANES_REVERSE(x) (word_gfni_vector)word4_reverse(true, (__m512i)(x))
#define LANES_WIDEN(at) (word_gfni_vector)word4_bytes(at)
#include "lanes.h"

#define LANE uint64_t
#define LANES_OF 8
#define LANES(name) word_v4_##name
#define LANES_TARGET WORD4
#define LANES_REVERSE(x) (word_v4_vector)word4_reverse(false, (__m512i)(x))
#define LANES_WIDEN(at) (word_v4_vector)word4_bytes(at)
#include "lanes.h"

static const word8_pass word8_avx2[2][2] = {{half_avx2_short, half_avx2_long}, {word_avx2_short, word_avx2_long}};
static const word8_pass word8_v4[2][2] = {{half_avx2_short, half_avx2_long}, {word_v4_short, word_v4_long}};
static const word8_pass word8_gfni[2][2] = {{half_gfni_short, half_gfni_long}, {word_gfni_short, word_gfni_long}};

#endif
#endif
