/* Calls that fail, preloaded into the daemon and its workers: RATCHET_FAIL is "PROGRAM CALL N once" or "… for_good". In
 * processes of that name the N-th CALL fails, or all from the N-th on:
 *
 *      malloc      malloc, calloc and realloc give nothing
 *      full        pwrite to the job store: ENOSPC
 *      pwrite      pwrite to the job store: EIO
 *      fdatasync   EIO
 *      write       to a socket: EIO
 *
 * What dlclose allocates does not fail: glibc keeps the library, half closed, where it gets nothing, and no caller can
 * mend that. Where the first one failed is told on standard error. At its end the process appends "CALLS BLOCKS" to
 * the file RATCHET_FAIL_LOG: how many there were, and how many blocks of memory are still allocated. N = 0 only
 * counts. */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FRAMES = 24 };
enum call { CALL_NONE, CALL_MALLOC, CALL_FULL, CALL_PWRITE, CALL_FDATASYNC, CALL_WRITE };

static enum call chosen;
static long at;
static bool for_good;
static atomic_long calls, blocks;
static _Thread_local bool unloading;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *block);
void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *old, size_t size);
void free(void *block);

__attribute__((constructor)) static void begin(void)
{
    static const char *const names[] = {"", "malloc", "full", "pwrite", "fdatasync", "write"};
    char program[32], call[32], how[32];
    const char *asked = getenv("RATCHET_FAIL");
    if (!asked || sscanf(asked, "%31s %31s %ld %31s", program, call, &at, how) != 4 ||
        strcmp(program, program_invocation_short_name) != 0)
        return;
    backtrace(&(void *){0}, 1); /* loads what it needs: that allocates, and shall not fail */
    for (int i = CALL_WRITE; i; i--)
        if (!strcmp(names[i], call))
            chosen = (enum call)i;
    for_good = !strcmp(how, "for_good");
}

__attribute__((destructor)) static void end(void)
{
    char line[64];
    const char *log = getenv("RATCHET_FAIL_LOG");
    if (!chosen || !log)
        return;
    chosen = CALL_NONE;
    int n = snprintf(line, sizeof line, "%ld %ld\n", (long)calls, (long)blocks);
    int fd = open(log, O_WRONLY | O_APPEND | O_CREAT, 0600);
    if (fd >= 0 && syscall(SYS_write, fd, line, n) == n)
        close(fd);
}

static bool fails(enum call call)
{
    if (call != chosen || unloading)
        return false;
    long n = ++calls;
    if (n == at) {
        void *frames[FRAMES];
        backtrace_symbols_fd(frames, backtrace(frames, FRAMES), STDERR_FILENO);
    }
    return at && (for_good ? n >= at : n == at);
}

void *malloc(size_t size)
{
    void *block = fails(CALL_MALLOC) ? NULL : __libc_malloc(size);
    blocks += block != NULL;
    if (!block)
        errno = ENOMEM;
    return block;
}

void *calloc(size_t n, size_t size)
{
    void *block = fails(CALL_MALLOC) ? NULL : __libc_calloc(n, size);
    blocks += block != NULL;
    if (!block)
        errno = ENOMEM;
    return block;
}

void *realloc(void *old, size_t size)
{
    if (!old)
        return malloc(size);
    void *block = fails(CALL_MALLOC) ? NULL : __libc_realloc(old, size);
    if (!block && size)
        errno = ENOMEM;
    blocks -= !block && !size;
    return block;
}

void free(void *block)
{
    blocks -= block != NULL;
    __libc_free(block);
}

int dlclose(void *library)
{
    int (*next)(void *);
    unloading = true;
    *(void **)&next = dlsym(RTLD_NEXT, "dlclose");
    int error = next(library);
    unloading = false;
    return error;
}

/* Standard descriptors and sockets are not the store. */
static bool is_store(int fd)
{
    char link[32], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    path[n > 0 ? n : 0] = 0;
    return strstr(path, "/jobs.db");
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t where)
{
    bool store = (chosen == CALL_FULL || chosen == CALL_PWRITE) && is_store(fd);
    if (store && fails(chosen)) {
        errno = chosen == CALL_FULL ? ENOSPC : EIO;
        return -1;
    }
    return syscall(SYS_pwrite64, fd, bytes, length, where);
}

ssize_t write(int fd, const void *bytes, size_t length)
{
    struct stat info;
    bool counts = chosen == CALL_WRITE && !fstat(fd, &info) && S_ISSOCK(info.st_mode);
    if (counts && fails(CALL_WRITE)) {
        errno = EIO;
        return -1;
    }
    return syscall(SYS_write, fd, bytes, length);
}

int fdatasync(int fd)
{
    if (fails(CALL_FDATASYNC)) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fdatasync, fd);
}
