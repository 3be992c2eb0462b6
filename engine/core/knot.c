/* Knots: a small scope, such as the edges at a vertex, ties its atoms together. Clauses over them of rules with
 * RT_SAME_CLAUSES are not watched one by one: what is known of the atoms is a number, and what follows from it by one
 * clause is looked up. Knots with the same clauses share a table, filled in as it is asked. */
#include "core/kernel.h"

enum {
    STATES = 256,           /* two bits an atom */
    CLAUSES_MOST = 32,      /* of a knot; further ones are watched */
    FIRST_STEPS = 256
};

/* A literal over a knot is position << 1 | sign, and a clause has bit 1 << literal for each of its own. In `found`, a
 * byte is a literal and above it the number of the clause that it follows from; if it is false, it contradicts. */
struct knot_table {
    uint32_t found[STATES]; /* 0: nobody has asked; else KNOWN, how many bytes, and these */
    uint32_t rule[CLAUSES_MOST];
    uint8_t clause[CLAUSES_MOST];
    uint32_t n;
};
#define KNOWN 0x80000000u
enum { COUNT_AT = 24, FOUND_MOST = 3, LITERAL_BITS = 3 };

/* What a step adds: a clause and the rule that brings it, or all clauses that a rule has for a shape. */
#define BY_CLAUSE(clause, rule) ((rule) << 8 | (clause))
#define BY_SHAPE(s, shape, rule) (1u << 31 | ((shape) * (s)->nrules + (rule)))
#define IS_FULL RT_NOPOS

static bool ties(const struct solver *s, const struct instance *i)
{
    const struct scope *scope = &s->scopes.at[i->scope];
    return s->rules[i->rule].class->flags & RT_SAME_CLAUSES && scope->kind && scope->n > 1 &&
           scope->n <= KNOT_ATOMS && scope->nvalues == 2;
}

static bool make_knots(struct solver *s)
{
    struct knots *k = &s->knots;
    for (uint32_t i = 0; i < s->instances.n; i++) {
        struct scope *scope = &s->scopes.at[s->instances.at[i].scope];
        if (!ties(s, &s->instances.at[i]) || scope->knot != RT_NOPOS)
            continue;
        struct knot knot = {.scope = s->instances.at[i].scope, .owners = RT_NOPOS};
        for (uint32_t p = 0; p < KNOT_ATOMS; p++)
            knot.is[p] = lit_is(s, scope->vars[p < scope->n ? p : 0], 1);
        scope->knot = k->knot.n;
        if (!vec_push(&k->knot, knot, &s->bytes))
            return false;
    }
    return true;
}

/* The knots of each atom, one list after the other. */
static bool link_knots(struct solver *s)
{
    struct knots *k = &s->knots;
    k->first = arena_alloc(s->session->arena, (s->natoms + 2) * sizeof *k->first);
    k->of = arena_alloc(s->session->arena, KNOT_ATOMS * k->knot.n * sizeof *k->of);
    if (!k->first || !k->of)
        return false;
    uint32_t *end = k->first + 1;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < k->knot.n; i++)
            for (uint32_t p = 0; p < s->scopes.at[k->knot.at[i].scope].n; p++) {
                uint32_t atom = k->knot.at[i].is[p] >> 1;
                if (pass)
                    k->of[end[atom]++] = i;
                else
                    end[atom + 1]++;
            }
        for (uint32_t a = 0; !pass && a < s->natoms; a++)
            end[a + 1] += end[a];
    }
    k->natoms = s->natoms;
    return true;
}

bool knot_begin(struct solver *s)
{
    struct knots *k = &s->knots;
    if (s->options.stepwise)
        return true;
    if (!make_knots(s))
        return false;
    return !k->knot.n || (vec_push(&k->set, (struct knot_set){0}, &s->bytes) && link_knots(s));
}

/* ---- sets of clauses ---- */

static uint32_t hash_step(const struct knots *k, uint32_t set, uint32_t by)
{
    return (uint32_t)((set * 0x9e3779b97f4a7c15u ^ by) * 0xd6e8feb86659fd93u >> 32) & (k->steps - 1);
}

/* Where the step is, or belongs. */
static struct knot_step *find_step(const struct knots *k, uint32_t set, uint32_t by)
{
    uint32_t at = hash_step(k, set, by);
    while (k->step[at].by && (k->step[at].set != set || k->step[at].by != by))
        at = (at + 1) & (k->steps - 1);
    return &k->step[at];
}

static bool grow_steps(struct solver *s)
{
    struct knots *k = &s->knots, old = *k;
    if (2 * (k->nsteps + 1) <= k->steps)
        return true;
    k->steps = k->steps ? 2 * k->steps : FIRST_STEPS;
    k->step = arena_alloc(s->session->arena, k->steps * sizeof *k->step);
    if (!k->step) {
        *k = old;
        return false;
    }
    for (uint32_t i = 0; i < old.steps; i++)
        if (old.step[i].by)
            *find_step(k, old.step[i].set, old.step[i].by) = old.step[i];
    return true;
}

