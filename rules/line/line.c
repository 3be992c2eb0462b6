/* nonogram.line: complete line solving. What is left of every cell appears in some arrangement of the blocks
 * that agrees with the line; no other rule for lines can add anything. */
#include "line.h"
#include "long4.h"
#include "open.h"
#include "settled.h"
#include "word8.h"
#include <ratchet/model.h>

/* Takes what is impossible in the part beginning at `start` into `gone`; are all its cells decided? */
static bool paste(const struct rt_view *v, uint32_t start, const struct part *part, const uint64_t *may,
                  uint64_t *gone, uint64_t *any)
{
    uint32_t W = part->words, whole = start / 64, bits = start % 64;
    uint64_t open = 0;
    *any = 0;
    for (uint32_t w = 0; w < W; w++) {
        uint64_t seen = 0;
        for (uint32_t a = 0; a < v->nvalues; a++) {
            uint64_t left = may[a * W + w], out = part->plane[a * W + w] & ~left, *to = gone + a * v->words;
            open |= seen & left;
            seen |= left;
            *any |= out;
            if (!out)
                continue;
            to[w + whole] |= out << bits;
            if (bits && out >> (64 - bits))
                to[w + whole + 1] |= out >> (64 - bits);
        }
    }
    return !open;
}

/* Words of the longest line whose settled ends are looked at. */
#define SETTLED_WORDS 64

static bool pass(const struct table *t, const struct part *part, uint64_t *may, uint64_t *memory)
{
    switch (part->words) {
    case 1:
        return wide_pass(1, t, part, may, NULL, memory);
    case 2:
        return wide_pass(2, t, part, may, NULL, memory);
    case 3:
        return wide_pass(3, t, part, may, NULL, memory);
    default:
        return wide_pass(part->words, t, part, may, NULL, memory);
    }
}

/* Drops, and the status of a line that needs no second look. */
static int line_done(struct rt_self *self, const uint64_t *gone, bool any, bool decided)
{
    int status = any ? self->h->drop_planes(self, gone, 0) : RT_OK;
    return status != RT_OK ? status : decided ? RT_ENTAILED : RT_FIXPOINT;
}

/* Long lines of one colour: are all cells open, or is the open part short? Then `*status` is the answer. */
static bool line_settled(struct rt_self *self, int *status)
{
    const struct table *t = &((const struct line *)self->state)->table;
    const struct rt_view *v = &self->v;
    uint32_t start = 0;
    if (open_all(v)) {
        uint64_t gone[2 * SETTLED_WORDS] = {0};
        bool decided, any = open_gone(t, v->words, gone, &decided);
        *status = line_done(self, gone, any, decided);
        return true;
    }
    struct part part = settled_part(t, v, &start);
    if (part.n > WORD_CELLS)
        return false;
    uint64_t plane[2], mirror[2], may[2], gone[2 * SETTLED_WORDS] = {0}, any;
    *status = RT_CONFLICT;
    for (uint32_t a = 0; a < 2 && part.n; a++) {
        cut(v->plane + a * v->words, v->words, start, part.n, plane + a);
        cut(v->mirror + a * v->words, v->words, t->n - start - part.n, part.n, mirror + a);
    }
    part.plane = plane;
    part.mirror = mirror;
    if (!part.n || !word_pass(t, &part, may)) {
        self->h->conflict(self, 0);
        return true;
    }
    bool decided = paste(v, start, &part, may, gone, &any);
    *status = line_done(self, gone, any, decided);
    return true;
}

static int line_wide(struct rt_self *self)
{
    const struct line *line = self->state;
    const struct table *t = &line->table;
    const struct rt_view *v = &self->v;
    int settled;
    if (!t->colours && v->words <= SETTLED_WORDS && line_settled(self, &settled))
        return settled;
    struct part part = {.n = t->n, .first = 0, .end = t->k, .words = t->n / 64 + 1};
    size_t W = part.words, planes = W * v->nvalues;
    size_t need = 3 * planes + (size_t)v->words * v->nvalues + wide_memory(part.words, t);
    uint64_t stack[STACK_WORDS], *plane = stack;
    if (need > STACK_WORDS && !(plane = self->h->scratch(self, need * sizeof *plane)))
        return RT_ENOMEM;
    uint64_t *mirror = plane + planes, *may = mirror + planes, *gone = may + planes;
    for (uint32_t a = 0; a < v->nvalues; a++) {
        cut(v->plane + a * v->words, v->words, 0, part.n, plane + a * W);
        cut(v->mirror + a * v->words, v->words, 0, part.n, mirror + a * W);
    }
    part.plane = plane;
    part.mirror = mirror;
    memset(may, 0, (planes + (size_t)v->words * v->nvalues) * sizeof *may);
    if (!pass(t, &part, may, gone + (size_t)v->words * v->nvalues))
        return self->h->conflict(self, 0);
    uint64_t any;
    bool decided = paste(v, 0, &part, may, gone, &any);
    return line_done(self, gone, any, decided);
}

