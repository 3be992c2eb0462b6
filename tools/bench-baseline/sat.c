#include "sat.h"

#include <ccadical.h>
#include <time.h>

double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Asked often; the clock costs a system call. */
static int time_is_up(void *state)
{
    struct sat *sat = state;
    return ++sat->polls % 16 == 0 && cpu_now() > sat->until;
}

void sat_open(struct sat *sat, const struct sat_settings *settings)
{
    *sat = (struct sat){.solver = ccadical_init()};
    ccadical_set_option(sat->solver, "quiet", 1);
    for (uint32_t i = 0; i < settings->noptions; i++)
        ccadical_set_option(sat->solver, settings->name[i], settings->value[i]);
    if (settings->limit > 0) {
        sat->until = cpu_now() + settings->limit;
        ccadical_set_terminate(sat->solver, sat, time_is_up);
    }
}

void sat_close(struct sat *sat)
{
    ccadical_release(sat->solver);
}

void sat_clause(struct sat *sat, const int *literals)
{
    int kept[8], n = 0;
    for (; *literals; literals++) {
        if (*literals == SAT_TRUE)
            return;
        if (*literals != -SAT_TRUE)
            kept[n++] = *literals;
    }
    for (int i = 0; i < n; i++)
        ccadical_add(sat->solver, kept[i]);
    ccadical_add(sat->solver, 0);
}

void sat_literal(struct sat *sat, int literal)
{
    ccadical_add(sat->solver, literal);
}

void sat_end(struct sat *sat)
{
    ccadical_add(sat->solver, 0);
}

enum answer sat_solve(struct sat *sat)
{
    if (sat->until > 0 && cpu_now() > sat->until)
        return SAT_GAVE_UP;
    return (enum answer)ccadical_solve(sat->solver);
}

bool sat_value(struct sat *sat, int variable)
{
    return ccadical_val(sat->solver, variable) > 0;
}
