/* JSON (RFC 8259) as a tree with line numbers, in scratch memory. */
#ifndef NONOGRAM_JSON_H
#define NONOGRAM_JSON_H

#include <ratchet/host.h>
#include <ratchet/kit/text.h>

enum json_type { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_LIST, JSON_OBJECT };

enum { JSON_DEPTH = 32 };

struct json {
    struct json *next, *first; /* brother; child */
    struct rt_span key;        /* in an object, as it stands in the text */
    struct rt_span text;       /* of a string, without quotes and as it stands, or of a number */
    uint32_t line;
    uint8_t type;
};

struct json_reader {
    struct rt_self *self;
    const char *at, *end;
    uint32_t line;
    const char *line_begin;
};

#define JSON_FAIL(r, ...)                                                                                    \
    ((r)->self->h->fail((r)->self, RT_EINPUT, (r)->line, (uint32_t)((r)->at - (r)->line_begin) + 1,          \
                        __VA_ARGS__))

static inline void json_skip(struct json_reader *r)
{
    for (; r->at < r->end && (rt_is_blank(*r->at) || *r->at == '\n'); r->at++)
        if (*r->at == '\n') {
            r->line++;
            r->line_begin = r->at + 1;
        }
}

static inline bool json_take(struct json_reader *r, char sign)
{
    json_skip(r);
    bool there = r->at < r->end && *r->at == sign;
    r->at += there;
    return there;
}

/* Takes a string, quotes and all; its escapes stay. */
static inline int json_string(struct json_reader *r, struct rt_span *text)
{
    if (!json_take(r, '"'))
        return JSON_FAIL(r, "expected a string in double quotes");
    *text = (struct rt_span){r->at, 0};
    while (r->at < r->end && *r->at != '"') {
        if ((unsigned char)*r->at < ' ')
            return JSON_FAIL(r, "a string ends with a double quote, in the same line");
        r->at += *r->at == '\\' && r->end - r->at > 1 ? 2 : 1;
    }
    text->n = (size_t)(r->at - text->s);
    if (r->at >= r->end)
        return JSON_FAIL(r, "the string has no closing quote");
    r->at++;
    return RT_OK;
}

static inline int json_word(struct json_reader *r, struct json *v)
{
    static const char *const words[] = {[JSON_NULL] = "null", [JSON_FALSE] = "false", [JSON_TRUE] = "true"};
    struct rt_span word = {r->at, 0};
    while (r->at + word.n < r->end &&
           (rt_is_digit(word.s[word.n]) || (word.s[word.n] && strchr("+-.eE", word.s[word.n])) ||
            (word.s[word.n] >= 'a' && word.s[word.n] <= 'z')))
        word.n++;
    v->type = JSON_NUMBER;
    v->text = word;
    for (int i = JSON_NULL; i <= JSON_TRUE; i++)
        if (rt_span_is(word, words[i]))
            v->type = (uint8_t)i;
    if (!word.n || (v->type == JSON_NUMBER && !rt_is_digit(word.s[word.s[0] == '-' && word.n > 1])))
        return JSON_FAIL(r, "expected a value: a number, a string, a list or an object");
    r->at += word.n;
    return RT_OK;
}

static inline int json_value(struct json_reader *r, struct json **value, int depth);

/* The entries of a list or object, up to its end. */
static inline int json_entries(struct json_reader *r, struct json *parent, int depth)
{
    struct json **end = &parent->first;
    bool object = parent->type == JSON_OBJECT;
    char close = object ? '}' : ']';
    if (json_take(r, close))
        return RT_OK;
    for (;;) {
        struct rt_span key = {"", 0};
        int status = object ? json_string(r, &key) : RT_OK;
        if (status == RT_OK && object && !json_take(r, ':'))
            status = JSON_FAIL(r, "expected a colon behind the key");
        if (status == RT_OK)
            status = json_value(r, end, depth + 1);
        if (status != RT_OK)
            return status;
        (*end)->key = key;
        end = &(*end)->next;
        if (json_take(r, close))
            return RT_OK;
        if (!json_take(r, ','))
            return JSON_FAIL(r, "expected a comma or '%c'; the one that is open began in line %u", close,
                             parent->line);
    }
}

