/* nonogram.non — Steve Simpson's format with the colours of its later dialect.  Keyword lines in any order,
 * except that width and height come before the clues:
 *
 *      title "…"  by "…"           quoted text, HTML escapes in it; catalogue, copyright, license are passed
 * over color a #ff0000             key and value; `colour` too width 4   height 2 rows a clue line a row,
 * `2,1` or `2a,1b`; 0 or a blank line is an empty clue columns                     the same for columns goal
 * "0110…"                the picture row by row, 0 for empty; may be spread over the next lines instead
 *
 * Unknown keywords are passed over, as the format asks.  Where no colour is declared at all, but clues name
 * some, we choose them; where some are declared, the others are mistakes.  One puzzle a file. */
#include "draft.h"

#include <ratchet/model.h>

enum word {
    WIDTH,
    HEIGHT,
    ROWS,
    COLUMNS,
    GOAL,
    TITLE,
    BY,
    COLOUR,
    COLOR,
    PASSED,
    WORDS = PASSED + 3,
    NO_WORD
};

static const char *const words[WORDS] = {
    [WIDTH] = "width", [HEIGHT] = "height",    [ROWS] = "rows", [COLUMNS] = "columns",
    [GOAL] = "goal",   [TITLE] = "title",      [BY] = "by",     [COLOUR] = "colour",
    [COLOR] = "color", [PASSED] = "catalogue", "copyright",     "license",
};

/* The lines of `rows` or `columns`. */
struct side {
    uint32_t heading;     /* its line; 0: not there */
    struct lines at;      /* behind the heading */
    uint32_t full, count; /* lines that are not blank, and all that count as clues */
    uint64_t total;       /* filled cells */
    bool stretched;       /* the blank line at its end had to count as a clue */
};

struct non {
    struct rt_self *self;
    struct lines lines;
    struct span line;
    uint32_t width, height;
    struct side side[2];   /* rows, columns */
    uint32_t seen[WORDS];  /* line of each keyword */
    struct span title, by; /* still escaped */
    char *goal;            /* what stands in it, without quotes and blanks */
    size_t ngoal;
    struct draft colours; /* canonical colour lines */
};

#define NON_FAIL(non, column, ...)                                                                           \
    ((non)->self->h->fail((non)->self, RT_EINPUT, (non)->lines.number, (column), __VA_ARGS__))

static enum word word_of(struct span line)
{
    struct span word = span_word(&line);
    for (int i = 0; i < WORDS; i++)
        if (span_is(word, words[i]))
            return (enum word)i;
    return NO_WORD;
}

static bool is_clue(struct span line)
{
    line = span_trim(line);
    return line.n && (is_digit(line.s[0]) || line.s[0] == '-');
}

static int non_probe(const char *bytes, size_t length)
{
    struct lines lines = lines_of(bytes, length);
    struct span line;
    uint32_t seen = 0;
    while (lines_next(&lines, &line)) {
        enum word word = word_of(line);
        if (word != NO_WORD)
            seen |= 1u << word;
        else if (!seen && span_trim(line).n && !is_key(span_trim(line).s[0]))
            return 0;
    }
    bool size = seen & (1u << WIDTH | 1u << HEIGHT), clues = seen & (1u << ROWS | 1u << COLUMNS);
    return size && clues ? 80 : size ? 50 : clues ? 20 : 0;
}

/* Width or height. */
static int read_number(struct non *non, struct span rest, const char *name, uint32_t *value)
{
    if (!span_is_number(span_word(&rest), value) || span_word(&rest).n)
        return NON_FAIL(non, 1, "'%s' needs a number", name);
    if (!*value || *value > SHEET_SIDE)
        return NON_FAIL(non, 1, "'%s' must be 1 to %u", name, SHEET_SIDE);
    return RT_OK;
}

static int read_string(struct non *non, struct span rest, const char *name, struct span *value)
{
    rest = span_trim(rest);
    bool quoted = rest.n && rest.s[0] == '"';
    if (quoted && (rest.n < 2 || rest.s[rest.n - 1] != '"'))
        return NON_FAIL(non, (uint32_t)(rest.s - non->line.s) + 1, "the text of '%s' has no closing quote",
                        name);
    *value = quoted ? (struct span){rest.s + 1, rest.n - 2} : rest;
    return RT_OK;
}

