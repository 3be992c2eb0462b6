/* The text of a puzzle on janko.at, in either spelling:
 *
 *      begin                   [begin]
 *      puzzle masyu            [puzzle]
 *      author Jane Doe         masyu
 *      size 6                  ...
 *      problem                 [problem]
 *      - - w - - b             - - w - - b
 *      ...                     ...
 *      solution                [solution]
 *      ...                     ...
 *      end                     [end]
 *
 * `rows` and `cols` may give the size, or nothing: the rows do.  What stands in front of `begin`, such as the rest of a
 * page, is passed over, and so are the other entries. */
#ifndef RATCHET_KIT_JANKO_H
#define RATCHET_KIT_JANKO_H

#include <ratchet/kit/rows.h>

#include <strings.h>

#ifndef __cplusplus

enum rt_janko_key {
    RT_JANKO_NONE,
    RT_JANKO_BEGIN,
    RT_JANKO_PUZZLE,
    RT_JANKO_AUTHOR,
    RT_JANKO_TITLE,
    RT_JANKO_SIZE,
    RT_JANKO_ROWS,
    RT_JANKO_COLS,
    RT_JANKO_PROBLEM,
    RT_JANKO_SOLUTION,
    RT_JANKO_END,
    RT_JANKO_OTHER
};

/* One row a line, from a line on. */
struct rt_janko_section {
    struct rt_lines lines;          /* stands in front of the first row */
    uint32_t first, rows;           /* the number of that line; how many there are that aren't blank */
};

/* What a text says, as far as we read it. */
struct rt_janko {
    struct rt_self *self;
    const char *const *types;       /* the puzzle's names in such texts, its usual one first, NULL-terminated */
    struct rt_span type, author, title;
    uint32_t size[2];               /* height, width; 0: not said */
    struct rt_janko_section problem, solution;
};

static inline bool rt_janko_is_word(struct rt_span t, const char *word)
{
    return t.n == strlen(word) && !strncasecmp(t.s, word, t.n);
}

static inline bool rt_janko_is_type(struct rt_span t, const char *const *types)
{
    while (*types && !rt_janko_is_word(t, *types))
        types++;
    return *types;
}

/* The key in front of a line; *value gets the rest. A bare word counts if we know it. */
static inline enum rt_janko_key rt_janko_key_of(struct rt_span line, struct rt_span *value)
{
    static const char *const words[] = {
        [RT_JANKO_BEGIN] = "begin", [RT_JANKO_PUZZLE] = "puzzle",   [RT_JANKO_AUTHOR] = "author",
        [RT_JANKO_TITLE] = "title", [RT_JANKO_SIZE] = "size",       [RT_JANKO_ROWS] = "rows",
        [RT_JANKO_COLS] = "cols",   [RT_JANKO_PROBLEM] = "problem", [RT_JANKO_SOLUTION] = "solution",
        [RT_JANKO_END] = "end"};
    static const char *const others[] = {"moves", "solver", "source",  "info",
                                         "unit",  "depth",  "options", "layout"};
    struct rt_span rest = line, word = rt_span_word(&rest);
    bool bracket = word.n > 2 && word.s[0] == '[' && word.s[word.n - 1] == ']';
    if (bracket)
        word = (struct rt_span){word.s + 1, word.n - 2};
    *value = rt_span_trim(rest);
    for (int key = RT_JANKO_BEGIN; key <= RT_JANKO_END; key++)
        if (rt_janko_is_word(word, words[key]))
            return (enum rt_janko_key)key;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (rt_janko_is_word(word, others[i]))
            return RT_JANKO_OTHER;
    return bracket ? RT_JANKO_OTHER : RT_JANKO_NONE;
}

