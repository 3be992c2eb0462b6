/* nonogram.xml — the XML of webpbn.com (its version 0.3): a <puzzleset> of <puzzle>s with <color>s, <clues> of <line>s
 * of <count>s, and <solution>s: those of type goal must agree with the clues, and the first stands for them where there
 * are none; the first of type saved are marks.  Only rectangles of whole cells with all their numbers: triddlers,
 * triangles and blotted clues are refused.
 *
 * The parsing is libxml2's, told to fetch nothing.  A document that declares an entity is refused at the declaration,
 * before anything could be expanded; a DOCTYPE alone does no harm. */
#include "grid.h"
#include "palette.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <ratchet/model.h>

enum { LARGEST = 16 << 20 }; /* bytes of a document */

enum side { ROWS, COLUMNS };

/* One <puzzle>. */
struct puzzle {
    struct rt_self *self;
    xmlNode *node;
    const xmlNode *clues[2], *goal, *saved; /* NULL: not there; the first of several */
    uint32_t goals, saves;
    struct palette colours;
    char sign[SHEET_COLOURS + 1]; /* in images; 0: none */
    struct rt_span empty, plain;  /* names of the empty cells' colour, and of counts without one */
    uint32_t width, height;
    struct draft draft;
};

#define NODE_FAIL(self, node, ...)                                                                           \
    ((self)->h->fail((self), RT_EINPUT, (uint32_t)xmlGetLineNo((xmlNode *)(node)), 0, __VA_ARGS__))

static int xml_probe(const char *bytes, size_t length)
{
    static const char word[] = "<puzzle"; /* or <puzzleset */
    struct rt_lines lines = rt_lines_of(bytes, length);
    const char *at = lines.at, *end = lines.end;
    while (at < end && (rt_is_blank(*at) || *at == '\n'))
        at++;
    if (at == end || *at != '<')
        return 0;
    for (; (size_t)(end - at) >= sizeof word - 1; at++)
        if (!memcmp(at, word, sizeof word - 1))
            return 90;
    return 50;
}

/* ---- the document */

static struct rt_span string_of(const xmlChar *text)
{
    return text ? (struct rt_span){(const char *)text, strlen((const char *)text)} : (struct rt_span){"", 0};
}

static bool is_element(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && rt_span_is(string_of(node->name), name);
}

/* The next element `name` from `node` on; NULL: there is none. */
static xmlNode *next_element(xmlNode *node, const char *name)
{
    while (node && !is_element(node, name))
        node = node->next;
    return node;
}

/* Everything in an element, as one string in scratch memory; NULL: no memory. */
static char *text_of(struct rt_self *self, const xmlNode *node)
{
    size_t n = 0;
    for (const xmlNode *child = node->children; child; child = child->next)
        n += child->type == XML_TEXT_NODE || child->type == XML_CDATA_SECTION_NODE
                 ? string_of(child->content).n
                 : 0;
    char *text = self->h->scratch(self, n + 1), *to = text;
    for (const xmlNode *child = text ? node->children : NULL; child; child = child->next) {
        struct rt_span part = child->type == XML_TEXT_NODE || child->type == XML_CDATA_SECTION_NODE
                               ? string_of(child->content)
                               : (struct rt_span){"", 0};
        memcpy(to, part.s, part.n);
        to += part.n;
    }
    return text;
}

/* Ends of lines are blanks here. */
static struct rt_span trimmed(struct rt_span t)
{
    while (t.n && (rt_is_blank(t.s[0]) || t.s[0] == '\n'))
        t.s++, t.n--;
    while (t.n && (rt_is_blank(t.s[t.n - 1]) || t.s[t.n - 1] == '\n'))
        t.n--;
    return t;
}

static struct rt_span attribute(const xmlNode *node, const char *name)
{
    for (const xmlAttr *a = node->properties; a; a = a->next)
        if (rt_span_is(string_of(a->name), name))
            return a->children ? string_of(a->children->content) : (struct rt_span){"", 0};
    return (struct rt_span){NULL, 0};
}

