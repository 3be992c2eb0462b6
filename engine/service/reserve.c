#include "service/reserve.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { RESERVED = 64 * 1024 }; /* bytes: 8,000 descriptors */

/* The loop's thread alone makes blocks larger. */
static void *reserve;

static void *enlarge(void *old, size_t size)
{
    void *block = realloc(old, size);
    if (block || !size || size > RESERVED || !reserve)
        return block;
    block = reserve;
    reserve = NULL;
    size_t had = old ? malloc_usable_size(old) : 0;
    if (had)
        memcpy(block, old, had < size ? had : size);
    free(old);
    return block;
}

bool reserve_open(void)
{
    reserve_fill();
    return reserve && !uv_replace_allocator(malloc, enlarge, calloc, free);
}

void reserve_fill(void)
{
    if (!reserve)
        reserve = malloc(RESERVED);
}

void reserve_close(void)
{
    free(reserve);
    reserve = NULL;
}
