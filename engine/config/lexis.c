/* What may stand in an INI file, so that inih and a human reader see the same. */
#include "config/table.h"

#include <string.h>

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