/* The text of the first child `name`; NULL: there is none. */
static const char *child_text(struct rt_self *self, const xmlNode *node, const char *name)
{
    const xmlNode *child = next_element(node->children, name);
    return child ? text_of(self, child) : NULL;
}

/* ---- colours */

static int read_colour(struct puzzle *p, const xmlNode *node)
{
    struct rt_self *self = p->self;
    struct rt_span name = attribute(node, "name"), sign = attribute(node, "char");
    const char *text = text_of(self, node);
    uint32_t rgb;
    if (!text)
        return RT_ENOMEM;
    struct rt_span value = trimmed(string_of((const xmlChar *)text));
    if (!name.n)
        return NODE_FAIL(self, node, "a <color> without a name");
    if (strchr(text, '/') || strchr(text, '\\'))
        return NODE_FAIL(self, node, "colour '%.*s' is a triangle; this engine does whole cells only",
                         (int)(name.n < 40 ? name.n : 40), name.s);
    if (!colour_read(value, &rgb))
        return NODE_FAIL(self, node, "'%.*s' is no colour; write it as FF0000",
                         (int)(value.n < 40 ? value.n : 40), value.s);
    if (rt_span_is(name, p->empty.s)) {
        p->colours.colour[0].rgb = rgb;
        p->sign[0] = sign.n == 1 ? sign.s[0] : 0;
        return RT_OK;
    }
    if (palette_find(&p->colours, name))
        return NODE_FAIL(self, node, "colour '%.*s' is declared twice", (int)(name.n < 40 ? name.n : 40),
                         name.s);
    int status = palette_add(self, &p->colours, sign.n == 1 ? sign.s[0] : 0, rgb, name,
                             (uint32_t)xmlGetLineNo((xmlNode *)node));
    p->sign[p->colours.n] = sign.n == 1 ? sign.s[0] : 0;
    return status;
}

/* Does a count want black, which nobody needs to declare? */
static bool wants_black(const struct puzzle *p)
{
    bool plain = rt_span_is(p->plain, "black");
    for (int side = ROWS; side <= COLUMNS; side++)
        for (xmlNode *line = p->clues[side] ? p->clues[side]->children : NULL; line; line = line->next)
            for (xmlNode *n = next_element(line->children, "count"); n; n = next_element(n->next, "count")) {
                struct rt_span name = attribute(n, "color");
                if (name.n ? rt_span_is(name, "black") : plain)
                    return true;
            }
    return !p->clues[ROWS] && !p->clues[COLUMNS] && !p->colours.n;
}

static int read_colours(struct puzzle *p)
{
    int status = RT_OK;
    p->empty = attribute(p->node, "backgroundcolor");
    p->plain = attribute(p->node, "defaultcolor");
    if (!p->empty.n)
        p->empty = (struct rt_span){"white", 5};
    if (!p->plain.n)
        p->plain = (struct rt_span){"black", 5};
    p->colours = palette_new();
    p->sign[0] = '.';
    for (xmlNode *n = next_element(p->node->children, "color"); n && status == RT_OK;
         n = next_element(n->next, "color"))
        status = read_colour(p, n);
    struct rt_span black = {"black", 5};
    if (status == RT_OK && !rt_span_is(p->empty, "black") && !palette_find(&p->colours, black) &&
        wants_black(p)) {
        status = palette_add(p->self, &p->colours, 'X', 0, black, (uint32_t)xmlGetLineNo(p->node));
        p->sign[p->colours.n] = 'X';
    }
    return status;
}

/* ---- clues */

