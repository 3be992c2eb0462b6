/* The kernel's state, shared by the files of core/ and by nobody else.
 *
 * A literal is 2 * atom + sign. A two-valued variable has one atom: literal 2a says "is 1", 2a + 1 "is 0".
 * A larger domain has one atom a value: 2(a + v) says "is v", 2(a + v) + 1 "is not v"; that exactly one holds
 * is native (assign), not clauses. */
#ifndef RATCHET_CORE_KERNEL_H
#define RATCHET_CORE_KERNEL_H

#include "core/plugin.h"
#include "core/solver.h"
#include "util/pool.h"
#include "util/vec.h"

#include <string.h>

typedef uint32_t lit;
#define NO_LIT UINT32_MAX
#define NO_CLAUSE UINT32_MAX
enum { TIERS = 5, PROBING = 4, SHAPE_BUCKETS = 256, KNOT_ATOMS = 4, WHOLE_BOARD = 3 /* tier */ };

struct variable {
    uint32_t atom;          /* first atom */
    uint32_t nvalues;
};

struct occurrence {
    uint32_t scope, pos;
};
struct occurrences {
    const struct occurrence *at, *end;
};

/* One event list a distinct wake mask of a scope's history-reading rules. */
struct history {
    uint64_t mask;
    uint32_t *event;        /* pos << 6 | value */
    uint32_t n, capacity;
    bool fresh;             /* what has left already is still to be told */
};

struct waker {
    uint64_t mask;
    uint32_t instance;
    uint32_t fixed_only;
};

struct scope {
    /* what every removal looks at comes first, to share a cache line */
    uint64_t *plane, *mirror;           /* NULL if nobody asks */
    struct history *history;
    struct waker *waker;
    uint32_t nhistory, nwakers;
    uint32_t unfixed;
    uint32_t n, words, nvalues;
    const struct rt_kind_class *kind;   /* NULL: the host's own board scope */
    const char *kind_id;
    const void *payload;
    const uint32_t *vars;
    uint32_t payload_size;
    uint32_t asked;                     /* reasons over it that were asked for */
    uint32_t shape;                     /* RT_NOPOS: it is looked at as if no other were like it */
    uint32_t first_instance;            /* chain through instance.next_of_scope; RT_NOPOS ends */
    uint32_t knot;                      /* of its variables; RT_NOPOS: none */
    bool served, idle;                  /* some rule serves it; none of these looks at it once init is over */
};

/* What scopes have in common that are alike: kind, number of positions, all of them two-valued, payload. */
struct shape {
    const struct rt_kind_class *kind;
    const void *payload;
    uint32_t payload_size, n;
    uint32_t scopes;            /* that have it */
    uint32_t legal;             /* of at most KNOT_ATOMS positions: bit v is set if `check` took the values in v */
    uint32_t next;              /* of the bucket; counted from 1, 0 ends */
    uint32_t rule;              /* whose init is kept: the one that was last asked; RT_NOPOS: none's */
    int status;                 /* what it returned */
    uint32_t clauses, first, end;   /* in shape_clauses: of each clause its size, then position << 1 | sign */
};

enum reason_type {
    R_DECISION = 0,
    R_ALWAYS,       /* a unit: ref = owning instance or RT_NOPOS (mark, learned) */
    R_CLAUSE,       /* ref = clause */
    R_PAIR,         /* ref = clause of two literals, tag = the premise */
    R_KNOT,         /* why = what the clause of a knot leaves, NO_LIT behind it */
    R_BINARY,       /* ref = the premise: "is v" makes "is not w" */
    R_DOMAIN,       /* all other values have left */
    R_RULE,         /* ref = instance, tag, pos: ask explain */
    R_EAGER,        /* ref = offset, tag = length in `eager`, pos = instance */
    R_FLIP          /* all decisions so far: chronological search, and drops that rest on a probe */
};

struct reason {
    uint32_t type;
    union {
        struct {
            uint32_t ref, tag, pos;
        };
        lit why[KNOT_ATOMS - 1];
    };
};

