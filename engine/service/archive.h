/* The job store without the daemon, also while one runs: is it sound, and what is in it? */
#ifndef RATCHET_SERVICE_ARCHIVE_H
#define RATCHET_SERVICE_ARCHIVE_H

#include "util/fault.h"

/* Prints what is wrong, one a line, or that nothing is. 0 or fault->code. */
int archive_check(const char *folder, struct fault *fault);
/* Prints every job of every owner as a line of JSON, in the order of ids: the job object of PROTOCOL.md with `owner`,
 * `puzzle`, `options`, and `result` if there is one. 0 or fault->code. */
int archive_export(const char *folder, struct fault *fault);

#endif