static int add_count(struct puzzle *p, const xmlNode *count, bool *any)
{
    struct rt_self *self = p->self;
    struct rt_span name = attribute(count, "color"), number;
    const char *text = text_of(self, count);
    uint32_t length, colour;
    if (!text)
        return RT_ENOMEM;
    number = trimmed(string_of((const xmlChar *)text));
    if (!number.n || rt_span_is(number, "?"))
        return NODE_FAIL(self, count,
                         "a <count> without a number, a blotted clue; this engine needs all the numbers");
    if (number.s[0] == '-')
        return NODE_FAIL(self, count, "a block can't be negative");
    if (!rt_span_is_number(number, &length))
        return NODE_FAIL(self, count, "'%.*s' is not a block length", (int)(number.n < 40 ? number.n : 40),
                         number.s);
    name = name.n ? name : p->plain;
    colour = palette_find(&p->colours, name);
    if (!colour)
        return NODE_FAIL(self, count,
                         rt_span_is(name, p->empty.s) ? "a block of '%.*s', the colour of empty cells"
                                                   : "colour '%.*s' is not declared",
                         (int)(name.n < 40 ? name.n : 40), name.s);
    if (!length && !*any && !next_element(count->next, "count"))
        return RT_OK;
    if (!length)
        return NODE_FAIL(self, count, "a block of length 0; 0 stands alone, for an empty line");
    palette_block(&p->colours, &p->draft, length, colour, !*any);
    *any = true;
    return RT_OK;
}

static int draft_side(struct puzzle *p, enum side side)
{
    int status = RT_OK;
    uint32_t heading = (uint32_t)xmlGetLineNo((xmlNode *)p->clues[side]);
    draft_words(&p->draft, side == ROWS ? "rows" : "columns", heading);
    for (xmlNode *line = next_element(p->clues[side]->children, "line"); line && status == RT_OK;
         line = next_element(line->next, "line")) {
        bool any = false;
        for (xmlNode *n = next_element(line->children, "count"); n && status == RT_OK;
             n = next_element(n->next, "count"))
            status = add_count(p, n, &any);
        if (!any)
            draft_add(&p->draft, (struct rt_span){"0", 1});
        draft_end(&p->draft, (uint32_t)xmlGetLineNo(line));
        if (status == RT_OK && p->self->h->tick(p->self, 1))
            status = RT_ELIMIT;
    }
    return status;
}

static uint32_t count_lines(const xmlNode *clues)
{
    uint32_t n = 0;
    for (xmlNode *line = next_element(clues->children, "line"); line; line = next_element(line->next, "line"))
        n++;
    return n;
}

static int find_clues(struct puzzle *p)
{
    for (xmlNode *n = next_element(p->node->children, "clues"); n; n = next_element(n->next, "clues")) {
        struct rt_span type = attribute(n, "type");
        enum side side = rt_span_is(type, "rows") ? ROWS : COLUMNS;
        if (side == COLUMNS && !rt_span_is(type, "columns"))
            return NODE_FAIL(p->self, n, "clues of type '%.*s'; a rectangle has 'rows' and 'columns'",
                             (int)(type.n < 40 ? type.n : 40), type.n ? type.s : "");
        if (p->clues[side])
            return NODE_FAIL(p->self, n, "second clues for the %.*s; the first are in line %ld", (int)type.n,
                             type.s, xmlGetLineNo((xmlNode *)p->clues[side]));
        p->clues[side] = n;
    }
    return RT_OK;
}

/* ---- images */

static bool is_goal(xmlNode *solution)
{
    struct rt_span type = attribute(solution, "type");
    return !type.s || rt_span_is(type, "goal");
}

static void find_solutions(struct puzzle *p)
{
    for (xmlNode *n = next_element(p->node->children, "solution"); n; n = next_element(n->next, "solution")) {
        struct rt_span type = attribute(n, "type");
        const xmlNode *image = next_element(n->children, "image");
        if (image && is_goal(n) && !p->goals++)
            p->goal = image;
        if (image && rt_span_is(type, "saved") && !p->saves++)
            p->saved = image;
    }
}

static char sign_key(const struct puzzle *p, char sign, bool marks)
{
    for (uint32_t c = 0; c <= p->colours.n; c++)
        if (sign && p->sign[c] == sign)
            return !c ? '.' : palette_plain(&p->colours) ? '#' : p->colours.colour[c].key;
    return marks && sign == '?' ? '?' : 0;
}

