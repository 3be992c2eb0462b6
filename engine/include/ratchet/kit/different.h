/* Values that are all different: what kinds with that in their meaning have in common. */
#ifndef RATCHET_KIT_DIFFERENT_H
#define RATCHET_KIT_DIFFERENT_H

#include <ratchet/host.h>

#ifndef __cplusplus

/* [check] RT_OK, or RT_CONFLICT and the blame of the first two positions with one value; values are below 64. What to
 * say of it is the caller's. */
static inline int rt_check_different(const uint8_t *values, uint32_t n, struct rt_verdict *verdict)
{
    uint32_t first[64];
    uint64_t seen = 0;
    for (uint32_t pos = 0; pos < n; pos++) {
        if (seen >> values[pos] & 1) {
            verdict->blame[0] = first[values[pos]];
            verdict->blame[1] = pos;
            verdict->nblame = 2;
            return RT_CONFLICT;
        }
        seen |= 1ull << values[pos];
        first[values[pos]] = pos;
    }
    return RT_OK;
}

/* [init] The same as clauses: no two positions have one value. */
static inline int rt_encode_different(struct rt_self *self)
{
    rt_lit lits[3 * 64];
    int status = RT_OK;
    for (uint32_t a = 1; a < self->v.n; a++)
        for (uint32_t b = 0; b < a && status == RT_OK; b++) {
            uint32_t k = 0;
            for (uint32_t value = 0; value < self->v.nvalues; value++) {
                lits[k++] = RT_ISNT(a, value);
                lits[k++] = RT_ISNT(b, value);
                lits[k++] = RT_LIT_END;
            }
            status = self->h->add_clauses(self, lits, k);
        }
    return status;
}

#endif
#endif
