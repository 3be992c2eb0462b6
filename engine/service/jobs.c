/* The jobs: from submission through queue and worker to an answer on disk. */
#include "service/daemon.h"
#include "service/digest.h"
#include "service/log.h"
#include "util/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* UNWRITTEN_MOST: results on their way to the disk; a crash loses no more work than these and what runs. */
enum { KEPT_REQUESTS = 32 * 1024 * 1024, PREFETCH = 8, ID_ROOM = 128, RETRY_MS = 1000, UNWRITTEN_MOST = 64 };

static double wall_clock(void)
{
    uv_timeval64_t now;
    uv_gettimeofday(&now);
    return (double)now.tv_sec + 1e-6 * now.tv_usec;
}

static const char *id_string(int64_t id, char buffer[24])
{
    snprintf(buffer, 24, "%" PRId64, id);
    return buffer;
}

static void no_memory(struct reply *reply)
{
    reply_error(reply, RPC_INTERNAL, NULL, "there is no memory left");
}

static void store_refuses(struct reply *reply)
{
    const struct daemon *daemon = reply->conn->daemon;
    const char *why = daemon->stopping ? NULL : store_failure(daemon->store);
    if (daemon->stopping)
        reply_error(reply, RPC_DRAINING, NULL, "the daemon goes down; the job is kept for its next start");
    else
        reply_error(reply, RPC_BUSY, json_pack("{s:i}", "retry_after_ms", 5000),
                    "the job store fails: %s", why ? why : "it could not do this; try again");
}

static void not_found(struct reply *reply)
{
    reply_error(reply, RPC_NOT_FOUND, NULL, "there is no such job");
}

/* A call to the store with the reply as its context; NULL: the reply was answered. */
static struct store_call *call_for(struct reply *reply, enum store_op op, int64_t job,
                                   void (*done)(struct store_call *call))
{
    struct store_call *call = store_call_new(op, done, reply);
    if (call) {
        call->row.id = job;
        call->row.owner = strdup(reply->conn->owner->name);
    }
    if (call && call->row.owner)
        return call;
    store_call_free(call);
    no_memory(reply);
    return NULL;
}

/* ---- the table and the queue */

static struct job **slot(struct daemon *daemon, int64_t id)
{
    struct job **at = &daemon->hash[(uint64_t)id % HASH_SIZE];
    while (*at && (*at)->id != id)
        at = &(*at)->next_hash;
    return at;
}

struct job *jobs_find(struct daemon *daemon, int64_t id)
{
    return *slot(daemon, id);
}

static struct job *find_own(struct reply *reply, int64_t id)
{
    struct job *job = jobs_find(reply->conn->daemon, id);
    return job && job->owner == reply->conn->owner ? job : NULL;
}

/* Behind `before`; NULL: to the front. */
static void enqueue(struct daemon *daemon, struct job *job, struct job *before)
{
    struct job **first = &daemon->queue_first[job->side][job->priority],
               **last = &daemon->queue_last[job->side][job->priority];
    job->state = JOB_QUEUED;
    job->previous = before;
    job->next = before ? before->next : *first;
    *(job->next ? &job->next->previous : last) = job;
    *(job->previous ? &job->previous->next : first) = job;
    daemon->queued++;
}

static void dequeue(struct daemon *daemon, struct job *job)
{
    *(job->next ? &job->next->previous : &daemon->queue_last[job->side][job->priority]) = job->previous;
    *(job->previous ? &job->previous->next : &daemon->queue_first[job->side][job->priority]) = job->next;
    job->next = job->previous = NULL;
    daemon->queued--;
}

/* Of that priority or a lower one. */
static struct job *first_queued(const struct daemon *daemon, enum side side, int priority)
{
    for (; priority >= 0; priority--)
        if (daemon->queue_first[side][priority])
            return daemon->queue_first[side][priority];
    return NULL;
}

static struct job *after(const struct daemon *daemon, const struct job *job)
{
    return job->next ? job->next : first_queued(daemon, job->side, job->priority - 1);
}

static void forget_request(struct daemon *daemon, struct job *job)
{
    daemon->request_bytes -= job->request.length;
    blob_free(&job->request);
}

/* Small requests of a short queue stay in memory; others are read again when their turn comes. */
static bool has_room(const struct daemon *daemon, size_t length)
{
    return length <= KEPT_REQUEST && daemon->request_bytes + length <= KEPT_REQUESTS;
}

static void keep_request(struct daemon *daemon, struct job *job, struct blob *request, bool needed)
{
    if (!needed && !has_room(daemon, request->length))
        return;
    forget_request(daemon, job);
    job->request = *request;
    daemon->request_bytes += request->length;
    *request = (struct blob){0};
}

