/* nonogram.gno — the format of Gnonograms: sections under headings in brackets.
 *
 *      [Description]               name, designer, date, difficulty, a line each
 *      [License]
 *      [Dimensions]                number of rows, number of columns
 *      [Row clues]                 2,1 a line; 0 is an empty clue
 *      [Column clues]
 *      [Solution] [Solution grid]  a line a row, 1 for empty and 2 for filled, blanks between; enough without clues
 *      [Working grid]              the same, 0 for unknown
 *
 * `//` begins a comment.  Other sections are passed over. */
#include "grid.h"
#include "pen.h"
#include "side.h"

#include <ratchet/model.h>

enum part { DESCRIPTION, LICENSE, DIMENSIONS, ROWS, COLUMNS, SOLUTION, WORKING, PARTS };

static const char *const headings[PARTS] = {"[Description]", "[License]",      "[Dimensions]",
                                            "[Row clues]",   "[Column clues]", "[Solution grid]",
                                            "[Working grid]"};

/* The full lines of a section, without comments. */
struct gno {
    struct rt_self *self;
    struct draft part[PARTS];
    uint32_t heading[PARTS]; /* 0: not there */
    uint32_t width, height;
};

static bool span_starts_nocase(struct rt_span t, const char *word)
{
    size_t i = 0;
    while (i < t.n && word[i] && (t.s[i] | 0x20) == (word[i] | 0x20))
        i++;
    return !word[i];
}

static struct rt_span without_comment(struct rt_span line)
{
    for (size_t i = 0; i + 1 < line.n; i++)
        if (line.s[i] == '/' && line.s[i + 1] == '/')
            return (struct rt_span){line.s, i};
    return line;
}

/* PARTS for a section that we pass over. */
static enum part part_of(struct rt_span heading)
{
    int i = 0;
    while (i < PARTS && !span_starts_nocase(heading, headings[i]))
        i++;
    return i == PARTS && span_starts_nocase(heading, "[Solution]") ? SOLUTION : (enum part)i;
}

static bool begins_section(struct rt_span line)
{
    line = rt_span_trim(line);
    return line.n && line.s[0] == '[';
}

static int gno_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    uint32_t seen = 0;
    while (rt_lines_next(&lines, &line))
        if (begins_section(line))
            seen |= 1u << part_of(rt_span_trim(line));
    bool size = seen & 1u << DIMENSIONS, clues = seen & (1u << ROWS | 1u << COLUMNS | 1u << SOLUTION);
    return size && clues ? 90 : size || clues ? 50 : 0;
}

static int read_lines(struct gno *g, struct rt_lines lines)
{
    struct rt_span line;
    enum part part = PARTS;
    while (rt_lines_next_full(&lines, &line)) {
        line = without_comment(line);
        if (begins_section(line)) {
            part = part_of(rt_span_trim(line));
            if (part < PARTS && g->heading[part])
                return g->self->h->fail(g->self, RT_EINPUT, lines.number, 1,
                                        "a second %s; the first is in line %u", headings[part],
                                        g->heading[part]);
            if (part < PARTS)
                g->heading[part] = lines.number;
        } else if (part < PARTS && rt_span_trim(line).n) {
            draft_line(&g->part[part], line, lines.number);
        }
        if (g->self->h->tick(g->self, 1))
            return RT_ELIMIT;
    }
    return RT_OK;
}

/* Line number `i` of a section; empty if there are fewer. */
static struct rt_span part_line(const struct draft *part, uint32_t i)
{
    struct rt_lines lines = rt_lines_of(part->text, part->length);
    struct rt_span line = {"", 0};
    for (bool more = true; more && i != RT_NOPOS; i--)
        if (!(more = rt_lines_next(&lines, &line)))
            line = (struct rt_span){"", 0};
    return rt_span_trim(line);
}

