/* The daemon: one loop, and what hangs on it. The inner header of service/; programs include run.h. */
#ifndef RATCHET_SERVICE_DAEMON_H
#define RATCHET_SERVICE_DAEMON_H

#include "service/deductions.h"
#include "service/pool.h"
#include "service/settings.h"
#include "service/store.h"

#include <jansson.h>

/* Who submits: "uid:1000", "token:NAME". Kept as long as the daemon lives; there are few. */
struct owner {
    struct owner *next;
    char *name;
    uint64_t second;    /* of the loop, for max_rate */
    uint32_t submitted; /* in that second */
};

enum stream_kind { STREAM_UNIX, STREAM_TCP };

struct conn {
    struct conn *next, *previous;
    struct daemon *daemon;
    union {
        uv_stream_t stream;
        uv_pipe_t pipe;
        uv_tcp_t tcp;
    } as;
    enum stream_kind kind;
    char peer[64];       /* what max_connections_per_peer counts: "uid:N" or an address */
    struct owner *owner; /* NULL: not let in yet */
    bool admin;
    uint32_t references; /* replies under way, and the open handle */
    bool closing, dead;  /* closing: ends once the outbox is written; dead: the handle is closed */
    bool reading, working;
    struct text in;
    size_t in_at;  /* bytes of it that are done with */
    size_t looked; /* bytes of it without a line's end */
    struct text out, writing;
    uv_write_t write;
    bool busy_writing;
    bool unsent; /* in the daemon's list of those that have something to send */
    struct conn *next_unsent;
    size_t counted; /* bytes of buffers in daemon->buffered */
    uint32_t requests, waits;
    uint64_t opened, closed; /* milliseconds of the loop */
    uint64_t line_since;     /* 0: no half line */
    struct watch *watches;
    uint32_t next_watch;
};

/* The right and duty to answer one call. */
struct reply {
    struct conn *conn;
    json_t *id;
    bool waits; /* counts as a wait, not as a request */
    bool wants_result;
    bool stays;                 /* a submission that is answered when the job is final */
};

/* A job that waits for a worker, has one, or is being written as final. */
struct job {
    struct job *next_hash;
    struct job *next, *previous; /* in its priority's queue */
    int64_t id;
    struct owner *owner;
    char *tags; /* JSON array */
    int priority;
    enum job_state state;
    enum side side;
    bool begun;   /* running: its worker may not send it to the other side any more */
    char *format; /* of its data, as a worker of the other side found out; NULL: none did */
    bool finishing, fetching, cancel;
    uint32_t attempts, faults;
    double started;
    uint8_t work[DIGEST_BYTES];
    uint8_t cache[DIGEST_BYTES], canonical[DIGEST_BYTES]; /* what it is kept under; in this run of it */
    bool has_canonical;
    struct blob request; /* fields for the worker; may be left on disk */
    struct wait *waits;
    int64_t seq; /* of its last change of state */
};

struct wait {
    struct wait *next;
    struct job *job;
    struct reply *reply;
    uv_timer_t timer;
    bool timed;   /* there is a timer */
    bool deletes; /* job.delete: what it waits for goes then */
};

enum watch_kind { WATCH_JOB, WATCH_TAG, WATCH_ALL };

struct watch {
    struct watch *next;
    uint32_t number;
    enum watch_kind kind;
    int64_t job;
    char *tag;
    bool detail;  /* progress with the grid and the figures of the rules, and deductions */
    bool live;    /* what was is told; now comes what happens */
    bool stalled; /* more was to be told, but the reader is slow */
    bool lost;    /* progress was dropped since the last event */
    int64_t seq;  /* events up to this are told */
    uint64_t deduced; /* deductions up to this */
};

struct token {
    char *name;
    uint8_t digest[DIGEST_BYTES];
};

