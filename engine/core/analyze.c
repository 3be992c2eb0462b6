/* Conflict analysis: the first unique implication point (Marques-Silva and Sakallah, GRASP), with local
 * minimisation over reasons that cost no plugin call. */
#include "core/kernel.h"

enum { SEEN = 1, IMPLIED = 2, NOT_IMPLIED = 3, DEEPEST = 200 };

static uint32_t highest_level(const struct solver *s, const lit *lits, uint32_t n)
{
    uint32_t level = 0;
    for (uint32_t k = 0; k < n; k++)
        if (lit_level(s, lits[k]) > level)
            level = lit_level(s, lits[k]);
    return level;
}

/* Marks premises; those of `level` are counted, lower ones join the clause. */
static uint32_t mark(struct solver *s, const struct premises *why, uint32_t level)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < why->n; k++) {
        lit l = premise(why, k);
        uint32_t atom = l >> 1;
        if (s->seen.at[atom] || !s->fact.at[atom].level)
            continue;
        s->seen.at[atom] = SEEN;
        decide_bump(s, atom);
        if (!vec_push(&s->clear, l, &s->bytes))
            s->out_of_memory = true;
        if (s->fact.at[atom].level >= level)
            count++;
        else if (!vec_push(&s->learnt, l ^ 1, &s->bytes))
            s->out_of_memory = true;
    }
    return count;
}

static void remember(struct solver *s, lit l, uint8_t what)
{
    s->seen.at[l >> 1] = what;
    if (!vec_push(&s->clear, l, &s->bytes))
        s->out_of_memory = true;
}

/* Do marked literals imply the true literal `l`, through reasons that cost no plugin call? (Sorensson and Biere,
 * "Minimizing learned clauses") */
static bool implied(struct solver *s, lit l, uint32_t depth)
{
    struct premises all;
    if (depth > DEEPEST || !reason_at_hand(s, l, &all))
        return false;
    for (uint32_t k = 0; k < all.n; k++) {
        lit why = premise(&all, k);
        if (why >> 1 == l >> 1 || !lit_level(s, why))
            continue;
        uint8_t seen = s->seen.at[why >> 1];
        if (seen == SEEN || seen == IMPLIED)
            continue;
        if (seen == NOT_IMPLIED || s->level_stamp.at[lit_level(s, why)] != s->level_stamp_now)
            return false;
        bool fine = implied(s, why, depth + 1);
        remember(s, why, fine ? IMPLIED : NOT_IMPLIED);
        if (!fine)
            return false;
    }
    return true;
}

static bool stamp_levels(struct solver *s)
{
    s->level_stamp_now++;
    if (!vec_reserve(&s->level_stamp, s->levels.n + 1, &s->bytes))
        return false;
    while (s->level_stamp.n <= s->levels.n)
        s->level_stamp.at[s->level_stamp.n++] = 0;
    for (uint32_t k = 0; k < s->learnt.n; k++)
        s->level_stamp.at[lit_level(s, s->learnt.at[k])] = s->level_stamp_now;
    return true;
}

static void minimise(struct solver *s)
{
    uint32_t kept = 1;
    if (!stamp_levels(s))
        return;
    for (uint32_t k = 1; k < s->learnt.n; k++)
        if (!implied(s, s->learnt.at[k] ^ 1, 0))
            s->learnt.at[kept++] = s->learnt.at[k];
    s->learnt.n = kept;
}

static uint32_t count_levels(struct solver *s)
{
    uint32_t glue = 0;
    if (s->level_stamp.n <= s->levels.n)    /* no memory for the stamps: the run ends */
        return s->learnt.n;
    s->level_stamp_now++;
    for (uint32_t k = 0; k < s->learnt.n; k++) {
        uint32_t *stamp = &s->level_stamp.at[lit_level(s, s->learnt.at[k])];
        glue += *stamp != s->level_stamp_now;
        *stamp = s->level_stamp_now;
    }
    return glue;
}

/* The second highest level, its literal moved to place 1. */
static uint32_t jump_level(struct solver *s)
{
    uint32_t at = 1, level = 0;
    for (uint32_t k = 1; k < s->learnt.n; k++)
        if (lit_level(s, s->learnt.at[k]) > level) {
            level = lit_level(s, s->learnt.at[k]);
            at = k;
        }
    if (s->learnt.n > 1) {
        lit l = s->learnt.at[1];
        s->learnt.at[1] = s->learnt.at[at];
        s->learnt.at[at] = l;
    }
    return level;
}

static void clear_marks(struct solver *s)
{
    for (uint32_t k = 0; k < s->clear.n; k++)
        s->seen.at[s->clear.at[k] >> 1] = 0;
    s->clear.n = 0;
}

static void use_clause(struct solver *s, lit l)
{
    if (s->fact.at[l >> 1].reason.type == R_CLAUSE)
        clause_at(s, s->fact.at[l >> 1].reason.ref)->flags_glue |= CLAUSE_USED;
}

static struct premises ask_premises(struct solver *s, lit l)
{
    struct premises why;
    if (reason_at_hand(s, l, &why))
        return why;
    why = (struct premises){.n = 0};
    why.lits = reason_of(s, l, &why.n);
    return why;
}

/* Copies the premises of the conflict to `stack`; the conflict's own level becomes the current one. */
static uint32_t settle_level(struct solver *s)
{
    uint32_t n = 0;
    const lit *why = reason_of_conflict(s, &n);
    s->stack.n = 0;
    if (!vec_reserve(&s->stack, n + 1, &s->bytes)) {
        s->out_of_memory = true;
        return 0;
    }
    if (n)
        memcpy(s->stack.at, why, n * sizeof *why);
    s->stack.n = n;
    uint32_t level = highest_level(s, s->stack.at, n);
    if (level < s->levels.n)
        trail_backjump(s, level);
    return level;
}

uint32_t analyze(struct solver *s, uint32_t *glue)
{
    reason_new_conflict(s);
    s->learnt.n = 0;
    uint32_t level = settle_level(s);
    if (level && !vec_push(&s->learnt, NO_LIT, &s->bytes))
        s->out_of_memory = true;
    if (!s->learnt.n)
        return 0;
    struct premises why = {s->stack.at, s->stack.n, 0};
    uint32_t open = mark(s, &why, level), at = s->trail.n;
    lit p;
    for (;;) {
        do
            p = s->trail.at[--at];
        while (!s->seen.at[p >> 1]);
        if (--open == 0)
            break;
        use_clause(s, p);
        why = ask_premises(s, p);
        open += mark(s, &why, level);
    }
    s->learnt.at[0] = p ^ 1;
    minimise(s);
    *glue = count_levels(s);
    uint32_t jump = jump_level(s);
    clear_marks(s);
    return jump;
}

void analyze_probe(struct solver *s, uint32_t base)
{
    reason_new_conflict(s);
    s->learnt.n = 0;
    struct premises why = {.n = 0};
    why.lits = reason_of_conflict(s, &why.n);
    mark(s, &why, base + 1);
    for (uint32_t at = s->trail.n; at > s->levels.at[base].trail;) {
        lit p = s->trail.at[--at];
        if (!s->seen.at[p >> 1])
            continue;
        why = ask_premises(s, p);
        mark(s, &why, base + 1);
    }
    clear_marks(s);
    for (uint32_t k = 0; k < s->learnt.n; k++)
        s->learnt.at[k] ^= 1;
}
