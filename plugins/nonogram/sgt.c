/* nonogram.sgt — game ids of Pattern in Simon Tatham's puzzle collection, one a line:
 *
 *      3x2:1/1/1/1.1/1             width x height, then the clues of the columns and of the rows, parted by slashes
 *      3x2:1/1/1/1.1/1,bBab        behind a comma cells that are given: a letter skips so many, a to y also gives the
 *                                  cell behind them, filled if it is a capital
 *
 * Lines that begin with # are comments; what stands behind an id is its title. */
#include "grid.h"

#include <ratchet/model.h>

/* One id, being taken apart. */
struct id {
    struct rt_self *self;
    struct rt_span line;
    uint32_t number; /* of the line */
    struct rt_span rest;
    uint32_t width, height;
};

#define ID_FAIL(id, ...)                                                                                     \
    ((id)->self->h->fail((id)->self, RT_EINPUT, (id)->number, (uint32_t)((id)->rest.s - (id)->line.s) + 1,   \
                         __VA_ARGS__))

static bool take_number(struct rt_span *rest, uint32_t *value)
{
    size_t digits = span_digits(*rest, value);
    rest->s += digits;
    rest->n -= digits;
    return digits;
}

static bool take_sign(struct rt_span *rest, char sign)
{
    bool there = rest->n && rest->s[0] == sign;
    rest->s += there;
    rest->n -= there;
    return there;
}

/* `3x2:` or `3:`. */
static bool take_size(struct rt_span *rest, uint32_t *width, uint32_t *height)
{
    if (!take_number(rest, width))
        return false;
    *height = *width;
    if (take_sign(rest, 'x') && !take_number(rest, height))
        return false;
    return take_sign(rest, ':');
}

static bool is_comment(struct rt_span line)
{
    line = rt_span_trim(line);
    return line.n && line.s[0] == '#';
}

static int sgt_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    uint32_t width, height, slashes = 0;
    do
        if (!rt_lines_next_full(&lines, &line))
            return 0;
    while (is_comment(line));
    struct rt_span rest = rt_span_word(&line);
    if (!take_size(&rest, &width, &height))
        return 0;
    for (size_t i = 0; i < rest.n && rest.s[i] != ','; i++) {
        slashes += rest.s[i] == '/';
        if (!rt_is_digit(rest.s[i]) && rest.s[i] != '.' && rest.s[i] != '/')
            return 0;
    }
    return slashes + 1 == (uint64_t)width + height ? 90 : slashes ? 60 : 0;
}

static int take_clue(struct id *id, struct draft *d)
{
    uint32_t length;
    char word[16];
    bool any = false;
    while (id->rest.n && rt_is_digit(id->rest.s[0])) {
        take_number(&id->rest, &length);
        int n = snprintf(word, sizeof word, any ? " %u" : "%u", length);
        draft_add(d, (struct rt_span){word, (size_t)n});
        any = true;
        if (take_sign(&id->rest, '.') && !(id->rest.n && rt_is_digit(id->rest.s[0])))
            return ID_FAIL(id, "expected a length behind the dot");
    }
    draft_add(d, any ? (struct rt_span){"", 0} : (struct rt_span){"0", 1});
    draft_end(d, id->number);
    return RT_OK;
}

static int take_side(struct id *id, struct draft *d, const char *name, uint32_t count, bool last)
{
    draft_words(d, name, id->number);
    for (uint32_t i = 0; i < count; i++) {
        int status = take_clue(id, d);
        if (status == RT_OK && id->self->h->tick(id->self, 1))
            status = RT_ELIMIT;
        if (status != RT_OK)
            return status;
        if (i + 1 == count && last)
            break;
        if (!take_sign(&id->rest, '/'))
            return ID_FAIL(id,
                           id->rest.n ? "this is no clue; expected a number, a dot or a slash"
                                      : "the id ends after %u of the %u clues of the %s",
                           i + 1, count, name);
    }
    return RT_OK;
}

