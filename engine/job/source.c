#include "job/source.h"

#include "util/clock.h"

#include <string.h>
#include <sys/types.h>

struct collector {
    struct source *source;
    struct source_puzzle **end;
};

static bool copy_string(struct arena *arena, const char **to, const char *from)
{
    *to = arena_string(arena, from);
    return !*to == !from;
}

static bool copy_text(struct arena *arena, struct source_puzzle *to, const struct rt_puzzle_text *from)
{
    to->length = from->length;
    to->nlines = from->lines ? from->nlines : 0;
    to->text = arena_string_n(arena, from->text, from->length);
    to->lines = from->lines ? arena_copy(arena, from->lines, from->nlines * sizeof *from->lines) : NULL;
    return to->text && !to->lines == !from->lines && copy_string(arena, &to->title, from->title) &&
           copy_string(arena, &to->author, from->author) && copy_string(arena, &to->marks, from->marks) &&
           copy_string(arena, &to->solution, from->solution) && copy_string(arena, &to->source, from->source) &&
           copy_string(arena, &to->copyright, from->copyright) &&
           copy_string(arena, &to->license, from->license) &&
           copy_string(arena, &to->description, from->description);
}

static int collect(void *context, const struct rt_puzzle_text *text)
{
    struct collector *collector = context;
    struct source *source = collector->source;
    struct source_puzzle *puzzle = arena_alloc(&source->arena, sizeof *puzzle);
    if (!puzzle || !copy_text(&source->arena, puzzle, text))
        return RT_ENOMEM;
    *collector->end = puzzle;
    collector->end = &puzzle->next;
    source->n++;
    return RT_OK;
}

static void read_format(struct source *source, struct engine *engine, const struct source_request *request)
{
    struct collector collector = {source, &source->puzzles};
    const struct engine_settings *settings = &engine->settings;
    struct session session = {.arena = &source->arena, .fault = &source->fault, .file = source->name,
                              .cancelled = request->cancelled, .log = request->log,
                              .log_context = request->log_context};
    random_seed(&session.random, settings->seed);
    if (settings->time > 0)
        session.deadline = clock_seconds() + settings->time;
    format_read(&session, source->format, request->bytes, request->length, collect, &collector);
    if (!source->n && !source->fault.code)
        fault_set(&source->fault, EXIT_BAD_INPUT, source->name, 0, 0, "it holds no puzzle");
}

int source_read(struct source *source, struct engine *engine, const struct source_request *request)
{
    double start = clock_seconds();
    *source = (struct source){.arena.limit = engine->settings.memory, .name = request->name};
    const struct host_format *format =
        engine_recognise(engine, request->name, request->bytes, request->length, request->type,
                         request->format, &source->fault);
    source->format = format ? format->class : NULL;
    if (format)
        read_format(source, engine, request);
    source->seconds = clock_seconds() - start;
    return source->fault.code;
}

const struct source_puzzle *source_puzzle(const struct source *source, uint32_t index)
{
    const struct source_puzzle *puzzle = source->puzzles;
    while (puzzle && index--)
        puzzle = puzzle->next;
    return puzzle;
}

/* Its length goes before: no two lists of strings look alike. */
static void add_string(struct text *out, const char *string)
{
    text_printf(out, "%zd:", string ? (ssize_t)strlen(string) : -1);
    text_puts(out, string ? string : "");
}

void source_canonical(const struct source *source, struct text *out)
{
    add_string(out, source->format->id);
    for (const struct source_puzzle *p = source->puzzles; p; p = p->next) {
        const char *const strings[] = {p->text, p->title, p->author, p->marks, p->solution,
                                       p->source, p->copyright, p->license, p->description};
        for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
            add_string(out, strings[i]);
    }
}

void source_free(struct source *source)
{
    arena_free(&source->arena);
    *source = (struct source){0};
}