#define COUNTERS(X)                                                                                          \
    X(submitted, "jobs accepted")                                                                            \
    X(finished, "jobs that became final")                                                                    \
    X(cached, "jobs answered from an earlier result")                                                        \
    X(duplicates, "submissions of a key that was there")                                                     \
    X(faults, "workers lost to a crash, a stall or rubbish")                                                 \
    X(requests, "calls answered")                                                                            \
    X(errors, "calls answered with an error")                                                                \
    X(accepted, "connections accepted")                                                                      \
    X(refused, "connections refused")                                                                        \
    X(closed_for_fault, "connections closed for breaking a limit")

enum { OUTCOMES = 14, PRIORITIES = 10, HASH_SIZE = 16384, KEPT_REQUEST = 64 * 1024, QUARANTINE_NOTES = 64 };

struct daemon {
    uv_loop_t *loop;
    const struct settings *settings;
    struct store *store;
    struct pool *pool;
    uint64_t started; /* milliseconds of the loop */
    int lock;         /* file descriptor of the data directory's lock */
    /* Sockets. */
    uv_pipe_t unix_listener;
    uv_tcp_t tcp_listener;
    bool listens_unix, listens_tcp, bound_unix;
    bool unaccepted; /* a connection waits that there was no memory for */
    struct conn *conns, *unsent;
    uint32_t nconns;
    uint64_t buffered;
    struct token *tokens;
    uint32_t ntokens;
    struct owner *owners;
    /* Jobs. */
    struct job *hash[HASH_SIZE];
    struct job *queue_first[SIDES][PRIORITIES], *queue_last[SIDES][PRIORITIES];
    uint32_t queued, running, submitting, finishing;
    uint64_t request_bytes; /* of queued jobs in memory */
    int64_t last_seq;
    struct deductions *deductions; /* the latest of all jobs */
    struct store_call *unwritten; /* finished jobs that the store refused; tried again */
    uint32_t watches;
    /* Faults of plugins, the latest first. */
    struct fault_note {
        char culprit[128];
        uint8_t work[DIGEST_BYTES];
        uint64_t at;
    } notes[QUARANTINE_NOTES];
    uint32_t nnotes;
    json_t *rule_stats; /* {rule: {counter: sum}} */
    uint64_t outcomes[OUTCOMES];
    struct {
#define X(name, help) uint64_t name;
        COUNTERS(X)
#undef X
    } counters;
    /* The end. */
    struct reply *reloading, *checking;
    bool draining, stopping, ready, over;
    uint64_t over_at;
    int exit_code;
    uv_signal_t term, interrupt, hangup;
    uv_timer_t housekeeping;
    uv_prepare_t turn;
    uint64_t pruned_at;
    bool pruning;
    char why[1200];
};

/* ---- conn.c: connections and replies */

int conns_listen(struct daemon *daemon, struct fault *fault);
void conns_stop_listening(struct daemon *daemon);
/* `now`: without their last answers. */
void conns_close_all(struct daemon *daemon, bool now);
/* Sends what came together during the loop's turn. */
void conns_flush(struct daemon *daemon);
/* Time-outs. */
void conns_look(struct daemon *daemon);
/* Half the outbox is full: what may be dropped is. */
bool conn_is_slow(const struct conn *conn);
/* Sends a notification; `must`: the connection is closed if there is no room. */
bool conn_notify(struct conn *conn, const char *method, json_t *params, bool must);
void conn_close(struct conn *conn);
void conn_hold(struct conn *conn);
void conn_release(struct conn *conn);
struct owner *owner_find(struct daemon *daemon, const char *name);

