/* What the host gives a plugin: services, and the view of a scope.
 *
 * Every service takes the `struct rt_self *` that the plugin function was called with.  The tag in front
 * names the phases in which it may be called; a call outside them is refused, counted as a fault, and the
 * instance is parked (the answer stays right, the rule is merely left out).
 *
 * Phases: [read] format read · [write] format write, puzzle sample · [parse] [model] [marks] [render] [verify]
 * [facts] [generate] puzzle functions · [init] [extend] [propagate] [batch] [explain] [branch] [describe] [weigh]
 * rule functions ([batch]: propagate_batch) ·
 * [sample] kind sample · [any] all of them.
 */
#ifndef RATCHET_HOST_H
#define RATCHET_HOST_H

#include <ratchet/abi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A literal names a position of the rule's own scope, or an own auxiliary variable: never a global id.
 *   bits 31..7 ref (scope position, or RT_AUX | handle)   bits 6..1 value   bit 0 negated */
typedef uint32_t rt_lit;
#define RT_AUX 0x1000000u
#define RT_IS(ref, v) (((uint32_t)(ref) << 7) | ((uint32_t)(v) << 1))
#define RT_ISNT(ref, v) (RT_IS(ref, v) | 1u)

/* Live view of a rule's scope; one per instance for the whole job.
 * Planes are there if the class needs RT_PLANES: bit i of word w of `plane[a * words + w]` says that
 * position 64 * w + i may still be `a`.  `mirror` (RT_MIRROR) is the same with positions reversed:
 * its bit i is plane bit n - 1 - i.  Bits at and above n are zero.  Own drops show at once.
 * History (RT_HISTORY): `hist[e]` = position << 6 | value that left, in trail order; [seen, nhist) is new
 * since this instance's last run.  Only values in the class's `wake` mask are recorded.  */
struct rt_view {
    uint32_t n;             /* positions */
    uint32_t words;         /* (n + 63) / 64 */
    uint32_t nvalues;       /* largest domain in the scope */
    uint32_t nhist, seen;
    const uint32_t *hist;
    const uint64_t *plane;
    const uint64_t *mirror;
};

/* "You", in every call.  For puzzle, format and kind calls `payload` is NULL and `v` is zero;
 * a puzzle keeps its instance in `state` (from `alloc`, set by parse). */
struct rt_self {
    const struct rt_host *h;
    const void *payload;    /* the scope's, host-owned copy, 16-byte aligned */
    uint32_t payload_size;  /* bytes */
    uint32_t index;         /* the scope's number in the order of add_scope */
    void *state;            /* rule: state_size zeroed bytes, restored on backtracking via `save` */
    struct rt_view v;
};

/* "Why did `value` leave `pos`": what explain is asked.  pos == RT_NOPOS: why conflict(tag). */
struct rt_why {
    uint32_t pos, value, tag;
    uint32_t nhist;         /* RT_HISTORY: the first nhist events were known then */
    const uint64_t *plane;  /* RT_THEN: planes as they were then, `pos` shown undecided */
    const uint64_t *mirror; /* RT_THEN and RT_MIRROR */
};

/* Filled by a kind's check and a puzzle's verify when the values are illegal. */
struct rt_verdict {
    char what[224];         /* a sentence, no newline: "the line turns on the white pearl" */
    char place[32];         /* "r3c5", "row 4", "" */
    uint32_t *blame;        /* host's array: positions (check) or variables (verify) whose present values
                               alone are illegal; room for all of them */
    uint32_t nblame;        /* 0 = all */
};

#define RT_VERBATIM 0x80000000u

