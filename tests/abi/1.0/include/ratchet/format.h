/* File formats.  A format turns bytes into puzzles in the canonical text of one puzzle type, and back. */
#ifndef RATCHET_FORMAT_H
#define RATCHET_FORMAT_H

#include <ratchet/host.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rt_format_class {
    uint32_t size;                  /* sizeof(struct rt_format_class) */
    uint32_t reserved;              /* 0 */
    const char *id;                 /* "nonogram.nin" */
    const char *puzzle;             /* puzzle type that it holds: "nonogram" */
    const char *summary;            /* one line for the table of formats */
    const char *const *extensions;  /* ".nin", NULL; may be NULL */
    const char *const *magic;       /* strings of which one begins the file (after blanks and a BOM); may be NULL */
    /* How sure: 0 not mine .. 100 certain, from the content alone. Bytes may hold anything. */
    int (*probe)(const char *bytes, size_t length);
    /* [read] Calls emit once a puzzle. Errors through fail with line and column. */
    int (*read)(struct rt_self *, const char *bytes, size_t length);
    /* [write] Optional: writes `count` puzzles through host->write. RT_EUNSUPPORTED if the format cannot hold them. */
    int (*write)(struct rt_self *, const struct rt_puzzle_text *const *puzzles, uint32_t count);
    const char *quirks;             /* for the table of formats: what is peculiar, a sentence or two; may be NULL */
};

#ifdef __cplusplus
}
#endif
#endif
