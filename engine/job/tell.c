#include "job/tell.h"

#include "job/ask.h"
#include "job/clash.h"
#include "job/mistakes.h"
#include "report/grade.h"
#include "report/path.h"

#include <stdlib.h>
#include <string.h>

enum {
    REFUTED_MOST = 20,          /* mistakes that are told with their refutation */
    NODES_MOST = 20000          /* decisions of a search beside the way, where the configuration sets no limit */
};

struct tell {
    const struct tell_request *request;
    struct ask ask;
    struct story story;
    struct solver *solver;
    struct path *path;
    struct deduction *trial;
    uint64_t *start;            /* domains that the way starts from */
    uint64_t *known;
    uint32_t nvars;
};

static void *room(struct tell *t, size_t bytes)
{
    void *memory = arena_alloc(t->request->session->arena, bytes ? bytes : 1);
    if (!memory)
        fault_set(t->request->session->fault, EXIT_OTHER, t->request->answer->name, 0, 0,
                  "out of memory; raise the memory limit");
    return memory;
}

/* A limit or no memory: what is known so far is the answer. */
static void cut_short(struct tell *t)
{
    struct session *session = t->request->session;
    if (!session->stop)
        session->stop = STOP_MEMORY;
    t->request->answer->outcome = session->stop == STOP_INTERRUPTED ? OUTCOME_CANCELLED : OUTCOME_UNKNOWN;
}

/* A solver at the beginning, in place of the one before. */
static bool open_solver(struct tell *t)
{
    const struct tell_request *r = t->request;
    struct solver_options options = {.stepwise = true, .branch = "first"};
    path_close(t->path);
    solver_free(t->solver);
    t->path = NULL;
    t->solver = solver_new(r->session, &options, r->engine->kinds, r->rules, r->nrules);
    t->story.names = (struct trace_names){r->answer->name, r->answer->puzzle, t->solver, r->rules};
    return t->solver && solver_build(t->solver, r->answer->puzzle) >= 0;
}

static bool build(struct tell *t)
{
    const struct tell_request *r = t->request;
    if (!open_solver(t))
        return false;
    t->nvars = solver_nvars(t->solver);
    r->answer->nvars = t->nvars;
    t->start = room(t, t->nvars * sizeof *t->start);
    t->known = room(t, t->nvars * sizeof *t->known);
    if (!t->start || !t->known)
        return false;
    solver_initial_domains(t->solver, t->start);
    t->story.start = t->start;
    t->story.nrules = r->nrules;
    t->ask = (struct ask){.engine = r->engine, .session = r->session, .puzzle = r->answer->puzzle,
                          .rules = r->solving, .nrules = r->nsolving, .nvars = t->nvars,
                          .node_limit = r->engine->settings.nodes ? r->engine->settings.nodes : NODES_MOST};
    return true;
}

/* The start is `domains`, which leave every variable a value. */
static bool start_from(struct tell *t, const uint64_t *domains)
{
    if (domains)
        memcpy(t->start, domains, t->nvars * sizeof *domains);
    for (uint32_t v = 0; v < t->nvars; v++) {
        solver_narrow(t->solver, v, ~t->start[v]);
        t->start[v] = solver_domain(t->solver, v);  /* what is given, too */
    }
    const struct tell_request *r = t->request;
    t->path = path_open(t->solver, r->answer->puzzle, r->rules, r->nrules, r->engine->settings.explain_level);
    return t->path;
}

static void take_stock(struct tell *t)
{
    struct answer *answer = t->request->answer;
    solver_domains(t->solver, t->known);
    answer->known = t->known;
    answer->fixed = t->story.known = t->nvars - solver_unknown(t->solver);
    answer->stop = t->request->session->stop;
}

static void tell_steps(struct tell *t, const deduction_list *list)
{
    t->story.steps = (const struct deduction *const *)list->at;
    t->story.nsteps = list->n;
}

