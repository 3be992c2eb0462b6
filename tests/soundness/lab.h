/* A bench for whole-engine tests: real plugins through the real host, any subset and order of rules, any
 * search setting, with the reason audit on request. */
#ifndef TESTS_SOUNDNESS_LAB_H
#define TESTS_SOUNDNESS_LAB_H

#include "audit.h"
#include "host/host.h"
#include "util/text.h"

struct lab {
    struct config *config;
    struct host *host;
    struct fault fault;
    struct arena arena;
    const struct rule_use *rules;   /* all that the puzzle type can use, in configuration order */
    uint32_t nrules;
    struct puzzle_use puzzle;
    const char *format;             /* of the texts; NULL: by content */
};

/* Opens the host over the plugin folders in the environment variable RATCHET_TEST_PLUGINS. `settings` is a
 * NULL-terminated list of SECTION.KEY=VALUE, or NULL. Aborts the test on any fault. */
void lab_open(struct lab *lab, const char *puzzle, const char *const *settings);
void lab_close(struct lab *lab);

/* Reads one puzzle, in any format, into the session. */
struct puzzle *lab_read(struct lab *lab, struct session *session, const char *text);

struct lab_run {
    /* in */
    const char *text;               /* any format that the host recognises */
    const struct rule_use *rules;
    uint32_t nrules;
    bool learn, no_search;
    enum scheduler_policy policy;
    const char *branch;
    uint32_t extend_after;          /* conflicts; 0: auxiliaries at once */
    enum search_modes modes;
    uint32_t restart_unit;          /* conflicts; 0: the usual. Small boards see few modes unless it is 1 */
    uint32_t max;                   /* solutions; 0 = all */
    uint64_t node_limit;
    bool audit;
    const uint8_t *truth;           /* for the audit: all solutions, ntruth * nvars; may be NULL */
    uint32_t ntruth;
    /* out */
    uint32_t nvars;
    uint64_t solutions;
    bool complete;
    enum stop_cause stop;
    uint8_t *found;                 /* solutions in the order found; free it */
    uint32_t nfound;
    uint64_t *domains;              /* what is known at the end; free it */
    struct search_stats search;
    struct audit audited;
    uint64_t faults;                /* broken contracts of all rules */
};

void lab_solve(struct lab *lab, struct lab_run *run);
void lab_run_free(struct lab_run *run);

/* The exported formula. */
void lab_cnf(struct lab *lab, const char *text, struct text *out);

/* A random subset in random order of `all`; returns its size. `out` has room for n. */
uint32_t lab_subset(struct random *random, const struct rule_use *all, uint32_t n, struct rule_use *out);
/* Sorts both lists of solutions and compares them. */
bool lab_same_solutions(uint8_t *a, uint32_t na, uint8_t *b, uint32_t nb, uint32_t nvars);

#endif
