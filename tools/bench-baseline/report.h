/* Figures as text and as JSON (the names of `ratchet bench --json`), verdicts as a table. */
#ifndef BASELINE_REPORT_H
#define BASELINE_REPORT_H

#include "measure.h"

#include <stdio.h>

struct json_t; /* <jansson.h> */

void report_text(const struct bench *b, FILE *out);

/* The member of the whole report's `lists` for this list; NULL: no memory. */
struct json_t *report_json(const struct bench *b);

/* Head and lines of the verdict table. `-` is "not there". */
void report_verdict_head(FILE *out);
void report_verdicts(const struct bench *b, FILE *out);

#endif
