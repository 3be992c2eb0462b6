/* kakuro.puzzlink — addresses of puzz.link, pzprxs and pzv.jp, one a line, whole or from the type on:
 *
 *      https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3
 *
 * type / width / height / board, without the row and the column of sums along its upper and left edge.  In it, k to z
 * are 1 to 16 cells, a point is a wall, and two digits are one with sums, below and to the right: 0-9, a-j (10 to 19),
 * A-Z (20 to 45).  Behind the last of its cells, one digit each: sums of the columns that begin with a cell, then of
 * the rows that do.  Lines that begin with # are comments; what stands behind an address is its title. */
#include "board.h"

#include <ratchet/kit/addresses.h>

static const char *const types[] = {"kakuro", NULL};

/* One address, being taken apart. */
struct reader {
    struct rt_address address;
    struct rt_span body;            /* what is not read yet */
    struct board board;
};

static int probe(const char *bytes, size_t length)
{
    return rt_address_probe(bytes, length, types);
}

/* A sum in front of the body; false: there is none. */
static bool take_sum(struct reader *r, uint8_t *sum)
{
    if (!r->body.n)
        return false;
    char c = *r->body.s;
    if (c >= '0' && c <= '9')
        *sum = (uint8_t)(c - '0');
    else if (c >= 'a' && c <= 'j')
        *sum = (uint8_t)(c - 'a' + 10);
    else if (c >= 'A' && c <= 'Z')
        *sum = (uint8_t)(c - 'A' + 20);
    else
        return false;
    r->body.s++;
    r->body.n--;
    return true;
}

/* One wall, or a stretch of cells; *at moves on. */
static int take_cells(struct reader *r, uint32_t *at)
{
    const struct board *b = &r->board;
    uint32_t width = b->width - 1, cells = width * (b->height - 1);
    char c = r->body.n ? *r->body.s : 0;
    if (c >= 'k' && c <= 'z') {
        *at += (uint32_t)(c - 'k') + 1;
        r->body.s++;
        r->body.n--;
        return *at <= cells ? RT_OK
                            : RT_ADDRESS_FAIL(&r->address, r->body.s - 1, "these cells are more than the board has");
    }
    struct cell *cell = &b->cell[(*at / width + 1) * b->width + *at % width + 1];
    *cell = (struct cell){.wall = 1};
    ++*at;
    if (c == '.') {
        r->body.s++;
        r->body.n--;
        return RT_OK;
    }
    if (!take_sum(r, &cell->down) || !take_sum(r, &cell->across))
        return RT_ADDRESS_FAIL(&r->address, r->body.s, r->body.n ?
                               "this is neither a wall, '.' or two sums, nor a number of cells, k to z" :
                               "the board ends here, before its last cell");
    return RT_OK;
}

/* Sums along the edges, of what begins with a cell. */
static int take_edge(struct reader *r, bool rows)
{
    const struct board *b = &r->board;
    for (uint32_t i = 1; i < (rows ? b->height : b->width); i++) {
        struct cell *wall = &b->cell[rows ? i * b->width : i], *first = wall + (rows ? 1 : b->width);
        if (!first->wall && !take_sum(r, rows ? &wall->across : &wall->down))
            return RT_ADDRESS_FAIL(&r->address, r->body.s, "here the sum of %s %u must stand",
                                   rows ? "row" : "column", i);
    }
    return RT_OK;
}

static int read_board(struct reader *r)
{
    struct board *b = &r->board;
    uint32_t at = 0;
    int status = board_make(r->address.self, b, r->address.number);
    for (uint32_t i = 0; status == RT_OK && i < board_size(b); i++)
        b->cell[i].wall = i < b->width || i % b->width == 0;
    for (uint32_t row = 0; status == RT_OK && row < b->height; row++)
        b->lines[row] = r->address.number;
    while (status == RT_OK && at < (b->width - 1) * (b->height - 1))
        status = take_cells(r, &at);
    status = status == RT_OK ? take_edge(r, false) : status;
    status = status == RT_OK ? take_edge(r, true) : status;
    if (status == RT_OK && r->body.n)
        return RT_ADDRESS_FAIL(&r->address, r->body.s, "there is more behind the sums");
    return status;
}

