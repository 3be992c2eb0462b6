/* A lattice with a line on it drawn as text, in 2 * height - 1 lines of 2 * width - 1 signs, and read back.
 *
 *      W-.-B     as long as something is open: signs for the points, - and | for lines, x where none goes,
 *      | x       a blank for what is not known
 *      . .x.
 *
 *      ○─┐ ·     once all is known: the loop drawn through, and a blank where no line goes
 *      │ │
 *      └─●
 *
 * Read back, ? is always an edge not known, and a blank means what it means where it was drawn: signs of the
 * second kind tell them apart.  A loop typed with - and | alone, closed and without x, is complete too. */
#ifndef RATCHET_KIT_SCENE_H
#define RATCHET_KIT_SCENE_H

#include <ratchet/kit/lattice.h>
#include <ratchet/kit/text.h>
#include <ratchet/puzzle.h>

#ifndef __cplusplus

/* ---- what is known of the edges: one mask an edge, 1 off, 2 on, 3 not known ---- */

enum { RT_EDGE_OFF = 1, RT_EDGE_ON = 2, RT_EDGE_OPEN = 3 };

/* All open, in the memory of this call; NULL: there is none left. */
static inline uint64_t *rt_edges_new(struct rt_self *self, const struct rt_lattice *l)
{
    uint64_t *edges = self->h->scratch(self, (rt_lattice_edges(l) + 1) * sizeof *edges);
    for (uint32_t e = 0; edges && e < rt_lattice_edges(l); e++)
        edges[e] = RT_EDGE_OPEN;
    return edges;
}

static inline bool rt_edges_any(const struct rt_lattice *l, const uint64_t *edges)
{
    for (uint32_t e = 0; e < rt_lattice_edges(l); e++)
        if (edges[e] != RT_EDGE_OPEN)
            return true;
    return false;
}

/* Which of a point's edges are on: bit d. */
static inline uint32_t rt_edges_links(const struct rt_lattice *l, const uint64_t *edges, uint32_t point)
{
    uint32_t links = 0;
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t edge = rt_lattice_edge(l, point, d);
        links |= (uint32_t)(edge != RT_NOPOS && edges[edge] == RT_EDGE_ON) << d;
    }
    return links;
}

/* Every point is left as often as entered, and at least one is. */
static inline bool rt_edges_closed(const struct rt_lattice *l, const uint64_t *edges)
{
    bool any = false;
    for (uint32_t point = 0; point < rt_lattice_points(l); point++) {
        uint32_t links = rt_edges_links(l, edges, point);
        if (links && __builtin_popcount(links) != 2)
            return false;
        any |= links != 0;
    }
    return any;
}

enum rt_look { RT_LOOK_OPEN, RT_LOOK_OFF, RT_LOOK_ON };

static inline enum rt_look rt_look_of(const uint64_t *domains, uint32_t edge)
{
    if (edge == RT_NOPOS)
        return RT_LOOK_OFF;
    uint64_t mask = domains ? domains[edge] : RT_EDGE_OPEN;
    return mask == RT_EDGE_OFF ? RT_LOOK_OFF : mask == RT_EDGE_ON ? RT_LOOK_ON : RT_LOOK_OPEN;
}

/* Whose line an edge is. */
enum rt_owner { RT_OWNER_NONE, RT_OWNER_BOTH, RT_OWNER_FIRST, RT_OWNER_SECOND };

/* Without a second grid every line belongs to both. */
static inline enum rt_owner rt_owner_of(const struct rt_picture *picture, uint32_t edge)
{
    bool first = rt_look_of(picture->domains, edge) == RT_LOOK_ON;
    bool second = picture->other ? rt_look_of(picture->other, edge) == RT_LOOK_ON : first;
    return first ? (second ? RT_OWNER_BOTH : RT_OWNER_FIRST) : second ? RT_OWNER_SECOND : RT_OWNER_NONE;
}

/* An edge known to be off, where a grid is still being worked on. */
static inline bool rt_is_crossed(const struct rt_picture *picture, uint32_t edge)
{
    return !picture->other && rt_look_of(picture->domains, edge) == RT_LOOK_OFF;
}

