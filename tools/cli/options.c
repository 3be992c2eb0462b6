#include "options.h"

#include "util/nearest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parser {
    struct options *options;
    char **argv;
    int argc, next;
    struct fault *fault;
};

#define FIELD(options, row, type) ((type *)(void *)((char *)(options) + (row)->at))

static int usage(struct parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int usage(struct parser *parser, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fault_vset(parser->fault, EXIT_USAGE, NULL, 0, 0, format, args);
    va_end(args);
    return EXIT_USAGE;
}

static const struct verb *find_verb(const char *name)
{
    for (uint32_t i = 0; i < verb_rows; i++)
        if (!strcmp(verb_table[i].name, name))
            return &verb_table[i];
    return NULL;
}

static int unknown_verb(struct parser *parser, const char *name)
{
    struct nearest nearest = {.wanted = name};
    for (uint32_t i = 0; i < verb_rows; i++)
        nearest_offer(&nearest, verb_table[i].name);
    const char *found = nearest_found(&nearest);
    if (found)
        return usage(parser, "there is no command `%s`; did you mean `%s`?", name, found);
    return usage(parser, "there is no command `%s`; `ratchet --help` lists them", name);
}

static int unknown_action(struct parser *parser, const char *name)
{
    const struct verb *verb = parser->options->verb;
    struct nearest nearest = {.wanted = name};
    char list[128] = "";
    for (uint32_t i = 0; verb->actions[i]; i++) {
        nearest_offer(&nearest, verb->actions[i]);
        size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", i ? ", " : "", verb->actions[i]);
    }
    const char *found = nearest_found(&nearest);
    if (found)
        return usage(parser, "`%s` can't `%s`; did you mean `%s`?", verb->name, name, found);
    return usage(parser, "`%s` can't `%s`; it can: %s", verb->name, name, list);
}

/* Two commands may have different options of one name: the verb decides, if it is known already. */
static const struct option_row *find_long(const struct verb *verb, const char *name, size_t length)
{
    const struct option_row *found = NULL;
    for (uint32_t i = 0; i < option_rows; i++)
        if (!strncmp(option_table[i].name, name, length) && !option_table[i].name[length] &&
            (!found || (verb && (option_table[i].verbs & verb->bit))))
            found = &option_table[i];
    return found;
}

static const struct option_row *find_letter(char letter)
{
    for (uint32_t i = 0; i < option_rows; i++)
        if (option_table[i].letter == letter)
            return &option_table[i];
    return NULL;
}

static int unknown_option(struct parser *parser, const char *name, size_t length)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "%.*s", (int)length, name);
    struct nearest nearest = {.wanted = wanted};
    for (uint32_t i = 0; i < option_rows; i++)
        if (!option_table[i].hidden)
            nearest_offer(&nearest, option_table[i].name);
    const char *found = nearest_found(&nearest);
    if (found)
        return usage(parser, "there is no option --%s; did you mean --%s?", wanted, found);
    return usage(parser, "there is no option --%s; `ratchet --help` lists them", wanted);
}

static int no_memory(struct parser *parser)
{
    return fault_set(parser->fault, EXIT_OTHER, NULL, 0, 0, "there is no memory left");
}

/* Room for as many as there are arguments, once. */
static bool append(struct parser *parser, const char ***list, uint32_t *n, const char *value)
{
    if (!*list)
        *list = calloc((size_t)parser->argc + 1, sizeof **list);
    if (!*list)
        return false;
    (*list)[(*n)++] = value;
    return true;
}