/* Each takes the reply. `result` is a new reference; NULL: no memory. */
void reply_result(struct reply *reply, json_t *result);
/* `raw` is JSON that becomes the member `result` of the object. */
void reply_with(struct reply *reply, json_t *object, const struct blob *raw);
void reply_error(struct reply *reply, int code, json_t *data, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* From now on it is a wait, which hinders no other request. False: there are too many; the reply was
 * answered. */
bool reply_wait(struct reply *reply);

/* ---- methods.c */

enum {
    RPC_MALFORMED = -32700,
    RPC_INVALID = -32600,
    RPC_NO_METHOD = -32601,
    RPC_PARAMS = -32602,
    RPC_INTERNAL = -32603,
    RPC_QUEUE_FULL = -32001,
    RPC_NOT_FOUND = -32002,
    RPC_TOO_LARGE = -32003,
    RPC_UNAUTHORIZED = -32004,
    RPC_DRAINING = -32005,
    RPC_UNKNOWN = -32006,
    RPC_KEY_CONFLICT = -32008,
    RPC_RATE = -32009,
    RPC_BUSY = -32010,
    RPC_BAD_CONFIG = -32011
};

/* One line without its end. */
void rpc_line(struct conn *conn, const char *line, size_t length);

/* ---- jobs.c */

/* What a submission asks for, checked. Strings live during the call. */
struct submission {
    const char *op, *key;
    int priority;
    int64_t retain;
    char *tags;         /* malloc'ed; taken */
    struct text fields; /* of a FRAME_JOB, without ID and deadline; taken */
};
void jobs_submit(struct reply *reply, struct submission *submission);
void jobs_get(struct reply *reply, int64_t job, bool result);
void jobs_wait(struct reply *reply, int64_t job, int64_t timeout_ms);
void jobs_cancel(struct reply *reply, int64_t job);
void jobs_retry(struct reply *reply, int64_t job);
void jobs_delete(struct reply *reply, int64_t job);
void jobs_list(struct reply *reply, int state, const char *tag, int64_t cursor, uint32_t limit);
/* A job of the store, at the start. */
void jobs_recover(void *context, const struct store_queued *queued);
void jobs_dispatch(struct daemon *daemon);
/* A worker tells what the job really is, once it proves long. */
void jobs_canonical(struct daemon *daemon, int64_t id, const struct frame_field *data, const uint8_t *digest);
void jobs_ended(struct daemon *daemon, int64_t id, const struct pool_end *end);
/* A worker says that the data have that format, which is the other side's. */
void jobs_begun(struct daemon *daemon, int64_t id);
void jobs_elsewhere(struct daemon *daemon, int64_t id, const struct frame_field *format);
struct job *jobs_find(struct daemon *daemon, int64_t id);
json_t *jobs_object(const struct job_row *row);
/* Waits of a connection that is gone. */
void jobs_forget(struct conn *conn);
void jobs_retry_unwritten(struct daemon *daemon);
void jobs_free(struct daemon *daemon);

/* ---- watch.c */

struct watch_request {
    enum watch_kind kind;
    int64_t job;
    const char *tag;
    int64_t from_seq, from_deduction; /* -1: from now on */
    bool detail;
};
void watch_begin(struct reply *reply, const struct watch_request *request);
void watch_forget(struct conn *conn);
/* A change of state that is on disk. */
void watch_state(struct daemon *daemon, const struct job_row *row);
void watch_progress(struct daemon *daemon, int64_t job, const struct frame *progress);
void watch_deductions(struct daemon *daemon, int64_t job, const struct frame *deductions);
/* Goes on with those that waited for a slow reader. */
void watch_look(struct daemon *daemon);

/* ---- figures.c */

json_t *figures_health(struct daemon *daemon);
json_t *figures_stats(struct daemon *daemon);
json_t *figures_rules(struct daemon *daemon);
json_t *figures_metrics(struct daemon *daemon);
json_t *figures_running(const struct daemon *daemon, const struct frame *progress); /* array, a rule each */
void figures_rule(struct daemon *daemon, const struct frame_field *field);
void figures_rule_fault(struct daemon *daemon, const char *rule);
void figures_outcome(struct daemon *daemon, const char *outcome);

/* ---- run.c */

void daemon_drain(struct daemon *daemon);
/* Ends once nothing runs any more. */
void daemon_check_drained(struct daemon *daemon);

#endif