/* The same of crosses, where one of the two grids is. */
static inline enum rt_owner rt_crosser_of(const struct rt_picture *picture, uint32_t edge)
{
    bool first = rt_look_of(picture->domains, edge) == RT_LOOK_OFF;
    bool second = picture->other ? rt_look_of(picture->other, edge) == RT_LOOK_OFF : first;
    return first ? (second ? RT_OWNER_BOTH : RT_OWNER_FIRST) : second ? RT_OWNER_SECOND : RT_OWNER_NONE;
}

/* Is every edge of this grid known? */
static inline bool rt_is_complete(const struct rt_lattice *l, const uint64_t *domains)
{
    for (uint32_t e = 0; domains && e < rt_lattice_edges(l); e++)
        if (rt_look_of(domains, e) == RT_LOOK_OPEN)
            return false;
    return domains;
}

/* Which of a point's edges are drawn: bit d. */
static inline uint32_t rt_drawn_links(const struct rt_lattice *l, const struct rt_picture *picture, uint32_t point)
{
    uint32_t links = 0;
    for (uint32_t d = 0; d < 4; d++)
        links |= (uint32_t)(rt_owner_of(picture, rt_lattice_edge(l, point, d)) != RT_OWNER_NONE) << d;
    return links;
}

/* A point by the lines that leave it. */
static inline const char *rt_thin_stroke(uint32_t links)
{
    static const char *const stroke[16] = {"·", "╵", "╶", "└", "╷", "│", "┌", "├",
                                           "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    return stroke[links & 15];
}

static inline const char *rt_thick_stroke(uint32_t links)
{
    static const char *const stroke[16] = {"·", "╹", "╺", "┗", "╻", "┃", "┏", "┣",
                                           "╸", "┛", "━", "┻", "┓", "┫", "┳", "╋"};
    return stroke[links & 15];
}

/* ---- inside and outside, as far as the edges known tell: one that is on parts its two faces, one that is off joins
 * them; beyond the border it is outside ---- */

enum rt_side { RT_SIDE_OPEN, RT_SIDE_OUT, RT_SIDE_IN };

/* A walk over faces from the border inwards. */
struct rt_faces {
    const struct rt_lattice *lattice;
    const uint64_t *domains;
    uint8_t *side;   /* enum rt_side, one a face */
    uint32_t *queue; /* faces whose side is known, and whose neighbours are still to be looked at */
    uint32_t n;
};

/* `face` lies across `edge` from where it is `from`. */
static inline void rt_faces_cross(struct rt_faces *f, uint32_t face, uint32_t edge, enum rt_side from)
{
    enum rt_look look = rt_look_of(f->domains, edge);
    if (face == RT_NOPOS || f->side[face] || look == RT_LOOK_OPEN)
        return;
    f->side[face] = look == RT_LOOK_OFF ? from : from == RT_SIDE_OUT ? RT_SIDE_IN : RT_SIDE_OUT;
    f->queue[f->n++] = face;
}

/* enum rt_side of each face, in the memory of this call; NULL: there is none left, or there are no faces. */
static inline const uint8_t *rt_faces_sides(struct rt_self *self, const struct rt_lattice *l, const uint64_t *domains)
{
    uint32_t nfaces = rt_lattice_faces(l);
    struct rt_faces f = {.lattice = l, .domains = domains};
    if (!nfaces || !(f.side = self->h->scratch(self, nfaces)) ||
        !(f.queue = self->h->scratch(self, nfaces * sizeof *f.queue)))
        return NULL;
    for (uint32_t face = 0; face < nfaces; face++)
        for (uint32_t d = 0; d < 4; d++)
            if (rt_lattice_face_beside(l, face, d) == RT_NOPOS)
                rt_faces_cross(&f, face, rt_lattice_side(l, face, d), RT_SIDE_OUT);
    for (uint32_t i = 0; i < f.n; i++)
        for (uint32_t d = 0; d < 4; d++)
            rt_faces_cross(&f, rt_lattice_face_beside(l, f.queue[i], d), rt_lattice_side(l, f.queue[i], d),
                           (enum rt_side)f.side[f.queue[i]]);
    return f.side;
}

/* ---- as text ---- */

struct rt_picture_reader;

/* What a puzzle has on its lattice beside the line. */
struct rt_scene {
    const struct rt_lattice *lattice;
    const void *board;          /* the puzzle's own, for the functions below */
    bool faces;                 /* its rows and columns are those of the faces, not of the points */
    /* Its sign at a point or in a face, one column of UTF-8; NULL: none there. `drawn`: all of the line is known. May
     * be NULL themselves. */
    const char *(*point)(const void *board, uint32_t point, bool drawn);
    const char *(*face)(const void *board, uint32_t face, bool drawn);
    /* Where an edge is, "between r1c1 and r1c2", for errors; cut to capacity. */
    int (*where)(const void *board, uint32_t edge, char *buffer, size_t capacity);
    /* A sign of a picture that is none of the line's: is it what stands there? RT_OK, or fails with a sentence. */
    int (*read)(struct rt_picture_reader *, bool face, uint32_t place, struct rt_span sign);
};

/* A line being put together, at most 3 bytes a sign. */
struct rt_strip {
    char *text;
    size_t n;
};

static inline void rt_strip_put(struct rt_strip *strip, const char *sign)
{
    size_t n = strlen(sign);
    memcpy(strip->text + strip->n, sign, n);
    strip->n += n;
}

static inline void rt_strip_end(struct rt_strip *strip)
{
    while (strip->n && strip->text[strip->n - 1] == ' ')
        strip->n--;
    strip->text[strip->n++] = '\n';
}

/* What stands at a point: the puzzle's own sign, or the line. */
static inline const char *rt_text_point(const struct rt_scene *s, const struct rt_picture *picture, uint32_t point,
                                        bool drawn)
{
    const char *own = s->point ? s->point(s->board, point, drawn) : NULL;
    return own ? own : drawn ? rt_thin_stroke(rt_drawn_links(s->lattice, picture, point)) : ".";
}

static inline const char *rt_text_face(const struct rt_scene *s, uint32_t face, bool drawn)
{
    const char *own = s->face ? s->face(s->board, face, drawn) : NULL;
    return own ? own : " ";
}

static inline const char *rt_text_edge(const struct rt_picture *picture, uint32_t edge, bool level, bool drawn)
{
    switch (rt_look_of(picture->domains, edge)) {
    case RT_LOOK_ON:
        return level ? (drawn ? "─" : "-") : drawn ? "│" : "|";
    case RT_LOOK_OFF:
        return drawn ? " " : "x";
    default:
        return " ";
    }
}

/* A row of points, and what lies below it. */
static inline void rt_text_row(const struct rt_scene *s, const struct rt_picture *picture, uint32_t row, bool drawn,
                               struct rt_strip *strip)
{
    const struct rt_lattice *l = s->lattice;
    for (uint32_t c = 0; c < l->width; c++) {
        uint32_t point = row * l->width + c;
        rt_strip_put(strip, rt_text_point(s, picture, point, drawn));
        if (c + 1 < l->width)
            rt_strip_put(strip, rt_text_edge(picture, rt_lattice_edge(l, point, RT_EAST), true, drawn));
    }
    rt_strip_end(strip);
    if (row + 1 == l->height)
        return;
    for (uint32_t c = 0; c < l->width; c++) {
        rt_strip_put(strip, rt_text_edge(picture, rt_lattice_edge(l, row * l->width + c, RT_SOUTH), false, drawn));
        if (c + 1 < l->width)
            rt_strip_put(strip, rt_text_face(s, rt_lattice_face(l, row, c), drawn));
    }
    rt_strip_end(strip);
}

/* Bytes that rt_text_row takes at most. */
static inline size_t rt_text_row_size(const struct rt_lattice *l)
{
    return 12 * (size_t)l->width + 2;
}

static inline int rt_scene_text(struct rt_self *self, const struct rt_scene *s, const struct rt_picture *given)
{
    struct rt_picture picture = {.domains = given->domains};
    bool drawn = rt_is_complete(s->lattice, given->domains);
    char *text = self->h->scratch(self, rt_text_row_size(s->lattice));
    int status = text ? RT_OK : RT_ENOMEM;
    for (uint32_t row = 0; row < s->lattice->height && status == RT_OK; row++) {
        struct rt_strip strip = {text, 0};
        rt_text_row(s, &picture, row, drawn, &strip);
        status = self->h->write(self, strip.text, strip.n);
    }
    return status;
}

/* The same as a string in the memory of this call; NULL: there is none left. */
static inline const char *rt_scene_string(struct rt_self *self, const struct rt_scene *s, const uint64_t *domains)
{
    struct rt_picture picture = {.domains = domains};
    bool drawn = rt_is_complete(s->lattice, domains);
    struct rt_strip strip = {self->h->scratch(self, rt_text_row_size(s->lattice) * s->lattice->height + 1), 0};
    for (uint32_t row = 0; strip.text && row < s->lattice->height; row++)
        rt_text_row(s, &picture, row, drawn, &strip);
    return strip.text;
}

/* ---- and back ---- */

enum rt_sign {
    RT_SIGN_BLANK,
    RT_SIGN_UNKNOWN,
    RT_SIGN_OFF,
    RT_SIGN_LEVEL,
    RT_SIGN_UPRIGHT,
    RT_SIGN_POINT,
    RT_SIGN_OTHER
};

struct rt_picture_reader {
    struct rt_self *self;
    const struct rt_scene *scene;
    bool drawn;      /* a blank is no line */
    uint32_t number; /* of the line being read */
    struct rt_span line;
    uint64_t *edges; /* their masks */
};

static inline enum rt_sign rt_sign_of(char c)
{
    switch (c) {
    case ' ':
    case '\t':
        return RT_SIGN_BLANK;
    case '?':
        return RT_SIGN_UNKNOWN;
    case 'x':
    case 'X':
        return RT_SIGN_OFF;
    case '-':
        return RT_SIGN_LEVEL;
    case '|':
        return RT_SIGN_UPRIGHT;
    case '.':
    case '+':
        return RT_SIGN_POINT;
    default:
        return RT_SIGN_OTHER;
    }
}

/* Takes one sign off the front of `rest`; its bytes. */
static inline enum rt_sign rt_take_sign(struct rt_span *rest, struct rt_span *at)
{
    static const struct {
        char text[4];
        enum rt_sign sign;
    } drawn[] = {{"─", RT_SIGN_LEVEL}, {"━", RT_SIGN_LEVEL}, {"│", RT_SIGN_UPRIGHT}, {"┃", RT_SIGN_UPRIGHT},
                 {"×", RT_SIGN_OFF},   {"·", RT_SIGN_POINT}};
    size_t n = 1;
    enum rt_sign sign = rt_sign_of(rest->s[0]);
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn && sign == RT_SIGN_OTHER; i++)
        if (strlen(drawn[i].text) <= rest->n && !memcmp(rest->s, drawn[i].text, strlen(drawn[i].text))) {
            sign = drawn[i].sign;
            n = strlen(drawn[i].text);
        }
    /* The other box-drawing characters, U+2500 to U+257F, are points that the line goes through. */
    if (sign == RT_SIGN_OTHER && rest->n >= 3 && rest->s[0] == '\xE2' && (rest->s[1] & 0xFE) == 0x94) {
        sign = RT_SIGN_POINT;
        n = 3;
    }
    for (; sign == RT_SIGN_OTHER && n < rest->n && (rest->s[n] & 0xC0) == 0x80;)
        n++;
    *at = (struct rt_span){rest->s, n};
    rest->s += n;
    rest->n -= n;
    return sign;
}

