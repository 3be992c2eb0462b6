/* One connection to the daemon, by blocking calls. */
#ifndef RATCHET_CLI_LINK_H
#define RATCHET_CLI_LINK_H

#include "config/config.h"

#include <jansson.h>
#include <stdio.h>

struct link {
    FILE *in;
    int fd;                     /* -1: not connected */
    json_int_t number;
    struct fault fault;         /* what the daemon, or the way to it, said no with */
};

/* On TCP if [daemon] holds a token, else on the Unix socket. 0 or link->fault.code. */
int link_open(struct link *link, const struct config *config);
void link_close(struct link *link);
/* Takes `params`. The result, a new reference; NULL: fault. */
json_t *link_call(struct link *link, const char *method, json_t *params);
/* The next event's parameters, a new reference; NULL: fault. */
json_t *link_event(struct link *link);

#endif
