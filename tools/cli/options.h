/* The command line: one table of verbs and one of options behind the parser, the help, the man page and the
 * completions. */
#ifndef RATCHET_CLI_OPTIONS_H
#define RATCHET_CLI_OPTIONS_H

#include "util/fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum verb_bit {
    V_SOLVE = 1 << 0,
    V_UNIQUE = 1 << 1,
    V_COUNT = 1 << 2,
    V_VERIFY = 1 << 3,
    V_RENDER = 1 << 4,
    V_RULES = 1 << 5,
    V_PLUGINS = 1 << 6,
    V_CONFIG = 1 << 7,
    V_CONVERT = 1 << 8,
    V_ABLATE = 1 << 9,
    V_BENCH = 1 << 10,
    V_SUBMIT = 1 << 11,
    V_WAIT = 1 << 12,
    V_WATCH = 1 << 13,
    V_CANCEL = 1 << 14,
    V_RETRY = 1 << 15,
    V_DELETE = 1 << 16,
    V_LS = 1 << 17,
    V_GET = 1 << 18,
    V_STATS = 1 << 19,
    V_METRICS = 1 << 20,
    V_RELOAD = 1 << 21,
    V_DRAIN = 1 << 22,
    V_HEALTH = 1 << 23,
    V_HINT = 1 << 24,
    V_EXPLAIN = 1 << 25,
    V_GRADE = 1 << 26,
    V_GENERATE = 1 << 27,
    V_AUDIT = 1 << 30
};

enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };
enum stats_level { STATS_NONE, STATS_SOME, STATS_FULL };

/* SECTION.KEY = VALUE for the configuration; section NULL: `value` is a whole assignment (--set). */
struct setting {
    char section[80];
    const char *key;
    const char *value;
    const char *origin;         /* "--disable" */
};

struct options {
    const struct verb *verb;    /* NULL: none was given */
    const char *action;         /* "list" of `rules list`; NULL: the verb has none */
    const char **operands;
    uint32_t noperands;
    const char **config;        /* -c, in order */
    uint32_t nconfig;
    struct setting *settings;   /* in order */
    uint32_t nsettings;
    const char *type, *format, *to, *marks, *solution, *trace, *jobs, *completions;
    const char *repeat, *baseline, *random, *base;
    const char *max_solutions;
    const char *level, *steps, *least, *most;   /* hint --level, explain --steps, grade --min, --max */
    const char *board, *grade, *count, *tries, *changes, *picture, *colours;      /* generate; board: --size */
    const char *op, *key, *priority, *tag;      /* submit */
    const char *state;          /* ls */
    bool deductions;
    bool all, wait, first, animate, keep_going, json, sat_codes, installed, help, version, man_options, minimal;
    int stats, color, progress, symmetry;
    int quiet, verbose;         /* times given */
    uint64_t used[2];           /* which rows of option_table were given */
};

enum option_type {
    OPTION_FLAG,        /* bool */
    OPTION_COUNTER,     /* int, counts */
    OPTION_TEXT,        /* const char * */
    OPTION_CHOICE,      /* int: index in choices + first */
    OPTION_FILES,       /* -c */
    OPTION_SETTING      /* goes into the configuration */
};

struct option_row {
    const char *name;           /* without -- */
    char letter;                /* 0: none */
    enum option_type type;
    uint32_t verbs;             /* bits */
    const char *argument;       /* shown name, "FILE"; NULL: takes none */
    bool optional;              /* only as --name=ARGUMENT */
    bool hidden;
    size_t at;                  /* offset in struct options */
    const char *const *choices; /* NULL-terminated; NULL: free */
    int first;                  /* value of the first choice; optional and absent: 1 */
    const char *section, *key;  /* OPTION_SETTING; "rule" with key "enabled": the argument names the rule */
    const char *fixed;          /* OPTION_SETTING: the value, instead of the argument */
    const char *help;           /* one sentence without a full stop */
};

struct verb {
    const char *name;
    uint32_t bit;
    const char *operands;       /* "FILE..." */
    uint32_t least;             /* operands that must be there */
    const char *const *actions; /* NULL-terminated */
    const char *summary;        /* one line */
    const char *more;           /* a paragraph for --help and the man page */
};

extern const struct option_row option_table[];
extern const uint32_t option_rows;
extern const struct verb verb_table[];
extern const uint32_t verb_rows;

/* Everything points into argv or is freed by options_free. 0, or EXIT_USAGE with a sentence. */
int options_parse(struct options *options, int argc, char **argv, struct fault *fault);
void options_free(struct options *options);
bool option_given(const struct options *options, const char *name);
/* A whole text as a number from 1 to `most`; 0 only if `zero`. */
bool option_number(const char *text, bool zero, uint32_t most, uint32_t *value);

struct option_numbers {
    uint32_t max_solutions, level, from, to, priority;  /* from, to: of --steps */
};
/* What was not given is 0. */
int options_numbers(const struct options *options, struct option_numbers *numbers, struct fault *fault);

#endif