/* The lines of a section, up to the next key. */
static inline struct rt_janko_section rt_janko_section_of(struct rt_lines *lines)
{
    struct rt_janko_section section = {*lines, 0, 0};
    struct rt_lines ahead = *lines;
    struct rt_span line, value;
    while (rt_lines_next_full(&ahead, &line) && rt_janko_key_of(line, &value) == RT_JANKO_NONE) {
        section.first = section.first ? section.first : ahead.number;
        section.rows++;
        *lines = ahead;
    }
    return section;
}

/* A value stands behind its key or on the next line. */
static inline struct rt_span rt_janko_value_of(struct rt_lines *lines, struct rt_span value)
{
    struct rt_lines ahead = *lines;
    struct rt_span line, rest;
    if (!value.n && rt_lines_next(&ahead, &line) && rt_janko_key_of(line, &rest) == RT_JANKO_NONE) {
        value = rt_span_trim(line);
        *lines = ahead;
    }
    return value;
}

static inline int rt_janko_take_size(struct rt_janko *j, struct rt_lines *lines, struct rt_span value,
                                     enum rt_janko_key key)
{
    uint32_t n = 0;
    value = rt_janko_value_of(lines, value);
    if (!rt_span_is_number(value, &n) || !n)
        return j->self->h->fail(j->self, RT_EINPUT, lines->number, 0, "expected a size, a number");
    if (key != RT_JANKO_COLS)
        j->size[0] = n;
    if (key != RT_JANKO_ROWS)
        j->size[1] = n;
    return RT_OK;
}

static inline int rt_janko_take(struct rt_janko *j, struct rt_lines *lines, enum rt_janko_key key,
                                struct rt_span value)
{
    switch (key) {
    case RT_JANKO_PUZZLE:
        j->type = rt_janko_value_of(lines, value);
        if (rt_janko_is_type(j->type, j->types))
            return RT_OK;
        return j->self->h->fail(j->self, RT_EINPUT, lines->number, 0, "this is a '%.*s' puzzle, not a %s",
                                (int)(j->type.n < 20 ? j->type.n : 20), j->type.s, j->types[0]);
    case RT_JANKO_AUTHOR:
        j->author = rt_janko_value_of(lines, value);
        return RT_OK;
    case RT_JANKO_TITLE:
        j->title = rt_janko_value_of(lines, value);
        return RT_OK;
    case RT_JANKO_SIZE:
    case RT_JANKO_ROWS:
    case RT_JANKO_COLS:
        return rt_janko_take_size(j, lines, value, key);
    case RT_JANKO_PROBLEM:
        j->problem = rt_janko_section_of(lines);
        return RT_OK;
    case RT_JANKO_SOLUTION:
        j->solution = rt_janko_section_of(lines);
        return RT_OK;
    default:
        return RT_OK;
    }
}

/* Stands behind `begin` then; false: there is none. */
static inline bool rt_janko_find_begin(struct rt_lines *lines)
{
    struct rt_span line, value;
    while (rt_lines_next_full(lines, &line))
        if (rt_janko_key_of(line, &value) == RT_JANKO_BEGIN && !value.n)
            return true;
    return false;
}

/* A format's probe. */
static inline int rt_janko_probe(const char *bytes, size_t length, const char *const *types)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line, value;
    enum rt_janko_key key = RT_JANKO_NONE;
    if (!rt_janko_find_begin(&lines))
        return 0;
    while (key != RT_JANKO_END && rt_lines_next_full(&lines, &line)) {
        key = rt_janko_key_of(line, &value);
        if (key == RT_JANKO_PUZZLE && rt_janko_is_type(rt_janko_value_of(&lines, value), types))
            return 95;
    }
    return 0;
}

