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

/* An edge is named after its two cells, "r2c6-r2c7": both of them differ; or after one and a side, "r2c6-top".
 * Returns how many names it gave. */
static uint32_t split(struct arena *arena, const char *place, const char **names)
{
    const char *dash = strchr(place, '-');
    size_t length = dash ? (size_t)(dash - place) : strlen(place);
    names[0] = arena_string_n(arena, place, length);
    if (!dash || dash[1] != 'r' || dash[2] < '0' || dash[2] > '9')
        return names[0] ? 1 : 0;
    names[1] = arena_string(arena, dash + 1);
    return names[0] && names[1] ? 2 : 0;
}

const char *const *differing_places(struct puzzle *puzzle, const uint64_t *a, const uint64_t *b, uint32_t nvars,
                                    uint32_t *n)
{
    struct arena *arena = puzzle_session(puzzle)->arena;
    const char **names = arena_alloc(arena, (2 * (size_t)count(a, b, nvars) + 1) * sizeof *names);
    char place[64];
    *n = 0;
    for (uint32_t v = 0; names && v < nvars; v++) {
        if (a[v] == b[v])
            continue;
        if (!puzzle_place(puzzle, v, place, sizeof place)[0])
            snprintf(place, sizeof place, "variable %u", v);
        uint32_t more = split(arena, place, names + *n);
        if (!more)
            return NULL;
        *n += more;
    }
    if (names) {
        qsort(names, *n, sizeof *names, by_number);
        *n = unique(names, *n);
    }
    return names;
}
