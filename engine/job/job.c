#include "job/job.h"

#include "job/confirm.h"
#include "job/course.h"
#include "job/crash.h"
#include "job/differ.h"
#include "job/grid.h"
#include "job/mistakes.h"
#include "job/tell.h"
#include "util/clock.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT_MOST = 1000 };      /* solutions that one answer carries */

struct job {
    struct engine *engine;
    const struct job_request *request;
    struct arena arena;
    struct session session;
    struct fault fault;
    struct answer answer;
    struct solver *solver;
    struct trace_names names;
    struct course course;       /* the narrowings that hold so far */
    uint64_t *domains;          /* what is known; nvars masks */
    uint64_t *marks;            /* what the run started from; NULL: the puzzle alone */
    const uint64_t **grids;
    uint32_t wanted;            /* grids to keep */
    const char **parked;        /* why a rule was left out; one a rule */
    bool found;                 /* a solution: from then on what narrows speaks of others */
    bool corrected;             /* the verdict of foreign rules was wrong */
    const struct source_puzzle *text;
    struct puzzle_use use;
    const struct rule_use *human;   /* rules of [explain] */
    uint32_t nhuman;
    struct tell_request tell_request;
    struct tell *tell;
    int crashed;                /* the signal */
};

static int no_memory(struct job *job)
{
    return fault_set(&job->fault, EXIT_OTHER, job->answer.name, 0, 0, "out of memory; raise the memory limit");
}

static void open_session(struct job *job)
{
    const struct engine_settings *settings = &job->engine->settings;
    job->arena.limit = settings->memory;
    job->session = (struct session){
        .arena = &job->arena,
        .fault = &job->fault,
        .file = job->answer.name,
        .log = job->request->log,
        .log_context = job->request->context,
        .cancelled = job->request->cancelled,
        .deadline = settings->time > 0 ? clock_seconds() + settings->time : 0,
    };
    random_seed(&job->session.random, settings->seed);
    if (job->request->session)
        *job->request->session = &job->session;
}

/* From here on the answer is gathered: it shall not fail because a limit was hit. */
static void lift_limits(struct job *job)
{
    job->arena.limit = 0;
    job->session.deadline = 0;
    job->session.cancelled = NULL;
    job->session.stop = STOP_NONE;
}

static bool tells(enum op op)
{
    return op == OP_HINT || op == OP_EXPLAIN || op == OP_GRADE;
}

static bool needs_rules(enum op op)
{
    return op == OP_SOLVE || op == OP_UNIQUE || op == OP_COUNT || tells(op);
}

static bool asked_for(const struct job_request *request, const char *id)
{
    const char *const *only = request->only;
    if (request->without && !strcmp(id, request->without))
        return false;
    while (only && *only && strcmp(*only, id))
        only++;
    return !only || *only;
}

/* The rules that the request wants; NULL: no memory. */
static const struct rule_use *wanted(struct job *job, const struct rule_use *rules, uint32_t *n)
{
    if (!rules || (!job->request->without && !job->request->only))
        return rules;
    struct rule_use *kept = arena_copy(&job->arena, rules, *n * sizeof *rules);
    uint32_t at = 0;
    for (uint32_t r = 0; kept && r < *n; r++)
        if (asked_for(job->request, rules[r].class->id))
            kept[at++] = rules[r];
    *n = at;
    return kept;
}

/* Which plugins take part. */
static int prepare(struct job *job, const struct source *source)
{
    struct answer *answer = &job->answer;
    const struct rule_use *rules = NULL;
    if (engine_use(job->engine, source->format->puzzle, &job->arena, &job->use,
                   needs_rules(answer->op) ? &rules : NULL, &answer->nrules, &job->fault))
        return job->fault.code;
    if (rules && !(rules = wanted(job, rules, &answer->nrules)))
        return no_memory(job);
    if (tells(answer->op) && engine_explain_rules(job->engine, source->format->puzzle, &job->arena, &job->human,
                                                  &job->nhuman, &job->fault))
        return job->fault.code;
    answer->rules = rules;
    job->parked = arena_alloc(&job->arena, (answer->nrules + 1) * sizeof *job->parked);
    return job->parked ? 0 : no_memory(job);
}