static int add_setting(struct parser *parser, const struct option_row *row, const char *value)
{
    struct options *options = parser->options;
    if (!options->settings)
        options->settings = calloc((size_t)parser->argc, sizeof *options->settings);
    if (!options->settings)
        return no_memory(parser);
    struct setting *setting = &options->settings[options->nsettings++];
    const char *subject = row->section && row->fixed && row->argument ? value : NULL;
    int length = snprintf(setting->section, sizeof setting->section, "%s%s%s", row->section ? row->section : "",
                          subject ? " " : "", subject ? subject : "");
    if (length >= (int)sizeof setting->section || (subject && !*subject))
        return usage(parser, "--%s: `%.80s` is no rule; `ratchet rules list` shows them", row->name, subject);
    setting->key = row->key;
    setting->value = row->fixed ? row->fixed : value;
    setting->origin = row->name;
    return 0;
}

static int choice(struct parser *parser, const struct option_row *row, const char *value)
{
    char list[128] = "";
    for (int i = 0; row->choices[i]; i++) {
        if (!strcmp(row->choices[i], value))
            return i;
        size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", i ? ", " : "", row->choices[i]);
    }
    usage(parser, "--%s: `%s` is none of %s", row->name, value, list);
    return -1;
}

static int store(struct parser *parser, const struct option_row *row, const char *value)
{
    struct options *options = parser->options;
    uint32_t index = (uint32_t)(row - option_table);
    options->used[index / 64] |= 1ull << (index % 64);
    int chosen = row->choices && value ? choice(parser, row, value) : 0;
    if (chosen < 0)
        return EXIT_USAGE;
    switch (row->type) {
    case OPTION_FLAG:
        *FIELD(options, row, bool) = true;
        return 0;
    case OPTION_COUNTER:
        ++*FIELD(options, row, int);
        return 0;
    case OPTION_TEXT:
        *FIELD(options, row, const char *) = value ? value : "";
        return 0;
    case OPTION_CHOICE:
        *FIELD(options, row, int) = value ? chosen + row->first : 1;
        return 0;
    case OPTION_FILES:
        return append(parser, &options->config, &options->nconfig, value) ? 0 : no_memory(parser);
    default:
        return add_setting(parser, row, value);
    }
}

static const char *next_argument(struct parser *parser)
{
    return parser->next < parser->argc ? parser->argv[parser->next++] : NULL;
}

/* --name, --name=value, --name value */
static int long_option(struct parser *parser, const char *name)
{
    size_t length = strcspn(name, "=");
    const struct option_row *row = find_long(parser->options->verb, name, length);
    const char *value = name[length] ? name + length + 1 : NULL;
    if (!row)
        return unknown_option(parser, name, length);
    if (value && !row->argument)
        return usage(parser, "--%s takes no value", row->name);
    if (!value && row->argument && !row->optional && !(value = next_argument(parser)))
        return usage(parser, "--%s needs a value: --%s %s", row->name, row->name, row->argument);
    return store(parser, row, value);
}

/* -q, -qv, -j4, -j 4 */
static int letters(struct parser *parser, const char *letter)
{
    for (; *letter; letter++) {
        const struct option_row *row = find_letter(*letter);
        if (!row)
            return usage(parser, "there is no option -%c; `ratchet --help` lists them", *letter);
        const char *value = NULL;
        if (row->argument && letter[1])
            value = letter + 1;
        else if (row->argument && !(value = next_argument(parser)))
            return usage(parser, "-%c needs a value: -%c %s", *letter, *letter, row->argument);
        if (store(parser, row, value))
            return parser->fault->code;
        if (value)
            return 0;
    }
    return 0;
}

/* The first one is the verb, the second of some verbs the action. */
static int operand(struct parser *parser, const char *value)
{
    struct options *options = parser->options;
    if (!options->verb) {
        options->verb = find_verb(value);
        return options->verb ? 0 : unknown_verb(parser, value);
    }
    if (options->verb->actions && !options->action) {
        for (uint32_t i = 0; options->verb->actions[i]; i++)
            if (!strcmp(options->verb->actions[i], value))
                options->action = value;
        return options->action ? 0 : unknown_action(parser, value);
    }
    return append(parser, &options->operands, &options->noperands, value) ? 0 : no_memory(parser);
}

