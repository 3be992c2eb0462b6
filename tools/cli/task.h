/* One line of the batch: a puzzle to work on, or an input that could not be read. */
#ifndef RATCHET_CLI_TASK_H
#define RATCHET_CLI_TASK_H

#include "job/job.h"
#include "options.h"
#include "report/text.h"

#include <stdio.h>

/* What all tasks of a run have in common. */
struct task_context {
    struct engine *engine;
    const struct options *options;
    enum op op;
    enum rt_render_kind picture;
    bool png;                   /* the SVG as pixels */
    uint32_t max_solutions;
    uint32_t hint_level, from, to;  /* hint; explain --steps */
    uint32_t least, most;           /* grade: levels to print */
    struct grid_text grid;
    FILE *trace;                /* NULL: none */
    uint32_t inputs;
};

struct task {
    struct task *next;
    const struct task_context *context;
    uint32_t input;             /* number of the input */
    char *name;                 /* malloc'ed */
    bool brief;                 /* one of several: its verdict on one line */
    struct shared_source *shared;
    const struct source_puzzle *puzzle; /* NULL: only the fault */
    struct fault fault;
    /* The result. */
    bool done;
    enum outcome outcome;
    int code, sat_code;
    struct text out, notes;
};

/* The puzzles of one input, for as long as a task needs them. `users` is counted under the batch's lock. */
struct shared_source {
    struct source source;
    uint32_t users;
};

/* Does the work and fills in the result. */
void task_run(struct task *task);

#endif