/* What is known of an atom that has a value: since when and why. */
struct fact {
    uint32_t level, pos;
    struct reason reason;
};

/* What went wrong, unexplained until somebody asks. */
struct conflict {
    bool is;
    lit lit;                /* the literal that should hold but is false; NO_LIT: the reason alone is a conflict */
    struct reason reason;   /* R_RULE with lit == NO_LIT: conflict(tag), pos = RT_NOPOS */
    bool blamed;            /* the premises are in solver.blame */
    bool found;             /* no contradiction: a solution was found and the search goes on */
};

/* Who wants to know that a literal is false: first the clauses of two literals, which are never looked up. */
struct watch {
    lit blocker;            /* some literal of the clause: if it holds, nothing is to do; of two, the other one */
    uint32_t clause;        /* with WATCH_PAIR: it has two literals */
};
#define WATCH_PAIR (1u << 31)
struct watches {
    struct watch *at;
    uint32_t n, cap;
};

/* In the clause store: three header words, then the literals. */
enum { CLAUSE_HEAD = 3 };
enum {
    CLAUSE_LEARNED = 1, CLAUSE_GONE = 2, CLAUSE_USED = 4,
    CLAUSE_PLAIN = 8    /* until it is watched: no variable is in it twice */
};
struct clause_view {
    uint32_t size, flags_glue, owner;
    lit lit[];
};

/* knot.c: atoms of a small scope, and what is said of them. */
struct knot {
    lit is[KNOT_ATOMS];         /* of each atom that it holds; fewer: the first one again */
    uint32_t scope, set;
    uint32_t owners;            /* chain of notes who brought a clause, if it was another scope; RT_NOPOS ends */
};

/* Clauses over a knot: another set and one more; set 0 is empty. */
struct knot_set {
    uint32_t older, by, n;
    struct knot_table *table;   /* NULL until somebody asks what follows */
};

/* From a set to the one with what is added. */
struct knot_step {
    uint32_t set, by, to;       /* by 0: no step */
};

struct knot_owner {
    uint32_t older, number, owner;  /* clauses count from 1 */
};

struct knots {
    VEC(struct knot) knot;
    uint32_t natoms;            /* further ones are in no knot */
    uint32_t *first, *of;       /* knots of atom a: of[first[a] .. first[a + 1]) */
    VEC(struct knot_set) set;
    struct knot_step *step;     /* hashed by where from and what is added */
    uint32_t steps, nsteps;
    VEC(struct knot_owner) owner;
};

/* Clauses of one rule lie together: who added the clause at an offset is told by the first range that ends after it. */
struct owner_range {
    uint32_t end, rule;     /* rule RT_NOPOS: none's */
};

struct instance {
    struct plugin *plugin;      /* NULL once init is over for classes that only add clauses */
    uint32_t rule, scope;
    uint32_t next_of_scope;
    uint32_t seen;              /* history events handled; trailed */
    uint32_t history;           /* index in the scope's histories, RT_NOPOS: none */
    uint32_t aux, naux;         /* own auxiliary variables (handles count from 0): aux_of[aux + handle] */
    uint32_t clauses, clauses_end;  /* stepwise: what init added to the store */
    uint8_t tier, queued, asleep, parked;
    uint8_t vain, rests;        /* runs in a row that found nothing; calls to leave out */
    uint8_t waits;              /* its rule is late, and the search has not proved hard */
    uint8_t probes;             /* it has probed: what it says may rest on nogoods too */
    uint8_t extended;
    uint8_t covered;            /* the clauses of another rule say all that its scope means */
    uint8_t wrote;              /* in a batch: it has dropped something, or found a conflict */
};

struct ring {
    uint32_t *at;
    uint32_t head, n, mask;
};

struct level {
    uint32_t trail, undo, eager;
    lit decision;
};

struct undo {
    void *address;
    uint32_t bytes, data;   /* data: offset in undo_data */
};

