#include "service/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* In UTC, which needs no file and no memory. */
static size_t put_time(char *line, size_t capacity)
{
    struct timespec now;
    struct tm tm;
    clock_gettime(CLOCK_REALTIME, &now);
    return gmtime_r(&now.tv_sec, &tm) ? strftime(line, capacity, "%Y-%m-%dT%H:%M:%SZ ratchetd: ", &tm) : 0;
}

/* One write a line, so that lines of several processes don't mix. */
void service_log(int level, const char *format, ...)
{
    char line[1024];
    size_t n = 0;
    va_list args;
    if (getenv("JOURNAL_STREAM"))
        n = (size_t)snprintf(line, sizeof line, "<%d>", level);
    else
        n = put_time(line, sizeof line);
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
