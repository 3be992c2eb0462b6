/* nonogram.dzn — MiniZinc data, as the models of the MiniZinc challenge and of hakank take it:
 *
 *      X = 3; Y = 3; maxlen = 5;                       row_rule_len = 2;
 *      rows = [| 1, 0, 1 | 1, 1, 1 | 1, -1, -1 |];     row_rules = [| 1, 1 | 0, 3 | 0, 1 |];
 *      cols = [| ... |];                               col_rules = array2d(1..3, 1..2, [1, 1, 0, 3, 0, 1]);
 *
 * On the left every cell of a block is a 1, 0 is a gap, and -1 or 0 fills up; on the right the lengths themselves,
 * filled up with 0.  The rows of the tables are those of the picture; X and Y are not needed. */
#include "pen.h"
#include "side.h"

#include <ratchet/model.h>

enum { ROWS, COLUMNS };

/* One table. */
struct table {
    uint32_t line;        /* 0: not there */
    struct rt_span body;  /* between the brackets */
    uint32_t body_line;   /* where it begins */
    bool lengths, flat;   /* the right style; one list, of `wide` numbers a row */
    uint32_t wide, count; /* numbers in a row; rows */
};

/* A walk over the text, comments left out. */
struct scan {
    const char *at, *end;
    uint32_t line;
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Past blanks, ends of lines and comments. */
static void skip(struct scan *s)
{
    while (s->at < s->end) {
        if (*s->at == '%')
            while (s->at < s->end && *s->at != '\n')
                s->at++;
        else if (*s->at == '\n')
            s->line++, s->at++;
        else if (rt_is_blank(*s->at))
            s->at++;
        else
            break;
    }
}

static struct rt_span take_word(struct scan *s)
{
    struct rt_span word = {s->at, 0};
    while (s->at < s->end && (is_letter(*s->at) || (word.n && rt_is_digit(*s->at))))
        s->at++, word.n++;
    return word;
}

static struct scan scan_of(const char *bytes, size_t length)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    return (struct scan){lines.at, lines.end, 1};
}

/* The table that a name stands for; -1: none. */
static int table_of(struct rt_span name, bool *lengths)
{
    static const char *const names[] = {"rows", "cols", "columns", "row_rules", "col_rules"};
    static const int tables[] = {ROWS, COLUMNS, COLUMNS, ROWS, COLUMNS};
    for (int i = 0; i < 5; i++)
        if (rt_span_is(name, names[i])) {
            *lengths = i > 2;
            return tables[i];
        }
    return -1;
}

/* Takes `name =`; false: there is none. */
static bool take_name(struct scan *s, struct rt_span *name)
{
    skip(s);
    *name = take_word(s);
    skip(s);
    if (!name->n || s->at == s->end || *s->at != '=')
        return false;
    s->at++;
    skip(s);
    return true;
}

/* Past the semicolon of a value. */
static void skip_value(struct scan *s)
{
    while (s->at < s->end && *s->at != ';') {
        s->line += *s->at == '\n';
        s->at++;
        skip(s);
    }
    s->at += s->at < s->end;
}

static int dzn_probe(const char *bytes, size_t length)
{
    struct scan s = scan_of(bytes, length);
    struct rt_span name;
    bool lengths, seen[2] = {false, false};
    while (take_name(&s, &name)) {
        int table = table_of(name, &lengths);
        if (table >= 0 && s.at < s.end && (*s.at == '[' || *s.at == 'a'))
            seen[table] = true;
        skip_value(&s);
    }
    skip(&s);
    return seen[0] && seen[1] ? 90 : seen[0] || seen[1] ? s.at == s.end ? 60 : 30 : 0;
}

/* `array2d(1..R, 1..C, [` : the row's width is C. */
static int read_flat(struct rt_self *self, struct scan *s, struct table *t)
{
    uint32_t line = s->line, part = 0;
    const char *from = s->at;
    while (s->at < s->end && *s->at != '[') {
        part += *s->at == ',';
        if (part == 1 && *s->at == '.')
            from = s->at + 1;
        s->line += *s->at == '\n';
        s->at++;
    }
    t->flat = true;
    struct rt_span wide = rt_span_trim((struct rt_span){from, (size_t)(s->end - from)});
    if (part < 2 || !span_digits(wide, &t->wide) || !t->wide)
        return self->h->fail(self, RT_EINPUT, line, 0,
                             "expected 'array2d(1..rows, 1..length, [ ... ])' with numbers");
    return RT_OK;
}