static struct job *add_job(struct daemon *daemon, const char *owner, int64_t id, const char *tags,
                           int priority)
{
    struct job *job = calloc(1, sizeof *job);
    if (job)
        *job = (struct job){.id = id,
                            .owner = owner_find(daemon, owner),
                            .tags = strdup(tags ? tags : "[]"),
                            .priority = priority < 0            ? 0
                                        : priority < PRIORITIES ? priority
                                                                : PRIORITIES - 1};
    if (!job || !job->owner || !job->tags) {
        service_log(LOG_IS_ERROR, "no memory for job %" PRId64 "; it stays on disk until the next start", id);
        if (job)
            free(job->tags);
        free(job);
        return NULL;
    }
    *slot(daemon, id) = job;
    enqueue(daemon, job, daemon->queue_last[job->side][job->priority]);
    return job;
}

static void remove_job(struct daemon *daemon, struct job *job)
{
    *slot(daemon, job->id) = job->next_hash;
    forget_request(daemon, job);
    free(job->format);
    free(job->tags);
    free(job);
}

void jobs_recover(void *context, const struct store_queued *queued)
{
    struct job *job = add_job(context, queued->owner, queued->id, queued->tags, queued->priority);
    if (!job)
        return;
    job->faults = queued->faults;
    job->seq = queued->seq;
    job->attempts = queued->attempts;
    memcpy(job->work, queued->work, DIGEST_BYTES);
}

/* ---- what is said of a job */

static void set_string(json_t *object, const char *key, const char *value)
{
    if (value)
        json_object_set_new(object, key, json_string(value));
}

static void set_json(json_t *object, const char *key, const char *text)
{
    json_t *value = text ? memory_parse(text, strlen(text), NULL, NULL) : NULL;
    if (value)
        json_object_set_new(object, key, value);
}

json_t *jobs_object(const struct job_row *row)
{
    char id[24];
    bool final = job_is_final(row->state);
    json_t *object =
        json_pack("{s:s,s:s?,s:s,s:i,s:b,s:I,s:I,s:I,s:f,s:I}", "job", id_string(row->id, id), "op", row->op,
                  "state", job_state_name(row->state), "priority", row->priority, "cached", row->cached,
                  "attempts", (json_int_t)row->attempts, "faults", (json_int_t)row->faults, "interrupted",
                  (json_int_t)row->interrupted, "created", row->created, "seq", (json_int_t)row->seq);
    set_json(object, "tags", row->tags);
    set_string(object, "key", row->key);
    if (row->started > 0)
        json_object_set_new(object, "started", json_real(row->started));
    if (!final)
        return object;
    set_string(object, "outcome", row->outcome);
    json_object_set_new(object, "exit", json_integer(row->exit));
    json_object_set_new(object, "finished", json_real(row->finished));
    set_json(object, "error", row->error);
    return object;
}

static void answer_row(struct reply *reply, const struct job_row *row, bool timed_out)
{
    json_t *object = jobs_object(row);
    if (timed_out)
        json_object_set_new(object, "timed_out", json_true());
    reply_with(reply, object, reply->wants_result && job_is_final(row->state) ? &row->result : NULL);
}

/* ---- waiting */

static void on_wait_closed(uv_handle_t *timer)
{
    free(timer->data);
}

static void free_wait(struct wait *wait)
{
    struct wait **at = &wait->job->waits;
    while (*at != wait)
        at = &(*at)->next;
    *at = wait->next;
    if (wait->timed)
        uv_close((uv_handle_t *)&wait->timer, on_wait_closed);
    else
        free(wait);
}

static void on_got(struct store_call *call)
{
    struct reply *reply = call->context;
    if (call->failed)
        store_refuses(reply);
    else if (!call->found)
        not_found(reply);
    else
        answer_row(reply, &call->row, call->tag1 && !job_is_final(call->row.state));
    store_call_free(call);
}

static void get(struct reply *reply, int64_t id, bool timed_out)
{
    struct store_call *call = call_for(reply, reply->wants_result ? STORE_RESULT : STORE_GET, id, on_got);
    if (!call)
        return;
    call->tag1 = timed_out;
    store_send(reply->conn->daemon->store, call);
}

void jobs_get(struct reply *reply, int64_t id, bool result)
{
    reply->wants_result = result;
    get(reply, id, false);
}

static void on_timeout(uv_timer_t *timer)
{
    struct wait *wait = timer->data;
    struct reply *reply = wait->reply;
    int64_t id = wait->job->id;
    free_wait(wait);
    get(reply, id, true);
}

/* Takes the reply; NULL: it was answered. */
static struct wait *add_wait(struct reply *reply, struct job *job)
{
    struct wait *wait = calloc(1, sizeof *wait);
    if (!wait) {
        no_memory(reply);
        return NULL;
    }
    *wait = (struct wait){.next = job->waits, .job = job, .reply = reply};
    return job->waits = wait;
}

void jobs_wait(struct reply *reply, int64_t id, int64_t timeout_ms)
{
    struct job *job = find_own(reply, id);
    if (!job || !timeout_ms) {
        get(reply, id, job != NULL);
        return;
    }
    struct wait *wait = reply_wait(reply) ? add_wait(reply, job) : NULL;
    if (!wait || timeout_ms < 0)
        return;
    uv_timer_init(reply->conn->daemon->loop, &wait->timer);
    wait->timer.data = wait;
    wait->timed = true;
    uv_timer_start(&wait->timer, on_timeout, (uint64_t)timeout_ms, 0);
}

