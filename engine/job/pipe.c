#include "job/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LOOK_MS = 50, LOOKS_A_BEAT = 10, CRASH_STACK = 64 * 1024 };

/* `lock` guards everything but the flags; `writing` the order of bytes on the pipe. Between jobs the main thread reads
 * the pipe; while one runs, a watcher looks after it every now and then, so that a short job wakes nobody. */
static struct {
    pthread_mutex_t lock, writing;
    pthread_cond_t came;
    pthread_t watcher;
    struct text in;               /* bytes read and not yet taken */
    struct text start, next, job; /* frames: the first, the one that waits, the one at work */
    bool waiting, running, over;
    bool asleep;   /* the watcher, until a job begins */
    uint64_t jobs; /* begun */
    uint64_t id; /* of the job at work */
    uint64_t ticks; /* of its sessions that are over */
    volatile int cancelled, looked;
    const struct session *volatile session;
    struct last_words *words; /* NULL: there is no such memory */
} the = {.lock = PTHREAD_MUTEX_INITIALIZER,
         .writing = PTHREAD_MUTEX_INITIALIZER,
         .came = PTHREAD_COND_INITIALIZER};

const volatile int *pipe_cancelled(void)
{
    return &the.cancelled;
}

bool pipe_looked(void)
{
    return the.looked;
}

void pipe_forget_look(void)
{
    the.looked = 0;
}

const struct session *volatile *pipe_session(void)
{
    return &the.session;
}

void pipe_forget_session(void)
{
    pthread_mutex_lock(&the.lock);
    the.ticks += the.session ? the.session->ticks : 0;
    the.session = NULL;
    pthread_mutex_unlock(&the.lock);
}

static void leave_words(const char *message);

/* Without its daemon a worker has nothing to live for: a failed write ends it. */
static void send_bytes(const char *bytes, size_t length)
{
    while (length) {
        ssize_t n = write(FRAME_FD, bytes, length);
        if (n < 0 && errno != EINTR) {
            leave_words("the worker's pipe was closed");
            _exit(EXIT_UNREACHABLE);
        }
        bytes += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
}

void pipe_send(struct text *frame)
{
    if (frame->failed)
        _exit(EXIT_INTERNAL); /* no memory: a fresh process will have some */
    pthread_mutex_lock(&the.writing);
    send_bytes(frame->s, frame->n);
    pthread_mutex_unlock(&the.writing);
    text_free(frame);
}

/* ---- the last words of a worker */

static void put(char *to, size_t *n, size_t most, const char *s, size_t length)
{
    for (size_t i = 0; i < length && *n < most; i++)
        to[(*n)++] = s[i];
}

static void put_field(char *to, size_t *n, size_t most, enum frame_field_name name, const char *s)
{
    uint32_t length = (uint32_t)strnlen(s, 200);
    char head[5] = {(char)name, (char)length, 0, 0, 0};
    put(to, n, most, head, 5);
    put(to, n, most, s, length);
}

static void leave_word(char *to, size_t capacity, const char *s)
{
    size_t n = 0;
    put(to, &n, capacity - 1, s, strnlen(s, capacity - 1));
    to[n] = 0;
}

/* Only what a signal handler may do. */
static void leave_words(const char *message)
{
    const struct session *session = the.session;
    if (!the.words)
        return;
    if (session && session->source)
        leave_word(the.words->culprit, sizeof the.words->culprit, session->source);
    leave_word(the.words->message, sizeof the.words->message, message);
}

static void tell_culprit(const char *message)
{
    leave_words(message);
    char frame[512] = {0, 0, 0, 0, FRAME_CULPRIT};
    size_t n = FRAME_HEAD;
    const struct session *session = the.session;
    if (session && session->source)
        put_field(frame, &n, sizeof frame, FIELD_CULPRIT, session->source);
    put_field(frame, &n, sizeof frame, FIELD_MESSAGE, message);
    frame[0] = (char)((n - 4) & 0xff);
    frame[1] = (char)((n - 4) >> 8);
    if (write(FRAME_FD, frame, n) < 0)
        return;
}

/* The daemon found rubbish on the pipe, or has waited long enough. */
static void on_term(int number)
{
    (void)number;
    leave_words("");
    _exit(EXIT_INTERRUPTED);
}

/* "system call 41 is not allowed (seccomp)" */
static const char *forbidden_call(int call, char *to, size_t capacity)
{
    char digits[12];
    size_t n = 0, at = sizeof digits;
    do
        digits[--at] = (char)('0' + call % 10);
    while ((call /= 10) > 0 && at);
    put(to, &n, capacity - 1, "system call ", 12);
    put(to, &n, capacity - 1, digits + at, sizeof digits - at);
    put(to, &n, capacity - 1, " is not allowed (seccomp)", 25);
    to[n] = 0;
    return to;
}

static void on_crash(int number, siginfo_t *info, void *machine)
{
    char call[200];
    (void)machine;
    tell_culprit(number == SIGSEGV   ? "signal SIGSEGV (invalid memory reference)"
                 : number == SIGBUS  ? "signal SIGBUS"
                 : number == SIGFPE  ? "signal SIGFPE (arithmetic error)"
                 : number == SIGILL  ? "signal SIGILL"
                 : number == SIGXCPU ? "signal SIGXCPU (CPU time limit)"
                 : number == SIGSYS  ? forbidden_call(info->si_syscall, call, sizeof call)
                                     : "signal SIGABRT");
    signal(number, SIG_DFL);
    raise(number);
}

static void on_exit_called(void)
{
    if (the.running)
        tell_culprit("a plugin called exit()");
}

/* On a stack of their own, since a stack may be what overflowed. */
static int catch_crashes(struct fault *fault)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGSYS};
    static char stack[CRASH_STACK];
    stack_t crash_stack = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = on_crash,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER};
    if (sigaltstack(&crash_stack, NULL) || atexit(on_exit_called))
        return fault_set(fault, EXIT_INTERNAL, NULL, 0, 0, "the worker can't watch for crashes: %s",
                         strerror(errno));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
    action.sa_flags = SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
    action.sa_handler = on_term;
    sigaction(SIGTERM, &action, NULL);
    return 0;
}

