/* The framer: a connection's bytes in chunks of any size, its writes done at any time, its answers at once or late.
 * Each line must arrive once, whole and in order, no more than max_requests may be in work, and a connection must
 * never stall. The first byte chooses the chunks, the second the timing; the rest is what the client sends.
 *
 * The loop's functions are replaced, so that one process does without any socket. */
#include "service.h"

#include "service/daemon.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fake_write(uv_write_t *request, uv_stream_t *stream, const uv_buf_t *buffers, unsigned n, uv_write_cb done);
static int fake_try_write(uv_stream_t *stream, const uv_buf_t *buffers, unsigned n);
static int fake_read_start(uv_stream_t *stream, uv_alloc_cb give, uv_read_cb read);
static int fake_read_stop(uv_stream_t *stream);
static void fake_close(uv_handle_t *handle, uv_close_cb closed);
static uint64_t fake_now(const uv_loop_t *loop);

#define uv_write fake_write
#define uv_try_write fake_try_write
#define uv_read_start fake_read_start
#define uv_read_stop fake_read_stop
#define uv_close fake_close
#define uv_now fake_now
#include "service/conn.c"

enum { LINE_MOST = 48, REQUESTS_MOST = 3, OUTBOX_MOST = 256, HELD_MOST = 64 };

/* One run. */
static struct {
    const char *expected, *end; /* what of the input is still to arrive as lines */
    uint64_t timing;
    uv_write_t *write;
    uv_write_cb written;
    uv_handle_t *handle;
    uv_close_cb closed;
    bool reading, gone;
    struct reply *held[HELD_MOST];
    uint32_t nheld;
} run;

static void check(bool good, const char *promise)
{
    if (good)
        return;
    fprintf(stderr, "service.lines: %s\n", promise);
    abort();
}

static bool chance(void)
{
    run.timing = run.timing * 6364136223846793005u + 1442695040888963407u;
    return run.timing >> 63;
}

static int fake_write(uv_write_t *request, uv_stream_t *stream, const uv_buf_t *buffers, unsigned n, uv_write_cb done)
{
    check(!run.write && n == 1 && buffers->len, "two writes at once, or an empty one");
    check(buffers->base[buffers->len - 1] == '\n', "half a line is written");
    request->handle = stream;
    run.write = request;
    run.written = done;
    return 0;
}

/* All, half or nothing. */
static int fake_try_write(uv_stream_t *stream, const uv_buf_t *buffers, unsigned n)
{
    (void)stream;
    check(!run.write && n == 1 && buffers->len, "two writes at once, or an empty one");
    check(buffers->base[buffers->len - 1] == '\n', "half a line is written");
    return chance() ? (int)buffers->len : chance() ? (int)buffers->len / 2 : UV_EAGAIN;
}

static int fake_read_start(uv_stream_t *stream, uv_alloc_cb give, uv_read_cb read)
{
    (void)stream, (void)give, (void)read;
    run.reading = true;
    return 0;
}

static int fake_read_stop(uv_stream_t *stream)
{
    (void)stream;
    run.reading = false;
    return 0;
}

static void fake_close(uv_handle_t *handle, uv_close_cb closed)
{
    check(!run.handle, "closed twice");
    run.handle = handle;
    run.closed = closed;
    run.reading = false;
}

static uint64_t fake_now(const uv_loop_t *loop)
{
    (void)loop;
    return 1000;
}

void service_log(int level, const char *format, ...)
{
    (void)level;
    check(*format, "a line of the log without a text");
}

void watch_forget(struct conn *conn)
{
    (void)conn;
}

void jobs_forget(struct conn *conn)
{
    (void)conn;
}

/* The next line of the input by the rules of PROTOCOL.md; false: there is none, or it is too long. */
static bool next_expected(const char **line, size_t *length)
{
    while (run.expected < run.end) {
        const char *begin = run.expected, *end = memchr(begin, '\n', (size_t)(run.end - begin));
        if (!end || end - begin > LINE_MOST)
            return false;
        run.expected = end + 1;
        *line = begin;
        *length = (size_t)(end - begin);
        if (*length && begin[*length - 1] == '\r')
            --*length;
        if (*length)
            return true;
    }
    return false;
}

