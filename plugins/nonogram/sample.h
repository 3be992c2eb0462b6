/* Random small nonograms: the clues of a random grid, so that there is a solution. */
#ifndef NONOGRAM_SAMPLE_H
#define NONOGRAM_SAMPLE_H

#include <ratchet/puzzle.h>

static int sample_line(struct rt_self *self, const uint8_t *cells, uint32_t n, uint32_t step, uint32_t colours)
{
    uint32_t run = 0, blocks = 0;
    for (uint32_t i = 0; i <= n; i++) {
        uint32_t c = i < n ? cells[i * step] : 0, before = i ? cells[(i - 1) * step] : 0;
        if (before && c != before) {
            int status = self->h->print(self, "%s%u", blocks++ ? " " : "", run);
            if (status == RT_OK && colours > 1)
                status = self->h->print(self, "%c", 'a' + before - 1);
            if (status != RT_OK)
                return status;
        }
        run = c && c == before ? run + 1 : 1;
    }
    return self->h->print(self, blocks ? "\n" : "0\n");
}

static int nonogram_sample(struct rt_self *self, uint32_t side)
{
    const struct rt_host *h = self->h;
    uint32_t width = 1 + (uint32_t)h->random(self, side), height = 1 + (uint32_t)h->random(self, side);
    uint32_t colours = h->random(self, 2) ? 1 : 1 + (uint32_t)h->random(self, 3);
    uint64_t density = 20 + h->random(self, 70);
    uint8_t *cell = h->scratch(self, (size_t)width * height);
    if (!cell)
        return RT_ENOMEM;
    for (uint32_t i = 0; i < width * height; i++)
        cell[i] = h->random(self, 100) < density ? (uint8_t)(1 + h->random(self, colours)) : 0;
    int status = h->print(self, "nonogram %u %u\n", width, height);
    for (uint32_t c = 0; c < colours && colours > 1 && status == RT_OK; c++)
        status = h->print(self, "colour %c #%06x\n", 'a' + c, 0xffu << 8 * c);
    if (status == RT_OK)
        status = h->print(self, "rows\n");
    for (uint32_t r = 0; r < height && status == RT_OK; r++)
        status = sample_line(self, cell + r * width, width, 1, colours);
    if (status == RT_OK)
        status = h->print(self, "columns\n");
    for (uint32_t c = 0; c < width && status == RT_OK; c++)
        status = sample_line(self, cell + c, height, width, colours);
    return status;
}

#endif
