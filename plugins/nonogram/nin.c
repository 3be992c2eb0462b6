/* nonogram.nin — the plain format of Jakub Wilk's solver: width and height, a clue line a row from top to
 * bottom, then one a column from left to right; 0 is an empty clue.  Blank lines don't count. */
#include "draft.h"
#include "pen.h"

#include <ratchet/model.h>

/* The size line: two numbers and nothing else. */
static bool read_size(struct rt_span line, uint32_t *width, uint32_t *height)
{
    return rt_span_is_number(rt_span_word(&line), width) && rt_span_is_number(rt_span_word(&line), height) &&
           !rt_span_word(&line).n;
}

static bool looks_like_clue(struct rt_span line)
{
    line = rt_span_trim(line);
    return line.n && (rt_is_digit(line.s[0]) || line.s[0] == '-');
}

static int nin_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    uint32_t width, height, seen = 0;
    if (!rt_lines_next_full(&lines, &line) || !read_size(line, &width, &height))
        return 0;
    while (rt_lines_next_full(&lines, &line)) {
        if (rt_span_is(rt_span_trim(line), "#"))
            return 10; /* the .mk format: height first, '#' between the sides */
        seen += looks_like_clue(line);
    }
    return seen == (uint64_t)width + height ? 80 : 55;
}

/* Counts the clue lines before anything is taken in. */
static int check_count(struct rt_self *self, struct rt_lines lines, uint32_t width, uint32_t height)
{
    struct rt_span line;
    uint64_t expected = (uint64_t)width + height, seen = 0;
    while (rt_lines_next_full(&lines, &line))
        if (++seen > expected)
            return self->h->fail(self, RT_EINPUT, lines.number, 1,
                                 "one clue line too many: %u rows and %u columns "
                                 "were read already",
                                 height, width);
    if (seen < expected)
        return self->h->fail(self, RT_EINPUT, lines.number, 0,
                             "the file ends after %llu clue lines; %u rows and %u "
                             "columns need %llu",
                             (unsigned long long)seen, height, width, (unsigned long long)expected);
    return RT_OK;
}

static void take(struct draft *draft, struct rt_lines *lines, const char *heading, uint32_t count)
{
    struct rt_span line;
    draft_words(draft, heading, lines->number);
    while (count-- && rt_lines_next_full(lines, &line))
        draft_line(draft, line, lines->number);
}

static int nin_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    uint32_t width = 0, height = 0;
    if (!rt_lines_next_full(&lines, &line))
        return self->h->fail(self, RT_EINPUT, 1, 0,
                             "the file is empty; a .nin file begins with width and height");
    if (!read_size(line, &width, &height))
        return self->h->fail(self, RT_EINPUT, lines.number, 1,
                             "a .nin file begins with two numbers, width and height");
    int status = sheet_check_size(self, lines.number, width, height);
    if (status == RT_OK)
        status = check_count(self, lines, width, height);
    if (status != RT_OK)
        return status;
    struct draft draft = {.self = self};
    draft_head(&draft, width, height, lines.number);
    take(&draft, &lines, "rows", height);
    take(&draft, &lines, "columns", width);
    return draft_emit(&draft, (struct rt_puzzle_text){0});
}

static int nin_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct sheet s;
    int status = pen_plain(self, puzzles, count, ".nin", &s);
    if (status != RT_OK)
        return status;
    self->h->print(self, "%u %u\n", s.width, s.height);
    pen_clues(self, &s, 0, s.nlines, " ");
    return RT_OK;
}

static const char *const extensions[] = {".nin", NULL};

static const struct rt_format_class nin = {
    .size = sizeof nin,
    .id = "nonogram.nin",
    .puzzle = "nonogram",
    .summary = "width and height, then a line of block lengths a row and a column",
    .extensions = extensions,
    .probe = nin_probe,
    .read = nin_read,
    .write = nin_write,
    .quirks = "Width first. Blank lines don't count; an empty clue is 0",
};

static const struct rt_format_class *const formats[] = {&nin, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.nin",
    .version = "1.0",
    .formats = formats,
};
