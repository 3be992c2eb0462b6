#include "job/confine.h"

#include <malloc.h>
#include <seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

/* What the C library needs for memory, threads, signals and the end, and a worker for its pipe and its limits. */
static const int allowed[] = {
    SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(poll), SCMP_SYS(ppoll),
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise),
    SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(rseq),
    SCMP_SYS(sched_yield), SCMP_SYS(restart_syscall), SCMP_SYS(getrandom),
    SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(getrusage), SCMP_SYS(prlimit64),
    SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(tgkill),
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
    SCMP_SYS(exit), SCMP_SYS(exit_group),
};

/* Memory is for data: nothing becomes code any more. */
static const int without_code[] = {SCMP_SYS(mmap), SCMP_SYS(mprotect)};

static int add_rules(scmp_filter_ctx filter)
{
    int error = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed && !error; i++)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
    for (size_t i = 0; i < sizeof without_code / sizeof *without_code && !error; i++)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, without_code[i], 1,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    return error ? error : seccomp_load(filter);
}

/* Else malloc counts the processors, in a file, when a second thread first wants memory. */
enum { ARENAS = 2 };

int confine(struct fault *fault)
{
    mallopt(M_ARENA_MAX, ARENAS);
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_TRAP);
    int error = filter ? add_rules(filter) : -1;
    if (filter)
        seccomp_release(filter);
    if (!error)
        return 0;
    return fault_set(fault, EXIT_INTERNAL, NULL, 0, 0, "system calls can't be confined here (%s); set [daemon] seccomp "
                     "to no", strerror(-error));
}