/* All entries, into *j, whose `self` and `types` are set.  There is a problem then. */
static inline int rt_janko_read(struct rt_janko *j, const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line, value;
    if (!rt_janko_find_begin(&lines))
        return j->self->h->fail(j->self, RT_EINPUT, 1, 0, "there is no line 'begin' or '[begin]'");
    while (rt_lines_next_full(&lines, &line)) {
        enum rt_janko_key key = rt_janko_key_of(line, &value);
        if (key == RT_JANKO_END)
            break;
        int status = rt_janko_take(j, &lines, key, value);
        if (status != RT_OK)
            return status;
    }
    if (!j->type.n)
        return j->self->h->fail(j->self, RT_EINPUT, lines.number, 0, "the entry 'puzzle %s' is missing", j->types[0]);
    if (!j->problem.rows)
        return j->self->h->fail(j->self, RT_EINPUT, lines.number, 0, "there are no rows under 'problem'");
    return RT_OK;
}

/* Is the board as large as was said? */
static inline int rt_janko_check_size(const struct rt_janko *j, uint32_t width, uint32_t height)
{
    if (j->size[1] && j->size[1] != width)
        return j->self->h->fail(j->self, RT_EINPUT, j->problem.first, 0,
                                "row 1 has %u cells, but the board is %u wide", width, j->size[1]);
    if (j->size[0] && j->size[0] != height)
        return j->self->h->fail(j->self, RT_EINPUT, j->problem.first + j->problem.rows - 1, 0,
                                "the board has %u rows, but it is %u high", height, j->size[0]);
    return RT_OK;
}

/* The rows of the problem as cells, a sign each; of *rows, `self`, `cell`, `how` and `help` are set.  Its width and
 * height, and *cells, in the memory of this call. */
static inline int rt_janko_read_board(const struct rt_janko *j, struct rt_rows *rows, uint8_t **cells)
{
    struct rt_self *self = j->self;
    struct rt_lines lines = j->problem.lines;
    struct rt_span line;
    uint32_t n;
    rows->height = j->problem.rows;
    for (uint32_t row = 0; row < rows->height && rt_lines_next_full(&lines, &line); row++) {
        int status = rt_rows_measure(rows, line, lines.number, &n);
        if (status != RT_OK)
            return status;
        rows->width = row ? rows->width : n;
        if (n != rows->width)
            return self->h->fail(self, RT_EINPUT, lines.number, 0, "row %u has %u cells, but row 1 has %u", row + 1,
                                 n, rows->width);
    }
    int status = rt_janko_check_size(j, rows->width, rows->height);
    if (status == RT_OK)
        status = rt_check_size(self, j->problem.first, 0, rows->width, rows->height);
    if (status != RT_OK)
        return status;
    if (!(*cells = self->h->scratch(self, (size_t)rows->width * rows->height)))
        return RT_ENOMEM;
    lines = j->problem.lines;
    for (uint32_t row = 0; row < rows->height && rt_lines_next_full(&lines, &line); row++)
        rt_rows_fill_row(rows, line, *cells + row * rows->width);
    return RT_OK;
}

/* A solution, if there is one, must have as many rows as the board. */
static inline int rt_janko_check_solution(const struct rt_janko *j, uint32_t height)
{
    if (!j->solution.rows || j->solution.rows == height)
        return RT_OK;
    return j->self->h->fail(j->self, RT_EINPUT, j->solution.first, 0,
                            "the solution has %u rows, but the board has %u", j->solution.rows, height);
}

/* ---- writing ---- */

static inline void rt_janko_put_entry(struct rt_self *self, const char *key, const char *value)
{
    rt_put_line(self, key, value);
    self->h->print(self, "%s", value && *value ? "\n" : "");
}

/* Up to where the rows of the problem begin. */
static inline int rt_janko_put_head(struct rt_self *self, const char *type, const struct rt_puzzle_text *puzzle,
                                    uint32_t width, uint32_t height)
{
    self->h->print(self, "begin\npuzzle %s\n", type);
    rt_janko_put_entry(self, "title ", puzzle->title);
    rt_janko_put_entry(self, "author ", puzzle->author);
    if (width == height)
        return self->h->print(self, "size %u\nproblem\n", width);
    return self->h->print(self, "rows %u\ncols %u\nproblem\n", height, width);
}

#endif
#endif
