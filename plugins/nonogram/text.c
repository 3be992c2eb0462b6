/* nonogram.text — the canonical text of nonograms (see nonogram.c) as a file to write by hand, with what a
 * file may tell besides the puzzle: `title …`, `by …`, `source …`, `copyright …`, `license …` and `description …`
 * under the first line, and at the end, under the headings `solution` and `marks`, pictures with a sign a cell
 * as `ratchet solve` prints them. */
#include "grid.h"

#include <ratchet/model.h>

enum part { PUZZLE, SOLUTION, MARKS, PARTS };

static const char *const part_names[] = {[SOLUTION] = "the solution", [MARKS] = "the marks"};

enum { TITLE, BY, SOURCE, COPYRIGHT, LICENSE, DESCRIPTION, WORDS };

static const char *const words[WORDS] = {"title", "by", "source", "copyright", "license", "description"};

struct reading {
    enum part part;
    bool clues; /* the heading `rows` was seen */
    struct draft draft[PARTS];
    struct rt_span about[WORDS];
};

static int text_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    return rt_lines_next_full(&lines, &line) && rt_span_is(rt_span_word(&line), "nonogram") ? 100 : 0;
}

static int word_of(struct rt_span word)
{
    int i = 0;
    while (i < WORDS && !rt_span_is(word, words[i]))
        i++;
    return i;
}

static void read_line(struct reading *r, struct rt_span line, uint32_t number)
{
    struct rt_span rest = line, word = rt_span_word(&rest);
    int about = r->clues ? WORDS : word_of(word);
    r->clues |= rt_span_is(word, "rows");
    if (about < WORDS)
        r->about[about] = rt_span_trim(rest);
    else if (rt_span_is(word, "solution") && !rest.n)
        r->part = SOLUTION;
    else if (rt_span_is(word, "marks") && !rest.n)
        r->part = MARKS;
    else
        draft_line(&r->draft[r->part], line, number);
}

/* One row of a picture; its line is `number`. */
static int read_row(struct rt_self *self, const struct sheet *s, struct rt_span line, uint32_t number,
                    uint32_t row, const char *name, char *to)
{
    struct rt_span cells = rt_span_trim(line);
    char shown[8];
    if (row >= s->height)
        return self->h->fail(self, RT_EINPUT, number, 1, "%s: more rows than the grid has: it is %u high",
                             name, s->height);
    if (cells.n != s->width)
        return self->h->fail(self, RT_EINPUT, number, 0, "%s: row %u has %zu cells, but the grid is %u wide",
                             name, row + 1, cells.n, s->width);
    for (size_t i = 0; i < cells.n; i++) {
        if (cells.s[i] != '?' && sheet_value(s, cells.s[i]) < 0)
            return self->h->fail(self, RT_EINPUT, number, (uint32_t)(cells.s - line.s + (ptrdiff_t)i) + 1,
                                 "%s: %s is no cell of this puzzle", name, show_byte(cells.s[i], shown));
        to[i] = cells.s[i];
    }
    return RT_OK;
}

/* The picture in `rows`, checked; *picture stays NULL if there is none. */
static int read_picture(struct draft *rows, const struct sheet *s, enum part part, const char **picture)
{
    struct rt_self *self = rows->self;
    struct rt_lines lines = rt_lines_of(rows->text, rows->length);
    struct rt_span line;
    struct grid grid;
    uint32_t row = 0;
    if (rows->failed || !grid_make(self, s->width, s->height, &grid))
        return RT_ENOMEM;
    for (; rt_lines_next(&lines, &line); row++) {
        int status = read_row(self, s, line, rows->lines[row], row, part_names[part],
                              grid.cells + (size_t)(row < s->height ? row : 0) * s->width);
        if (status != RT_OK)
            return status;
    }
    if (row < s->height)
        return self->h->fail(self, RT_EINPUT, rows->lines[row - 1], 0,
                             "%s: ends after row %u, but the grid is %u high", part_names[part], row,
                             s->height);
    *picture = grid_text(self, &grid);
    int status = part == SOLUTION ? grid_holds(self, s, &grid, rows->lines[0], part_names[part]) : RT_OK;
    return status == RT_OK && !*picture ? RT_ENOMEM : status;
}

static int read_pictures(struct draft *d, struct rt_puzzle_text *about)
{
    struct sheet s;
    int status = d[SOLUTION].nlines || d[MARKS].nlines ? draft_sheet(d, &s) : RT_OK;
    if (status == RT_OK && d[SOLUTION].nlines)
        status = read_picture(&d[SOLUTION], &s, SOLUTION, &about->solution);
    if (status == RT_OK && d[MARKS].nlines)
        status = read_picture(&d[MARKS], &s, MARKS, &about->marks);
    return status;
}

static int text_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct reading r = {.draft = {{.self = self}, {.self = self}, {.self = self}}};
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    while (rt_lines_next_full(&lines, &line)) {
        read_line(&r, line, lines.number);
        if (self->h->tick(self, 1))
            return RT_ELIMIT;
    }
    if (!r.draft[PUZZLE].nlines)
        return self->h->fail(self, RT_EINPUT, 1, 0,
                             "the file is empty; it begins with 'nonogram WIDTH HEIGHT'");
    struct draft *d = r.draft;
    struct rt_puzzle_text about = {
        .title = draft_string(d, r.about[TITLE]),
        .author = draft_string(d, r.about[BY]),
        .source = draft_string(d, r.about[SOURCE]),
        .copyright = draft_string(d, r.about[COPYRIGHT]),
        .license = draft_string(d, r.about[LICENSE]),
        .description = draft_string(d, r.about[DESCRIPTION]),
    };
    int status = read_pictures(d, &about);
    return status == RT_OK ? draft_emit(d, about) : status;
}

/* A line of its own. */
static void write_about(struct rt_self *self, const char *name, const char *text)
{
    if (text)
        self->h->print(self, "%s %s\n", name, text);
}

static void write_picture(struct rt_self *self, const char *heading, const char *picture)
{
    if (picture)
        self->h->print(self, "%s\n%s%s", heading, picture,
                       *picture && picture[strlen(picture) - 1] != '\n' ? "\n" : "");
}

static int text_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    if (count != 1)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "a nonogram.text file holds one puzzle, not %u",
                             count);
    const struct rt_puzzle_text *p = puzzles[0];
    const char *end = p->length ? memchr(p->text, '\n', p->length) : NULL;
    size_t head = end ? (size_t)(end - p->text) + 1 : p->length;
    self->h->write(self, p->text, head);
    write_about(self, "title", p->title);
    write_about(self, "by", p->author);
    write_about(self, "source", p->source);
    write_about(self, "copyright", p->copyright);
    write_about(self, "license", p->license);
    write_about(self, "description", p->description);
    self->h->write(self, p->text + head, p->length - head);
    write_picture(self, "solution", p->solution);
    write_picture(self, "marks", p->marks);
    return RT_OK;
}

static const char *const extensions[] = {".nonogram", NULL};
static const char *const magic[] = {"nonogram", NULL};

static const struct rt_format_class text = {
    .size = sizeof text,
    .id = "nonogram.text",
    .puzzle = "nonogram",
    .summary = "Ratchet's own text: size, colours, rows, columns, with title, solution and marks",
    .extensions = extensions,
    .magic = magic,
    .probe = text_probe,
    .read = text_read,
    .write = text_write,
    .quirks = "What the others are turned into: holds everything but several puzzles",
};

static const struct rt_format_class *const formats[] = {&text, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.text",
    .version = "1.0",
    .formats = formats,
};