void jobs_forget(struct conn *conn)
{
    struct daemon *daemon = conn->daemon;
    for (int i = 0; conn->waits && i < HASH_SIZE; i++) {
        for (struct job *job = daemon->hash[i]; job; job = job->next_hash) {
            for (struct wait *wait = job->waits, *next; wait; wait = next) {
                struct reply *reply = wait->reply;
                next = wait->next;
                if (reply->conn != conn || wait->deletes)
                    continue;
                free_wait(wait);
                reply_error(reply, RPC_INTERNAL, NULL, "the connection is closed");
            }
        }
    }
}

static void on_deleted(struct store_call *call)
{
    struct reply *reply = call->context;
    if (call->failed)
        store_refuses(reply);
    else
        reply_result(reply, json_pack("{s:b}", "deleted", call->found));
    store_call_free(call);
}

static void delete_row(struct reply *reply, int64_t id)
{
    struct store_call *call = call_for(reply, STORE_DELETE, id, on_deleted);
    if (call)
        store_send(reply->conn->daemon->store, call);
}

/* ---- the end of a job */

static void send_finish(struct daemon *daemon, struct store_call *call);

static void answer_waits(struct job *job, const struct store_call *call)
{
    while (job->waits) {
        struct wait *wait = job->waits;
        struct reply *reply = wait->reply;
        bool deletes = wait->deletes;
        free_wait(wait);
        if (call->failed)
            store_refuses(reply);
        else if (deletes)
            delete_row(reply, job->id);
        else
            answer_row(reply, &call->row, false);
    }
}

static void on_finished(struct store_call *call)
{
    struct daemon *daemon = call->context;
    struct job *job = jobs_find(daemon, call->row.id);
    if (job)
        answer_waits(job, call);
    if (call->failed) { /* its answer is kept until it can be written */
        call->next = daemon->unwritten;
        daemon->unwritten = call;
        return;
    }
    daemon->finishing--;
    daemon->counters.finished++;
    daemon->counters.cached += call->row.cached;
    figures_outcome(daemon, call->row.outcome);
    watch_state(daemon, &call->row);
    if (job)
        remove_job(daemon, job);
    store_call_free(call);
    jobs_dispatch(daemon);
    daemon_check_drained(daemon);
}

void jobs_retry_unwritten(struct daemon *daemon)
{
    struct store_call *calls = daemon->unwritten;
    daemon->unwritten = NULL;
    for (struct store_call *next; calls; calls = next) {
        next = calls->next;
        calls->failed = calls->found = false;
        send_finish(daemon, calls);
    }
}

static void send_finish(struct daemon *daemon, struct store_call *call)
{
    store_send(daemon->store, call);
}

/* A call that will make the job final; NULL: no memory, and it stays as it is until the next start. */
static struct store_call *finish_call(struct daemon *daemon, struct job *job, enum job_state state,
                                      const char *outcome, int exit)
{
    struct store_call *call = store_call_new(STORE_FINISH, on_finished, daemon);
    if (!call) {
        service_log(LOG_IS_ERROR, "no memory for the answer of job %" PRId64, job->id);
        answer_waits(job, &(struct store_call){.failed = true});
        return NULL;
    }
    call->row.id = job->id;
    call->row.state = state;
    call->row.outcome = strdup(outcome);
    call->row.exit = exit;
    call->row.attempts = job->attempts;
    call->row.faults = job->faults;
    call->row.started = job->started;
    call->row.finished = wall_clock();
    job->finishing = true;
    daemon->finishing++;
    return call;
}

static void finish_plainly(struct daemon *daemon, struct job *job, enum job_state state, const char *outcome,
                           json_t *error)
{
    struct store_call *call = finish_call(daemon, job, state, outcome, EXIT_OTHER);
    if (call && error)
        call->row.error = memory_print(error, JSON_COMPACT);
    json_decref(error);
    if (call)
        send_finish(daemon, call);
}

static json_t *error_of(const struct frame *result)
{
    struct frame_field message;
    uint64_t line = frame_number(result, FIELD_LINE, 0), column = frame_number(result, FIELD_COLUMN, 0);
    json_t *error = json_object();
    json_t *text =
        frame_find(result, FIELD_MESSAGE, &message) ? json_stringn(message.bytes, message.length) : NULL;
    json_object_set_new(error, "message", text ? text : json_string("the puzzle can't be read"));
    if (line)
        json_object_set_new(error, "line", json_integer((json_int_t)line));
    if (column)
        json_object_set_new(error, "column", json_integer((json_int_t)column));
    return error;
}

