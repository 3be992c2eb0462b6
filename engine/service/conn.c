/* Connections: who may, how much, and how long; lines in, lines out. */
#include "service/daemon.h"
#include "service/log.h"
#include "service/manager.h"
#include "util/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    CHUNK = 65536,
    BACKLOG = 128,
    LONGEST_PATH = sizeof((struct sockaddr_un *)0)->sun_path - 1,
    GROUPS_MOST = 1024
};

static void work_on_lines(struct conn *conn);

/* ---- memory */

/* Of all buffers; over max_buffers the connection that asked for more goes. */
static void account(struct conn *conn)
{
    size_t now = conn->in.capacity + conn->out.capacity + conn->writing.capacity;
    conn->daemon->buffered += now - conn->counted;
    conn->counted = now;
}

void conn_hold(struct conn *conn)
{
    conn->references++;
}

void conn_release(struct conn *conn)
{
    if (--conn->references)
        return;
    text_free(&conn->in);
    text_free(&conn->out);
    text_free(&conn->writing);
    account(conn);
    free(conn);
}

struct owner *owner_find(struct daemon *daemon, const char *name)
{
    for (struct owner *owner = daemon->owners; owner; owner = owner->next)
        if (!strcmp(owner->name, name))
            return owner;
    struct owner *owner = calloc(1, sizeof *owner);
    if (!owner || !(owner->name = strdup(name))) {
        free(owner);
        return NULL;
    }
    owner->next = daemon->owners;
    return daemon->owners = owner;
}

/* ---- the end of a connection */

static void on_closed(uv_handle_t *handle)
{
    struct conn *conn = handle->data;
    struct daemon *daemon = conn->daemon;
    if (conn->next)
        conn->next->previous = conn->previous;
    if (conn->previous)
        conn->previous->next = conn->next;
    else
        daemon->conns = conn->next;
    daemon->nconns--;
    conn_release(conn);
}

static void kill_conn(struct conn *conn)
{
    if (conn->dead)
        return;
    conn->dead = conn->closing = true;
    text_free(&conn->in);
    text_free(&conn->out);
    account(conn);
    watch_forget(conn);
    jobs_forget(conn);
    uv_close((uv_handle_t *)&conn->as, on_closed);
}

/* What is in the outbox is still sent; nothing more is read. */
void conn_close(struct conn *conn)
{
    if (conn->closing)
        return;
    conn->closing = true;
    conn->closed = uv_now(conn->daemon->loop);
    uv_read_stop(&conn->as.stream);
    conn->reading = false;
    if (!conn->busy_writing && !conn->unsent)
        kill_conn(conn);
}

static void close_for_fault(struct conn *conn, const char *why)
{
    conn->daemon->counters.closed_for_fault++;
    service_log(LOG_IS_INFO, "connection of %s closed: %s", conn->peer, why);
    conn_close(conn);
}

/* ---- writing */

static void on_written(uv_write_t *request, int status);

static void empty(struct text *text)
{
    if (text->capacity > CHUNK)
        text_free(text);
    else
        text_clear(text);
}

/* What goes at once needs no request; the loop waits for the rest. */
static void start_writing(struct conn *conn)
{
    if (conn->busy_writing || conn->dead || !conn->out.n)
        return;
    uv_buf_t buffer = uv_buf_init(conn->out.s, (unsigned)conn->out.n);
    int n = uv_try_write(&conn->as.stream, &buffer, 1);
    if (n == (int)conn->out.n) {
        empty(&conn->out);
        account(conn);
        return;
    }
    struct text spare = conn->writing;
    conn->writing = conn->out;
    conn->out = spare;
    text_clear(&conn->out);
    size_t gone = n > 0 ? (size_t)n : 0;
    buffer = uv_buf_init(conn->writing.s + gone, (unsigned)(conn->writing.n - gone));
    conn->busy_writing = true;
    conn->references++;
    if (!uv_write(&conn->write, &conn->as.stream, &buffer, 1, on_written))
        return;
    conn->busy_writing = false;
    conn->references--;
    kill_conn(conn);
}

static void on_written(uv_write_t *request, int status)
{
    struct conn *conn = (struct conn *)request->handle->data;
    conn->busy_writing = false;
    empty(&conn->writing);
    account(conn);
    if (status)
        kill_conn(conn);
    start_writing(conn);
    if (conn->closing && !conn->busy_writing)
        kill_conn(conn);
    if (!conn->closing)
        work_on_lines(conn);
    conn_release(conn);
}

