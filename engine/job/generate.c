#include "job/generate.h"

#include "job/job.h"
#include "report/story.h"
#include "util/clock.h"

#include <stdlib.h>
#include <string.h>

enum {
    TRIALS = 200,           /* changes that are tried before the best of them is made */
    ASIDE = 10              /* changes in a row that may leave more open than the best so far */
};

/* A puzzle with what its run found. */
struct candidate {
    struct source_puzzle *puzzle;
    char *text, *solution;
    struct job *job;
    uint32_t open;          /* 0: unique; more than there are variables: not known */
};

struct maker {
    struct engine *engine;
    const struct generate_request *request;
    struct puzzle_use use;
    struct rt_format_class format;      /* of texts that come from no file */
    struct source source;
    struct random random;
    uint64_t nodes;                     /* decisions a run at most; 0: no limit */
    struct generate_progress progress;
    struct fault *fault;
};

static void candidate_free(struct candidate *c)
{
    job_free(c->job);
    free(c->puzzle);
    free(c->text);
    free(c->solution);
    *c = (struct candidate){0};
}

static int take(void *context, const struct rt_puzzle_text *text)
{
    struct candidate *c = context;
    if (c->text || !text->solution)
        return RT_ERROR;
    c->text = strndup(text->text, text->length);
    c->solution = strdup(text->solution);
    c->puzzle = calloc(1, sizeof *c->puzzle);
    if (!c->text || !c->solution || !c->puzzle)
        return RT_ENOMEM;
    *c->puzzle = (struct source_puzzle){.text = c->text, .length = text->length};
    return RT_OK;
}

/* The session that was shown may be gone soon. */
static void forget(const struct maker *m)
{
    if (m->request->forget)
        m->request->forget();
}

static struct job *run(struct maker *m, const struct candidate *c, enum op op)
{
    const struct job_request request = {.op = op, .name = "generated", .cancelled = m->request->cancelled,
                                        .session = m->request->session};
    const uint64_t configured = m->engine->settings.nodes;
    if (!configured)
        m->engine->settings.nodes = m->nodes;
    struct job *job = job_run(m->engine, &m->source, c->puzzle, &request);
    m->engine->settings.nodes = configured;
    forget(m);
    if (!job)
        fault_set(m->fault, EXIT_OTHER, NULL, 0, 0, "there is no memory left");
    return job;
}

/* How much do its clues leave open? */
static int judge(struct maker *m, struct candidate *c)
{
    c->job = run(m, c, OP_UNIQUE);
    const struct answer *a = c->job ? job_answer(c->job) : NULL;
    if (!a)
        return m->fault->code;
    switch (a->outcome) {
    case OUTCOME_UNIQUE:
        c->open = 0;
        return 0;
    case OUTCOME_SEVERAL:
        c->open = a->nvars - a->fixed;
        return 0;
    case OUTCOME_UNKNOWN:
        c->open = a->nvars + 1;
        return 0;
    case OUTCOME_CANCELLED:
        return fault_set(m->fault, EXIT_INTERRUPTED, NULL, 0, 0, "interrupted");
    case OUTCOME_ERROR:
        return fault_set(m->fault, a->fault.code, NULL, 0, 0, "%s", a->fault.what);
    default:
        return fault_set(m->fault, EXIT_INTERNAL, NULL, 0, 0, "the puzzle class '%s' generated a puzzle without a "
                         "solution; report it to its author", m->request->type);
    }
}

