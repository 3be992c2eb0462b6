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
        s->heap_at.at[heap[at]] = at;
    }
    heap[at] = atom;
    s->heap_at.at[atom] = at;
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
        s->heap_at.at[heap[at]] = at;
    }
    heap[at] = atom;
    s->heap_at.at[atom] = at;
}

static void insert(struct solver *s, uint32_t atom)
{
    if (!s->heap_used || s->heap_at.at[atom] != RT_NOPOS)
        return;
    s->heap.at[s->heap.n++] = atom;
    sift_up(s, s->heap.n - 1);
}

static uint32_t pop(struct solver *s)
{
    uint32_t atom = s->heap.at[0], last = s->heap.at[--s->heap.n];
    s->heap_at.at[atom] = RT_NOPOS;
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
    if (!vec_reserve(&s->activity, n, b) || !vec_reserve(&s->heap, n, b) || !vec_reserve(&s->heap_at, n, b) ||
        !vec_reserve(&s->phase, n, b) || !vec_reserve(&s->best_phase, n, b) ||
        !vec_reserve(&s->score, s->vars.n, b) || !vec_reserve(&s->score_best, s->vars.n, b) ||
        !vec_reserve(&s->score_value, s->vars.n, b) || !vec_reserve(&s->score_stamp, s->vars.n, b)) {
        s->out_of_memory = true;    /* the atoms are there already, without a place in these arrays */
        return false;
    }
    for (; s->score_stamp.n < s->vars.n; s->score_stamp.n++)
        s->score_stamp.at[s->score_stamp.n] = 0;
    for (uint32_t a = from; a < n; a++) {
        s->activity.at[a] = 0;
        s->heap_at.at[a] = RT_NOPOS;
        s->phase.at[a] = s->vars.at[s->fact.at[a].var].nvalues == 2 ? -1 : 1;
        s->best_phase.at[a] = 0;
        insert(s, a);
    }
    return true;
}

/* The puzzle's preferences become first phases and first activities. */
void decide_reset(struct solver *s)
{
    s->bump = 1;
    s->decay = 0.95;
    for (uint32_t k = 0; k < s->prefers.n; k++) {
        struct prefer p = s->prefers.at[k];
        const struct variable *v = &s->vars.at[p.var];
        uint32_t atom = v->nvalues == 2 ? v->atom : v->atom + p.value;
        s->phase.at[atom] = v->nvalues == 2 && !p.value ? -1 : 1;
        if (p.weight > 0) {
            s->activity.at[atom] += p.weight * 1e-3;
            if (s->heap_at.at[atom] != RT_NOPOS)
                sift_up(s, s->heap_at.at[atom]);
        }
    }
}

void decide_bump(struct solver *s, uint32_t atom)
{
    if ((s->activity.at[atom] += s->bump) > 1e100) {
        for (uint32_t a = 0; a < s->natoms; a++)
            s->activity.at[a] *= 1e-100;
        s->bump *= 1e-100;
    }
    if (s->heap_at.at[atom] != RT_NOPOS)
        sift_up(s, s->heap_at.at[atom]);
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
    while (var < s->nvars && single(s->dom.at[var]))
        var++;
    if (!s->levels.n)
        s->first_open = var;
    if (var == s->nvars)
        return NO_LIT;
    if (s->vars.at[var].nvalues == 2)
        return by_phase(s, s->vars.at[var].atom);
    return lit_is(s, var, (uint32_t)__builtin_ctzll(s->dom.at[var]));
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
        if (s->score_stamp.at[var] == s->score_now && !single(s->dom.at[var]) &&
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
