/* Clauses: one store, two watched literals, binary clauses inline in the watches; reduction by glue. */
#include "core/kernel.h"

static bool watch_add(struct solver *s, lit l, struct watch w)
{
    struct watches *list = &s->watch.at[l];
    return vec_push(list, w, &s->bytes);
}

static bool attach(struct solver *s, uint32_t clause)
{
    const struct clause_view *c = clause_at(s, clause);
    uint32_t ref = c->size == 2 ? clause | BINARY : clause;
    return watch_add(s, c->lit[0], (struct watch){c->lit[1], ref}) &&
           watch_add(s, c->lit[1], (struct watch){c->lit[0], ref});
}

static uint32_t write_clause(struct solver *s, const lit *lits, uint32_t n, uint32_t flags_glue, uint32_t owner)
{
    uint32_t clause = s->store.n;
    if ((uint64_t)clause + CLAUSE_HEAD + n >= BINARY ||
        !vec_reserve(&s->store, clause + CLAUSE_HEAD + n, &s->bytes)) {
        s->out_of_memory = true;
        return NO_CLAUSE;
    }
    s->store.n += CLAUSE_HEAD + n;
    struct clause_view *c = clause_at(s, clause);
    c->size = n;
    c->flags_glue = flags_glue;
    c->owner = owner;
    if (n)
        memcpy(c->lit, lits, n * sizeof *lits);
    return clause;
}

static uint32_t store_clause(struct solver *s, const lit *lits, uint32_t n, uint32_t flags_glue, uint32_t owner)
{
    uint32_t clause = write_clause(s, lits, n, flags_glue, owner);
    if (clause == NO_CLAUSE || attach(s, clause))
        return clause;
    s->out_of_memory = true;
    return NO_CLAUSE;
}

/* Drops doubles and what is false at the root; returns the new size, or RT_NOPOS if the clause holds. */
static uint32_t simplify(struct solver *s, lit *lits, uint32_t n)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool twice = false;
        for (uint32_t k = 0; k < kept; k++) {
            if (lits[k] == (lits[i] ^ 1))
                return RT_NOPOS;
            twice |= lits[k] == lits[i];
        }
        int8_t val = s->val.at[lits[i]];
        if (val > 0 && !lit_level(s, lits[i]))
            return RT_NOPOS;
        bool root_false = val < 0 && !lit_level(s, lits[i]);
        if (!twice && (!root_false || s->options.keep_reasons))
            lits[kept++] = lits[i];
    }
    return kept;
}

/* Empty and unit clauses act at once; what is left is for the store. */
static bool is_short(struct solver *s, const lit *lits, uint32_t n, uint32_t owner, bool *fine)
{
    struct reason always = {.type = R_ALWAYS, .ref = owner};
    *fine = true;
    if (n == 0) {
        trail_conflict(s, NO_LIT, always);
        *fine = false;
    } else if (n == 1) {
        *fine = trail_enqueue(s, lits[0], always);
    }
    return n < 2 || n == RT_NOPOS;
}

/* Literals that are not false come first, to be watched; returns how many there are. */
static uint32_t open_first(const struct solver *s, lit *lits, uint32_t n)
{
    uint32_t open = 0;
    for (uint32_t k = 0; k < n; k++)
        if (s->val.at[lits[k]] >= 0) {
            lit l = lits[k];
            lits[k] = lits[open];
            lits[open++] = l;
        }
    return open;
}

/* Kept to be looked at, not to act. */
static bool file_clause(struct solver *s, const lit *lits, uint32_t n, uint32_t owner)
{
    return n == RT_NOPOS || write_clause(s, lits, n, 0, owner) != NO_CLAUSE;
}

bool clause_add(struct solver *s, lit *lits, uint32_t n, uint32_t owner)
{
    bool fine;
    n = simplify(s, lits, n);
    if (s->options.stepwise)
        return file_clause(s, lits, n, owner);
    if (is_short(s, lits, n, owner, &fine))
        return fine;
    uint32_t open = open_first(s, lits, n), clause = store_clause(s, lits, n, 0, owner);
    if (clause == NO_CLAUSE)
        return false;
    return open > 1 || trail_enqueue(s, lits[0], (struct reason){.type = R_CLAUSE, .ref = clause});
}

bool clause_add_learned(struct solver *s, lit *lits, uint32_t n)
{
    bool fine;
    n = simplify(s, lits, n);
    if (is_short(s, lits, n, RT_NOPOS, &fine))
        return fine;
    return clause_learn(s, lits, n, n) != NO_CLAUSE;
}

uint32_t clause_learn(struct solver *s, const lit *lits, uint32_t n, uint32_t glue)
{
    uint32_t clause = store_clause(s, lits, n, glue << 8 | CLAUSE_LEARNED | CLAUSE_USED, RT_NOPOS);
    if (clause != NO_CLAUSE && n > 2 && !vec_push(&s->learned, clause, &s->bytes))
        s->out_of_memory = true;
    return clause;
}

uint32_t clause_keep(struct solver *s, const lit *lits, uint32_t n)
{
    return store_clause(s, lits, n, 0, RT_NOPOS);
}

static inline void count_owner(struct solver *s, const struct clause_view *c, bool conflict)
{
    if (c->owner == RT_NOPOS)
        return;
    struct rule_stats *stats = &s->rule_stats[s->instances.at[c->owner].rule];
    if (conflict) {
        stats->conflicts++;
    } else {
        stats->narrowings++;
        stats->removed++;
    }
}

