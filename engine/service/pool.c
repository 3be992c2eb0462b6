#include "service/pool.h"

#include "service/digest.h"
#include "service/log.h"
#include "util/memory.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    LOOK_MS = 100,
    SHOW_MS = 100, /* a worker is asked no more often */
    KILL_MS = 200,
    GRACE_MS = 2000,
    LEAVE_MS = 5000,
    START_MS = 60000,
    BACKOFF_MOST_MS = 10000
};
enum worker_state { WORKER_STARTING, WORKER_IDLE, WORKER_BUSY, WORKER_LEAVING, WORKER_GONE };

struct worker {
    struct worker *next;
    struct pool *pool;
    struct generation *generation; /* NULL: the one that tries a configuration */
    enum side side;
    uv_process_t process;
    uv_pipe_t pipe;
    enum worker_state state;
    bool spawned, exited, ended; /* ended: the pipe is */
    uint32_t closing;            /* handles whose end is awaited */
    struct text in;
    int64_t job;
    uint32_t jobs;
    int steps;                      /* of ending the job: 1 cancel, 2 SIGTERM, 3 SIGKILL */
    bool cancelled;                 /* asked by a client */
    uint64_t since, step_at, moved, shown; /* milliseconds of the loop */
    uint64_t ticks;
    char culprit[128], message[256];
    struct last_words *words; /* shared with the process; NULL: there is no such memory */
    bool condemned;
};

struct pool {
    uv_loop_t *loop;
    const struct settings *settings;
    struct pool_events events;
    void *context;
    struct worker *workers;
    struct generation *generation, *next; /* next: found good, its first worker starts */
    uv_timer_t look;
    uint32_t failures[SIDES]; /* starts in a row that came to nothing */
    uint64_t start_at[SIDES]; /* not before this */
    uint32_t numbered;
    bool trying, reload, closing, killing, closed;
    char why[1200]; /* of a try that failed */
};

static void look_after(struct pool *pool);

/* ---- generations */

static struct generation *generation_new(void)
{
    struct generation *generation = calloc(1, sizeof *generation);
    if (!generation)
        return NULL;
    generation->users = 1;
    generation->types = json_array();
    generation->formats = json_object();
    generation->rules = json_array();
    generation->plugins = json_array();
    generation->foreign = json_object();
    generation->disabled = json_array();
    generation->barred = json_array();
    return generation;
}

static void generation_release(struct generation *generation)
{
    if (!generation || --generation->users)
        return;
    json_decref(generation->types);
    json_decref(generation->formats);
    json_decref(generation->rules);
    json_decref(generation->plugins);
    json_decref(generation->foreign);
    json_decref(generation->disabled);
    json_decref(generation->barred);
    blob_free(&generation->config);
    free(generation->refused);
    free(generation->counters);
    free(generation);
}

static void add_format(struct generation *generation, const struct frame_field *field)
{
    const char *space = memchr(field->bytes, ' ', field->length);
    char id[128];
    size_t i, rest = space ? field->length - (size_t)(space + 1 - field->bytes) : 0;
    json_t *type;
    if (!space || (size_t)(space - field->bytes) >= sizeof id)
        return;
    snprintf(id, sizeof id, "%.*s", (int)(space - field->bytes), field->bytes);
    json_object_set_new(generation->formats, id, json_stringn(space + 1, rest));
    json_array_foreach(generation->types, i,
                       type) if (json_string_length(json_object_get(type, "id")) == rest &&
                                 !memcmp(json_string_value(json_object_get(type, "id")), space + 1, rest))
        json_array_append_new(json_object_get(type, "formats"), json_string(id));
}

/* An id that stands for work of the foreign side. */
static void add_foreign(struct generation *generation, const char *id, size_t length)
{
    char key[128];
    snprintf(key, sizeof key, "%.*s", (int)length, id);
    json_object_set_new(generation->foreign, key, json_true());
    generation->has_foreign = true;
}

static void add_plugin(struct generation *generation, const struct frame_field *field)
{
    static const char *const lists[] = {"puzzles", "formats", "rules"};
    json_t *plugin = memory_parse(field->bytes, field->length, NULL, NULL), *id;
    json_array_append_new(generation->plugins, plugin);
    if (!json_is_false(json_object_get(plugin, "shipped")))
        return;
    generation->has_foreign = true;
    generation->has_foreign_formats |= json_array_size(json_object_get(plugin, "formats")) > 0;
    for (size_t list = 0; list < sizeof lists / sizeof *lists; list++) {
        size_t i;
        json_array_foreach(json_object_get(plugin, lists[list]), i, id)
            add_foreign(generation, json_string_value(id), json_string_length(id));
    }
}

