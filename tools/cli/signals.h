/* Ctrl-C: the first one asks the jobs to stop, the second ends the program. */
#ifndef RATCHET_CLI_SIGNALS_H
#define RATCHET_CLI_SIGNALS_H

/* SIGINT, SIGTERM and SIGHUP set the flag that signals_cancelled returns; SIGPIPE becomes a write error. */
void signals_catch(void);
const volatile int *signals_cancelled(void);

#endif
