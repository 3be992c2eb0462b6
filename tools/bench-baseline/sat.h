/* CaDiCaL behind the few calls that the encodings need, with a limit on CPU time. */
#ifndef BASELINE_SAT_H
#define BASELINE_SAT_H

#include <stdbool.h>
#include <stdint.h>

struct CCaDiCaL; /* <ccadical.h> */

/* Constants among the literals of a clause, so that encodings need no special cases; -SAT_TRUE is false. */
enum { SAT_TRUE = INT32_MAX };

enum { SAT_OPTIONS = 16 };

/* What holds for every run. */
struct sat_settings {
    double limit;      /* CPU seconds a puzzle, 0 = none */
    uint32_t noptions; /* options of CaDiCaL */
    char name[SAT_OPTIONS][32];
    int value[SAT_OPTIONS];
};

struct sat {
    struct CCaDiCaL *solver;
    double until; /* CPU time of the thread at which it gives up, 0 = never */
    uint32_t polls;
};

enum answer { SAT_YES = 10, SAT_NO = 20, SAT_GAVE_UP = 0 };

double cpu_now(void);
void sat_open(struct sat *sat, const struct sat_settings *settings);
void sat_close(struct sat *sat);

/* A clause of at most eight literals, ended by 0. */
void sat_clause(struct sat *sat, const int *literals);
#define CLAUSE(sat, ...) sat_clause((sat), (const int[]){__VA_ARGS__, 0})

/* A clause of any length, literal by literal, without constants. */
void sat_literal(struct sat *sat, int literal);
void sat_end(struct sat *sat);

enum answer sat_solve(struct sat *sat);
bool sat_value(struct sat *sat, int variable);

#endif