static void draft_colour(struct draft *colours, char key, const char rgb[7], uint32_t source)
{
    draft_add(colours, (struct span){"colour ", 7});
    draft_add(colours, (struct span){&key, 1});
    draft_add(colours, (struct span){" ", 1});
    draft_line(colours, (struct span){rgb, 7}, source);
}

static bool has_colour(const struct draft *colours, char key)
{
    const size_t line = sizeof "colour k #rrggbb";
    for (uint32_t i = 0; i < colours->nlines; i++)
        if (colours->text[i * line + 7] == key)
            return true;
    return false;
}

static int read_colour(struct non *non, struct span rest)
{
    struct span key = span_word(&rest), rgb = span_word(&rest);
    uint32_t value;
    if (key.n != 1 || !is_key(key.s[0]) || !span_is_rgb(rgb, &value))
        return NON_FAIL(non, 1, "a colour line reads 'color a #ff0000'");
    draft_colour(&non->colours, key.s[0], rgb.s, non->lines.number);
    return RT_OK;
}

static uint64_t sum_of(struct span clue)
{
    uint64_t sum = 0;
    while (clue.n) {
        uint32_t value;
        size_t digits = span_number(clue, &value);
        sum += digits ? value : 0;
        clue.s += digits ? digits : 1;
        clue.n -= digits ? digits : 1;
    }
    return sum;
}

/* Counts what stands under a heading, up to the next line that is neither clue nor blank. `*last`: where the
 * last clue stands, counted from 1; `*extra`: line of the first clue beyond `expected`. */
static uint32_t scan_side(struct non *non, struct side *side, uint32_t expected, uint32_t *last,
                          uint32_t *extra)
{
    struct lines ahead = non->lines;
    struct span line;
    uint32_t all = 0;
    side->at = ahead;
    while (lines_next(&ahead, &line) && (is_clue(line) || !span_trim(line).n)) {
        bool full = is_clue(line);
        side->full += full;
        side->total += full ? sum_of(line) : 0;
        side->stretched = !full && ++all == expected;
        all += full;
        *last = full ? all : *last;
        if (full && side->full == expected + 1)
            *extra = ahead.number;
        non->lines = ahead;
    }
    return all;
}

/* What ended the clues too early. */
static int too_few(struct non *non, uint32_t found, const char *name, const char *size, uint32_t expected)
{
    struct lines ahead = non->lines;
    struct span line;
    if (lines_next(&ahead, &line) && word_of(line) == NO_WORD)
        return non->self->h->fail(non->self, RT_EINPUT, ahead.number, 1, "'%.*s' under '%s' is no clue",
                                  (int)(line.n < 40 ? line.n : 40), line.s, name);
    return NON_FAIL(non, 0, "only %u clues under '%s', but the %s is %u", found, name, size, expected);
}

/* Which lines are clues?  If as many are full as there must be, blank ones only separate; else a blank one is
 * an empty clue, and the one before the next heading counts only if needed. */
static int count_clues(struct non *non, struct side *side, uint32_t expected, const char *name,
                       const char *size)
{
    uint32_t last = 0, extra = 0, all = scan_side(non, side, expected, &last, &extra);
    if (extra)
        return non->self->h->fail(non->self, RT_EINPUT, extra, 1, "%u clues under '%s', but the %s is %u",
                                  side->full, name, size, expected);
    if (all < expected)
        return too_few(non, all, name, size, expected);
    if (side->full < expected && last > expected)
        return non->self->h->fail(non->self, RT_EINPUT, side->heading, 0,
                                  "%u clues and blank lines among them under "
                                  "'%s', but the %s is %u; write empty clues as 0",
                                  side->full, name, size, expected);
    return RT_OK;
}

