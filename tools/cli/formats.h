/* `ratchet plugins formats`: the table of formats, as the documentation holds it. */
#ifndef RATCHET_CLI_FORMATS_H
#define RATCHET_CLI_FORMATS_H

#include "host/host.h"

/* A table in Markdown, a row a format of puzzle type `type` (NULL: all), sorted by id. */
void formats_table(const struct host *host, const char *type, struct text *out);

#endif
