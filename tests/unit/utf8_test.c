#include "util/utf8.h"

#include <criterion/criterion.h>
#include <string.h>

Test(utf8, tells_what_is_utf8)
{
    static const char *const good[] = {"", "a", "\xc3\xa9", "\xe2\x94\x80", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"};
    static const char *const bad[] = {"\xe9", "\xc3", "\xc0\xaf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80", "\xe2\x94", "a\x80", "\xff"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        cr_expect(utf8_valid(good[i], strlen(good[i])), "good %zu", i);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_not(utf8_valid(bad[i], strlen(bad[i])), "bad %zu", i);
}

Test(utf8, takes_the_rest_for_latin1)
{
    char to[16];
    cr_expect_str_eq(utf8_from_latin1("\xe9t\xe9 \xff", to), "\xc3\xa9t\xc3\xa9 \xc3\xbf");
    cr_expect(utf8_valid(to, strlen(to)));
}

Test(utf8, makes_anything_printable)
{
    static const char *const pairs[][2] = {
        {"", ""}, {"r\xc3\xb6ter", "r\xc3\xb6ter"}, {"a\tb\x1b[2J\x7f", "a?b?[2J?"}, {"\xeb h\xe2\x94", "? h??"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char text[16];
        strcpy(text, pairs[i][0]);
        utf8_printable(text);
        cr_expect_str_eq(text, pairs[i][1], "%zu", i);
    }
}
