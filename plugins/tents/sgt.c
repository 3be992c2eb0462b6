/* tents.sgt — the ids of Simon Tatham's "Tents", one a line, with the size in front and the difficulty or not:
 *
 *      8x8de:_f_cc_f_a_a__jb,2,1,1,1,2,2,1,2,...     a game, by its description
 *
 * '_' is a tree, a-y are 1 to 25 cells and a tree, z 25 cells without; a tree behind the last cell ends them.  Then
 * the counts of the columns, then of the rows.  ! and - make the tree in front of them a tent or none. */
#include "board.h"

#include <ratchet/kit/addresses.h>

static int take(struct rt_span *rest, char c)
{
    if (!rest->n || *rest->s != c)
        return 0;
    rest->s++, rest->n--;
    return 1;
}

/* Width, height and what stands before the colon; 0: this is no id. */
static int take_size(struct rt_span *rest, uint32_t *width, uint32_t *height)
{
    if (!rt_span_number(rest, width))
        return 0;
    *height = *width;
    if (take(rest, 'x') && !rt_span_number(rest, height))
        return 0;
    if (take(rest, 'd') && rest->n)
        rest->s++, rest->n--;
    return take(rest, ':');
}

static int probe(const char *bytes, size_t length)
{
    struct rt_span line;
    uint32_t width, height, counts = 0, count;
    if (!rt_addresses_first(bytes, length, &line))
        return 0;
    line = rt_span_word(&line);
    if (!take_size(&line, &width, &height))
        return 0;
    while (line.n && (strchr("_!-", *line.s) || (*line.s >= 'a' && *line.s <= 'z')))
        line.s++, line.n--;
    while (take(&line, ',') && rt_span_number(&line, &count))
        counts++;
    return line.n || !counts ? 0 : counts == (uint64_t)width + height ? 80 : 60;
}

/* The cells: `rest` begins behind the colon, and is left at the first comma. */
static int read_cells(struct rt_self *self, struct rt_span line, struct rt_span *rest, uint32_t number,
                      struct board *board)
{
    uint32_t at = 0, n = board_cells(board);
    char shown[8];
    memset(board->cell, OPEN, n);
    for (; rest->n && *rest->s != ','; rest->s++, rest->n--) {
        char c = *rest->s;
        if ((c == '!' || c == '-') && at) {
            board->cell[at - 1] = c == '!' ? TENT : NONE;
            continue;
        }
        if (c != '_' && !(c >= 'a' && c <= 'z'))
            return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, rest->s),
                                 "%s does not belong into the cells of an id", rt_show_char(*rest, shown));
        at += c == '_' ? 0 : (uint32_t)(c - 'a' + 1) - (c == 'z');
        if (at > n)
            return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, rest->s),
                                 "the id has more cells than the %u of its size", n);
        if (c != 'z' && at < n)
            board->cell[at] = TREE;
        at += c != 'z';
    }
    return at == n + 1 ? RT_OK : self->h->fail(self, RT_EINPUT, number, rt_column_of(line, rest->s), "the id has fewer "
                                               "cells than the %u of its size", n);
}

static int read_counts(struct rt_self *self, struct rt_span line, struct rt_span *rest, uint32_t number,
                       struct board *board)
{
    for (uint32_t i = 0; i < board->width + board->height; i++) {
        uint32_t count;
        if (!take(rest, ',') || !rt_span_number(rest, &count))
            return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, rest->s), "%u counts are there, and %u "
                                 "columns and %u rows need one each", i, board->width, board->height);
        board->count[i] = (int8_t)(count > MOST ? MOST + 1 : count);
    }
    return rest->n ? self->h->fail(self, RT_EINPUT, number, rt_column_of(line, rest->s),
                                   "the id goes on behind the last count") : RT_OK;
}

static int read_id(struct rt_self *self, struct rt_span line, uint32_t number)
{
    struct board *board = self->h->scratch(self, sizeof *board);
    struct rt_span title = line, rest = rt_span_word(&title);
    if (!board)
        return RT_ENOMEM;
    if (!take_size(&rest, &board->width, &board->height))
        return self->h->fail(self, RT_EINPUT, number, 1, "expected an id, like 8x8:, then the cells and counts");
    int status = check_size(self, number, board);
    if (status == RT_OK)
        status = read_cells(self, line, &rest, number, board);
    if (status == RT_OK)
        status = read_counts(self, line, &rest, number, board);
    struct rt_puzzle_text about = {.title = rt_span_string(self, rt_span_trim(title))};
    return status == RT_OK ? board_emit(self, board, number, about) : status;
}

static int read(struct rt_self *self, const char *bytes, size_t length)
{
    return rt_addresses_read(self, bytes, length, "id", read_id);
}

static int write_id(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct board *board = self->h->scratch(self, sizeof *board);
    int status = board ? board_read(self, puzzle->text, puzzle->length, board) : RT_ENOMEM, run = 0;
    if (status != RT_OK)
        return status;
    for (uint32_t line = 0; line < board->width + board->height; line++)
        if (board->count[line] == UNKNOWN)
            return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "an id says the counts of all rows and columns");
    self->h->print(self, "%ux%u:", board->width, board->height);
    for (uint32_t at = 0; at <= board_cells(board); at++) {
        if (at == board_cells(board) || board->cell[at] == TREE) {
            self->h->print(self, "%c", run ? 'a' + run - 1 : '_');
            run = 0;
        } else if (++run == 25) {
            self->h->print(self, "z");
            run = 0;
        }
    }
    for (uint32_t line = 0; line < board->width + board->height; line++)
        self->h->print(self, ",%d", board->count[line]);
    status = rt_put_line(self, " ", puzzle->title);
    return status == RT_OK ? self->h->print(self, "\n") : status;
}

static int write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < count && status == RT_OK; i++)
        status = write_id(self, puzzles[i]);
    return status;
}

static const struct rt_format_class format = {
    .size = sizeof format,
    .id = "tents.sgt",
    .puzzle = "tents",
    .summary = "ids of Simon Tatham's Tents, one a line",
    .probe = probe,
    .read = read,
    .write = write,
    .quirks = "The counts of the columns stand in front of those of the rows. A game's seed (8x8#123) is no puzzle",
};

static const struct rt_format_class *const formats[] = {&format, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "tents.sgt", .version = "1.0", .formats = formats,
};
