/* What the module png.so exports: SVG to PNG by librsvg and cairo. It is a shared object of its own so that nobody
 * who draws no PNG loads them. */
#ifndef RATCHET_PNG_H
#define RATCHET_PNG_H

#include <stddef.h>

#define RATCHET_PNG_SYMBOL "ratchet_png"

struct png_request {
    const char *svg;
    size_t length;
    double scale;       /* pixels of the PNG for one of the SVG; less where that would be too many */
    unsigned most;      /* pixels a side at most */
    /* Gets the file piece by piece; nonzero: it can't take more. */
    int (*write)(void *context, const unsigned char *bytes, unsigned length);
    void *context;
    char why[256];      /* what was wrong */
};

/* 0, or nonzero and `why`. */
typedef int png_function(struct png_request *request);

#endif