static void add_field(struct generation *generation, const struct frame_field *field)
{
    switch (field->name) {
    case FIELD_TYPE:
        json_array_append_new(generation->types,
                              json_pack("{s:s%,s:[]}", "id", field->bytes, (size_t)field->length, "formats"));
        break;
    case FIELD_FORMAT:
        add_format(generation, field);
        break;
    case FIELD_RULE:
        json_array_append_new(generation->rules, json_stringn(field->bytes, field->length));
        break;
    case FIELD_PLUGINS:
        add_plugin(generation, field);
        break;
    case FIELD_APART:
        add_foreign(generation, field->bytes, field->length);
        break;
    case FIELD_MESSAGE:
        free(generation->refused);
        generation->refused = strndup(field->bytes, field->length);
        break;
    case FIELD_STATS:
        free(generation->counters);
        generation->counters = strndup(field->bytes, field->length);
        break;
    case FIELD_CONFIG:
        blob_free(&generation->config);
        generation->config = blob_copy(field->bytes, field->length);
        break;
    case FIELD_DIGEST:
        digest_bytes(generation->digests[SIDE_FOREIGN], field->bytes, field->length); /* it saw all plugins */
        break;
    default:
        break;
    }
}

static struct generation *generation_read(const struct frame *ready)
{
    struct generation *generation = generation_new();
    struct frame_field field;
    for (uint32_t at = 0; generation && frame_next(ready, &at, &field);)
        add_field(generation, &field);
    return generation;
}

static bool holds(json_t *list, const char *id)
{
    size_t i;
    json_t *one;
    json_array_foreach(list, i,
                       one) if (json_is_string(one) && !strcmp(json_string_value(one), id)) return true;
    return false;
}

static bool is_type(const struct generation *generation, const char *id)
{
    size_t i;
    json_t *one;
    json_array_foreach(generation->types, i,
                       one) if (!strcmp(json_string_value(json_object_get(one, "id")), id)) return true;
    return false;
}

/* ---- sending */

struct write {
    uv_write_t request;
    struct worker *worker;
    struct text bytes;
};

static void condemn(struct worker *worker, const char *message);

/* A worker that gets only half of what it is sent is of no use. Of one that is gone, the end of the pipe tells more. */
static void on_written(uv_write_t *request, int status)
{
    struct write *write = (struct write *)request;
    bool gone = status == UV_ECANCELED || status == UV_EPIPE || status == UV_ECONNRESET;
    if (status && !gone && write->worker->state < WORKER_LEAVING)
        condemn(write->worker, "the worker's pipe can't be written to");
    text_free(&write->bytes);
    free(write);
}

/* Takes the text. */
static void send_frame(struct worker *worker, struct text *frame)
{
    uv_buf_t buffer = uv_buf_init(frame->s, (unsigned)frame->n);
    int sent = frame->failed ? 0 : uv_try_write((uv_stream_t *)&worker->pipe, &buffer, 1);
    struct write *write = frame->failed || sent == (int)frame->n ? NULL : calloc(1, sizeof *write);
    if (!write) {
        if (frame->failed || sent != (int)frame->n)
            condemn(worker, "there is no memory for what the worker is to do");
        text_free(frame);
        return;
    }
    write->worker = worker;
    write->bytes = *frame;
    size_t gone = sent > 0 ? (size_t)sent : 0;
    buffer = uv_buf_init(frame->s + gone, (unsigned)(frame->n - gone));
    int error = uv_write(&write->request, (uv_stream_t *)&worker->pipe, &buffer, 1, on_written);
    if (error)
        on_written(&write->request, error);
}

/* The daemon knows of no id whether it is a puzzle type's or a rule's; nobody minds a section too many. */
static void put_foreign(struct text *frame, const struct generation *generation)
{
    static const char *const nouns[] = {"puzzle", "rule"};
    const char *id;
    json_t *value;
    char section[160];
    json_object_foreach(generation->foreign, id, value)
    {
        frame_put_string(frame, FIELD_APART, id);
        for (int noun = 0; noun < 2; noun++) {
            snprintf(section, sizeof section, "%s %s", nouns[noun], id);
            frame_put_string(frame, FIELD_SECTION, section);
        }
    }
}

static void send_start(struct worker *worker)
{
    struct text frame = {0};
    size_t i, begin = frame_begin(&frame, FRAME_START);
    json_t *id;
    const struct generation *generation = worker->generation;
    frame_put_number(&frame, FIELD_PARENT, (uint64_t)getpid());
    frame_put_number(&frame, FIELD_MEMORY, worker->pool->settings->max_worker_memory);
    frame_put_number(&frame, FIELD_CONFINE, worker->pool->settings->confine);
    if (generation) {
        frame_put(&frame, FIELD_CONFIG, generation->config.bytes, generation->config.length);
        frame_put_number(&frame, FIELD_FOREIGN, worker->side == SIDE_FOREIGN);
        put_foreign(&frame, generation);
        json_array_foreach(generation->disabled, i, id)
            frame_put_string(&frame, FIELD_DISABLE, json_string_value(id));
        json_array_foreach(generation->barred, i, id)
            frame_put_string(&frame, FIELD_REFUSE, json_string_value(id));
    }
    frame_end(&frame, begin);
    send_frame(worker, &frame);
}