/* ---- reading */

/* Appends what is there; false: the pipe is over. */
static bool read_some(void)
{
    char bytes[65536];
    ssize_t n = read(FRAME_FD, bytes, sizeof bytes);
    if (n < 0)
        return errno == EINTR || errno == EAGAIN;
    text_add(&the.in, bytes, (size_t)n);
    return n > 0 && !the.in.failed;
}

static void drop_taken(size_t taken)
{
    memmove(the.in.s, the.in.s + taken, the.in.n - taken);
    the.in.n -= taken;
}

static void take(const struct frame *frame, size_t length)
{
    if (frame->type == FRAME_JOB && !the.waiting) {
        text_clear(&the.next);
        text_add(&the.next, the.in.s, length);
        the.waiting = true;
    } else if (frame->type == FRAME_CANCEL && the.running && frame_number(frame, FIELD_ID, 0) == the.id) {
        the.cancelled = 1;
    } else if (frame->type == FRAME_LOOK && the.running && frame_number(frame, FIELD_ID, 0) == the.id) {
        the.looked = 1;
    }
}

/* Everything that has come; false: malformed. */
static bool take_all(void)
{
    struct frame frame;
    int64_t length;
    while ((length = frame_take(text_string(&the.in), the.in.n, FRAME_MOST, &frame)) > 0) {
        take(&frame, (size_t)length);
        drop_taken((size_t)length);
    }
    return length == 0;
}

static void send_beat(void)
{
    struct text frame = {0};
    char source[128] = "";
    pthread_mutex_lock(&the.lock);
    const struct session *session = the.running ? the.session : NULL;
    const char *at_work = session ? *(const char *const volatile *)&session->source : NULL;
    uint64_t ticks = the.ticks + (session ? *(const volatile uint64_t *)&session->ticks : 0), id = the.id;
    bool running = the.running;
    snprintf(source, sizeof source, "%s", at_work ? at_work : "");
    pthread_mutex_unlock(&the.lock);
    if (!running)
        return;
    size_t begin = frame_begin(&frame, FRAME_BEAT);
    frame_put_number(&frame, FIELD_ID, id);
    frame_put_number(&frame, FIELD_TICKS, ticks);
    if (source[0])
        frame_put_string(&frame, FIELD_CULPRIT, source);
    frame_end(&frame, begin);
    pipe_send(&frame);
}

/* What came while a job runs: a cancel, or the end. */
static void look(void)
{
    struct pollfd pipe = {FRAME_FD, POLLIN, 0};
    if (!the.running || poll(&pipe, 1, 0) <= 0 || (read_some() && take_all()))
        return;
    leave_words("the worker's pipe was closed");
    _exit(EXIT_UNREACHABLE); /* nobody would hear the answer */
}

/* Where no job began since the last look, there is nothing to watch until one does. */
static uint64_t sleep_until_job(uint64_t seen)
{
    the.asleep = !the.running && the.jobs == seen;
    while (the.asleep && !the.over)
        pthread_cond_wait(&the.came, &the.lock);
    return the.jobs;
}

