/* masyu.patterns — what small pictures say: known pearls and lines, and the lines that follow.
 *
 *      W . W
 *        X        picture.h tells how to read it
 *        B
 *
 * The rule compares the pictures of the file that its option names with every place of the board, in all eight
 * orientations, and gives a clause for each line that follows; so what is known last follows backwards, too.  It takes
 * the pictures on trust: `ratchet rules check-patterns FILE` proves them.
 *
 * The format of the same name is for that proof.  It reads a file of pictures as puzzles, one a line that follows and
 * a variant: a board with the picture's pearls and nothing else, as marks what the picture knows and the opposite of
 * what follows.  None of them has a solution if the picture is right on every board:
 *
 * More pearls mean fewer loops, so a loop that breaks the picture somewhere breaks it on a board without other pearls.
 * It leaves the picture and the ring of cells round it by at most a + b + 4 arcs (a, b: sides of the picture in cells;
 * each arc takes two of the ring's outward edges).  Arcs don't cross, so they nest; one that has k others within it can
 * be led round at distance k + 1, straight out, round, and in again.  So a board with a + b + 4 cells beyond the ring
 * on each side that is no border has a loop that breaks the picture if any board has. */
#include "picture.h"
#include "sayings.h"
#include <stdio.h>

static int read_pictures(struct rt_self *self, const char *text, size_t length, struct picture **pictures, uint32_t *n)
{
    *n = pictures_count(text, length);
    *pictures = self->h->scratch(self, (*n + 1) * sizeof **pictures);
    return *pictures ? pictures_read(self, text, length, *pictures) : RT_ENOMEM;
}

/* ---- the rule ---- */

struct book {
    struct sayings sayings;     /* first: a spot's sayings are the book's */
    struct picture *picture;
    uint32_t n;
};

/* A picture laid on the board with its first pearl at the spot. */
struct laid {
    const struct spot *at;
    const struct picture *p;
    int row, column;            /* of that pearl */
};

static struct laid lay(const struct spot *at, const struct picture *p)
{
    struct laid laid = {at, p, 0, 0};
    for (int k = 0; !strchr("WB", picture_at(p, laid.row, laid.column)); k++) {
        laid.row = 2 * (k / PICTURE_SIDE);
        laid.column = 2 * (k % PICTURE_SIDE);
    }
    return laid;
}

static bool cell_fits(const struct laid *l, int row, int column)
{
    int forward = (row - l->row) / 2, sideways = (column - l->column) / 2;
    switch (picture_at(l->p, row, column)) {
    case 'W':
        return is_white(l->at, forward, sideways);
    case 'B':
        return is_black(l->at, forward, sideways);
    case '.':
        return !is_outside(l->at, forward, sideways);
    case '#':
        return is_outside(l->at, forward, sideways);
    default:
        return true;
    }
}

static bool fits(const struct laid *l)
{
    for (int row = 0; row < (int)l->p->rows; row += 2)
        for (int column = 0; column < (int)l->p->columns; column += 2)
            if (!cell_fits(l, row, column))
                return false;
    return true;
}

static int edge_under(const struct laid *l, int row, int column)
{
    bool level = column & 1;
    return edge(l->at, (row - l->row - !level) / 2, (column - l->column - level) / 2, level ? SIDE : AHEAD);
}

/* If all that is known holds, so does what follows at (row, column). */
static void say_one(const struct laid *l, int row, int column)
{
    struct rt_sayings *s = &l->at->s->said;
    for (int r = 0; r < (int)l->p->rows; r++)
        for (int c = !(r & 1); c < (int)l->p->columns; c += 2) {
            char known = picture_at(l->p, r, c);
            if (known == 'x')
                rt_if_off(s, edge_under(l, r, c));
            else if (known == '-' || known == '|')
                rt_if_on(s, edge_under(l, r, c));
        }
    rt_put(s, edge_under(l, row, column), picture_at(l->p, row, column) == '=');
    say(l->at, l->p->name);
}

static void patterns_at(const struct spot *at)
{
    const struct book *book = (const struct book *)at->s;
    for (uint32_t k = 0; k < book->n; k++) {
        struct laid l = lay(at, &book->picture[k]);
        if (!(l.p->variants >> at->s->board->variant & 1) || !fits(&l))
            continue;
        for (int row = 0; row < (int)l.p->rows; row++)
            for (int column = !(row & 1); column < (int)l.p->columns; column += 2)
                if (picture_forced(picture_at(l.p, row, column)))
                    say_one(&l, row, column);
    }
}

