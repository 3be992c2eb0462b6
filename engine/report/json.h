/* An answer for programs: one JSON object a line, keys always in the same order. */
#ifndef RATCHET_REPORT_JSON_H
#define RATCHET_REPORT_JSON_H

#include "report/text.h"

/* One line. All times stand in "timing"; the rest is the same for the same job. `rules`: with the statistics of
 * every rule. */
void report_json(const struct answer *answer, bool rules, struct text *out);
/* {"summary": …}, one line. */
void report_summary_json(const struct tally *tally, uint32_t left_out, uint32_t passed_over, int exit_code,
                         struct text *out);

/* Fetches the random seed that the library would otherwise open a file for at the first answer. */
void report_json_prepare(void);

#endif