/* Takes a row off an image, what stands between two bars; false: there is none left. */
static bool next_row(struct rt_span *rest, struct rt_span *row)
{
    const char *from = rest->n ? memchr(rest->s, '|', rest->n) : NULL;
    const char *to = from ? memchr(from + 1, '|', (size_t)(rest->s + rest->n - from) - 1) : NULL;
    if (!to)
        return false;
    *row = (struct rt_span){from + 1, (size_t)(to - from) - 1};
    *rest = (struct rt_span){to + 1, (size_t)(rest->s + rest->n - to) - 1};
    return true;
}

/* Cells of a row: `[...]` in marks, some of several colours, counts as one. */
static int read_row(struct puzzle *p, const xmlNode *image, struct rt_span row, uint32_t number,
                    const char *name, char *to)
{
    char shown[8];
    uint32_t n = 0;
    for (size_t i = 0; i < row.n; i++, n++) {
        const char *end = row.s[i] == '[' && image == p->saved ? memchr(row.s + i, ']', row.n - i) : NULL;
        char key = end ? '?' : sign_key(p, row.s[i], image == p->saved);
        if (!key)
            return NODE_FAIL(p->self, image, "cell %u in row %u of the %s is %s, which is no colour", n + 1,
                             number, name, show_byte(row.s[i], shown));
        if (n < p->width)
            to[n] = key;
        i = end ? (size_t)(end - row.s) : i;
    }
    if (n != p->width)
        return NODE_FAIL(p->self, image, "row %u of the %s has %u cells, but the grid is %u wide", number,
                         name, n, p->width);
    return RT_OK;
}

static int read_grid(struct puzzle *p, const xmlNode *image, const char *name, struct grid *grid)
{
    const char *text = text_of(p->self, image);
    if (!text || !grid_make(p->self, p->width, p->height, grid))
        return RT_ENOMEM;
    struct rt_span rest = string_of((const xmlChar *)text), row;
    uint32_t number = 0;
    for (; next_row(&rest, &row); number++) {
        int status = number < p->height
                         ? read_row(p, image, row, number + 1, name, grid->cells + (size_t)number * p->width)
                         : RT_OK;
        if (status == RT_OK && p->self->h->tick(p->self, 1))
            status = RT_ELIMIT;
        if (status != RT_OK)
            return status;
    }
    return number == p->height ? RT_OK
                               : NODE_FAIL(p->self, image, "the %s has %u rows, but the grid is %u high",
                                           name, number, p->height);
}

/* The size: that of the clues, or of the goal. */
static int measure(struct puzzle *p)
{
    struct rt_self *self = p->self;
    if (p->clues[ROWS] && p->clues[COLUMNS]) {
        p->height = count_lines(p->clues[ROWS]);
        p->width = count_lines(p->clues[COLUMNS]);
    } else if (p->clues[ROWS] || p->clues[COLUMNS] || !p->goal) {
        return NODE_FAIL(self, p->node, "there are no clues for the %s%s",
                         p->clues[ROWS] ? "columns" : "rows",
                         p->goal ? "" : ", and no goal to derive them from");
    } else {
        const char *text = text_of(self, p->goal);
        if (!text)
            return RT_ENOMEM;
        struct rt_span rest = string_of((const xmlChar *)text), row;
        for (; next_row(&rest, &row); p->height++)
            p->width = p->height ? p->width : (uint32_t)row.n;
    }
    return sheet_check_size(self, (uint32_t)xmlGetLineNo(p->node), p->width, p->height);
}

/* Goals behind the first must agree with the clues, too. */
static int check_goals(struct puzzle *p)
{
    struct sheet s;
    struct grid grid;
    int status = p->goals > 1 ? draft_sheet(&p->draft, &s) : RT_OK;
    xmlNode *n = p->goals > 1 ? next_element(p->goal->parent->next, "solution") : NULL;
    for (; n && status == RT_OK; n = next_element(n->next, "solution")) {
        const xmlNode *image = is_goal(n) ? next_element(n->children, "image") : NULL;
        if (image && (status = read_grid(p, image, "goal", &grid)) == RT_OK)
            status = grid_holds(p->self, &s, &grid, (uint32_t)xmlGetLineNo((xmlNode *)image), "the goal");
    }
    return status;
}

