/* masyu.janko — the text of a puzzle on janko.at, in either spelling:
 *
 *      begin                   [begin]
 *      puzzle masyu            [puzzle]
 *      author Jane Doe         masyu
 *      size 6                  ...
 *      problem                 [problem]
 *      - - w - - b             - - w - - b
 *      ...                     ...
 *      solution                [solution]
 *      se ew sw - - -          ...
 *      ...
 *      end                     [end]
 *
 * `rows` and `cols` may give the size, or nothing: the rows do.  A solution says of each cell in which
 * directions (n, e, s, w) the line leaves it; one that is spelled otherwise is left out, with a warning. What
 * stands in front of `begin`, such as the rest of a page, is passed over, and so are the other entries. */
#include "edges.h"

#include <ratchet/model.h>

enum key {
    KEY_NONE,
    KEY_BEGIN,
    KEY_PUZZLE,
    KEY_AUTHOR,
    KEY_TITLE,
    KEY_SIZE,
    KEY_ROWS,
    KEY_COLS,
    KEY_PROBLEM,
    KEY_SOLUTION,
    KEY_END,
    KEY_OTHER
};

static bool is_word(struct rt_span t, const char *word)
{
    return t.n == strlen(word) && !strncasecmp(t.s, word, t.n);
}

/* The key in front of a line; *value gets the rest. A bare word counts if we know it. */
static enum key key_of(struct rt_span line, struct rt_span *value)
{
    static const char *const words[] = {
        [KEY_BEGIN] = "begin", [KEY_PUZZLE] = "puzzle",   [KEY_AUTHOR] = "author",
        [KEY_TITLE] = "title", [KEY_SIZE] = "size",       [KEY_ROWS] = "rows",
        [KEY_COLS] = "cols",   [KEY_PROBLEM] = "problem", [KEY_SOLUTION] = "solution",
        [KEY_END] = "end"};
    static const char *const others[] = {"moves", "solver", "source",  "info",
                                         "unit",  "depth",  "options", "layout"};
    struct rt_span rest = line, word = rt_span_word(&rest);
    bool bracket = word.n > 2 && word.s[0] == '[' && word.s[word.n - 1] == ']';
    if (bracket)
        word = (struct rt_span){word.s + 1, word.n - 2};
    *value = rt_span_trim(rest);
    for (enum key key = KEY_BEGIN; key <= KEY_END; key++)
        if (is_word(word, words[key]))
            return key;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (is_word(word, others[i]))
            return KEY_OTHER;
    return bracket ? KEY_OTHER : KEY_NONE;
}

/* One row a line, from a line on. */
struct section {
    struct rt_lines lines; /* stands in front of the first row */
    uint32_t first, rows;
};

struct reader {
    struct rt_self *self;
    struct rt_span type, author, title;
    uint32_t size[2]; /* height, width; 0: not said */
    struct section problem, solution;
    struct board board;
};

#define FAIL(self, lines, line, at, ...)                                                                     \
    ((self)->h->fail((self), RT_EINPUT, (lines).number, rt_column_of((line), (at)), __VA_ARGS__))

/* The lines of a section, up to the next key. */
static struct section section_of(struct rt_lines *lines)
{
    struct section section = {*lines, 0, 0};
    struct rt_lines ahead = *lines;
    struct rt_span line, value;
    while (rt_lines_next_full(&ahead, &line) && key_of(line, &value) == KEY_NONE) {
        section.first = section.first ? section.first : ahead.number;
        section.rows++;
        *lines = ahead;
    }
    return section;
}

/* A value stands behind its key or on the next line. */
static struct rt_span value_of(struct rt_lines *lines, struct rt_span value)
{
    struct rt_lines ahead = *lines;
    struct rt_span line, rest;
    if (!value.n && rt_lines_next(&ahead, &line) && key_of(line, &rest) == KEY_NONE) {
        value = rt_span_trim(line);
        *lines = ahead;
    }
    return value;
}

static int take_size(struct reader *r, struct rt_lines *lines, struct rt_span value, enum key key)
{
    uint32_t n = 0;
    value = value_of(lines, value);
    if (!rt_span_is_number(value, &n) || !n)
        return r->self->h->fail(r->self, RT_EINPUT, lines->number, 0, "expected a size, a number");
    if (key != KEY_COLS)
        r->size[0] = n;
    if (key != KEY_ROWS)
        r->size[1] = n;
    return RT_OK;
}

static int take(struct reader *r, struct rt_lines *lines, enum key key, struct rt_span value)
{
    switch (key) {
    case KEY_PUZZLE:
        r->type = value_of(lines, value);
        if (is_word(r->type, "masyu") || is_word(r->type, "mashu"))
            return RT_OK;
        return r->self->h->fail(r->self, RT_EINPUT, lines->number, 0, "this is a '%.*s' puzzle, not a masyu",
                                (int)(r->type.n < 20 ? r->type.n : 20), r->type.s);
    case KEY_AUTHOR:
        r->author = value_of(lines, value);
        return RT_OK;
    case KEY_TITLE:
        r->title = value_of(lines, value);
        return RT_OK;
    case KEY_SIZE:
    case KEY_ROWS:
    case KEY_COLS:
        return take_size(r, lines, value, key);
    case KEY_PROBLEM:
        r->problem = section_of(lines);
        return RT_OK;
    case KEY_SOLUTION:
        r->solution = section_of(lines);
        return RT_OK;
    default:
        return RT_OK;
    }
}

