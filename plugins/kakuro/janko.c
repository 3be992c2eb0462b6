/* kakuro.janko — the text of a puzzle as on janko.at:
 *
 *      begin                   or [begin], and so on
 *      puzzle kakuro
 *      author Jane Doe
 *      size 4                  or rows 3, cols 4: not needed
 *      problem
 *      - 16, 24, -             the cells of kakuro.grid
 *      ...
 *      solution
 *      - - - -                 digits, walls where they are
 *      ...
 *      end
 *
 * What stands in front of `begin` and behind `end`, and other entries, is passed over. */
#include "board.h"

enum key { KEY_NONE, KEY_BEGIN, KEY_PUZZLE, KEY_AUTHOR, KEY_TITLE, KEY_PROBLEM, KEY_SOLUTION, KEY_END, KEY_OTHER };

/* The key in front of a line; *value gets the rest. */
static enum key key_of(struct rt_span line, struct rt_span *value)
{
    static const char *const words[] = {[KEY_BEGIN] = "begin", [KEY_PUZZLE] = "puzzle", [KEY_AUTHOR] = "author",
                                        [KEY_TITLE] = "title", [KEY_PROBLEM] = "problem",
                                        [KEY_SOLUTION] = "solution", [KEY_END] = "end"};
    struct rt_span word = rt_span_word(&line);
    if (word.n > 2 && word.s[0] == '[' && word.s[word.n - 1] == ']')
        word = (struct rt_span){word.s + 1, word.n - 2};
    *value = rt_span_trim(line);
    for (enum key key = KEY_BEGIN; key <= KEY_END; key++)
        if (rt_span_is(word, words[key]))
            return key;
    struct cell cell;
    return word.n && !cell_of(word, &cell) ? KEY_OTHER : KEY_NONE;
}

struct reader {
    struct rt_self *self;
    struct rt_lines lines;
    struct rt_span line, type, author, title;
    struct board board;
};

/* What stands behind a key, or on the next line. */
static struct rt_span value_of(struct reader *r, struct rt_span value)
{
    struct rt_lines ahead = r->lines;
    struct rt_span line;
    if (!value.n && rt_lines_next(&ahead, &line)) {
        r->lines = ahead;
        value = rt_span_trim(line);
    }
    return value;
}

static bool is_row(struct rt_span line)
{
    struct rt_span value;
    return count_words(line) && key_of(line, &value) == KEY_NONE;
}

/* Rows up to the next key. */
static int read_problem(struct reader *r)
{
    struct rt_lines ahead = r->lines;
    struct board *b = &r->board;
    while (rt_lines_next(&ahead, &r->line) && is_row(r->line))
        b->width = b->height++ ? b->width : count_words(r->line);
    b->line = r->lines.number + 1;
    int status = board_make(r->self, b, b->line);
    for (uint32_t row = 0; row < b->height && status == RT_OK && rt_lines_next(&r->lines, &r->line); row++)
        status = read_row(r->self, r->line, r->lines.number, b, row, false);
    return status;
}

static int read_solution(struct reader *r)
{
    struct rt_lines ahead = r->lines;
    int status = RT_OK;
    for (uint32_t row = 0; status == RT_OK && rt_lines_next(&ahead, &r->line) && is_row(r->line); row++) {
        r->lines = ahead;
        if (row == r->board.height)
            return r->self->h->fail(r->self, RT_EINPUT, ahead.number, 0, "the solution has more rows than the problem");
        status = read_row(r->self, r->line, ahead.number, &r->board, row, true);
    }
    return status;
}