static int open_book(struct rt_self *self, struct book **book)
{
    const char *text = self->h->option_string(self, "file");
    struct book *b = *book = self->h->scratch(self, sizeof *b);
    if (!b)
        return RT_ENOMEM;
    return text ? read_pictures(self, text, strlen(text), &b->picture, &b->n) : RT_OK;
}

static int init(struct rt_self *self)
{
    struct book *book;
    int status = open_book(self, &book);
    return status == RT_OK ? sayings_init_with(self, &book->sayings, patterns_at) : status;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    struct book *book;
    int status = open_book(self, &book);
    return status == RT_OK ? sayings_describe_with(self, &book->sayings, why, patterns_at) : status;
}

static const struct rt_option file = {
    .name = "file",
    .help = "Pictures of what follows from what; `ratchet rules check-patterns` proves them",
    .type = RT_OPTION_FILE,
    .fallback_string = "masyu.patterns",
};

static const struct rt_option *const options[] = {&file, NULL};

static const struct rt_rule_class patterns = {
    .size = sizeof patterns,
    .id = "masyu.patterns",
    .kind = RT_MASYU_BOARD,
    .flags = RT_RULE_OPTIONAL,
    .summary = "what the pictures of a file say of pearls and lines near each other",
    .tier = 0,
    .level = 3,
    .options = options,
    .init = init,
    .describe = describe,
};

/* ---- the format: what would break a picture, as puzzles ---- */

/* A picture's cells on a board with room round them. */
struct bench {
    struct rt_self *self;
    const struct picture *p;
    int top, left, bottom, right;   /* rows and columns of the picture's text in which there are cells of the board */
    int above, before;              /* cells of the board above and left of them */
    int width, height;              /* of the board, in cells */
};

static bool beyond(const struct bench *b, int row, int column)
{
    return picture_at(b->p, row, column) == '#';
}

/* Is the picture bounded by the border on this side?  Fails where `#` stands anywhere else. */
static int find_borders(const struct bench *b, bool border[4])
{
    for (int row = 0; row < (int)b->p->rows; row += 2)
        for (int column = 0; column < (int)b->p->columns; column += 2) {
            bool level = column >= b->left && column <= b->right, upright = row >= b->top && row <= b->bottom;
            if (!beyond(b, row, column))
                continue;
            border[0] |= level && row == b->top - 2;
            border[1] |= upright && column == b->right + 2;
            border[2] |= level && row == b->bottom + 2;
            border[3] |= upright && column == b->left - 2;
        }
    for (int row = 0; row < (int)b->p->rows; row += 2)
        for (int column = 0; column < (int)b->p->columns; column += 2)
            if (beyond(b, row, column) && !(row < b->top && border[0]) && !(column > b->right && border[1]) &&
                !(row > b->bottom && border[2]) && !(column < b->left && border[3]))
                return b->self->h->fail(b->self, RT_EINPUT, b->p->line, 0,
                                        "pattern '%s': '#' is the row or column of cells right beyond the border; it "
                                        "cannot stand among cells of the board, or away from them", b->p->name);
    return RT_OK;
}

static int place(struct rt_self *self, const struct picture *p, struct bench *b)
{
    bool border[4] = {false, false, false, false};
    *b = (struct bench){.self = self, .p = p, .top = PICTURE_COLUMNS, .left = PICTURE_COLUMNS};
    for (int row = 0; row < (int)p->rows; row += 2)
        for (int column = 0; column < (int)p->columns; column += 2)
            if (picture_on_board(picture_at(p, row, column))) {
                b->top = row < b->top ? row : b->top;
                b->left = column < b->left ? column : b->left;
                b->bottom = row > b->bottom ? row : b->bottom;
                b->right = column > b->right ? column : b->right;
            }
    int status = find_borders(b, border), high = (b->bottom - b->top) / 2 + 1, wide = (b->right - b->left) / 2 + 1;
    int room = high + wide + 5;     /* the ring, and high + wide + 4 beyond it */
    b->above = border[0] ? 0 : room;
    b->before = border[3] ? 0 : room;
    b->height = b->above + high + (border[2] ? 0 : room);
    b->width = b->before + wide + (border[1] ? 0 : room);
    return status;
}