/* A frame that only names the job at work. */
static void send_word(struct worker *worker, enum frame_type type)
{
    struct text frame = {0};
    size_t begin = frame_begin(&frame, type);
    frame_put_number(&frame, FIELD_ID, (uint64_t)worker->job);
    frame_end(&frame, begin);
    send_frame(worker, &frame);
}

/* ---- the end of a worker */

/* A worker is the leader of its group: what its plugins may have started goes with it. */
static void signal_group(const struct worker *worker, int number)
{
    if (worker->spawned && (!worker->exited || number == SIGKILL))
        kill(-worker->process.pid, number);
}

static void free_worker(struct worker *worker)
{
    struct pool *pool = worker->pool;
    struct worker **at = &pool->workers;
    while (*at != worker)
        at = &(*at)->next;
    *at = worker->next;
    generation_release(worker->generation);
    if (worker->words)
        munmap(worker->words, sizeof *worker->words);
    text_free(&worker->in);
    free(worker);
    look_after(pool);
}

static void on_closed(uv_handle_t *handle)
{
    struct worker *worker = handle->data;
    if (!--worker->closing)
        free_worker(worker);
}

static void close_handles(struct worker *worker)
{
    worker->closing = 2;
    uv_close((uv_handle_t *)&worker->pipe, on_closed);
    uv_close((uv_handle_t *)&worker->process, on_closed);
}

static void end_try(struct pool *pool, const char *message)
{
    bool reload = pool->reload;
    pool->trying = pool->reload = false;
    pool->events.tried(pool->context, reload, message);
}

/* Its job, if it had one, ends as a fault, or as what a client who cancelled it wanted. */
static void tell_end(struct worker *worker)
{
    struct pool *pool = worker->pool;
    int64_t job = worker->job;
    struct pool_end end = {.fault = !worker->cancelled,
                           .cancelled = worker->cancelled,
                           .message =
                               worker->message[0] ? worker->message : "the worker ended without an answer",
                           .culprit = worker->culprit[0] ? worker->culprit : NULL};
    worker->job = 0;
    if (job)
        pool->events.ended(pool->context, job, &end);
}

static void failed_to_start(struct worker *worker)
{
    struct pool *pool = worker->pool;
    const char *why = pool->why[0]         ? pool->why
                      : worker->message[0] ? worker->message
                                           : "the worker ended before it was ready";
    service_log(LOG_IS_ERROR, "a worker did not start: %s", why);
    uint32_t failures = ++pool->failures[worker->side];
    uint64_t wait = 100ull << (failures < 8 ? failures : 8);
    pool->start_at[worker->side] = uv_now(pool->loop) + (wait < BACKOFF_MOST_MS ? wait : BACKOFF_MOST_MS);
    bool of_next = pool->next && worker->generation == pool->next;
    if (of_next) {
        generation_release(pool->next);
        pool->next = NULL;
    }
    if (!worker->generation || of_next)
        end_try(pool, why);
    pool->why[0] = 0;
}

/* The process wrote there while it died; whatever stands there is taken as text. */
static void take_words(char *to, size_t capacity, const char *from, size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < length && from[i] && n + 1 < capacity; i++)
        to[n++] = from[i] >= ' ' && from[i] < 0x7f ? from[i] : '?';
    to[n] = 0;
}

static void read_last_words(struct worker *worker)
{
    struct last_words words;
    if (!worker->words)
        return;
    memcpy(&words, worker->words, sizeof words);
    if (words.culprit[0])
        take_words(worker->culprit, sizeof worker->culprit, words.culprit, sizeof words.culprit);
    if (words.message[0] && !worker->condemned)
        take_words(worker->message, sizeof worker->message, words.message, sizeof words.message);
}

/* Both the process and what it still had to say are through. */
static void gone(struct worker *worker)
{
    enum worker_state state = worker->state;
    if (state == WORKER_GONE)
        return;
    worker->state = WORKER_GONE;
    signal_group(worker, SIGKILL);
    read_last_words(worker);
    if (state == WORKER_STARTING && !worker->pool->closing)
        failed_to_start(worker);
    tell_end(worker);
    close_handles(worker);
}

static void check_gone(struct worker *worker)
{
    if (worker->exited && worker->ended)
        gone(worker);
}

