#include "util/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Under the address sanitizer what wasn't given out is poisoned, with a gap behind each piece that is. Gaps aren't
 * counted as memory: limits and statistics are the same in every build. */
#if defined(__SANITIZE_ADDRESS__)
#define GUARDED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GUARDED 1
#endif
#endif
#ifdef GUARDED
#include <sanitizer/asan_interface.h>
enum { GAP = 16 };
#else
#define ASAN_POISON_MEMORY_REGION(address, bytes) ((void)(address), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(address, bytes) ((void)(address), (void)(bytes))
enum { GAP = 0 };
#endif

struct arena_chunk {
    struct arena_chunk *older;
    size_t size, at;            /* payload bytes, bytes handed out */
    size_t gaps;                /* bytes between the pieces */
    size_t touched;             /* where bytes begin that are zero still: nobody has had them */
    _Alignas(16) unsigned char bytes[];
};

enum {
    ALIGNMENT = 16, FIRST_CHUNK = 8 * 1024, HUGE_PAGE = 2 * 1024 * 1024,
    LARGEST_CHUNK = HUGE_PAGE - sizeof(struct arena_chunk)
};

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

/* Bytes of the system for `size` bytes of payload, in as many pieces as there can be. */
static size_t with_gaps(size_t size)
{
    return size + size / ALIGNMENT * GAP;
}

/* Chunks that fill a huge page come straight from the system, and in huge pages if it has them: of a large board's time
 * a quarter went into page faults. The leak sanitizer wouldn't look for pointers in them. */
static bool is_huge(size_t bytes)
{
    return !GAP && bytes >= HUGE_PAGE;
}

static size_t whole_pages(size_t bytes)
{
    return (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

static void *map_pages(size_t bytes)
{
    size_t size = whole_pages(bytes);
    unsigned char *room = mmap(NULL, size + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return NULL;
    size_t before = -(uintptr_t)room % HUGE_PAGE;
    if (before)
        munmap(room, before);
    munmap(room + before + size, HUGE_PAGE - before);
    madvise(room + before, size, MADV_HUGEPAGE);
    return room + before;
}

/* Zeroed. */
/* What malloc gives may be used memory: smaller chunks are zeroed as they are handed out, and not where nobody asks. */
static struct arena_chunk *take_chunk(size_t size)
{
    size_t bytes = sizeof(struct arena_chunk) + with_gaps(size);
    struct arena_chunk *chunk = is_huge(bytes) ? map_pages(bytes) : malloc(bytes);
    if (chunk && !is_huge(bytes))
        *chunk = (struct arena_chunk){.touched = with_gaps(size)};
    return chunk;
}

static void give_back(struct arena_chunk *chunk)
{
    size_t bytes = sizeof *chunk + with_gaps(chunk->size);
    if (is_huge(bytes))
        munmap(chunk, whole_pages(bytes));
    else
        free(chunk);
}

static void poison_rest(struct arena_chunk *chunk)
{
    size_t at = chunk->at + chunk->gaps;
    ASAN_POISON_MEMORY_REGION(chunk->bytes + at, with_gaps(chunk->size) - at);
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
    struct arena_chunk *chunk = take_chunk(size);
    if (!chunk)
        return NULL;
    chunk->older = arena->chunk;
    chunk->size = size;
    poison_rest(chunk);
    arena->chunk = chunk;
    arena->used += size;
    return chunk;
}

void *arena_alloc(struct arena *arena, size_t bytes)
{
    if (bytes > SIZE_MAX / 4)
        return NULL;
    size_t taken = aligned(bytes ? bytes : 1);
    struct arena_chunk *chunk = arena->chunk;
    if (!chunk || chunk->size - chunk->at < taken)
        chunk = new_chunk(arena, taken);
    if (!chunk)
        return NULL;
    size_t from = chunk->at + chunk->gaps;
    void *p = chunk->bytes + from;
    chunk->at += taken;
    chunk->gaps += GAP;
    ASAN_UNPOISON_MEMORY_REGION(p, bytes);
    if (from < chunk->touched)
        memset(p, 0, bytes < chunk->touched - from ? bytes : chunk->touched - from);
    if (chunk->touched < from + taken)
        chunk->touched = from + taken;
    return p;
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
    struct arena_chunk *chunk = arena->chunk;
    return chunk ? (struct arena_mark){chunk, chunk->at, chunk->gaps} : (struct arena_mark){0};
}

void arena_reset(struct arena *arena, struct arena_mark mark)
{
    while (arena->chunk != mark.chunk) {
        struct arena_chunk *older = arena->chunk->older;
        arena->used -= arena->chunk->size;
        give_back(arena->chunk);
        arena->chunk = older;
    }
    if (!arena->chunk)
        return;
    arena->chunk->at = mark.at;
    arena->chunk->gaps = mark.gaps;
    poison_rest(arena->chunk);
}

bool arena_owns(const struct arena *arena, const void *address, size_t bytes)
{
    uintptr_t at = (uintptr_t)address;
    for (const struct arena_chunk *chunk = arena->chunk; chunk; chunk = chunk->older) {
        uintptr_t from = (uintptr_t)chunk->bytes;
        size_t out = chunk->at + chunk->gaps;
        if (at >= from && at - from <= out && bytes <= out - (at - from))
            return true;
    }
    return false;
}

void arena_free(struct arena *arena)
{
    arena_reset(arena, (struct arena_mark){0});
}