static inline bool rt_has_drawing(const char *text, size_t length)
{
    static const char *const signs[] = {"\xE2\x94", "\xE2\x95", "\xE2\x97", "\xC2\xB7"};
    for (size_t at = 0; at + 1 < length; at++)
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
            if (!memcmp(text + at, signs[i], 2))
                return true;
    return false;
}

#define RT_MARKS_FAIL(r, at, ...)                                                                               \
    ((r)->self->h->fail((r)->self, RT_EINPUT, (r)->number, rt_column_of((r)->line, (at)), __VA_ARGS__))

/* What is no sign of the line's must be the puzzle's own. */
static inline int rt_read_place(struct rt_picture_reader *r, bool face, uint32_t place, struct rt_span at,
                                enum rt_sign sign)
{
    bool plain = sign == RT_SIGN_BLANK || sign == RT_SIGN_UNKNOWN || (sign == RT_SIGN_POINT && !face) ||
                 (!face && (sign == RT_SIGN_LEVEL || sign == RT_SIGN_UPRIGHT));
    return plain ? RT_OK : r->scene->read(r, face, place, at);
}

static inline int rt_read_edge(struct rt_picture_reader *r, uint32_t point, uint32_t d, struct rt_span at,
                               enum rt_sign sign)
{
    char shown[8], where[64];
    enum rt_sign line = d == RT_EAST ? RT_SIGN_LEVEL : RT_SIGN_UPRIGHT;
    uint32_t edge = rt_lattice_edge(r->scene->lattice, point, d);
    if (sign == line)
        r->edges[edge] = RT_EDGE_ON;
    else if (sign == RT_SIGN_OFF || (sign == RT_SIGN_BLANK && r->drawn))
        r->edges[edge] = RT_EDGE_OFF;
    if (sign == line || sign == RT_SIGN_OFF || sign == RT_SIGN_BLANK || sign == RT_SIGN_UNKNOWN)
        return RT_OK;
    r->scene->where(r->scene->board, edge, where, sizeof where);
    return RT_MARKS_FAIL(r, at.s, "%s can't stand %s; a line is '%s', no line 'x', and not known '?'",
                         rt_show_char(at, shown), where, d == RT_EAST ? "-" : "|");
}

