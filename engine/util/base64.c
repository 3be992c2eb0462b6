#include "util/base64.h"

#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_encode(const char *bytes, size_t length, struct text *out)
{
    const unsigned char *b = (const unsigned char *)bytes;
    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        unsigned three = b[i] << 16 | (left > 1 ? b[i + 1] << 8 : 0) | (left > 2 ? b[i + 2] : 0);
        char four[4] = {digits[three >> 18], digits[three >> 12 & 63], left > 1 ? digits[three >> 6 & 63] : '=',
                        left > 2 ? digits[three & 63] : '='};
        text_add(out, four, 4);
    }
}

static int value(char c)
{
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

bool base64_decode(const char *text, size_t length, struct text *out)
{
    if (length % 4)
        return false;
    for (size_t i = 0; i < length; i += 4) {
        const char *four = text + i;
        bool last = i + 4 == length;
        int padding = !last || four[3] != '=' ? 0 : four[2] != '=' ? 1 : 2;
        unsigned three = 0;
        for (int k = 0; k < 4; k++) {
            int digit = k < 4 - padding ? value(four[k]) : 0;
            if (digit < 0)
                return false;
            three = three << 6 | (unsigned)digit;
        }
        if (three & ((1u << 8 * padding) - 1))
            return false; /* bits that no byte has */
        char bytes[3] = {(char)(three >> 16), (char)(three >> 8), (char)three};
        text_add(out, bytes, 3 - (size_t)padding);
    }
    return true;
}
