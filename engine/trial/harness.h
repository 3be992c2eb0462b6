/* The oracle harness: any rule against the meaning of its kind.
 *
 * It serves one rule as a host would (planes, mirror, history, clauses, save and undo), and holds it to its contract on
 * scopes small enough to enumerate:
 *
 *      struct harness *h = harness_new(kind, rule);
 *      struct harness_checks checks = {.seed = 1, .domains = 400};
 *      struct harness_scope scope;
 *      for (uint32_t i = 0; i < 200; i++)
 *          if (!harness_sample(h, 100 + i, 12, &scope) || !harness_check(h, &scope, &checks))
 *              puts(harness_failure(h));
 *      harness_free(h);
 *
 * A check that fails leaves a sentence with the scope, the domains and what went wrong. */
#ifndef RATCHET_TRIAL_HARNESS_H
#define RATCHET_TRIAL_HARNESS_H

#include <ratchet/model.h>
#include <stdbool.h>

/* Largest scope that is enumerated: positions times values at most 64 and at most 2^20 assignments. */
#define HARNESS_SMALL 1048576u

struct harness;

/* One scope to test on. From harness_sample, or filled by the test (`initial` NULL: all values). */
struct harness_scope {
    uint32_t n, nvalues;
    const void *payload;        /* 16-byte aligned; the test's or the harness's, until the next sample */
    uint32_t payload_size;
    const uint64_t *initial;    /* n domains of the fresh variables, or NULL */
};

/* What a rule promises. */
enum harness_promise {
    HARNESS_SOUND = 1,          /* no value of a solution goes, no conflict while there is one; clauses likewise */
    HARNESS_REASONS = 2,        /* premises held then, and imply what follows; there are words for it */
    HARNESS_IDEMPOTENT = 4,     /* RT_FIXPOINT and RT_ENTAILED are true */
    HARNESS_MONOTONE = 8,       /* smaller domains never leave more, on whatever way they were reached */
    HARNESS_RESTORED = 16,      /* undoing restores domains, planes and state */
    HARNESS_DETERMINISTIC = 32  /* the same domains: the same drops for the same reasons, on every CPU level */
};

/* What harness_check does. Zero means the default. */
struct harness_checks {
    uint64_t seed;
    uint32_t domains;       /* a scope: all if no more than this, else so many random ones; default 256 */
    uint32_t walks;         /* searches down and back up a scope; default 4 */
    bool complete;          /* also: every unsupported value must go */
    uint32_t without;       /* enum harness_promise: not held to these */
    /* Support of every position under the domains: support[pos] = values that occur in some solution, all 0
     * if there is none. NULL: enumerated with the kind's check, or for scopes that are not small its
     * `implies`. */
    void (*oracle)(const struct harness_scope *scope, const uint64_t *domains, uint64_t *support);
};

/* The classes must live as long as it; `rule` NULL: only for samples of the kind. NULL: no memory. */
struct harness *harness_new(const struct rt_kind_class *kind, const struct rt_rule_class *rule);
void harness_free(struct harness *h);
const struct rt_rule_class *harness_rule(const struct harness *h);
const struct rt_kind_class *harness_kind(const struct harness *h);
/* Host level 0 .. cpu_level(); new instances see it. Starts at the machine's. */
void harness_cpu(struct harness *h, uint32_t level);
/* The rule's option from now on; otherwise its default. */
void harness_option(struct harness *h, const char *name, int64_t value);
/* The last failure in words, with scope and domains. */
const char *harness_failure(const struct harness *h);

/* A scope of the kind's own sample(); the same seed gives the same scope. Valid until the next sample. */
bool harness_sample(struct harness *h, uint64_t seed, uint32_t size, struct harness_scope *scope);

/* Runs a fresh instance with its clauses on `domains` to the fixed point; `domains` becomes what is left.
 * RT_OK or RT_CONFLICT; negative: an error of the rule. */
int harness_narrow(struct harness *h, const struct harness_scope *scope, uint64_t *domains);

/* Why `value` left `pos` (RT_NOPOS: why the conflict) when a fresh instance ran on `domains`: describe's words, cut
 * to capacity, and explain's premises (n masks of values that were gone). False: it didn't, or there is no reason. */
bool harness_why(struct harness *h, const struct harness_scope *scope, const uint64_t *domains, uint32_t pos,
                 uint32_t value, char *words, size_t capacity, uint64_t *premises);

/* The last score that `branch` gives `pos` for a strategy; false: none, or a fault (see harness_failure). */
bool harness_score(struct harness *h, const struct harness_scope *scope, const uint64_t *domains,
                   uint32_t strategy, uint32_t pos, uint32_t *value, double *score);

/* What `weigh` of a fresh instance makes of `in`, laid out as it gets it; its status, RT_ERROR after a fault. */
int harness_weigh(struct harness *h, const struct harness_scope *scope, const float *in, float *out);

/* All the promises, and that no service is misused:
 *  - sound: also, every solution satisfies the clauses with some values of the auxiliaries;
 *  - RT_FIXPOINT: another run does nothing. RT_ENTAILED: nothing on any smaller domain either;
 *  - a walk (narrow, run, narrow, run, ... and back up) reaches what a fresh instance reaches, and undo restores;
 *  - reasons: with the negated conclusion they leave no solution;
 *  - propagate_batch, if there is one, does what propagate does; RT_SAME_CLAUSES is kept. */
bool harness_check(struct harness *h, const struct harness_scope *scope, const struct harness_checks *checks);
/* Is the scope small enough to enumerate, or can its kind tell what follows? */
bool harness_can_tell(const struct harness *h, const struct harness_scope *scope);
/* Each allocation of init, extend, one run, its reasons and its words fails in turn: no value of a solution goes, and a
 * reason that is given is one. Adds how many failed. */
bool harness_starve(struct harness *h, const struct harness_scope *scope, uint64_t *allocations);
/* An instance of a batch: a scope and its n domains. */
struct harness_run {
    struct harness_scope scope;
    const uint64_t *domains;
};
/* Does propagate_batch do for each of these, in one call, what propagate does for it alone? */
bool harness_batch(struct harness *h, const struct harness_run *run, uint32_t n);
/* harness_check for one given domain each position, without the walks. */
bool harness_check_domain(struct harness *h, const struct harness_scope *scope,
                          const struct harness_checks *checks, const uint64_t *domains);

/* What was seen since harness_new: a test asserts that it tested something. */
struct harness_stats {
    uint64_t runs, useful, drops, conflicts, entailed, fixpoints;
    uint64_t explained, by_default; /* reasons that the rule gave; left to the host */
    uint64_t premises, known; /* literals in given reasons; known in those scopes then (their default) */
};
struct harness_stats harness_stats(const struct harness *h);

#endif
