/* nonogram.non — Steve Simpson's format with what its later dialects add.  Keyword lines in any order, except that
 * width and height come before the clues:
 *
 *      title "…"  by "…"           quoted text, HTML escapes in it; so are catalogue, copyright, license, description
 *      color a #ff0000             key and value; `colour` too; the key may be a word, the value the name of a colour
 *      width 4   height 2
 *      rows                        a clue line a row, `2,1`, `2a,1b` or `2red 1blue`; 0 or a blank line is an empty
 *      columns                     clue; the same for columns
 *      goal "0110…"                the picture row by row, 0 for empty; may be spread over the next lines instead
 *      saved "0??1…"               somebody's marks, ? for unknown
 *
 * Unknown keywords are passed over, as the format asks.  Where no colour is declared at all, but clues name
 * some, we choose them; where some are declared, the others are mistakes.  A .non file holds one puzzle;
 * nonogram.nonpack is several, parted by lines of `====`. */
#include "grid.h"
#include "palette.h"
#include "pen.h"
#include "side.h"

#include <ratchet/model.h>

enum word {
    WIDTH,
    HEIGHT,
    ROWS,
    COLUMNS,
    GOAL,
    SAVED,
    TITLE,
    BY,
    CATALOGUE,
    COPYRIGHT,
    LICENSE,
    DESCRIPTION,
    COLOUR,
    COLOR,
    WORDS
};

static const char *const words[WORDS] = {"width",   "height",      "rows",   "columns",   "goal",
                                         "saved",   "title",       "by",     "catalogue", "copyright",
                                         "license", "description", "colour", "color"};

enum { QUOTED = DESCRIPTION - TITLE + 1 };

/* A picture as it stands in the file: no quotes, no blanks. */
struct signs {
    char *s;
    size_t n;
};

struct non {
    struct rt_self *self;
    struct rt_lines lines;
    struct rt_span line;
    uint32_t width, height;
    struct side side[2];        /* rows, columns */
    uint32_t seen[WORDS];       /* line of each keyword */
    struct rt_span quoted[QUOTED]; /* from TITLE on, still escaped */
    struct signs goal, saved;
    struct palette colours;
};

#define NON_FAIL(non, column, ...)                                                                           \
    ((non)->self->h->fail((non)->self, RT_EINPUT, (non)->lines.number, (column), __VA_ARGS__))

static enum word word_of(struct rt_span line)
{
    struct rt_span word = rt_span_word(&line);
    int i = 0;
    while (i < WORDS && !rt_span_is(word, words[i]))
        i++;
    return (enum word)i;
}

static bool is_divider(struct rt_span line)
{
    line = rt_span_trim(line);
    return line.n >= 4 && !memcmp(line.s, "====", 4);
}

static bool is_end(struct rt_span line)
{
    return word_of(line) < WORDS || is_divider(line);
}

/* Clues need more than their heading: other formats have lines such as `rows = ...`. */
static int probe(const char *bytes, size_t length, bool *several)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct rt_span line;
    uint32_t seen = 0;
    *several = false;
    while (rt_lines_next(&lines, &line)) {
        struct rt_span rest = line;
        enum word word = word_of(line);
        rt_span_word(&rest);
        rest = rt_span_trim(rest);
        if (rest.n && rest.s[0] == '=')
            return 0;
        *several |= seen && is_divider(line);
        if (word < WORDS)
            seen |= 1u << word;
        else if (!seen && rt_span_trim(line).n && !is_key(rt_span_trim(line).s[0]))
            return 0;
    }
    bool size = seen & (1u << WIDTH | 1u << HEIGHT), clues = seen & (1u << ROWS | 1u << COLUMNS);
    return size && clues ? 80 : size ? 50 : clues ? 20 : 0;
}

static int non_probe(const char *bytes, size_t length)
{
    bool several;
    int sure = probe(bytes, length, &several);
    return several && sure > 50 ? 60 : sure;
}

static int nonpack_probe(const char *bytes, size_t length)
{
    bool several;
    int sure = probe(bytes, length, &several);
    return several ? sure : sure ? 10 : 0;
}

/* Width or height. */
static int read_number(struct non *non, struct rt_span rest, const char *name, uint32_t *value)
{
    if (!rt_span_is_number(rt_span_word(&rest), value) || rt_span_word(&rest).n)
        return NON_FAIL(non, 1, "'%s' needs a number", name);
    if (!*value || *value > SHEET_SIDE)
        return NON_FAIL(non, 1, "'%s' must be 1 to %u", name, SHEET_SIDE);
    return RT_OK;
}

