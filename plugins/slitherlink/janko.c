/* slitherlink.janko — the text of a puzzle on janko.at:
 *
 *      begin                   or [begin], and so on
 *      puzzle slitherlink
 *      author Jane Doe
 *      size 4                  or rows and cols: not needed
 *      problem
 *      - 2 3 -                 - none, 0 to 4 a clue
 *      ...
 *      solution
 *      - - x -                 x the loop goes round this cell, - it does not
 *      ...
 *      end
 *
 * A solution that is spelled otherwise is left out, with a warning. */
#include "board.h"

#include <ratchet/kit/janko.h>
#include <ratchet/model.h>

static const char *const types[] = {"slitherlink", "slither", NULL};

static int janko_probe(const char *bytes, size_t length)
{
    return rt_janko_probe(bytes, length, types);
}

/* Is a cell of a solution inside? -1: the sign says neither. */
static int side_of(char sign, uint32_t how)
{
    (void)how;
    return sign == 'x' || sign == 'X' ? 1 : sign == '-' || sign == '.' ? 0 : -1;
}

/* Every row of the solution as sides, into *in, one a cell; *in is NULL where they are spelled otherwise. */
static int read_sides(const struct rt_janko *j, const struct board *b, uint8_t **in)
{
    struct rt_rows signs = {.self = j->self, .cell = side_of};
    struct rt_lines lines = j->solution.lines;
    struct rt_span line;
    if (!(*in = j->self->h->scratch(j->self, board_cells(b))))
        return RT_ENOMEM;
    for (uint32_t row = 0; row < b->height && rt_lines_next_full(&lines, &line); row++) {
        uint32_t n = 0, others = 0;
        for (size_t i = 0; i < line.n; i++) {
            n += side_of(line.s[i], 0) >= 0;
            others += side_of(line.s[i], 0) < 0 && !rt_is_blank(line.s[i]);
        }
        if (others) {
            j->self->h->log(j->self, RT_LOG_WARN, "line %u: the solution is not spelled in x and -; it is left out",
                            lines.number);
            *in = NULL;
            return RT_OK;
        }
        if (n != b->width)
            return j->self->h->fail(j->self, RT_EINPUT, lines.number, 0,
                                    "row %u of the solution has %u cells, but the board is %u wide", row + 1, n,
                                    b->width);
        rt_rows_fill_row(&signs, line, *in + row * b->width);
    }
    return RT_OK;
}

/* The border of the cells that are inside, as a picture. */
static int read_solution(const struct rt_janko *j, const struct board *b, const char **solution)
{
    struct rt_scene scene = board_scene(b);
    uint8_t *in = NULL;
    int status = rt_janko_check_solution(j, b->height);
    if (status == RT_OK && j->solution.rows)
        status = read_sides(j, b, &in);
    if (status != RT_OK || !in)
        return status;
    uint64_t *edges = rt_edges_new(j->self, &b->points);
    for (uint32_t cell = 0; edges && cell < board_cells(b); cell++)
        for (uint32_t d = 0; d < 4; d++) {
            uint32_t beside = rt_lattice_face_beside(&b->points, cell, d);
            bool border = in[cell] != (beside != RT_NOPOS && in[beside]);
            edges[rt_lattice_side(&b->points, cell, d)] = border ? RT_EDGE_ON : RT_EDGE_OFF;
        }
    return edges && (*solution = rt_scene_string(j->self, &scene, edges)) ? RT_OK : RT_ENOMEM;
}

static int janko_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct rt_janko j = {.self = self, .types = types};
    struct rt_rows rows = {.self = self, .cell = clue_of, .help = BOARD_HELP};
    struct board b = {0};
    const char *solution = NULL;
    int status = rt_janko_read(&j, bytes, length);
    if (status == RT_OK)
        status = rt_janko_read_board(&j, &rows, &b.clue);
    if (status == RT_OK) {
        board_size(&b, rows.width, rows.height);
        status = read_solution(&j, &b, &solution);
    }
    struct rt_origin from = {.first = j.problem.first, .title = j.title, .author = j.author, .solution = solution};
    return status == RT_OK ? board_emit(self, &b, &from) : status;
}

static int write_rows(struct rt_self *self, const struct board *b, const uint8_t *sides)
{
    int status = RT_OK;
    for (uint32_t cell = 0; cell < board_cells(b) && status == RT_OK; cell++) {
        char clue = b->clue[cell] == RT_SLITHERLINK_NONE ? '-' : sign_of(b->clue[cell]);
        status = self->h->print(self, "%c%s", !sides ? clue : sides[cell] == RT_SIDE_IN ? 'x' : '-',
                                (cell + 1) % b->width ? " " : "\n");
    }
    return status;
}

static int janko_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    struct board b;
    uint64_t *edges = NULL;
    int status = rt_single(self, count, "slitherlink.janko", "slitherlink.puzzlink");
    if (status == RT_OK)
        status = board_of_puzzle(self, puzzles[0], &b);
    if (status != RT_OK)
        return status;
    struct rt_scene scene = board_scene(&b);
    status = rt_edges_of_solution(self, &scene, puzzles[0], &edges);
    const uint8_t *sides = edges ? rt_faces_sides(self, &b.points, edges) : NULL;
    if (status != RT_OK || (edges && !sides))
        return status != RT_OK ? status : RT_ENOMEM;
    rt_janko_put_head(self, "slitherlink", puzzles[0], b.width, b.height);
    status = write_rows(self, &b, NULL);
    if (sides && status == RT_OK) {
        self->h->print(self, "solution\n");
        status = write_rows(self, &b, sides);
    }
    return status == RT_OK ? self->h->print(self, "end\n") : status;
}

static const char *const extensions[] = {".janko", ".x-janko", NULL};
static const char *const magic[] = {"begin", "[begin]", NULL};

static const struct rt_format_class janko = {
    .size = sizeof janko,
    .id = "slitherlink.janko",
    .puzzle = "slitherlink",
    .summary = "the text of a puzzle on janko.at, with or without solution",
    .extensions = extensions,
    .magic = magic,
    .probe = janko_probe,
    .read = janko_read,
    .write = janko_write,
    .quirks = "Key words with or without brackets, values on the same line or the next. A solution with x for each "
              "cell inside the loop is read; one that is spelled otherwise is left out with a warning.",
};

static const struct rt_format_class *const formats[] = {&janko, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "slitherlink.janko",
    .version = "1.0",
    .formats = formats,
};
