/* Colours as files name them, and the keys that canonical text gives them. */
#ifndef NONOGRAM_PALETTE_H
#define NONOGRAM_PALETTE_H

#include "draft.h"

/* colour[0] is the empty cell's. */
struct palette {
    uint32_t n;
    struct colour colour[SHEET_COLOURS + 1];
    char word[SHEET_COLOURS + 1][32]; /* what clues call it */
    uint32_t line[SHEET_COLOURS + 1]; /* where it is declared */
};

static inline struct palette palette_new(void)
{
    return (struct palette){.colour = {{0xffffff, '.', "white"}}};
}

static inline char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline bool span_is_nocase(struct rt_span t, const char *word)
{
    size_t i = 0;
    while (i < t.n && word[i] && lower(t.s[i]) == lower(word[i]))
        i++;
    return i == t.n && !word[i];
}

/* The names of CSS Color Module Level 4. */
static inline bool colour_of_name(struct rt_span name, uint32_t *rgb)
{
    static const struct {
        const char name[21];
        uint32_t rgb;
    } named[] = {{"aliceblue", 0xf0f8ff},
                 {"antiquewhite", 0xfaebd7},
                 {"aqua", 0x00ffff},
                 {"aquamarine", 0x7fffd4},
                 {"azure", 0xf0ffff},
                 {"beige", 0xf5f5dc},
                 {"bisque", 0xffe4c4},
                 {"black", 0x000000},
                 {"blanchedalmond", 0xffebcd},
                 {"blue", 0x0000ff},
                 {"blueviolet", 0x8a2be2},
                 {"brown", 0xa52a2a},
                 {"burlywood", 0xdeb887},
                 {"cadetblue", 0x5f9ea0},
                 {"chartreuse", 0x7fff00},
                 {"chocolate", 0xd2691e},
                 {"coral", 0xff7f50},
                 {"cornflowerblue", 0x6495ed},
                 {"cornsilk", 0xfff8dc},
                 {"crimson", 0xdc143c},
                 {"cyan", 0x00ffff},
                 {"darkblue", 0x00008b},
                 {"darkcyan", 0x008b8b},
                 {"darkgoldenrod", 0xb8860b},
                 {"darkgray", 0xa9a9a9},
                 {"darkgreen", 0x006400},
                 {"darkgrey", 0xa9a9a9},
                 {"darkkhaki", 0xbdb76b},
                 {"darkmagenta", 0x8b008b},
                 {"darkolivegreen", 0x556b2f},
                 {"darkorange", 0xff8c00},
                 {"darkorchid", 0x9932cc},
                 {"darkred", 0x8b0000},
                 {"darksalmon", 0xe9967a},
                 {"darkseagreen", 0x8fbc8f},
                 {"darkslateblue", 0x483d8b},
                 {"darkslategray", 0x2f4f4f},
                 {"darkslategrey", 0x2f4f4f},
                 {"darkturquoise", 0x00ced1},
                 {"darkviolet", 0x9400d3},
                 {"deeppink", 0xff1493},
                 {"deepskyblue", 0x00bfff},
                 {"dimgray", 0x696969},
                 {"dimgrey", 0x696969},
                 {"dodgerblue", 0x1e90ff},
                 {"firebrick", 0xb22222},
                 {"floralwhite", 0xfffaf0},
                 {"forestgreen", 0x228b22},
                 {"fuchsia", 0xff00ff},
                 {"gainsboro", 0xdcdcdc},
                 {"ghostwhite", 0xf8f8ff},
                 {"gold", 0xffd700},
                 {"goldenrod", 0xdaa520},
                 {"gray", 0x808080},
                 {"green", 0x008000},
                 {"greenyellow", 0xadff2f},
                 {"grey", 0x808080},
                 {"honeydew", 0xf0fff0},
                 {"hotpink", 0xff69b4},
                 {"indianred", 0xcd5c5c},
                 {"indigo", 0x4b0082},
                 {"ivory", 0xfffff0},
                 {"khaki", 0xf0e68c},
                 {"lavender", 0xe6e6fa},
                 {"lavenderblush", 0xfff0f5},
                 {"lawngreen", 0x7cfc00},
                 {"lemonchiffon", 0xfffacd},
                 {"lightblue", 0xadd8e6},
                 {"lightcoral", 0xf08080},
                 {"lightcyan", 0xe0ffff},
                 {"lightgoldenrodyellow", 0xfafad2},
                 {"lightgray", 0xd3d3d3},
                 {"lightgreen", 0x90ee90},
                 {"lightgrey", 0xd3d3d3},
                 {"lightpink", 0xffb6c1},
                 {"lightsalmon", 0xffa07a},
                 {"lightseagreen", 0x20b2aa},
                 {"lightskyblue", 0x87cefa},
                 {"lightslategray", 0x778899},
                 {"lightslategrey", 0x778899},
                 {"lightsteelblue", 0xb0c4de},
                 {"lightyellow", 0xffffe0},
                 {"lime", 0x00ff00},
                 {"limegreen", 0x32cd32},
                 {"linen", 0xfaf0e6},
                 {"magenta", 0xff00ff},
                 {"maroon", 0x800000},
                 {"mediumaquamarine", 0x66cdaa},
                 {"mediumblue", 0x0000cd},
                 {"mediumorchid", 0xba55d3},
                 {"mediumpurple", 0x9370db},
                 {"mediumseagreen", 0x3cb371},
                 {"mediumslateblue", 0x7b68ee},
                 {"mediumspringgreen", 0x00fa9a},
                 {"mediumturquoise", 0x48d1cc},
                 {"mediumvioletred", 0xc71585},
                 {"midnightblue", 0x191970},
                 {"mintcream", 0xf5fffa},
                 {"mistyrose", 0xffe4e1},
                 {"moccasin", 0xffe4b5},
                 {"navajowhite", 0xffdead},
                 {"navy", 0x000080},
                 {"oldlace", 0xfdf5e6},
                 {"olive", 0x808000},
                 {"olivedrab", 0x6b8e23},
                 {"orange", 0xffa500},
                 {"orangered", 0xff4500},
                 {"orchid", 0xda70d6},
                 {"palegoldenrod", 0xeee8aa},
                 {"palegreen", 0x98fb98},
                 {"paleturquoise", 0xafeeee},
                 {"palevioletred", 0xdb7093},
                 {"papayawhip", 0xffefd5},
                 {"peachpuff", 0xffdab9},
                 {"peru", 0xcd853f},
                 {"pink", 0xffc0cb},
                 {"plum", 0xdda0dd},
                 {"powderblue", 0xb0e0e6},
                 {"purple", 0x800080},
                 {"rebeccapurple", 0x663399},
                 {"red", 0xff0000},
                 {"rosybrown", 0xbc8f8f},
                 {"royalblue", 0x4169e1},
                 {"saddlebrown", 0x8b4513},
                 {"salmon", 0xfa8072},
                 {"sandybrown", 0xf4a460},
                 {"seagreen", 0x2e8b57},
                 {"seashell", 0xfff5ee},
                 {"sienna", 0xa0522d},
                 {"silver", 0xc0c0c0},
                 {"skyblue", 0x87ceeb},
                 {"slateblue", 0x6a5acd},
                 {"slategray", 0x708090},
                 {"slategrey", 0x708090},
                 {"snow", 0xfffafa},
                 {"springgreen", 0x00ff7f},
                 {"steelblue", 0x4682b4},
                 {"tan", 0xd2b48c},
                 {"teal", 0x008080},
                 {"thistle", 0xd8bfd8},
                 {"tomato", 0xff6347},
                 {"turquoise", 0x40e0d0},
                 {"violet", 0xee82ee},
                 {"wheat", 0xf5deb3},
                 {"white", 0xffffff},
                 {"whitesmoke", 0xf5f5f5},
                 {"yellow", 0xffff00},
                 {"yellowgreen", 0x9acd32}};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (span_is_nocase(name, named[i].name)) {
            *rgb = named[i].rgb;
            return true;
        }
    return false;
}