static void on_exit_of(uv_process_t *process, int64_t status, int number)
{
    struct worker *worker = process->data;
    worker->exited = true;
    worker->step_at = uv_now(worker->pool->loop);
    if (!worker->message[0] && number)
        snprintf(worker->message, sizeof worker->message, "the worker was ended by signal %d (%s)", number,
                 strsignal(number));
    else if (!worker->message[0])
        snprintf(worker->message, sizeof worker->message, "the worker exited with %lld", (long long)status);
    kill(-process->pid, SIGKILL);
    check_gone(worker);
}

static void on_shut(uv_shutdown_t *shutdown, int status)
{
    (void)status;
    free(shutdown);
}

/* It ends by itself when its pipe does. */
static void leave(struct worker *worker)
{
    if (worker->state == WORKER_LEAVING || worker->state == WORKER_GONE)
        return;
    worker->state = WORKER_LEAVING;
    worker->since = uv_now(worker->pool->loop);
    uv_shutdown_t *shutdown = calloc(1, sizeof *shutdown);
    if (!shutdown || uv_shutdown(shutdown, (uv_stream_t *)&worker->pipe, on_shut)) {
        free(shutdown);
        signal_group(worker, SIGKILL);
    }
}

/* It can't be trusted any more. It may say who was at work; SIGKILL follows soon. */
static void condemn(struct worker *worker, const char *message)
{
    if (worker->condemned)
        return;
    snprintf(worker->message, sizeof worker->message, "%s", message);
    worker->condemned = true;
    worker->step_at = uv_now(worker->pool->loop);
    signal_group(worker, SIGTERM);
}

/* ---- what a worker says */

static void copy_field(char *to, size_t capacity, const struct frame *frame, enum frame_field_name name)
{
    struct frame_field field;
    if (!frame_find(frame, name, &field))
        return;
    size_t n = 0;
    for (uint32_t i = 0; i < field.length && n + 1 < capacity; i++)
        to[n++] = field.bytes[i] >= ' ' && field.bytes[i] < 0x7f ? field.bytes[i] : '?';
    to[n] = 0;
}

static bool belongs(const struct worker *worker, const struct generation *generation)
{
    return generation && worker->generation == generation;
}

/* Idle workers of old generations, and of before a quarantine, go. */
static void retire(struct pool *pool, const struct generation *but)
{
    for (struct worker *worker = pool->workers; worker; worker = worker->next)
        if (worker->generation != but && worker->generation && worker->state == WORKER_IDLE)
            leave(worker);
}

/* Files that are no good plugins: the rest serves without them, and whoever put them there wants to know. */
static void log_refused(const struct generation *generation)
{
    for (const char *line = generation->refused ? generation->refused : ""; *line;) {
        size_t n = strcspn(line, "\n");
        service_log(LOG_IS_WARNING, "left out: %.*s", (int)n, line);
        line += n + (line[n] == '\n');
    }
}

static void promote(struct pool *pool)
{
    generation_release(pool->generation);
    pool->generation = pool->next;
    pool->next = NULL;
    retire(pool, pool->generation);
    log_refused(pool->generation);
    service_log(LOG_IS_NOTICE, "generation %u serves", pool->generation->number);
    end_try(pool, NULL);
}

static void take_digest(struct worker *worker, const struct frame *frame)
{
    struct generation *generation = worker->generation;
    struct frame_field digest;
    if (frame_find(frame, FIELD_DIGEST, &digest))
        digest_bytes(generation->digests[worker->side], digest.bytes, digest.length);
    digest_pair(generation->digest, generation->digests[SIDE_OURS], generation->digests[SIDE_FOREIGN]);
}

static void take_ready(struct worker *worker, const struct frame *frame)
{
    struct pool *pool = worker->pool;
    pool->failures[worker->side] = 0;
    if (worker->generation) {
        worker->state = WORKER_IDLE;
        take_digest(worker, frame);
        if (belongs(worker, pool->next) && worker->side == SIDE_OURS)
            promote(pool);
        look_after(pool);
        return;
    }
    leave(worker);
    pool->next = generation_read(frame);
    if (pool->next)
        pool->next->number = ++pool->numbered;
    if (pool->next && (pool->reload || !pool->generation)) {
        look_after(pool); /* starts the first worker of the next generation */
        return;
    }
    const char *why = pool->next ? NULL : "there is no memory left";
    pool->numbered -= pool->next != NULL;
    generation_release(pool->next);
    pool->next = NULL;
    end_try(pool, why);
}

static bool is_good_json(const struct frame *frame, bool *no_memory)
{
    struct frame_field field;
    *no_memory = false;
    if (!frame_find(frame, FIELD_JSON, &field) || memchr(field.bytes, '\n', field.length))
        return false;
    json_t *json = memory_parse(field.bytes, field.length, NULL, no_memory);
    bool good = json_is_object(json);
    json_decref(json);
    return good;
}

