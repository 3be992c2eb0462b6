#include "gather.h"

#include "job/input.h"
#include "output.h"
#include "signals.h"
#include "util/text.h"

#include <stdlib.h>
#include <unistd.h>

static int no_memory(struct fault *fault)
{
    return fault_set(fault, EXIT_OTHER, NULL, 0, 0, "there is no memory left");
}

static int add_puzzles(struct gathered *g, const struct source *source, const struct input_path *path,
                       struct fault *fault)
{
    struct gathered_puzzle *grown = realloc(g->at, (g->n + source->n + 1) * sizeof *grown);
    if (!grown)
        return no_memory(fault);
    g->at = grown;
    uint32_t number = 0;
    for (const struct source_puzzle *p = source->puzzles; p; p = p->next) {
        number++;
        if (path->only && path->only != number)
            continue;
        struct text name = {0};
        text_puts(&name, path->path);
        if (source->n > 1)
            text_printf(&name, "#%u", number);
        if (name.failed) {
            text_free(&name);
            return no_memory(fault);
        }
        g->at[g->n++] = (struct gathered_puzzle){source, p, name.s};
    }
    if (path->only > number)
        return fault_set(fault, EXIT_NO_INPUT, path->path, 0, 0, "there is no puzzle %u, it holds %u", path->only,
                         number);
    return 0;
}

/* What there is to say while one input is read. */
struct listener {
    const struct options *options;
    const char *name;
    struct text notes;
};

static void on_log(void *context, int level, const char *source, const char *message)
{
    struct listener *listener = context;
    output_log(&listener->notes, listener->options, level, listener->name, source, message);
}

static int add_input(struct gathered *g, struct engine *engine, const struct options *options,
                     const struct input_path *path, struct fault *fault)
{
    struct input input;
    if (input_read(&input, path->path, signals_cancelled(), fault))
        return fault->code;
    struct source *source = &g->sources[g->nsources++];
    struct listener listener = {options, path->path, {0}};
    struct source_request request = {.name = path->path, .bytes = input.bytes, .length = input.length,
                                     .type = options->type, .format = options->format,
                                     .cancelled = signals_cancelled(), .log = on_log, .log_context = &listener};
    source_read(source, engine, &request);
    input_free(&input);
    output_write(STDERR_FILENO, text_string(&listener.notes), listener.notes.n);
    text_free(&listener.notes);
    if (source->fault.code && path->walked && !source->format)
        return 0;
    if (source->fault.code) {
        *fault = source->fault;
        return fault->code;
    }
    return add_puzzles(g, source, path, fault);
}

int gather(struct gathered *g, struct engine *engine, const struct options *options, struct fault *fault)
{
    struct inputs inputs = {0};
    *g = (struct gathered){0};
    for (uint32_t i = 0; i < options->noperands && !fault->code; i++)
        inputs_add(&inputs, options->operands[i], fault);
    if (!fault->code && !(g->sources = calloc(inputs.n + 1, sizeof *g->sources)))
        no_memory(fault);
    for (uint32_t i = 0; i < inputs.n && !fault->code; i++)
        add_input(g, engine, options, &inputs.at[i], fault);
    if (!fault->code && !g->n)
        fault_set(fault, EXIT_NO_INPUT, options->operands[0], 0, 0, "there is no puzzle in it");
    inputs_free(&inputs);
    return fault->code;
}

void gathered_free(struct gathered *g)
{
    for (uint32_t i = 0; i < g->n; i++)
        free(g->at[i].name);
    for (uint32_t i = 0; i < g->nsources; i++)
        source_free(&g->sources[i]);
    free(g->at);
    free(g->sources);
}
