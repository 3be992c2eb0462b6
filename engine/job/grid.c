#include "job/grid.h"

#include <string.h>

/* `solve` prints a verdict behind the grid: "FILE: unique", perhaps statistics. */
static bool is_verdict(const char *line, size_t length)
{
    static const char *const words[] = {"unique", "several", "solved", "unknown", "cancelled"};
    const char *colon = memmem(line, length, ": ", 2);
    for (size_t i = 0; colon && i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i]), rest = length - (size_t)(colon + 2 - line);
        if (rest >= n && !memcmp(colon + 2, words[i], n) && (rest == n || strchr(" (\r", colon[2 + n])))
            return true;
    }
    return false;
}

static size_t grid_length(const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t n = end ? (size_t)(end - text) - at : length - at;
        if (is_verdict(text + at, n))
            return at;
        at += n + 1;
    }
    return length;
}

static int read_marks(struct puzzle *puzzle, const struct grid_text *grid, uint64_t *domains, uint32_t nvars)
{
    struct session *session = puzzle_session(puzzle);
    const char *file = session->file;
    session->file = grid->name;
    int status = puzzle_marks(puzzle, grid->bytes, grid_length(grid->bytes, grid->length), domains, nvars);
    session->file = file;
    if (status == RT_EUNSUPPORTED)
        fault_set(session->fault, EXIT_BAD_INPUT, grid->name, 0, 0, "puzzles of type %s can't read grids",
                  puzzle_class(puzzle)->id);
    return session->fault->code;
}

/* Marks are a start, a solution is an answer: what the user wants comes first. */
static const char *own_grid(const struct source_puzzle *p, bool marks)
{
    const char *first = marks ? p->marks : p->solution;
    return first ? first : marks ? p->solution : p->marks;
}

/* A puzzle file that holds a solution or marks of its own. */
static bool read_format(struct engine *engine, struct puzzle *puzzle, const struct grid_text *grid, bool marks,
                        uint64_t *domains, uint32_t nvars)
{
    struct source source;
    struct session *session = puzzle_session(puzzle);
    struct source_request request = {.name = grid->name, .bytes = grid->bytes, .length = grid->length,
                                     .type = puzzle_class(puzzle)->id, .cancelled = session->cancelled};
    bool read = false;
    if (!source_read(&source, engine, &request) && source.n == 1) {
        const char *text = own_grid(source.puzzles, marks);
        struct grid_text inner = {grid->name, text, text ? strlen(text) : 0};
        *session->fault = (struct fault){0};
        read = text && !read_marks(puzzle, &inner, domains, nvars);
    }
    source_free(&source);
    return read;
}

int grid_read(struct engine *engine, struct puzzle *puzzle, const struct grid_text *grid, bool marks,
              uint64_t *domains, uint32_t nvars)
{
    struct session *session = puzzle_session(puzzle);
    uint64_t *full = arena_copy(session->arena, domains, nvars * sizeof *domains);
    if (!full)
        return fault_set(session->fault, EXIT_OTHER, grid->name, 0, 0, "out of memory; raise the memory limit");
    if (!read_marks(puzzle, grid, domains, nvars))
        return 0;
    struct fault first = *session->fault;
    memcpy(domains, full, nvars * sizeof *domains);
    if (!read_format(engine, puzzle, grid, marks, domains, nvars))
        *session->fault = first;
    return session->fault->code;
}
