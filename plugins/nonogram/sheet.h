/* The clue sheet of a nonogram, and its canonical text (described at the top of nonogram.c). */
#ifndef NONOGRAM_SHEET_H
#define NONOGRAM_SHEET_H

#include <ratchet/host.h>
#include <ratchet/kind/line.h>
#include <ratchet/kit/text.h>
#include <stdio.h>

#define SHEET_SIDE 65535u
#define SHEET_CELLS (1u << 22)
#define SHEET_COLOURS 63

/* Reads the digits in front of `t`: how many there are. */
static inline size_t span_digits(struct rt_span t, uint32_t *value)
{
    size_t n = t.n;
    rt_span_number(&t, value);
    return n - t.n;
}

struct colour {
    uint32_t rgb;
    char key;      /* in clues and in pictures of letters */
    char name[32]; /* "black"; "colour a" where the text gives none */
};

/* Lines are the rows from top to bottom, then the columns from left to right. */
struct sheet {
    uint32_t width, height, nlines;
    uint32_t ncolours;                       /* 1 for black and white */
    bool coloured;                           /* the text declares colours, and clues name them */
    struct colour colour[SHEET_COLOURS + 1]; /* 1 .. ncolours; 0 is the empty cell's */
    uint32_t *first;                         /* line i has blocks first[i] .. first[i + 1] - 1 */
    struct rt_line_block *block;
};

/* How sheet_parse finds its way; `map` as in rt_puzzle_text.lines. */
struct sheet_reader {
    struct rt_self *self;
    void *(*memory)(struct rt_self *, size_t);
    bool reworded; /* columns mean nothing in the user's file */
    struct sheet *sheet;
    struct rt_lines lines;
    struct rt_span line;
    bool more; /* `line` holds a line not yet used */
    const uint32_t *map;
    uint32_t nmap;
    uint32_t nblocks;
};

static inline uint32_t sheet_length(const struct sheet *s, uint32_t line)
{
    return line < s->height ? s->width : s->height;
}

static inline uint32_t sheet_cell(const struct sheet *s, uint32_t line, uint32_t pos)
{
    return line < s->height ? line * s->width + pos : pos * s->width + line - s->height;
}

static inline const char *sheet_side(const struct sheet *s, uint32_t line)
{
    return line < s->height ? "row" : "column";
}

static inline uint32_t sheet_number(const struct sheet *s, uint32_t line)
{
    return line < s->height ? line + 1 : line - s->height + 1;
}

static inline uint32_t sheet_blocks(const struct sheet *s, uint32_t line)
{
    return s->first[line + 1] - s->first[line];
}

/* Cells between neighbouring blocks j - 1 and j of one line that must be empty. */
static inline uint32_t sheet_gap(const struct sheet *s, uint32_t line, uint32_t j)
{
    return j > s->first[line] && s->block[j - 1].colour == s->block[j].colour;
}

/* Cells that the blocks of a line take when they are pushed together. */
static inline uint64_t sheet_need(const struct sheet *s, uint32_t line)
{
    uint64_t need = 0;
    for (uint32_t j = s->first[line]; j < s->first[line + 1]; j++)
        need += s->block[j].length + sheet_gap(s, line, j);
    return need;
}

/* The value that a key stands for in this sheet; 0: none. */
static inline uint32_t sheet_colour(const struct sheet *s, char key)
{
    for (uint32_t c = 1; c <= s->ncolours; c++)
        if (s->colour[c].key == key)
            return c;
    return 0;
}

/* The value of a cell in a picture of letters; -1: none of them. */
static inline int sheet_value(const struct sheet *s, char cell)
{
    uint32_t c = sheet_colour(s, cell);
    return cell == '.' ? 0 : c ? (int)c : -1;
}

/* Signs for colours that bring none of their own, enough for all of them. */
#define SHEET_KEYS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!$%&()*/:;<=>@[]^_{|}~"