static int read_table(struct rt_self *self, struct scan *s, struct rt_span name, struct table *t)
{
    int status = RT_OK;
    t->line = s->line;
    if (s->at < s->end && *s->at == 'a')
        status = read_flat(self, s, t);
    if (status != RT_OK)
        return status;
    if (s->at == s->end || *s->at != '[')
        return self->h->fail(self, RT_EINPUT, s->line, 0, "'%.*s' must be a table, [| ... |]", (int)name.n,
                             name.s);
    t->body = (struct rt_span){++s->at, 0};
    t->body_line = s->line;
    while (s->at < s->end && *s->at != ']') {
        s->line += *s->at == '\n';
        s->at++;
    }
    t->body.n = (size_t)(s->at - t->body.s);
    if (s->at == s->end)
        return self->h->fail(self, RT_EINPUT, t->line, 0, "the table '%.*s' has no end; ] is missing",
                             (int)name.n, name.s);
    skip_value(s);
    return RT_OK;
}

static int read_tables(struct rt_self *self, struct scan *s, struct table tables[2])
{
    struct rt_span name;
    while (take_name(s, &name)) {
        bool lengths = false;
        int i = table_of(name, &lengths);
        if (i < 0 || (s->at < s->end && rt_is_digit(*s->at))) {
            skip_value(s); /* hakank's `rows` is a number */
            continue;
        }
        if (tables[i].line)
            return self->h->fail(self, RT_EINPUT, s->line, 0,
                                 "a second table '%.*s'; the first is in line %u", (int)name.n, name.s,
                                 tables[i].line);
        tables[i].lengths = lengths;
        int status = read_table(self, s, name, &tables[i]);
        if (status != RT_OK)
            return status;
    }
    skip(s);
    if (s->at < s->end)
        return self->h->fail(self, RT_EINPUT, s->line, 0, "expected 'name = value;'");
    for (int i = 0; i < 2; i++)
        if (!tables[i].line)
            return self->h->fail(self, RT_EINPUT, s->line, 0, "there is no table '%s'", i ? "cols" : "rows");
    return RT_OK;
}

/* A clue in the making. */
struct clue {
    struct draft *d;
    uint32_t run, numbers;
    bool any;
};

static void end_block(struct clue *c)
{
    char word[16];
    if (c->run) {
        int n = snprintf(word, sizeof word, c->any ? " %u" : "%u", c->run);
        draft_add(c->d, (struct rt_span){word, (size_t)n});
        c->any = true;
    }
    c->run = 0;
}

static void end_clue(struct clue *c, uint32_t line)
{
    end_block(c);
    if (!c->any)
        draft_add(c->d, (struct rt_span){"0", 1});
    draft_end(c->d, line);
    c->any = false;
    c->numbers = 0;
}

static int take_cell(struct rt_self *self, const struct table *t, struct clue *c, uint32_t value,
                     bool negative, uint32_t line)
{
    if (t->lengths && negative)
        return self->h->fail(self, RT_EINPUT, line, 0, "a block can't be negative");
    if (!t->lengths && value > 1)
        return self->h->fail(self, RT_EINPUT, line, 0,
                             "%s%u in a table of 1, 0 and -1; lengths stand in row_rules and "
                             "col_rules",
                             negative ? "-" : "", value);
    c->numbers++;
    if (t->lengths)
        c->run = value;
    if (t->lengths || !value || negative)
        end_block(c);
    else
        c->run++;
    return RT_OK;
}