/* What follows from a pass over one word. */
WIDE_INLINE int word_done(struct rt_self *self, const uint64_t *may)
{
    const struct rt_view *v = &self->v;
    uint64_t gone[2] = {v->plane[0] & ~may[0], v->plane[1] & ~may[1]};
    uint64_t open = v->plane[0] & v->plane[1] & may[0] & may[1];
    if (gone[0] | gone[1]) {
        int status = self->h->drop_planes(self, gone, 0);
        if (status != RT_OK)
            return status;
    }
    return open ? RT_FIXPOINT : RT_ENTAILED;
}

static int line_word(struct rt_self *self)
{
    const struct line *line = self->state;
    struct part part = {line->table.n, 0, line->table.k, 1, self->v.plane, self->v.mirror};
    uint64_t may[2];
    if (!word_pass(&line->table, &part, may))
        return self->h->conflict(self, 0);
    return word_done(self, may);
}

static int line_hopeless(struct rt_self *self)
{
    return self->h->conflict(self, 0);
}

#if defined(__x86_64__)
/* What a line of one word needs on AVX-512, in a batch and alone. */
struct tuned {
    struct word8 batch;     /* first: the batch finds it, or one that is alone */
    struct word4 alone;
};

#define WORD4_PROPAGATE(G, D, GFNI) \
    static WORD4 int line_word4_##G##_##D##_##GFNI(struct rt_self *self) \
    { \
        const struct line *line = self->state; \
        struct part part = {line->table.n, 0, line->table.k, 1, self->v.plane, self->v.mirror}; \
        uint64_t may[2]; \
        const struct tuned *tuned = line->tuned; \
        if (!word4_pass(G, D, GFNI, &tuned->alone, &part, may)) \
            return self->h->conflict(self, 0); \
        return word_done(self, may); \
    }
#define WORD4_GROUPS(D, GFNI) \
    WORD4_PROPAGATE(1, D, GFNI) \
    WORD4_PROPAGATE(2, D, GFNI) \
    WORD4_PROPAGATE(3, D, GFNI) \
    WORD4_PROPAGATE(4, D, GFNI)
#define WORD4_ROW(D, GFNI)                                                                                   \
    {                                                                                                        \
        line_word4_1_##D##_##GFNI, line_word4_2_##D##_##GFNI, line_word4_3_##D##_##GFNI,                     \
            line_word4_4_##D##_##GFNI                                                                        \
    }
WORD4_GROUPS(3, 0)
WORD4_GROUPS(6, 0)
WORD4_GROUPS(3, 1)
WORD4_GROUPS(6, 1)

/* Lines of 63 to 510 cells. */
WORD4_INLINE int long4_propagate(struct rt_self *self, bool two, bool gfni)
{
    const struct line *line = self->state;
    const struct rt_view *v = &self->v;
    struct part part = {line->table.n, 0, line->table.k, v->words, v->plane, v->mirror};
    size_t need = long4_memory(&line->table);
    uint64_t stack[STACK_WORDS], *memory = stack, gone[16], any = 0, open = 0;
    int status;
    if (line_settled(self, &status))
        return status;
    if (need > STACK_WORDS && !(memory = self->h->scratch(self, need * sizeof *memory)))
        return RT_ENOMEM;
    if (!long4_pass(two, gfni, &line->table, &part, gone, memory))
        return self->h->conflict(self, 0);
    for (uint32_t w = 0, x = v->words; w < v->words; w++, x++) {
        open |= v->plane[w] & v->plane[x] & gone[w] & gone[x];
        gone[w] = v->plane[w] & ~gone[w];
        gone[x] = v->plane[x] & ~gone[x];
        any |= gone[w] | gone[x];
    }
    return line_done(self, gone, any, !open);
}

#define LONG4_PROPAGATE(TWO, GFNI) \
    static WORD4 int line_long4_##TWO##_##GFNI(struct rt_self *self) \
    { \
        return long4_propagate(self, TWO, GFNI); \
    }
LONG4_PROPAGATE(0, 0)
LONG4_PROPAGATE(0, 1)
LONG4_PROPAGATE(1, 0)
LONG4_PROPAGATE(1, 1)

static int long4_init(struct rt_self *self, bool gfni)
{
    static int (*const variant[2][2])(struct rt_self *) = {
        {line_long4_0_0, line_long4_0_1},
        {line_long4_1_0, line_long4_1_1},
    };
    struct line *line = self->state;
    line->propagate = variant[line->table.n <= LONG4_TWO][gfni];
    return RT_OK;
}

