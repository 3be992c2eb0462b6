/* Plugin classes as a run uses them: the host's copies, with what the configuration says. */
#ifndef RATCHET_CORE_USE_H
#define RATCHET_CORE_USE_H

#include <ratchet/model.h>
#include <stdbool.h>

/* Value of one option; `string` only for RT_OPTION_STRING, and the text of the file for RT_OPTION_FILE. */
struct option_value {
    int64_t number;
    const char *string;
};

/* All pointers live as long as the host and the configuration do. */
struct puzzle_use {
    const struct rt_puzzle_class *class;
    const struct option_value *options; /* parallel to class->options */
};

struct rule_use {
    const struct rt_rule_class *class;
    const struct option_value *options; /* parallel to class->options */
    double weight;                      /* for grading */
    uint8_t tier, level;                /* the class's, or the configuration's */
    bool late;                          /* joins a search that proves hard */
    bool ours;                          /* shipped with Ratchet (its path and build-id stand in the index) */
};

/* What the core asks of whoever loads plugins: the kind of that id, or NULL. */
struct kind_source {
    const struct rt_kind_class *(*find)(void *context, const char *id);
    void *context;
};

#endif
