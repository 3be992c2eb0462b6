/* Hints, explanations and grades: what was found, as data, and how it is told. */
#ifndef RATCHET_REPORT_STORY_H
#define RATCHET_REPORT_STORY_H

#include "report/answer.h"
#include "report/deduction.h"
#include "report/trace.h"

#include <jansson.h>

/* What a search says where the human rules stop. */
struct story_search {
    bool asked;
    enum outcome outcome;       /* unique, several, none; unknown: a limit came first */
    uint64_t nodes;             /* decisions it took */
};

/* A mark that no solution has. */
struct story_mistake {
    uint32_t var;
    uint64_t keep;              /* what the mark says it may be */
    const struct deduction *const *refutation;  /* steps from the good marks that rule it out; NULL: search alone */
    uint32_t nrefutation;
};

/* Clues that contradict each other: each of them is needed. */
struct story_clash {
    const uint32_t *scope;
    uint32_t nscopes;
    const struct solver_given *given;
    uint32_t ngivens;
    bool whole;                 /* only all conditions of the puzzle together do */
};

struct story_grade {
    uint32_t level;             /* of the hardest rule that was needed */
    double score;
    uint32_t hardest;           /* that rule; RT_NOPOS: none */
    const uint32_t *steps;      /* one a rule */
    uint32_t total, rounds;
    uint32_t depth;             /* assumptions at a time: 0 none; above DEPTH_MOST: more than were tried */
    uint32_t trials;            /* assumptions that had to be refuted */
};
enum { DEPTH_MOST = 2 };

struct story {
    struct trace_names names;
    uint32_t nrules;
    /* explain: the steps; hint: the deductions that are there, the simplest first. */
    const struct deduction *const *steps;
    uint32_t nsteps, known;
    const struct deduction *const *before;  /* hint: steps on which it rests, and which no grid of marks shows */
    uint32_t nbefore;
    bool contradiction;         /* the last step is one */
    const struct deduction *trial;      /* where the steps end: a trial that would go on; NULL: none, or not needed */
    struct story_search search;
    const struct story_mistake *mistakes;
    uint32_t nmistakes;
    bool together;              /* each of the mistaken marks could hold alone, but not all of them */
    struct story_clash clash;
    struct story_grade grade;
    /* How much is told. */
    uint32_t hint_level;        /* 1 where, 2 which rule, 3 the deduction */
    uint32_t from, to;          /* explain: these steps only; 1 .. UINT32_MAX: all */
    const uint64_t *start;      /* domains before the first step, for pages; nvars */
};

void story_text(const struct answer *answer, struct text *out);
/* Adds its members to the answer's object. */
void story_json(const struct answer *answer, json_t *object);
/* One step as a line of JSON, as story_json has it among `steps`. */
void story_step_json(const struct story *story, const struct deduction *d, uint32_t number, struct text *out);
/* explain as one SVG document, a page a step below each other. 0, or fault->code. */
int story_pages(const struct answer *answer, struct text *out, struct fault *fault);
/* "r3c5 is black", or the place alone where the mark leaves several values. */
void story_mark(struct puzzle *puzzle, const struct story_mistake *mistake, struct text *out);
/* One deduction as a sentence with a capital and a full stop. */
void story_sentence(const struct story *story, const struct deduction *d, struct text *out);

#endif