static int read_size(struct gno *g)
{
    const struct draft *d = &g->part[DIMENSIONS];
    uint32_t line = g->heading[DIMENSIONS];
    if (!line)
        return g->self->h->fail(g->self, RT_EINPUT, 1, 0, "there is no section [Dimensions]");
    if (d->nlines != 2 || !rt_span_is_number(part_line(d, 0), &g->height) ||
        !rt_span_is_number(part_line(d, 1), &g->width))
        return g->self->h->fail(
            g->self, RT_EINPUT, line, 0,
            "[Dimensions] must be two lines, the number of rows and the number of columns");
    return sheet_check_size(g->self, line, g->width, g->height);
}

static int draft_clues(struct gno *g, struct draft *d, enum part part, const char *name, uint32_t count)
{
    const struct draft *from = &g->part[part];
    struct rt_lines lines = rt_lines_of(from->text, from->length);
    struct rt_span line;
    if (from->nlines != count)
        return g->self->h->fail(g->self, RT_EINPUT, g->heading[part], 0, "%u clues under %s, but %u %s",
                                from->nlines, headings[part], count, name);
    draft_words(d, name, g->heading[part]);
    for (uint32_t i = 0; i < count && rt_lines_next(&lines, &line); i++)
        side_clue(d, line, from->lines[i]);
    return RT_OK;
}

/* A grid of digits: `least` is the smallest that may stand there, 1 empty, 2 filled. */
static int read_grid(struct gno *g, enum part part, char least, struct grid *grid)
{
    const struct draft *from = &g->part[part];
    struct rt_lines lines = rt_lines_of(from->text, from->length);
    struct rt_span line;
    char shown[8];
    size_t n = 0;
    if (!grid_make(g->self, g->width, g->height, grid))
        return RT_ENOMEM;
    for (uint32_t row = 0; rt_lines_next(&lines, &line); row++) {
        size_t end = (size_t)g->width * (row + 1);
        for (size_t i = 0; i < line.n; i++) {
            char c = line.s[i];
            if (rt_is_blank(c))
                continue;
            if (row >= g->height || n == end)
                return g->self->h->fail(g->self, RT_EINPUT, from->lines[row], 0,
                                        "%s has more cells than %u x %u", headings[part], g->width,
                                        g->height);
            if (c < least || c > '2')
                return g->self->h->fail(g->self, RT_EINPUT, from->lines[row], 0,
                                        "%s is no cell; 1 is empty, 2 is filled", show_byte(c, shown));
            grid->cells[n++] = "?.#"[c - '0'];
        }
        if (n != end)
            return g->self->h->fail(g->self, RT_EINPUT, from->lines[row], 0,
                                    "row %u of %s has too few cells; the grid is "
                                    "%u wide",
                                    row + 1, headings[part], g->width);
    }
    if (n != grid_cells(grid))
        return g->self->h->fail(g->self, RT_EINPUT, g->heading[part], 0, "%s has fewer than %u rows",
                                headings[part], g->height);
    return RT_OK;
}

static int draft_gno(struct gno *g, struct draft *d, const struct grid *solution)
{
    if (!g->heading[ROWS] && !g->heading[COLUMNS] && solution->cells) {
        grid_clues(d, solution, false, g->heading[SOLUTION], 0);
        return RT_OK;
    }
    for (enum part part = ROWS; part <= COLUMNS; part++)
        if (!g->heading[part])
            return g->self->h->fail(g->self, RT_EINPUT, 1, 0, "there is no section %s", headings[part]);
    int status = draft_clues(g, d, ROWS, "rows", g->height);
    return status == RT_OK ? draft_clues(g, d, COLUMNS, "columns", g->width) : status;
}

static int read_pictures(struct gno *g, struct draft *d, const struct grid *solution,
                         struct rt_puzzle_text *about)
{
    struct grid marks;
    int status = solution->cells ? grid_goal(d, solution, g->heading[SOLUTION], about) : RT_OK;
    if (status != RT_OK || !g->heading[WORKING])
        return status;
    status = read_grid(g, WORKING, '0', &marks);
    if (status == RT_OK && strspn(marks.cells, "?") < grid_cells(&marks))
        about->marks = grid_text(g->self, &marks);
    return status;
}

