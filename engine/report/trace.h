/* --trace: one narrowing a line, as JSON. */
#ifndef RATCHET_REPORT_TRACE_H
#define RATCHET_REPORT_TRACE_H

#include "core/solver.h"

/* What the numbers of an event stand for. */
struct trace_names {
    const char *file;
    struct puzzle *puzzle;
    const struct solver *solver;
    const struct rule_use *rules;
};

/* {"file","step","level","cause","rule","kind","scope","place","gone","left","says","reason"}, one line; conflicts and
 * learned clauses narrow nothing and give no line. */
void trace_json(const struct trace_event *event, const struct trace_names *names, struct text *out);

#endif