static int fresh(struct maker *m, struct candidate *c)
{
    const struct generate_request *r = m->request;
    struct arena arena = {.limit = m->engine->settings.memory};
    struct session session = {.arena = &arena, .fault = m->fault, .file = r->picture ? r->name : NULL,
                              .random = m->random, .log = r->log, .log_context = r->context,
                              .cancelled = r->cancelled};
    const struct rt_wish wish = {.size = sizeof wish, .width = r->width, .height = r->height, .symmetry = r->symmetry,
                                 .picture = r->picture, .length = r->length};
    const struct source_puzzle *from = r->source;
    if (r->session)
        *r->session = &session;
    struct puzzle *source =
        from ? puzzle_parse(&session, &m->use, from->text, from->length, from->lines, from->nlines) : NULL;
    int status = from && !source ? RT_EINPUT : puzzle_generate(&session, &m->use, source, &wish, take, c);
    forget(m);
    m->random = session.random;
    arena_free(&arena);
    if (status < 0 || !c->text)
        fault_set(m->fault, EXIT_OTHER, NULL, 0, 0, "puzzles of type '%s' can't be generated like that", r->type);
    return m->fault->code ? m->fault->code : judge(m, c);
}

/* Its own solution, a value a variable; false: it can't be had. */
static bool own_solution(const struct candidate *c, uint8_t *goal)
{
    const struct answer *a = job_answer(c->job);
    uint64_t *domains = malloc((a->nvars + 1) * sizeof *domains);
    memset(domains, 0xff, domains ? a->nvars * sizeof *domains : 0);
    bool read = domains && puzzle_marks(a->puzzle, c->solution, strlen(c->solution), domains, a->nvars) == RT_OK;
    for (uint32_t v = 0; read && v < a->nvars; v++)
        goal[v] = (uint8_t)__builtin_ctzll(domains[v]);
    free(domains);
    return read;
}

/* And one of the others; false: none is known. */
static bool rivals(const struct candidate *c, uint8_t *goal, uint8_t *other)
{
    const struct answer *a = job_answer(c->job);
    bool found = false;
    if (!own_solution(c, goal))
        return false;
    for (uint32_t k = 0; k < a->ngrids && !found; k++)
        for (uint32_t v = 0; v < a->nvars; v++) {
            other[v] = (uint8_t)__builtin_ctzll(a->grids[k][v]);
            found |= goal[v] != other[v];
        }
    return found;
}

/* Of a picture the change that leaves the least open; c is left as it is if none leaves less.  Where it doesn't matter
 * how many are made, the first that leaves less, or else the best: it rules out `other` in any case. False: none. */
static bool best_change(struct maker *m, struct candidate *c, const uint8_t *goal, const uint8_t *other)
{
    const struct answer *a = job_answer(c->job);
    struct candidate best = {.open = m->request->picture ? c->open : a->nvars + 1};
    struct rt_wish wish = {.size = sizeof wish, .width = m->request->width, .height = m->request->height,
                           .symmetry = m->request->symmetry, .goal = goal, .other = other};
    for (; wish.attempt < TRIALS && best.open && !m->fault->code; wish.attempt++) {
        struct candidate next = {0};
        int status = puzzle_generate(puzzle_session(a->puzzle), &m->use, a->puzzle, &wish, take, &next);
        if (status == RT_OK && next.text && !judge(m, &next) && next.open < best.open) {
            candidate_free(&best);
            best = next;
            if (!m->request->picture && best.open < c->open)
                break;
            continue;
        }
        candidate_free(&next);
        if (status != RT_OK)
            break;
    }
    bool found = best.text;
    if (found) {
        candidate_free(c);
        *c = best;
    }
    return found;
}

static void tell(struct maker *m, const struct candidate *c)
{
    m->progress.open = c->open;
    if (m->request->progress)
        m->request->progress(m->request->context, &m->progress);
}

/* Changes it until it has one solution, or nothing helps. */
static int repair(struct maker *m, struct candidate *c)
{
    uint32_t least = c->open, aside = 0;
    for (bool changed = true; changed && c->open && m->progress.changes < m->request->changes && !m->fault->code;) {
        uint32_t nvars = job_answer(c->job)->nvars;
        uint8_t *goal = malloc(2 * (size_t)nvars + 1);
        if (!goal)
            return fault_set(m->fault, EXIT_OTHER, NULL, 0, 0, "there is no memory left");
        changed = rivals(c, goal, goal + nvars) && best_change(m, c, goal, goal + nvars);
        free(goal);
        m->progress.changes += changed;
        aside = c->open < least ? 0 : aside + 1;
        least = c->open < least ? c->open : least;
        changed = changed && aside <= ASIDE;
        tell(m, c);
    }
    return m->fault->code;
}

