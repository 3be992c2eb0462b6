/* nonogram.line: complete line solving. What is left of every cell appears in some arrangement of the blocks
 * that agrees with the line; no other rule for lines can add anything. */
#include "reason.h"
#include "word.h"
#include <ratchet/model.h>

/* Words of stack for the passes; longer lines use the host's scratch memory. */
#define STACK_WORDS 2048

struct line {
    struct table table;
    struct nfa nfa;         /* for reasons */
};

static int make_nfa(struct line *line, struct rt_self *self)
{
    uint32_t words = nfa_words(self->payload);
    uint64_t *memory = self->h->alloc(self, nfa_memory(words, self->v.nvalues) * sizeof *memory);
    if (!memory)
        return RT_ENOMEM;
    nfa_make(&line->nfa, self->payload, words, self->v.nvalues, memory);
    return RT_OK;
}

static int line_init(struct rt_self *self)
{
    struct line *line = self->state;
    if (!self->v.n)
        return RT_ENTAILED;
    int status = table_make(&line->table, self, self->payload);
    if (status != RT_OK || line->table.hopeless)
        return status;
    return make_nfa(line, self);
}

/* Copies bits [start, start + n) of `from` (`words` words) to bit 0 of `to` (n / 64 + 1 words). */
static void cut(const uint64_t *from, uint32_t words, uint32_t start, uint32_t n, uint64_t *to)
{
    uint32_t whole = start / 64, bits = start % 64, last = n / 64;
    for (uint32_t w = 0; w <= last; w++) {
        uint64_t low = w + whole < words ? from[w + whole] : 0;
        uint64_t high = w + whole + 1 < words ? from[w + whole + 1] : 0;
        to[w] = low >> bits | (high << 1) << (63 - bits);
    }
    to[last] &= (1ull << n % 64) - 1;
}

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

static bool pass(const struct table *t, const struct part *part, uint64_t *may, uint64_t *memory)
{
    switch (part->words) {
    case 1:
        return wide_pass(1, t, part, may, memory);
    case 2:
        return wide_pass(2, t, part, may, memory);
    case 3:
        return wide_pass(3, t, part, may, memory);
    default:
        return wide_pass(part->words, t, part, may, memory);
    }
}

static int line_wide(struct rt_self *self)
{
    const struct line *line = self->state;
    const struct table *t = &line->table;
    const struct rt_view *v = &self->v;
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
    int status = any ? self->h->drop_planes(self, gone, 0) : RT_OK;
    return status != RT_OK ? status : decided ? RT_ENTAILED : RT_FIXPOINT;
}

static int line_word(struct rt_self *self)
{
    const struct line *line = self->state;
    const struct rt_view *v = &self->v;
    const struct table *t = &line->table;
    struct part part = {t->n, 0, t->k, 1, v->plane, v->mirror};
    uint64_t may[2];
    if (!word_pass(t, &part, may))
        return self->h->conflict(self, 0);
    uint64_t gone[2] = {v->plane[0] & ~may[0], v->plane[1] & ~may[1]};
    uint64_t open = v->plane[0] & v->plane[1] & may[0] & may[1];
    if (gone[0] | gone[1]) {
        int status = self->h->drop_planes(self, gone, 0);
        if (status != RT_OK)
            return status;
    }
    return open ? RT_FIXPOINT : RT_ENTAILED;
}

static int line_propagate(struct rt_self *self)
{
    const struct line *line = self->state;
    if (line->table.hopeless)
        return self->h->conflict(self, 0);
    if (!line->table.colours && line->table.n <= WORD_CELLS)
        return line_word(self);
    return line_wide(self);
}

static int line_explain(struct rt_self *self, const struct rt_why *why)
{
    const struct line *line = self->state;
    const struct rt_view *v = &self->v;
    if (line->table.hopeless) {
        self->h->because_always(self);
        return RT_OK;
    }
    size_t planes = (size_t)v->words * v->nvalues, need = planes + (v->n + 3) * (size_t)line->nfa.words;
    uint64_t stack[STACK_WORDS], *gone = stack;
    if (need > STACK_WORDS && !(gone = self->h->scratch(self, need * sizeof *gone)))
        return RT_ENOMEM;
    memset(gone, 0, planes * sizeof *gone);
    struct reason r = {&line->nfa, why->plane, v->n, v->words, why->pos, why->value, gone};
    if (!reason_find(&r, gone + planes))
        return RT_ERROR;
    uint64_t any = 0;
    for (size_t i = 0; i < planes; i++)
        any |= gone[i];
    if (any)
        self->h->because_planes(self, gone);
    else
        self->h->because_always(self);
    return RT_OK;
}

static int line_describe(struct rt_self *self, const struct rt_why *why)
{
    if (why->pos == RT_NOPOS)
        return self->h->print(self, "no arrangement of the blocks agrees with what is known of the line");
    return self->h->print(self, why->value ? "no arrangement of the blocks that agrees with the line fills this cell so"
                                           : "every arrangement of the blocks that agrees with the line fills this cell");
}

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
    .init = line_init,
    .propagate = line_propagate,
    .explain = line_explain,
    .describe = line_describe,
};

static const struct rt_rule_class *const rules[] = {&line_rule, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "line.line", .version = "1.0", .rules = rules,
};
