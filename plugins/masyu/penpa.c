/* masyu.penpa — addresses of Penpa+, one a line, whole or from m= on:
 *
 *      https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VTBbhMxEL3v…
 *
 * p is text, deflated without a head and written in base64.  Its lines, of which we read six:
 *
 *      square,10,10,38,…,Title: …,Author: …    shape, width and height with margins
 *      [0,0,0,0]                               margins: top, bottom, left, right
 *      {…}                                     how the editor is set
 *      {…,zY:{"47":[1,"circle_L",1],…},…}      the puzzle: symbols by their place, 1 white, 2 black
 *      {…,zL:{"47,48":3,"289":98},…}           what the solver drew: lines by their ends, crosses by their
 * place [30,1,1,…]                              the cells that belong to the board, as differences
 *
 * Names are abbreviated (zY "symbol", zL "line" and so on).  Places are counted in a grid that is two cells
 * wider on each side: cells first, then the corners, the lower and the right edges of cells.  A board must be
 * a rectangle, and have no clues but circles.  Lines and crosses are marks; a closed line is the solution. */
#include "edges.h"
#include "json.h"

#include <ratchet/kit/addresses.h>
#include <ratchet/model.h>
#include <zlib.h>

enum {
    TEXT_MOST = 1 << 24,
    PART_HEAD = 0,
    PART_MARGINS,
    PART_MODES,
    PART_PUZZLE,
    PART_DRAWN,
    PART_CELLS,
    PARTS
};
enum { PLACE_CELL, PLACE_CORNER, PLACE_BELOW, PLACE_RIGHT };

/* One address, being read. */
struct sheet {
    struct rt_self *self;
    uint32_t number; /* of its line */
    uint32_t column; /* of its data */
    struct rt_span part[PARTS];
    struct rt_span title, author;
    uint32_t across, down; /* all places in a row, and rows of them */
    uint32_t top, left;    /* of the board's first cell */
    struct board board;
    uint64_t *edges;
};

#define FAIL(s, ...) ((s)->self->h->fail((s)->self, RT_EINPUT, (s)->number, (s)->column, __VA_ARGS__))

/* ---- base64 and deflate ---- */

