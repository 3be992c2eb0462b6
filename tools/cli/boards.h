/* A puzzle class on random boards of its own. */
#ifndef RATCHET_CLI_BOARDS_H
#define RATCHET_CLI_BOARDS_H

#include "host/host.h"
#include "util/text.h"

enum boards_end {
    BOARDS_GOOD,
    BOARDS_WRONG,       /* `why` says what happened, in lines */
    BOARDS_NONE         /* the class makes no random boards */
};

/* Each of some boards is read, modelled and drawn. */
enum boards_end boards_draw(struct host *host, const struct config *config, const char *puzzle, uint64_t seed,
                            struct text *why);
/* Each allocation of the class on the way fails in turn: what is drawn then is as without, or a sentence says why
 * nothing is. */
enum boards_end boards_starve(struct host *host, const struct config *config, const char *puzzle, uint64_t seed,
                              struct text *why);

#endif
