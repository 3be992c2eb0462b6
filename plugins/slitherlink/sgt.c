/* slitherlink.sgt — game ids of Loopy in Simon Tatham's puzzle collection, one a line, of its square grids (t0):
 *
 *      5x5t0de:a22a3c2a1b3         width x height, t0, perhaps d and a difficulty; then the cells
 *
 * A digit is a clue, a letter from a to z that many cells without one.  Lines that begin with # are comments; what
 * stands behind an id is its title. */
#include "board.h"

#include <ratchet/kit/addresses.h>
#include <ratchet/model.h>

static bool take(struct rt_span *rest, char c)
{
    if (!rest->n || *rest->s != c)
        return false;
    rest->s++, rest->n--;
    return true;
}

/* Takes `5x5t0de:` off the front of `rest`; false: it isn't there, and *rest stands where it goes wrong. */
static bool read_params(struct rt_span *rest, uint32_t *width, uint32_t *height, uint32_t *grid)
{
    *grid = 0;
    if (!rt_span_number(rest, width))
        return false;
    *height = *width;
    if (take(rest, 'x') && !rt_span_number(rest, height))
        return false;
    if (!take(rest, 't') || !rt_span_number(rest, grid))
        return false;
    if (rest->n > 1 && rest->s[0] == 'd' && rest->s[1] >= 'a' && rest->s[1] <= 'z')
        rest->s += 2, rest->n -= 2;
    return take(rest, ':');
}

/* Cells that a sign of a description stands for; 0: it is none. */
static uint32_t cells_of(char c)
{
    return c >= '0' && c <= '4' ? 1 : c >= 'a' && c <= 'z' ? (uint32_t)(c - 'a') + 1 : 0;
}

static int sgt_probe(const char *bytes, size_t length)
{
    struct rt_span line;
    uint32_t width, height, grid, good = 0;
    if (!rt_addresses_first(bytes, length, &line))
        return 0;
    struct rt_span rest = rt_span_word(&line);
    if (!read_params(&rest, &width, &height, &grid))
        return 0;
    for (size_t i = 0; i < rest.n; i++)
        good += cells_of(rest.s[i]) > 0;
    return good && good == rest.n ? 90 : 2 * good > rest.n ? 30 : 0;
}

/* Signs first, then how many cells they make: only after that is there memory for them. */
static int check_cells(struct rt_self *self, struct rt_span line, uint32_t number, struct rt_span cells,
                       uint32_t width, uint32_t height)
{
    char shown[8];
    uint64_t n = 0, all = (uint64_t)width * height;
    for (size_t i = 0; i < cells.n; i++) {
        struct rt_span at = {cells.s + i, cells.n - i};
        if (!cells_of(*at.s))
            return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, at.s),
                                 "%s is not known in an id; digits are clues, a to z so many cells without",
                                 rt_show_char(at, shown));
        n += cells_of(*at.s);
        if (n > all)
            return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, at.s),
                                 "this is beyond the board, which is %u wide and %u high", width, height);
    }
    if (n == all)
        return RT_OK;
    return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, cells.s + cells.n),
                         "the id ends after %llu cells; a board %u wide and %u high has %llu", (unsigned long long)n,
                         width, height, (unsigned long long)all);
}

static int read_id(struct rt_self *self, struct rt_span line, uint32_t number)
{
    struct board b;
    uint32_t width, height, grid;
    struct rt_span title = line, rest = rt_span_word(&title);
    const char *start = rest.s;
    if (!read_params(&rest, &width, &height, &grid))
        return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, rest.s), "%s",
                             rest.n && *rest.s == '#'
                                 ? "this is a random seed; only an id with ':' holds a board"
                                 : "an id begins with the size, the grid and ':', such as 5x5t0:");
    if (grid)
        return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, start),
                             "grid t%u of Loopy has other cells than squares; only t0 is a slitherlink", grid);
    int status = rt_check_size(self, number, rt_column_of(line, start), width, height);
    if (status == RT_OK)
        status = check_cells(self, line, number, rest, width, height);
    if (status == RT_OK)
        status = board_new(self, width, height, &b);
    if (status != RT_OK)
        return status;
    for (size_t i = 0, cell = 0; i < rest.n; cell += cells_of(rest.s[i++]))
        if (rt_is_digit(rest.s[i]))
            b.clue[cell] = (uint8_t)(rest.s[i] - '0');
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
    uint32_t empty = 0, n = 0;
    int status = board_of_puzzle(self, puzzle, &b);
    if (status != RT_OK)
        return status;
    char *text = self->h->scratch(self, (size_t)board_cells(&b) + 1);
    if (!text)
        return RT_ENOMEM;
    for (uint32_t cell = 0; cell < board_cells(&b); cell++) {
        bool clued = b.clue[cell] != RT_SLITHERLINK_NONE;
        empty += !clued;
        if (empty && (clued || empty == 26 || cell + 1 == board_cells(&b))) {
            text[n++] = (char)('a' + empty - 1);
            empty = 0;
        }
        if (clued)
            text[n++] = sign_of(b.clue[cell]);
    }
    status = self->h->print(self, "%ux%ut0:%s", b.width, b.height, text);
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
    .id = "slitherlink.sgt",
    .puzzle = "slitherlink",
    .summary = "game ids of Simon Tatham's Loopy on square grids, one a line",
    .extensions = extensions,
    .probe = sgt_probe,
    .read = sgt_read,
    .write = sgt_write,
    .quirks = "Width comes first; difficulty letters are ignored, other grids than t0 and random seeds (#) are "
              "refused.",
};

static const struct rt_format_class *const formats[] = {&sgt, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "slitherlink.sgt",
    .version = "1.0",
    .formats = formats,
};
