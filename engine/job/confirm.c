#include "job/confirm.h"

enum { LEAST_NODES = 1000, TIMES = 10 };    /* the budget: decisions, and times those of the run in question */

bool confirm_concerns(const struct confirm *confirm, uint32_t rule)
{
    return !confirm->rules[rule].ours && (confirm->stats[rule].useful || confirm->stats[rule].clauses);
}

static uint32_t own_rules(const struct confirm *confirm, struct rule_use *own)
{
    uint32_t n = 0;
    for (uint32_t r = 0; r < confirm->nrules; r++)
        if (confirm->rules[r].ours)
            own[n++] = confirm->rules[r];
    return n;
}

static int run(const struct confirm *confirm, struct solver *solver, struct solver_result *result)
{
    struct solver_goal goal = {.max_solutions = 2, .node_limit = LEAST_NODES + TIMES * confirm->nodes};
    int status = solver_build(solver, confirm->puzzle);
    if (status >= 0 && confirm->marks)
        status = solver_mark(solver, confirm->marks);
    if (status == RT_OK)
        return solver_run(solver, &goal, result);
    result->complete = status == RT_CONFLICT;
    return status;
}

bool confirm_run(const struct confirm *confirm, struct solver_result *result)
{
    struct session *session = puzzle_session(confirm->puzzle);
    struct solver_options options = confirm->engine->settings.solver;
    struct rule_use *own = arena_alloc(session->arena, (confirm->nrules + 1) * sizeof *own);
    options.branch = "activity";    /* the configured strategy may be one of a foreign rule */
    options.search = true;
    *result = (struct solver_result){0};
    struct solver *solver = own ? solver_new(session, &options, confirm->engine->kinds, own,
                                             own_rules(confirm, own)) : NULL;
    bool sure = solver && run(confirm, solver, result) >= 0 && (result->complete || result->solutions > 1);
    solver_free(solver);
    session->stop = STOP_NONE;
    *session->fault = (struct fault){0};
    return sure;
}