/* Puzzle, solver, full domains. */
static int build(struct job *job)
{
    struct answer *answer = &job->answer;
    const struct source_puzzle *text = job->text;
    answer->puzzle =
        puzzle_parse(&job->session, &job->use, text->text, text->length, text->lines, text->nlines);
    if (!answer->puzzle)
        return job->fault.code;
    struct solver_options options = job->engine->settings.solver;
    options.stats_full = job->request->stats_full;
    options.keep_reasons = job->request->trace != NULL;
    if (!needs_rules(answer->op))
        options.branch = "first";
    job->solver =
        solver_new(&job->session, &options, job->engine->kinds, answer->rules, answer->nrules);
    if (!job->solver || solver_build(job->solver, answer->puzzle) < 0)
        return job->fault.code ? job->fault.code : no_memory(job);
    answer->nvars = solver_nvars(job->solver);
    job->domains = arena_alloc(&job->arena, (answer->nvars + 1) * sizeof *job->domains);
    if (!job->domains)
        return no_memory(job);
    solver_initial_domains(job->solver, job->domains);
    return 0;
}

static void tell_deduction(struct job *job, const struct trace_event *event)
{
    struct text line = {0};
    trace_json(event, &job->names, &line);
    if (line.n)
        job->request->deduced(job->request->context, &line);
    text_free(&line);
}

static void on_trace(void *context, const struct trace_event *event)
{
    struct job *job = context;
    if (job->request->deduced && !event->level && !job->found)
        tell_deduction(job, event);
    if (job->request->course && !job->answer.ngrids)
        course_add(&job->course, event);
    if (job->request->trace)
        job->request->trace(job->request->context, event, &job->names);
}

static void on_progress(void *context, const struct search_stats *stats, uint32_t fixed, uint32_t solutions)
{
    struct job *job = context;
    struct answer so_far = job->answer;
    solver_domains(job->solver, job->domains);
    so_far.known = job->domains;
    so_far.fixed = fixed;
    so_far.solutions = solutions;
    so_far.search = stats;
    so_far.rule_stats = solver_rule_stats(job->solver);
    job->request->progress(job->request->context, &so_far);
}

static uint64_t *as_domains(struct job *job, const uint8_t *values)
{
    uint64_t *domains = arena_alloc(&job->arena, (job->answer.nvars + 1) * sizeof *domains);
    for (uint32_t v = 0; domains && v < job->answer.nvars; v++)
        domains[v] = 1ull << values[v];
    return domains;
}

/* A solution that does not fit in memory any more is counted all the same. */
static int on_solution(void *context, const uint8_t *values)
{
    struct job *job = context;
    job->found = true;
    if (job->answer.ngrids < job->wanted) {
        const uint64_t *domains = as_domains(job, values);
        if (domains)
            job->grids[job->answer.ngrids++] = domains;
    }
    return 0;
}

/* How many solutions to look for. Counting looks for one more than it is to tell, so that "exactly N" can be told
 * from "at least N". */
static uint32_t solutions_wanted(const struct job *job)
{
    uint32_t asked = job->request->max_solutions;
    if (job->answer.op == OP_COUNT)
        return (asked ? asked : job->engine->settings.solutions) + 1;
    return asked ? asked : 2;
}

static int start_from_marks(struct job *job)
{
    const struct grid_text *grid = &job->request->grid;
    if (!grid->bytes)
        return RT_OK;
    if (grid_read(job->engine, job->answer.puzzle, grid, true, job->domains, job->answer.nvars))
        return RT_ERROR;
    job->marks = arena_copy(&job->arena, job->domains, job->answer.nvars * sizeof *job->marks);
    if (job->marks)
        return solver_mark(job->solver, job->domains);
    no_memory(job);
    return RT_ERROR;
}

