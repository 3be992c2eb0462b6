/* The service manager that started the daemon, if one did: what it hands over, and what it wants to be told
 * (sd_listen_fds(3) and sd_notify(3), without their library). */
#ifndef RATCHET_SERVICE_MANAGER_H
#define RATCHET_SERVICE_MANAGER_H

#include <stdint.h>

/* Takes all of it out of the environment, which the workers inherit. Call it once, first. */
void manager_open(void);
/* A listening stream socket of that family that was handed over; -1: none. Each is given once. */
int manager_socket(int family);
/* One assignment a line, such as READY=1. Does nothing without a manager. */
void manager_tell(const char *state);
/* RELOADING=1 with the time, which the manager wants to know. */
void manager_tell_reloading(void);
/* The loop is alive; `now` in milliseconds. To be called often: it tells as often as the manager wants to hear it. */
void manager_beat(uint64_t now);

#endif
