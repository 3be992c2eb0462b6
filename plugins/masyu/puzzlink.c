/* masyu.puzzlink — addresses of puzz.link, pzprxs and pzv.jp, one a line, whole or from the type on:
 *
 *      https://puzz.link/p?mashu/6/6/il00al00002k      mashu/f/4/4/1000i0
 *
 * type / flags / width / height / cells.  Types: mashu, masyu, pearl, with `_edit` or the like behind.  Flag
 * `f`: the loop visits every cell; `v:` marks a variant.  Each digit in base 27 (0-9, a-q) holds three cells,
 * most significant first, 0 none, 1 white, 2 black; what is left over in the last is 0.  Lines that begin
 * with # are comments; what stands behind an address is its title, or, in a table, what stands in front. */
#include "board.h"

#include <ratchet/kit/addresses.h>
#include <ratchet/model.h>

static const char *const types[] = {"mashu", "masyu", "pearl", NULL};

/* One address, being taken apart. */
struct reader {
    struct rt_address address;
    struct board board;
};

#define FAIL(r, at, ...) RT_ADDRESS_FAIL(&(r)->address, at, __VA_ARGS__)

static int puzzlink_probe(const char *bytes, size_t length)
{
    return rt_address_probe(bytes, length, types);
}

static int read_flag(struct reader *r, struct rt_span flag)
{
    if (rt_span_is(flag, "f"))
        r->board.all_cells = true;
    else if (rt_span_is(flag, "v:"))
        r->address.self->h->log(r->address.self, RT_LOG_WARN,
                        "line %u: the address says that its puzzle is a variant; it is read "
                        "under the usual rules",
                        r->address.number);
    else if (flag.n)
        return FAIL(r, flag.s,
                    "flag '%.*s' is not known here; known are f (visit every cell) and v: (variant)",
                    (int)(flag.n < 20 ? flag.n : 20), flag.s);
    return RT_OK;
}

/* Everything in front of the first number. */
static int read_flags(struct reader *r)
{
    int status = RT_OK;
    while (status == RT_OK && r->address.rest.n && !rt_is_digit(r->address.rest.s[0]))
        status = read_flag(r, rt_segment(&r->address.rest));
    return status;
}

static int read_size(struct reader *r)
{
    int status = rt_address_read_size(&r->address);
    r->board.width = r->address.width;
    r->board.height = r->address.height;
    return status == RT_OK ? rt_check_size(r->address.self, r->address.number, r->address.column, r->board.width,
                                              r->board.height) : status;
}

/* The digits first, then how many: only after that is there memory for the cells. */
static int check_body(struct reader *r, struct rt_span body)
{
    char shown[8];
    uint32_t cells = board_cells(&r->board), need = (cells + 2) / 3;
    for (size_t i = 0; i < body.n; i++) {
        char low = (char)(body.s[i] | 0x20);
        if (!rt_is_digit(body.s[i]) && (low < 'a' || low > 'q'))
            return FAIL(r, body.s + i, "%s holds no cells; they are written with 0-9 and a-q",
                        rt_show_char((struct rt_span){body.s + i, body.n - i}, shown));
    }
    if (body.n == need)
        return RT_OK;
    return FAIL(r, body.n > need ? body.s + need : body.s + body.n,
                "a board %u wide and %u high takes %u digits, not %zu", r->board.width, r->board.height, need,
                body.n);
}

static int read_body(struct reader *r)
{
    struct rt_span body;
    int status = rt_address_read_body(&r->address, &body);
    if (status == RT_OK)
        status = check_body(r, body);
    if (status != RT_OK)
        return status;
    uint32_t cells = board_cells(&r->board);
    if (!(r->board.cell = r->address.self->h->scratch(r->address.self, cells)))
        return RT_ENOMEM;
    static const uint32_t place[3] = {9, 3, 1};
    for (size_t i = 0; i < 3 * body.n; i++) {
        char c = body.s[i / 3];
        uint32_t digit = rt_is_digit(c) ? (uint32_t)(c - '0') : (uint32_t)((c | 0x20) - 'a') + 10;
        uint8_t cell = (uint8_t)(digit / place[i % 3] % 3);
        if (i < cells)
            r->board.cell[i] = cell;
        else if (cell)
            return FAIL(r, body.s + i / 3, "the last digit holds a pearl beyond the board");
    }
    return r->address.self->h->tick(r->address.self, cells / 64) ? RT_ELIMIT : RT_OK;
}

static int read_address(struct rt_self *self, struct rt_span line, uint32_t number)
{
    struct reader r = {.address = {.self = self, .types = types, .line = line, .number = number}};
    struct rt_span title;
    r.address.rest = rt_address_part(rt_take_address(line, types, &title));
    int status = rt_address_read_type(&r.address, "masyu (mashu, masyu or pearl)",
                                      "https://puzz.link/p?mashu/6/6/il00al00002k");
    if (status == RT_OK)
        status = read_flags(&r);
    if (status == RT_OK)
        status = read_size(&r);
    if (status == RT_OK)
        status = read_body(&r);
    struct rt_origin from = {.first = number, .one_line = true, .title = title};
    return status == RT_OK ? board_emit(self, &r.board, &from) : status;
}

static int puzzlink_read(struct rt_self *self, const char *bytes, size_t length)
{
    return rt_addresses_read(self, bytes, length, "address", read_address);
}

static int write_address(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct board b;
    uint32_t first;
    int status = board_read(self, puzzle->text, puzzle->length, true, &b, &first);
    if (status == RT_OK)
        status = board_standard(self, &b, "masyu.puzzlink");
    if (status != RT_OK)
        return status;
    uint32_t cells = board_cells(&b), need = (cells + 2) / 3;
    char *body = self->h->scratch(self, need + 1);
    if (!body)
        return RT_ENOMEM;
    for (uint32_t i = 0; i < need; i++) {
        uint32_t digit = 0;
        for (uint32_t cell = 3 * i; cell < 3 * i + 3; cell++)
            digit = digit * 3 + (cell < cells ? b.cell[cell] : 0);
        body[i] = "0123456789abcdefghijklmnopq"[digit];
    }
    status = self->h->print(self, "https://puzz.link/p?mashu/%s%u/%u/%s", b.all_cells ? "f/" : "", b.width,
                            b.height, body);
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

static const char *const magic[] = {"https://", "http://", "mashu", "masyu/", "masyu_", "pearl", NULL};

static const struct rt_format_class puzzlink = {
    .size = sizeof puzzlink,
    .id = "masyu.puzzlink",
    .puzzle = "masyu",
    .summary = "addresses of puzz.link and pzv.jp, one a line",
    .magic = magic,
    .probe = puzzlink_probe,
    .read = puzzlink_read,
    .write = puzzlink_write,
    .quirks = "Width comes first. Flag f: every cell is visited; v: (a variant) is read under the "
              "usual rules, with a warning. Body and size must fit; of a table's row the address "
              "counts, and the words in front of it are the title.",
};

static const struct rt_format_class *const formats[] = {&puzzlink, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "masyu.puzzlink",
    .version = "1.0",
    .formats = formats,
};
