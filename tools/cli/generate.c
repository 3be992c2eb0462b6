#include "generate.h"

#include "convert.h"
#include "job/generate.h"
#include "job/input.h"
#include "job/source.h"
#include "report/json.h"
#include "output.h"
#include "progress.h"
#include "setup.h"
#include "signals.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct generation {
    const struct options *options;
    struct engine *engine;
    struct generate_request request;
    uint32_t count;
    const struct rt_format_class *format;       /* NULL: canonical text */
    struct input input;
    struct source source;                       /* the picture's, if a format holds it */
    struct generated *made;                     /* count */
};

/* The number at *text, which moves behind it. */
static bool number(const char **text, uint32_t *value)
{
    char *end;
    errno = 0;
    unsigned long long parsed = strtoull(*text, &end, 10);
    bool good = !errno && **text >= '0' && **text <= '9' && parsed <= GENERATE_MOST;
    *value = good ? (uint32_t)parsed : 0;
    *text = end;
    return good;
}

/* A whole text as a number from 1 on; NULL: `value` stays. */
static bool whole(const char *text, uint32_t *value)
{
    return !text || (number(&text, value) && !*text && *value);
}

static bool read_size(const char *text, uint32_t *width, uint32_t *height)
{
    return !text || (number(&text, width) && *text++ == 'x' && whole(text, height) && *width);
}

/* "3", "2..4", "5.." or "..3" */
static bool read_grade(const char *text, uint32_t *least, uint32_t *most)
{
    if (!text)
        return true;
    *least = 1;
    *most = GENERATE_LEVELS;
    bool from = *text != '.';
    if (from && !number(&text, least))
        return false;
    if (from && !*text)
        *most = *least;
    else if (strncmp(text, "..", 2) || (!text[2] && !from) || (text[2] && !whole(text + 2, most)))
        return false;
    return *least && *least <= *most && *most <= GENERATE_LEVELS;
}

int generate_options(const struct options *o, struct generate_request *r, uint32_t *count, struct fault *fault)
{
    *count = 1;
    *r = (struct generate_request){.type = o->operands[0], .symmetry = (uint32_t)o->symmetry, .minimal = o->minimal};
    r->width = r->height = GENERATE_SIDE;
    if (o->noperands != 1)
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "puzzles are generated of one type: ratchet %s%s TYPE",
                         o->verb->name, o->op ? " --op generate" : "");
    if (!read_size(o->board, &r->width, &r->height))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--size is `%s`; give width and height, such as 20x15",
                         o->board);
    if (!read_grade(o->grade, &r->least, &r->most))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--grade is `%s`; give levels from 1 to %d: 3, 2..4, 5.. or "
                         "..3", o->grade, GENERATE_LEVELS);
    generate_bounds(r);
    const char *text[] = {o->count, o->tries, o->changes}, *name[] = {"count", "tries", "changes"};
    uint32_t *value[] = {count, &r->attempts, &r->changes};
    for (int i = 0; i < 3; i++)
        if (!whole(text[i], value[i]))
            return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--%s is `%s`; give a number from 1 to %d", name[i],
                             text[i], GENERATE_MOST);
    if (o->picture && (o->board || o->count || o->tries))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--picture says what the one puzzle is like; leave out --size, "
                         "--count and --tries");
    return 0;
}

static void show(void *context, const struct generate_progress *p)
{
    char figures[120];
    const struct generation *g = context;
    int n = snprintf(figures, sizeof figures, ", %u tried, %u changes, %u open", p->attempts, p->changes, p->open);
    if (p->removed)
        snprintf(figures + n, sizeof figures - (size_t)n, ", %u clues removed", p->removed);
    progress_line(g->request.type, figures);
}

static void on_log(void *context, int level, const char *source, const char *message)
{
    const struct generation *g = context;
    struct text notes = {0};
    progress_erase();
    output_log(&notes, g->options, level, g->request.name ? g->request.name : g->request.type, source, message);
    fputs(text_string(&notes), stderr);
    text_free(&notes);
}

static int read_picture(struct generation *g, struct fault *fault)
{
    const char *path = g->options->picture;
    if (!path || input_read(&g->input, path, signals_cancelled(), fault))
        return fault->code;
    return generate_picture(g->engine, &g->request, path, g->input.bytes, g->input.length, &g->source, fault);
}