/* Of the steps only those on which `wanted` rests; `*n` gets how many. NULL: no memory. */
static const struct deduction *const *trace(struct tell *t, const uint32_t *wanted, uint32_t nwanted, uint32_t *n)
{
    const deduction_list *steps = path_steps(t->path);
    const struct deduction **kept = room(t, (steps->n + 1) * sizeof *kept);
    uint8_t *used = room(t, steps->n + 1);
    *n = 0;
    if (!kept || !used)
        return NULL;
    path_trace(steps, wanted, nwanted, used);
    for (uint32_t k = 0; k < steps->n; k++)
        if (used[k] || steps->at[k]->conflict)
            kept[(*n)++] = steps->at[k];
    return kept;
}

/* ---- no solution */

/* The scopes of a step, and the givens of its premises. */
static void keep_step(const struct tell *t, const struct deduction *d, uint8_t *kept)
{
    uint32_t n, nscopes = t->ask.nscopes;
    const struct solver_given *givens = solver_givens(t->solver, &n);
    if (d->scope < nscopes)
        kept[d->scope] = 1;
    for (uint32_t g = 0; g < t->ask.ngivens && g < n; g++)
        for (uint32_t k = 0; k < d->premises.n && !kept[nscopes + g]; k++)
            kept[nscopes + g] = d->premises.at[k] >> 6 == givens[g].var;
}

/* Begins with what the steps told speak of, if they end in a contradiction. */
static void find_clash(struct tell *t)
{
    struct story *story = &t->story;
    uint32_t ngivens;
    const struct solver_given *givens = solver_givens(t->solver, &ngivens);
    ask_count(&t->ask);
    uint32_t nscopes = t->ask.nscopes, n = nscopes + t->ask.ngivens;
    uint8_t *kept = room(t, n);
    uint32_t *scope = room(t, nscopes * sizeof *scope);
    struct solver_given *given = room(t, ngivens * sizeof *given);
    if (!kept || !scope || !given)
        return;
    memset(kept, !story->contradiction, n);
    for (uint32_t k = 0; k < story->nsteps && story->contradiction; k++)
        keep_step(t, story->steps[k], kept);
    if (!clash_find(&t->ask, t->request->marks, kept)) {
        story->clash.whole = true;
        return;
    }
    for (uint32_t k = 0; k < nscopes; k++)
        if (kept[k])
            scope[story->clash.nscopes++] = k;
    for (uint32_t k = 0; k < t->ask.ngivens && k < ngivens; k++)
        if (kept[nscopes + k])
            given[story->clash.ngivens++] = givens[k];
    story->clash.scope = scope;
    story->clash.given = given;
}

/* The way to a contradiction again, in rounds, and of it only what the contradiction rests on. */
static void tell_contradiction(struct tell *t)
{
    const struct deduction *conflict = NULL;
    t->story.steps = NULL;
    t->story.nsteps = 0;
    if (open_solver(t) && start_from(t, t->request->marks))
        conflict = path_run_broad(t->path);
    t->story.contradiction = conflict;
    if (conflict)
        t->story.steps = trace(t, conflict->premises.at, conflict->premises.n, &t->story.nsteps);
}

static void tell_none(struct tell *t, bool contradiction)
{
    t->request->answer->outcome = OUTCOME_NONE;
    if (contradiction)
        tell_contradiction(t);
    find_clash(t);
}

/* ---- where the rules stop */

static void tell_stuck(struct tell *t)
{
    struct story_search *search = &t->story.search;
    struct session *session = t->request->session;
    struct answer *answer = t->request->answer;
    search->asked = true;
    search->outcome = ask_search(&t->ask, t->start, NULL, NULL, &search->nodes);
    answer->outcome = OUTCOME_UNKNOWN;
    if (search->outcome == OUTCOME_UNIQUE || search->outcome == OUTCOME_NONE)
        t->story.trial = t->trial = path_trial(t->path);
    if (search->outcome == OUTCOME_SEVERAL)
        answer->outcome = OUTCOME_SEVERAL;
    else if (search->outcome == OUTCOME_NONE)
        tell_none(t, false);
    answer->stop = session->stop ? session->stop : STOP_STUCK;
}