/* Most go past the JSON around them, which costs ten times what the framer does. */
static void answer(struct reply *reply)
{
    char text[OUTBOX_MOST / 2];
    size_t length = chance() ? sizeof text - 1 : 1;
    memset(text, 'a', sizeof text);
    text[length] = 0;
    if (chance() && chance() && chance()) {
        reply_result(reply, json_string(text));
    } else {
        send_line(reply->conn, text, length);
        finish_reply(reply);
    }
}

void rpc_line(struct conn *conn, const char *line, size_t length)
{
    const char *expected = NULL;
    size_t n = 0;
    check(next_expected(&expected, &n) && n == length && !memcmp(expected, line, n), "a line is not what was sent");
    struct reply *reply = calloc(1, sizeof *reply);
    if (!reply)
        abort();
    reply->conn = conn;
    reply->id = json_null();
    conn_hold(conn);
    check(++conn->requests <= REQUESTS_MOST, "more requests in work than max_requests");
    if (chance() || run.nheld == HELD_MOST)
        answer(reply);
    else
        run.held[run.nheld++] = reply;
}

static void answer_one(void)
{
    struct reply *reply = run.held[0];
    memmove(run.held, run.held + 1, --run.nheld * sizeof *run.held);
    answer(reply);
}

static void finish_write(int status)
{
    uv_write_t *write = run.write;
    run.write = NULL;
    run.written(write, status);
}

static void finish_close(struct daemon *daemon)
{
    uv_handle_t *handle = run.handle;
    check(daemon->nconns == 1, "the number of connections");
    run.handle = NULL;
    run.closed(handle);
    run.gone = true;
}

/* Something that the loop would do next; false: there is nothing. */
static bool go_on(struct daemon *daemon)
{
    if (daemon->unsent && (chance() || !(run.write || run.nheld)))
        conns_flush(daemon);
    else if (run.write && (chance() || !run.nheld))
        finish_write(0);
    else if (run.nheld)
        answer_one();
    else if (run.handle && !run.write)
        finish_close(daemon);
    else
        return false;
    return true;
}

static struct conn *open_connection(struct daemon *daemon)
{
    struct conn *conn = calloc(1, sizeof *conn);
    if (!conn)
        abort();
    conn->daemon = daemon;
    conn->references = 1;
    conn->as.stream.data = conn;
    daemon->conns = conn;
    daemon->nconns = 1;
    set_reading(conn, true);
    return conn;
}

static void send_all(struct daemon *daemon, struct conn *conn, char *bytes, size_t length, size_t chunk)
{
    for (size_t at = 0; at < length && !run.handle && !run.gone;) {
        size_t n = length - at < chunk ? length - at : chunk;
        if (run.reading) {
            uv_buf_t buffer = uv_buf_init(bytes + at, (unsigned)n);
            on_read(&conn->as.stream, (ssize_t)n, &buffer);
            at += n;
        }
        bool more = !run.gone && (!run.reading || chance()) && go_on(daemon);
        check(more || run.reading || run.handle || run.gone, "the connection stalls");
        if (!run.gone && conn->closing && !run.write && !run.nheld)
            break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t length)
{
    static const struct settings settings = {.max_line = LINE_MOST, .max_outbox = OUTBOX_MOST, .max_buffers = 1 << 20,
                                             .max_requests = REQUESTS_MOST, .max_result = 1024, .max_waits = 4};
    struct daemon daemon = {.settings = &settings};
    if (length < 2)
        return 0;
    char *bytes = malloc(length);
    if (!bytes)
        return 0;
    memcpy(bytes, input, length);
    memset(&run, 0, sizeof run);
    run.timing = input[1];
    run.expected = bytes + 2;
    run.end = bytes + length;
    struct conn *conn = open_connection(&daemon);
    send_all(&daemon, conn, bytes + 2, length - 2, 1 + (size_t)input[0] * input[0] / 8);
    while (!run.gone && !conn->closing && go_on(&daemon))
        continue;
    if (!run.gone && !conn->closing) {
        const char *line;
        size_t n;
        check(!next_expected(&line, &n), "a line was never read");
        on_read(&conn->as.stream, UV_EOF, NULL);
    }
    while (go_on(&daemon))
        continue;
    check(run.gone && !daemon.nconns && !daemon.buffered, "the connection is not gone, or its memory is not");
    free(bytes);
    return 0;
}
