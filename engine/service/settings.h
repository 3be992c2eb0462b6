/* What [daemon] says, read by the program that has the configuration. PROTOCOL.md §6 tells what each limit
 * does. */
#ifndef RATCHET_SERVICE_SETTINGS_H
#define RATCHET_SERVICE_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

/* Sizes in bytes, times in milliseconds. */
struct settings {
    const char *socket; /* path */
    const char *listen; /* "127.0.0.1:7333"; "" = none */
    const char *token_file;
    const char *data_dir;
    const char *allow_uid, *allow_gid; /* numbers, separated by commas */
    const char *const *worker;         /* program and arguments of a worker, NULL-terminated */
    uint32_t workers, foreign_workers;
    bool durable; /* sync every commit */
    bool confine; /* workers, by seccomp */
    uint64_t max_line, max_outbox, max_buffers, max_job, max_result, max_worker_memory, max_worker_rss,
        max_deductions;
    uint32_t max_requests, max_waits, max_connections, max_connections_per_peer, max_queue, max_rate, max_key;
    uint32_t max_faults, max_interruptions, max_worker_jobs, max_foreign_jobs, max_kept, quarantine_faults;
    uint64_t line_timeout, hello_timeout, deadline, stall, quarantine_window, retain;
};

#endif