static int read_string(struct non *non, struct rt_span rest, const char *name, struct rt_span *value)
{
    rest = rt_span_trim(rest);
    bool quoted = rest.n && rest.s[0] == '"';
    if (quoted && (rest.n < 2 || rest.s[rest.n - 1] != '"'))
        return NON_FAIL(non, (uint32_t)(rest.s - non->line.s) + 1, "the text of '%s' has no closing quote",
                        name);
    *value = quoted ? (struct rt_span){rest.s + 1, rest.n - 2} : rest;
    return RT_OK;
}

static int read_colour(struct non *non, struct rt_span rest)
{
    struct rt_span key = rt_span_word(&rest);
    uint32_t rgb;
    if (!key.n || key.n >= sizeof non->colours.colour->name || !is_key(key.s[0]) || !colour_read(rest, &rgb))
        return NON_FAIL(non, 1, "a colour line reads 'color a #ff0000'");
    if (palette_find(&non->colours, key))
        return NON_FAIL(non, 1, "colour '%.*s' is declared twice", (int)key.n, key.s);
    return palette_add(non->self, &non->colours, key.s[0], rgb, key, non->lines.number);
}

static int read_side(struct non *non, enum word word)
{
    if (!non->width || !non->height)
        return NON_FAIL(non, 1, "'%s' stands before '%s'; width and height come first", words[word],
                        non->width ? "height" : "width");
    int status = sheet_check_size(non->self, non->lines.number, non->width, non->height);
    return status == RT_OK ? side_read(non->self, &non->side[word == COLUMNS], &non->lines,
                                       word == ROWS ? non->height : non->width)
                           : status;
}

static bool is_sign(char c)
{
    return !rt_is_blank(c) && c != '"';
}

/* What is left of a line of a picture: no quotes, no blanks. */
static void add_signs(struct signs *signs, struct rt_span t)
{
    for (size_t i = 0; i < t.n; i++)
        if (is_sign(t.s[i]))
            signs->s[signs->n++] = t.s[i];
}

static size_t count_signs(struct rt_span t)
{
    size_t n = 0;
    for (size_t i = 0; i < t.n; i++)
        n += is_sign(t.s[i]);
    return n;
}

/* Moves `lines` behind those that belong to a picture of `cells` cells; returns how many signs these have. */
static size_t spread_signs(struct rt_lines *lines, size_t cells)
{
    struct rt_lines ahead = *lines;
    struct rt_span line;
    size_t n = 0;
    while (n < cells && rt_lines_next(&ahead, &line) && rt_span_trim(line).n && !is_divider(line)) {
        n += count_signs(line);
        *lines = ahead;
    }
    return n;
}

static int read_signs(struct non *non, struct rt_span rest, const char *name, struct signs *signs)
{
    size_t cells = (size_t)non->width * non->height, n = count_signs(rest);
    struct rt_lines lines = non->lines;
    if (!cells)
        return NON_FAIL(non, 1, "'%s' stands before width and height", name);
    if (!n)
        n = spread_signs(&non->lines, cells);
    signs->s = non->self->h->scratch(non->self, n + 1);
    if (!signs->s)
        return RT_ENOMEM;
    do
        add_signs(signs, rest);
    while (lines.at < non->lines.at && rt_lines_next(&lines, &rest));
    return RT_OK;
}

static int read_word(struct non *non, enum word word, struct rt_span rest)
{
    switch (word) {
    case WIDTH:
        return read_number(non, rest, "width", &non->width);
    case HEIGHT:
        return read_number(non, rest, "height", &non->height);
    case ROWS:
    case COLUMNS:
        return read_side(non, word);
    case GOAL:
        return read_signs(non, rest, "goal", &non->goal);
    case SAVED:
        return non->saved.s ? RT_OK : read_signs(non, rest, "saved", &non->saved);
    case COLOUR:
    case COLOR:
        return read_colour(non, rest);
    default:
        return read_string(non, rest, words[word], &non->quoted[word - TITLE]);
    }
}

static int read_line(struct non *non)
{
    struct rt_span rest = non->line, line = rt_span_trim(non->line);
    enum word word = word_of(line);
    rt_span_word(&rest);
    if (word <= GOAL && non->seen[word])
        return NON_FAIL(non, 1, "a second '%s'; the first is in line %u", words[word], non->seen[word]);
    if (word >= WORDS) {
        bool late = is_clue(line) && (non->seen[ROWS] || non->seen[COLUMNS]);
        return late ? NON_FAIL(non, 1, "a clue outside 'rows' and 'columns'") : RT_OK;
    }
    non->seen[word] = non->lines.number;
    return read_word(non, word, rest);
}

