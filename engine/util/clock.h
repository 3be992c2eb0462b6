/* Clocks, in seconds. */
#ifndef RATCHET_UTIL_CLOCK_H
#define RATCHET_UTIL_CLOCK_H

/* Monotonic time since some point in the past. */
double clock_seconds(void);
/* CPU time of the calling thread. */
double clock_cpu_seconds(void);

#endif
