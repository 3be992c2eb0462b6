/* The complete line pass for any length and any colours, on sets of `W` words.
 *
 * A prefix set holds lengths p: "the first j blocks fit in the first p cells, the last of them ended".
 *
 *      starts of block j   S = F & R      F: prefixes after which it may start, R: enough cells of its colour
 *      after it            H = flood(S << length) through cells that may be empty
 *      start of the next   F = H, or (H & may be empty) << 1 where an empty cell must come between
 *
 * The flood is one addition: a carry runs up a whole stretch of ones at once.  The same on the mirrored
 * planes gives the suffixes; a start or an empty cell is possible if prefix and suffix agree. The method is
 * the block-parallel form of the layered automaton in nfa.h. */
#ifndef RATCHET_RULES_LINE_WIDE_H
#define RATCHET_RULES_LINE_WIDE_H

#include "table.h"

#define WIDE_INLINE static inline __attribute__((always_inline))

/* First and last cell at which a block may start. */
struct bounds {
    uint32_t first, last;
};

/* Part of a line: cells [start, start + n), blocks [first, end). Planes are shifted so that its first cell is
 * bit 0, `words` words each, clean above n. */
struct part {
    uint32_t n, first, end, words;
    const uint64_t *plane, *mirror;
};

WIDE_INLINE void wide_shl(uint32_t W, uint64_t *to, const uint64_t *from, uint32_t count)
{
    uint32_t whole = count / 64, bits = count % 64;
    if (!whole) {
        for (uint32_t w = W - 1; w > 0; w--)
            to[w] = from[w] << bits | (from[w - 1] >> 1) >> (63 - bits);
        to[0] = from[0] << bits;
        return;
    }
    for (uint32_t w = W; w-- > 0;) {
        uint64_t high = w >= whole ? from[w - whole] : 0, low = w >= whole + 1 ? from[w - whole - 1] : 0;
        to[w] = high << bits | (low >> 1) >> (63 - bits);
    }
}

WIDE_INLINE void wide_shr(uint32_t W, uint64_t *to, const uint64_t *from, uint32_t count)
{
    uint32_t whole = count / 64, bits = count % 64;
    if (!whole) {
        for (uint32_t w = 0; w + 1 < W; w++)
            to[w] = from[w] >> bits | (from[w + 1] << 1) << (63 - bits);
        to[W - 1] = from[W - 1] >> bits;
        return;
    }
    for (uint32_t w = 0; w < W; w++) {
        uint64_t low = w + whole < W ? from[w + whole] : 0,
                 high = w + whole + 1 < W ? from[w + whole + 1] : 0;
        to[w] = low >> bits | (high << 1) << (63 - bits);
    }
}

/* Prefixes reached from `set` over cells that may be empty. */
WIDE_INLINE void wide_flood(uint32_t W, uint64_t *set, const uint64_t *empty)
{
    uint64_t carry = 0;
    for (uint32_t w = 0; w < W; w++) {
        uint64_t sum = empty[w] + (set[w] & empty[w]), over = sum < empty[w];
        sum += carry;
        carry = over | (sum < carry);
        set[w] |= sum ^ empty[w];
    }
}

WIDE_INLINE uint64_t reverse64(uint64_t x)
{
    x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
    x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(x);
}

/* Bit i of `to` is bit n - 1 - i of `from`; n <= 64 W. */
WIDE_INLINE void wide_reverse(uint32_t W, uint64_t *to, const uint64_t *from, uint64_t *spare, uint32_t n)
{
    for (uint32_t w = 0; w < W; w++)
        spare[w] = reverse64(from[W - 1 - w]);
    wide_shr(W, to, spare, 64 * W - n);
}

/* After `set` of one block's ends: the prefixes from which a block may start that lies `apart`. */
WIDE_INLINE void wide_next(uint32_t W, uint64_t *to, const uint64_t *set, const uint64_t *empty,
                           uint32_t apart)
{
    uint64_t below = 0;
    for (uint32_t w = 0; w < W; w++) {
        uint64_t x = set[w] & empty[w];
        to[w] = apart ? x << 1 | below : set[w];
        below = x >> 63;
    }
}

/* room[slot]: cells from which so many cells may have that colour. */
WIDE_INLINE void wide_room(uint32_t W, const struct table *t, const uint64_t *plane, uint64_t *room,
                           uint64_t *spare)
{
    const uint64_t *cells = NULL;
    for (uint32_t i = 0; i < t->nsteps; i++) {
        const struct step *s = &t->step[i];
        uint64_t *to = room + (size_t)s->slot * W;
        if (s->fresh)
            cells = plane + (size_t)s->fresh * W;
        wide_shr(W, spare, cells, s->shift);
        for (uint32_t w = 0; w < W; w++)
            to[w] = cells[w] & spare[w];
        cells = to;
    }
}

