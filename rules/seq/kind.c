/* seq.automaton/1: see <ratchet/kind/automaton.h>. */
#include "sets.h"
#include <ratchet/model.h>

#include <stdio.h>
#include <string.h>

/* Words of stack: for blame one set of states a cell, for `implies` two sets. */
enum { BLAME_WORDS = 4096, STATE_WORDS = RT_AUTOMATON_STATES / 64 };

/* How many values are read until no word begins so, or all have been. */
static uint32_t read_word(const struct rt_automaton *a, const uint8_t *values, uint32_t n, bool *accepted)
{
    uint32_t state = a->start, i = 0;
    while (i < n && state != RT_AUTOMATON_NONE)
        state = rt_automaton_step(a, state, values[i++]);
    *accepted = state != RT_AUTOMATON_NONE && rt_automaton_accepts(a, state);
    return i;
}

/* Cells of which none can be spared: from the end, the states that lead to acceptance with all values known; then,
 * from the start, every cell is forgotten if that keeps these out of reach. */
static void shrink(const struct rt_automaton *a, const uint8_t *values, uint32_t n, struct rt_verdict *verdict)
{
    uint64_t memory[BLAME_WORDS] = {0}, all = set_alphabet(a);
    uint32_t words = set_words(a);
    uint64_t *set = memory + (size_t)(n + 1) * words, *next = set + words;
    set_accepting(a, memory + (size_t)n * words);
    for (uint32_t i = n; i-- > 0;) {
        set_fill(a, memory + (size_t)i * words);
        set_unread(a, memory + (size_t)i * words, 1ull << values[i], memory + (size_t)(i + 1) * words);
    }
    verdict->nblame = 0;
    set_add(set, a->start);
    for (uint32_t i = 0; i < n; i++) {
        bool needed = set_leads(a, set, all, memory + (size_t)(i + 1) * words);
        memset(next, 0, words * sizeof *next);
        set_read(a, set, needed ? 1ull << values[i] : all, next);
        if (needed)
            verdict->blame[verdict->nblame++] = i;
        memcpy(set, next, words * sizeof *set);
    }
}

static int check(const void *payload, uint32_t size, const uint8_t *values, uint32_t n, struct rt_verdict *verdict)
{
    const struct rt_automaton *a = payload;
    bool accepted;
    uint32_t read = read_word(a, values, n, &accepted);
    (void)size;
    if (accepted)
        return RT_OK;
    snprintf(verdict->what, sizeof verdict->what, "the values are no word of the automaton");
    if ((uint64_t)(n + 3) * set_words(a) <= BLAME_WORDS) {
        shrink(a, values, n, verdict);
        return RT_CONFLICT;
    }
    verdict->nblame = read;
    for (uint32_t i = 0; i < read; i++)
        verdict->blame[i] = i;
    return RT_CONFLICT;
}

static int implies(const void *payload, uint32_t size, const uint64_t *domains, uint32_t n, uint32_t pos,
                   uint32_t value)
{
    const struct rt_automaton *a = payload;
    uint64_t memory[2][STATE_WORDS] = {{0}};
    uint32_t words = set_words(a);
    (void)size;
    if (!(domains[pos] >> value & 1))
        return 1;
    set_add(memory[0], a->start);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t *next = memory[(i + 1) % 2];
        memset(next, 0, words * sizeof *next);
        set_read(a, memory[i % 2], i == pos ? 1ull << value : domains[i], next);
    }
    uint64_t *accepting = memory[(n + 1) % 2];
    memset(accepting, 0, words * sizeof *accepting);
    set_accepting(a, accepting);
    for (uint32_t w = 0; w < words; w++)
        if (memory[n % 2][w] & accepting[w])
            return 0;
    return 1;
}

static int describe(const void *payload, uint32_t size, uint32_t n, char *buffer, size_t capacity)
{
    const struct rt_automaton *a = payload;
    (void)size, (void)n;
    return snprintf(buffer, capacity, "an automaton of %u states", a->states);
}

static int valid(const void *payload, uint32_t size, uint32_t n, uint32_t nvalues)
{
    const struct rt_automaton *a = payload;
    (void)nvalues;
    if (!a->states || a->states > RT_AUTOMATON_STATES || !a->alphabet || a->alphabet > 64 || a->start >= a->states ||
        a->reserved || !n || (uint64_t)(n + 1) * a->states > RT_AUTOMATON_MOST ||
        size != rt_automaton_size(a->states, a->alphabet))
        return RT_ERROR;
    uint32_t cells = a->states * a->alphabet, tail = a->states % 32;
    for (uint32_t i = 0; i < cells; i++)
        if (a->next[i] >= a->states && a->next[i] != RT_AUTOMATON_NONE)
            return RT_ERROR;
    return tail && a->next[cells + a->states / 32] >> tail ? RT_ERROR : RT_OK;
}

/* ---- random automata: a few words of the right length are accepted, most of the time */

static void mark_accepting(struct rt_automaton *a, uint32_t state)
{
    a->next[a->states * a->alphabet + state / 32] |= 1u << state % 32;
}

static void walk(struct rt_self *self, struct rt_automaton *a, uint32_t n)
{
    uint32_t state = a->start;
    for (uint32_t i = 0; i < n && state != RT_AUTOMATON_NONE; i++)
        state = rt_automaton_step(a, state, (uint32_t)self->h->random(self, a->alphabet));
    if (state != RT_AUTOMATON_NONE)
        mark_accepting(a, state);
}

