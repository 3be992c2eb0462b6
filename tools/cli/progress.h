/* Progress on standard error: a line that is rewritten on a terminal, a line every ten seconds elsewhere. */
#ifndef RATCHET_CLI_PROGRESS_H
#define RATCHET_CLI_PROGRESS_H

#include "core/stats.h"
#include "options.h"

/* `inputs`: how many there are. */
void progress_start(enum when when, uint32_t inputs);
bool progress_wanted(void);
/* May be called from several threads. */
void progress_show(const char *name, uint32_t done, const struct search_stats *stats, uint32_t fixed,
                   uint32_t variables, uint32_t solutions);
/* The same with figures of one's own: "NAME, FIGURES". */
void progress_line(const char *name, const char *figures);
/* Takes the line away, before anything else is written. */
void progress_erase(void);

#endif
