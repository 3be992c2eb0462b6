/* Memory for lists that grow, taken from an arena: blocks of powers of two, and what a grown list leaves is used
 * again. All of it goes when the arena goes. */
#ifndef RATCHET_UTIL_POOL_H
#define RATCHET_UTIL_POOL_H

#include "util/arena.h"

#include <stdint.h>

enum { POOL_SMALLEST = 16, POOL_SIZES = 36 };

struct pool {
    struct arena *arena;
    void *unused[POOL_SIZES];   /* chains of blocks of at least POOL_SMALLEST << k bytes */
};

/* Makes room for `need` elements of `element` bytes in the list of `n` at `*at`, which has room for `*cap` and came
 * from this pool (or is NULL). False: no memory, nothing changed. */
bool pool_reserve(struct pool *pool, void **at, uint32_t *cap, uint32_t n, uint32_t need, size_t element);

/* For a list made by VEC. */
#define pool_push(v, x, pool) \
    (((v)->n < (v)->cap || \
      pool_reserve((pool), (void **)&(v)->at, &(v)->cap, (v)->n, (v)->n + 1, sizeof *(v)->at)) \
         ? ((v)->at[(v)->n++] = (x), true) : false)

#endif
