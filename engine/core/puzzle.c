#include "core/puzzle.h"

#include "core/kernel.h"

struct puzzle {
    struct plugin plugin;
    const struct rt_puzzle_class *class;
    struct rt_host host;
    struct arena scratch;   /* empty between calls, so nothing is left to free */
};

static int call_failed(struct puzzle *puzzle, int status, const char *what)
{
    struct session *session = puzzle->plugin.session;
    if (status < 0 && !session->fault->code && status != RT_EUNSUPPORTED)
        fault_set(session->fault, status == RT_EINPUT ? EXIT_BAD_INPUT : EXIT_OTHER, session->file, 0, 0,
                  status == RT_ENOMEM ? "%s: out of memory in '%s'; raise the memory limit"
                  : status == RT_ELIMIT ? "%s: the time limit came while '%s' was running"
                  : "%s failed in '%s' without saying why; report it to the plugin's author",
                  puzzle->class->id, what);
    return status;
}

#define CALL(puzzle, phase, what, expression) \
    struct plugin_call call = plugin_enter(&(puzzle)->plugin, (phase)); \
    int status = (expression); \
    plugin_leave(&(puzzle)->plugin, call); \
    return call_failed((puzzle), status, (what))

struct puzzle *puzzle_parse(struct session *session, const struct puzzle_use *use, const char *text,
                            size_t length, const uint32_t *lines, uint32_t nlines)
{
    struct puzzle *puzzle = arena_alloc(session->arena, sizeof *puzzle);
    if (!puzzle) {
        fault_set(session->fault, EXIT_OTHER, session->file, 0, 0, "out of memory; raise the memory limit");
        return NULL;
    }
    services_fill(&puzzle->host);
    puzzle->class = use->class;
    puzzle->plugin = (struct plugin){
        .self.h = &puzzle->host,
        .session = session,
        .scratch = &puzzle->scratch,
        .id = use->class->id,
        .options = use->class->options,
        .values = use->options,
        .lines = lines,
        .nlines = nlines,
    };
    struct plugin_call call = plugin_enter(&puzzle->plugin, PHASE_PARSE);
    int status = use->class->parse(&puzzle->plugin.self, text, length);
    plugin_leave(&puzzle->plugin, call);
    puzzle->plugin.lines = NULL;
    call_failed(puzzle, status, "parse");
    return status < 0 || session->fault->code ? NULL : puzzle;
}

static const struct rt_puzzle_sample *samples_of(const struct rt_puzzle_class *class)
{
    const struct rt_puzzle_sample *samples = class->extension ? class->extension(RT_PUZZLE_SAMPLE) : NULL;
    return samples && samples->size >= sizeof *samples && samples->sample ? samples : NULL;
}

int puzzle_sample(struct session *session, const struct puzzle_use *use, uint32_t side, struct text *out)
{
    const struct rt_puzzle_sample *samples = samples_of(use->class);
    if (!samples)
        return RT_EUNSUPPORTED;
    struct arena scratch = {0};
    struct puzzle maker = {.class = use->class};
    services_fill(&maker.host);
    maker.plugin = (struct plugin){.self.h = &maker.host, .session = session, .scratch = &scratch,
                                   .id = use->class->id, .options = use->class->options, .values = use->options,
                                   .out = out};
    struct plugin_call call = plugin_enter(&maker.plugin, PHASE_WRITE);
    int status = samples->sample(&maker.plugin.self, side);
    plugin_leave(&maker.plugin, call);
    arena_free(&scratch);
    return call_failed(&maker, status >= 0 && out->failed ? RT_ENOMEM : status, "sample");
}

const struct rt_puzzle_class *puzzle_class(const struct puzzle *puzzle)
{
    return puzzle->class;
}

struct session *puzzle_session(const struct puzzle *puzzle)
{
    return puzzle->plugin.session;
}

int puzzle_model(struct puzzle *puzzle, struct solver *solver)
{
    puzzle->plugin.solver = solver;
    CALL(puzzle, PHASE_MODEL, "model", puzzle->class->model(&puzzle->plugin.self));
}

static int output(struct puzzle *puzzle, struct text *out, int status)
{
    puzzle->plugin.out = NULL;
    if (status >= 0 && out->failed)
        status = RT_ENOMEM;
    return status;
}

