/* New nonograms: the clues of a picture, given or random, and small changes to it where it is not the only one. Option
 * `colours`: how many a random one has; to how many those of a picture are reduced. */
#ifndef NONOGRAM_GENERATE_H
#define NONOGRAM_GENERATE_H

#include "grid.h"

#include <ratchet/puzzle.h>

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
    bool paper = s->colour[0].key && s->colour[0].rgb != 0xffffff;
    for (uint32_t c = !paper; c <= s->ncolours && (s->coloured || !c); c++) {
        int n = snprintf(line, sizeof line, "colour %c #%06x%s%s", s->colour[c].key, s->colour[c].rgb,
                         *s->colour[c].name ? " " : "", s->colour[c].name);
        draft_line(d, (struct rt_span){line, n > 0 ? (size_t)n : 0}, 0);
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

/* How many of the `n` cells are of that colour? */
static inline uint32_t generate_count(const char *cells, uint32_t n, char key)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        count += cells[i] == key;
    return count;
}

/* A cell takes the colour that most of its neighbours have: noise becomes shapes. */
static inline void generate_smooth(const struct grid *grid, char *next)
{
    for (size_t i = 0; i < grid_cells(grid); i++) {
        uint32_t row = (uint32_t)(i / grid->width), column = (uint32_t)(i % grid->width), n = 0;
        char near[9], most = grid->cells[i];
        for (uint32_t r = row ? row - 1 : 0; r <= row + 1 && r < grid->height; r++)
            for (uint32_t c = column ? column - 1 : 0; c <= column + 1 && c < grid->width; c++)
                near[n++] = grid->cells[(size_t)r * grid->width + c];
        for (uint32_t k = 0; k < n; k++)
            if (generate_count(near, n, near[k]) > generate_count(near, n, most))
                most = near[k];
        next[i] = most;
    }
    memcpy(grid->cells, next, grid_cells(grid));
}

/* Colours that are easy to tell apart, and more of them around the circle of hues. */
static inline uint32_t generate_rgb(uint32_t i)
{
    static const uint32_t rgb[] = {0xc02020, 0x2050c0, 0x208020, 0xe09000, 0x7030a0,
                                   0x00a0a0, 0x804020, 0xe060a0, 0x606060, 0xa0b000};
    const uint32_t n = sizeof rgb / sizeof *rgb, hue = i * 223 % 360, part = hue % 60 * 255 / 60;
    if (i < n)
        return rgb[i];
    const uint32_t up = part, down = 255 - part;
    const uint32_t around[] = {0xff0000 | up << 8,   down << 16 | 0xff00, 0x00ff00 | up,
                               down << 8 | 0x0000ff, up << 16 | 0x0000ff, 0xff0000 | down};
    return around[hue / 60];
}

/* `n` colours of our own; one is black. */
static inline void generate_own(struct sheet *s, uint32_t n)
{
    s->coloured = n > 1;
    for (s->ncolours = 0; s->ncolours < n; s->ncolours++)
        s->colour[s->ncolours + 1] = (struct colour){generate_rgb(s->ncolours), SHEET_KEYS[s->ncolours], ""};
    if (n == 1)
        s->colour[1] = (struct colour){0, '#', ""};
}

static inline int generate_random(struct rt_self *self, const struct rt_wish *wish)
{
    const struct rt_host *h = self->h;
    struct sheet *s = h->scratch(self, sizeof *s);
    struct grid grid;
    if (!wish->width || !wish->height || wish->width > SHEET_SIDE || wish->height > SHEET_SIDE ||
        (uint64_t)wish->width * wish->height > SHEET_CELLS)
        return h->fail(self, RT_EINPUT, 0, 0, "a nonogram of %u x %u is not possible: at most %u cells a side "
                       "and %u in all", wish->width, wish->height, SHEET_SIDE, SHEET_CELLS);
    char *next = h->scratch(self, (size_t)wish->width * wish->height);
    if (!s || !next || !grid_make(self, wish->width, wish->height, &grid))
        return RT_ENOMEM;
    uint32_t colours = (uint32_t)h->option(self, "colours");
    generate_own(s, colours ? colours : 1);
    uint64_t density = 40 + h->random(self, 30), passes = h->random(self, 3);
    if (h->tick(self, grid_cells(&grid) * (passes + 1) / 16))
        return RT_ELIMIT;
    for (size_t i = 0; i < grid_cells(&grid); i++)
        grid.cells[i] = h->random(self, 100) < density ? s->colour[1 + h->random(self, s->ncolours)].key : '.';
    while (passes--)
        generate_smooth(&grid, next);
    for (size_t i = 0; i < grid_cells(&grid); i++)
        grid.cells[i] = grid.cells[generate_partner(&grid, wish->symmetry, i)];
    return generate_emit(self, s, &grid);
}