/* Up to the end or, in a bundle, to the divider, which is taken too. */
static int read_lines(struct non *non, bool bundle)
{
    while (rt_lines_next(&non->lines, &non->line)) {
        if (is_divider(non->line) && bundle)
            break;
        if (is_divider(non->line))
            return NON_FAIL(
                non, 1,
                "'====' begins a second puzzle, and a .non file holds one; name the file .nonpack, or "
                "say --format nonogram.nonpack");
        int status = rt_span_trim(non->line).n ? read_line(non) : RT_OK;
        if (status == RT_OK && non->self->h->tick(non->self, 1))
            status = RT_ELIMIT;
        if (status != RT_OK)
            return status;
    }
    for (int i = 0; i < 2; i++)
        if (!non->side[i].heading)
            return NON_FAIL(non, 0, "there is no '%s'", words[i ? COLUMNS : ROWS]);
    return side_check(non->self, non->side, non->height, non->width);
}

/* Colours that the clues of a file without colour lines name, in the order in which they come. */
static int choose_colours(struct non *non, const struct side *side)
{
    static const uint32_t palette[] = {0x000000, 0xd62728, 0x2ca02c, 0x1f77b4, 0xff7f0e, 0x9467bd,
                                       0x8c564b, 0xe377c2, 0xbcbd22, 0x17becf, 0x7f7f7f, 0xf0c000};
    struct rt_lines lines = side->at;
    struct rt_span line;
    int status = RT_OK;
    while (status == RT_OK && rt_lines_next(&lines, &line) && (is_clue(line) || !rt_span_trim(line).n))
        for (size_t i = 1; status == RT_OK && i < line.n; i++) {
            struct rt_span word = {line.s + i, 0};
            while (rt_is_digit(line.s[i - 1]) && i + word.n < line.n && is_key(word.s[word.n]))
                word.n++;
            uint32_t rgb = palette[non->colours.n % 12];
            if (!word.n || palette_find(&non->colours, word) || word.n >= sizeof non->colours.colour->name)
                continue;
            if (word.n > 1)
                colour_of_name(word, &rgb);
            status = palette_add(non->self, &non->colours, word.s[0], rgb, word, lines.number);
        }
    return status;
}

static int draft_colour_side(struct non *non, struct draft *d, const struct side *side, uint32_t count)
{
    struct rt_lines lines = side->at;
    struct rt_span line;
    int status = RT_OK;
    draft_words(d, side->name, side->heading);
    for (uint32_t i = 0; status == RT_OK && i < count && rt_lines_next(&lines, &line);) {
        bool full = rt_span_trim(line).n;
        if (!full && side->full >= count)
            continue;
        status = palette_clue(&non->colours, d, line, 0, lines.number, line.s);
        i++;
    }
    return status;
}

static int draft_non(struct non *non, struct draft *d)
{
    uint32_t count[] = {non->height, non->width};
    int status = RT_OK;
    draft_head(d, non->width, non->height, non->seen[WIDTH]);
    for (int i = 0; i < 2 && status == RT_OK && !non->seen[COLOUR] && !non->seen[COLOR]; i++)
        status = choose_colours(non, &non->side[i]);
    palette_draft(&non->colours, d);
    for (int i = 0; i < 2 && status == RT_OK; i++)
        if (non->colours.n)
            status = draft_colour_side(non, d, &non->side[i], count[i]);
        else
            side_draft(d, &non->side[i], count[i]);
    return status;
}

static uint32_t character_reference(const char *s, size_t n)
{
    uint32_t value = 0;
    bool hex = n > 1 && (s[1] | 0x20) == 'x';
    for (size_t i = hex ? 2 : 1; i < n && value < 0x110000; i++) {
        char low = (char)(s[i] | 0x20);
        if (rt_is_digit(s[i]))
            value = value * (hex ? 16 : 10) + (uint32_t)(s[i] - '0');
        else if (hex && low >= 'a' && low <= 'f')
            value = value * 16 + (uint32_t)(low - 'a' + 10);
        else
            return 0;
    }
    return value < 0x110000 && (value < 0xd800 || value > 0xdfff) ? value : 0;
}

