/* masyu.janko — the text of a puzzle on janko.at:
 *
 *      begin                   or [begin], and so on
 *      puzzle masyu
 *      author Jane Doe
 *      size 6                  or rows and cols: not needed
 *      problem
 *      - - w - - b
 *      ...
 *      solution
 *      se ew sw - - -
 *      ...
 *      end
 *
 * A solution says of each cell in which directions (n, e, s, w) the line leaves it; one that is spelled otherwise is
 * left out, with a warning. */
#include "edges.h"

#include <ratchet/kit/janko.h>
#include <ratchet/model.h>

static const char *const types[] = {"masyu", "mashu", NULL};

static int janko_probe(const char *bytes, size_t length)
{
    return rt_janko_probe(bytes, length, types);
}

static bool is_spelled_otherwise(const struct rt_janko_section *section)
{
    struct rt_lines lines = section->lines;
    struct rt_span line, word;
    for (uint32_t row = 0; row < section->rows && rt_lines_next_full(&lines, &line); row++)
        while ((word = rt_span_word(&line)).n)
            if (links_of_word(word) < 0)
                return true;
    return false;
}

static int read_solution(const struct rt_janko *j, const struct board *b, const char **solution)
{
    struct rt_self *self = j->self;
    struct rt_lines lines = j->solution.lines;
    struct rt_span line;
    uint64_t *edges;
    if (!j->solution.rows)
        return RT_OK;
    if (is_spelled_otherwise(&j->solution)) {
        self->h->log(self, RT_LOG_WARN,
                     "line %u: the solution is not spelled in n, e, s and w; it is left out",
                     j->solution.first);
        return RT_OK;
    }
    int status = rt_janko_check_solution(j, b->height);
    if (status != RT_OK)
        return status;
    uint8_t *links = self->h->scratch(self, board_cells(b));
    if (!links)
        return RT_ENOMEM;
    for (uint32_t row = 0; row < j->solution.rows && status == RT_OK && rt_lines_next_full(&lines, &line); row++)
        status = links_read_row(self, b, line, lines.number, row, links);
    if (status == RT_OK)
        status = links_join(self, b, links, j->solution.first, &edges);
    if (status == RT_OK && !(*solution = edges_answer(self, b, edges)))
        status = RT_ENOMEM;
    return status;
}

static int janko_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_janko j = {.self = self, .types = types};
    struct rt_rows rows = {.self = self, .cell = cell_of, .how = SPELL_LETTERS, .help = spelling_help(SPELL_LETTERS)};
    struct board b = {0};
    const char *solution = NULL;
    int status = rt_janko_read(&j, bytes, length);
    if (status == RT_OK)
        status = rt_janko_read_board(&j, &rows, &b.cell);
    if (status == RT_OK) {
        b.width = rows.width;
        b.height = rows.height;
        status = read_solution(&j, &b, &solution);
    }
    if (status != RT_OK)
        return status;
    struct rt_origin from = {.first = j.problem.first, .title = j.title, .author = j.author, .solution = solution};
    return board_emit(self, &b, &from);
}

static int janko_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct board b;
    uint64_t *edges = NULL;
    int status = rt_single(self, count, "masyu.janko", "masyu.puzzlink");
    if (status == RT_OK)
        status = board_plain(self, puzzles[0], "masyu.janko", &b);
    if (status == RT_OK)
        status = edges_of_solution(self, &b, puzzles[0], &edges);
    if (status != RT_OK)
        return status;
    rt_janko_put_head(self, "masyu", puzzles[0], b.width, b.height);
    for (uint32_t row = 0; row < b.height; row++)
        board_print_row(self, &b, row, "-wb");
    if (edges) {
        self->h->print(self, "solution\n");
        links_print(self, &b, edges);
    }
    return self->h->print(self, "end\n");
}

static const char *const extensions[] = {".janko", ".x-janko", NULL};
static const char *const magic[] = {"begin", "[begin]", NULL};

static const struct rt_format_class janko = {
    .size = sizeof janko,
    .id = "masyu.janko",
    .puzzle = "masyu",
    .summary = "the text of a puzzle on janko.at, with or without solution",
    .extensions = extensions,
    .magic = magic,
    .probe = janko_probe,
    .read = janko_read,
    .write = janko_write,
    .quirks = "Key words with or without brackets, values on the same line or the next. A solution "
              "in n, e, s, w is read; one that is spelled otherwise is left out with a warning.",
};

static const struct rt_format_class *const formats[] = {&janko, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "masyu.janko",
    .version = "1.0",
    .formats = formats,
};
