/* Lines and words of a text, what readers of formats start from; and text of a file written out again.
 * The headers of <ratchet/kit/> are inline functions for plugins in C: no part of the ABI, a plugin needs none. */
#ifndef RATCHET_KIT_TEXT_H
#define RATCHET_KIT_TEXT_H

#include <ratchet/host.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#ifndef __cplusplus

/* An empty one may have no place: `s` is moved and read only where `n` is not 0. */
struct rt_span {
    const char *s;
    size_t n;
};

/* A walk over lines that end with LF, CR LF or CR; a byte order mark is skipped. */
struct rt_lines {
    const char *at, *end;
    uint32_t number; /* of the line read last, 1-based */
};

static inline bool rt_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static inline bool rt_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline struct rt_lines rt_lines_of(const char *bytes, size_t length)
{
    if (!bytes || !length)
        return (struct rt_lines){"", "", 0};
    size_t mark = length >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
    return (struct rt_lines){bytes + mark, bytes + length, 0};
}

/* The next line without its end; false after the last. */
static inline bool rt_lines_next(struct rt_lines *lines, struct rt_span *line)
{
    if (lines->at == lines->end)
        return false;
    const char *s = lines->at, *p = s;
    while (p < lines->end && *p != '\n' && *p != '\r')
        p++;
    *line = (struct rt_span){s, (size_t)(p - s)};
    if (p < lines->end && *p++ == '\r' && p < lines->end && *p == '\n')
        p++;
    lines->at = p;
    lines->number++;
    return true;
}

static inline struct rt_span rt_span_trim(struct rt_span t)
{
    while (t.n && rt_is_blank(t.s[0]))
        t.s++, t.n--;
    while (t.n && rt_is_blank(t.s[t.n - 1]))
        t.n--;
    return t;
}

/* The next line that holds more than blanks. */
static inline bool rt_lines_next_full(struct rt_lines *lines, struct rt_span *line)
{
    while (rt_lines_next(lines, line))
        if (rt_span_trim(*line).n)
            return true;
    return false;
}

/* Takes the first word off `rest`; an empty one at the end. */
static inline struct rt_span rt_span_word(struct rt_span *rest)
{
    while (rest->n && rt_is_blank(rest->s[0]))
        rest->s++, rest->n--;
    struct rt_span word = {rest->s, 0};
    while (word.n < rest->n && !rt_is_blank(word.s[word.n]))
        word.n++;
    if (word.n)
        rest->s += word.n, rest->n -= word.n;
    return word;
}

static inline bool rt_span_is(struct rt_span t, const char *word)
{
    return t.n == strlen(word) && (!t.n || !memcmp(t.s, word, t.n));
}

/* Takes the digits off the front of `t`: were there any?  A value above UINT32_MAX stays there. */
static inline bool rt_span_number(struct rt_span *t, uint32_t *value)
{
    uint64_t v = 0;
    size_t i = 0;
    for (; i < t->n && rt_is_digit(t->s[i]); i++)
        v = v * 10 + (uint64_t)(t->s[i] - '0') < UINT32_MAX ? v * 10 + (uint64_t)(t->s[i] - '0') : UINT32_MAX;
    *value = (uint32_t)v;
    if (i)
        t->s += i, t->n -= i;
    return i > 0;
}

/* A whole word as a number. */
static inline bool rt_span_is_number(struct rt_span t, uint32_t *value)
{
    return rt_span_number(&t, value) && !t.n;
}

/* 1-based, of a place in a line. */
static inline uint32_t rt_column_of(struct rt_span line, const char *at)
{
    return (uint32_t)(at - line.s) + 1;
}

/* Shows the character in front of `t` in a message. */
static inline const char *rt_show_char(struct rt_span t, char buffer[8])
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

/* A string of its own, in the memory of this call; NULL for an empty one. */
static inline const char *rt_span_string(struct rt_self *self, struct rt_span t)
{
    char *copy = t.n ? self->h->scratch(self, t.n + 1) : NULL;
    if (copy)
        memcpy(copy, t.s, t.n);
    return copy;
}

/* ---- files that are the canonical text as it stands ---- */

/* A format's read. */
static inline int rt_verbatim_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_puzzle_text text = {.size = sizeof text, .text = bytes, .length = length};
    return self->h->emit(self, &text);
}

/* A format's write begins with this where a file holds no more than one. */
static inline int rt_only_one(struct rt_self *self, uint32_t count)
{
    return count == 1 ? RT_OK : self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "a file of this format holds one puzzle");
}

/* A format's write. */
static inline int rt_verbatim_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = rt_only_one(self, count);
    return status == RT_OK ? self->h->write(self, puzzles[0]->text, puzzles[0]->length) : status;
}

/* ---- writing ---- */

/* Behind what it names, on one line; nothing for none. */
static inline int rt_put_line(struct rt_self *self, const char *between, const char *title)
{
    int status = title && *title ? self->h->print(self, "%s", between) : RT_OK;
    for (const char *s = title; s && *s && status == RT_OK; s++)
        status = self->h->write(self, *s == '\n' || *s == '\r' ? " " : s, 1);
    return status;
}

/* Bytes of the UTF-8 character in front of `s`; 0 if there is none or it controls the terminal. */
static inline size_t rt_plain_character(const unsigned char *s)
{
    size_t more = s[0] < 0x80 ? 0 : s[0] >= 0xf0 ? 3 : s[0] >= 0xe0 ? 2 : 1;
    if (s[0] < ' ' || s[0] == 127 || (s[0] >= 0x80 && s[0] < 0xc2) || s[0] > 0xf4 ||
        (s[0] == 0xc2 && s[1] < 0xa0))
        return 0;
    if ((s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90) ||
        (s[0] == 0xf4 && s[1] >= 0x90) || (s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe))
        return 0;
    for (size_t i = 1; i <= more; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    return 1 + more;
}

/* Writes a title without what controls a terminal, and for XML with its marks escaped. */
static inline void rt_put_text(struct rt_self *self, const char *title, bool xml)
{
    for (const char *s = title; *s;) {
        size_t n = rt_plain_character((const unsigned char *)s);
        const char *as = !xml ? NULL : *s == '<' ? "&lt;" : *s == '>' ? "&gt;" : *s == '&' ? "&amp;" : NULL;
        if (as)
            self->h->print(self, "%s", as);
        else
            self->h->write(self, n ? s : "?", n ? n : 1);
        s += n ? n : 1;
    }
}

#endif
#endif