/* One puzzle that a format read. Pointers need to live only until `emit` returns. */
struct rt_puzzle_text {
    uint32_t size;              /* sizeof(struct rt_puzzle_text) */
    uint32_t nlines;            /* entries of `lines` */
    const char *text;           /* canonical text of the puzzle type */
    size_t length;
    const uint32_t *lines;      /* lines[i]: line in the source of canonical line i+1, so that errors of
                                   `parse` name the user's line, and its column if RT_VERBATIM is added: the two
                                   lines are the same; NULL = the same numbers. Each puzzle of a file has its own */
    const char *title, *author; /* UTF-8, NULL if none; what is no UTF-8 is taken for ISO 8859-1 */
    const char *marks;          /* a partial grid as `render` ascii prints it; NULL if none */
    const char *solution;       /* likewise, complete; NULL if none */
    const char *source, *copyright, *license, *description; /* what else a file tells, each one line; or NULL */
};

enum rt_log_level { RT_LOG_ERROR = 0, RT_LOG_WARN = 1, RT_LOG_INFO = 2, RT_LOG_DEBUG = 3 };

struct rt_host {
    uint32_t size;
    uint32_t cpu_level; /* x86-64 micro-architecture level 1..4, 0 elsewhere: index for tables of variants */

    /* [any] Zeroed, 16-byte aligned, lives as long as the job. NULL: no memory, return RT_ENOMEM. */
    void *(*alloc)(struct rt_self *, size_t bytes);
    /* [any] The same, but only until this call returns. */
    void *(*scratch)(struct rt_self *, size_t bytes);
    /* [any] A message for the operator's log, one line. */
    void (*log)(struct rt_self *, int level, const char *format, ...) RT_PRINTF(3, 4);
    /* [any] Why this call fails, as a sentence a user can act on. line, column: 1-based, 0 = none.
     * Returns `status`, so `return h->fail(self, RT_EINPUT, line, column, "...")`. */
    int (*fail)(struct rt_self *, int status, uint32_t line, uint32_t column, const char *format, ...)
        RT_PRINTF(5, 6);
    /* [any] Counts work (one unit is about a microsecond or less). Nonzero: stop, return RT_ELIMIT. */
    int (*tick)(struct rt_self *, uint64_t work);
    /* [any] Uniform in 0 .. below-1 from the job's seed; below > 0. */
    uint64_t (*random)(struct rt_self *, uint64_t below);
    /* [any] Value of an own option (enum rt_option_type). An unknown name is a fault and gives 0 / NULL. */
    int64_t (*option)(struct rt_self *, const char *name);
    const char *(*option_string)(struct rt_self *, const char *name);
    /* [any] By string id; NULL if this host has none of that name. RT_CPU_GFNI: non-NULL if the processor has the
     * GFNI instructions (asking it costs tens of microseconds on virtual machines, so ask the host). */
    const void *(*extension)(struct rt_self *, const char *id);

    /* [render] [write] [facts] [describe] Appends to the host's output. RT_OK or RT_ENOMEM. */
    int (*write)(struct rt_self *, const char *bytes, size_t length);
    int (*print)(struct rt_self *, const char *format, ...) RT_PRINTF(2, 3);
    /* [read] [generate] Hands over one puzzle; call once a puzzle. RT_OK, or an error to return at once. */
    int (*emit)(struct rt_self *, const struct rt_puzzle_text *);

    /* [model] [sample] First of `count` dense variable ids, domains {0 .. nvalues-1}, 2 <= nvalues <= 64.
     * RT_NOPOS: no memory. */
    uint32_t (*add_variables)(struct rt_self *, uint32_t count, uint32_t nvalues);
    /* [model] [sample] A scope over distinct variables. The payload is copied. */
    int (*add_scope)(struct rt_self *, const char *kind, const uint32_t *vars, uint32_t n,
                     const void *payload, size_t payload_size);
    /* [model] Branch on `var` early (weight > 0, 1 is usual) and try `value` first; a hint only. */
    void (*prefer)(struct rt_self *, uint32_t var, uint32_t value, double weight);
    /* [marks] The user's mark: `var` is one of `keep`. */
    int (*mark)(struct rt_self *, uint32_t var, uint64_t keep);

