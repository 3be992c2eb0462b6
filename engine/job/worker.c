#include "job/worker.h"

#include "job/confine.h"
#include "job/frame.h"
#include "job/generate.h"
#include "job/job.h"
#include "job/pipe.h"
#include "report/json.h"
#include "report/text.h"
#include "util/clock.h"
#include "util/utf8.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    NOTES_MOST = 64 * 1024,         /* bytes of log that one job may keep */
    GRID_MOST = 64 * 1024,          /* bytes of a grid that is shown while a job runs */
    DEDUCTIONS_MOST = 16 * 1024     /* bytes of deductions that wait to be sent together */
};

static const double progress_every = 0.1, grid_every = 0.25, deductions_every = 0.05;   /* seconds, at least */
static const double canonical_after = 0.05;     /* seconds; what is over sooner needs no earlier answer */

/* A job while it runs. */
struct work {
    struct engine *engine;
    const struct frame *frame;
    uint64_t id;
    enum op op;
    char *name;
    bool pictures, brief, quiet;
    int stats;
    enum rt_render_kind picture;
    double deadline;                /* seconds of the monotonic clock; 0 = none */
    struct engine_settings before;  /* the configuration's, to be put back */
    struct text answers, out, notes, frames;
    struct fault fault;             /* first bad answer's */
    enum outcome outcome;
    int code;
    bool cacheable, unrecognised;
    bool elsewhere;                 /* the job was sent away */
    double told, shown;             /* when progress was sent last, or could have been; and with the grid */
    struct text deductions;         /* fields that wait */
    double deduced;                 /* when deductions were sent last */
    double begun;
    const struct source *source;    /* once it is read without a fault, until its canonical form was sent */
};

/* ---- JSON of text */

static void add_json_string(struct text *out, const char *s, size_t length)
{
    const unsigned char *u = (const unsigned char *)s;
    text_puts(out, "\"");
    for (size_t i = 0; i < length;) {
        size_t n = utf8_sequence(s + i, length - i);
        if (n == 1 && (u[i] < 0x20 || u[i] == '"' || u[i] == '\\'))
            text_printf(out, u[i] < 0x20 ? "\\u%04x" : "\\%c", u[i]);
        else
            text_add(out, n ? s + i : "?", n ? n : 1);
        i += n ? n : 1;
    }
    text_puts(out, "\"");
}

/* ---- what the job asks for */

static char *field_string(const struct frame *frame, enum frame_field_name name)
{
    struct frame_field field;
    return frame_find(frame, name, &field) ? strndup(field.bytes, field.length) : NULL;
}

static bool field_is(const struct frame *frame, enum frame_field_name name, const char *word)
{
    struct frame_field field;
    return frame_find(frame, name, &field) && field.length == strlen(word) &&
           !memcmp(field.bytes, word, field.length);
}

static uint64_t stricter(uint64_t limit, uint64_t asked)
{
    return !asked ? limit : !limit || asked < limit ? asked : limit;
}

/* Options of the job over those of the configuration; limits only become stricter. */
static void set_limits(struct work *work)
{
    struct engine_settings *settings = &work->engine->settings;
    const struct frame *frame = work->frame;
    work->before = *settings;
    settings->nodes = stricter(settings->nodes, frame_number(frame, FIELD_NODES, 0));
    settings->memory = stricter(settings->memory, frame_number(frame, FIELD_MEMORY, 0));
    settings->seed = frame_number(frame, FIELD_SEED, settings->seed);
    settings->solver.search = frame_number(frame, FIELD_SEARCH, settings->solver.search);
    double asked = (double)frame_number(frame, FIELD_TIME_MS, 0) / 1000;
    if (asked > 0 && !(settings->time > 0 && settings->time < asked))
        settings->time = asked;
    uint64_t deadline = frame_number(frame, FIELD_DEADLINE_MS, 0);
    work->deadline = deadline ? clock_seconds() + (double)deadline / 1000 : 0;
}

/* What is left of the deadline bounds each puzzle. */
static void set_time(struct work *work, double limit)
{
    double left = work->deadline > 0 ? work->deadline - clock_seconds() : 0;
    if (work->deadline > 0 && left < 0.001)
        left = 0.001;
    work->engine->settings.time = left > 0 && !(limit > 0 && limit < left) ? left : limit;
}

static const enum op served[] = {OP_SOLVE, OP_UNIQUE, OP_COUNT, OP_VERIFY, OP_HINT, OP_EXPLAIN, OP_GRADE, OP_GENERATE};

