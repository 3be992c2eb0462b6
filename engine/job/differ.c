#include "job/differ.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* r2c10 after r2c9. */
static int by_number(const void *a, const void *b)
{
    return strverscmp(*(const char *const *)a, *(const char *const *)b);
}

static uint32_t count(const uint64_t *a, const uint64_t *b, uint32_t nvars)
{
    uint32_t n = 0;
    for (uint32_t v = 0; v < nvars; v++)
        n += a[v] != b[v];
    return n;
}

static uint32_t unique(const char **names, uint32_t n)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!kept || strcmp(names[kept - 1], names[i]))
            names[kept++] = names[i];
    return kept;
}

const char *const *differing_places(struct puzzle *puzzle, const uint64_t *a, const uint64_t *b, uint32_t nvars,
                                    uint32_t *n)
{
    struct arena *arena = puzzle_session(puzzle)->arena;
    const char **names = arena_alloc(arena, (count(a, b, nvars) + 1) * sizeof *names);
    char place[64];
    *n = 0;
    for (uint32_t v = 0; names && v < nvars; v++) {
        if (a[v] == b[v])
            continue;
        if (!puzzle_place(puzzle, v, place, sizeof place)[0])
            snprintf(place, sizeof place, "variable %u", v);
        names[*n] = arena_string(arena, place);
        if (!names[(*n)++])
            return NULL;
    }
    if (names) {
        qsort(names, *n, sizeof *names, by_number);
        *n = unique(names, *n);
    }
    return names;
}
