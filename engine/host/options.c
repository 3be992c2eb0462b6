/* What the configuration says of puzzle types and rules. */
#include "host/registry.h"
#include "host/words.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

static const struct rt_option enabled = {
    .name = "enabled", .type = RT_OPTION_BOOL, .fallback = 1, .help = "Use the rule; no leaves it out"};
static const struct rt_option tier = {
    .name = "tier",
    .type = RT_OPTION_INT,
    .fallback = -1,
    .min = -1,
    .max = 4,
    .help = "When it runs, 0 (trivial, first) to 4 (probing, last); -1 is what the rule says of itself"};
static const struct rt_option level = {
    .name = "level",
    .type = RT_OPTION_INT,
    .fallback = 0,
    .min = 0,
    .max = 9,
    .help = "How hard a person finds it, 1 to 9; 0 is what the rule says of itself"};
static const struct rt_option weight = {
    .name = "weight",
    .type = RT_OPTION_STRING,
    .fallback_string = "1",
    .help = "What one use of it adds to the grade, times its level; a decimal number from 0 on"};

const struct rt_option *const host_rule_options[] = {&enabled, &tier, &level, &weight, NULL};

struct selection {
    struct host *host;
    const struct config *config;
    struct arena *arena;
    const char *section, *key;  /* what is being read: [rules] load and order, or [explain] rules */
    const char **ids; /* in configuration order */
    uint32_t n;
    struct fault *fault;
};

static int no_memory(struct fault *fault)
{
    return fault_set(fault, EXIT_INTERNAL, NULL, 0, 0,
                     "there is no memory left for the configuration of the rules");
}

static void section_of(char *section, size_t capacity, const char *noun, const char *id)
{
    snprintf(section, capacity, "%s %s", noun, id);
}

/* Where the settings of a class come from and its values go. */
struct reading {
    const struct config *config;
    const char *section;
    const char *beside;         /* a file in the folder of the class's plugin: the plugin itself */
    const struct file_text *files;
    struct arena *arena;
    struct fault *fault;
};

/* Values of a class's own options, parallel to them. 0 or the fault's code. */
static int read_values(const struct reading *r, const struct rt_option *const *options,
                       const struct option_value **values)
{
    uint32_t n = 0;
    while (options && options[n])
        n++;
    struct option_value *value = arena_alloc(r->arena, n * sizeof *value);
    *values = value;
    if (!value)
        return no_memory(r->fault);
    for (uint32_t i = 0; i < n; i++) {
        if (options[i]->type == RT_OPTION_STRING)
            value[i].string = config_string(r->config, r->section, options[i]->name);
        else if (options[i]->type == RT_OPTION_FILE)
            value[i].string = option_file(r->config, r->section, options[i]->name, r->beside, r->files, r->arena,
                                          r->fault);
        else
            value[i].number = config_number(r->config, r->section, options[i]->name);
        if (r->fault->code)
            return r->fault->code;
    }
    return 0;
}

int host_use_puzzle(struct host *host, const struct config *config, const char *id, struct arena *arena,
                    struct puzzle_use *use, struct fault *fault)
{
    char section[16 + ID_MOST];
    const struct host_puzzle *puzzle = host_puzzle(host, id);
    if (!puzzle) {
        const char *near = registry_nearest(host, CLASS_PUZZLE, id);
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "there is no puzzle type %s; %s%s%s", id,
                         near ? "did you mean " : "`ratchet plugins list` shows what is there",
                         near ? near : "", near ? "?" : "");
    }
    section_of(section, sizeof section, "puzzle", puzzle->class->id);
    use->class = puzzle->class;
    struct reading reading = {config, section, puzzle->plugin->path, host->files, arena, fault};
    return read_values(&reading, puzzle->class->options, &use->options);
}

static bool is_decimal(const char *text)
{
    size_t whole = strspn(text, "0123456789");
    const char *rest = text + whole;
    if (*rest == '.')
        rest += 1 + strspn(rest + 1, "0123456789");
    return whole && whole <= 15 && !*rest && rest - text <= 32;
}

/* Not strtod: what a file means must not depend on the locale. */
static double decimal(const char *text)
{
    double value = 0, digit = 1;
    for (; *text && *text != '.'; text++)
        value = value * 10 + (*text - '0');
    for (text += *text == '.'; *text; text++)
        value += (*text - '0') * (digit /= 10);
    return value;
}

