/* What the drawings have in common: how an edge looks, and text that can do no harm. */
#ifndef MASYU_PICTURE_H
#define MASYU_PICTURE_H

#include "board.h"

#include <ratchet/puzzle.h>

enum look { LOOK_OPEN, LOOK_OFF, LOOK_ON };

static inline enum look look_of(const uint64_t *domains, uint32_t edge)
{
    if (edge == RT_NOPOS)
        return LOOK_OFF;
    uint64_t mask = domains ? domains[edge] : 3;
    return mask == 1 ? LOOK_OFF : mask == 2 ? LOOK_ON : LOOK_OPEN;
}

/* Whose line an edge is. */
enum owner { OWNER_NONE, OWNER_BOTH, OWNER_FIRST, OWNER_SECOND };

/* Without a second grid every line belongs to both. */
static inline enum owner owner_of(const struct rt_picture *picture, uint32_t edge)
{
    bool first = look_of(picture->domains, edge) == LOOK_ON;
    bool second = picture->other ? look_of(picture->other, edge) == LOOK_ON : first;
    return first ? (second ? OWNER_BOTH : OWNER_FIRST) : second ? OWNER_SECOND : OWNER_NONE;
}

/* An edge known to be off, where a grid is still being worked on. */
static inline bool is_crossed(const struct rt_picture *picture, uint32_t edge)
{
    return !picture->other && look_of(picture->domains, edge) == LOOK_OFF;
}

/* Is every edge of this grid known? */
static inline bool is_complete(const struct board *b, const uint64_t *domains)
{
    for (uint32_t e = 0; domains && e < board_edges(b); e++)
        if (look_of(domains, e) == LOOK_OPEN)
            return false;
    return domains;
}

/* Which of a cell's edges are drawn: bit d. */
static inline uint32_t drawn_links(const struct board *b, const struct rt_picture *picture, uint32_t cell)
{
    uint32_t links = 0;
    for (uint32_t d = 0; d < 4; d++)
        links |= (uint32_t)(owner_of(picture, board_edge(b, cell, d)) != OWNER_NONE) << d;
    return links;
}

/* A cell by the lines that leave it. */
static inline const char *thin_stroke(uint32_t links)
{
    static const char *const stroke[16] = {"·", "╵", "╶", "└", "╷", "│", "┌", "├",
                                           "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    return stroke[links & 15];
}

static inline const char *thick_stroke(uint32_t links)
{
    static const char *const stroke[16] = {"·", "╹", "╺", "┗", "╻", "┃", "┏", "┣",
                                           "╸", "┛", "━", "┻", "┓", "┫", "┳", "╋"};
    return stroke[links & 15];
}

static inline const char *pearl_sign(uint8_t colour)
{
    return colour == RT_MASYU_IS_WHITE ? "○" : "●";
}

/* Bytes of the UTF-8 character in front of `s`; 0 if there is none or it controls the terminal. */
static inline size_t plain_character(const unsigned char *s)
{
    size_t more = s[0] < 0x80 ? 0 : s[0] >= 0xf0 ? 3 : s[0] >= 0xe0 ? 2 : 1;
    if (s[0] < ' ' || s[0] == 127 || (s[0] >= 0x80 && s[0] < 0xc2) || s[0] > 0xf4 ||
        (s[0] == 0xc2 && s[1] < 0xa0))
        return 0;
    if ((s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90) ||
        (s[0] == 0xf4 && s[1] >= 0x90) || (s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe))
        return 0;
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
        const char *as = !xml ? NULL : *s == '<' ? "&lt;" : *s == '>' ? "&gt;" : *s == '&' ? "&amp;" : NULL;
        if (as)
            self->h->print(self, "%s", as);
        else
            self->h->write(self, n ? s : "?", n ? n : 1);
        s += n ? n : 1;
    }
}

#endif