/* Leaves out clues while there is one solution. What can't go now can't go later, when there are fewer: one pass. */
static int thin(struct maker *m, struct candidate *c, struct generated *generated)
{
    struct rt_wish wish = {.size = sizeof wish, .width = m->request->width, .height = m->request->height,
                           .symmetry = m->request->symmetry};
    uint8_t *goal = malloc((size_t)job_answer(c->job)->nvars + 1);
    int status = goal && own_solution(c, goal) ? RT_OK : RT_ENOMEM;
    generated->unsettled = m->progress.removed = 0;
    wish.goal = goal;
    m->nodes = 0;
    while (status == RT_OK && !m->fault->code) {
        struct candidate next = {0};
        const struct answer *a = job_answer(c->job);
        status = puzzle_generate(puzzle_session(a->puzzle), &m->use, a->puzzle, &wish, take, &next);
        if (status == RT_OK && next.text && !strcmp(next.text, c->text)) {
            fault_set(m->fault, EXIT_INTERNAL, NULL, 0, 0, "the puzzle class '%s' was to leave out a clue and left out "
                      "none; report it to its author", m->request->type);
            candidate_free(&next);
        } else if (status == RT_OK && !judge(m, &next) && !next.open) {
            candidate_free(c);
            *c = next;
            m->progress.removed++;
        } else {
            if (status != RT_OK && status != RT_EUNSUPPORTED)
                *m->fault = puzzle_session(a->puzzle)->fault[0];
            generated->unsettled += next.job && next.open > job_answer(next.job)->nvars;
            candidate_free(&next);
            wish.attempt++;
        }
        tell(m, c);
    }
    m->nodes = m->request->nodes;
    free(goal);
    if (status == RT_ENOMEM && !m->fault->code)
        fault_set(m->fault, EXIT_OTHER, NULL, 0, 0, "there is no memory left");
    return m->fault->code;
}

/* Grades it; false: not as hard or as easy as asked for. */
static bool graded(struct maker *m, const struct candidate *c, struct generated *generated)
{
    const struct generate_request *r = m->request;
    struct job *job = run(m, c, OP_GRADE);
    const struct answer *a = job ? job_answer(job) : NULL;
    bool known = a && a->outcome == OUTCOME_GRADED;
    if (known) {
        generated->level = a->story->grade.level;
        generated->score = a->story->grade.score;
    }
    job_free(job);
    return !r->most || (known && r->least <= generated->level && generated->level <= r->most);
}

static int give_up(struct maker *m, const struct candidate *c, const struct generated *last)
{
    const struct generate_request *r = m->request;
    if (m->fault->code)
        return m->fault->code;
    if (!r->picture)
        return fault_set(m->fault, EXIT_UNKNOWN, NULL, 0, 0, "%u random puzzles were tried, and none was right; give "
                         "more --tries, another --seed or a wider --grade", m->progress.attempts);
    if (c->open)
        return fault_set(m->fault, EXIT_UNKNOWN, r->name, 0, 0, "after %u changes the clues still leave %u variables "
                         "open, and no further change was found to help", m->progress.changes, c->open);
    return fault_set(m->fault, EXIT_UNKNOWN, r->name, 0, 0, "the puzzle is of level %u, not %u to %u", last->level,
                     r->least, r->most);
}

static int make(struct maker *m, struct candidate *c, struct generated *generated)
{
    const struct generate_request *r = m->request;
    for (uint32_t most = r->picture ? 1 : r->attempts; m->progress.attempts < most;) {
        m->progress.attempts++;
        m->progress.changes = m->progress.removed = 0;
        candidate_free(c);
        if (fresh(m, c))
            return m->fault->code;
        tell(m, c);
        if (repair(m, c))
            return m->fault->code;
        if (!c->open && r->minimal && thin(m, c, generated))
            return m->fault->code;
        if (!c->open && graded(m, c, generated))
            return 0;
    }
    return give_up(m, c, generated);
}

