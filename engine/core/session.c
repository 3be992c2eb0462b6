#include "core/session.h"

#include <stdbool.h>
#include <time.h>

enum { LOOK_EVERY = 2000 }; /* ticks; some milliseconds */

static double monotonic(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int session_tick(struct session *session, uint64_t work)
{
    session->ticks += work;
    if (session->stop)
        return 1;
    if (session->ticks < session->next_look)
        return 0;
    session->next_look = session->ticks + LOOK_EVERY;
    if (session->cancelled && *session->cancelled)
        session->stop = STOP_INTERRUPTED;
    else if (session->deadline > 0 && monotonic() >= session->deadline)
        session->stop = STOP_TIME;
    return session->stop != STOP_NONE;
}
