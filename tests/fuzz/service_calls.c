/* The dispatcher: lines of a client to methods with checked parameters. Each line must be answered once, and what
 * reaches the jobs must be what PROTOCOL.md allows. The first byte chooses the client: `t` has not said hello yet,
 * `u` is no administrator. What lies behind the methods is replaced by checks of what they ask for. */
#include "service.h"

#include "service/daemon.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_MOST = 16, JOB_MOST = 200 };

static uint32_t answers;
static struct generation *generation;

static void check(bool good, const char *promise)
{
    if (good)
        return;
    fprintf(stderr, "service.calls: %s\n", promise);
    abort();
}

/* ---- connections */

static void answered(struct reply *reply)
{
    answers++;
    json_decref(reply->id);
    free(reply);
}

void reply_error(struct reply *reply, int code, json_t *data, const char *format, ...)
{
    char sentence[1400];
    va_list args;
    va_start(args, format);
    check(vsnprintf(sentence, sizeof sentence, format, args) > 0, "an error without a sentence");
    va_end(args);
    check(code < 0, "an error without a code");
    json_decref(data);
    answered(reply);
}

void reply_result(struct reply *reply, json_t *result)
{
    check(result, "no result");
    json_decref(result);
    answered(reply);
}

void conn_hold(struct conn *conn)
{
    conn->references++;
}

void conn_close(struct conn *conn)
{
    conn->closing = true;
}

struct owner *owner_find(struct daemon *daemon, const char *name)
{
    check(!strcmp(name, "token:tester"), "an owner that no token names");
    return daemon->owners;
}

/* ---- jobs */

static void take(struct reply *reply)
{
    check(reply->conn->owner, "a call of nobody gets through");
    answered(reply);
}

static void check_fields(const struct text *fields, enum frame_field_name needed)
{
    struct text frame = {0};
    struct frame read;
    size_t begin = frame_begin(&frame, FRAME_JOB);
    text_add(&frame, fields->s, fields->n);
    frame_end(&frame, begin);
    check(frame_take(frame.s, frame.n, FRAME_MOST, &read) == (int64_t)frame.n, "a request is no frame");
    check(frame_find(&read, needed, &(struct frame_field){0}), "a request without a puzzle or its type");
    text_free(&frame);
}

void jobs_submit(struct reply *reply, struct submission *submission)
{
    check(submission->op && submission->tags, "a submission lacks its op or tags");
    check(submission->priority >= 0 && submission->priority <= 9 && submission->retain >= 0, "priority, retain_s");
    check(!submission->key || (*submission->key && strlen(submission->key) <= KEY_MOST), "a key over max_key");
    check(!submission->fields.failed && submission->fields.n <= JOB_MOST, "a request over max_job");
    check_fields(&submission->fields, strcmp(submission->op, "generate") ? FIELD_DATA : FIELD_TYPE);
    take(reply);
}

void jobs_get(struct reply *reply, int64_t job, bool result)
{
    (void)result;
    check(job > 0, "the number of a job");
    take(reply);
}

void jobs_wait(struct reply *reply, int64_t job, int64_t timeout_ms)
{
    check(job > 0 && timeout_ms >= -1 && timeout_ms <= 86400000, "timeout_ms");
    take(reply);
}

void jobs_cancel(struct reply *reply, int64_t job)
{
    jobs_get(reply, job, false);
}

void jobs_retry(struct reply *reply, int64_t job)
{
    jobs_get(reply, job, false);
}

void jobs_delete(struct reply *reply, int64_t job)
{
    jobs_get(reply, job, false);
}

void jobs_list(struct reply *reply, int state, const char *tag, int64_t cursor, uint32_t limit)
{
    check(state >= -1 && state < JOB_STATES && cursor >= 0 && limit >= 1 && limit <= 1000, "job.list");
    check(!tag || (*tag && strlen(tag) <= 64), "a tag over its length");
    take(reply);
}

void watch_begin(struct reply *reply, const struct watch_request *request)
{
    check((request->kind == WATCH_JOB) == (request->job > 0), "job.watch of a job");
    check((request->kind == WATCH_TAG) == (request->tag != NULL), "job.watch of a tag");
    check(request->from_seq >= -1 && request->from_deduction >= -1, "from_seq, from_deduction");
    take(reply);
}

/* ---- the rest of the daemon */

json_t *figures_health(struct daemon *daemon)
{
    (void)daemon;
    return json_object();
}

json_t *figures_stats(struct daemon *daemon)
{
    return figures_health(daemon);
}

json_t *figures_rules(struct daemon *daemon)
{
    return figures_health(daemon);
}

json_t *figures_metrics(struct daemon *daemon)
{
    return figures_health(daemon);
}

const struct generation *pool_generation(const struct pool *pool)
{
    (void)pool;
    return generation;
}

/* Every second one is under way already. */
bool pool_try(struct pool *pool, bool reload)
{
    static bool busy;
    (void)pool, (void)reload;
    return busy = !busy;
}

void daemon_drain(struct daemon *daemon)
{
    check(daemon->conns->admin, "somebody drains who may not");
}

/* ---- a run */

static struct generation *make_generation(void)
{
    struct generation *made = calloc(1, sizeof *made);
    if (!made)
        abort();
    made->number = 1;
    made->types = json_pack("[{s:s,s:[s]},{s:s,s:[]}]", "id", "nonogram", "formats", "nonogram.text", "id", "barred",
                            "formats");
    made->formats = json_pack("{s:s}", "nonogram.text", "nonogram");
    made->rules = json_pack("[s]", "nonogram.line");
    made->plugins = json_array();
    made->disabled = json_array();
    made->barred = json_pack("[s]", "barred");
    made->refused = (char *)"one\ntwo\n";
    return made;
}

/* A reload answers when it is done. */
static void answer_later(struct reply **reply)
{
    if (*reply)
        answered(*reply);
    *reply = NULL;
}

static void one_line(struct conn *conn, const uint8_t *bytes, size_t length)
{
    uint32_t before = answers;
    char *line = malloc(length ? length : 1); /* ends where it ends, for the sanitizer to see */
    if (!line)
        abort();
    memcpy(line, bytes, length);
    rpc_line(conn, line, length);
    answer_later(&conn->daemon->reloading);
    answer_later(&conn->daemon->checking);
    check(answers == before + 1, "a line is not answered once");
    free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const struct settings settings = {.max_line = 4096, .max_job = JOB_MOST, .max_key = KEY_MOST};
    static struct owner owner = {.name = (char *)"token:tester"};
    struct token token = {.name = (char *)"tester"}; /* its digest is zero: nobody has it */
    struct daemon daemon = {.settings = &settings, .owners = &owner, .tokens = &token, .ntokens = 1};
    struct conn conn = {.daemon = &daemon, .owner = &owner};
    if (!generation)
        generation = make_generation();
    if (!length)
        return 0;
    daemon.conns = &conn;
    conn.admin = bytes[0] != 't' && bytes[0] != 'u';
    if (bytes[0] == 't')
        conn.owner = NULL;
    for (size_t at = 1; at < length && !conn.closing;) {
        const uint8_t *end = memchr(bytes + at, '\n', length - at);
        size_t n = end ? (size_t)(end - bytes) - at : length - at;
        if (n)
            one_line(&conn, bytes + at, n);
        at += n + 1;
    }
    return 0;
}
