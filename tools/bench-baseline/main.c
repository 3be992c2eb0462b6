/* bench-baseline: what a SAT solver (and clingo) needs for the engine's lists of puzzles. See README.md. */
#include "report.h"

#include <ccadical.h>
#include <errno.h>
#include <getopt.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { GOOD, WRONG, USAGE, BAD_INPUT = 65, REPEAT = 3, REPEAT_MOST = 1000 };

struct options {
    uint32_t repeat;
    bool json, clingo;
    const char *verdicts;
    struct skip skip;
    struct sat_settings settings;
};

static const char help[] =
    "Usage: bench-baseline [OPTION]... LIST...\n"
    "\n"
    "Each LIST is a file or folder of nonograms, Masyu, Slitherlink or Sudokus. CaDiCaL solves each puzzle and proves\n"
    "it unique, or finds a second solution; the CPU time covers encoding and solving.\n"
    "\n"
    "  --repeat N             runs of each puzzle; the median counts (3)\n"
    "  --limit SECONDS        CPU time a puzzle may take; 0: no limit (0)\n"
    "  --skip PATTERN         leave out files and folders of this name; may be given again\n"
    "  --clingo               Masyu also with the program `clingo`\n"
    "  --cadical NAME=VALUE   an option of CaDiCaL, as elim=0; may be given again\n"
    "  --verdicts FILE        write a table: name, verdict, were the solutions checked, …\n"
    "  --json                 figures as JSON\n"
    "  -h, --help             this text\n"
    "\n"
    "Exit status: 0; 1 a solution was wrong or the two solvers differ; 2 usage; 65 unreadable input.\n";

static bool usage_fault(const char *option, const char *value, const char *wanted)
{
    fprintf(stderr, "bench-baseline: %s is `%s`; give %s\n", option, value, wanted);
    return false;
}

static bool read_repeat(struct options *o, const char *text)
{
    char *end;
    long n = strtol(text, &end, 10);
    if (*end || n < 1 || n > REPEAT_MOST)
        return usage_fault("--repeat", text, "a number from 1 to 1000");
    o->repeat = (uint32_t)n;
    return true;
}

static bool read_limit(struct options *o, const char *text)
{
    char *end;
    o->settings.limit = strtod(text, &end);
    if (end == text || *end || !(o->settings.limit >= 0 && o->settings.limit <= 1e6))
        return usage_fault("--limit", text, "CPU seconds a puzzle, as 60 or 0.5");
    return true;
}

static bool read_cadical(struct options *o, const char *text)
{
    struct sat_settings *s = &o->settings;
    char *end;
    const char *is = strchr(text, '=');
    size_t n = is ? (size_t)(is - text) : 0;
    long value = is ? strtol(is + 1, &end, 10) : 0;
    if (!n || n >= sizeof s->name[0] || !is[1] || *end || s->noptions == SAT_OPTIONS)
        return usage_fault("--cadical", text, "NAME=NUMBER, at most 16 times");
    memcpy(s->name[s->noptions], text, n);
    s->value[s->noptions++] = (int)value;
    return true;
}

static bool read_option(struct options *o, int option)
{
    switch (option) {
    case 'r':
        return read_repeat(o, optarg);
    case 'l':
        return read_limit(o, optarg);
    case 'c':
        return read_cadical(o, optarg);
    case 's':
        o->skip.pattern[o->skip.n++] = optarg;
        return true;
    case 'v':
        o->verdicts = optarg;
        return true;
    case 'a':
        return o->clingo = true;
    case 'j':
        return o->json = true;
    default:
        fputs("Try bench-baseline --help.\n", stderr);
        return false;
    }
}