static bool read_request(struct work *work)
{
    const struct frame *frame = work->frame;
    work->op = OP_VERIFY;
    for (size_t i = 0; i < sizeof served / sizeof *served; i++)
        if (field_is(frame, FIELD_OP, op_name(served[i])))
            work->op = served[i];
    work->name = field_string(frame, FIELD_NAME);
    work->pictures = frame_find(frame, FIELD_TEXT, &(struct frame_field){0});
    work->picture = field_is(frame, FIELD_TEXT, "ansi") ? RT_RENDER_ANSI : RT_RENDER_ASCII;
    work->brief = frame_number(frame, FIELD_BRIEF, 0);
    work->quiet = frame_number(frame, FIELD_QUIET, 0);
    work->stats = (int)frame_number(frame, FIELD_STATS, 0);
    work->cacheable = true;
    work->begun = work->told = clock_seconds();
    work->outcome = OUTCOME_ERROR;
    work->code = -1;
    set_limits(work);
    return work->name;
}

/* ---- what the answer holds */

static void put_statistics(struct text *frame, const struct answer *answer)
{
    struct text field = {0};
    for (uint32_t r = 0; r < answer->nrules && answer->rule_stats; r++) {
        const struct rule_stats *stats = &answer->rule_stats[r];
        if (!stats->instances)
            continue;
        text_clear(&field);
        text_add(&field, answer->rules[r].class->id, strlen(answer->rules[r].class->id) + 1);
        text_add(&field, (const char *)stats, sizeof *stats);
        if (!field.failed)
            frame_put(frame, FIELD_STATS, field.s, field.n);
    }
    text_free(&field);
}

static bool may_cache(const struct answer *answer)
{
    switch (answer->outcome) {
    case OUTCOME_UNKNOWN:
    case OUTCOME_CANCELLED:
        return false;
    case OUTCOME_ERROR:
        return answer->fault.code == EXIT_BAD_INPUT;
    default:
        return true;
    }
}

static void take_answer(struct work *work, const struct answer *answer)
{
    struct report_style style = {.picture = work->picture, .pictures = !work->brief || work->op == OP_HINT,
                                 .several = work->brief, .quiet = work->quiet, .stats = work->stats};
    int code = answer_exit_code(answer);
    if (work->code < 0 || worse_exit_code(work->code, code) != work->code) {
        work->code = code;
        work->outcome = answer->outcome;
        if (answer->fault.code)
            work->fault = answer->fault;
    }
    work->cacheable &= may_cache(answer);
    if (work->answers.n)
        text_puts(&work->answers, ",");
    report_json(answer, work->stats > 0, &work->answers);
    while (work->answers.n && work->answers.s[work->answers.n - 1] == '\n')
        work->answers.n--;
    if (work->pictures)
        report_text(answer, &style, &work->out, &work->notes);
    put_statistics(&work->frames, answer);
}

static void take_fault(struct work *work, const char *name, const struct fault *fault)
{
    struct answer answer = {.op = work->op, .outcome = OUTCOME_ERROR, .name = name, .fault = *fault};
    if (fault->code == EXIT_INTERRUPTED)
        answer.outcome = OUTCOME_CANCELLED;
    take_answer(work, &answer);
}

static void send_result(struct work *work)
{
    struct text frame = {0}, json = {0};
    struct rusage usage = {0};
    getrusage(RUSAGE_SELF, &usage);
    text_puts(&json, "{\"answers\":[");
    text_add(&json, text_string(&work->answers), work->answers.n);
    text_puts(&json, "]");
    if (work->pictures) {
        text_puts(&json, ",\"text\":");
        add_json_string(&json, text_string(&work->out), work->out.n);
        text_puts(&json, ",\"notes\":");
        add_json_string(&json, text_string(&work->notes), work->notes.n);
    }
    text_puts(&json, work->unrecognised ? ",\"unrecognised\":true}" : "}");
    size_t begin = frame_begin(&frame, FRAME_RESULT);
    frame_put_number(&frame, FIELD_ID, work->id);
    frame_put_string(&frame, FIELD_OUTCOME, outcome_name(work->outcome));
    frame_put_number(&frame, FIELD_CODE, (uint64_t)(work->code < 0 ? EXIT_INTERNAL : work->code));
    frame_put_number(&frame, FIELD_CACHEABLE, work->cacheable);
    frame_put_number(&frame, FIELD_MEMORY, (uint64_t)usage.ru_maxrss * 1024);
    if (work->fault.code) {
        frame_put_string(&frame, FIELD_MESSAGE, work->fault.what);
        frame_put_number(&frame, FIELD_LINE, work->fault.line);
        frame_put_number(&frame, FIELD_COLUMN, work->fault.column);
    }
    frame_put(&frame, FIELD_JSON, text_string(&json), json.n);
    text_add(&frame, text_string(&work->frames), work->frames.n);
    frame_end(&frame, begin);
    bool failed = work->answers.failed || work->out.failed || json.failed || work->frames.failed;
    text_free(&json);
    if (failed)
        frame.failed = true;
    pipe_send(&frame);
}

