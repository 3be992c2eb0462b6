/* Random boards through every format of their puzzle type that can hold them, and back: the board is the same, also
 * where nobody says which format it is, and so are the solution and the marks where the format keeps such.
 *
 *      round_trip FOLDERS TYPE [BOARDS [FIRST]]
 *
 * FOLDERS: of plugins, parted by colons. Board number i is always the same. Prints TAP, a test a format. */
#include "core/puzzle.h"
#include "host/host.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, MOST = 200, COLOURS = 4 };

/* What formats keep besides the board. */
static const char *const with_solution[] = {
    "nonogram.text", "nonogram.non", "nonogram.nonpack", "nonogram.xml", "nonogram.json", "nonogram.gno",
    "nonogram.pbm", "nonogram.png", "nonogram.ppm", "masyu.janko", "masyu.penpa", "masyu.puzzlekit", "masyu.pzprv3",
    "masyu.task", "slitherlink.janko", "slitherlink.pzprv3", "tents.pzprv3", "tents.text", "kakuro.grid",
    "kakuro.janko", "kakuro.pzprv3", NULL};
static const char *const with_marks[] = {"nonogram.text", "nonogram.non", "nonogram.nonpack", "nonogram.xml",
                                         "nonogram.json", "nonogram.gno", "nonogram.sgt", "masyu.penpa", "masyu.pzprv3",
                                         "slitherlink.pzprv3", "tents.pzprv3", "tents.text", "kakuro.pzprv3", NULL};

struct bench {
    struct config *config;
    struct host *host;
    struct puzzle_use use;
    struct option_value options[8];
    struct arena lasting;
};

/* A puzzle of one board, in the arena that the session names. */
struct board {
    struct arena arena;
    struct fault fault;
    struct session session;
    struct rt_puzzle_text text;     /* size 0: none */
    uint32_t count;
};

struct tally {
    uint32_t held, solutions, marks, wrong;
};

static bool listed(const char *const *list, const char *id)
{
    while (*list && strcmp(*list, id))
        list++;
    return *list;
}

static void ready(struct board *b)
{
    b->session = (struct session){.arena = &b->arena, .fault = &b->fault, .file = "board", .random = b->session.random};
}

static int take(void *context, const struct rt_puzzle_text *text)
{
    struct board *b = context;
    b->count++;
    b->text = (struct rt_puzzle_text){.size = sizeof b->text,
                                      .text = arena_string_n(&b->arena, text->text, text->length),
                                      .length = text->length,
                                      .marks = arena_string(&b->arena, text->marks),
                                      .solution = arena_string(&b->arena, text->solution)};
    return RT_OK;
}

