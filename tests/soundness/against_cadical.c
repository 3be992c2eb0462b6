/* Random puzzles too big for brute force: verdicts held against the SAT solver `cadical` on the exported CNF.
 *
 *      against_cadical nonogram|masyu|slitherlink [--from N] [--count N]
 *
 * none <=> the formula is unsatisfiable; unique <=> satisfiable, and not any more once our solution is excluded;
 * several: satisfiable with each of our two solutions, and with the first one excluded. */
#include "lab.h"
#include "region.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIDE = REGION_SIDE };

struct board {
    char text[8192];
    uint32_t n;
};

static void put_line(struct board *b, const uint8_t *cells, uint32_t n, uint32_t step, uint32_t colours)
{
    uint32_t run = 0, blocks = 0;
    for (uint32_t i = 0; i <= n; i++) {
        uint8_t c = i < n ? cells[i * step] : 0, before = i ? cells[(i - 1) * step] : 0;
        if (before && c != before) {
            b->n += (uint32_t)sprintf(b->text + b->n, "%s%u", blocks++ ? colours > 1 ? "," : " " : "", run);
            if (colours > 1)
                b->text[b->n++] = (char)('a' + before - 1);
        }
        run = c && c == before ? run + 1 : 1;
    }
    if (!blocks)
        b->text[b->n++] = '0';
    b->text[b->n++] = '\n';
}

static void random_nonogram(struct board *b, struct random *random)
{
    uint8_t grid[SIDE * SIDE];
    uint32_t colours = 1 + (uint32_t)random_below(random, 2) * (1 + (uint32_t)random_below(random, 2));
    uint32_t w = 4 + (uint32_t)random_below(random, colours > 1 ? 7 : 12),
             h = 4 + (uint32_t)random_below(random, colours > 1 ? 7 : 12);
    uint64_t density = 35 + random_below(random, 35);
    for (uint32_t i = 0; i < w * h; i++)
        grid[i] = random_below(random, 100) < density ? (uint8_t)(1 + random_below(random, colours)) : 0;
    if (colours == 1)
        b->n = (uint32_t)sprintf(b->text, "%u %u\n", w, h);
    else
        b->n = (uint32_t)sprintf(b->text, "width %u\nheight %u\ncolor a #ff0000\ncolor b #00ff00\n%srows\n", w, h,
                                 colours > 2 ? "color c #0000ff\n" : "");
    for (uint32_t y = 0; y < h; y++)
        put_line(b, grid + y * w, w, 1, colours);
    if (colours > 1)
        b->n += (uint32_t)sprintf(b->text + b->n, "columns\n");
    /* a third of them with two cells of one column exchanged behind the rows' back: most often no solution */
    uint32_t x = (uint32_t)random_below(random, w), p = (uint32_t)random_below(random, h),
             q = random_below(random, 3) ? p : (uint32_t)random_below(random, h);
    uint8_t c = grid[p * w + x];
    grid[p * w + x] = grid[q * w + x];
    grid[q * w + x] = c;
    for (uint32_t i = 0; i < w; i++)
        put_line(b, grid + i, h, w, colours);
    b->text[b->n] = 0;
}

static void random_masyu(struct board *b, struct random *random)
{
    struct region r = {.w = 3 + (uint32_t)random_below(random, 7), .h = 3 + (uint32_t)random_below(random, 7)};
    uint64_t keep = 50 + random_below(random, 51), wrong = random_below(random, 4) ? 0 : 4;
    b->n = 0;
    region_grow(&r, random);
    for (uint32_t y = 0; y <= r.h; y++) {
        for (uint32_t x = 0; x <= r.w; x++) {
            char c = random_below(random, 100) < keep ? region_pearl(&r, y, x, 0) : '.';
            b->text[b->n++] = random_below(random, 100) < wrong ? "WB"[random_below(random, 2)] : c;
        }
        b->text[b->n++] = '\n';
    }
    b->text[b->n] = 0;
}

static void random_slitherlink(struct board *b, struct random *random)
{
    struct region r = {.w = 4 + (uint32_t)random_below(random, 9), .h = 4 + (uint32_t)random_below(random, 9)};
    uint64_t keep = 25 + random_below(random, 60), wrong = random_below(random, 4) ? 0 : 2;
    region_grow(&r, random);
    b->n = (uint32_t)sprintf(b->text, "slitherlink %u %u\n", r.w, r.h);
    for (uint32_t y = 1; y <= r.h; y++) {
        for (uint32_t x = 1; x <= r.w; x++) {
            uint32_t in = (uint32_t)r.in[y - 1][x] + r.in[y + 1][x] + r.in[y][x - 1] + r.in[y][x + 1];
            uint32_t clue = random_below(random, 100) < wrong ? (uint32_t)random_below(random, 4)
                                                              : r.in[y][x] ? 4 - in : in;
            b->text[b->n++] = random_below(random, 100) < keep ? (char)('0' + clue) : '.';
        }
        b->text[b->n++] = '\n';
    }
    b->text[b->n] = 0;
}

static const struct {
    const char *puzzle;
    void (*board)(struct board *b, struct random *random);
} makers[] = {{"nonogram", random_nonogram}, {"masyu", random_masyu}, {"slitherlink", random_slitherlink}};