/* Lines of one turn of the loop go out together. */
static void send_later(struct conn *conn)
{
    struct daemon *daemon = conn->daemon;
    if (conn->unsent || conn->busy_writing)
        return;
    conn->unsent = true;
    conn->next_unsent = daemon->unsent;
    daemon->unsent = conn;
    conn_hold(conn);
}

void conns_flush(struct daemon *daemon)
{
    while (daemon->unsent) {
        struct conn *conn = daemon->unsent;
        daemon->unsent = conn->next_unsent;
        conn->unsent = false;
        start_writing(conn);
        if (!conn->closing)
            work_on_lines(conn);
        else if (!conn->busy_writing && !conn->unsent)
            kill_conn(conn);
        conn_release(conn);
    }
}

static size_t outbox(const struct conn *conn)
{
    return conn->out.n + (conn->busy_writing ? conn->writing.n : 0);
}

bool conn_is_slow(const struct conn *conn)
{
    return outbox(conn) > conn->daemon->settings->max_outbox / 2;
}

/* Takes the JSON. False: the connection can't have it. */
static bool send_line(struct conn *conn, const char *line, size_t length)
{
    const struct settings *settings = conn->daemon->settings;
    if (conn->dead)
        return false;
    if (outbox(conn) + length > settings->max_outbox + settings->max_result + CHUNK) {
        close_for_fault(conn, "slow_consumer");
        kill_conn(conn);
        return false;
    }
    text_add(&conn->out, line, length);
    text_add(&conn->out, "\n", 1);
    account(conn);
    if (conn->out.failed || conn->daemon->buffered > settings->max_buffers) {
        close_for_fault(conn, "max_buffers");
        kill_conn(conn);
        return false;
    }
    send_later(conn);
    return true;
}

bool conn_notify(struct conn *conn, const char *method, json_t *params, bool must)
{
    json_t *message = json_pack("{s:s,s:s,s:o}", "jsonrpc", "2.0", "method", method, "params", params);
    char *line = memory_print(message, JSON_COMPACT);
    size_t length = line ? strlen(line) : 0;
    if (conn_is_slow(conn))
        start_writing(conn);
    bool room = line && outbox(conn) + length <= conn->daemon->settings->max_outbox;
    if (!room && must && !conn->dead) {
        close_for_fault(conn, "slow_consumer");
        kill_conn(conn);
    }
    bool sent = room && send_line(conn, line, length);
    free(line);
    json_decref(message);
    return sent;
}

/* ---- replies */

static void finish_reply(struct reply *reply)
{
    struct conn *conn = reply->conn;
    if (reply->waits)
        conn->waits--;
    else
        conn->requests--;
    json_decref(reply->id);
    free(reply);
    if (!conn->closing)
        work_on_lines(conn);
    conn_release(conn);
}

static void send_message(struct reply *reply, json_t *message, const struct blob *raw)
{
    char *head = memory_print(message, JSON_COMPACT | JSON_REAL_PRECISION(16));
    struct text line = {0};
    json_decref(message);
    reply->conn->daemon->counters.requests++;
    if (head && raw && raw->bytes) {
        /* …}} : the raw result goes into the inner object */
        text_add(&line, head, strlen(head) - 2);
        text_puts(&line, ",\"result\":");
        text_add(&line, raw->bytes, raw->length);
        text_puts(&line, "}}");
    } else if (head) {
        text_puts(&line, head);
    }
    if (!head || line.failed)
        close_for_fault(reply->conn, "no memory for the answer");
    else
        send_line(reply->conn, text_string(&line), line.n);
    free(head);
    text_free(&line);
    finish_reply(reply);
}

void reply_with(struct reply *reply, json_t *object, const struct blob *raw)
{
    json_t *message = json_pack("{s:s,s:O,s:o}", "jsonrpc", "2.0", "id", reply->id, "result", object);
    if (message)
        send_message(reply, message, raw);
    else
        reply_error(reply, RPC_INTERNAL, NULL, "there is no memory left");
}

void reply_result(struct reply *reply, json_t *result)
{
    reply_with(reply, result, NULL);
}