struct pending_drop {       /* POLICY_BATCH */
    uint32_t instance, pos;
    uint64_t gone;
    struct reason reason;
};

struct told {                   /* stepwise: a drop as the rule gave it */
    uint32_t var, tag;
    uint64_t gone;
    struct reason reason;
};

/* grid.c */
struct grid {
    bool on;                    /* what is known is in planes only */
    bool columns;               /* they are the lines that run now */
    uint32_t width, height;
    uint8_t *touched;           /* blocks in which these have dropped something; by block of lines, then word */
};

/* deduce.c */
struct steps {
    uint32_t *first, *instance; /* instances of scope k: instance[first[k] .. first[k + 1]) */
    uint8_t *seen;              /* one an instance */
    uint32_t start;             /* of the look that is on: trail position */
    VEC(uint8_t) kept;          /* `seen` as it was when each assumption was made */
    VEC(struct told) told;
};

/* A scope that says how likely values are. */
struct weigher {
    uint32_t instance, at, nvalues; /* its words: said and heard[at + pos * nvalues + value] */
    uint32_t unfixed;           /* positions, when it last listened */
    bool stirred;               /* something else has been said to it since */
};

struct beliefs {
    bool begun, on;             /* on: decisions follow them until a contradiction comes */
    uint32_t next_run, gap;     /* number of the restart after which to follow them again */
    VEC(struct weigher) weigher;
    VEC(uint32_t) of_scope;     /* its weigher; RT_NOPOS: none */
    VEC(float) said, heard;
    VEC(float) chance;          /* of a puzzle variable's likeliest value */
    VEC(uint8_t) value;         /* that value */
    VEC(int8_t) phase, best_phase;  /* the other runs', while they are put by */
    uint32_t best_trail;
};

struct solver {
    struct session *session;
    struct solver_options options;
    struct kind_source kinds;
    struct rt_host host;
    struct arena scratch;
    struct puzzle *puzzle;
    struct rule_use *rules;
    uint32_t nrules;
    struct rule_stats *rule_stats;
    char **rule_fault;
    struct search_stats stats;
    size_t bytes;                       /* held by the vectors */
    bool out_of_memory;
    bool shrinking;                     /* a shadow run is on */
    bool behind;                        /* scopes that were idle may be all known, and were not yet checked */
    bool extended;                      /* rules have added auxiliaries */
    bool clauses_only, own_only;        /* this run's modes: no covered rules; no decisions on auxiliaries */

    /* model */
    uint32_t nvars, total;              /* the puzzle's variables; with the auxiliaries, which come after */
    /* Empty while all variables have two values, and one atom each. */
    VEC(struct variable) vars;
    VEC(uint32_t) owner;                /* the variable of an atom */
    VEC(uint64_t) dom;                  /* a mask, of those with more than two values */
    VEC(struct scope) scopes;
    uint32_t *first_occurrence;         /* of puzzle variable v: occurrences[first_occurrence[v] .. [v + 1]) */
    struct occurrence *occurrences;
    VEC(struct instance) instances;     /* rules in configuration order, scopes in index order */
    VEC(uint32_t) aux_of;
    VEC(struct shape) shapes;
    VEC(uint32_t) shape_clauses;
    uint32_t shape_bucket[SHAPE_BUCKETS];   /* counted from 1; 0: empty */
    VEC(struct solver_given) givens;
    uint32_t unfixed;                   /* puzzle variables not yet fixed */

    /* literals, indexed by literal or atom */
    uint32_t natoms;
    uint32_t plain_from;                /* from this atom on: of two values, and in no scope */
    VEC(int8_t) val;
    VEC(struct fact) fact;
    VEC(lit) trail;                     /* capacity >= natoms always */
    VEC(struct level) levels;           /* levels.n = current level */
    VEC(struct undo) undo;
    VEC(uint8_t) undo_data;
    VEC(lit) eager;
    uint32_t eager_open;                /* first literal of the reason being given */
    bool eager_always, eager_untrue;
    bool probed;                        /* the running instance has probed: it knows more than its scope */
    uint32_t qhead;

