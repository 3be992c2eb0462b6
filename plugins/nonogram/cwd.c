/* nonogram.cwd — the format of QNonograms: height and width on lines of their own, a clue line a row, a blank line, a
 * clue line a column.  A blank line can be an empty clue too: if there are as many full lines as there must be, blank
 * ones only separate; else the one between the sides is where the numbers say. */
#include "pen.h"
#include "side.h"

#include <ratchet/model.h>

struct cwd {
    uint32_t first, second; /* as they stand in the file */
    uint32_t head;          /* line of the first */
    uint32_t full, all;     /* clue lines behind them; and with blank ones, up to the last full one */
    uint32_t before;        /* clue lines before the first blank one behind a clue */
};

static bool read_number(struct rt_lines *lines, uint32_t *value)
{
    struct rt_span line;
    return rt_lines_next_full(lines, &line) && rt_span_is_number(rt_span_trim(line), value);
}

/* Takes the two numbers off `lines` and counts the rest. */
static bool look(struct rt_lines *lines, struct cwd *cwd)
{
    struct rt_span line;
    uint32_t seen = 0;
    bool parted = false;
    *cwd = (struct cwd){0};
    if (!read_number(lines, &cwd->first))
        return false;
    cwd->head = lines->number;
    if (!read_number(lines, &cwd->second))
        return false;
    for (struct rt_lines rest = *lines; rt_lines_next(&rest, &line);) {
        bool full = rt_span_trim(line).n;
        seen++;
        cwd->full += full;
        cwd->all = full ? seen : cwd->all;
        parted |= !full && cwd->full;
        cwd->before += full && !parted;
    }
    return true;
}

static uint64_t sum_of(const struct cwd *cwd)
{
    return (uint64_t)cwd->first + cwd->second;
}

static int cwd_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct cwd cwd;
    struct rt_span line;
    if (!look(&lines, &cwd) || !cwd.first || !cwd.second)
        return 0;
    while (rt_lines_next_full(&lines, &line))
        if (!is_clue(line))
            return 20;
    return cwd.full == sum_of(&cwd) || cwd.all == sum_of(&cwd) + 1 ? 75 : 50;
}

/* Width first, told by the blank line. */
static bool is_turned(const struct cwd *cwd)
{
    return cwd->first != cwd->second && cwd->full == sum_of(cwd) && cwd->before == cwd->second;
}

/* `count` clues; blank lines are clues if `blanks`. */
static void take(struct draft *draft, struct rt_lines *lines, const char *heading, uint32_t count, bool blanks)
{
    struct rt_span line;
    draft_words(draft, heading, lines->number);
    while (count && rt_lines_next(lines, &line)) {
        bool full = rt_span_trim(line).n;
        if (full || blanks)
            side_clue(draft, full ? line : (struct rt_span){"0", 1}, lines->number);
        count -= full || blanks;
    }
    while (count--)
        draft_words(draft, "0", lines->number); /* blank lines at the end that nobody wrote */
}

static int check(struct rt_self *self, const struct cwd *cwd, struct rt_lines lines, uint32_t height)
{
    struct rt_span line;
    if (cwd->full == sum_of(cwd))
        return RT_OK;
    if (cwd->full > sum_of(cwd))
        return self->h->fail(self, RT_EINPUT, cwd->head, 0,
                             "%u clue lines, but height and width ask for %llu", cwd->full,
                             (unsigned long long)sum_of(cwd));
    for (uint32_t i = 0; i <= height && rt_lines_next(&lines, &line); i++)
        if (i == height && !rt_span_trim(line).n && cwd->all <= sum_of(cwd) + 1 && cwd->all > height)
            return RT_OK;
    return self->h->fail(
        self, RT_EINPUT, cwd->head, 0,
        "%u clue lines, but height and width ask for %llu; empty clues may be blank lines, if one more "
        "stands between rows and columns",
        cwd->full, (unsigned long long)sum_of(cwd));
}

static int cwd_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct cwd cwd;
    struct rt_span separator;
    if (!look(&lines, &cwd))
        return self->h->fail(self, RT_EINPUT, lines.number ? lines.number : 1, 1,
                             "a .cwd file begins with two lines of one number each, height and width");
    uint32_t height = is_turned(&cwd) ? cwd.second : cwd.first,
             width = is_turned(&cwd) ? cwd.first : cwd.second;
    bool blanks = cwd.full < sum_of(&cwd);
    int status = sheet_check_size(self, cwd.head, width, height);
    if (status == RT_OK)
        status = check(self, &cwd, lines, height);
    if (status != RT_OK)
        return status;
    if (is_turned(&cwd))
        self->h->log(self, RT_LOG_WARN,
                     "line %u: the width stands before the height here; the blank line shows it", cwd.head);
    struct draft draft = {.self = self};
    draft_head(&draft, width, height, cwd.head);
    take(&draft, &lines, "rows", height, blanks);
    if (blanks)
        rt_lines_next(&lines, &separator);
    take(&draft, &lines, "columns", width, blanks);
    return draft_emit(&draft, (struct rt_puzzle_text){0});
}

static int cwd_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct sheet s;
    int status = pen_plain(self, puzzles, count, ".cwd", &s);
    if (status != RT_OK)
        return status;
    self->h->print(self, "%u\n%u\n", s.height, s.width);
    pen_clues(self, &s, 0, s.height, " ");
    self->h->print(self, "\n");
    pen_clues(self, &s, s.height, s.nlines, " ");
    return RT_OK;
}

static const char *const extensions[] = {".cwd", NULL};

static const struct rt_format_class cwd_class = {
    .size = sizeof cwd_class,
    .id = "nonogram.cwd",
    .puzzle = "nonogram",
    .summary =
        "height, width, then a line of block lengths a row, a blank line, and one a column (QNonograms)",
    .extensions = extensions,
    .probe = cwd_probe,
    .read = cwd_read,
    .write = cwd_write,
    .quirks = "Height first; width first is accepted where the blank line shows it, and told. Blank lines "
              "are empty clues "
              "where full ones are missing",
};

static const struct rt_format_class *const formats[] = {&cwd_class, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.cwd",
    .version = "1.0",
    .formats = formats,
};
