/* An answer for people: picture, verdict line, differences, statistics. */
#ifndef RATCHET_REPORT_TEXT_H
#define RATCHET_REPORT_TEXT_H

#include "report/answer.h"

struct report_style {
    enum rt_render_kind picture;
    bool pictures;      /* draw at all */
    bool animate;       /* one SVG that plays the way to the first grid (answer.course) */
    bool apart;         /* only pictures are results; verdict and statistics go to the notes */
    bool several;       /* this is one of several: what is drawn has its name above, and an error has a verdict line */
    bool quiet;         /* of what was generated only the puzzle */
    int stats;          /* 0 none, 1, 2 full */
};

/* `out`: results, for standard output; `notes`: the rest, for standard error. 0, or the code of a picture that could
 * not be drawn, which is told. */
int report_text(const struct answer *answer, const struct report_style *style, struct text *out,
                struct text *notes);
/* What a generated puzzle is like, and what it took. */
void report_made(const struct answer *answer, struct text *notes);
/* "FILE: unique\n" */
void report_verdict(const struct answer *answer, struct text *out);
/* The puzzle (domains NULL) or a grid; a kind that the puzzle does not draw becomes ascii, but for svg, which
 * is a fault. Returns 0 or fault->code. */
int report_picture(const struct answer *answer, enum rt_render_kind kind, const uint64_t *domains,
                   const uint64_t *other, struct text *out, struct fault *fault);
/* What is known best: the first solution, else what was deduced; NULL: nothing worth drawing. */
const uint64_t *report_best(const struct answer *answer);

/* How many had which verdict, one line: "3 puzzles: 2 unique, 1 none". `left_out`: inputs not read, behind a bad
 * one; `passed_over`: files of a folder that no format knows. */
struct tally {
    uint32_t n[OUTCOMES];
};
void report_summary(const struct tally *tally, uint32_t left_out, uint32_t passed_over, struct text *out);

#endif
