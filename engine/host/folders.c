#include "host/folders.h"

#include "host/index.h"
#include "util/home.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int no_memory(const char *folder, struct fault *fault)
{
    return fault_set(fault, EXIT_INTERNAL, folder, 0, 0, "there is no memory left to list the plugins in it");
}

static bool is_folder(const char *path)
{
    struct stat info;
    return !stat(path, &info) && S_ISDIR(info.st_mode);
}

static int is_candidate(const struct dirent *file)
{
    size_t length = strlen(file->d_name);
    return length > 3 && file->d_name[0] != '.' && !strcmp(file->d_name + length - 3, ".so");
}

/* The locale must not decide which of two plugins comes first. */
static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int enter_class(struct host *host, struct plugin_file *plugin, const struct index_class *class,
                       struct fault *fault)
{
    struct entry entry = {.id = class->id,
                          .plugin = plugin,
                          .serves = class->serves,
                          .extensions = class->extensions,
                          .magic = class->magic};
    if (registry_add_entry(host, class->type, &entry, fault))
        return fault->code;
    char section[16 + ID_MOST];
    snprintf(section, sizeof section, "%s %s", class_shapes[class->type].noun, class->id);
    bool options = class->type == CLASS_PUZZLE || class->type == CLASS_RULE;
    if (host->config && options && config_declare_opaque(host->config, section))
        return no_memory(plugin->is.path, fault);
    return 0;
}

/* False: the index contradicts what is known already; opening the file will tell who is right. */
static bool enter_indexed(struct host *host, struct plugin_file *plugin, const struct index_plugin *indexed)
{
    struct fault fault = {0};
    for (uint32_t i = 0; i < host->nplugins; i++)
        if (!strcmp(host->plugins[i]->is.id, indexed->id))
            return false;
    for (const struct index_class *class = indexed->classes; class; class = class->next) {
        if (enter_class(host, plugin, class, &fault)) {
            registry_drop_entries(host, plugin);
            return false;
        }
    }
    plugin->is.id = indexed->id;
    plugin->is.version = indexed->version;
    plugin->is.build_id = indexed->build_id;
    plugin->is.abi_major = indexed->abi_major;
    plugin->is.abi_minor = indexed->abi_minor;
    return true;
}

/* Found out without opening it. */
static bool is_ours(const char *path, enum folder_trust trust, const struct index *index,
                    const struct index_plugin *indexed)
{
    struct elf_facts facts;
    struct fault ignored = {0};
    if (trust != TRUST_INDEX)
        return trust == TRUST_ALL;
    return indexed && index->installed && !elf_look(path, &facts, &ignored) && facts.build_id[0] &&
           !strcmp(indexed->build_id, facts.build_id);
}

static int enter_file(struct host *host, const char *path, enum folder_trust trust, const struct index *index,
                      struct fault *fault)
{
    struct stat info;
    struct fault refusal = {0};
    if (stat(path, &info) || !S_ISREG(info.st_mode) || registry_find_path(host, path))
        return 0;
    int64_t mtime = (int64_t)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec;
    const struct index_plugin *indexed =
        index_find(index, strrchr(path, '/') + 1, (uint64_t)info.st_size, mtime);
    if (host->ours_only && !is_ours(path, trust, index, indexed))
        return 0;
    struct plugin_file *plugin = registry_add_plugin(host, path);
    if (!plugin)
        return no_memory(path, fault);
    plugin->trust = trust;
    plugin->vouched = indexed && index->installed ? indexed->build_id : NULL;
    if (!indexed || !enter_indexed(host, plugin, indexed))
        registry_open(host, plugin, &refusal);
    return 0;
}

static const char *const build_folders[] = {"rules", "plugins"};

/* By where the folder really is, whichever way led there. */
static enum folder_trust trust_in(const char *folder)
{
    char root[PATH_MAX], own[PATH_MAX + 16], installed[PATH_MAX];
    if (home_in_build(root)) {
        for (int i = 0; i < 2; i++) {
            snprintf(own, sizeof own, "%s/%s", root, build_folders[i]);
            if (!strcmp(folder, own))
                return TRUST_ALL;
        }
    }
    home_plugins(installed);
    return realpath(installed, root) && !strcmp(folder, root) ? TRUST_INDEX : TRUST_NONE;
}

int folders_scan(struct host *host, const char *folder, bool use_index, struct fault *fault)
{
    char root[PATH_MAX], path[PATH_MAX + NAME_MAX + 2];
    struct dirent **files = NULL;
    struct index index = {0};
    int n = realpath(folder, root) ? scandir(root, &files, is_candidate, by_bytes) : -1;
    if (n < 0)
        return fault_set(fault, EXIT_NO_INPUT, folder, 0, 0, "this plugin folder can't be read: %s",
                         strerror(errno));
    enum folder_trust trust = trust_in(root);
    if (use_index)
        index_read(root, &host->arena, &index);
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "%s/%s", root, files[i]->d_name);
        if (!fault->code)
            enter_file(host, path, trust, &index, fault);
        free(files[i]);
    }
    free(files);
    return fault->code;
}

static int search_configured(struct host *host, struct fault *fault)
{
    const char *value = host->config ? config_string(host->config, "plugins", "path") : "";
    const char *file = NULL;
    uint32_t line = 0;
    char *rest = arena_string(&host->arena, value), *folder;
    while (rest && (folder = strsep(&rest, ":"))) {
        if (!*folder)
            continue;
        if (!is_folder(folder)) {
            config_place(host->config, "plugins", "path", &file, &line);
            return fault_set(fault, EXIT_BAD_INPUT, file, line, 0,
                             "[plugins] path: there is no folder %s; create "
                             "it or take it out",
                             folder);
        }
        if (folders_scan(host, folder, true, fault))
            return fault->code;
    }
    return 0;
}

static int search_usual(struct host *host, const char *folder, struct fault *fault)
{
    return is_folder(folder) ? folders_scan(host, folder, true, fault) : 0;
}

static int search_users(struct host *host, struct fault *fault)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char folder[PATH_MAX] = "";
    if (data && data[0] == '/') /* the XDG specification: relative ones are to be ignored */
        snprintf(folder, sizeof folder, "%s/ratchet/plugins", data);
    else if (home && home[0] == '/')
        snprintf(folder, sizeof folder, "%s/.local/share/ratchet/plugins", home);
    return search_usual(host, folder, fault);
}

static int search_build(struct host *host, const char *root, struct fault *fault)
{
    char folder[PATH_MAX + 16];
    for (int i = 0; i < 2; i++) {
        snprintf(folder, sizeof folder, "%s/%s", root, build_folders[i]);
        if (search_usual(host, folder, fault))
            return fault->code;
    }
    return 0;
}

void folders_helper(const char *name, char path[PATH_MAX])
{
    char root[PATH_MAX];
    if (home_in_build(root)) {
        snprintf(path, PATH_MAX, "%.3000s/tools/%.64s/%.64s.so", root, name, name);
    } else {
        home_plugins(root);
        snprintf(path, PATH_MAX, "%.3000s/helpers/%.64s.so", root, name);
    }
}

int folders_search(struct host *host, struct fault *fault)
{
    char root[PATH_MAX];
    if (search_configured(host, fault) || search_users(host, fault))
        return fault->code;
    if (home_in_build(root))
        return search_build(host, root, fault);
    home_plugins(root);
    return search_usual(host, root, fault);
}