/* The worker's JSON, plus the rules that were left out. */
static struct blob result_of(const struct pool_end *end)
{
    struct frame_field json;
    struct text text = {0};
    frame_find(end->result, FIELD_JSON, &json);
    if (!end->left_out)
        return blob_copy(json.bytes, json.length);
    char *list = memory_print(end->left_out, JSON_COMPACT);
    text_add(&text, json.bytes, json.length - 1);
    text_printf(&text, ",\"left_out\":%s}", list ? list : "[]");
    struct blob result = text.failed ? (struct blob){0} : blob_copy(text.s, text.n);
    text_free(&text);
    free(list);
    return result;
}

static void take_statistics(struct daemon *daemon, const struct frame *result)
{
    struct frame_field field;
    for (uint32_t at = 0; frame_next(result, &at, &field);)
        if (field.name == FIELD_STATS)
            figures_rule(daemon, &field);
}

/* Outcomes are words that we know: the worker may be broken. */
static const char *known_outcome(const struct frame *result)
{
    static const char *const outcomes[] = {"unique",   "several",        "solved", "none",     "unknown",
                                           "solution", "not a solution", "error",  "cancelled", "hint",
                                           "mistake",  "graded",        "generated"};
    struct frame_field field;
    if (frame_find(result, FIELD_OUTCOME, &field))
        for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++)
            if (field.length == strlen(outcomes[i]) && !memcmp(field.bytes, outcomes[i], field.length))
                return outcomes[i];
    return "error";
}

static void take_result(struct daemon *daemon, struct job *job, const struct pool_end *end)
{
    const char *outcome = known_outcome(end->result);
    int exit = (int)frame_number(end->result, FIELD_CODE, EXIT_INTERNAL) & 0xff;
    enum job_state state = !strcmp(outcome, "error") ? JOB_FAILED : JOB_DONE;
    if (!strcmp(outcome, "cancelled")) { /* not by a client: by the deadline */
        state = job->cancel ? JOB_CANCELLED : JOB_DONE;
        outcome = job->cancel ? outcome : "unknown";
        exit = job->cancel ? EXIT_OTHER : EXIT_UNKNOWN;
    }
    struct blob result = result_of(end);
    if (!result.bytes || result.length > daemon->settings->max_result) {
        char sentence[128];
        snprintf(sentence, sizeof sentence, "the result has %zu bytes; see max_result in [daemon]",
                 result.length);
        blob_free(&result);
        finish_plainly(daemon, job, JOB_FAILED, "error", json_pack("{s:s}", "message", sentence));
        return;
    }
    struct store_call *call = finish_call(daemon, job, state, outcome, exit);
    if (!call) {
        blob_free(&result);
        return;
    }
    call->row.result = result;
    json_t *error = state == JOB_FAILED ? error_of(end->result) : NULL;
    if (error)
        call->row.error = memory_print(error, JSON_COMPACT);
    json_decref(error);
    call->cacheable = end->digest && frame_number(end->result, FIELD_CACHEABLE, 0) && state != JOB_CANCELLED;
    if (call->cacheable)
        digest_pair(call->cache, job->work, end->digest);
    call->has_canonical = call->cacheable && job->has_canonical;
    memcpy(call->canonical, job->canonical, DIGEST_BYTES);
    take_statistics(daemon, end->result);
    send_finish(daemon, call);
}

/* ---- the second step of the result cache */

/* The same puzzle in another spelling was answered before: that is the answer, and the worker may stop. */
static void on_looked_up(struct store_call *call)
{
    struct daemon *daemon = call->context;
    struct job *job = jobs_find(daemon, call->row.id);
    bool wanted = call->found && job && job->state == JOB_RUNNING && !job->finishing && !job->cancel;
    struct store_call *finish =
        wanted ? finish_call(daemon, job, call->row.state, call->row.outcome, call->row.exit) : NULL;
    if (finish) {
        finish->row.cached = finish->cacheable = true;
        memcpy(finish->cache, job->cache, DIGEST_BYTES);
        finish->row.result = call->row.result;
        finish->row.error = call->row.error;
        call->row.result = (struct blob){0};
        call->row.error = NULL;
        send_finish(daemon, finish);
        pool_cancel(daemon->pool, job->id);
    }
    store_call_free(call);
}

void jobs_canonical(struct daemon *daemon, int64_t id, const struct frame_field *data, const uint8_t *digest)
{
    struct job *job = jobs_find(daemon, id);
    uint8_t puzzle[DIGEST_BYTES];
    if (!job || job->state != JOB_RUNNING || job->finishing || job->has_canonical)
        return;
    struct store_call *call = store_call_new(STORE_LOOKUP, on_looked_up, daemon);
    if (!call)
        return;
    digest_bytes(puzzle, data->bytes, data->length);
    digest_pair(job->canonical, puzzle, digest);
    digest_pair(job->cache, job->work, digest);
    job->has_canonical = true;
    call->row.id = id;
    memcpy(call->canonical, job->canonical, DIGEST_BYTES);
    store_send(daemon->store, call);
}

/* ---- faults */

