/* At restarts the saved phases are judged as if they were an answer: what checks and verify blame in them becomes
 * clauses. Else rules that are right but few can keep the search away from a constraint that nobody watches. */
#include "core/kernel.h"

static uint8_t phase_value(const struct solver *s, uint32_t var)
{
    uint64_t dom = domain_of(s, var);
    struct variable v = variable_of(s, var);
    if (single(dom))
        return (uint8_t)__builtin_ctzll(dom);
    if (v.nvalues == 2)
        return s->phase.at[v.atom] > 0;
    for (uint64_t open = dom; open; open &= open - 1) {
        uint32_t value = (uint32_t)__builtin_ctzll(open);
        if (s->phase.at[v.atom + value] > 0)
            return (uint8_t)value;
    }
    return (uint8_t)__builtin_ctzll(dom);
}

/* Learns that the blamed values don't go together; false on a root conflict. */
static bool learn_blame(struct solver *s, const uint32_t *vars, const uint8_t *values, const uint32_t *blame,
                        uint32_t n)
{
    s->learnt.n = 0;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t at = blame ? blame[k] : k;
        if (!vec_push(&s->learnt, lit_isnt(s, vars ? vars[at] : at, values[at]), &s->bytes))
            s->out_of_memory = true;
    }
    return s->out_of_memory || clause_add_learned(s, s->learnt.at, s->learnt.n);
}

static bool sane(const struct rt_verdict *verdict, const uint32_t *blame, uint32_t n)
{
    if (verdict->blame != blame || !verdict->nblame || verdict->nblame > n)
        return false;
    for (uint32_t k = 0; k < verdict->nblame; k++)
        if (blame[k] >= n)
            return false;
    return true;
}

static bool judge_scope(struct solver *s, const struct scope *scope, const uint8_t *phases, bool *legal)
{
    for (uint32_t p = 0; p < scope->n; p++)
        s->values[p] = phases[scope->vars[p]];
    struct rt_verdict verdict = {.blame = s->positions};
    s->stats.checks++;
    if (scope->kind->check(scope->payload, scope->payload_size, s->values, scope->n, &verdict) != RT_CONFLICT)
        return true;
    *legal = false;
    if (sane(&verdict, s->positions, scope->n))
        return learn_blame(s, scope->vars, s->values, s->positions, verdict.nblame);
    return learn_blame(s, scope->vars, s->values, NULL, scope->n);
}

/* At level 0. False: a root conflict came out. */
bool phases_judge(struct solver *s)
{
    struct rt_verdict verdict;
    bool legal = true, fine = true;
    struct arena_mark mark = arena_mark(&s->scratch);
    uint8_t *phases = arena_alloc(&s->scratch, s->nvars + 1);
    for (uint32_t v = 0; phases && v < s->nvars; v++)
        phases[v] = phase_value(s, v);
    for (uint32_t k = 0; phases && k < s->scopes.n && fine && !s->out_of_memory; k++)
        if (s->scopes.at[k].kind && s->scopes.at[k].unfixed)
            fine = judge_scope(s, &s->scopes.at[k], phases, &legal);
    if (phases && fine && legal && !s->options.left_out &&
        puzzle_verify(s->puzzle, phases, s->nvars, &verdict, s->positions) == RT_CONFLICT)
        fine = learn_blame(s, NULL, phases, verdict.nblame ? s->positions : NULL,
                           verdict.nblame ? verdict.nblame : s->nvars);
    arena_reset(&s->scratch, mark);
    return fine;
}
