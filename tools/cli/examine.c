#include "examine.h"

#include "host/host.h"
#include "output.h"
#include "setup.h"
#include "trial/harness.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process works through the items of a file: it says "> NAME" before each, "ok", "not ok" or "skip WHY" behind it,
 * and "# ..." for notes. Where it dies, the item that it was at is wrong, and another process goes on behind it. */
enum { SCOPES = 40, SCOPE_SIZE = 5, DOMAINS = 60, ITEM_SECONDS = 60 };

struct exam {
    const struct options *options;
    const char *path;
    uint32_t at, from;      /* items begun; those before are done */
    FILE *out;
    uint64_t seed;
    struct config *config;
    struct host *host;
};

/* ---- in the process: items */

static bool begin(struct exam *exam, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool begin(struct exam *exam, const char *format, ...)
{
    va_list args;
    if (exam->at++ < exam->from)
        return false;
    va_start(args, format);
    fputs("> ", exam->out);
    vfprintf(exam->out, format, args);
    fputs("\n", exam->out);
    va_end(args);
    fflush(exam->out);
    alarm(ITEM_SECONDS);
    return true;
}

/* `why` may have several lines; NULL: good. */
static void end(struct exam *exam, const char *why)
{
    fputs(why ? "not ok\n" : "ok\n", exam->out);
    while (why && *why) {
        size_t n = strcspn(why, "\n");
        fprintf(exam->out, "# %.*s\n", (int)n, why);
        why += n + (why[n] == '\n');
    }
    fflush(exam->out);
}

static void skip(struct exam *exam, const char *why)
{
    fprintf(exam->out, "skip %s\n", why);
    fflush(exam->out);
}

static bool loads(struct exam *exam)
{
    struct fault fault = {0};
    if (!begin(exam, "it loads: one symbol rt_bundle, this interface, sound classes and options"))
        return true;
    bool good = !host_check_file(exam->path, &fault);
    end(exam, good ? NULL : fault.what);
    return good;
}

static void inspect(struct exam *exam)
{
    struct fault fault = {0};
    struct text notes = {0};
    if (!begin(exam, "no other exports, no writable statics, no constructors"))
        return;
    bool good = !host_inspect_file(exam->path, &notes, &fault) && !notes.n;
    end(exam, good ? NULL : fault.code ? fault.what : text_string(&notes));
    text_free(&notes);
}

/* The file's folder comes first in the search path. */
static void put_path(struct exam *exam, const char *absolute, struct fault *fault)
{
    struct text path = {0};
    const char *others = config_string(exam->config, "plugins", "path");
    text_printf(&path, "%.*s%s%s", (int)(strrchr(absolute, '/') - absolute), absolute, *others ? ":" : "", others);
    config_put(exam->config, "plugins", "path", text_string(&path), "the file's folder", fault);
    text_free(&path);
}

static const struct host_plugin *open_beside_others(struct exam *exam, struct fault *fault)
{
    char absolute[PATH_MAX];
    const struct host_plugin *const *plugins;
    exam->config = realpath(exam->path, absolute) ? setup_config(exam->options, NULL, fault) : NULL;
    if (!exam->config)
        return NULL;
    exam->seed = (uint64_t)config_number(exam->config, "engine", "seed");
    put_path(exam, absolute, fault);
    exam->host = fault->code ? NULL : host_open(exam->config, fault);
    if (!exam->host)
        return NULL;
    host_open_all(exam->host);
    uint32_t n = host_list_plugins(exam->host, &plugins);
    for (uint32_t i = 0; i < n; i++)
        if (!strcmp(plugins[i]->path, absolute))
            return plugins[i];
    return NULL;
}

static const struct host_plugin *take_place(struct exam *exam)
{
    struct fault fault = {0};
    bool begun = begin(exam, "it takes its place beside the other plugins");
    const struct host_plugin *plugin = open_beside_others(exam, &fault);
    if (begun)
        end(exam, plugin ? NULL : fault.code || !exam->host ? fault.what : host_refusals(exam->host));
    return plugin;
}

static void try_samples(struct exam *exam, const struct rt_kind_class *kind)
{
    struct harness_scope scope;
    if (!begin(exam, "%s: its samples are scopes of its own", kind->id))
        return;
    if (!kind->sample) {
        skip(exam, "the kind has no sample");
        return;
    }
    struct harness *h = harness_new(kind, NULL);
    bool good = h != NULL;
    for (uint32_t i = 0; good && i < SCOPES; i++)
        good = harness_sample(h, exam->seed + i, SCOPE_SIZE, &scope);
    end(exam, good ? NULL : h ? harness_failure(h) : "there is no memory left");
    harness_free(h);
}

/* One of the things that a rule is held to on a scope; false: harness_failure says what is wrong. */
typedef bool trial(struct harness *h, const struct harness_scope *scope, uint64_t seed);

static bool is_sound(struct harness *h, const struct harness_scope *scope, uint64_t seed)
{
    struct harness_checks checks = {.seed = seed, .domains = DOMAINS, .not_monotone = true};
    return harness_check(h, scope, &checks);
}

static bool is_monotone(struct harness *h, const struct harness_scope *scope, uint64_t seed)
{
    struct harness_checks checks = {.seed = seed, .domains = DOMAINS};
    return harness_check(h, scope, &checks);
}

static bool bears_hunger(struct harness *h, const struct harness_scope *scope, uint64_t seed)
{
    uint64_t allocations = 0;
    (void)seed;
    return harness_starve(h, scope, &allocations);
}

/* Runs a trial on random scopes that the kind's meaning can be told of; `tried` counts these. */
static bool run_trial(struct exam *exam, struct harness *h, trial *holds, uint32_t *tried)
{
    struct harness_scope scope;
    for (uint32_t i = 0; i < SCOPES; i++) {
        if (!harness_sample(h, exam->seed + i, SCOPE_SIZE, &scope))
            return false;
        if (!harness_can_tell(h, &scope))
            continue;
        ++*tried;
        if (!holds(h, &scope, exam->seed + i))
            return false;
    }
    return true;
}

static void hold_to(struct exam *exam, const struct host_rule *rule, const char *what, trial *holds)
{
    const struct host_kind *kind = host_kind(exam->host, rule->class->kind);
    uint32_t tried = 0;
    if (!begin(exam, "%s: %s", rule->class->id, what))
        return;
    if (!kind || !kind->class->sample) {
        skip(exam, kind ? "its kind has no sample" : "no plugin brings its kind");
        return;
    }
    struct harness *h = harness_new(kind->class, rule->class);
    bool good = h && run_trial(exam, h, holds, &tried);
    if (good && !tried)
        skip(exam, "no sample of its kind is small enough to enumerate");
    else
        end(exam, good ? NULL : h ? harness_failure(h) : "there is no memory left");
    harness_free(h);
}

/* Twice the same scopes and domains: twice the same deductions. */
static void repeat(struct exam *exam, const struct host_rule *rule)
{
    const struct host_kind *kind = host_kind(exam->host, rule->class->kind);
    struct harness_stats stats[2];
    memset(stats, 0, sizeof stats);
    if (!kind || !kind->class->sample || !begin(exam, "%s: deterministic", rule->class->id))
        return;
    for (int i = 0; i < 2; i++) {
        uint32_t tried = 0;
        struct harness *h = harness_new(kind->class, rule->class);
        if (!h)
            continue;
        run_trial(exam, h, is_sound, &tried);
        stats[i] = harness_stats(h);
        harness_free(h);
    }
    end(exam, memcmp(&stats[0], &stats[1], sizeof *stats) ? "the same scopes gave other deductions or reasons" : NULL);
}

static void examine_classes(struct exam *exam, const struct host_plugin *plugin)
{
    const struct host_kind *const *kinds;
    const struct host_rule *const *rules;
    uint32_t n = host_list_kinds(exam->host, &kinds);
    for (uint32_t i = 0; i < n; i++)
        if (kinds[i]->plugin == plugin)
            try_samples(exam, kinds[i]->class);
    n = host_list_rules(exam->host, &rules);
    for (uint32_t i = 0; i < n; i++) {
        if (rules[i]->plugin != plugin)
            continue;
        hold_to(exam, rules[i], "sound, its reasons imply what follows, its state is restored", is_sound);
        hold_to(exam, rules[i], "monotone: smaller domains never leave more", is_monotone);
        repeat(exam, rules[i]);
        hold_to(exam, rules[i], "allocations that fail are survived", bears_hunger);
    }
}

static void examine(struct exam *exam)
{
    const struct host_plugin *plugin = NULL;
    if (loads(exam)) {
        inspect(exam);
        plugin = take_place(exam);
    }
    if (plugin && exam->from == 0)
        fprintf(exam->out, "# seed %" PRIu64 "\n", exam->seed);
    if (plugin)
        examine_classes(exam, plugin);
}

/* ---- outside of it */

struct tally {
    uint32_t tests, wrong;
    uint32_t begun;         /* items of this file */
    char name[256];         /* of the item that has no answer yet; "" */
    struct text out;
};

static void answer(struct tally *tally, bool good, const char *skipped)
{
    tally->wrong += !good;
    text_printf(&tally->out, "%sok %u - %s%s%s\n", good ? "" : "not ", ++tally->tests, tally->name,
                skipped ? " # SKIP " : "", skipped ? skipped : "");
    tally->name[0] = 0;
}

static void take_line(struct tally *tally, const char *line)
{
    if (line[0] == '>') {
        snprintf(tally->name, sizeof tally->name, "%s", line + 2);
        tally->begun++;
    } else if (!strncmp(line, "skip ", 5)) {
        answer(tally, true, line + 5);
    } else if (line[0] == '#') {
        text_printf(&tally->out, "%s\n", line);
    } else {
        answer(tally, !strcmp(line, "ok"), NULL);
    }
}

static void take_lines(struct tally *tally, FILE *from)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t n;
    while ((n = getline(&line, &capacity, from)) > 0) {
        line[n - (line[n - 1] == '\n')] = 0;
        take_line(tally, line);
    }
    free(line);
}