/* ---- the work */

static void on_log(void *context, int level, const char *source, const char *message)
{
    struct work *work = context;
    if (level <= RT_LOG_WARN && !work->quiet && work->notes.n < NOTES_MOST)
        text_printf(&work->notes, "ratchet: %s: %s: %s\n", work->name, source ? source : "engine", message);
}

/* The options as they are, the puzzles as their format read them, and what it had to say of them. */
static void send_canonical(struct work *work)
{
    struct text frame = {0}, all = {0};
    struct frame_field field;
    for (uint32_t at = 0; frame_next(work->frame, &at, &field);)
        if (field.name != FIELD_ID && field.name != FIELD_DEADLINE_MS && field.name != FIELD_DATA &&
            field.name != FIELD_TYPE && field.name != FIELD_FORMAT)
            frame_put(&all, (enum frame_field_name)field.name, field.bytes, field.length);
    source_canonical(work->source, &all);
    text_add(&all, text_string(&work->notes), work->notes.n);
    size_t begin = frame_begin(&frame, FRAME_CANONICAL);
    frame_put_number(&frame, FIELD_ID, work->id);
    frame_put(&frame, FIELD_DATA, text_string(&all), all.n);
    frame_end(&frame, begin);
    frame.failed |= all.failed;
    text_free(&all);
    work->source = NULL;
    pipe_send(&frame);
}

/* The picture is an extra: what goes wrong with it is no fault of the job. */
static void put_grid(struct text *frame, const struct answer *so_far)
{
    struct fault *fault = puzzle_session(so_far->puzzle)->fault, before = *fault, none = {0};
    struct text grid = {0};
    if (!report_picture(so_far, RT_RENDER_ASCII, so_far->known, NULL, &grid, &none) && grid.n <= GRID_MOST)
        frame_put(frame, FIELD_GRID, text_string(&grid), grid.n);
    *fault = before;
    text_free(&grid);
}

static void on_progress(void *context, const struct answer *so_far)
{
    struct work *work = context;
    struct text frame = {0};
    double now = clock_seconds();
    if (work->source && now - work->begun > canonical_after)
        send_canonical(work);
    if (now - work->told < progress_every)
        return;
    work->told = now;
    size_t begin = frame_begin(&frame, FRAME_PROGRESS);
    frame_put_number(&frame, FIELD_ID, work->id);
    frame_put_number(&frame, FIELD_KNOWN, so_far->fixed);
    frame_put_number(&frame, FIELD_VARIABLES, so_far->nvars);
    frame_put_number(&frame, FIELD_SOLUTIONS, so_far->solutions);
    frame_put_number(&frame, FIELD_NODES, so_far->search->nodes);
    frame_put_number(&frame, FIELD_CONFLICTS, so_far->search->conflicts);
    if (pipe_looked() && now - work->shown >= grid_every) {
        pipe_forget_look();
        work->shown = now;
        put_grid(&frame, so_far);
        put_statistics(&frame, so_far);
    }
    frame_end(&frame, begin);
    pipe_send(&frame);
}

static void send_deductions(struct work *work)
{
    struct text frame = {0};
    if (!work->deductions.n)
        return;
    size_t begin = frame_begin(&frame, FRAME_DEDUCTIONS);
    frame_put_number(&frame, FIELD_ID, work->id);
    text_add(&frame, work->deductions.s, work->deductions.n);
    frame_end(&frame, begin);
    frame.failed |= work->deductions.failed;
    text_free(&work->deductions);
    pipe_send(&frame);
}

static void on_deduced(void *context, const struct text *line)
{
    struct work *work = context;
    double now = clock_seconds();
    frame_put(&work->deductions, FIELD_JSON, line->s, line->n - 1);
    if (work->deductions.n < DEDUCTIONS_MOST && now - work->deduced < deductions_every)
        return;
    work->deduced = now;
    send_deductions(work);
}

