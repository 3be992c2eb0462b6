/* A bench for nonogram files: the plugins themselves through the core, and what came out. */
#ifndef TESTS_NONOGRAM_BENCH_H
#define TESTS_NONOGRAM_BENCH_H

#include "core/puzzle.h"

struct reading {
    char *text, *title, *author, *solution, *marks; /* NULL: none */
    struct puzzle *puzzle;                          /* NULL: the text was refused */
};

/* Zero it before use; everything in it lives until bench_free. */
struct bench {
    struct arena arena;
    struct fault fault;
    struct session session;
    struct reading reading[256];
    uint32_t count;
    int status;      /* of the last reading */
    size_t nwritten; /* bytes of the last writing */
    char log[1024];  /* what the last reading found doubtful, a line each */
};

/* Classes out of the plugins in the folder PLUGINS. Abort the test if they are not there. */
const struct rt_format_class *bench_format(const char *name);
struct puzzle_use bench_puzzle(void);

/* Reads and parses bytes in format nonogram.NAME; what is wrong stands in bench->fault. */
int bench_read(struct bench *bench, const char *name, const char *bytes, size_t length);
int bench_read_string(struct bench *bench, const char *name, const char *text);
/* The same for a file: PATH under the folder that environment variable `root` names. The format is the
 * extension's, `taai` is a batch, `nonogram` is our own text, and `txt` is a batch or pynogram's. */
int bench_read_file(struct bench *bench, const char *root, const char *path);
/* Writes reading `i` in format nonogram.NAME; in the bench's memory. NULL: fault. */
char *bench_write(struct bench *bench, uint32_t i, const char *name);
/* One reading drawn; `domains` and `other` may be NULL. */
char *bench_render(struct bench *bench, uint32_t i, uint32_t kind, const uint64_t *domains,
                   const uint64_t *other);
/* The masks that a picture of letters means, all full at first; NULL: fault. */
uint64_t *bench_marks(struct bench *bench, uint32_t i, const char *picture);
uint32_t bench_cells(const struct bench *bench, uint32_t i);
/* Does verify take this complete picture? The verdict's blame is checked to lie in the grid. */
bool bench_verify(struct bench *bench, uint32_t i, const char *picture, struct rt_verdict *verdict);
void bench_free(struct bench *bench);

#endif
