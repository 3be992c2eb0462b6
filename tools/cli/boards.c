#include "boards.h"

#include "core/solver.h"

#include <inttypes.h>
#include <string.h>

enum { BOARDS = 8, SIDE = 4 };

struct trial {
    struct host *host;
    const struct config *config;
    const char *puzzle;
    uint64_t seed;
};

/* One board all the way, with allocation number `starve` failing. False: the fault says why. */
static bool draw(const struct trial *t, const struct text *board, uint64_t starve, uint64_t *allocations,
                 struct text *drawn, struct fault *fault)
{
    struct arena arena = {0};
    struct session session = {.arena = &arena, .fault = fault, .file = "a random board", .starve = starve};
    struct solver_options options = {.learn = true};
    struct rt_picture picture = {.size = sizeof picture, .kind = RT_RENDER_ASCII};
    struct puzzle_use use;
    struct puzzle *puzzle = NULL;
    struct solver *solver = NULL;
    bool good = false;
    random_seed(&session.random, t->seed);
    if (!host_use_puzzle(t->host, t->config, t->puzzle, &arena, &use, fault))
        puzzle = puzzle_parse(&session, &use, board->s, board->n, NULL, 0);
    if (puzzle)
        solver = solver_new(&session, &options, host_kinds(t->host), NULL, 0);
    if (solver && solver_build(solver, puzzle) == RT_OK)
        good = puzzle_render(puzzle, &picture, drawn) == RT_OK;
    *allocations = session.allocations;
    solver_free(solver);
    arena_free(&arena);
    return good;
}

static bool make(const struct trial *t, uint64_t number, struct text *board, enum boards_end *end, struct fault *fault)
{
    struct arena arena = {0};
    struct session session = {.arena = &arena, .fault = fault, .file = "a random board"};
    struct puzzle_use use;
    int status = RT_ERROR;
    random_seed(&session.random, t->seed + number);
    if (!host_use_puzzle(t->host, t->config, t->puzzle, &arena, &use, fault))
        status = puzzle_sample(&session, &use, SIDE, board);
    *end = status == RT_EUNSUPPORTED ? BOARDS_NONE : BOARDS_WRONG;
    arena_free(&arena);
    return status == RT_OK;
}

static bool starve(const struct trial *t, const struct text *board, const struct text *drawn, uint64_t allocations,
                   struct text *why)
{
    uint64_t then;
    bool good = true;
    for (uint64_t n = 1; n <= allocations && good; n++) {
        struct fault fault = {0};
        struct text again = {0};
        bool whole = draw(t, board, n, &then, &again, &fault);
        good = whole ? !strcmp(text_string(&again), text_string(drawn)) : fault.code != 0;
        if (!good)
            text_printf(why, "when allocation %" PRIu64 " fails, %s\n", n,
                        whole ? "it draws something else" : "it fails without a sentence");
        text_free(&again);
    }
    return good;
}

static enum boards_end try(const struct trial *t, bool hungry, struct text *why)
{
    enum boards_end end = BOARDS_GOOD;
    for (uint64_t k = 0; k < BOARDS && end == BOARDS_GOOD; k++) {
        struct text board = {0}, drawn = {0};
        struct fault fault = {0};
        uint64_t allocations;
        bool good = make(t, k, &board, &end, &fault) && draw(t, &board, 0, &allocations, &drawn, &fault);
        if (!good && end == BOARDS_WRONG)
            text_printf(why, "%s\n", fault.what);
        good = good && (!hungry || starve(t, &board, &drawn, allocations, why));
        if (good)
            end = BOARDS_GOOD;
        else
            text_puts(why, text_string(&board));
        text_free(&board);
        text_free(&drawn);
    }
    return end;
}

enum boards_end boards_draw(struct host *host, const struct config *config, const char *puzzle, uint64_t seed,
                            struct text *why)
{
    return try(&(struct trial){host, config, puzzle, seed}, false, why);
}

enum boards_end boards_starve(struct host *host, const struct config *config, const char *puzzle, uint64_t seed,
                              struct text *why)
{
    return try(&(struct trial){host, config, puzzle, seed}, true, why);
}