void reply_error(struct reply *reply, int code, json_t *data, const char *format, ...)
{
    char sentence[1400];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    json_t *error = json_pack("{s:i,s:s}", "code", code, "message", sentence);
    if (!error)
        error = json_pack("{s:i,s:s}", "code", code, "message", "not UTF-8");
    if (data)
        json_object_set_new(error, "data", data);
    reply->conn->daemon->counters.errors++;
    send_message(reply, json_pack("{s:s,s:O,s:o}", "jsonrpc", "2.0", "id", reply->id, "error", error), NULL);
}

bool reply_wait(struct reply *reply)
{
    struct conn *conn = reply->conn;
    if (conn->waits >= conn->daemon->settings->max_waits) {
        reply_error(reply, RPC_BUSY, json_pack("{s:i}", "retry_after_ms", 1000),
                    "this connection has %u waits and watches "
                    "already; end some, or open another connection",
                    conn->waits);
        return false;
    }
    conn->requests--;
    conn->waits++;
    reply->waits = true;
    return true;
}

/* An error that answers no call, before the connection ends. Takes the data; NULL: none. */
static void tell(struct conn *conn, int code, const char *sentence, json_t *data)
{
    json_t *message = json_pack("{s:s,s:n,s:{s:i,s:s,s:o*}}", "jsonrpc", "2.0", "id", "error", "code", code,
                                "message", sentence, "data", data);
    char *line = memory_print(message, JSON_COMPACT);
    if (line)
        send_line(conn, line, strlen(line));
    free(line);
    json_decref(message);
}

/* ---- reading */

static bool may_work(const struct conn *conn)
{
    const struct settings *settings = conn->daemon->settings;
    return !conn->closing && conn->requests < settings->max_requests && outbox(conn) <= settings->max_outbox;
}

static void drop_done(struct conn *conn)
{
    if (!conn->in_at)
        return;
    memmove(conn->in.s, conn->in.s + conn->in_at, conn->in.n - conn->in_at);
    conn->in.n -= conn->in_at;
    conn->in_at = 0;
    if (!conn->in.n && conn->in.capacity > 2 * CHUNK)
        text_free(&conn->in);
    account(conn);
}

static void too_long(struct conn *conn)
{
    char sentence[96];
    uint64_t most = conn->daemon->settings->max_line;
    snprintf(sentence, sizeof sentence, "a line may have %" PRIu64 " bytes; see max_line in [daemon]", most);
    tell(conn, RPC_TOO_LARGE, sentence, json_pack("{s:I}", "limit", (json_int_t)most));
    close_for_fault(conn, "line too long");
}

/* True: there was a line. */
static bool next_line(struct conn *conn)
{
    const char *begin = text_string(&conn->in) + conn->in_at;
    size_t left = conn->in.n - conn->in_at;
    const char *end = left > conn->looked ? memchr(begin + conn->looked, '\n', left - conn->looked) : NULL;
    size_t length = end ? (size_t)(end - begin) : left;
    if (length > conn->daemon->settings->max_line) {
        too_long(conn);
        return false;
    }
    conn->looked = end ? 0 : left;
    if (!end)
        return false;
    conn->in_at += length + 1;
    if (length && begin[length - 1] == '\r')
        length--;
    if (length)
        rpc_line(conn, begin, length);
    return true;
}

static void give_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    static char bytes[CHUNK]; /* read and used before the loop goes on */
    (void)handle, (void)suggested;
    *buffer = uv_buf_init(bytes, sizeof bytes);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buffer);

static void set_reading(struct conn *conn, bool reading)
{
    if (conn->closing || conn->reading == reading)
        return;
    conn->reading = reading;
    if (reading)
        uv_read_start(&conn->as.stream, give_buffer, on_read);
    else
        uv_read_stop(&conn->as.stream);
}

/* Everything that may be worked on now. Answers given at once come back in here: `working` keeps the depth at
 * one. */
static void work_on_lines(struct conn *conn)
{
    if (conn->working)
        return;
    conn->working = true;
    conn_hold(conn);
    while (may_work(conn) && next_line(conn))
        continue;
    if (!conn->dead)
        drop_done(conn);
    conn->working = false;
    bool partial = conn->in.n && conn->looked == conn->in.n;
    if (!partial)
        conn->line_since = 0;
    else if (!conn->line_since)
        conn->line_since = uv_now(conn->daemon->loop);
    set_reading(conn, may_work(conn));
    conn_release(conn);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buffer)
{
    struct conn *conn = stream->data;
    if (n < 0) {
        kill_conn(conn);
        return;
    }
    text_add(&conn->in, buffer->base, (size_t)n);
    account(conn);
    if (conn->in.failed || conn->daemon->buffered > conn->daemon->settings->max_buffers) {
        close_for_fault(conn, "max_buffers");
        return;
    }
    conn->line_since = uv_now(conn->daemon->loop);
    work_on_lines(conn);
}

