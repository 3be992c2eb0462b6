/* What a job found out, as data. Text, JSON and exit codes are made from it. */
#ifndef RATCHET_REPORT_ANSWER_H
#define RATCHET_REPORT_ANSWER_H

#include "core/puzzle.h"
#include "core/session.h"
#include "core/stats.h"
#include "core/use.h"
#include "util/fault.h"

enum op { OP_SOLVE, OP_UNIQUE, OP_COUNT, OP_VERIFY, OP_RENDER, OP_HINT, OP_EXPLAIN, OP_GRADE, OP_GENERATE };

enum outcome {
    OUTCOME_ERROR,      /* fault says why */
    OUTCOME_UNIQUE,     /* one solution, and no other */
    OUTCOME_SEVERAL,
    OUTCOME_SOLVED,     /* one solution, others were not looked for */
    OUTCOME_NONE,
    OUTCOME_UNKNOWN,    /* stop says why */
    OUTCOME_CANCELLED,
    OUTCOME_VALID,      /* verify: it is a solution */
    OUTCOME_INVALID,    /* verify: it is none */
    OUTCOME_DRAWN,      /* render */
    OUTCOME_HINT,       /* hint: there is something to find */
    OUTCOME_MISTAKE,    /* hint: some marks are wrong */
    OUTCOME_GRADED,     /* grade */
    OUTCOME_GENERATED,  /* generate */
    OUTCOMES
};

/* Seconds. The only figures that differ between two runs of the same job. */
struct timing {
    double read;        /* recognising and reading the input; shared by all puzzles of one file */
    double model;       /* parsing, building the model */
    double solve;
    double total;
};

struct story;

/* One step on the way to what was found: values left a variable. */
struct course_step {
    uint32_t var;
    uint64_t left;                      /* its domain then */
};

/* generate: a new puzzle, and what it took. */
struct made {
    const char *puzzle, *solution;      /* text; a grid as render prints it */
    uint32_t level;
    double score;
    uint32_t tried, changes;            /* fresh puzzles; changes to the last of them */
    bool minimal;                       /* it was asked for: */
    uint32_t removed, unsettled;        /* clues left out; clues that may not be needed, which was too hard to tell */
};

/* Everything in it lives as long as the job. */
struct answer {
    enum op op;
    enum outcome outcome;
    const char *name;                   /* "FILE", or "FILE#2" when the file holds several; generate: NULL */
    struct fault fault;
    const char *type, *format;          /* ids; NULL: not known */
    const char *title, *author;         /* NULL: none */

    struct puzzle *puzzle;              /* what draws; NULL: it could not be read */
    uint32_t nvars;
    const uint64_t *known;              /* domains that hold without assumptions; NULL: none */
    uint32_t fixed;                     /* variables that have a value there */
    const uint64_t *const *grids;       /* solutions that were kept, as domains */
    uint32_t ngrids;
    const char *const *differ;          /* places in which the first two differ, in reading order */
    uint32_t ndiffer;

    const uint64_t *start;              /* domains that the run started from; NULL: none was asked for */
    const struct course_step *course;   /* from there to the first grid or to `known`, without what was taken back */
    uint32_t ncourse;

    uint64_t solutions;                 /* found */
    bool complete;                      /* there are no others */
    enum stop_cause stop;               /* why it is not complete */
    const char *broken, *place;         /* OUTCOME_INVALID: the sentence and where; place may be "" */

    const struct search_stats *search;  /* NULL: nothing was run */
    const struct rule_use *rules;
    const struct rule_stats *rule_stats;    /* one a rule */
    const char *const *parked;          /* one a rule: why it was left out, or NULL */
    uint32_t nrules;
    const char *const *relying;         /* foreign rules on which the verdict rests unconfirmed */
    uint32_t nrelying;
    const char *const *wrong;           /* marks that no solution has, in words */
    uint32_t nwrong;
    bool wrong_together;                /* each alone could be right */
    const struct story *story;          /* hint, explain, grade; else NULL */
    const struct made *made;            /* generate; else NULL */
    struct text facts;                  /* "name<TAB>value" a line, for --stats=full */
    struct timing timing;
};

/* "solve", "unique" … */
const char *op_name(enum op op);
/* "unique", "several" …: the word in JSON and verdict lines. */
const char *outcome_name(enum outcome outcome);
/* "time limit" …; NULL for STOP_NONE. */
const char *stop_name(enum stop_cause stop);

/* The exit code that one answer asks for. */
int answer_exit_code(const struct answer *answer);
/* The same in the way of SAT solvers: 10 solved, 30 solved and proved unique, 20 none, 0 unknown. */
int answer_sat_code(const struct answer *answer);
/* The worse of two codes, in the order 70 65 66 1 3 4 5 0; interruption before all. */
int worse_exit_code(int a, int b);

#endif
