/* Counters: one table for `--stats`, `rules stats`, JSON, metrics and the docs. */
#ifndef RATCHET_CORE_STATS_H
#define RATCHET_CORE_STATS_H

#include <stdint.h>

/* X(name, heading, help): per rule. Deterministic but for `ns`. */
#define RULE_STATS(X) \
    X(instances, "scopes", "scopes that the rule serves") \
    X(wakeups, "wake-ups", "times an instance was queued") \
    X(runs, "runs", "calls of propagate") \
    X(useful, "useful", "runs that narrowed something or found a conflict") \
    X(narrowings, "narrowings", "drops that removed something") \
    X(removed, "removed", "values removed") \
    X(conflicts, "conflicts", "contradictions found") \
    X(explanations, "explained", "reasons asked for") \
    X(reason_literals, "premises", "literals in those reasons") \
    X(defaults, "defaults", "reasons that fell back to everything known in the scope") \
    X(clauses, "clauses", "clauses added by init and extend") \
    X(faults, "faults", "broken contracts: instance parked") \
    X(ns, "ns", "nanoseconds inside the rule, sampled")

/* X(name, help): per job. */
#define SEARCH_STATS(X) \
    X(variables, "variables of the puzzle") \
    X(scopes, "scopes of the puzzle") \
    X(nodes, "decisions of the search") \
    X(conflicts, "contradictions that the search met") \
    X(learned, "clauses learned from them") \
    X(restarts, "restarts") \
    X(propagations, "literals put on the trail") \
    X(checks, "scope checks run") \
    X(verifies, "complete assignments verified") \
    X(sweeps, "sweeps of the sweep and batch policies") \
    X(max_level, "deepest decision level") \
    X(memory, "bytes of memory at most")

struct rule_stats {
#define X(name, heading, help) uint64_t name;
    RULE_STATS(X)
#undef X
};

struct search_stats {
#define X(name, help) uint64_t name;
    SEARCH_STATS(X)
#undef X
};

#endif