    /* clauses */
    VEC(uint32_t) store;
    uint32_t attached;                  /* clauses from this offset on are not yet watched */
    VEC(struct owner_range) ranges;
    VEC(struct watches) watch;
    struct pool pool;                   /* the watches' memory */
    VEC(uint32_t) learned;              /* clause references */
    struct knots knots;

    /* scheduler */
    struct ring ring[TIERS];
    VEC(uint32_t) check_queue;
    uint64_t changes;                   /* literals put on the trail by drops so far */
    VEC(struct pending_drop) pending;
    bool deferring;
    struct conflict conflict;
    VEC(lit) blame;
    uint8_t *values;                    /* scratch: one a variable or position */
    uint32_t *positions;                /* scratch: blame from plugins */
    VEC(uint32_t) sweep_unknown;

    struct grid grid;
    struct steps steps;

    /* explain */
    struct explain {
        uint32_t before;                /* trail position: only earlier facts count */
        bool untrue, always, given, fell_back;
        VEC(lit) out;
    } explain;
    VEC(uint64_t) then_plane, then_mirror;

    /* analysis */
    VEC(uint8_t) seen;
    VEC(lit) learnt, stack, clear;
    VEC(lit) material;                  /* reasons asked for during this conflict */
    VEC(uint32_t) material_at, material_n, material_stamp;
    uint32_t stamp;
    VEC(uint32_t) level_stamp;
    uint32_t level_stamp_now;

    /* decisions */
    VEC(double) activity;
    VEC(uint32_t) heap, heap_at;        /* heap_at: counted from 1; 0: not in it */
    bool heap_used;                     /* the heap is empty until the first decision: most atoms never get there */
    double bump, decay;
    VEC(int8_t) phase, best_phase;      /* the last value; the one in the best trail, 0: none */
    uint32_t best_trail;
    VEC(double) score;
    VEC(double) score_best;
    VEC(uint32_t) score_value, score_stamp;
    uint32_t score_now;
    uint32_t first_open;                /* no open puzzle variable below it at level 0 */
    bool proposed, in_order;            /* a rule serves options.branch; it is "first" */

    struct beliefs beliefs;

    /* run */
    const struct solver_goal *goal;
    struct solver_result *result;
    uint64_t *more_values;              /* of each variable those in solutions that are not saved; NULL: all are */
    uint64_t trace_step;
    VEC(uint32_t) premises;             /* var << 6 | value, for the trace */
    double next_progress;               /* seconds */
    uint64_t next_progress_look;        /* ticks at which to look at the clock for it */
    uint64_t reduce_at, restart_at, check_idle_at, join_at, reductions;
    uint32_t restart_number;
    struct {
        double lately, long_since;      /* average of learned clauses */
        uint32_t conflicts;             /* of this descent */
    } glue;
};

static inline bool all_binary(const struct solver *s)
{
    return !s->vars.n;
}

static inline struct variable variable_of(const struct solver *s, uint32_t var)
{
    return all_binary(s) ? (struct variable){var, 2} : s->vars.at[var];
}

static inline uint32_t owner_of(const struct solver *s, uint32_t atom)
{
    return all_binary(s) ? atom : s->owner.at[atom];
}

static inline uint64_t full_of(const struct solver *s, uint32_t var)
{
    return UINT64_MAX >> (64 - variable_of(s, var).nvalues);
}

static inline uint64_t domain_of(const struct solver *s, uint32_t var)
{
    struct variable v = variable_of(s, var);
    if (v.nvalues > 2)
        return s->dom.at[var];
    int8_t is = s->val.at[2 * v.atom];      /* literal "is 1" */
    return (uint64_t)(is >= 0) << 1 | (is <= 0);
}

