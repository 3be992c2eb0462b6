/* The audit of one board: is any deduction of any rule wrong?
 *
 * The board's true solutions are found without rules, by the kinds' checks and the puzzle's verify alone. Then every
 * rule runs by itself, and all run together, with and without auxiliaries, and every step is held against these
 * solutions (job/reasons.h). Where there are more solutions than asked for, or finding them takes too long, those that
 * are known judge; solutions that the rules themselves lead to count as well, since verify passed them. */
#ifndef RATCHET_JOB_AUDIT_H
#define RATCHET_JOB_AUDIT_H

#include "job/engine.h"

struct audit_request {
    const char *type;               /* puzzle type */
    const char *name;               /* for messages */
    const char *text;               /* canonical */
    size_t length;
    const uint32_t *lines;          /* as in rt_puzzle_text */
    uint32_t nlines;
    uint32_t solutions;             /* true ones to find at most */
    uint64_t nodes;                 /* decisions of one run at most */
    const char *rule;               /* look at this rule only; NULL: at all */
    const volatile int *cancelled;  /* may be NULL */
};

/* What is known of one rule. Strings live in the report's arena. */
struct audit_rule {
    const char *id;
    bool ours;                      /* it came with Ratchet */
    bool served;                    /* there is a scope for it on this board */
    uint64_t judged;                /* deductions */
    const char *parked;             /* why it was left out in some run; NULL */
};

struct audit_finding {
    const char *rule;               /* NULL: not to be laid at one rule's door */
    bool ours;
    const char *scope;              /* "row 3" */
    const char *says;               /* "r1c2 is black", "a contradiction", ... */
    const char *const *because;     /* its premises in words */
    uint32_t nbecause;
    const char *solution;           /* the lost one, drawn */
};

struct audit_report {
    struct arena arena;
    struct fault fault;             /* the board can't be audited */
    uint32_t nvars, nscopes;
    uint32_t solutions;             /* true ones known */
    bool complete;                  /* there are no others */
    uint32_t runs, cut;             /* cut: ended at the limit */
    uint64_t judged, auxiliary, clauses, unjudged;  /* see struct reasons */
    struct audit_rule *rules;
    uint32_t nrules;
    struct audit_finding *findings; /* at most one a rule, in the order of the rules */
    uint32_t nfindings;
};

/* To be freed in any case. A crash of a plugin is a fault, too. */
void audit_board(struct engine *engine, const struct audit_request *request, struct audit_report *report);
void audit_report_free(struct audit_report *report);

/* Random board `number` of the request's type, no side longer than `side`: its text into `out`, to be freed.
 * 0, or fault; EXIT_OTHER if the type makes none. */
int audit_random(struct engine *engine, const struct audit_request *request, uint64_t number, uint32_t side,
                 struct text *out, struct fault *fault);

/* The smallest board with a finding about the request's rule that random ones show: sides from 2 on, so many boards
 * each; of the first side that shows any, the board of fewest variables, then scopes, then letters. Only boards of
 * fewer than `below` variables count. True: `report` and `text` (to be freed in any case) are that board's. */
bool audit_smallest(struct engine *engine, const struct audit_request *request, uint32_t below,
                    struct audit_report *report, struct text *text);

#endif
