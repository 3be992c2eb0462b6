#include "service/run.h"

#include "service/daemon.h"
#include "service/digest.h"
#include "service/log.h"
#include "service/manager.h"
#include "service/reserve.h"
#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HOUSEKEEPING_MS = 100,
    PRUNE_MS = 5000,
    PROBE_MS = 5000,
    LAST_WORDS_MS = 1000,
    TOKEN_LEAST = 16,
    TOKEN_MOST = 128
};

/* ---- the data directory */

/* All folders on the way to the last slash. */
static void make_way(const char *path, mode_t mode)
{
    char folder[4096];
    for (size_t i = 1; path[i] && i < sizeof folder; i++) {
        if (path[i] != '/')
            continue;
        memcpy(folder, path, i);
        folder[i] = 0;
        mkdir(folder, mode); /* whether it is there shows when it is used */
    }
}

/* Held until the process ends. */
static int lock_folder(struct daemon *daemon, struct fault *fault)
{
    char path[4096];
    const char *folder = daemon->settings->data_dir;
    make_way(folder, 0700);
    make_way(daemon->settings->socket, 0755);
    umask(0077); /* what is submitted is nobody else's to read */
    if (mkdir(folder, 0700) && errno != EEXIST)
        return fault_set(fault, EXIT_OTHER, folder, 0, 0, "the data directory can't be made: %s",
                         strerror(errno));
    snprintf(path, sizeof path, "%s/lock", folder);
    daemon->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (daemon->lock < 0)
        return fault_set(fault, EXIT_OTHER, path, 0, 0, "it can't be opened: %s", strerror(errno));
    if (flock(daemon->lock, LOCK_EX | LOCK_NB))
        return fault_set(fault, EXIT_OTHER, folder, 0, 0,
                         "another daemon uses this data directory; name another data_dir");
    return 0;
}

/* ---- tokens */

static bool add_token(struct daemon *daemon, const char *name, const char *text)
{
    struct token *tokens = realloc(daemon->tokens, (daemon->ntokens + 1) * sizeof *tokens);
    if (!tokens)
        return false;
    daemon->tokens = tokens;
    struct token *token = &tokens[daemon->ntokens];
    token->name = strdup(name);
    digest_bytes(token->digest, text, strlen(text));
    daemon->ntokens += token->name != NULL;
    return token->name;
}

static int read_token(struct daemon *daemon, char *line, uint32_t number, struct fault *fault)
{
    const char *path = daemon->settings->token_file;
    char *rest, *name = strtok_r(line, " \t\n", &rest), *text = strtok_r(NULL, " \t\n", &rest);
    if (!name || name[0] == '#')
        return 0;
    if (!text || strtok_r(NULL, " \t\n", &rest) || strlen(name) > 64)
        return fault_set(fault, EXIT_BAD_INPUT, path, number, 0,
                         "a line holds a name of at most 64 bytes and a token");
    if (strlen(text) < TOKEN_LEAST || strlen(text) > TOKEN_MOST)
        return fault_set(fault, EXIT_BAD_INPUT, path, number, 0, "a token has %d to %d bytes", TOKEN_LEAST,
                         TOKEN_MOST);
    if (!add_token(daemon, name, text))
        return fault_set(fault, EXIT_INTERNAL, NULL, 0, 0, "there is no memory left");
    return 0;
}

static int read_tokens(struct daemon *daemon, struct fault *fault)
{
    const char *path = daemon->settings->token_file;
    char line[512];
    struct stat info;
    if (!*path)
        return 0;
    FILE *file = fopen(path, "re");
    if (!file || fstat(fileno(file), &info))
        fault_set(fault, EXIT_NO_INPUT, path, 0, 0, "the tokens can't be read: %s", strerror(errno));
    else if (info.st_mode & 077)
        fault_set(fault, EXIT_NOT_ALLOWED, path, 0, 0, "others may read the tokens; chmod 600 it");
    for (uint32_t number = 1; !fault->code && fgets(line, sizeof line, file); number++)
        read_token(daemon, line, number, fault);
    if (file)
        fclose(file);
    return fault->code;
}

