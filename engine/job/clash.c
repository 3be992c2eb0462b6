#include "job/clash.h"

#include <stdlib.h>
#include <string.h>

enum { NODES_MOST = 20000 };    /* decisions to find out whether one of them can go */

static bool none(const struct ask *ask, const uint64_t *marks, const uint8_t *kept, uint8_t *left_out, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        left_out[k] = !kept[k];
    return ask_search(ask, marks, left_out, NULL, NULL) == OUTCOME_NONE;
}

bool clash_find(const struct ask *ask, const uint64_t *marks, uint8_t *kept)
{
    struct ask bounded = *ask;
    uint32_t n = ask->nscopes + ask->ngivens;
    uint8_t *left_out = calloc(n + 1, 1);
    bounded.node_limit = ask->node_limit < NODES_MOST ? ask->node_limit : NODES_MOST;
    bool found = left_out && none(&bounded, marks, kept, left_out, n);
    if (left_out && !found) {
        memset(kept, 1, n);
        found = none(ask, marks, kept, left_out, n);
    }
    for (uint32_t k = 0; found && k < n && !ask->session->stop; k++) {
        if (!kept[k])
            continue;
        kept[k] = 0;
        if (!none(&bounded, marks, kept, left_out, n))
            kept[k] = 1;
    }
    free(left_out);
    return found;
}