static bool read_options(struct options *o, int argc, char **argv)
{
    static const struct option known[] = {{"repeat", required_argument, NULL, 'r'},
                                          {"limit", required_argument, NULL, 'l'},
                                          {"skip", required_argument, NULL, 's'},
                                          {"clingo", no_argument, NULL, 'a'},
                                          {"cadical", required_argument, NULL, 'c'},
                                          {"verdicts", required_argument, NULL, 'v'},
                                          {"json", no_argument, NULL, 'j'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    int option;
    while ((option = getopt_long(argc, argv, "h", known, NULL)) >= 0) {
        if (option == 'h') {
            fputs(help, stdout);
            exit(GOOD);
        }
        if (!read_option(o, option))
            return false;
    }
    if (optind == argc)
        fputs("bench-baseline: name at least one file or folder of puzzles; see --help\n", stderr);
    return optind < argc;
}

/* Where the results of all lists go. */
struct output {
    json_t *lists;
    FILE *verdicts;
    double clingo_start;
};

static bool run_list(const struct options *o, const char *path, struct output *out, int *code)
{
    struct bench b = {.repeat = o->repeat,
                      .settings = o->settings,
                      .nsides = o->clingo ? 2 : 1,
                      .side = {{.name = "cadical",
                                .solve = {nonogram_solve, [MASYU] = loop_solve, [SLITHERLINK] = loop_solve,
                                          [SUDOKU] = sudoku_solve}},
                               {.name = "clingo", .solve = {[MASYU] = clingo_solve}}}};
    bool good = list_read(&b.list, path, &o->skip) && bench_run(&b);
    if (good) {
        if (o->json)
            json_array_append_new(out->lists, report_json(&b));
        else
            report_text(&b, stdout);
        if (out->verdicts)
            report_verdicts(&b, out->verdicts);
        if (b.contradictions || b.side[0].wrong || b.side[1].wrong)
            *code = WRONG;
    }
    fflush(NULL);
    bench_free(&b);
    list_free(&b.list);
    return good;
}

static void print_json(struct output *out)
{
    json_t *whole = json_pack("{s:s, s:O}", "cadical", ccadical_signature(), "lists", out->lists);
    if (out->clingo_start >= 0)
        json_object_set_new(whole, "clingo_start", json_real(out->clingo_start));
    if (whole && !json_dumpf(whole, stdout, JSON_COMPACT | JSON_REAL_PRECISION(9)))
        putchar('\n');
    json_decref(whole);
}

static bool open_output(const struct options *o, struct output *out)
{
    if (o->clingo && (out->clingo_start = clingo_start()) < 0) {
        fputs("bench-baseline: clingo does not start; it is in Debian's package gringo\n", stderr);
        return false;
    }
    if (o->verdicts && !(out->verdicts = fopen(o->verdicts, "w"))) {
        fprintf(stderr, "bench-baseline: %s: %s\n", o->verdicts, strerror(errno));
        return false;
    }
    if (out->verdicts)
        report_verdict_head(out->verdicts);
    return (out->lists = json_array()) != NULL;
}

static int close_output(struct output *out, int code)
{
    bool good = fflush(stdout) == 0;
    json_decref(out->lists);
    if (out->verdicts && fclose(out->verdicts))
        good = false;
    if (!good)
        fprintf(stderr, "bench-baseline: not everything could be written: %s\n", strerror(errno));
    return good ? code : WRONG;
}

static int run(const struct options *o, char **path)
{
    struct output out = {.clingo_start = -1};
    int code = GOOD;
    if (!open_output(o, &out))
        return USAGE;
    if (!o->json)
        printf("%s%s", ccadical_signature(), o->clingo ? "" : "\n");
    if (!o->json && o->clingo)
        printf(", clingo (%.1f ms of each run are its start)\n", out.clingo_start * 1e3);
    for (; *path; path++)
        if (!run_list(o, *path, &out, &code))
            code = BAD_INPUT;
    if (o->json)
        print_json(&out);
    return close_output(&out, code);
}

int main(int argc, char **argv)
{
    struct options o = {.repeat = REPEAT, .skip.pattern = calloc((size_t)argc, sizeof(char *))};
    if (!o.skip.pattern)
        return WRONG;
    int code = read_options(&o, argc, argv) ? run(&o, argv + optind) : USAGE;
    free(o.skip.pattern);
    return code;
}