/* ---- who may */

static bool in_list(const char *list, unsigned long number)
{
    while (list && *list) {
        char *end;
        unsigned long one = strtoul(list, &end, 10);
        if (end != list && one == number)
            return true;
        list = strchr(list, ',');
        if (list)
            list++;
    }
    return false;
}

/* What is no number would let nobody in, and not say so. */
static int check_list(const char *key, const char *list, struct fault *fault)
{
    const char *left = list + strspn(list, " ");
    while (*left) {
        size_t n = strspn(left, "0123456789"), blank = strspn(left + n, " ");
        bool more = left[n + blank] == ',';
        if (!n || n > 10 || (!more && left[n + blank]))
            return fault_set(fault, EXIT_BAD_INPUT, NULL, 0, 0,
                             "[daemon] %s takes numbers, separated by commas, not `%s`; `id NAME` tells them", key,
                             list);
        left += n + blank + more;
        left += strspn(left, " ");
    }
    return 0;
}

static bool group_may(const struct daemon *daemon, gid_t group)
{
    return group == getegid() || in_list(daemon->settings->allow_gid, group);
}

/* The primary group comes with the credentials, the others apart. */
static bool groups_may(const struct daemon *daemon, int fd, gid_t primary)
{
    gid_t groups[GROUPS_MOST];
    socklen_t size = sizeof groups;
    if (group_may(daemon, primary))
        return true;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size))
        return false;
    for (size_t i = 0; i < size / sizeof *groups; i++)
        if (group_may(daemon, groups[i]))
            return true;
    return false;
}

/* False: it was told no, or is over. */
static bool let_in_unix(struct conn *conn)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    uv_os_fd_t fd;
    if (uv_fileno((uv_handle_t *)&conn->as, &fd) || getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size))
        return false;
    snprintf(conn->peer, sizeof conn->peer, "uid:%lu", (unsigned long)peer.uid);
    conn->admin = !peer.uid || peer.uid == geteuid();
    if (!conn->admin && !in_list(conn->daemon->settings->allow_uid, peer.uid) &&
        !groups_may(conn->daemon, fd, peer.gid))
        return false;
    conn->owner = owner_find(conn->daemon, conn->peer);
    return conn->owner;
}

static void name_tcp(struct conn *conn)
{
    struct sockaddr_storage address;
    int size = sizeof address;
    snprintf(conn->peer, sizeof conn->peer, "tcp");
    if (!uv_tcp_getpeername(&conn->as.tcp, (struct sockaddr *)&address, &size))
        uv_ip_name((struct sockaddr *)&address, conn->peer, sizeof conn->peer);
}

static uint32_t conns_of(const struct daemon *daemon, const char *peer)
{
    uint32_t n = 0;
    for (const struct conn *conn = daemon->conns; conn; conn = conn->next)
        n += !conn->dead && !strcmp(conn->peer, peer);
    return n;
}

static void refuse(struct conn *conn, int code, const char *sentence)
{
    conn->daemon->counters.refused++;
    tell(conn, code, sentence, code == RPC_BUSY ? json_pack("{s:i}", "retry_after_ms", 1000) : NULL);
    conn_close(conn);
}

