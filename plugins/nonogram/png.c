/* nonogram.png — a picture as goal, a pixel a cell: white and transparent pixels are empty, every other colour is a
 * colour of the puzzle, and the clues are derived.  Decoding is libpng's. */
#include "pixels.h"

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

static int png_read(struct rt_self *self, const char *bytes, size_t length)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    unsigned char *pixels = NULL;
    struct grid grid;
    int status = decode(self, bytes, length, &image, &pixels);
    if (status != RT_OK)
        return status;
    uint32_t *rgb = self->h->scratch(self, (size_t)image.width * image.height * sizeof *rgb);
    if (!rgb || !grid_make(self, image.width, image.height, &grid))
        return RT_ENOMEM;
    for (size_t i = 0; i < grid_cells(&grid); i++) {
        const unsigned char *p = pixels + 4 * i;
        rgb[i] = p[3] < 128 ? PIXEL_EMPTY : (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
    }
    return pixels_emit(self, rgb, 0, &grid);
}

static int png_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    png_image image = {.version = PNG_IMAGE_VERSION, .format = PNG_FORMAT_RGB};
    png_alloc_size_t size = 0;
    struct sheet s;
    uint32_t *rgb = NULL;
    int status = pixels_of_text(self, puzzles, count, ".png", &s, &rgb);
    if (status != RT_OK)
        return status;
    image.width = s.width;
    image.height = s.height;
    unsigned char *pixels = self->h->scratch(self, PNG_IMAGE_SIZE(image)), *bytes;
    if (!pixels)
        return RT_ENOMEM;
    for (size_t i = 0; i < (size_t)s.width * s.height; i++)
        for (size_t part = 0; part < 3; part++)
            pixels[3 * i + part] = (unsigned char)(rgb[i] >> (16 - 8 * part));
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
