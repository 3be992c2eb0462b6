#include "report/grade.h"

#include "report/ladder.h"

enum {
    TRIAL_LEVEL = 6,            /* where no rule stands for trials */
    LEVEL_MOST = 9
};

struct grading {
    struct solver *solver;
    const struct rule_use *rules;
    struct ladder ladder;
    struct story_grade *grade;
    uint32_t *steps;
    narrowing_list found;
    uint64_t looks_end;          /* of this round: beyond it counts as deeper */
    bool conflict;
};

static void count(struct grading *g, uint32_t rule, uint32_t level, double weight)
{
    struct story_grade *grade = g->grade;
    grade->total++;
    grade->score += weight * level;
    if (level > grade->level) {
        grade->level = level;
        grade->hardest = rule;
    }
    if (rule != RT_NOPOS)
        g->steps[rule]++;
}

/* The easiest rules that find anything, all that they find. */
static bool rules_round(struct grading *g)
{
    const struct ladder *l = &g->ladder;
    g->found.n = 0;
    for (uint32_t r = 0; r < l->n && !l->failed; r++) {
        const struct rung *rung = &l->rung[r];
        for (uint32_t k = rung->first; k < rung->end; k++) {
            uint32_t before = g->found.n;
            if (solver_is_seen(g->solver, k))
                continue;
            g->conflict |= ladder_exhaust(&g->ladder, k, &g->found);
            if (g->found.n > before)
                count(g, rung->rule, rung->level, rung->weight);
        }
        if (r + 1 == rung->equals && (g->found.n || g->conflict))
            break;
    }
    g->conflict |= !ladder_apply(&g->ladder, &g->found);
    return g->found.n && !g->conflict;
}

static bool refuted(struct grading *g, uint32_t depth);

/* Appends every value whose assumption is refuted. True: with one of them a contradiction is there already. */
static bool try_all(struct grading *g, uint32_t depth, narrowing_list *gone)
{
    for (uint32_t var = 0; var < solver_nvars(g->solver) && !g->ladder.failed; var++) {
        uint64_t dom = solver_domain(g->solver, var), out = 0;
        for (uint64_t left = dom & (dom - 1) ? dom : 0; left && g->ladder.looks < g->looks_end; left &= left - 1) {
            uint64_t value = left & -left;
            if (!solver_assume(g->solver, var, dom & ~value)) {
                g->ladder.failed = true;
                return false;
            }
            if (refuted(g, depth))
                out |= value;
            solver_retract(g->solver);
        }
        struct narrowing n = {var, out};
        if (out == dom)
            return true;
        if (out && !vec_push(gone, n, NULL))
            g->ladder.failed = true;
    }
    return false;
}

/* Does the present assumption lead to a contradiction, with `depth - 1` more at a time? */
static bool refuted(struct grading *g, uint32_t depth)
{
    if (ladder_conflict(&g->ladder, UINT32_MAX - 1))
        return true;
    if (depth < 2 || !solver_unknown(g->solver))
        return false;
    for (;;) {
        narrowing_list gone = {0};
        bool conflict = try_all(g, depth - 1, &gone) || !ladder_apply(&g->ladder, &gone) ||
                        (gone.n && ladder_conflict(&g->ladder, UINT32_MAX - 1));
        bool more = gone.n;
        vec_free(&gone);
        if (conflict || !more || g->ladder.failed || g->ladder.looks >= g->looks_end)
            return conflict;
    }
}

/* All assumptions that can be refuted are, with as few at a time as does it. */
static bool trial_round(struct grading *g)
{
    uint32_t rule = g->ladder.trial_rule;
    uint32_t level = rule == RT_NOPOS ? TRIAL_LEVEL : g->rules[rule].level;
    double weight = rule == RT_NOPOS ? 1 : g->rules[rule].weight;
    g->looks_end = g->ladder.looks + LADDER_LOOKS_MOST;
    for (uint32_t depth = 1; depth <= DEPTH_MOST && !g->ladder.failed; depth++) {
        g->found.n = 0;
        g->conflict = try_all(g, depth, &g->found);
        if (g->conflict)
            return false;
        if (!g->found.n)
            continue;
        if (depth > g->grade->depth)
            g->grade->depth = depth;
        g->grade->trials++;
        level += depth - 1;
        count(g, rule, level > LEVEL_MOST ? LEVEL_MOST : level, weight);
        g->conflict = !ladder_apply(&g->ladder, &g->found);
        return !g->conflict;
    }
    return false;
}

static enum grade_end end_of(struct grading *g)
{
    if (g->ladder.failed)
        return GRADE_FAILED;
    if (g->conflict)
        return GRADE_CONFLICT;
    return solver_unknown(g->solver) ? GRADE_STUCK : GRADE_SOLVED;
}

enum grade_end grade_run(struct solver *solver, const struct rule_use *rules, uint32_t nrules, uint32_t level,
                         struct story_grade *grade, uint32_t *steps)
{
    struct grading g = {.solver = solver, .rules = rules, .grade = grade, .steps = steps};
    *grade = (struct story_grade){.hardest = RT_NOPOS, .steps = steps};
    g.ladder.failed = !ladder_open(&g.ladder, solver, rules, nrules, level);
    do
        grade->rounds++;
    while (!g.ladder.failed && !g.conflict && solver_unknown(solver) && (rules_round(&g) || (!g.conflict &&
           trial_round(&g))));
    enum grade_end end = end_of(&g);
    if (end == GRADE_STUCK) {
        grade->depth = DEPTH_MOST + 1;
        grade->level = LEVEL_MOST;
        grade->hardest = g.ladder.trial_rule;
    }
    vec_free(&g.found);
    ladder_close(&g.ladder);
    return end;
}
