/* Runs the solvers over a list, several times, and keeps medians. */
#ifndef BASELINE_MEASURE_H
#define BASELINE_MEASURE_H

#include "read.h"
#include "solve.h"

typedef void solver(const struct puzzle *p, const struct sat_settings *settings, struct findings *found);

/* One puzzle by one solver. */
struct result {
    bool ran;
    enum verdict verdict;
    bool checked; /* the referee agrees with all that was found */
    uint32_t cuts;
    double seconds; /* median of the runs */
};

/* One solver over the list. */
struct side {
    const char *name;
    solver *solve[KINDS];     /* NULL: leaves them out */
    struct result *result;    /* one a puzzle */
    uint32_t n, verdicts[VERDICTS], wrong;
    uint64_t cuts;
    double total, log_total, worst;
    size_t worst_at;
};

enum { SIDES = 2 };

struct bench {
    struct list list;
    struct side side[SIDES];
    uint32_t nsides, repeat;
    uint32_t contradictions; /* puzzles on which two solvers differ, both having an answer */
    struct sat_settings settings;
};

/* false: no memory. A run that ended at the limit is not repeated. */
bool bench_run(struct bench *b);

/* Frees the results, not the list. */
void bench_free(struct bench *b);

#endif