static int render(struct puzzle *puzzle, const struct rt_picture *picture)
{
    CALL(puzzle, PHASE_RENDER, "render", puzzle->class->render(&puzzle->plugin.self, picture));
}

int puzzle_render(struct puzzle *puzzle, const struct rt_picture *picture, struct text *out)
{
    puzzle->plugin.out = out;
    return output(puzzle, out, render(puzzle, picture));
}

static int describe(struct puzzle *puzzle, uint32_t var, uint32_t value)
{
    if (!puzzle->class->describe)
        return RT_EUNSUPPORTED;
    CALL(puzzle, PHASE_DESCRIBE, "describe", puzzle->class->describe(&puzzle->plugin.self, var, value));
}

int puzzle_describe(struct puzzle *puzzle, uint32_t var, uint32_t value, struct text *out)
{
    puzzle->plugin.out = out;
    return output(puzzle, out, describe(puzzle, var, value));
}

static int describe_scope(struct puzzle *puzzle, uint32_t scope)
{
    if (!puzzle->class->describe_scope)
        return RT_EUNSUPPORTED;
    CALL(puzzle, PHASE_DESCRIBE, "describe_scope", puzzle->class->describe_scope(&puzzle->plugin.self, scope));
}

int puzzle_describe_scope(struct puzzle *puzzle, uint32_t scope, struct text *out)
{
    puzzle->plugin.out = out;
    return output(puzzle, out, describe_scope(puzzle, scope));
}

static int describe_positions(struct puzzle *puzzle, uint32_t scope, uint32_t first, uint32_t last)
{
    if (!puzzle->class->describe_positions)
        return RT_EUNSUPPORTED;
    CALL(puzzle, PHASE_DESCRIBE, "describe_positions",
         puzzle->class->describe_positions(&puzzle->plugin.self, scope, first, last));
}

int puzzle_describe_positions(struct puzzle *puzzle, uint32_t scope, uint32_t first, uint32_t last,
                              struct text *out)
{
    puzzle->plugin.out = out;
    return output(puzzle, out, describe_positions(puzzle, scope, first, last));
}

static int describe_value(struct puzzle *puzzle, uint32_t var, uint32_t value)
{
    if (!puzzle->class->describe_value)
        return RT_EUNSUPPORTED;
    CALL(puzzle, PHASE_DESCRIBE, "describe_value",
         puzzle->class->describe_value(&puzzle->plugin.self, var, value));
}

int puzzle_describe_value(struct puzzle *puzzle, uint32_t var, uint32_t value, struct text *out)
{
    puzzle->plugin.out = out;
    return output(puzzle, out, describe_value(puzzle, var, value));
}

const char *puzzle_place(struct puzzle *puzzle, uint32_t var, char *buffer, size_t capacity)
{
    buffer[0] = 0;
    if (puzzle->class->place) {
        struct plugin_call call = plugin_enter(&puzzle->plugin, PHASE_DESCRIBE);
        if (puzzle->class->place(&puzzle->plugin.self, var, buffer, capacity) < 0)
            buffer[0] = 0;
        plugin_leave(&puzzle->plugin, call);
    }
    buffer[capacity - 1] = 0;
    return buffer;
}

static int facts(struct puzzle *puzzle)
{
    if (!puzzle->class->facts)
        return RT_EUNSUPPORTED;
    CALL(puzzle, PHASE_FACTS, "facts", puzzle->class->facts(&puzzle->plugin.self));
}

int puzzle_facts(struct puzzle *puzzle, struct text *out)
{
    puzzle->plugin.out = out;
    return output(puzzle, out, facts(puzzle));
}

int puzzle_verify(struct puzzle *puzzle, const uint8_t *values, uint32_t nvars, struct rt_verdict *verdict,
                  uint32_t *blame)
{
    *verdict = (struct rt_verdict){.blame = blame};
    struct plugin_call call = plugin_enter(&puzzle->plugin, PHASE_VERIFY);
    int status = puzzle->class->verify(&puzzle->plugin.self, values, verdict);
    plugin_leave(&puzzle->plugin, call);
    verdict->what[sizeof verdict->what - 1] = 0;
    verdict->place[sizeof verdict->place - 1] = 0;
    bool sane = verdict->blame == blame && verdict->nblame <= nvars;
    for (uint32_t i = 0; sane && i < verdict->nblame; i++)
        sane = blame[i] < nvars;
    if (!sane) {
        plugin_fault(&puzzle->plugin, "verify blamed a variable that does not exist");
        return RT_ERROR;
    }
    return call_failed(puzzle, status, "verify");
}

