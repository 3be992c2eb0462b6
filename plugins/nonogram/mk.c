/* nonogram.mk — the black and white format of Mirek and Petr Olšák's solver: height and width, a clue line a row, a
 * line `#`, a clue line a column.  Some have it with the width first: the `#` tells. */
#include "pen.h"
#include "side.h"

#include <ratchet/model.h>

/* The size line, and where the rows end. */
struct mk {
    uint32_t first, second; /* as they stand in the file */
    uint32_t hash;          /* line of the first '#'; 0: none */
    uint32_t above, below;  /* clues around it */
};

static bool is_hash(struct rt_span line)
{
    line = rt_span_trim(line);
    return line.n && line.s[0] == '#';
}

/* Takes the size off `lines` and looks through the rest. */
static bool look(struct rt_lines *lines, struct mk *mk)
{
    struct rt_span line;
    *mk = (struct mk){0};
    if (!rt_lines_next_full(lines, &line) || !rt_span_is_number(rt_span_word(&line), &mk->first) ||
        !rt_span_is_number(rt_span_word(&line), &mk->second) || rt_span_trim(line).n)
        return false;
    for (struct rt_lines rest = *lines; rt_lines_next_full(&rest, &line);)
        if (is_hash(line) && !mk->hash)
            mk->hash = rest.number;
        else if (!is_hash(line))
            mk->hash ? mk->below++ : mk->above++;
    return true;
}

static int mk_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct mk mk;
    if (!look(&lines, &mk))
        return 0;
    return !mk.hash ? 50 : (uint64_t)mk.above + mk.below == (uint64_t)mk.first + mk.second ? 85 : 70;
}

static bool is_turned(const struct mk *mk)
{
    return mk->first != mk->second && mk->above == mk->second && mk->below == mk->first;
}

static int mk_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line = {"", 0};
    struct mk mk;
    if (!look(&lines, &mk))
        return self->h->fail(self, RT_EINPUT, lines.number ? lines.number : 1, 1,
                             "a .mk file begins with two numbers, height and width");
    uint32_t head = lines.number;
    uint32_t height = is_turned(&mk) ? mk.second : mk.first, width = is_turned(&mk) ? mk.first : mk.second;
    struct side side[2] = {{.name = "rows", .size = "height", .is_end = is_hash},
                           {.name = "columns", .size = "width", .is_end = is_hash}};
    struct draft draft = {.self = self};
    int status = sheet_check_size(self, head, width, height);
    if (status == RT_OK && !mk.hash)
        status = self->h->fail(self, RT_EINPUT, head, 0,
                               "there is no line '#' between the clues of the rows and those of the columns");
    if (status == RT_OK)
        status = side_read(self, &side[0], &lines, height);
    if (status == RT_OK && (!rt_lines_next(&lines, &line) || !is_hash(line)))
        status = self->h->fail(self, RT_EINPUT, lines.number, 1, "'%.*s' is no clue",
                               (int)(line.n < 40 ? line.n : 40), line.s);
    if (status == RT_OK)
        status = side_read(self, &side[1], &lines, width);
    if (status == RT_OK && rt_lines_next(&lines, &line))
        status = self->h->fail(self, RT_EINPUT, lines.number, 1, "more text behind the clues of the columns");
    if (status == RT_OK)
        status = side_check(self, side, height, width);
    if (status != RT_OK)
        return status;
    if (is_turned(&mk))
        self->h->log(self, RT_LOG_WARN, "line %u: the width stands before the height here; the '#' shows it",
                     head);
    draft_head(&draft, width, height, head);
    side_draft(&draft, &side[0], height);
    side_draft(&draft, &side[1], width);
    return draft_emit(&draft, (struct rt_puzzle_text){0});
}

static int mk_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct sheet s;
    int status = pen_plain(self, puzzles, count, ".mk", &s);
    if (status != RT_OK)
        return status;
    self->h->print(self, "%u %u\n", s.height, s.width);
    pen_clues(self, &s, 0, s.height, " ");
    self->h->print(self, "#\n");
    pen_clues(self, &s, s.height, s.nlines, " ");
    return RT_OK;
}

static const char *const extensions[] = {".mk", NULL};

static const struct rt_format_class mk_class = {
    .size = sizeof mk_class,
    .id = "nonogram.mk",
    .puzzle = "nonogram",
    .summary = "height and width, then a line of block lengths a row, a line #, and one a column",
    .extensions = extensions,
    .probe = mk_probe,
    .read = mk_read,
    .write = mk_write,
    .quirks = "Height first; width first is accepted where the # shows it, and told. A blank line is an "
              "empty clue where "
              "one is missing",
};

static const struct rt_format_class *const formats[] = {&mk_class, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.mk",
    .version = "1.0",
    .formats = formats,
};
