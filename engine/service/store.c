#include "service/store.h"

#include "service/database.h"
#include "service/log.h"

#include <stdlib.h>
#include <string.h>

enum { LAZY_MS = 20, BUSY_BATCH = 4, GATHER_MS = 1 };

struct queue {
    struct store_call *first, **end;
    uint32_t n;
};

/* `lock` guards what both threads touch: the two queues, the failure, the figures. */
struct store {
    struct database *database;
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t came;
    uv_async_t answered;
    uv_prepare_t turn;
    uv_timer_t lazy;
    struct queue staged; /* the loop's: this turn's calls */
    struct queue held;   /* STORE_RUNNING of jobs that may end soon */
    struct queue sent, back;
    bool stopping;
    char failure[256]; /* the loop's copy */
    char thread_failure[256];
    struct store_figures figures;
    uint32_t pending; /* the loop's */
    uint32_t open_handles;
};

static void queue_init(struct queue *queue)
{
    *queue = (struct queue){.end = &queue->first};
}

static void queue_push(struct queue *queue, struct store_call *call)
{
    call->next = NULL;
    *queue->end = call;
    queue->end = &call->next;
    queue->n++;
}

static void queue_move(struct queue *to, struct queue *from)
{
    if (!from->first)
        return;
    *to->end = from->first;
    to->end = from->end;
    to->n += from->n;
    queue_init(from);
}

static struct store_call *queue_all(struct queue *queue, uint32_t *n)
{
    struct store_call *first = queue->first;
    *n = queue->n;
    queue_init(queue);
    return first;
}

/* ---- the store's thread */

static void run_batch(struct store *store, struct store_call *calls, uint32_t n)
{
    bool good = database_run(store->database, calls);
    uv_mutex_lock(&store->lock);
    store->figures.batches++;
    store->figures.operations += n;
    store->figures.failures += !good;
    if (n > store->figures.largest_batch)
        store->figures.largest_batch = n;
    strcpy(store->thread_failure, database_failure(store->database));
    for (struct store_call *call = calls, *next; call; call = next) {
        next = call->next;
        queue_push(&store->back, call);
    }
    uv_mutex_unlock(&store->lock);
    uv_async_send(&store->answered);
}

static void work(void *context)
{
    struct store *store = context;
    uint32_t n;
    uv_mutex_lock(&store->lock);
    while (store->sent.first || !store->stopping) {
        if (!store->sent.first) {
            uv_cond_wait(&store->came, &store->lock);
            continue;
        }
        struct store_call *calls = queue_all(&store->sent, &n);
        uv_mutex_unlock(&store->lock);
        run_batch(store, calls, n);
        if (n >= BUSY_BATCH)
            uv_sleep(GATHER_MS); /* a transaction costs as much as a few jobs: more shall share the next */
        uv_mutex_lock(&store->lock);
    }
    uv_mutex_unlock(&store->lock);
}

/* ---- the loop's thread */

static void hand_back(struct store *store)
{
    uint32_t n;
    uv_mutex_lock(&store->lock);
    struct store_call *calls = queue_all(&store->back, &n);
    if (strcmp(store->failure, store->thread_failure)) {
        strcpy(store->failure, store->thread_failure);
        if (store->failure[0])
            service_log(LOG_IS_ERROR, "the store refuses to write: %s", store->failure);
        else
            service_log(LOG_IS_NOTICE, "the store writes again");
    }
    uv_mutex_unlock(&store->lock);
    for (struct store_call *next; calls; calls = next) {
        next = calls->next;
        store->pending--;
        calls->done(calls);
    }
}

static void on_answered(uv_async_t *async)
{
    hand_back(async->data);
}

static void flush(struct store *store)
{
    if (!store->staged.first)
        return;
    uv_mutex_lock(&store->lock);
    queue_move(&store->sent, &store->staged);
    uv_cond_signal(&store->came);
    uv_mutex_unlock(&store->lock);
}

static void on_lazy(uv_timer_t *timer)
{
    struct store *store = timer->data;
    queue_move(&store->staged, &store->held);
    flush(store);
}

static void on_turn(uv_prepare_t *turn)
{
    flush(turn->data);
}

static void hold(struct store *store, struct store_call *call)
{
    if (!store->held.first)
        uv_timer_start(&store->lazy, on_lazy, LAZY_MS, 0);
    queue_push(&store->held, call);
}

/* The job's RUNNING, if it is held, goes before its next state. */
static void take_held(struct store *store, int64_t job)
{
    struct queue rest;
    queue_init(&rest);
    for (struct store_call *call = store->held.first, *next; call; call = next) {
        next = call->next;
        call->superseded = call->row.id == job;
        queue_push(call->superseded ? &store->staged : &rest, call);
    }
    queue_init(&store->held);
    queue_move(&store->held, &rest);
}

