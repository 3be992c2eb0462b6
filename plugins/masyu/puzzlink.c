/* masyu.puzzlink — addresses of puzz.link, pzprxs and pzv.jp, one a line, whole or from the type on:
 *
 *      https://puzz.link/p?mashu/6/6/il00al00002k      mashu/f/4/4/1000i0
 *
 * type / flags / width / height / cells.  Types: mashu, masyu, pearl, with `_edit` or the like behind.  Flag
 * `f`: the loop visits every cell; `v:` marks a variant.  Each digit in base 27 (0-9, a-q) holds three cells,
 * most significant first, 0 none, 1 white, 2 black; what is left over in the last is 0.  Lines that begin
 * with # are comments; what stands behind an address is its title, or, in a table, what stands in front. */
#include "addresses.h"
#include "board.h"

#include <ratchet/model.h>

/* One address, being taken apart. */
struct address {
    struct rt_self *self;
    struct span line;
    uint32_t number;  /* of the line */
    struct span rest; /* not read yet */
    struct board board;
};

#define FAIL(a, at, ...)                                                                                     \
    ((a)->self->h->fail((a)->self, RT_EINPUT, (a)->number, column_of((a)->line, (at)), __VA_ARGS__))

/* What stands in front of the next slash, which goes too. */
static struct span segment(struct span *rest)
{
    struct span part = {rest->s, 0};
    while (part.n < rest->n && part.s[part.n] != '/')
        part.n++;
    size_t taken = part.n < rest->n ? part.n + 1 : part.n;
    rest->s += taken;
    rest->n -= taken;
    return part;
}

/* The address from its type on. */
static struct span puzzle_part(struct span word)
{
    const char *query = memchr(word.s, '?', word.n);
    return query ? (struct span){query + 1, (size_t)(word.s + word.n - query) - 1} : word;
}

static bool is_ours(struct span type)
{
    const char *suffix = type.n ? memchr(type.s, '_', type.n) : NULL;
    if (suffix)
        type.n = (size_t)(suffix - type.s);
    return span_is(type, "mashu") || span_is(type, "masyu") || span_is(type, "pearl");
}

static bool is_our_address(struct span word)
{
    struct span rest = puzzle_part(word);
    return is_ours(segment(&rest)) && rest.n;
}

/* Takes the address off the line's front, or out of a row of a table; *title gets what is left behind it, or
 * the words in front. */
static struct span take_address(struct span line, struct span *title)
{
    struct span rest = line, first = span_word(&rest), word = first;
    *title = span_trim(rest);
    if (is_our_address(first))
        return first;
    while ((word = span_word(&rest)).n)
        if (is_our_address(word)) {
            *title = span_trim((struct span){line.s, (size_t)(word.s - line.s)});
            return word;
        }
    return first;
}

/* Somebody else's address, in the same manner, is claimed weakly: we can at least say whose it is. */
static int puzzlink_probe(const char *bytes, size_t length)
{
    struct span line;
    if (!addresses_first(bytes, length, &line))
        return 0;
    struct span title, word = take_address(line, &title), rest = puzzle_part(word);
    bool address = rest.s != word.s && memchr(rest.s, '/', rest.n);
    return is_our_address(word) ? 95 : address ? 5 : 0;
}

static int read_type(struct address *a)
{
    struct span type = segment(&a->rest);
    if (is_ours(type))
        return RT_OK;
    if (!a->rest.n || type.n > 20 || memchr(type.s, ':', type.n))
        return FAIL(
            a, type.s,
            "this is no address of a puzzle; one looks like https://puzz.link/p?mashu/6/6/il00al00002k");
    return FAIL(a, type.s, "this is the address of a '%.*s' puzzle, not of a masyu (mashu, masyu or pearl)",
                (int)type.n, type.s);
}