static void admit(struct conn *conn)
{
    struct daemon *daemon = conn->daemon;
    bool may = true;
    if (conn->kind == STREAM_UNIX)
        may = let_in_unix(conn);
    else
        name_tcp(conn);
    daemon->counters.accepted++;
    if (!may)
        refuse(conn, RPC_UNAUTHORIZED,
               "this user may not use the daemon; see allow_uid and allow_gid in [daemon]");
    else if (daemon->nconns > daemon->settings->max_connections)
        refuse(conn, RPC_BUSY, "there are too many connections; see max_connections in [daemon]");
    else if (conns_of(daemon, conn->peer) > daemon->settings->max_connections_per_peer)
        refuse(conn, RPC_BUSY,
               "there are too many connections of this user or address; see max_connections_per_peer in "
               "[daemon]");
    else
        set_reading(conn, true);
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct daemon *daemon = listener->data;
    struct conn *conn = status ? NULL : calloc(1, sizeof *conn);
    if (!conn) {
        daemon->unaccepted |= !status; /* the loop waits for that, and listens no more until it is done */
        return;
    }
    conn->daemon = daemon;
    conn->kind = listener == (uv_stream_t *)&daemon->tcp_listener ? STREAM_TCP : STREAM_UNIX;
    conn->references = 1;
    conn->opened = uv_now(daemon->loop);
    if (conn->kind == STREAM_TCP)
        uv_tcp_init(daemon->loop, &conn->as.tcp);
    else
        uv_pipe_init(daemon->loop, &conn->as.pipe, 0);
    conn->as.stream.data = conn;
    conn->next = daemon->conns;
    if (daemon->conns)
        daemon->conns->previous = conn;
    daemon->conns = conn;
    daemon->nconns++;
    if (uv_accept(listener, &conn->as.stream))
        kill_conn(conn);
    else
        admit(conn);
}

static void accept_late(struct daemon *daemon)
{
    daemon->unaccepted = false;
    if (daemon->listens_unix)
        on_connection((uv_stream_t *)&daemon->unix_listener, 0);
    if (daemon->listens_tcp)
        on_connection((uv_stream_t *)&daemon->tcp_listener, 0);
}

void conns_look(struct daemon *daemon)
{
    if (daemon->unaccepted)
        accept_late(daemon);
    uint64_t now = uv_now(daemon->loop);
    const struct settings *settings = daemon->settings;
    for (struct conn *conn = daemon->conns, *next; conn; conn = next) {
        next = conn->next;
        if (conn->closing && !conn->dead && now - conn->closed > settings->line_timeout)
            kill_conn(conn); /* it never reads what was still to be sent */
        if (conn->closing)
            continue;
        if (conn->reading && conn->line_since && now - conn->line_since > settings->line_timeout) {
            tell(conn, RPC_INVALID, "half a line, and then nothing; see line_timeout in [daemon]", NULL);
            close_for_fault(conn, "half a line");
        } else if (!conn->owner && now - conn->opened > settings->hello_timeout) {
            tell(conn, RPC_UNAUTHORIZED, "hello did not come; see hello_timeout in [daemon]", NULL);
            close_for_fault(conn, "no hello");
        }
    }
}

/* ---- listening */

/* Nobody answers there: the file is left over from a daemon that is dead. */
static int remove_stale(const char *path, struct fault *fault)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct stat info;
    if (lstat(path, &info))
        return 0;
    if (!S_ISSOCK(info.st_mode))
        return fault_set(fault, EXIT_OTHER, path, 0, 0,
                         "this is no socket; name another path in [daemon] socket");
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    strcpy(address.sun_path, path);
    bool alive = !connect(fd, (struct sockaddr *)&address, sizeof address);
    int error = errno;
    close(fd);
    if (alive)
        return fault_set(fault, EXIT_OTHER, path, 0, 0,
                         "another daemon answers there; name another path in [daemon] socket");
    if (error == ECONNREFUSED && unlink(path))
        return fault_set(fault, EXIT_OTHER, path, 0, 0, "the socket of a dead daemon can't be removed: %s",
                         strerror(errno));
    return 0;
}

static int listen_unix(struct daemon *daemon, struct fault *fault)
{
    const char *path = daemon->settings->socket;
    int fd = manager_socket(AF_UNIX), error;
    uv_pipe_init(daemon->loop, &daemon->unix_listener, 0);
    daemon->unix_listener.data = daemon;
    daemon->listens_unix = true;
    if (fd < 0 && strlen(path) > LONGEST_PATH)
        return fault_set(fault, EXIT_BAD_INPUT, NULL, 0, 0,
                         "[daemon] socket has %zu bytes, a socket's path may have %d: %s", strlen(path),
                         LONGEST_PATH, path);
    if (fd < 0 && remove_stale(path, fault))
        return fault->code;
    mode_t before = umask(0117);
    error = fd < 0 ? uv_pipe_bind(&daemon->unix_listener, path) : uv_pipe_open(&daemon->unix_listener, fd);
    umask(before);
    daemon->bound_unix = !error && fd < 0;
    if (!error)
        error = uv_listen((uv_stream_t *)&daemon->unix_listener, BACKLOG, on_connection);
    return error ? fault_set(fault, EXIT_OTHER, path, 0, 0, "the daemon can't listen there: %s",
                             uv_strerror(error))
                 : 0;
}

