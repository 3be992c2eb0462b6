/* The worker's side of the control pipe, and what keeps a worker from outliving or harming its daemon. One a
 * process. Private to job/. */
#ifndef RATCHET_JOB_PIPE_H
#define RATCHET_JOB_PIPE_H

#include "core/session.h"
#include "job/frame.h"

/* Waits for the daemon's first frame and obeys it: limits, end with the parent. `start` lives until
 * pipe_close. 0 or fault->code. */
int pipe_open(struct frame *start, struct fault *fault);
/* From here on a thread reads the pipe: cancels take hold while a job runs, beats are sent, and the process ends
 * with the pipe. Plugins that crash or exit are reported. 0 or fault->code. */
int pipe_listen(struct fault *fault);
/* Waits for the next job; the frame lives until the next call. False: the daemon wants no more. */
bool pipe_next(struct frame *frame);
/* Sends and frees it. */
void pipe_send(struct text *frame);
void pipe_close(void);

/* Nonzero: the running job shall stop. */
const volatile int *pipe_cancelled(void);
/* Somebody looks on: the next progress shall show the grid. It is to be forgotten when that was sent. */
bool pipe_looked(void);
void pipe_forget_look(void);
/* Where the running job's session is put, for the beats; to be forgotten before the job is freed. */
const struct session *volatile *pipe_session(void);
void pipe_forget_session(void);

#endif
