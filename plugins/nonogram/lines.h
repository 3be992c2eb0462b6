/* Lines and words of a text file: what every reader here starts from. */
#ifndef NONOGRAM_LINES_H
#define NONOGRAM_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
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
    if (!bytes)
        bytes = "";
    if (length >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3))
        return (struct lines){bytes + 3, bytes + length, 0};
    return (struct lines){bytes, bytes + length, 0};
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

/* Reads the digits in front of `t`: how many there are; a value above UINT32_MAX stays there. */
static inline size_t span_number(struct span t, uint32_t *value)
{
    uint64_t v = 0;
    size_t i = 0;
    for (; i < t.n && is_digit(t.s[i]); i++)
        v = v * 10 + (uint64_t)(t.s[i] - '0') < UINT32_MAX ? v * 10 + (uint64_t)(t.s[i] - '0') : UINT32_MAX;
    *value = (uint32_t)v;
    return i;
}

/* A whole word as a number. */
static inline bool span_is_number(struct span t, uint32_t *value)
{
    return t.n && span_number(t, value) == t.n;
}

#endif
