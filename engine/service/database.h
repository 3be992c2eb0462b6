/* The SQL behind the store. One thread at a time. Private to service/. */
#ifndef RATCHET_SERVICE_DATABASE_H
#define RATCHET_SERVICE_DATABASE_H

#include "service/store.h"

struct database;

/* NULL: fault. */
struct database *database_open(const char *folder, bool durable, struct fault *fault);
int database_recover(struct database *database, uint32_t max_interruptions,
                     void (*queued)(void *context, const struct store_queued *job), void *context,
                     struct fault *fault);
/* All calls in one transaction. A row that is refused fails its call only. False: the transaction failed, and
 * so did every call that writes. */
bool database_run(struct database *database, struct store_call *calls);
/* Why it can't write any more, or "". */
const char *database_failure(const struct database *database);
void database_close(struct database *database);

/* Changes nothing, and goes beside a daemon. Only for the two below, and close. NULL: fault. */
struct database *database_open_to_read(const char *folder, struct fault *fault);
/* SQLite's own check; `say` gets a sentence for each thing that is wrong. */
int database_integrity(struct database *database, void (*say)(void *context, const char *sentence), void *context,
                       struct fault *fault);
/* Every job with request and result, in the order of ids, as of one moment. */
int database_walk(struct database *database, void (*call)(void *context, const struct job_row *row), void *context,
                  struct fault *fault);

#endif