/* The sign at column x of line y. */
static inline int rt_read_sign(struct rt_picture_reader *r, uint32_t x, uint32_t y, struct rt_span at,
                               enum rt_sign sign)
{
    const struct rt_lattice *l = r->scene->lattice;
    uint32_t point = y / 2 * l->width + x / 2;
    if (x >= 2 * l->width - 1)
        return sign == RT_SIGN_BLANK ? RT_OK
                                     : RT_MARKS_FAIL(r, at.s, "there is more than a board %u wide takes: %u signs",
                                                     l->width - r->scene->faces, 2 * l->width - 1);
    if (x % 2 && y % 2)
        return rt_read_place(r, true, rt_lattice_face(l, y / 2, x / 2), at, sign);
    return x % 2 || y % 2 ? rt_read_edge(r, point, x % 2 ? RT_EAST : RT_SOUTH, at, sign)
                          : rt_read_place(r, false, point, at, sign);
}

/* Line y of the picture; what it lacks at its end is blank. */
static inline int rt_read_strip(struct rt_picture_reader *r, uint32_t y)
{
    struct rt_span rest = r->line, at = {r->line.s + r->line.n, 0};
    int status = RT_OK;
    for (uint32_t x = 0; (x < 2 * r->scene->lattice->width - 1 || rest.n) && status == RT_OK; x++) {
        enum rt_sign sign = rest.n ? rt_take_sign(&rest, &at) : RT_SIGN_BLANK;
        status = rt_read_sign(r, x, y, at, sign);
    }
    return status;
}