static int read_side(struct non *non, enum word word)
{
    struct side *side = &non->side[word == COLUMNS];
    const char *name = words[word];
    if (!non->width || !non->height)
        return NON_FAIL(non, 1, "'%s' stands before '%s'; width and height come first", name,
                        non->width ? "height" : "width");
    int status = sheet_check_size(non->self, non->lines.number, non->width, non->height);
    side->heading = non->lines.number;
    if (status == RT_OK)
        status = count_clues(non, side, word == ROWS ? non->height : non->width, name,
                             word == ROWS ? "height" : "width");
    return status;
}

/* What is left of a line of the goal: no quotes, no blanks. */
static void add_goal(struct non *non, struct span t)
{
    for (size_t i = 0; i < t.n; i++)
        if (!is_blank(t.s[i]) && t.s[i] != '"')
            non->goal[non->ngoal++] = t.s[i];
}

static int read_goal(struct non *non, struct span rest)
{
    size_t cells = (size_t)non->width * non->height, left = (size_t)(non->lines.end - rest.s);
    if (!cells)
        return NON_FAIL(non, 1, "'goal' stands before width and height");
    non->goal = non->self->h->scratch(non->self, left + 1);
    if (!non->goal)
        return RT_ENOMEM;
    add_goal(non, rest);
    bool spread = !non->ngoal;
    struct lines ahead = non->lines;
    while (spread && non->ngoal < cells && lines_next(&ahead, &rest) && span_trim(rest).n) {
        add_goal(non, rest);
        non->lines = ahead;
    }
    return RT_OK;
}

static int read_word(struct non *non, enum word word, struct span rest)
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
        return read_goal(non, rest);
    case TITLE:
        return read_string(non, rest, "title", &non->title);
    case BY:
        return read_string(non, rest, "by", &non->by);
    case COLOUR:
    case COLOR:
        return read_colour(non, rest);
    default:
        return RT_OK;
    }
}

static int read_line(struct non *non)
{
    struct span rest = non->line, line = span_trim(non->line);
    enum word word = word_of(line);
    span_word(&rest);
    if (line.n >= 4 && !memcmp(line.s, "====", 4))
        return NON_FAIL(non, 1, "'====' begins a second puzzle, and a .non file holds one; split the file");
    if (word <= GOAL && non->seen[word])
        return NON_FAIL(non, 1, "a second '%s'; the first is in line %u", words[word], non->seen[word]);
    if (word >= WORDS) {
        bool late = is_clue(line) && (non->seen[ROWS] || non->seen[COLUMNS]);
        return late ? NON_FAIL(non, 1, "a clue outside 'rows' and 'columns'") : RT_OK;
    }
    non->seen[word] = non->lines.number;
    return read_word(non, word, rest);
}

static int read_lines(struct non *non)
{
    while (lines_next(&non->lines, &non->line)) {
        int status = span_trim(non->line).n ? read_line(non) : RT_OK;
        if (status == RT_OK && non->self->h->tick(non->self, 1))
            status = RT_ELIMIT;
        if (status != RT_OK)
            return status;
    }
    for (int i = 0; i < 2; i++)
        if (!non->side[i].heading)
            return NON_FAIL(non, 0, "there is no '%s'", words[i ? COLUMNS : ROWS]);
    return RT_OK;
}

/* A blank line that had to serve as a clue, and totals that differ: it was a separator, and a clue is
 * missing. */
static int check_stretched(struct non *non)
{
    for (int i = 0; i < 2; i++) {
        const struct side *side = &non->side[i];
        if (side->stretched && non->side[0].total != non->side[1].total)
            return non->self->h->fail(non->self, RT_EINPUT, side->heading, 0,
                                      "only %u clues under '%s', but the %s "
                                      "is %u",
                                      side->full, words[i ? COLUMNS : ROWS], i ? "width" : "height",
                                      i ? non->width : non->height);
    }
    return RT_OK;
}

/* The clue with blanks for commas, so that columns in messages still fit. */
static void draft_clue(struct draft *d, struct span clue, uint32_t source)
{
    size_t at = d->length;
    draft_line(d, clue, source);
    for (; !d->failed && at < d->length; at++)
        if (d->text[at] == ',')
            d->text[at] = ' ';
}