/* May this sign name a colour?  Not what clues and pictures use already. */
static inline bool is_key(char c)
{
    return c > ' ' && c < 127 && !rt_is_digit(c) && !strchr("#.?,+-\"'\\`", c);
}

/* Shows a byte in a message. */
static inline const char *show_byte(char c, char buffer[8])
{
    if (c > ' ' && c < 127)
        snprintf(buffer, 8, "'%c'", c);
    else
        snprintf(buffer, 8, "0x%02x", (unsigned char)c);
    return buffer;
}

static inline uint32_t sheet_source(const struct sheet_reader *r, uint32_t line)
{
    return r->map && line >= 1 && line <= r->nmap ? r->map[line - 1] : line;
}

#define SHEET_FAIL(r, column, ...)                                                                           \
    ((r)->self->h->fail((r)->self, RT_EINPUT, sheet_source((r), (r)->lines.number),                          \
                        (r)->reworded ? 0 : (column), __VA_ARGS__))

static inline uint32_t sheet_column(const struct sheet_reader *r, const char *at)
{
    return (uint32_t)(at - r->line.s) + 1;
}

static inline void sheet_next(struct sheet_reader *r)
{
    r->more = rt_lines_next_full(&r->lines, &r->line);
}

/* Is this a size that we take?  Fails with a sentence if not. */
static inline int sheet_check_size(struct rt_self *self, uint32_t line, uint32_t width, uint32_t height)
{
    if (!width || !height)
        return self->h->fail(self, RT_EINPUT, line, 1,
                             "the grid is %u wide and %u high; it needs at least one cell", width, height);
    if (width > SHEET_SIDE || height > SHEET_SIDE || (uint64_t)width * height > SHEET_CELLS)
        return self->h->fail(self, RT_EINPUT, line, 1,
                             "the grid is too large: at most %u cells a side and %u in all", SHEET_SIDE,
                             SHEET_CELLS);
    return RT_OK;
}

static inline int sheet_parse_size(struct sheet_reader *r)
{
    struct sheet *s = r->sheet;
    sheet_next(r);
    struct rt_span rest = r->line;
    if (!r->more || !rt_span_is(rt_span_word(&rest), "nonogram"))
        return SHEET_FAIL(r, 1, "a nonogram begins with the line 'nonogram WIDTH HEIGHT'");
    if (!rt_span_is_number(rt_span_word(&rest), &s->width) || !rt_span_is_number(rt_span_word(&rest), &s->height) ||
        rt_span_word(&rest).n)
        return SHEET_FAIL(r, 1, "expected two numbers, width and height");
    s->nlines = s->width + s->height;
    return sheet_check_size(r->self, sheet_source(r, r->lines.number), s->width, s->height);
}

static inline bool span_is_rgb(struct rt_span t, uint32_t *rgb)
{
    if (t.n != 7 || t.s[0] != '#')
        return false;
    *rgb = 0;
    for (size_t i = 1; i < 7; i++) {
        char c = t.s[i], low = (char)(c | 0x20);
        if (!rt_is_digit(c) && (low < 'a' || low > 'f'))
            return false;
        *rgb = *rgb << 4 | (uint32_t)(rt_is_digit(c) ? c - '0' : low - 'a' + 10);
    }
    return true;
}

/* As much of a colour's name as is kept; no blanks at its end, which would be lost when it is written and read. */
static inline struct rt_span sheet_short_name(struct rt_span name)
{
    const size_t most = sizeof ((struct colour *)0)->name - 1;
    return rt_span_trim((struct rt_span){name.s, name.n < most ? name.n : most});
}

static inline void sheet_name(struct colour *colour, struct rt_span name)
{
    name = sheet_short_name(name);
    for (size_t i = 0; i < name.n; i++)
        colour->name[i] = name.s[i] >= ' ' && name.s[i] < 127 ? name.s[i] : '?';
    colour->name[name.n] = 0;
    if (!name.n)
        snprintf(colour->name, sizeof colour->name, "colour %c", colour->key);
}

