#include "job/ask.h"

struct first {
    uint64_t *solution;
    uint32_t nvars;
    bool is;
};

static int keep(void *context, const uint8_t *values)
{
    struct first *first = context;
    for (uint32_t v = 0; first->solution && !first->is && v < first->nvars; v++)
        first->solution[v] = 1ull << values[v];
    first->is = true;
    return 0;
}

static enum outcome run(const struct ask *ask, struct solver *solver, const uint64_t *marks, struct first *first)
{
    struct solver_result result = {0};
    struct solver_goal goal = {.max_solutions = 2, .solution = keep, .context = first,
                               .node_limit = ask->node_limit};
    int status = solver_build(solver, ask->puzzle);
    if (status >= 0 && marks)
        status = solver_mark(solver, marks);
    if (status == RT_CONFLICT)
        return OUTCOME_NONE;
    if (status < 0 || solver_run(solver, &goal, &result) < 0)
        return OUTCOME_UNKNOWN;
    if (result.solutions > 1)
        return OUTCOME_SEVERAL;
    if (!result.complete)
        return OUTCOME_UNKNOWN;
    return result.solutions ? OUTCOME_UNIQUE : OUTCOME_NONE;
}

void ask_count(struct ask *ask)
{
    struct arena arena = {.limit = ask->engine->settings.memory};
    struct session session = *ask->session;
    struct fault fault = {0};
    struct solver_options options = {.search = true, .learn = true};
    session.arena = &arena;
    session.fault = &fault;
    struct solver *solver = solver_new(&session, &options, ask->engine->kinds, NULL, 0);
    if (solver && solver_build(solver, ask->puzzle) >= 0) {
        ask->nscopes = solver_nscopes(solver);
        solver_givens(solver, &ask->ngivens);
    }
    solver_free(solver);
    arena_free(&arena);
}

enum outcome ask_search(const struct ask *ask, const uint64_t *marks, const uint8_t *left_out, uint64_t *solution,
                        uint64_t *nodes)
{
    struct arena arena = {.limit = ask->engine->settings.memory};
    struct session *outer = ask->session, session = *outer;
    struct solver_options options = ask->engine->settings.solver;
    struct first first = {solution, ask->nvars, false};
    struct fault fault = {0};   /* that this search had no memory is no fault of the job */
    session.arena = &arena;
    session.fault = &fault;
    options.search = true;
    options.left_out = left_out;
    options.nscopes = ask->nscopes;
    options.ngivens = ask->ngivens;
    struct solver *solver = solver_new(&session, &options, ask->engine->kinds, ask->rules, ask->nrules);
    enum outcome outcome = solver ? run(ask, solver, marks, &first) : OUTCOME_UNKNOWN;
    if (nodes)
        *nodes = solver ? solver_stats(solver)->nodes : 0;
    outer->ticks = session.ticks;
    outer->next_look = session.next_look;
    if (session.stop == STOP_TIME || session.stop == STOP_INTERRUPTED)
        outer->stop = session.stop;
    solver_free(solver);
    arena_free(&arena);
    return outcome;
}