static enum outcome judge(const struct job *job, const struct solver_result *result)
{
    uint32_t asked = solutions_wanted(job);
    bool exact = result->complete;
    if (result->solutions >= 2 && job->answer.op != OP_COUNT)
        return OUTCOME_SEVERAL;
    if (exact)
        return result->solutions > 1 ? OUTCOME_SEVERAL : result->solutions ? OUTCOME_UNIQUE : OUTCOME_NONE;
    if (result->stop == STOP_INTERRUPTED)
        return OUTCOME_CANCELLED;
    return asked == 1 && result->solutions ? OUTCOME_SOLVED : OUTCOME_UNKNOWN;
}

/* A limit that came while the puzzle's own code was running is no failure: true if that is all that happened. */
static bool only_limit(struct job *job)
{
    if (!job->session.stop || job->fault.code != EXIT_OTHER)
        return false;
    job->fault = (struct fault){0};
    return true;
}

static void gather_result(struct job *job, const struct solver_result *result)
{
    struct answer *answer = &job->answer;
    if (!job->corrected)
        solver_domains(job->solver, job->domains);
    answer->known = job->domains;
    for (uint32_t v = 0; v < answer->nvars; v++)
        answer->fixed += !(job->domains[v] & (job->domains[v] - 1));
    answer->outcome = judge(job, result);
    answer->solutions = result->solutions;
    answer->complete = result->complete;
    answer->stop = result->stop;
    if (answer->op == OP_COUNT && !answer->complete && answer->solutions == solutions_wanted(job))
        answer->solutions--;
    if (answer->ngrids > 1)
        answer->differ = differing_places(answer->puzzle, answer->grids[0], answer->grids[1], answer->nvars,
                                          &answer->ndiffer);
}

/* The puzzle's own figures, and how the articles' rounds went. */
static void gather_facts(struct job *job)
{
    struct text *facts = &job->answer.facts;
    uint32_t n;
    const uint32_t *unknown = solver_sweeps(job->solver, &n);
    puzzle_facts(job->answer.puzzle, facts);
    if (!n)
        return;
    text_puts(facts, "unknown after each sweep\t");
    for (uint32_t k = 0; k < n; k++)
        text_printf(facts, "%s%u", k ? " " : "", unknown[k]);
    text_puts(facts, "\n");
}

/* The foreign rules that the verdict rests on, by name. */
static void name_foreign(struct job *job, const struct confirm *confirm)
{
    struct answer *answer = &job->answer;
    const char **names = arena_alloc(&job->arena, (answer->nrules + 1) * sizeof *names);
    for (uint32_t r = 0; names && r < answer->nrules; r++)
        if (confirm_concerns(confirm, r))
            names[answer->nrelying++] = answer->rules[r].class->id;
    answer->relying = names;
}

/* Without the foreign rules there are more solutions: what they said was wrong. */
static void correct(struct job *job, const struct confirm *confirm, struct solver_result *result,
                    const struct solver_result *truth)
{
    struct answer *answer = &job->answer;
    for (uint32_t r = 0; r < answer->nrules; r++)
        if (confirm_concerns(confirm, r))
            job->parked[r] = "the answer with it differs from the answer without it: one of its deductions is wrong";
    *result = *truth;
    answer->ngrids = 0;
    for (uint32_t i = 0; i < truth->nsaved; i++)
        on_solution(job, truth->saved[i]);
    solver_initial_domains(job->solver, job->domains);
    job->corrected = true;
}

/* None and unique are claims about what a wrong rule may have cut away: if foreign rules had a part in it, they are
 * confirmed without them, or it is said that they rest on them. */
