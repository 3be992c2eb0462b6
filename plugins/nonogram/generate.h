/* New nonograms: the clues of a picture, given or random, and small changes to it where it is not the only one. */
#ifndef NONOGRAM_GENERATE_H
#define NONOGRAM_GENERATE_H

#include "grid.h"

#include <ratchet/puzzle.h>

enum { GENERATE_PALETTE = 10 };

/* The cell that must look like this one. */
static inline size_t generate_partner(const struct grid *grid, uint32_t symmetry, size_t cell)
{
    size_t row = cell / grid->width, column = cell % grid->width;
    if (symmetry == RT_SYMMETRY_NONE)
        return cell;
    return (symmetry == RT_SYMMETRY_TURN ? grid->height - 1 - row : row) * grid->width + grid->width - 1 - column;
}

static inline void generate_colours(struct draft *d, const struct sheet *s)
{
    char line[80];
    for (uint32_t c = 1; c <= s->ncolours && s->coloured; c++) {
        int n = snprintf(line, sizeof line, "colour %c #%06x%s%s", s->colour[c].key, s->colour[c].rgb,
                         *s->colour[c].name ? " " : "", s->colour[c].name);
        draft_line(d, (struct span){line, n > 0 ? (size_t)n : 0}, 0);
    }
}

static inline int generate_emit(struct rt_self *self, const struct sheet *colours, const struct grid *grid)
{
    struct draft d = {.self = self};
    struct rt_puzzle_text about = {.solution = grid_text(self, grid)};
    if (!about.solution)
        return RT_ENOMEM;
    draft_head(&d, grid->width, grid->height, 0);
    generate_colours(&d, colours);
    grid_clues(&d, grid, colours->coloured, 0, 0);
    return draft_emit(&d, about);
}

/* A cell takes the colour that most of its neighbours have: noise becomes shapes. */
static inline void generate_smooth(const struct grid *grid, char *next)
{
    for (size_t i = 0; i < grid_cells(grid); i++) {
        uint32_t row = (uint32_t)(i / grid->width), column = (uint32_t)(i % grid->width), filled = 0, all = 0;
        for (uint32_t r = row ? row - 1 : 0; r <= row + 1 && r < grid->height; r++)
            for (uint32_t c = column ? column - 1 : 0; c <= column + 1 && c < grid->width; c++, all++)
                filled += grid->cells[(size_t)r * grid->width + c] == '#';
        next[i] = 2 * filled > all ? '#' : 2 * filled < all ? '.' : grid->cells[i];
    }
    memcpy(grid->cells, next, grid_cells(grid));
}

static inline int generate_random(struct rt_self *self, const struct rt_wish *wish)
{
    const struct rt_host *h = self->h;
    struct grid grid;
    if (!wish->width || !wish->height || wish->width > SHEET_SIDE || wish->height > SHEET_SIDE ||
        (uint64_t)wish->width * wish->height > SHEET_CELLS)
        return h->fail(self, RT_EINPUT, 0, 0, "a nonogram of %u x %u is not possible: at most %u cells a side "
                       "and %u in all", wish->width, wish->height, SHEET_SIDE, SHEET_CELLS);
    char *next = h->scratch(self, (size_t)wish->width * wish->height);
    if (!next || !grid_make(self, wish->width, wish->height, &grid))
        return RT_ENOMEM;
    uint64_t density = 40 + h->random(self, 30), passes = h->random(self, 3);
    if (h->tick(self, grid_cells(&grid) * (passes + 1) / 16))
        return RT_ELIMIT;
    for (size_t i = 0; i < grid_cells(&grid); i++)
        grid.cells[i] = h->random(self, 100) < density ? '#' : '.';
    while (passes--)
        generate_smooth(&grid, next);
    for (size_t i = 0; i < grid_cells(&grid); i++)
        grid.cells[i] = grid.cells[generate_partner(&grid, wish->symmetry, i)];
    return generate_emit(self, &(struct sheet){.ncolours = 1}, &grid);
}

