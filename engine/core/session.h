/* What one job shares between puzzle, formats, rules and search: memory, seed, limits, log, first fault. */
#ifndef RATCHET_CORE_SESSION_H
#define RATCHET_CORE_SESSION_H

#include "util/arena.h"
#include "util/fault.h"
#include "util/random.h"

#include <stdint.h>

enum stop_cause {
    STOP_NONE = 0,
    STOP_TIME,          /* time limit */
    STOP_NODES,         /* node limit */
    STOP_MEMORY,        /* memory limit */
    STOP_SOLUTIONS,     /* as many solutions as asked for */
    STOP_STUCK,         /* search is off and the rules found no more */
    STOP_INTERRUPTED    /* cancelled, Ctrl-C */
};

/* Owned by the job. Zero what you don't use; `arena` and `fault` are mandatory. */
struct session {
    struct arena *arena;
    struct fault *fault;
    struct random random;
    const char *file;               /* name of the source in faults */
    const char *source;             /* plugin that is being called, for log lines; kept by the core */
    void (*log)(void *context, int level, const char *source, const char *message);
    void *log_context;
    const volatile int *cancelled;  /* nonzero: stop as soon as possible; may be NULL */
    double deadline;                /* seconds of CLOCK_MONOTONIC; 0 = none */
    uint64_t ticks;                 /* work counted so far; a clock is read only every some thousand */
    uint64_t next_look;             /* ticks at which to look at clock and `cancelled` again */
    enum stop_cause stop;           /* set once by session_tick */
    uint64_t allocations, starve;   /* of plugins so far; the one that fails, for trials, 0: none */
};

/* Counts work; nonzero once the job should stop (see session->stop). Looks at the clock now and then. */
int session_tick(struct session *session, uint64_t work);

#endif