static void confirm(struct job *job, struct solver_result *result)
{
    struct answer *answer = &job->answer;
    struct solver_result truth;
    struct confirm confirm = {.engine = job->engine, .puzzle = answer->puzzle, .rules = answer->rules,
                              .stats = solver_rule_stats(job->solver), .nrules = answer->nrules, .marks = job->marks,
                              .nodes = solver_stats(job->solver)->nodes};
    bool concerns = false;
    for (uint32_t r = 0; r < answer->nrules; r++)
        concerns |= confirm_concerns(&confirm, r);
    if (!concerns || !result->complete)
        return;
    if (result->solutions > 1 || !confirm_run(&confirm, &truth))
        name_foreign(job, &confirm);
    else if (truth.solutions != result->solutions)
        correct(job, &confirm, result, &truth);
}

static void gather_statistics(struct job *job)
{
    struct answer *answer = &job->answer;
    const char **parked = job->parked;
    answer->search = solver_stats(job->solver);
    answer->rule_stats = solver_rule_stats(job->solver);
    for (uint32_t r = 0; r < answer->nrules; r++)
        if (!parked[r])
            parked[r] = solver_rule_fault(job->solver, r);
    answer->parked = parked;
    if (job->request->stats_full && !job->crashed)
        gather_facts(job);
}

/* No solution from these marks: which of them are to blame? */
static void name_wrong_marks(struct job *job)
{
    struct answer *answer = &job->answer;
    struct mistakes mistakes;
    uint64_t *full = arena_alloc(&job->arena, (answer->nvars + 1) * sizeof *full);
    struct ask ask = {.engine = job->engine, .session = &job->session, .puzzle = answer->puzzle,
                      .rules = answer->rules, .nrules = answer->nrules, .nvars = answer->nvars,
                      .node_limit = job->engine->settings.nodes};
    if (!full)
        return;
    solver_initial_domains(job->solver, full);
    if (!mistakes_find(&ask, full, job->marks, &job->arena, &mistakes))
        return;
    const char **wrong = arena_alloc(&job->arena, mistakes.n * sizeof *wrong);
    for (uint32_t k = 0; wrong && k < mistakes.n; k++) {
        struct text words = {0};
        story_mark(answer->puzzle, &mistakes.at[k], &words);
        wrong[k] = arena_string(&job->arena, text_string(&words));
        answer->nwrong += wrong[k] != NULL;
        text_free(&words);
    }
    answer->wrong = wrong;
    answer->wrong_together = mistakes.together;
}

static void search(struct job *job)
{
    struct solver_goal goal = {
        .max_solutions = solutions_wanted(job),
        .node_limit = job->engine->settings.nodes,
        .trace_reasons = job->request->trace || job->request->deduced,
        .trace = job->request->trace || job->request->course || job->request->deduced ? on_trace : NULL,
        .progress = job->request->progress ? on_progress : NULL,
        .solution = on_solution,
        .context = job,
    };
    struct solver_result result = {.complete = true};
    double start = clock_seconds();
    int status = start_from_marks(job);
    if (job->request->course)
        job->answer.start = arena_copy(&job->arena, job->domains, job->answer.nvars * sizeof *job->domains);
    if (status == RT_OK)
        status = solver_run(job->solver, &goal, &result);
    job->answer.timing.solve = clock_seconds() - start;
    bool limited = only_limit(job);
    if (status >= 0)
        confirm(job, &result);
    if (status >= 0 && !limited && job->marks && result.complete && !result.solutions)
        name_wrong_marks(job);
    lift_limits(job);
    if (status < 0 && !limited && !job->fault.code)
        no_memory(job);
    gather_result(job, &result);
    gather_statistics(job);
    job->answer.course = job->course.steps.at;
    job->answer.ncourse = job->answer.start ? job->course.steps.n : 0;
}

/* solve shows one solution unless it is asked for more, though it looks for two. */
static uint32_t grids_wanted(const struct job *job)
{
    if (job->answer.op == OP_COUNT)
        return 0;
    return job->answer.op == OP_SOLVE && !job->request->max_solutions ? 1 : solutions_wanted(job);
}

