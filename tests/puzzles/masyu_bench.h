/* A bench for Masyu boards: the plugins themselves through the core, and what came out. */
#ifndef TESTS_MASYU_BENCH_H
#define TESTS_MASYU_BENCH_H

#include "core/puzzle.h"
#include "core/solver.h"

enum { BENCH_MOST = 512 };

struct reading {
    char *text, *title, *author, *marks, *solution;
    struct puzzle *puzzle; /* NULL: the text was refused */
    uint32_t width, height;
};

/* Zero it before use; everything in it lives until bench_free. `white` and `all_cells` are options of the
 * puzzle. */
struct bench {
    struct arena arena;
    struct fault fault;
    struct session session;
    int64_t white, all_cells;
    struct reading reading[BENCH_MOST];
    uint32_t count;
    int status; /* of the last reading */
};

/* The class in the plugin masyu.NAME of the folder PLUGINS. Aborts the test if it is not there. */
const struct rt_format_class *bench_format(const char *name);

/* Reads and parses bytes in format masyu.NAME; what is wrong stands in bench->fault. */
int bench_read(struct bench *bench, const char *name, const char *bytes, size_t length);
int bench_read_string(struct bench *bench, const char *name, const char *text);
/* The same for a file: PATH under the folder that environment variable `root` names. */
int bench_read_file(struct bench *bench, const char *name, const char *root, const char *path);
/* One board of rows; aborts the test if it is refused. */
void bench_board(struct bench *bench, const char *rows);
/* Canonical text itself. */
struct puzzle *bench_parse(struct bench *bench, const char *text);
/* All readings in format masyu.NAME; in the bench's memory. NULL: fault. */
char *bench_write(struct bench *bench, const char *name);

/* All of these are about the first reading. */
uint32_t bench_edges(const struct bench *bench);
char *bench_render(struct bench *bench, uint32_t kind, const uint64_t *domains, const uint64_t *other);
/* The masks that a picture means, all open at first; NULL: fault. */
uint64_t *bench_marks(struct bench *bench, const char *picture);
/* RT_OK or RT_CONFLICT. The verdict's blame is in the bench's memory. */
int bench_verify(struct bench *bench, const uint8_t *values, struct rt_verdict *verdict);
/* The same for a picture that shows every edge; false: no solution. */
bool bench_judge(struct bench *bench, const char *picture, struct rt_verdict *verdict);
/* A built solver with the kinds, and no rules or those for loops and pearls; to be freed with solver_free. */
struct solver *bench_solver(struct bench *bench, bool rules);
/* How many solutions there are. */
uint32_t bench_solve(struct bench *bench, bool rules);
void bench_free(struct bench *bench);

#endif
