/* kakuro.janko — the text of a puzzle as on janko.at:
 *
 *      begin                   or [begin], and so on
 *      puzzle kakuro
 *      author Jane Doe
 *      size 4                  or rows 3, cols 4: not needed
 *      problem
 *      - 16, 24, -             the cells of kakuro.grid
 *      ...
 *      solution
 *      - - - -                 digits, walls where they are
 *      ...
 *      end */
#include "board.h"

#include <ratchet/kit/janko.h>

static const char *const types[] = {"kakuro", NULL};

static int probe(const char *bytes, size_t length)
{
    return rt_janko_probe(bytes, length, types) ? 100 : 0;
}

/* The rows of the problem, or those of the solution into its cells. */
static int read_section(struct rt_self *self, const struct rt_janko_section *section, struct board *board,
                        bool answers)
{
    struct rt_lines lines = section->lines;
    struct rt_span line;
    int status = RT_OK;
    for (uint32_t row = 0; row < section->rows && status == RT_OK && rt_lines_next_full(&lines, &line); row++) {
        board->width = row || answers ? board->width : count_words(line);
        if (!row && !answers)
            status = board_make(self, board, lines.number);
        if (status == RT_OK)
            status = read_row(self, line, lines.number, board, row, answers);
    }
    return status;
}

static int read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_janko j = {.self = self, .types = types};
    int status = rt_janko_read(&j, bytes, length);
    struct board board = {.height = j.problem.rows};
    if (status == RT_OK)
        status = read_section(self, &j.problem, &board, false);
    if (status == RT_OK)
        status = rt_janko_check_size(&j, board.width, board.height);
    if (status == RT_OK)
        status = rt_janko_check_solution(&j, board.height);
    if (status == RT_OK)
        status = read_section(self, &j.solution, &board, true);
    struct rt_puzzle_text puzzle = {.author = rt_span_string(self, j.author), .title = rt_span_string(self, j.title)};
    return status == RT_OK ? board_emit(self, &board, &puzzle) : status;
}

/* ---- writing */

static int write_rows(struct rt_self *self, const struct board *board, bool answers)
{
    int status = RT_OK;
    for (uint32_t at = 0; at < board_size(board) && status == RT_OK; at++) {
        char word[WORD_MOST];
        cell_word_listed(&board->cell[at], answers, word);
        status = self->h->print(self, "%s%s", word, (at + 1) % board->width ? " " : "\n");
    }
    return status;
}

static int write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct board board;
    bool all;
    int status = rt_only_one(self, count);
    status = status == RT_OK ? board_of(self, puzzles[0], &board) : status;
    if (status != RT_OK)
        return status;
    rt_janko_put_head(self, "kakuro", puzzles[0], board.width, board.height);
    status = write_rows(self, &board, false);
    if (status == RT_OK && board_answered(&board, &all) && all) {
        self->h->print(self, "solution\n");
        status = write_rows(self, &board, true);
    }
    return status == RT_OK ? self->h->print(self, "end\n") : status;
}

static const char *const extensions[] = {".janko", ".x-janko", NULL};
static const char *const magic[] = {"begin", "[begin]", NULL};

static const struct rt_format_class format = {
    .size = sizeof format,
    .id = "kakuro.janko",
    .puzzle = "kakuro",
    .summary = "the text of a puzzle as on janko.at, with or without solution",
    .extensions = extensions,
    .magic = magic,
    .probe = probe,
    .read = read,
    .write = write,
    .quirks = "Key words with or without brackets, values on the same line or the next; cells as in kakuro.grid",
};

static const struct rt_format_class *const formats[] = {&format, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "kakuro.janko", .version = "1.0", .formats = formats,
};