/* Line numbers of the picture: blank lines around it don't count, unless the first points are not shown. */
static inline int rt_find_strips(struct rt_self *self, const struct rt_scene *s, const char *text, size_t length,
                                 uint32_t *first)
{
    uint32_t need = 2 * s->lattice->height - 1, top = 0, bottom = 0;
    struct rt_lines lines = rt_lines_of(text, length);
    struct rt_span line;
    while (rt_lines_next(&lines, &line))
        if (rt_span_trim(line).n) {
            top = top ? top : lines.number;
            bottom = lines.number;
        }
    if (top && bottom - top + 1 < need && bottom >= need)
        top = bottom - need + 1;
    *first = top;
    if (top && bottom - top + 1 == need)
        return RT_OK;
    return self->h->fail(self, RT_EINPUT, bottom, 0, "the picture has %u lines; a board %u high is drawn in %u",
                         top ? bottom - top + 1 : 0, s->lattice->height - s->faces, need);
}

/* Reads a picture as the mask of each edge. RT_OK, or a status whose reason was told. */
static inline int rt_scene_read(struct rt_self *self, const struct rt_scene *s, const char *text, size_t length,
                                uint64_t *edges)
{
    const struct rt_lattice *l = s->lattice;
    struct rt_picture_reader r = {.self = self, .scene = s, .drawn = rt_has_drawing(text, length), .edges = edges};
    struct rt_lines lines = rt_lines_of(text, length);
    uint32_t first, crosses = 0;
    int status = rt_find_strips(self, s, text, length, &first);
    for (uint32_t e = 0; e < rt_lattice_edges(l); e++)
        edges[e] = RT_EDGE_OPEN;
    while (status == RT_OK && rt_lines_next(&lines, &r.line)) {
        r.number = lines.number;
        if (r.number >= first && r.number < first + 2 * l->height - 1)
            status = rt_read_strip(&r, r.number - first);
        if (status == RT_OK && self->h->tick(self, 1 + r.line.n / 64))
            status = RT_ELIMIT;
    }
    for (uint32_t e = 0; e < rt_lattice_edges(l); e++)
        crosses += edges[e] == RT_EDGE_OFF;
    bool open = !length || memchr(text, '?', length);
    if (status == RT_OK && !r.drawn && !open && !crosses && rt_edges_closed(l, edges))
        for (uint32_t e = 0; e < rt_lattice_edges(l); e++)
            edges[e] &= edges[e] == RT_EDGE_OPEN ? RT_EDGE_OFF : RT_EDGE_ON;
    return status;
}

