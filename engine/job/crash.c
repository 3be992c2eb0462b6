#include "job/crash.h"

#include "util/fault.h"

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

enum { PATIENCE = 5, STACK = 64 * 1024 };   /* seconds; bytes */

static bool installed;
static _Thread_local sigjmp_buf *back;
static _Thread_local bool has_stack;
static _Thread_local char stack[STACK];     /* the crash may be that the usual one is full */

static void give_up(int number)
{
    static const char sentence[] = "ratchet: a plugin crashed, and nothing could be saved; `ratchet plugins list` "
                                   "shows which are in use\n";
    (void)number;
    if (write(STDERR_FILENO, sentence, sizeof sentence - 1) < 0)
        _exit(EXIT_INTERNAL);
    _exit(EXIT_INTERNAL);
}

static void on_crash(int number)
{
    if (!back)
        give_up(number);
    alarm(PATIENCE);
    siglongjmp(*back, number);
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

void crash_install(void)
{
    if (SANITIZED)
        return;
    handle(SIGSEGV, on_crash);
    handle(SIGBUS, on_crash);
    handle(SIGFPE, on_crash);
    handle(SIGILL, on_crash);
    handle(SIGABRT, give_up);   /* who aborts holds locks of the C library */
    handle(SIGALRM, give_up);
    installed = true;
}

static void use_stack(void)
{
    stack_t place = {.ss_sp = stack, .ss_size = STACK};
    if (!has_stack)
        has_stack = !sigaltstack(&place, NULL);
}

int crash_run(void (*work)(void *context), void *context)
{
    sigjmp_buf here;
    if (!installed) {
        work(context);
        return 0;
    }
    use_stack();
    int number = sigsetjmp(here, 1);
    if (!number) {
        back = &here;
        work(context);
    }
    back = NULL;
    return number;
}
