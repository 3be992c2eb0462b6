/* Deduction rules.  A rule serves one kind; the host makes one instance for each scope of that kind. */
#ifndef RATCHET_RULE_H
#define RATCHET_RULE_H

#include <ratchet/host.h>
#include <ratchet/option.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the class needs; the host keeps nothing else for it. */
enum rt_needs { RT_PLANES = 1, RT_MIRROR = 2, RT_THEN = 4, RT_HISTORY = 8 };

#define RT_WAKE_ANY UINT64_MAX
enum rt_rule_flags {
    RT_WAKE_FIXED = 1,      /* wake only when a position gets its value, not at every value that leaves */
    /* Costs more than it brings on most boards: it takes part only where the configuration names it
     * ([rules] load with its own name, or [rule X] enabled = yes). */
    RT_RULE_OPTIONAL = 2,
    /* `init` adds clauses and does nothing else, and they follow from payload, positions, domain sizes and options
     * alone: the host may call it for one of several scopes that are alike and give its clauses to the others. */
    RT_SAME_CLAUSES = 4,
    /* With RT_RULE_OPTIONAL: where it is not named, it joins a search that proves hard ([search] late_after). */
    RT_RULE_LATE = 8
};

struct rt_rule_class {
    uint32_t size;          /* sizeof(struct rt_rule_class) */
    uint32_t flags;         /* enum rt_rule_flags */
    const char *id;         /* "nonogram.line" */
    const char *kind;       /* "line.blocks/1"; "rt.board/1" is the host's scope of all puzzle variables */
    const char *summary;    /* one line, a sentence without a full stop */
    uint8_t tier;           /* what it costs the machine: 0 trivial .. 4 probing */
    uint8_t level;          /* how hard a person finds it: 1 .. 9 */
    uint16_t needs;         /* enum rt_needs */
    uint32_t state_size;    /* bytes of state an instance */
    uint64_t wake;          /* values whose leaving wakes the instance (and is recorded in its history) */
    const struct rt_option *const *options;   /* NULL-terminated, may be NULL */
    const char *const *strategies;            /* names that [search] branch = may give and `branch` serves;
                                                 NULL-terminated, may be NULL */
    /* At least one of init, extend, propagate, branch, weigh must be there. */
    /* [init] Once, before the first propagation: constants into state, static clauses.
     * RT_ENTAILED: this instance has nothing to do here (variant, size): it is left out at no cost. */
    int (*init)(struct rt_self *);
    /* [extend] Once, when the root fixed point leaves the scope open.
     * RT_ENTAILED: its clauses say all that the scope means, so that a run of the search may go without the scope's
     * other rules ([search] modes). */
    int (*extend)(struct rt_self *);
    /* [propagate] */
    int (*propagate)(struct rt_self *);
    /* [explain] Premises of one deduction through because*. Reads payload, `why` and dom_then only, never
     * state. Absent, negative, silent or untrue: the host takes all that was known in the scope then. */
    int (*explain)(struct rt_self *, const struct rt_why *);
    /* [branch] Proposals through host->score for strategy number `strategy` of the class. */
    int (*branch)(struct rt_self *, uint32_t strategy);
    /* [describe] The deduction in words, as a person would say it, through host->print. */
    int (*describe)(struct rt_self *, const struct rt_why *);
    const void *(*extension)(const char *id);   /* optional */
    /* [batch] `propagate` for several instances of this class in one call, for rules that are faster so; `propagate`
     * must be there, too, and the host calls whichever it likes.  status[k], RT_OK at first, becomes what propagate
     * would return for self[k].  The views may be read together: what one instance drops shows in the others' views
     * at once, but none of them has to look again, the host calls it for that.  RT_OK, or an error that parks all.
     * Optional; no because* and no probe here: the reasons are those of `explain`. */
    int (*propagate_batch)(struct rt_self *const *self, uint32_t n, int *status);
    /* [weigh] How likely the values are, for where the search begins. in[pos * nvalues + value] is the chance that
     * the rest of the board gives a value: 0 if it has left, a position's sum is 1, positions count as independent.
     * Sets `out`, laid out alike, to what this scope adds: the value's share of the assignments that satisfy the
     * scope, each weighted by the product of its chances, divided by in[]; any scale a position. Reads payload and
     * sizes only. RT_CONFLICT: no assignment satisfies the scope. */
    int (*weigh)(struct rt_self *, const float *in, float *out);
};

#ifdef __cplusplus
}
#endif
#endif
