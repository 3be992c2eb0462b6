#include "lists.h"

#include "examine.h"
#include "formats.h"
#include "host/host.h"
#include "output.h"
#include "scaffold.h"
#include "patterns.h"
#include "setup.h"
#include "util/nearest.h"

#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct view {
    const struct options *options;
    struct config *config;
    struct host *host;
    struct text out;
    struct fault fault;
    int code;
};

/* Everything is opened: lists are complete. */
static bool open_view(struct view *view, const struct options *options)
{
    *view = (struct view){.options = options};
    view->config = setup_config(options, NULL, &view->fault);
    view->host = view->config ? host_open(view->config, &view->fault) : NULL;
    if (!view->host)
        return false;
    host_open_all(view->host);
    const char *refusals = host_refusals(view->host);
    if (!options->quiet)
        output_write(STDERR_FILENO, refusals, strlen(refusals));
    return !config_check(view->config, &view->fault);
}

static int close_view(struct view *view)
{
    if (view->fault.code)
        view->code = output_fault(&view->fault);
    if (view->options->quiet < 2)
        output_result(&view->out);
    text_free(&view->out);
    host_close(view->host);
    config_free(view->config);
    return view->code ? view->code : output_failed() ? EXIT_OTHER : 0;
}

static void add_json(struct view *view, json_t *object)
{
    char *line = json_dumps(object, JSON_COMPACT);
    text_puts(&view->out, line ? line : "");
    text_puts(&view->out, "\n");
    free(line);
    json_decref(object);
}

static const char *const type_names[] = {"", "yes or no", "whole number", "one of", "text", "file"};

static void add_default(const struct rt_option *option, struct text *out)
{
    if (option->type == RT_OPTION_BOOL)
        text_puts(out, option->fallback ? "yes" : "no");
    else if (option->type == RT_OPTION_ENUM)
        text_puts(out, option->choices[option->fallback]);
    else if (option->type == RT_OPTION_STRING || option->type == RT_OPTION_FILE)
        text_puts(out, option->fallback_string ? option->fallback_string : "");
    else
        text_printf(out, "%" PRId64, option->fallback);
}

static void add_options(const struct rt_option *const *options, struct text *out)
{
    for (; options && *options; options++) {
        text_printf(out, "  %-16s %s (%s", (*options)->name, (*options)->help, type_names[(*options)->type]);
        for (int i = 0; (*options)->choices && (*options)->choices[i]; i++)
            text_printf(out, "%s%s", i ? ", " : " ", (*options)->choices[i]);
        text_puts(out, "; default ");
        add_default(*options, out);
        text_puts(out, ")\n");
    }
}

/* ---- rules */

static json_t *rule_json(const struct host_rule *rule)
{
    json_t *object = json_object();
    json_object_set_new(object, "id", json_string(rule->class->id));
    json_object_set_new(object, "kind", json_string(rule->class->kind));
    json_object_set_new(object, "tier", json_integer(rule->class->tier));
    json_object_set_new(object, "level", json_integer(rule->class->level));
    json_object_set_new(object, "summary", json_string(rule->class->summary));
    json_object_set_new(object, "plugin", json_string(rule->plugin->id));
    json_object_set_new(object, "path", json_string(rule->plugin->path));
    return object;
}

static void list_rules(struct view *view)
{
    const struct host_rule *const *rules;
    uint32_t n = host_list_rules(view->host, &rules);
    for (uint32_t i = 0; i < n; i++) {
        const struct rt_rule_class *class = rules[i]->class;
        if (view->options->json)
            add_json(view, rule_json(rules[i]));
        else
            text_printf(&view->out, "%-22s %-16s tier %d  level %d  %s\n", class->id, class->kind, class->tier,
                        class->level, class->summary);
    }
}

static void describe_rule(struct view *view, const struct host_rule *rule)
{
    const struct rt_rule_class *class = rule->class;
    if (view->options->json) {
        add_json(view, rule_json(rule));
        return;
    }
    text_printf(&view->out, "%s: %s\nserves    %s\ntier      %d (0 trivial .. 4 probing)\n"
                "level     %d (1 easy for a person .. 9)\nplugin    %s %s, %s%s\n",
                class->id, class->summary, class->kind, class->tier, class->level, rule->plugin->id,
                rule->plugin->version, rule->plugin->path, rule->plugin->ours ? "" : " (not shipped with Ratchet)");
    text_printf(&view->out, "\nOptions, in [rule %s]:\n", class->id);
    add_options(host_rule_options, &view->out);
    add_options(class->options, &view->out);
    for (int i = 0; class->strategies && class->strategies[i]; i++)
        text_printf(&view->out, "%s%s%s", i ? ", " : "\nStrategies, for [search] branch: ", class->strategies[i],
                    class->strategies[i + 1] ? "" : "\n");
}

