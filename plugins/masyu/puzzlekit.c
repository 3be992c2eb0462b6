/* masyu.puzzlekit — boards in the manner of puzzlekit, and of its data sets:
 *
 *      6 6                     rows, columns; also on two lines
 *      - - w - - b             - none, w white, b black
 *      ...
 *
 * Behind the board there may be the size again and a solution: for each cell the directions (n, s, e, w) in
 * which the line leaves it.  A data set is JSON in which objects have such texts as "problem" and "solution";
 * each is a puzzle, with the object's name as its title.  Where width and height are swapped the rows settle
 * it, and it is said. */
#include "edges.h"
#include "json.h"

#include <ratchet/model.h>

/* One text, being read. */
struct kit {
    struct rt_self *self;
    struct rt_lines lines;
    struct rt_span line; /* the one read last */
    uint32_t fixed;   /* within JSON: the line to name whatever is wrong; 0: the text's own */
    struct board board;
    uint32_t first; /* line of the first row */
};

static uint32_t number_of(const struct kit *k)
{
    return k->fixed ? k->fixed : k->lines.number ? k->lines.number : 1;
}

#define FAIL(k, ...) ((k)->self->h->fail((k)->self, RT_EINPUT, number_of(k), 0, __VA_ARGS__))

static bool next_line(struct kit *k)
{
    return rt_lines_next_full(&k->lines, &k->line);
}

/* Rows and columns, on one line or on two. */
static bool read_size(struct kit *k, uint32_t size[2])
{
    struct rt_span rest;
    if (!next_line(k))
        return false;
    rest = k->line;
    if (!rt_span_is_number(rt_span_word(&rest), &size[0]))
        return false;
    if (!rt_span_trim(rest).n) {
        if (!next_line(k))
            return false;
        rest = k->line;
    }
    return rt_span_is_number(rt_span_word(&rest), &size[1]) && !rt_span_trim(rest).n;
}

/* Are there rows of this many cells? */
static bool has_rows(struct kit k, uint32_t rows, uint32_t width)
{
    uint32_t row = 0;
    for (; row < rows && next_line(&k); row++) {
        uint32_t n = 0;
        while (rt_span_word(&k.line).n)
            n++;
        if (n != width)
            return false;
    }
    return row == rows;
}

static int read_head(struct kit *k)
{
    uint32_t size[2];
    struct board *b = &k->board;
    if (!read_size(k, size))
        return FAIL(k, "a board begins with its rows and columns, two numbers");
    b->height = size[0];
    b->width = size[1];
    if (b->width != b->height && !has_rows(*k, b->height, b->width) && has_rows(*k, b->width, b->height)) {
        b->height = size[1];
        b->width = size[0];
        k->self->h->log(k->self, RT_LOG_WARN,
                        "line %u: columns stand in front of rows here, as the rows show", number_of(k));
    }
    return rt_check_size(k->self, number_of(k), 0, b->width, b->height);
}

static int read_cells(struct kit *k, size_t length)
{
    struct board *b = &k->board;
    uint32_t n;
    if (board_cells(b) > length)
        return FAIL(k, "the text is too short for a board %u wide and %u high", b->width, b->height);
    if (!(b->cell = k->self->h->scratch(k->self, board_cells(b))))
        return RT_ENOMEM;
    for (uint32_t row = 0; row < b->height; row++) {
        if (!next_line(k))
            return FAIL(k, "the board ends after row %u, but it is %u high", row, b->height);
        k->first = row ? k->first : number_of(k);
        int status = row_measure(k->self, k->line, number_of(k), &n);
        if (status != RT_OK)
            return status;
        if (n != b->width)
            return FAIL(k, "row %u has %u cells, but the board is %u wide", row + 1, n, b->width);
        row_fill(k->line, b->cell + row * b->width);
        if (k->self->h->tick(k->self, 1 + n / 64))
            return RT_ELIMIT;
    }
    return RT_OK;
}

