#include "signals.h"

#include "util/fault.h"

#include <signal.h>
#include <unistd.h>

static volatile int cancelled;

static void on_signal(int number)
{
    (void)number;
    if (cancelled)
        _exit(EXIT_INTERRUPTED);
    cancelled = 1;
}

/* What was ignored when we started stays so: nohup, jobs in the background of a script. */
static void catch(int number)
{
    struct sigaction before, action = {.sa_handler = on_signal};    /* no SA_RESTART: a read that waits shall end */
    sigemptyset(&action.sa_mask);
    if (!sigaction(number, NULL, &before) && before.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

void signals_catch(void)
{
    catch(SIGINT);
    catch(SIGTERM);
    catch(SIGHUP);
    signal(SIGPIPE, SIG_IGN);
}

const volatile int *signals_cancelled(void)
{
    return &cancelled;
}