/* Five faults of one plugin on different puzzles within a minute: it is left out from now on. */
static void note_fault(struct daemon *daemon, const struct job *job, const char *culprit)
{
    const struct settings *settings = daemon->settings;
    uint64_t now = uv_now(daemon->loop);
    uint32_t different = 1;
    for (uint32_t i = 0; i < daemon->nnotes; i++) {
        const struct fault_note *note = &daemon->notes[i];
        if (strcmp(note->culprit, culprit) || now - note->at > settings->quarantine_window)
            continue;
        if (!memcmp(note->work, job->work, DIGEST_BYTES))
            return;
        different++;
    }
    memmove(daemon->notes + 1, daemon->notes, (QUARANTINE_NOTES - 1) * sizeof *daemon->notes);
    snprintf(daemon->notes[0].culprit, sizeof daemon->notes[0].culprit, "%s", culprit);
    memcpy(daemon->notes[0].work, job->work, DIGEST_BYTES);
    daemon->notes[0].at = now;
    daemon->nnotes += daemon->nnotes < QUARANTINE_NOTES;
    if (settings->quarantine_faults && different >= settings->quarantine_faults)
        pool_quarantine(daemon->pool, culprit);
}

static void tell_watches(struct daemon *daemon, struct job *job, int64_t seq, enum job_state state)
{
    struct job_row row = {
        .id = job->id, .owner = job->owner->name, .tags = job->tags, .state = state, .seq = seq};
    job->seq = seq;
    watch_state(daemon, &row);
}

static void on_requeued(struct store_call *call)
{
    struct daemon *daemon = call->context;
    struct job *job = jobs_find(daemon, call->row.id);
    if (job && call->changed)
        tell_watches(daemon, job, call->row.seq, JOB_QUEUED);
    store_call_free(call);
}

static void requeue(struct daemon *daemon, struct job *job)
{
    struct store_call *call = store_call_new(STORE_REQUEUE, on_requeued, daemon);
    enqueue(daemon, job, NULL);
    if (!call)
        return; /* on disk it still runs: the next start queues it as well */
    call->row.id = job->id;
    call->row.faults = job->faults;
    call->row.attempts = job->attempts;
    store_send(daemon->store, call);
}

static void take_fault(struct daemon *daemon, struct job *job, const struct pool_end *end)
{
    daemon->counters.faults++;
    job->faults++;
    service_log(LOG_IS_WARNING, "job %" PRId64 ": %s%s%s", job->id, end->message, end->culprit ? ", in " : "",
                end->culprit ? end->culprit : "");
    if (end->culprit) {
        figures_rule_fault(daemon, end->culprit);
        note_fault(daemon, job, end->culprit);
    }
    if (job->cancel) {
        finish_plainly(daemon, job, JOB_CANCELLED, "cancelled", NULL);
    } else if (job->faults >= daemon->settings->max_faults) {
        json_t *error = json_pack("{s:s}", "message", end->message);
        set_string(error, "culprit", end->culprit);
        finish_plainly(daemon, job, JOB_DEAD, "dead", error);
    } else {
        requeue(daemon, job);
    }
}

static void mark_running(struct daemon *daemon, struct job *job);

void jobs_ended(struct daemon *daemon, int64_t id, const struct pool_end *end)
{
    struct job *job = jobs_find(daemon, id);
    daemon->running--;
    if (!job || job->state != JOB_RUNNING || job->finishing) {
        daemon_check_drained(daemon);
        return;
    }
    mark_running(daemon, job);
    if (end->fault)
        take_fault(daemon, job, end);
    else if (end->cancelled)
        finish_plainly(daemon, job, JOB_CANCELLED, "cancelled", NULL);
    else
        take_result(daemon, job, end);
    daemon_check_drained(daemon);
}

/* ---- to the workers */

/* The fields of a request; false: no memory. `bytes` is to be freed. */
static bool read_request(const struct job *job, struct text *bytes, struct frame *frame)
{
    size_t begin = frame_begin(bytes, FRAME_JOB);
    text_add(bytes, job->request.bytes, job->request.length);
    frame_end(bytes, begin);
    return !bytes->failed && frame_take(bytes->s, bytes->n, FRAME_MOST, frame) > 0;
}

static const char *key_of(const struct frame_field *field, char key[ID_ROOM])
{
    snprintf(key, ID_ROOM, "%.*s", (int)field->length, field->bytes);
    return key;
}

/* Rules that the job wants beside those of the configuration. A pattern may mean any. */
static bool wants_foreign_rule(const struct generation *generation, const struct frame_field *field)
{
    const char *at = field->bytes, *end = at + field->length;
    char key[ID_ROOM];
    if (field->name != FIELD_ENABLE && field->name != FIELD_ONLY_RULES)
        return false;
    for (const char *comma; at < end; at = comma + 1) {
        comma = memchr(at, ',', (size_t)(end - at));
        comma = comma ? comma : end;
        snprintf(key, sizeof key, "%.*s", (int)(comma - at), at);
        if (strchr(key, '*') || json_object_get(generation->foreign, key))
            return true;
    }
    return false;
}

