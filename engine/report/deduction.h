/* One step of a person's reasoning: what one rule sees at one place, and says in one sentence. */
#ifndef RATCHET_REPORT_DEDUCTION_H
#define RATCHET_REPORT_DEDUCTION_H

#include "core/deduce.h"
#include "util/vec.h"

struct deduction {
    uint32_t rule;              /* RT_NOPOS: no rule, the puzzle itself is broken there */
    uint32_t scope;             /* RT_NOPOS: the whole puzzle */
    uint32_t instance, tag;
    bool conflict;              /* the premises contradict each other */
    bool complete;              /* deduction_complete was there */
    char *words;                /* the rule's sentence, without place and full stop; malloc'ed */
    VEC(uint32_t) gone;         /* var << 6 | value that leaves, sorted; of a conflict: that would have to */
    VEC(uint64_t) left;         /* one a variable in `gone`: what it may be then */
    VEC(uint32_t) premises;     /* var << 6 | value that had left, sorted, once each: it follows from these alone */
    /* Of a trial: what was assumed is that `gone` is what is left; the steps that lead to a contradiction. */
    struct deduction **trial;
    uint32_t ntrial;
    uint32_t number;            /* in the path, from 1 */
};

typedef VEC(struct deduction *) deduction_list;

/* Looks at an instance and appends what it finds. Findings that the rule says in the same words, with the same tag or
 * from a common premise, are one deduction. `summary` stands in for the words of a rule that has none. False: no
 * memory. */
bool deduction_look(struct solver *solver, uint32_t instance, const char *summary, deduction_list *list);
/* Adds what the same sentence says once this holds: a line that goes straight does so on both sides. The state must be
 * that of the look, as far as its scope goes. False: no memory. */
bool deduction_complete(struct solver *solver, const char *summary, struct deduction *d);
/* From a finding that is complete, with these words; NULL: no memory. */
struct deduction *deduction_new(const struct finding *finding, const char *words);
bool deduction_add(struct deduction *d, const struct finding *finding);
/* Sorts, drops doubles, and fills `left` from the solver's present state. False: no memory. */
bool deduction_tidy(const struct solver *solver, struct deduction *d);
void deduction_free(struct deduction *d);
/* Frees all and empties the list; it can be used again. */
void deduction_list_clear(deduction_list *list);

#endif
