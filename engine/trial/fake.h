/* A small host for one rule instance: domains, planes, history, clauses, save and undo, nothing else.
 * It is slow, simple and suspicious: every misuse of a service leaves a sentence in `fault`. */
#ifndef RATCHET_TRIAL_FAKE_H
#define RATCHET_TRIAL_FAKE_H

#include "util/arena.h"
#include "util/random.h"
#include "util/vec.h"
#include <ratchet/model.h>

enum fake_phase {
    FAKE_IDLE = 0,
    FAKE_INIT = 1,
    FAKE_EXTEND = 2,
    FAKE_PROPAGATE = 4,
    FAKE_EXPLAIN = 8,
    FAKE_SAMPLE = 16,
    FAKE_BRANCH = 32,
    FAKE_DESCRIBE = 64,
    FAKE_BATCH = 128,
    FAKE_WEIGH = 256
};

/* One value that the rule removed, or its conflict (pos RT_NOPOS). */
struct fake_event {
    uint32_t pos, value, tag, nhist;
    uint64_t *then;         /* n domains just before */
    uint64_t *eager;        /* premises given in propagate, n masks; NULL: none */
    bool always;            /* because_always in propagate */
};

struct fake_change {        /* what undo takes back: bytes at an address, or a value of a variable */
    void *address;
    void *copy;
    uint32_t bytes, ref;
    uint64_t dom;
};

struct fake_score {
    uint32_t pos, value;
    double score;
};

struct fake_option {
    const char *name;
    int64_t value;
};

struct fake {
    struct rt_self self;            /* first: a plugin's self is the fake */
    struct rt_host host;
    const struct rt_rule_class *rule;
    const struct fake_option *options;
    uint32_t noptions;
    struct arena arena;
    struct random random;
    enum fake_phase phase;
    uint32_t n, nvalues, words;
    uint64_t *dom, *full, *plane, *mirror, *state;
    VEC(uint64_t) aux;              /* domains of auxiliaries */
    VEC(uint64_t) aux_full;
    VEC(rt_lit) clauses;            /* each ended by RT_LIT_END */
    VEC(uint32_t) history;
    VEC(struct fake_change) trail;
    VEC(struct fake_event) events;
    VEC(struct fake_score) scores;
    bool record;                    /* keep events */
    bool conflict, asleep, woken, changed;
    uint64_t *premise;              /* n masks that because() collects */
    bool given, always;
    char fault[240];                /* "" or what the plugin did that a host forbids */
    char printed[512];              /* describe's words */
    uint64_t allocations, starve;   /* by the rule; the one that fails, 0: none */
    /* What probing finds, as if cheaper rules found all: values that occur in solutions within `dom`; false: there are
     * none. NULL: nobody can tell, and probe is not supported. */
    bool (*truth)(void *context, const uint64_t *dom, uint64_t *support);
    void *truth_context;
    /* [sample] the scope that was made */
    VEC(uint32_t) sample_values;    /* nvalues a variable */
    uint32_t sample_n, sample_nvalues, sample_payload_size;
    void *sample_payload;
    uint64_t *sample_initial;
};

/* Undo point. */
struct fake_mark {
    uint32_t trail, nhist, seen;
    bool asleep;
};

/* No rule: for a kind's sample. NULL: no memory. */
struct fake *fake_new(const struct rt_rule_class *rule, uint32_t cpu_level, uint64_t seed);
void fake_free(struct fake *f);
/* Sets up the scope; full domains from `initial` or all values. */
void fake_scope(struct fake *f, const void *payload, uint32_t payload_size, uint32_t n, uint32_t nvalues,
                const uint64_t *initial);
/* init. rt_status; RT_ENTAILED: the rule has nothing to do here and sleeps for good. */
int fake_init(struct fake *f);
int fake_extend(struct fake *f);
/* The world narrows `pos` to `keep`: RT_OK or RT_CONFLICT. */
int fake_narrow(struct fake *f, uint32_t pos, uint64_t keep);
/* One call of propagate. */
int fake_run(struct fake *f);
/* The same for several of one rule in one call of propagate_batch: status[k] is fake_run's for f[k]. */
void fake_run_batch(struct fake *const *f, uint32_t n, int *status);
/* Unit propagation over the clauses: RT_OK (f->changed) or RT_CONFLICT. */
int fake_units(struct fake *f);
/* Clauses and propagate in turn until nothing changes; RT_OK, RT_CONFLICT or an error. */
int fake_fixpoint(struct fake *f);
/* Proposals for a strategy, in f->scores. */
int fake_branch(struct fake *f, uint32_t strategy);
/* What the rule says of the chances of values, n * nvalues numbers each; `out` zeroed. */
int fake_weigh(struct fake *f, const float *in, float *out);
/* Are there auxiliaries that satisfy all clauses with these values? */
bool fake_extends(struct fake *f, const uint8_t *values);
struct fake_mark fake_mark(const struct fake *f);
void fake_undo(struct fake *f, struct fake_mark mark);
/* Asks for the reason of an event: f->premise (n masks), f->given, f->always. Returns explain's status. */
int fake_explain(struct fake *f, const struct fake_event *e);
/* describe's words for it, in f->printed. */
int fake_describe(struct fake *f, const struct fake_event *e);

#endif
