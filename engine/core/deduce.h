/* Deductions one at a time: what each rule would find in the state as it is, with nothing applied. For hints,
 * explanations and grades, where the order in which things are found counts, and not speed.
 *
 *      options.stepwise = true; solver_new, solver_build, solver_mark as usual
 *      for each instance:  solver_look(s, instance, found, context);   calls back for every finding
 *      solver_narrow(s, var, gone);                                    applies one
 *      solver_assume(s, var, gone) ... solver_retract(s);              a trial, taken back
 *
 * A stepwise solver is never run: no queues, no watched clauses, no search. */
#ifndef RATCHET_CORE_DEDUCE_H
#define RATCHET_CORE_DEDUCE_H

#include "core/solver.h"

/* One value that a rule can rule out now, directly from what is known. Pointers live during the callback. */
struct finding {
    uint32_t instance, rule, scope;
    bool conflict;              /* the premises contradict each other (through this rule) */
    uint32_t var;               /* RT_NOPOS: a conflict that is about no variable */
    uint64_t gone;              /* values of `var` that leave; in a conflict: that would have to leave */
    uint32_t tag;               /* the rule's own */
    const uint32_t *premises;   /* var << 6 | value that had left: the finding follows from these alone */
    uint32_t npremises;
};

typedef void finding_call(void *context, const struct finding *finding);

/* Rule instances are numbered from 0, rules in configuration order, scopes in index order. */
uint32_t solver_ninstances(const struct solver *s);
uint32_t solver_instance_rule(const struct solver *s, uint32_t instance);
uint32_t solver_instance_scope(const struct solver *s, uint32_t instance);
/* Has nothing changed in its scope since it was last looked at? */
bool solver_is_seen(const struct solver *s, uint32_t instance);
/* Calls `found` for every direct finding of the instance: what follows only with the help of another finding
 * of the same instance is left for the next time. Rules that probe (tier 4) find nothing here. */
void solver_look(struct solver *s, uint32_t instance, finding_call *found, void *context);
/* The same without premises, and with what follows only from other findings of this look: fast. */
void solver_glance(struct solver *s, uint32_t instance, finding_call *found, void *context);
/* Within `found` of solver_look: the rule's own words for it, appended to `out`. An rt_status; RT_EUNSUPPORTED: it has
 * none. */
int solver_say(struct solver *s, const struct finding *finding, struct text *out);
/* If every variable of the scope is known: does it hold? RT_CONFLICT fills `what` with the sentence of its kind and
 * makes `finding` its premises, valid until the next call. */
int solver_judge(struct solver *s, uint32_t scope, struct finding *finding, char *what, size_t capacity);

/* Calls back for every scope that holds the variable. */
void solver_each_scope(const struct solver *s, uint32_t var, void (*call)(void *context, uint32_t scope),
                       void *context);
uint64_t solver_domain(const struct solver *s, uint32_t var);
uint64_t solver_full(const struct solver *s, uint32_t var);
uint32_t solver_unknown(const struct solver *s);
/* Values leave a variable, for as long as the present assumption holds. At least one must stay. */
void solver_narrow(struct solver *s, uint32_t var, uint64_t gone);
/* The same as an assumption that solver_retract takes back, with all that was narrowed since. False: no memory. */
bool solver_assume(struct solver *s, uint32_t var, uint64_t gone);
void solver_retract(struct solver *s);
/* Has memory or a limit ended it? Findings may then be missing. */
bool solver_exhausted(struct solver *s);

#endif
