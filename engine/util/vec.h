/* Growable arrays: VEC(type) is a struct { type *at; uint32_t n, cap; }. */
#ifndef RATCHET_UTIL_VEC_H
#define RATCHET_UTIL_VEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define VEC(type) \
    struct { \
        type *at; \
        uint32_t n, cap; \
    }

/* Room for `need` elements; false: no memory, nothing changed. `*bytes` (may be NULL) counts what is held. */
static inline bool vec_reserve_(void **at, uint32_t *cap, uint32_t need, size_t element, size_t *bytes)
{
    if (need <= *cap)
        return true;
    uint64_t want = *cap ? (uint64_t)*cap * 2 : 8;
    if (want < need)
        want = need;
    if (want > UINT32_MAX)
        return false;
    void *grown = realloc(*at, (size_t)want * element);
    if (!grown)
        return false;
    if (bytes)
        *bytes += ((size_t)want - *cap) * element;
    *at = grown;
    *cap = (uint32_t)want;
    return true;
}

/* The same for arrays whose new elements are zero: memory that nobody writes to costs nothing. They must be written to
 * below what was asked for only. */
static inline bool vec_reserve_zero_(void **at, uint32_t *cap, uint32_t need, size_t element, size_t *bytes)
{
    uint32_t had = *cap;
    if (!*at && need) {
        if (!(*at = calloc(need, element)))
            return false;
        *cap = need;
        if (bytes)
            *bytes += need * element;
    } else if (!vec_reserve_(at, cap, need, element, bytes)) {
        return false;
    } else if (*cap > had) {
        memset((char *)*at + had * element, 0, (*cap - had) * element);
    }
    return true;
}

#define vec_reserve(v, need, bytes) \
    vec_reserve_((void **)&(v)->at, &(v)->cap, (need), sizeof *(v)->at, (bytes))
#define vec_reserve_zero(v, need, bytes) \
    vec_reserve_zero_((void **)&(v)->at, &(v)->cap, (need), sizeof *(v)->at, (bytes))
/* Both evaluate to false when memory ran out. */
#define vec_push(v, x, bytes) \
    (((v)->n < (v)->cap || vec_reserve((v), (v)->n + 1, (bytes))) ? ((v)->at[(v)->n++] = (x), true) : false)
#define vec_free(v) (free((v)->at), (v)->at = NULL, (v)->n = (v)->cap = 0)

#endif
