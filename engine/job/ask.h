/* A search beside the way: does the puzzle have a solution under these marks, without these clues? Private to job/. */
#ifndef RATCHET_JOB_ASK_H
#define RATCHET_JOB_ASK_H

#include "job/engine.h"
#include "report/answer.h"

struct ask {
    struct engine *engine;
    struct session *session;    /* its limits hold, its memory is spared */
    struct puzzle *puzzle;
    const struct rule_use *rules;
    uint32_t nrules;
    uint32_t nvars;
    uint32_t nscopes, ngivens;  /* for `left_out` only, see ask_count */
    uint64_t node_limit;        /* decisions; 0: none */
};

/* Counts scopes and givens of the puzzle as it is without any rule: what it adds only for a rule says nothing new. */
void ask_count(struct ask *ask);
/* Looks for two solutions. `marks` (nvars domains) and `left_out` (one a scope, then one a given; ask_count) may be
 * NULL. `solution`, nvars domains, gets the first one; may be NULL. Returns OUTCOME_UNIQUE, SEVERAL, NONE or UNKNOWN.
 * `*nodes` may be NULL. */
enum outcome ask_search(const struct ask *ask, const uint64_t *marks, const uint8_t *left_out, uint64_t *solution,
                        uint64_t *nodes);

#endif