/* The scopes that a variable is in; auxiliaries are in none. */
static inline struct occurrences occurrences_of(const struct solver *s, uint32_t var)
{
    if (var >= s->nvars)
        return (struct occurrences){NULL, NULL};
    return (struct occurrences){s->occurrences + s->first_occurrence[var],
                                s->occurrences + s->first_occurrence[var + 1]};
}

/* literals */
static inline lit lit_is(const struct solver *s, uint32_t var, uint32_t value)
{
    struct variable v = variable_of(s, var);
    if (v.nvalues == 2)
        return 2 * v.atom + (value ? 0 : 1);
    return 2 * (v.atom + value);
}

static inline lit lit_isnt(const struct solver *s, uint32_t var, uint32_t value)
{
    return lit_is(s, var, value) ^ 1;
}

/* The value that leaves its variable when a literal holds; RT_NOPOS for "is v" of a larger domain. */
static inline uint32_t lit_gone(const struct solver *s, lit l)
{
    struct variable v = variable_of(s, owner_of(s, l >> 1));
    if (v.nvalues == 2)
        return l & 1;
    return l & 1 ? (l >> 1) - v.atom : RT_NOPOS;
}

static inline uint32_t lit_level(const struct solver *s, lit l)
{
    return s->fact.at[l >> 1].level;
}

static inline bool single(uint64_t mask)
{
    return mask && !(mask & (mask - 1));
}

static inline struct clause_view *clause_at(const struct solver *s, uint32_t clause)
{
    return (struct clause_view *)(s->store.at + clause);
}

static inline uint32_t instance_index(const struct solver *s, const struct instance *i)
{
    return (uint32_t)(i - s->instances.at);
}

/* Has it a part in propagation? */
static inline bool instance_runs(const struct solver *s, const struct instance *i)
{
    return s->rules[i->rule].class->propagate && !i->asleep && !i->parked;
}

/* trail.c */
uint32_t trail_add_variables(struct solver *s, uint32_t count, uint32_t nvalues, bool aux);
void trail_open(struct solver *s, lit decision);
void trail_backjump(struct solver *s, uint32_t level);
void trail_save(struct solver *s, void *address, uint32_t bytes);
void trail_assign(struct solver *s, lit l, struct reason reason);   /* an open literal comes to hold */
/* A literal should hold, but is false (NO_LIT: the reason alone is contradictory). */
void trail_conflict(struct solver *s, lit l, struct reason reason);

static inline bool trail_enqueue(struct solver *s, lit l, struct reason reason)    /* false: conflict is set */
{
    int8_t val = s->val.at[l];
    if (val == 0)
        trail_assign(s, l, reason);
    else if (val < 0)
        trail_conflict(s, l, reason);
    return val >= 0;
}

/* clause.c */
/* Stores a clause of rule instance `owner`, to be watched by the next clause_attach; `lits` may be reordered. False: no
 * memory. */
bool clause_put(struct solver *s, lit *lits, uint32_t n, uint32_t owner);
/* The same for clauses that the caller writes himself, whole ones, `words` in all. NULL: no memory. */
uint32_t *clause_room(struct solver *s, uint32_t words);
/* Simplifies and watches what was put, at level 0. False: conflict is set, or no memory. */
bool clause_attach(struct solver *s);
uint32_t clause_learn(struct solver *s, const lit *lits, uint32_t n, uint32_t glue);  /* NO_CLAUSE: no memory */
/* At level 0, a clause that may be forgotten again; `lits` are reordered. False: conflict is set, or no memory. */
bool clause_add_learned(struct solver *s, lit *lits, uint32_t n);
/* A clause that is never deleted, literals watched as given; for blocking. */
uint32_t clause_keep(struct solver *s, const lit *lits, uint32_t n);
bool clause_propagate(struct solver *s);
void clause_reduce(struct solver *s);