static int digit_of(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? memchr(digits, c == '-' ? '+' : c == '_' ? '/' : c, 64) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* The data of an address: what stands behind `p=`. */
static bool find_data(struct rt_span word, struct rt_span *data)
{
    for (size_t i = 0; i + 2 <= word.n; i++) {
        bool start = !i || memchr("#?&", word.s[i - 1], 3);
        if (!start || memcmp(word.s + i, "p=", 2))
            continue;
        const char *end = memchr(word.s + i, '&', word.n - i);
        *data = (struct rt_span){word.s + i + 2, (end ? (size_t)(end - word.s) : word.n) - i - 2};
        return true;
    }
    return false;
}

/* The bytes of `data`, in the memory of this call. */
static int decode(struct sheet *s, struct rt_span line, struct rt_span data, struct rt_span *bytes)
{
    uint8_t *out = s->self->h->scratch(s->self, data.n + 1);
    uint32_t bits = 0, have = 0;
    size_t n = 0;
    char shown[8];
    while (data.n && data.s[data.n - 1] == '=')
        data.n--;
    for (size_t i = 0; out && i < data.n; i++) {
        int digit = digit_of(data.s[i]);
        if (digit < 0)
            return s->self->h->fail(s->self, RT_EINPUT, s->number, rt_column_of(line, data.s + i),
                                    "%s does not belong to the data of an address",
                                    rt_show_char((struct rt_span){data.s + i, data.n - i}, shown));
        bits = bits << 6 | (uint32_t)digit;
        have += 6;
        if (have >= 8)
            out[n++] = (uint8_t)(bits >> (have -= 8));
    }
    *bytes = (struct rt_span){(const char *)out, n};
    return out ? RT_OK : RT_ENOMEM;
}

static int inflate_all(z_stream *z, struct rt_span bytes, char *text, size_t most, size_t *n)
{
    z->next_in = (Bytef *)(uintptr_t)bytes.s;
    z->avail_in = (uInt)bytes.n;
    z->next_out = (Bytef *)text;
    z->avail_out = (uInt)most;
    int status = inflate(z, Z_FINISH);
    *n = most - z->avail_out;
    return status;
}

/* What `bytes` unpack to. It grows 1032-fold at most, which bounds the room. */
static int unpack(struct sheet *s, struct rt_span bytes, struct rt_span *text)
{
    size_t most = bytes.n < TEXT_MOST / 64 ? bytes.n * 64 + 4096 : TEXT_MOST;
    z_stream z = {0};
    char *room = bytes.n < TEXT_MOST ? s->self->h->scratch(s->self, most) : NULL;
    if (!room)
        return bytes.n < TEXT_MOST ? RT_ENOMEM : FAIL(s, "the address is too long to be a puzzle");
    if (inflateInit2(&z, -15) != Z_OK)
        return RT_ENOMEM;
    int status = inflate_all(&z, bytes, room, most, &text->n);
    inflateEnd(&z);
    text->s = room;
    if (status == Z_STREAM_END)
        return RT_OK;
    return FAIL(s, z.avail_out ? "the data of the address is damaged, or its end is missing"
                               : "the data of the address unpacks to more than a puzzle takes");
}

/* ---- what the text says ---- */

static int split(struct sheet *s, struct rt_span text)
{
    for (uint32_t i = 0; i < PARTS; i++) {
        const char *end = memchr(text.s, '\n', text.n);
        size_t n = end ? (size_t)(end - text.s) : text.n;
        s->part[i] = (struct rt_span){text.s, n};
        n += end != NULL;
        text.s += n;
        text.n -= n;
    }
    return s->part[PART_DRAWN].n ? RT_OK : FAIL(s, "the data of the address is no puzzle of Penpa+");
}

/* The next of the fields that commas part. */
static struct rt_span field(struct rt_span *rest)
{
    const char *comma = memchr(rest->s, ',', rest->n);
    struct rt_span part = {rest->s, comma ? (size_t)(comma - rest->s) : rest->n};
    size_t taken = comma ? part.n + 1 : part.n;
    rest->s += taken;
    rest->n -= taken;
    return part;
}

/* `Title: …`, with commas written %2C. */
static struct rt_span named(struct sheet *s, struct rt_span part, const char *name)
{
    size_t skip = strlen(name), n = 0;
    char *text = part.n > skip && !memcmp(part.s, name, skip) ? s->self->h->scratch(s->self, part.n) : NULL;
    for (size_t i = skip; text && i < part.n; i++) {
        bool comma = i + 3 <= part.n && !memcmp(part.s + i, "%2C", 3);
        text[n++] = comma ? ',' : part.s[i];
        i += comma ? 2 : 0;
    }
    return text ? rt_span_trim((struct rt_span){text, n}) : (struct rt_span){"", 0};
}

static bool read_margins(struct rt_span text, uint32_t margin[4])
{
    struct json j = json_of(text);
    struct rt_span word;
    uint32_t n = 0;
    if (!json_take(&j, '['))
        return false;
    while (json_element(&j)) {
        if (n == 4 || !json_string(&j, &word) || !rt_span_is_number(word, &margin[n]))
            return false;
        n++;
    }
    return n == 4 && !j.bad;
}

static int read_size(struct sheet *s)
{
    struct rt_span rest = s->part[PART_HEAD], shape = field(&rest);
    uint32_t width, height, m[4];
    struct board *b = &s->board;
    if (!rt_span_is(shape, "square") && !rt_span_is(shape, "sudoku") && !rt_span_is(shape, "kakuro"))
        return FAIL(s, "this is a board of shape '%.*s'; masyu is played on squares",
                    (int)(shape.n < 20 ? shape.n : 20), shape.s);
    if (!rt_span_is_number(field(&rest), &width) || !rt_span_is_number(field(&rest), &height))
        return FAIL(s, "the size in the address is no number");
    if (!read_margins(s->part[PART_MARGINS], m))
        return FAIL(s, "the margins in the address are not four numbers");
    int status = rt_check_size(s->self, s->number, s->column, width, height);
    if (status != RT_OK)
        return status;
    if (m[0] >= height || m[1] >= height - m[0] || m[2] >= width || m[3] >= width - m[2])
        return FAIL(s, "the margins leave nothing of the board");
    s->across = width + 4;
    s->down = height + 4;
    s->top = m[0] + 2;
    s->left = m[2] + 2;
    b->width = width - m[2] - m[3];
    b->height = height - m[0] - m[1];
    while (rest.n) {
        struct rt_span part = field(&rest);
        s->title = s->title.n ? s->title : named(s, part, "Title: ");
        s->author = s->author.n ? s->author : named(s, part, "Author: ");
    }
    return RT_OK;
}

/* What kind of place a number is, and the cell it belongs to; RT_NOPOS: none of the board. */
static uint32_t place_of(const struct sheet *s, uint32_t number, uint32_t *kind)
{
    uint32_t all = s->across * s->down, at = number % all;
    uint32_t row = at / s->across, column = at % s->across;
    *kind = number / all;
    if (row < s->top || row - s->top >= s->board.height || column < s->left ||
        column - s->left >= s->board.width)
        return RT_NOPOS;
    return (row - s->top) * s->board.width + column - s->left;
}

/* Does every cell of the rectangle belong to the board, and no other? */
static int check_cells(struct sheet *s)
{
    struct json j = json_of(s->part[PART_CELLS]);
    struct rt_span word;
    uint32_t step, at = 0, n = 0, kind;
    if (!json_take(&j, '['))
        return RT_OK; /* old addresses say nothing of it */
    for (; json_element(&j) && json_string(&j, &word); n++)
        if (!rt_span_is_number(word, &step) || place_of(s, at += step, &kind) != n || kind != PLACE_CELL)
            return FAIL(s, "the board is not a rectangle, or cells of it are left out");
    if (n != board_cells(&s->board))
        return FAIL(s, "the board is not a rectangle, or cells of it are left out");
    return RT_OK;
}

/* The members of one object in a part, under its full or its short name; false: there is none. */
static bool open_object(struct rt_span part, const char *full, const char *brief, struct json *j)
{
    struct rt_span name;
    *j = json_of(part);
    if (!json_take(j, '{'))
        return false;
    while (json_member(j, &name)) {
        if ((rt_span_is(name, full) || rt_span_is(name, brief)) && json_peek(j) == '{')
            return json_take(j, '{');
        json_skip(j);
    }
    return false;
}

static bool has_members(struct rt_span part, const char *full, const char *brief)
{
    struct json j;
    struct rt_span name;
    return open_object(part, full, brief, &j) && json_member(&j, &name);
}

/* [1,"circle_L",1] */
static int read_circle(struct sheet *s, struct json *j, uint32_t cell)
{
    struct rt_span style = {"", 0}, shape = {"", 0}, word;
    uint32_t row = cell / s->board.width + 1, column = cell % s->board.width + 1;
    bool array = json_take(j, '[');
    for (uint32_t i = 0; array && json_element(j); i++) {
        if (json_peek(j) == '[' || json_peek(j) == '{')
            json_skip(j);
        else if (json_string(j, &word) && i < 2)
            *(i ? &shape : &style) = word;
    }
    if (shape.n < 6 || memcmp(shape.s, "circle", 6) || (!rt_span_is(style, "1") && !rt_span_is(style, "2")))
        return FAIL(s,
                    "the symbol in r%uc%u ('%.*s' %.*s) is no pearl; these are circles of style 1, white, or "
                    "2, black",
                    row, column, (int)(shape.n < 20 ? shape.n : 20), shape.s,
                    (int)(style.n < 8 ? style.n : 8), style.s);
    s->board.cell[cell] = rt_span_is(style, "1") ? RT_MASYU_IS_WHITE : RT_MASYU_IS_BLACK;
    return RT_OK;
}

static int read_pearls(struct sheet *s)
{
    static const char *const others[][2] = {
        {"number", "zN"}, {"sudoku", "z1"}, {"cage", "zC"}, {"wall", "zW"}};
    struct json j;
    struct rt_span name;
    uint32_t number, kind;
    int status = RT_OK;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (has_members(s->part[PART_PUZZLE], others[i][0], others[i][1]))
            return FAIL(s, "the puzzle has clues of the kind '%s'; masyu has pearls alone", others[i][0]);
    if (!open_object(s->part[PART_PUZZLE], "symbol", "zY", &j))
        return RT_OK;
    while (status == RT_OK && json_member(&j, &name)) {
        uint32_t cell = rt_span_is_number(name, &number) ? place_of(s, number, &kind) : RT_NOPOS;
        if (cell == RT_NOPOS || kind != PLACE_CELL)
            return FAIL(s, "there is a symbol beside the cells of the board");
        status = read_circle(s, &j, cell);
    }
    return status == RT_OK && j.bad ? FAIL(s, "the puzzle in the address is damaged") : status;
}

/* A line between two cells, or a cross on an edge; what is neither doesn't count. */
static void read_stroke(struct sheet *s, struct rt_span name)
{
    uint32_t a = 0, b = 0, kind[2] = {0, 0};
    const char *comma = memchr(name.s, ',', name.n);
    struct rt_span from = {name.s, comma ? (size_t)(comma - name.s) : name.n};
    struct rt_span to = comma ? (struct rt_span){comma + 1, name.n - from.n - 1} : (struct rt_span){"", 0};
    if (!rt_span_is_number(from, &a) || (comma && !rt_span_is_number(to, &b)))
        return;
    uint32_t cell = place_of(s, a, &kind[0]), other = comma ? place_of(s, b, &kind[1]) : RT_NOPOS;
    for (uint32_t d = 0; d < 4 && cell != RT_NOPOS; d++) {
        uint32_t edge = board_edge(&s->board, cell, d);
        bool line = comma && kind[0] == PLACE_CELL && kind[1] == PLACE_CELL && other != RT_NOPOS &&
                    board_beside(&s->board, cell, d) == other;
        bool cross =
            !comma && kind[0] == (d == EAST ? PLACE_RIGHT : PLACE_BELOW) && (d == EAST || d == SOUTH);
        if (edge != RT_NOPOS && (line || cross))
            s->edges[edge] = line ? RT_EDGE_ON : RT_EDGE_OFF;
    }
}

static int read_drawn(struct sheet *s)
{
    struct json j;
    struct rt_span name;
    if (!(s->edges = rt_edges_new(s->self, &s->board.lattice)))
        return RT_ENOMEM;
    if (!open_object(s->part[PART_DRAWN], "line", "zL", &j))
        return RT_OK;
    while (json_member(&j, &name)) {
        read_stroke(s, name);
        json_skip(&j);
    }
    return j.bad ? FAIL(s, "the lines in the address are damaged") : RT_OK;
}

static int read_address(struct rt_self *self, struct rt_span line, uint32_t number)
{
    struct sheet s = {.self = self, .number = number, .title = {"", 0}, .author = {"", 0}};
    struct rt_span rest = line, word = rt_span_word(&rest), data, text = {"", 0};
    if (!find_data(word, &data))
        return self->h->fail(self, RT_EINPUT, number, rt_column_of(line, word.s),
                             "this is no address of a puzzle; one has #m=edit&p= and data behind it");
    s.column = rt_column_of(line, data.s);
    int status = decode(&s, line, data, &data);
    if (status == RT_OK)
        status = unpack(&s, data, &text);
    if (status == RT_OK)
        status = split(&s, text);
    if (status == RT_OK)
        status = read_size(&s);
    if (status == RT_OK)
        status = check_cells(&s);
    if (status == RT_OK && !(s.board.cell = self->h->scratch(self, board_cells(&s.board))))
        status = RT_ENOMEM;
    if (status == RT_OK)
        status = read_pearls(&s);
    if (status == RT_OK)
        status = read_drawn(&s);
    if (status != RT_OK)
        return status;
    struct rt_origin from = {.first = number,
                          .one_line = true,
                          .author = s.author,
                          .title = rt_span_trim(rest).n ? rt_span_trim(rest) : s.title};
    if (rt_edges_closed(&s.board.lattice, s.edges))
        from.solution = edges_answer(self, &s.board, s.edges);
    else if (rt_edges_any(&s.board.lattice, s.edges))
        from.marks = ascii_string(self, &s.board, s.edges);
    return board_emit(self, &s.board, &from);
}

static int penpa_read(struct rt_self *self, const char *bytes, size_t length)
{
    return rt_addresses_read(self, bytes, length, "address", read_address);
}

/* The address doesn't say in clear which puzzle it is; nobody else's looks like it. */
static int penpa_probe(const char *bytes, size_t length)
{
    struct rt_span line, data;
    if (!rt_addresses_first(bytes, length, &line))
        return 0;
    line = rt_span_word(&line);
    bool mode = memmem(line.s, line.n, "m=edit", 6) || memmem(line.s, line.n, "m=solve", 7);
    return mode && find_data(line, &data) && data.n > 8 ? 90 : 0;
}

/* ---- writing ---- */

/* A text that grows to a size known beforehand. */
struct buffer {
    char *text;
    size_t n, most;
};

static void put(struct buffer *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct buffer *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(out->text + out->n, out->most - out->n, format, args);
    va_end(args);
    out->n += n < 0 ? 0 : (size_t)n < out->most - out->n ? (size_t)n : out->most - out->n - 1;
}

static uint32_t place(const struct sheet *s, uint32_t cell, uint32_t kind)
{
    uint32_t row = cell / s->board.width + s->top, column = cell % s->board.width + s->left;
    return kind * s->across * s->down + row * s->across + column;
}

/* The place nearest to the middle of the board. */
static uint32_t middle(const struct sheet *s)
{
    uint32_t w = s->board.width, h = s->board.height;
    uint32_t kind = w % 2 ? (h % 2 ? PLACE_CELL : PLACE_BELOW) : h % 2 ? PLACE_RIGHT : PLACE_CORNER;
    return place(s, (h - 1) / 2 * w + (w - 1) / 2, kind);
}

/* Title or author, with what parts fields and lines taken out. */
static void put_name(struct buffer *out, const char *name)
{
    for (const char *c = name ? name : ""; *c; c++)
        put(out, *c == ',' ? "%%2C" : *c == '\n' || *c == '\r' ? " " : "%c", *c);
}

static void put_head(struct buffer *out, const struct sheet *s, const struct rt_puzzle_text *puzzle)
{
    uint32_t width = s->board.width, height = s->board.height, size = 38;
    put(out, "square,%u,%u,%u,0,1,1,%u,%u,%u,%u,0,0,0,0,Title: ", width, height, size, size * (width + 1),
        size * (height + 1), middle(s), middle(s));
    put_name(out, puzzle->title);
    put(out, ",Author: ");
    put_name(out, puzzle->author);
    put(out, ",,,OFF,false\n[0,0,0,0]\n");
}

static void put_modes(struct buffer *out)
{
    static const char *const names[] = {"zQ", "zA"};
    put(out, "{z9:zA,zG:[\"2\",\"2\",\"1\"]");
    for (int i = 0; i < 2; i++)
        put(out,
            ",%s:{zM:%s,zS:[\"\",1],zL:[\"1\",%d],zE:[\"1\",%d],zW:[\"\",%d],zC:[\"1\",10],zN:[\"1\",%d],zY:"
            "[\"circle_L\",1],zP:[zT,\"\"],zB:[\"\",\"\"],\"move\":[\"1\",\"\"],\"combi\":[\"linex\",\"\"],"
            "\"sudoku\":[\"1\",%d]}",
            names[i], i ? "\"combi\"" : "zY", 2 + i, 2 + i, 2 + i, 1 + i, i ? 9 : 1);
    put(out, "}\n");
}

static void put_layer(struct buffer *out, const struct sheet *s, bool pearls, const uint64_t *edges)
{
    const struct board *b = &s->board;
    const char *comma = "";
    put(out, "{zR:{z_:[]},zU:{z_:[]},z8:{z_:[]},zS:{},zN:{},z1:{},zY:{");
    for (uint32_t cell = 0; pearls && cell < board_cells(b); cell++)
        if (b->cell[cell]) {
            put(out, "%s\"%u\":[%u,\"circle_L\",1]", comma, place(s, cell, PLACE_CELL),
                b->cell[cell] == RT_MASYU_IS_WHITE ? 1 : 2);
            comma = ",";
        }
    put(out, "},zF:{},z2:{},zT:[],z3:[],zD:[],z0:[],z5:[],zL:{");
    comma = "";
    for (uint32_t e = 0; edges && e < board_edges(b); e++) {
        bool level;
        uint32_t cell = board_start(b, e, &level);
        if (edges[e] == RT_EDGE_ON)
            put(out, "%s\"%u,%u\":3", comma, place(s, cell, PLACE_CELL),
                place(s, cell + (level ? 1 : b->width), PLACE_CELL));
        else if (edges[e] == RT_EDGE_OFF)
            put(out, "%s\"%u\":98", comma, place(s, cell, level ? PLACE_RIGHT : PLACE_BELOW));
        comma = edges[e] == RT_EDGE_OPEN ? comma : ",";
    }
    put(out, "},zE:{},zW:{},zC:{},z4:{},z6:[],z7:[]}\n");
}

static void put_cells(struct buffer *out, const struct sheet *s)
{
    uint32_t last = 0;
    for (uint32_t cell = 0; cell < board_cells(&s->board); cell++) {
        uint32_t at = place(s, cell, PLACE_CELL);
        put(out, "%c%u", cell ? ',' : '[', at - last);
        last = at;
    }
    put(out, "]\n");
}

static void put_sheet(struct buffer *out, const struct sheet *s, const struct rt_puzzle_text *puzzle,
                      const uint64_t *edges)
{
    put_head(out, s, puzzle);
    put_modes(out);
    put_layer(out, s, true, NULL);
    put_layer(out, s, false, edges);
    put_cells(out, s);
    put(out, "[\"Line Normal\",\"Shape\"]\n{}\n\"x\"\n\"x\"\n[3,1,4]\n");
    put_modes(out);
    put(out, "\"x\"\n0\n");
    put_layer(out, s, false, NULL);
    put_layer(out, s, false, NULL);
    put(out, "{}\n[\"masyu\"]");
}

/* `text` deflated, in memory of this call. */
static int pack(struct rt_self *self, struct rt_span text, struct rt_span *bytes)
{
    z_stream z = {0};
    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return RT_ENOMEM;
    size_t most = deflateBound(&z, text.n);
    char *room = self->h->scratch(self, most);
    z.next_in = (Bytef *)(uintptr_t)text.s;
    z.avail_in = (uInt)text.n;
    z.next_out = (Bytef *)room;
    z.avail_out = (uInt)most;
    int status = room ? deflate(&z, Z_FINISH) : Z_MEM_ERROR;
    *bytes = (struct rt_span){room, most - z.avail_out};
    deflateEnd(&z);
    return status == Z_STREAM_END ? RT_OK : RT_ENOMEM;
}

static int write_base64(struct rt_self *self, struct rt_span bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    int status = RT_OK;
    for (size_t i = 0; i < bytes.n && status == RT_OK; i += 3) {
        uint32_t bits = 0;
        char four[4];
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (i + k < bytes.n ? (uint8_t)bytes.s[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            four[k] = i + k <= bytes.n ? digits[bits >> (18 - 6 * k) & 63] : '=';
        status = self->h->write(self, four, 4);
    }
    return status;
}

static int write_address(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct sheet s = {.self = self, .top = 2, .left = 2};
    struct rt_span bytes;
    uint64_t *edges;
    int status = board_plain(self, puzzle, "masyu.penpa", &s.board);
    if (status == RT_OK)
        status = edges_of_puzzle(self, &s.board, puzzle, &edges);
    if (status != RT_OK)
        return status;
    s.across = s.board.width + 4;
    s.down = s.board.height + 4;
    /* In a whole loop what is off needs no cross. */
    bool whole = edges && rt_edges_closed(&s.board.lattice, edges);
    for (uint32_t e = 0; whole && e < board_edges(&s.board); e++)
        edges[e] = edges[e] == RT_EDGE_OFF ? RT_EDGE_OPEN : edges[e];
    size_t names =
        (puzzle->title ? strlen(puzzle->title) : 0) + (puzzle->author ? strlen(puzzle->author) : 0);
    struct buffer out = {.most = 8192 + 3 * names + 80 * (size_t)board_cells(&s.board)};
    if (!(out.text = self->h->scratch(self, out.most)))
        return RT_ENOMEM;
    put_sheet(&out, &s, puzzle, edges);
    status = pack(self, (struct rt_span){out.text, out.n}, &bytes);
    if (status == RT_OK)
        status = self->h->print(self, "https://swaroopg92.github.io/penpa-edit/#m=edit&p=");
    if (status == RT_OK)
        status = write_base64(self, bytes);
    return status == RT_OK ? self->h->write(self, "\n", 1) : status;
}

static int penpa_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < count && status == RT_OK; i++)
        status = write_address(self, puzzles[i]);
    return status;
}

static const char *const magic[] = {"https://swaroopg92.github.io/penpa-edit",
                                    "m=edit&p=", "m=solve&p=", NULL};

static const struct rt_format_class penpa = {
    .size = sizeof penpa,
    .id = "masyu.penpa",
    .puzzle = "masyu",
    .summary = "addresses of Penpa+, with lines and crosses",
    .magic = magic,
    .probe = penpa_probe,
    .read = penpa_read,
    .write = penpa_write,
    .quirks = "Only rectangles without other clues than circles, 1 white and 2 black. Lines and "
              "crosses are marks, a closed line is the solution; the a= of m=solve is not read.",
};

static const struct rt_format_class *const formats[] = {&penpa, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "masyu.penpa",
    .version = "1.0",
    .formats = formats,
};
