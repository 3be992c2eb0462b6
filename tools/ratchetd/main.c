/* ratchetd: the daemon's program. Reads [daemon]; everything else of the configuration is for the workers. */
#include "config/config.h"
#include "config/place.h"
#include "service/archive.h"
#include "service/run.h"
#include "util/home.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] = "usage: ratchetd [-c FILE]... [--set SECTION.KEY=VALUE]... [--check-db | --export]\n"
                            "\n"
                            "Solves puzzles for clients that speak JSON-RPC on a socket; `ratchet submit` is "
                            "one. Settings stand in [daemon]\n"
                            "of the configuration. SIGHUP reads the configuration anew, SIGTERM ends the "
                            "daemon when its running jobs are\n"
                            "done; a second SIGTERM ends it at once. Jobs are kept on disk.\n"
                            "\n"
                            "--check-db says whether the job store is sound; --export prints all jobs, one object "
                            "a line. Both only read, and\n"
                            "may run beside a daemon.\n";

enum { ARGUMENTS_MOST = 256 };

struct program {
    struct config *config;
    struct fault fault;
    struct settings settings;
    char socket[PATH_MAX], data_dir[PATH_MAX], worker[PATH_MAX], users_file[PATH_MAX];
    const char *arguments[ARGUMENTS_MOST + 1]; /* of a worker */
    int (*instead)(const char *folder, struct fault *fault); /* of running; NULL: run */
};

/* What 0, "no limit", comes to; sums of such limits still fit. */
enum { BOUNDLESS_BITS = 50 };

static uint64_t size(const struct config *config, const char *key)
{
    uint64_t bytes = 0;
    config_size(config_string(config, "daemon", key), &bytes);
    return bytes ? bytes : 1ull << BOUNDLESS_BITS;
}

static uint64_t milliseconds(const struct config *config, const char *key)
{
    double seconds = 0;
    config_duration(config_string(config, "daemon", key), &seconds);
    return seconds > 0 ? (uint64_t)(seconds * 1000) : 1ull << BOUNDLESS_BITS;
}

static uint32_t number(const struct config *config, const char *key)
{
    int64_t value = config_number(config, "daemon", key);
    return value > INT32_MAX ? INT32_MAX : (uint32_t)value;
}

static void read_settings(struct program *program)
{
    const struct config *config = program->config;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t workers = number(config, "workers"), foreign_workers = number(config, "foreign_workers");
    if (!workers)
        workers = processors > 0 ? (uint32_t)processors : 1;
    program->settings = (struct settings){
        .socket = place_socket(config, program->socket, sizeof program->socket),
        .data_dir = place_data_dir(config, program->data_dir, sizeof program->data_dir),
        .listen = config_string(config, "daemon", "listen"),
        .token_file = config_string(config, "daemon", "token_file"),
        .allow_uid = config_string(config, "daemon", "allow_uid"),
        .allow_gid = config_string(config, "daemon", "allow_gid"),
        .worker = program->arguments,
        .workers = workers,
        .foreign_workers = foreign_workers ? foreign_workers : workers,
        .durable = !strcmp(config_string(config, "daemon", "durability"), "full"),
        .confine = config_flag(config, "daemon", "seccomp"),
#define SIZE(key) .key = size(config, #key)
#define TIME(key) .key = milliseconds(config, #key)
#define NUMBER(key) .key = number(config, #key)
        SIZE(max_line),
        SIZE(max_outbox),
        SIZE(max_buffers),
        SIZE(max_job),
        SIZE(max_result),
        SIZE(max_worker_memory),
        SIZE(max_worker_rss),
        SIZE(max_deductions),
        NUMBER(max_requests),
        NUMBER(max_waits),
        NUMBER(max_connections),
        NUMBER(max_connections_per_peer),
        NUMBER(max_queue),
        NUMBER(max_rate),
        NUMBER(max_key),
        NUMBER(max_faults),
        NUMBER(max_interruptions),
        NUMBER(max_worker_jobs),
        NUMBER(max_foreign_jobs),
        NUMBER(max_kept),
        NUMBER(quarantine_faults),
        TIME(line_timeout),
        TIME(hello_timeout),
        TIME(deadline),
        TIME(stall),
        TIME(quarantine_window),
        TIME(retain),
    };
}

