/* The order of the deductions as an SVG that moves. */
#ifndef RATCHET_REPORT_ANIMATION_H
#define RATCHET_REPORT_ANIMATION_H

#include "report/answer.h"

/* From where the run started to what it found, along `course`. Works for every puzzle type that draws SVG; what its
 * pictures have in common is written once (overlay.h). At most a hundred pictures: longer courses take several
 * narrowings in one. 0, or fault->code. */
int report_animation(const struct answer *answer, struct text *out, struct fault *fault);

#endif