/* ---- the end */

static void close_signals(struct daemon *daemon)
{
    uv_close((uv_handle_t *)&daemon->term, NULL);
    uv_close((uv_handle_t *)&daemon->interrupt, NULL);
    uv_close((uv_handle_t *)&daemon->hangup, NULL);
}

/* Ends the loop: what is written is written, jobs that ran stay marked so and are queued by the next start.
 */
static void stop(struct daemon *daemon, bool kill, int exit_code)
{
    if (!daemon->stopping) {
        manager_tell("STOPPING=1");
        daemon->exit_code = exit_code;
    }
    daemon->stopping = true;
    pool_close(daemon->pool, kill);
}

static void answer_nothing(struct reply *reply)
{
    if (reply)
        reply_error(reply, RPC_DRAINING, NULL, "the daemon goes down");
}

static void on_pool_closed(void *context)
{
    struct daemon *daemon = context;
    conns_stop_listening(daemon);
    store_close(daemon->store);
    jobs_free(daemon);
    answer_nothing(daemon->reloading);
    answer_nothing(daemon->checking);
    conns_close_all(daemon, false);
    close_signals(daemon);
    pool_free(daemon->pool);
    daemon->over = true;
    daemon->over_at = uv_now(daemon->loop);
}

/* Clients get a moment to read their last answers. */
static void look_at_the_end(struct daemon *daemon)
{
    if (!daemon->nconns) {
        uv_close((uv_handle_t *)&daemon->housekeeping, NULL);
        uv_close((uv_handle_t *)&daemon->turn, NULL);
    }
    else if (uv_now(daemon->loop) - daemon->over_at > LAST_WORDS_MS)
        conns_close_all(daemon, true);
}

/* Results that a broken disk does not take won't wait for its repair: their jobs run again at the next start. */
void daemon_check_drained(struct daemon *daemon)
{
    if (daemon->draining && !daemon->stopping && !daemon->running && !store_pending(daemon->store) &&
        (!daemon->unwritten || store_failure(daemon->store)))
        stop(daemon, false, 0);
}

void daemon_drain(struct daemon *daemon)
{
    if (!daemon->draining)
        service_log(LOG_IS_NOTICE, "draining: %u jobs run, %u stay queued", daemon->running, daemon->queued);
    daemon->draining = true;
    manager_tell("STOPPING=1");
}

static void on_stop_signal(uv_signal_t *signal, int number)
{
    struct daemon *daemon = signal->data;
    (void)number;
    if (!daemon->ready || daemon->draining)
        stop(daemon, true, 0);
    else
        daemon_drain(daemon);
}

static void on_hangup(uv_signal_t *signal, int number)
{
    struct daemon *daemon = signal->data;
    (void)number;
    if (!daemon->ready || daemon->draining || !pool_try(daemon->pool, true))
        service_log(LOG_IS_WARNING,
                    "SIGHUP: not now; a configuration is being tried, or the daemon is draining");
    else
        manager_tell_reloading();
}

/* ---- what the pool tells */

static void on_idle(void *context)
{
    jobs_dispatch(context);
}

static void on_progress(void *context, int64_t job, const struct frame *progress)
{
    watch_progress(context, job, progress);
}

static void on_deduced(void *context, int64_t job, const struct frame *deductions)
{
    watch_deductions(context, job, deductions);
}

static void on_canonical(void *context, int64_t job, const struct frame_field *data, const uint8_t *digest)
{
    jobs_canonical(context, job, data, digest);
}

static void on_ended(void *context, int64_t job, const struct pool_end *end)
{
    jobs_ended(context, job, end);
}

