/* nonogram.g — the coloured format of Mirek and Petr Olšák's solver:
 *
 *      anything, the title of the puzzle
 *      #d                          colours follow, one a line: key, colon, sign for printing, colour, comment
 *         0:   #FFFFFF  white      the empty cells' colour; 1: the one of blocks without a key
 *         a:A  #FF0000  red
 *      : rows                      a clue line a row, `2a 1`, from top to bottom
 *      : columns                   the same for columns; a third colon ends the file
 *
 * Without colours all is black.  The numbers of rows and columns are those of the clue lines.  A blank line is passed
 * over if the puzzle fits without it, else it is an empty clue.  Triangles and triddlers are refused. */
#include "palette.h"
#include "pen.h"
#include "side.h"

#include <ratchet/model.h>

/* The lines between two colons. */
struct section {
    struct rt_lines at;
    uint32_t heading;
    uint32_t full, all; /* lines that are not blank; all up to the last of these */
};

struct g {
    struct rt_self *self;
    struct rt_span title;
    struct palette colours;
    uint32_t plain; /* colour of blocks without a key; 0: there is none */
    bool declared;
    struct section side[2]; /* rows, columns */
    uint32_t sides;
};

static char first_of(struct rt_span line)
{
    line = rt_span_trim(line);
    return line.n ? line.s[0] : 0;
}

/* "#d" or "#D", whatever goes on behind it. */
static bool is_declaration(struct rt_span line)
{
    line = rt_span_trim(line);
    return line.n > 1 && line.s[0] == '#' && lower(line.s[1]) == 'd';
}

static int g_probe(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    uint32_t colons = 0, clues = 0, other = 0;
    bool declared = false;
    while (rt_lines_next_full(&lines, &line)) {
        declared |= !colons && is_declaration(line);
        colons += first_of(line) == ':';
        clues += colons && rt_is_digit(first_of(line));
        other += colons == 1 && !rt_is_digit(first_of(line)) && first_of(line) != ':';
    }
    if (colons < 2 || !clues)
        return declared && colons ? 50 : 0;
    return other ? 30 : declared ? 85 : 70;
}

/* `a:A  #FF0000  comment`. */
static int read_colour(struct g *g, struct rt_span line, uint32_t number)
{
    struct rt_self *self = g->self;
    struct rt_span t = rt_span_trim(line);
    uint32_t rgb;
    if (t.n < 3 || t.s[1] != ':')
        return self->h->fail(self, RT_EINPUT, number, 1, "a colour line reads 'a:A  #FF0000  red'");
    char key = t.s[0];
    struct rt_span rest = {t.s + 3, t.n - 3}, word = rt_span_word(&rest);
    if (word.n && (memchr(word.s, '/', word.n) || memchr(word.s, '\\', word.n)))
        return self->h->fail(self, RT_EINPUT, number, (uint32_t)(word.s - line.s) + 1,
                             "'%.*s' is a triangle; this engine does whole cells only",
                             (int)(word.n < 40 ? word.n : 40), word.s);
    if (!word.n || !colour_read(word, &rgb))
        return self->h->fail(self, RT_EINPUT, number, (uint32_t)(word.s - line.s) + 1,
                             "'%.*s' is no colour; write its name or #FF0000",
                             (int)(word.n < 40 ? word.n : 40), word.s);
    if (key == '0') {
        g->colours.colour[0].rgb = rgb;
        sheet_name(&g->colours.colour[0], rt_span_trim(rest).n ? rt_span_trim(rest) : word);
        g->colours.line[0] = number;
        return RT_OK;
    }
    if (palette_find(&g->colours, (struct rt_span){&key, 1}) || (key == '1' && g->plain))
        return self->h->fail(self, RT_EINPUT, number, 1, "colour '%c' is declared twice", key);
    if (key != '1' && (rt_is_digit(key) || key == ','))
        return self->h->fail(self, RT_EINPUT, number, 1, "'%c' can't be the key of a colour", key);
    int status =
        palette_add(self, &g->colours, key == '1' ? t.s[2] : key, rgb, (struct rt_span){&key, 1}, number);
    if (status == RT_OK)
        palette_name(&g->colours, rt_span_trim(rest).n ? rt_span_trim(rest) : word);
    g->plain = key == '1' ? g->colours.n : g->plain;
    return status;
}

static void begin_side(struct g *g, struct rt_lines at)
{
    if (g->sides < 2)
        g->side[g->sides] = (struct section){.at = at, .heading = at.number};
    g->sides++;
}

static int read_line(struct g *g, struct rt_span line, struct rt_lines at)
{
    char first = first_of(line);
    struct section *side = g->sides ? &g->side[g->sides - 1] : NULL;
    if (first == ':') {
        begin_side(g, at);
        return RT_OK;
    }
    if (!side && first == '#' && !is_declaration(line))
        return g->self->h->fail(g->self, RT_EINPUT, at.number, 1,
                                "'%.*s': this engine does rectangles of whole cells only (no #t)",
                                (int)(line.n < 40 ? line.n : 40), line.s);
    if (!side && g->declared && first)
        return read_colour(g, line, at.number);
    g->declared |= !side && is_declaration(line);
    if (!side && !g->title.n)
        g->title = is_declaration(line) ? g->title : rt_span_trim(line);
    if (side) {
        side->full += first != 0;
        side->all = first ? at.number - side->heading : side->all;
    }
    return RT_OK;
}