static inline int sheet_parse_colour(struct sheet_reader *r, struct rt_span rest)
{
    struct sheet *s = r->sheet;
    struct rt_span key = rt_span_word(&rest), rgb = rt_span_word(&rest);
    struct colour colour = {0};
    bool empty = rt_span_is(key, ".");
    if (!empty && (key.n != 1 || !is_key(key.s[0])))
        return SHEET_FAIL(r, sheet_column(r, key.s), "'%.*s' can't name a colour; use one letter",
                          (int)(key.n < 20 ? key.n : 20), key.s);
    if (!span_is_rgb(rgb, &colour.rgb))
        return SHEET_FAIL(r, sheet_column(r, rgb.s), "colour '%c' needs a value such as #ff8000", key.s[0]);
    if (sheet_colour(s, key.s[0]))
        return SHEET_FAIL(r, sheet_column(r, key.s), "colour '%c' is declared twice", key.s[0]);
    if (!empty && s->ncolours == SHEET_COLOURS)
        return SHEET_FAIL(r, 1, "more than %d colours; this engine takes %d", SHEET_COLOURS, SHEET_COLOURS);
    colour.key = key.s[0];
    sheet_name(&colour, rt_span_trim(rest));
    s->colour[empty ? 0 : ++s->ncolours] = colour;
    s->coloured |= !empty;
    return RT_OK;
}

static inline int sheet_parse_colours(struct sheet_reader *r)
{
    struct sheet *s = r->sheet;
    s->colour[0] = (struct colour){0xffffff, '.', "empty"};
    for (sheet_next(r); r->more; sheet_next(r)) {
        struct rt_span rest = r->line;
        if (!rt_span_is(rt_span_word(&rest), "colour"))
            break;
        int status = sheet_parse_colour(r, rest);
        if (status != RT_OK)
            return status;
    }
    if (!s->coloured)
        s->colour[s->ncolours = 1] = (struct colour){0x000000, '#', "black"};
    return RT_OK;
}

/* The colour behind a number, `*n` signs long; 0 and a fault if that is none. */
static inline uint32_t sheet_block_colour(struct sheet_reader *r, struct rt_span word, size_t digits)
{
    char shown[8];
    const struct sheet *s = r->sheet;
    uint32_t column = sheet_column(r, word.s + digits);
    if (word.n > digits + (s->coloured ? 1 : 0))
        SHEET_FAIL(r, column, "%s does not belong behind a number", show_byte(word.s[digits], shown));
    else if (!s->coloured)
        return 1;
    else if (word.n == digits)
        SHEET_FAIL(r, column, "block '%.*s' names no colour", (int)word.n, word.s);
    else if (sheet_colour(s, word.s[digits]))
        return sheet_colour(s, word.s[digits]);
    else
        SHEET_FAIL(r, column, "colour %s is not declared", show_byte(word.s[digits], shown));
    return 0;
}

/* One word of a clue. `alone`: it is the only one. */
static inline int sheet_parse_block(struct sheet_reader *r, struct rt_span word, bool alone)
{
    struct rt_line_block block;
    char shown[8];
    uint32_t column = sheet_column(r, word.s);
    size_t digits = span_digits(word, &block.length);
    if (word.s[0] == '-')
        return SHEET_FAIL(r, column, "a block can't be negative");
    if (!digits)
        return SHEET_FAIL(r, column, "%s is not a block length", show_byte(word.s[0], shown));
    if (!block.length)
        return alone && digits == word.n
                   ? RT_OK
                   : SHEET_FAIL(r, column, "a block of length 0; 0 stands alone, for an empty line");
    if (block.length > SHEET_SIDE)
        return SHEET_FAIL(r, column, "block '%.*s' is longer than any line", (int)(digits < 40 ? digits : 40),
                          word.s);
    block.colour = sheet_block_colour(r, word, digits);
    if (!block.colour)
        return RT_EINPUT;
    r->sheet->block[r->nblocks++] = block;
    return RT_OK;
}