static void first_try(struct daemon *daemon, const char *message)
{
    struct fault fault = {0};
    char sentence[1200];
    if (message) {
        snprintf(daemon->why, sizeof daemon->why, "%s", message);
        stop(daemon, true, EXIT_BAD_INPUT);
    } else if (conns_listen(daemon, &fault)) {
        snprintf(daemon->why, sizeof daemon->why, "%s", fault_string(&fault, sentence, sizeof sentence));
        conns_stop_listening(daemon);
        stop(daemon, true, fault.code);
    } else {
        daemon->ready = true;
        service_log(LOG_IS_NOTICE, "ready: %u workers, %u jobs queued, socket %s%s%s",
                    daemon->settings->workers, daemon->queued, daemon->settings->socket,
                    daemon->listens_tcp ? ", " : "", daemon->listens_tcp ? daemon->settings->listen : "");
        manager_tell("READY=1");
        jobs_dispatch(daemon);
    }
}

static void answer_reload(struct daemon *daemon, struct reply *reply, const char *message)
{
    if (message)
        service_log(LOG_IS_ERROR, "reload refused, generation %u stays: %s",
                    pool_generation(daemon->pool)->number, message);
    manager_tell("READY=1");
    if (reply && message)
        reply_error(reply, RPC_BAD_CONFIG, NULL, "%s", message);
    else if (reply)
        reply_result(reply, json_pack("{s:i}", "generation", (int)pool_generation(daemon->pool)->number));
}

static void on_elsewhere(void *context, int64_t job, const struct frame_field *format)
{
    jobs_elsewhere(context, job, format);
}

static void on_begun(void *context, int64_t job)
{
    jobs_begun(context, job);
}

static void on_tried(void *context, bool reload, const char *message)
{
    struct daemon *daemon = context;
    struct reply *reloading = daemon->reloading, *checking = daemon->checking;
    if (daemon->stopping)
        return;
    if (!daemon->ready) {
        first_try(daemon, message);
    } else if (reload) {
        daemon->reloading = NULL;
        answer_reload(daemon, reloading, message);
    } else if (checking) {
        daemon->checking = NULL;
        json_t *answer = json_pack("{s:b}", "ok", !message);
        if (message)
            json_object_set_new(answer, "message", json_string(message));
        reply_result(checking, answer);
    }
}

/* ---- housekeeping */

static void prune(struct daemon *daemon);

static void on_pruned(struct store_call *call)
{
    struct daemon *daemon = call->context;
    bool more = call->changed && !call->failed;
    daemon->pruning = false;
    store_call_free(call);
    if (more && !daemon->stopping && !daemon->draining)
        prune(daemon); /* a little at a time: others share the store */
}

static void prune(struct daemon *daemon)
{
    struct store_call *call = store_call_new(STORE_PRUNE, on_pruned, daemon);
    uv_timeval64_t now;
    if (!call)
        return;
    uv_gettimeofday(&now);
    call->now = (double)now.tv_sec + 1e-6 * now.tv_usec;
    call->retain = (int64_t)(daemon->settings->retain / 1000);
    call->kept = daemon->settings->max_kept;
    daemon->pruning = true;
    daemon->pruned_at = uv_now(daemon->loop);
    store_send(daemon->store, call);
}

static void on_housekeeping(uv_timer_t *timer)
{
    struct daemon *daemon = timer->data;
    uint64_t now = uv_now(daemon->loop);
    if (daemon->over) {
        look_at_the_end(daemon);
        return;
    }
    bool failing = store_failure(daemon->store);
    manager_beat(now);
    reserve_fill();
    conns_look(daemon);
    watch_look(daemon);
    if (daemon->draining)
        daemon_check_drained(daemon);
    if (!daemon->ready || daemon->stopping || daemon->pruning)
        return;
    if (now - daemon->pruned_at > (failing ? PROBE_MS : PRUNE_MS) || !daemon->pruned_at) {
        prune(daemon); /* a write that also shows whether the disk has room again */
        if (daemon->unwritten)
            jobs_retry_unwritten(daemon);
    }
    if (!failing)
        jobs_dispatch(daemon);
}

/* ---- the start */

static void start_signal(struct daemon *daemon, uv_signal_t *signal, uv_signal_cb callback, int number)
{
    uv_signal_init(daemon->loop, signal);
    signal->data = daemon;
    uv_signal_start(signal, callback, number);
}

static void on_turn(uv_prepare_t *turn)
{
    conns_flush(turn->data);
}