/* For a puzzle's `marks`. */
static inline int rt_scene_marks(struct rt_self *self, const struct rt_scene *s, const char *text, size_t length)
{
    uint64_t *domains = rt_edges_new(self, s->lattice);
    int status = domains ? rt_scene_read(self, s, text, length, domains) : RT_ENOMEM;
    for (uint32_t e = 0; e < rt_lattice_edges(s->lattice) && status == RT_OK; e++)
        status = domains[e] == 3 ? RT_OK : self->h->mark(self, e, domains[e]);
    return status;
}

/* ---- pictures that go along with a puzzle ---- */

/* The grid in which no line goes but those that are on, as a picture; NULL: no memory. */
static inline const char *rt_edges_answer(struct rt_self *self, const struct rt_scene *s, const uint64_t *edges)
{
    uint64_t *all = rt_edges_new(self, s->lattice);
    for (uint32_t e = 0; all && e < rt_lattice_edges(s->lattice); e++)
        all[e] = edges[e] == RT_EDGE_ON ? RT_EDGE_ON : RT_EDGE_OFF;
    return all ? rt_scene_string(self, s, all) : NULL;
}

/* A picture that goes along with a board; NULL: there is none. */
static inline int rt_edges_of(struct rt_self *self, const struct rt_scene *s, const char *picture, uint64_t **edges)
{
    *edges = NULL;
    if (!picture)
        return RT_OK;
    if (!(*edges = rt_edges_new(self, s->lattice)))
        return RT_ENOMEM;
    return rt_scene_read(self, s, picture, strlen(picture), *edges);
}

/* The loop that a puzzle has for solution, for formats that hold a whole one or nothing. */
static inline int rt_edges_of_solution(struct rt_self *self, const struct rt_scene *s,
                                       const struct rt_puzzle_text *puzzle, uint64_t **edges)
{
    int status = rt_edges_of(self, s, puzzle->solution, edges);
    if (status == RT_OK && *edges && !rt_edges_closed(s->lattice, *edges))
        *edges = NULL;
    return status;
}

/* The same, or else what is drawn so far: where lines alone are known, the rest is open. */
static inline int rt_edges_of_puzzle(struct rt_self *self, const struct rt_scene *s,
                                     const struct rt_puzzle_text *puzzle, uint64_t **edges)
{
    int status = rt_edges_of_solution(self, s, puzzle, edges);
    if (status != RT_OK || *edges)
        return status;
    status = rt_edges_of(self, s, puzzle->marks ? puzzle->marks : puzzle->solution, edges);
    for (uint32_t e = 0; !puzzle->marks && status == RT_OK && *edges && e < rt_lattice_edges(s->lattice); e++)
        (*edges)[e] = (*edges)[e] == RT_EDGE_OFF ? RT_EDGE_OPEN : (*edges)[e];
    return status;
}

#endif
#endif
