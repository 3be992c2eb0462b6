/* masyu.task — the task strings of puzzle-masyu.com, one a line, alone or with an id and an answer:
 *
 *      aBbWcW…            cells: W and B are pearls, a letter from a to z that many empty cells
 *      ID:aBbWcW…         the id is the title; one like 8x6 is the size
 *      ID:aBbWcW…:nyyn…   y or n an edge: those within rows, row by row, then those between rows
 *      var task = 'aBbWcW…';
 *
 * A task string doesn't say its size: without one the board is a square.  Words behind are the title, lines
 * that begin with # comments. */
#include "edges.h"

#include <ratchet/model.h>

/* One line, being taken apart. */
struct entry {
    struct rt_self *self;
    struct rt_span line;
    uint32_t number;
    struct rt_span id, task, answer, title;
    struct board board;
};

#define FAIL(e, at, ...)                                                                                     \
    ((e)->self->h->fail((e)->self, RT_EINPUT, (e)->number, rt_column_of((e)->line, (at)), __VA_ARGS__))

static bool is_comment(struct rt_span line)
{
    line = rt_span_trim(line);
    return line.n && line.s[0] == '#';
}

/* What stands in front of the next colon, which goes too. */
static struct rt_span field(struct rt_span *rest)
{
    const char *colon = memchr(rest->s, ':', rest->n);
    struct rt_span part = {rest->s, colon ? (size_t)(colon - rest->s) : rest->n};
    size_t taken = colon ? part.n + 1 : part.n;
    rest->s += taken;
    rest->n -= taken;
    return part;
}

/* The words that a line of source may begin with; as tasks none of them makes a square, so none is written
 * alone. */
static bool begins_assignment(struct rt_span line)
{
    static const char *const words[] = {"var", "let", "const", "task"};
    struct rt_span word = rt_span_word(&line);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i]);
        if (word.n >= n && !memcmp(word.s, words[i], n) && (word.n == n || word.s[n] == '='))
            return true;
    }
    return false;
}

/* A line of the page's source: what stands between the quotation marks. */
static bool take_assignment(struct rt_span line, struct rt_span *task)
{
    const char *name = memmem(line.s, line.n, "task", 4), *end = line.s + line.n;
    if (!name || !begins_assignment(line))
        return false;
    struct rt_span rest = rt_span_trim((struct rt_span){name + 4, (size_t)(end - name) - 4});
    if (!rest.n || rest.s[0] != '=')
        return false;
    rest = rt_span_trim((struct rt_span){rest.s + 1, rest.n - 1});
    if (!rest.n || (rest.s[0] != '\'' && rest.s[0] != '"'))
        return false;
    const char *close = memchr(rest.s + 1, rest.s[0], rest.n - 1);
    *task = (struct rt_span){rest.s + 1, close ? (size_t)(close - rest.s) - 1 : rest.n - 1};
    return true;
}

static void split(struct entry *e)
{
    struct rt_span rest = e->line;
    e->id = e->answer = e->title = (struct rt_span){e->line.s, 0};
    if (take_assignment(e->line, &e->task))
        return;
    struct rt_span word = rt_span_word(&rest);
    e->title = rt_span_trim(rest);
    bool several = memchr(word.s, ':', word.n);
    if (several)
        e->id = field(&word);
    e->task = field(&word);
    e->answer = word;
}

static uint32_t letter_cells(char c)
{
    return c == 'W' || c == 'B' ? 1 : c >= 'a' && c <= 'z' ? (uint32_t)(c - 'a') + 1 : 0;
}

/* 0: there is a letter that is none, or nothing. */
static uint64_t count_cells(struct rt_span task)
{
    uint64_t cells = 0;
    for (size_t i = 0; i < task.n; i++) {
        if (!letter_cells(task.s[i]))
            return 0;
        cells += letter_cells(task.s[i]);
    }
    return cells;
}

static uint32_t root_of(uint64_t cells)
{
    uint32_t root = 0;
    while (root < RT_ROWS_SIDE && (uint64_t)root * root < cells)
        root++;
    return (uint64_t)root * root == cells ? root : 0;
}

static bool read_size(struct rt_span id, uint32_t *width, uint32_t *height)
{
    if (!rt_span_number(&id, width) || !id.n || id.s[0] != 'x')
        return false;
    id.s++, id.n--;
    return rt_span_is_number(id, height);
}

/* A string of letters alone may be many things; one with an answer, or set in quotation marks, is ours. */
/* A board of rows may begin as a task does, but tasks have no dots. */
static bool has_dots(struct rt_lines lines)
{
    struct rt_span line;
    while (rt_lines_next_full(&lines, &line))
        if (!is_comment(line) && memchr(line.s, '.', line.n))
            return true;
    return false;
}

static int task_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct entry e = {.line = {"", 0}};
    uint32_t width, height;
    do
        if (!rt_lines_next_full(&lines, &e.line))
            return 0;
    while (is_comment(e.line));
    split(&e);
    uint64_t cells = count_cells(e.task);
    if (!cells || !memchr("WBabcdefghijklmnopqrstuvwxyz", e.task.s[0], 28))
        return 0;
    bool pearls = memchr(e.task.s, 'W', e.task.n) || memchr(e.task.s, 'B', e.task.n);
    if (e.answer.n && (e.answer.s[0] == 'y' || e.answer.s[0] == 'n'))
        return 95;
    if (!pearls || !root_of(cells) || read_size(e.id, &width, &height) || (!e.id.n && has_dots(lines)))
        return 0;
    return e.task.s > e.line.s && e.task.s[-1] != ':' ? 90 : e.id.n ? 80 : 85;
}

