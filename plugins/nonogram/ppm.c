/* nonogram.ppm — portable pixmaps and greymaps (netpbm's P3 and P6, P2 and P5) as goals, a pixel a cell: white pixels
 * are empty, every other colour is a colour of the puzzle, and the clues are derived.  A file may hold several. */
#include "netpbm.h"
#include "pixels.h"

#include <ratchet/model.h>

static int ppm_probe(const char *bytes, size_t length)
{
    return netpbm_probe(bytes, length, "2356");
}

/* How the pixels are written. */
struct depth {
    bool raw;
    uint32_t parts; /* 1: grey */
    uint32_t most;  /* what is white */
};

/* Red, green or blue, of 255. `*value` as it stands in the file. */
static uint32_t part_of(const struct depth *depth, uint32_t value)
{
    return (value * 255 + depth->most / 2) / depth->most;
}

/* False: the file ends before. */
static bool read_part(struct netpbm *p, const struct depth *depth, uint32_t *value)
{
    uint32_t wide = depth->most > 255;
    if (!depth->raw) {
        netpbm_skip(p);
        size_t digits = span_digits((struct rt_span){p->at, (size_t)(p->end - p->at)}, value);
        p->at += digits;
        return digits;
    }
    if ((size_t)(p->end - p->at) < 1 + wide)
        return false;
    *value = (unsigned char)*p->at++;
    if (wide)
        *value = *value << 8 | (unsigned char)*p->at++;
    return true;
}

static int read_pixels(struct netpbm *p, const struct depth *depth, const struct grid *grid, uint32_t *rgb)
{
    for (size_t i = 0; i < grid_cells(grid); i++) {
        for (uint32_t part = 0; part < depth->parts; part++) {
            uint32_t value;
            if (!read_part(p, depth, &value))
                return netpbm_too_short(p, i, grid);
            if (value > depth->most)
                return p->self->h->fail(p->self, RT_EINPUT, netpbm_line(p), 0,
                                        "%u is more than white, which is %u", value, depth->most);
            rgb[i] = rgb[i] << 8 | part_of(depth, value);
        }
        if (depth->parts == 1)
            rgb[i] *= 0x10101;
    }
    return RT_OK;
}

static int read_picture(struct netpbm *p)
{
    struct rt_self *self = p->self;
    struct grid grid;
    struct depth depth = {0};
    uint32_t line = netpbm_line(p);
    if (p->end - p->at < 3 || p->at[0] != 'P' || !memchr("2356", p->at[1], 4))
        return self->h->fail(self, RT_EINPUT, line, 1, "a .ppm file begins with P3 or P6, a .pgm file with P2 or P5, "
                             "not '%.*s'", (int)(p->end - p->at < 2 ? p->end - p->at : 2), p->at);
    depth.raw = p->at[1] > '4';
    depth.parts = p->at[1] == '3' || p->at[1] == '6' ? 3 : 1;
    int status = netpbm_size(p, &grid);
    if (status == RT_OK)
        status = netpbm_number(p, "value of white", &depth.most);
    if (status != RT_OK)
        return status;
    if (!depth.most || depth.most > 65535)
        return self->h->fail(self, RT_EINPUT, netpbm_line(p), 0, "white can't be %u; it is 1 to 65535", depth.most);
    p->at += depth.raw && p->at < p->end;
    uint32_t *rgb = self->h->scratch(self, grid_cells(&grid) * sizeof *rgb);
    if (!rgb)
        return RT_ENOMEM;
    status = read_pixels(p, &depth, &grid, rgb);
    return status == RT_OK ? pixels_emit(self, rgb, line, &grid) : status;
}

static int ppm_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct netpbm p = netpbm_of(self, bytes, length);
    return netpbm_read(&p, read_picture);
}

static int ppm_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct sheet s;
    uint32_t *rgb = NULL;
    int status = pixels_of_text(self, puzzles, count, ".ppm", &s, &rgb);
    if (status != RT_OK)
        return status;
    self->h->print(self, "P3\n%u %u\n255\n", s.width, s.height);
    for (size_t i = 0; i < (size_t)s.width * s.height; i++)
        self->h->print(self, "%u %u %u\n", rgb[i] >> 16, rgb[i] >> 8 & 255, rgb[i] & 255);
    return RT_OK;
}

static const char *const extensions[] = {".ppm", ".pgm", NULL};
static const char *const magic[] = {"P2", "P3", "P5", "P6", NULL};

static const struct rt_format_class ppm_class = {
    .size = sizeof ppm_class,
    .id = "nonogram.ppm",
    .puzzle = "nonogram",
    .summary = "a picture (netpbm P2, P3, P5 or P6) as goal, a pixel a cell: the clues are derived",
    .extensions = extensions,
    .magic = magic,
    .probe = ppm_probe,
    .read = ppm_read,
    .write = ppm_write,
    .quirks = "White pixels are empty; up to 63 other colours. Holds the solution, so only puzzles that come with "
              "theirs can be written",
};

static const struct rt_format_class *const formats[] = {&ppm_class, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.ppm",
    .version = "1.0",
    .formats = formats,
};
