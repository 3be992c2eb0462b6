/* One job, from request to answer: parse, build the model, solve or check, gather what was found. */
#ifndef RATCHET_JOB_JOB_H
#define RATCHET_JOB_JOB_H

#include "job/source.h"
#include "report/answer.h"
#include "report/trace.h"

/* A grid as text: what `render` prints, or a file of a format that holds one. */
struct grid_text {
    const char *name;               /* for messages */
    const char *bytes;              /* NULL: none */
    size_t length;
};

struct job_request {
    enum op op;
    const char *name;               /* the answer's */
    uint32_t max_solutions;         /* solve, count: stop after so many; 0: what the operation needs */
    struct grid_text grid;          /* solve, unique, count, hint, explain, grade: start
                                       from it; verify: is it a solution?
                                       render: draw it */
    uint32_t hint_level;            /* hint: 1 where, 2 which rule, 3 the deduction; 0: 1 */
    bool all;                       /* hint: all deductions that there are, not just the simplest */
    uint32_t steps_from, steps_to;  /* explain: tell these steps only; 0: from the first, to the last */
    const char *without;            /* id of a rule to leave out; NULL: none */
    const char *const *only;        /* ids of the rules to use, of those configured, ended by NULL; NULL: all */
    bool stats_full;                /* time every call, gather the puzzle's facts */
    bool course;                    /* keep the order of the narrowings (answer.course) */
    const volatile int *cancelled;  /* may be NULL */
    /* All may be NULL. Called from the thread that runs the job. */
    void (*log)(void *context, int level, const char *source, const char *message);
    void (*trace)(void *context, const struct trace_event *event, const struct trace_names *names);
    /* What is known so far, without assumptions but for `fixed`: nvars, known, fixed, solutions, search, rules. */
    void (*progress)(void *context, const struct answer *so_far);
    /* A line of JSON. solve, unique, count: a narrowing that follows from the puzzle without any decision, as
     * trace_json has it, until a solution is found; explain: a step, as story_step_json has it. */
    void (*deduced)(void *context, const struct text *line);
    void *context;
    /* May be NULL. Gets the session for as long as the job lives: its `source` names the plugin at work. */
    const struct session *volatile *session;
};

struct job;

/* Runs it to the end, whatever happens; the answer lives until job_free, and so must `source`.
 * NULL: no memory. */
struct job *job_run(struct engine *engine, const struct source *source, const struct source_puzzle *puzzle,
                    const struct job_request *request);
const struct answer *job_answer(const struct job *job);
void job_free(struct job *job);

#endif
