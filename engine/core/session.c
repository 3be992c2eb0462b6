#include "core/session.h"

#include "util/clock.h"

enum { LOOK_EVERY = 2000 }; /* ticks; some milliseconds */

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
    else if (session->deadline > 0 && clock_seconds() >= session->deadline)
        session->stop = STOP_TIME;
    return session->stop != STOP_NONE;
}