static bool is_format_of_foreign(const struct generation *generation, const char *format)
{
    const char *type = json_string_value(json_object_get(generation->formats, format));
    return json_object_get(generation->foreign, format) || (type && json_object_get(generation->foreign, type));
}

/* Which side a request is for; `*sure` false: its worker shall look at the data, and may send it to the other one. */
static enum side side_of(const struct generation *generation, const struct job *job, const struct frame *request,
                         bool *sure)
{
    struct frame_field field;
    bool format = job->format, type = false, foreign = format && is_format_of_foreign(generation, job->format);
    char key[ID_ROOM];
    for (uint32_t at = 0; frame_next(request, &at, &field);) {
        foreign |= wants_foreign_rule(generation, &field);
        foreign |= field.name == FIELD_TYPE && json_object_get(generation->foreign, key_of(&field, key));
        foreign |= field.name == FIELD_FORMAT && is_format_of_foreign(generation, key_of(&field, key));
        format |= field.name == FIELD_FORMAT || (field.name == FIELD_OP && !strcmp(key_of(&field, key), "generate"));
        type |= field.name == FIELD_TYPE;
    }
    *sure = foreign || format || (type && !generation->has_foreign_formats);
    return foreign || (!*sure && generation->has_foreign_formats) ? SIDE_FOREIGN : SIDE_OURS;
}

/* Into the queue of the other side, behind those that came before it. */
static void change_side(struct daemon *daemon, struct job *job)
{
    job->side = job->side == SIDE_OURS ? SIDE_FOREIGN : SIDE_OURS;
    struct job *before = daemon->queue_last[job->side][job->priority];
    while (before && before->id > job->id)
        before = before->previous;
    enqueue(daemon, job, before);
}

/* As side_of; false: no memory. */
static bool find_side(struct daemon *daemon, struct job *job, enum side *side, bool *sure)
{
    const struct generation *generation = pool_generation(daemon->pool);
    struct text bytes = {0};
    struct frame request;
    *side = SIDE_OURS;
    *sure = true;
    if (!generation->has_foreign)
        return true;
    if (job->format && !json_object_get(generation->formats, job->format)) { /* a reload took it away */
        free(job->format);
        job->format = NULL;
    }
    bool read = read_request(job, &bytes, &request);
    if (read)
        *side = side_of(generation, job, &request, sure);
    text_free(&bytes);
    return read;
}

static void on_running(struct store_call *call)
{
    struct daemon *daemon = call->context;
    struct job *job = jobs_find(daemon, call->row.id);
    if (job && call->changed)
        tell_watches(daemon, job, call->row.seq, JOB_RUNNING);
    store_call_free(call);
}

/* Once in each attempt. */
static void mark_running(struct daemon *daemon, struct job *job)
{
    if (job->begun)
        return;
    struct store_call *call = store_call_new(STORE_RUNNING, on_running, daemon);
    job->begun = true;
    job->attempts++;
    job->started = wall_clock();
    if (!call)
        return;
    call->row.id = job->id;
    call->row.attempts = job->attempts;
    call->row.started = job->started;
    store_send(daemon->store, call);
}

/* There is nothing in the store that could be given to a worker. */
static void lose(struct daemon *daemon, struct job *job)
{
    static const char why[] = "its request is missing from the job store";
    service_log(LOG_IS_ERROR, "job %" PRId64 ": %s", job->id, why);
    dequeue(daemon, job);
    finish_plainly(daemon, job, JOB_FAILED, "error", json_pack("{s:s}", "message", why));
}

static void on_request(struct store_call *call)
{
    struct daemon *daemon = call->context;
    struct job *job = jobs_find(daemon, call->row.id);
    if (job)
        job->fetching = false;
    if (job && job->state == JOB_QUEUED && !job->finishing && call->row.request.bytes)
        keep_request(daemon, job, &call->row.request, true);
    else if (job && job->state == JOB_QUEUED && !job->finishing && !call->failed)
        lose(daemon, job);
    if (!call->failed)      /* else a little later */
        jobs_dispatch(daemon);
    store_call_free(call);
}

static void fetch(struct daemon *daemon, struct job *job)
{
    struct store_call *call =
        job->fetching || job->request.bytes ? NULL : store_call_new(STORE_REQUEST, on_request, daemon);
    if (!call)
        return;
    job->fetching = true;
    call->row.id = job->id;
    store_send(daemon->store, call);
}

static void prefetch(struct daemon *daemon, struct job *job)
{
    for (int i = 0; job && i < PREFETCH; i++, job = after(daemon, job))
        fetch(daemon, job);
}

static bool give(struct daemon *daemon, struct job *job, bool sure)
{
    struct text frame = {0};
    size_t begin = frame_begin(&frame, FRAME_JOB);
    frame_put_number(&frame, FIELD_ID, (uint64_t)job->id);
    frame_put_number(&frame, FIELD_DEADLINE_MS, daemon->settings->deadline);
    frame_put_number(&frame, FIELD_STAY, sure);
    frame_put_string(&frame, FIELD_FORMAT, job->format);
    text_add(&frame, job->request.bytes, job->request.length);
    frame_end(&frame, begin);
    bool given = !frame.failed && pool_give(daemon->pool, job->side, job->id, frame.s, frame.n);
    text_free(&frame);
    if (!given)
        return false;
    dequeue(daemon, job);
    daemon->running++;
    job->state = JOB_RUNNING;
    job->begun = job->has_canonical = false;
    if (sure)
        mark_running(daemon, job);
    return true;
}

