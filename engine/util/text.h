/* A growing byte string, always NUL-terminated once anything was added. */
#ifndef RATCHET_UTIL_TEXT_H
#define RATCHET_UTIL_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Zeroed = empty. `failed` is set for good when memory ran out; what was added until then stays. */
struct text {
    char *s;
    size_t n, capacity;
    bool failed;
};

void text_add(struct text *text, const char *bytes, size_t length);
void text_puts(struct text *text, const char *string);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(struct text *text, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
void text_clear(struct text *text);
void text_free(struct text *text);
/* The string, "" when nothing was added. */
const char *text_string(const struct text *text);

#endif