/* Runs cadical on the formula with `extra` clauses behind it: 10, 20, or something else. */
static int cadical(const struct text *cnf, const struct text *extra, uint32_t nextra)
{
    char path[] = "/tmp/ratchet-cnf-XXXXXX", command[80];
    int fd = mkstemp(path);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file)
        return -1;
    const char *head = strstr(text_string(cnf), "p cnf "), *body = head ? strchr(head, '\n') : NULL;
    unsigned variables = 0, clauses = 0;
    if (head)
        sscanf(head, "p cnf %u %u", &variables, &clauses);
    fprintf(file, "p cnf %u %u%s%s", variables, clauses + nextra, body ? body : "\n", text_string(extra));
    fclose(file);
    snprintf(command, sizeof command, "cadical -q -n %s >/dev/null", path);
    int status = system(command);
    unlink(path);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* "c N = ..." lines and the show line give the numbers: for two-valued variable v the v-th of `shown`. */
static uint32_t read_shown(const struct text *cnf, int *shown, uint32_t capacity)
{
    const char *at = strstr(text_string(cnf), "c p show");
    uint32_t n = 0;
    char *end;
    for (at = at ? at + 8 : NULL; at && n < capacity; at = end) {
        long number = strtol(at, &end, 10);
        if (!number || end == at)
            break;
        shown[n++] = (int)number;
    }
    return n;
}

/* The literals that say "this solution": one a variable (two-valued) or one a value. */
static void solution_literals(const int *shown, uint32_t nshown, const uint8_t *values, uint32_t nvars, int *out)
{
    uint32_t per = nshown / nvars;
    for (uint32_t v = 0; v < nvars; v++)
        for (uint32_t k = 0; k < per; k++) {
            bool holds = per == 1 ? values[v] == 1 : values[v] == k;
            out[v * per + k] = holds ? shown[v * per + k] : -shown[v * per + k];
        }
}

static void clause_of(const int *lits, uint32_t n, struct text *out)
{
    text_clear(out);
    for (uint32_t k = 0; k < n; k++)
        text_printf(out, "%d ", -lits[k]);
    text_puts(out, "0\n");
}

static void units_of(const int *lits, uint32_t n, struct text *out)
{
    text_clear(out);
    for (uint32_t k = 0; k < n; k++)
        text_printf(out, "%d 0\n", lits[k]);
}

static const char *compare(const struct lab_run *run, const struct text *cnf)
{
    static int shown[SIDE * SIDE * 8], lits[SIDE * SIDE * 8];
    struct text extra = {0};
    uint32_t n = read_shown(cnf, shown, sizeof shown / sizeof *shown);
    const char *wrong = NULL;
    if (run->solutions == 0)
        wrong = cadical(cnf, &extra, 0) == 20 ? NULL : "we say none, cadical finds a solution";
    for (uint32_t k = 0; k < run->nfound && k < 2 && !wrong; k++) {
        solution_literals(shown, n, run->found + (size_t)k * run->nvars, run->nvars, lits);
        units_of(lits, n, &extra);
        if (cadical(cnf, &extra, n) != 10)
            wrong = "cadical refuses our solution";
    }
    if (run->solutions && !wrong) {
        solution_literals(shown, n, run->found, run->nvars, lits);
        clause_of(lits, n, &extra);
        if (cadical(cnf, &extra, 1) != (run->solutions == 1 ? 20 : 10))
            wrong = run->solutions == 1 ? "we say unique, cadical finds another solution"
                                        : "we say several, cadical finds only one";
    }
    text_free(&extra);
    return wrong;
}

int main(int argc, char **argv)
{
    size_t kind = 0, kinds = sizeof makers / sizeof *makers;
    uint64_t from = 0, count = 40, verdicts[3] = {0}, undecided = 0, failures = 0;
    while (argc > 1 && kind + 1 < kinds && strcmp(argv[1], makers[kind].puzzle))
        kind++;
    for (int i = 2; i + 1 < argc; i += 2)
        *(strcmp(argv[i], "--from") ? &count : &from) = strtoull(argv[i + 1], NULL, 10);
    if (system("cadical --version >/dev/null 2>&1")) {
        printf("TAP version 13\n1..0 # SKIP cadical is not installed\n");
        return 0;
    }
    struct lab lab;
    lab_open(&lab, makers[kind].puzzle, NULL);
    for (uint64_t i = from; i < from + count && failures < 5; i++) {
        struct random random;
        struct board b;
        struct text cnf = {0};
        random_seed(&random, i * 2 + kind);
        makers[kind].board(&b, &random);
        struct lab_run run = {.text = b.text, .rules = lab.rules, .nrules = lab.nrules, .learn = i % 4 != 3, .max = 2,
                              .node_limit = 200000, .modes = (enum search_modes)(i / 4 % 4),
                              .restart_unit = i / 16 % 2};
        lab_solve(&lab, &run);
        lab_cnf(&lab, b.text, &cnf);
        if (!run.complete && run.solutions < 2) {
            undecided++;
        } else {
            const char *wrong = compare(&run, &cnf);
            verdicts[run.solutions]++;
            if (wrong) {
                failures++;
                fprintf(stderr, "puzzle %" PRIu64 ": %s\n%s\n", i, wrong, b.text);
            }
        }
        lab_run_free(&run);
        text_free(&cnf);
    }
    lab_close(&lab);
    printf("TAP version 13\n1..1\n# %" PRIu64 " %s puzzles from %" PRIu64 ": %" PRIu64 " none, %" PRIu64 " unique, "
           "%" PRIu64 " several, %" PRIu64 " undecided within the node limit\n%sok 1 - "
           "cadical agrees with every verdict\n", count,
           makers[kind].puzzle, from, verdicts[0], verdicts[1], verdicts[2], undecided,
           failures ? "not " : "");
    return failures != 0;
}