/* Signals get their usual ends, and no core is left behind. */
static void run_process(struct exam *exam, int fd)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGALRM};
    struct rlimit none = {0, 0};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
    setrlimit(RLIMIT_CORE, &none);
    exam->out = fdopen(fd, "w");
    if (exam->out)
        examine(exam);
    host_close(exam->host);
    config_free(exam->config);
    if (exam->out)
        fclose(exam->out);
    _exit(0);
}

/* False: the process died at an item, which is told; go on behind it. */
static bool run_to_the_end(struct exam *exam, struct tally *tally)
{
    int fds[2], status = 0;
    if (pipe(fds)) {
        output_note("no process can be started: %s", strerror(errno));
        tally->wrong++;
        return true;
    }
    pid_t pid = fork();
    if (pid == 0) {
        close(fds[0]);
        run_process(exam, fds[1]);
    }
    close(fds[1]);
    FILE *from = fdopen(fds[0], "r");
    if (from)
        take_lines(tally, from), fclose(from);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (pid > 0 && !tally->name[0])
        return true;
    if (!tally->name[0])
        snprintf(tally->name, sizeof tally->name, "a process for it");
    answer(tally, false, NULL);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        text_printf(&tally->out, "# it took longer than %d seconds\n", ITEM_SECONDS);
    else
        text_printf(&tally->out, "# it crashed: %s\n", WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it ended");
    return pid < 0;
}

int examine_command(const struct options *options)
{
    struct tally tally = {0};
    for (uint32_t i = 0; i < options->noperands; i++) {
        struct exam exam = {.options = options, .path = options->operands[i]};
        text_printf(&tally.out, "# %s\n", exam.path);
        tally.begun = 0;
        do
            exam.from = tally.begun;
        while (!run_to_the_end(&exam, &tally));
    }
    text_printf(&tally.out, "1..%u\n", tally.tests);
    if (options->quiet < 2)
        output_result(&tally.out);
    text_free(&tally.out);
    return tally.wrong ? EXIT_OTHER : output_failed() ? EXIT_OTHER : 0;
}
