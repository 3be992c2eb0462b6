/* nonogram.text — the canonical text of nonograms (see nonogram.c) as a file to write by hand, with what a
 * file may tell besides the puzzle: `title …` and `by …` under the first line, and at the end, under the
 * headings `solution` and `marks`, pictures with a sign a cell as `ratchet solve` prints them. */
#include "draft.h"

#include <ratchet/model.h>

enum part { PUZZLE, SOLUTION, MARKS, PARTS };

struct reading {
    enum part part;
    bool clues; /* the heading `rows` was seen */
    struct draft draft[PARTS];
    struct span title, by;
};

static int text_probe(const char *bytes, size_t length)
{
    struct lines lines = lines_of(bytes, length);
    struct span line;
    return lines_next_full(&lines, &line) && span_is(span_word(&line), "nonogram") ? 100 : 0;
}

static void read_line(struct reading *r, struct span line, uint32_t number)
{
    struct span rest = line, word = span_word(&rest);
    r->clues |= span_is(word, "rows");
    if (!r->clues && span_is(word, "title"))
        r->title = span_trim(rest);
    else if (!r->clues && span_is(word, "by"))
        r->by = span_trim(rest);
    else if (span_is(word, "solution") && !rest.n)
        r->part = SOLUTION;
    else if (span_is(word, "marks") && !rest.n)
        r->part = MARKS;
    else
        draft_line(&r->draft[r->part], line, number);
}

static int text_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct reading r = {.draft = {{.self = self}, {.self = self}, {.self = self}}};
    struct lines lines = lines_of(bytes, length);
    struct span line;
    while (lines_next_full(&lines, &line)) {
        read_line(&r, line, lines.number);
        if (self->h->tick(self, 1))
            return RT_ELIMIT;
    }
    if (!r.draft[PUZZLE].nlines)
        return self->h->fail(self, RT_EINPUT, 1, 0,
                             "the file is empty; it begins with 'nonogram WIDTH HEIGHT'");
    struct draft *d = r.draft;
    struct rt_puzzle_text about = {
        .title = draft_string(d, r.title),
        .author = draft_string(d, r.by),
        .solution = draft_string(d, (struct span){d[SOLUTION].text, d[SOLUTION].length}),
        .marks = draft_string(d, (struct span){d[MARKS].text, d[MARKS].length}),
    };
    d->failed |= d[SOLUTION].failed || d[MARKS].failed;
    return draft_emit(d, about);
}

/* A line of its own, without what would break it. */
static void write_about(struct rt_self *self, const char *name, const char *text)
{
    if (!text)
        return;
    self->h->print(self, "%s ", name);
    for (; *text; text++)
        self->h->write(self, (unsigned char)*text < ' ' ? " " : text, 1);
    self->h->print(self, "\n");
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
};

static const struct rt_format_class *const formats[] = {&text, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.text",
    .version = "1.0",
    .formats = formats,
};
