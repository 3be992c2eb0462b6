/* Has every cell of a line its value? */
#ifndef RATCHET_RULES_LINE_DECIDED_H
#define RATCHET_RULES_LINE_DECIDED_H

#include <ratchet/host.h>
#include <stdbool.h>

static inline bool decided(const struct rt_view *v)
{
    for (uint32_t w = 0; w < v->words; w++) {
        uint64_t seen = 0;
        for (uint32_t a = 0; a < v->nvalues; a++) {
            if (seen & v->plane[a * v->words + w])
                return false;
            seen |= v->plane[a * v->words + w];
        }
    }
    return true;
}

#endif