/* True: jobs came to the other side. */
static bool dispatch(struct daemon *daemon, enum side side)
{
    struct job *job;
    enum side right;
    bool sure, moved = false;
    while (daemon->finishing < UNWRITTEN_MOST && pool_has_idle(daemon->pool, side) &&
           (job = first_queued(daemon, side, PRIORITIES - 1))) {
        if (!job->request.bytes) {
            prefetch(daemon, job);
            break;
        }
        if (!find_side(daemon, job, &right, &sure))
            break;
        if (right != side) {
            dequeue(daemon, job);
            change_side(daemon, job);
            moved = true;
        } else if (!give(daemon, job, sure)) {
            break;
        }
    }
    return moved;
}

void jobs_dispatch(struct daemon *daemon)
{
    if (!daemon->ready || daemon->draining || daemon->stopping || store_failure(daemon->store))
        return;
    dispatch(daemon, SIDE_OURS);
    if (dispatch(daemon, SIDE_FOREIGN)) /* after a reload: what it moved is in place now */
        dispatch(daemon, SIDE_OURS);
}

void jobs_begun(struct daemon *daemon, int64_t id)
{
    struct job *job = jobs_find(daemon, id);
    if (job && job->state == JOB_RUNNING && !job->finishing)
        mark_running(daemon, job);
}

/* To anybody else it is still queued. */
void jobs_elsewhere(struct daemon *daemon, int64_t id, const struct frame_field *format)
{
    struct job *job = jobs_find(daemon, id);
    if (!job || job->state != JOB_RUNNING || job->finishing || job->cancel || job->begun ||
        format->length >= ID_ROOM) {
        jobs_ended(daemon, id, &(struct pool_end){.fault = true, .message = "the worker sent its job away"});
        return;
    }
    daemon->running--;
    free(job->format);
    job->format = strndup(format->bytes, format->length);
    if (!has_room(daemon, 0))
        forget_request(daemon, job);
    change_side(daemon, job);
    jobs_dispatch(daemon);
    daemon_check_drained(daemon);
}

/* ---- methods */

static void on_submitted(struct store_call *call)
{
    struct reply *reply = call->context;
    struct daemon *daemon = reply->conn->daemon;
    struct job_row *row = &call->row;
    char id[24];
    daemon->submitting--;
    if (call->failed) {
        store_refuses(reply);
        store_call_free(call);
        return;
    }
    id_string(row->id, id);
    daemon->counters.duplicates += call->duplicate;
    daemon->counters.submitted += !call->duplicate;
    daemon->counters.cached += !call->duplicate && row->cached;
    if (!call->duplicate) {
        struct job *job = row->cached ? NULL : add_job(daemon, row->owner, row->id, row->tags, row->priority);
        if (job) {
            memcpy(job->work, row->work, DIGEST_BYTES);
            job->seq = row->seq;
            keep_request(daemon, job, &row->request, false);
        }
        watch_state(daemon, row);
    }
    if (call->duplicate && call->changed)
        reply_error(reply, RPC_KEY_CONFLICT, json_pack("{s:s}", "job", id),
                    "the key belongs to job %s, which is other work", id);
    else if (reply->stays)
        jobs_wait(reply, row->id, -1);
    else
        reply_result(reply, json_pack("{s:s,s:s,s:b,s:b}", "job", id, "state", job_state_name(row->state),
                                      "duplicate", call->duplicate, "cached", row->cached));
    store_call_free(call);
    jobs_dispatch(daemon);
}

/* A second of the loop's clock at a time. */
static bool over_rate(struct daemon *daemon, struct owner *owner)
{
    uint64_t second = uv_now(daemon->loop) / 1000;
    if (owner->second != second)
        owner->submitted = 0;
    owner->second = second;
    return daemon->settings->max_rate && owner->submitted++ >= daemon->settings->max_rate;
}

/* False: it was answered. */
static bool may_queue(struct reply *reply)
{
    struct daemon *daemon = reply->conn->daemon;
    if (daemon->draining || daemon->stopping)
        reply_error(reply, RPC_DRAINING, NULL, "the daemon is draining; it takes no jobs any more");
    else if (store_failure(daemon->store))
        store_refuses(reply);
    else if (daemon->queued + daemon->submitting >= daemon->settings->max_queue)
        reply_error(reply, RPC_QUEUE_FULL, json_pack("{s:i}", "retry_after_ms", RETRY_MS),
                    "%u jobs wait already", daemon->queued);
    else if (over_rate(daemon, reply->conn->owner))
        reply_error(reply, RPC_RATE, json_pack("{s:i}", "retry_after_ms", RETRY_MS),
                    "more than %u submissions a second", daemon->settings->max_rate);
    else
        return true;
    return false;
}