static int read_entry(struct reader *r, enum key key, struct rt_span value)
{
    switch (key) {
    case KEY_PUZZLE:
        r->type = value_of(r, value);
        if (r->type.n != 6 || strncasecmp(r->type.s, "kakuro", 6))
            return r->self->h->fail(r->self, RT_EINPUT, r->lines.number, 0, "this is a '%.*s' puzzle, not a kakuro",
                                    r->type.n < 20 ? (int)r->type.n : 20, r->type.s);
        return RT_OK;
    case KEY_AUTHOR:
        r->author = value_of(r, value);
        return RT_OK;
    case KEY_TITLE:
        r->title = value_of(r, value);
        return RT_OK;
    case KEY_PROBLEM:
        if (r->board.cell)
            return r->self->h->fail(r->self, RT_EINPUT, r->lines.number, 0, "there is a second problem");
        return read_problem(r);
    case KEY_SOLUTION:
        return r->board.cell ? read_solution(r) : RT_OK;
    default:
        return RT_OK;
    }
}

static int read(struct rt_self *self, const char *bytes, size_t length)
{
    struct reader r = {.self = self, .lines = rt_lines_of(bytes, length)};
    struct rt_span value;
    enum key key = KEY_NONE;
    int status = RT_OK;
    while (key != KEY_BEGIN && rt_lines_next(&r.lines, &r.line))
        key = key_of(r.line, &value);
    while (status == RT_OK && key != KEY_END && rt_lines_next(&r.lines, &r.line)) {
        key = key_of(r.line, &value);
        status = read_entry(&r, key, value);
    }
    if (status != RT_OK)
        return status;
    if (!r.type.s || !r.board.cell)
        return self->h->fail(self, RT_EINPUT, r.lines.number, 0, "the line `%s` is missing",
                             r.type.s ? "problem" : "puzzle kakuro");
    struct rt_puzzle_text puzzle = {.author = rt_span_string(self, r.author), .title = rt_span_string(self, r.title)};
    return board_emit(self, &r.board, false, &puzzle);
}

static int probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line, value;
    bool begun = false;
    while (rt_lines_next(&lines, &line)) {
        enum key key = key_of(line, &value);
        begun |= key == KEY_BEGIN;
        if (!begun || key != KEY_PUZZLE)
            continue;
        if (!value.n && rt_lines_next(&lines, &line))
            value = rt_span_trim(line);
        return value.n == 6 && !strncasecmp(value.s, "kakuro", 6) ? 100 : 0;
    }
    return 0;
}

/* ---- writing */

static int write_rows(struct rt_self *self, const struct board *board, bool answers)
{
    int status = self->h->print(self, answers ? "solution\n" : "problem\n");
    for (uint32_t at = 0; at < board_size(board) && status == RT_OK; at++) {
        char word[WORD_MOST];
        cell_word_listed(&board->cell[at], answers, word);
        status = self->h->print(self, "%s%s", word, (at + 1) % board->width ? " " : "\n");
    }
    return status;
}

static int write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct board board;
    bool all;
    int status = rt_only_one(self, count);
    status = status == RT_OK ? board_of(self, puzzles[0], &board) : status;
    if (status != RT_OK)
        return status;
    self->h->print(self, "begin\npuzzle kakuro");
    rt_put_line(self, "\ntitle ", puzzles[0]->title);
    rt_put_line(self, "\nauthor ", puzzles[0]->author);
    self->h->print(self, "\nrows %u\ncols %u\n", board.height, board.width);
    status = write_rows(self, &board, false);
    if (status == RT_OK && board_answered(&board, &all) && all)
        status = write_rows(self, &board, true);
    return status == RT_OK ? self->h->print(self, "end\n") : status;
}

static const char *const extensions[] = {".janko", ".x-janko", NULL};
static const char *const magic[] = {"begin", "[begin]", NULL};

static const struct rt_format_class format = {
    .size = sizeof format,
    .id = "kakuro.janko",
    .puzzle = "kakuro",
    .summary = "the text of a puzzle as on janko.at, with or without solution",
    .extensions = extensions,
    .magic = magic,
    .probe = probe,
    .read = read,
    .write = write,
    .quirks = "Key words with or without brackets, values on the same line or the next; cells as in kakuro.grid",
};

static const struct rt_format_class *const formats[] = {&format, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "kakuro.janko", .version = "1.0", .formats = formats,
};