static void solve(struct job *job)
{
    uint32_t wanted = grids_wanted(job);
    job->wanted = wanted < KEPT_MOST ? wanted : KEPT_MOST;
    job->grids = arena_alloc(&job->arena, (job->wanted + 1) * sizeof *job->grids);
    job->answer.grids = job->grids;
    job->names = (struct trace_names){job->answer.name, job->answer.puzzle, job->solver, job->answer.rules};
    if (job->grids)
        search(job);
    else
        no_memory(job);
}

/* The grid to judge or draw: the user's, else the file's own. False: there is none, or a fault. */
static bool have_grid(struct job *job, const struct source_puzzle *text)
{
    struct grid_text grid = job->request->grid;
    const char *own = text->solution ? text->solution : text->marks;
    if (!grid.bytes && own && job->answer.op == OP_VERIFY)
        grid = (struct grid_text){job->answer.name, own, strlen(own)};
    return grid.bytes &&
           !grid_read(job->engine, job->answer.puzzle, &grid, false, job->domains, job->answer.nvars);
}

static void broken(struct job *job, const char *what, const char *place)
{
    job->answer.outcome = OUTCOME_INVALID;
    job->answer.broken = arena_string(&job->arena, what);
    job->answer.place = arena_string(&job->arena, place);
    if (!job->answer.broken || !job->answer.place)
        no_memory(job);
}

static void verify_values(struct job *job, const uint8_t *values, uint32_t *blame)
{
    struct rt_verdict verdict;
    int status = puzzle_verify(job->answer.puzzle, values, job->answer.nvars, &verdict, blame);
    if (status == RT_CONFLICT)
        broken(job, verdict.what, verdict.place);
    else if (status >= 0)
        job->answer.outcome = OUTCOME_VALID;
}

static void verify(struct job *job, const struct source_puzzle *text)
{
    uint32_t nvars = job->answer.nvars;
    uint8_t *values = arena_alloc(&job->arena, nvars + 1);
    uint32_t *blame = arena_alloc(&job->arena, (nvars + 1) * sizeof *blame);
    if (!values || !blame) {
        no_memory(job);
        return;
    }
    if (!have_grid(job, text)) {
        fault_set(&job->fault, EXIT_USAGE, job->answer.name, 0, 0, "the file holds no solution of its own; name the "
                  "file of the solution behind it");
        return;
    }
    for (uint32_t v = 0; v < nvars; v++) {
        char place[32];
        if (!job->domains[v] || job->domains[v] & (job->domains[v] - 1)) {
            broken(job, job->domains[v] ? "the grid is not complete" : "the grid contradicts itself",
                   puzzle_place(job->answer.puzzle, v, place, sizeof place));
            return;
        }
        values[v] = (uint8_t)__builtin_ctzll(job->domains[v]);
    }
    verify_values(job, values, blame);
}

static void draw(struct job *job, const struct source_puzzle *text)
{
    job->grids = arena_alloc(&job->arena, sizeof *job->grids);
    if (!job->grids) {
        no_memory(job);
        return;
    }
    job->answer.outcome = OUTCOME_DRAWN;
    job->answer.grids = job->grids;
    if (have_grid(job, text))
        job->grids[job->answer.ngrids++] = job->domains;
}

/* The first variable to which marks, and what is given, leave no value; RT_NOPOS: none. A hint tells it as a mistake
 * if a mark contradicts what is given. */
static uint32_t contradictory_mark(const struct job *job)
{
    uint32_t n;
    const struct solver_given *givens = solver_givens(job->solver, &n);
    for (uint32_t v = 0; v < job->answer.nvars; v++)
        if (!job->domains[v])
            return v;
    for (uint32_t g = 0; g < n && job->answer.op != OP_HINT; g++)
        if (!(job->domains[givens[g].var] & givens[g].keep))
            return givens[g].var;
    return RT_NOPOS;
}

/* The marks that a hint, explanation or grade starts from; NULL: none, or a fault. The solver that was built is only
 * asked what a full domain is, and what is given. */