static int start(struct daemon *daemon, struct fault *fault)
{
    static const struct pool_events events = {on_idle,  on_progress,  on_deduced, on_canonical,
                                             on_ended, on_elsewhere, on_begun,   on_tried,
                                             on_pool_closed};
    const struct settings *settings = daemon->settings;
    if (lock_folder(daemon, fault) || read_tokens(daemon, fault))
        return fault->code;
    daemon->store = store_open(daemon->loop, settings->data_dir, settings->durable,
                               settings->max_interruptions, jobs_recover, daemon, fault);
    if (!daemon->store)
        return fault->code;
    daemon->pool = pool_open(daemon->loop, settings, &events, daemon);
    daemon->rule_stats = json_object();
    daemon->deductions = deductions_new(settings->max_deductions);
    if (!daemon->pool || !daemon->rule_stats || !daemon->deductions)
        return fault_set(fault, EXIT_INTERNAL, NULL, 0, 0, "there is no memory left");
    start_signal(daemon, &daemon->term, on_stop_signal, SIGTERM);
    start_signal(daemon, &daemon->interrupt, on_stop_signal, SIGINT);
    start_signal(daemon, &daemon->hangup, on_hangup, SIGHUP);
    uv_prepare_init(daemon->loop, &daemon->turn);
    daemon->turn.data = daemon;
    uv_prepare_start(&daemon->turn, on_turn);
    uv_timer_init(daemon->loop, &daemon->housekeeping);
    daemon->housekeeping.data = daemon;
    uv_timer_start(&daemon->housekeeping, on_housekeeping, HOUSEKEEPING_MS, HOUSEKEEPING_MS);
    if (!pool_try(daemon->pool, false))
        return fault_set(fault, EXIT_INTERNAL, NULL, 0, 0, "there is no memory left");
    return 0;
}

/* A start that failed half-way. */
static void abandon(struct daemon *daemon)
{
    pool_free(daemon->pool);
    store_close(daemon->store);
    jobs_free(daemon);
    if (daemon->term.loop)
        close_signals(daemon);
    if (daemon->turn.loop)
        uv_close((uv_handle_t *)&daemon->turn, NULL);
    if (daemon->housekeeping.loop)
        uv_close((uv_handle_t *)&daemon->housekeeping, NULL);
}

static void free_daemon(struct daemon *daemon)
{
    for (struct owner *owner = daemon->owners, *next; owner; owner = next) {
        next = owner->next;
        free(owner->name);
        free(owner);
    }
    for (uint32_t i = 0; i < daemon->ntokens; i++)
        free(daemon->tokens[i].name);
    free(daemon->tokens);
    deductions_free(daemon->deductions);
    json_decref(daemon->rule_stats);
    if (daemon->lock >= 0)
        close(daemon->lock);
    free(daemon);
}

int daemon_run(const struct settings *settings, struct fault *fault)
{
    uv_loop_t loop;
    struct daemon *daemon = calloc(1, sizeof *daemon);
    if (!daemon || !reserve_open() || uv_loop_init(&loop)) {
        reserve_close();
        free(daemon);
        return fault_set(fault, EXIT_INTERNAL, NULL, 0, 0, "there is no memory left");
    }
    signal(SIGPIPE, SIG_IGN);
    memory_watch();
    signal(SIGXFSZ, SIG_IGN); /* a file at its limit is an error of the write */
    manager_open();
    *daemon = (struct daemon){.loop = &loop, .settings = settings, .lock = -1};
    daemon->started = uv_now(&loop);
    if (start(daemon, fault))
        abandon(daemon);
    bool began = !fault->code;
    uv_run(&loop, UV_RUN_DEFAULT);
    if (began && !daemon->why[0])
        service_log(LOG_IS_NOTICE, "ended");
    if (daemon->why[0])
        fault_set(fault, daemon->exit_code, NULL, 0, 0, "%s", daemon->why);
    uv_loop_close(&loop);
    free_daemon(daemon);
    reserve_close();
    return fault->code;
}
