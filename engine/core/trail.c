/* The trail: literals in the order in which they came to hold, domains, planes and histories kept along it,
 * and the undo log of rule state. */
#include "core/kernel.h"

static bool grow_literals(struct solver *s, uint32_t natoms)
{
    size_t *b = &s->bytes;
    return vec_reserve_zero(&s->val, 2 * natoms, b) && vec_reserve_zero(&s->fact, natoms, b) &&
           vec_reserve(&s->trail, natoms, b) && vec_reserve_zero(&s->seen, natoms, b) &&
           vec_reserve(&s->material_at, natoms, b) && vec_reserve(&s->material_n, natoms, b) &&
           vec_reserve_zero(&s->material_stamp, natoms, b);
}

/* Appends `count` variables to the table. */
static bool describe(struct solver *s, uint32_t first_atom, uint32_t count, uint32_t nvalues)
{
    uint32_t per = nvalues == 2 ? 1 : nvalues, first = s->vars.n;
    if (!vec_reserve(&s->vars, first + count, &s->bytes) || !vec_reserve(&s->dom, first + count, &s->bytes) ||
        !vec_reserve(&s->owner, first_atom + count * per, &s->bytes))
        return false;
    for (uint32_t v = first; v < first + count; v++) {
        s->vars.at[v] = (struct variable){s->owner.n, nvalues};
        s->dom.at[v] = UINT64_MAX >> (64 - nvalues);
        for (uint32_t a = 0; a < per; a++)
            s->owner.at[s->owner.n++] = v;
    }
    s->vars.n = s->dom.n = first + count;
    return true;
}

/* The table begins with the first variable that has more than two values. */
static bool describe_variables(struct solver *s, uint32_t count, uint32_t nvalues)
{
    if (all_binary(s) && nvalues == 2)
        return true;
    bool begins = all_binary(s) && s->total;
    return (!begins || describe(s, 0, s->total, 2)) && describe(s, s->natoms, count, nvalues);
}

/* First of `count` new variables, RT_NOPOS without memory. Auxiliaries come after the puzzle's. */
uint32_t trail_add_variables(struct solver *s, uint32_t count, uint32_t nvalues, bool aux)
{
    uint32_t first = s->total, per = nvalues == 2 ? 1 : nvalues;
    if (!count)
        return first;
    if ((uint64_t)s->natoms + (uint64_t)count * per > 1u << 28 ||
        (s->session->arena->limit && (uint64_t)count * per * 192 > s->session->arena->limit))
        return RT_NOPOS;
    uint32_t from = s->natoms, natoms = from + count * per;
    if (!grow_literals(s, natoms) || !describe_variables(s, count, nvalues))
        return RT_NOPOS;
    s->total = first + count;
    s->natoms = natoms;
    if (!aux || per > 1)
        s->plain_from = natoms;
    if (!decide_add_atoms(s, from))
        return RT_NOPOS;
    if (!aux)
        s->nvars = s->total;
    return first;
}

static inline void flip_plane(struct scope *scope, uint32_t value, uint32_t pos)
{
    uint32_t at = value * scope->words;
    scope->plane[at + pos / 64] ^= 1ull << pos % 64;
    if (scope->mirror) {
        uint32_t back = scope->n - 1 - pos;
        scope->mirror[at + back / 64] ^= 1ull << back % 64;
    }
}

static inline void wake(struct solver *s, const struct scope *scope, uint32_t value, bool fixed)
{
    for (uint32_t i = 0; i < scope->nwakers; i++) {
        const struct waker *w = &scope->waker[i];
        if ((w->mask >> value & 1) && (fixed || !w->fixed_only))
            schedule_push(s, w->instance);
    }
}

/* The literal that says so holds already. */
static void value_gone(struct solver *s, uint32_t var, uint32_t value)
{
    bool fixed = true;
    if (variable_of(s, var).nvalues > 2)
        fixed = single(s->dom.at[var] &= ~(1ull << value));
    if (fixed && var < s->nvars)
        s->unfixed--;
    struct occurrences in = occurrences_of(s, var);
    for (const struct occurrence *o = in.at; o < in.end; o++) {
        struct scope *scope = &s->scopes.at[o->scope];
        if (scope->plane)
            flip_plane(scope, value, o->pos);
        for (uint32_t h = 0; h < scope->nhistory; h++) {
            struct history *history = &scope->history[h];
            if (history->mask >> value & 1)
                history->event[history->n++] = o->pos << 6 | value;
        }
        if (fixed && --scope->unfixed == 0 && scope->kind)
            s->check_queue.at[s->check_queue.n++] = o->scope;
        wake(s, scope, value, fixed);
    }
}