static bool fill_row(struct job_row *row, struct submission *submission)
{
    row->op = strdup(submission->op);
    row->key = submission->key ? strdup(submission->key) : NULL;
    row->tags = submission->tags;
    row->priority = submission->priority;
    row->retain = submission->retain;
    row->created = wall_clock();
    row->request = (struct blob){submission->fields.s, submission->fields.n};
    submission->tags = NULL;
    submission->fields = (struct text){0};
    if (!row->op || !row->tags || (submission->key && !row->key))
        return false;
    digest_bytes(row->work, row->request.bytes, row->request.length);
    return true;
}

void jobs_submit(struct reply *reply, struct submission *submission)
{
    struct daemon *daemon = reply->conn->daemon;
    const struct generation *generation = pool_generation(daemon->pool);
    struct store_call *call = may_queue(reply) ? call_for(reply, STORE_SUBMIT, 0, on_submitted) : NULL;
    if (!call)
        return;
    if (!fill_row(&call->row, submission)) {
        store_call_free(call);
        no_memory(reply);
        return;
    }
    call->cacheable =
        generation && !json_array_size(generation->disabled) && !json_array_size(generation->barred);
    if (call->cacheable)
        digest_pair(call->cache, call->row.work, generation->digest);
    daemon->submitting++;
    store_send(daemon->store, call);
}

static void cancel(struct daemon *daemon, struct job *job)
{
    bool before = job->cancel;
    job->cancel = true;
    if (job->finishing)
        return;
    if (job->state == JOB_QUEUED) {
        dequeue(daemon, job);
        finish_plainly(daemon, job, JOB_CANCELLED, "cancelled", NULL);
    } else if (!before) {
        pool_cancel(daemon->pool, job->id);
    }
}

void jobs_cancel(struct reply *reply, int64_t id)
{
    struct daemon *daemon = reply->conn->daemon;
    struct job *job = find_own(reply, id);
    if (!job)
        get(reply, id, false);
    else if (add_wait(reply, job))
        cancel(daemon, job);
}

void jobs_delete(struct reply *reply, int64_t id)
{
    struct daemon *daemon = reply->conn->daemon;
    struct job *job = find_own(reply, id);
    struct wait *wait = job ? add_wait(reply, job) : NULL;
    if (!job) {
        delete_row(reply, id);
    } else if (wait) {
        wait->deletes = true;
        cancel(daemon, job);
    }
}

static void on_retried(struct store_call *call)
{
    struct reply *reply = call->context;
    struct daemon *daemon = reply->conn->daemon;
    struct job_row *row = &call->row;
    if (!call->failed && call->changed) {
        struct job *job = add_job(daemon, row->owner, row->id, row->tags, row->priority);
        if (job) {
            job->attempts = row->attempts;
            job->seq = row->seq;
            memcpy(job->work, row->work, DIGEST_BYTES);
        }
        watch_state(daemon, row);
    }
    on_got(call);
    jobs_dispatch(daemon);
}

void jobs_retry(struct reply *reply, int64_t id)
{
    struct daemon *daemon = reply->conn->daemon;
    if (find_own(reply, id)) {
        get(reply, id, false);
        return;
    }
    struct store_call *call = may_queue(reply) ? call_for(reply, STORE_RETRY, id, on_retried) : NULL;
    if (call)
        store_send(daemon->store, call);
}

static void on_listed(struct store_call *call)
{
    struct reply *reply = call->context;
    json_t *jobs = json_array(), *answer = json_pack("{s:o}", "jobs", jobs);
    char cursor[24];
    for (uint32_t i = 0; i < call->nrows; i++)
        json_array_append_new(jobs, jobs_object(&call->rows[i]));
    if (call->nrows && call->nrows == call->limit)
        json_object_set_new(answer, "cursor", json_string(id_string(call->rows[call->nrows - 1].id, cursor)));
    if (call->failed) {
        json_decref(answer);
        store_refuses(reply);
    } else {
        reply_result(reply, answer);
    }
    store_call_free(call);
}

void jobs_list(struct reply *reply, int state, const char *tag, int64_t cursor, uint32_t limit)
{
    struct store_call *call = call_for(reply, STORE_LIST, 0, on_listed);
    if (!call)
        return;
    call->state = state;
    call->tag = tag ? strdup(tag) : NULL;
    call->cursor = cursor;
    call->limit = limit;
    store_send(reply->conn->daemon->store, call);
}

void jobs_free(struct daemon *daemon)
{
    struct store_call nothing = {.failed = true};
    for (int i = 0; i < HASH_SIZE; i++) {
        while (daemon->hash[i]) {
            answer_waits(daemon->hash[i], &nothing);
            remove_job(daemon, daemon->hash[i]);
        }
    }
    while (daemon->unwritten) {
        struct store_call *call = daemon->unwritten;
        daemon->unwritten = call->next;
        store_call_free(call);
    }
}
