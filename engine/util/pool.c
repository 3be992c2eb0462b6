#include "util/pool.h"

#include <string.h>

/* Largest k with POOL_SMALLEST << k <= bytes; bytes >= POOL_SMALLEST. */
static uint32_t size_below(size_t bytes)
{
    return 63 - (uint32_t)__builtin_clzll(bytes / POOL_SMALLEST);
}

static void give(struct pool *pool, void *block, size_t bytes)
{
    if (bytes < POOL_SMALLEST)
        return;
    uint32_t k = size_below(bytes);
    memcpy(block, &pool->unused[k], sizeof(void *));
    pool->unused[k] = block;
}

static void *take(struct pool *pool, uint32_t k)
{
    void *block = pool->unused[k];
    if (!block)
        return arena_alloc(pool->arena, (size_t)POOL_SMALLEST << k);
    memcpy(&pool->unused[k], block, sizeof(void *));
    return block;
}

bool pool_reserve(struct pool *pool, void **at, uint32_t *cap, uint32_t n, uint32_t need, size_t element)
{
    if (need <= *cap)
        return true;
    size_t bytes = (size_t)need * element;
    uint32_t k = bytes <= POOL_SMALLEST ? 0 : size_below(bytes - 1) + 1;
    size_t room = ((size_t)POOL_SMALLEST << k) / element;
    void *block = k < POOL_SIZES && room <= UINT32_MAX ? take(pool, k) : NULL;
    if (!block)
        return false;
    if (n)
        memcpy(block, *at, n * element);
    if (*cap)
        give(pool, *at, *cap * element);
    *at = block;
    *cap = (uint32_t)room;
    return true;
}
