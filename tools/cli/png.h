/* --to png: an SVG document as pixels. */
#ifndef RATCHET_CLI_PNG_H
#define RATCHET_CLI_PNG_H

#include "util/fault.h"
#include "util/text.h"

/* Puts a PNG in place of the SVG in `text`, which is emptied if that fails. 0, or fault->code. Not for two threads at
 * a time. */
int png_convert(struct text *text, struct fault *fault);

#endif
