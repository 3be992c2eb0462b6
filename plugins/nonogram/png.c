/* nonogram.png — a picture as goal, a pixel a cell: white and transparent pixels are empty, every other colour is a
 * colour of the puzzle, and the clues are derived.  Decoding is libpng's. */
#include "grid.h"
#include "palette.h"

#include <png.h>
#include <ratchet/model.h>

static int png_probe(const char *bytes, size_t length)
{
    return length >= 8 && !memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) ? 100 : 0;
}

/* Decodes into red, green, blue and opacity, a byte each; *pixels in scratch memory. */
static int decode(struct rt_self *self, const char *bytes, size_t length, png_image *image,
                  unsigned char **pixels)
{
    if (!png_image_begin_read_from_memory(image, bytes, length))
        return self->h->fail(self, RT_EINPUT, 0, 0, "this is no PNG that can be read: %s", image->message);
    int status = sheet_check_size(self, 0, image->width, image->height);
    image->format = PNG_FORMAT_RGBA;
    if (status == RT_OK && !(*pixels = self->h->scratch(self, PNG_IMAGE_SIZE(*image))))
        status = RT_ENOMEM;
    if (status == RT_OK && !png_image_finish_read(image, NULL, *pixels, 0, NULL))
        status = self->h->fail(self, RT_EINPUT, 0, 0, "this PNG is damaged: %s", image->message);
    png_image_free(image);
    return status;
}

/* The colours in the order in which they come, and the cells as keys. */
static int read_cells(struct rt_self *self, const unsigned char *pixels, struct grid *grid,
                      struct palette *colours)
{
    char name[8];
    for (size_t i = 0; i < grid_cells(grid); i++) {
        const unsigned char *p = pixels + 4 * i;
        uint32_t rgb = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2], c = 1;
        bool empty = p[3] < 128 || rgb == 0xffffff;
        while (!empty && c <= colours->n && colours->colour[c].rgb != rgb)
            c++;
        if (!empty && c > colours->n) {
            snprintf(name, sizeof name, "#%06x", rgb);
            if (colours->n == SHEET_COLOURS)
                return self->h->fail(
                    self, RT_EINPUT, 0, 0,
                    "the picture has more than %d colours; reduce them first, and make a cell a pixel",
                    SHEET_COLOURS);
            palette_add(self, colours, rgb ? 0 : '#', rgb, (struct span){name, 7}, 0);
        }
        grid->cells[i] = empty ? '.' : colours->colour[c].key;
    }
    return RT_OK;
}

static int png_read(struct rt_self *self, const char *bytes, size_t length)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    unsigned char *pixels = NULL;
    struct draft draft = {.self = self, .reworded = true};
    struct rt_puzzle_text about = {0};
    struct palette colours = palette_new();
    struct grid grid;
    int status = decode(self, bytes, length, &image, &pixels);
    if (status != RT_OK)
        return status;
    if (!grid_make(self, image.width, image.height, &grid))
        return RT_ENOMEM;
    status = read_cells(self, pixels, &grid, &colours);
    if (status != RT_OK)
        return status;
    bool plain = palette_plain(&colours);
    for (size_t i = 0; plain && i < grid_cells(&grid); i++)
        grid.cells[i] = grid.cells[i] == '.' ? '.' : '#';
    if (!memchr(grid.cells, '.', grid_cells(&grid)))
        self->h->log(self, RT_LOG_WARN,
                     "the picture has no white cell: white would be empty, everything else is filled");
    draft_head(&draft, grid.width, grid.height, 0);
    palette_draft(&colours, &draft);
    grid_clues(&draft, &grid, !plain, 0, 0);
    about.solution = grid_text(self, &grid);
    return about.solution ? draft_emit(&draft, about) : RT_ENOMEM;
}

/* A pixel a cell; false: the puzzle fills cells with white, which would come back as empty. */
static bool paint(const struct sheet *s, const struct grid *grid, unsigned char *to)
{
    for (size_t i = 0; i < grid_cells(grid); i++) {
        int value = sheet_value(s, grid->cells[i]);
        uint32_t rgb = value > 0 ? s->colour[value].rgb : 0xffffff;
        if (value > 0 && rgb == 0xffffff)
            return false;
        *to++ = (unsigned char)(rgb >> 16);
        *to++ = (unsigned char)(rgb >> 8);
        *to++ = (unsigned char)rgb;
    }
    return true;
}

static int png_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    png_image image = {.version = PNG_IMAGE_VERSION, .format = PNG_FORMAT_RGB};
    png_alloc_size_t size = 0;
    struct sheet s;
    struct grid grid;
    if (count != 1)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "a .png file holds one picture, not %u", count);
    int status = sheet_of_text(self, puzzles[0], &s);
    if (status != RT_OK)
        return status;
    if (!grid_of_text(self, &s, puzzles[0]->solution, &grid))
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0,
                             "a picture needs a solution, and this puzzle comes without");
    image.width = s.width;
    image.height = s.height;
    unsigned char *pixels = self->h->scratch(self, PNG_IMAGE_SIZE(image)), *bytes;
    if (!pixels)
        return RT_ENOMEM;
    if (!paint(&s, &grid, pixels))
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0,
                             "in a picture white is empty, but this puzzle has a white colour");
    if (!png_image_write_get_memory_size(image, size, 0, pixels, 0, NULL) ||
        !(bytes = self->h->scratch(self, size)))
        return RT_ENOMEM;
    if (!png_image_write_to_memory(&image, bytes, &size, 0, pixels, 0, NULL))
        return self->h->fail(self, RT_ERROR, 0, 0, "libpng could not write the picture: %s", image.message);
    return self->h->write(self, (const char *)bytes, size);
}

static const char *const extensions[] = {".png", NULL};
static const char *const magic[] = {"\x89PNG", NULL};

static const struct rt_format_class png_class = {
    .size = sizeof png_class,
    .id = "nonogram.png",
    .puzzle = "nonogram",
    .summary = "a picture as goal, a pixel a cell: the clues are derived",
    .extensions = extensions,
    .magic = magic,
    .probe = png_probe,
    .read = png_read,
    .write = png_write,
    .quirks = "White and transparent pixels are empty; up to 63 other colours. Holds the solution, so only "
              "puzzles that "
              "come with theirs can be written",
};

static const struct rt_format_class *const formats[] = {&png_class, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.png",
    .version = "1.0",
    .formats = formats,
};
