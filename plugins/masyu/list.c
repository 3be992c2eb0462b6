/* masyu.list — a board a line, its rows joined by slashes, in the manner of tables of puzzles:
 *
 *      first of May    ..W/B../...
 *
 * The words in front are its title.  Lines that begin with # are comments, and a first line without a board
 * is the heading of a table. */
#include "board.h"

#include <ratchet/model.h>

static bool is_comment(struct rt_span line)
{
    line = rt_span_trim(line);
    return line.n && line.s[0] == '#';
}

/* Rows joined by slashes? */
static bool is_board(struct rt_span word)
{
    bool slash = false;
    for (size_t i = 0; i < word.n; i++) {
        slash |= word.s[i] == '/';
        if (word.s[i] != '/' && cell_of(word.s[i], SPELL_LETTERS) < 0)
            return false;
    }
    return slash;
}

/* Takes the last word off the line. */
static struct rt_span last_word(struct rt_span *line)
{
    *line = rt_span_trim(*line);
    size_t start = line->n;
    while (start && !rt_is_blank(line->s[start - 1]))
        start--;
    struct rt_span word = {line->s + start, line->n - start};
    line->n = start;
    *line = rt_span_trim(*line);
    return word;
}

static int list_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    for (uint32_t looked = 0; looked < 2 && rt_lines_next_full(&lines, &line);) {
        if (is_comment(line))
            continue;
        if (is_board(last_word(&line)))
            return 85;
        looked++;
    }
    return 0;
}

#define FAIL(at, ...) (self->h->fail(self, RT_EINPUT, number, rt_column_of(line, (at)), __VA_ARGS__))

/* Looks at the rows, and how many they are, before any memory is asked for. */
static int measure(struct rt_self *self, struct rt_span line, uint32_t number, struct rt_span word, struct board *b)
{
    uint32_t n = 0;
    char shown[8];
    for (size_t i = 0; i <= word.n; i++) {
        bool end = i == word.n || word.s[i] == '/';
        if (!end && cell_of(word.s[i], SPELL_LETTERS) < 0)
            return FAIL(word.s + i, "%s is no cell; %s",
                        rt_show_char((struct rt_span){word.s + i, word.n - i}, shown),
                        spelling_help(SPELL_LETTERS));
        if (!end) {
            n++;
            continue;
        }
        if (i == word.n && !n && b->height)
            break; /* a slash behind the last row */
        if (b->height && n != b->width)
            return FAIL(word.s + i - n, "row %u has %u cells, but row 1 has %u", b->height + 1, n, b->width);
        b->width = n;
        b->height++;
        n = 0;
    }
    return rt_check_size(self, number, rt_column_of(line, word.s), b->width, b->height);
}

static int read_board(struct rt_self *self, struct rt_span line, uint32_t number)
{
    struct board b = {0};
    struct rt_span title = line, word = last_word(&title);
    if (!memchr(word.s, '/', word.n))
        return FAIL(word.s, "this is no board; one looks like ..W/B../...");
    int status = measure(self, line, number, word, &b);
    if (status != RT_OK)
        return status;
    if (!(b.cell = self->h->scratch(self, board_cells(&b))))
        return RT_ENOMEM;
    row_fill(word, b.cell);
    return board_emit(self, &b, &(struct rt_origin){.first = number, .one_line = true, .title = title});
}

static int list_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    bool any = false, heading = true;
    while (rt_lines_next_full(&lines, &line)) {
        struct rt_span rest = line;
        bool skip = is_comment(line) || (heading && !is_board(last_word(&rest)) && lines.at < lines.end);
        heading &= is_comment(line);
        int status = skip ? RT_OK : read_board(self, line, lines.number);
        if (status != RT_OK)
            return status;
        any |= !skip;
    }
    return any ? RT_OK : self->h->fail(self, RT_EINPUT, 1, 0, "there is no board in this file");
}

/* A title without what would make a comment of it. */
static const char *title_at_front(const char *title)
{
    return title + strspn(title, "# \t");
}

static int write_board(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct board b;
    int status = board_plain(self, puzzle, "masyu.list", &b);
    if (status != RT_OK)
        return status;
    if (b.height == 1)
        return self->h->fail(
            self, RT_EUNSUPPORTED, 0, 0,
            "masyu.list parts rows with a slash, and a board of one row has none; masyu.rows can");
    char *text = self->h->scratch(self, (size_t)board_cells(&b) + b.height), *end = text;
    if (!text)
        return RT_ENOMEM;
    for (uint32_t cell = 0; cell < board_cells(&b); cell++) {
        *end++ = ".WB"[b.cell[cell]];
        if ((cell + 1) % b.width == 0)
            *end++ = cell + 1 < board_cells(&b) ? '/' : '\n';
    }
    const char *title = title_at_front(puzzle->title ? puzzle->title : "");
    rt_put_line(self, "", title);
    if (*title)
        self->h->write(self, "\t", 1);
    return self->h->write(self, text, (size_t)(end - text));
}

static int list_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < count && status == RT_OK; i++)
        status = write_board(self, puzzles[i]);
    return status;
}

static const char *const extensions[] = {".tsv", NULL};

static const struct rt_format_class list = {
    .size = sizeof list,
    .id = "masyu.list",
    .puzzle = "masyu",
    .summary = "a board a line, rows joined by slashes, its title in front",
    .extensions = extensions,
    .probe = list_probe,
    .read = list_read,
    .write = list_write,
    .quirks = "The words in front of a board are its title; a first line without a board is a "
              "heading, # starts a comment.",
};

static const struct rt_format_class *const formats[] = {&list, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "masyu.list",
    .version = "1.0",
    .formats = formats,
};