/* Without the quarantined the answer may be another one: it is not to be kept. */
static bool in_quarantine(const struct generation *generation)
{
    return json_array_size(generation->disabled) || json_array_size(generation->barred);
}

/* After this job the worker makes room for a new one. */
static bool is_spent(const struct worker *worker, const struct frame *result)
{
    const struct settings *settings = worker->pool->settings;
    uint32_t most = worker->side == SIDE_FOREIGN ? settings->max_foreign_jobs : settings->max_worker_jobs;
    return worker->jobs >= most || frame_number(result, FIELD_MEMORY, 0) > settings->max_worker_rss;
}

static void take_result(struct worker *worker, const struct frame *frame)
{
    struct pool *pool = worker->pool;
    const struct generation *generation = worker->generation;
    bool no_memory;
    if (!is_good_json(frame, &no_memory)) {
        condemn(worker, no_memory ? "there is no memory for the answer"
                                  : "the worker sent rubbish in place of an answer");
        return;
    }
    struct pool_end end = {.result = frame,
                           .digest = in_quarantine(generation) ? NULL : generation->digest,
                           .left_out = json_array_size(generation->disabled) ? generation->disabled : NULL};
    int64_t job = worker->job;
    worker->job = 0;
    worker->jobs++;
    worker->state = WORKER_IDLE;
    worker->culprit[0] = worker->message[0] = 0;
    if (worker->generation != pool->generation || pool->closing || is_spent(worker, frame))
        leave(worker);
    pool->events.ended(pool->context, job, &end);
    if (pool_has_idle(pool, worker->side))
        pool->events.idle(pool->context);
}

static void take_elsewhere(struct worker *worker, const struct frame *frame)
{
    struct pool *pool = worker->pool;
    struct frame_field format;
    int64_t job = worker->job;
    if (!frame_find(frame, FIELD_FORMAT, &format)) {
        condemn(worker, "the worker sent rubbish on its pipe");
        return;
    }
    worker->job = 0;
    worker->state = WORKER_IDLE;
    worker->culprit[0] = worker->message[0] = 0;
    if (worker->generation != pool->generation || pool->closing)
        leave(worker);
    pool->events.elsewhere(pool->context, job, &format);
}

static void take_canonical(struct worker *worker, const struct frame *frame)
{
    struct frame_field data;
    if (!in_quarantine(worker->generation) && frame_find(frame, FIELD_DATA, &data))
        worker->pool->events.canonical(worker->pool->context, worker->job, &data, worker->generation->digest);
}

static void take_frame(struct worker *worker, const struct frame *frame)
{
    struct pool *pool = worker->pool;
    bool mine = worker->state == WORKER_BUSY && frame_number(frame, FIELD_ID, 0) == (uint64_t)worker->job;
    switch (frame->type) {
    case FRAME_READY:
        if (worker->state == WORKER_STARTING)
            take_ready(worker, frame);
        break;
    case FRAME_REFUSED:
        if (worker->state == WORKER_STARTING)
            copy_field(pool->why, sizeof pool->why, frame, FIELD_MESSAGE);
        break;
    case FRAME_BEAT:
        if (mine && frame_number(frame, FIELD_TICKS, 0) != worker->ticks) {
            worker->ticks = frame_number(frame, FIELD_TICKS, 0);
            worker->moved = uv_now(pool->loop);
        }
        if (mine)
            worker->culprit[0] = 0;
        if (mine)
            copy_field(worker->culprit, sizeof worker->culprit, frame, FIELD_CULPRIT);
        break;
    case FRAME_PROGRESS:
        if (mine)
            pool->events.progress(pool->context, worker->job, frame);
        break;
    case FRAME_DEDUCTIONS:
        if (mine)
            pool->events.deduced(pool->context, worker->job, frame);
        break;
    case FRAME_CANONICAL:
        if (mine)
            take_canonical(worker, frame);
        break;
    case FRAME_RESULT:
        if (mine)
            take_result(worker, frame);
        break;
    case FRAME_ELSEWHERE:
        if (mine)
            take_elsewhere(worker, frame);
        break;
    case FRAME_BEGUN:
        if (mine)
            pool->events.begun(pool->context, worker->job);
        break;
    case FRAME_CULPRIT:
        copy_field(worker->culprit, sizeof worker->culprit, frame, FIELD_CULPRIT);
        copy_field(worker->message, sizeof worker->message, frame, FIELD_MESSAGE);
        break;
    default:
        condemn(worker, "the worker sent rubbish on its pipe");
    }
}

