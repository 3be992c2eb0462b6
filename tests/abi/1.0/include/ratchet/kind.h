/* Scope kinds: where puzzles and rules meet.  A kind is a name with a revision ("line.blocks/1"), the layout
 * of a payload (a struct in <ratchet/kind/...>), and what the scope means: `check`. */
#ifndef RATCHET_KIND_H
#define RATCHET_KIND_H

#include <ratchet/host.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rt_kind_class {
    uint32_t size;          /* sizeof(struct rt_kind_class) */
    uint32_t payload_size;  /* smallest legal payload, bytes */
    const char *id;         /* "line.blocks/1": [a-z][a-z0-9_]*(\.[a-z0-9_]+)*\/[1-9][0-9]* */
    const char *summary;    /* what holds in such a scope, one line */
    /* The meaning. values[i] is the value of position i, all of them given. RT_OK, or RT_CONFLICT with
     * `verdict` filled. Pure. */
    int (*check)(const void *payload, uint32_t payload_size, const uint8_t *values, uint32_t n,
                 struct rt_verdict *verdict);
    /* Makes one random scope of at most about `size` variables through add_variables and add_scope, for the
     * test harness; mostly satisfiable ones. */
    int (*sample)(struct rt_self *, uint32_t size);
    /* Optional exact test: 1 if every satisfying assignment within `domains` has values[pos] != value,
     * 0 if not, negative if it cannot tell. */
    int (*implies)(const void *payload, uint32_t payload_size, const uint64_t *domains, uint32_t n,
                   uint32_t pos, uint32_t value);
    /* Optional: the payload in words ("blocks 2 2"), cut to `capacity` bytes; returns its length. */
    int (*describe)(const void *payload, uint32_t payload_size, uint32_t n, char *buffer, size_t capacity);
    /* Optional: is this payload well-formed for n variables?  The host asks at add_scope; RT_OK or RT_ERROR. */
    int (*valid)(const void *payload, uint32_t payload_size, uint32_t n, uint32_t nvalues);
    /* [init] Optional: the whole meaning as clauses, with auxiliaries where they help: an assignment satisfies
     * `check` iff it extends to all of these.  For exports and cross-checks, not for solving. */
    int (*encode)(struct rt_self *);
};

#ifdef __cplusplus
}
#endif
#endif
