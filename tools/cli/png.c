#include "png.h"

#include "../png/png.h"
#include "host/helper.h"

enum { PIXELS_MOST = 8192 };    /* a side */

static const double scale = 2;  /* clues can be read on any screen */

static int take(void *context, const unsigned char *bytes, unsigned length)
{
    struct text *png = context;
    text_add(png, (const char *)bytes, length);
    return png->failed;
}

int png_convert(struct text *text, struct fault *fault)
{
    struct text png = {0};
    png_function *convert = NULL;
    void *symbol = helper_symbol("png", RATCHET_PNG_SYMBOL, "drawing PNG needs librsvg: install librsvg2-2, and to "
                                 "build it librsvg2-dev; --to svg works without", fault);
    struct png_request request = {.svg = text_string(text), .length = text->n, .scale = scale, .most = PIXELS_MOST,
                                  .write = take, .context = &png};
    *(void **)&convert = symbol;
    if (convert && convert(&request))
        fault_set(fault, EXIT_OTHER, NULL, 0, 0, "%s", request.why);
    text_free(text);
    if (fault->code)
        text_free(&png);
    *text = png;
    return fault->code;
}
