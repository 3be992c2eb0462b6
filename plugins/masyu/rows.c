/* masyu.rows — a board as lines of cells, with or without blanks between, written in one of four ways:
 *
 *      none . or -   white W or w   black B or b
 *      none 0        white 1        black 2
 *      none . or -   white 0        black 1         (a 0 tells it from the next)
 *      none . or -   white 1        black 2         (a 2 does)
 *
 * In front there may be the head of the canonical text: `masyu WIDTH HEIGHT`, and behind it `white VARIANT`, what
 * white pearls mean; and `all_cells` for a loop that visits every cell. */
#include "board.h"

#include <ratchet/model.h>

/* What stands in the lines of a file. */
struct tally {
    size_t letters, digits, others; /* cells of either kind, and what is no cell */
    size_t rows, width;
    bool ragged;
    bool pair; /* the first line is two words, as a size is */
};

static void tally_line(struct tally *t, struct rt_span line)
{
    size_t before = t->letters + t->digits;
    struct rt_span rest = line;
    if (!t->rows)
        t->pair = rt_span_word(&rest).n && rt_span_word(&rest).n && !rt_span_trim(rest).n;
    for (size_t i = 0; i < line.n; i++)
        if (cell_of(line.s[i], SPELL_LETTERS) >= 0)
            t->letters++;
        else if (cell_of(line.s[i], SPELL_012) >= 0)
            t->digits++;
        else if (!rt_is_blank(line.s[i]))
            t->others++;
    size_t width = t->letters + t->digits - before;
    t->ragged |= t->rows && width != t->width;
    t->width = width;
    t->rows++;
}

/* A board with a slip is still ours, so that its reader can name the place. Digits alone may be much else. */
static int rows_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line, word;
    struct tally t = {0};
    while (rt_lines_next_full(&lines, &line)) {
        word = rt_span_word(&(struct rt_span){line.s, line.n});
        if (rt_span_is(word, "masyu") && !t.rows)
            return 100;
        if (!rt_span_is(word, "all_cells"))
            tally_line(&t, line);
    }
    size_t good = t.letters + t.digits;
    if (!good || t.others * 4 > good)
        return 0;
    if (t.digits)
        return t.others || t.ragged || t.rows < 3 || t.width < 3 || t.pair ? 0 : t.letters ? 85 : 70;
    return t.others ? 20 : t.ragged ? 60 : 80;
}

static int rows_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct board b;
    uint32_t first;
    int status = board_read(self, bytes, length, false, &b, &first);
    return status == RT_OK ? board_emit(self, &b, &(struct rt_origin){.first = first}) : status;
}

static int rows_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct board b;
    uint32_t first;
    char *row;
    int status = rt_single(self, count, "masyu.rows", "masyu.puzzlink");
    if (status == RT_OK)
        status = board_read(self, puzzles[0]->text, puzzles[0]->length, true, &b, &first);
    if (status != RT_OK)
        return status;
    if (!(row = self->h->scratch(self, b.width + 1)))
        return RT_ENOMEM;
    if (b.own_variant)
        self->h->print(self, "masyu %u %u\n", b.width, b.height);
    if (b.all_cells)
        self->h->print(self, "all_cells\n");
    if (b.own_variant)
        self->h->print(self, "white %s\n", BOARD_VARIANTS[b.variant]);
    row[b.width] = '\n';
    for (uint32_t r = 0; r < b.height && status == RT_OK; r++) {
        for (uint32_t c = 0; c < b.width; c++)
            row[c] = ".WB"[b.cell[r * b.width + c]];
        status = self->h->write(self, row, b.width + 1);
    }
    return status;
}

static const char *const extensions[] = {".masyu", NULL};
static const char *const magic[] = {"masyu ", "all_cells", NULL};

static const struct rt_format_class rows = {
    .size = sizeof rows,
    .id = "masyu.rows",
    .puzzle = "masyu",
    .summary = "lines of '.', 'W' and 'B'; also '- w b', '. 0 1' and '0 1 2'",
    .extensions = extensions,
    .magic = magic,
    .probe = rows_probe,
    .read = rows_read,
    .write = rows_write,
    .quirks = "Digits are told apart by their company: with '.' and 0, 0 is white and 1 black; with"
              " '.' and 2, or without '.', 1 is white and 2 black. '.' and 1 alone are refused as "
              "ambiguous. all_cells on a line of its own asks for a loop through every cell; behind masyu WIDTH "
              "HEIGHT, white both or white straight says what white pearls mean.",
};

static const struct rt_format_class *const formats[] = {&rows, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "masyu.rows",
    .version = "1.0",
    .formats = formats,
};