/* Row and column of the picture's text at (x, y) of the board's, in which edges have places as well. */
static char under(const struct bench *b, int x, int y)
{
    int row = y - 2 * b->above + b->top, column = x - 2 * b->before + b->left;
    bool outside = row < b->top || row > b->bottom || column < b->left || column > b->right;
    return outside ? ' ' : picture_at(b->p, row, column);
}

static char *put_board(const struct bench *b, uint32_t variant, char *to)
{
    static const char *const names[] = {"standard", "both", "straight"};
    to += sprintf(to, "masyu %d %d\nwhite %s\n", b->width, b->height, names[variant]);
    for (int y = 0; y < b->height; y++) {
        for (int x = 0; x < b->width; x++) {
            char cell = under(b, 2 * x, 2 * y);
            *to++ = cell == 'W' || cell == 'B' ? cell : '.';
        }
        *to++ = '\n';
    }
    *to++ = 0;
    return to;
}

/* What is known, and the opposite of what follows at (row, column) of the picture. */
static void put_marks(const struct bench *b, int row, int column, char *to)
{
    int denied_x = column - b->left + 2 * b->before, denied_y = row - b->top + 2 * b->above;
    for (int y = 0; y < 2 * b->height - 1; y++) {
        for (int x = 0; x < 2 * b->width - 1; x++) {
            char here = under(b, x, y);
            if (!(x & 1) && !(y & 1))
                *to++ = here == 'W' || here == 'B' ? here : '.';
            else if (x == denied_x && y == denied_y)
                *to++ = here == 'X' ? (y & 1 ? '|' : '-') : 'x';
            else
                *to++ = here == 'x' || here == '-' || here == '|' ? here : ' ';
        }
        *to++ = '\n';
    }
    *to = 0;
}

static int emit_claim(const struct bench *b, int row, int column, uint32_t variant)
{
    size_t area = 4 * (size_t)(b->width + 1) * (size_t)(b->height + 1);
    char *text = b->self->h->scratch(b->self, 64 + 2 * area), title[PICTURE_NAME + 64];
    static const char *const names[] = {"standard", "both", "straight"};
    if (!text)
        return RT_ENOMEM;
    char *marks = put_board(b, variant, text);
    size_t length = (size_t)(marks - text) - 1;
    put_marks(b, row, column, marks);
    snprintf(title, sizeof title, "%s (line %u, white = %s)", b->p->name, b->p->line, names[variant]);
    struct rt_puzzle_text puzzle = {.size = sizeof puzzle, .text = text, .length = length, .title = title,
                                    .marks = marks};
    return b->self->h->emit(b->self, &puzzle);
}

static int emit_claims(struct rt_self *self, const struct picture *p)
{
    struct bench b;
    int status = place(self, p, &b);
    for (uint32_t variant = 0; variant < 3; variant++)
        for (int row = 0; row < (int)p->rows && (p->variants >> variant & 1); row++)
            for (int column = !(row & 1); column < (int)p->columns && status == RT_OK; column += 2)
                if (picture_forced(picture_at(p, row, column)))
                    status = emit_claim(&b, row, column, variant);
    return status;
}

static int format_read(struct rt_self *self, const char *bytes, size_t length)
{
    struct picture *pictures;
    uint32_t n;
    int status = read_pictures(self, bytes, length, &pictures, &n);
    for (uint32_t k = 0; k < n && status == RT_OK; k++)
        status = emit_claims(self, &pictures[k]);
    return status;
}

static int format_probe(const char *bytes, size_t length)
{
    return pictures_count(bytes, length) ? 90 : 0;
}

static const char *const extensions[] = {".patterns", NULL};

static const struct rt_format_class format = {
    .size = sizeof format,
    .id = "masyu.patterns",
    .puzzle = "masyu",
    .summary = "pictures for the rule masyu.patterns, as boards that would break them",
    .extensions = extensions,
    .probe = format_probe,
    .read = format_read,
    .quirks = "Each line that a picture claims becomes a board with the opposite as a mark; where none of them has a "
              "solution, the pictures are right. `ratchet rules check-patterns` asks that.",
};

static const struct rt_rule_class *const rules[] = {&patterns, NULL};
static const struct rt_format_class *const formats[] = {&format, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "masyu.patterns", .version = "1.0", .formats = formats, .rules = rules,
};
