/* New puzzles: the puzzle plugin proposes, and changes what it proposed; whether there is one solution, and how hard
 * it is to find, is found out here. */
#ifndef RATCHET_JOB_GENERATE_H
#define RATCHET_JOB_GENERATE_H

#include "job/engine.h"
#include "job/source.h"
#include "report/answer.h"

enum {
    GENERATE_SIDE = 10,         /* of the board, where nothing else is asked for */
    GENERATE_LEVELS = 9,        /* the hardest */
    GENERATE_MOST = 1000000     /* of any number */
};

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
    const struct session *volatile *session;    /* may be NULL; as in struct job_request, NULL between two of them */
    void (*forget)(void);           /* sets it to NULL; may be NULL */
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
    double seconds;
};

/* 0, or fault->code: EXIT_UNKNOWN if there is none within these bounds. To be freed in any case. */
int generate(struct engine *engine, const struct generate_request *request, struct generated *generated,
             struct fault *fault);
/* Attempts, changes and decisions for a board of its width and height, where nothing else is asked for. */
void generate_bounds(struct generate_request *request);
/* The picture that the bytes are: as render prints it, or the solution that comes with a puzzle, which `source` then
 * holds and needs source_free. `type` of the request is set before; 0, or fault->code. */
int generate_picture(struct engine *engine, struct generate_request *request, const char *name, const char *bytes,
                     size_t length, struct source *source, struct fault *fault);
/* What came of it; `made` and `generated` must live as long. */
void generate_answer(const struct generate_request *request, const struct generated *generated,
                     const struct fault *fault, struct made *made, struct answer *answer);
void generated_free(struct generated *generated);

#endif
