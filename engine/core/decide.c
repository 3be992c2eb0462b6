/* Decisions: activity with saved phases (Moskewicz and others, Chaff; Een and Sorensson, MiniSat), the first
 * open variable, or the proposals of a rule. */
#include "core/kernel.h"

static bool before(const struct solver *s, uint32_t a, uint32_t b)
{
    double x = s->activity.at[a], y = s->activity.at[b];
    return x > y || (x == y && a < b);  /* ties by index: the order must not depend on history */
}

static void sift_up(struct solver *s, uint32_t at)
{
    uint32_t *heap = s->heap.at, atom = heap[at];
    for (; at && before(s, atom, heap[(at - 1) / 2]); at = (at - 1) / 2) {
        heap[at] = heap[(at - 1) / 2];
        s->heap_at.at[heap[at]] = at + 1;
    }
    heap[at] = atom;
    s->heap_at.at[atom] = at + 1;
}

static void sift_down(struct solver *s, uint32_t at)
{
    uint32_t *heap = s->heap.at, atom = heap[at], n = s->heap.n;
    for (uint32_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && before(s, heap[child + 1], heap[child]))
            child++;
        if (!before(s, heap[child], atom))
            break;
        heap[at] = heap[child];
        s->heap_at.at[heap[at]] = at + 1;
    }
    heap[at] = atom;
    s->heap_at.at[atom] = at + 1;
}

static bool is_candidate(const struct solver *s, uint32_t atom)
{
    return !s->own_only || owner_of(s, atom) < s->nvars;
}

static void insert(struct solver *s, uint32_t atom)
{
    if (!s->heap_used || s->heap_at.at[atom] || !is_candidate(s, atom))
        return;
    s->heap.at[s->heap.n++] = atom;
    sift_up(s, s->heap.n - 1);
}

static uint32_t pop(struct solver *s)
{
    uint32_t atom = s->heap.at[0], last = s->heap.at[--s->heap.n];
    s->heap_at.at[atom] = 0;
    if (s->heap.n) {
        s->heap.at[0] = last;
        sift_down(s, 0);
    }
    return atom;
}

/* Atoms from .. natoms are new, and the variables that own them. */
bool decide_add_atoms(struct solver *s, uint32_t from)
{
    size_t *b = &s->bytes;
    uint32_t n = s->natoms;
    if (!vec_reserve_zero(&s->activity, n, b) || !vec_reserve(&s->heap, n, b) || !vec_reserve_zero(&s->heap_at, n, b) ||
        !vec_reserve(&s->phase, n, b) || !vec_reserve_zero(&s->best_phase, n, b) ||
        !vec_reserve(&s->score, s->total, b) || !vec_reserve(&s->score_best, s->total, b) ||
        !vec_reserve(&s->score_value, s->total, b) || !vec_reserve_zero(&s->score_stamp, s->total, b)) {
        s->out_of_memory = true;    /* the atoms are there already, without a place in these arrays */
        return false;
    }
    for (uint32_t a = from; a < n; a++) {
        s->phase.at[a] = variable_of(s, owner_of(s, a)).nvalues == 2 ? -1 : 1;
        insert(s, a);
    }
    return true;
}

/* The puzzle's preferences become first phases and first activities. */
void decide_prefer(struct solver *s, uint32_t var, uint32_t value, double weight)
{
    struct variable v = variable_of(s, var);
    uint32_t atom = v.nvalues == 2 ? v.atom : v.atom + value;
    s->phase.at[atom] = v.nvalues == 2 && !value ? -1 : 1;
    if (weight > 0)
        s->activity.at[atom] += weight * 1e-3;
}

void decide_bump(struct solver *s, uint32_t atom)
{
    if ((s->activity.at[atom] += s->bump) > 1e100) {
        for (uint32_t a = 0; a < s->natoms; a++)
            s->activity.at[a] *= 1e-100;
        s->bump *= 1e-100;
    }
    if (s->heap_at.at[atom])
        sift_up(s, s->heap_at.at[atom] - 1);
}

void decide_unassigned(struct solver *s, lit l)
{
    if (s->options.learn)
        s->phase.at[l >> 1] = l & 1 ? -1 : 1;
    insert(s, l >> 1);
}

/* The value in the best trail, else the last one (target phases: Biere and others, "CaDiCaL, Kissat, Paracooba,
 * Plingeling and Treengeling entering the SAT Competition 2020"). */
static lit by_phase(const struct solver *s, uint32_t atom)
{
    int8_t phase = s->best_phase.at[atom] ? s->best_phase.at[atom] : s->phase.at[atom];
    return 2 * atom + (phase > 0 ? 0 : 1);
}

static void fill_heap(struct solver *s)
{
    s->heap_used = true;
    for (uint32_t atom = 0; atom < s->natoms; atom++)
        if (s->val.at[2 * atom] == 0)
            insert(s, atom);
}

void decide_refill(struct solver *s)
{
    while (s->heap.n)
        s->heap_at.at[s->heap.at[--s->heap.n]] = 0;
    s->heap_used = false;
}

static lit next_active(struct solver *s)
{
    if (!s->heap_used)
        fill_heap(s);
    while (s->heap.n) {
        uint32_t atom = pop(s);
        if (s->val.at[2 * atom] == 0)
            return by_phase(s, atom);
    }
    return NO_LIT;
}

static lit next_first(struct solver *s)
{
    uint32_t var = s->first_open;
    while (var < s->nvars && single(domain_of(s, var)))
        var++;
    if (!s->levels.n)
        s->first_open = var;
    if (var == s->nvars)
        return NO_LIT;
    if (variable_of(s, var).nvalues == 2)
        return by_phase(s, variable_of(s, var).atom);
    return lit_is(s, var, (uint32_t)__builtin_ctzll(domain_of(s, var)));
}

uint32_t decide_strategy(const struct solver *s, const struct rt_rule_class *class)
{
    for (uint32_t k = 0; class->branch && class->strategies && class->strategies[k]; k++)
        if (!strcmp(class->strategies[k], s->options.branch))
            return k;
    return RT_NOPOS;
}

/* Every rule that serves the strategy proposes; instances lie in the order of their rules. */
static void call_branch(struct solver *s)
{
    uint32_t rule = RT_NOPOS, strategy = RT_NOPOS;
    s->score_now++;
    for (uint32_t k = 0; k < s->instances.n; k++) {
        struct instance *i = &s->instances.at[k];
        const struct rt_rule_class *class = s->rules[i->rule].class;
        if (i->rule != rule)
            strategy = decide_strategy(s, class);
        rule = i->rule;
        if (strategy == RT_NOPOS || i->parked || !i->plugin || !s->scopes.at[i->scope].unfixed)
            continue;
        struct plugin_call call = plugin_enter(i->plugin, PHASE_BRANCH);
        int status = class->branch(&i->plugin->self, strategy);
        plugin_leave(i->plugin, call);
        if (status < 0)
            instance_fault(s, i, "branch failed with status %d", status);
    }
}

static lit next_proposed(struct solver *s)
{
    call_branch(s);
    uint32_t best = RT_NOPOS;
    for (uint32_t var = 0; var < s->nvars; var++)
        if (s->score_stamp.at[var] == s->score_now && !single(domain_of(s, var)) &&
            (best == RT_NOPOS || s->score.at[var] < s->score.at[best]))
            best = var;
    return best == RT_NOPOS ? next_first(s) : lit_is(s, best, s->score_value.at[best]);
}

lit decide_next(struct solver *s)
{
    if (s->proposed)
        return next_proposed(s);
    if (!s->options.learn || s->in_order)
        return next_first(s);
    return next_active(s);
}