static int sample(struct rt_self *self, uint32_t size)
{
    const struct rt_host *h = self->h;
    uint32_t n = 1 + (uint32_t)h->random(self, size ? size : 1), states = 1 + (uint32_t)h->random(self, 7);
    uint32_t alphabet = 2 + (uint32_t)h->random(self, 3), missing = (uint32_t)h->random(self, 60);
    uint32_t *vars = h->scratch(self, n * sizeof *vars), bytes = rt_automaton_size(states, alphabet);
    struct rt_automaton *a = h->scratch(self, bytes);
    if (!vars || !a)
        return RT_ENOMEM;
    *a = (struct rt_automaton){states, alphabet, (uint32_t)h->random(self, states), 0};
    for (uint32_t i = 0; i < states * alphabet; i++)
        a->next[i] = h->random(self, 100) < missing ? RT_AUTOMATON_NONE : (uint32_t)h->random(self, states);
    for (uint32_t i = (uint32_t)h->random(self, 4); i-- > 0;)
        walk(self, a, n);
    if (!h->random(self, 3))
        mark_accepting(a, (uint32_t)h->random(self, states));
    uint32_t first = h->add_variables(self, n, alphabet + !h->random(self, 6));
    if (first == RT_NOPOS)
        return RT_ENOMEM;
    for (uint32_t i = 0; i < n; i++)
        vars[i] = first + i;
    return h->add_scope(self, RT_AUTOMATON, vars, n, a, bytes);
}

/* ---- as clauses: an auxiliary for each cell and each state that may be reached behind it, true where it is */

struct encoder {
    struct rt_self *self;
    const struct rt_automaton *a;
    uint64_t *set, *next;       /* reachable in front of the cell, behind it */
    uint32_t *here, *behind;    /* the auxiliary of a reachable state; in front of the first cell there is none */
};

static int name_states(struct encoder *e)
{
    uint32_t count = 0;
    for (uint32_t state = 0; state < e->a->states; state++)
        count += set_has(e->next, state);
    uint32_t handle = count ? e->self->h->add_aux(e->self, count, 2) : 0;
    for (uint32_t state = 0; state < e->a->states && handle != RT_NOPOS; state++)
        if (set_has(e->next, state))
            e->behind[state] = RT_AUX | handle++;
    return handle == RT_NOPOS ? RT_ENOMEM : RT_OK;
}

/* From this state, each value leads where it leads; behind the last cell, only to where words end. */
static int encode_state(struct encoder *e, uint32_t pos, uint32_t state)
{
    rt_lit lits[4 * 64];
    uint32_t k = 0;
    for (uint32_t value = 0; value < e->self->v.nvalues; value++) {
        uint32_t target = rt_automaton_step(e->a, state, value);
        bool last = pos + 1 == e->self->v.n;
        if (last && target != RT_AUTOMATON_NONE && rt_automaton_accepts(e->a, target))
            continue;
        if (pos)
            lits[k++] = RT_ISNT(e->here[state], 1);
        lits[k++] = RT_ISNT(pos, value);
        if (!last && target != RT_AUTOMATON_NONE)
            lits[k++] = RT_IS(e->behind[target], 1);
        lits[k++] = RT_LIT_END;
    }
    return e->self->h->add_clauses(e->self, lits, k);
}

static int encode_cell(struct encoder *e, uint32_t pos)
{
    uint32_t words = set_words(e->a);
    memset(e->next, 0, words * sizeof *e->next);
    set_read(e->a, e->set, UINT64_MAX, e->next);
    int status = pos + 1 < e->self->v.n ? name_states(e) : RT_OK;
    for (uint32_t state = 0; state < e->a->states && status == RT_OK; state++)
        if (set_has(e->set, state))
            status = encode_state(e, pos, state);
    memcpy(e->set, e->next, words * sizeof *e->set);
    memcpy(e->here, e->behind, e->a->states * sizeof *e->here);
    return status == RT_OK && e->self->h->tick(e->self, 1 + e->a->states) ? RT_ELIMIT : status;
}

static int encode(struct rt_self *self)
{
    const struct rt_automaton *a = self->payload;
    struct encoder e = {self, a, .set = self->h->scratch(self, 2 * set_words(a) * sizeof *e.set),
                        .here = self->h->scratch(self, 2 * a->states * sizeof *e.here)};
    if (!e.set || !e.here)
        return RT_ENOMEM;
    e.next = e.set + set_words(a);
    e.behind = e.here + a->states;
    set_add(e.set, a->start);
    int status = RT_OK;
    for (uint32_t pos = 0; pos < self->v.n && status == RT_OK; pos++)
        status = encode_cell(&e, pos);
    return status;
}

static const struct rt_kind_class kind = {
    .size = sizeof kind,
    .payload_size = sizeof(struct rt_automaton),
    .id = RT_AUTOMATON,
    .summary = "the values, in order, are a word that the automaton accepts",
    .check = check,
    .sample = sample,
    .implies = implies,
    .describe = describe,
    .valid = valid,
    .encode = encode,
};

static const struct rt_kind_class *const kinds[] = {&kind, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "seq.kind", .version = "1.0", .kinds = kinds,
};
