/* New puzzles: the puzzle plugin proposes, and changes what it proposed; whether there is one solution, and how hard
 * it is to find, is found out here. */
#ifndef RATCHET_JOB_GENERATE_H
#define RATCHET_JOB_GENERATE_H

#include "job/engine.h"
#include "job/source.h"

struct generate_progress {
    uint32_t attempts;              /* fresh puzzles */
    uint32_t changes;               /* of the present one */
    uint32_t open;                  /* its variables that the clues leave open */
    uint32_t removed;               /* its clues that were left out */
};

struct generate_request {
    const char *type;
    uint32_t width, height;
    uint32_t symmetry;              /* enum rt_symmetry */
    const char *name;               /* of the picture, for messages */
    const char *picture;            /* NULL: at random */
    size_t length;
    const struct source_puzzle *source;     /* the puzzle that it came with; may be NULL */
    uint32_t least, most;           /* levels; most 0: any */
    uint32_t attempts;              /* fresh puzzles at most; of a picture there is one */
    uint32_t changes;               /* to one puzzle at most */
    uint64_t nodes;                 /* decisions to see whether one has one solution, unless a limit is configured */
    bool minimal;                   /* leave out clues until none can go */
    uint64_t seed;
    const volatile int *cancelled;  /* may be NULL */
    void (*progress)(void *context, const struct generate_progress *progress);  /* may be NULL */
    void *context;
    /* What the puzzle class has to say; may be NULL. */
    void (*log)(void *context, int level, const char *source, const char *message);
};

struct generated {
    char *text, *solution;          /* canonical, and a grid as render prints it; malloc'd */
    uint32_t level;
    double score;
    uint32_t changes;
    uint32_t unsettled;             /* minimal: clues that are left since it took too long to see whether they can go */
    struct generate_progress progress;
};

/* 0, or fault->code: EXIT_UNKNOWN if there is none within these bounds. To be freed in any case. */
int generate(struct engine *engine, const struct generate_request *request, struct generated *generated,
             struct fault *fault);
void generated_free(struct generated *generated);

#endif
