/* The puzzles that one input holds, copied out of its format. */
#ifndef RATCHET_JOB_SOURCE_H
#define RATCHET_JOB_SOURCE_H

#include "job/engine.h"
#include "util/text.h"

/* In the source's arena. */
struct source_puzzle {
    const char *text;               /* canonical */
    size_t length;
    const uint32_t *lines;          /* see rt_puzzle_text */
    uint32_t nlines;
    const char *title, *author, *marks, *solution, *source, *copyright, *license, *description;
    struct source_puzzle *next;
};

struct source {
    struct arena arena;
    const char *name;               /* of the input, for messages */
    const struct rt_format_class *format;
    struct source_puzzle *puzzles;  /* in the order of the file */
    uint32_t n;
    struct fault fault;             /* what was wrong behind the puzzles that could be read */
    double seconds;                 /* reading took */
};

struct source_request {
    const char *name;
    const char *bytes;
    size_t length;
    const char *type, *format;      /* as asked for; NULL: by content */
    const volatile int *cancelled;
    /* What the format has to say of an input that it reads all the same; may be NULL. */
    void (*log)(void *context, int level, const char *source, const char *message);
    void *log_context;
};

/* 0 or source->fault.code. To be freed in any case. */
int source_read(struct source *source, struct engine *engine, const struct source_request *request);
/* NULL: there are fewer. */
const struct source_puzzle *source_puzzle(const struct source *source, uint32_t index);
/* Appends all that the puzzles are, in one spelling whatever the input's was. */
void source_canonical(const struct source *source, struct text *out);
void source_free(struct source *source);

#endif