static void run_puzzle(struct work *work, const struct source *source, const struct source_puzzle *puzzle,
                       const char *name)
{
    struct frame_field grid;
    struct job_request request = {
        .op = work->op,
        .name = name,
        .max_solutions = (uint32_t)frame_number(work->frame, FIELD_MAX_SOLUTIONS, 0),
        .hint_level = (uint32_t)frame_number(work->frame, FIELD_LEVEL, 0),
        .all = frame_number(work->frame, FIELD_ALL, 0),
        .steps_from = (uint32_t)frame_number(work->frame, FIELD_FROM, 0),
        .steps_to = (uint32_t)frame_number(work->frame, FIELD_TO, 0),
        .stats_full = work->stats > 1,
        .cancelled = pipe_cancelled(),
        .log = on_log,
        .progress = on_progress,
        .deduced = frame_number(work->frame, FIELD_DEDUCTIONS, 0) ? on_deduced : NULL,
        .context = work,
        .session = pipe_session(),
    };
    if (frame_find(work->frame, FIELD_GRID, &grid))
        request.grid = (struct grid_text){work->op == OP_VERIFY ? "solution" : "marks", grid.bytes, grid.length};
    struct job *job = job_run(work->engine, source, puzzle, &request);
    struct fault fault = {0};
    pipe_forget_session();
    send_deductions(work);
    if (job)
        take_answer(work, job_answer(job));
    else
        take_fault(work, name, (fault_set(&fault, EXIT_OTHER, name, 0, 0, "there is no memory left"), &fault));
    job_free(job);
}

/* Is the type among those that the daemon named at the start under `name`? */
static bool names_type(const struct frame *start, enum frame_field_name name, const char *type)
{
    struct frame_field field;
    for (uint32_t at = 0; frame_next(start, &at, &field);)
        if (field.name == name && field.length == strlen(type) && !memcmp(field.bytes, type, field.length))
            return true;
    return false;
}

static int refuse_type(const struct frame *start, const char *type, const char *name, struct fault *fault)
{
    if (names_type(start, FIELD_REFUSE, type))
        fault_set(fault, EXIT_OTHER, name, 0, 0, "puzzles of type %s are in quarantine: their plugin crashed too "
                  "often; config.reload lifts that", type);
    return fault->code;
}

/* Only one puzzle of the data was asked for: what is wrong behind it does not matter. */
static void pick(const struct work *work, uint32_t only, struct source *source)
{
    if (source_puzzle(source, only - 1))
        source->fault = (struct fault){0};
    else if (!source->fault.code)
        fault_set(&source->fault, EXIT_NO_INPUT, work->name, 0, 0, "there is no puzzle %u, it holds %u", only,
                  source->n);
}

static void run_puzzles(struct work *work, struct source *source, uint32_t only)
{
    double limit = work->engine->settings.time;
    uint32_t number = 1;
    bool several = source->n > 1 && !only, grid = frame_find(work->frame, FIELD_GRID, &(struct frame_field){0});
    bool keep_going = frame_number(work->frame, FIELD_KEEP_GOING, 1);
    work->source = source->fault.code ? NULL : source;
    work->brief |= several;
    for (const struct source_puzzle *p = source->puzzles; p && !*pipe_cancelled(); p = p->next, number++) {
        struct text name = {0};
        struct fault fault = {0};
        if (only && number != only)
            continue;
        text_printf(&name, several || only ? "%s#%u" : "%s", work->name, number);
        set_time(work, limit);
        if (grid && several)
            take_fault(work, text_string(&name), (fault_set(&fault, EXIT_USAGE, NULL, 0, 0, "a grid goes with one "
                       "puzzle, and there are several; name one, such as %s", text_string(&name)), &fault));
        else
            run_puzzle(work, source, p, text_string(&name));
        text_free(&name);
        if (work->fault.code && !keep_going)
            return;
    }
    if (source->fault.code)
        take_fault(work, work->name, &source->fault);
}

static void send_where(const struct work *work, enum frame_type type, const char *format)
{
    struct text frame = {0};
    size_t begin = frame_begin(&frame, type);
    frame_put_number(&frame, FIELD_ID, work->id);
    frame_put_string(&frame, FIELD_FORMAT, format);
    frame_end(&frame, begin);
    pipe_send(&frame);
}

/* Jobs in which other people's plugins would take part and those in which only ours do have workers of their own. If
 * the daemon could not tell, what the data are does. True: this is the wrong worker. */
