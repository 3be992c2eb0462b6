/* What the writers of plain clue lines have in common. */
#ifndef NONOGRAM_PEN_H
#define NONOGRAM_PEN_H

#include "sheet.h"

/* A line of lengths with `gap` between them, 0 for an empty clue; with the keys of their colours if there are
 * any. */
static inline void pen_clue(struct rt_self *self, const struct sheet *s, uint32_t line, const char *gap)
{
    if (!sheet_blocks(s, line))
        self->h->print(self, "0");
    for (uint32_t j = s->first[line]; j < s->first[line + 1]; j++) {
        self->h->print(self, "%s%u", j > s->first[line] ? gap : "", s->block[j].length);
        if (s->coloured)
            self->h->write(self, &s->colour[s->block[j].colour].key, 1);
    }
}

static inline void pen_clues(struct rt_self *self, const struct sheet *s, uint32_t from, uint32_t to,
                             const char *gap)
{
    for (uint32_t line = from; line < to; line++) {
        pen_clue(self, s, line, gap);
        self->h->print(self, "\n");
    }
}

/* The one puzzle that a file of this format can hold, without colours. */
static inline int pen_plain(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count,
                            const char *format, struct sheet *s)
{
    if (count != 1)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "a %s file holds one puzzle, not %u", format,
                             count);
    int status = sheet_of_text(self, puzzles[0], s);
    if (status == RT_OK && s->coloured)
        status = self->h->fail(self, RT_EUNSUPPORTED, 0, 0,
                               "a %s file has no colours; write this puzzle as nonogram.non", format);
    return status;
}

#endif