/* knot.c */
/* Once there are instances. False: no memory. */
bool knot_begin(struct solver *s);
/* Takes a clause over one knot, of which no literal has a value; false: it is to be watched, or no memory. */
bool knot_put(struct solver *s, const lit *lits, uint32_t n, uint32_t owner);
/* Puts all clauses that the shape of a small scope keeps for the instance's rule; false: none of it was done. */
bool knot_repeat(struct solver *s, const struct instance *i);
/* What follows from the new value of an atom below knots.natoms; false: conflict is set. */
bool knot_propagate(struct solver *s, uint32_t atom);
/* Of a R_KNOT, and the instance that brought the clause; `l` is what follows, or contradicts. */
static inline uint32_t knot_premises(const struct reason *reason)
{
    return 1 + (reason->why[1] != NO_LIT) + (reason->why[2] != NO_LIT);
}
uint32_t knot_owner(const struct solver *s, lit l, const struct reason *reason);

/* schedule.c */
void schedule_push(struct solver *s, uint32_t instance);
/* Runs one instance, whatever waits; false: conflict is set. */
bool schedule_try(struct solver *s, uint32_t instance);
/* The check of a fully known scope: RT_OK, or RT_CONFLICT and the blame in s->blame. */
int schedule_check(struct solver *s, uint32_t scope, struct rt_verdict *verdict);
/* The checks of scopes that are all known, of those that are idle or, if s->behind, of all; false: conflict is set. */
bool schedule_check_idle(struct solver *s);
void schedule_clear(struct solver *s);
/* To the fixed point over tiers below `below`; false: conflict is set. */
bool schedule_run(struct solver *s, uint32_t below);
int schedule_probe(struct solver *s, struct instance *i, uint32_t pos, uint64_t keep, const uint64_t **after);
int schedule_drop(struct solver *s, struct instance *i, uint32_t pos, uint64_t gone, uint32_t tag);
int schedule_conflict(struct solver *s, struct instance *i, uint32_t tag);
void instance_fault(struct solver *s, struct instance *i, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* reason.c: premises (true literals) of a literal or of the conflict, appended to `out` of explain.
 * Returns a pointer valid until the next call and the count. */
const lit *reason_of(struct solver *s, lit l, uint32_t *n);
/* Asks the rule why it is dropping what makes `l` hold, from what is known now. */
const lit *reason_ask(struct solver *s, lit l, struct reason reason, uint32_t *n);
const lit *reason_of_conflict(struct solver *s, uint32_t *n);
/* Premises of a reason, with nothing known from trail position `before` on. `*own`: they are not the default. */
const lit *reason_before(struct solver *s, lit l, struct reason reason, uint32_t before, bool *own, uint32_t *n);
/* What the rule says of a deduction; an rt_status, RT_EUNSUPPORTED: nothing. */
int reason_describe(struct solver *s, struct instance *i, struct rt_why *why, uint32_t before, struct text *out);
/* What a literal follows from, and perhaps the literal itself among it: lits[k] ^ flip, or without lits flip + 2 k. */
struct premises {
    const lit *lits;
    uint32_t n, flip;
};

static inline lit premise(const struct premises *why, uint32_t k)
{
    return why->lits ? why->lits[k] ^ why->flip : why->flip + 2 * k;
}

/* False: it costs a plugin call to know. */
bool reason_at_hand(const struct solver *s, lit l, struct premises *why);
void reason_new_conflict(struct solver *s);
int reason_because(struct solver *s, struct instance *i, uint32_t pos, uint64_t gone);
uint64_t reason_dom_then(struct solver *s, struct instance *i, uint32_t pos);

/* analyze.c: learns from s->conflict: s->learnt[0] is the asserting literal; returns the level to jump to. */
uint32_t analyze(struct solver *s, uint32_t *glue);
/* Premises at levels <= base that with the decision of level base + 1 give the conflict; in s->learnt. */
void analyze_probe(struct solver *s, uint32_t base);

/* shrink.c */
bool shrink_applies(const struct solver *s, const struct instance *i, uint32_t reason_length);
void shrink_reason(struct solver *s, struct instance *i, uint32_t pos, uint32_t value, uint64_t *gone);
int shadow_drop(struct shadow *shadow, const struct rt_view *view, uint32_t pos, uint64_t gone);

/* deduce.c: false: no memory. */
bool deduce_begin(struct solver *s);

/* phases.c */
bool phases_judge(struct solver *s);

/* decide.c */
bool decide_add_atoms(struct solver *s, uint32_t from);
void decide_prefer(struct solver *s, uint32_t var, uint32_t value, double weight);  /* before the search */
void decide_bump(struct solver *s, uint32_t atom);
void decide_unassigned(struct solver *s, lit l);
void decide_refill(struct solver *s);   /* at level 0, when own_only has changed */
/* Which of the class's strategies options.branch names; RT_NOPOS: none. */
uint32_t decide_strategy(const struct solver *s, const struct rt_rule_class *class);
lit decide_next(struct solver *s);  /* NO_LIT: no strategy found anything open */

/* belief.c */
/* Takes stock at level 0. False: no rule in use weighs values, or no memory. */
bool belief_start(struct solver *s);
void belief_stop(struct solver *s); /* at a restart */
lit belief_next(struct solver *s);  /* NO_LIT: it has nothing to say */

/* model.c */
/* Gives an instance its plugin, if it waited for one. False: no memory. */
bool model_equip(struct solver *s, struct instance *i);
int model_add_scope(struct solver *s, const char *kind, const uint32_t *vars, uint32_t n, const void *payload,
                    size_t payload_size);
int model_add_clauses(struct solver *s, struct instance *i, const rt_lit *lits, size_t count);
uint32_t model_add_aux(struct solver *s, struct instance *i, uint32_t count, uint32_t nvalues);
int model_finish(struct solver *s);
int model_extend(struct solver *s);
bool model_wake_idle(struct solver *s); /* no scope is idle any more; false: no memory */
/* Conflicts after which the next late rules join; UINT64_MAX: none wait. */
uint64_t model_next_join(const struct solver *s);
int model_join(struct solver *s);       /* at level 0: those whose time has come take part from now on */

/* The table of occurrences. False: no memory. */
bool model_link(struct solver *s);

/* grid.c */
/* Is the model a grid whose root can be done on planes, and nothing known yet? Then it is, until grid_end. */
bool grid_begin(struct solver *s);
/* The lines across learn what has been dropped; those that it concerns are queued, in their order. */
void grid_turn(struct solver *s);
/* How many of up to `most` instances at the head of the ring may run next; what they read is up to date. */
uint32_t grid_ready(struct solver *s, const struct ring *ring, uint32_t most);
/* What drop_planes does meanwhile; `gone` has no bits beyond the line. */
int grid_drop(struct solver *s, struct instance *i, const uint64_t *gone);
/* From here on the trail holds what is known. Nothing if it does already. */
void grid_end(struct solver *s);

/* modes.c */
/* The clauses of instance `i` say all that its scope means. */
void modes_cover(struct solver *s, const struct instance *i);
void modes_next(struct solver *s);      /* at a restart */

/* shape.c */
/* Gives a scope its shape, if it can have one, and with it the payload. False: no memory. */
bool shape_find(struct solver *s, struct scope *scope, const void *payload);
/* Are this instance's clauses given to other scopes, too? */
bool shape_wanted(const struct solver *s, const struct instance *i);
/* Keeps what init has just done for scopes like this instance's. */
void shape_keep(struct solver *s, const struct instance *i, int status);
/* Does for this instance what was kept; false: nothing was, ask init. */
bool shape_repeat(struct solver *s, struct instance *i, int *status);

void solver_trace(struct solver *s, lit l);
/* Calls the goal's `progress` if it is time; to be called often. */
void solver_show_progress(struct solver *s);
/* Appends to s->premises what had left when these literals came to hold. */
void premises_of(struct solver *s, const lit *why, uint32_t n);

/* puzzle.c */
int puzzle_model(struct puzzle *puzzle, struct solver *solver);

#endif
