#include "service/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* One write a line, so that lines of several processes don't mix. */
void service_log(int level, const char *format, ...)
{
    char line[1024];
    size_t n = 0;
    va_list args;
    if (getenv("JOURNAL_STREAM"))
        n = (size_t)snprintf(line, sizeof line, "<%d>", level);
    else
        n = (size_t)snprintf(line, sizeof line, "ratchetd: ");
    va_start(args, format);
    vsnprintf(line + n, sizeof line - n - 1, format, args);
    va_end(args);
    for (n = 0; line[n]; n++)
        if (line[n] == '\n')
            line[n] = ' ';
    line[n++] = '\n';
    if (write(STDERR_FILENO, line, n) < 0)
        return;
}
