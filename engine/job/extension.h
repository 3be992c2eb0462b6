/* Do the clauses that rules added keep a solution? They may speak of auxiliary variables: then it must extend to these.
 *
 * A rule's clauses in one scope name that scope and auxiliaries of its own only. With the puzzle's variables given,
 * each such group of clauses is a small formula by itself: units first, then trying values. */
#ifndef RATCHET_JOB_EXTENSION_H
#define RATCHET_JOB_EXTENSION_H

#include "core/solver.h"

struct extension;

/* For solutions numbered below `nsolutions`. NULL: no memory. */
struct extension *extension_new(uint32_t nsolutions);
void extension_free(struct extension *extension);
/* solver_options.clause, with the extension as its context. */
void extension_clause(void *extension, const struct solver_clause *clause);
/* Between solver_new, which gets the listener, and solver_build, which adds the first clauses. */
void extension_solver(struct extension *extension, const struct solver *solver);

/* Groups of clauses, numbered in the order in which they were begun. */
uint32_t extension_ngroups(const struct extension *extension);
uint32_t extension_rule(const struct extension *extension, uint32_t group);
uint32_t extension_scope(const struct extension *extension, uint32_t group);

/* 1: the values of solution `number` extend to the group's auxiliaries under all its clauses; 0: they don't;
 * -1: it took too much work, or memory. */
int extension_exists(struct extension *extension, uint32_t group, uint32_t number, const uint8_t *values);
/* The same for all groups that premises (var << 6 | value that had left) name: is there an extension in which
 * those over auxiliaries hold? Premises over the puzzle's variables are passed over. */
int extension_satisfies(struct extension *extension, uint32_t number, const uint8_t *values, const uint32_t *premises,
                        uint32_t npremises);

#endif
