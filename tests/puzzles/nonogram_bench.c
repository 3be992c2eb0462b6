#include "nonogram_bench.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct rt_bundle *bundle(const char *name)
{
    char path[1024];
    const char *folder = getenv("PLUGINS");
    snprintf(path, sizeof path, "%s/nonogram%s%s.so", folder ? folder : ".", *name ? "." : "", name);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    cr_assert(handle, "%s", dlerror());
    return dlsym(handle, "rt_bundle");
}

const struct rt_format_class *bench_format(const char *name)
{
    bool pack = !strcmp(name, "nonpack");
    return bundle(pack ? "non" : name)->formats[pack];
}

struct puzzle_use bench_puzzle(void)
{
    return (struct puzzle_use){.class = bundle("")->puzzles[0]};
}

static int keep(void *context, const struct rt_puzzle_text *text)
{
    struct bench *bench = context;
    struct puzzle_use use = bench_puzzle();
    cr_assert_lt(bench->count, sizeof bench->reading / sizeof *bench->reading);
    struct reading *r = &bench->reading[bench->count++];
    *r = (struct reading){.text = arena_string_n(&bench->arena, text->text, text->length),
                          .title = arena_string(&bench->arena, text->title),
                          .author = arena_string(&bench->arena, text->author),
                          .solution = arena_string(&bench->arena, text->solution),
                          .marks = arena_string(&bench->arena, text->marks)};
    struct puzzle_use *lasting = arena_copy(&bench->arena, &use, sizeof use);
    r->puzzle = puzzle_parse(&bench->session, lasting, r->text, text->length, text->lines, text->nlines);
    return r->puzzle ? RT_OK : RT_EINPUT;
}

static void note(void *context, int level, const char *source, const char *message)
{
    struct bench *bench = context;
    size_t n = strlen(bench->log);
    (void)level, (void)source;
    snprintf(bench->log + n, sizeof bench->log - n, "%s\n", message);
}

static void ready(struct bench *bench)
{
    bench->log[0] = 0;
    bench->session.log = note;
    bench->session.log_context = bench;
    bench->session.arena = &bench->arena;
    bench->session.fault = &bench->fault;
    bench->fault = (struct fault){0};
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

int bench_read_file(struct bench *bench, const char *root, const char *path)
{
    char full[1024];
    static char bytes[1 << 20];
    snprintf(full, sizeof full, "%s/%s", getenv(root), path);
    FILE *file = fopen(full, "rb");
    cr_assert(file, "%s can't be opened", full);
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    const char *name = strrchr(path, '.') + 1;
    if (!strcmp(name, "taai") || !strcmp(name, "txt"))
        name = bytes[0] == '$' ? "batch" : "ini";
    else if (!strcmp(name, "nonogram"))
        name = "text";
    return bench_read(bench, name, bytes, length);
}

static char *taken(struct bench *bench, int status, struct text *text)
{
    char *copy = status == RT_OK ? arena_string_n(&bench->arena, text_string(text), text->n) : NULL;
    bench->nwritten = text->n;
    text_free(text);
    return copy;
}

char *bench_write(struct bench *bench, uint32_t i, const char *name)
{
    const struct reading *r = &bench->reading[i];
    struct rt_puzzle_text text = {.size = sizeof text,
                                  .text = r->text,
                                  .length = strlen(r->text),
                                  .title = r->title,
                                  .author = r->author,
                                  .marks = r->marks,
                                  .solution = r->solution};
    const struct rt_puzzle_text *list[] = {&text};
    struct text out = {0};
    ready(bench);
    return taken(bench, format_write(&bench->session, bench_format(name), list, 1, &out), &out);
}

char *bench_render(struct bench *bench, uint32_t i, uint32_t kind, const uint64_t *domains,
                   const uint64_t *other)
{
    struct rt_picture picture = {.size = sizeof picture,
                                 .kind = kind,
                                 .domains = domains,
                                 .other = other,
                                 .title = bench->reading[i].title};
    struct text out = {0};
    ready(bench);
    return taken(bench, puzzle_render(bench->reading[i].puzzle, &picture, &out), &out);
}

uint32_t bench_cells(const struct bench *bench, uint32_t i)
{
    uint32_t width = 0, height = 0;
    sscanf(bench->reading[i].text, "nonogram %u %u", &width, &height);
    return width * height;
}

uint64_t *bench_marks(struct bench *bench, uint32_t i, const char *picture)
{
    uint32_t n = bench_cells(bench, i);
    uint64_t *domains = arena_alloc(&bench->arena, n * sizeof *domains);
    memset(domains, 0xff, n * sizeof *domains);
    ready(bench);
    return puzzle_marks(bench->reading[i].puzzle, picture, strlen(picture), domains, n) == RT_OK ? domains
                                                                                                 : NULL;
}

bool bench_verify(struct bench *bench, uint32_t i, const char *picture, struct rt_verdict *verdict)
{
    uint32_t n = bench_cells(bench, i);
    uint64_t *domains = bench_marks(bench, i, picture);
    cr_assert(domains, "%s", bench->fault.what);
    uint8_t *values = arena_alloc(&bench->arena, n);
    uint32_t *blame = arena_alloc(&bench->arena, n * sizeof *blame);
    for (uint32_t v = 0; v < n; v++)
        values[v] = (uint8_t)__builtin_ctzll(domains[v]);
    int status = puzzle_verify(bench->reading[i].puzzle, values, n, verdict, blame);
    cr_assert(status == RT_OK || status == RT_CONFLICT);
    return status == RT_OK;
}

void bench_free(struct bench *bench)
{
    arena_free(&bench->arena);
}
