/* The engine's own sections: what stands here does something, in this version. */
#include "config/config.h"
#include "config/table.h"

#include <string.h>

#define BOOL(variable, key, yes, text) \
    static const struct rt_option variable = \
        {.name = key, .type = RT_OPTION_BOOL, .fallback = yes, .help = text}
#define INT(variable, key, number, least, text) \
    static const struct rt_option variable = \
        {.name = key, .type = RT_OPTION_INT, .fallback = number, .min = least, .max = INT64_MAX, .help = text}
#define STRING(variable, key, string, text) \
    static const struct rt_option variable = \
        {.name = key, .type = RT_OPTION_STRING, .fallback_string = string, .help = text}

/* in the order of enum scheduler_policy */
static const char *const policies[] = {"tiers", "sweep", "batch", NULL};

INT(seed, "seed", 0, 0, "Start of every random choice: same puzzle, configuration and seed, same run");
static const struct rt_option policy = {
    .name = "policy", .type = RT_OPTION_ENUM, .choices = policies,
    .help = "Which rule runs next: the cheapest that has work (tiers), or rounds over all rules whose "
            "narrowings hold at once (sweep) or from the next round on (batch)"};
BOOL(search_enabled, "enabled", 1, "Search where the rules find no more; no stops at what they found");
BOOL(search_learn, "learn", 1, "Learn a clause from every conflict; no backtracks chronologically");
STRING(search_branch, "branch", "activity",
       "Which variable the search decides next: activity, first, or a strategy that a rule brings");
INT(search_extend, "extend_after", 100, 0,
    "Conflicts after which rules may add auxiliary variables: only boards that prove hard are worth them");
INT(search_late, "late_after", 100, 0,
    "Conflicts after which rules join that cost much and are worth it on the hardest boards only");
/* in the order of enum search_modes */
static const char *const modes[] = {"none", "rules", "auxiliaries", "both", NULL};
static const struct rt_option search_modes = {
    .name = "modes", .type = RT_OPTION_ENUM, .choices = modes,
    .help = "What some runs between restarts go without, once there are auxiliary variables: none, the rules that "
            "their clauses make up for (rules), decisions on them (auxiliaries), or both"};
STRING(limit_time, "time", "0", "Longest time for one puzzle (10s, 250ms, 2m, 1h); 0 is no limit");
INT(limit_nodes, "nodes", 0, 0, "Most decisions of the search for one puzzle; 0 is no limit");
STRING(limit_memory, "memory", "1G", "Most memory for one puzzle (512M, 64k, 1G); 0 is no limit");
INT(limit_solutions, "solutions", 1000, 1, "How far count counts before it says \"at least\"");
STRING(plugins_path, "path", NULL,
       "Folders, separated by colons, searched for plugins before the usual ones");
STRING(plugins_load, "load", NULL,
       "Plugin ids, separated by commas, that must be there; empty opens what is needed");
STRING(rules_load, "load", "all",
       "Rule ids and patterns (loop.*), separated by commas, all, or none; those that serve the puzzle run");
STRING(rules_order, "order", NULL, "Rule ids, separated by commas, that come first within their tier");
STRING(explain_rules, "rules", "all",
       "Rule ids and patterns, separated by commas, that hint, explain and grade use, whatever is set for solving");
static const struct rt_option explain_level = {
    .name = "level", .type = RT_OPTION_INT, .fallback = 5, .min = 1, .max = 9,
    .help = "The hardest rules that hint, explain and grade use; 6 lets them try an assumption, too"};


/* [daemon]: engine/service/PROTOCOL.md says what each limit does. */
static const char *const durabilities[] = {"full", "process", NULL};

STRING(daemon_socket, "socket", NULL,
       "Unix socket of ratchetd; empty: ratchet/ratchet.sock in $XDG_RUNTIME_DIR, or else in /run");
STRING(daemon_listen, "listen", NULL,
       "Loopback address with port (127.0.0.1:7333) to listen at besides; needs token_file");
STRING(daemon_token_file, "token_file", NULL, "File with a name and a token a line; others may not read it");
STRING(daemon_token, "token", NULL, "For the client: token to say hello with on TCP");
STRING(daemon_data_dir, "data_dir", NULL,
       "Folder of the job store; empty: $STATE_DIRECTORY, or else ratchet in the user's state folder");
INT(daemon_workers, "workers", 0, 0, "Worker processes; 0 is one a processor");
INT(daemon_foreign_workers, "foreign_workers", 0, 0,
    "Worker processes for jobs with plugins that did not come with Ratchet, where there are any; 0 is as many as "
    "workers");
static const struct rt_option daemon_durability = {
    .name = "durability", .type = RT_OPTION_ENUM, .choices = durabilities,
    .help = "full: what is acknowledged survives a power cut; process: it survives the end of the daemon"};
BOOL(daemon_seccomp, "seccomp", 0,
     "Workers may ask the kernel for nothing but memory, time and their pipe once their plugins are loaded");
STRING(daemon_allow_uid, "allow_uid", NULL, "Numbers of users, separated by commas, who may use the socket besides");
STRING(daemon_allow_gid, "allow_gid", NULL, "Numbers of groups, separated by commas, who may use the socket besides");
STRING(daemon_deadline, "deadline", "60s", "Longest time for one job");
STRING(daemon_stall, "stall", "10s", "A plugin that counts no work for so long is stopped; 0: never");
STRING(daemon_line_timeout, "line_timeout", "10s", "Half a line, and then nothing for so long, ends a connection");
STRING(daemon_hello_timeout, "hello_timeout", "5s", "On TCP, hello must come within this time");
STRING(daemon_retain, "retain", "168h", "Finished jobs are kept for so long");
STRING(daemon_quarantine_window, "quarantine_window", "60s", "Time within which faults count towards a quarantine");
INT(daemon_quarantine_faults, "quarantine_faults", 5, 0,
    "Faults on different puzzles that quarantine a plugin; 0: never");
