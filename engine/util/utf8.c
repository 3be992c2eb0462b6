#include "util/utf8.h"

#include <string.h>

size_t utf8_sequence(const char *bytes, size_t left)
{
    const unsigned char *s = (const unsigned char *)bytes;
    if (s[0] < 0x80)
        return 1;
    size_t n = s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;
    if (!n || n > left)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool surrogate = s[0] == 0xed && s[1] >= 0xa0;
    bool beyond = s[0] == 0xf4 && s[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : n;
}

bool utf8_valid(const char *bytes, size_t length)
{
    for (size_t at = 0, n; at < length; at += n) {
        n = utf8_sequence(bytes + at, length - at);
        if (!n)
            return false;
    }
    return true;
}

void utf8_printable(char *text)
{
    size_t left = strlen(text);
    for (size_t n; left; left -= n, text += n) {
        n = utf8_sequence(text, left);
        if (!n || (unsigned char)*text < 0x20 || *text == 0x7f)
            *text = '?';
        n = n ? n : 1;
    }
}

char *utf8_from_latin1(const char *text, char *to)
{
    char *at = to;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c >= 0x80)
            *at++ = (char)(0xc0 | *c >> 6);
        *at++ = (char)(*c < 0x80 ? *c : 0x80 | (*c & 0x3f));
    }
    *at = 0;
    return to;
}
