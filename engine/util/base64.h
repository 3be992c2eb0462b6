/* Bytes as text, RFC 4648 section 4. */
#ifndef RATCHET_UTIL_BASE64_H
#define RATCHET_UTIL_BASE64_H

#include "util/text.h"

/* Both append. Encoding pads. Decoding takes text with its padding, and nothing else; false: it is none. */
void base64_encode(const char *bytes, size_t length, struct text *out);
bool base64_decode(const char *text, size_t length, struct text *out);

#endif