static inline int json_value(struct json_reader *r, struct json **value, int depth)
{
    json_skip(r);
    struct json *v = *value = r->self->h->scratch(r->self, sizeof *v);
    if (!v)
        return RT_ENOMEM;
    if (depth > JSON_DEPTH)
        return JSON_FAIL(r, "lists and objects more than %d deep", JSON_DEPTH);
    if (r->self->h->tick(r->self, 1))
        return RT_ELIMIT;
    v->line = r->line;
    if (json_take(r, '[')) {
        v->type = JSON_LIST;
        return json_entries(r, v, depth);
    }
    if (json_take(r, '{')) {
        v->type = JSON_OBJECT;
        return json_entries(r, v, depth);
    }
    if (r->at < r->end && *r->at == '"') {
        v->type = JSON_STRING;
        return json_string(r, &v->text);
    }
    return json_word(r, v);
}

/* The whole text as one value. */
static inline int json_read(struct rt_self *self, const char *bytes, size_t length, struct json **value)
{
    struct rt_lines lines = rt_lines_of(bytes, length);
    struct json_reader r = {self, lines.at, lines.end, 1, lines.at};
    int status = json_value(&r, value, 0);
    json_skip(&r);
    if (status == RT_OK && r.at < r.end)
        status = JSON_FAIL(&r, "more text behind the end of the JSON value");
    return status;
}

static inline uint32_t json_hex4(struct rt_span t)
{
    uint32_t value = 0;
    for (size_t i = 0; i < 4 && i < t.n; i++) {
        char low = (char)(t.s[i] | 0x20);
        value = value * 16 + (uint32_t)(rt_is_digit(t.s[i])           ? t.s[i] - '0'
                                        : low >= 'a' && low <= 'f' ? low - 'a' + 10
                                                                   : 0);
    }
    return value;
}

/* Writes one character as UTF-8; returns what follows. */
static inline char *json_put(char *to, uint32_t c)
{
    int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    *to++ = (char)(lead[more] | c >> 6 * more);
    while (more--)
        *to++ = (char)(0x80 | (c >> 6 * more & 0x3f));
    return to;
}

/* The string itself, its escapes replaced; NULL: no memory.  A lone surrogate becomes U+FFFD. */
static inline char *json_text(struct rt_self *self, struct rt_span t)
{
    char *text = self->h->scratch(self, t.n + 1), *to = text;
    for (size_t i = 0; text && i < t.n; i++) {
        static const char from[] = "bfnrt", plain[] = "\b\f\n\r\t";
        if (t.s[i] != '\\' || i + 1 == t.n) {
            *to++ = t.s[i];
            continue;
        }
        const char *at = strchr(from, t.s[++i]);
        if (t.s[i] != 'u') {
            *to++ = at && *at ? plain[at - from] : t.s[i];
            continue;
        }
        uint32_t c = json_hex4((struct rt_span){t.s + i + 1, t.n - i - 1});
        i += t.n - i - 1 < 4 ? t.n - i - 1 : 4;
        bool pair = c >= 0xd800 && c < 0xdc00 && i + 6 < t.n && t.s[i + 1] == '\\' && t.s[i + 2] == 'u';
        uint32_t low = pair ? json_hex4((struct rt_span){t.s + i + 3, 4}) : 0;
        if (low >= 0xdc00 && low < 0xe000) {
            c = 0x10000 + ((c - 0xd800) << 10 | (low - 0xdc00));
            i += 6;
        }
        to = json_put(to, c >= 0xd800 && c < 0xe000 ? 0xfffd : c ? c : ' ');
    }
    return text;
}

#endif