static bool is_elsewhere(struct work *work, const struct frame *start, struct source_request *request)
{
    struct fault ignored = {0};
    if (frame_number(work->frame, FIELD_STAY, 0))
        return false;
    const struct host_format *found = engine_recognise(work->engine, request->name, request->bytes, request->length,
                                                       request->type, request->format, &ignored);
    bool apart = found && (!found->plugin->ours || names_type(start, FIELD_APART, found->class->puzzle));
    if (found)
        request->format = found->class->id;
    work->elsewhere = found && apart != (frame_number(start, FIELD_FOREIGN, 0) != 0);
    send_where(work, work->elsewhere ? FRAME_ELSEWHERE : FRAME_BEGUN, request->format);
    return work->elsewhere;
}

static void run_source(struct work *work, const struct frame *start, const struct source_request *request)
{
    struct source source;
    uint32_t only = (uint32_t)frame_number(work->frame, FIELD_NUMBER, 0);
    double limit = work->engine->settings.time;
    set_time(work, limit);
    source_read(&source, work->engine, request);
    work->engine->settings.time = limit;
    work->unrecognised = !source.format && source.fault.code == EXIT_BAD_INPUT;
    if (only && source.format)
        pick(work, only, &source);
    if (source.format)
        refuse_type(start, source.format->puzzle, work->name, &source.fault);
    if (source.fault.code && !source.n)
        take_fault(work, work->name, &source.fault);
    else
        run_puzzles(work, &source, only);
    work->source = NULL;
    source_free(&source);
}

static struct generate_request wishes_of(struct work *work, const char *type)
{
    const struct frame *frame = work->frame;
    struct generate_request request = {
        .type = type,
        .width = (uint32_t)frame_number(frame, FIELD_WIDTH, GENERATE_SIDE),
        .height = (uint32_t)frame_number(frame, FIELD_HEIGHT, GENERATE_SIDE),
        .symmetry = (uint32_t)frame_number(frame, FIELD_SYMMETRY, 0),
        .least = (uint32_t)frame_number(frame, FIELD_MIN_LEVEL, 1),
        .most = (uint32_t)frame_number(frame, FIELD_MAX_LEVEL, 0),
        .minimal = frame_number(frame, FIELD_MINIMAL, 0),
        .seed = work->engine->settings.seed,
        .cancelled = pipe_cancelled(),
        .session = pipe_session(),
        .forget = pipe_forget_session,
        .log = on_log,
        .context = work,
    };
    generate_bounds(&request);
    request.attempts = (uint32_t)frame_number(frame, FIELD_TRIES, request.attempts);
    request.changes = (uint32_t)frame_number(frame, FIELD_CHANGES, request.changes);
    return request;
}

/* The data, if there are any, are the picture; `source` may come to hold it. */
static int generate_one(struct work *work, const struct frame *start, struct generate_request *request,
                        struct source *source, struct generated *generated, struct fault *fault)
{
    struct frame_field data;
    if (!request->type || !host_puzzle(work->engine->host, request->type))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "there is no puzzle type `%s`",
                         request->type ? request->type : "");
    if (refuse_type(start, request->type, NULL, fault))
        return fault->code;
    if (frame_find(work->frame, FIELD_DATA, &data) &&
        generate_picture(work->engine, request, work->name, data.bytes, data.length, source, fault))
        return fault->code;
    return generate(work->engine, request, generated, fault);
}

/* A new puzzle. */
static void generate_puzzle(struct work *work, const struct frame *start)
{
    char *type = field_string(work->frame, FIELD_TYPE);
    struct generate_request request = wishes_of(work, type);
    struct generated generated = {0};
    struct source source = {0};
    struct fault fault = {0};
    struct made made;
    struct answer answer;
    if (generate_one(work, start, &request, &source, &generated, &fault) && *pipe_cancelled()) {
        fault = (struct fault){0};
        fault_set(&fault, EXIT_INTERRUPTED, NULL, 0, 0, "no puzzle was found before the deadline, or the job's end");
    }
    generate_answer(&request, &generated, &fault, &made, &answer);
    take_answer(work, &answer);
    generated_free(&generated);
    if (source.name)
        source_free(&source);
    free(type);
}

static void run(struct work *work, const struct frame *start)
{
    struct frame_field data;
    char *type = field_string(work->frame, FIELD_TYPE), *format = field_string(work->frame, FIELD_FORMAT);
    frame_find(work->frame, FIELD_DATA, &data);
    struct source_request request = {.name = work->name, .bytes = data.bytes, .length = data.length, .type = type,
                                     .format = format, .cancelled = pipe_cancelled(), .log = on_log,
                                     .log_context = work};
    if (!is_elsewhere(work, start, &request))
        run_source(work, start, &request);
    free(type);
    free(format);
}

