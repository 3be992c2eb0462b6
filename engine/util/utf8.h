/* Text of unknown origin as UTF-8. */
#ifndef RATCHET_UTIL_UTF8_H
#define RATCHET_UTIL_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* RFC 3629: shortest forms only, no surrogates, nothing above U+10FFFF. */
bool utf8_valid(const char *bytes, size_t length);
/* Length of the sequence that starts here, 0 if it is malformed; `left` is at least 1. */
size_t utf8_sequence(const char *bytes, size_t left);
/* Bytes that are no UTF-8, and control characters, become question marks. */
void utf8_printable(char *text);
/* Writes `text`, read as ISO 8859-1, which old files are in, to `to` (2 * strlen + 1 bytes); returns `to`. */
char *utf8_from_latin1(const char *text, char *to);

#endif
