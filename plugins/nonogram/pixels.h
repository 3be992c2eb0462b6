/* Pictures of coloured pixels as goals: white is empty, every other colour is one of the puzzle's, and the clues are
 * derived. */
#ifndef NONOGRAM_PIXELS_H
#define NONOGRAM_PIXELS_H

#include "grid.h"
#include "palette.h"

#define PIXEL_EMPTY 0xffffffu

/* The colours in the order in which they come, and the cells as keys. */
static inline int pixels_sort(struct rt_self *self, const uint32_t *rgb, uint32_t line, struct grid *grid,
                              struct palette *colours)
{
    char name[8];
    for (size_t i = 0; i < grid_cells(grid); i++) {
        uint32_t c = 1;
        bool empty = rgb[i] == PIXEL_EMPTY;
        while (!empty && c <= colours->n && colours->colour[c].rgb != rgb[i])
            c++;
        if (!empty && c > colours->n) {
            snprintf(name, sizeof name, "#%06x", rgb[i]);
            if (colours->n == SHEET_COLOURS)
                return self->h->fail(self, RT_EINPUT, line, 0,
                                     "the picture has more than %d colours; reduce them first, and make a cell a "
                                     "pixel", SHEET_COLOURS);
            palette_add(self, colours, rgb[i] ? 0 : '#', rgb[i], (struct rt_span){name, 7}, line);
        }
        grid->cells[i] = empty ? '.' : colours->colour[c].key;
    }
    return RT_OK;
}

/* The puzzle of a picture that stands in `line`, a value a cell; `grid` is made for it and gets its cells. */
static inline int pixels_emit(struct rt_self *self, const uint32_t *rgb, uint32_t line, struct grid *grid)
{
    struct draft draft = {.self = self, .reworded = true};
    struct rt_puzzle_text about = {0};
    struct palette colours = palette_new();
    int status = pixels_sort(self, rgb, line, grid, &colours);
    if (status != RT_OK)
        return status;
    bool plain = palette_plain(&colours);
    for (size_t i = 0; plain && i < grid_cells(grid); i++)
        grid->cells[i] = grid->cells[i] == '.' ? '.' : '#';
    if (!memchr(grid->cells, '.', grid_cells(grid)))
        self->h->log(self, RT_LOG_WARN,
                     "the picture has no white cell: white would be empty, everything else is filled");
    draft_head(&draft, grid->width, grid->height, line);
    palette_draft(&colours, &draft);
    grid_clues(&draft, grid, !plain, line, 0);
    about.solution = grid_text(self, grid);
    return about.solution ? draft_emit(&draft, about) : RT_ENOMEM;
}

/* The solution of the one puzzle that a file of this kind holds; *rgb in scratch memory. RT_EUNSUPPORTED, and why: it
 * holds no such. */
static inline int pixels_of_text(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count,
                                 const char *extension, struct sheet *s, uint32_t **rgb)
{
    struct grid grid;
    if (count != 1)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "a %s file holds one picture, not %u", extension, count);
    int status = sheet_of_text(self, puzzles[0], s);
    if (status != RT_OK)
        return status;
    if (!grid_of_text(self, s, puzzles[0]->solution, &grid))
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0,
                             "a picture needs a solution, and this puzzle comes without");
    *rgb = self->h->scratch(self, grid_cells(&grid) * sizeof **rgb);
    for (size_t i = 0; *rgb && i < grid_cells(&grid); i++) {
        int value = sheet_value(s, grid.cells[i]);
        (*rgb)[i] = value > 0 ? s->colour[value].rgb : PIXEL_EMPTY;
        if (value > 0 && (*rgb)[i] == PIXEL_EMPTY)
            return self->h->fail(self, RT_EUNSUPPORTED, 0, 0,
                                 "in a picture white is empty, but this puzzle has a white colour");
    }
    return *rgb ? RT_OK : RT_ENOMEM;
}

#endif
