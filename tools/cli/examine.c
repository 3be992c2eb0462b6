#include "examine.h"

#include "boards.h"
#include "host/host.h"
#include "output.h"
#include "setup.h"
#include "trial/board.h"
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

/* ---- rules */

/* What `plugins check` says of each promise. */
static const struct {
    enum harness_promise promise;
    const char *what;
} promises[] = {
    {HARNESS_SOUND, "sound: no value of a solution goes"},
    {HARNESS_REASONS, "reasons imply what follows"},
    {HARNESS_IDEMPOTENT, "idempotent: RT_FIXPOINT and RT_ENTAILED are true"},
    {HARNESS_MONOTONE, "monotone: smaller domains never leave more"},
    {HARNESS_RESTORED, "state restored: undoing leaves no trace"},
    {HARNESS_DETERMINISTIC, "deterministic, on every CPU level"},
};

/* The promise alone; 0: what happens when allocations fail. */
static bool holds(struct harness *h, const struct harness_scope *scope, enum harness_promise promise, uint64_t seed)
{
    struct harness_checks checks = {.seed = seed, .domains = DOMAINS, .without = ~(uint32_t)promise};
    uint64_t allocations = 0;
    return promise ? harness_check(h, scope, &checks) : harness_starve(h, scope, &allocations);
}

/* On random scopes that the kind's meaning can be told of; `tried` counts these. */
static bool try_scopes(struct exam *exam, struct harness *h, enum harness_promise promise, uint32_t *tried)
{
    struct harness_scope scope;
    for (uint32_t i = 0; i < SCOPES; i++) {
        if (!harness_sample(h, exam->seed + i, SCOPE_SIZE, &scope))
            return false;
        if (!harness_can_tell(h, &scope))
            continue;
        ++*tried;
        if (!holds(h, &scope, promise, exam->seed + i))
            return false;
    }
    return true;
}

/* NULL: no plugin brings it. The host's own has a stand-in. */
static const struct rt_kind_class *kind_of(struct exam *exam, const struct rt_rule_class *rule)
{
    if (!strcmp(rule->kind, trial_board.id))
        return &trial_board;
    const struct host_kind *kind = host_kind(exam->host, rule->kind);
    return kind ? kind->class : NULL;
}

static void hold_to(struct exam *exam, const struct rt_rule_class *rule, enum harness_promise promise, const char *what)
{
    const struct rt_kind_class *kind = kind_of(exam, rule);
    uint32_t tried = 0;
    if (!begin(exam, "%s: %s", rule->id, what))
        return;
    if (!kind || !kind->sample) {
        skip(exam, kind ? "its kind has no sample" : "no plugin brings its kind");
        return;
    }
    struct harness *h = harness_new(kind, rule);
    bool good = h && try_scopes(exam, h, promise, &tried);
    if (good && !tried)
        skip(exam, "no sample of its kind is small enough to enumerate");
    else
        end(exam, good ? NULL : h ? harness_failure(h) : "there is no memory left");
    harness_free(h);
}

static void try_rule(struct exam *exam, const struct rt_rule_class *rule)
{
    for (size_t k = 0; k < sizeof promises / sizeof *promises; k++)
        hold_to(exam, rule, promises[k].promise, promises[k].what);
    hold_to(exam, rule, 0, "allocations that fail are survived");
}

/* ---- puzzles */

static void try_boards(struct exam *exam, const char *puzzle, const char *what,
                       enum boards_end (*boards)(struct host *, const struct config *, const char *, uint64_t,
                                                 struct text *))
{
    struct text why = {0};
    if (!begin(exam, "%s: %s", puzzle, what))
        return;
    enum boards_end how = boards(exam->host, exam->config, puzzle, exam->seed, &why);
    if (how == BOARDS_NONE)
        skip(exam, "it makes no random boards, see RT_PUZZLE_SAMPLE");
    else
        end(exam, how == BOARDS_GOOD ? NULL : text_string(&why));
    text_free(&why);
}

static void examine_classes(struct exam *exam, const struct host_plugin *plugin)
{
    const struct host_kind *const *kinds;
    const struct host_rule *const *rules;
    const struct host_puzzle *const *puzzles;
    uint32_t n = host_list_kinds(exam->host, &kinds);
    for (uint32_t i = 0; i < n; i++)
        if (kinds[i]->plugin == plugin)
            try_samples(exam, kinds[i]->class);
    n = host_list_rules(exam->host, &rules);
    for (uint32_t i = 0; i < n; i++)
        if (rules[i]->plugin == plugin)
            try_rule(exam, rules[i]->class);
    n = host_list_puzzles(exam->host, &puzzles);
    for (uint32_t i = 0; i < n; i++)
        if (puzzles[i]->plugin == plugin) {
            try_boards(exam, puzzles[i]->class->id, "random boards are read, modelled and drawn", boards_draw);
            try_boards(exam, puzzles[i]->class->id, "allocations that fail are survived", boards_starve);
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
