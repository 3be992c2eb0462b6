#include "host/host.h"

#include "host/folders.h"
#include "host/index.h"
#include "host/words.h"
#include "util/nearest.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int no_memory(struct fault *fault)
{
    return fault_set(fault, EXIT_INTERNAL, NULL, 0, 0, "there is no memory left for the plugins");
}

static struct host *host_new(struct config *config, struct fault *fault)
{
    struct host *host = calloc(1, sizeof *host);
    if (host)
        host->config = config;
    else
        no_memory(fault);
    return host;
}

void host_close(struct host *host)
{
    if (!host)
        return;
    for (uint32_t i = 0; i < host->nplugins; i++)
        unload_plugin(&host->plugins[i]->load);
    for (enum class_type type = 0; type < CLASS_TYPES; type++) {
        free(host->lists[type].known);
        free(host->lists[type].open);
    }
    free(host->plugins);
    free(host->open);
    text_free(&host->refusals);
    text_free(&host->notes);
    arena_free(&host->arena);
    free(host);
}

/* "nonogram" is a plugin's id, or the file nonogram.so, which may be too broken to have one. */
static bool answers_to(const struct plugin_file *plugin, const char *name)
{
    const char *file = strrchr(plugin->is.path, '/') + 1;
    size_t length = strlen(name);
    return !strcmp(plugin->is.id, name) ||
           (!strncmp(file, name, length) && (!file[length] || !strcmp(file + length, ".so")));
}

static struct plugin_file *find_plugin(struct host *host, const char *name)
{
    char path[PATH_MAX];
    if (strchr(name, '/')) {
        if (!realpath(name, path))
            return NULL;
        struct plugin_file *there = registry_find_path(host, path);
        return there ? there : registry_add_plugin(host, path);
    }
    for (uint32_t i = 0; i < host->nplugins; i++)
        if (answers_to(host->plugins[i], name))
            return host->plugins[i];
    return NULL;
}

static int unknown_plugin(const struct host *host, const char *name, struct fault *fault)
{
    const char *file = NULL;
    uint32_t line = 0;
    struct nearest nearest = {.wanted = name};
    for (uint32_t i = 0; i < host->nplugins; i++)
        nearest_offer(&nearest, host->plugins[i]->is.id);
    const char *found = nearest_found(&nearest);
    config_place(host->config, "plugins", "load", &file, &line);
    if (found)
        return fault_set(fault, EXIT_BAD_INPUT, file, line, 0,
                         "[plugins] load: there is no plugin %s; did you mean %s?", name, found);
    return fault_set(fault, EXIT_BAD_INPUT, file, line, 0,
                     "[plugins] load: there is no plugin %s; set [plugins] "
                     "path to its folder, or give the path of the file",
                     name);
}

static int open_named(struct host *host, struct fault *fault)
{
    const char *value = host->config ? config_string(host->config, "plugins", "load") : "";
    char *rest = arena_string(&host->arena, value), *name;
    if (!rest)
        return no_memory(fault);
    while ((name = next_word(&rest))) {
        struct plugin_file *plugin = find_plugin(host, name);
        if (!plugin)
            return unknown_plugin(host, name, fault);
        if (registry_open(host, plugin, fault))
            return fault->code;
    }
    return 0;
}

struct host *host_open(struct config *config, struct fault *fault)
{
    struct host *host = host_new(config, fault);
    if (!host)
        return NULL;
    if (!folders_search(host, fault) && !open_named(host, fault))
        return host;
    host_close(host);
    return NULL;
}

struct host *host_open_ours(struct config *config, struct fault *fault)
{
    struct host *host = host_new(config, fault);
    if (!host)
        return NULL;
    host->ours_only = true;
    if (!folders_search(host, fault))
        return host;
    host_close(host);
    return NULL;
}

static void note_idle_rules(struct host *host)
{
    const struct list *rules = &host->lists[CLASS_RULE];
    for (uint32_t i = 0; i < rules->nknown; i++) {
        const struct entry *rule = rules->known[i];
        if (strcmp(rule->serves, "rt.board/1") && !registry_find(host, CLASS_KIND, rule->serves))
            text_printf(&host->notes,
                        "%s: rule %s serves the kind %s, which no plugin brings: it stays idle; "
                        "install the plugin of that kind\n",
                        rule->plugin->is.path, rule->id, rule->serves);
    }
}

static void note_idle_formats(struct host *host)
{
    const struct list *formats = &host->lists[CLASS_FORMAT];
    for (uint32_t i = 0; i < formats->nknown; i++) {
        const struct entry *format = formats->known[i];
        if (!registry_find(host, CLASS_PUZZLE, format->serves))
            text_printf(&host->notes,
                        "%s: format %s holds puzzles of type %s, which no plugin brings: it can't be "
                        "solved; install the plugin of that type\n",
                        format->plugin->is.path, format->id, format->serves);
    }
}

uint32_t host_open_all(struct host *host)
{
    for (uint32_t i = 0; i < host->nplugins; i++) {
        struct fault ignored = {0}; /* the sentence stands in host->refusals */
        registry_open(host, host->plugins[i], &ignored);
    }
    text_clear(&host->notes);
    note_idle_rules(host);
    note_idle_formats(host);
    return host->nrefused;
}

const char *host_refusals(const struct host *host)
{
    return text_string(&host->refusals);
}

const char *host_notes(const struct host *host)
{
    return text_string(&host->notes);
}

int host_check_file(const char *path, struct fault *fault)
{
    char absolute[PATH_MAX];
    struct arena arena = {0};
    struct load load;
    if (!realpath(path, absolute))
        return fault_set(fault, EXIT_NO_INPUT, path, 0, 0, "can't be opened: %s", strerror(errno));
    if (!load_plugin(absolute, &arena, &load, fault))
        unload_plugin(&load);
    arena_free(&arena);
    return fault->code;
}

static bool write_all(int fd, const struct text *text)
{
    size_t n = 0;
    while (n < text->n) {
        ssize_t put = write(fd, text->s + n, text->n - n);
        if (put < 0 && errno != EINTR)
            return false;
        n += put > 0 ? (size_t)put : 0;
    }
    return !fchmod(fd, 0644) && !fsync(fd);
}

/* A reader sees the old file or the new one, never half of one. */
static int replace_file(const char *path, const struct text *text, struct fault *fault)
{
    char draft[PATH_MAX];
    int length = snprintf(draft, sizeof draft, "%s.XXXXXX", path);
    int fd = length < (int)sizeof draft ? mkostemp(draft, O_CLOEXEC) : (errno = ENAMETOOLONG, -1);
    if (fd < 0)
        return fault_set(fault, EXIT_OTHER, path, 0, 0, "the index can't be written: %s", strerror(errno));
    bool good = write_all(fd, text);
    good = !close(fd) && good && !rename(draft, path);
    if (good)
        return 0;
    fault_set(fault, EXIT_OTHER, path, 0, 0, "the index can't be written: %s", strerror(errno));
    unlink(draft);
    return fault->code;
}

int host_write_index(const char *folder, bool installed, struct fault *fault)
{
    char path[PATH_MAX];
    struct text text = {0};
    struct host *host = host_new(NULL, fault);
    if (!host)
        return fault->code;
    if (!folders_scan(host, folder, false, fault)) {
        index_print(host, installed, &text);
        snprintf(path, sizeof path, "%s/" INDEX_NAME, folder);
        if (text.failed)
            no_memory(fault);
        else
            replace_file(path, &text, fault);
    }
    text_free(&text);
    host_close(host);
    return fault->code;
}