/* `f80` or `ff8000`. */
static inline bool colour_of_hex(struct rt_span t, uint32_t *rgb)
{
    if (t.n != 3 && t.n != 6)
        return false;
    *rgb = 0;
    for (size_t i = 0; i < t.n; i++) {
        char c = lower(t.s[i]);
        uint32_t digit = (uint32_t)(rt_is_digit(c) ? c - '0' : c - 'a' + 10);
        if (!rt_is_digit(c) && (c < 'a' || c > 'f'))
            return false;
        *rgb = t.n == 3 ? *rgb << 8 | digit * 17 : *rgb << 4 | digit;
    }
    return true;
}

/* `255, 128, 0`. */
static inline bool colour_of_parts(struct rt_span t, uint32_t *rgb)
{
    *rgb = 0;
    for (int part = 0; part < 3; part++) {
        uint32_t value;
        t = rt_span_trim(t);
        size_t digits = span_digits(t, &value);
        if (!digits || value > 255)
            return false;
        *rgb = *rgb << 8 | value;
        t = rt_span_trim((struct rt_span){t.s + digits, t.n - digits});
        if (part < 2 && t.n && t.s[0] == ',')
            t.s++, t.n--;
    }
    return !t.n;
}

/* A colour in any of the ways that are in use: a name, `#f80`, `ff8000`, `(255, 128, 0)`. */
static inline bool colour_read(struct rt_span t, uint32_t *rgb)
{
    t = rt_span_trim(t);
    if (t.n > 1 && t.s[0] == '(' && t.s[t.n - 1] == ')')
        t = rt_span_trim((struct rt_span){t.s + 1, t.n - 2});
    if (t.n && t.s[0] == '#')
        return colour_of_hex((struct rt_span){t.s + 1, t.n - 1}, rgb);
    return colour_of_name(t, rgb) || colour_of_hex(t, rgb) || colour_of_parts(t, rgb);
}

