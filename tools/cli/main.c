/* ratchet: the command line. */
#include "ablate.h"
#include "audit.h"
#include "batch.h"
#include "bench.h"
#include "client.h"
#include "convert.h"
#include "generate.h"
#include "help.h"
#include "job/crash.h"
#include "job/input.h"
#include "lists.h"
#include "output.h"
#include "progress.h"
#include "setup.h"
#include "signals.h"
#include "worker.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int print_and_free(struct text *text)
{
    output_result(text);
    text_free(text);
    return output_failed() ? EXIT_OTHER : 0;
}

static int documents(const struct options *options)
{
    struct text out = {0};
    if (options->version)
        text_puts(&out, "ratchet " RATCHET_VERSION "\n");
    else if (options->completions)
        help_completions(options->completions, &out);
    else if (options->man_options)
        help_man(&out);
    else
        help_text(options->verb, &out);
    return print_and_free(&out);
}

static int read_numbers(const struct options *options, struct task_context *context, uint32_t *threads,
                        struct fault *fault)
{
    struct option_numbers numbers;
    *threads = 1;
    if (options_numbers(options, &numbers, fault))
        return fault->code;
    context->max_solutions = numbers.max_solutions;
    context->hint_level = numbers.level;
    context->from = numbers.from;
    context->to = numbers.to;
    if (options->jobs && !option_number(options->jobs, true, 1024, threads))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "-j is `%s`; give a number from 0 (one a processor) to 1024",
                         options->jobs);
    if (options->least && !option_number(options->least, false, 9, &context->least))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--min is `%s`; give a level from 1 to 9", options->least);
    if (options->most && !option_number(options->most, false, 9, &context->most))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--max is `%s`; give a level from 1 to 9", options->most);
    if (!*threads)
        *threads = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
    if (options->trace)
        *threads = 1;   /* or the lines of several puzzles would mix */
    if (options->first || options->animate)
        context->max_solutions = 1;
    return 0;
}

static enum rt_render_kind picture(const struct options *options)
{
    if (options->animate)
        return RT_RENDER_SVG;
    if (!options->to)
        return output_colored((enum when)options->color) ? RT_RENDER_ANSI : RT_RENDER_ASCII;
    if (!strcmp(options->to, "svg") || !strcmp(options->to, "png"))
        return RT_RENDER_SVG;
    return !strcmp(options->to, "ansi") ? RT_RENDER_ANSI : RT_RENDER_ASCII;
}

/* Options that don't go together. */
static int check_pictures(const struct options *options, const struct task_context *context, struct fault *fault)
{
    if (options->animate && options->to && strcmp(options->to, "svg"))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--animate draws an SVG; leave out --to %s", options->to);
    if (options->animate && options->solution)
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--animate solves the puzzle itself; leave out --solution");
    if (context->png && options->json)
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--to png and --json don't go together; leave one out");
    if (context->png && isatty(STDOUT_FILENO))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "a PNG is nothing for a terminal; send it to a file: --to png "
                         ">picture.png");
    return 0;
}

static enum op op_of(const struct verb *verb)
{
    enum op op = OP_SOLVE;
    while (strcmp(op_name(op), verb->name))
        op++;
    return op;
}

static int open_trace(const char *path, FILE **trace, struct fault *fault)
{
    if (!path)
        return 0;
    *trace = !*path ? stderr : !strcmp(path, "-") ? stdout : fopen(path, "we");
    if (!*trace)
        return fault_set(fault, EXIT_OTHER, path, 0, 0, "the trace can't be written: %s", strerror(errno));
    if (*trace == stderr)
        setvbuf(stderr, NULL, _IOFBF, 1 << 16);
    return 0;
}

static int close_trace(FILE *trace, int code)
{
    bool bad = trace && (fflush(trace) || ferror(trace));
    if (bad)
        output_note("the trace can't be written: %s", strerror(errno));
    if (trace && trace != stderr && trace != stdout)
        fclose(trace);
    return bad ? worse_exit_code(code, EXIT_OTHER) : code;
}

/* The grid of --marks, --solution or `verify FILE SOLUTION`. */
static int read_grid(const struct options *options, enum op op, struct input *input, struct grid_text *grid,
                     struct fault *fault)
{
    const char *path = op == OP_VERIFY && options->noperands > 1 ? options->operands[1]
                       : options->marks ? options->marks : options->solution;
    if (!path)
        return 0;
    if (!input_read(input, path, signals_cancelled(), fault))
        *grid = (struct grid_text){path, input->bytes, input->length};
    return fault->code;
}

