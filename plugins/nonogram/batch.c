/* nonogram.batch — many square puzzles in one file, as the TAAI tournaments for solvers hand them out:
 *
 *      $1
 *      3<TAB>2<TAB>1       a clue line a column from left to right,
 *      ...                 then one a row from top to bottom
 *      $2
 *
 * A puzzle has as many columns as rows; half of its lines are columns.  The format itself doesn't say which
 * half comes first.  We take the columns (clues above before clues at the left, as one reads the sheet); the
 * other reading gives the transposed picture, so verdict and number of solutions are the same. A blank line
 * between clues is an empty clue, as 0 is; blank lines at the end of a puzzle don't count. */
#include "draft.h"
#include "pen.h"

#include <ratchet/model.h>

/* One puzzle: what follows its `$` line. */
struct part {
    struct rt_span next;   /* head of the puzzle behind it, "$2" */
    struct rt_lines clues; /* at the first clue line */
    uint32_t count;     /* clue lines */
};

static bool is_head(struct rt_span line)
{
    line = rt_span_trim(line);
    return line.n && line.s[0] == '$';
}

static int batch_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    if (!rt_lines_next_full(&lines, &line) || !is_head(line))
        return 0;
    if (!rt_lines_next_full(&lines, &line))
        return 20;
    line = rt_span_trim(line);
    return rt_is_digit(line.s[0]) ? 85 : 20;
}

/* Takes the next puzzle off `lines`, which stand behind its head, and moves on to the next head. */
static bool next_part(struct rt_lines *lines, struct part *part)
{
    struct rt_span line;
    bool more = false;
    uint32_t seen = 0;
    part->clues = *lines;
    part->count = 0;
    while ((more = rt_lines_next(lines, &line)) && !is_head(line)) {
        seen++;
        if (rt_span_trim(line).n)
            part->count = seen;
    }
    part->next = more ? rt_span_trim(line) : (struct rt_span){0};
    return more;
}

/* An empty clue may be a blank line here, never in canonical text. */
static void take_clues(struct draft *draft, struct rt_lines *lines, const char *heading, uint32_t count)
{
    struct rt_span line;
    draft_words(draft, heading, lines->number);
    while (count-- && rt_lines_next(lines, &line))
        draft_line(draft, rt_span_trim(line).n ? line : (struct rt_span){"0", 1}, lines->number);
}

static int check_part(struct rt_self *self, struct rt_span name, uint32_t head, const struct part *part)
{
    int shown = (int)(name.n < 40 ? name.n : 40);
    if (!part->count)
        return self->h->fail(self, RT_EINPUT, head, 1, "puzzle '%.*s' has no clues", shown, name.s);
    if (part->count % 2)
        return self->h->fail(
            self, RT_EINPUT, head, 1,
            "puzzle '%.*s' has %u clue line%s, an odd number; it needs as many for columns as for "
            "rows (an empty one is written 0)",
            shown, name.s, part->count, part->count == 1 ? "" : "s");
    return sheet_check_size(self, head, part->count / 2, part->count / 2);
}

static int emit_part(struct rt_self *self, struct rt_span name, uint32_t head, const struct part *part)
{
    struct draft draft = {.self = self};
    struct rt_lines columns = part->clues, rows = part->clues;
    struct rt_span skipped;
    for (uint32_t i = 0; i < part->count / 2; i++)
        rt_lines_next(&rows, &skipped);
    draft_head(&draft, part->count / 2, part->count / 2, head);
    take_clues(&draft, &rows, "rows", part->count / 2);
    take_clues(&draft, &columns, "columns", part->count / 2);
    return draft_emit(&draft, (struct rt_puzzle_text){.title = draft_string(&draft, name)});
}

/* Calls `each` for every puzzle; `lines` stand behind the first head, `name`. */
static int walk(struct rt_self *self, struct rt_lines lines, struct rt_span name,
                int (*each)(struct rt_self *, struct rt_span, uint32_t, const struct part *))
{
    for (bool more = true; more;) {
        struct part part;
        uint32_t head = lines.number;
        more = next_part(&lines, &part);
        int status = each(self, name, head, &part);
        if (status == RT_OK && self->h->tick(self, part.count))
            status = RT_ELIMIT;
        if (status != RT_OK)
            return status;
        name = part.next;
    }
    return RT_OK;
}

/* All are counted before the first is handed over: a batch that lost a line is wrong as a whole. */
static int batch_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span name;
    if (!rt_lines_next_full(&lines, &name) || !is_head(name))
        return self->h->fail(self, RT_EINPUT, lines.number, 1, "a batch begins with a line such as '$1'");
    int status = walk(self, lines, rt_span_trim(name), check_part);
    return status == RT_OK ? walk(self, lines, rt_span_trim(name), emit_part) : status;
}

static int write_part(struct rt_self *self, const struct rt_puzzle_text *puzzle, uint32_t number)
{
    struct sheet s;
    int status = pen_plain(self, &puzzle, 1, "batch", &s);
    if (status != RT_OK)
        return status;
    if (s.width != s.height)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0,
                             "a batch holds square puzzles, and puzzle %u is %u wide and %u high", number,
                             s.width, s.height);
    if (puzzle->title && puzzle->title[0] == '$')
        self->h->print(self, "%s\n", puzzle->title);
    else
        self->h->print(self, "$%u\n", number);
    pen_clues(self, &s, s.height, s.nlines, "\t");
    pen_clues(self, &s, 0, s.height, "\t");
    return RT_OK;
}

static int batch_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < count && status == RT_OK; i++)
        status = write_part(self, puzzles[i], i + 1);
    return status;
}

static const char *const extensions[] = {".taai", ".txt", NULL};
static const char *const magic[] = {"$", NULL};

static const struct rt_format_class batch = {
    .size = sizeof batch,
    .id = "nonogram.batch",
    .puzzle = "nonogram",
    .summary = "many square puzzles, each a $ line and its clues, columns first (solver tournaments)",
    .extensions = extensions,
    .magic = magic,
    .probe = batch_probe,
    .read = batch_read,
    .write = batch_write,
    .quirks = "Which half of the clues comes first is not said: the columns are taken, and the other way would be the "
              "transposed picture. A blank line between clues is an empty clue",
};

static const struct rt_format_class *const formats[] = {&batch, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.batch",
    .version = "1.0",
    .formats = formats,
};