static const uint64_t *marks_to_tell(struct job *job)
{
    const struct grid_text *grid = &job->request->grid;
    char place[32];
    if (!grid->bytes || grid_read(job->engine, job->answer.puzzle, grid, true, job->domains, job->answer.nvars))
        return NULL;
    uint32_t wrong = contradictory_mark(job);
    if (wrong == RT_NOPOS)
        return job->domains;
    puzzle_place(job->answer.puzzle, wrong, place, sizeof place);
    fault_set(&job->fault, EXIT_BAD_INPUT, grid->name, 0, 0, job->domains[wrong]
              ? "%s is marked as something else than what is given" : "%s is marked as two things at once", place);
    return NULL;
}

static void tell(struct job *job)
{
    double start = clock_seconds();
    struct tell_request request = {.engine = job->engine, .request = job->request, .session = &job->session,
                                   .answer = &job->answer, .solving = job->answer.rules,
                                   .nsolving = job->answer.nrules, .rules = job->human, .nrules = job->nhuman};
    request.marks = marks_to_tell(job);
    if (job->fault.code)
        return;
    job->tell_request = request;
    job->tell = tell_run(&job->tell_request);
    job->answer.timing.solve = clock_seconds() - start;
    if (!job->tell)
        no_memory(job);
    only_limit(job);
}

static void work(void *context)
{
    struct job *job = context;
    double start = clock_seconds();
    bool built = !build(job);
    job->answer.timing.model += clock_seconds() - start;
    if (!built && needs_rules(job->answer.op) && only_limit(job)) {
        job->answer.stop = job->session.stop;
        job->answer.outcome = job->session.stop == STOP_INTERRUPTED ? OUTCOME_CANCELLED : OUTCOME_UNKNOWN;
    }
    if (built && tells(job->answer.op))
        tell(job);
    else if (built && job->answer.op == OP_VERIFY)
        verify(job, job->text);
    else if (built && job->answer.op == OP_RENDER)
        draw(job, job->text);
    else if (built)
        solve(job);
}

/* The solutions found so far and the counters are whole; what was known is not, with a search under way. */
static void gather_ruins(struct job *job)
{
    lift_limits(job);
    fault_set(&job->fault, EXIT_INTERNAL, job->answer.name, 0, 0, "the plugin class '%s' crashed (%s); leave it out "
              "with --disable if it is a rule, and report it to its author",
              job->session.source ? job->session.source : "?", strsignal(job->crashed));
    job->answer.solutions = job->answer.ngrids;
    if (job->answer.nvars && needs_rules(job->answer.op) && !tells(job->answer.op))
        gather_statistics(job);
}

static void run(struct job *job, const struct source *source)
{
    double start = clock_seconds();
    open_session(job);
    bool ready = !prepare(job, source);
    job->answer.timing.model = clock_seconds() - start;
    if (ready)
        job->crashed = crash_run(work, job);
    if (job->crashed)
        gather_ruins(job);
    lift_limits(job);
    job->answer.fault = job->fault;
    if (job->fault.code)
        job->answer.outcome = OUTCOME_ERROR;
    job->answer.timing.total = source->seconds + clock_seconds() - start;
}

struct job *job_run(struct engine *engine, const struct source *source, const struct source_puzzle *puzzle,
                    const struct job_request *request)
{
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->engine = engine;
    job->request = request;
    job->answer = (struct answer){
        .op = request->op,
        .name = request->name,
        .type = source->format->puzzle,
        .format = source->format->id,
        .title = puzzle->title,
        .author = puzzle->author,
        .timing.read = source->seconds,
    };
    job->text = puzzle;
    run(job, source);
    return job;
}

const struct answer *job_answer(const struct job *job)
{
    return &job->answer;
}

void job_free(struct job *job)
{
    if (!job)
        return;
    text_free(&job->answer.facts);
    course_free(&job->course);
    if (!job->crashed) {    /* else who knows what of it is left */
        tell_free(job->tell);
        solver_free(job->solver);
        arena_free(&job->arena);
    }
    free(job);
}