static void take_frames(struct worker *worker)
{
    struct frame frame;
    int64_t length;
    size_t at = 0, most = worker->pool->settings->max_result + 1024 * 1024;
    while ((length = frame_take(text_string(&worker->in) + at, worker->in.n - at, most, &frame)) > 0) {
        take_frame(worker, &frame);
        at += (size_t)length;
    }
    if (length < 0)
        condemn(worker, "the worker sent rubbish on its pipe, or an answer over max_result");
    if (length < 0)
        at = worker->in.n;
    if (at) {
        memmove(worker->in.s, worker->in.s + at, worker->in.n - at);
        worker->in.n -= at;
    }
}

static void give_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    static char bytes[65536]; /* read and used before the loop goes on */
    (void)handle, (void)suggested;
    *buffer = uv_buf_init(bytes, sizeof bytes);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buffer)
{
    struct worker *worker = stream->data;
    if (n > 0 && !worker->condemned)
        text_add(&worker->in, buffer->base, (size_t)n);
    if (n > 0 && worker->in.failed)
        condemn(worker, "there is no memory for the answer");
    if (n > 0)
        take_frames(worker);
    if (n >= 0)
        return;
    uv_read_stop(stream);
    worker->ended = true;
    if (worker->state == WORKER_BUSY && !worker->exited)
        worker->step_at = uv_now(worker->pool->loop);
    check_gone(worker);
}

/* ---- the start of a worker */

/* The descriptor; -1: then a dying worker has its pipe only. */
static int share_last_words(struct worker *worker)
{
    int fd = memfd_create("last words", MFD_CLOEXEC);
    if (fd < 0)
        return -1;
    void *page = ftruncate(fd, sizeof *worker->words)
                     ? MAP_FAILED
                     : mmap(NULL, sizeof *worker->words, PROT_READ, MAP_SHARED, fd, 0);
    if (page != MAP_FAILED) {
        worker->words = page;
        return fd;
    }
    close(fd);
    return -1;
}

static bool spawn(struct worker *worker)
{
    uv_stdio_container_t stdio[5] = {
        {.flags = UV_IGNORE},
        {.flags = UV_IGNORE}, /* nothing a plugin prints is a result */
        {.flags = UV_INHERIT_FD, .data.fd = STDERR_FILENO},
        {.flags = (uv_stdio_flags)(UV_CREATE_PIPE | UV_READABLE_PIPE | UV_WRITABLE_PIPE),
         .data.stream = (uv_stream_t *)&worker->pipe},
        {.flags = UV_IGNORE},
    };
    const struct settings *settings = worker->pool->settings;
    uv_process_options_t options = {.file = settings->worker[0],
                                    .args = (char **)settings->worker,
                                    .exit_cb = on_exit_of,
                                    .flags = UV_PROCESS_DETACHED,
                                    .stdio = stdio,
                                    .stdio_count = 5};
    int words = share_last_words(worker);
    if (words >= 0)
        stdio[LAST_WORDS_FD] = (uv_stdio_container_t){.flags = UV_INHERIT_FD, .data.fd = words};
    uv_pipe_init(worker->pool->loop, &worker->pipe, 0);
    worker->pipe.data = worker->process.data = worker;
    int error = uv_spawn(worker->pool->loop, &worker->process, &options);
    if (words >= 0)
        close(words);
    if (!error) {
        worker->spawned = true;
        return !uv_read_start((uv_stream_t *)&worker->pipe, give_buffer, on_read);
    }
    snprintf(worker->message, sizeof worker->message, "%s can't be started: %s", settings->worker[0],
             uv_strerror(error));
    worker->exited = worker->ended = true;
    return false;
}

/* False: no memory. */
static bool start_worker(struct pool *pool, struct generation *generation, enum side side)
{
    struct worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return false;
    worker->pool = pool;
    worker->generation = generation;
    worker->side = side;
    if (generation)
        generation->users++;
    worker->since = uv_now(pool->loop);
    worker->next = pool->workers;
    pool->workers = worker;
    if (spawn(worker))
        send_start(worker);
    else
        gone(worker);
    return true;
}

/* ---- keeping the number, the deadlines */

/* Of a side, in these states and those before. */
static uint32_t count(const struct pool *pool, const struct generation *generation, enum side side,
                      enum worker_state state)
{
    uint32_t n = 0;
    for (const struct worker *worker = pool->workers; worker; worker = worker->next)
        n += worker->generation == generation && worker->side == side && worker->state <= state;
    return n;
}

static uint32_t wanted(const struct pool *pool, const struct generation *generation, enum side side)
{
    if (side == SIDE_OURS)
        return pool->settings->workers;
    return generation->has_foreign ? pool->settings->foreign_workers : 0;
}

uint32_t pool_wanted(const struct pool *pool, enum side side)
{
    return pool->generation ? wanted(pool, pool->generation, side) : 0;
}

static void finish_closing(struct pool *pool)
{
    if (pool->workers || pool->closed)
        return;
    pool->closed = true;
    pool->events.closed(pool->context);
}