/* The literal that said that it has left is open again. */
static void value_back(struct solver *s, uint32_t var, uint32_t value)
{
    bool was_fixed = true;
    if (variable_of(s, var).nvalues > 2) {
        was_fixed = single(s->dom.at[var]);
        s->dom.at[var] |= 1ull << value;
    }
    if (was_fixed && var < s->nvars)
        s->unfixed++;
    struct occurrences in = occurrences_of(s, var);
    for (const struct occurrence *o = in.at; o < in.end; o++) {
        struct scope *scope = &s->scopes.at[o->scope];
        if (scope->plane)
            flip_plane(scope, value, o->pos);
        for (uint32_t h = 0; h < scope->nhistory; h++)
            if (scope->history[h].mask >> value & 1)
                scope->history[h].n--;
        if (was_fixed)
            scope->unfixed++;
    }
}

void trail_assign(struct solver *s, lit l, struct reason reason)
{
    uint32_t atom = l >> 1;
    struct fact *fact = &s->fact.at[atom];
    s->val.at[l] = 1;
    s->val.at[l ^ 1] = -1;
    fact->level = s->levels.n;
    fact->pos = s->trail.n;
    fact->reason = reason;
    s->trail.at[s->trail.n++] = l;
    if ((l ^ 1) < s->watch.n)       /* soon to be visited */
        __builtin_prefetch(s->watch.at[l ^ 1].at);
    s->stats.propagations++;
    if (atom >= s->plain_from)
        return;
    uint32_t var = owner_of(s, atom);
    struct variable v = variable_of(s, var);
    if (v.nvalues == 2) {
        value_gone(s, var, l & 1);
    } else if (l & 1) {
        value_gone(s, var, atom - v.atom);
        if (single(s->dom.at[var])) {
            lit is = lit_is(s, var, (uint32_t)__builtin_ctzll(s->dom.at[var]));
            if (s->val.at[is] == 0)
                trail_assign(s, is, (struct reason){.type = R_DOMAIN});
        }
    } else {
        uint64_t others = s->dom.at[var] & ~(1ull << (atom - v.atom));
        for (; others; others &= others - 1)
            trail_assign(s, 2 * (v.atom + (uint32_t)__builtin_ctzll(others)) + 1,
                   (struct reason){.type = R_BINARY, .ref = l});
    }
    if (s->goal && s->goal->trace)
        solver_trace(s, l);
}

void trail_conflict(struct solver *s, lit l, struct reason reason)
{
    if (s->conflict.is)
        return;
    s->conflict = (struct conflict){.is = true, .lit = l, .reason = reason};
}

void trail_open(struct solver *s, lit decision)
{
    struct level level = {s->trail.n, s->undo.n, s->eager.n, decision};
    if (!vec_push(&s->levels, level, &s->bytes))
        s->out_of_memory = true;
    else if (s->levels.n > s->stats.max_level)
        s->stats.max_level = s->levels.n;
}

static void undo_state(struct solver *s, uint32_t to)
{
    while (s->undo.n > to) {
        struct undo u = s->undo.at[--s->undo.n];
        memcpy(u.address, s->undo_data.at + u.data, u.bytes);
        s->undo_data.n = u.data;
    }
}

static void unassign(struct solver *s, lit l)
{
    s->val.at[l] = s->val.at[l ^ 1] = 0;
    if (l >> 1 >= s->plain_from)
        return;
    uint32_t gone = lit_gone(s, l);
    if (gone != RT_NOPOS)
        value_back(s, owner_of(s, l >> 1), gone);
}

/* Takes back everything above `level`, empties the queues of what was only true there. */
void trail_backjump(struct solver *s, uint32_t level)
{
    s->conflict.is = s->conflict.blamed = false;
    s->check_queue.n = 0;
    if (level >= s->levels.n)
        return;
    struct level to = s->levels.at[level];
    while (s->trail.n > to.trail) {
        lit l = s->trail.at[--s->trail.n];
        unassign(s, l);
        decide_unassigned(s, l);
    }
    undo_state(s, to.undo);
    s->eager.n = to.eager;
    s->levels.n = level;
    s->qhead = s->trail.n;
}

void trail_save(struct solver *s, void *address, uint32_t bytes)
{
    if (!s->levels.n)
        return;
    struct undo u = {address, bytes, s->undo_data.n};
    if (!vec_reserve(&s->undo_data, s->undo_data.n + bytes, &s->bytes) || !vec_push(&s->undo, u, &s->bytes)) {
        s->out_of_memory = true;
        return;
    }
    memcpy(s->undo_data.at + u.data, address, bytes);
    s->undo_data.n += bytes;
}
