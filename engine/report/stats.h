/* Statistics as tables and JSON, both driven by the lists in core/stats.h. */
#ifndef RATCHET_REPORT_STATS_H
#define RATCHET_REPORT_STATS_H

#include "report/answer.h"

#include <jansson.h>

/* Two tables: the search, and the rules that served a scope. Columns without any count are left out;
 * `full`: every rule and column, and the puzzle's own facts. */
void stats_text(const struct answer *answer, bool full, struct text *out);

/* New references, NULL when memory ran out. Times are left out: they go into `timing`. */
json_t *stats_search_json(const struct search_stats *stats);
json_t *stats_rules_json(const struct answer *answer);
/* {"RULE": seconds, …} */
json_t *stats_rule_times_json(const struct answer *answer);

#endif
