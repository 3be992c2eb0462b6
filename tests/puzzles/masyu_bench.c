#include "masyu_bench.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct rt_bundle *bundle(const char *file)
{
    char path[1024];
    const char *folder = getenv("PLUGINS");
    snprintf(path, sizeof path, "%s/%s.so", folder ? folder : ".", file);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    cr_assert(handle, "%s", dlerror());
    return dlsym(handle, "rt_bundle");
}

const struct rt_format_class *bench_format(const char *name)
{
    char file[64];
    snprintf(file, sizeof file, "masyu.%s", name);
    return bundle(file)->formats[0];
}

static void ready(struct bench *bench)
{
    bench->session.arena = &bench->arena;
    bench->session.fault = &bench->fault;
    bench->fault = (struct fault){0};
}

static struct puzzle *parse(struct bench *bench, const char *text, size_t length, const uint32_t *lines,
                            uint32_t nlines)
{
    struct option_value *options = arena_alloc(&bench->arena, 2 * sizeof *options);
    struct puzzle_use *use = arena_alloc(&bench->arena, sizeof *use);
    options[0].number = bench->white;
    options[1].number = bench->all_cells;
    *use = (struct puzzle_use){.class = bundle("masyu")->puzzles[0], .options = options};
    return puzzle_parse(&bench->session, use, text, length, lines, nlines);
}

struct puzzle *bench_parse(struct bench *bench, const char *text)
{
    ready(bench);
    return parse(bench, text, strlen(text), NULL, 0);
}

static int keep(void *context, const struct rt_puzzle_text *text)
{
    struct bench *bench = context;
    cr_assert_lt(bench->count, BENCH_MOST);
    struct reading *r = &bench->reading[bench->count++];
    *r = (struct reading){.text = arena_string_n(&bench->arena, text->text, text->length),
                          .title = arena_string(&bench->arena, text->title),
                          .author = arena_string(&bench->arena, text->author),
                          .marks = arena_string(&bench->arena, text->marks),
                          .solution = arena_string(&bench->arena, text->solution)};
    sscanf(r->text, "masyu %u %u", &r->width, &r->height);
    r->puzzle = parse(bench, r->text, text->length, text->lines, text->nlines);
    return r->puzzle ? RT_OK : RT_EINPUT;
}

int bench_read(struct bench *bench, const char *name, const char *bytes, size_t length)
{
    ready(bench);
    bench->count = 0;
    /* A copy that ends where the bytes end, so that a sanitizer sees a reader go beyond. */
    char *exact = malloc(length ? length : 1);
    if (length)
        memcpy(exact, bytes, length);
    bench->status = format_read(&bench->session, bench_format(name), exact, length, keep, bench);
    free(exact);
    return bench->status;
}

int bench_read_string(struct bench *bench, const char *name, const char *text)
{
    return bench_read(bench, name, text, strlen(text));
}

int bench_read_file(struct bench *bench, const char *name, const char *root, const char *path)
{
    char full[1024];
    static char bytes[1 << 20];
    snprintf(full, sizeof full, "%s/%s", getenv(root), path);
    FILE *file = fopen(full, "rb");
    cr_assert(file, "%s can't be opened", full);
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return bench_read(bench, name, bytes, length);
}

void bench_board(struct bench *bench, const char *rows)
{
    cr_assert_eq(bench_read_string(bench, "rows", rows), RT_OK, "%s", bench->fault.what);
}

static char *taken(struct bench *bench, int status, struct text *text)
{
    char *copy = status == RT_OK ? arena_string(&bench->arena, text_string(text)) : NULL;
    text_free(text);
    return copy;
}

char *bench_write(struct bench *bench, const char *name)
{
    static struct rt_puzzle_text texts[BENCH_MOST];
    const struct rt_puzzle_text *list[BENCH_MOST];
    struct text out = {0};
    for (uint32_t i = 0; i < bench->count; i++) {
        const struct reading *r = &bench->reading[i];
        texts[i] = (struct rt_puzzle_text){
            .size = sizeof *texts, .text = r->text, .length = strlen(r->text), .title = r->title,
            .author = r->author, .marks = r->marks, .solution = r->solution};
        list[i] = &texts[i];
    }
    ready(bench);
    return taken(bench, format_write(&bench->session, bench_format(name), list, bench->count, &out), &out);
}

uint32_t bench_edges(const struct bench *bench)
{
    uint32_t w = bench->reading->width, h = bench->reading->height;
    return h * (w - 1) + (h - 1) * w;
}

