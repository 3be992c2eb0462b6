#include "brute.h"

#include <stdio.h>
#include <string.h>

static void read_line(const uint8_t *cells, uint32_t n, uint32_t step, struct brute_line *line)
{
    *line = (struct brute_line){0};
    for (uint32_t i = 0, before = 0; i < n; i++) {
        uint8_t c = cells[i * step];
        if (c && c == before)
            line->length[line->k - 1]++;
        else if (c) {
            line->length[line->k] = 1;
            line->colour[line->k++] = c;
        }
        before = c;
    }
}

static bool same(const struct brute_line *a, const struct brute_line *b)
{
    return a->k == b->k && !memcmp(a->length, b->length, a->k) && !memcmp(a->colour, b->colour, a->k);
}

uint32_t brute_nonogram_colours(uint64_t number)
{
    return (uint32_t)(number % 4 < 3 ? 1 + number % 4 : 4 + number / 4 % 60);
}

void brute_nonogram_random(struct brute_nonogram *n, struct random *random, uint32_t side, uint32_t colours)
{
    uint8_t grid[36];
    *n = (struct brute_nonogram){.width = 1 + (uint32_t)random_below(random, side),
                                 .height = 1 + (uint32_t)random_below(random, side), .colours = colours};
    uint64_t density = 30 + random_below(random, 50);
    uint8_t palette[3] = {1, 2, 3};
    for (uint32_t i = 0; i < 3 && colours > 3; i++)
        palette[i] = (uint8_t)(1 + random_below(random, colours));
    for (uint32_t i = 0; i < n->width * n->height; i++)
        grid[i] = random_below(random, 100) < density ? palette[random_below(random, colours < 3 ? colours : 3)] : 0;
    for (uint32_t y = 0; y < n->height; y++)
        read_line(grid + y * n->width, n->width, 1, &n->row[y]);
    /* now and then the columns come from a grid with two cells of one column swapped: equal sums per column,
       and most often no solution */
    if (random_below(random, 4) == 0 && n->height > 1) {
        uint32_t x = (uint32_t)random_below(random, n->width), a = (uint32_t)random_below(random, n->height),
                 b = (uint32_t)random_below(random, n->height);
        uint8_t c = grid[a * n->width + x];
        grid[a * n->width + x] = grid[b * n->width + x];
        grid[b * n->width + x] = c;
    }
    for (uint32_t x = 0; x < n->width; x++)
        read_line(grid + x, n->height, n->width, &n->column[x]);
}

static const char keys[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!$%&()*/:;<";

static uint32_t put_line(const struct brute_nonogram *n, const struct brute_line *line, char *out)
{
    uint32_t at = 0;
    if (!line->k)
        out[at++] = '0';
    for (uint32_t i = 0; i < line->k; i++) {
        if (i)
            out[at++] = n->colours == 2 || n->colours == 3 ? ',' : ' ';
        out[at++] = (char)('0' + line->length[i]);
        if (n->colours > 1)
            out[at++] = keys[line->colour[i] - 1];
    }
    out[at++] = '\n';
    return at;
}

static uint32_t put_head(const struct brute_nonogram *n, char *out, uint32_t capacity)
{
    if (n->colours == 1)
        return (uint32_t)snprintf(out, capacity, "%u %u\n", n->width, n->height);
    bool text = n->colours > 3;
    uint32_t at = (uint32_t)snprintf(out, capacity, text ? "nonogram %u %u\n" : "width %u\nheight %u\n", n->width,
                                     n->height);
    for (uint32_t c = 0; c < n->colours; c++)
        at += (uint32_t)snprintf(out + at, capacity - at, "%s %c #%02x0000\n", text ? "colour" : "color", keys[c],
                                 4 * c);
    return at + (uint32_t)snprintf(out + at, capacity - at, "rows\n");
}

char *brute_nonogram_text(const struct brute_nonogram *n, char *out, uint32_t capacity)
{
    uint32_t at = put_head(n, out, capacity);
    for (uint32_t y = 0; y < n->height; y++)
        at += put_line(n, &n->row[y], out + at);
    if (n->colours > 1)
        at += (uint32_t)snprintf(out + at, capacity - at, "columns\n");
    for (uint32_t x = 0; x < n->width; x++)
        at += put_line(n, &n->column[x], out + at);
    out[at] = 0;
    return out;
}

struct search {
    const struct brute_nonogram *n;
    uint8_t grid[36];
    uint8_t *out;
    uint32_t capacity;
    uint64_t count;
};

static void fill_row(struct search *s, uint32_t y, uint32_t block, uint32_t from);

/* Could the first `rows` cells of each column still become its clue? */
static bool columns_fit(const struct search *s, uint32_t rows)
{
    for (uint32_t x = 0; x < s->n->width; x++) {
        struct brute_line line;
        const struct brute_line *want = &s->n->column[x];
        read_line(s->grid + x, rows, s->n->width, &line);
        if (rows == s->n->height) {
            if (!same(&line, want))
                return false;
            continue;
        }
        if (line.k > want->k)
            return false;
        for (uint32_t i = 0; i < line.k; i++)
            if (line.colour[i] != want->colour[i] || line.length[i] > want->length[i] ||
                (i + 1 < line.k && line.length[i] != want->length[i]))
                return false;
    }
    return true;
}

static void row_done(struct search *s, uint32_t y)
{
    if (!columns_fit(s, y + 1))
        return;
    if (y + 1 < s->n->height) {
        fill_row(s, y + 1, 0, 0);
        return;
    }
    if (s->count < s->capacity)
        memcpy(s->out + s->count * s->n->width * s->n->height, s->grid, s->n->width * s->n->height);
    s->count++;
}

static void fill_row(struct search *s, uint32_t y, uint32_t block, uint32_t from)
{
    const struct brute_line *line = &s->n->row[y];
    uint8_t *row = s->grid + y * s->n->width;
    if (block == line->k) {
        row_done(s, y);
        return;
    }
    uint32_t gap = block && line->colour[block] == line->colour[block - 1];
    for (uint32_t at = from + gap; at + line->length[block] <= s->n->width; at++) {
        memset(row + at, line->colour[block], line->length[block]);
        fill_row(s, y, block + 1, at + line->length[block]);
        memset(row + at, 0, s->n->width - at);
    }
}

uint64_t brute_nonogram_solve(const struct brute_nonogram *n, uint8_t *out, uint32_t capacity)
{
    struct search s = {.n = n, .out = out, .capacity = capacity};
    fill_row(&s, 0, 0, 0);
    return s.count;
}