static int read_flag(struct address *a, struct span flag)
{
    if (span_is(flag, "f"))
        a->board.all_cells = true;
    else if (span_is(flag, "v:"))
        a->self->h->log(a->self, RT_LOG_WARN,
                        "line %u: the address says that its puzzle is a variant; it is read "
                        "under the usual rules",
                        a->number);
    else if (flag.n)
        return FAIL(a, flag.s,
                    "flag '%.*s' is not known here; known are f (visit every cell) and v: (variant)",
                    (int)(flag.n < 20 ? flag.n : 20), flag.s);
    return RT_OK;
}

/* Everything in front of the first number. */
static int read_flags(struct address *a)
{
    int status = RT_OK;
    while (status == RT_OK && a->rest.n && !is_digit(a->rest.s[0]))
        status = read_flag(a, segment(&a->rest));
    return status;
}

static int read_size(struct address *a)
{
    struct span width = segment(&a->rest), height = segment(&a->rest);
    if (!span_is_number(width, &a->board.width))
        return FAIL(a, width.s, "the width must be a number");
    if (!span_is_number(height, &a->board.height))
        return FAIL(a, height.s, "the height must be a number");
    return board_check_size(a->self, a->number, column_of(a->line, width.s), a->board.width, a->board.height);
}

/* The digits first, then how many: only after that is there memory for the cells. */
static int check_body(struct address *a, struct span body)
{
    char shown[8];
    uint32_t cells = board_cells(&a->board), need = (cells + 2) / 3;
    for (size_t i = 0; i < body.n; i++) {
        char low = (char)(body.s[i] | 0x20);
        if (!is_digit(body.s[i]) && (low < 'a' || low > 'q'))
            return FAIL(a, body.s + i, "%s holds no cells; they are written with 0-9 and a-q",
                        show_char((struct span){body.s + i, body.n - i}, shown));
    }
    if (body.n == need)
        return RT_OK;
    return FAIL(a, body.n > need ? body.s + need : body.s + body.n,
                "a board %u wide and %u high takes %u digits, not %zu", a->board.width, a->board.height, need,
                body.n);
}

static int read_body(struct address *a)
{
    struct span body = segment(&a->rest);
    if (a->rest.n)
        return FAIL(a, a->rest.s, "there is more behind the cells of the board");
    int status = check_body(a, body);
    if (status != RT_OK)
        return status;
    uint32_t cells = board_cells(&a->board);
    if (!(a->board.cell = a->self->h->scratch(a->self, cells)))
        return RT_ENOMEM;
    static const uint32_t place[3] = {9, 3, 1};
    for (size_t i = 0; i < 3 * body.n; i++) {
        char c = body.s[i / 3];
        uint32_t digit = is_digit(c) ? (uint32_t)(c - '0') : (uint32_t)((c | 0x20) - 'a') + 10;
        uint8_t cell = (uint8_t)(digit / place[i % 3] % 3);
        if (i < cells)
            a->board.cell[i] = cell;
        else if (cell)
            return FAIL(a, body.s + i / 3, "the last digit holds a pearl beyond the board");
    }
    return a->self->h->tick(a->self, cells / 64) ? RT_ELIMIT : RT_OK;
}

static int read_address(struct rt_self *self, struct span line, uint32_t number)
{
    struct address a = {.self = self, .line = line, .number = number};
    struct span title;
    a.rest = puzzle_part(take_address(line, &title));
    int status = read_type(&a);
    if (status == RT_OK)
        status = read_flags(&a);
    if (status == RT_OK)
        status = read_size(&a);
    if (status == RT_OK)
        status = read_body(&a);
    struct origin from = {.first = number, .one_line = true, .title = title};
    return status == RT_OK ? board_emit(self, &a.board, &from) : status;
}

static int puzzlink_read(struct rt_self *self, const char *bytes, size_t length)
{
    return addresses_read(self, bytes, length, read_address);
}

static int write_address(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct board b;
    uint32_t first;
    int status = board_read(self, puzzle->text, puzzle->length, true, &b, &first);
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
        status = title_print(self, " ", puzzle->title);
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
