/* The engine's own sections: what stands here does something, in this version. */
#include "config/config.h"
#include "config/table.h"

#include <string.h>

#define BOOL(variable, key, yes, text) \
    static const struct rt_option variable = \
        {.name = key, .type = RT_OPTION_BOOL, .fallback = yes, .help = text}
#define INT(variable, key, number, least, text) \
    static const struct rt_option variable = \
        {.name = key, .type = RT_OPTION_INT, .fallback = number, .min = least, .max = INT64_MAX, .help = text}
#define STRING(variable, key, string, text) \
    static const struct rt_option variable = \
        {.name = key, .type = RT_OPTION_STRING, .fallback_string = string, .help = text}

/* in the order of enum scheduler_policy */
static const char *const policies[] = {"tiers", "sweep", "batch", NULL};

INT(seed, "seed", 0, 0, "Start of every random choice: same puzzle, configuration and seed, same run");
static const struct rt_option policy = {
    .name = "policy", .type = RT_OPTION_ENUM, .choices = policies,
    .help = "Which rule runs next: the cheapest that has work (tiers), or rounds over all rules whose "
            "narrowings hold at once (sweep) or from the next round on (batch)"};
BOOL(search_enabled, "enabled", 1, "Search where the rules find no more; no stops at what they found");
BOOL(search_learn, "learn", 1, "Learn a clause from every conflict; no backtracks chronologically");
STRING(search_branch, "branch", "activity",
       "Which variable the search decides next: activity, first, or a strategy that a rule brings");
INT(search_extend, "extend_after", 30, 0,
    "Conflicts after which rules may add auxiliary variables: only boards that prove hard are worth them");
STRING(limit_time, "time", "0", "Longest time for one puzzle (10s, 250ms, 2m, 1h); 0 is no limit");
INT(limit_nodes, "nodes", 0, 0, "Most decisions of the search for one puzzle; 0 is no limit");
STRING(limit_memory, "memory", "1G", "Most memory for one puzzle (512M, 64k, 1G); 0 is no limit");
INT(limit_solutions, "solutions", 1000, 1, "How far count counts before it says \"at least\"");
STRING(plugins_path, "path", NULL,
       "Folders, separated by colons, searched for plugins before the usual ones");
STRING(plugins_load, "load", NULL,
       "Plugin ids, separated by commas, that must be there; empty opens what is needed");
STRING(rules_load, "load", "all",
       "Rule ids and patterns (loop.*), separated by commas, all, or none; those that serve the puzzle run");
STRING(rules_order, "order", NULL, "Rule ids, separated by commas, that come first within their tier");

#define SECTION(...) (const struct rt_option *const[]){__VA_ARGS__, NULL}

const struct schema_section schema_sections[] = {
    {"engine", SECTION(&seed)},
    {"scheduler", SECTION(&policy)},
    {"search", SECTION(&search_enabled, &search_learn, &search_branch, &search_extend)},
    {"limits", SECTION(&limit_time, &limit_nodes, &limit_memory, &limit_solutions)},
    {"plugins", SECTION(&plugins_path, &plugins_load)},
    {"rules", SECTION(&rules_load, &rules_order)},
    {NULL, NULL}
};

const char *schema_expects(const char *section, const char *key, const char *value)
{
    double seconds;
    uint64_t bytes;
    if (strcmp(section, "limits"))
        return NULL;
    if (!strcmp(key, "time") && !config_duration(value, &seconds))
        return "a duration such as 10s, 250ms, 2m or 1h (0: no limit)";
    if (!strcmp(key, "memory") && !config_size(value, &bytes))
        return "a size such as 512M, 64k or 1G (0: no limit)";
    return NULL;
}
