/* Texts to values. No strtod: what a file means must not depend on the locale. */
#include "config/config.h"
#include "config/table.h"

#include <string.h>

static bool parse_bool(const char *text, int64_t *number)
{
    static const char *const words[] = {"no", "yes", "off", "on", "false", "true", "0", "1"};
    for (int i = 0; i < 8; i++) {
        if (!strcmp(text, words[i])) {
            *number = i & 1;
            return true;
        }
    }
    return false;
}

/* Decimal digits up to `most`; moves *text behind them; false: no digit, or too big. */
static bool parse_digits(const char **text, uint64_t most, uint64_t *number)
{
    const char *at = *text;
    uint64_t sum = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (sum > (most - digit) / 10)
            return false;
        sum = sum * 10 + digit;
    }
    bool any = at != *text;
    *text = at;
    *number = sum;
    return any;
}

static bool parse_int(const char *text, int64_t min, int64_t max, int64_t *number)
{
    bool minus = *text == '-';
    uint64_t size;
    text += minus;
    if (!parse_digits(&text, INT64_MAX, &size) || *text)
        return false;
    *number = minus ? -(int64_t)size : (int64_t)size;
    return *number >= min && *number <= max;
}

static bool parse_choice(const char *text, const char *const *choices, int64_t *number)
{
    for (*number = 0; *choices; choices++, ++*number)
        if (!strcmp(text, *choices))
            return true;
    return false;
}

bool option_parse(const struct rt_option *option, const char *text, int64_t *number)
{
    *number = 0;
    switch (option->type) {
    case RT_OPTION_BOOL:
        return parse_bool(text, number);
    case RT_OPTION_INT:
        return parse_int(text, option->min, option->max, number);
    case RT_OPTION_ENUM:
        return parse_choice(text, option->choices, number);
    default:
        return true;
    }
}

/* What one of the unit is worth; 0: no such unit. */
static double seconds_of(const char *unit)
{
    return !*unit || !strcmp(unit, "s") ? 1 : !strcmp(unit, "ms") ? 1e-3 : !strcmp(unit, "m") ? 60
         : !strcmp(unit, "h") ? 3600 : 0;
}

bool config_duration(const char *text, double *seconds)
{
    uint64_t whole, part = 0;
    double scale = 1;
    if (!parse_digits(&text, 1000000000000, &whole))
        return false;
    if (*text == '.') {
        const char *digits = ++text;
        if (!parse_digits(&text, 1000000000, &part))
            return false;
        for (; digits < text; digits++)
            scale *= 10;
    }
    double unit = seconds_of(text);
    *seconds = ((double)whole + (double)part / scale) * unit;
    return unit > 0;
}

bool config_size(const char *text, uint64_t *bytes)
{
    static const char units[] = "kKmMgGtT";
    uint64_t count;
    if (!parse_digits(&text, UINT64_MAX / 2, &count))
        return false;
    const char *unit = *text ? strchr(units, *text) : NULL;
    if (*text && (!unit || text[1]))
        return false;
    int shift = unit ? 10 * ((int)(unit - units) / 2 + 1) : 0;
    *bytes = count << shift;
    return *bytes >> shift == count;
}
