#include "report/stats.h"

#include <inttypes.h>
#include <string.h>

struct column {
    const char *heading;
    uint64_t (*value)(const struct rule_stats *);
};

#define X(name, heading, help) \
    static uint64_t value_##name(const struct rule_stats *stats) \
    { \
        return stats->name; \
    }
RULE_STATS(X)
#undef X

static const struct column columns[] = {
#define X(name, heading, help) {heading, value_##name},
    RULE_STATS(X)
#undef X
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static void search_table(const struct search_stats *stats, bool full, struct text *out)
{
#define X(name, help) \
    if (stats->name || full) \
        text_printf(out, "%-14s %12" PRIu64 "   %s\n", #name, stats->name, help);
    SEARCH_STATS(X)
#undef X
}

static bool shown(const struct answer *answer, uint32_t rule, bool full)
{
    return full || answer->rule_stats[rule].instances || (answer->parked && answer->parked[rule]);
}

static int name_width(const struct answer *answer, bool full)
{
    int width = 4;
    for (uint32_t r = 0; r < answer->nrules; r++)
        if (shown(answer, r, full) && (int)strlen(answer->rules[r].class->id) > width)
            width = (int)strlen(answer->rules[r].class->id);
    return width;
}

/* Digits of the widest entry, or 0: nothing was counted. */
static int column_width(const struct answer *answer, const struct column *column, bool full)
{
    uint64_t most = 0;
    for (uint32_t r = 0; r < answer->nrules; r++)
        if (column->value(&answer->rule_stats[r]) > most)
            most = column->value(&answer->rule_stats[r]);
    if (!most && !full)
        return 0;
    int digits = snprintf(NULL, 0, "%" PRIu64, most), heading = (int)strlen(column->heading);
    return digits > heading ? digits : heading;
}

static void rule_table(const struct answer *answer, bool full, struct text *out)
{
    int width[COLUMNS], name = name_width(answer, full);
    text_printf(out, "\n%-*s", name, "rule");
    for (int c = 0; c < COLUMNS; c++)
        if ((width[c] = column_width(answer, &columns[c], full)))
            text_printf(out, "  %*s", width[c], columns[c].heading);
    text_puts(out, "\n");
    for (uint32_t r = 0; r < answer->nrules; r++) {
        if (!shown(answer, r, full))
            continue;
        text_printf(out, "%-*s", name, answer->rules[r].class->id);
        for (int c = 0; c < COLUMNS; c++)
            if (width[c])
                text_printf(out, "  %*" PRIu64, width[c], columns[c].value(&answer->rule_stats[r]));
        text_puts(out, "\n");
    }
}

/* "name<TAB>value" lines, aligned. */
static void facts_table(const char *facts, struct text *out)
{
    if (*facts)
        text_puts(out, "\n");
    for (const char *line = facts; *line;) {
        int length = (int)strcspn(line, "\n"), name = (int)strcspn(line, "\t\n");
        int rest = name < length ? length - name - 1 : 0;
        text_printf(out, "%-14.*s %12.*s\n", name, line, rest, line + name + 1);
        line += length + (line[length] == '\n');
    }
}

void stats_text(const struct answer *answer, bool full, struct text *out)
{
    if (!answer->search)
        return;
    search_table(answer->search, full, out);
    if (answer->nrules)
        rule_table(answer, full, out);
    if (full)
        facts_table(text_string(&answer->facts), out);
}

json_t *stats_search_json(const struct search_stats *stats)
{
    json_t *object = json_object();
#define X(name, help) json_object_set_new(object, #name, json_integer((json_int_t)stats->name));
    SEARCH_STATS(X)
#undef X
    return object;
}

static json_t *rule_json(const struct rule_stats *stats)
{
    json_t *object = json_object();
#define X(name, heading, help) \
    if (strcmp(#name, "ns")) \
        json_object_set_new(object, #name, json_integer((json_int_t)stats->name));
    RULE_STATS(X)
#undef X
    return object;
}

json_t *stats_rules_json(const struct answer *answer)
{
    json_t *object = json_object();
    for (uint32_t r = 0; r < answer->nrules; r++)
        if (shown(answer, r, false))
            json_object_set_new(object, answer->rules[r].class->id, rule_json(&answer->rule_stats[r]));
    return object;
}

json_t *stats_rule_times_json(const struct answer *answer)
{
    json_t *object = json_object();
    for (uint32_t r = 0; r < answer->nrules; r++)
        if (shown(answer, r, false))
            json_object_set_new(object, answer->rules[r].class->id,
                                json_real(1e-9 * (double)answer->rule_stats[r].ns));
    return object;
}
