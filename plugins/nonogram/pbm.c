/* nonogram.pbm — portable bitmaps (netpbm's P1 and P4) as goals: black cells are filled, the clues are derived.  A
 * file of P4 may hold several pictures. */
#include "netpbm.h"

#include <ratchet/model.h>

/* Of a kind that there is not, a .pbm file is the likeliest. */
static int pbm_probe(const char *bytes, size_t length)
{
    int sure = netpbm_probe(bytes, length, "14");
    return sure ? sure : netpbm_probe(bytes, length, "0789") / 2;
}

/* P1: a digit a cell, white space where one likes. */
static int read_plain(struct netpbm *p, struct grid *grid)
{
    char shown[8];
    for (size_t i = 0; i < grid_cells(grid); i++, p->at++) {
        netpbm_skip(p);
        if (p->at == p->end)
            return netpbm_too_short(p, i, grid);
        if (*p->at != '0' && *p->at != '1')
            return p->self->h->fail(p->self, RT_EINPUT, netpbm_line(p), 0,
                                    "%s is no cell; 0 is white, 1 is black", show_byte(*p->at, shown));
        grid->cells[i] = *p->at == '1' ? '#' : '.';
    }
    return RT_OK;
}

/* P4: rows of whole bytes, the highest bit first. */
static int read_raw(struct netpbm *p, struct grid *grid)
{
    size_t stride = ((size_t)grid->width + 7) / 8, there = (size_t)(p->end - p->at);
    if (there < stride * grid->height)
        return netpbm_too_short(p, there / stride * grid->width, grid);
    for (size_t i = 0; i < grid_cells(grid); i++) {
        size_t row = i / grid->width, column = i % grid->width;
        grid->cells[i] = p->at[row * stride + column / 8] >> (7 - column % 8) & 1 ? '#' : '.';
    }
    p->at += stride * grid->height;
    return RT_OK;
}

static int read_picture(struct netpbm *p)
{
    struct rt_self *self = p->self;
    uint32_t line = netpbm_line(p);
    struct draft draft = {.self = self, .reworded = true};
    struct rt_puzzle_text about = {0};
    struct grid grid;
    if (p->end - p->at < 3 || p->at[0] != 'P' || (p->at[1] != '1' && p->at[1] != '4'))
        return self->h->fail(self, RT_EINPUT, line, 1, "a .pbm file begins with P1 or P4, not '%.*s'",
                             (int)(p->end - p->at < 2 ? p->end - p->at : 2), p->at);
    bool raw = p->at[1] == '4';
    int status = netpbm_size(p, &grid);
    if (status != RT_OK)
        return status;
    p->at += raw && p->at < p->end;
    uint32_t first = netpbm_line(p);
    status = raw ? read_raw(p, &grid) : read_plain(p, &grid);
    if (status != RT_OK)
        return status;
    draft_head(&draft, grid.width, grid.height, line);
    grid_clues(&draft, &grid, false, first, 0);
    about.solution = grid_text(self, &grid);
    return about.solution ? draft_emit(&draft, about) : RT_ENOMEM;
}

static int pbm_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct netpbm p = netpbm_of(self, bytes, length);
    return netpbm_read(&p, read_picture);
}

static int pbm_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct sheet s;
    struct grid grid;
    if (count != 1)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0,
                             "a .pbm file of this kind holds one picture, not %u", count);
    int status = sheet_of_text(self, puzzles[0], &s);
    if (status != RT_OK)
        return status;
    if (s.coloured)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "a .pbm file has no colours; .ppm and .png have");
    if (!grid_of_text(self, &s, puzzles[0]->solution, &grid))
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0,
                             "a picture needs a solution, and this puzzle comes without");
    self->h->print(self, "P1\n%u %u\n", s.width, s.height);
    for (size_t i = 0; i < grid_cells(&grid); i++)
        self->h->print(self, "%c%s", grid.cells[i] == '.' ? '0' : '1', (i + 1) % s.width ? "" : "\n");
    return RT_OK;
}

static const char *const extensions[] = {".pbm", NULL};
static const char *const magic[] = {"P1", "P4", NULL};

static const struct rt_format_class pbm_class = {
    .size = sizeof pbm_class,
    .id = "nonogram.pbm",
    .puzzle = "nonogram",
    .summary = "a bitmap (netpbm P1 or P4) as goal: the clues are derived",
    .extensions = extensions,
    .magic = magic,
    .probe = pbm_probe,
    .read = pbm_read,
    .write = pbm_write,
    .quirks = "Holds the solution, so only puzzles that come with theirs can be written",
};

static const struct rt_format_class *const formats[] = {&pbm_class, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.pbm",
    .version = "1.0",
    .formats = formats,
};