static int open_engine(struct generation *g, struct fault *fault)
{
    struct config *config = setup_config(g->options, NULL, fault);
    char section[80];
    snprintf(section, sizeof section, "puzzle %s", g->request.type);
    if (config && g->options->colours &&
        config_put(config, section, "colours", g->options->colours, "--colours", fault)) {
        config_free(config);
        return fault->code;
    }
    g->engine = config ? engine_open(config, fault) : NULL;
    if (!g->engine)
        return fault->code;
    if (!host_puzzle(g->engine->host, g->request.type))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "there is no puzzle type `%s`; `ratchet plugins list` shows "
                         "those there are", g->request.type);
    if (g->options->to)
        g->format = convert_format(g->engine, g->options->to, g->request.type, fault);
    return fault->code;
}

/* What it is like, on standard error. */
static void tell(const struct generation *g, const struct generated *generated)
{
    struct made made;
    struct answer answer;
    struct text notes = {0};
    if (g->options->quiet)
        return;
    generate_answer(&g->request, generated, &(struct fault){0}, &made, &answer);
    progress_erase();
    report_made(&answer, &notes);
    output_write(STDERR_FILENO, text_string(&notes), notes.n);
    text_free(&notes);
}

static int make(struct generation *g, uint32_t *made, struct fault *fault)
{
    g->made = calloc(g->count, sizeof *g->made);
    if (!g->made)
        return fault_set(fault, EXIT_OTHER, NULL, 0, 0, "there is no memory left");
    for (*made = 0; *made < g->count && !generate(g->engine, &g->request, &g->made[*made], fault); ++*made) {
        tell(g, &g->made[*made]);
        g->request.seed += 0x9e3779b97f4a7c15ull;
    }
    return fault->code;
}

static int print(const struct generation *g, const struct generated *made, uint32_t n, struct text *out,
                 struct fault *fault)
{
    struct arena arena = {0};
    struct session session = {.arena = &arena, .fault = fault};
    const struct rt_puzzle_text **list = calloc(n + 1, sizeof *list);
    struct rt_puzzle_text *texts = calloc(n + 1, sizeof *texts);
    for (uint32_t i = 0; list && texts && i < n; i++) {
        texts[i] = (struct rt_puzzle_text){.size = sizeof texts[i], .text = made[i].text,
                                           .length = strlen(made[i].text), .solution = made[i].solution};
        list[i] = &texts[i];
        if (!g->format)
            text_puts(out, made[i].text);
    }
    if (!list || !texts)
        fault_set(fault, EXIT_OTHER, NULL, 0, 0, "there is no memory left");
    else if (g->format && n)
        format_write(&session, g->format, list, n, out);
    free(list);
    free(texts);
    arena_free(&arena);
    return fault->code;
}

/* An object a puzzle, and one for what went wrong. */
static void print_json(const struct generation *g, uint32_t n, struct text *out, struct fault *fault)
{
    const struct generated none = {0}, *failed = g->made ? &g->made[n] : &none;
    struct fault fine = {0};
    struct made made;
    struct answer answer;
    for (uint32_t i = 0; i < n && !fine.code; i++) {
        struct text puzzle = {0};
        print(g, &g->made[i], 1, &puzzle, &fine);
        generate_answer(&g->request, &g->made[i], &fine, &made, &answer);
        made.puzzle = text_string(&puzzle);
        report_json(&answer, false, out);
        text_free(&puzzle);
    }
    if (fault->code) {
        generate_answer(&g->request, failed, fault, &made, &answer);
        report_json(&answer, false, out);
    } else {
        *fault = fine;
    }
}

int generate_command(const struct options *options)
{
    struct fault fault = {0};
    struct text out = {0};
    uint32_t made = 0;
    struct generation g = {.options = options};
    int bad = generate_options(options, &g.request, &g.count, &fault);
    g.request.cancelled = signals_cancelled();
    g.request.progress = show;
    g.request.log = on_log;
    g.request.context = &g;
    if (!bad && !open_engine(&g, &fault) && !read_picture(&g, &fault)) {
        progress_start((enum when)options->progress, 1);
        g.request.seed = g.engine->settings.seed;
        make(&g, &made, &fault);
        progress_erase();
    }
    if (options->json && fault.code != EXIT_USAGE)
        print_json(&g, made, &out, &fault);
    else if (made)      /* also what was made before it failed */
        print(&g, g.made, made, &out, &fault);
    output_result(&out);
    if (fault.code)
        output_fault(&fault);
    for (uint32_t i = 0; i < made; i++)
        generated_free(&g.made[i]);
    free(g.made);
    text_free(&out);
    if (g.source.name)
        source_free(&g.source);
    input_free(&g.input);
    engine_close(g.engine);
    return fault.code ? fault.code : output_failed() ? EXIT_OTHER : EXIT_GOOD;
}