static int read_weight(const struct config *config, const char *section, double *value, struct fault *fault)
{
    const char *file = NULL, *text = config_string(config, section, "weight");
    uint32_t line = 0;
    if (is_decimal(text)) {
        *value = decimal(text);
        return 0;
    }
    config_place(config, section, "weight", &file, &line);
    return fault_set(fault, EXIT_BAD_INPUT, file, line, 0,
                     "[%s] weight is \"%.40s\"; give a decimal number from 0 "
                     "on, such as 2.5",
                     section, text);
}

/* Every id or pattern (line.*) that is named must mean something. */
static int unknown_rule(const struct selection *selection, const char *name)
{
    const char *file = NULL;
    uint32_t line = 0;
    const char *near = registry_nearest(selection->host, CLASS_RULE, name);
    bool placed = config_place(selection->config, selection->section, selection->key, &file, &line);
    if (selection->host->ours_only && placed)
        return 0;
    if (near)
        return fault_set(selection->fault, EXIT_BAD_INPUT, file, line, 0,
                         "[%s] %s: there is no rule %s; did you mean %s?", selection->section, selection->key, name,
                         near);
    return fault_set(selection->fault, EXIT_BAD_INPUT, file, line, 0,
                     "[%s] %s: there is no rule %s; `ratchet rules list` shows all that there are",
                     selection->section, selection->key, name);
}

/* Ids are the registry's own strings here, so the same id is the same pointer. */
static uint32_t position_of(const struct selection *selection, const char *id)
{
    uint32_t i = 0;
    while (i < selection->n && selection->ids[i] != id)
        i++;
    return i;
}

static void append(struct selection *selection, const char *id)
{
    if (position_of(selection, id) == selection->n)
        selection->ids[selection->n++] = id;
}

/* Appends what the word means: an id, or a pattern of ids. */
static int append_word(struct selection *selection, const char *word)
{
    const struct list *rules = &selection->host->lists[CLASS_RULE];
    bool any = false;
    for (uint32_t i = 0; i < rules->nknown; i++) {
        const char *id = rules->known[i]->id;
        if (strcmp(word, "all") && strcmp(word, id) && fnmatch(word, id, 0))
            continue;
        append(selection, id);
        any = true;
    }
    return any || !strcmp(word, "all") ? 0 : unknown_rule(selection, word);
}

static int append_key(struct selection *selection, const char *key)
{
    char *rest = arena_string(selection->arena, config_string(selection->config, selection->section, key)), *word;
    if (!rest)
        return no_memory(selection->fault);
    selection->key = key;
    while ((word = next_word(&rest)))
        if (append_word(selection, word))
            return selection->fault->code;
    return 0;
}

static const char **room_for_ids(const struct selection *selection)
{
    return arena_alloc(selection->arena, (selection->host->lists[CLASS_RULE].nknown + 1) * sizeof(char *));
}

static bool explains(const struct selection *selection)
{
    return !strcmp(selection->section, "explain");
}

/* [rules] load, then [rules] order to the front. Opening plugins moves entries, so the ids are copied. */
static int select_rules(struct selection *selection)
{
    struct selection first = *selection;
    first.ids = room_for_ids(selection);
    selection->ids = room_for_ids(selection);
    const char **ids = room_for_ids(selection);
    if (!first.ids || !selection->ids || !ids)
        return no_memory(selection->fault);
    const char *key = explains(selection) ? "rules" : "load";
    const char *load = config_string(selection->config, selection->section, key);
    if (strcmp(load, "none") && (*load ? append_key(selection, key) : append_word(selection, "all")))
        return selection->fault->code;
    if (!explains(selection) && append_key(&first, "order"))
        return selection->fault->code;
    uint32_t n = 0;
    for (uint32_t i = 0; i < first.n; i++)
        if (position_of(selection, first.ids[i]) < selection->n)
            ids[n++] = first.ids[i];
    for (uint32_t i = 0; i < selection->n; i++)
        if (position_of(&first, selection->ids[i]) == first.n)
            ids[n++] = selection->ids[i];
    selection->ids = ids;
    for (uint32_t i = 0; i < n; i++)
        if (!(ids[i] = arena_string(selection->arena, ids[i])))
            return no_memory(selection->fault);
    return 0;
}

static const char *const *kinds_of(struct host *host, const char *puzzle)
{
    const struct host_puzzle *open = puzzle ? host_puzzle(host, puzzle) : NULL;
    return open && open->class->extension ? open->class->extension(RT_PUZZLE_KINDS) : NULL;
}

static bool could_serve(const struct host *host, const char *id, const char *const *kinds)
{
    const struct entry *rule = registry_find(host, CLASS_RULE, id);
    if (!rule || !kinds || !strcmp(rule->serves, "rt.board/1"))
        return rule != NULL;
    for (; *kinds; kinds++)
        if (!strcmp(*kinds, rule->serves))
            return true;
    return false;
}