static int gno_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct gno g = {.self = self};
    struct draft draft = {.self = self};
    struct grid solution = {0};
    for (int i = 0; i < PARTS; i++)
        g.part[i].self = self;
    int status = read_lines(&g, rt_lines_of(bytes, length));
    for (int i = 0; i < PARTS; i++)
        if (g.part[i].failed)
            return RT_ENOMEM;
    if (status == RT_OK)
        status = read_size(&g);
    if (status == RT_OK && g.heading[SOLUTION])
        status = read_grid(&g, SOLUTION, '1', &solution);
    if (status != RT_OK)
        return status;
    draft_head(&draft, g.width, g.height, g.heading[DIMENSIONS]);
    struct rt_puzzle_text about = {
        .title = draft_string(&draft, part_line(&g.part[DESCRIPTION], 0)),
        .author = draft_string(&draft, part_line(&g.part[DESCRIPTION], 1)),
        .license = draft_string(&draft, part_line(&g.part[LICENSE], 0)),
    };
    status = draft_gno(&g, &draft, &solution);
    if (status == RT_OK)
        status = read_pictures(&g, &draft, &solution, &about);
    return status == RT_OK ? draft_emit(&draft, about) : status;
}

static void write_grid(struct rt_self *self, const struct sheet *s, const char *heading, const char *picture)
{
    struct grid grid;
    if (!grid_of_text(self, s, picture, &grid))
        return;
    self->h->print(self, "%s\n", heading);
    for (size_t i = 0; i < grid_cells(&grid); i++)
        self->h->print(self, "%c%c",
                       grid.cells[i] == '?'   ? '0'
                       : grid.cells[i] == '.' ? '1'
                                              : '2',
                       (i + 1) % s->width ? ' ' : '\n');
}

/* Text that would be a heading or hold a comment is left out. */
static const char *plain_text(const char *text)
{
    return text && *text != '[' && !strstr(text, "//") ? text : NULL;
}

static int gno_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct sheet s;
    int status = pen_plain(self, puzzles, count, ".gno", &s);
    if (status != RT_OK)
        return status;
    const char *title = plain_text(puzzles[0]->title), *author = plain_text(puzzles[0]->author);
    if (title)
        self->h->print(self, "[Description]\n%s\n", title);
    if (title && author)
        self->h->print(self, "%s\n", author);
    if (plain_text(puzzles[0]->license))
        self->h->print(self, "[License]\n%s\n", puzzles[0]->license);
    self->h->print(self, "[Dimensions]\n%u\n%u\n[Row clues]\n", s.height, s.width);
    pen_clues(self, &s, 0, s.height, ",");
    self->h->print(self, "[Column clues]\n");
    pen_clues(self, &s, s.height, s.nlines, ",");
    write_grid(self, &s, "[Solution grid]", puzzles[0]->solution);
    write_grid(self, &s, "[Working grid]", puzzles[0]->marks);
    return RT_OK;
}

static const char *const extensions[] = {".gno", NULL};
static const char *const magic[] = {"[Description]", "[Dimensions]", "[License]", NULL};

static const struct rt_format_class gno_class = {
    .size = sizeof gno_class,
    .id = "nonogram.gno",
    .puzzle = "nonogram",
    .summary = "sections [Dimensions], [Row clues], [Column clues], [Solution] (Gnonograms)",
    .extensions = extensions,
    .magic = magic,
    .probe = gno_probe,
    .read = gno_read,
    .write = gno_write,
    .quirks = "Rows before columns in [Dimensions]. Clues may be missing if there is a solution",
};

static const struct rt_format_class *const formats[] = {&gno_class, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.gno",
    .version = "1.0",
    .formats = formats,
};
