/* Masyu as an answer set program, `clingo` in a process of its own. */
#include "solve.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* The loop is reached from one of its cells: the first that must be on it, else the first that is. */
static const char program[] =
    "cell(0..w-1, 0..h-1).\n"
    "side(l,-1,0). side(r,1,0). side(u,0,-1). side(d,0,1). across(l,r). across(u,d).\n"
    "{ right(X,Y) } :- cell(X,Y), X < w-1.\n"
    "{ down(X,Y) } :- cell(X,Y), Y < h-1.\n"
    "on(X,Y,r) :- right(X,Y).  on(X+1,Y,l) :- right(X,Y).\n"
    "on(X,Y,d) :- down(X,Y).   on(X,Y+1,u) :- down(X,Y).\n"
    "visited(X,Y) :- on(X,Y,_).\n"
    ":- visited(X,Y), #count { S : on(X,Y,S) } != 2.\n"
    "wanted(X,Y) :- white(X,Y).\n"
    "wanted(X,Y) :- black(X,Y).\n"
    ":- wanted(X,Y), not visited(X,Y).\n"
    ":- white(X,Y), across(S,T), on(X,Y,S), not on(X,Y,T).\n"
    ":- white(X,Y), across(S,T), on(X,Y,T), not on(X,Y,S).\n"
    ":- white(X,Y), across(S,T), side(S,A,B), side(T,C,D), on(X,Y,S), on(X+A,Y+B,S), on(X+C,Y+D,T).\n"
    ":- black(X,Y), across(S,T), on(X,Y,S), on(X,Y,T).\n"
    ":- black(X,Y), side(S,A,B), on(X,Y,S), not on(X+A,Y+B,S).\n"
    "reached(X,Y) :- root(X,Y).\n"
    "reached(X+A,Y+B) :- reached(X,Y), on(X,Y,S), side(S,A,B).\n"
    ":- visited(X,Y), not reached(X,Y).\n"
    ":- not visited(X,Y) : cell(X,Y).\n"
    "#show right/2.\n"
    "#show down/2.\n";

static const char first_visited[] = "before(0).\n"
                                    "before(Y*w+X+1) :- before(Y*w+X), cell(X,Y), not visited(X,Y).\n"
                                    "root(X,Y) :- before(Y*w+X), visited(X,Y).\n";

static const char *predicate(char cell)
{
    return cell == 'W' ? "white" : cell == 'B' ? "black" : "wanted";
}

static void write_program(const struct puzzle *p, FILE *out)
{
    bool rooted = false;
    fprintf(out, "#const w = %u.\n#const h = %u.\n%s", p->width, p->height, program);
    for (size_t i = 0; i < puzzle_cells(p); i++) {
        unsigned x = (unsigned)(i % p->width), y = (unsigned)(i / p->width);
        if (p->cell[i] == '.' && !p->every_cell)
            continue;
        if (!rooted)
            fprintf(out, "root(%u,%u).\n", x, y);
        rooted = true;
        fprintf(out, "%s(%u,%u).\n", predicate(p->cell[i]), x, y);
    }
    if (!rooted)
        fputs(first_visited, out);
}

static void limit_cpu(double limit)
{
    struct rlimit most = {.rlim_cur = (rlim_t)ceil(limit), .rlim_max = (rlim_t)ceil(limit)};
    if (limit > 0)
        setrlimit(RLIMIT_CPU, &most);
}

enum { NOT_INSTALLED = 127 };

static void become_clingo(FILE *in, FILE *out, double limit)
{
    limit_cpu(limit);
    if (dup2(fileno(in), 0) >= 0 && dup2(fileno(out), 1) >= 0)
        execlp("clingo", "clingo", "--models=2", "--verbose=0", "--warn=none", "-", (char *)NULL);
    _exit(NOT_INSTALLED);
}

static double seconds_of(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

/* CPU seconds of the child, from fork to its end; negative when it can't be started. */
static double run(FILE *in, FILE *out, double limit, int *code)
{
    int status;
    struct rusage usage;
    fflush(in);
    rewind(in);
    pid_t child = fork();
    if (!child)
        become_clingo(in, out, limit);
    if (child < 0)
        return -1;
    while (wait4(child, &status, 0, &usage) < 0)
        if (errno != EINTR)
            return -1;
    rewind(out);
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    return *code == NOT_INSTALLED ? -1 : seconds_of(&usage);
}

/* One model a line: right(X,Y) and down(X,Y) in any order. */
static void read_model(const struct puzzle *p, char *line, uint8_t *grid)
{
    unsigned x, y;
    for (char *atom = strtok(line, " \n"); atom; atom = strtok(NULL, " \n")) {
        bool below = sscanf(atom, "down(%u,%u)", &x, &y) == 2;
        if ((below || sscanf(atom, "right(%u,%u)", &x, &y) == 2) && x < p->width && y < p->height)
            grid[(below ? puzzle_cells(p) : 0) + (size_t)y * p->width + x] = 1;
    }
}

static void read_models(const struct puzzle *p, FILE *out, struct findings *found)
{
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, out) > 0)
        if (found->ngrids < 2 && (!strncmp(line, "right(", 6) || !strncmp(line, "down(", 5)))
            read_model(p, line, found->grid[found->ngrids++]);
    free(line);
}

/* clingo's exit status: 10 satisfiable, 20 exhausted, 30 both; anything else is no answer. */
static enum verdict verdict_of(int code, uint32_t models)
{
    if (models == 2)
        return SEVERAL;
    return code == 20 ? NONE : code == 30 ? UNIQUE : UNKNOWN;
}

void clingo_solve(const struct puzzle *p, const struct sat_settings *settings, struct findings *found)
{
    FILE *in = tmpfile(), *out = tmpfile();
    int code = 0;
    double start = cpu_now();
    if (in && out) {
        write_program(p, in);
        double writing = cpu_now() - start, running = run(in, out, settings->limit, &code);
        read_models(p, out, found);
        found->seconds = writing + (running > 0 ? running : 0);
    }
    found->verdict = verdict_of(code, found->ngrids);
    if (in)
        fclose(in);
    if (out)
        fclose(out);
}

double clingo_start(void)
{
    FILE *in = tmpfile(), *out = tmpfile();
    int code;
    double seconds = in && out ? run(in, out, 0, &code) : -1;
    if (in)
        fclose(in);
    if (out)
        fclose(out);
    return seconds;
}