static void *watch(void *unused)
{
    uint64_t seen = 0;
    (void)unused;
    for (uint32_t looks = 1;; looks++) {
        pthread_mutex_lock(&the.lock);
        look();
        seen = sleep_until_job(seen);
        bool over = the.over;
        pthread_mutex_unlock(&the.lock);
        if (over)
            return NULL;
        if (looks % LOOKS_A_BEAT == 0)
            send_beat();
        poll(NULL, 0, LOOK_MS);
    }
}

int pipe_listen(struct fault *fault)
{
    sigset_t all, before;
    if (catch_crashes(fault))
        return fault->code;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before); /* signals are the main thread's */
    int error = pthread_create(&the.watcher, NULL, watch, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error)
        return fault_set(fault, EXIT_INTERNAL, NULL, 0, 0, "the worker can't start its watcher: %s",
                         strerror(error));
    return 0;
}

/* Called with the lock, which is free while the pipe is read. */
static void wait_for_job(void)
{
    while (!the.waiting && !the.over) {
        pthread_mutex_unlock(&the.lock);
        bool open = read_some();
        pthread_mutex_lock(&the.lock);
        the.over = !open || !take_all();
    }
}

static void begin_job(struct frame *frame)
{
    struct text spare = the.job;
    the.job = the.next;
    the.next = spare;
    the.waiting = false;
    the.running = !the.job.failed && frame_take(the.job.s, the.job.n, FRAME_MOST, frame) > 0;
    if (!the.running)
        _exit(EXIT_INTERNAL);
    the.id = frame_number(frame, FIELD_ID, 0);
    the.ticks = 0;
    the.jobs++;
}

bool pipe_next(struct frame *frame)
{
    pthread_mutex_lock(&the.lock);
    the.running = false;
    the.cancelled = the.looked = 0;
    wait_for_job();
    bool got = the.waiting;
    if (got)
        begin_job(frame);
    if (the.asleep)
        pthread_cond_signal(&the.came);
    the.asleep = false;
    pthread_mutex_unlock(&the.lock);
    return got;
}

void pipe_close(void)
{
    pthread_join(the.watcher, NULL);
    text_free(&the.in);
    text_free(&the.start);
    text_free(&the.next);
    text_free(&the.job);
}

/* ---- the start */

static void limit(int resource, rlim_t most)
{
    struct rlimit limit;
    if (getrlimit(resource, &limit))
        return;
    if (limit.rlim_max != RLIM_INFINITY && most > limit.rlim_max)
        most = limit.rlim_max;
    limit.rlim_cur = limit.rlim_max = most;
    setrlimit(resource, &limit);
}

#if defined(__SANITIZE_ADDRESS__)
#define ADDRESS_SPACE_IS_OURS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESS_SPACE_IS_OURS 0
#endif
#endif
#ifndef ADDRESS_SPACE_IS_OURS
#define ADDRESS_SPACE_IS_OURS 1 /* a sanitizer reserves terabytes */
#endif

/* A worker shall be the first to go when the machine has no memory left. */
static void offer_to_die(void)
{
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd >= 0 && write(fd, "500", 3) < 0)
        errno = 0;
    if (fd >= 0)
        close(fd);
}

static int obey(const struct frame *start, struct fault *fault)
{
    uint64_t memory = frame_number(start, FIELD_MEMORY, 0);
    pid_t parent = (pid_t)frame_number(start, FIELD_PARENT, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (parent && getppid() != parent)
        return fault_set(fault, EXIT_UNREACHABLE, NULL, 0, 0, "the daemon is gone");
    limit(RLIMIT_CORE, 0);
    if (memory && memory < 1ull << 48 && ADDRESS_SPACE_IS_OURS)
        limit(RLIMIT_AS, memory);
    offer_to_die();
    return 0;
}

static void map_last_words(void)
{
    void *page = mmap(NULL, sizeof *the.words, PROT_READ | PROT_WRITE, MAP_SHARED, LAST_WORDS_FD, 0);
    the.words = page == MAP_FAILED ? NULL : page;
    close(LAST_WORDS_FD);
}

int pipe_open(struct frame *start, struct fault *fault)
{
    int64_t length = 0;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, SIG_IGN); /* Ctrl-C is the daemon's to hear */
    signal(SIGHUP, SIG_IGN);
    fcntl(FRAME_FD, F_SETFD, FD_CLOEXEC);
    while (!length && read_some())
        length = frame_take(text_string(&the.in), the.in.n, FRAME_MOST, start);
    if (length <= 0 || start->type != FRAME_START)
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "`ratchet worker` is started by ratchetd");
    text_add(&the.start, the.in.s, (size_t)length);
    drop_taken((size_t)length);
    if (the.start.failed)
        return fault_set(fault, EXIT_INTERNAL, NULL, 0, 0, "there is no memory left");
    frame_take(the.start.s, the.start.n, FRAME_MOST, start);
    map_last_words();
    return obey(start, fault);
}
