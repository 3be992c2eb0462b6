/* What a format knows of the edges: one mask an edge, 1 off, 2 on, 3 not known. */
#ifndef MASYU_EDGES_H
#define MASYU_EDGES_H

#include "ascii.h"

enum { EDGE_OFF = 1, EDGE_ON = 2, EDGE_OPEN = 3 };

/* All open, in the memory of this call; NULL: there is none left. */
static inline uint64_t *edges_new(struct rt_self *self, const struct board *b)
{
    uint64_t *edges = self->h->scratch(self, (board_edges(b) + 1) * sizeof *edges);
    for (uint32_t e = 0; edges && e < board_edges(b); e++)
        edges[e] = EDGE_OPEN;
    return edges;
}

static inline bool edges_any(const struct board *b, const uint64_t *edges)
{
    for (uint32_t e = 0; e < board_edges(b); e++)
        if (edges[e] != EDGE_OPEN)
            return true;
    return false;
}

/* Which of a cell's edges are on: bit d. */
static inline uint32_t edges_links(const struct board *b, const uint64_t *edges, uint32_t cell)
{
    uint32_t links = 0;
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t edge = board_edge(b, cell, d);
        links |= (uint32_t)(edge != RT_NOPOS && edges[edge] == EDGE_ON) << d;
    }
    return links;
}

/* Every cell is left as often as entered, and at least one is. */
static inline bool edges_closed(const struct board *b, const uint64_t *edges)
{
    bool any = false;
    for (uint32_t cell = 0; cell < board_cells(b); cell++) {
        uint32_t links = edges_links(b, edges, cell);
        if (links && __builtin_popcount(links) != 2)
            return false;
        any |= links != 0;
    }
    return any;
}

/* The grid in which no line goes but those that are on, as a picture; NULL: no memory. */
static inline const char *edges_answer(struct rt_self *self, const struct board *b, const uint64_t *edges)
{
    uint64_t *all = edges_new(self, b);
    for (uint32_t e = 0; all && e < board_edges(b); e++)
        all[e] = edges[e] == EDGE_ON ? EDGE_ON : EDGE_OFF;
    return all ? ascii_string(self, b, all) : NULL;
}

/* A picture that goes along with a board; NULL: there is none. */
static inline int edges_of(struct rt_self *self, const struct board *b, const char *picture, uint64_t **edges)
{
    *edges = NULL;
    if (!picture)
        return RT_OK;
    if (!(*edges = edges_new(self, b)))
        return RT_ENOMEM;
    return picture_read(self, b, picture, strlen(picture), *edges);
}

/* The loop that a puzzle has for solution, for formats that hold a whole one or nothing. */
static inline int edges_of_solution(struct rt_self *self, const struct board *b,
                                    const struct rt_puzzle_text *puzzle, uint64_t **edges)
{
    int status = edges_of(self, b, puzzle->solution, edges);
    if (status == RT_OK && *edges && !edges_closed(b, *edges))
        *edges = NULL;
    return status;
}

/* The same, or else what is drawn so far: where lines alone are known, the rest is open. */
static inline int edges_of_puzzle(struct rt_self *self, const struct board *b,
                                  const struct rt_puzzle_text *puzzle, uint64_t **edges)
{
    int status = edges_of_solution(self, b, puzzle, edges);
    if (status != RT_OK || *edges)
        return status;
    status = edges_of(self, b, puzzle->marks ? puzzle->marks : puzzle->solution, edges);
    for (uint32_t e = 0; !puzzle->marks && status == RT_OK && *edges && e < board_edges(b); e++)
        (*edges)[e] = (*edges)[e] == EDGE_OFF ? EDGE_OPEN : (*edges)[e];
    return status;
}

/* ---- cells by the directions in which the line leaves them: "ns", "se", "-" ---- */

/* -1: the word is none. Letters come in any order and case. */
static inline int links_of_word(struct span word)
{
    static const char letters[] = "nesw"; /* in the order of the directions */
    uint32_t links = 0;
    if (span_is(word, "-") || span_is(word, "."))
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
static inline int links_read_row(struct rt_self *self, const struct board *b, struct span line,
                                 uint32_t number, uint32_t row, uint8_t *links)
{
    struct span rest = line, word;
    uint32_t n = 0;
    for (; (word = span_word(&rest)).n; n++) {
        int read = links_of_word(word);
        if (read < 0)
            return self->h->fail(
                self, RT_EINPUT, number, column_of(line, word.s),
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
    if (!(*edges = edges_new(self, b)))
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
                (*edges)[board_edge(b, cell, d)] = on ? EDGE_ON : EDGE_OFF;
        }
    return RT_OK;
}

static inline int links_print(struct rt_self *self, const struct board *b, const uint64_t *edges)
{
    int status = RT_OK;
    for (uint32_t cell = 0; cell < board_cells(b) && status == RT_OK; cell++)
        status = self->h->print(self, "%s%s", word_of_links(edges_links(b, edges, cell)),
                                (cell + 1) % b->width ? " " : "\n");
    return status;
}

#endif
