/* masyu.rows — a board as lines of `.`, `W` and `B` (or `w`, `b`), with or without blanks between.  In front
 * there may be the head of the canonical text: `masyu WIDTH HEIGHT`, and `all_cells` for a loop that visits
 * every cell. */
#include "board.h"

#include <ratchet/model.h>

/* Letters of a board against others. */
static void weigh(struct span line, size_t *good, size_t *bad)
{
    for (size_t i = 0; i < line.n; i++)
        if (cell_of(line.s[i]) >= 0)
            ++*good;
        else if (!is_blank(line.s[i]))
            ++*bad;
}

/* A board with a slip is still ours, so that its reader can name the place. */
static int rows_probe(const char *bytes, size_t length)
{
    struct lines lines = lines_of(bytes, length);
    struct span line, word;
    size_t good = 0, bad = 0, width = 0;
    bool ragged = false;
    while (lines_next_full(&lines, &line)) {
        size_t before = good;
        word = span_word(&(struct span){line.s, line.n});
        if (span_is(word, "masyu"))
            return 100;
        if (span_is(word, "all_cells"))
            continue;
        weigh(line, &good, &bad);
        ragged |= width && width != good - before;
        width = good - before;
    }
    if (!good || bad * 4 > good)
        return 0;
    return bad ? 20 : ragged ? 60 : 80;
}

static int rows_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct board b;
    uint32_t first;
    int status = board_read(self, bytes, length, false, &b, &first);
    return status == RT_OK ? board_emit(self, &b, &(struct origin){.first = first}) : status;
}

static int rows_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct board b;
    uint32_t first;
    char *row;
    if (count != 1)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0,
                             "a file of rows holds one board, not %u; masyu.puzzlink takes several", count);
    int status = board_read(self, puzzles[0]->text, puzzles[0]->length, true, &b, &first);
    if (status != RT_OK)
        return status;
    if (!(row = self->h->scratch(self, b.width + 1)))
        return RT_ENOMEM;
    if (b.all_cells)
        self->h->print(self, "all_cells\n");
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
    .summary = "lines of '.', 'W' and 'B'",
    .extensions = extensions,
    .magic = magic,
    .probe = rows_probe,
    .read = rows_read,
    .write = rows_write,
};

static const struct rt_format_class *const formats[] = {&rows, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "masyu.rows",
    .version = "1.0",
    .formats = formats,
};
