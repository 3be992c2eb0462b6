/* Clauses: one store, two watched literals, clauses of two inline in the watches; reduction by glue. */
#include "core/kernel.h"

/* Lists for all literals there are; a board that falls to rules without a clause needs none. */
static bool give_lists(struct solver *s)
{
    uint32_t from = s->watch.n, to = 2 * s->natoms;
    if (from >= to)
        return true;
    if (!vec_reserve(&s->watch, to, &s->bytes)) {
        s->out_of_memory = true;
        return false;
    }
    memset(s->watch.at + from, 0, (size_t)(to - from) * sizeof *s->watch.at);
    s->watch.n = to;
    return true;
}

static bool watch_long(struct solver *s, lit l, lit blocker, uint32_t clause)
{
    return pool_push(&s->watch.at[l], ((struct watch){blocker, clause}), &s->pool);
}

/* Before all that is longer. */
static bool watch_pair(struct solver *s, lit l, lit other, uint32_t clause)
{
    struct watches *list = &s->watch.at[l];
    if (!pool_push(list, ((struct watch){other, clause | WATCH_PAIR}), &s->pool))
        return false;
    uint32_t at = list->n - 1;
    struct watch pair = list->at[at];
    for (; at && !(list->at[at - 1].clause & WATCH_PAIR); at--)
        list->at[at] = list->at[at - 1];
    list->at[at] = pair;
    return true;
}

static bool attach(struct solver *s, uint32_t clause)
{
    const struct clause_view *c = clause_at(s, clause);
    const lit *l = c->lit;
    if (c->size == 2)
        return watch_pair(s, l[0], l[1], clause) && watch_pair(s, l[1], l[0], clause);
    return watch_long(s, l[0], l[1], clause) && watch_long(s, l[1], l[0], clause);
}

uint32_t *clause_room(struct solver *s, uint32_t words)
{
    uint32_t at = s->store.n;
    if ((uint64_t)at + words >= WATCH_PAIR || !vec_reserve(&s->store, at + (words ? words : 1), &s->bytes)) {
        s->out_of_memory = true;
        return NULL;
    }
    s->store.n += words;
    return s->store.at + at;
}

static uint32_t store_clause(struct solver *s, const lit *lits, uint32_t n, uint32_t flags_glue, uint32_t owner)
{
    uint32_t clause = s->store.n;
    struct clause_view *c = (struct clause_view *)clause_room(s, CLAUSE_HEAD + n);
    if (!c)
        return NO_CLAUSE;
    c->size = n;
    c->flags_glue = flags_glue;
    c->owner = owner;
    for (uint32_t k = 0; k < n; k++)
        c->lit[k] = lits[k];
    return clause;
}