/* Everything in front of the third colon. */
static int read_lines(struct g *g, struct rt_lines lines)
{
    struct rt_span line;
    int status = RT_OK;
    while (status == RT_OK && g->sides < 3 && rt_lines_next(&lines, &line)) {
        status = read_line(g, line, lines);
        if (status == RT_OK && g->self->h->tick(g->self, 1))
            status = RT_ELIMIT;
    }
    if (status == RT_OK && g->sides < 2)
        status = g->self->h->fail(g->self, RT_EINPUT, lines.number, 0,
                                  "there is no line ':' in front of the %s", g->sides ? "columns" : "rows");
    if (status == RT_OK && !g->declared)
        status = palette_add(g->self, &g->colours, '#', 0, (struct rt_span){"black", 5}, 0),
        g->plain = g->colours.n;
    return status;
}

/* Cells that a clue takes: its blocks, and a gap between two of one key. */
static uint64_t need_of(struct rt_span clue)
{
    uint64_t need = 0;
    int before = -1;
    while (clue.n) {
        uint32_t length;
        size_t digits = span_digits(clue, &length);
        char key = digits < clue.n && is_key(clue.s[digits]) ? clue.s[digits] : 0;
        if (digits) {
            need += length + (before == key);
            before = key;
        }
        clue.s += digits ? digits : 1;
        clue.n -= digits ? digits : 1;
    }
    return need;
}

/* Cells that the longest clue of a side takes. */
static uint64_t longest(const struct section *side)
{
    struct rt_lines lines = side->at;
    struct rt_span line;
    uint64_t most = 0;
    for (uint32_t i = 0; i < side->all && rt_lines_next(&lines, &line); i++) {
        uint64_t need = need_of(line);
        most = need > most ? need : most;
    }
    return most;
}

static int draft_side(struct g *g, struct draft *d, const struct section *side, const char *heading,
                      bool blanks)
{
    struct rt_lines lines = side->at;
    struct rt_span line;
    int status = RT_OK;
    draft_words(d, heading, side->heading);
    for (uint32_t i = 0; status == RT_OK && i < side->all && rt_lines_next(&lines, &line); i++)
        if (blanks || first_of(line))
            status = palette_clue(&g->colours, d, line, g->plain, lines.number, line.s);
    return status;
}

static int g_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct g g = {.self = self, .colours = palette_new()};
    struct draft draft = {.self = self};
    int status = read_lines(&g, rt_lines_of(bytes, length));
    if (status != RT_OK)
        return status;
    const struct section *rows = &g.side[0], *columns = &g.side[1];
    bool parted = rows->full < rows->all || columns->full < columns->all;
    bool blanks = parted && (longest(rows) > columns->full || longest(columns) > rows->full);
    uint32_t height = blanks ? rows->all : rows->full, width = blanks ? columns->all : columns->full;
    if (parted && !blanks)
        self->h->log(self, RT_LOG_WARN,
                     "blank lines among the clues are passed over; write empty clues as 0");
    status = sheet_check_size(self, rows->heading, width, height);
    if (status != RT_OK)
        return status;
    draft_head(&draft, width, height, rows->heading);
    palette_draft(&g.colours, &draft);
    status = draft_side(&g, &draft, rows, "rows", blanks);
    if (status == RT_OK)
        status = draft_side(&g, &draft, columns, "columns", blanks);
    return status == RT_OK
               ? draft_emit(&draft, (struct rt_puzzle_text){.title = draft_string(&draft, g.title)})
               : status;
}

/* The first line must not be taken for a colon, a declaration or a colour. */
static void write_title(struct rt_self *self, const char *title)
{
    if (title && *title != ':' && *title != '#')
        self->h->print(self, "%s\n", title);
}

static int g_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct sheet s;
    if (count != 1)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "a .g file holds one puzzle, not %u", count);
    int status = sheet_of_text(self, puzzles[0], &s);
    if (status != RT_OK)
        return status;
    for (uint32_t c = 1; c <= s.ncolours && s.coloured; c++)
        if (s.colour[c].key == ':')
            return self->h->fail(self, RT_EUNSUPPORTED, 0, 0,
                                 "a .g file can't have a colour ':'; give it another key");
    write_title(self, puzzles[0]->title);
    if (s.coloured || s.colour[0].rgb != 0xffffff)
        self->h->print(self, "#d\n   0:   #%06X  %s\n", s.colour[0].rgb, s.colour[0].name);
    for (uint32_t c = 1; c <= s.ncolours && s.coloured; c++)
        self->h->print(self, "   %c:%c  #%06X  %s\n", s.colour[c].key, s.colour[c].key, s.colour[c].rgb,
                       s.colour[c].name);
    if (!s.coloured && s.colour[0].rgb != 0xffffff)
        self->h->print(self, "   1:*  #000000  black\n");
    self->h->print(self, ": rows\n");
    pen_clues(self, &s, 0, s.height, " ");
    self->h->print(self, ": columns\n");
    pen_clues(self, &s, s.height, s.nlines, " ");
    return RT_OK;
}

static const char *const extensions[] = {".g", NULL};

static const struct rt_format_class g_class = {
    .size = sizeof g_class,
    .id = "nonogram.g",
    .puzzle = "nonogram",
    .summary = "colours behind #d, then : and a clue line a row, : and a clue line a column (Olšák)",
    .extensions = extensions,
    .probe = g_probe,
    .read = g_read,
    .write = g_write,
    .quirks = "The first line is the title. A blank line among the clues is an empty clue only if the puzzle "
              "does not fit "
              "without it, else it is passed over, and told. No triangles, no triddlers",
};

static const struct rt_format_class *const formats[] = {&g_class, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.g",
    .version = "1.0",
    .formats = formats,
};