/* The character behind `&` .. `;`, 0 if we don't know it. */
static uint32_t escape(const char *s, size_t n)
{
    static const struct {
        const char *name;
        uint32_t value;
    } known[] = {{"amp", '&'},   {"lt", '<'},    {"gt", '>'},   {"quot", '"'},
                 {"apos", '\''}, {"copy", 0xa9}, {"nbsp", 0xa0}};
    if (n && s[0] == '#')
        return character_reference(s, n);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (rt_span_is((struct rt_span){s, n}, known[i].name))
            return known[i].value;
    return 0;
}

static char *put_utf8(char *to, uint32_t c)
{
    if (c < 0x80) {
        *to++ = (char)c;
        return to;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    *to++ = (char)((more == 1 ? 0xc0 : more == 2 ? 0xe0 : 0xf0) | c >> 6 * more);
    while (more--)
        *to++ = (char)(0x80 | (c >> 6 * more & 0x3f));
    return to;
}

/* A copy with the HTML escapes replaced; each is at least as long as what it stands for. */
static char *unescape(struct draft *d, struct rt_span t)
{
    char *text = draft_string(d, t), *to = text;
    for (size_t i = 0; text && i < t.n; i++) {
        const char *end = t.s[i] == '&' ? memchr(t.s + i, ';', t.n - i < 12 ? t.n - i : 12) : NULL;
        uint32_t c = end ? escape(t.s + i + 1, (size_t)(end - t.s) - i - 1) : 0;
        if (!c)
            *to++ = t.s[i];
        else
            i = (size_t)(end - t.s);
        if (c >= ' ')
            to = put_utf8(to, c);
    }
    if (to)
        *to = 0;
    return text;
}

/* The key of a sign in a picture; 0: it is none. */
static char sign_key(const struct palette *colours, char sign, bool marks)
{
    uint32_t colour = palette_find(colours, (struct rt_span){&sign, 1});
    if (sign == '0' || (marks && sign == '?'))
        return sign == '0' ? '.' : '?';
    if (!colours->n || (palette_plain(colours) && sign == '1'))
        return '#';
    if (!colour && palette_has_key(colours, sign) && !palette_plain(colours))
        return sign;
    return palette_plain(colours) && colour ? '#' : colours->colour[colour].key * (colour > 0);
}

static int read_grid(struct non *non, const struct signs *signs, const char *name, uint32_t line,
                     struct grid *grid)
{
    struct rt_self *self = non->self;
    char shown[8];
    if (!grid_make(self, non->width, non->height, grid))
        return RT_ENOMEM;
    if (signs->n != grid_cells(grid))
        return self->h->fail(self, RT_EINPUT, line, 0, "the %s has %zu cells, but the grid has %zu", name,
                             signs->n, grid_cells(grid));
    for (size_t i = 0; i < signs->n; i++)
        if (!(grid->cells[i] = sign_key(&non->colours, signs->s[i], *name == 's')))
            return self->h->fail(self, RT_EINPUT, line, 0, "cell %zu of the %s is %s, which is no colour",
                                 i + 1, name, show_byte(signs->s[i], shown));
    return RT_OK;
}

static int read_pictures(struct non *non, struct draft *d, struct rt_puzzle_text *about)
{
    struct grid grid;
    int status = RT_OK;
    if (non->goal.s) {
        status = read_grid(non, &non->goal, "goal", non->seen[GOAL], &grid);
        if (status == RT_OK)
            status = grid_goal(d, &grid, non->seen[GOAL], about);
    }
    if (status == RT_OK && non->saved.s) {
        status = read_grid(non, &non->saved, "saved grid", non->seen[SAVED], &grid);
        if (status == RT_OK && !(about->marks = grid_text(non->self, &grid)))
            status = RT_ENOMEM;
    }
    return status;
}

/* One puzzle; `lines` move behind it. */
static int read_puzzle(struct rt_self *self, struct rt_lines *lines, bool bundle)
{
    struct non non = {.self = self,
                      .lines = *lines,
                      .colours = palette_new(),
                      .side = {{.name = "rows", .size = "height", .is_end = is_end},
                               {.name = "columns", .size = "width", .is_end = is_end}}};
    struct draft draft = {.self = self};
    struct rt_puzzle_text about = {0};
    int status = read_lines(&non, bundle);
    *lines = non.lines;
    if (status == RT_OK)
        status = draft_non(&non, &draft);
    if (status != RT_OK)
        return status;
    about.title = unescape(&draft, non.quoted[TITLE - TITLE]);
    about.author = unescape(&draft, non.quoted[BY - TITLE]);
    about.source = unescape(&draft, non.quoted[CATALOGUE - TITLE]);
    about.copyright = unescape(&draft, non.quoted[COPYRIGHT - TITLE]);
    about.license = unescape(&draft, non.quoted[LICENSE - TITLE]);
    about.description = unescape(&draft, non.quoted[DESCRIPTION - TITLE]);
    status = draft.failed ? RT_ENOMEM : read_pictures(&non, &draft, &about);
    return status == RT_OK ? draft_emit(&draft, about) : status;
}

static int non_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    return read_puzzle(self, &lines, false);
}

