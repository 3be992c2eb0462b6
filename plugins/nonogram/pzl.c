/* nonogram.pzl — the coloured format of Izaron's solver: the number of colours, each as #rrggbb on a line, width and
 * height, then a clue line a column and one a row.  A clue is the number of its blocks, and for each its length and
 * the red, green and blue of its colour.  Blank lines don't count. */
#include "palette.h"
#include "pen.h"

#include <ratchet/model.h>

struct pzl {
    struct rt_self *self;
    struct rt_lines lines;
    struct rt_span line;
    struct palette colours;
};

#define PZL_FAIL(p, ...) ((p)->self->h->fail((p)->self, RT_EINPUT, (p)->lines.number, 0, __VA_ARGS__))

static int pzl_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    uint32_t n, rgb;
    if (!rt_lines_next_full(&lines, &line) || !rt_span_is_number(rt_span_trim(line), &n))
        return 0;
    if (!rt_lines_next_full(&lines, &line) || !n)
        return 0;
    line = rt_span_trim(line);
    return span_is_rgb(line, &rgb) ? 90 : line.n && line.s[0] == '#' ? 50 : 0;
}

static bool take_number(struct rt_span *rest, uint32_t *value)
{
    return rt_span_is_number(rt_span_word(rest), value);
}

static int read_colours(struct pzl *p)
{
    uint32_t n, rgb;
    if (!rt_lines_next_full(&p->lines, &p->line) || !rt_span_is_number(rt_span_trim(p->line), &n))
        return PZL_FAIL(p, "a .pzl file begins with the number of its colours");
    for (uint32_t i = 0; i < n; i++) {
        if (!rt_lines_next_full(&p->lines, &p->line) || !span_is_rgb(rt_span_trim(p->line), &rgb))
            return PZL_FAIL(p, "colour %u of %u must be written as #rrggbb", i + 1, n);
        char name[8];
        snprintf(name, sizeof name, "#%06x", rgb);
        if (palette_find(&p->colours, (struct rt_span){name, 7}))
            return PZL_FAIL(p, "colour %s is there twice", name);
        int status = palette_add(p->self, &p->colours, 0, rgb, (struct rt_span){name, 7}, p->lines.number);
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

static int read_block(struct pzl *p, struct draft *d, struct rt_span *rest, bool first)
{
    uint32_t length, part[3];
    char name[8];
    for (int i = -1; i < 3; i++)
        if (!take_number(rest, i < 0 ? &length : &part[i]) || (i >= 0 && part[i] > 255))
            return PZL_FAIL(p,
                            "a block is its length and the red, green and blue of its colour, 0 to 255 each");
    snprintf(name, sizeof name, "#%02x%02x%02x", part[0] & 255, part[1] & 255, part[2] & 255);
    uint32_t colour = palette_find(&p->colours, (struct rt_span){name, 7});
    if (!colour)
        return PZL_FAIL(p, "colour %s (%u %u %u) is not declared", name, part[0], part[1], part[2]);
    if (!length)
        return PZL_FAIL(p, "a block of length 0");
    palette_block(&p->colours, d, length, colour, first);
    return RT_OK;
}

static int read_clue(struct pzl *p, struct draft *d)
{
    struct rt_span rest = p->line;
    uint32_t blocks;
    if (!take_number(&rest, &blocks))
        return PZL_FAIL(p, "a clue begins with the number of its blocks");
    for (uint32_t i = 0; i < blocks; i++) {
        int status = read_block(p, d, &rest, !i);
        if (status != RT_OK)
            return status;
    }
    if (rt_span_trim(rest).n)
        return PZL_FAIL(p, "more numbers behind the last of the %u blocks", blocks);
    draft_add(d, blocks ? (struct rt_span){"", 0} : (struct rt_span){"0", 1});
    draft_end(d, p->lines.number);
    return RT_OK;
}

static int read_side(struct pzl *p, struct draft *d, const char *heading, uint32_t count)
{
    draft_words(d, heading, p->lines.number);
    for (uint32_t i = 0; i < count; i++) {
        if (!rt_lines_next_full(&p->lines, &p->line))
            return PZL_FAIL(p, "the file ends after %u of the %u clues of the %s", i, count, heading);
        int status = read_clue(p, d);
        if (status == RT_OK && p->self->h->tick(p->self, 1))
            status = RT_ELIMIT;
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

static int pzl_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct pzl p = {.self = self, .lines = rt_lines_of(bytes, length), .colours = palette_new()};
    struct draft head = {.self = self, .reworded = true}, rows = {.self = self}, columns = {.self = self};
    uint32_t width = 0, height = 0;
    int status = read_colours(&p);
    if (status != RT_OK)
        return status;
    if (!rt_lines_next_full(&p.lines, &p.line) || !take_number(&p.line, &width) ||
        !take_number(&p.line, &height) || rt_span_trim(p.line).n)
        return PZL_FAIL(&p, "expected two numbers, width and height");
    status = sheet_check_size(self, p.lines.number, width, height);
    draft_head(&head, width, height, p.lines.number);
    palette_draft(&p.colours, &head);
    if (status == RT_OK)
        status = read_side(&p, &columns, "columns", width);
    if (status == RT_OK)
        status = read_side(&p, &rows, "rows", height);
    if (status == RT_OK && rt_lines_next_full(&p.lines, &p.line))
        status = PZL_FAIL(&p, "more text behind the last clue");
    if (status != RT_OK)
        return status;
    draft_append(&head, &rows);
    draft_append(&head, &columns);
    return draft_emit(&head, (struct rt_puzzle_text){0});
}

static void write_side(struct rt_self *self, const struct sheet *s, uint32_t from, uint32_t to)
{
    for (uint32_t line = from; line < to; line++) {
        self->h->print(self, "%u", sheet_blocks(s, line));
        for (uint32_t j = s->first[line]; j < s->first[line + 1]; j++) {
            uint32_t rgb = s->colour[s->block[j].colour].rgb;
            self->h->print(self, " %u %u %u %u", s->block[j].length, rgb >> 16, rgb >> 8 & 255, rgb & 255);
        }
        self->h->print(self, "\n");
    }
}

static int pzl_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct sheet s;
    if (count != 1)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "a .pzl file holds one puzzle, not %u", count);
    int status = sheet_of_text(self, puzzles[0], &s);
    if (status != RT_OK)
        return status;
    for (uint32_t c = 1; c <= s.ncolours; c++)
        for (uint32_t other = 1; other < c; other++)
            if (s.colour[c].rgb == s.colour[other].rgb)
                return self->h->fail(self, RT_EUNSUPPORTED, 0, 0,
                                     "two colours are #%06x, and a .pzl file knows them by nothing else",
                                     s.colour[c].rgb);
    self->h->print(self, "%u\n", s.ncolours);
    for (uint32_t c = 1; c <= s.ncolours; c++)
        self->h->print(self, "#%06x\n", s.colour[c].rgb);
    self->h->print(self, "\n%u %u\n\n", s.width, s.height);
    write_side(self, &s, s.height, s.nlines);
    self->h->print(self, "\n");
    write_side(self, &s, 0, s.height);
    return RT_OK;
}

static const char *const extensions[] = {".pzl", NULL};

static const struct rt_format_class pzl_class = {
    .size = sizeof pzl_class,
    .id = "nonogram.pzl",
    .puzzle = "nonogram",
    .summary = "colours as #rrggbb, width and height, clues as numbers: columns, then rows (Izaron)",
    .extensions = extensions,
    .probe = pzl_probe,
    .read = pzl_read,
    .write = pzl_write,
    .quirks = "Columns come before rows. Keys and names of colours are lost",
};

static const struct rt_format_class *const formats[] = {&pzl_class, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.pzl",
    .version = "1.0",
    .formats = formats,
};