static void unknown_rule(struct view *view, const char *name)
{
    const struct host_rule *const *rules;
    struct nearest nearest = {.wanted = name};
    uint32_t n = host_list_rules(view->host, &rules);
    for (uint32_t i = 0; i < n; i++)
        nearest_offer(&nearest, rules[i]->class->id);
    const char *found = nearest_found(&nearest);
    fault_set(&view->fault, EXIT_USAGE, NULL, 0, 0, "there is no rule %s; %s%s%s", name,
              found ? "did you mean " : "`ratchet rules list` shows them", found ? found : "", found ? "?" : "");
}

int rules_command(const struct options *options)
{
    struct view view;
    if (!strcmp(options->action, "check-patterns"))
        return patterns_command(options);
    if (!strcmp(options->action, "info") && !options->noperands) {
        output_note("`rules info` needs the name of a rule; `ratchet rules list` shows them");
        return EXIT_USAGE;
    }
    if (open_view(&view, options) && !strcmp(options->action, "list"))
        list_rules(&view);
    for (uint32_t i = 0; i < options->noperands && !view.fault.code; i++) {
        const struct host_rule *rule = host_rule(view.host, options->operands[i]);
        if (rule)
            describe_rule(&view, rule);
        else
            unknown_rule(&view, options->operands[i]);
    }
    return close_view(&view);
}

/* ---- plugins */