/* The soft limit counts over the process's life: it moves along with each job. */
static void arm_cpu(const struct work *work)
{
    struct rusage usage;
    struct rlimit limit;
    if (work->deadline <= 0 || getrusage(RUSAGE_SELF, &usage) || getrlimit(RLIMIT_CPU, &limit))
        return;
    limit.rlim_cur = (rlim_t)usage.ru_utime.tv_sec + (rlim_t)usage.ru_stime.tv_sec +
                     (rlim_t)(work->deadline - clock_seconds()) + 10;
    setrlimit(RLIMIT_CPU, &limit);
}

static int switch_rules(struct config *config, const struct frame *frame, enum frame_field_name name,
                        const char *enabled, const char *origin, struct fault *fault)
{
    struct frame_field field;
    char section[160];
    for (uint32_t at = 0; frame_next(frame, &at, &field) && !fault->code;) {
        if (field.name != name)
            continue;
        snprintf(section, sizeof section, "rule %.*s", (int)field.length, field.bytes);
        config_put(config, section, "enabled", enabled, origin, fault);
    }
    return fault->code;
}

static int quarantine(struct config *config, const struct frame *start, struct fault *fault)
{
    return switch_rules(config, start, FIELD_DISABLE, "no", "quarantine", fault);
}

/* The job's own choice of rules; what is in quarantine stays out. To be taken back when the job is over. */
static int choose_rules(struct work *work, const struct frame *start, struct fault *fault)
{
    struct config *config = work->engine->config;
    char *only = field_string(work->frame, FIELD_ONLY_RULES);
    config_try(config);
    bool tells = work->op == OP_HINT || work->op == OP_EXPLAIN || work->op == OP_GRADE;
    if (only)
        config_put(config, tells ? "explain" : "rules", tells ? "rules" : "load", only, "only_rules", fault);
    free(only);
    if (!fault->code)
        switch_rules(config, work->frame, FIELD_ENABLE, "yes", "enable", fault);
    if (!fault->code)
        switch_rules(config, work->frame, FIELD_DISABLE, "no", "disable", fault);
    return fault->code ? fault->code : quarantine(config, start, fault);
}

static void work_on(struct engine *engine, const struct frame *start, const struct frame *frame)
{
    struct work work = {.engine = engine, .frame = frame, .id = frame_number(frame, FIELD_ID, 0)};
    struct fault fault = {0};
    if (read_request(&work)) {
        arm_cpu(&work);
        if (choose_rules(&work, start, &fault))
            take_fault(&work, work.name, &fault);
        else if (work.op == OP_GENERATE)
            generate_puzzle(&work, start);
        else
            run(&work, start);
        config_revert(engine->config);
    }
    engine->settings = work.before;
    if (!work.elsewhere)
        send_result(&work);
    text_free(&work.answers);
    text_free(&work.out);
    text_free(&work.notes);
    text_free(&work.frames);
    text_free(&work.deductions);
    free(work.name);
}

/* ---- greeting */

static void add_file(struct text *digest, const char *path)
{
    struct stat info = {0};
    if (!stat(path, &info))
        text_printf(digest, "%lld %lld.%09ld ", (long long)info.st_size, (long long)info.st_mtim.tv_sec,
                    info.st_mtim.tv_nsec);
    text_printf(digest, "%s\n", path);
}

