/* slitherlink.rows — a board as lines of cells, with or without blanks between: '.', '-' or '_' without a clue, 0 to
 * 4.  In front there may be the head of the canonical text, `slitherlink WIDTH HEIGHT`. */
#include "board.h"

#include <ratchet/model.h>

/* What stands in the lines of a file. */
struct tally {
    size_t clues[5], none, others;
    size_t rows, width;
    bool ragged;
};

static void tally_line(struct tally *t, struct rt_span line)
{
    size_t width = 0;
    for (size_t i = 0; i < line.n; i++) {
        int clue = clue_of(line.s[i], 0);
        width += clue >= 0;
        t->others += clue < 0 && !rt_is_blank(line.s[i]);
        t->none += clue == RT_SLITHERLINK_NONE;
        if (clue >= 0 && clue < 5)
            t->clues[clue]++;
    }
    t->ragged |= t->rows && width != t->width;
    t->width = width;
    t->rows++;
}

/* Digits and dots may be much else: without a 3 a Masyu, of 4 x 4 cells a Sudoku. */
static int rows_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    struct tally t = {0};
    while (rt_lines_next_full(&lines, &line)) {
        if (!t.rows && rt_span_is(rt_span_word(&(struct rt_span){line.s, line.n}), "slitherlink"))
            return 100;
        tally_line(&t, line);
    }
    size_t clues = t.clues[0] + t.clues[1] + t.clues[2] + t.clues[3];
    if (!clues || !t.none || t.others || t.ragged || t.clues[4] || t.rows < 2 || t.width < 2)
        return 0;
    return !t.clues[3] ? 40 : t.width == 4 && t.rows == 4 && !t.clues[0] ? 60 : 80;
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
    int status = rt_single(self, count, "slitherlink.rows", "slitherlink.puzzlink");
    if (status == RT_OK)
        status = board_of_puzzle(self, puzzles[0], &b);
    if (status == RT_OK)
        status = self->h->print(self, "slitherlink %u %u\n", b.width, b.height);
    for (uint32_t cell = 0; status == RT_OK && cell < board_cells(&b); cell++)
        status = self->h->print(self, "%c%s", sign_of(b.clue[cell]), (cell + 1) % b.width ? "" : "\n");
    return status;
}

static const char *const extensions[] = {".slitherlink", ".slither", NULL};
static const char *const magic[] = {"slitherlink ", NULL};

static const struct rt_format_class rows = {
    .size = sizeof rows,
    .id = "slitherlink.rows",
    .puzzle = "slitherlink",
    .summary = "lines of '.' and 0 to 4",
    .extensions = extensions,
    .magic = magic,
    .probe = rows_probe,
    .read = rows_read,
    .write = rows_write,
    .quirks = "The line 'slitherlink WIDTH HEIGHT' may head the rows; without it and without a 3 they may be taken for "
              "another puzzle.",
};

static const struct rt_format_class *const formats[] = {&rows, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "slitherlink.rows",
    .version = "1.0",
    .formats = formats,
};
