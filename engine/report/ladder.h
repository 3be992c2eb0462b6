/* Rules by how hard a person finds them, and what they find together when nobody asks how. */
#ifndef RATCHET_REPORT_LADDER_H
#define RATCHET_REPORT_LADDER_H

#include "core/deduce.h"
#include "util/vec.h"

/* One rule and its instances, [first, end). */
struct rung {
    uint32_t rule, first, end;
    uint32_t equals;            /* end of the rungs that are just as hard: same level, same weight */
    uint8_t level;
    double weight;
};

/* What findings say, gathered to be applied later. */
struct narrowing {
    uint32_t var;
    uint64_t gone;
};
typedef VEC(struct narrowing) narrowing_list;

struct ladder {
    struct solver *solver;
    const struct rule_use *rules;
    struct rung *rung;          /* easiest first */
    uint32_t n;
    uint32_t trial_rule;        /* the rule that probes the whole board (tier 4), whatever its level; RT_NOPOS: none */
    uint64_t looks;             /* so far; at a rule of tier 3 one counts as LADDER_DEAR */
    bool failed;                /* memory or a limit */
};

/* Looks that may be spent on the assumptions of one step: a deterministic bound, seconds on the largest boards. */
enum { LADDER_LOOKS_MOST = 1000000, LADDER_DEAR = 16 };

/* Rules up to `level`, but for those that probe. False: no memory. */
bool ladder_open(struct ladder *ladder, struct solver *solver, const struct rule_use *rules, uint32_t nrules,
                 uint32_t level);
void ladder_close(struct ladder *ladder);

/* Appends what one instance finds; true: it finds a conflict. */
bool ladder_look(struct ladder *ladder, uint32_t instance, narrowing_list *list);
/* The same with all that the instance finds from its own findings, so that nothing depends on how a rule writes its
 * clauses. */
bool ladder_exhaust(struct ladder *ladder, uint32_t instance, narrowing_list *list);
/* Applies them; false: a variable would be left without a value. */
bool ladder_apply(struct ladder *ladder, const narrowing_list *list);
/* All rules to their fixed point, each finding applied at once. Returns how many looks it took that found something
 * until a conflict; 0: there is none, or it takes more than `most`. */
uint32_t ladder_conflict(struct ladder *ladder, uint32_t most);

#endif