/* The size again, then a solution; *picture stays NULL where there is none. */
static int read_solution(struct kit *k, const char **picture)
{
    uint32_t size[2], first = 0;
    struct board *b = &k->board;
    struct kit ahead = *k;
    uint64_t *edges;
    if (!next_line(&ahead))
        return RT_OK;
    bool sized = read_size(k, size);
    if (!sized || size[0] * (uint64_t)size[1] != board_cells(b))
        return FAIL(k, "behind the board there can only be a solution, under the same size");
    uint8_t *links = k->self->h->scratch(k->self, board_cells(b));
    int status = links ? RT_OK : RT_ENOMEM;
    for (uint32_t row = 0; row < b->height && status == RT_OK; row++) {
        if (!next_line(k))
            return FAIL(k, "the solution ends after row %u, but the board is %u high", row, b->height);
        first = row ? first : number_of(k);
        status = links_read_row(k->self, b, k->line, number_of(k), row, links);
    }
    if (status == RT_OK && next_line(k))
        return FAIL(k, "there is more behind the solution");
    if (status == RT_OK)
        status = links_join(k->self, b, links, first, &edges);
    if (status == RT_OK && !(*picture = edges_answer(k->self, b, edges)))
        status = RT_ENOMEM;
    return status;
}

static int read_text(struct kit *k, size_t length, const char **solution)
{
    int status = read_head(k);
    if (status == RT_OK)
        status = read_cells(k, length);
    return status == RT_OK ? read_solution(k, solution) : status;
}

/* ---- data sets ---- */

struct dataset {
    struct rt_self *self;
    const char *counted; /* up to here, where the last puzzle ended, there are .. */
    uint32_t line;       /* .. so many lines */
    uint32_t puzzles;
};

static uint32_t line_at(const struct dataset *set, const char *at)
{
    uint32_t line = set->line;
    for (const char *s = set->counted; s < at; s++)
        line += *s == '\n';
    return line;
}

/* A string with its \n taken for line ends; our texts have no other escapes. */
static struct rt_span unescape(struct rt_self *self, struct rt_span raw)
{
    char *text = self->h->scratch(self, raw.n + 1);
    size_t n = 0;
    for (size_t i = 0; text && i < raw.n; i++) {
        bool escape = raw.s[i] == '\\' && i + 1 < raw.n;
        i += escape;
        text[n++] = escape && raw.s[i] == 'n' ? '\n' : escape && raw.s[i] == 'r' ? '\r' : raw.s[i];
    }
    return (struct rt_span){text, text ? n : 0};
}

static int read_case(struct dataset *set, struct rt_span name, struct rt_span problem, struct rt_span solution)
{
    struct rt_self *self = set->self;
    struct rt_span text = unescape(self, problem), other = unescape(self, solution);
    struct kit k = {.self = self, .lines = rt_lines_of(text.s, text.n), .fixed = line_at(set, problem.s)};
    const char *picture = NULL;
    if (!text.s || !other.s)
        return RT_ENOMEM;
    int status = read_text(&k, text.n, &picture);
    if (status == RT_OK && other.n) {
        k.lines = rt_lines_of(other.s, other.n);
        k.fixed = line_at(set, solution.s);
        status = read_solution(&k, &picture);
    }
    if (status != RT_OK)
        return status;
    struct rt_origin from = {
        .first = line_at(set, problem.s), .one_line = true, .title = name, .solution = picture};
    set->puzzles++;
    return board_emit(self, &k.board, &from);
}

/* An object with "problem" is a puzzle; in others, three deep at most, we look for such. */
static int read_object(struct dataset *set, struct json *j, struct rt_span name, uint32_t depth)
{
    struct rt_span member, problem = {NULL, 0}, solution = {"", 0};
    int status = RT_OK;
    json_take(j, '{');
    while (status == RT_OK && json_member(j, &member)) {
        char c = json_peek(j);
        if (c == '"' && rt_span_is(member, "problem"))
            json_string(j, &problem);
        else if (c == '"' && rt_span_is(member, "solution"))
            json_string(j, &solution);
        else if (c == '{' && depth < 3)
            status = read_object(set, j, member, depth + 1);
        else
            json_skip(j);
    }
    if (status == RT_OK && problem.s && !j->bad) {
        status = read_case(set, name, problem, solution);
        set->line = line_at(set, j->at);
        set->counted = j->at;
    }
    return status;
}