static bool remember_step(struct solver *s, uint32_t set, uint32_t by, uint32_t to)
{
    if (!grow_steps(s))
        return false;
    *find_step(&s->knots, set, by) = (struct knot_step){set, by, to};
    s->knots.nsteps++;
    return true;
}

/* The set and one more clause. IS_FULL: there is no room, or no memory. */
static uint32_t set_with(struct solver *s, uint32_t set, uint32_t by)
{
    struct knots *k = &s->knots;
    for (uint32_t at = set; at; at = k->set.at[at].older)
        if (!((k->set.at[at].by ^ by) & (STATES - 1)))
            return set;
    struct knot_set with = {.older = set, .by = by, .n = k->set.at[set].n + 1};
    if (with.n > CLAUSES_MOST || !vec_push(&k->set, with, &s->bytes))
        return IS_FULL;
    return k->set.n - 1;
}

static uint32_t step_to(struct solver *s, uint32_t set, uint32_t by)
{
    const struct knot_step *known = s->knots.nsteps ? find_step(&s->knots, set, by) : NULL;
    if (known && known->by)
        return known->to;
    uint32_t to = set_with(s, set, by);
    return to != IS_FULL && remember_step(s, set, by, to) ? to : IS_FULL;
}

/* ---- clauses come in ---- */

/* The clause over the knot, 0: it has other atoms, or one twice. */
static uint32_t clause_over(const struct knot *knot, const lit *lits, uint32_t n)
{
    uint32_t clause = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t p = 0;
        while (p < KNOT_ATOMS && knot->is[p] != (lits[i] & ~1u))
            p++;
        if (p == KNOT_ATOMS || clause >> 2 * p & 3)
            return 0;
        clause |= 1u << (p << 1 | (lits[i] & 1));
    }
    return clause;
}

static bool note_owner(struct solver *s, struct knot *knot, uint32_t owner)
{
    struct knots *k = &s->knots;
    if (s->instances.at[owner].scope == knot->scope)    /* found without a note */
        return true;
    struct knot_owner note = {knot->owners, k->set.at[knot->set].n, owner};
    if (!vec_push(&k->owner, note, &s->bytes))
        return false;
    knot->owners = k->owner.n - 1;
    return true;
}

bool knot_put(struct solver *s, const lit *lits, uint32_t n, uint32_t owner)
{
    struct knots *k = &s->knots;
    if (n < 2 || n > KNOT_ATOMS || owner == RT_NOPOS || lits[0] >> 1 >= k->natoms)
        return false;
    uint32_t rule = s->instances.at[owner].rule;
    if (!(s->rules[rule].class->flags & RT_SAME_CLAUSES))
        return false;
    const uint32_t *at = k->of + k->first[lits[0] >> 1], *end = k->of + k->first[(lits[0] >> 1) + 1];
    for (; at < end; at++) {
        struct knot *knot = &k->knot.at[*at];
        uint32_t clause = clause_over(knot, lits, n);
        if (!clause)
            continue;
        uint32_t to = step_to(s, knot->set, BY_CLAUSE(clause, rule));
        if (to == IS_FULL)
            continue;
        bool more = to != knot->set;
        knot->set = to;
        return !more || note_owner(s, knot, owner);
    }
    return false;
}

/* All clauses of a shape over the own knot of a scope. IS_FULL: one is of one literal or has no room, or no memory. */
static uint32_t step_by_shape(struct solver *s, uint32_t set, const struct shape *shape, uint32_t by)
{
    const uint32_t *at = s->shape_clauses.at + shape->first, *end = s->shape_clauses.at + shape->end;
    uint32_t to = set;
    while (at < end && to != IS_FULL) {
        uint32_t clause = 0, n = *at++;
        for (uint32_t k = 0; k < n; k++)
            clause |= 1u << *at++;
        to = n < 2 ? IS_FULL : step_to(s, to, BY_CLAUSE(clause, shape->rule));
    }
    return to != IS_FULL && remember_step(s, set, by, to) ? to : IS_FULL;
}

bool knot_repeat(struct solver *s, const struct instance *i)
{
    const struct scope *scope = &s->scopes.at[i->scope];
    const struct shape *shape = &s->shapes.at[scope->shape];
    if (scope->knot == RT_NOPOS)
        return false;
    struct knot *knot = &s->knots.knot.at[scope->knot];
    uint32_t by = BY_SHAPE(s, scope->shape, i->rule);
    const struct knot_step *known = s->knots.nsteps ? find_step(&s->knots, knot->set, by) : NULL;
    uint32_t to = known && known->by ? known->to : step_by_shape(s, knot->set, shape, by);
    if (to == IS_FULL)
        return false;
    knot->set = to;
    return true;
}

/* ---- what follows ---- */

static struct knot_table *make_table(struct solver *s, struct knot_set *set)
{
    struct knot_table *t = set->table = arena_alloc(s->session->arena, sizeof *t);
    if (!t) {
        s->out_of_memory = true;
        return NULL;
    }
    t->n = set->n;
    for (; set->n; set = &s->knots.set.at[set->older]) {
        t->clause[set->n - 1] = (uint8_t)set->by;
        t->rule[set->n - 1] = set->by >> 8;
    }
    return t;
}

