/* What the jobs of one process share: configuration, plugins, and the lock around both. */
#ifndef RATCHET_JOB_ENGINE_H
#define RATCHET_JOB_ENGINE_H

#include "core/solver.h"
#include "host/host.h"

#include <pthread.h>

/* [limits], [search] and [engine], read once. 0 = no limit. */
struct engine_settings {
    struct solver_options solver;
    uint64_t seed;
    double time;            /* seconds a puzzle */
    uint64_t nodes;         /* decisions a puzzle */
    uint64_t memory;        /* bytes a puzzle */
    uint32_t solutions;     /* how far `count` counts */
    uint32_t explain_level; /* hardest rules of hint, explain and grade */
};

struct engine {
    struct config *config;
    struct host *host;
    struct engine_settings settings;
    pthread_mutex_t lock;   /* plugins are opened while jobs run */
    struct kind_source kinds;
};

/* Takes the configuration, also on failure. NULL: fault. */
struct engine *engine_open(struct config *config, struct fault *fault);
/* The same with our own plugins only, see host_open_ours. */
struct engine *engine_open_ours(struct config *config, struct fault *fault);
void engine_close(struct engine *engine);

/* host_recognise under the lock. */
const struct host_format *engine_recognise(struct engine *engine, const char *name, const char *bytes,
                                           size_t length, const char *type, const char *format,
                                           struct fault *fault);
/* A puzzle type and the rules that could serve it, for one job; `rules` NULL: no rules wanted. */
int engine_use(struct engine *engine, const char *type, struct arena *arena, struct puzzle_use *puzzle,
               const struct rule_use **rules, uint32_t *nrules, struct fault *fault);
/* The rules of [explain] for it. After engine_use. */
int engine_explain_rules(struct engine *engine, const char *type, struct arena *arena, const struct rule_use **rules,
                         uint32_t *nrules, struct fault *fault);

#endif