/* Stands behind `begin` then; false: there is none. */
static bool find_begin(struct rt_lines *lines)
{
    struct rt_span line, value;
    while (rt_lines_next_full(lines, &line))
        if (key_of(line, &value) == KEY_BEGIN && !value.n)
            return true;
    return false;
}

static int janko_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line, value;
    if (!find_begin(&lines))
        return 0;
    for (enum key key = KEY_NONE; rt_lines_next_full(&lines, &line) && key != KEY_END;) {
        key = key_of(line, &value);
        value = key == KEY_PUZZLE ? value_of(&lines, value) : (struct rt_span){"", 0};
        if (is_word(value, "masyu") || is_word(value, "mashu"))
            return 95;
    }
    return 0;
}

static int read_board(struct reader *r)
{
    struct board *b = &r->board;
    struct rt_lines lines = r->problem.lines;
    struct rt_span line;
    uint32_t n;
    for (uint32_t row = 0; row < r->problem.rows && rt_lines_next_full(&lines, &line); row++) {
        int status = row_measure(r->self, line, lines.number, &n);
        if (status != RT_OK)
            return status;
        b->width = !row && !r->size[1] ? n : row ? b->width : r->size[1];
        if (n != b->width)
            return r->self->h->fail(r->self, RT_EINPUT, lines.number, 0,
                                    "row %u has %u cells, but the board is %u wide", row + 1, n, b->width);
    }
    b->height = r->problem.rows;
    if (r->size[0] && r->size[0] != b->height)
        return r->self->h->fail(r->self, RT_EINPUT, lines.number, 0,
                                "the board has %u rows, but it is %u high", b->height, r->size[0]);
    int status = rt_check_size(r->self, r->problem.first, 0, b->width, b->height);
    if (status != RT_OK)
        return status;
    if (!(b->cell = r->self->h->scratch(r->self, board_cells(b))))
        return RT_ENOMEM;
    lines = r->problem.lines;
    for (uint32_t row = 0; row < b->height && rt_lines_next_full(&lines, &line); row++)
        row_fill(line, b->cell + row * b->width);
    return RT_OK;
}

static bool is_spelled_otherwise(const struct section *section)
{
    struct rt_lines lines = section->lines;
    struct rt_span line, word;
    for (uint32_t row = 0; row < section->rows && rt_lines_next_full(&lines, &line); row++)
        while ((word = rt_span_word(&line)).n)
            if (links_of_word(word) < 0)
                return true;
    return false;
}

static int read_solution(struct reader *r, const char **solution)
{
    struct rt_self *self = r->self;
    struct rt_lines lines = r->solution.lines;
    struct rt_span line;
    uint64_t *edges;
    if (!r->solution.rows)
        return RT_OK;
    if (is_spelled_otherwise(&r->solution)) {
        self->h->log(self, RT_LOG_WARN,
                     "line %u: the solution is not spelled in n, e, s and w; it is left out",
                     r->solution.first);
        return RT_OK;
    }
    if (r->solution.rows != r->board.height)
        return self->h->fail(self, RT_EINPUT, r->solution.first, 0,
                             "the solution has %u rows, but the board has %u", r->solution.rows,
                             r->board.height);
    uint8_t *links = self->h->scratch(self, board_cells(&r->board));
    int status = links ? RT_OK : RT_ENOMEM;
    for (uint32_t row = 0; row < r->solution.rows && status == RT_OK && rt_lines_next_full(&lines, &line); row++)
        status = links_read_row(self, &r->board, line, lines.number, row, links);
    if (status == RT_OK)
        status = links_join(self, &r->board, links, r->solution.first, &edges);
    if (status == RT_OK && !(*solution = edges_answer(self, &r->board, edges)))
        status = RT_ENOMEM;
    return status;
}

static int janko_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct reader r = {.self = self};
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line, value;
    const char *solution = NULL;
    if (!find_begin(&lines))
        return self->h->fail(self, RT_EINPUT, 1, 0, "there is no line 'begin' or '[begin]'");
    while (rt_lines_next_full(&lines, &line)) {
        enum key key = key_of(line, &value);
        if (key == KEY_END)
            break;
        int status = take(&r, &lines, key, value);
        if (status != RT_OK)
            return status;
    }
    if (!r.type.n)
        return self->h->fail(self, RT_EINPUT, lines.number, 0, "the entry 'puzzle masyu' is missing");
    if (!r.problem.rows)
        return self->h->fail(self, RT_EINPUT, lines.number, 0, "there are no rows under 'problem'");
    int status = read_board(&r);
    if (status == RT_OK)
        status = read_solution(&r, &solution);
    if (status != RT_OK)
        return status;
    struct rt_origin from = {
        .first = r.problem.first, .title = r.title, .author = r.author, .solution = solution};
    return board_emit(self, &r.board, &from);
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
    self->h->print(self, "begin\npuzzle masyu\n");
    rt_put_line(self, "title ", puzzles[0]->title);
    self->h->print(self, "%s", puzzles[0]->title && *puzzles[0]->title ? "\n" : "");
    rt_put_line(self, "author ", puzzles[0]->author);
    self->h->print(self, "%s", puzzles[0]->author && *puzzles[0]->author ? "\n" : "");
    if (b.width == b.height)
        self->h->print(self, "size %u\nproblem\n", b.width);
    else
        self->h->print(self, "rows %u\ncols %u\nproblem\n", b.height, b.width);
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