/* The value of a colour that canonical text declares; black where it declares none. */
static unsigned colour_of(const char *text, char key)
{
    char is;
    unsigned rgb;
    for (const char *at = text; (at = strstr(at, "\ncolour ")); at++)
        if (sscanf(at, "\ncolour %c #%6x", &is, &rgb) == 2 && is == key)
            return rgb;
    return 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Text or picture with the values of colours for their keys, since a format may choose others: what must come back. */
static char *essence(struct board *b, const char *text, const char *picture)
{
    bool nonogram = !strncmp(text, "nonogram", 8);
    const char *from = picture ? picture : text;
    struct text out = {0};
    for (const char *c = from, *line = from; *c; c++) {
        line = c == from || c[-1] == '\n' ? c : line;
        bool declared = nonogram && !picture && !strncmp(line, "colour", 6);
        bool letter = picture ? !strchr(".?\n", *c) : c > line && is_digit(c[-1]) && !is_digit(*c) && !isspace(*c);
        bool plain = !picture && is_digit(*c) && isspace(c[1]) && strncmp(line, "nonogram", 8);
        if (declared)
            continue;
        if (nonogram && letter)
            text_printf(&out, "#%06x ", colour_of(text, *c));
        else
            text_add(&out, nonogram && *c == '\t' ? " " : c, 1);
        if (nonogram && plain && memcmp(line, "0\n", 2) != 0)
            text_puts(&out, "#000000 ");
    }
    char *essence = arena_string(&b->arena, text_string(&out));
    text_free(&out);
    return essence;
}

static bool same(struct board *a, struct board *b, const char *one, const char *other)
{
    bool pictures = one && other;
    return pictures && !strcmp(essence(a, a->text.text, one), essence(b, b->text.text, other));
}

static bool same_board(struct board *a, struct board *b)
{
    return b->count == 1 && !strcmp(essence(a, a->text.text, NULL), essence(b, b->text.text, NULL));
}

/* Marks: about half of what the solution says. */
static void make_marks(struct bench *bench, struct board *b)
{
    struct puzzle *puzzle = puzzle_parse(&b->session, &bench->use, b->text.text, b->text.length, NULL, 0);
    uint32_t n = (uint32_t)(2 * strlen(b->text.solution) + 64);
    uint64_t *domains = arena_alloc(&b->arena, n * sizeof *domains), full = 0;
    struct rt_picture picture = {.size = sizeof picture, .kind = RT_RENDER_ASCII, .domains = domains};
    struct text out = {0};
    memset(domains, 0xff, n * sizeof *domains);
    if (!puzzle || puzzle_marks(puzzle, b->text.solution, strlen(b->text.solution), domains, n) != RT_OK)
        return;
    for (uint32_t i = 0; i < n; i++)
        full |= domains[i] != UINT64_MAX ? domains[i] : 0;
    bool any = false;
    for (uint32_t i = 0; i < n; i++) {
        if (random_below(&b->session.random, 2) || domains[i] == UINT64_MAX)
            domains[i] = full;
        any |= domains[i] != full;
    }
    if (any && puzzle_render(puzzle, &picture, &out) == RT_OK)
        b->text.marks = arena_string(&b->arena, text_string(&out));
    text_free(&out);
}

/* Sets an option, if the type has it. */
static void choose(struct bench *bench, const char *name, uint64_t value)
{
    const struct rt_option *const *options = bench->use.class->options;
    for (uint32_t i = 0; options && options[i]; i++)
        if (!strcmp(options[i]->name, name))
            bench->options[i].number = (int64_t)value;
}

/* By turns a board alone, one with its solution, one with marks. False: the type makes none of that size. */
static bool make_board(struct bench *bench, uint32_t number, struct board *b)
{
    struct text text = {0};
    *b = (struct board){0};
    random_seed(&b->session.random, number);
    ready(b);
    struct random *random = &b->session.random;
    struct rt_wish wish = {.size = sizeof wish, .width = 2 + (uint32_t)random_below(random, SIDE - 1),
                           .height = 2 + (uint32_t)random_below(random, SIDE - 1)};
    choose(bench, "colours", random_below(random, COLOURS));
    choose(bench, "white", random_below(random, 4) ? 0 : random_below(random, 3));
    if (number % 3)
        puzzle_generate(&b->session, &bench->use, NULL, &wish, take, b);
    else if (puzzle_sample(&b->session, &bench->use, SIDE, &text) == RT_OK)
        take(b, &(struct rt_puzzle_text){.text = text_string(&text), .length = text.n});
    text_free(&text);
    if (number % 3 == 2 && b->text.solution)
        make_marks(bench, b);
    if (number % 3 == 2)
        b->text.solution = NULL;
    b->fault = (struct fault){0};
    return b->text.size;
}

static void complain(const struct rt_format_class *format, uint32_t number, const char *what, const struct board *b,
                     const char *written)
{
    printf("# %s, board %u: %s\n# %s\n", format->id, number, what, b->fault.what);
    for (const char *c = written; *c; c++)
        (c == written || c[-1] == '\n') ? printf("# %c", *c) : putchar(*c);
    putchar('\n');
}

static void read_back(struct board *b, const struct rt_format_class *format, const struct text *written)
{
    *b = (struct board){0};
    ready(b);
    format_read(&b->session, format, text_string(written), written->n, take, b);
}

/* What is wrong with it, NULL: nothing. */
static const char *judge(struct bench *bench, const struct rt_format_class *format, struct board *b,
                         const struct text *written, struct tally *tally, struct board *back)
{
    struct fault fault = {0};
    char name[64];
    read_back(back, format, written);
    if (!same_board(b, back))
        return "another board came back";
    if (b->text.solution && listed(with_solution, format->id) != same(b, back, b->text.solution, back->text.solution))
        return "the solution";
    bool closed = b->text.marks && back->text.solution;     /* the whole line was among the marks */
    if (b->text.marks && !closed && listed(with_marks, format->id) != same(b, back, b->text.marks, back->text.marks))
        return "the marks";
    tally->solutions += b->text.solution && back->text.solution;
    tally->marks += b->text.marks && back->text.marks;
    arena_free(&back->arena);
    snprintf(name, sizeof name, "board%s", format->extensions ? format->extensions[0] : "");
    const struct host_format *found =
        host_recognise(bench->host, name, text_string(written), written->n, bench->use.class->id, NULL, &fault);
    if (!found)
        return "nobody recognises it";
    read_back(back, found->class, written);
    return same_board(b, back) ? NULL : "who recognises it reads another board";
}

static void through(struct bench *bench, const struct rt_format_class *format, uint32_t number, struct tally *tally)
{
    struct board board, back = {0};
    struct text written = {0};
    if (make_board(bench, number, &board)) {
        const struct rt_puzzle_text *list[] = {&board.text};
        int status = format_write(&board.session, format, list, 1, &written);
        const char *wrong = status == RT_EUNSUPPORTED ? NULL
                            : status != RT_OK ? "it is not written" : judge(bench, format, &board, &written, tally, &back);
        tally->held += status == RT_OK;
        tally->wrong += wrong != NULL;
        if (wrong && tally->wrong < 4)
            complain(format, number, wrong, status == RT_OK ? &back : &board, text_string(&written));
    }
    text_free(&written);
    arena_free(&board.arena);
    arena_free(&back.arena);
}

static void bench_open(struct bench *bench, const char *folders, const char *type)
{
    struct fault fault = {0};
    char buffer[1200];
    bench->config = config_new();
    config_put(bench->config, "plugins", "path", folders, "round_trip", &fault);
    bench->host = host_open(bench->config, &fault);
    if (!bench->host || host_use_puzzle(bench->host, bench->config, type, &bench->lasting, &bench->use, &fault)) {
        fprintf(stderr, "round_trip: %s\n", fault_string(&fault, buffer, sizeof buffer));
        exit(2);
    }
    host_open_all(bench->host);
    for (uint32_t i = 0; bench->use.class->options && bench->use.class->options[i]; i++)
        bench->options[i] = bench->use.options[i];
    bench->use.options = bench->options;
}

int main(int argc, char **argv)
{
    struct bench bench = {0};
    const struct host_format *const *formats;
    uint32_t tests = 0, failed = 0;
    if (argc < 3) {
        fputs("usage: round_trip FOLDERS TYPE [BOARDS [FIRST]]\n", stderr);
        return 2;
    }
    uint32_t boards = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : MOST;
    uint32_t first = argc > 4 ? (uint32_t)strtoul(argv[4], NULL, 10) : 0;
    bench_open(&bench, argv[1], argv[2]);
    uint32_t n = host_list_formats(bench.host, &formats);
    for (uint32_t f = 0; f < n; f++) {
        const struct rt_format_class *format = formats[f]->class;
        struct tally tally = {0};
        if (strcmp(format->puzzle, argv[2]) != 0 || !format->write)
            continue;
        for (uint32_t i = 0; i < boards; i++)
            through(&bench, format, first + i, &tally);
        bool good = tally.held && !tally.wrong && !tally.solutions == !listed(with_solution, format->id) &&
                    !tally.marks == !listed(with_marks, format->id);
        failed += !good;
        printf("%sok %u - %s: held %u of %u boards, %u solutions, %u marks\n", good ? "" : "not ", ++tests, format->id,
               tally.held, boards, tally.solutions, tally.marks);
    }
    printf("1..%u\n", tests);
    host_close(bench.host);
    config_free(bench.config);
    arena_free(&bench.lasting);
    return failed || !tests;
}
