/* What the drawings have in common. */
#ifndef MASYU_PICTURE_H
#define MASYU_PICTURE_H

#include "board.h"

#include <ratchet/kit/scene.h>

static inline const char *pearl_sign(uint8_t colour)
{
    return colour == RT_MASYU_IS_WHITE ? "○" : "●";
}

#endif