/* One row of the picture behind the others; the first one says how wide it is. */
static inline int generate_row(struct rt_self *self, struct grid *grid, struct rt_span row, uint32_t line)
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

/* Letters are colours, in the order of the picture. */
static inline int generate_letters(struct rt_self *self, const struct grid *grid, struct sheet *s)
{
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
        s->colour[s->ncolours] = (struct colour){generate_rgb(s->ncolours - 1), key, ""};
    }
    return RT_OK;
}

/* The colours of the puzzle that the picture came with, else our own. */
static inline int generate_palette(struct rt_self *self, const struct grid *grid, struct sheet *s)
{
    const struct sheet *from = self->state;
    if (!from)
        return generate_letters(self, grid, s);
    s->coloured = from->coloured;
    s->ncolours = from->ncolours;
    memcpy(s->colour, from->colour, sizeof s->colour);
    return RT_OK;
}

/* How much it hurts that `na` cells of one colour and `nb` of another become the same: Ward's criterion. */
static inline uint64_t generate_loss(uint32_t a, uint64_t na, uint32_t b, uint64_t nb)
{
    uint64_t distance = 0;
    for (uint32_t shift = 0; shift < 24; shift += 8) {
        int64_t d = (int64_t)(a >> shift & 255) - (int64_t)(b >> shift & 255);
        distance += (uint64_t)(d * d);
    }
    return na + nb ? distance * na * nb / (na + nb) : 0;
}

/* The two colours, a < b, whose becoming one changes the picture least; `n`: cells of each. */
static inline void generate_alike(const struct sheet *s, const uint64_t *n, uint32_t *a, uint32_t *b)
{
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < s->ncolours; i++)
        for (uint32_t k = i + 1; k <= s->ncolours; k++) {
            uint64_t loss = generate_loss(i ? s->colour[i].rgb : 0xffffff, n[i], s->colour[k].rgb, n[k]);
            if (loss < least)
                least = loss, *a = i, *b = k;
        }
}

/* The cells of colour `from` become `to`, and it goes. */
static inline void generate_merge(struct sheet *s, struct grid *grid, uint32_t to, uint32_t from)
{
    char old = s->colour[from].key, key = to ? s->colour[to].key : '.';
    for (size_t i = 0; i < grid_cells(grid); i++)
        if (grid->cells[i] == old)
            grid->cells[i] = key;
    memmove(&s->colour[from], &s->colour[from + 1], (s->ncolours - from) * sizeof *s->colour);
    s->ncolours--;
}

/* As few colours as are wanted, by making the most alike the same; empty stays empty. */
static inline void generate_reduce(struct rt_self *self, struct sheet *s, struct grid *grid)
{
    uint32_t most = (uint32_t)self->h->option(self, "colours"), before = s->ncolours, a = 0, b = 0;
    while (most && s->ncolours > most) {
        uint64_t n[SHEET_COLOURS + 1] = {0};
        for (size_t i = 0; i < grid_cells(grid); i++)
            n[sheet_value(s, grid->cells[i])]++;
        generate_alike(s, n, &a, &b);
        bool swap = a && n[a] < n[b];
        generate_merge(s, grid, swap ? b : a, swap ? a : b);
    }
    if (s->ncolours < before)
        self->h->log(self, RT_LOG_WARN, "the %u colours of the picture became %u", before, s->ncolours);
}

static inline int generate_picture(struct rt_self *self, const struct rt_wish *wish)
{
    struct sheet *s = self->h->scratch(self, sizeof *s);
    struct grid grid = {0, 0, self->h->scratch(self, wish->length + 1)};
    struct rt_lines lines = rt_lines_of(wish->picture, wish->length);
    struct rt_span line;
    int status = s && grid.cells ? RT_OK : RT_ENOMEM;
    while (status == RT_OK && rt_lines_next_full(&lines, &line))
        status = generate_row(self, &grid, rt_span_trim(line), lines.number);
    if (status == RT_OK && !grid.height)
        return self->h->fail(self, RT_EINPUT, 0, 0, "there is no picture in it: rows of '.' and '#'");
    if (status == RT_OK)
        status = generate_palette(self, &grid, s);
    if (status == RT_OK && s->coloured)
        generate_reduce(self, s, &grid);
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
