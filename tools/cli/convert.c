#include "convert.h"

#include "core/cnf.h"
#include "gather.h"
#include "output.h"
#include "setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct rt_format_class *convert_format(struct engine *engine, const char *name, const char *type,
                                             struct fault *fault)
{
    char id[128];
    const struct host_format *format = host_format(engine->host, name);
    if (!format) {
        snprintf(id, sizeof id, "%s.%s", type, name);
        format = host_format(engine->host, id);
    }
    if (!format)
        fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--to: there is no format `%s`; `ratchet plugins list` shows those "
                  "that there are", name);
    return format ? format->class : NULL;
}

static int write_cnf(struct engine *engine, const struct gathered *g, struct session *session, struct text *out)
{
    struct puzzle_use use;
    const struct gathered_puzzle *p = &g->at[0];
    if (g->n > 1)
        return fault_set(session->fault, EXIT_USAGE, NULL, 0, 0, "a CNF holds one puzzle, but there are %u; name "
                         "one of them, such as %s", g->n, p->name);
    session->file = p->name;
    if (engine_use(engine, p->source->format->puzzle, session->arena, &use, NULL, NULL, session->fault))
        return session->fault->code;
    struct puzzle *puzzle = puzzle_parse(session, &use, p->puzzle->text, p->puzzle->length, p->puzzle->lines,
                                         p->puzzle->nlines);
    if (puzzle && cnf_write(session, engine->kinds, puzzle, NULL, out) != RT_OK && !session->fault->code)
        fault_set(session->fault, EXIT_OTHER, p->name, 0, 0, "out of memory");
    return session->fault->code;
}

static int write_format(struct engine *engine, const struct options *options, const struct gathered *g,
                        struct session *session, struct text *out)
{
    const char *type = g->at[0].source->format->puzzle;
    const struct rt_format_class *format = convert_format(engine, options->to, type, session->fault);
    if (!format)
        return session->fault->code;
    const struct rt_puzzle_text **list = calloc(g->n, sizeof *list);
    struct rt_puzzle_text *texts = calloc(g->n, sizeof *texts);
    for (uint32_t i = 0; list && texts && i < g->n && !session->fault->code; i++) {
        const struct source_puzzle *p = g->at[i].puzzle;
        texts[i] = (struct rt_puzzle_text){.size = sizeof texts[i], .text = p->text, .length = p->length,
                                           .title = p->title, .author = p->author, .marks = p->marks,
                                           .solution = p->solution, .source = p->source,
                                           .copyright = p->copyright, .license = p->license,
                                           .description = p->description};
        list[i] = &texts[i];
        if (strcmp(g->at[i].source->format->puzzle, format->puzzle))
            fault_set(session->fault, EXIT_USAGE, g->at[i].name, 0, 0, "this is a puzzle of type %s, and format %s "
                      "holds only %s", g->at[i].source->format->puzzle, format->id, format->puzzle);
    }
    session->file = g->at[0].name;
    if (!list || !texts)
        fault_set(session->fault, EXIT_OTHER, NULL, 0, 0, "there is no memory left");
    else if (!session->fault->code)
        format_write(session, format, list, g->n, out);
    free(list);
    free(texts);
    return session->fault->code;
}

int convert_command(const struct options *options)
{
    struct fault fault = {0};
    struct arena arena = {0};
    struct text out = {0};
    struct gathered g = {0};
    struct session session = {.arena = &arena, .fault = &fault};
    struct config *config = setup_config(options, NULL, &fault);
    struct engine *engine = config ? engine_open(config, &fault) : NULL;
    if (engine && !options->to)
        fault_set(&fault, EXIT_USAGE, NULL, 0, 0, "convert into what? Say --to FORMAT, such as --to cnf");
    if (!fault.code && !gather(&g, engine, options, &fault)) {
        if (!strcmp(options->to, "cnf"))
            write_cnf(engine, &g, &session, &out);
        else
            write_format(engine, options, &g, &session, &out);
    }
    if (fault.code)
        output_fault(&fault);
    else
        output_result(&out);
    int code = fault.code ? fault.code : output_failed() ? EXIT_OTHER : EXIT_GOOD;
    text_free(&out);
    gathered_free(&g);
    arena_free(&arena);
    engine_close(engine);
    return code;
}