static void tell_choice(const struct puzzle *p)
{
    if (p->goals > 1)
        p->self->h->log(p->self, RT_LOG_WARN, "the puzzle in line %ld has %u goals; the first is taken for its "
                        "solution", xmlGetLineNo(p->node), p->goals);
    if (p->saves > 1)
        p->self->h->log(p->self, RT_LOG_WARN, "the puzzle in line %ld has %u saved solutions; the first becomes its "
                        "marks", xmlGetLineNo(p->node), p->saves);
}

static int read_body(struct puzzle *p, struct rt_puzzle_text *about)
{
    struct grid grid;
    int status = p->goal ? read_grid(p, p->goal, "goal", &grid) : RT_OK;
    uint32_t goal = p->goal ? (uint32_t)xmlGetLineNo((xmlNode *)p->goal) : 0;
    if (status == RT_OK && p->clues[ROWS]) {
        status = draft_side(p, ROWS);
        if (status == RT_OK)
            status = draft_side(p, COLUMNS);
    } else if (status == RT_OK) {
        grid_clues(&p->draft, &grid, !palette_plain(&p->colours), goal, 0);
    }
    if (status == RT_OK && p->goal)
        status = grid_goal(&p->draft, &grid, goal, about);
    if (status == RT_OK)
        status = check_goals(p);
    tell_choice(p);
    if (status == RT_OK && p->saved) {
        status = read_grid(p, p->saved, "saved solution", &grid);
        about->marks = status == RT_OK ? grid_text(p->self, &grid) : NULL;
    }
    return status;
}

static const char *either(const char *own, const char *all)
{
    return own ? own : all;
}

static int read_puzzle(struct rt_self *self, xmlNode *node, const struct rt_puzzle_text *all)
{
    struct puzzle p = {.self = self, .node = node, .draft = {.self = self, .reworded = true}};
    struct rt_span type = attribute(node, "type");
    if (type.n && !rt_span_is(type, "grid"))
        return NODE_FAIL(self, node,
                         "a puzzle of type '%.*s' is not a rectangular grid; this engine does no other",
                         (int)(type.n < 40 ? type.n : 40), type.s);
    struct rt_puzzle_text about = {
        .title = either(child_text(self, node, "title"), all->title),
        .author = either(child_text(self, node, "author"), all->author),
        .source = either(child_text(self, node, "source"), all->source),
        .copyright = either(child_text(self, node, "copyright"), all->copyright),
        .license = either(child_text(self, node, "license"), all->license),
        .description = either(child_text(self, node, "description"), all->description),
    };
    find_solutions(&p);
    int status = find_clues(&p);
    if (status == RT_OK)
        status = read_colours(&p);
    if (status == RT_OK)
        status = measure(&p);
    draft_head(&p.draft, p.width, p.height, (uint32_t)xmlGetLineNo(node));
    palette_draft(&p.colours, &p.draft);
    if (status == RT_OK)
        status = read_body(&p, &about);
    return status == RT_OK ? draft_emit(&p.draft, about) : status;
}

static int read_set(struct rt_self *self, xmlNode *root)
{
    int status = RT_OK;
    uint32_t count = 0;
    if (is_element(root, "puzzle"))
        return read_puzzle(self, root, &(struct rt_puzzle_text){0});
    if (!is_element(root, "puzzleset"))
        return NODE_FAIL(self, root, "this is an XML document of <%.40s>, not a <puzzleset>",
                         (const char *)root->name);
    struct rt_puzzle_text all = {.title = NULL,
                                 .author = child_text(self, root, "author"),
                                 .source = child_text(self, root, "source"),
                                 .copyright = child_text(self, root, "copyright"),
                                 .license = child_text(self, root, "license")};
    for (xmlNode *n = next_element(root->children, "puzzle"); n && status == RT_OK;
         n = next_element(n->next, "puzzle")) {
        status = read_puzzle(self, n, &all);
        count++;
    }
    return status == RT_OK && !count ? NODE_FAIL(self, root, "the <puzzleset> holds no <puzzle>") : status;
}

/* ---- parsing */

