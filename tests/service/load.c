/* load SOCKET PUZZLE [CONNECTIONS [WINDOW [JOBS [RATE]]]]: submits the puzzle again and again under names of their own
 * and waits for each result, WINDOW jobs at a time on each connection. With a RATE, jobs begin at that many a second
 * and their time counts from when they were due. Prints one line of JSON: jobs a second, latencies in milliseconds. */
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTIONS_MOST = 64, WINDOW_MOST = 64, BUFFER = 1 << 20 };

struct connection {
    int fd;
    char *in, *out;
    size_t in_n, out_n;
    double began[WINDOW_MOST]; /* 0: the slot is free */
};

static struct connection connections[CONNECTIONS_MOST];
static const char *address;
static char puzzle[8192]; /* as a JSON string */
static int nconnections = 8, window = 16;
static long jobs = 20000, begun, ended, failed;
static double rate, start, *latencies;

static void die(const char *what)
{
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void read_puzzle(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t n = 0;
    if (!file)
        die(path);
    for (int c; (c = fgetc(file)) != EOF && n + 3 < sizeof puzzle;) {
        if (c == '\n' || c == '"' || c == '\\')
            puzzle[n++] = '\\';
        puzzle[n++] = (char)(c == '\n' ? 'n' : c);
    }
    fclose(file);
}

static void open_all(void)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    snprintf(to.sun_path, sizeof to.sun_path, "%s", address);
    for (int i = 0; i < nconnections; i++) {
        struct connection *c = &connections[i];
        c->fd = socket(AF_UNIX, SOCK_STREAM, 0);
        c->in = malloc(BUFFER);
        c->out = malloc(BUFFER);
        if (c->fd < 0 || !c->in || !c->out || connect(c->fd, (struct sockaddr *)&to, sizeof to))
            die(address);
    }
}

static void put(struct connection *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct connection *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    c->out_n += (size_t)vsnprintf(c->out + c->out_n, BUFFER - c->out_n, format, args);
    va_end(args);
    if (c->out_n >= BUFFER)
        die("the outbox is full");
}

/* Ids: the slot of the connection, twice; odd ones are waits. */
static void begin_job(struct connection *c, int slot, double due)
{
    c->began[slot] = due;
    put(c, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"job.submit\",\"params\":{\"op\":\"solve\",\"puzzle\":{\"name\":"
           "\"load %d %ld\",\"data\":\"%s\"}}}\n", 2 * slot, (int)getpid(), begun++, puzzle);
}

static void begin_more(struct connection *c)
{
    for (int slot = 0; slot < window && begun < jobs; slot++) {
        double due = rate > 0 ? start + (double)begun / rate : now();
        if (due > now())
            return;
        if (c->began[slot] <= 0)
            begin_job(c, slot, due);
    }
}

static void end_job(struct connection *c, int slot, bool good)
{
    latencies[ended++] = now() - c->began[slot];
    failed += !good;
    c->began[slot] = 0;
}

static void take(struct connection *c, const char *line)
{
    const char *id = strstr(line, "\"id\":"), *job = strstr(line, "\"job\":\"");
    int number = id ? atoi(id + 5) : -1;
    if (number < 0 || number / 2 >= window) {
        fprintf(stderr, "load: the server says %.300s\n", line);
        exit(1);
    }
    if (number % 2 || !job)
        end_job(c, number / 2, number % 2 && strstr(line, "\"outcome\":\"unique\"") && strstr(line, "\"answers\""));
    else
        put(c, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"job.wait\",\"params\":{\"job\":\"%ld\",\"result\":true}}\n",
            number + 1, strtol(job + 7, NULL, 10));
}

static void receive(struct connection *c)
{
    ssize_t n = read(c->fd, c->in + c->in_n, BUFFER - c->in_n - 1);
    if (n <= 0)
        die("the server is gone");
    c->in_n += (size_t)n;
    char *at = c->in, *end;
    while ((end = memchr(at, '\n', c->in_n - (size_t)(at - c->in)))) {
        *end = 0;
        take(c, at);
        at = end + 1;
    }
    c->in_n -= (size_t)(at - c->in);
    memmove(c->in, at, c->in_n);
}

static void send_some(struct connection *c)
{
    ssize_t n = c->out_n ? send(c->fd, c->out, c->out_n, MSG_DONTWAIT | MSG_NOSIGNAL) : 0;
    if (n < 0 && errno != EAGAIN)
        die("sending");
    if (n <= 0)
        return;
    c->out_n -= (size_t)n;
    memmove(c->out, c->out + n, c->out_n);
}

static void turn(void)
{
    struct pollfd polls[CONNECTIONS_MOST];
    for (int i = 0; i < nconnections; i++) {
        begin_more(&connections[i]);
        send_some(&connections[i]);
        polls[i] = (struct pollfd){connections[i].fd, (short)(POLLIN | (connections[i].out_n ? POLLOUT : 0)), 0};
    }
    if (poll(polls, (nfds_t)nconnections, rate > 0 ? 1 : 10000) < 0)
        die("poll");
    for (int i = 0; i < nconnections; i++)
        if (polls[i].revents & (POLLIN | POLLHUP))
            receive(&connections[i]);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    struct rusage usage;
    if (argc < 3)
        return 2;
    address = argv[1];
    read_puzzle(argv[2]);
    nconnections = argc > 3 ? atoi(argv[3]) : nconnections;
    window = argc > 4 ? atoi(argv[4]) : window;
    jobs = argc > 5 ? atol(argv[5]) : jobs;
    rate = argc > 6 ? atof(argv[6]) : 0;
    latencies = calloc((size_t)jobs + 1, sizeof *latencies);
    bool sizes = nconnections >= 1 && nconnections <= CONNECTIONS_MOST && window >= 1 && window <= WINDOW_MOST;
    if (!sizes || jobs < 1 || !latencies)
        return 2;
    open_all();
    start = now();
    while (ended < jobs)
        turn();
    double seconds = now() - start;
    getrusage(RUSAGE_SELF, &usage);
    double cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                 1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    qsort(latencies, (size_t)jobs, sizeof *latencies, compare);
    printf("{\"jobs\": %ld, \"failed\": %ld, \"seconds\": %.3f, \"per_second\": %.1f, \"p50_ms\": %.2f, "
           "\"p99_ms\": %.2f, \"client_us\": %.1f}\n", jobs, failed, seconds, (double)jobs / seconds,
           1e3 * latencies[jobs / 2], 1e3 * latencies[jobs * 99 / 100], 1e6 * cpu / (double)jobs);
    return failed > 0;
}