/* The cells behind the comma. */
static int take_marks(struct id *id, struct grid *grid)
{
    size_t at = 0, cells = (size_t)id->width * id->height;
    if (!grid_make(id->self, id->width, id->height, grid))
        return RT_ENOMEM;
    memset(grid->cells, '?', cells);
    while (at < cells) {
        char c = id->rest.n ? id->rest.s[0] : 0, low = (char)(c | 0x20);
        if (low < 'a' || low > 'z')
            return ID_FAIL(id, c ? "only letters may stand behind the comma"
                                 : "the given cells end before the grid does");
        at += (size_t)(low - 'a');
        if (at > cells)
            return ID_FAIL(id, "this skips more cells than the grid has");
        if (low < 'z' && at < cells)
            grid->cells[at++] = low == c ? '.' : '#';
        id->rest.s++, id->rest.n--;
    }
    return RT_OK;
}

static int read_id(struct id *id)
{
    struct rt_self *self = id->self;
    struct draft draft = {.self = self, .reworded = true}, rows = {.self = self}, columns = {.self = self};
    struct rt_puzzle_text about = {0};
    struct rt_span title = id->line;
    struct grid marks;
    id->rest = rt_span_word(&title);
    if (!take_size(&id->rest, &id->width, &id->height))
        return ID_FAIL(id, "an id begins with its size, such as 10x10:");
    int status = sheet_check_size(self, id->number, id->width, id->height);
    if (status == RT_OK)
        status = take_side(id, &columns, "columns", id->width, false);
    if (status == RT_OK)
        status = take_side(id, &rows, "rows", id->height, true);
    if (status == RT_OK && take_sign(&id->rest, ',')) {
        status = take_marks(id, &marks);
        about.marks = status == RT_OK ? grid_text(self, &marks) : NULL;
    }
    if (status == RT_OK && id->rest.n)
        status = ID_FAIL(id, "more text behind the id of %u x %u", id->width, id->height);
    if (status != RT_OK)
        return status;
    draft_head(&draft, id->width, id->height, id->number);
    draft_append(&draft, &rows);
    draft_append(&draft, &columns);
    about.title = draft_string(&draft, rt_span_trim(title));
    return draft_emit(&draft, about);
}

static int sgt_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct id id = {.self = self};
    int status = RT_OK;
    while (status == RT_OK && rt_lines_next_full(&lines, &id.line)) {
        id.number = lines.number;
        if (!is_comment(id.line))
            status = read_id(&id);
    }
    return status;
}

static void write_marks(struct rt_self *self, const struct sheet *s, const char *picture)
{
    struct grid grid;
    uint32_t skipped = 0;
    if (!grid_of_text(self, s, picture, &grid))
        return;
    self->h->print(self, ",");
    for (size_t i = 0; i < grid_cells(&grid); i++) {
        char c = grid.cells[i];
        if (c != '?')
            self->h->print(self, "%c", (c == '.' ? 'a' : 'A') + (int)skipped);
        else if (++skipped == 25)
            self->h->print(self, "z");
        skipped = c != '?' || skipped == 25 ? 0 : skipped;
    }
    if (skipped)
        self->h->print(self, "%c", 'a' + (int)skipped);
}

static int write_id(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct sheet s;
    int status = sheet_of_text(self, puzzle, &s);
    if (status == RT_OK && s.coloured)
        status = self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "a game id of Pattern has no colours");
    if (status != RT_OK)
        return status;
    self->h->print(self, "%ux%u:", s.width, s.height);
    for (uint32_t i = 0; i < s.nlines; i++) {
        uint32_t line = i < s.width ? s.height + i : i - s.width;
        for (uint32_t j = s.first[line]; j < s.first[line + 1]; j++)
            self->h->print(self, j > s.first[line] ? ".%u" : "%u", s.block[j].length);
        self->h->print(self, i + 1 < s.nlines ? "/" : "");
    }
    write_marks(self, &s, puzzle->marks);
    return self->h->print(self, "%s%s\n", puzzle->title ? " " : "", puzzle->title ? puzzle->title : "");
}

static int sgt_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < count && status == RT_OK; i++)
        status = write_id(self, puzzles[i]);
    return status;
}

static const struct rt_format_class sgt = {
    .size = sizeof sgt,
    .id = "nonogram.sgt",
    .puzzle = "nonogram",
    .summary = "game ids of Pattern (Simon Tatham's puzzles), one a line",
    .probe = sgt_probe,
    .read = sgt_read,
    .write = sgt_write,
    .quirks = "Columns come before rows. Cells that are given become marks",
};

static const struct rt_format_class *const formats[] = {&sgt, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.sgt",
    .version = "1.0",
    .formats = formats,
};
