#include "util/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct arena_chunk {
    struct arena_chunk *older;
    size_t size, at;            /* payload bytes, bytes handed out */
    _Alignas(16) unsigned char bytes[];
};

enum { FIRST_CHUNK = 8 * 1024, LARGEST_CHUNK = 1024 * 1024 };

static size_t aligned(size_t bytes)
{
    return (bytes + 15) & ~(size_t)15;
}

static struct arena_chunk *new_chunk(struct arena *arena, size_t bytes)
{
    size_t size = arena->chunk ? arena->chunk->size * 2 : FIRST_CHUNK;
    if (size > LARGEST_CHUNK)
        size = LARGEST_CHUNK;
    if (size < bytes)
        size = bytes;
    if (arena->limit && (size > arena->limit || arena->used > arena->limit - size)) {
        size = bytes;
        if (size > arena->limit || arena->used > arena->limit - size)
            return NULL;
    }
    struct arena_chunk *chunk = malloc(sizeof *chunk + size);
    if (!chunk)
        return NULL;
    *chunk = (struct arena_chunk){arena->chunk, size, 0};
    arena->chunk = chunk;
    arena->used += size;
    return chunk;
}

void *arena_alloc(struct arena *arena, size_t bytes)
{
    if (bytes > SIZE_MAX / 4)
        return NULL;
    bytes = aligned(bytes ? bytes : 1);
    struct arena_chunk *chunk = arena->chunk;
    if (!chunk || chunk->size - chunk->at < bytes)
        chunk = new_chunk(arena, bytes);
    if (!chunk)
        return NULL;
    void *p = chunk->bytes + chunk->at;
    chunk->at += bytes;
    return memset(p, 0, bytes);
}

void *arena_copy(struct arena *arena, const void *bytes, size_t length)
{
    void *p = arena_alloc(arena, length);
    if (p && length)
        memcpy(p, bytes, length);
    return p;
}

char *arena_string_n(struct arena *arena, const char *bytes, size_t length)
{
    char *p = arena_alloc(arena, length + 1);
    if (p && length)
        memcpy(p, bytes, length);
    return p;
}

char *arena_string(struct arena *arena, const char *string)
{
    return string ? arena_string_n(arena, string, strlen(string)) : NULL;
}

struct arena_mark arena_mark(const struct arena *arena)
{
    return (struct arena_mark){arena->chunk, arena->chunk ? arena->chunk->at : 0};
}

void arena_reset(struct arena *arena, struct arena_mark mark)
{
    while (arena->chunk != mark.chunk) {
        struct arena_chunk *older = arena->chunk->older;
        arena->used -= arena->chunk->size;
        free(arena->chunk);
        arena->chunk = older;
    }
    if (arena->chunk)
        arena->chunk->at = mark.at;
}

bool arena_owns(const struct arena *arena, const void *address, size_t bytes)
{
    uintptr_t at = (uintptr_t)address;
    for (const struct arena_chunk *chunk = arena->chunk; chunk; chunk = chunk->older) {
        uintptr_t from = (uintptr_t)chunk->bytes;
        if (at >= from && at - from <= chunk->at && bytes <= chunk->at - (at - from))
            return true;
    }
    return false;
}

void arena_free(struct arena *arena)
{
    arena_reset(arena, (struct arena_mark){NULL, 0});
}
