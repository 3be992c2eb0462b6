#include "util/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(struct text *text, size_t more)
{
    if (text->capacity - text->n > more)
        return true;
    size_t capacity = text->capacity ? text->capacity * 2 : 256;
    while (capacity - text->n <= more)
        capacity *= 2;
    char *s = realloc(text->s, capacity);
    if (!s) {
        text->failed = true;
        return false;
    }
    text->s = s;
    text->capacity = capacity;
    return true;
}

void text_add(struct text *text, const char *bytes, size_t length)
{
    if (!reserve(text, length))
        return;
    if (length)
        memcpy(text->s + text->n, bytes, length);
    text->n += length;
    text->s[text->n] = 0;
}

void text_puts(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

void text_vprintf(struct text *text, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length > 0 && reserve(text, (size_t)length)) {
        vsnprintf(text->s + text->n, (size_t)length + 1, format, again);
        text->n += (size_t)length;
    }
    va_end(again);
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vprintf(text, format, args);
    va_end(args);
}

void text_clear(struct text *text)
{
    text->n = 0;
    if (text->s)
        text->s[0] = 0;
}

void text_free(struct text *text)
{
    free(text->s);
    *text = (struct text){0};
}

const char *text_string(const struct text *text)
{
    return text->n ? text->s : "";
}
