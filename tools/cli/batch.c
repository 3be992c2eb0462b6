#include "batch.h"

#include "job/input.h"
#include "output.h"
#include "progress.h"
#include "report/json.h"
#include "signals.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AHEAD_MOST = 256 };      /* tasks begun and not yet printed */

/* Everything but the work itself happens under the lock. */
struct batch {
    const struct task_context *context;
    const struct inputs *inputs;
    pthread_mutex_t lock;
    pthread_cond_t printed;
    /* Claiming: the input that is open, and its next puzzle. */
    uint32_t next;              /* input */
    struct shared_source *open;
    const struct source_puzzle *puzzle;
    uint32_t number;            /* of that puzzle, from 1 */
    struct text notes;          /* what its format said, for the first task */
    struct fault fault;         /* what is still to be said about the open input */
    /* Printing. */
    struct task *first, **end;  /* begun, in order */
    uint32_t ahead;
    struct tally tally;
    uint32_t passed_over, left_out, several;
    bool stopped;
    int code, sat_code;
};

static void release(struct shared_source *shared)
{
    if (!shared || --shared->users)
        return;
    source_free(&shared->source);
    free(shared);
}

static void close_input(struct batch *batch)
{
    release(batch->open);
    batch->open = NULL;
    batch->puzzle = NULL;
}

static const struct input_path *open_path(const struct batch *batch)
{
    return &batch->inputs->at[batch->next - 1];
}

static void pass_over(struct batch *batch, const struct fault *fault)
{
    char sentence[1200];
    batch->passed_over++;
    if (batch->context->options->verbose) {
        progress_erase();
        output_note("passed over: %s", fault_string(fault, sentence, sizeof sentence));
    }
}

/* Only one puzzle of the file was asked for. */
static void pick(struct batch *batch, uint32_t only, const char *path)
{
    struct source *source = &batch->open->source;
    batch->puzzle = source_puzzle(source, only - 1);
    batch->number = only;
    if (batch->puzzle)
        batch->fault = (struct fault){0};
    else if (!batch->fault.code)
        fault_set(&batch->fault, EXIT_NO_INPUT, path, 0, 0, "there is no puzzle %u, it holds %u", only, source->n);
}

static void on_log(void *context, int level, const char *source, const char *message)
{
    struct batch *batch = context;
    output_log(&batch->notes, batch->context->options, level, open_path(batch)->path, source, message);
}

/* Recognises and reads the bytes; what goes wrong is in batch->fault. */
static void read_source(struct batch *batch, const struct input_path *path, const struct input *input)
{
    const struct options *options = batch->context->options;
    struct source_request request = {.name = path->path, .bytes = input->bytes, .length = input->length,
                                     .type = options->type, .format = options->format,
                                     .cancelled = signals_cancelled(), .log = on_log, .log_context = batch};
    batch->open = calloc(1, sizeof *batch->open);
    if (!batch->open) {
        fault_set(&batch->fault, EXIT_OTHER, path->path, 0, 0, "there is no memory left");
        return;
    }
    batch->open->users = 1;
    source_read(&batch->open->source, batch->context->engine, &request);
    batch->fault = batch->open->source.fault;
    batch->puzzle = batch->open->source.puzzles;
    batch->number = 1;
    if (path->only)
        pick(batch, path->only, path->path);
}

static void open_input(struct batch *batch)
{
    const struct input_path *path = &batch->inputs->at[batch->next++];
    struct input input;
    batch->fault = (struct fault){0};
    input_read(&input, path->path, signals_cancelled(), &batch->fault);
    if (!batch->fault.code)
        read_source(batch, path, &input);
    input_free(&input);
    bool unknown = batch->fault.code == EXIT_BAD_INPUT && !(batch->open && batch->open->source.format);
    if (path->walked && unknown) {
        pass_over(batch, &batch->fault);
        batch->fault = (struct fault){0};
    }
}

static char *task_name(const struct batch *batch)
{
    struct text name = {0};
    text_puts(&name, open_path(batch)->path);
    if (batch->puzzle && (batch->open->source.n > 1 || open_path(batch)->only))
        text_printf(&name, "#%u", batch->number);
    return name.s;
}

static bool is_brief(const struct batch *batch)
{
    return batch->inputs->n > 1 || batch->inputs->folder ||
           (batch->open && batch->open->source.n > 1 && !open_path(batch)->only);
}

/* The next puzzle of the open input, or, behind the last, what was wrong with it. */
static struct task *new_task(struct batch *batch)
{
    struct task *task = calloc(1, sizeof *task);
    if (!task)
        return NULL;
    *task = (struct task){.context = batch->context, .input = batch->next - 1, .name = task_name(batch),
                          .brief = is_brief(batch), .shared = batch->open, .puzzle = batch->puzzle,
                          .notes = batch->notes};
    batch->notes = (struct text){0};
    batch->several += task->brief;
    if (batch->open)
        batch->open->users++;
    if (batch->puzzle) {
        batch->puzzle = open_path(batch)->only ? NULL : batch->puzzle->next;
        batch->number++;
    } else {
        task->fault = batch->fault;
        batch->fault = (struct fault){0};
    }
    *batch->end = task;
    batch->end = &task->next;
    batch->ahead++;
    return task;
}