char *bench_render(struct bench *bench, uint32_t kind, const uint64_t *domains, const uint64_t *other)
{
    struct rt_picture picture = {.size = sizeof picture,
                                 .kind = kind,
                                 .domains = domains,
                                 .other = other,
                                 .title = bench->reading->title};
    struct text out = {0};
    ready(bench);
    return taken(bench, puzzle_render(bench->reading->puzzle, &picture, &out), &out);
}

uint64_t *bench_marks(struct bench *bench, const char *picture)
{
    uint32_t n = bench_edges(bench);
    uint64_t *domains = arena_alloc(&bench->arena, (n + 1) * sizeof *domains);
    for (uint32_t e = 0; e < n; e++)
        domains[e] = 3;
    char *exact = malloc(strlen(picture) + 1); /* no NUL behind it */
    memcpy(exact, picture, strlen(picture));
    ready(bench);
    int status = puzzle_marks(bench->reading->puzzle, exact, strlen(picture), domains, n);
    free(exact);
    return status == RT_OK ? domains : NULL;
}

int bench_verify(struct bench *bench, const uint8_t *values, struct rt_verdict *verdict)
{
    uint32_t n = bench_edges(bench), *blame = arena_alloc(&bench->arena, (n + 1) * sizeof *blame);
    ready(bench);
    return puzzle_verify(bench->reading->puzzle, values, n, verdict, blame);
}

bool bench_judge(struct bench *bench, const char *picture, struct rt_verdict *verdict)
{
    uint64_t *domains = bench_marks(bench, picture);
    uint32_t n = bench_edges(bench);
    uint8_t *values = arena_alloc(&bench->arena, n + 1);
    cr_assert(domains, "%s", bench->fault.what);
    for (uint32_t e = 0; e < n; e++) {
        cr_assert_neq(domains[e], 3, "the picture leaves an edge open");
        values[e] = domains[e] == 2;
    }
    int status = bench_verify(bench, values, verdict);
    cr_assert(status == RT_OK || status == RT_CONFLICT);
    return status == RT_OK;
}

static const struct rt_kind_class *find_kind(void *context, const char *id)
{
    static const char *const files[] = {"../rules/loop.kind", "../rules/masyu.kind"};
    (void)context;
    for (size_t f = 0; f < 2; f++)
        for (const struct rt_kind_class *const *kind = bundle(files[f])->kinds; *kind; kind++)
            if (!strcmp((*kind)->id, id))
                return *kind;
    return NULL;
}

/* A rule as its plugin wants it. */
static struct rule_use rule_use(struct bench *bench, const struct rt_rule_class *class)
{
    uint32_t n = 0;
    while (class->options && class->options[n])
        n++;
    struct option_value *values = arena_alloc(&bench->arena, (n + 1) * sizeof *values);
    for (uint32_t i = 0; i < n; i++)
        values[i] = (struct option_value){class->options[i]->fallback, class->options[i]->fallback_string};
    return (struct rule_use){.class = class, .options = values, .tier = class->tier, .level = class->level};
}

struct solver *bench_solver(struct bench *bench, bool rules)
{
    static const char *const files[] = {"../rules/loop.degree", "../rules/loop.premature",
                                        "../rules/masyu.white", "../rules/masyu.black"};
    struct solver_options options = {.search = true, .learn = true, .branch = "activity"};
    struct rule_use uses[4];
    ready(bench);
    for (size_t f = 0; f < 4; f++)
        uses[f] = rule_use(bench, bundle(files[f])->rules[0]);
    struct solver *solver =
        solver_new(&bench->session, &options, (struct kind_source){find_kind, NULL}, uses, rules ? 4 : 0);
    cr_assert(solver, "%s", bench->fault.what);
    cr_assert_eq(solver_build(solver, bench->reading->puzzle), RT_OK, "%s", bench->fault.what);
    return solver;
}

uint32_t bench_solve(struct bench *bench, bool rules)
{
    struct solver *solver = bench_solver(bench, rules);
    struct solver_result result = {0};
    struct solver_goal goal = {0};
    cr_assert_eq(solver_run(solver, &goal, &result), RT_OK, "%s", bench->fault.what);
    cr_assert(result.complete);
    solver_free(solver);
    return (uint32_t)result.solutions;
}

void bench_free(struct bench *bench)
{
    arena_free(&bench->arena);
}