int generate(struct engine *engine, const struct generate_request *request, struct generated *generated,
             struct fault *fault)
{
    struct arena arena = {0};
    struct candidate c = {0};
    struct maker m = {.engine = engine, .request = request, .fault = fault, .nodes = request->nodes,
                      .format = {.id = "generated", .puzzle = request->type}};
    m.source = (struct source){.name = "generated", .format = &m.format};
    double begin = clock_seconds();
    *generated = (struct generated){0};
    random_seed(&m.random, request->seed);
    if (!engine_use(engine, request->type, &arena, &m.use, NULL, NULL, fault)) {
        if (!m.use.class->generate)
            fault_set(fault, EXIT_USAGE, NULL, 0, 0, "puzzles of type `%s` can't be generated", request->type);
        else if (!make(&m, &c, generated)) {
            generated->text = c.text;
            generated->solution = c.solution;
            generated->changes = m.progress.changes;
            c.text = c.solution = NULL;
        }
    }
    generated->progress = m.progress;
    generated->seconds = clock_seconds() - begin;
    candidate_free(&c);
    arena_free(&arena);
    return fault->code;
}

/* Large boards need more of them than small ones. */
void generate_bounds(struct generate_request *request)
{
    enum { ATTEMPTS = 1000, CHANGES = 100, NODES = 1000 };
    uint64_t cells = (uint64_t)request->width * request->height;
    uint64_t changes = cells / 4 < GENERATE_MOST ? cells / 4 : GENERATE_MOST;
    request->attempts = ATTEMPTS;
    request->changes = changes > CHANGES ? (uint32_t)changes : CHANGES;
    request->nodes = cells > NODES ? cells : NODES;
}

int generate_picture(struct engine *engine, struct generate_request *request, const char *name, const char *bytes,
                     size_t length, struct source *source, struct fault *fault)
{
    const struct source_request asked = {.name = name, .bytes = bytes, .length = length, .type = request->type,
                                         .cancelled = request->cancelled, .log = request->log,
                                         .log_context = request->context};
    struct fault other = {0};
    request->name = name;
    request->picture = bytes;
    request->length = length;
    if (!engine_recognise(engine, name, bytes, length, request->type, NULL, &other))
        return 0;
    if (source_read(source, engine, &asked)) {
        *fault = source->fault;
        return fault->code;
    }
    request->source = source->puzzles;
    request->picture = source->puzzles->solution;
    if (!request->picture)
        return fault_set(fault, EXIT_BAD_INPUT, name, 0, 0, "this puzzle comes without its solution; give a picture");
    request->length = strlen(request->picture);
    return 0;
}

static enum outcome outcome_of(const struct fault *fault)
{
    return !fault->code                      ? OUTCOME_GENERATED
           : fault->code == EXIT_UNKNOWN     ? OUTCOME_UNKNOWN
           : fault->code == EXIT_INTERRUPTED ? OUTCOME_CANCELLED
                                             : OUTCOME_ERROR;
}

void generate_answer(const struct generate_request *request, const struct generated *generated,
                     const struct fault *fault, struct made *made, struct answer *answer)
{
    *made = (struct made){.puzzle = generated->text, .solution = generated->solution, .level = generated->level,
                          .score = generated->score, .tried = generated->progress.attempts,
                          .changes = generated->changes, .minimal = request->minimal,
                          .removed = generated->progress.removed, .unsettled = generated->unsettled};
    *answer = (struct answer){.op = OP_GENERATE, .outcome = outcome_of(fault), .fault = *fault, .type = request->type,
                              .timing = {.total = generated->seconds}};
    if (generated->text)
        answer->made = made;
}

void generated_free(struct generated *generated)
{
    free(generated->text);
    free(generated->solution);
    *generated = (struct generated){0};
}
