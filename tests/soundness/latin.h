/* Latin squares as a tiny puzzle, all in one process: domains of n values, a kind, a rule with reasons. */
#ifndef TESTS_SOUNDNESS_LATIN_H
#define TESTS_SOUNDNESS_LATIN_H

#include "core/solver.h"

/* Canonical text: "N" and then optionally "row column value" triples, all 1-based. */
extern const struct rt_puzzle_class latin_puzzle;
/* The same, but its model has no scopes: only verify knows. */
extern const struct rt_puzzle_class latin_bare;
/* Of the whole board: an auxiliary a cell that takes its value, added by extend. */
extern const struct rt_rule_class board_echo;
/* alldiff/1: the positions take different values; no payload. */
extern const struct rt_kind_class alldiff_kind;
/* A fixed position's value leaves the others; one with explain, one without, one that gives eager reasons. */
extern const struct rt_rule_class alldiff_lazy, alldiff_silent, alldiff_eager;
/* Like the silent one, but it keeps state, so its default reasons cannot be shrunk. */
extern const struct rt_rule_class alldiff_stateful;
/* The same as static clauses. */
extern const struct rt_rule_class alldiff_clauses;
/* Removes a true value on purpose when the scope has one position fixed: must be caught by nobody but the
 * caller's comparison; used to show that the tests can fail. */
extern const struct rt_rule_class alldiff_wrong;

/* Deduces rightly and explains wrongly. */
extern const struct rt_rule_class alldiff_liar;

/* The position of each value as an auxiliary, tied to the cells by clauses; with one clause that is wrong; and right,
 * but with wrong deductions, whose default reasons hold what is known of the auxiliaries. */
extern const struct rt_rule_class alldiff_positions, alldiff_misplaced, alldiff_positions_liar;

struct kind_source latin_kinds(void);

#endif