static inline int sheet_parse_clue(struct sheet_reader *r, uint32_t line)
{
    struct sheet *s = r->sheet;
    struct rt_span rest = r->line, word = rt_span_word(&rest);
    uint32_t column = sheet_column(r, word.s);
    s->first[line] = r->nblocks;
    for (bool first = true; word.n; first = false) {
        int status = sheet_parse_block(r, word, first && !rt_span_trim(rest).n);
        if (status != RT_OK)
            return status;
        word = rt_span_word(&rest);
    }
    s->first[line + 1] = r->nblocks;
    if (sheet_need(s, line) <= sheet_length(s, line))
        return RT_OK;
    return SHEET_FAIL(r, column, "%s %u needs %llu cells, but the grid is %u %s%s", sheet_side(s, line),
                      sheet_number(s, line), (unsigned long long)sheet_need(s, line), sheet_length(s, line),
                      line < s->height ? "wide" : "high",
                      s->width != s->height ? "; are width and height swapped?" : "");
}

static inline bool is_heading(struct rt_span line)
{
    return rt_span_is(rt_span_trim(line), "rows") || rt_span_is(rt_span_trim(line), "columns");
}

/* A heading and the clues under it. */
static inline int sheet_parse_side(struct sheet_reader *r, const char *heading, uint32_t from, uint32_t count)
{
    const char *side = sheet_side(r->sheet, from);
    if (!r->more || !rt_span_is(rt_span_trim(r->line), heading))
        return SHEET_FAIL(r, 1, "expected the line '%s'%s", heading,
                          from ? "; are there more row clues than the height says?" : "");
    for (uint32_t i = 0; i < count; i++) {
        sheet_next(r);
        if (!r->more || is_heading(r->line))
            return SHEET_FAIL(r, 0, "only %u of the %u %s clues are there", i, count, side);
        int status = sheet_parse_clue(r, from + i);
        if (status == RT_OK && r->self->h->tick(r->self, 1))
            status = RT_ELIMIT;
        if (status != RT_OK)
            return status;
    }
    sheet_next(r);
    return RT_OK;
}

/* Rows and columns must hold the same number of cells, of every colour. */
static inline int sheet_check_totals(struct sheet_reader *r, uint32_t header)
{
    const struct sheet *s = r->sheet;
    uint64_t total[2][SHEET_COLOURS + 1] = {{0}};
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t j = s->first[side ? s->height : 0]; j < s->first[side ? s->nlines : s->height]; j++)
            total[side][s->block[j].colour] += s->block[j].length;
    for (uint32_t c = 1; c <= s->ncolours; c++)
        if (total[0][c] != total[1][c])
            return r->self->h->fail(
                r->self, RT_EINPUT, sheet_source(r, header), 0,
                "the rows hold %llu %s cells, the columns %llu; a clue is wrong or missing",
                (unsigned long long)total[0][c], s->coloured ? s->colour[c].name : "filled",
                (unsigned long long)total[1][c]);
    return RT_OK;
}

static inline int sheet_parse_clues(struct sheet_reader *r, size_t length)
{
    struct sheet *s = r->sheet;
    s->first = r->memory(r->self, ((size_t)s->nlines + 1) * sizeof *s->first);
    s->block = r->memory(r->self, (length / 2 + 1) * sizeof *s->block);
    if (!s->first || !s->block)
        return RT_ENOMEM;
    int status = sheet_parse_side(r, "rows", 0, s->height);
    if (status == RT_OK)
        status = sheet_parse_side(r, "columns", s->height, s->width);
    if (status == RT_OK && r->more)
        status =
            SHEET_FAIL(r, 1, "there is more text behind the last column clue; the width is %u", s->width);
    return status;
}