/* The numbers of a table as clues; counts its rows. */
static int draft_table(struct rt_self *self, struct table *t, struct draft *d)
{
    struct scan s = {t->body.s, t->body.s + t->body.n, t->body_line};
    struct clue clue = {.d = d};
    uint32_t line = s.line;
    for (skip(&s); s.at < s.end; skip(&s)) {
        bool negative = *s.at == '-';
        struct rt_span rest = {s.at + negative, (size_t)(s.end - s.at) - negative};
        uint32_t value;
        size_t digits = span_digits(rest, &value);
        bool bar = *s.at == '|', full = t->flat && clue.numbers == t->wide;
        if ((bar || full) && clue.numbers) {
            end_clue(&clue, line);
            t->count++;
        }
        line = clue.numbers ? line : s.line;
        if (!bar && *s.at != ',' && !digits)
            return self->h->fail(self, RT_EINPUT, s.line, 0,
                                 "'%c' in a table; there may be numbers, commas and bars",
                                 *s.at > ' ' && *s.at < 127 ? *s.at : '?');
        s.at += digits ? digits + negative : 1;
        int status = digits ? take_cell(self, t, &clue, value, negative, s.line) : RT_OK;
        if (status == RT_OK && self->h->tick(self, 1))
            status = RT_ELIMIT;
        if (status != RT_OK)
            return status;
    }
    if (t->flat && clue.numbers && clue.numbers != t->wide)
        return self->h->fail(self, RT_EINPUT, s.line, 0, "the list does not fill its last row of %u numbers",
                             t->wide);
    if (clue.numbers) {
        end_clue(&clue, line);
        t->count++;
    }
    return RT_OK;
}

static int dzn_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct scan s = scan_of(bytes, length);
    struct table tables[2] = {{0}};
    struct draft draft = {.self = self, .reworded = true}, rows = {.self = self}, columns = {.self = self};
    int status = read_tables(self, &s, tables);
    if (status == RT_OK)
        status = draft_table(self, &tables[ROWS], &rows);
    if (status == RT_OK)
        status = draft_table(self, &tables[COLUMNS], &columns);
    if (status == RT_OK)
        status = sheet_check_size(self, tables[ROWS].line, tables[COLUMNS].count, tables[ROWS].count);
    if (status != RT_OK)
        return status;
    draft_head(&draft, tables[COLUMNS].count, tables[ROWS].count, tables[ROWS].line);
    draft_words(&draft, "rows", tables[ROWS].line);
    draft_append(&draft, &rows);
    draft_words(&draft, "columns", tables[COLUMNS].line);
    draft_append(&draft, &columns);
    return draft_emit(&draft, (struct rt_puzzle_text){0});
}

static uint32_t most_blocks(const struct sheet *s, uint32_t from, uint32_t to)
{
    uint32_t most = 1;
    for (uint32_t line = from; line < to; line++)
        most = sheet_blocks(s, line) > most ? sheet_blocks(s, line) : most;
    return most;
}

/* hakank's style. */
static void write_side(struct rt_self *self, const struct sheet *s, const char *name, uint32_t from,
                       uint32_t to)
{
    uint32_t wide = most_blocks(s, from, to);
    self->h->print(self, "%ss = %u;\n%s_rule_len = %u;\n%s_rules = [", name, to - from, name, wide, name);
    for (uint32_t line = from; line < to; line++) {
        uint32_t k = sheet_blocks(s, line);
        self->h->print(self, "|");
        for (uint32_t i = 0; i < wide; i++)
            self->h->print(self, i ? ", %u" : " %u",
                           i < wide - k ? 0 : s->block[s->first[line] + i - (wide - k)].length);
        self->h->print(self, "\n");
    }
    self->h->print(self, "|];\n");
}

static int dzn_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct sheet s;
    int status = pen_plain(self, puzzles, count, ".dzn", &s);
    if (status != RT_OK)
        return status;
    write_side(self, &s, "row", 0, s.height);
    write_side(self, &s, "col", s.height, s.nlines);
    return RT_OK;
}

static const char *const extensions[] = {".dzn", NULL};

static const struct rt_format_class dzn_class = {
    .size = sizeof dzn_class,
    .id = "nonogram.dzn",
    .puzzle = "nonogram",
    .summary = "MiniZinc data: rows and cols of 1, 0 and -1, or row_rules and col_rules of lengths",
    .extensions = extensions,
    .probe = dzn_probe,
    .read = dzn_read,
    .write = dzn_write,
    .quirks = "Two styles are read, told apart by the names of their tables; the one with lengths is written",
};

static const struct rt_format_class *const formats[] = {&dzn_class, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.dzn",
    .version = "1.0",
    .formats = formats,
};
