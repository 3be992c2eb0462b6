/* A plugin that crashes costs its job, not the program's last words. */
#ifndef RATCHET_JOB_CRASH_H
#define RATCHET_JOB_CRASH_H

/* Handlers for the signals of a crash, for programs that run plugins in their own process. Outside crash_run they
 * end the program with EXIT_INTERNAL and a sentence. Does nothing in a build with AddressSanitizer, which wants to
 * see the crash itself. */
void crash_install(void);

/* work(context); returns 0, or the signal that ended it. Whatever the work held then is lost: memory, locks. If
 * the heap itself is broken, the program ends a few seconds later instead of hanging. */
int crash_run(void (*work)(void *context), void *context);

#endif