/* A step is told as soon as it is found; if there turns out to be no solution the answer shows a shorter way. */
static void step_found(const struct tell *t, const struct deduction *d, uint32_t number)
{
    const struct job_request *request = t->request->request;
    struct text line = {0};
    if (!request->deduced || number < t->story.from || number > t->story.to)
        return;
    story_step_json(&t->story, d, number, &line);
    request->deduced(request->context, &line);
    text_free(&line);
}

/* The steps to a contradiction, or until nothing more is found. The conflict, or NULL. */
static const struct deduction *walk(struct tell *t)
{
    const struct deduction *d;
    for (uint32_t number = 1; (d = path_step(t->path)); number++) {
        step_found(t, d, number);
        if (d->conflict)
            return d;
    }
    return NULL;
}

static void explain(struct tell *t)
{
    if (!start_from(t, t->request->marks)) {
        cut_short(t);
        return;
    }
    const struct deduction *conflict = walk(t);
    tell_steps(t, path_steps(t->path));
    take_stock(t);
    if (path_failed(t->path))
        cut_short(t);
    else if (conflict)
        tell_none(t, true);
    else if (!solver_unknown(t->solver))
        t->request->answer->outcome = OUTCOME_UNIQUE;
    else
        tell_stuck(t);
}

/* ---- mistakes */

static bool is_refuted(const struct tell *t, const struct story_mistake *mistake)
{
    return !(solver_domain(t->solver, mistake->var) & mistake->keep);
}

static void tell_refutation(struct tell *t, struct story_mistake *mistake)
{
    uint32_t wanted[64], n = 0;
    for (uint64_t keep = mistake->keep; keep; keep &= keep - 1)
        wanted[n++] = mistake->var << 6 | (uint32_t)__builtin_ctzll(keep);
    mistake->refutation = trace(t, wanted, n, &mistake->nrefutation);
}

/* The way from the good marks, until it has ruled out the others. */
static void refute(struct tell *t, struct story_mistake *mistakes)
{
    uint64_t *good = room(t, t->nvars * sizeof *good);
    uint32_t n = t->story.nmistakes < REFUTED_MOST ? t->story.nmistakes : REFUTED_MOST, open = n;
    if (!good)
        return;
    memcpy(good, t->request->marks, t->nvars * sizeof *good);
    for (uint32_t k = 0; k < t->story.nmistakes; k++)
        good[mistakes[k].var] = t->start[mistakes[k].var];
    if (!start_from(t, good))
        return;
    while (open && path_step(t->path))
        for (uint32_t k = 0; k < n; k++)
            if (!mistakes[k].refutation && is_refuted(t, &mistakes[k])) {
                tell_refutation(t, &mistakes[k]);
                open--;
            }
}

/* False: the marks are fine, as far as can be told. */
static bool find_mistakes(struct tell *t)
{
    struct mistakes mistakes;
    const struct tell_request *r = t->request;
    if (!mistakes_find(&t->ask, t->start, r->marks, r->session->arena, &mistakes))
        return false;
    t->story.mistakes = mistakes.at;
    t->story.nmistakes = mistakes.n;
    t->story.together = mistakes.together;
    if (!mistakes.together)
        refute(t, mistakes.at);
    r->answer->outcome = OUTCOME_MISTAKE;
    return true;
}

/* ---- hints */

static bool is_settled(uint64_t left)
{
    return !(left & (left - 1));
}

/* Does it settle something that can be marked on a board, or that the board is broken? */
static bool settles(const struct deduction *d)
{
    bool settled = d->conflict;
    for (uint32_t k = 0; k < d->left.n && !settled; k++)
        settled = is_settled(d->left.at[k]);
    return settled;
}