static void find_inputs(const struct options *options, enum op op, struct inputs *inputs, struct fault *fault)
{
    uint32_t n = op == OP_VERIFY ? 1 : options->noperands;
    if (op == OP_VERIFY && options->noperands > 2)
        fault_set(fault, EXIT_USAGE, NULL, 0, 0, "`verify` takes one puzzle and one solution: ratchet verify FILE "
                  "[SOLUTION]");
    for (uint32_t i = 0; i < n && !fault->code; i++)
        inputs_add(inputs, options->operands[i], fault);
    if (!inputs->n && !fault->code)
        fault_set(fault, EXIT_NO_INPUT, options->operands[0], 0, 0, "there is no file in this folder");
}

static void tell_refusals(const struct engine *engine, const struct options *options)
{
    const char *refusals = host_refusals(engine->host);
    if (!options->quiet)
        output_write(STDERR_FILENO, refusals, strlen(refusals));
}

static int work_on(const struct options *options, struct task_context *context, const struct inputs *inputs,
                   uint32_t threads)
{
    struct fault fault = {0};
    struct config *config = setup_config(options, NULL, &fault);
    context->engine = config ? engine_open(config, &fault) : NULL;
    if (!context->engine || open_trace(options->trace, &context->trace, &fault)) {
        engine_close(context->engine);
        return output_fault(&fault);
    }
    progress_start(context->trace == stderr ? WHEN_NEVER : (enum when)options->progress, inputs->n);
    int code = batch_run(context, inputs, threads);
    tell_refusals(context->engine, options);
    code = close_trace(context->trace, code);
    engine_close(context->engine);
    return output_failed() ? worse_exit_code(code, EXIT_OTHER) : code;
}

static int puzzles_command(const struct options *options)
{
    struct inputs inputs = {0};
    struct input grid = {0};
    struct fault fault = {0};
    uint32_t threads;
    struct task_context context = {.options = options, .op = options->animate ? OP_SOLVE : op_of(options->verb),
                                   .picture = picture(options),
                                   .png = options->to && !strcmp(options->to, "png")};
    if (!check_pictures(options, &context, &fault))
        find_inputs(options, context.op, &inputs, &fault);
    if (!fault.code)
        read_numbers(options, &context, &threads, &fault);
    if (!fault.code)
        read_grid(options, context.op, &grid, &context.grid, &fault);
    context.inputs = inputs.n;
    int code = fault.code ? output_fault(&fault) : work_on(options, &context, &inputs, threads);
    input_free(&grid);
    inputs_free(&inputs);
    return code;
}

static int run(const struct options *options)
{
    if (options->help || options->version || options->completions || options->man_options)
        return documents(options);
    if (options->verb->actions && !options->action) {
        output_note("`%s` needs to know what to do; `ratchet %s --help` says more", options->verb->name,
                    options->verb->name);
        return EXIT_USAGE;
    }
    switch (options->verb->bit) {
    case V_RULES:
        return rules_command(options);
    case V_PLUGINS:
        return plugins_command(options);
    case V_CONFIG:
        return config_command(options);
    case V_CONVERT:
        return convert_command(options);
    case V_GENERATE:
        return generate_command(options);
    case V_BENCH:
        return bench_command(options);
    case V_AUDIT:
        return audit_command(options);
    case V_ABLATE:
        return ablate_command(options);
    case V_SUBMIT:
    case V_WAIT:
    case V_WATCH:
    case V_CANCEL:
    case V_RETRY:
    case V_DELETE:
    case V_LS:
    case V_GET:
    case V_STATS:
    case V_METRICS:
    case V_RELOAD:
    case V_DRAIN:
    case V_HEALTH:
        return client_command(options);
    default:
        return puzzles_command(options);
    }
}

/* What a job frees stays here for the next one: fetching it anew, page by page, would take longer than many a puzzle.
 * It is little: a run that needs more than this has other worries. */
static void keep_memory(void)
{
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TOP_PAD, 1 << 20);
}

int main(int argc, char **argv)
{
    struct options options;
    struct fault fault = {0};
    keep_memory();
    if (argc > 1 && !strcmp(argv[1], "worker"))
        return worker_command(argc, argv);
    signals_catch();
    crash_install();
    int code = options_parse(&options, argc, argv, &fault) ? output_fault(&fault) : run(&options);
    options_free(&options);
    return code;
}
