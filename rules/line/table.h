/* What the passes of nonogram.line know about a line before they see a cell: made once, read only.
 *
 * "From which cells may L cells of a colour start?" is answered for all lengths by one chain of shift-and
 * steps over the sorted distinct (colour, length) pairs, the slots: from length l to l + s, s <= l, by
 * cells &= cells >> s.  Run backwards with cells |= cells << s, the same chain spreads starts into cells. */
#ifndef RATCHET_RULES_LINE_TABLE_H
#define RATCHET_RULES_LINE_TABLE_H

#include "nfa.h"
#include <ratchet/host.h>

struct step {
    uint32_t shift;     /* 0 at the start of a colour */
    uint32_t slot;      /* the slot that is being built */
    uint32_t fresh;     /* colour that starts here, or 0 */
};

struct block {
    uint32_t length, colour, slot;
    uint32_t apart;     /* 1: an empty cell must lie between this block and the one before */
};

struct table {
    uint32_t n, k, nslots, nsteps;
    uint32_t nshort;        /* leading steps for lengths of at most 62; meant for one-coloured lines */
    bool hopeless;          /* the blocks are longer than the line */
    bool colours;           /* more than one colour */
    struct block *block;    /* k */
    struct step *step;      /* nsteps */
    uint32_t *span;         /* k + 1: cells of blocks 0 .. j-1 and the gaps between them */
};

/* Distinct (colour, length) in order; returns how many. */
static inline uint32_t table_slots(const struct rt_line_blocks *line, struct rt_line_block *slot)
{
    uint32_t count = 0;
    for (uint32_t j = 0; j < line->k; j++) {
        struct rt_line_block b = line->block[j];
        uint32_t at = count;
        while (at && (slot[at - 1].colour > b.colour ||
                      (slot[at - 1].colour == b.colour && slot[at - 1].length > b.length)))
            at--;
        if (at && slot[at - 1].colour == b.colour && slot[at - 1].length == b.length)
            continue;
        memmove(slot + at + 1, slot + at, (count - at) * sizeof *slot);
        slot[at] = b;
        count++;
    }
    return count;
}

static inline void table_steps(struct table *t, const struct rt_line_block *slot)
{
    uint32_t length = 0;
    for (uint32_t i = 0; i < t->nslots; i++) {
        bool fresh = !i || slot[i].colour != slot[i - 1].colour;
        if (fresh) {
            t->step[t->nsteps++] = (struct step){0, i, slot[i].colour};
            length = 1;
        }
        while (length < slot[i].length) {
            uint32_t rest = slot[i].length - length, shift = rest < length ? rest : length;
            t->step[t->nsteps++] = (struct step){shift, i, 0};
            length += shift;
        }
        if (slot[i].length <= 62)
            t->nshort = t->nsteps;
    }
}

static inline void table_blocks(struct table *t, const struct rt_line_blocks *line,
                                const struct rt_line_block *slot)
{
    for (uint32_t j = 0; j < t->k; j++) {
        struct rt_line_block b = line->block[j];
        uint32_t at = 0;
        while (slot[at].colour != b.colour || slot[at].length != b.length)
            at++;
        bool apart = j && line->block[j - 1].colour == b.colour;
        t->block[j] = (struct block){b.length, b.colour, at, apart};
        t->span[j + 1] = t->span[j] + b.length + apart;
        t->colours |= b.colour != line->block[0].colour;
    }
}

/* RT_OK or RT_ENOMEM. `t` is zeroed. */
static inline int table_make(struct table *t, struct rt_self *self, const struct rt_line_blocks *line)
{
    t->n = self->v.n;
    t->hopeless = nfa_span(line) > t->n;
    t->colours = self->v.nvalues > 2;
    if (t->hopeless)
        return RT_OK;
    t->k = line->k;
    struct rt_line_block *slot = self->h->scratch(self, (t->k + 1) * sizeof *slot);
    if (!slot)
        return RT_ENOMEM;
    t->nslots = table_slots(line, slot);
    t->block = self->h->alloc(self, (t->k + 1) * sizeof *t->block);
    t->span = self->h->alloc(self, (t->k + 1) * sizeof *t->span);
    t->step = self->h->alloc(self, (size_t)(t->nslots + 1) * 33 * sizeof *t->step);
    if (!t->block || !t->span || !t->step)
        return RT_ENOMEM;
    table_blocks(t, line, slot);
    table_steps(t, slot);
    return RT_OK;
}

#endif
