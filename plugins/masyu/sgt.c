/* masyu.sgt — game ids of Pearl in Simon Tatham's puzzle collection, one a line:
 *
 *      6x6dt:dWcBgWaWcWaWcWdWb         width x height, perhaps d and a difficulty, perhaps n; then the cells
 *
 * W and B are pearls, a letter from a to z that many empty cells.  Lines that begin with # are comments; what
 * stands behind an id is its title. */
#include "board.h"

#include <ratchet/kit/addresses.h>
#include <ratchet/model.h>

/* Takes `6x6dt:` off the front of `rest`; false: it isn't there, and *rest stands where it goes wrong. */
static bool read_params(struct rt_span *rest, uint32_t *width, uint32_t *height)
{
    if (!rt_span_number(rest, width))
        return false;
    *height = *width;
    if (rest->n && rest->s[0] == 'x') {
        rest->s++, rest->n--;
        if (!rt_span_number(rest, height))
            return false;
    }
    if (rest->n > 1 && rest->s[0] == 'd' && rest->s[1] >= 'a' && rest->s[1] <= 'z')
        rest->s += 2, rest->n -= 2;
    if (rest->n && rest->s[0] == 'n')
        rest->s++, rest->n--;
    if (!rest->n || rest->s[0] != ':')
        return false;
    rest->s++, rest->n--;
    return true;
}

/* Cells that a letter of a description stands for; 0: it is none. */
static uint32_t letter_cells(char c)
{
    return c == 'W' || c == 'B' ? 1 : c >= 'a' && c <= 'z' ? (uint32_t)(c - 'a') + 1 : 0;
}

static int sgt_probe(const char *bytes, size_t length)
{
    struct rt_span line;
    uint32_t width, height, good = 0;
    if (!rt_addresses_first(bytes, length, &line))
        return 0;
    struct rt_span rest = rt_span_word(&line);
    if (!read_params(&rest, &width, &height))
        return 0;
    for (size_t i = 0; i < rest.n; i++)
        good += letter_cells(rest.s[i]) > 0;
    return good && good == rest.n ? 90 : 2 * good > rest.n ? 30 : 0;
}

/* Letters first, then how many cells they make: only after that is there memory for them. */
static int check_cells(struct rt_self *self, struct rt_span line, uint32_t number, struct rt_span cells,
                       const struct board *b)
{
    char shown[8];
    uint64_t n = 0, all = board_cells(b);
    for (size_t i = 0; i < cells.n; i++) {
        struct rt_span at = {cells.s + i, cells.n - i};
        if (!letter_cells(*at.s))
            return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, at.s),
                                 "%s is not known in an id; W and B are pearls, a to z so many empty cells",
                                 rt_show_char(at, shown));
        n += letter_cells(*at.s);
        if (n > all)
            return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, at.s),
                                 "this is beyond the board, which is %u wide and %u high", b->width,
                                 b->height);
    }
    if (n < all)
        return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, cells.s + cells.n),
                             "the id ends after %llu cells; a board %u wide and %u high has %u",
                             (unsigned long long)n, b->width, b->height, board_cells(b));
    return RT_OK;
}

static void fill_cells(struct rt_span cells, uint8_t *cell)
{
    for (size_t i = 0; i < cells.n; i++) {
        char c = cells.s[i];
        if (c == 'W' || c == 'B')
            *cell = c == 'W' ? RT_MASYU_IS_WHITE : RT_MASYU_IS_BLACK;
        cell += letter_cells(c);
    }
}

static int read_id(struct rt_self *self, struct rt_span line, uint32_t number)
{
    struct board b = {0};
    struct rt_span title = line, rest = rt_span_word(&title);
    const char *start = rest.s;
    if (!read_params(&rest, &b.width, &b.height))
        return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, rest.s), "%s",
                             rest.n && rest.s[0] == '#'
                                 ? "this is a random seed; only an id with ':' holds a board"
                                 : "an id begins with the size and ':', such as 6x6dt:");
    int status = rt_check_size(self, number, rt_column_of(line, start), b.width, b.height);
    if (status == RT_OK)
        status = check_cells(self, line, number, rest, &b);
    if (status != RT_OK)
        return status;
    if (!(b.cell = self->h->scratch(self, board_cells(&b))))
        return RT_ENOMEM;
    fill_cells(rest, b.cell);
    return board_emit(self, &b,
                      &(struct rt_origin){.first = number, .one_line = true, .title = rt_span_trim(title)});
}

static int sgt_read(struct rt_self *self, const char *bytes, size_t length)
{
    return rt_addresses_read(self, bytes, length, "id", read_id);
}

static int write_id(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct board b;
    uint32_t empty = 0;
    int status = board_plain(self, puzzle, "masyu.sgt", &b);
    if (status != RT_OK)
        return status;
    uint32_t cells = board_cells(&b), n = 0;
    char *text = self->h->scratch(self, (size_t)cells + 1);
    if (!text)
        return RT_ENOMEM;
    for (uint32_t cell = 0; cell < cells; cell++) {
        empty += !b.cell[cell];
        if (empty && (b.cell[cell] || empty == 26 || cell + 1 == cells)) {
            text[n++] = (char)('a' + empty - 1);
            empty = 0;
        }
        if (b.cell[cell])
            text[n++] = ".WB"[b.cell[cell]];
    }
    status = self->h->print(self, "%ux%u:%s", b.width, b.height, text);
    if (status == RT_OK)
        status = rt_put_line(self, " ", puzzle->title);
    return status == RT_OK ? self->h->write(self, "\n", 1) : status;
}

static int sgt_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < count && status == RT_OK; i++)
        status = write_id(self, puzzles[i]);
    return status;
}

static const char *const extensions[] = {".ids", NULL};

static const struct rt_format_class sgt = {
    .size = sizeof sgt,
    .id = "masyu.sgt",
    .puzzle = "masyu",
    .summary = "game ids of Simon Tatham's Pearl, one a line",
    .extensions = extensions,
    .probe = sgt_probe,
    .read = sgt_read,
    .write = sgt_write,
    .quirks = "Width comes first; difficulty letters are ignored, a random seed (#) is refused, "
              "since it holds no board.",
};

static const struct rt_format_class *const formats[] = {&sgt, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "masyu.sgt",
    .version = "1.0",
    .formats = formats,
};
