/* The host's side of `struct rt_self`: what stands behind the pointer that every plugin call carries. */
#ifndef RATCHET_CORE_PLUGIN_H
#define RATCHET_CORE_PLUGIN_H

#include "core/session.h"
#include "core/use.h"
#include "util/text.h"

enum phase {
    PHASE_NONE = 0,
    PHASE_READ = 1 << 0,
    PHASE_WRITE = 1 << 1,
    PHASE_PARSE = 1 << 2,
    PHASE_MODEL = 1 << 3,
    PHASE_MARKS = 1 << 4,
    PHASE_RENDER = 1 << 5,
    PHASE_VERIFY = 1 << 6,
    PHASE_FACTS = 1 << 7,
    PHASE_DESCRIBE = 1 << 8,
    PHASE_SAMPLE = 1 << 9,
    PHASE_INIT = 1 << 10,
    PHASE_EXTEND = 1 << 11,
    PHASE_PROPAGATE = 1 << 12,
    PHASE_EXPLAIN = 1 << 13,
    PHASE_BRANCH = 1 << 14,
    PHASE_GENERATE = 1 << 15,
    PHASE_BATCH = 1 << 16,
    PHASE_WEIGH = 1 << 17
};

struct solver;
struct instance;

/* A run of a rule on planes of its own, to see what it still deduces (shrink.c). */
struct shadow {
    uint64_t *plane, *mirror, *dom;
    uint32_t pos, value;            /* the deduction looked for; RT_NOPOS: a conflict */
    bool hit, changed;
};

struct plugin {
    struct rt_self self;            /* first: the plugin's pointer is ours */
    struct session *session;
    struct arena *scratch;
    const char *id;                 /* class id, for messages */
    const struct rt_option *const *options;
    const struct option_value *values;
    uint32_t phase;                 /* enum phase of the running call */
    const uint32_t *lines;          /* [parse] line map */
    uint32_t nlines;
    struct text *out;               /* [render] [write] [facts] [describe] */
    int (*emit)(void *, const struct rt_puzzle_text *);     /* [read] [generate] */
    void *emit_context;
    uint64_t *marks;                /* [marks] */
    uint32_t nmarks;
    struct solver *solver;          /* [model] and rules */
    struct instance *instance;      /* rules only */
    struct shadow *shadow;          /* NULL but in shadow runs */
};

/* A call of a plugin function: sets phase, log source and scratch mark, and takes them back. */
struct plugin_call {
    uint32_t phase;
    const char *source;
    struct arena_mark mark;
};

static inline struct plugin *plugin_of(struct rt_self *self)
{
    return (struct plugin *)self;
}

struct plugin_call plugin_enter(struct plugin *plugin, enum phase phase);
void plugin_leave(struct plugin *plugin, struct plugin_call call);
/* A broken contract: a rule's instance is parked, anything else gets a fault. */
void plugin_fault(struct plugin *plugin, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The one table of services, for this machine's processor. */
void services_fill(struct rt_host *host);

#endif