/* The steps that `d` rests on, and those that took the other values of what it settles. */
static void tell_before(struct tell *t, const struct deduction *d)
{
    uint32_t n = 0, *wanted = room(t, (d->premises.n + 64 * (size_t)d->left.n + 1) * sizeof *wanted);
    if (!wanted)
        return;
    for (; n < d->premises.n; n++)
        wanted[n] = d->premises.at[n];
    for (uint32_t k = 0, at = 0; k < d->left.n; k++) {
        uint32_t var = d->gone.at[at] >> 6;
        for (uint32_t v = 0; v < solver_nvalues(t->solver, var) && is_settled(d->left.at[k]); v++)
            if (!(d->left.at[k] >> v & 1))
                wanted[n++] = var << 6 | v;
        while (at < d->gone.n && d->gone.at[at] >> 6 == var)
            at++;
    }
    t->story.before = trace(t, wanted, n, &t->story.nbefore);
}

/* What only takes some values of many away can't be marked: goes on to the first deduction that settles something, and
 * tells the steps that it rests on. Where there is none, `first` is the hint. */
static const struct deduction *lead_to_mark(struct tell *t, const struct deduction *first)
{
    const struct deduction *next = first;
    while (next && !settles(next))
        next = path_step(t->path) ? path_next(t->path) : NULL;
    if (!next)
        return path_steps(t->path)->n ? path_steps(t->path)->at[0] : first;
    if (next != first && !next->conflict)
        tell_before(t, next);
    return next;
}

static void tell_hints(struct tell *t)
{
    const struct deduction *next = path_next(t->path), **one = room(t, sizeof *one);
    bool all = next && t->request->request->all && next->rule != RT_NOPOS && !next->trial;
    if (!one)
        return;
    take_stock(t);
    *one = next && !all ? lead_to_mark(t, next) : next;
    next = *one;
    t->story.steps = one;
    t->story.nsteps = next != NULL;
    if (all)
        tell_steps(t, path_all(t->path));
    if (path_failed(t->path))
        cut_short(t);
    else if (next && next->conflict)
        tell_none(t, true);
    else if (next)
        t->request->answer->outcome = OUTCOME_HINT;
    else if (!solver_unknown(t->solver))
        t->request->answer->outcome = OUTCOME_SOLVED;
    else
        tell_stuck(t);
}

static void hint(struct tell *t)
{
    t->story.hint_level = t->request->request->hint_level ? t->request->request->hint_level : 1;
    if (t->request->marks && find_mistakes(t))
        return;
    if (start_from(t, t->request->marks))
        tell_hints(t);
    else
        cut_short(t);
}

/* ---- grades */

/* The grade stands only for puzzles with one solution. */
static void grade(struct tell *t)
{
    const struct tell_request *r = t->request;
    struct answer *answer = r->answer;
    uint32_t *steps = room(t, (r->nrules + 1) * sizeof *steps);
    if (!steps || !start_from(t, r->marks)) {
        cut_short(t);
        return;
    }
    enum grade_end end = grade_run(t->solver, r->rules, r->nrules, r->engine->settings.explain_level, &t->story.grade,
                                   steps);
    take_stock(t);
    answer->outcome = end == GRADE_CONFLICT ? OUTCOME_NONE : OUTCOME_GRADED;
    if (end == GRADE_FAILED) {
        cut_short(t);
    } else if (end == GRADE_STUCK) {
        enum outcome truth = ask_search(&t->ask, r->marks, NULL, NULL, NULL);
        if (truth != OUTCOME_UNIQUE)
            answer->outcome = truth;
        answer->stop = truth == OUTCOME_UNKNOWN && !r->session->stop ? STOP_NODES : r->session->stop;
    }
}

struct tell *tell_run(const struct tell_request *request)
{
    struct tell *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->request = request;
    t->story.from = request->request->steps_from ? request->request->steps_from : 1;
    t->story.to = request->request->steps_to ? request->request->steps_to : UINT32_MAX;
    if (!build(t))
        return t;
    request->answer->story = &t->story;
    if (request->answer->op == OP_HINT)
        hint(t);
    else if (request->answer->op == OP_EXPLAIN)
        explain(t);
    else
        grade(t);
    return t;
}

void tell_free(struct tell *t)
{
    if (!t)
        return;
    deduction_free(t->trial);
    path_close(t->path);
    solver_free(t->solver);
    free(t);
}
