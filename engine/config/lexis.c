/* What may stand in an INI file, so that inih and a human reader see the same. */
#include "config/table.h"

#include <string.h>

/* Length of the sequence that starts here, 0 if it is malformed. */
static size_t utf8_sequence(const unsigned char *s, size_t left)
{
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
        n = utf8_sequence((const unsigned char *)bytes + at, length - at);
        if (!n)
            return false;
    }
    return true;
}

bool has_control(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if ((c < 0x20 && c != '\t') || c == 0x7f)
            return true;
    }
    return false;
}

bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* `mark` at the beginning or after a blank: what somebody may take, or inih does take, for a comment. */
static bool starts_comment(const char *text, char mark)
{
    for (const char *at = strchr(text, mark); at; at = strchr(at + 1, mark))
        if (at == text || is_blank(at[-1]))
            return true;
    return false;
}

static bool has_outer_blanks(const char *text)
{
    size_t n = strlen(text);
    return n && (is_blank(text[0]) || is_blank(text[n - 1]));
}

static const char *bytes_fault(const char *text)
{
    size_t n = strlen(text);
    if (!utf8_valid(text, n))
        return "this is not UTF-8";
    return has_control(text, n) ? "control characters can't stand in a configuration" : NULL;
}

const char *section_name_fault(const char *name)
{
    if (!name[0])
        return "the brackets hold no section name; write for instance [search]";
    if (strpbrk(name, ";#"))
        return "a comment can't stand inside the brackets; write `[name] ; comment`";
    if (has_outer_blanks(name))
        return "write the section's name without blanks next to the brackets";
    if (strpbrk(name, "[]"))
        return "a section's name can't hold brackets";
    if (strlen(name) > LONGEST_SECTION)
        return "the section's name is longer than 48 bytes; no section has such a name";
    return bytes_fault(name);
}

const char *key_fault(const char *key)
{
    if (!key[0])
        return "there is no key before the `=`; write `key = value`";
    if (strpbrk(key, "[];#:=+") || has_outer_blanks(key))
        return "this is no key; a key is a word such as `branch`";
    if (strlen(key) > LONGEST_KEY)
        return "the key is longer than 48 bytes; no key has such a name";
    return bytes_fault(key);
}

const char *value_fault(const char *value)
{
    if (strlen(value) > LONGEST_VALUE)
        return "the value is longer than 4096 bytes";
    if (strchr(value, '"') || value[0] == '\'')
        return "values stand without quotation marks (and ` ;` starts a comment even between them)";
    if (starts_comment(value, '#'))
        return "` #` does not start a comment behind a value; write ` ;`, or put the comment on its own line";
    if (starts_comment(value, ';'))
        return "a value can't hold ` ;`, which starts a comment in INI files";
    if (has_outer_blanks(value))
        return "a value can't start or end with a blank";
    return bytes_fault(value);
}
