/* Lines and words of a text: what every reader here starts from. */
#ifndef MASYU_LINES_H
#define MASYU_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct span {
    const char *s;
    size_t n;
};

/* A walk over lines that end with LF, CR LF or CR; a byte order mark is skipped. */
struct lines {
    const char *at, *end;
    uint32_t number; /* of the line read last, 1-based */
};

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline struct lines lines_of(const char *bytes, size_t length)
{
    if (!bytes || !length)
        return (struct lines){"", "", 0};
    size_t mark = length >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
    return (struct lines){bytes + mark, bytes + length, 0};
}

/* The next line without its end; false after the last. */
static inline bool lines_next(struct lines *lines, struct span *line)
{
    if (lines->at == lines->end)
        return false;
    const char *s = lines->at, *p = s;
    while (p < lines->end && *p != '\n' && *p != '\r')
        p++;
    *line = (struct span){s, (size_t)(p - s)};
    if (p < lines->end && *p++ == '\r' && p < lines->end && *p == '\n')
        p++;
    lines->at = p;
    lines->number++;
    return true;
}

static inline struct span span_trim(struct span t)
{
    while (t.n && is_blank(t.s[0]))
        t.s++, t.n--;
    while (t.n && is_blank(t.s[t.n - 1]))
        t.n--;
    return t;
}

/* The next line that holds more than blanks. */
static inline bool lines_next_full(struct lines *lines, struct span *line)
{
    while (lines_next(lines, line))
        if (span_trim(*line).n)
            return true;
    return false;
}

/* Takes the first word off `rest`; an empty one at the end. */
static inline struct span span_word(struct span *rest)
{
    while (rest->n && is_blank(rest->s[0]))
        rest->s++, rest->n--;
    struct span word = {rest->s, 0};
    while (word.n < rest->n && !is_blank(word.s[word.n]))
        word.n++;
    rest->s += word.n;
    rest->n -= word.n;
    return word;
}

static inline bool span_is(struct span t, const char *word)
{
    return t.n == strlen(word) && !memcmp(t.s, word, t.n);
}

/* Takes the digits off the front of `t`: were there any?  A value above UINT32_MAX stays there. */
static inline bool span_number(struct span *t, uint32_t *value)
{
    uint64_t v = 0;
    size_t i = 0;
    for (; i < t->n && is_digit(t->s[i]); i++)
        v = v * 10 + (uint64_t)(t->s[i] - '0') < UINT32_MAX ? v * 10 + (uint64_t)(t->s[i] - '0') : UINT32_MAX;
    *value = (uint32_t)v;
    t->s += i;
    t->n -= i;
    return i > 0;
}

/* A whole word as a number. */
static inline bool span_is_number(struct span t, uint32_t *value)
{
    return span_number(&t, value) && !t.n;
}

/* 1-based, of a place in a line. */
static inline uint32_t column_of(struct span line, const char *at)
{
    return (uint32_t)(at - line.s) + 1;
}

/* Shows the character in front of `t` in a message. */
static inline const char *show_char(struct span t, char buffer[8])
{
    unsigned char c = t.n ? (unsigned char)t.s[0] : 0;
    size_t n = c < 0xc2 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    bool plain = (c > ' ' && c < 127) || (c >= 0xc2 && c < 0xf5 && n <= t.n);
    for (size_t i = 1; i < n && plain; i++)
        plain = (t.s[i] & 0xc0) == 0x80;
    if (plain && !(c == 0xc2 && (unsigned char)t.s[1] < 0xa0))
        snprintf(buffer, 8, "'%.*s'", (int)n, t.s);
    else
        snprintf(buffer, 8, "0x%02x", c);
    return buffer;
}

#endif
