/* Facts and places in words: "r3c4 to r3c7 are black", "row 3". */
#ifndef RATCHET_REPORT_WORDS_H
#define RATCHET_REPORT_WORDS_H

#include "report/deduction.h"
#include "report/trace.h"

/* "row 3"; the board and the whole puzzle have names too. */
void words_scope(const struct trace_names *names, uint32_t scope, struct text *out);
/* The same with its preposition: "in row 3", "at the white pearl r1c3". */
void words_at_scope(const struct trace_names *names, uint32_t scope, struct text *out);
/* "the given r1c3". */
void words_given(const struct trace_names *names, const struct solver_given *given, struct text *out);
/* What holds now that `facts` (n times var << 6 | value that left, sorted) have left; `left` is what each of their
 * variables may still be, one a variable; NULL: judged by the facts alone. "" for none. */
void words_facts(const struct trace_names *names, const uint32_t *facts, uint32_t n, const uint64_t *left,
                 struct text *out);
/* The places alone: "r3c4 to r3c7 and r5c1". */
void words_places(const struct trace_names *names, const uint32_t *facts, uint32_t n, struct text *out);
/* The first letter becomes a capital, from byte `from` on. */
void words_capital(struct text *text, size_t from);

#endif
