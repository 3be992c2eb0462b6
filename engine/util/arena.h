/* A job's memory: bump allocation in chunks, freed all at once, with a limit in bytes. */
#ifndef RATCHET_UTIL_ARENA_H
#define RATCHET_UTIL_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena_chunk;

/* A zeroed struct arena is ready to use and unlimited. */
struct arena {
    struct arena_chunk *chunk;  /* newest first */
    size_t used;                /* bytes taken from the system */
    size_t limit;               /* bytes; 0 = none */
};

struct arena_mark {
    struct arena_chunk *chunk;
    size_t at, gaps;
};

/* Zeroed, 16-byte aligned. NULL when the limit or the system's memory is reached. */
void *arena_alloc(struct arena *arena, size_t bytes);
void *arena_copy(struct arena *arena, const void *bytes, size_t length);
/* A NUL-terminated copy. NULL in, NULL out. */
char *arena_string(struct arena *arena, const char *string);
char *arena_string_n(struct arena *arena, const char *bytes, size_t length);
/* Everything allocated after the mark is given back by arena_reset (chunks are freed). */
struct arena_mark arena_mark(const struct arena *arena);
void arena_reset(struct arena *arena, struct arena_mark mark);
/* Do these bytes lie in memory that the arena gave out? */
bool arena_owns(const struct arena *arena, const void *address, size_t bytes);
void arena_free(struct arena *arena);

#endif
