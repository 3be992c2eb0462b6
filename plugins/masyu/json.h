/* A walk through JSON as far as our formats need it: members of objects, elements of arrays, strings.  Bare
 * words stand for strings too (Penpa+ abbreviates so).  Nothing is copied; what is malformed ends the walk.
 */
#ifndef MASYU_JSON_H
#define MASYU_JSON_H

#include <ratchet/kit/text.h>

struct json {
    const char *at, *end;
    bool bad;
};

static inline struct json json_of(struct rt_span text)
{
    return (struct json){text.s, text.s + text.n, false};
}

/* The next sign that is no blank; 0 at the end. */
static inline char json_peek(struct json *j)
{
    while (j->at < j->end && (rt_is_blank(*j->at) || *j->at == '\n'))
        j->at++;
    return j->at < j->end ? *j->at : 0;
}

static inline bool json_take(struct json *j, char sign)
{
    if (json_peek(j) != sign)
        return false;
    j->at++;
    return true;
}

/* What stands between quotation marks, escapes as they are, or a bare word. */
static inline bool json_string(struct json *j, struct rt_span *text)
{
    bool quoted = json_take(j, '"');
    json_peek(j);
    *text = (struct rt_span){j->at, 0};
    while (j->at < j->end && (quoted ? *j->at != '"' : !memchr(",:{}[]\" \t\r\n", *j->at, 11)))
        j->at += quoted && *j->at == '\\' && j->at + 1 < j->end ? 2 : 1;
    text->n = (size_t)(j->at - text->s);
    j->bad |= quoted ? j->at >= j->end : !text->n;
    j->at += quoted && j->at < j->end;
    return !j->bad;
}

/* Passes over a value of any kind and depth. */
static inline bool json_skip(struct json *j)
{
    size_t depth = 0;
    struct rt_span text;
    do {
        char c = json_peek(j);
        if (!c)
            j->bad = true;
        else if (c == '{' || c == '[')
            depth++, j->at++;
        else if (c == '}' || c == ']' || c == ',' || c == ':') {
            j->bad |= !depth;
            depth -= (c == '}' || c == ']') && depth;
            j->at++;
        } else
            json_string(j, &text);
    } while (depth && !j->bad);
    return !j->bad;
}

/* In an object that was entered with json_take('{'): the next name, whose value must be taken next. False
 * behind the last. */
static inline bool json_member(struct json *j, struct rt_span *name)
{
    json_take(j, ',');
    if (json_take(j, '}') || j->bad)
        return false;
    if (json_string(j, name) && !json_take(j, ':'))
        j->bad = true;
    return !j->bad;
}

/* In an array that was entered with json_take('['): is there another element? */
static inline bool json_element(struct json *j)
{
    json_take(j, ',');
    if (json_take(j, ']'))
        return false;
    j->bad |= !json_peek(j);
    return !j->bad;
}

#endif