static int read_address(struct rt_self *self, struct rt_span line, uint32_t number)
{
    struct reader r = {.address = {.self = self, .types = types, .line = line, .number = number}};
    struct rt_span title;
    r.address.rest = rt_address_part(rt_take_address(line, types, &title));
    int status = rt_address_read_type(&r.address, "kakuro", "https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3");
    status = status == RT_OK ? rt_address_read_size(&r.address) : status;
    status = status == RT_OK ? rt_address_read_body(&r.address, &r.body) : status;
    if (status == RT_OK && (!r.address.width || !r.address.height || r.address.width >= SIDE_MOST ||
                            r.address.height >= SIDE_MOST))
        status = self->h->fail(self, RT_EINPUT, number, r.address.column,
                               "a board here is 1 to %d cells wide and high", SIDE_MOST - 1);
    if (status != RT_OK)
        return status;
    r.board = (struct board){.width = r.address.width + 1, .height = r.address.height + 1};
    status = read_board(&r);
    struct rt_puzzle_text puzzle = {.title = rt_span_string(self, title)};
    return status == RT_OK ? board_emit(self, &r.board, &puzzle) : status;
}

static int read(struct rt_self *self, const char *bytes, size_t length)
{
    return rt_addresses_read(self, bytes, length, "address", read_address);
}

/* ---- writing */

static char digit_of(uint8_t sum)
{
    return "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"[sum];
}

/* What an address has no place for. */
static int check_cell(struct rt_self *self, const struct board *board, uint32_t at)
{
    const struct cell *cell = &board->cell[at];
    bool edge = at < board->width || at % board->width == 0;
    if (edge && !cell->wall)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "the first row and column of an address are walls, and here "
                             "is a cell");
    if (cell->given)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "an address holds no digits that are given");
    if (cell->down > 45 || cell->across > 45)
        return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "an address holds sums up to 45");
    return RT_OK;
}

/* Cells and walls with their sums; *end moves on. */
static char *put_cells(const struct board *board, char *end)
{
    uint32_t stretch = 0;
    for (uint32_t at = board->width; at < board_size(board); at++) {
        const struct cell *cell = &board->cell[at];
        if (at % board->width == 0)
            continue;
        stretch += !cell->wall;
        if (stretch && (cell->wall || stretch == 16)) {
            *end++ = (char)('k' + stretch - 1);
            stretch = 0;
        }
        if (!cell->wall)
            continue;
        if (cell->down || cell->across) {
            *end++ = digit_of(cell->down);
            *end++ = digit_of(cell->across);
        } else {
            *end++ = '.';
        }
    }
    if (stretch)
        *end++ = (char)('k' + stretch - 1);
    return end;
}

static int write_one(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct board board;
    int status = board_read(self, puzzle->text, puzzle->length, &board);
    for (uint32_t at = 0; status == RT_OK && at < board_size(&board); at++)
        status = check_cell(self, &board, at);
    if (status == RT_OK && (board.width < 2 || board.height < 2))
        status = self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "an address has no boards without cells");
    if (status != RT_OK)
        return status;
    char *body = self->h->scratch(self, 3 * (size_t)board_size(&board)), *end = body;
    if (!body)
        return RT_ENOMEM;
    end = put_cells(&board, end);
    for (uint32_t column = 1; column < board.width; column++)
        if (!board.cell[board.width + column].wall)
            *end++ = digit_of(board.cell[column].down);
    for (uint32_t row = 1; row < board.height; row++)
        if (!board.cell[row * board.width + 1].wall)
            *end++ = digit_of(board.cell[row * board.width].across);
    self->h->print(self, "https://puzz.link/p?kakuro/%u/%u/%.*s", board.width - 1, board.height - 1, (int)(end - body),
                   body);
    rt_put_line(self, " ", puzzle->title);
    return self->h->print(self, "\n");
}

static int write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < count && status == RT_OK; i++)
        status = write_one(self, puzzles[i]);
    return status;
}

static const char *const magic[] = {"https://", "http://", "kakuro/", "kakuro_", NULL};

static const struct rt_format_class format = {
    .size = sizeof format,
    .id = "kakuro.puzzlink",
    .puzzle = "kakuro",
    .summary = "addresses of puzz.link and pzv.jp, one a line",
    .magic = magic,
    .probe = probe,
    .read = read,
    .write = write,
    .quirks = "Width comes first, without the row and the column of sums. What stands behind an address is its title",
};

static const struct rt_format_class *const formats[] = {&format, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "kakuro.puzzlink", .version = "1.0", .formats = formats,
};