static bool over(const struct batch *batch)
{
    return batch->stopped || *signals_cancelled() || output_failed();
}

/* NULL: there is nothing more to do. */
static struct task *claim(struct batch *batch)
{
    while (!over(batch)) {
        if (batch->ahead >= AHEAD_MOST) {
            pthread_cond_wait(&batch->printed, &batch->lock);
            continue;
        }
        if (batch->puzzle || batch->fault.code)
            return new_task(batch);
        close_input(batch);
        if (batch->next == batch->inputs->n)
            return NULL;
        open_input(batch);
    }
    return NULL;
}

static void free_task(struct task *task)
{
    release(task->shared);
    text_free(&task->out);
    text_free(&task->notes);
    free(task->name);
    free(task);
}

static bool is_bad(int code)
{
    return code == EXIT_BAD_INPUT || code == EXIT_NO_INPUT || code == EXIT_INTERNAL || code == EXIT_OTHER ||
           code == EXIT_USAGE;
}

static void print(struct batch *batch, const struct task *task)
{
    const struct options *options = batch->context->options;
    progress_erase();
    if (batch->context->trace)
        fflush(batch->context->trace);
    output_write(STDERR_FILENO, text_string(&task->notes), task->notes.n);
    if (options->quiet < 2)
        output_result(&task->out);
    batch->tally.n[task->outcome]++;
    if (worse_exit_code(batch->code, task->code) != batch->code || batch->sat_code < 0)
        batch->sat_code = task->sat_code;
    batch->code = worse_exit_code(batch->code, task->code);
    if (is_bad(task->code) && !options->keep_going) {
        batch->stopped = true;
        batch->left_out = batch->inputs->n - task->input - 1;
    }
}

/* All that is done and next in order. What was begun behind a bad input is thrown away. */
static void print_done(struct batch *batch)
{
    while (batch->first && batch->first->done) {
        struct task *task = batch->first;
        batch->first = task->next;
        if (!batch->first)
            batch->end = &batch->first;
        batch->ahead--;
        if (!batch->stopped)
            print(batch, task);
        free_task(task);
    }
    pthread_cond_broadcast(&batch->printed);
}

static void *work(void *context)
{
    struct batch *batch = context;
    struct task *task;
    pthread_mutex_lock(&batch->lock);
    while ((task = claim(batch))) {
        pthread_mutex_unlock(&batch->lock);
        task_run(task);
        pthread_mutex_lock(&batch->lock);
        task->done = true;
        print_done(batch);
    }
    pthread_mutex_unlock(&batch->lock);
    return NULL;
}

/* This thread is one of them; where no more can be had, fewer will do. */
static void work_together(struct batch *batch, uint32_t threads)
{
    pthread_t *others = calloc(threads, sizeof *others);
    uint32_t n = 0;
    while (others && n + 1 < threads && !pthread_create(&others[n], NULL, work, batch))
        n++;
    work(batch);
    while (n)
        pthread_join(others[--n], NULL);
    free(others);
}

static void summarize(struct batch *batch)
{
    const struct options *options = batch->context->options;
    struct text summary = {0};
    if (options->json)
        report_summary_json(&batch->tally, batch->left_out, batch->passed_over, batch->code, &summary);
    else
        report_summary(&batch->tally, batch->left_out, batch->passed_over, &summary);
    if (options->to || batch->context->op == OP_RENDER)
        output_write(STDERR_FILENO, text_string(&summary), summary.n);
    else
        output_result(&summary);
    text_free(&summary);
}

int batch_run(const struct task_context *context, const struct inputs *inputs, uint32_t threads)
{
    struct batch batch = {.context = context, .inputs = inputs, .sat_code = -1};
    pthread_mutex_init(&batch.lock, NULL);
    pthread_cond_init(&batch.printed, NULL);
    batch.end = &batch.first;
    work_together(&batch, threads);
    close_input(&batch);
    text_free(&batch.notes);
    progress_erase();
    if (*signals_cancelled()) {
        batch.code = EXIT_INTERRUPTED;
        batch.left_out = inputs->n - batch.next;
    }
    if ((batch.several || inputs->folder) && !context->options->quiet)
        summarize(&batch);
    pthread_cond_destroy(&batch.printed);
    pthread_mutex_destroy(&batch.lock);
    return context->options->sat_codes && batch.sat_code >= 0 && batch.code != EXIT_INTERRUPTED
           ? batch.sat_code : batch.code;
}