static int read_marks(struct puzzle *puzzle, const char *text, size_t length)
{
    if (!puzzle->class->marks)
        return RT_EUNSUPPORTED;
    CALL(puzzle, PHASE_MARKS, "marks", puzzle->class->marks(&puzzle->plugin.self, text, length));
}

int puzzle_marks(struct puzzle *puzzle, const char *text, size_t length, uint64_t *domains, uint32_t nvars)
{
    puzzle->plugin.marks = domains;
    puzzle->plugin.nmarks = nvars;
    int status = read_marks(puzzle, text, length);
    puzzle->plugin.marks = NULL;
    puzzle->plugin.nmarks = 0;
    return status;
}

int puzzle_generate(struct session *session, const struct puzzle_use *use, struct puzzle *from,
                    const struct rt_wish *wish, int (*emit)(void *context, const struct rt_puzzle_text *),
                    void *context)
{
    if (!use->class->generate)
        return RT_EUNSUPPORTED;
    struct puzzle fresh = {.class = use->class}, *puzzle = from ? from : &fresh;
    services_fill(&fresh.host);
    fresh.plugin = (struct plugin){.self.h = &fresh.host, .session = session, .scratch = &fresh.scratch,
                                   .id = use->class->id, .options = use->class->options, .values = use->options};
    puzzle->plugin.emit = emit;
    puzzle->plugin.emit_context = context;
    struct plugin_call call = plugin_enter(&puzzle->plugin, PHASE_GENERATE);
    int status = use->class->generate(&puzzle->plugin.self, wish);
    plugin_leave(&puzzle->plugin, call);
    puzzle->plugin.emit = NULL;
    arena_free(&fresh.scratch);
    return call_failed(puzzle, status, "generate");
}

static int format_status(struct session *session, const struct rt_format_class *format, int status)
{
    if (session->fault->code && status >= 0)
        status = RT_ERROR;
    if (status < 0 && !session->fault->code)
        fault_set(session->fault, status == RT_EINPUT ? EXIT_BAD_INPUT : EXIT_OTHER, session->file, 0, 0,
                  status == RT_ENOMEM ? "out of memory in format '%s'; raise the memory limit"
                  : status == RT_EUNSUPPORTED ? "format '%s' can't do this"
                  : "format '%s' failed without saying why; report it to its author", format->id);
    return status;
}

int format_read(struct session *session, const struct rt_format_class *format, const char *bytes,
                size_t length, int (*emit)(void *context, const struct rt_puzzle_text *), void *context)
{
    struct rt_host host;
    services_fill(&host);
    struct arena scratch = {0};
    struct plugin plugin = {.self.h = &host, .session = session, .scratch = &scratch, .id = format->id,
                            .emit = emit, .emit_context = context};
    struct plugin_call call = plugin_enter(&plugin, PHASE_READ);
    int status = format->read(&plugin.self, bytes, length);
    plugin_leave(&plugin, call);
    arena_free(&scratch);
    return format_status(session, format, status);
}

int format_write(struct session *session, const struct rt_format_class *format,
                 const struct rt_puzzle_text *const *puzzles, uint32_t count, struct text *out)
{
    if (!format->write)
        return format_status(session, format, RT_EUNSUPPORTED);
    struct rt_host host;
    services_fill(&host);
    struct arena scratch = {0};
    struct plugin plugin = {.self.h = &host, .session = session, .scratch = &scratch, .id = format->id,
                            .out = out};
    struct plugin_call call = plugin_enter(&plugin, PHASE_WRITE);
    int status = format->write(&plugin.self, puzzles, count);
    plugin_leave(&plugin, call);
    arena_free(&scratch);
    if (status >= 0 && out->failed)
        status = RT_ENOMEM;
    return format_status(session, format, status);
}