static bool given(const struct options *options, uint32_t row)
{
    return options->used[row / 64] >> (row % 64) & 1;
}

bool option_given(const struct options *options, const char *name)
{
    const struct option_row *row = find_long(options->verb, name, strlen(name));
    return row && given(options, (uint32_t)(row - option_table));
}

/* Do the options go with the verb? */
static int check(struct parser *parser)
{
    const struct options *options = parser->options;
    if (options->help || options->version || options->completions || options->man_options)
        return 0;
    if (!options->verb)
        return usage(parser, "what is to be done? `ratchet --help` lists the commands");
    for (uint32_t i = 0; i < option_rows; i++)
        if (given(options, i) && !(option_table[i].verbs & options->verb->bit))
            return usage(parser, "--%s does not go with `%s`; `ratchet %s --help` lists what does",
                         option_table[i].name, options->verb->name, options->verb->name);
    if (options->noperands < options->verb->least && !strncmp(options->verb->operands, "JOB", 3))
        return usage(parser, "`%s` needs a job: ratchet %s %s", options->verb->name, options->verb->name,
                     options->verb->operands);
    if (options->noperands < options->verb->least)
        return usage(parser, "`%s` needs a file: ratchet %s %s (- is standard input)", options->verb->name,
                     options->verb->name, options->verb->operands);
    return 0;
}

int options_parse(struct options *options, int argc, char **argv, struct fault *fault)
{
    struct parser parser = {options, argv, argc, 1, fault};
    bool plain = false;     /* behind -- */
    const char *argument;
    *options = (struct options){0};
    while (!fault->code && (argument = next_argument(&parser))) {
        if (plain || argument[0] != '-' || !argument[1])
            operand(&parser, argument);
        else if (argument[1] != '-')
            letters(&parser, argument + 1);
        else if (argument[2])
            long_option(&parser, argument + 2);
        else
            plain = true;
    }
    return fault->code ? fault->code : check(&parser);
}

bool option_number(const char *text, bool zero, uint32_t most, uint32_t *value)
{
    char *end;
    errno = 0;
    unsigned long long parsed = strtoull(text, &end, 10);
    if (errno || *end || text[0] < '0' || text[0] > '9' || parsed > most || (!parsed && !zero))
        return false;
    *value = (uint32_t)parsed;
    return true;
}

/* "5", "5..9", "5..", "..9" */
static bool range(const char *text, uint32_t *from, uint32_t *to)
{
    const char *dots = strstr(text, "..");
    char first[16];
    *from = 1;
    *to = UINT32_MAX;
    if (!dots) {
        bool fine = option_number(text, false, UINT32_MAX, from);
        *to = *from;
        return fine;
    }
    if ((size_t)(dots - text) >= sizeof first || (dots == text && !dots[2]))
        return false;
    memcpy(first, text, (size_t)(dots - text));
    first[dots - text] = 0;
    return (!*first || option_number(first, false, UINT32_MAX, from)) &&
           (!dots[2] || option_number(dots + 2, false, UINT32_MAX, to)) && *from <= *to;
}

int options_numbers(const struct options *options, struct option_numbers *numbers, struct fault *fault)
{
    *numbers = (struct option_numbers){0};
    if (options->max_solutions && !option_number(options->max_solutions, false, 1000000000, &numbers->max_solutions))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--max-solutions is `%s`; give a number from 1 on",
                         options->max_solutions);
    if (options->level && !option_number(options->level, false, 3, &numbers->level))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--level is `%s`; give 1, 2 or 3", options->level);
    if (options->steps && !range(options->steps, &numbers->from, &numbers->to))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--steps is `%s`; give steps such as 5, 5..9, 5.. or ..9",
                         options->steps);
    if (options->priority && !option_number(options->priority, true, 9, &numbers->priority))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--priority is `%s`; give a number from 0 to 9",
                         options->priority);
    return 0;
}

void options_free(struct options *options)
{
    free(options->operands);
    free(options->config);
    free(options->settings);
}
