/* How hard is it? The puzzle solved in rounds, each with the easiest rules that find anything, so that the figures
 * don't depend on the order of rows and columns: mirrored and turned boards get the same grade. */
#ifndef RATCHET_REPORT_GRADE_H
#define RATCHET_REPORT_GRADE_H

#include "report/story.h"

enum grade_end {
    GRADE_SOLVED,       /* all is known */
    GRADE_CONFLICT,     /* there is no solution */
    GRADE_STUCK,        /* as deep as is tried, no assumption can be refuted */
    GRADE_FAILED        /* memory or a limit */
};

/* Over a stepwise solver, built and marked. A round with a rule adds one step for each place where the rule finds
 * something; the score is the sum of weight times level over the steps. Where the rules up to `level` stop,
 * assumptions are refuted, one at a time, then two: they count as one step a round of the rule that probes.
 * `grade->steps` has room for nrules. */
enum grade_end grade_run(struct solver *solver, const struct rule_use *rules, uint32_t nrules, uint32_t level,
                         struct story_grade *grade, uint32_t *steps);

#endif