/* `ratchet` beside this program, or, in the build tree, one folder up. */
static int find_worker(struct program *program)
{
    char here[PATH_MAX - 16], root[PATH_MAX];
    struct stat info;
    ssize_t n = readlink("/proc/self/exe", here, sizeof here - 1);
    here[n > 0 ? n : 0] = 0;
    char *slash = strrchr(here, '/');
    if (slash)
        *slash = 0;
    snprintf(program->worker, sizeof program->worker, "%s/ratchet", here);
    if (home_in_build(root) && (stat(program->worker, &info) || !S_ISREG(info.st_mode)))
        snprintf(program->worker, sizeof program->worker, "%s/../ratchet", here);
    if (!access(program->worker, X_OK))
        return 0;
    return fault_set(&program->fault, EXIT_OTHER, program->worker, 0, 0,
                     "the program of the workers is not there: %s", strerror(errno));
}

static bool is_file_option(const char *argument)
{
    return !strcmp(argument, "-c") || !strcmp(argument, "--config");
}

static void add_pair(struct program *program, int *n, const char *option, const char *value)
{
    if (*n + 2 >= ARGUMENTS_MOST)
        fault_set(&program->fault, EXIT_USAGE, NULL, 0, 0, "there are too many arguments");
    else
        program->arguments[(*n)++] = option, program->arguments[(*n)++] = value;
}

/* Of -c, or else the user's own, as `ratchet` does it. */
static void read_files(struct program *program, int argc, char **argv, int *n)
{
    bool named = false;
    for (int i = 1; i < argc - 1 && !program->fault.code; i++) {
        if (!is_file_option(argv[i]))
            continue;
        named = true;
        config_load(program->config, argv[i + 1], &program->fault);
    }
    if (named || !place_users_file(program->users_file, sizeof program->users_file))
        return;
    add_pair(program, n, "-c", program->users_file);
    config_load(program->config, program->users_file, &program->fault);
}

static bool is_action(struct program *program, const char *argument)
{
    bool check = !strcmp(argument, "--check-db"), export = !strcmp(argument, "--export");
    if (check || export)
        program->instead = check ? archive_check : archive_export;
    return check || export;
}

/* What was given goes on to the workers, which read the rest of it. What --set says wins over files. */
static int read_arguments(struct program *program, int argc, char **argv)
{
    int n = 0;
    program->arguments[n++] = program->worker;
    program->arguments[n++] = "worker";
    read_files(program, argc, argv, &n);
    for (int i = 1; i < argc && !program->fault.code; i += 2) {
        if (is_action(program, argv[i])) {
            i--;
            continue;
        }
        bool set = !strcmp(argv[i], "--set");
        if (!is_file_option(argv[i]) && !set)
            return fault_set(&program->fault, EXIT_USAGE, NULL, 0, 0,
                             "`%s` is not understood; ratchetd --help says what is", argv[i]);
        if (i + 1 == argc)
            return fault_set(&program->fault, EXIT_USAGE, NULL, 0, 0, "%s wants %s behind it", argv[i],
                             set ? "SECTION.KEY=VALUE" : "a file");
        if (set)
            config_set(program->config, argv[i + 1], &program->fault);
        add_pair(program, &n, argv[i], argv[i + 1]);
    }
    return program->fault.code;
}

/* Only [daemon] is judged here; the workers know the plugins' sections. */
static int check(struct program *program)
{
    struct fault fault = {0};
    if (config_check(program->config, &fault) && strstr(fault.what, "[daemon]"))
        program->fault = fault;
    return program->fault.code;
}

static int run(struct program *program, int argc, char **argv)
{
    program->config = config_new();
    if (!program->config)
        return fault_set(&program->fault, EXIT_INTERNAL, NULL, 0, 0, "there is no memory left");
    if (find_worker(program) || read_arguments(program, argc, argv) || check(program))
        return program->fault.code;
    read_settings(program);
    if (program->instead)
        return program->instead(program->settings.data_dir, &program->fault);
    return daemon_run(&program->settings, &program->fault);
}

int main(int argc, char **argv)
{
    static struct program program;
    char sentence[1200];
    if (argc == 2 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
        return fputs(usage, stdout) < 0;
    if (argc == 2 && !strcmp(argv[1], "--version"))
        return puts("ratchetd " RATCHET_VERSION) < 0;
    if (run(&program, argc, argv))
        fprintf(stderr, "%sratchetd: %s\n", getenv("JOURNAL_STREAM") ? "<3>" : "", /* an error, for the journal */
                fault_string(&program.fault, sentence, sizeof sentence));
    config_free(program.config);
    return program.fault.code;
}