static int read_dataset(struct rt_self *self, const char *bytes, size_t length)
{
    struct dataset set = {self, bytes, 1, 0};
    struct json j = json_of((struct rt_span){bytes, length});
    int status = read_object(&set, &j, (struct rt_span){"", 0}, 0);
    if (status == RT_OK && j.bad)
        return self->h->fail(self, RT_EINPUT, line_at(&set, j.at), 0, "this is no JSON any more");
    if (status == RT_OK && !set.puzzles)
        return self->h->fail(self, RT_EINPUT, 1, 0, "there is no object with a \"problem\" in this JSON");
    return status;
}

/* ---- the format ---- */

static bool is_json(const char *bytes, size_t length)
{
    struct json j = json_of((struct rt_span){bytes, length});
    return length && json_peek(&j) == '{';
}

/* Does the first problem of a data set look like ours? */
static bool is_masyu(const char *bytes, size_t length)
{
    const char *key = memmem(bytes, length, "\"problem\":", 10);
    struct rt_span text = {"", 0};
    struct json j = {key, bytes + length, false};
    bool cells = false;
    if (!key || !json_string(&j, &text) || !json_take(&j, ':') || json_peek(&j) != '"' ||
        !json_string(&j, &text))
        return false;
    for (size_t i = 0; i < text.n; i++) {
        bool cell = cell_of(text.s[i], SPELL_LETTERS) >= 0;
        if (!cell && !rt_is_digit(text.s[i]) && !rt_is_blank(text.s[i]) && !memchr("\\nr", text.s[i], 3))
            return false;
        cells |= cell;
    }
    return cells;
}

static int puzzlekit_probe(const char *bytes, size_t length)
{
    struct kit k = {.lines = rt_lines_of(bytes, length)};
    uint32_t size[2];
    if (is_json(bytes, length))
        return is_masyu(bytes, length) ? 95 : 0;
    if (!read_size(&k, size) || !next_line(&k))
        return 0;
    for (struct rt_span word; (word = rt_span_word(&k.line)).n;)
        if (word.n != 1 || cell_of(word.s[0], SPELL_LETTERS) < 0)
            return 0;
    return 85;
}

static int puzzlekit_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct kit k = {.self = self, .lines = rt_lines_of(bytes, length)};
    const char *solution = NULL;
    if (is_json(bytes, length))
        return read_dataset(self, bytes, length);
    int status = read_text(&k, length, &solution);
    if (status != RT_OK)
        return status;
    return board_emit(self, &k.board, &(struct rt_origin){.first = k.first, .solution = solution});
}

static int puzzlekit_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct board b;
    uint64_t *edges = NULL;
    int status = rt_single(self, count, "masyu.puzzlekit", "masyu.puzzlink");
    if (status == RT_OK)
        status = board_plain(self, puzzles[0], "masyu.puzzlekit", &b);
    if (status == RT_OK)
        status = edges_of_solution(self, &b, puzzles[0], &edges);
    if (status != RT_OK)
        return status;
    status = self->h->print(self, "%u %u\n", b.height, b.width);
    for (uint32_t row = 0; row < b.height && status == RT_OK; row++)
        status = board_print_row(self, &b, row, "-wb");
    if (status != RT_OK || !edges)
        return status;
    self->h->print(self, "\n%u %u\n", b.height, b.width);
    return links_print(self, &b, edges);
}

static const char *const extensions[] = {".json", NULL};

static const struct rt_format_class puzzlekit = {
    .size = sizeof puzzlekit,
    .id = "masyu.puzzlekit",
    .puzzle = "masyu",
    .summary = "rows and columns, then lines of '- w b'; also a data set of such in JSON",
    .extensions = extensions,
    .probe = puzzlekit_probe,
    .read = puzzlekit_read,
    .write = puzzlekit_write,
    .quirks = "Rows come first; where only the other order fits the rows below, that is taken, with"
              " a warning. In JSON every object with a \"problem\" is a puzzle.",
};

static const struct rt_format_class *const formats[] = {&puzzlekit, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "masyu.puzzlekit",
    .version = "1.0",
    .formats = formats,
};