/* The colour of that word; 0: there is none but, perhaps, the empty one. */
static inline uint32_t palette_find(const struct palette *p, struct rt_span word)
{
    for (uint32_t c = 1; c <= p->n; c++)
        if (rt_span_is(word, p->word[c]))
            return c;
    return 0;
}

static inline bool palette_has_key(const struct palette *p, char key)
{
    for (uint32_t c = 1; c <= p->n; c++)
        if (p->colour[c].key == key)
            return true;
    return false;
}

/* A key that is free: the one wished for, else the first letter of the name, else any. */
static inline char palette_key(const struct palette *p, char wish, struct rt_span name)
{
    if (is_key(wish) && !palette_has_key(p, wish))
        return wish;
    if (name.n && is_key(name.s[0]) && !palette_has_key(p, name.s[0]))
        return name.s[0];
    const char *key = SHEET_KEYS;
    while (palette_has_key(p, *key))
        key++;
    return *key;
}

/* One colour more, `word` in clues and, if it is more than a letter, by name; a word of more than 31 bytes is
 * cut.  RT_OK or a fault at `line`. */
static inline int palette_add(struct rt_self *self, struct palette *p, char wish, uint32_t rgb,
                              struct rt_span word, uint32_t line)
{
    if (p->n == SHEET_COLOURS)
        return self->h->fail(self, RT_EINPUT, line, 0, "more than %d colours; this engine takes %d",
                             SHEET_COLOURS, SHEET_COLOURS);
    p->colour[++p->n] = (struct colour){.rgb = rgb, .key = palette_key(p, wish, word)};
    if (word.n > 1)
        sheet_name(&p->colour[p->n], word);
    p->line[p->n] = line;
    memcpy(p->word[p->n], word.s, word.n < sizeof *p->word ? word.n : sizeof *p->word - 1);
    return RT_OK;
}

/* A name for people, of the colour added last. */
static inline void palette_name(struct palette *p, struct rt_span name)
{
    if (sheet_short_name(name).n > 1)
        sheet_name(&p->colour[p->n], name);
}

/* Black is all there is: then canonical text names no colours. */
static inline bool palette_plain(const struct palette *p)
{
    return !p->n || (p->n == 1 && !p->colour[1].rgb);
}

/* The colour lines of canonical text. */
static inline void palette_draft(const struct palette *p, struct draft *d)
{
    char line[64];
    for (uint32_t c = p->colour[0].rgb == 0xffffff; c <= p->n && (!c || !palette_plain(p)); c++) {
        const struct colour *colour = &p->colour[c];
        int n = snprintf(line, sizeof line, "colour %c #%06x%s%s", colour->key, colour->rgb,
                         *colour->name ? " " : "", colour->name);
        draft_line(d, (struct rt_span){line, (size_t)n}, p->line[c]);
    }
}

/* A block of a clue, `first` or behind another one. */
static inline void palette_block(const struct palette *p, struct draft *d, uint32_t length, uint32_t colour,
                                 bool first)
{
    char word[16];
    int n = snprintf(word, sizeof word, palette_plain(p) ? " %u" : " %u%c", length, p->colour[colour].key);
    draft_add(d, (struct rt_span){word + first, (size_t)(n - first)});
}

/* A clue whose blocks are a length and a colour's word, `2g 1r 2`, parted by blanks or commas.  A length
 * alone is of `plain`, 0: such a length is a mistake. */
static inline int palette_clue(const struct palette *p, struct draft *d, struct rt_span clue, uint32_t plain,
                               uint32_t line, const char *begin)
{
    struct rt_self *self = d->self;
    bool first = true;
    for (;;) {
        uint32_t length, colour = plain;
        while (clue.n && (rt_is_blank(clue.s[0]) || clue.s[0] == ','))
            clue.s++, clue.n--;
        if (!clue.n)
            break;
        uint32_t column = (uint32_t)(clue.s - begin) + 1;
        size_t digits = span_digits(clue, &length);
        struct rt_span word = {clue.s + digits, 0};
        while (digits + word.n < clue.n && !rt_is_blank(word.s[word.n]) && word.s[word.n] != ',')
            word.n++;
        clue.s += digits + word.n;
        clue.n -= digits + word.n;
        if (!digits)
            return self->h->fail(self, RT_EINPUT, line, column, "'%.*s' is not a block length",
                                 (int)(word.n < 40 ? word.n : 40), word.s);
        if (word.n && !(colour = palette_find(p, word)))
            return self->h->fail(self, RT_EINPUT, line, column, "colour '%.*s' is not declared",
                                 (int)(word.n < 40 ? word.n : 40), word.s);
        if (!length && first && !rt_span_trim(clue).n)
            break;
        if (!length)
            return self->h->fail(self, RT_EINPUT, line, column,
                                 "a block of length 0; 0 stands alone, for an empty line");
        if (!colour)
            return self->h->fail(self, RT_EINPUT, line, column, "block '%u' names no colour", length);
        palette_block(p, d, length, colour, first);
        first = false;
    }
    draft_add(d, first ? (struct rt_span){"0", 1} : (struct rt_span){"", 0});
    draft_end(d, line);
    return RT_OK;
}

#endif