static inline int sheet_run(struct sheet_reader *r, const char *text, size_t length, struct sheet *sheet)
{
    *sheet = (struct sheet){0};
    r->sheet = sheet;
    r->lines = rt_lines_of(text, length);
    int status = sheet_parse_size(r);
    uint32_t header = r->lines.number;
    if (status == RT_OK)
        status = sheet_parse_colours(r);
    if (status == RT_OK)
        status = sheet_parse_clues(r, length);
    return status == RT_OK ? sheet_check_totals(r, header) : status;
}

/* Reads canonical text into *sheet, whose arrays come from the job's memory.  RT_OK, or a status whose reason
 * was told; `map` turns lines of the text into lines of the user's file. */
static inline int sheet_parse(struct rt_self *self, const char *text, size_t length, const uint32_t *map,
                              uint32_t nmap, struct sheet *sheet)
{
    struct sheet_reader r = {.self = self, .memory = self->h->alloc, .map = map, .nmap = nmap};
    return sheet_run(&r, text, length, sheet);
}

/* The puzzle that a writer is given, in scratch memory. */
static inline int sheet_of_text(struct rt_self *self, const struct rt_puzzle_text *puzzle, struct sheet *sheet)
{
    struct sheet_reader r = {.self = self, .memory = self->h->scratch};
    return sheet_run(&r, puzzle->text, puzzle->length, sheet);
}

/* Where a full grid departs from the clue of a line: at block number `block` (0-based) of `found`. */
struct sheet_breach {
    uint32_t line;
    uint32_t block;          /* first block that differs */
    uint32_t found;          /* blocks in the grid */
    struct rt_line_block is; /* length 0: the grid has no such block */
};

/* Reads the blocks of one line off the grid (one value a cell, row by row): is it what the clue says? */
static inline bool sheet_line_holds(const struct sheet *s, const uint8_t *values, uint32_t line,
                                    struct sheet_breach *breach)
{
    uint32_t n = sheet_length(s, line), first = s->first[line], k = sheet_blocks(s, line), found = 0;
    *breach = (struct sheet_breach){.line = line, .block = RT_NOPOS};
    for (uint32_t i = 0; i < n;) {
        struct rt_line_block run = {0, values[sheet_cell(s, line, i)]};
        while (i < n && values[sheet_cell(s, line, i)] == run.colour)
            run.length++, i++;
        if (!run.colour)
            continue;
        if (breach->block == RT_NOPOS && (found >= k || memcmp(&s->block[first + found], &run, sizeof run))) {
            breach->block = found;
            breach->is = run;
        }
        found++;
    }
    if (breach->block == RT_NOPOS && found < k)
        breach->block = found;
    breach->found = found;
    return breach->block == RT_NOPOS;
}

/* The whole grid; false: *breach is the first line that is broken. */
static inline bool sheet_holds(const struct sheet *s, const uint8_t *values, struct sheet_breach *breach)
{
    for (uint32_t line = 0; line < s->nlines; line++)
        if (!sheet_line_holds(s, values, line, breach))
            return false;
    return true;
}

/* "row 4 has 3 blocks, its clue asks for 2". */
static inline void sheet_tell(const struct sheet *s, const struct sheet_breach *b, char *buffer,
                              size_t capacity)
{
    uint32_t k = sheet_blocks(s, b->line);
    const struct rt_line_block *want = &s->block[s->first[b->line] + b->block];
    int n = snprintf(buffer, capacity, "%s %u ", sheet_side(s, b->line), sheet_number(s, b->line));
    if (n < 0 || (size_t)n >= capacity)
        return;
    buffer += n, capacity -= (size_t)n;
    if (b->found != k)
        snprintf(buffer, capacity, "has %u block%s, its clue asks for %u", b->found, b->found == 1 ? "" : "s",
                 k);
    else if (b->is.colour != want->colour)
        snprintf(buffer, capacity, "has block %u in %s, its clue asks for %s", b->block + 1,
                 s->colour[b->is.colour].name, s->colour[want->colour].name);
    else
        snprintf(buffer, capacity, "has block %u of length %u, its clue asks for %u", b->block + 1,
                 b->is.length, want->length);
}

#endif