/* Letters first, then the size, and only after that memory. */
static int measure(struct entry *e)
{
    char shown[8];
    uint32_t width, height;
    if (!e->task.n)
        return FAIL(e, e->task.s, "expected the cells; W and B are pearls, a to z so many empty cells");
    for (size_t i = 0; i < e->task.n; i++)
        if (!letter_cells(e->task.s[i]))
            return FAIL(e, e->task.s + i,
                        "%s is not known in a task; W and B are pearls, a to z so many empty cells",
                        rt_show_char((struct rt_span){e->task.s + i, e->task.n - i}, shown));
    uint64_t cells = count_cells(e->task);
    if (read_size(e->id, &width, &height)) {
        int status = rt_check_size(e->self, e->number, rt_column_of(e->line, e->id.s), width, height);
        if (status != RT_OK)
            return status;
        if ((uint64_t)width * height != cells)
            return FAIL(e, e->task.s, "the task has %llu cells; a board %u wide and %u high has %u",
                        (unsigned long long)cells, width, height, width * height);
        e->id.n = 0;
    } else if (!(width = height = root_of(cells))) {
        return FAIL(e, e->task.s, "%llu cells make no square; say the size in front, as in 8x6:%.*s",
                    (unsigned long long)cells, (int)(e->task.n < 12 ? e->task.n : 12), e->task.s);
    }
    e->board.width = width;
    e->board.height = height;
    return rt_check_size(e->self, e->number, rt_column_of(e->line, e->task.s), width, height);
}

static int read_answer(struct entry *e, const char **solution)
{
    uint32_t n = board_edges(&e->board);
    if (!e->answer.n)
        return RT_OK;
    if (e->answer.n != n)
        return FAIL(e, e->answer.s, "the answer has %zu letters; a board %u wide and %u high has %u edges",
                    e->answer.n, e->board.width, e->board.height, n);
    uint64_t *edges = rt_edges_new(e->self, &e->board.lattice);
    for (uint32_t i = 0; edges && i < n; i++) {
        if (e->answer.s[i] != 'y' && e->answer.s[i] != 'n')
            return FAIL(e, e->answer.s + i, "an answer is made of y, a line, and n, none");
        edges[i] = e->answer.s[i] == 'y' ? RT_EDGE_ON : RT_EDGE_OFF;
    }
    *solution = edges ? edges_answer(e->self, &e->board, edges) : NULL;
    return *solution ? RT_OK : RT_ENOMEM;
}

static int read_entry(struct entry *e)
{
    const char *solution = NULL;
    split(e);
    int status = measure(e);
    if (status != RT_OK)
        return status;
    uint8_t *cell = e->board.cell = e->self->h->scratch(e->self, board_cells(&e->board));
    if (!cell)
        return RT_ENOMEM;
    for (size_t i = 0; i < e->task.n; i++) {
        char c = e->task.s[i];
        if (c == 'W' || c == 'B')
            *cell = c == 'W' ? RT_MASYU_IS_WHITE : RT_MASYU_IS_BLACK;
        cell += letter_cells(c);
    }
    if ((status = read_answer(e, &solution)) != RT_OK)
        return status;
    struct rt_origin from = {
        .first = e->number, .one_line = true, .title = e->title.n ? e->title : e->id, .solution = solution};
    return board_emit(e->self, &e->board, &from);
}

static int task_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    bool any = false;
    while (rt_lines_next_full(&lines, &line)) {
        struct entry e = {.self = self, .line = line, .number = lines.number};
        int status = is_comment(line) ? RT_OK : read_entry(&e);
        if (status != RT_OK)
            return status;
        any |= !is_comment(line);
    }
    return any ? RT_OK : self->h->fail(self, RT_EINPUT, 1, 0, "there is no task in this file");
}

static int write_entry(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct board b;
    uint64_t *edges;
    int status = board_plain(self, puzzle, "masyu.task", &b);
    if (status == RT_OK)
        status = edges_of_solution(self, &b, puzzle, &edges);
    if (status != RT_OK)
        return status;
    uint32_t empty = 0, pearls = 0;
    for (uint32_t cell = 0; cell < board_cells(&b); cell++)
        pearls += b.cell[cell] != 0;
    if (b.width != b.height || edges || !pearls) /* without pearls it would look like a word */
        self->h->print(self, "%ux%u:", b.width, b.height);
    for (uint32_t cell = 0; cell < board_cells(&b); cell++) {
        empty += !b.cell[cell];
        if (empty && (b.cell[cell] || empty == 26 || cell + 1 == board_cells(&b))) {
            self->h->print(self, "%c", (char)('a' + empty - 1));
            empty = 0;
        }
        if (b.cell[cell])
            self->h->print(self, "%c", ".WB"[b.cell[cell]]);
    }
    if (edges)
        self->h->print(self, ":");
    for (uint32_t e = 0; edges && e < board_edges(&b); e++)
        self->h->print(self, "%c", edges[e] == RT_EDGE_ON ? 'y' : 'n');
    status = rt_put_line(self, " ", puzzle->title);
    return status == RT_OK ? self->h->write(self, "\n", 1) : status;
}

static int task_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < count && status == RT_OK; i++)
        status = write_entry(self, puzzles[i]);
    return status;
}

static const struct rt_format_class task = {
    .size = sizeof task,
    .id = "masyu.task",
    .puzzle = "masyu",
    .summary = "task strings of puzzle-masyu.com, one a line, with or without answer",
    .probe = task_probe,
    .read = task_read,
    .write = task_write,
    .quirks = "The string doesn't say its size: a square, or 8x6: in front. An answer is y or n an "
              "edge, those within rows first.",
};

static const struct rt_format_class *const formats[] = {&task, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "masyu.task",
    .version = "1.0",
    .formats = formats,
};