static bool may_start(const struct pool *pool, enum side side)
{
    return uv_now(pool->loop) >= pool->start_at[side];
}

/* A start that fails puts off the next one: a broken plugin must not start a storm. */
static void start_workers(struct pool *pool, struct generation *generation, enum side side, uint32_t most)
{
    uint32_t n = wanted(pool, generation, side);
    while (may_start(pool, side) && count(pool, generation, side, WORKER_BUSY) < (n < most ? n : most) &&
           start_worker(pool, generation, side))
        continue;
}

static void look_after(struct pool *pool)
{
    if (pool->closing) {
        finish_closing(pool);
        return;
    }
    for (enum side side = 0; side < SIDES; side++) {
        if (pool->next) /* one that starts well is enough */
            start_workers(pool, pool->next, side, 1);
        else if (pool->generation)
            start_workers(pool, pool->generation, side, UINT32_MAX);
    }
    if (!pool->next && (pool_has_idle(pool, SIDE_OURS) || pool_has_idle(pool, SIDE_FOREIGN)))
        pool->events.idle(pool->context);
}

static void step(struct worker *worker)
{
    static const int signals[] = {0, 0, SIGTERM, SIGKILL};
    worker->steps++;
    worker->step_at = uv_now(worker->pool->loop);
    if (worker->steps == 1)
        send_word(worker, FRAME_CANCEL);
    else if (worker->steps <= 3)
        signal_group(worker, signals[worker->steps]);
    if (worker->steps == 2)
        snprintf(worker->message, sizeof worker->message, "the worker went on past its deadline");
}

static void watch_job(struct worker *worker, uint64_t now)
{
    const struct settings *settings = worker->pool->settings;
    if (worker->steps ? now - worker->step_at > GRACE_MS : now - worker->since > settings->deadline + 500)
        step(worker);
    if (settings->stall && now - worker->moved > settings->stall && worker->steps < 3) {
        char message[160];
        worker->steps = 3;
        snprintf(message, sizeof message, "the plugin counted no work for %llu ms and was stopped",
                 (unsigned long long)settings->stall);
        condemn(worker, message);
    }
}

static void watch_worker(struct worker *worker, uint64_t now)
{
    if (worker->condemned && !worker->exited && now - worker->step_at > KILL_MS)
        signal_group(worker, SIGKILL);
    if (worker->exited && !worker->ended && now - worker->step_at > 500) {
        worker->ended = true; /* somebody else holds the pipe open */
        check_gone(worker);
    } else if (worker->ended && !worker->exited && now - worker->step_at > 500) {
        signal_group(worker, SIGKILL);
    } else if (worker->state == WORKER_BUSY) {
        watch_job(worker, now);
    } else if (worker->state == WORKER_LEAVING && now - worker->since > LEAVE_MS) {
        signal_group(worker, SIGKILL);
    } else if (worker->state == WORKER_STARTING && now - worker->since > START_MS) {
        condemn(worker, "the worker was not ready within a minute");
    }
}

static void on_look(uv_timer_t *timer)
{
    struct pool *pool = timer->data;
    uint64_t now = uv_now(pool->loop);
    for (struct worker *worker = pool->workers, *next; worker; worker = next) {
        next = worker->next;
        watch_worker(worker, now);
    }
    look_after(pool);
}

/* ---- for the daemon */

struct pool *pool_open(uv_loop_t *loop, const struct settings *settings, const struct pool_events *events,
                       void *context)
{
    struct pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pool->loop = loop;
    pool->settings = settings;
    pool->events = *events;
    pool->context = context;
    uv_timer_init(loop, &pool->look);
    pool->look.data = pool;
    uv_timer_start(&pool->look, on_look, LOOK_MS, LOOK_MS);
    return pool;
}

bool pool_try(struct pool *pool, bool reload)
{
    if (pool->trying || pool->next || pool->closing)
        return false;
    pool->trying = true;
    pool->reload = reload;
    pool->why[0] = 0;
    memset(pool->start_at, 0, sizeof pool->start_at);
    pool->trying = start_worker(pool, NULL, SIDE_OURS);
    return pool->trying;
}

void pool_close(struct pool *pool, bool kill)
{
    pool->closing = true;
    pool->killing |= kill;
    for (struct worker *worker = pool->workers, *next; worker; worker = next) {
        next = worker->next;
        if (pool->killing && worker->state != WORKER_GONE) {
            worker->job = 0; /* interrupted: the next start takes it up again */
            signal_group(worker, SIGKILL);
        } else if (worker->state == WORKER_IDLE || worker->state == WORKER_STARTING) {
            leave(worker);
        }
    }
    finish_closing(pool);
}

static void on_pool_closed(uv_handle_t *handle)
{
    struct pool *pool = handle->data;
    generation_release(pool->generation);
    generation_release(pool->next);
    free(pool);
}