/* The transpose: may[colour] gets every cell that a block covers which starts in start[slot]. */
WIDE_INLINE void wide_spread(uint32_t W, const struct table *t, const uint64_t *start, uint64_t *may,
                             uint64_t *cells, uint64_t *spare)
{
    memset(cells, 0, W * sizeof *cells);
    for (uint32_t i = t->nsteps; i-- > 0;) {
        const struct step *s = &t->step[i];
        for (uint32_t w = 0; w < W; w++)
            cells[w] |= start[(size_t)s->slot * W + w];
        wide_shl(W, spare, cells, s->shift);
        for (uint32_t w = 0; w < W; w++)
            cells[w] |= spare[w];
        if (!s->fresh)
            continue;
        memcpy(may + (size_t)s->fresh * W, cells, W * sizeof *cells);
        memset(cells, 0, W * sizeof *cells);
    }
}

/* Words of memory that wide_pass needs. */
static inline size_t wide_memory(uint32_t W, const struct table *t)
{
    return (size_t)W * (3 * (size_t)t->nslots + t->k + 1 + 6);
}

/* First and last bit of a set that is not empty. */
static inline struct bounds wide_bounds(uint32_t W, const uint64_t *set)
{
    uint32_t low = 0, high = W - 1;
    while (!set[low])
        low++;
    while (!set[high])
        high--;
    return (struct bounds){low * 64 + (uint32_t)__builtin_ctzll(set[low]),
                           high * 64 + 63 - (uint32_t)__builtin_clzll(set[high])};
}

/* may[value * W]: what is possible within the part; planes have W = n / 64 + 1 words. False: nothing is.
 * `bounds` (may be NULL): one a block. */
WIDE_INLINE bool wide_pass(uint32_t W, const struct table *t, const struct part *part, uint64_t *may,
                           struct bounds *bounds, uint64_t *memory)
{
    uint32_t n = part->n, first = part->first, k = part->end - first;
    const struct block *block = t->block + first;
    const uint64_t *empty = part->plane, *back = part->mirror;
    uint64_t *room = memory, *room2 = room + (size_t)t->nslots * W, *start = room2 + (size_t)t->nslots * W;
    uint64_t *H = start + (size_t)t->nslots * W, *F = H + (size_t)(k + 1) * W;
    uint64_t *G = F + W, *X = G + W, *Y = X + W, *spare = Y + W;
    wide_room(W, t, part->plane, room, spare);
    wide_room(W, t, part->mirror, room2, spare);
    memset(start, 0, (size_t)t->nslots * W * sizeof *start);
    memset(may, 0, W * sizeof *may);

    memset(H, 0, W * sizeof *H);
    H[0] = 1;
    wide_flood(W, H, empty);
    for (uint32_t j = 0; j < k; j++) {
        uint64_t *to = H + (size_t)(j + 1) * W, *R = room + (size_t)block[j].slot * W;
        wide_next(W, F, H + (size_t)j * W, empty, j && block[j].apart);
        for (uint32_t w = 0; w < W; w++)
            F[w] &= R[w];
        wide_shl(W, to, F, block[j].length);
        wide_flood(W, to, empty);
    }
    if (!(H[(size_t)k * W + n / 64] >> n % 64 & 1))
        return false;

    memset(G, 0, W * sizeof *G);
    G[0] = 1;
    wide_flood(W, G, back);
    for (uint32_t j = k;; j--) {
        const uint64_t *P = H + (size_t)j * W;
        wide_reverse(W, X, G, spare, n);
        for (uint32_t w = 0; w < W; w++)
            may[w] |= P[w] & empty[w] & X[w];
        if (!j)
            break;
        const struct block *b = &block[j - 1];
        uint64_t *S = start + (size_t)b->slot * W, *R = room + (size_t)b->slot * W;
        uint64_t *R2 = room2 + (size_t)b->slot * W;
        wide_next(W, Y, G, back, j < k && b[1].apart);
        wide_reverse(W, X, Y, spare, n + 1);
        wide_shr(W, X, X, b->length);
        wide_next(W, F, P - W, empty, j > 1 && b->apart);
        for (uint32_t w = 0; w < W; w++) {
            X[w] &= F[w] & R[w];
            S[w] |= X[w];
            Y[w] &= R2[w];
        }
        if (bounds)
            bounds[j - 1] = wide_bounds(W, X);
        wide_shl(W, G, Y, b->length);
        wide_flood(W, G, back);
    }
    wide_spread(W, t, start, may, X, spare);
    return true;
}

#endif
