/* Pictures that a file holds beside its clues or instead of them: the goal, and marks of somebody who is solving. */
#ifndef NONOGRAM_GRID_H
#define NONOGRAM_GRID_H

#include "draft.h"

/* One sign a cell, row by row: '.' empty, '?' unknown, else the key of a colour. In scratch memory. */
struct grid {
    uint32_t width, height;
    char *cells;
};

/* False: no memory. `cells` is zeroed, and one longer than the picture. */
static inline bool grid_make(struct rt_self *self, uint32_t width, uint32_t height, struct grid *grid)
{
    *grid = (struct grid){width, height, self->h->scratch(self, (size_t)width * height + 1)};
    return grid->cells;
}

static inline size_t grid_cells(const struct grid *grid)
{
    return (size_t)grid->width * grid->height;
}

/* As `render` prints it; NULL: no memory. */
static inline char *grid_text(struct rt_self *self, const struct grid *grid)
{
    char *text = self->h->scratch(self, ((size_t)grid->width + 1) * grid->height + 1), *to = text;
    for (uint32_t row = 0; text && row < grid->height; row++) {
        memcpy(to, grid->cells + (size_t)row * grid->width, grid->width);
        to += grid->width;
        *to++ = '\n';
    }
    return text;
}

/* The picture of a puzzle that a writer is given, or a draft of its rows; false: `text` is none for this
 * sheet. */
static inline bool grid_of_text(struct rt_self *self, const struct sheet *s, const char *text,
                                struct grid *grid)
{
    size_t n = 0;
    if (!text || !grid_make(self, s->width, s->height, grid))
        return false;
    for (; *text; text++) {
        if (rt_is_blank(*text) || *text == '\n')
            continue;
        if (n == grid_cells(grid) || (*text != '?' && sheet_value(s, *text) < 0))
            return false;
        grid->cells[n++] = *text;
    }
    return n == grid_cells(grid);
}

/* Is the complete picture what the clues say?  `line` and `name` ("the goal") tell where it stands. */
static inline int grid_holds(struct rt_self *self, const struct sheet *s, const struct grid *grid,
                             uint32_t line, const char *name)
{
    size_t n = grid_cells(grid);
    uint8_t *values = self->h->scratch(self, n);
    struct sheet_breach breach;
    char what[160];
    if (!values)
        return RT_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        int value = sheet_value(s, grid->cells[i]);
        if (value < 0)
            return self->h->fail(self, RT_EINPUT, line, 0,
                                 "%s leaves cell r%zuc%zu open; it must be complete", name, i / s->width + 1,
                                 i % s->width + 1);
        values[i] = (uint8_t)value;
    }
    if (sheet_holds(s, values, &breach))
        return RT_OK;
    sheet_tell(s, &breach, what, sizeof what);
    return self->h->fail(self, RT_EINPUT, line, 0, "%s contradicts the clues: %s", name, what);
}

/* Puts the goal of a puzzle into `about`, once it is known to agree with the draft's clues. */
static inline int grid_goal(struct draft *d, const struct grid *grid, uint32_t line,
                            struct rt_puzzle_text *about)
{
    struct sheet s;
    int status = draft_sheet(d, &s);
    if (status == RT_OK)
        status = grid_holds(d->self, &s, grid, line, "the goal");
    if (status == RT_OK)
        about->solution = grid_text(d->self, grid);
    return status != RT_OK || about->solution ? status : RT_ENOMEM;
}

/* The clue of one line: `n` cells from `at`, `step` apart.  `coloured`: with keys. */
static inline void grid_clue(struct draft *d, const char *at, uint32_t n, size_t step, bool coloured,
                             uint32_t source)
{
    char word[16];
    bool any = false;
    for (uint32_t i = 0, run; i < n; i += run) {
        char key = at[i * step];
        for (run = 1; i + run < n && at[(i + run) * step] == key; run++)
            ;
        if (key == '.')
            continue;
        int length = snprintf(word, sizeof word, coloured ? " %u%c" : " %u", run, key);
        draft_add(d, (struct rt_span){word + !any, (size_t)(length - !any)});
        any = true;
    }
    draft_add(d, any ? (struct rt_span){"", 0} : (struct rt_span){"0", 1});
    draft_end(d, source);
}

/* Derives the clues from a complete picture; `line` is where it stands, its rows `rows` lines apart. */
static inline void grid_clues(struct draft *d, const struct grid *grid, bool coloured, uint32_t line,
                              uint32_t rows)
{
    draft_words(d, "rows", line);
    for (uint32_t r = 0; r < grid->height; r++)
        grid_clue(d, grid->cells + (size_t)r * grid->width, grid->width, 1, coloured, line + rows * r);
    draft_words(d, "columns", line);
    for (uint32_t c = 0; c < grid->width; c++)
        grid_clue(d, grid->cells + c, grid->height, grid->width, coloured, line);
}

#endif
