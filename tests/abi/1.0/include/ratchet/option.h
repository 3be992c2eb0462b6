/* Typed options of a plugin class: `[puzzle masyu] white = both`, `[rule nonogram.line] ...`.
 * The host parses, checks range and type, and reports errors with file and line; the plugin only reads
 * values with `host->option`. */
#ifndef RATCHET_OPTION_H
#define RATCHET_OPTION_H

#include <ratchet/abi.h>

#ifdef __cplusplus
extern "C" {
#endif

enum rt_option_type {
    RT_OPTION_BOOL = 1, /* yes/no; value 0 or 1 */
    RT_OPTION_INT = 2,  /* decimal, min..max */
    RT_OPTION_ENUM = 3, /* one of choices; value is its index */
    RT_OPTION_STRING = 4,
    RT_OPTION_FILE = 5  /* the user gives a path, and the plugin reads the text of that file (option_string): plugins
                           open no files. NULL: the path is empty. A path that the configuration doesn't set is looked
                           for beside the plugin; one that it does, from the folder of the file that sets it */
};

/* Frozen: never grows. */
struct rt_option {
    const char *name;           /* [a-z][a-z0-9_]*, at most 32 bytes */
    const char *help;           /* one sentence without a full stop */
    uint32_t type;              /* enum rt_option_type */
    uint32_t reserved;          /* 0 */
    int64_t fallback;           /* default: number, 0/1, or index in choices */
    int64_t min, max;           /* RT_OPTION_INT only */
    const char *const *choices; /* RT_OPTION_ENUM: NULL-terminated; else NULL */
    const char *fallback_string;/* RT_OPTION_STRING, RT_OPTION_FILE: default, may be NULL */
};

#ifdef __cplusplus
}
#endif
#endif