void store_send(struct store *store, struct store_call *call)
{
    store->pending++;
    if (call->op == STORE_RUNNING) {
        hold(store, call);
        return;
    }
    if (call->op == STORE_FINISH || call->op == STORE_REQUEUE)
        take_held(store, call->row.id);
    queue_push(&store->staged, call);
}

uint32_t store_pending(const struct store *store)
{
    return store->pending;
}

const char *store_failure(const struct store *store)
{
    return store->failure[0] ? store->failure : NULL;
}

struct store_figures store_figures(const struct store *store)
{
    uv_mutex_t *lock = (uv_mutex_t *)&store->lock;
    uv_mutex_lock(lock);
    struct store_figures figures = store->figures;
    uv_mutex_unlock(lock);
    return figures;
}

/* ---- opening and closing */

static int start(struct store *store, uv_loop_t *loop)
{
    queue_init(&store->staged);
    queue_init(&store->held);
    queue_init(&store->sent);
    queue_init(&store->back);
    uv_mutex_init(&store->lock);
    uv_cond_init(&store->came);
    uv_async_init(loop, &store->answered, on_answered);
    uv_prepare_init(loop, &store->turn);
    uv_timer_init(loop, &store->lazy);
    store->answered.data = store->turn.data = store->lazy.data = store;
    uv_prepare_start(&store->turn, on_turn);
    uv_unref((uv_handle_t *)&store->turn);
    store->open_handles = 3;
    return uv_thread_create(&store->thread, work, store);
}

static void on_closed(uv_handle_t *handle)
{
    struct store *store = handle->data;
    if (--store->open_handles)
        return;
    uv_mutex_destroy(&store->lock);
    uv_cond_destroy(&store->came);
    free(store);
}

/* The loop frees the rest. */
static void let_go(struct store *store)
{
    database_close(store->database);
    uv_close((uv_handle_t *)&store->answered, on_closed);
    uv_close((uv_handle_t *)&store->turn, on_closed);
    uv_close((uv_handle_t *)&store->lazy, on_closed);
}

struct store *store_open(uv_loop_t *loop, const char *folder, bool durable, uint32_t max_interruptions,
                         void (*queued)(void *context, const struct store_queued *job), void *context,
                         struct fault *fault)
{
    struct store *store = calloc(1, sizeof *store);
    if (!store) {
        fault_set(fault, EXIT_INTERNAL, NULL, 0, 0, "there is no memory left");
        return NULL;
    }
    store->database = database_open(folder, durable, fault);
    if (!store->database || database_recover(store->database, max_interruptions, queued, context, fault)) {
        database_close(store->database);
        free(store);
        return NULL;
    }
    int error = start(store, loop);
    if (!error)
        return store;
    fault_set(fault, EXIT_INTERNAL, NULL, 0, 0, "the store's thread can't be started: %s",
              uv_strerror(error));
    let_go(store);
    return NULL;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    queue_move(&store->staged, &store->held);
    flush(store);
    uv_mutex_lock(&store->lock);
    store->stopping = true;
    uv_cond_signal(&store->came);
    uv_mutex_unlock(&store->lock);
    uv_thread_join(&store->thread);
    hand_back(store);
    let_go(store);
}

/* ---- values */

const char *job_state_name(enum job_state state)
{
    static const char *const names[] = {"queued", "running", "done", "failed", "cancelled", "dead"};
    return names[state];
}

bool job_is_final(enum job_state state)
{
    return state >= JOB_DONE;
}

struct blob blob_copy(const char *bytes, size_t length)
{
    struct blob blob = {malloc(length + 1), length};
    if (!blob.bytes)
        return (struct blob){0};
    if (length)
        memcpy(blob.bytes, bytes, length);
    blob.bytes[length] = 0;
    return blob;
}

void blob_free(struct blob *blob)
{
    free(blob->bytes);
    *blob = (struct blob){0};
}

void job_row_clear(struct job_row *row)
{
    free(row->owner);
    free(row->key);
    free(row->op);
    free(row->tags);
    free(row->outcome);
    free(row->error);
    blob_free(&row->request);
    blob_free(&row->result);
    *row = (struct job_row){0};
}

struct store_call *store_call_new(enum store_op op, void (*done)(struct store_call *call), void *context)
{
    struct store_call *call = calloc(1, sizeof *call);
    if (!call)
        return NULL;
    call->op = op;
    call->done = done;
    call->context = context;
    call->state = -1;
    return call;
}

void store_call_free(struct store_call *call)
{
    if (!call)
        return;
    job_row_clear(&call->row);
    for (uint32_t i = 0; i < call->nrows; i++)
        job_row_clear(&call->rows[i]);
    free(call->rows);
    free(call->tag);
    free(call);
}