static bool is_loopback(const struct sockaddr_storage *address)
{
    if (address->ss_family == AF_INET)
        return (ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr) >> 24) == 127;
    return address->ss_family == AF_INET6 &&
           IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)address)->sin6_addr);
}

static bool parse_address(const char *text, struct sockaddr_storage *address)
{
    char host[64];
    const char *colon = strrchr(text, ':');
    size_t n = colon ? (size_t)(colon - text) : 0;
    if (!colon || n >= sizeof host)
        return false;
    bool six = n > 2 && text[0] == '[' && colon[-1] == ']';
    snprintf(host, sizeof host, "%.*s", (int)(six ? n - 2 : n), text + six);
    int port = atoi(colon + 1);
    if (port < 0 || port > 65535 || colon[1] < '0' || colon[1] > '9')
        return false;
    return !uv_ip4_addr(host, port, (struct sockaddr_in *)address) ||
           !uv_ip6_addr(host, port, (struct sockaddr_in6 *)address);
}

/* A socket that was handed over, of either family; its address is in `address`. */
static int activated_tcp(struct sockaddr_storage *address)
{
    socklen_t size = sizeof *address;
    int fd = manager_socket(AF_INET);
    if (fd < 0)
        fd = manager_socket(AF_INET6);
    if (fd >= 0 && getsockname(fd, (struct sockaddr *)address, &size))
        address->ss_family = AF_UNSPEC;
    return fd;
}

static int open_tcp(struct daemon *daemon, int fd, const struct sockaddr_storage *address)
{
    uv_tcp_init(daemon->loop, &daemon->tcp_listener);
    daemon->tcp_listener.data = daemon;
    daemon->listens_tcp = true;
    int error = fd < 0 ? uv_tcp_bind(&daemon->tcp_listener, (const struct sockaddr *)address, 0)
                       : uv_tcp_open(&daemon->tcp_listener, fd);
    return error ? error : uv_listen((uv_stream_t *)&daemon->tcp_listener, BACKLOG, on_connection);
}

static int listen_tcp(struct daemon *daemon, struct fault *fault)
{
    struct sockaddr_storage address;
    const char *text = daemon->settings->listen;
    int fd = activated_tcp(&address);
    if (fd < 0 && !*text)
        return 0;
    if ((fd < 0 && !parse_address(text, &address)) || !is_loopback(&address))
        return fault_set(fault, EXIT_BAD_INPUT, NULL, 0, 0,
                         "[daemon] listen takes a loopback address with a port, such as "
                         "127.0.0.1:7333, not `%s`",
                         fd < 0 ? text : "what the service manager handed over");
    if (!daemon->ntokens)
        return fault_set(fault, EXIT_BAD_INPUT, NULL, 0, 0,
                         "[daemon] listen needs a token_file with at least one token");
    int error = open_tcp(daemon, fd, &address);
    return error ? fault_set(fault, EXIT_OTHER, NULL, 0, 0, "the daemon can't listen at %s: %s", text,
                             uv_strerror(error))
                 : 0;
}

int conns_listen(struct daemon *daemon, struct fault *fault)
{
    const struct settings *settings = daemon->settings;
    if (check_list("allow_uid", settings->allow_uid, fault) || check_list("allow_gid", settings->allow_gid, fault))
        return fault->code;
    return listen_unix(daemon, fault) ? fault->code : listen_tcp(daemon, fault);
}

void conns_stop_listening(struct daemon *daemon)
{
    if (daemon->bound_unix)
        unlink(daemon->settings->socket);
    if (daemon->listens_unix)
        uv_close((uv_handle_t *)&daemon->unix_listener, NULL);
    if (daemon->listens_tcp)
        uv_close((uv_handle_t *)&daemon->tcp_listener, NULL);
    daemon->listens_unix = daemon->listens_tcp = daemon->bound_unix = false;
}

void conns_close_all(struct daemon *daemon, bool now)
{
    for (struct conn *conn = daemon->conns, *next; conn; conn = next) {
        next = conn->next;
        if (now)
            kill_conn(conn);
        else
            conn_close(conn);
    }
}
