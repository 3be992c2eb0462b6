/* A board of pearls as a puzzle made of kinds and nothing else, for tests of rules in the whole engine: what a
 * solution is, only the kinds' checks say. */
#ifndef TESTS_RULES_BOARD_H
#define TESTS_RULES_BOARD_H

#include "core/solver.h"

/* Text: rows of `.WB`, then optionally "!both" or "!straight". */
extern const struct rt_puzzle_class board_class;

/* Loads a plugin's bundle and keeps it; NULL and a line on stderr if it is none. */
const struct rt_bundle *board_load(const char *so);
/* Kinds of all bundles loaded. */
struct kind_source board_kinds(void);

#endif