/* Visits the clauses that watch the false literal; false on conflict. */
static bool visit(struct solver *s, lit falsified)
{
    struct watches *list = &s->watch.at[falsified];
    if (!list->n)
        return true;
    struct watch *read = list->at, *write = read, *end = read + list->n;
    const int8_t *val = s->val.at;
    bool fine = true;
    while (read < end) {
        struct watch w = *read++;
        int8_t blocker = val[w.blocker];
        if (blocker > 0) {
            *write++ = w;
            continue;
        }
        uint32_t clause = w.clause & ~BINARY;
        struct clause_view *c = clause_at(s, clause);
        struct reason reason = {.type = R_CLAUSE, .ref = clause};
        if (w.clause & BINARY) {
            *write++ = w;
            count_owner(s, c, blocker < 0);
            if (trail_enqueue(s, w.blocker, reason))
                continue;
            fine = false;
            break;
        }
        if (c->lit[0] == falsified) {
            c->lit[0] = c->lit[1];
            c->lit[1] = falsified;
        }
        struct watch kept = {c->lit[0], w.clause};
        if (val[c->lit[0]] > 0) {
            *write++ = kept;
            continue;
        }
        uint32_t k = 2;
        while (k < c->size && val[c->lit[k]] < 0)
            k++;
        if (k < c->size) {
            c->lit[1] = c->lit[k];
            c->lit[k] = falsified;
            if (watch_add(s, c->lit[1], kept))
                continue;
            s->out_of_memory = true;    /* the run stops; put it back: it is no unit */
            c->lit[k] = c->lit[1];
            c->lit[1] = falsified;
            *write++ = kept;
            continue;
        }
        *write++ = kept;
        count_owner(s, c, val[c->lit[0]] < 0);
        if (!trail_enqueue(s, c->lit[0], reason)) {
            fine = false;
            break;
        }
    }
    while (read < end)
        *write++ = *read++;
    list->n = (uint32_t)(write - list->at);
    return fine;
}

bool clause_propagate(struct solver *s)
{
    while (s->qhead < s->trail.n)
        if (!visit(s, s->trail.at[s->qhead++] ^ 1))
            return false;
    return true;
}

static bool is_reason(const struct solver *s, uint32_t clause)
{
    lit l = clause_at(s, clause)->lit[0];
    for (int i = 0; i < 2; i++, l = clause_at(s, clause)->lit[1])
        if (s->val.at[l] > 0 && s->reason.at[l >> 1].type == R_CLAUSE && s->reason.at[l >> 1].ref == clause)
            return true;
    return false;
}

struct ranked {
    uint32_t clause, key;
};

static int by_key(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->clause < y->clause ? -1 : 1;
}

static void rename_watches(struct solver *s, const uint32_t *old)
{
    for (uint32_t l = 0; l < 2 * s->natoms; l++) {
        struct watches *list = &s->watch.at[l];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < list->n; i++) {
            struct watch w = list->at[i];
            const struct clause_view *c = (const struct clause_view *)(old + (w.clause & ~BINARY));
            if (c->flags_glue & CLAUSE_GONE)
                continue;
            list->at[kept++] = (struct watch){w.blocker, c->owner | (w.clause & BINARY)};
        }
        list->n = kept;
    }
}

/* Moves the living clauses to a fresh store; each old one leaves its new place in its owner word until watches,
 * reasons and the list of learned ones are renamed. */
static void compact(struct solver *s)
{
    uint32_t *old = s->store.at, old_n = s->store.n, to = 0;
    uint32_t *fresh = malloc((size_t)s->store.cap * sizeof *fresh);
    if (!fresh) {
        s->out_of_memory = true;
        return;
    }
    s->learned.n = 0;
    for (uint32_t from = 0; from < old_n;) {
        struct clause_view *c = (struct clause_view *)(old + from);
        uint32_t words = CLAUSE_HEAD + c->size;
        if (!(c->flags_glue & CLAUSE_GONE)) {
            memcpy(fresh + to, c, words * sizeof *fresh);
            if ((c->flags_glue & CLAUSE_LEARNED) && c->size > 2)
                s->learned.at[s->learned.n++] = to;
            c->owner = to;
            to += words;
        }
        from += words;
    }
    rename_watches(s, old);
    for (uint32_t i = 0; i < s->trail.n; i++) {
        struct reason *r = &s->reason.at[s->trail.at[i] >> 1];
        if (r->type == R_CLAUSE)
            r->ref = ((const struct clause_view *)(old + r->ref))->owner;
    }
    free(old);
    s->store.at = fresh;
    s->store.n = to;
}

/* Glue up to 2 stays for ever, up to 6 while used; of the rest the worse half by (glue, size) goes. */
void clause_reduce(struct solver *s)
{
    struct ranked *ranked = malloc((s->learned.n + 1) * sizeof *ranked);
    if (!ranked)
        return;
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->learned.n; i++) {
        struct clause_view *c = clause_at(s, s->learned.at[i]);
        uint32_t glue = c->flags_glue >> 8;
        bool used = c->flags_glue & CLAUSE_USED;
        c->flags_glue &= ~(uint32_t)CLAUSE_USED;
        if (glue <= 2 || (glue <= 6 && used) || is_reason(s, s->learned.at[i]))
            continue;
        uint32_t size = c->size < 4095 ? c->size : 4095;
        ranked[n++] = (struct ranked){s->learned.at[i], (glue < 1000 ? glue : 1000) << 12 | size};
    }
    qsort(ranked, n, sizeof *ranked, by_key);
    for (uint32_t i = n / 2; i < n; i++)
        clause_at(s, ranked[i].clause)->flags_glue |= CLAUSE_GONE;
    free(ranked);
    compact(s);
}
