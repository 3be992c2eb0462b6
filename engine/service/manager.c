#include "service/manager.h"

#include "service/log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_FD = 3, FDS_MOST = 64 };

static struct {
    struct sockaddr_un address; /* of the manager */
    socklen_t length;           /* 0: there is none */
    uint64_t beat, last;        /* milliseconds between signs of life; 0: none are wanted */
    int fds;                    /* handed over, from FIRST_FD on */
    bool taken[FDS_MOST];
} manager;

static long long number(const char *variable)
{
    const char *value = getenv(variable);
    return value ? strtoll(value, NULL, 10) : 0;
}

/* Absent, or this process: what a parent left in the environment is not for us. */
static bool is_for_us(const char *variable, bool absent)
{
    return getenv(variable) ? number(variable) == getpid() : absent;
}

static void take_address(const char *path)
{
    size_t length = path ? strlen(path) : 0;
    if (!length || length >= sizeof manager.address.sun_path || (path[0] != '/' && path[0] != '@'))
        return;
    manager.address.sun_family = AF_UNIX;
    memcpy(manager.address.sun_path, path, length);
    if (path[0] == '@')
        manager.address.sun_path[0] = 0;
    manager.length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
}

void manager_open(void)
{
    static const char *const variables[] = {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID",
                                            "LISTEN_FDS",    "LISTEN_PID",    "LISTEN_FDNAMES"};
    long long fds = is_for_us("LISTEN_PID", false) ? number("LISTEN_FDS") : 0;
    long long beat = is_for_us("WATCHDOG_PID", true) ? number("WATCHDOG_USEC") : 0;
    take_address(getenv("NOTIFY_SOCKET"));
    manager.beat = beat > 0 ? (uint64_t)beat / 2000 : 0; /* twice as often as it must be */
    manager.fds = fds < 0 ? 0 : fds < FDS_MOST ? (int)fds : FDS_MOST;
    for (int i = 0; i < manager.fds; i++)
        fcntl(FIRST_FD + i, F_SETFD, FD_CLOEXEC);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        unsetenv(variables[i]);
}

static bool listens(int fd, int family)
{
    int domain = -1, type = -1, accepts = 0;
    socklen_t size = sizeof domain;
    return !getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) && domain == family &&
           !getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) && type == SOCK_STREAM &&
           !getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &accepts, &size) && accepts;
}

int manager_socket(int family)
{
    for (int i = 0; i < manager.fds; i++) {
        if (manager.taken[i] || !listens(FIRST_FD + i, family))
            continue;
        manager.taken[i] = true;
        return FIRST_FD + i;
    }
    return -1;
}

void manager_tell(const char *state)
{
    int fd = manager.length ? socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0) : -1;
    if (fd < 0)
        return;
    if (sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&manager.address, manager.length) < 0)
        service_log(LOG_IS_WARNING, "the service manager can't be told: %s", strerror(errno));
    close(fd);
}

void manager_tell_reloading(void)
{
    char state[80];
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    snprintf(state, sizeof state, "RELOADING=1\nMONOTONIC_USEC=%" PRIu64,
             (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000);
    manager_tell(state);
}

void manager_beat(uint64_t now)
{
    if (!manager.beat || now - manager.last < manager.beat)
        return;
    manager.last = now;
    manager_tell("WATCHDOG=1");
}
