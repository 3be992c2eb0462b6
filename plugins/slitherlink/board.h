/* A Slitherlink board and its text (described at the top of slitherlink.c). */
#ifndef SLITHERLINK_BOARD_H
#define SLITHERLINK_BOARD_H

#include <ratchet/kind/slitherlink.h>
#include <ratchet/kit/rows.h>
#include <ratchet/kit/scene.h>

/* What a row is made of, for errors. */
#define BOARD_HELP "use '.' for a cell without a clue, and 0 to 4"

struct board {
    uint32_t width, height; /* cells */
    uint8_t *clue;          /* 0 .. 4 or RT_SLITHERLINK_NONE, row by row: as many as the lattice has faces */
    struct rt_lattice points;
};

static inline uint32_t board_cells(const struct board *b)
{
    return b->width * b->height;
}

static inline uint32_t board_edges(const struct board *b)
{
    return rt_lattice_edges(&b->points);
}

static inline void board_size(struct board *b, uint32_t width, uint32_t height)
{
    b->width = width;
    b->height = height;
    b->points = (struct rt_lattice){width + 1, height + 1};
}

/* The clue that a sign stands for; -1: it is none. */
static inline int clue_of(char sign, uint32_t how)
{
    (void)how;
    if (sign == '.' || sign == '-' || sign == '_')
        return RT_SLITHERLINK_NONE;
    return sign >= '0' && sign <= '4' ? sign - '0' : -1;
}

static inline char sign_of(uint8_t clue)
{
    return clue == RT_SLITHERLINK_NONE ? '.' : (char)('0' + clue);
}

/* Reads rows of signs, with or without the head, into *b; its clues come from the job's memory. *first gets the line of
 * the first row. RT_OK, or a status whose reason was told. */
static inline int board_read(struct rt_self *self, const char *text, size_t length, bool head, struct board *b,
                             uint32_t *first)
{
    struct rt_rows rows = {.self = self, .name = "slitherlink", .cell = clue_of,
                           .help = BOARD_HELP};
    int status = rt_rows_head(&rows, text, length, head);
    if (status == RT_OK)
        status = rt_rows_check(&rows);
    if (status != RT_OK)
        return status;
    board_size(b, rows.width, rows.height);
    *first = rows.first;
    return (b->clue = rt_rows_fill(&rows)) ? RT_OK : RT_ENOMEM;
}

/* The board of a puzzle that is to be written. */
static inline int board_of_puzzle(struct rt_self *self, const struct rt_puzzle_text *puzzle, struct board *b)
{
    uint32_t first;
    return board_read(self, puzzle->text, puzzle->length, true, b, &first);
}

/* Room for the clues of a board whose size was checked, none of them there. */
static inline int board_new(struct rt_self *self, uint32_t width, uint32_t height, struct board *b)
{
    board_size(b, width, height);
    b->clue = self->h->scratch(self, board_cells(b));
    if (!b->clue)
        return RT_ENOMEM;
    memset(b->clue, RT_SLITHERLINK_NONE, board_cells(b));
    return RT_OK;
}

/* Hands *b over as canonical text. */
static inline int board_emit(struct rt_self *self, const struct board *b, const struct rt_origin *from)
{
    char *text = self->h->scratch(self, board_cells(b) + b->height + 80), *end = text;
    if (!text)
        return RT_ENOMEM;
    end += sprintf(end, "slitherlink %u %u\n", b->width, b->height);
    for (uint32_t cell = 0; cell < board_cells(b); cell++) {
        *end++ = sign_of(b->clue[cell]);
        if ((cell + 1) % b->width == 0)
            *end++ = '\n';
    }
    return rt_emit_rows(self, text, (size_t)(end - text), 1, b->height, from);
}

/* ---- words and pictures ---- */

/* "between r1c1 and r1c2", "above r1c1", "left of r1c1"; or short, "r1c1-r1c2", "r1c1-top". */
static inline int name_edge(const struct board *b, uint32_t edge, bool briefly, char *buffer, size_t capacity)
{
    static const char *const words[][2] = {{"above ", "-top"}, {"left of ", "-left"}, {"below ", "-bottom"},
                                           {"right of ", "-right"}};
    bool level, last;
    uint32_t start = rt_lattice_start(&b->points, edge, &level);
    uint32_t row = start / b->points.width, column = start % b->points.width;
    int n;
    last = level ? row == b->height : column == b->width;
    if (level ? row && !last : column && !last)
        n = snprintf(buffer, capacity, briefly ? "r%uc%u-r%uc%u" : "between r%uc%u and r%uc%u", row + !level,
                     column + level, row + 1, column + 1);
    else {
        const char *const *word = words[(level ? 0 : 1) + (last ? 2 : 0)];
        n = snprintf(buffer, capacity, "%sr%uc%u%s", briefly ? "" : word[0], row + 1 - (level && last),
                     column + 1 - (!level && last), briefly ? word[1] : "");
    }
    return n < 0 || !capacity ? 0 : (size_t)n < capacity ? n : (int)capacity - 1;
}

static inline int edge_where(const void *board, uint32_t edge, char *buffer, size_t capacity)
{
    return name_edge(board, edge, false, buffer, capacity);
}

static inline const char *clue_shown(const void *board, uint32_t cell, bool drawn)
{
    static const char *const signs[] = {"0", "1", "2", "3", "4"};
    const struct board *b = board;
    (void)drawn;
    return b->clue[cell] == RT_SLITHERLINK_NONE ? NULL : signs[b->clue[cell]];
}

/* A clue in a picture must be the board's. */
static inline int clue_read(struct rt_picture_reader *r, bool face, uint32_t place, struct rt_span sign)
{
    const struct board *b = r->scene->board;
    char shown[8];
    if (!face)
        return RT_MARKS_FAIL(r, sign.s, "%s is no sign for a corner of cells; use '.'", rt_show_char(sign, shown));
    int clue = sign.n == 1 ? clue_of(*sign.s, 0) : -1;
    uint32_t row = place / b->width + 1, column = place % b->width + 1;
    if (clue < 0)
        return RT_MARKS_FAIL(r, sign.s, "%s is no sign for a cell; r%uc%u stands here", rt_show_char(sign, shown), row,
                             column);
    return clue == RT_SLITHERLINK_NONE || clue == b->clue[place]
               ? RT_OK
               : RT_MARKS_FAIL(r, sign.s, "the picture has a %d at r%uc%u, where the puzzle has %s", clue, row, column,
                               b->clue[place] == RT_SLITHERLINK_NONE ? "no clue" : clue_shown(b, place, false));
}

static inline struct rt_scene board_scene(const struct board *b)
{
    return (struct rt_scene){.lattice = &b->points, .board = b, .faces = true, .face = clue_shown,
                             .where = edge_where, .read = clue_read};
}

#endif
