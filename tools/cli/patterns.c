/* A file of pictures is read as puzzles with marks: each is what would break one of them, and its title says which.
 * The pictures are right where none of these puzzles has a solution. */
#include "patterns.h"

#include "gather.h"
#include "job/job.h"
#include "output.h"
#include "setup.h"
#include "signals.h"
#include "util/text.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct trial {
    const struct options *options;
    struct engine *engine;
    struct text out;
    uint32_t boards, refused, unproved;
};

static void print_board(const struct answer *answer, struct text *out)
{
    struct text board = {0};
    struct rt_picture picture = {.size = sizeof picture, .kind = RT_RENDER_ASCII, .domains = answer->grids[0]};
    if (answer->ngrids && puzzle_render(answer->puzzle, &picture, &board) == RT_OK)
        text_puts(out, text_string(&board));
    text_free(&board);
}

static void tell(struct trial *t, const struct gathered_puzzle *p, const struct answer *answer)
{
    const char *title = p->puzzle->title;
    const char *number = p->source->n > 1 ? strrchr(p->name, '#') : NULL;
    int file = (int)(number ? (size_t)(number - p->name) : strlen(p->name));
    bool broken = answer->solutions > 0;
    if (t->options->json) {
        json_t *object = json_pack("{s:s%, s:s, s:s}", "file", p->name, (size_t)file, "pattern", title, "verdict",
                                   broken ? "refused" : "unproved");
        char *line = json_dumps(object, JSON_COMPACT);
        text_printf(&t->out, "%s\n", line ? line : "");
        free(line);
        json_decref(object);
    } else if (broken) {
        text_printf(&t->out, "%.*s: refused: %s. On this board all that it knows holds, and what it claims does not:\n",
                    file, p->name, title);
        print_board(answer, &t->out);
    } else {
        text_printf(&t->out, "%.*s: not proved: %s (%s); raise the limits\n", file, p->name, title,
                    stop_name(answer->stop) ? stop_name(answer->stop) : "stopped");
    }
}

/* One puzzle. Patterns must not prove themselves. */
static int try_board(struct trial *t, const struct gathered_puzzle *p, struct fault *fault)
{
    struct job_request request = {.op = OP_SOLVE, .name = p->name, .max_solutions = 1, .without = "masyu.patterns",
                                  .cancelled = signals_cancelled(),
                                  .grid = {"marks", p->puzzle->marks, strlen(p->puzzle->marks)}};
    struct job *job = job_run(t->engine, p->source, p->puzzle, &request);
    if (!job)
        return fault_set(fault, EXIT_OTHER, NULL, 0, 0, "there is no memory left");
    const struct answer *answer = job_answer(job);
    t->boards++;
    if (answer->outcome == OUTCOME_ERROR)
        *fault = answer->fault;
    else if (answer->outcome != OUTCOME_NONE) {
        t->refused += answer->solutions > 0;
        t->unproved += !answer->solutions;
        tell(t, p, answer);
    }
    job_free(job);
    return fault->code;
}

static void sum_up(struct trial *t)
{
    if (t->options->json)
        text_printf(&t->out, "{\"boards\":%u,\"refused\":%u,\"unproved\":%u}\n", t->boards, t->refused, t->unproved);
    else if (!t->options->quiet && !t->refused && !t->unproved)
        text_printf(&t->out, "%u boards that would break a pattern were tried, and none has a loop: all are proved\n",
                    t->boards);
}

int patterns_command(const struct options *options)
{
    struct fault fault = {0};
    struct gathered puzzles = {0};
    struct trial t = {.options = options};
    struct options reading = *options;
    reading.format = "masyu.patterns";
    if (!options->noperands) {
        output_note("`rules check-patterns` needs a file of patterns");
        return EXIT_USAGE;
    }
    struct config *config = setup_config(options, NULL, &fault);
    t.engine = config ? engine_open(config, &fault) : NULL;
    if (t.engine)
        gather(&puzzles, t.engine, &reading, &fault);
    for (uint32_t k = 0; k < puzzles.n && !fault.code && !*signals_cancelled(); k++)
        try_board(&t, &puzzles.at[k], &fault);
    if (!fault.code)
        sum_up(&t);
    if (options->quiet < 2)
        output_result(&t.out);
    text_free(&t.out);
    gathered_free(&puzzles);
    engine_close(t.engine);
    if (fault.code)
        return output_fault(&fault);
    return t.refused ? EXIT_OTHER : t.unproved ? EXIT_UNKNOWN : output_failed() ? EXIT_OTHER : 0;
}
