/* A disk that forgets, preloaded into the daemon: beside each file of the job store (jobs.db, its journal, its log) it
 * keeps in the folder RATCHET_DISK what a power failure would leave for certain, that is, the file as it was when it
 * was last synced. power.py makes the failure: of what is in the file only, some sectors survive and others don't.
 * Names of files are taken to be durable at once. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FDS = 256 };

struct range {
    off_t begin, end;
};

/* An open file of the store. */
static struct file {
    int synced; /* what is safe; 0: no such file is open here */
    struct range *dirty;
    size_t ndirty, room;
} files[FDS];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define NEXT(name) (__extension__(__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void broken(const char *what)
{
    dprintf(STDERR_FILENO, "power.c: %s: %s\n", what, strerror(errno));
    abort();
}

/* NULL: not one of the store's, or the shared memory beside it, which no power failure leaves. */
static const char *store_file(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t n = strlen(name);
    bool ours = !strncmp(name, "jobs.db", 7) && !(n > 4 && !strcmp(name + n - 4, "-shm"));
    return ours && getenv("RATCHET_DISK") ? name : NULL;
}

static void safe_path(char path[4096], const char *name)
{
    snprintf(path, 4096, "%s/%s", getenv("RATCHET_DISK"), name);
}

static struct file *file_of(int fd)
{
    return fd >= 0 && fd < FDS && files[fd].synced ? &files[fd] : NULL;
}

static int opened(int fd, const char *path)
{
    char safe[4096];
    const char *name = fd >= 0 ? store_file(path) : NULL;
    if (!name)
        return fd;
    if (fd >= FDS)
        broken("too many descriptors");
    safe_path(safe, name);
    int synced = NEXT(open64)(safe, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (synced <= 0)
        broken(safe);
    files[fd] = (struct file){.synced = synced};
    return fd;
}

static void touched(int fd, off_t begin, ssize_t length)
{
    pthread_mutex_lock(&lock);
    struct file *file = length > 0 ? file_of(fd) : NULL;
    if (file && file->ndirty == file->room) {
        file->room = file->room * 2 + 64;
        file->dirty = realloc(file->dirty, file->room * sizeof *file->dirty);
        if (!file->dirty)
            broken("memory");
    }
    if (file)
        file->dirty[file->ndirty++] = (struct range){begin, begin + length};
    pthread_mutex_unlock(&lock);
}

static void copy(int from, int to, struct range range)
{
    char bytes[65536];
    while (range.begin < range.end) {
        size_t left = (size_t)(range.end - range.begin), want = left < sizeof bytes ? left : sizeof bytes;
        ssize_t n = pread(from, bytes, want, range.begin);
        if (n < 0 || NEXT(pwrite64)(to, bytes, (size_t)n, range.begin) != n)
            broken("copying");
        if (!n)
            return; /* it was cut meanwhile */
        range.begin += n;
    }
}

static int synced(int fd, int result)
{
    struct stat info;
    pthread_mutex_lock(&lock);
    struct file *file = result ? NULL : file_of(fd);
    if (file) {
        for (size_t i = 0; i < file->ndirty; i++)
            copy(fd, file->synced, file->dirty[i]);
        file->ndirty = 0;
        if (fstat(fd, &info) || NEXT(ftruncate64)(file->synced, info.st_size))
            broken("cutting");
    }
    pthread_mutex_unlock(&lock);
    return result;
}

/* ---- what the store's library calls; with 64-bit offsets, as everywhere here, these are open64 and so on */

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
    va_end(args);
    return opened(NEXT(open64)(path, flags, mode), path);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at)
{
    ssize_t n = NEXT(pwrite64)(fd, bytes, length, at);
    touched(fd, at, n);
    return n;
}

ssize_t write(int fd, const void *bytes, size_t length)
{
    if (!file_of(fd))
        return NEXT(write)(fd, bytes, length);
    off_t at = lseek(fd, 0, SEEK_CUR);
    ssize_t n = NEXT(write)(fd, bytes, length);
    touched(fd, at, n);
    return n;
}

int fsync(int fd)
{
    return synced(fd, NEXT(fsync)(fd));
}

int fdatasync(int fd)
{
    return synced(fd, NEXT(fdatasync)(fd));
}

int close(int fd)
{
    pthread_mutex_lock(&lock);
    struct file *file = file_of(fd);
    if (file) {
        NEXT(close)(file->synced);
        free(file->dirty);
        *file = (struct file){0};
    }
    pthread_mutex_unlock(&lock);
    return NEXT(close)(fd);
}

int unlink(const char *path)
{
    char safe[4096];
    const char *name = store_file(path);
    if (name) {
        safe_path(safe, name);
        NEXT(unlink)(safe);
    }
    return NEXT(unlink)(path);
}
