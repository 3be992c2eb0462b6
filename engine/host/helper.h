/* Shared objects of our own that are no plugins: what few need and many would have to load, such as a rasteriser. */
#ifndef RATCHET_HOST_HELPER_H
#define RATCHET_HOST_HELPER_H

#include "util/fault.h"

/* The function or object `symbol` of the helper NAME.so, which is opened now and stays open. NULL: fault, a sentence
 * that ends in `advice`. */
void *helper_symbol(const char *name, const char *symbol, const char *advice, struct fault *fault);

#endif
