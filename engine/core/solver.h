/* The solver: model, scheduler and search over one puzzle.
 *
 *      struct solver *s = solver_new(session, &options, kinds, rules, nrules);
 *      solver_build(s, puzzle);              variables, scopes, one rule instance a scope, init
 *      solver_mark(s, domains);              optional: start from marks
 *      solver_run(s, &goal, &result);        propagate, search
 *      solver_free(s);
 */
#ifndef RATCHET_CORE_SOLVER_H
#define RATCHET_CORE_SOLVER_H

#include "core/puzzle.h"
#include "core/session.h"
#include "core/stats.h"
#include "core/use.h"

enum scheduler_policy {
    POLICY_TIERS = 0,   /* always the lowest non-empty tier */
    POLICY_SWEEP = 1,   /* rounds over all instances in order, values set in place */
    POLICY_BATCH = 2    /* rounds; values are set only when the round is over */
};

/* What some runs between restarts go without: bits. */
enum search_modes {
    MODES_NONE = 0,
    MODES_RULES = 1,        /* below the root, rules of scopes whose meaning is in the clauses of another */
    MODES_AUXILIARIES = 2,  /* decisions on auxiliaries */
    MODES_BOTH = 3
};

/* A clause that a rule adds, as it gave it. Pointers live during the call. */
struct solver_clause {
    uint32_t rule;          /* index in the rules given to solver_new */
    uint32_t scope;
    const uint32_t *lits;   /* var << 7 | value << 1 | negated; var >= nvars is an auxiliary of this rule and scope */
    uint32_t n;
};

struct solver_options {
    enum scheduler_policy policy;
    bool search;            /* false: stop at the fixed point */
    bool learn;             /* false: chronological backtracking */
    const char *branch;     /* "first", "activity", or a strategy that a rule serves ("mrv") */
    uint32_t extend_after;  /* conflicts after which rules add auxiliaries; without learning they do at once */
    uint32_t late_after;    /* conflicts after which rules join that are `late` */
    enum search_modes modes;
    uint32_t restart_unit;  /* conflicts between restarts, times the Luby sequence; 0: the usual */
    bool stats_full;        /* time every call instead of sampling */
    bool keep_reasons;      /* clauses keep what is false at the root, so that traced reasons are whole */
    void (*clause)(void *context, const struct solver_clause *);   /* may be NULL; hears of every clause of a rule */
    void *clause_context;
    const uint8_t *left_out;    /* nscopes times one a scope, then ngivens times one a given: nonzero, it means
                                   nothing, and so do those behind them. Grids are not verified then. NULL: all count */
    uint32_t nscopes, ngivens;
    bool stepwise;          /* for deduce.h: clauses are kept, and do nothing by themselves */
};

struct solver;

enum trace_kind {
    TRACE_NARROWING,    /* values left a variable */
    TRACE_CONFLICT,     /* a contradiction: the premises cannot hold together (trace_reasons only) */
    TRACE_LEARNED       /* a clause learned from it: the premises cannot hold together (trace_reasons only) */
};

/* One step, as --trace shows it. Pointers live during the call. */
struct trace_event {
    enum trace_kind kind;
    uint64_t step;              /* 1, 2, ... */
    uint32_t level;             /* decisions made so far */
    int32_t rule;               /* index in the rules given to solver_new; -1: see `cause` */
    const char *cause;          /* "rule", "probe" (a rule that probes), "decision", "nogood", "domain",
                                   "flip", "mark", "check" */
    uint32_t scope;             /* RT_NOPOS: none */
    uint32_t var;               /* RT_NOPOS but for narrowings; auxiliaries (>= nvars) are not reported */
    uint64_t gone;              /* values that left */
    uint64_t domain;            /* what is left */
    const uint32_t *premises;   /* (var << 6 | value) that had left; NULL unless trace_reasons;
                                   var >= nvars is an auxiliary */
    uint32_t npremises;
};

/* A scope as the model has it; pointers live as long as the solver. */
struct solver_scope {
    const struct rt_kind_class *kind;   /* NULL: the host's board scope */
    const void *payload;
    uint32_t payload_size;
    const uint32_t *vars;
    uint32_t n;
};

/* What the puzzle says of one variable. */
struct solver_given {
    uint32_t var;
    uint64_t keep;              /* it is one of these */
};

struct solver_goal {
    uint32_t max_solutions;     /* stop after so many; 2 proves uniqueness; 0 = all */
    uint64_t node_limit;        /* decisions; 0 = none */
    bool trace_reasons;
    void (*trace)(void *context, const struct trace_event *);
    /* A solution: one value a variable, valid during the call. Nonzero: stop. */
    int (*solution)(void *context, const uint8_t *values);
    /* About ten times a second while running. */
    void (*progress)(void *context, const struct search_stats *, uint32_t fixed, uint32_t solutions);
    void *context;
};

struct solver_result {
    bool complete;              /* the search space is exhausted: the number of solutions is exact */
    enum stop_cause stop;       /* why it is not complete */
    uint64_t solutions;         /* found */
    uint32_t nsaved;            /* of them kept: at most 2 */
    const uint8_t *saved[2];    /* one value a variable; in the session's arena */
};

/* `rules` in configuration order, copied. A branch strategy that none of them serves is logged and
 * replaced by activity. NULL: no memory (session->fault). */
struct solver *solver_new(struct session *session, const struct solver_options *options,
                          struct kind_source kinds, const struct rule_use *rules, uint32_t nrules);
/* rt_status; on error session->fault says why. */
int solver_build(struct solver *solver, struct puzzle *puzzle);
uint32_t solver_nvars(const struct solver *solver);
/* Values of a variable, auxiliaries included. */
uint32_t solver_nvalues(const struct solver *solver, uint32_t var);
uint32_t solver_nscopes(const struct solver *solver);
const char *solver_scope_kind(const struct solver *solver, uint32_t scope);
struct solver_scope solver_scope(const struct solver *solver, uint32_t scope);
/* In the order in which the puzzle gave them; valid as long as the solver. */
const struct solver_given *solver_givens(const struct solver *solver, uint32_t *n);
/* Full domains before anything was given or narrowed, nvars masks. */
void solver_initial_domains(const struct solver *solver, uint64_t *domains);
/* Narrows the start to `domains`; RT_CONFLICT if that leaves a variable without value. Before solver_run. */
int solver_mark(struct solver *solver, const uint64_t *domains);
/* rt_status: RT_OK, or an error with session->fault. Can be called once. */
int solver_run(struct solver *solver, const struct solver_goal *goal, struct solver_result *result);
/* What is known without assumptions, after the run or in a call of `progress`: nvars masks. If a solution was found
 * and `complete` is false, still only what holds in every solution not yet excluded. */
void solver_domains(const struct solver *solver, uint64_t *domains);
const struct search_stats *solver_stats(const struct solver *solver);
/* One entry a rule of solver_new. */
const struct rule_stats *solver_rule_stats(const struct solver *solver);
/* Rules that were left out because of faults or tick budgets: text of the first fault of rule i, or NULL. */
const char *solver_rule_fault(const struct solver *solver, uint32_t rule);
/* Policies sweep and batch: unknown variables left after each sweep at the root, `*n` of them. */
const uint32_t *solver_sweeps(const struct solver *solver, uint32_t *n);
void solver_free(struct solver *solver);

#endif
