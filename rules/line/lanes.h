/* The pass of word.h over eight lines at once, a line a lane. Lines of different lengths and numbers of blocks run
 * together: blocks are counted from the end of the line, and one that a lane does not have lets every prefix through.
 * Same bits as word.h.
 *
 * A template, included once a width and processor: LANE is the type of a lane, LANES_OF of them fill a register (eight,
 * or four and all is done twice), LANES(name) makes names of this variant, LANES_TARGET is its attribute,
 * LANES_REVERSE(x) reverses the bits of each lane, LANES_WIDEN(bytes) reads a byte for each. Shifts stay below the
 * lane's width if lines have at most two cells less than it has bits. */

typedef LANE LANES(vector) __attribute__((vector_size(LANES_OF * sizeof(LANE))));
typedef uint64_t LANES(words) __attribute__((vector_size(LANES_OF * 8)));

/* What all lanes keep of one block, from the way backwards for the one forwards. Room: where it may start for its cells
 * alone; suffix: what fits behind it, mirrored; step: shifts whose sums are 0 to length - 1. */
struct LANES(block) {
    LANES(vector) over, absent, room, suffix, step[6];
};

/* Prefixes one block further. A lane without the block starts wherever there is a prefix, and is over at once: behind
 * a prefix is an empty cell, or it is empty itself, and `after` has bit 0. */
static inline __attribute__((always_inline)) LANES_TARGET LANES(vector)
LANES(further)(LANES(vector) start, LANES(vector) over, LANES(vector) empty, LANES(vector) after)
{
    LANES(vector) ends = (start << over) & after;
    return (((ends & empty) + empty) ^ empty) | ends;
}

/* The lines from `first` on. D doubling steps are enough for the longest block, N blocks (at least 1) for every lane;
 * length[m][l]: that of the block of line l that has m others behind it. */
static inline __attribute__((always_inline)) LANES_TARGET void
LANES(part)(uint32_t D, uint32_t N, uint32_t first, const struct word8 *const *line, const uint64_t *const *plane,
            uint8_t (*length)[WORD8_LANES], struct word8_may *may)
{
    struct LANES(block) block[WORD_BLOCKS];
    LANES(vector) n, empty, cells, none = {0}, one = none + 1;
    for (uint32_t l = 0; l < LANES_OF; l++) {
        n[l] = (LANE)line[first + l]->n;
        empty[l] = (LANE)plane[first + l][0];
        cells[l] = (LANE)plane[first + l][1];
    }
    const LANES(vector) end = one << n, align = 8 * sizeof(LANE) - 2 - n;
    LANES(vector) back = (LANES_REVERSE(empty) >> (align + 2)) | end, back_after = (back + back) | 1;
    empty |= end;
    LANES(vector) after = (empty + empty) | 1;

    LANES(vector) suffix = LANES(further)(one, none, back, back_after);
    for (uint32_t m = 0; m < N; m++) {
        struct LANES(block) *b = &block[m];
        LANES(vector) left = LANES_WIDEN(length[m] + first), room = cells;
        LANES(vector) absent = (LANES(vector))(left == 0), over = left + 1 + absent;
        for (uint32_t i = 0; i < D; i++) {
            b->step[i] = left >> 1;
            left -= b->step[i];
            room &= room >> b->step[i];
        }
        b->over = over;
        b->absent = absent;
        b->room = room | absent;
        b->suffix = suffix;
        /* in the other direction it starts where its last cell is, mirrored */
        room = (LANES_REVERSE(room) >> (align + over)) | absent;
        suffix = LANES(further)(suffix & room, over, back, back_after);
    }

    LANES(vector) prefix = LANES(further)(one, none, empty, after);
    LANES(vector) left = (LANES_REVERSE(suffix) >> align) & prefix, filled = none;
    for (uint32_t m = N; m-- > 0;) {
        const struct LANES(block) *b = &block[m];
        LANES(vector) start = prefix & b->room, behind = LANES_REVERSE(b->suffix) >> align;
        prefix = LANES(further)(start, b->over, empty, after);
        left |= behind & prefix;
        LANES(vector) cover = start & (behind >> b->over) & ~b->absent;
        for (uint32_t i = 0; i < D; i++)
            cover |= cover << b->step[i];
        filled |= cover;
    }
    LANES(words) possible = __builtin_convertvector(prefix & (end + end), LANES(words));
    LANES(words) may_empty = __builtin_convertvector(left >> 1, LANES(words));
    LANES(words) may_filled = __builtin_convertvector(filled, LANES(words));
    memcpy(may->possible + first, &possible, sizeof possible);
    memcpy(may->cells[0] + first, &may_empty, sizeof may_empty);
    memcpy(may->cells[1] + first, &may_filled, sizeof may_filled);
}

static inline __attribute__((always_inline)) LANES_TARGET void
LANES(pass)(uint32_t D, uint32_t N, const struct word8 *const *line, const uint64_t *const *plane,
            struct word8_may *may)
{
    uint8_t length[WORD_BLOCKS][WORD8_LANES] __attribute__((aligned(64)));
    word8_lengths(line, N, length);
    for (uint32_t first = 0; first < WORD8_LANES; first += LANES_OF)
        LANES(part)(D, N, first, line, plane, length, may);
}

static LANES_TARGET void LANES(short)(uint32_t N, const struct word8 *const *line, const uint64_t *const *plane,
                                      struct word8_may *may)
{
    LANES(pass)(3, N, line, plane, may);
}

static LANES_TARGET void LANES(long)(uint32_t N, const struct word8 *const *line, const uint64_t *const *plane,
                                     struct word8_may *may)
{
    LANES(pass)(6, N, line, plane, may);
}

#undef LANE
#undef LANES_OF
#undef LANES
#undef LANES_TARGET
#undef LANES_REVERSE
#undef LANES_WIDEN