/* Called for every <!ENTITY>: where the first one stands is kept, and the parser stops. */
static void refuse_entity(void *context, const xmlChar *name, int type, const xmlChar *public,
                          const xmlChar *system, xmlChar *content)
{
    xmlParserCtxt *parser = context;
    (void)name, (void)type, (void)public, (void)system, (void)content;
    *(int *)parser->_private = parser->input ? parser->input->line : 1;
    xmlStopParser(parser);
}

static int parse(struct rt_self *self, xmlParserCtxt *parser, const char *bytes, size_t length)
{
    static const int options =
        XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES | XML_PARSE_COMPACT;
    int entity = 0, status;
    parser->_private = &entity;
    parser->sax->entityDecl = refuse_entity;
    xmlDoc *document = xmlCtxtReadMemory(parser, bytes, (int)length, NULL, NULL, options);
    const xmlError *error = xmlCtxtGetLastError(parser);
    xmlNode *root = document ? xmlDocGetRootElement(document) : NULL;
    if (entity) {
        status = self->h->fail(self, RT_EINPUT, (uint32_t)entity, 0,
                               "the document declares an entity; entities are not read");
    } else if (!root) {
        struct rt_span what =
            trimmed(string_of((const xmlChar *)(error && error->message ? error->message : "no element")));
        status =
            self->h->fail(self, RT_EINPUT, error && error->line > 0 ? (uint32_t)error->line : 1, 0,
                          "this is no well-formed XML: %.*s", (int)(what.n < 200 ? what.n : 200), what.s);
    } else {
        status = read_set(self, root);
    }
    xmlFreeDoc(document);
    return status;
}

static int xml_read(struct rt_self *self, const char *bytes, size_t length)
{
    if (length > LARGEST)
        return self->h->fail(self, RT_EINPUT, 1, 0, "more than %d MiB of XML; that is no puzzle",
                             LARGEST >> 20);
    xmlParserCtxt *parser = xmlNewParserCtxt();
    if (!parser)
        return RT_ENOMEM;
    int status = parse(self, parser, bytes, length);
    xmlFreeParserCtxt(parser);
    return status;
}

/* ---- writing */

static void write_escaped(struct rt_self *self, const char *text)
{
    for (; *text; text++) {
        const char *as = *text == '&'   ? "&amp;"
                         : *text == '<' ? "&lt;"
                         : *text == '>' ? "&gt;"
                         : *text == '"' ? "&quot;"
                                        : NULL;
        as ? self->h->print(self, "%s", as) : self->h->write(self, text, 1);
    }
}

static void write_element(struct rt_self *self, const char *name, const char *text)
{
    if (!text)
        return;
    self->h->print(self, "<%s>", name);
    write_escaped(self, text);
    self->h->print(self, "</%s>\n", name);
}

/* Can colours go by their names?  They must differ, and none may be the empty cells' "white". */
static bool has_names(const struct sheet *s)
{
    for (uint32_t c = 1; c <= s->ncolours; c++)
        for (uint32_t other = 0; other < c; other++)
            if (!strcmp(s->colour[c].name, other ? s->colour[other].name : "white"))
                return false;
    return true;
}

static void write_name(struct rt_self *self, const struct sheet *s, uint32_t colour)
{
    if (!s->coloured || !colour)
        self->h->print(self, colour ? "black" : "white");
    else if (has_names(s))
        write_escaped(self, s->colour[colour].name);
    else
        self->h->print(self, "c%u", colour);
}

static char sign_of(const struct sheet *s, uint32_t colour)
{
    return !colour ? '.' : s->coloured ? s->colour[colour].key : 'X';
}

static void write_colours(struct rt_self *self, const struct sheet *s)
{
    for (uint32_t c = 0; c <= s->ncolours; c++) {
        char sign[2] = {sign_of(s, c), 0};
        self->h->print(self, "<color name=\"");
        write_name(self, s, c);
        self->h->print(self, "\" char=\"");
        write_escaped(self, sign);
        self->h->print(self, "\">%06X</color>\n", s->colour[c].rgb);
    }
}