/* One row of the picture behind the others; the first one says how wide it is. */
static inline int generate_row(struct rt_self *self, struct grid *grid, struct span row, uint32_t line)
{
    char shown[8];
    if (!grid->height)
        grid->width = (uint32_t)row.n;
    if (row.n != grid->width)
        return self->h->fail(self, RT_EINPUT, line, 0, "this row has %zu cells, the first one has %u", row.n,
                             grid->width);
    for (size_t i = 0; i < row.n; i++)
        if (row.s[i] != '.' && row.s[i] != '#' && !is_key(row.s[i]))
            return self->h->fail(self, RT_EINPUT, line, (uint32_t)i + 1,
                                 "%s is no cell; use '.' for empty, '#' for black, or a letter a colour",
                                 show_byte(row.s[i], shown));
    memcpy(grid->cells + grid_cells(grid), row.s, row.n);
    grid->height++;
    return RT_OK;
}

/* Letters are colours; they come in the order of the picture. */
static inline int generate_palette(struct rt_self *self, const struct grid *grid, struct sheet *s)
{
    static const uint32_t rgb[GENERATE_PALETTE] = {0xc02020, 0x2050c0, 0x208020, 0xe09000, 0x7030a0,
                                                   0x00a0a0, 0x804020, 0xe060a0, 0x606060, 0xa0b000};
    bool black = memchr(grid->cells, '#', grid_cells(grid));
    for (size_t i = 0; i < grid_cells(grid); i++) {
        char key = grid->cells[i];
        if (key == '.' || key == '#' || sheet_colour(s, key))
            continue;
        if (black)
            return self->h->fail(self, RT_EINPUT, 0, 0, "the picture has '#' and letters; give black a letter too");
        if (s->ncolours == SHEET_COLOURS)
            return self->h->fail(self, RT_EINPUT, 0, 0, "the picture has more than %u colours", SHEET_COLOURS);
        s->coloured = true;
        s->ncolours++;
        s->colour[s->ncolours] = (struct colour){rgb[(s->ncolours - 1) % GENERATE_PALETTE], key, ""};
    }
    return RT_OK;
}

static inline int generate_picture(struct rt_self *self, const struct rt_wish *wish)
{
    struct sheet *s = self->h->scratch(self, sizeof *s);
    struct grid grid = {0, 0, self->h->scratch(self, wish->length + 1)};
    struct lines lines = lines_of(wish->picture, wish->length);
    struct span line;
    int status = s && grid.cells ? RT_OK : RT_ENOMEM;
    while (status == RT_OK && lines_next_full(&lines, &line))
        status = generate_row(self, &grid, span_trim(line), lines.number);
    if (status == RT_OK && !grid.height)
        return self->h->fail(self, RT_EINPUT, 0, 0, "there is no picture in it: rows of '.' and '#'");
    if (status == RT_OK)
        status = generate_palette(self, &grid, s);
    for (size_t i = 0; i < grid_cells(&grid) && status == RT_OK; i++)
        if (grid.cells[i] != grid.cells[generate_partner(&grid, wish->symmetry, i)])
            status = self->h->fail(self, RT_EINPUT, 0, 0, "the picture has not the symmetry that is asked for: "
                                   "r%zuc%zu differs from its counterpart", i / grid.width + 1, i % grid.width + 1);
    return status == RT_OK ? generate_emit(self, s, &grid) : status;
}

/* The `attempt`-th cell in which the two solutions differ takes the other's colour, and so does its partner. */
static inline int generate_change(struct rt_self *self, const struct sheet *s, const struct rt_wish *wish)
{
    struct grid grid;
    uint32_t left = wish->attempt;
    if (!grid_make(self, s->width, s->height, &grid))
        return RT_ENOMEM;
    for (size_t i = 0; i < grid_cells(&grid); i++)
        grid.cells[i] = wish->goal[i] ? s->colour[wish->goal[i]].key : '.';
    for (size_t i = 0; i < grid_cells(&grid); i++) {
        size_t partner = generate_partner(&grid, wish->symmetry, i);
        bool seen = partner < i && wish->goal[partner] != wish->other[partner];
        if (wish->goal[i] == wish->other[i] || seen || left--)
            continue;
        grid.cells[i] = grid.cells[partner] = wish->other[i] ? s->colour[wish->other[i]].key : '.';
        return generate_emit(self, s, &grid);
    }
    return RT_EUNSUPPORTED;
}

static int nonogram_generate(struct rt_self *self, const struct rt_wish *wish)
{
    if (wish->goal && !wish->other)
        return self->h->fail(self, RT_EINPUT, 0, 0, "a nonogram needs the clues of all its lines; leave out --minimal");
    if (wish->goal)
        return generate_change(self, self->state, wish);
    return wish->picture ? generate_picture(self, wish) : generate_random(self, wish);
}

#endif
