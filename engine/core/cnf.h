/* A puzzle as a complete static DIMACS CNF, from the `encode` of its kinds: for cross-checks with SAT solvers. */
#ifndef RATCHET_CORE_CNF_H
#define RATCHET_CORE_CNF_H

#include "core/puzzle.h"

/* Appends to `out`: comments that say what each variable means ("c 5 = r1c5 is black"), "c p show ... 0" lines
 * with the variables that a solution is projected on, the clauses.  A value of a larger domain has a variable of
 * its own; that exactly one holds is among the clauses.  `domains` (may be NULL): start from marks.
 * rt_status; RT_EUNSUPPORTED with session->fault if a kind has no encoding. */
int cnf_write(struct session *session, struct kind_source kinds, struct puzzle *puzzle, const uint64_t *domains,
              struct text *out);

#endif
