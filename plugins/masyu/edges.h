/* What a format knows of the edges. */
#ifndef MASYU_EDGES_H
#define MASYU_EDGES_H

#include "ascii.h"

/* The grid in which no line goes but those that are on, as a picture; NULL: no memory. */
static inline const char *edges_answer(struct rt_self *self, const struct board *b, const uint64_t *edges)
{
    struct rt_scene scene = board_scene(b);
    return rt_edges_answer(self, &scene, edges);
}

/* The loop that a puzzle has for solution, for formats that hold a whole one or nothing. */
static inline int edges_of_solution(struct rt_self *self, const struct board *b,
                                    const struct rt_puzzle_text *puzzle, uint64_t **edges)
{
    struct rt_scene scene = board_scene(b);
    return rt_edges_of_solution(self, &scene, puzzle, edges);
}

/* The same, or else what is drawn so far. */
static inline int edges_of_puzzle(struct rt_self *self, const struct board *b,
                                  const struct rt_puzzle_text *puzzle, uint64_t **edges)
{
    struct rt_scene scene = board_scene(b);
    return rt_edges_of_puzzle(self, &scene, puzzle, edges);
}

/* ---- cells by the directions in which the line leaves them: "ns", "se", "-" ---- */

/* -1: the word is none. Letters come in any order and case. */
static inline int links_of_word(struct rt_span word)
{
    static const char letters[] = "nesw"; /* in the order of the directions */
    uint32_t links = 0;
    if (rt_span_is(word, "-") || rt_span_is(word, "."))
        return 0;
    for (size_t i = 0; i < word.n; i++) {
        const char *letter = memchr(letters, word.s[i] | 0x20, 4);
        if (!letter || links >> (letter - letters) & 1)
            return -1;
        links |= 1u << (letter - letters);
    }
    return links ? (int)links : -1;
}

/* North, south, east, west, as such words are usually written. */
static inline const char *word_of_links(uint32_t links)
{
    static const char *const word[16] = {"-", "n",  "e",  "ne",  "s",  "ns",  "se",  "nse",
                                         "w", "nw", "ew", "new", "sw", "nsw", "sew", "nsew"};
    return word[links & 15];
}

/* One row of such words into `links`, one a cell. Fails with a sentence at what is none. */
static inline int links_read_row(struct rt_self *self, const struct board *b, struct rt_span line,
                                 uint32_t number, uint32_t row, uint8_t *links)
{
    struct rt_span rest = line, word;
    uint32_t n = 0;
    for (; (word = rt_span_word(&rest)).n; n++) {
        int read = links_of_word(word);
        if (read < 0)
            return self->h->fail(
                self, RT_EINPUT, number, rt_column_of(line, word.s),
                "'%.*s' says not where the line goes; a cell is '-' or letters of n, e, s and w",
                (int)(word.n < 20 ? word.n : 20), word.s);
        if (n < b->width)
            links[row * b->width + n] = (uint8_t)read;
    }
    if (n == b->width)
        return RT_OK;
    return self->h->fail(self, RT_EINPUT, number, 0,
                         "row %u of the solution has %u cells, but the board is %u wide", row + 1, n,
                         b->width);
}

/* Both ends of a line must know of it; `first` is the line of the first row. The edges of cells that fit. */
static inline int links_join(struct rt_self *self, const struct board *b, const uint8_t *links,
                             uint32_t first, uint64_t **edges)
{
    if (!(*edges = rt_edges_new(self, &b->lattice)))
        return RT_ENOMEM;
    for (uint32_t cell = 0; cell < board_cells(b); cell++)
        for (uint32_t d = 0; d < 4; d++) {
            uint32_t beside = board_beside(b, cell, d), row = cell / b->width;
            bool on = links[cell] >> d & 1;
            if (on && (beside == RT_NOPOS || !(links[beside] >> (d ^ 2) & 1)))
                return self->h->fail(
                    self, RT_EINPUT, first + row, 0, "the line leaves r%uc%u towards the %s, and %s", row + 1,
                    cell % b->width + 1,
                    d == NORTH   ? "north"
                    : d == EAST  ? "east"
                    : d == SOUTH ? "south"
                                 : "west",
                    beside == RT_NOPOS ? "the board ends there" : "the cell there has no such line");
            if (beside != RT_NOPOS)
                (*edges)[board_edge(b, cell, d)] = on ? RT_EDGE_ON : RT_EDGE_OFF;
        }
    return RT_OK;
}

static inline int links_print(struct rt_self *self, const struct board *b, const uint64_t *edges)
{
    int status = RT_OK;
    for (uint32_t cell = 0; cell < board_cells(b) && status == RT_OK; cell++)
        status = self->h->print(self, "%s%s", word_of_links(rt_edges_links(&b->lattice, edges, cell)),
                                (cell + 1) % b->width ? " " : "\n");
    return status;
}

#endif