static void write_clues(struct rt_self *self, const struct sheet *s, const char *type, uint32_t from,
                        uint32_t to)
{
    self->h->print(self, "<clues type=\"%s\">\n", type);
    for (uint32_t line = from; line < to; line++) {
        self->h->print(self, "<line>");
        for (uint32_t j = s->first[line]; j < s->first[line + 1]; j++) {
            self->h->print(self, s->coloured ? "<count color=\"" : "<count>");
            if (s->coloured) {
                write_name(self, s, s->block[j].colour);
                self->h->print(self, "\">");
            }
            self->h->print(self, "%u</count>", s->block[j].length);
        }
        self->h->print(self, "</line>\n");
    }
    self->h->print(self, "</clues>\n");
}

static void write_solution(struct rt_self *self, const struct sheet *s, const char *type, const char *picture)
{
    struct grid grid;
    if (!grid_of_text(self, s, picture, &grid))
        return;
    self->h->print(self, "<solution type=\"%s\">\n<image>\n", type);
    for (size_t i = 0; i < grid_cells(&grid); i++) {
        char sign[2] = {grid.cells[i] == '#' && !s->coloured ? 'X' : grid.cells[i], 0};
        self->h->print(self, i % s->width ? "" : "|");
        write_escaped(self, sign);
        self->h->print(self, (i + 1) % s->width ? "" : "|\n");
    }
    self->h->print(self, "</image>\n</solution>\n");
}

static int write_puzzle(struct rt_self *self, const struct rt_puzzle_text *puzzle)
{
    struct sheet s;
    int status = sheet_of_text(self, puzzle, &s);
    if (status != RT_OK)
        return status;
    for (uint32_t c = 1; s.coloured && c <= s.ncolours; c++)
        if (strchr("|[]", s.colour[c].key))
            return self->h->fail(self, RT_EUNSUPPORTED, 0, 0,
                                 "'%c' means something else in the images of this format; give "
                                 "the colour another key",
                                 s.colour[c].key);
    self->h->print(self, "<puzzle type=\"grid\" defaultcolor=\"");
    write_name(self, &s, 1);
    self->h->print(self, "\">\n");
    write_element(self, "source", puzzle->source);
    write_element(self, "title", puzzle->title);
    write_element(self, "author", puzzle->author);
    write_element(self, "copyright", puzzle->copyright);
    write_element(self, "license", puzzle->license);
    write_element(self, "description", puzzle->description);
    write_colours(self, &s);
    write_clues(self, &s, "columns", s.height, s.nlines);
    write_clues(self, &s, "rows", 0, s.height);
    write_solution(self, &s, "goal", puzzle->solution);
    write_solution(self, &s, "saved", puzzle->marks);
    return self->h->print(self, "</puzzle>\n");
}

static int xml_write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = self->h->print(self, "<?xml version=\"1.0\"?>\n<puzzleset>\n");
    for (uint32_t i = 0; i < count && status == RT_OK; i++)
        status = write_puzzle(self, puzzles[i]);
    return status == RT_OK ? self->h->print(self, "</puzzleset>\n") : status;
}

static const char *const extensions[] = {".xml", ".pbn", NULL};
static const char *const magic[] = {"<?xml", "<puzzleset", "<!DOCTYPE pbn", NULL};

static const struct rt_format_class xml = {
    .size = sizeof xml,
    .id = "nonogram.xml",
    .puzzle = "nonogram",
    .summary = "XML of webpbn.com: colours, clues, goal and saved solutions, several puzzles a set",
    .extensions = extensions,
    .magic = magic,
    .probe = xml_probe,
    .read = xml_read,
    .write = xml_write,
    .quirks = "Rectangles of whole cells only; no blotted clues; nothing is fetched, and entities are "
              "refused. Goals must agree with the clues, or the first stands for them; the first is the solution, "
              "and the first saved solution becomes marks: of several, the reader says so",
};

static const struct rt_format_class *const formats[] = {&xml, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD,
    .id = "nonogram.xml",
    .version = "1.0",
    .formats = formats,
};
