#include "task.h"

#include "output.h"
#include "png.h"
#include "progress.h"
#include "report/json.h"
#include "report/story.h"
#include "signals.h"

#include <errno.h>
#include <string.h>

static void on_log(void *context, int level, const char *source, const char *message)
{
    struct task *task = context;
    output_log(&task->notes, task->context->options, level, task->name, source, message);
}

static void on_trace(void *context, const struct trace_event *event, const struct trace_names *names)
{
    struct task *task = context;
    struct text line = {0};
    trace_json(event, names, &line);
    fwrite(text_string(&line), 1, line.n, task->context->trace);
    text_free(&line);
}

static void on_progress(void *context, const struct answer *so_far)
{
    const struct task *task = context;
    progress_show(task->name, task->input, so_far->search, so_far->fixed, so_far->nvars,
                  (uint32_t)so_far->solutions);
}

static struct report_style style_of(const struct task *task)
{
    const struct options *options = task->context->options;
    return (struct report_style){
        .picture = task->context->picture,
        .pictures = !task->brief || options->to || task->context->op == OP_RENDER || task->context->op == OP_HINT,
        .animate = options->animate,
        .apart = options->to || options->animate,
        .several = task->brief,
        .stats = options->stats,
    };
}

/* grade --min, --max: other puzzles are not told of. */
static bool passed_over(const struct task_context *context, const struct answer *answer)
{
    uint32_t level = answer->outcome == OUTCOME_GRADED ? answer->story->grade.level : 0;
    bool filters = context->least || context->most;
    if (answer->op != OP_GRADE || answer->outcome == OUTCOME_ERROR || !filters)
        return false;
    return level < context->least || !level || (context->most && level > context->most);
}

static void rasterise(struct task *task)
{
    struct fault fault = {0};
    char sentence[1200];
    if (!png_convert(&task->out, &fault))
        return;
    text_printf(&task->notes, "ratchet: %s\n", fault_string(&fault, sentence, sizeof sentence));
    task->code = worse_exit_code(task->code, fault.code);
    task->sat_code = fault.code;
}

static void report(struct task *task, const struct answer *answer)
{
    const struct options *options = task->context->options;
    struct report_style style = style_of(task);
    char sentence[1200];
    task->outcome = answer->outcome;
    task->code = answer_exit_code(answer);
    task->sat_code = answer_sat_code(answer);
    if (passed_over(task->context, answer))
        return;
    if (options->to && answer->op == OP_EXPLAIN && answer->story) {
        struct fault fault = {0};
        if (story_pages(answer, &task->out, &fault))
            text_printf(&task->notes, "ratchet: %s\n", fault_string(&fault, sentence, sizeof sentence));
        report_verdict(answer, &task->notes);
        task->code = fault.code ? fault.code : task->code;
        return;
    }
    if (options->json) {
        report_json(answer, options->stats > 0, &task->out);
        if (answer->fault.code)
            text_printf(&task->notes, "ratchet: %s\n", fault_string(&answer->fault, sentence, sizeof sentence));
        return;
    }
    int undrawn = report_text(answer, &style, &task->out, &task->notes);
    task->code = undrawn ? worse_exit_code(task->code, undrawn) : task->code;
    task->sat_code = undrawn ? undrawn : task->sat_code;
    if (task->context->png && task->out.n)
        rasterise(task);
}

static void report_fault(struct task *task)
{
    struct answer answer = {.op = task->context->op, .outcome = OUTCOME_ERROR, .name = task->name,
                            .fault = task->fault};
    if (task->fault.code == EXIT_INTERRUPTED)
        answer.outcome = OUTCOME_CANCELLED;
    report(task, &answer);
}

/* What can't be done with one of several. */
static int misfit(struct task *task)
{
    const struct task_context *context = task->context;
    bool grid = context->grid.bytes && task->brief;
    bool file = context->options->to || context->options->animate;
    bool svg = file && context->picture == RT_RENDER_SVG && task->brief;
    if (grid)
        return fault_set(&task->fault, EXIT_USAGE, NULL, 0, 0,
                         "a grid goes with one puzzle, and there are several; name one, such as %s", task->name);
    if (svg)
        return fault_set(&task->fault, EXIT_USAGE, NULL, 0, 0,
                         "%s holds one puzzle, and there are several; name one, such as %s",
                         context->png ? "a PNG" : "an SVG", task->name);
    return 0;
}

void task_run(struct task *task)
{
    const struct task_context *context = task->context;
    struct job_request request = {
        .op = context->op,
        .name = task->name,
        .max_solutions = context->max_solutions,
        .grid = context->grid,
        .hint_level = context->hint_level,
        .all = context->options->all,
        .steps_from = context->from,
        .steps_to = context->to,
        .stats_full = context->options->stats == STATS_FULL,
        .course = context->options->animate,
        .cancelled = signals_cancelled(),
        .log = on_log,
        .trace = context->trace ? on_trace : NULL,
        .progress = progress_wanted() ? on_progress : NULL,
        .context = task,
    };
    if (!task->puzzle || misfit(task)) {
        report_fault(task);
        return;
    }
    struct job *job = job_run(context->engine, &task->shared->source, task->puzzle, &request);
    if (job) {
        report(task, job_answer(job));
    } else {
        fault_set(&task->fault, EXIT_OTHER, task->name, 0, 0, "there is no memory left");
        report_fault(task);
    }
    job_free(job);
}