/* The ids of one class type that a plugin brings. */
#define ADD_CLASSES(type, singular) \
    static void add_##type(struct view *view, const struct host_plugin *plugin, json_t *object) \
    { \
        const struct host_##singular *const *list; \
        uint32_t n = host_list_##type(view->host, &list); \
        json_t *ids = json_array(); \
        for (uint32_t i = 0; i < n; i++) { \
            if (list[i]->plugin != plugin) \
                continue; \
            json_array_append_new(ids, json_string(list[i]->class->id)); \
            if (!object) \
                text_printf(&view->out, "  %-8s %s\n", #singular, list[i]->class->id); \
        } \
        if (object) \
            json_object_set_new(object, #type, ids); \
        else \
            json_decref(ids); \
    }
ADD_CLASSES(kinds, kind)
ADD_CLASSES(formats, format)
ADD_CLASSES(puzzles, puzzle)
ADD_CLASSES(rules, rule)

static json_t *plugin_json(struct view *view, const struct host_plugin *plugin)
{
    json_t *object = json_object();
    json_object_set_new(object, "id", json_string(plugin->id));
    json_object_set_new(object, "version", json_string(plugin->version));
    json_object_set_new(object, "path", json_string(plugin->path));
    json_object_set_new(object, "build_id", json_string(plugin->build_id));
    json_object_set_new(object, "abi", json_pack("[ii]", plugin->abi_major, plugin->abi_minor));
    json_object_set_new(object, "shipped", json_boolean(plugin->ours));
    add_puzzles(view, plugin, object);
    add_formats(view, plugin, object);
    add_kinds(view, plugin, object);
    add_rules(view, plugin, object);
    return object;
}

static void add_count(struct text *out, const char *noun, uint32_t n)
{
    if (n)
        text_printf(out, " %u %s%s", n, noun, n == 1 ? "" : "s");
}

static void list_plugin(struct view *view, const struct host_plugin *plugin)
{
    text_printf(&view->out, "%-22s %-8s", plugin->id, plugin->version);
    add_count(&view->out, "puzzle", plugin->npuzzles);
    add_count(&view->out, "format", plugin->nformats);
    add_count(&view->out, "kind", plugin->nkinds);
    add_count(&view->out, "rule", plugin->nrules);
    text_printf(&view->out, "  %s\n", plugin->path);
}

static void describe_plugin(struct view *view, const struct host_plugin *plugin)
{
    text_printf(&view->out, "%s %s\n  %-8s %s\n  %-8s %s\n  %-8s %u.%u\n  %-8s %s\n", plugin->id, plugin->version,
                "path", plugin->path, "build id", *plugin->build_id ? plugin->build_id : "none", "abi",
                plugin->abi_major, plugin->abi_minor, "shipped", plugin->ours ? "yes" : "no");
    add_puzzles(view, plugin, NULL);
    add_formats(view, plugin, NULL);
    add_kinds(view, plugin, NULL);
    add_rules(view, plugin, NULL);
}

static const struct host_plugin *find_plugin(struct view *view, const char *id)
{
    const struct host_plugin *const *plugins;
    struct nearest nearest = {.wanted = id};
    uint32_t n = host_list_plugins(view->host, &plugins);
    for (uint32_t i = 0; i < n; i++) {
        if (!strcmp(plugins[i]->id, id))
            return plugins[i];
        nearest_offer(&nearest, plugins[i]->id);
    }
    const char *found = nearest_found(&nearest);
    fault_set(&view->fault, EXIT_USAGE, NULL, 0, 0, "there is no plugin %s; %s%s%s", id,
              found ? "did you mean " : "`ratchet plugins list` shows them", found ? found : "", found ? "?" : "");
    return NULL;
}

static int show_plugins(const struct options *options, bool full)
{
    struct view view;
    const struct host_plugin *const *plugins;
    bool open = open_view(&view, options);
    uint32_t n = open ? host_list_plugins(view.host, &plugins) : 0;
    for (uint32_t i = 0; i < n && !full; i++) {
        if (options->json)
            add_json(&view, plugin_json(&view, plugins[i]));
        else
            list_plugin(&view, plugins[i]);
    }
    for (uint32_t i = 0; i < options->noperands && full && open; i++) {
        const struct host_plugin *plugin = find_plugin(&view, options->operands[i]);
        if (plugin && options->json)
            add_json(&view, plugin_json(&view, plugin));
        else if (plugin)
            describe_plugin(&view, plugin);
    }
    return close_view(&view);
}

/* Of the puzzle type that is named, or of all. */
static int show_formats(const struct options *options)
{
    struct view view;
    if (open_view(&view, options))
        formats_table(view.host, options->noperands ? options->operands[0] : NULL, &view.out);
    return close_view(&view);
}

static int index_plugins(const struct options *options)
{
    for (uint32_t i = 0; i < options->noperands; i++) {
        struct fault fault = {0};
        if (host_write_index(options->operands[i], options->installed, &fault))
            return output_fault(&fault);
    }
    return 0;
}

int plugins_command(const struct options *options)
{
    const char *action = options->action;
    if (!strcmp(action, "formats"))
        return show_formats(options);
    if (!strcmp(action, "new"))
        return scaffold_command(options);
    if (strcmp(action, "list") && !options->noperands) {
        output_note("`plugins %s` needs a %s", action, !strcmp(action, "info") ? "plugin's name"
                    : !strcmp(action, "check") ? "plugin file" : "folder of plugins");
        return EXIT_USAGE;
    }
    if (!strcmp(action, "check"))
        return examine_command(options);
    if (!strcmp(action, "index"))
        return index_plugins(options);
    return show_plugins(options, !strcmp(action, "info"));
}

/* ---- config */

/* Rules, order and puzzle options are looked up as a run would. */
static void try_configuration(struct view *view)
{
    struct arena arena = {0};
    const struct rule_use *rules;
    uint32_t n;
    host_use_rules(view->host, view->config, NULL, &arena, &rules, &n, &view->fault);
    arena_free(&arena);
}

int config_command(const struct options *options)
{
    struct options with_files = *options;
    struct view view;
    const char *origin = NULL;
    if (options->noperands) {
        with_files.config = options->operands;
        with_files.nconfig = options->noperands;
    }
    if (!open_view(&view, &with_files))
        return close_view(&view);
    try_configuration(&view);
    if (!strcmp(options->action, "effective") && !view.fault.code) {
        struct fault ignored = {0};
        config_free(setup_config(&with_files, &origin, &ignored));
        text_printf(&view.out, "; %s\n", origin);
        config_effective(view.config, &view.out);
    } else if (!view.fault.code && !options->quiet) {
        text_puts(&view.out, "the configuration is good\n");
    }
    return close_view(&view);
}
