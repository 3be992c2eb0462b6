/* slitherlink.puzzlink — addresses of puzz.link, pzprxs and pzv.jp, one a line, whole or from the type on:
 *
 *      https://puzz.link/p?slither/5/5/cbcbcddad
 *
 * type / width / height / cells.  Types: slither, slitherlink, with `_edit` or the like behind.  0 to 4 is a clue, 5 to
 * 9 the same with an empty cell behind, a to e with two; g to z are 1 to 20 empty cells; . is a clue that isn't
 * told. */
#include "board.h"

#include <ratchet/kit/addresses.h>
#include <ratchet/model.h>

static const char *const types[] = {"slither", "slitherlink", NULL};

static int puzzlink_probe(const char *bytes, size_t length)
{
    return rt_address_probe(bytes, length, types);
}

/* One character of the body: its clue, and how many cells it stands for; 0: it is none. */
static uint32_t cells_of(char c, uint8_t *clue)
{
    int value = rt_is_digit(c) ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : -1;
    *clue = value >= 0 && value < 15 ? (uint8_t)(value % 5) : RT_SLITHERLINK_NONE;
    if (c == '.')
        return 1;
    return value < 0 || value == 15 ? 0 : value < 15 ? (uint32_t)value / 5 + 1 : (uint32_t)value - 15;
}

/* The empty cells behind the last clue may lie beyond the board. */
static int check_body(struct rt_address *a, struct rt_span body)
{
    uint64_t n = 0, all = (uint64_t)a->width * a->height;
    char shown[8];
    uint8_t clue;
    for (size_t i = 0; i < body.n; i++) {
        struct rt_span at = {body.s + i, body.n - i};
        if (!cells_of(*at.s, &clue))
            return RT_ADDRESS_FAIL(a, at.s, "%s holds no cells; they are written with 0-9, a-e, g-z and '.'",
                                   rt_show_char(at, shown));
        if (n >= all)
            return RT_ADDRESS_FAIL(a, at.s, "this is beyond the board, which is %u wide and %u high", a->width,
                                   a->height);
        n += cells_of(*at.s, &clue);
    }
    if (n >= all)
        return RT_OK;
    return RT_ADDRESS_FAIL(a, body.s + body.n,
                           "the address ends after %llu cells; a board %u wide and %u high has %llu",
                           (unsigned long long)n, a->width, a->height, (unsigned long long)all);
}

static int read_body(struct rt_address *a, struct board *b)
{
    struct rt_span body;
    int status = rt_address_read_body(a, &body);
    if (status == RT_OK)
        status = check_body(a, body);
    if (status == RT_OK)
        status = board_new(a->self, a->width, a->height, b);
    for (size_t i = 0, cell = 0; i < body.n && status == RT_OK; i++) {
        uint8_t clue;
        size_t n = cells_of(body.s[i], &clue);
        b->clue[cell] = clue;
        cell += n;
    }
    return status == RT_OK && a->self->h->tick(a->self, board_cells(b) / 64) ? RT_ELIMIT : status;
}

static int read_address(struct rt_self *self, struct rt_span line, uint32_t number)
{
    struct rt_address a = {.self = self, .types = types, .line = line, .number = number};
    struct rt_span title;
    struct board b;
    a.rest = rt_address_part(rt_take_address(line, types, &title));
    int status = rt_address_read_type(&a, "slitherlink (slither)", "https://puzz.link/p?slither/5/5/cbcbcddad");
    if (status == RT_OK)
        status = rt_address_read_size(&a);
    if (status == RT_OK)
        status = rt_check_size(self, number, a.column, a.width, a.height);
    if (status == RT_OK)
        status = read_body(&a, &b);
    struct rt_origin from = {.first = number, .one_line = true, .title = title};
    return status == RT_OK ? board_emit(self, &b, &from) : status;
}

static int puzzlink_read(struct rt_self *self, const char *bytes, size_t length)
{
    return rt_addresses_read(self, bytes, length, "address", read_address);
}

/* A clue with up to two empty cells behind it, or up to 20 empty ones; moves on. */
static char write_cells(const struct board *b, uint32_t *cell)
{
    uint32_t n = 0, start = *cell, clued = b->clue[start] != RT_SLITHERLINK_NONE, most = clued ? 2 : 20;
    *cell += clued;
    while (*cell < board_cells(b) && n < most && b->clue[*cell] == RT_SLITHERLINK_NONE)
        n++, ++*cell;
    return "0123456789abcdefghijklmnopqrstuvwxyz"[clued ? b->clue[start] + 5 * n : n + 15];
}

static int write_address(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct board b;
    uint32_t n = 0, cell = 0;
    int status = board_of_puzzle(self, puzzle, &b);
    if (status != RT_OK)
        return status;
    char *body = self->h->scratch(self, (size_t)board_cells(&b) + 1);
    if (!body)
        return RT_ENOMEM;
    while (cell < board_cells(&b))
        body[n++] = write_cells(&b, &cell);
    status = self->h->print(self, "https://puzz.link/p?slither/%u/%u/%s", b.width, b.height, body);
    if (status == RT_OK)
        status = rt_put_line(self, " ", puzzle->title);
    return status == RT_OK ? self->h->write(self, "\n", 1) : status;
}

static int puzzlink_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < count && status == RT_OK; i++)
        status = write_address(self, puzzles[i]);
    return status;
}

static const char *const magic[] = {"https://", "http://", "slither/", "slither_", "slitherlink/", NULL};

static const struct rt_format_class puzzlink = {
    .size = sizeof puzzlink,
    .id = "slitherlink.puzzlink",
    .puzzle = "slitherlink",
    .summary = "addresses of puzz.link and pzv.jp, one a line",
    .magic = magic,
    .probe = puzzlink_probe,
    .read = puzzlink_read,
    .write = puzzlink_write,
    .quirks = "Width comes first. A clue that isn't told (.) is read as none. Of a table's row the address counts, and "
              "the words in front of it are the title.",
};

static const struct rt_format_class *const formats[] = {&puzzlink, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "slitherlink.puzzlink",
    .version = "1.0",
    .formats = formats,
};