static uint32_t store_attached(struct solver *s, const lit *lits, uint32_t n, uint32_t flags_glue)
{
    uint32_t clause = give_lists(s) ? store_clause(s, lits, n, flags_glue, RT_NOPOS) : NO_CLAUSE;
    if (clause != NO_CLAUSE && !attach(s, clause)) {
        s->out_of_memory = true;
        clause = NO_CLAUSE;
    }
    s->attached = s->store.n;
    return clause;
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

bool clause_put(struct solver *s, lit *lits, uint32_t n, uint32_t owner)
{
    if (s->options.stepwise && (n = simplify(s, lits, n)) == RT_NOPOS)
        return true;
    return store_clause(s, lits, n, 0, owner) != NO_CLAUSE;
}

static uint32_t rule_of(const struct solver *s, uint32_t owner)
{
    return owner == RT_NOPOS ? RT_NOPOS : s->instances.at[owner].rule;
}

/* The clause that ends at `end` is of this rule; clauses come in the order of their offsets. */
static void note_owner(struct solver *s, uint32_t start, uint32_t end, uint32_t owner)
{
    uint32_t rule = rule_of(s, owner), n = s->ranges.n, covered = n ? s->ranges.at[n - 1].end : 0;
    bool fine = true;
    if (start > covered)
        fine = vec_push(&s->ranges, ((struct owner_range){start, RT_NOPOS}), &s->bytes);
    n = s->ranges.n;
    if (n && s->ranges.at[n - 1].rule == rule)
        s->ranges.at[n - 1].end = end;
    else if (!fine || !vec_push(&s->ranges, ((struct owner_range){end, rule}), &s->bytes))
        s->out_of_memory = true;
}

/* Nothing is known of its literals, and there is nothing else to simplify. */
static inline bool is_simple(const struct solver *s, const struct clause_view *c)
{
    int8_t any = 0;
    if (!(c->flags_glue & CLAUSE_PLAIN) || c->size < 2)
        return false;
    for (uint32_t k = 0; k < c->size; k++)
        any |= s->val.at[c->lit[k]];
    return !any;
}

/* What is left of a new clause goes to offset `to`; returns where it ends: at `to` if it holds or acts at once.
 * `*fine` false: conflict is set. */
static uint32_t place_new(struct solver *s, struct clause_view *c, uint32_t to, uint32_t *tally, bool *fine)
{
    struct clause_view *kept = clause_at(s, to);
    uint32_t owner = c->owner, n = c->size;
    bool simple = is_simple(s, c);
    if (!simple) {
        n = simplify(s, c->lit, n);
        if (is_short(s, c->lit, n, owner, fine))
            return to;
    }
    bool open = simple || open_first(s, c->lit, n) > 1;
    if (open && knot_put(s, c->lit, n, owner))
        return to;
    if (kept != c)
        memmove(kept->lit, c->lit, n * sizeof(lit));
    kept->size = n;
    kept->flags_glue = 0;
    kept->owner = owner;
    if (!open)
        *fine = trail_enqueue(s, kept->lit[0], (struct reason){.type = R_CLAUSE, .ref = to});
    tally[kept->lit[0]]++;
    tally[kept->lit[1]]++;
    note_owner(s, to, to + CLAUSE_HEAD + n, owner);
    return to + CLAUSE_HEAD + n;
}

/* Puts what is left of the new clauses in place of them, and counts their watches. */
static bool simplify_new(struct solver *s, uint32_t *tally)
{
    uint32_t to = s->attached;
    bool fine = true;
    for (uint32_t from = to; from < s->store.n && fine;) {
        struct clause_view *c = clause_at(s, from);
        from += CLAUSE_HEAD + c->size;
        to = place_new(s, c, to, tally, &fine);
    }
    s->store.n = to;
    return fine;
}

/* Empty lists get just the room that they need, all of it in one piece; others grow when they are added to. */
static bool give_room(struct solver *s, const uint32_t *tally)
{
    size_t room = 0;
    for (uint32_t l = 0; l < 2 * s->natoms; l++)
        room += s->watch.at[l].cap ? 0 : tally[l];
    struct watch *from = arena_alloc(s->session->arena, room * sizeof *from);
    for (uint32_t l = 0; from && l < 2 * s->natoms; l++) {
        struct watches *list = &s->watch.at[l];
        if (list->cap || !tally[l])
            continue;
        list->at = from;
        list->cap = tally[l];
        from += tally[l];
    }
    return from;
}

static bool attach_new(struct solver *s, const uint32_t *tally)
{
    bool fine = give_room(s, tally);
    for (; fine && s->attached < s->store.n; s->attached += CLAUSE_HEAD + clause_at(s, s->attached)->size)
        fine = attach(s, s->attached);
    return fine;
}

bool clause_attach(struct solver *s)
{
    if (s->options.stepwise || s->attached == s->store.n)   /* stepwise they are there to be looked at, not to act */
        return true;
    uint32_t *tally = give_lists(s) ? calloc(2 * (size_t)s->natoms + 1, sizeof *tally) : NULL;
    bool fine = tally && simplify_new(s, tally);
    if (!tally || !attach_new(s, tally))
        s->out_of_memory = true;
    free(tally);
    return fine && !s->out_of_memory;
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
    uint32_t clause = store_attached(s, lits, n, glue << 8 | CLAUSE_LEARNED | CLAUSE_USED);
    if (clause != NO_CLAUSE && n > 2 && !vec_push(&s->learned, clause, &s->bytes))
        s->out_of_memory = true;
    return clause;
}

uint32_t clause_keep(struct solver *s, const lit *lits, uint32_t n)
{
    return store_attached(s, lits, n, 0);
}

static inline void count_owner(struct solver *s, uint32_t clause, bool conflict)
{
    uint32_t k = 0;
    while (k < s->ranges.n && clause >= s->ranges.at[k].end)
        k++;
    if (k == s->ranges.n || s->ranges.at[k].rule == RT_NOPOS)
        return;
    struct rule_stats *stats = &s->rule_stats[s->ranges.at[k].rule];
    if (conflict) {
        stats->conflicts++;
    } else {
        stats->narrowings++;
        stats->removed++;
    }
}

/* `l` is all that is left of a clause; false: it is false already. */
static inline bool imply(struct solver *s, lit l, struct reason reason, bool conflict)
{
    count_owner(s, reason.ref, conflict);
    return trail_enqueue(s, l, reason);
}

/* Returns the first of the longer clauses; NULL: conflict is set. */
static struct watch *visit_pairs(struct solver *s, const struct watches *list, lit falsified)
{
    struct watch *read = list->at, *end = read + list->n;
    const int8_t *val = s->val.at;
    for (; read < end && (read->clause & WATCH_PAIR); read++) {
        int8_t other = val[read->blocker];
        struct reason reason = {.type = R_PAIR, .ref = read->clause ^ WATCH_PAIR, .tag = falsified ^ 1};
        if (other <= 0 && !imply(s, read->blocker, reason, other < 0))
            return NULL;
    }
    return read;
}

/* The longer clauses that watch the false literal, from `read` on: each gets another literal to watch if it has one. */
static bool visit_longs(struct solver *s, struct watches *list, struct watch *read, lit falsified)
{
    struct watch *write = read, *end = list->at + list->n;
    const int8_t *val = s->val.at;
    bool fine = true;
    while (read < end) {
        struct watch w = *read++;
        if (val[w.blocker] > 0) {
            *write++ = w;
            continue;
        }
        if (read < end)     /* what is next is seldom in the cache */
            __builtin_prefetch(s->store.at + read->clause);
        struct clause_view *c = clause_at(s, w.clause);
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
        if (k < c->size && pool_push(&s->watch.at[c->lit[k]], kept, &s->pool)) {
            c->lit[1] = c->lit[k];
            c->lit[k] = falsified;
            continue;
        }
        *write++ = kept;
        if (k < c->size) {          /* no memory: the run stops; the clause is no unit */
            s->out_of_memory = true;
            continue;
        }
        if (!imply(s, c->lit[0], (struct reason){.type = R_CLAUSE, .ref = w.clause}, val[c->lit[0]] < 0)) {
            fine = false;
            break;
        }
    }
    while (read < end)
        *write++ = *read++;
    list->n = (uint32_t)(write - list->at);
    return fine;
}

static bool visit(struct solver *s, lit falsified)
{
    if (falsified >> 1 < s->knots.natoms && !knot_propagate(s, falsified >> 1))
        return false;
    if (falsified >= s->watch.n || !s->watch.at[falsified].n)   /* nothing watches it */
        return true;
    struct watches *list = &s->watch.at[falsified];
    struct watch *longs = visit_pairs(s, list, falsified);
    return longs && visit_longs(s, list, longs, falsified);
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
    const struct clause_view *c = clause_at(s, clause);
    for (uint32_t k = 0; k < 2; k++) {
        const struct reason *reason = &s->fact.at[c->lit[k] >> 1].reason;
        if (s->val.at[c->lit[k]] > 0 && reason->type == R_CLAUSE && reason->ref == clause)
            return true;
    }
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

/* What is left of the watches, with the new names of their clauses. */
static void rename_watches(struct solver *s, const uint32_t *old)
{
    for (struct watches *list = s->watch.at, *last = list + s->watch.n; list < last; list++) {
        uint32_t kept = 0;
        for (uint32_t k = 0; k < list->n; k++) {
            struct watch w = list->at[k];
            uint32_t pair = w.clause & WATCH_PAIR;
            const struct clause_view *c = (const struct clause_view *)(old + (w.clause ^ pair));
            if (!(c->flags_glue & CLAUSE_GONE))
                list->at[kept++] = (struct watch){w.blocker, c->owner | pair};
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
    s->learned.n = s->ranges.n = 0;
    for (uint32_t from = 0; from < old_n;) {
        struct clause_view *c = (struct clause_view *)(old + from);
        uint32_t words = CLAUSE_HEAD + c->size;
        if (!(c->flags_glue & CLAUSE_GONE)) {
            memcpy(fresh + to, c, words * sizeof *fresh);
            if ((c->flags_glue & CLAUSE_LEARNED) && c->size > 2)
                s->learned.at[s->learned.n++] = to;
            if (c->owner != RT_NOPOS)
                note_owner(s, to, to + words, c->owner);
            c->owner = to;
            to += words;
        }
        from += words;
    }
    rename_watches(s, old);
    for (uint32_t i = 0; i < s->trail.n; i++) {
        struct reason *r = &s->fact.at[s->trail.at[i] >> 1].reason;
        if (r->type == R_CLAUSE || r->type == R_PAIR)
            r->ref = ((const struct clause_view *)(old + r->ref))->owner;
    }
    free(old);
    s->store.at = fresh;
    s->store.n = s->attached = to;
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