/* Does [rules] load name it, not just a pattern that it matches? */
static bool named(const struct config *config, const char *id)
{
    const char *at = config_string(config, "rules", "load");
    size_t length = strlen(id);
    while (at && (at = strstr(at, id))) {
        bool begins = at == config_string(config, "rules", "load") || strchr(", \t", at[-1]);
        at += length;
        if (begins && (!*at || strchr(", \t", *at)))
            return true;
    }
    return false;
}

/* `*late`: it isn't asked for, but joins where the search proves hard. */
static bool takes_part(const struct config *config, const char *section, const struct rt_rule_class *class, bool *late)
{
    if (!config_flag(config, section, "enabled"))
        return false;
    bool wanted = !(class->flags & RT_RULE_OPTIONAL) || config_is_set(config, section, "enabled") ||
                  named(config, class->id);
    *late = !wanted && class->flags & RT_RULE_LATE;
    return wanted || *late;
}

/* *used tells whether the rule takes part. */
static int use_rule(const struct selection *selection, const struct host_rule *rule, struct rule_use *use,
                    bool *used)
{
    char section[16 + ID_MOST];
    const struct config *config = selection->config;
    section_of(section, sizeof section, "rule", rule->class->id);
    bool late = false;
    *used = explains(selection) ? config_flag(config, section, "enabled")
                                : takes_part(config, section, rule->class, &late);
    if (!*used)
        return 0;
    int64_t own_tier = config_number(config, section, "tier"),
            own_level = config_number(config, section, "level");
    *use = (struct rule_use){.class = rule->class,
                             .ours = rule->plugin->ours,
                             .late = late,
                             .tier = own_tier < 0 ? rule->class->tier : (uint8_t)own_tier,
                             .level = own_level ? (uint8_t)own_level : rule->class->level};
    struct reading reading = {config, section, rule->plugin->path, selection->host->files, selection->arena,
                              selection->fault};
    if (read_values(&reading, rule->class->options, &use->options))
        return selection->fault->code;
    return read_weight(config, section, &use->weight, selection->fault);
}

static int use_rules(struct host *host, const struct config *config, const char *section, const char *puzzle,
                     struct arena *arena, const struct rule_use **rules, uint32_t *nrules, struct fault *fault)
{
    struct selection selection = {.host = host, .config = config, .arena = arena, .section = section,
                                  .fault = fault};
    *rules = NULL;
    *nrules = 0;
    if (select_rules(&selection))
        return fault->code;
    const char *const *kinds = kinds_of(host, puzzle);
    struct rule_use *uses = arena_alloc(arena, selection.n * sizeof *uses);
    if (!uses)
        return no_memory(fault);
    uint32_t n = 0;
    for (uint32_t i = 0; i < selection.n; i++) {
        /* NULL: refused on opening; the sentence stands in host_refusals. */
        bool serves = could_serve(host, selection.ids[i], kinds), used = false;
        const struct host_rule *rule = serves ? host_rule(host, selection.ids[i]) : NULL;
        if (rule && use_rule(&selection, rule, &uses[n], &used))
            return fault->code;
        n += used;
    }
    *rules = uses;
    *nrules = n;
    return 0;
}

int host_use_rules(struct host *host, const struct config *config, const char *puzzle, struct arena *arena,
                   const struct rule_use **rules, uint32_t *nrules, struct fault *fault)
{
    return use_rules(host, config, "rules", puzzle, arena, rules, nrules, fault);
}

int host_explain_rules(struct host *host, const struct config *config, const char *puzzle, struct arena *arena,
                       const struct rule_use **rules, uint32_t *nrules, struct fault *fault)
{
    return use_rules(host, config, "explain", puzzle, arena, rules, nrules, fault);
}

void host_read_files(struct host *host, const struct config *config)
{
    const struct host_rule *const *rules;
    uint32_t n = host_list_rules(host, &rules);
    for (uint32_t r = 0; r < n; r++) {
        char section[16 + ID_MOST];
        section_of(section, sizeof section, "rule", rules[r]->class->id);
        for (uint32_t i = 0; rules[r]->class->options && rules[r]->class->options[i]; i++)
            if (rules[r]->class->options[i]->type == RT_OPTION_FILE)
                option_file_keep(config, section, rules[r]->class->options[i]->name, rules[r]->plugin->path,
                                 &host->files, &host->arena);
    }
}
