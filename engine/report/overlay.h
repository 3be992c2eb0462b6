/* Successive SVG pictures of one thing laid over each other in one file that plays them: what they have in common is
 * written once, the rest appears and goes by CSS. Where nothing moves (a printer, a reader that knows no animation,
 * a user who wants less motion) the last picture is shown.
 *
 * Nothing is asked of the pictures but that they are well-formed. Elements are compared as text; inside <g> their
 * children are, so the more a picture is made of small elements, the smaller the file. */
#ifndef RATCHET_REPORT_OVERLAY_H
#define RATCHET_REPORT_OVERLAY_H

#include "util/arena.h"
#include "util/text.h"

#include <stdint.h>

struct overlay_node;

/* Zeroed, with an arena, it is empty. Lives as long as the arena. */
struct overlay {
    struct arena *arena;
    const char *root;           /* the start tag of <svg> */
    struct overlay_node *nodes;
    uint32_t frames;
};

/* The next picture. False: no memory, or it is no SVG of the size of the first; the overlay is then of no use. */
bool overlay_add(struct overlay *overlay, const char *svg, size_t length);
/* The file: each picture for `seconds`, the last one for `hold` more, then again from the start. */
void overlay_write(const struct overlay *overlay, double seconds, double hold, struct text *out);

#endif
