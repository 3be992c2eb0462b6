#include "output.h"

#include <errno.h>
#include <ratchet/host.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NOTES_MOST = 1024 * 1024 };  /* bytes of log that one puzzle may leave */

static bool failed;

bool output_write(int fd, const char *bytes, size_t length)
{
    while (length) {
        ssize_t n = write(fd, bytes, length);
        if (n < 0 && errno != EINTR)
            return false;
        bytes += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

void output_result(const struct text *text)
{
    if (failed || (!text->n && !text->failed))
        return;
    if (text->failed)
        output_note("there is no memory left for the output; it is cut");
    failed = !output_write(STDOUT_FILENO, text->s, text->n);
    if (failed)
        output_note("standard output can't be written: %s", strerror(errno));
    failed |= text->failed;
}

bool output_failed(void)
{
    return failed;
}

void output_note(const char *format, ...)
{
    struct text text = {0};
    static const char scarce[] = "ratchet: there is no memory left\n";
    va_list args;
    va_start(args, format);
    text_puts(&text, "ratchet: ");
    text_vprintf(&text, format, args);
    text_puts(&text, "\n");
    va_end(args);
    if (text.failed)
        output_write(STDERR_FILENO, scarce, sizeof scarce - 1);
    else
        output_write(STDERR_FILENO, text_string(&text), text.n);
    text_free(&text);
}

int output_fault(const struct fault *fault)
{
    char sentence[1200];
    output_note("%s", fault_string(fault, sentence, sizeof sentence));
    return fault->code;
}

void output_log(struct text *notes, const struct options *options, int level, const char *name, const char *source,
                const char *message)
{
    if (level <= RT_LOG_WARN + options->verbose - options->quiet && notes->n <= NOTES_MOST)
        text_printf(notes, "ratchet: %s: %s: %s\n", name, source ? source : "engine", message);
}

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

bool output_colored(enum when color)
{
    const char *term = getenv("TERM"), *force = getenv("CLICOLOR_FORCE");
    if (color != WHEN_AUTO)
        return color == WHEN_ALWAYS;
    if (is_set("NO_COLOR"))
        return false;
    if (force && *force && strcmp(force, "0"))
        return true;
    return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb");
}
