/* What the drawings have in common: which colour a cell shows, and text that can do no harm. */
#ifndef NONOGRAM_PICTURE_H
#define NONOGRAM_PICTURE_H

#include "sheet.h"

#include <ratchet/puzzle.h>

#define PAPER 0xfaf7eeu
#define INK 0x202020u
#define PENCIL 0x8c8c84u /* lines of the grid */
#define HAZE 0xbdbdb4u   /* cells not known yet */
#define SIGNAL 0xffa81au /* where two grids differ */

enum look { LOOK_PAPER, LOOK_UNKNOWN, LOOK_FILLED };

/* How a cell looks. */
struct cell {
    enum look look;
    uint32_t rgb; /* of the colour, LOOK_FILLED only */
    bool differs;
};

static inline bool is_single(uint64_t mask)
{
    return mask && !(mask & (mask - 1));
}

static inline struct cell picture_cell(const struct sheet *s, const struct rt_picture *picture, uint32_t var)
{
    struct cell cell = {LOOK_PAPER, PAPER, false};
    if (!picture->domains)
        return cell;
    uint64_t mask = picture->domains[var];
    cell.differs = picture->other && picture->other[var] != mask;
    if (!is_single(mask))
        cell.look = LOOK_UNKNOWN;
    else if (mask > 1) {
        cell.look = LOOK_FILLED;
        cell.rgb = s->coloured ? s->colour[__builtin_ctzll(mask)].rgb : INK;
    }
    return cell;
}

/* Black or white, whichever can be read on `rgb`. */
static inline uint32_t contrast(uint32_t rgb)
{
    uint32_t light = 3 * (rgb >> 16 & 255) + 6 * (rgb >> 8 & 255) + (rgb & 255);
    return light > 1280 ? 0x000000 : 0xffffff;
}

static inline uint32_t mix(uint32_t a, uint32_t b)
{
    return ((a & 0xfefefe) >> 1) + ((b & 0xfefefe) >> 1);
}

static inline uint32_t digits_of(uint32_t value)
{
    uint32_t n = 1;
    while (value /= 10)
        n++;
    return n;
}

/* Bytes of the UTF-8 character in front of `s`; 0 if there is none or it controls the terminal. */
static inline size_t plain_character(const unsigned char *s)
{
    size_t more = s[0] < 0x80 ? 0 : s[0] >= 0xf0 ? 3 : s[0] >= 0xe0 ? 2 : 1;
    if (s[0] < ' ' || s[0] == 127 || (s[0] >= 0x80 && s[0] < 0xc2) || s[0] > 0xf4 ||
        (s[0] == 0xc2 && s[1] < 0xa0))
        return 0;
    if ((s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90) ||
        (s[0] == 0xf4 && s[1] >= 0x90))
        return 0;
    if (s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe)
        return 0; /* no characters, and not allowed in XML */
    for (size_t i = 1; i <= more; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    return 1 + more;
}

/* Writes a title without what controls a terminal, and for XML with its marks escaped. */
static inline void put_title(struct rt_self *self, const char *title, bool xml)
{
    for (const char *s = title; *s;) {
        size_t n = plain_character((const unsigned char *)s);
        const char *as = *s == '&' ? "&amp;" : *s == '<' ? "&lt;" : *s == '>' ? "&gt;" : NULL;
        if (xml && as)
            self->h->print(self, "%s", as);
        else
            self->h->write(self, n ? s : "?", n ? n : 1);
        s += n ? n : 1;
    }
}

#endif