    /* [init] [extend] First handle of `count` auxiliary variables; use as RT_AUX | (handle + i).
     * RT_NOPOS: no memory. */
    uint32_t (*add_aux)(struct rt_self *, uint32_t count, uint32_t nvalues);
    /* [init] [extend] Clauses one after the other, each ended by RT_LIT_END. Must keep every solution
     * (extended to the auxiliaries). RT_OK, RT_CONFLICT or an error. */
    int (*add_clauses)(struct rt_self *, const rt_lit *lits, size_t count);

    /* [propagate] [batch] Values in `gone` leave `pos`. RT_OK, or RT_CONFLICT when none is left: return it. Sticky:
     * after a conflict all writes do nothing. `tag` comes back in explain. */
    int (*drop)(struct rt_self *, uint32_t pos, uint64_t gone, uint32_t tag);
    /* [propagate] [batch] The same for all positions: gone[value * words + w]. */
    int (*drop_planes)(struct rt_self *, const uint64_t *gone, uint32_t tag);
    /* [propagate] [batch] The scope cannot be satisfied. Returns RT_CONFLICT. */
    int (*conflict)(struct rt_self *, uint32_t tag);
    /* [propagate] [batch] Before changing `bytes` bytes of own state at `address`. */
    void (*save)(struct rt_self *, void *address, uint32_t bytes);
    /* [propagate] [batch] [branch] [extend] Mask of the values that `pos` may still take. */
    uint64_t (*dom)(struct rt_self *, uint32_t pos);

    /* [explain] The same as it was then. */
    uint64_t (*dom_then)(struct rt_self *, uint32_t pos);
    /* [explain] A premise: "none of `gone` was possible at `pos`". In [propagate], before a drop or
     * conflict: the eager reason of that one call. */
    void (*because)(struct rt_self *, uint32_t pos, uint64_t gone);
    /* [explain] The same for all positions: gone[value * words + w]. */
    void (*because_planes)(struct rt_self *, const uint64_t *gone);
    /* [explain] It holds always: no premise at all. */
    void (*because_always)(struct rt_self *);

    /* [branch] A proposal: try `value` at `pos`; lower `score` is better. The host adds the scores that
     * the instances give one variable and takes the lowest sum. */
    void (*score)(struct rt_self *, uint32_t pos, uint32_t value, double score);

    /* [propagate] Assumes that `pos` is one of `keep`, runs every cheaper tier to the fixed point and takes
     * it back. RT_CONFLICT: impossible. The host has dropped `keep` already, with its reason; if `pos` may still be
     * one of it, nothing is left of `pos`: return RT_CONFLICT.
     * RT_OK: possible; `*after` (may be NULL) gets n domains as they were there, scratch memory. */
    int (*probe)(struct rt_self *, uint32_t pos, uint64_t keep, const uint64_t **after);

    /* [describe] Of rules: print what the puzzle calls this scope ("row 3"), its positions first .. last
     * ("column 4", "columns 4 to 7") and a value at a position ("black"). RT_OK or an error. */
    int (*name_scope)(struct rt_self *);
    int (*name_positions)(struct rt_self *, uint32_t first, uint32_t last);
    int (*name_value)(struct rt_self *, uint32_t pos, uint32_t value);

    /* [model] A clue about one variable: it is one of `keep`. That is known before anything else, is no step of an
     * explanation, and is named ("the given r1c1") where clues contradict each other. Something must be left of the
     * variable, with all that was given of it. RT_OK or an error. */
    int (*give)(struct rt_self *, uint32_t var, uint64_t keep);
};

#define RT_CPU_GFNI "rt.cpu.gfni/1"

/* [model] extension(RT_MODEL_SERVED): does a rule of this run serve the kind?  So that a puzzle may leave out a scope
 * that says nothing new and is there for such rules only.  NULL where the host doesn't know: add it. */
#define RT_MODEL_SERVED "rt.model.served/1"
struct rt_model_served {
    int (*served)(struct rt_self *, const char *kind);
};
#define RT_LIT_END UINT32_MAX

#ifdef __cplusplus
}
#endif
#endif
