#include "drive.h"

#include "core/puzzle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PUZZLES_KEPT = 8, MEMORY = 256 << 20 };

/* The puzzles of one reading, in its arena. */
struct reading {
    struct drive *drive;
    struct arena arena;
    struct fault fault;
    struct session session;
    struct rt_puzzle_text kept[PUZZLES_KEPT];
    uint32_t count, parsed;
    int status;
};

static void broken(const struct drive *drive, const char *promise, const char *detail)
{
    fprintf(stderr, "%s breaks its promise: %s%s%s\n", drive->format->id, promise, *detail ? ": " : "", detail);
    abort();
}

static void die(const struct fault *fault)
{
    char buffer[1200];
    fprintf(stderr, "fuzz: %s\n", fault_string(fault, buffer, sizeof buffer));
    exit(2);
}

void drive_open(struct drive *drive, const char *format, const char *plugins)
{
    struct fault fault = {0};
    *drive = (struct drive){.config = config_new()};
    config_put(drive->config, "plugins", "path", plugins, "fuzz", &fault);
    drive->host = host_open(drive->config, &fault);
    const struct host_format *found = drive->host ? host_format(drive->host, format) : NULL;
    if (!found && !fault.code)
        fault_set(&fault, EXIT_USAGE, NULL, 0, 0, "there is no format %s in %s", format, plugins);
    if (fault.code ||
        host_use_puzzle(drive->host, drive->config, found->class->puzzle, &drive->arena, &drive->puzzle, &fault))
        die(&fault);
    drive->format = found->class;
}

void drive_close(struct drive *drive)
{
    arena_free(&drive->arena);
    host_close(drive->host);
    config_free(drive->config);
}

/* The puzzle's own reader of grids must take what the format gave it. */
static void check_grid(struct reading *r, struct puzzle *puzzle, const char *grid)
{
    if (!grid)
        return;
    uint32_t n = (uint32_t)(2 * strlen(grid) + 64); /* a picture has a sign for every variable, and more */
    uint64_t *domains = arena_alloc(&r->arena, n * sizeof *domains);
    if (!domains)
        return;
    memset(domains, 0xff, n * sizeof *domains);
    int status = puzzle_marks(puzzle, grid, strlen(grid), domains, n);
    if (status < 0 && status != RT_EUNSUPPORTED)
        broken(r->drive, "a solution or marks that are no grid of the puzzle", r->fault.what);
}

static struct rt_puzzle_text copy(struct arena *arena, const struct rt_puzzle_text *text)
{
    return (struct rt_puzzle_text){.size = sizeof *text,
                                   .text = arena_string_n(arena, text->text, text->length),
                                   .length = text->length,
                                   .title = arena_string(arena, text->title),
                                   .author = arena_string(arena, text->author),
                                   .marks = arena_string(arena, text->marks),
                                   .solution = arena_string(arena, text->solution),
                                   .source = arena_string(arena, text->source),
                                   .copyright = arena_string(arena, text->copyright),
                                   .license = arena_string(arena, text->license),
                                   .description = arena_string(arena, text->description)};
}

static int take(void *context, const struct rt_puzzle_text *text)
{
    struct reading *r = context;
    if (r->drive->largest && text->length > r->drive->largest)
        return RT_OK;
    struct puzzle *puzzle = puzzle_parse(&r->session, &r->drive->puzzle, text->text, text->length, text->lines,
                                         text->nlines);
    if (!puzzle)
        return RT_EINPUT;
    check_grid(r, puzzle, text->solution);
    check_grid(r, puzzle, text->marks);
    if (r->count < PUZZLES_KEPT)
        r->kept[r->count++] = copy(&r->arena, text);
    r->parsed++;
    return RT_OK;
}

static void start(struct reading *r, struct drive *drive)
{
    *r = (struct reading){.drive = drive, .arena.limit = MEMORY};
    r->session = (struct session){.arena = &r->arena, .fault = &r->fault, .file = "input"};
    random_seed(&r->session.random, 1);
}

static void read_bytes(struct reading *r, const char *bytes, size_t length)
{
    r->status = format_read(&r->session, r->drive->format, bytes, length, take, r);
    uint32_t lines = 2; /* the last one may be unfinished, and "behind the last" is one more */
    for (size_t i = 0; i < length; i++)
        lines += bytes[i] == '\n' || bytes[i] == '\r';
    if (r->status < 0 && !r->fault.what[0])
        broken(r->drive, "a failed read tells no reason", "");
    if (r->fault.line > lines)
        broken(r->drive, "a fault names a line beyond the end", r->fault.what);
}

/* Writes what was read; empty if the format can't hold it. */
static void write_text(struct reading *r, struct text *out)
{
    const struct rt_puzzle_text *list[PUZZLES_KEPT];
    struct session session = {.arena = &r->arena, .fault = &(struct fault){0}, .file = "input"};
    for (uint32_t i = 0; i < r->count; i++)
        list[i] = &r->kept[i];
    int status = format_write(&session, r->drive->format, list, r->count, out);
    if (status != RT_OK && status != RT_EUNSUPPORTED)
        broken(r->drive, "what was read can't be written", session.fault->what);
    if (status != RT_OK)
        text_clear(out);
}

static void differs(const struct drive *drive, const struct text *first, const struct text *second)
{
    fprintf(stderr, "first:\n%s\nagain:\n%s\n", text_string(first), text_string(second));
    broken(drive, "what was written, read and written again is not the same", "");
}

static void check_round_trip(struct reading *r)
{
    struct text first = {0}, second = {0};
    struct reading again;
    start(&again, r->drive);
    write_text(r, &first);
    if (first.n) {
        char *exact = arena_copy(&again.arena, text_string(&first), first.n);
        read_bytes(&again, exact, first.n);
        if (again.status != RT_OK || again.count != r->count)
            broken(r->drive, "what was written can't be read", again.fault.what);
        write_text(&again, &second);
        if (first.n != second.n || memcmp(text_string(&first), text_string(&second), first.n) != 0)
            differs(r->drive, &first, &second);
    }
    text_free(&first);
    text_free(&second);
    arena_free(&again.arena);
}

struct drive_result drive_one(struct drive *drive, const uint8_t *bytes, size_t length)
{
    char *exact = malloc(length ? length : 1); /* ends where the bytes end, for the sanitizer to see */
    if (!exact)
        return (struct drive_result){.refused = true};
    if (length)
        memcpy(exact, bytes, length);
    struct drive_result result = {.sure = drive->format->probe(exact, length)};
    if (result.sure < 0 || result.sure > 100 || result.sure != drive->format->probe(exact, length))
        broken(drive, "probe is not 0 to 100, or not always the same", "");
    struct reading r;
    start(&r, drive);
    read_bytes(&r, exact, length);
    if (r.status == RT_OK && r.count && r.count == r.parsed && drive->format->write)
        check_round_trip(&r);
    result.puzzles = r.parsed;
    result.refused = r.status < 0;
    arena_free(&r.arena);
    free(exact);
    return result;
}
