#include "util/fault.h"

#include "util/utf8.h"

#include <stdio.h>
#include <string.h>

static void copy_end(char *to, size_t capacity, const char *from)
{
    size_t n = strlen(from);
    if (n < capacity) {
        memcpy(to, from, n + 1);
        return;
    }
    memcpy(to, "...", 3);
    memcpy(to + 3, from + n - (capacity - 4), capacity - 3);
}

int fault_vset(struct fault *fault, int code, const char *file, uint32_t line, uint32_t column,
               const char *format, va_list args)
{
    if (fault->code)
        return code;
    fault->code = code;
    fault->line = line;
    fault->column = column;
    copy_end(fault->file, sizeof fault->file, file ? file : "");
    vsnprintf(fault->what, sizeof fault->what, format, args);
    utf8_printable(fault->what);
    return code;
}

int fault_set(struct fault *fault, int code, const char *file, uint32_t line, uint32_t column,
              const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fault_vset(fault, code, file, line, column, format, args);
    va_end(args);
    return code;
}

const char *fault_string(const struct fault *fault, char *buffer, uint32_t capacity)
{
    size_t at = 0;
    buffer[0] = 0;
    if (fault->file[0])
        at += (size_t)snprintf(buffer + at, capacity - at, "%s:", fault->file);
    if (fault->line && at < capacity)
        at += (size_t)snprintf(buffer + at, capacity - at, "%u:", fault->line);
    if (fault->column && at < capacity)
        at += (size_t)snprintf(buffer + at, capacity - at, "%u:", fault->column);
    if (at < capacity)
        snprintf(buffer + at, capacity - at, "%s%s", at ? " " : "", fault->what);
    return buffer;
}
