/* nonogram.pbm — portable bitmaps (netpbm's P1 and P4) as goals: black cells are filled, the clues are derived.  A
 * file of P4 may hold several pictures. */
#include "grid.h"

#include <ratchet/model.h>

struct pbm {
    struct rt_self *self;
    const char *at, *end;
    const char *counted; /* up to here there are `line` lines */
    uint32_t line;
};

/* Lines matter to somebody who typed a P1. */
static uint32_t line_of(struct pbm *p)
{
    for (; p->counted < p->at; p->counted++)
        p->line += *p->counted == '\n';
    return p->line;
}

static bool is_white(char c)
{
    return is_blank(c) || c == '\n' || c == '\v' || c == '\f';
}

/* Past white space and comments. */
static void skip(struct pbm *p)
{
    while (p->at < p->end && (is_white(*p->at) || *p->at == '#')) {
        if (*p->at == '#')
            while (p->at < p->end && *p->at != '\n')
                p->at++;
        else
            p->at++;
    }
}

static int pbm_probe(const char *bytes, size_t length)
{
    if (length < 3 || bytes[0] != 'P' || !is_digit(bytes[1]) || !(is_white(bytes[2]) || bytes[2] == '#'))
        return 0;
    return bytes[1] == '1' || bytes[1] == '4' ? 95 : 50;
}

static int read_number(struct pbm *p, const char *name, uint32_t *value)
{
    skip(p);
    size_t digits = span_number((struct span){p->at, (size_t)(p->end - p->at)}, value);
    p->at += digits;
    return digits ? RT_OK : p->self->h->fail(p->self, RT_EINPUT, line_of(p), 0, "the %s is missing", name);
}

static int too_short(struct pbm *p, size_t n, const struct grid *grid)
{
    return p->self->h->fail(p->self, RT_EINPUT, line_of(p), 0, "the picture ends after %zu of %zu cells", n,
                            grid_cells(grid));
}

/* P1: a digit a cell, white space where one likes. */
static int read_plain(struct pbm *p, struct grid *grid)
{
    char shown[8];
    for (size_t i = 0; i < grid_cells(grid); i++, p->at++) {
        skip(p);
        if (p->at == p->end)
            return too_short(p, i, grid);
        if (*p->at != '0' && *p->at != '1')
            return p->self->h->fail(p->self, RT_EINPUT, line_of(p), 0,
                                    "%s is no cell; 0 is white, 1 is black", show_byte(*p->at, shown));
        grid->cells[i] = *p->at == '1' ? '#' : '.';
    }
    return RT_OK;
}

/* P4: rows of whole bytes, the highest bit first. */
static int read_raw(struct pbm *p, struct grid *grid)
{
    size_t stride = ((size_t)grid->width + 7) / 8, there = (size_t)(p->end - p->at);
    if (there < stride * grid->height)
        return too_short(p, there / stride * grid->width, grid);
    for (size_t i = 0; i < grid_cells(grid); i++) {
        size_t row = i / grid->width, column = i % grid->width;
        grid->cells[i] = p->at[row * stride + column / 8] >> (7 - column % 8) & 1 ? '#' : '.';
    }
    p->at += stride * grid->height;
    return RT_OK;
}

static int read_picture(struct pbm *p)
{
    struct rt_self *self = p->self;
    uint32_t width = 0, height = 0, line = line_of(p);
    struct draft draft = {.self = self, .reworded = true};
    struct rt_puzzle_text about = {0};
    struct grid grid;
    if (p->end - p->at < 3 || p->at[0] != 'P' || (p->at[1] != '1' && p->at[1] != '4'))
        return self->h->fail(self, RT_EINPUT, line, 1,
                             "a .pbm file begins with P1 or P4, not '%.*s'; other kinds of "
                             "netpbm pictures must be converted first",
                             (int)(p->end - p->at < 2 ? p->end - p->at : 2), p->at);
    bool raw = p->at[1] == '4';
    p->at += 2;
    int status = read_number(p, "width", &width);
    if (status == RT_OK)
        status = read_number(p, "height", &height);
    if (status == RT_OK)
        status = sheet_check_size(self, line, width, height);
    if (status != RT_OK || !grid_make(self, width, height, &grid))
        return status != RT_OK ? status : RT_ENOMEM;
    p->at += raw && p->at < p->end;
    uint32_t first = line_of(p);
    status = raw ? read_raw(p, &grid) : read_plain(p, &grid);
    if (status != RT_OK)
        return status;
    draft_head(&draft, width, height, line);
    grid_clues(&draft, &grid, false, first, 0);
    about.solution = grid_text(self, &grid);
    return about.solution ? draft_emit(&draft, about) : RT_ENOMEM;
}

static int pbm_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct pbm p = {self, bytes, bytes + length, bytes, 1};
    int status;
    do {
        status = read_picture(&p);
        if (status == RT_OK && self->h->tick(self, 1))
            status = RT_ELIMIT;
        while (p.at < p.end && is_white(*p.at))
            p.at++;
    } while (status == RT_OK && p.at < p.end);
    return status;
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
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "a .pbm file has no colours; nonogram.png has");
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