static void draft_side(struct draft *d, const struct side *side, enum word word, uint32_t count)
{
    struct lines lines = side->at;
    struct span line;
    draft_words(d, words[word], side->heading);
    for (uint32_t i = 0; i < count && lines_next(&lines, &line);) {
        bool full = span_trim(line).n;
        if (!full && side->full == count)
            continue;
        draft_clue(d, full ? line : (struct span){"0", 1}, lines.number);
        i++;
    }
}

/* Keys that the clues of a file without colour lines name, in the order in which they come. */
static void choose_colours(struct non *non, const struct side *side)
{
    static const char *const palette[] = {"#000000", "#d62728", "#2ca02c", "#1f77b4", "#ff7f0e", "#9467bd",
                                          "#8c564b", "#e377c2", "#bcbd22", "#17becf", "#7f7f7f", "#f0c000"};
    struct lines lines = side->at;
    struct span line;
    while (lines_next(&lines, &line) && (is_clue(line) || !span_trim(line).n))
        for (size_t i = 1; i < line.n; i++)
            if (is_key(line.s[i]) && is_digit(line.s[i - 1]) && !has_colour(&non->colours, line.s[i]))
                draft_colour(&non->colours, line.s[i], palette[non->colours.nlines % 12], lines.number);
}

static uint32_t character_reference(const char *s, size_t n)
{
    uint32_t value = 0;
    bool hex = n > 1 && (s[1] | 0x20) == 'x';
    for (size_t i = hex ? 2 : 1; i < n && value < 0x110000; i++) {
        char low = (char)(s[i] | 0x20);
        if (is_digit(s[i]))
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
        if (span_is((struct span){s, n}, known[i].name))
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
static char *unescape(struct draft *d, struct span t)
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

/* The goal as values, checked for length and signs. */
static int goal_values(struct non *non, const struct sheet *s, uint8_t *values)
{
    uint32_t line = non->seen[GOAL];
    size_t cells = (size_t)s->width * s->height;
    char shown[8];
    if (non->ngoal != cells)
        return non->self->h->fail(non->self, RT_EINPUT, line, 0,
                                  "the goal has %zu cells, but the grid has %zu", non->ngoal, cells);
    for (size_t i = 0; i < cells; i++) {
        char c = non->goal[i];
        uint32_t colour = s->coloured ? sheet_colour(s, c) : c != '0';
        if (!colour && c != '0')
            return non->self->h->fail(non->self, RT_EINPUT, line, 0,
                                      "cell %zu of the goal is %s, which is no colour", i + 1,
                                      show_byte(c, shown));
        values[i] = (uint8_t)colour;
    }
    return RT_OK;
}

/* The goal as a picture of letters, once it is known to agree with the clues. */
static int goal_picture(struct non *non, struct draft *d, char **picture)
{
    struct rt_self *self = non->self;
    struct sheet s;
    int status = sheet_parse(self, d->text, d->length, d->lines, d->nlines, &s);
    if (status != RT_OK)
        return status;
    size_t cells = (size_t)s.width * s.height;
    uint8_t *values = self->h->scratch(self, cells);
    char *to = *picture = self->h->scratch(self, cells + s.height + 1);
    if (!values || !to)
        return RT_ENOMEM;
    status = goal_values(non, &s, values);
    struct sheet_breach breach;
    char what[160];
    if (status == RT_OK && !sheet_holds(&s, values, &breach)) {
        sheet_tell(&s, &breach, what, sizeof what);
        return self->h->fail(self, RT_EINPUT, non->seen[GOAL], 0, "the goal contradicts the clues: %s", what);
    }
    for (size_t i = 0; status == RT_OK && i < cells; i++) {
        *to++ = values[i] ? s.colour[values[i]].key : '.';
        if ((i + 1) % s.width == 0)
            *to++ = '\n';
    }
    return status;
}

static void draft_non(struct non *non, struct draft *d)
{
    draft_head(d, non->width, non->height, non->seen[WIDTH]);
    if (!non->colours.nlines) {
        choose_colours(non, &non->side[0]);
        choose_colours(non, &non->side[1]);
    }
    d->failed |= non->colours.failed;
    struct lines lines = lines_of(non->colours.text, non->colours.length);
    struct span line;
    while (non->colours.length && lines_next(&lines, &line))
        draft_line(d, line, non->colours.lines[lines.number - 1]);
    draft_side(d, &non->side[0], ROWS, non->height);
    draft_side(d, &non->side[1], COLUMNS, non->width);
}

static int non_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct non non = {.self = self, .lines = lines_of(bytes, length), .colours = {.self = self}};
    struct draft draft = {.self = self};
    struct rt_puzzle_text about = {0};
    char *picture = NULL;
    int status = read_lines(&non);
    if (status == RT_OK)
        status = check_stretched(&non);
    if (status != RT_OK)
        return status;
    draft_non(&non, &draft);
    about.title = unescape(&draft, non.title);
    about.author = unescape(&draft, non.by);
    if (draft.failed)
        return RT_ENOMEM;
    if (non.goal)
        status = goal_picture(&non, &draft, &picture);
    about.solution = picture;
    return status == RT_OK ? draft_emit(&draft, about) : status;
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

static void write_side(struct rt_self *self, const struct sheet *s, const char *heading, uint32_t from,
                       uint32_t to)
{
    self->h->print(self, "\n%s\n", heading);
    for (uint32_t line = from; line < to; line++) {
        if (!sheet_blocks(s, line))
            self->h->print(self, "0");
        for (uint32_t j = s->first[line]; j < s->first[line + 1]; j++) {
            self->h->print(self, j > s->first[line] ? ",%u" : "%u", s->block[j].length);
            if (s->coloured)
                self->h->print(self, "%c", s->colour[s->block[j].colour].key);
        }
        self->h->print(self, "\n");
    }
}

/* A picture of letters as a goal; nothing if it isn't one for this grid. */
static void write_goal(struct rt_self *self, const struct sheet *s, const char *picture)
{
    size_t cells = 0;
    for (const char *p = picture; p && *p; p++) {
        if (!is_blank(*p) && *p != '\n' && sheet_value(s, *p) < 0)
            return;
        cells += !is_blank(*p) && *p != '\n';
    }
    if (!picture || cells != (size_t)s->width * s->height)
        return;
    self->h->print(self, "\ngoal \"");
    for (const char *p = picture; *p; p++) {
        char c = *p == '.' ? '0' : s->coloured ? *p : '1';
        if (!is_blank(*p) && *p != '\n')
            self->h->write(self, &c, 1);
    }
    self->h->print(self, "\"\n");
}

static int non_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct sheet s;
    if (count != 1)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "a .non file holds one puzzle, not %u", count);
    const struct rt_puzzle_text *puzzle = puzzles[0];
    int status = sheet_parse(self, puzzle->text, puzzle->length, puzzle->lines, puzzle->nlines, &s);
    if (status != RT_OK)
        return status;
    write_string(self, "title", puzzle->title);
    write_string(self, "by", puzzle->author);
    for (uint32_t c = 1; s.coloured && c <= s.ncolours; c++)
        self->h->print(self, "color %c #%06x\n", s.colour[c].key, s.colour[c].rgb);
    self->h->print(self, "width %u\nheight %u\n", s.width, s.height);
    write_side(self, &s, "rows", 0, s.height);
    write_side(self, &s, "columns", s.height, s.nlines);
    write_goal(self, &s, puzzle->solution);
    return RT_OK;
}

static const char *const extensions[] = {".non", NULL};

static const struct rt_format_class non_class = {
    .size = sizeof non_class,
    .id = "nonogram.non",
    .puzzle = "nonogram",
    .summary = "keyword lines: title, width, height, rows, columns, goal, color",
    .extensions = extensions,
    .probe = non_probe,
    .read = non_read,
    .write = non_write,
};

static const struct rt_format_class *const formats[] = {&non_class, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.non",
    .version = "1.0",
    .formats = formats,
};