/* Up to eight lines; lanes that are left over do the first line again. */
static void word8_propagate(struct rt_self *const *self, uint32_t n, int *status)
{
    const struct word8 *line[WORD8_LANES];
    const uint64_t *plane[WORD8_LANES];
    struct word8_may may;
    bool longer = false, word = false;
    uint32_t blocks = 1;
    for (uint32_t l = 0; l < WORD8_LANES; l++) {
        const struct rt_self *x = self[l < n ? l : 0];
        line[l] = ((const struct line *)x->state)->tuned;
        plane[l] = x->v.plane;
        longer |= line[l]->longer;
        word |= line[l]->n > WORD8_HALF;
        blocks = line[l]->blocks > blocks ? line[l]->blocks : blocks;
    }
    line[0]->pass[word][longer](blocks, line, plane, &may);
    for (uint32_t l = 0; l < n; l++) {
        const uint64_t cells[2] = {may.cells[0][l], may.cells[1][l]};
        status[l] = may.possible[l] ? word_done(self[l], cells) : self[l]->h->conflict(self[l], 0);
    }
}

static int word8_init(struct rt_self *self)
{
    struct line *line = self->state;
    struct word8 *x = self->h->alloc(self, sizeof *x);
    if (!x)
        return RT_ENOMEM;
    word8_make(x, &line->table, word8_avx2);
    line->tuned = x;
    return RT_OK;
}

static int word4_init(struct rt_self *self, bool gfni)
{
    static int (*const variant[2][2][4])(struct rt_self *) = {
        {WORD4_ROW(3, 0), WORD4_ROW(6, 0)},
        {WORD4_ROW(3, 1), WORD4_ROW(6, 1)},
    };
    struct line *line = self->state;
    struct tuned *x = self->h->alloc(self, sizeof *x);
    if (!x)
        return RT_ENOMEM;
    word4_make(&x->alone, &line->table);
    word8_make(&x->batch, &line->table, gfni ? word8_gfni : word8_v4);
    line->tuned = x;
    line->propagate = variant[gfni][x->batch.longer][line->table.k ? (line->table.k - 1) / 8 : 0];
    return RT_OK;
}
#endif

/* Everything above gives the same bits; which is fastest depends on the line and the CPU. */
static int rule_init(struct rt_self *self)
{
    struct line *line = self->state;
    int status = line_init(self);
    if (status != RT_OK)
        return status;
    line->propagate = line_wide;
    if (line->table.hopeless)
        line->propagate = line_hopeless;
    if (line->table.hopeless || line->table.colours)
        return RT_OK;
    if (line->table.n <= WORD_CELLS)
        line->propagate = line_word;
#if defined(__x86_64__)
    bool gfni = self->h->cpu_level >= 4 && self->h->option(self, "gfni") && word4_gfni(self);
    if (self->h->cpu_level >= 4 && line->table.n <= WORD_CELLS)
        return word4_init(self, gfni);
    if (self->h->cpu_level >= 3 && line->table.n <= WORD_CELLS)
        return word8_init(self);
    if (self->h->cpu_level >= 4 && line->table.n <= LONG4_CELLS)
        return long4_init(self, gfni);
#endif
    return RT_OK;
}

static int line_propagate(struct rt_self *self)
{
    const struct line *line = self->state;
    return line->propagate(self);
}

#if defined(__x86_64__)
/* How many of the first lines go in one pass: those of one word on AVX2 and AVX-512, eight at most. */
static uint32_t together(struct rt_self *const *self, uint32_t n)
{
    uint32_t k = 0;
    while (k < n && k < WORD8_LANES && ((const struct line *)self[k]->state)->tuned)
        k++;
    return k;
}
#endif

static int line_batch(struct rt_self *const *self, uint32_t n, int *status)
{
    for (uint32_t k, done = 0; done < n; done += k) {
#if defined(__x86_64__)
        k = together(self + done, n - done);
        if (k > 1) {
            word8_propagate(self + done, k, status + done);
            continue;
        }
#endif
        k = 1;
        status[done] = line_propagate(self[done]);
    }
    return RT_OK;
}

static int line_describe(struct rt_self *self, const struct rt_why *why)
{
    if (why->pos == RT_NOPOS)
        return self->h->print(self, "no arrangement of the blocks agrees with what is known of the line");
    return self->h->print(
        self, why->value ? "no arrangement of the blocks that agrees with the line fills this cell so"
                         : "every arrangement of the blocks that agrees with the line fills this cell");
}

static const struct rt_option gfni = {
    .name = "gfni",
    .help = "use the GFNI instructions of CPUs that have them and AVX-512; same results, a little faster",
    .type = RT_OPTION_BOOL,
    .fallback = 1,
};

static const struct rt_option *const options[] = {&gfni, NULL};

static const struct rt_rule_class line_rule = {
    .size = sizeof line_rule,
    .id = "nonogram.line",
    .kind = RT_LINE_BLOCKS,
    .summary = "complete line solving: only what appears in some arrangement of the blocks stays",
    .tier = 2,
    .level = 4,
    .needs = RT_PLANES | RT_MIRROR | RT_THEN,
    .state_size = sizeof(struct line),
    .wake = RT_WAKE_ANY,
    .options = options,
    .init = rule_init,
    .propagate = line_propagate,
    .explain = line_explain,
    .describe = line_describe,
    .propagate_batch = line_batch,
};

static const struct rt_rule_class *const rules[] = {&line_rule, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "line.line", .version = "1.0", .rules = rules,
};