/* One class type's ids of a plugin, as a JSON array. */
#define ADD_IDS(type, singular) \
    static void add_##type(const struct host *host, const struct host_plugin *plugin, struct text *out) \
    { \
        const struct host_##singular *const *list; \
        uint32_t n = host_list_##type(host, &list); \
        const char *comma = ""; \
        text_puts(out, ",\"" #type "\":["); \
        for (uint32_t i = 0; i < n; i++) { \
            if (list[i]->plugin != plugin) \
                continue; \
            text_puts(out, comma); \
            add_json_string(out, list[i]->class->id, strlen(list[i]->class->id)); \
            comma = ","; \
        } \
        text_puts(out, "]"); \
    }
ADD_IDS(puzzles, puzzle)
ADD_IDS(formats, format)
ADD_IDS(kinds, kind)
ADD_IDS(rules, rule)

static void add_member(struct text *out, const char *name, const char *value)
{
    text_printf(out, "%s\"%s\":", out->s[out->n - 1] == '{' ? "" : ",", name);
    add_json_string(out, value, strlen(value));
}

static void put_plugins(const struct host *host, struct text *frame, struct text *digest)
{
    const struct host_plugin *const *plugins;
    uint32_t n = host_list_plugins(host, &plugins);
    for (uint32_t i = 0; i < n; i++) {
        const struct host_plugin *plugin = plugins[i];
        struct text json = {0};
        text_puts(&json, "{");
        add_member(&json, "id", plugin->id);
        add_member(&json, "version", plugin->version);
        add_member(&json, "path", plugin->path);
        add_member(&json, "build_id", plugin->build_id);
        text_printf(&json, ",\"abi\":[%u,%u],\"shipped\":%s", plugin->abi_major, plugin->abi_minor,
                    plugin->ours ? "true" : "false");
        add_puzzles(host, plugin, &json);
        add_formats(host, plugin, &json);
        add_kinds(host, plugin, &json);
        add_rules(host, plugin, &json);
        text_puts(&json, "}");
        frame_put(frame, FIELD_PLUGINS, text_string(&json), json.n);
        frame->failed |= json.failed;
        text_free(&json);
        text_printf(digest, "%s %s ", plugin->id, plugin->build_id);
        add_file(digest, plugin->path);
    }
}

/* Would a rule of other people take part in puzzles of that type, be it for solving or for telling? */
static bool uses_foreign_rule(struct engine *engine, const char *type)
{
    struct arena arena = {0};
    struct fault ignored = {0}; /* the rules were looked up before, and found good */
    const struct rule_use *rules[2];
    uint32_t n[2] = {0};
    bool foreign = false;
    host_use_rules(engine->host, engine->config, type, &arena, &rules[0], &n[0], &ignored);
    host_explain_rules(engine->host, engine->config, type, &arena, &rules[1], &n[1], &ignored);
    for (int list = 0; list < 2; list++)
        for (uint32_t i = 0; i < n[list]; i++)
            foreign |= !rules[list][i].ours;
    arena_free(&arena);
    return foreign;
}

static void put_apart(struct engine *engine, struct text *frame)
{
    const struct host_puzzle *const *puzzles;
    uint32_t n = host_list_puzzles(engine->host, &puzzles);
    for (uint32_t i = 0; i < n; i++)
        if (!puzzles[i]->plugin->ours || uses_foreign_rule(engine, puzzles[i]->class->id))
            frame_put_string(frame, FIELD_APART, puzzles[i]->class->id);
}

static void put_names(const struct host *host, struct text *frame)
{
    const struct host_puzzle *const *puzzles;
    const struct host_format *const *formats;
    const struct host_rule *const *rules;
    uint32_t n = host_list_puzzles(host, &puzzles);
    for (uint32_t i = 0; i < n; i++)
        frame_put_string(frame, FIELD_TYPE, puzzles[i]->class->id);
    n = host_list_formats(host, &formats);
    for (uint32_t i = 0; i < n; i++) {
        struct text pair = {0};
        text_printf(&pair, "%s %s", formats[i]->class->id, formats[i]->class->puzzle);
        frame_put(frame, FIELD_FORMAT, text_string(&pair), pair.n);
        text_free(&pair);
    }
    n = host_list_rules(host, &rules);
    for (uint32_t i = 0; i < n; i++)
        frame_put_string(frame, FIELD_RULE, rules[i]->class->id);
}

#define X(name, heading, help) #name ","
static const char counter_names[] = RULE_STATS(X);
#undef X

static void put_greeting(struct engine *engine, const char *effective, struct text *frame)
{
    struct text digest = {0};
    size_t begin = frame_begin(frame, FRAME_READY);
    add_file(&digest, "/proc/self/exe");
    text_puts(&digest, effective);
    put_names(engine->host, frame);
    put_apart(engine, frame);
    put_plugins(engine->host, frame, &digest);
    frame_put_string(frame, FIELD_MESSAGE, host_refusals(engine->host));
    frame_put(frame, FIELD_STATS, counter_names, sizeof counter_names - 2);
    frame_put_string(frame, FIELD_CONFIG, effective);
    frame_put(frame, FIELD_DIGEST, text_string(&digest), digest.n);
    frame_end(frame, begin);
    frame->failed |= digest.failed;
    text_free(&digest);
}

static int refuse(const struct fault *fault)
{
    struct text frame = {0};
    char sentence[1200];
    size_t begin = frame_begin(&frame, FRAME_REFUSED);
    frame_put_string(&frame, FIELD_MESSAGE, fault_string(fault, sentence, sizeof sentence));
    frame_end(&frame, begin);
    pipe_send(&frame);
    return fault->code;
}

/* Sections of plugins that this worker doesn't open are there, and not looked into. */
static int pass_over_sections(struct config *config, const struct frame *start)
{
    struct frame_field field;
    char section[160];
    for (uint32_t at = 0; frame_next(start, &at, &field);) {
        snprintf(section, sizeof section, "%.*s", (int)field.length, field.bytes);
        if (field.name == FIELD_SECTION && config_declare_opaque(config, section))
            return EXIT_INTERNAL;
    }
    return 0;
}

static struct config *sent_config(const struct frame *start, const struct frame_field *text, struct fault *fault)
{
    struct config *config = config_new();
    if (!config || pass_over_sections(config, start))
        fault_set(fault, EXIT_INTERNAL, NULL, 0, 0, "there is no memory left");
    else
        config_load_bytes(config, "configuration", text->bytes, text->length, fault);
    if (!fault->code)
        return config;
    config_free(config);
    return NULL;
}

/* What was set, without what holds by default: to name an optional rule is to switch it on. The printed form says
 * of each value where it came from, beside it or on a line before it. */
static void keep_what_was_set(const char *effective, struct text *out)
{
    static const char mark[] = "; default";
    bool skip = false;
    for (const char *line = effective; *line;) {
        size_t n = strcspn(line, "\n"), m = sizeof mark - 1;
        bool marked = n >= m && !memcmp(line + n - m, mark, m);
        if (marked || line[0] == ';' || line[0] == '[' || !n)
            skip = marked && n == m;
        if (!marked && !skip) {
            text_add(out, line, n);
            text_puts(out, "\n");
        }
        line += n + (line[n] == '\n');
    }
}

static void put_config(const struct config *config, struct text *out)
{
    struct text effective = {0};
    config_effective(config, &effective);
    keep_what_was_set(text_string(&effective), out);
    out->failed |= effective.failed;
    text_free(&effective);
}

/* Opens everything that is for this worker and looks the rules up, as a run would: what is wrong shows now, not in a
 * job. The worker that tries a configuration opens everything there is. The text of the configuration is taken before
 * the quarantine goes in, and before plugins that could change are asked. */
static struct engine *open_engine(const struct frame *start,
                                  struct config *(*configure)(void *context, struct fault *fault), void *context,
                                  struct text *effective, struct fault *fault)
{
    struct frame_field text;
    struct arena arena = {0};
    const struct rule_use *rules;
    uint32_t n;
    bool sent = frame_find(start, FIELD_CONFIG, &text);
    bool all = !sent || frame_number(start, FIELD_FOREIGN, 0);
    struct config *config = sent ? sent_config(start, &text, fault) : configure(context, fault);
    struct engine *engine = !config ? NULL : all ? engine_open(config, fault) : engine_open_ours(config, fault);
    if (!engine)
        return NULL;
    host_open_all(engine->host);
    host_read_files(engine->host, engine->config);
    if (!config_check(engine->config, fault))
        host_use_rules(engine->host, engine->config, NULL, &arena, &rules, &n, fault);
    arena_free(&arena);
    if (sent)
        text_add(effective, text.bytes, text.length);
    else
        put_config(engine->config, effective);
    if (!fault->code)
        quarantine(engine->config, start, fault);
    if (!fault->code)
        return engine;
    engine_close(engine);
    return NULL;
}

/* From here on all that a plugin needs is loaded, and nothing of the machine is left to it, if so wanted. */
static int get_ready(const struct frame *start, struct engine *engine, const char *effective, struct fault *fault)
{
    struct text greeting = {0};
    if (pipe_listen(fault))
        return fault->code;
    put_greeting(engine, effective, &greeting);
    report_json_prepare();
    if (frame_number(start, FIELD_CONFINE, 0) && confine(fault)) {
        text_free(&greeting);
        return fault->code;
    }
    pipe_send(&greeting);
    return 0;
}

int worker_run(struct config *(*configure)(void *context, struct fault *fault), void *context)
{
    struct fault fault = {0};
    struct text effective = {0};
    struct frame start, frame;
    if (pipe_open(&start, &fault))
        return fault.code;
    struct engine *engine = open_engine(&start, configure, context, &effective, &fault);
    bool ready = engine && !get_ready(&start, engine, text_string(&effective), &fault);
    text_free(&effective);
    if (!ready) {
        engine_close(engine);
        return refuse(&fault);
    }
    while (pipe_next(&frame))
        work_on(engine, &start, &frame);
    engine_close(engine);
    pipe_close();
    return 0;
}
