#include "service/database.h"

#include "util/text.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SCHEMA = 3, RETRY_SECONDS = 5, PRUNED_MOST = 500 };

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS job("
    "id INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL, key TEXT, op TEXT NOT NULL, tags TEXT NOT "
    "NULL,"
    "state INTEGER NOT NULL, priority INTEGER NOT NULL, outcome TEXT, error TEXT, exit INTEGER NOT NULL "
    "DEFAULT 0,"
    "cached INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0, faults INTEGER NOT NULL DEFAULT "
    "0,"
    "interrupted INTEGER NOT NULL DEFAULT 0, created REAL NOT NULL, started REAL NOT NULL DEFAULT 0,"
    "finished REAL NOT NULL DEFAULT 0, retain INTEGER NOT NULL, seq INTEGER NOT NULL, work BLOB NOT NULL,"
    "cache BLOB, request BLOB NOT NULL, result BLOB, canonical BLOB);"
    "CREATE UNIQUE INDEX IF NOT EXISTS job_key ON job(owner, key) WHERE key IS NOT NULL;"
    "CREATE INDEX IF NOT EXISTS job_open ON job(state) WHERE state < 2;"
    "CREATE INDEX IF NOT EXISTS job_cache ON job(cache) WHERE cache IS NOT NULL;"
    "CREATE INDEX IF NOT EXISTS job_canonical ON job(canonical) WHERE canonical IS NOT NULL;"
    "CREATE INDEX IF NOT EXISTS job_seq ON job(seq);"
    /* What the retention looks for, and counts. */
    "CREATE INDEX IF NOT EXISTS job_finished ON job(finished) WHERE state > 1 AND retain = 0;"
    "CREATE INDEX IF NOT EXISTS job_retain ON job(finished + retain) WHERE state > 1 AND retain > 0;"
    /* The latest seq at the last deletion: no event has one twice, whatever the clock says. */
    "CREATE TABLE IF NOT EXISTS gone(one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL);";

/* What a store of version 1 lacks and the statements above don't bring. */
static const char from_version_1[] = "ALTER TABLE job ADD COLUMN canonical BLOB";

/* In the order of struct job_row; what `read_row` reads. */
#define COLUMNS                                                                                              \
    "id, owner, key, op, tags, state, priority, outcome, error, exit, cached, attempts, faults, "            \
    "interrupted, created, started, finished, retain, seq, work"

/* Said again, as the index knows it. */
#define OPEN " AND state < 2"

#define STATEMENTS(X)                                                                                        \
    X(BEGIN, "BEGIN IMMEDIATE")                                                                              \
    X(COMMIT, "COMMIT")                                                                                      \
    X(ROLLBACK, "ROLLBACK")                                                                                  \
    X(BY_KEY, "SELECT " COLUMNS " FROM job WHERE owner = ?1 AND key = ?2")                                   \
    X(BY_CACHE, "SELECT state, outcome, error, exit, result FROM job WHERE cache = ?1 LIMIT 1")              \
    X(BY_CANONICAL, "SELECT state, outcome, error, exit, result FROM job WHERE canonical = ?1 LIMIT 1")      \
    X(INSERT, "INSERT INTO job(owner, key, op, tags, state, priority, outcome, error, exit, cached, "        \
              "created, finished,"                                                                           \
              " retain, seq, work, request, result)"                                                         \
              " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)")         \
    X(RUNNING,                                                                                               \
      "UPDATE job SET state = 1, attempts = ?2, started = ?3, seq = ?4 WHERE id = ?1 AND state = 0")         \
    X(FINISH, "UPDATE job SET state = ?2, outcome = ?3, error = ?4, exit = ?5, attempts = ?6, faults = ?7, " \
              "started = ?8,"                                                                                \
              " finished = ?9, seq = ?10, cache = ?11, result = ?12, canonical = ?13, cached = ?14"          \
              " WHERE id = ?1 AND state < 2")                                                                \
    X(REQUEUE, "UPDATE job SET state = 0, faults = ?2, attempts = ?3, seq = ?4 WHERE id = ?1 AND state < 2") \
    X(RETRY,                                                                                                 \
      "UPDATE job SET state = 0, faults = 0, interrupted = 0, outcome = NULL, error = NULL, exit = 0, "      \
      "started = 0, finished = 0, cache = NULL, canonical = NULL, cached = 0, result = NULL, seq = ?2 "      \
      "WHERE id = ?1 AND owner = ?3 AND state > 2")                                                          \
    X(GET, "SELECT " COLUMNS " FROM job WHERE id = ?1 AND owner = ?2")                                       \
    X(RESULT, "SELECT " COLUMNS ", result FROM job WHERE id = ?1 AND owner = ?2")                            \
    X(BY_ID, "SELECT " COLUMNS " FROM job WHERE id = ?1")                                                    \
    X(REQUEST, "SELECT request FROM job WHERE id = ?1")                                                      \
    X(DELETE, "DELETE FROM job WHERE id = ?1 AND owner = ?2")                                                \
    X(LIST,                                                                                                  \
      "SELECT " COLUMNS " FROM job WHERE owner = ?1 AND (?2 < 0 OR state = ?2) AND (?3 IS NULL OR EXISTS("   \
      "SELECT 1 FROM json_each(tags) WHERE value = ?3)) AND id < ?4 ORDER BY id DESC LIMIT ?5")              \
    X(EVENTS, "SELECT " COLUMNS " FROM job WHERE owner = ?1 AND (?2 IS NULL OR EXISTS("                      \
              "SELECT 1 FROM json_each(tags) WHERE value = ?2)) AND seq > ?3 ORDER BY seq LIMIT ?4")         \
    X(PRUNE_AGE, "DELETE FROM job WHERE id IN (SELECT id FROM job WHERE state > 1 AND retain = 0"            \
                 " AND finished < ?1 LIMIT ?2)")                                                             \
    X(PRUNE_RETAIN, "DELETE FROM job WHERE id IN (SELECT id FROM job WHERE state > 1 AND retain > 0"         \
                    " AND finished + retain < ?1 LIMIT ?2)")                                                 \
    X(PRUNE_COUNT, "DELETE FROM job WHERE id IN (SELECT id FROM job WHERE state > 1 ORDER BY id LIMIT"       \
                   " max(0, min(?2, (SELECT count(*) FROM job WHERE state > 1 AND retain = 0) +"             \
                   " (SELECT count(*) FROM job WHERE state > 1 AND retain > 0) - ?1)))")                     \
    X(LAST_SEQ, "SELECT max(seq) FROM (SELECT max(seq) AS seq FROM job UNION ALL SELECT seq FROM gone)")     \
    X(GONE, "INSERT INTO gone VALUES(1, ?1) ON CONFLICT(one) DO UPDATE SET seq = ?1")                        \
    X(INTERRUPT, "UPDATE job SET state = 0, interrupted = interrupted + 1, seq = ?1 WHERE state = 1" OPEN)   \
    X(BURY, "UPDATE job SET state = 5, outcome = 'dead', exit = 1, finished = ?2, seq = ?3, error ="         \
            " json_object('message', 'the daemon went down ' || interrupted || ' times while this ran')"     \
            " WHERE state = 0 AND interrupted >= ?1" OPEN)                                                         \
    X(ALL, "SELECT " COLUMNS ", result, request FROM job ORDER BY id")                                       \
    X(QUEUED, "SELECT id, owner, priority, faults, attempts, tags, work, seq FROM job WHERE state = 0" OPEN  \
              " ORDER BY priority DESC, id")

enum statement {
#define X(name, sql) SQL_##name,
    STATEMENTS(X)
#undef X
        SQL_COUNT
};

static const char *const texts[] = {
#define X(name, sql) sql,
    STATEMENTS(X)
#undef X
};

struct database {
    sqlite3 *handle;
    sqlite3_stmt *statements[SQL_COUNT];
    bool durable, synced; /* synced: as commits are done now */
    bool broken;          /* for good */
    double retry_at;      /* of the steady clock: a full disk may have room again */
    int64_t seq;
    char failure[256];
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Goes on evenly when the time of day is set. */
static double steady_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- statements */

static void bind_text(sqlite3_stmt *s, int at, const char *text)
{
    sqlite3_bind_text(s, at, text, -1, SQLITE_STATIC);
}

static void bind_blob(sqlite3_stmt *s, int at, const void *bytes, size_t length)
{
    if (bytes)
        sqlite3_bind_blob64(s, at, bytes, length, SQLITE_STATIC);
    else
        sqlite3_bind_null(s, at);
}

/* SQLITE_ROW, SQLITE_DONE or an error. */
static int step(struct database *database, enum statement statement)
{
    return sqlite3_step(database->statements[statement]);
}

static int finish(struct database *database, enum statement statement)
{
    sqlite3_stmt *s = database->statements[statement];
    int code = sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return code;
}

/* For statements without rows. */
static int run(struct database *database, enum statement statement)
{
    int code = step(database, statement);
    finish(database, statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static char *column_string(sqlite3_stmt *s, int at)
{
    const char *text = (const char *)sqlite3_column_text(s, at);
    return text ? strdup(text) : NULL;
}

static struct blob column_blob(sqlite3_stmt *s, int at)
{
    const void *bytes = sqlite3_column_blob(s, at);
    int length = sqlite3_column_bytes(s, at);
    return bytes ? blob_copy(bytes, (size_t)length) : (struct blob){0};
}

static void read_row(sqlite3_stmt *s, struct job_row *row)
{
    *row = (struct job_row){
        .id = sqlite3_column_int64(s, 0),
        .owner = column_string(s, 1),
        .key = column_string(s, 2),
        .op = column_string(s, 3),
        .tags = column_string(s, 4),
        .state = (enum job_state)sqlite3_column_int(s, 5),
        .priority = sqlite3_column_int(s, 6),
        .outcome = column_string(s, 7),
        .error = column_string(s, 8),
        .exit = sqlite3_column_int(s, 9),
        .cached = sqlite3_column_int(s, 10),
        .attempts = (uint32_t)sqlite3_column_int(s, 11),
        .faults = (uint32_t)sqlite3_column_int(s, 12),
        .interrupted = (uint32_t)sqlite3_column_int(s, 13),
        .created = sqlite3_column_double(s, 14),
        .started = sqlite3_column_double(s, 15),
        .finished = sqlite3_column_double(s, 16),
        .retain = sqlite3_column_int64(s, 17),
        .seq = sqlite3_column_int64(s, 18),
    };
    if (sqlite3_column_bytes(s, 19) == DIGEST_BYTES)
        memcpy(row->work, sqlite3_column_blob(s, 19), DIGEST_BYTES);
    if (row->state >= JOB_STATES)
        row->state = JOB_DEAD; /* a newer version's */
}

/* False: there was no memory for a text of it. */
static bool has_texts(sqlite3_stmt *s, const struct job_row *row)
{
    const char *const read[] = {row->owner, row->key, row->op, row->tags, row->outcome, row->error};
    static const int from[] = {1, 2, 3, 4, 7, 8};
    for (size_t i = 0; i < sizeof from / sizeof *from; i++)
        if (!read[i] && sqlite3_column_type(s, from[i]) != SQLITE_NULL)
            return false;
    return true;
}

/* As a whole in place of what `row` holds, or it stays as it is. */
static int take_row(sqlite3_stmt *s, struct job_row *row)
{
    struct job_row fresh;
    read_row(s, &fresh);
    bool whole = has_texts(s, &fresh);
    job_row_clear(whole ? row : &fresh);
    if (whole)
        *row = fresh;
    return whole ? SQLITE_OK : SQLITE_NOMEM;
}

static int execute(struct database *database, const char *sql)
{
    return sqlite3_exec(database->handle, sql, NULL, NULL, NULL);
}

/* ---- operations: SQLITE_OK, or why the row was refused */

/* An earlier answer becomes the row's own; call->found tells. */
static int find_answer(struct database *database, struct store_call *call, enum statement statement,
                       const uint8_t *digest)
{
    struct job_row *row = &call->row;
    sqlite3_stmt *s = database->statements[statement];
    bind_blob(s, 1, digest, DIGEST_BYTES);
    int code = step(database, statement);
    call->found = code == SQLITE_ROW;
    if (call->found) {
        row->state = (enum job_state)sqlite3_column_int(s, 0);
        row->outcome = column_string(s, 1);
        row->error = column_string(s, 2);
        row->exit = sqlite3_column_int(s, 3);
        row->result = column_blob(s, 4);
        if (!row->outcome || (!row->result.bytes && sqlite3_column_bytes(s, 4)))
            code = SQLITE_NOMEM;
    }
    finish(database, statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

static int take_cached(struct database *database, struct store_call *call)
{
    if (!call->cacheable)
        return SQLITE_OK;
    int code = find_answer(database, call, SQL_BY_CACHE, call->cache);
    call->row.cached = call->found;
    if (call->found)
        call->row.finished = call->row.created;
    return code;
}

static int insert(struct database *database, struct store_call *call)
{
    struct job_row *row = &call->row;
    sqlite3_stmt *s = database->statements[SQL_INSERT];
    row->seq = ++database->seq;
    bind_text(s, 1, row->owner);
    bind_text(s, 2, row->key);
    bind_text(s, 3, row->op);
    bind_text(s, 4, row->tags);
    sqlite3_bind_int(s, 5, (int)row->state);
    sqlite3_bind_int(s, 6, row->priority);
    bind_text(s, 7, row->outcome);
    bind_text(s, 8, row->error);
    sqlite3_bind_int(s, 9, row->exit);
    sqlite3_bind_int(s, 10, row->cached);
    sqlite3_bind_double(s, 11, row->created);
    sqlite3_bind_double(s, 12, row->finished);
    sqlite3_bind_int64(s, 13, row->retain);
    sqlite3_bind_int64(s, 14, row->seq);
    bind_blob(s, 15, row->work, DIGEST_BYTES);
    bind_blob(s, 16, row->request.bytes, row->request.length);
    bind_blob(s, 17, row->result.bytes, row->result.length);
    int code = run(database, SQL_INSERT);
    row->id = sqlite3_last_insert_rowid(database->handle);
    return code;
}

static int submit(struct database *database, struct store_call *call)
{
    struct job_row *row = &call->row;
    sqlite3_stmt *s = database->statements[SQL_BY_KEY];
    if (row->key) {
        bind_text(s, 1, row->owner);
        bind_text(s, 2, row->key);
        int code = step(database, SQL_BY_KEY);
        if (code == SQLITE_ROW) {
            uint8_t work[DIGEST_BYTES];
            memcpy(work, row->work, DIGEST_BYTES);
            code = take_row(s, row);
            call->duplicate = true;
            call->changed = memcmp(work, row->work, DIGEST_BYTES) != 0;
            finish(database, SQL_BY_KEY);
            return code;
        }
        finish(database, SQL_BY_KEY);
        if (code != SQLITE_DONE)
            return code;
    }
    int code = take_cached(database, call);
    return code == SQLITE_OK ? insert(database, call) : code;
}

static int mark_running(struct database *database, struct store_call *call)
{
    sqlite3_stmt *s = database->statements[SQL_RUNNING];
    call->row.seq = ++database->seq;
    call->changed = call->superseded;
    if (call->superseded)
        return SQLITE_OK;
    sqlite3_bind_int64(s, 1, call->row.id);
    sqlite3_bind_int64(s, 2, call->row.attempts);
    sqlite3_bind_double(s, 3, call->row.started);
    sqlite3_bind_int64(s, 4, call->row.seq);
    int code = run(database, SQL_RUNNING);
    call->changed = code == SQLITE_OK && sqlite3_changes(database->handle);
    return code;
}

/* The whole row, for those who wait for it; the result is at hand. */
static int read_back(struct database *database, struct store_call *call)
{
    sqlite3_stmt *s = database->statements[SQL_BY_ID];
    sqlite3_bind_int64(s, 1, call->row.id);
    int code = step(database, SQL_BY_ID);
    if (code == SQLITE_ROW) {
        struct blob result = call->row.result;
        call->row.result = (struct blob){0};
        code = take_row(s, &call->row);
        call->row.result = result;
        call->found = code == SQLITE_OK;
        finish(database, SQL_BY_ID);
        return code;
    }
    finish(database, SQL_BY_ID);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int finish_job(struct database *database, struct store_call *call)
{
    struct job_row *row = &call->row;
    sqlite3_stmt *s = database->statements[SQL_FINISH];
    row->seq = ++database->seq;
    sqlite3_bind_int64(s, 1, row->id);
    sqlite3_bind_int(s, 2, (int)row->state);
    bind_text(s, 3, row->outcome);
    bind_text(s, 4, row->error);
    sqlite3_bind_int(s, 5, row->exit);
    sqlite3_bind_int64(s, 6, row->attempts);
    sqlite3_bind_int64(s, 7, row->faults);
    sqlite3_bind_double(s, 8, row->started);
    sqlite3_bind_double(s, 9, row->finished);
    sqlite3_bind_int64(s, 10, row->seq);
    bind_blob(s, 11, call->cacheable ? call->cache : NULL, DIGEST_BYTES);
    bind_blob(s, 12, row->result.bytes, row->result.length);
    bind_blob(s, 13, call->has_canonical ? call->canonical : NULL, DIGEST_BYTES);
    sqlite3_bind_int(s, 14, row->cached);
    int code = run(database, SQL_FINISH);
    call->changed = code == SQLITE_OK && sqlite3_changes(database->handle);
    return code == SQLITE_OK ? read_back(database, call) : code;
}

static int requeue(struct database *database, struct store_call *call)
{
    sqlite3_stmt *s = database->statements[SQL_REQUEUE];
    call->row.seq = ++database->seq;
    sqlite3_bind_int64(s, 1, call->row.id);
    sqlite3_bind_int64(s, 2, call->row.faults);
    sqlite3_bind_int64(s, 3, call->row.attempts);
    sqlite3_bind_int64(s, 4, call->row.seq);
    int code = run(database, SQL_REQUEUE);
    call->changed = code == SQLITE_OK && sqlite3_changes(database->handle);
    return code;
}

/* A row by id and owner; call->found tells. */
static int get(struct database *database, struct store_call *call, bool result)
{
    enum statement statement = result ? SQL_RESULT : SQL_GET;
    sqlite3_stmt *s = database->statements[statement];
    sqlite3_bind_int64(s, 1, call->row.id);
    bind_text(s, 2, call->row.owner);
    int code = step(database, statement);
    if (code == SQLITE_ROW) {
        code = take_row(s, &call->row);
        if (result && code == SQLITE_OK)
            call->row.result = column_blob(s, 20);
        if (result && !call->row.result.bytes && sqlite3_column_bytes(s, 20))
            code = SQLITE_NOMEM;
        call->found = code == SQLITE_OK;
        finish(database, statement);
        return code;
    }
    finish(database, statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int retry(struct database *database, struct store_call *call)
{
    sqlite3_stmt *s = database->statements[SQL_RETRY];
    sqlite3_bind_int64(s, 1, call->row.id);
    sqlite3_bind_int64(s, 2, database->seq + 1);
    bind_text(s, 3, call->row.owner);
    int code = run(database, SQL_RETRY);
    call->changed = code == SQLITE_OK && sqlite3_changes(database->handle);
    database->seq += call->changed;
    return code == SQLITE_OK ? get(database, call, false) : code;
}

static int get_request(struct database *database, struct store_call *call)
{
    sqlite3_stmt *s = database->statements[SQL_REQUEST];
    sqlite3_bind_int64(s, 1, call->row.id);
    int code = step(database, SQL_REQUEST);
    call->found = code == SQLITE_ROW;
    if (call->found)
        call->row.request = column_blob(s, 0);
    finish(database, SQL_REQUEST);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

static int remember_seq(struct database *database)
{
    sqlite3_bind_int64(database->statements[SQL_GONE], 1, database->seq);
    return run(database, SQL_GONE);
}

static int delete (struct database *database, struct store_call *call)
{
    sqlite3_stmt *s = database->statements[SQL_DELETE];
    sqlite3_bind_int64(s, 1, call->row.id);
    bind_text(s, 2, call->row.owner);
    int code = run(database, SQL_DELETE);
    call->found = code == SQLITE_OK && sqlite3_changes(database->handle);
    return call->found ? remember_seq(database) : code;
}

static int collect(struct database *database, struct store_call *call, enum statement statement)
{
    int code;
    sqlite3_stmt *s = database->statements[statement];
    call->rows = calloc(call->limit + 1, sizeof *call->rows);
    if (!call->rows)
        return SQLITE_NOMEM;
    while ((code = sqlite3_step(s)) == SQLITE_ROW && call->nrows < call->limit) {
        code = take_row(s, &call->rows[call->nrows]);
        if (code != SQLITE_OK)
            break;
        call->nrows++;
    }
    finish(database, statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

static int list(struct database *database, struct store_call *call)
{
    sqlite3_stmt *s = database->statements[SQL_LIST];
    bind_text(s, 1, call->row.owner);
    sqlite3_bind_int(s, 2, call->state);
    bind_text(s, 3, call->tag);
    sqlite3_bind_int64(s, 4, call->cursor ? call->cursor : INT64_MAX);
    sqlite3_bind_int64(s, 5, call->limit);
    return collect(database, call, SQL_LIST);
}

static int events(struct database *database, struct store_call *call)
{
    sqlite3_stmt *s = database->statements[SQL_EVENTS];
    bind_text(s, 1, call->row.owner);
    bind_text(s, 2, call->tag);
    sqlite3_bind_int64(s, 3, call->from_seq);
    sqlite3_bind_int64(s, 4, call->limit);
    call->row.seq = database->seq;
    return collect(database, call, SQL_EVENTS);
}

/* One of the retention's statements; call->changed: there may be more. */
static int prune_by(struct database *database, struct store_call *call, enum statement statement)
{
    sqlite3_bind_int(database->statements[statement], 2, PRUNED_MOST);
    int code = run(database, statement);
    int n = code == SQLITE_OK ? sqlite3_changes(database->handle) : 0;
    call->changed |= n == PRUNED_MOST;
    return n ? remember_seq(database) : code;
}

static int prune(struct database *database, struct store_call *call)
{
    sqlite3_bind_double(database->statements[SQL_PRUNE_AGE], 1, call->now - (double)call->retain);
    sqlite3_bind_double(database->statements[SQL_PRUNE_RETAIN], 1, call->now);
    sqlite3_bind_int64(database->statements[SQL_PRUNE_COUNT], 1, call->kept);
    call->changed = false;
    int code = prune_by(database, call, SQL_PRUNE_AGE);
    if (code == SQLITE_OK)
        code = prune_by(database, call, SQL_PRUNE_RETAIN);
    return code == SQLITE_OK ? prune_by(database, call, SQL_PRUNE_COUNT) : code;
}

static int perform(struct database *database, struct store_call *call)
{
    switch (call->op) {
    case STORE_SUBMIT:
        return submit(database, call);
    case STORE_RUNNING:
        return mark_running(database, call);
    case STORE_FINISH:
        return finish_job(database, call);
    case STORE_REQUEUE:
        return requeue(database, call);
    case STORE_RETRY:
        return retry(database, call);
    case STORE_GET:
        return get(database, call, false);
    case STORE_RESULT:
        return get(database, call, true);
    case STORE_LOOKUP:
        return find_answer(database, call, SQL_BY_CANONICAL, call->canonical);
    case STORE_REQUEST:
        return get_request(database, call);
    case STORE_DELETE:
        return delete (database, call);
    case STORE_LIST:
        return list(database, call);
    case STORE_EVENTS:
        return events(database, call);
    default:
        return prune(database, call);
    }
}

/* ---- transactions */

static bool is_write(const struct store_call *call)
{
    return call->op < STORE_GET || call->op == STORE_DELETE || call->op == STORE_PRUNE;
}

static bool is_damage(int code)
{
    return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;
}

static const char damaged[] = "; `ratchetd --export` saves what can be read, and another data_dir begins anew";

/* A full disk may have room again; after anything else nobody knows what reached the disk, so this handle
 * acknowledges nothing any more. */
static void fail(struct database *database, int code)
{
    int primary = code & 0xff;
    database->broken |= primary != SQLITE_FULL && primary != SQLITE_BUSY && primary != SQLITE_NOMEM;
    database->retry_at = steady_now() + RETRY_SECONDS;
    snprintf(database->failure, sizeof database->failure, "%s%s", sqlite3_errstr(code),
             is_damage(code)    ? damaged
             : database->broken ? "; mend the disk and start the daemon anew"
                                : "; it will be tried again");
}

const char *database_failure(const struct database *database)
{
    return database->failure;
}

/* Errors that end the transaction, as against those of one row. */
static bool is_fatal(int code)
{
    switch (code & 0xff) {
    case SQLITE_OK:
    case SQLITE_CONSTRAINT:
    case SQLITE_TOOBIG:
    case SQLITE_MISMATCH:
        return false;
    default:
        return true;
    }
}

/* What changes no state of a job that was told to anyone needs no sync of its own. */
static void choose_sync(struct database *database, const struct store_call *calls)
{
    bool lazy = true;
    for (; calls && lazy; calls = calls->next)
        lazy = calls->op == STORE_RUNNING || !is_write(calls);
    if (!database->durable || database->synced != lazy)
        return;
    database->synced = !lazy;
    sqlite3_exec(database->handle, lazy ? "PRAGMA synchronous=NORMAL" : "PRAGMA synchronous=FULL", NULL, NULL,
                 NULL);
}

static void fail_writes(struct store_call *calls)
{
    for (; calls; calls = calls->next)
        calls->failed |= is_write(calls);
}

static bool run_transaction(struct database *database, struct store_call *calls)
{
    int code = run(database, SQL_BEGIN);
    for (struct store_call *call = calls; call && !is_fatal(code); call = call->next) {
        code = perform(database, call);
        call->failed = code != SQLITE_OK;
    }
    if (!is_fatal(code))
        code = run(database, SQL_COMMIT);
    if (!is_fatal(code))
        return true;
    if (!sqlite3_get_autocommit(database->handle))
        run(database, SQL_ROLLBACK);
    fail(database, code);
    return false;
}

/* Reads go on, whatever happened to the writes. Where something can't be read nothing is written any more either. */
static void run_reads(struct database *database, struct store_call *calls)
{
    for (; calls; calls = calls->next) {
        if (is_write(calls) || calls->found || calls->rows)
            continue;
        int code = perform(database, calls);
        calls->failed = code != SQLITE_OK;
        if (is_damage(code) || (code & 0xff) == SQLITE_IOERR)
            fail(database, code);
    }
}

static bool any_write(const struct store_call *calls)
{
    while (calls && !is_write(calls))
        calls = calls->next;
    return calls;
}

bool database_run(struct database *database, struct store_call *calls)
{
    bool writes = any_write(calls), good = true;
    bool barred = database->broken || (database->failure[0] && steady_now() < database->retry_at);
    if (writes && !barred) {
        if (database->failure[0])
            execute(database, "PRAGMA wal_checkpoint(TRUNCATE)"); /* it may be the log that fills the disk */
        choose_sync(database, calls);
        good = run_transaction(database, calls);
        if (good)
            database->failure[0] = 0;
    }
    if (writes && (barred || !good))
        fail_writes(calls);
    if (!writes || barred || !good)
        run_reads(database, calls);
    return good && !(writes && barred);
}

/* ---- opening */

/* What SQLite has to say, if it has not gone on to something else since. */
static int sql_fault(struct database *database, int code, const char *file, struct fault *fault)
{
    const char *why = !database->handle ? "no memory"
                      : sqlite3_errcode(database->handle) == (code & 0xff) ? sqlite3_errmsg(database->handle)
                                                                           : sqlite3_errstr(code);
    return fault_set(fault, EXIT_OTHER, file, 0, 0, "the job store can't be used: %s%s", why,
                     is_damage(code) ? damaged : "");
}

static int last_fault(struct database *database, const char *file, struct fault *fault)
{
    int code = database->handle ? sqlite3_errcode(database->handle) : SQLITE_NOMEM;
    return sql_fault(database, code, file, fault);
}

static int version_of(struct database *database)
{
    sqlite3_stmt *s = NULL;
    int version = 0;
    if (sqlite3_prepare_v2(database->handle, "PRAGMA user_version", -1, &s, NULL) == SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW)
        version = sqlite3_column_int(s, 0);
    sqlite3_finalize(s);
    return version;
}

static int check_version(struct database *database, const char *file, struct fault *fault)
{
    int version = version_of(database);
    if (version > SCHEMA)
        return fault_set(fault, EXIT_OTHER, file, 0, 0,
                         "the job store was written by a newer Ratchet (version %d, this one "
                         "knows %d); use that one, or another data_dir",
                         version, SCHEMA);
    return 0;
}

/* As a whole: a start that is cut short leaves a store that the next one knows. */
static bool upgrade(struct database *database)
{
    char sql[64];
    int version = version_of(database);
    if (version == SCHEMA)
        return true;
    snprintf(sql, sizeof sql, "PRAGMA user_version=%d", SCHEMA);
    return execute(database, "BEGIN IMMEDIATE") == SQLITE_OK &&
           (version != 1 || execute(database, from_version_1) == SQLITE_OK) &&
           execute(database, schema) == SQLITE_OK && execute(database, sql) == SQLITE_OK &&
           execute(database, "COMMIT") == SQLITE_OK;
}

static bool prepare(struct database *database)
{
    for (int i = 0; i < SQL_COUNT; i++)
        if (sqlite3_prepare_v3(database->handle, texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &database->statements[i], NULL) != SQLITE_OK)
            return false;
    return true;
}

static int set_up(struct database *database, const char *file, struct fault *fault)
{
    if (sqlite3_open_v2(file, &database->handle,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return last_fault(database, file, fault);
    sqlite3_busy_timeout(database->handle, 2000);
    if (check_version(database, file, fault))
        return fault->code;
    bool good =
        execute(database, "PRAGMA journal_mode=WAL") == SQLITE_OK &&
        execute(database, database->durable ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL") ==
            SQLITE_OK &&
        execute(database, "PRAGMA wal_autocheckpoint=4000") == SQLITE_OK &&
        execute(database, "PRAGMA journal_size_limit=33554432") == SQLITE_OK && /* whatever a slow reader made of it */
        execute(database, "PRAGMA temp_store=MEMORY") == SQLITE_OK && upgrade(database) && prepare(database);
    return good ? 0 : last_fault(database, file, fault);
}

struct database *database_open(const char *folder, bool durable, struct fault *fault)
{
    char file[4096];
    struct database *database = calloc(1, sizeof *database);
    if (!database) {
        fault_set(fault, EXIT_INTERNAL, NULL, 0, 0, "there is no memory left");
        return NULL;
    }
    snprintf(file, sizeof file, "%s/jobs.db", folder);
    database->durable = database->synced = durable;
    if (!set_up(database, file, fault))
        return database;
    database_close(database);
    return NULL;
}

/* Events of all starts share one order: the clock puts a new start behind the old ones, even behind events of
 * jobs that are deleted by now. */
static void start_seq(struct database *database)
{
    if (step(database, SQL_LAST_SEQ) == SQLITE_ROW)
        database->seq = sqlite3_column_int64(database->statements[SQL_LAST_SEQ], 0);
    finish(database, SQL_LAST_SEQ);
    int64_t clock = (int64_t)(now() * 1e6);
    if (clock > database->seq)
        database->seq = clock;
}

static int requeue_interrupted(struct database *database, uint32_t max_interruptions)
{
    sqlite3_bind_int64(database->statements[SQL_INTERRUPT], 1, ++database->seq);
    int code = run(database, SQL_INTERRUPT);
    sqlite3_stmt *bury = database->statements[SQL_BURY];
    sqlite3_bind_int64(bury, 1, max_interruptions);
    sqlite3_bind_double(bury, 2, now());
    sqlite3_bind_int64(bury, 3, ++database->seq);
    return code == SQLITE_OK ? run(database, SQL_BURY) : code;
}

int database_recover(struct database *database, uint32_t max_interruptions,
                     void (*queued)(void *context, const struct store_queued *job), void *context,
                     struct fault *fault)
{
    int code;
    sqlite3_stmt *s = database->statements[SQL_QUEUED];
    start_seq(database);
    if ((code = requeue_interrupted(database, max_interruptions)) != SQLITE_OK)
        return sql_fault(database, code, "jobs.db", fault);
    while ((code = sqlite3_step(s)) == SQLITE_ROW) {
        struct store_queued job = {
            .id = sqlite3_column_int64(s, 0),
            .owner = (const char *)sqlite3_column_text(s, 1),
            .priority = sqlite3_column_int(s, 2),
            .faults = (uint32_t)sqlite3_column_int(s, 3),
            .attempts = (uint32_t)sqlite3_column_int(s, 4),
            .tags = (const char *)sqlite3_column_text(s, 5),
            .seq = sqlite3_column_int64(s, 7),
        };
        if (sqlite3_column_bytes(s, 6) == DIGEST_BYTES)
            memcpy(job.work, sqlite3_column_blob(s, 6), DIGEST_BYTES);
        queued(context, &job);
    }
    finish(database, SQL_QUEUED);
    return code == SQLITE_DONE ? 0 : sql_fault(database, code, "jobs.db", fault);
}

void database_close(struct database *database)
{
    if (!database)
        return;
    for (int i = 0; i < SQL_COUNT; i++)
        sqlite3_finalize(database->statements[i]);
    sqlite3_close(database->handle);
    free(database);
}

/* ---- without the daemon */

static void close_handle(struct database *database)
{
    sqlite3_close(database->handle);
    database->handle = NULL;
}

/* SQLite makes files beside a log that it reads; where none can be made, nobody writes, and if there is no log either
 * the file alone is all there is. */
static bool open_on_read_only_disk(struct database *database, const char *file)
{
    struct text uri = {0};
    text_printf(&uri, "%s-wal", file);
    bool complete = !uri.failed && access(uri.s, F_OK);
    text_clear(&uri);
    text_puts(&uri, "file:");
    for (; *file; file++)
        text_printf(&uri, strchr("%?#", *file) ? "%%%02X" : "%c", (unsigned char)*file);
    text_puts(&uri, "?immutable=1");
    close_handle(database);
    bool opened = complete && !uri.failed &&
                  sqlite3_open_v2(uri.s, &database->handle,
                                  SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, NULL) == SQLITE_OK;
    text_free(&uri);
    return opened;
}

static int open_to_read(struct database *database, const char *file, struct fault *fault)
{
    if (sqlite3_open_v2(file, &database->handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return last_fault(database, file, fault);
    sqlite3_busy_timeout(database->handle, 2000);
    int version = version_of(database);
    if (sqlite3_errcode(database->handle) == SQLITE_CANTOPEN) {
        if (!open_on_read_only_disk(database, file))
            return fault_set(fault, EXIT_OTHER, file, 0, 0, "the job store can't be read where nothing can be written; "
                             "copy the folder to another disk, and name that as data_dir");
        version = version_of(database);
    }
    if (version != SCHEMA && sqlite3_errcode(database->handle) == SQLITE_OK)
        return fault_set(fault, EXIT_OTHER, file, 0, 0, "the job store has version %d, and this Ratchet reads %d%s",
                         version, SCHEMA, version < SCHEMA ? "; start the daemon once, which brings it there" : "");
    return prepare(database) ? 0 : last_fault(database, file, fault);
}

struct database *database_open_to_read(const char *folder, struct fault *fault)
{
    char file[4096];
    struct database *database = calloc(1, sizeof *database);
    if (!database) {
        fault_set(fault, EXIT_INTERNAL, NULL, 0, 0, "there is no memory left");
        return NULL;
    }
    snprintf(file, sizeof file, "%s/jobs.db", folder);
    if (!open_to_read(database, file, fault))
        return database;
    database_close(database);
    return NULL;
}

int database_integrity(struct database *database, void (*say)(void *context, const char *sentence), void *context,
                       struct fault *fault)
{
    sqlite3_stmt *s = NULL;
    int code = sqlite3_prepare_v2(database->handle, "PRAGMA integrity_check", -1, &s, NULL);
    while (code == SQLITE_OK && (code = sqlite3_step(s)) == SQLITE_ROW) {
        const char *sentence = (const char *)sqlite3_column_text(s, 0);
        if (sentence && strcmp(sentence, "ok"))
            say(context, sentence);
        code = SQLITE_OK;
    }
    sqlite3_finalize(s);
    return code == SQLITE_DONE ? 0 : sql_fault(database, code, "jobs.db", fault);
}

/* False: there was no memory for all of it. */
static bool is_whole(sqlite3_stmt *s, const struct job_row *row)
{
    return has_texts(s, row) && (row->result.bytes || !sqlite3_column_bytes(s, 20)) &&
           (row->request.bytes || !sqlite3_column_bytes(s, 21));
}

int database_walk(struct database *database, void (*call)(void *context, const struct job_row *row), void *context,
                  struct fault *fault)
{
    sqlite3_stmt *s = database->statements[SQL_ALL];
    int code;
    while ((code = sqlite3_step(s)) == SQLITE_ROW) {
        struct job_row row;
        read_row(s, &row);
        row.result = column_blob(s, 20);
        row.request = column_blob(s, 21);
        if (is_whole(s, &row))
            call(context, &row);
        else
            fault_set(fault, EXIT_INTERNAL, NULL, 0, 0, "there is no memory left");
        job_row_clear(&row);
    }
    if (code != SQLITE_DONE)
        sql_fault(database, code, "jobs.db", fault);
    finish(database, SQL_ALL);
    return fault->code;
}