/* Literals that are false when each position's two bits are its value: 1 if it holds, 3 if not. */
static uint32_t false_in(uint32_t state)
{
    uint32_t known = state & 0x55, off = state >> 1 & 0x55;
    return off | (known & ~off) << 1;
}

static uint32_t look(const struct knot_table *t, uint32_t state)
{
    uint32_t no = false_in(state), yes = (no & 0x55) << 1 | (no >> 1 & 0x55), seen = 0, n = 0, found = KNOWN;
    for (uint32_t c = 0; c < t->n && n < FOUND_MOST; c++) {
        uint32_t clause = t->clause[c], open = clause & ~no;
        if ((clause & yes) || (open & (open - 1)) || (open & seen))
            continue;
        seen |= open;
        found |= (c << LITERAL_BITS | (uint32_t)__builtin_ctz(open ? open : clause)) << 8 * n++;
        if (!open)
            break;
    }
    return found | n << COUNT_AT;
}

static inline uint32_t state_of(const struct solver *s, const struct knot *knot)
{
    uint32_t state = 0;
    for (uint32_t p = 0; p < KNOT_ATOMS; p++)
        state |= ((uint32_t)s->val.at[knot->is[p]] & 3) << 2 * p;
    return state;
}

static inline lit literal_of(const struct knot *knot, uint32_t literal)
{
    return knot->is[literal >> 1] + (literal & 1);
}

static struct reason reason_by(const struct knot *knot, uint32_t clause, lit follows)
{
    struct reason reason = {.type = R_KNOT, .why = {NO_LIT, NO_LIT, NO_LIT}};
    for (uint32_t n = 0; clause; clause &= clause - 1) {
        lit l = literal_of(knot, (uint32_t)__builtin_ctz(clause));
        if (l != follows)
            reason.why[n++] = l ^ 1;
    }
    return reason;
}

static bool tell(struct solver *s, const struct knot *knot, const struct knot_table *t, uint32_t found)
{
    for (uint32_t n = found >> COUNT_AT & FOUND_MOST; n; n--, found >>= 8) {
        uint32_t clause = found >> LITERAL_BITS & (CLAUSES_MOST - 1);
        lit l = literal_of(knot, found & ((1u << LITERAL_BITS) - 1));
        struct rule_stats *stats = &s->rule_stats[t->rule[clause]];
        bool contradicts = s->val.at[l] < 0;
        stats->conflicts += contradicts;
        stats->narrowings += !contradicts;
        stats->removed += !contradicts;
        if (!trail_enqueue(s, l, reason_by(knot, t->clause[clause], l)))
            return false;
    }
    return true;
}

bool knot_propagate(struct solver *s, uint32_t atom)
{
    const struct knots *k = &s->knots;
    const uint32_t *end = k->of + k->first[atom + 1];
    for (const uint32_t *at = k->of + k->first[atom]; at < end; at++) {
        const struct knot *knot = &k->knot.at[*at];
        struct knot_set *set = &k->set.at[knot->set];
        struct knot_table *t = set->table ? set->table : make_table(s, set);
        if (!t)
            return true;
        uint32_t *found = &t->found[state_of(s, knot)];
        if (!*found)
            *found = look(t, state_of(s, knot));
        if (*found != KNOWN && !tell(s, knot, t, *found))
            return false;
    }
    return true;
}

/* ---- whose clause ---- */

/* The instance of a rule over a scope; instances lie in the order of both. */
static uint32_t instance_of(const struct solver *s, uint32_t rule, uint32_t scope)
{
    uint32_t low = 0, high = s->instances.n;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        const struct instance *i = &s->instances.at[mid];
        if (i->rule < rule || (i->rule == rule && i->scope < scope))
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static uint32_t owner_in(const struct solver *s, const struct knot *knot, uint32_t clause)
{
    const struct knots *k = &s->knots;
    uint32_t at = knot->set;
    while (at && (k->set.at[at].by & (STATES - 1)) != clause)
        at = k->set.at[at].older;
    for (uint32_t note = knot->owners; note != RT_NOPOS; note = k->owner.at[note].older)
        if (k->owner.at[note].number == k->set.at[at].n)
            return k->owner.at[note].owner;
    return at ? instance_of(s, k->set.at[at].by >> 8, knot->scope) : RT_NOPOS;
}

uint32_t knot_owner(const struct solver *s, lit l, const struct reason *reason)
{
    const struct knots *k = &s->knots;
    lit lits[KNOT_ATOMS] = {l};
    uint32_t n = knot_premises(reason), owner = RT_NOPOS;
    for (uint32_t i = 0; i < n; i++)
        lits[i + 1] = reason->why[i] ^ 1;
    for (uint32_t i = k->first[l >> 1]; i < k->first[(l >> 1) + 1] && owner == RT_NOPOS; i++) {
        uint32_t clause = clause_over(&k->knot.at[k->of[i]], lits, n + 1);
        if (clause)
            owner = owner_in(s, &k->knot.at[k->of[i]], clause);
    }
    return owner;
}
