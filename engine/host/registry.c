#include "host/registry.h"

#include "util/nearest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int no_memory(const char *path, struct fault *fault)
{
    return fault_set(fault, EXIT_INTERNAL, path, 0, 0, "there is no memory left for the list of plugins");
}

/* First place in a sorted list at which an entry of that id is or belongs. */
static uint32_t place_of(const struct list *list, const char *id)
{
    uint32_t low = 0, high = list->nknown;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(list->known[middle]->id, id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct entry *registry_find(const struct host *host, enum class_type type, const char *id)
{
    const struct list *list = &host->lists[type];
    uint32_t at = place_of(list, id);
    return at < list->nknown && !strcmp(list->known[at]->id, id) ? list->known[at] : NULL;
}

const char *registry_nearest(const struct host *host, enum class_type type, const char *id)
{
    const struct list *list = &host->lists[type];
    struct nearest nearest = {.wanted = id};
    for (uint32_t i = 0; i < list->nknown; i++)
        nearest_offer(&nearest, list->known[i]->id);
    return nearest_found(&nearest);
}

struct plugin_file *registry_find_path(const struct host *host, const char *path)
{
    for (uint32_t i = 0; i < host->nplugins; i++)
        if (!strcmp(host->plugins[i]->is.path, path))
            return host->plugins[i];
    return NULL;
}

static bool grow_plugins(struct host *host)
{
    uint32_t capacity = host->plugins_capacity ? 2 * host->plugins_capacity : 64;
    struct plugin_file **plugins = realloc(host->plugins, capacity * sizeof *plugins);
    if (plugins)
        host->plugins = plugins;
    const void **open = plugins ? realloc(host->open, capacity * sizeof *open) : NULL;
    if (!open)
        return false;
    host->open = open;
    host->plugins_capacity = capacity;
    return true;
}

struct plugin_file *registry_add_plugin(struct host *host, const char *path)
{
    struct plugin_file *plugin = arena_alloc(&host->arena, sizeof *plugin);
    char *copy = arena_string(&host->arena, path);
    if (!plugin || !copy || (host->nplugins == host->plugins_capacity && !grow_plugins(host)))
        return NULL;
    plugin->is = (struct host_plugin){.path = copy, .id = "", .version = "", .build_id = ""};
    host->plugins[host->nplugins++] = plugin;
    return plugin;
}

static bool grow_list(struct list *list)
{
    uint32_t capacity = list->capacity ? 2 * list->capacity : 64;
    struct entry **known = realloc(list->known, capacity * sizeof *known);
    if (known)
        list->known = known;
    const void **open = known ? realloc(list->open, capacity * sizeof *open) : NULL;
    if (!open)
        return false;
    list->open = open;
    list->capacity = capacity;
    return true;
}

static const void *class_of(const struct entry *entry, enum class_type type)
{
    switch (type) {
    case CLASS_KIND:
        return entry->as.kind.class;
    case CLASS_FORMAT:
        return entry->as.format.class;
    case CLASS_PUZZLE:
        return entry->as.puzzle.class;
    default:
        return entry->as.rule.class;
    }
}

static void list_open_ones(struct list *list, enum class_type type)
{
    list->nopen = 0;
    for (uint32_t i = 0; i < list->nknown; i++)
        if (class_of(list->known[i], type))
            list->open[list->nopen++] = &list->known[i]->as;
}

int registry_add_entry(struct host *host, enum class_type type, const struct entry *entry,
                       struct fault *fault)
{
    struct list *list = &host->lists[type];
    const char *path = entry->plugin->is.path;
    const struct entry *there = registry_find(host, type, entry->id);
    if (there)
        return fault_set(fault, EXIT_BAD_INPUT, path, 0, 0,
                         "brings the %s %s, which %s brings already: remove one "
                         "of the two files",
                         class_shapes[type].noun, entry->id, there->plugin->is.path);
    struct entry *copy = arena_copy(&host->arena, entry, sizeof *entry);
    if (!copy || (list->nknown == list->capacity && !grow_list(list)))
        return no_memory(path, fault);
    uint32_t at = place_of(list, entry->id);
    memmove(list->known + at + 1, list->known + at, (list->nknown - at) * sizeof *list->known);
    list->known[at] = copy;
    list->nknown++;
    list_open_ones(list, type);
    return 0;
}

void registry_drop_entries(struct host *host, const struct plugin_file *plugin)
{
    for (enum class_type type = 0; type < CLASS_TYPES; type++) {
        struct list *list = &host->lists[type];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < list->nknown; i++)
            if (list->known[i]->plugin != plugin)
                list->known[kept++] = list->known[i];
        list->nknown = kept;
        list_open_ones(list, type);
    }
}

static struct entry entry_of(struct plugin_file *plugin, enum class_type type, const void *class)
{
    struct entry entry = {.id = class_id(type, class), .plugin = plugin};
    switch (type) {
    case CLASS_KIND:
        entry.as.kind = (struct host_kind){class, &plugin->is};
        break;
    case CLASS_FORMAT:
        entry.as.format = (struct host_format){class, &plugin->is};
        entry.serves = entry.as.format.class->puzzle;
        entry.extensions = entry.as.format.class->extensions;
        entry.magic = entry.as.format.class->magic;
        break;
    case CLASS_PUZZLE:
        entry.as.puzzle = (struct host_puzzle){class, &plugin->is};
        break;
    default:
        entry.as.rule = (struct host_rule){class, &plugin->is};
        entry.serves = entry.as.rule.class->kind;
    }
    return entry;
}

static int declare_section(struct host *host, const char *noun, const char *id,
                           const struct rt_option *const *options)
{
    static const struct rt_option *const none[] = {NULL};
    char section[16 + ID_MOST];
    snprintf(section, sizeof section, "%s %s", noun, id);
    return config_declare(host->config, section, options ? options : none);
}

static int declare_options(struct host *host, const struct entry *entry, enum class_type type)
{
    if (!host->config || (type != CLASS_PUZZLE && type != CLASS_RULE))
        return 0;
    const char *noun = class_shapes[type].noun;
    if (type == CLASS_PUZZLE)
        return declare_section(host, noun, entry->id, entry->as.puzzle.class->options);
    int code = declare_section(host, noun, entry->id, host_rule_options);
    return code ? code : declare_section(host, noun, entry->id, entry->as.rule.class->options);
}

/* Two plugins of one id would be one line in every list, message and setting. */
static int refuse_twin(struct host *host, const struct plugin_file *plugin, struct fault *fault)
{
    for (uint32_t i = 0; i < host->nplugins; i++) {
        const struct plugin_file *other = host->plugins[i];
        if (other != plugin && !other->refusal && !strcmp(other->is.id, plugin->load.bundle.id))
            return fault_set(fault, EXIT_BAD_INPUT, plugin->is.path, 0, 0,
                             "has the plugin id %s, which %s has "
                             "already: remove one of the two files",
                             other->is.id, other->is.path);
    }
    return 0;
}

static int add_classes(struct host *host, struct plugin_file *plugin, struct fault *fault)
{
    const struct load *load = &plugin->load;
    for (enum class_type type = 0; type < CLASS_TYPES; type++) {
        for (uint32_t i = 0; i < load->count[type]; i++) {
            struct entry entry = entry_of(plugin, type, load->classes[type][i]);
            if (registry_add_entry(host, type, &entry, fault))
                return fault->code;
        }
    }
    /* Only now: a plugin that is refused declares nothing. */
    for (enum class_type type = 0; type < CLASS_TYPES; type++) {
        for (uint32_t i = 0; i < load->count[type]; i++) {
            struct entry entry = entry_of(plugin, type, load->classes[type][i]);
            if (declare_options(host, &entry, type))
                return no_memory(plugin->is.path, fault);
        }
    }
    return 0;
}

/* An installed index vouches for one build of the file, not for whatever bears its name. */
static bool is_ours(const struct plugin_file *plugin)
{
    const char *vouched = plugin->vouched;
    return plugin->trust == TRUST_ALL || (plugin->trust == TRUST_INDEX && vouched && vouched[0] &&
                                          !strcmp(vouched, plugin->load.facts.build_id));
}

static int describe_plugin(struct host *host, struct plugin_file *plugin, struct fault *fault)
{
    const struct load *load = &plugin->load;
    struct host_plugin *is = &plugin->is;
    is->id = arena_string(&host->arena, load->bundle.id);
    is->version = arena_string(&host->arena, load->bundle.version);
    is->build_id = arena_string(&host->arena, load->facts.build_id);
    if (!is->id || !is->version || !is->build_id)
        return no_memory(is->path, fault);
    is->ours = is_ours(plugin);
    is->abi_major = load->bundle.abi_major;
    is->abi_minor = load->bundle.abi_minor;
    is->nkinds = load->count[CLASS_KIND];
    is->nformats = load->count[CLASS_FORMAT];
    is->npuzzles = load->count[CLASS_PUZZLE];
    is->nrules = load->count[CLASS_RULE];
    return 0;
}

static void list_plugin(struct host *host, struct plugin_file *plugin)
{
    uint32_t at = host->nopen++;
    for (; at && strcmp(((const struct host_plugin *)host->open[at - 1])->id, plugin->is.id) > 0; at--)
        host->open[at] = host->open[at - 1];
    host->open[at] = &plugin->is;
    plugin->is.opened = true;
}

static int open_now(struct host *host, struct plugin_file *plugin, struct fault *fault)
{
    if (load_plugin(plugin->is.path, &host->arena, &plugin->load, fault) || refuse_twin(host, plugin, fault))
        return fault->code;
    registry_drop_entries(host, plugin);
    if (describe_plugin(host, plugin, fault) || add_classes(host, plugin, fault))
        return fault->code;
    list_plugin(host, plugin);
    return 0;
}

static void refuse(struct host *host, struct plugin_file *plugin, const struct fault *fault)
{
    char sentence[sizeof fault->file + sizeof fault->what + 32];
    plugin->refusal = arena_string(&host->arena, fault->what);
    if (!plugin->refusal)
        plugin->refusal = "was refused";
    plugin->is.id = "";
    registry_drop_entries(host, plugin);
    unload_plugin(&plugin->load);
    host->nrefused++;
    text_puts(&host->refusals, fault_string(fault, sentence, sizeof sentence));
    text_puts(&host->refusals, "\n");
}

int registry_open(struct host *host, struct plugin_file *plugin, struct fault *fault)
{
    struct fault own = {0};
    if (plugin->is.opened)
        return 0;
    if (plugin->refusal)
        return fault_set(fault, EXIT_BAD_INPUT, plugin->is.path, 0, 0, "%s", plugin->refusal);
    if (!open_now(host, plugin, &own))
        return 0;
    refuse(host, plugin, &own);
    return fault_set(fault, own.code, own.file, 0, 0, "%s", own.what);
}

bool registry_use(struct host *host, struct entry *entry)
{
    struct fault ignored = {0}; /* the sentence stands in host->refusals */
    return registry_open(host, entry->plugin, &ignored) == 0;
}

/* The open class of that id, or NULL. The entry is looked up anew after opening, since the index may have
 * promised more than the file holds. */
static struct entry *open_entry(struct host *host, enum class_type type, const char *id)
{
    struct entry *entry = registry_find(host, type, id);
    if (entry && !class_of(entry, type))
        entry = registry_use(host, entry) ? registry_find(host, type, id) : NULL;
    return entry && class_of(entry, type) ? entry : NULL;
}

const struct host_puzzle *host_puzzle(struct host *host, const char *id)
{
    struct entry *entry = open_entry(host, CLASS_PUZZLE, id);
    return entry ? &entry->as.puzzle : NULL;
}

const struct host_rule *host_rule(struct host *host, const char *id)
{
    struct entry *entry = open_entry(host, CLASS_RULE, id);
    return entry ? &entry->as.rule : NULL;
}

const struct host_format *host_format(struct host *host, const char *id)
{
    struct entry *entry = open_entry(host, CLASS_FORMAT, id);
    return entry ? &entry->as.format : NULL;
}

const struct host_kind *host_kind(struct host *host, const char *id)
{
    struct entry *entry = open_entry(host, CLASS_KIND, id);
    return entry ? &entry->as.kind : NULL;
}

static const struct rt_kind_class *find_kind(void *context, const char *id)
{
    const struct host_kind *kind = host_kind(context, id);
    return kind ? kind->class : NULL;
}

struct kind_source host_kinds(struct host *host)
{
    return (struct kind_source){find_kind, host};
}

uint32_t host_list_plugins(const struct host *host, const struct host_plugin *const **list)
{
    *list = (const struct host_plugin *const *)host->open;
    return host->nopen;
}

uint32_t host_list_kinds(const struct host *host, const struct host_kind *const **list)
{
    *list = (const struct host_kind *const *)host->lists[CLASS_KIND].open;
    return host->lists[CLASS_KIND].nopen;
}

uint32_t host_list_formats(const struct host *host, const struct host_format *const **list)
{
    *list = (const struct host_format *const *)host->lists[CLASS_FORMAT].open;
    return host->lists[CLASS_FORMAT].nopen;
}

uint32_t host_list_puzzles(const struct host *host, const struct host_puzzle *const **list)
{
    *list = (const struct host_puzzle *const *)host->lists[CLASS_PUZZLE].open;
    return host->lists[CLASS_PUZZLE].nopen;
}

uint32_t host_list_rules(const struct host *host, const struct host_rule *const **list)
{
    *list = (const struct host_rule *const *)host->lists[CLASS_RULE].open;
    return host->lists[CLASS_RULE].nopen;
}
