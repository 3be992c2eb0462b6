/* tents.puzzlink — addresses of puzz.link and its kin, one a line, whole or from the type on:
 *
 *      https://puzz.link/p?tents/5/5/2g0h1i1j82323
 *
 * The counts, of the columns, then the rows: 0-9 a-f a number, -XX a greater one in hexadecimal, '.' one that is not
 * said, g-z skip 1 to 20 lines.  Then the cells: 0-h a tree and so many cells without (to 17), i-z 1 to 18 cells
 * without.  Lines that begin with # are comments; what stands behind an address is its title. */
#include "board.h"

#include <ratchet/kit/addresses.h>

static const char *const types[] = {"tents", NULL};

static int probe(const char *bytes, size_t length)
{
    return rt_address_probe(bytes, length, types);
}

/* A digit of base 36; -1: it is none. */
static int digit_of(char c)
{
    return rt_is_digit(c) ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : -1;
}

/* A number of two hexadecimal digits behind a '-'; -1: there is none. */
static int long_count(struct rt_span rest)
{
    int high = rest.n > 2 && *rest.s == '-' ? digit_of(rest.s[1]) : -1, low = high >= 0 ? digit_of(rest.s[2]) : -1;
    return low >= 0 && low < 16 && high < 16 ? 16 * high + low : -1;
}

static int read_counts(struct rt_address *a, struct rt_span *body, struct board *board)
{
    uint32_t n = board->width + board->height, i = 0;
    char shown[8];
    memset(board->count, UNKNOWN, n);
    while (i < n && body->n) {
        int count = long_count(*body), digit = count >= 0 ? 0 : digit_of(*body->s);
        if (digit < 0 && *body->s != '.')
            return RT_ADDRESS_FAIL(a, body->s, "%s does not belong into the counts of an address",
                                   rt_show_char(*body, shown));
        size_t used = count >= 0 ? 3 : 1;
        if (count < 0 && digit >= 0 && digit < 16)
            count = digit;
        if (count >= 0)
            board->count[i] = (int8_t)(count > MOST ? MOST + 1 : count);
        i += digit > 15 ? (uint32_t)digit - 15 : 1;
        body->s += used;
        body->n -= used;
    }
    return RT_OK;
}

static int read_cells(struct rt_address *a, struct rt_span body, struct board *board)
{
    uint32_t at = 0, n = board_cells(board);
    char shown[8];
    memset(board->cell, OPEN, n);
    for (; body.n; body.s++, body.n--) {
        int digit = digit_of(*body.s);
        if (digit < 0)
            return RT_ADDRESS_FAIL(a, body.s, "%s does not belong into the cells of an address",
                                   rt_show_char(body, shown));
        if (at >= n)
            return RT_ADDRESS_FAIL(a, body.s, "the address goes on behind the last cell");
        if (digit < 18)
            board->cell[at++] = TREE;
        at += (uint32_t)(digit < 18 ? digit : digit - 17);
    }
    return RT_OK;
}

static int read_address(struct rt_self *self, struct rt_span line, uint32_t number)
{
    struct board *board = self->h->scratch(self, sizeof *board);
    struct rt_address a = {.self = self, .types = types, .line = line, .number = number};
    struct rt_span title, body;
    a.rest = rt_address_part(rt_take_address(line, types, &title));
    int status = board ? rt_address_read_type(&a, "tents", "https://puzz.link/p?tents/5/5/2g0h1i1j82323") : RT_ENOMEM;
    if (status == RT_OK)
        status = rt_address_read_size(&a);
    if (status != RT_OK)
        return status;
    board->width = a.width;
    board->height = a.height;
    status = check_size(self, number, board);
    if (status == RT_OK)
        status = rt_address_read_body(&a, &body);
    if (status == RT_OK)
        status = read_counts(&a, &body, board);
    if (status == RT_OK)
        status = read_cells(&a, body, board);
    struct rt_puzzle_text about = {.title = rt_span_string(self, title)};
    return status == RT_OK ? board_emit(self, board, number, about) : status;
}

static int read(struct rt_self *self, const char *bytes, size_t length)
{
    return rt_addresses_read(self, bytes, length, "address", read_address);
}

/* ---- writing */

static void write_skips(struct rt_self *self, uint32_t *skipped, uint32_t most, char first)
{
    for (uint32_t n; *skipped; *skipped -= n) {
        n = *skipped < most ? *skipped : most;
        self->h->print(self, "%c", first + (int)n - 1);
    }
}

static void write_counts(struct rt_self *self, const struct board *board)
{
    uint32_t skipped = 0;
    for (uint32_t line = 0; line < board->width + board->height; line++) {
        if (board->count[line] == UNKNOWN) {
            skipped++;
            continue;
        }
        write_skips(self, &skipped, 20, 'g');
        self->h->print(self, board->count[line] < 16 ? "%x" : "-%02x", (unsigned)board->count[line]);
    }
    write_skips(self, &skipped, 20, 'g');
}

static void write_cells(struct rt_self *self, const struct board *board)
{
    uint32_t n = board_cells(board), skipped = 0;
    for (uint32_t at = 0; at < n;) {
        if (board->cell[at] != TREE) {
            skipped++, at++;
            continue;
        }
        uint32_t run = 0;
        write_skips(self, &skipped, 18, 'i');
        while (++at < n && run < 17 && board->cell[at] != TREE)
            run++;
        self->h->print(self, "%c", "0123456789abcdefgh"[run]);
    }
    write_skips(self, &skipped, 18, 'i');
}

static int write_address(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct board *board = self->h->scratch(self, sizeof *board);
    int status = board ? board_read(self, puzzle->text, puzzle->length, board) : RT_ENOMEM;
    if (status != RT_OK)
        return status;
    self->h->print(self, "https://puzz.link/p?tents/%u/%u/", board->width, board->height);
    write_counts(self, board);
    write_cells(self, board);
    status = rt_put_line(self, " ", puzzle->title);
    return status == RT_OK ? self->h->print(self, "\n") : status;
}

static int write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < count && status == RT_OK; i++)
        status = write_address(self, puzzles[i]);
    return status;
}

static const char *const magic[] = {"https://", "http://", "tents/", "tents_", NULL};

static const struct rt_format_class format = {
    .size = sizeof format,
    .id = "tents.puzzlink",
    .puzzle = "tents",
    .summary = "addresses of puzz.link and its kin, one a line",
    .magic = magic,
    .probe = probe,
    .read = read,
    .write = write,
    .quirks = "The counts of the columns stand in front of those of the rows; a count may be left out",
};

static const struct rt_format_class *const formats[] = {&format, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "tents.puzzlink", .version = "1.0", .formats = formats,
};
