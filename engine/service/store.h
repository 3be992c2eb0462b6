/* The jobs on disk: SQLite in WAL mode, on a thread of its own. Operations of one loop turn become one
 * transaction; what is acknowledged has been committed (and synced, if durable). */
#ifndef RATCHET_SERVICE_STORE_H
#define RATCHET_SERVICE_STORE_H

#include "util/fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

enum job_state { JOB_QUEUED, JOB_RUNNING, JOB_DONE, JOB_FAILED, JOB_CANCELLED, JOB_DEAD, JOB_STATES };

const char *job_state_name(enum job_state state);
bool job_is_final(enum job_state state);

enum { DIGEST_BYTES = 32 };

/* Bytes that a row owns: malloc'ed. */
struct blob {
    char *bytes;
    size_t length;
};
/* NULL bytes with length 0 if memory ran out. */
struct blob blob_copy(const char *bytes, size_t length);
void blob_free(struct blob *blob);

/* A row; strings are malloc'ed, NULL where there is nothing. Times are seconds since 1970, 0 = never. */
struct job_row {
    int64_t id;
    char *owner, *key, *op, *tags; /* tags: as JSON array */
    enum job_state state;
    int priority;
    char *outcome, *error; /* error: as JSON object */
    int exit;
    bool cached;
    uint32_t attempts, faults, interrupted;
    double created, started, finished;
    int64_t retain;              /* seconds; 0 = the daemon's default */
    int64_t seq;                 /* of the last change of state, given by the store */
    uint8_t work[DIGEST_BYTES];  /* digest of op, puzzle and options */
    struct blob request, result; /* read only where an operation says so */
};
void job_row_clear(struct job_row *row);

enum store_op {
    STORE_SUBMIT,  /* row + cache digest → row (id, or the one that has the key; done if cached) */
    STORE_RUNNING, /* row.id, attempts, started; written some time later, or with the end of the job */
    STORE_FINISH,  /* row.id with state, outcome, …, result; `cache` set: kept for the same work */
    STORE_REQUEUE, /* row.id, faults: back to queued */
    STORE_RETRY,   /* row.id, owner → row, queued anew if it could be */
    STORE_GET,     /* row.id, owner → row */
    STORE_RESULT,  /* the same with result */
    STORE_LOOKUP,  /* `canonical` → found, with state, outcome, error, exit and result of that answer */
    STORE_REQUEST, /* row.id → request only */
    STORE_DELETE,  /* row.id, owner → found */
    STORE_LIST,    /* owner, filter → rows, newest first, ids below `cursor` (0 = all) */
    STORE_EVENTS,  /* owner, filter, from_seq → rows whose state is newer, in order of seq */
    STORE_PRUNE    /* retention: age and count */
};

/* One request and its answer. Made by the loop's thread, given to store_send, handed back by `done` on the
 * loop's thread; whoever gets it back frees it. */
struct store_call {
    struct store_call *next;
    enum store_op op;
    struct job_row row;
    uint8_t cache[DIGEST_BYTES]; /* digest of the work under these plugins */
    bool cacheable;
    uint8_t canonical[DIGEST_BYTES]; /* digest of the puzzle however it is spelled */
    bool has_canonical;
    /* Filters of LIST and EVENTS. */
    int state; /* -1 = any */
    char *tag;
    int64_t cursor, from_seq;
    uint32_t limit;
    double now;
    int64_t retain; /* PRUNE: default seconds */
    uint32_t kept;  /* PRUNE: most final jobs */
    /* The answer. */
    bool failed; /* nothing was written; store_failure says why */
    bool found, duplicate, changed;
    bool superseded; /* RUNNING: the job's next state is in the same batch */
    struct job_row *rows;
    uint32_t nrows;
    void (*done)(struct store_call *call);
    void *context; /* the caller's, and what else it wants to remember */
    uint64_t tag1, tag2;
};
struct store_call *store_call_new(enum store_op op, void (*done)(struct store_call *call), void *context);
void store_call_free(struct store_call *call);

struct store;

/* A queued job found at the start. */
struct store_queued {
    int64_t id;
    const char *owner, *tags;
    int priority;
    uint32_t faults, attempts;
    int64_t seq;
    uint8_t work[DIGEST_BYTES];
};

struct store_figures {
    uint64_t batches, operations, largest_batch, failures;
};

/* Opens or makes the database in the folder, puts what was running back into the queue (or to the dead, over
 * `max_interruptions`), and calls `queued` for each job that waits, in order. NULL: fault. */
struct store *store_open(uv_loop_t *loop, const char *folder, bool durable, uint32_t max_interruptions,
                         void (*queued)(void *context, const struct store_queued *job), void *context,
                         struct fault *fault);
/* Waits for all that was sent, then closes. */
void store_close(struct store *store);
/* Takes the call. It goes out at the end of the loop's turn; STORE_RUNNING waits a little for the end of its job, with
 * which it needs no write of its own. */
void store_send(struct store *store, struct store_call *call);
/* Why nothing can be written any more; NULL: all is well. */
const char *store_failure(const struct store *store);
struct store_figures store_figures(const struct store *store);
/* Calls sent and not yet handed back. */
uint32_t store_pending(const struct store *store);

#endif