static bool has_more(struct rt_lines lines)
{
    struct rt_span line;
    return rt_lines_next_full(&lines, &line);
}

static int nonpack_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    int status;
    do
        status = read_puzzle(self, &lines, true);
    while (status == RT_OK && has_more(lines));
    return status;
}

/* Quoted text: no line ends in it, and what would end it escaped. */
static void write_string(struct rt_self *self, const char *name, const char *text)
{
    if (!text)
        return;
    self->h->print(self, "%s \"", name);
    for (; *text; text++) {
        const char *as = *text == '"' ? "&quot;" : *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : NULL;
        char c = (unsigned char)*text < ' ' ? ' ' : *text;
        as ? self->h->print(self, "%s", as) : self->h->write(self, &c, 1);
    }
    self->h->print(self, "\"\n");
}

/* A picture of keys; nothing if it isn't one for this grid. */
static void write_picture(struct rt_self *self, const struct sheet *s, const char *name, const char *picture)
{
    struct grid grid;
    if (!grid_of_text(self, s, picture, &grid))
        return;
    self->h->print(self, "\n%s \"", name);
    for (size_t i = 0; i < grid_cells(&grid); i++) {
        char c = grid.cells[i] == '.' ? '0' : s->coloured || grid.cells[i] == '?' ? grid.cells[i] : '1';
        self->h->write(self, &c, 1);
    }
    self->h->print(self, "\"\n");
}

static int write_puzzle(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct sheet s;
    int status = sheet_of_text(self, puzzle, &s);
    if (status != RT_OK)
        return status;
    write_string(self, "catalogue", puzzle->source);
    write_string(self, "title", puzzle->title);
    write_string(self, "by", puzzle->author);
    write_string(self, "copyright", puzzle->copyright);
    write_string(self, "license", puzzle->license);
    write_string(self, "description", puzzle->description);
    for (uint32_t c = 1; s.coloured && c <= s.ncolours; c++)
        self->h->print(self, "color %c #%06x\n", s.colour[c].key, s.colour[c].rgb);
    self->h->print(self, "width %u\nheight %u\n\nrows\n", s.width, s.height);
    pen_clues(self, &s, 0, s.height, ",");
    self->h->print(self, "\ncolumns\n");
    pen_clues(self, &s, s.height, s.nlines, ",");
    write_picture(self, &s, "goal", puzzle->solution);
    write_picture(self, &s, "saved", puzzle->marks);
    return RT_OK;
}

static int non_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    if (count != 1)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0,
                             "a .non file holds one puzzle, not %u; nonogram.nonpack holds several", count);
    return write_puzzle(self, puzzles[0]);
}

static int nonpack_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < count && status == RT_OK; i++) {
        if (i)
            self->h->print(self, "====\n");
        status = write_puzzle(self, puzzles[i]);
    }
    return status;
}

static const char *const extensions[] = {".non", NULL};
static const char *const nonpack_extensions[] = {".nonpack", NULL};

static const struct rt_format_class non_class = {
    .size = sizeof non_class,
    .id = "nonogram.non",
    .puzzle = "nonogram",
    .summary = "keyword lines: title, width, height, rows, columns, goal, color",
    .extensions = extensions,
    .probe = non_probe,
    .read = non_read,
    .write = non_write,
    .quirks = "A blank line is an empty clue where one is missing. Colours may be letters or words; "
              "undeclared ones are "
              "chosen if none is declared. Unknown keywords are passed over",
};

static const struct rt_format_class nonpack_class = {
    .size = sizeof nonpack_class,
    .id = "nonogram.nonpack",
    .puzzle = "nonogram",
    .summary = "several .non puzzles, parted by lines of ====",
    .extensions = nonpack_extensions,
    .probe = nonpack_probe,
    .read = nonpack_read,
    .write = nonpack_write,
    .quirks = "A file named .non may not hold several; its reader says so",
};

static const struct rt_format_class *const formats[] = {&non_class, &nonpack_class, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.non",
    .version = "1.0",
    .formats = formats,
};