STRING(daemon_max_line, "max_line", "1M", "Most bytes of a request");
STRING(daemon_max_job, "max_job", "512k", "Most bytes of a job's puzzle and options");
STRING(daemon_max_result, "max_result", "8M", "Most bytes of a result");
STRING(daemon_max_outbox, "max_outbox", "1M", "Most bytes that wait for a client to read them");
STRING(daemon_max_buffers, "max_buffers", "256M", "Most bytes of the buffers of all connections");
STRING(daemon_max_worker_memory, "max_worker_memory", "4G", "Address space of a worker; 0 is no limit");
STRING(daemon_max_worker_rss, "max_worker_rss", "512M", "A worker that has grown beyond is replaced after its job");
STRING(daemon_max_deductions, "max_deductions", "8M", "Most bytes of deductions that are kept for watches");
INT(daemon_max_worker_jobs, "max_worker_jobs", 1000, 1, "A worker is replaced after so many jobs");
INT(daemon_max_foreign_jobs, "max_foreign_jobs", 1, 1,
    "A worker with plugins that did not come with Ratchet is replaced after so many jobs");
INT(daemon_max_requests, "max_requests", 64, 1, "Requests of one connection in work at a time");
INT(daemon_max_waits, "max_waits", 1024, 1, "Waits and watches of one connection");
INT(daemon_max_connections, "max_connections", 512, 1, "Connections");
INT(daemon_max_connections_per_peer, "max_connections_per_peer", 64, 1, "Connections of one user or address");
INT(daemon_max_queue, "max_queue", 10000, 1, "Jobs that wait for a worker");
INT(daemon_max_rate, "max_rate", 0, 0, "Submissions a second of one owner; 0 is no limit");
INT(daemon_max_key, "max_key", 128, 1, "Most bytes of a job's key");
INT(daemon_max_faults, "max_faults", 3, 1, "Crashes of its worker that a job survives, less one");
INT(daemon_max_interruptions, "max_interruptions", 100, 1, "Ends of the daemon that a running job survives, less one");
INT(daemon_max_kept, "max_kept", 100000, 1, "Finished jobs that are kept");

#define SECTION(...) (const struct rt_option *const[]){__VA_ARGS__, NULL}

const struct schema_section schema_sections[] = {
    {"engine", SECTION(&seed)},
    {"scheduler", SECTION(&policy)},
    {"search", SECTION(&search_enabled, &search_learn, &search_branch, &search_extend, &search_late,
                       &search_modes)},
    {"limits", SECTION(&limit_time, &limit_nodes, &limit_memory, &limit_solutions)},
    {"plugins", SECTION(&plugins_path, &plugins_load)},
    {"rules", SECTION(&rules_load, &rules_order)},
    {"explain", SECTION(&explain_rules, &explain_level)},
    {"daemon", SECTION(&daemon_socket, &daemon_listen, &daemon_token_file, &daemon_token, &daemon_data_dir,
                       &daemon_workers, &daemon_foreign_workers,
                       &daemon_durability, &daemon_seccomp, &daemon_allow_uid, &daemon_allow_gid, &daemon_deadline,
                       &daemon_stall,
                       &daemon_line_timeout, &daemon_hello_timeout, &daemon_retain, &daemon_quarantine_window,
                       &daemon_quarantine_faults, &daemon_max_line, &daemon_max_job, &daemon_max_result,
                       &daemon_max_outbox, &daemon_max_buffers, &daemon_max_worker_memory, &daemon_max_worker_rss,
                       &daemon_max_worker_jobs, &daemon_max_foreign_jobs, &daemon_max_requests, &daemon_max_waits,
                       &daemon_max_connections, &daemon_max_deductions,
                       &daemon_max_connections_per_peer, &daemon_max_queue, &daemon_max_rate, &daemon_max_key,
                       &daemon_max_faults, &daemon_max_interruptions, &daemon_max_kept)},
    {NULL, NULL}
};

static const char *const durations[] = {"limits.time", "daemon.deadline", "daemon.stall", "daemon.line_timeout",
                                        "daemon.hello_timeout", "daemon.retain", "daemon.quarantine_window", NULL};
static const char *const sizes[] = {"limits.memory", "daemon.max_line", "daemon.max_job", "daemon.max_result",
                                    "daemon.max_outbox", "daemon.max_buffers", "daemon.max_worker_memory",
                                    "daemon.max_worker_rss", "daemon.max_deductions", NULL};

static bool is_one_of(const char *const *list, const char *section, const char *key)
{
    size_t n = strlen(section);
    for (; *list; list++)
        if (!strncmp(*list, section, n) && (*list)[n] == '.' && !strcmp(*list + n + 1, key))
            return true;
    return false;
}

const char *schema_expects(const char *section, const char *key, const char *value)
{
    double seconds;
    uint64_t bytes;
    if (is_one_of(durations, section, key) && !config_duration(value, &seconds))
        return "a duration such as 10s, 250ms, 2m or 1h (0: no limit)";
    if (is_one_of(sizes, section, key) && !config_size(value, &bytes))
        return "a size such as 512M, 64k or 1G (0: no limit)";
    return NULL;
}