void pool_free(struct pool *pool)
{
    if (pool)
        uv_close((uv_handle_t *)&pool->look, on_pool_closed);
}

static struct worker *idle_worker(const struct pool *pool, enum side side)
{
    for (struct worker *worker = pool->workers; worker; worker = worker->next)
        if (worker->state == WORKER_IDLE && worker->side == side && worker->generation == pool->generation &&
            !worker->ended && !worker->exited)
            return worker;
    return NULL;
}

bool pool_has_idle(const struct pool *pool, enum side side)
{
    return !pool->closing && idle_worker(pool, side);
}

bool pool_give(struct pool *pool, enum side side, int64_t job, const char *bytes, size_t length)
{
    struct worker *worker = pool->closing ? NULL : idle_worker(pool, side);
    struct text frame = {0};
    if (!worker)
        return false;
    text_add(&frame, bytes, length);
    if (frame.failed)
        return text_free(&frame), false;
    worker->state = WORKER_BUSY;
    worker->job = job;
    worker->steps = 0;
    worker->cancelled = false;
    worker->ticks = 0;
    worker->culprit[0] = worker->message[0] = 0;
    worker->since = worker->moved = uv_now(pool->loop);
    send_frame(worker, &frame);
    return true;
}

void pool_cancel(struct pool *pool, int64_t job)
{
    for (struct worker *worker = pool->workers; worker; worker = worker->next) {
        if (worker->state != WORKER_BUSY || worker->job != job || worker->cancelled)
            continue;
        worker->cancelled = true;
        if (!worker->steps)
            step(worker);
    }
}

void pool_look(struct pool *pool, int64_t job)
{
    for (struct worker *worker = pool->workers; worker; worker = worker->next)
        if (worker->state == WORKER_BUSY && worker->job == job && !worker->condemned &&
            uv_now(pool->loop) - worker->shown >= SHOW_MS) {
            worker->shown = uv_now(pool->loop);
            send_word(worker, FRAME_LOOK);
        }
}

const struct generation *pool_generation(const struct pool *pool)
{
    return pool->generation;
}

/* The generation goes on under its number, with new workers that leave the plugin out. */
static struct generation *without(const struct generation *from, const char *id, bool type)
{
    struct generation *to = calloc(1, sizeof *to);
    if (!to)
        return NULL;
    *to = *from;
    to->users = 1;
    to->config = blob_copy(from->config.bytes, from->config.length);
    to->refused = from->refused ? strdup(from->refused) : NULL;
    to->counters = from->counters ? strdup(from->counters) : NULL;
    json_incref(to->types);
    json_incref(to->formats);
    json_incref(to->rules);
    json_incref(to->plugins);
    json_incref(to->foreign);
    to->disabled = json_copy(from->disabled);
    to->barred = json_copy(from->barred);
    json_array_append_new(type ? to->barred : to->disabled, json_string(id));
    return to;
}

bool pool_quarantine(struct pool *pool, const char *id)
{
    struct generation *from = pool->generation;
    bool type = from && is_type(from, id);
    if (!from || !(type || holds(from->rules, id)) || holds(from->disabled, id) || holds(from->barred, id))
        return false;
    struct generation *to = without(from, id, type);
    if (!to)
        return false;
    service_log(LOG_IS_ERROR,
                "%s %s is in quarantine: it crashed or stalled on several puzzles; config.reload lifts that",
                type ? "puzzle type" : "rule", id);
    pool->generation = to;
    generation_release(from);
    retire(pool, to);
    return true;
}

uint32_t pool_ready(const struct pool *pool, enum side side)
{
    const struct generation *generation = pool->generation;
    return !generation ? 0
                       : count(pool, generation, side, WORKER_BUSY) - count(pool, generation, side, WORKER_STARTING);
}

bool pool_fails(const struct pool *pool, enum side side)
{
    return pool->failures[side] > 0;
}

json_t *pool_describe(const struct pool *pool)
{
    static const char *const names[] = {"starting", "idle", "busy", "leaving", "gone"};
    json_t *list = json_array();
    for (const struct worker *worker = pool->workers; worker; worker = worker->next) {
        char job[32];
        json_t *one = json_pack("{s:i,s:i,s:I,s:s,s:b}", "pid", worker->spawned ? (int)worker->process.pid : 0,
                                "generation", worker->generation ? (int)worker->generation->number : 0,
                                "jobs", (json_int_t)worker->jobs, "state", names[worker->state], "foreign",
                                worker->side == SIDE_FOREIGN);
        snprintf(job, sizeof job, "%lld", (long long)worker->job);
        if (worker->job)
            json_object_set_new(one, "job", json_string(job));
        json_array_append_new(list, one);
    }
    return list;
}
