/* The way a person goes: at every point the simplest deduction that there is. */
#ifndef RATCHET_REPORT_PATH_H
#define RATCHET_REPORT_PATH_H

#include "report/deduction.h"

struct path;

/* Over a stepwise solver that is built and marked; `rules` as given to solver_new. Only those up to `level` take part.
 * A rule that probes (tier 4, on the whole board) is played by the path itself, as trials that can be told.
 * NULL: no memory. */
struct path *path_open(struct solver *solver, struct puzzle *puzzle, const struct rule_use *rules, uint32_t nrules,
                       uint32_t level);
void path_close(struct path *path);

/* The simplest deduction of the present state: of the lowest level, then of the least weight. Of several, one where
 * the newest step has changed something; there, and at the start, a contradiction first, then what continues from
 * the newest step, has the fewest premises, concludes most. NULL: there is none, or path_failed. The path owns it. */
const struct deduction *path_next(struct path *path);
/* All deductions of the present state, the simplest first, without those that an easier rule makes needless; valid
 * until the next step. */
const deduction_list *path_all(struct path *path);
/* The next deduction becomes a step: it is applied, unless it is a conflict. NULL: as path_next. */
const struct deduction *path_step(struct path *path);
/* Steps so far. */
const deduction_list *path_steps(const struct path *path);
/* Steps in rounds, each with all that the easiest rules find, to a contradiction, or until nothing more is found: the
 * way to a contradiction is short then, and of several contradictions in a round the one comes that rests on the
 * fewest steps. The conflict, or NULL. */
const struct deduction *path_run_broad(struct path *path);
/* Memory or a limit has ended it. */
bool path_failed(const struct path *path);

/* Are trials part of the path (is their level low enough)? */
bool path_tries(const struct path *path);
/* Where nothing simpler is left: the shortest trial, whether or not trials are part of the path. Not applied; the
 * caller frees it. On large boards not every assumption is tried (LADDER_LOOKS_MOST). NULL: none that was tried leads
 * to a contradiction, or path_failed. */
struct deduction *path_trial(struct path *path);

/* Marks the steps on which `wanted` (n entries, var << 6 | value that left) rest: used[k] for step k. */
void path_trace(const deduction_list *steps, const uint32_t *wanted, uint32_t n, uint8_t *used);

#endif
