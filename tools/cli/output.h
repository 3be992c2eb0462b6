/* Standard output and standard error: whole texts, write errors, colours. */
#ifndef RATCHET_CLI_OUTPUT_H
#define RATCHET_CLI_OUTPUT_H

#include "options.h"
#include "util/text.h"

/* Writes all of it; false: it can't be written (errno). */
bool output_write(int fd, const char *bytes, size_t length);
/* Results, on standard output. After the first failure a sentence stands on standard error, nothing more is
 * written and output_failed holds. Not for two threads at a time. */
void output_result(const struct text *text);
bool output_failed(void);
/* "ratchet: sentence" on standard error. */
void output_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The fault on standard error; returns its code. */
int output_fault(const struct fault *fault);
/* Adds a line of a plugin's log to `notes`, if -q and -v let it pass. */
void output_log(struct text *notes, const struct options *options, int level, const char *name, const char *source,
                const char *message);
/* --color over NO_COLOR over CLICOLOR_FORCE over "is it a terminal that is not dumb". */
bool output_colored(enum when color);

#endif
