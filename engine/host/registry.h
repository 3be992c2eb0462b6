/* What the plugins bring, by id; the insides of struct host. Private to host/. */
#ifndef RATCHET_HOST_REGISTRY_H
#define RATCHET_HOST_REGISTRY_H

#include "host/host.h"
#include "host/load.h"
#include "host/option_file.h"
#include "util/text.h"

/* How far the folder is trusted in which a plugin was found. */
enum folder_trust {
    TRUST_NONE,     /* named by the user, or the user's own */
    TRUST_INDEX,    /* the installed folder: what its index lists with its build-id is ours */
    TRUST_ALL       /* the build tree's own folders: all of it is ours */
};

struct plugin_file {
    struct host_plugin is;      /* what others see */
    struct load load;           /* .handle NULL: not open */
    enum folder_trust trust;
    const char *vouched;        /* build-id that an installed index lists for it; NULL = none */
    const char *refusal;        /* why it can't be used; NULL = nothing known against it */
};

/* One class, open or known from the index. */
struct entry {
    const char *id;
    struct plugin_file *plugin;
    const char *serves;                     /* rule: kind; format: puzzle type; else NULL */
    const char *const *extensions, *const *magic;   /* format; NULL-terminated, may be NULL */
    union {                                 /* .class NULL: not open */
        struct host_kind kind;
        struct host_format format;
        struct host_puzzle puzzle;
        struct host_rule rule;
    } as;
};

/* Entries are reached by pointers, so that they stay where they are; both arrays are sorted by id. */
struct list {
    struct entry **known;
    const void **open;          /* &entry->as of the open ones, as the lists of host.h want them */
    uint32_t nknown, nopen, capacity;
};

struct host {
    struct arena arena;
    struct config *config;      /* may be NULL: nothing is declared */
    bool ours_only;             /* see host_open_ours */
    struct plugin_file **plugins;    /* in the order found */
    uint32_t nplugins, plugins_capacity;
    const void **open;          /* &plugin->is of the open ones, by id */
    uint32_t nopen;
    struct list lists[CLASS_TYPES];
    struct file_text *files;    /* of options, read by host_read_files */
    struct text refusals, notes;
    uint32_t nrefused;
};

/* All of these: 0 or a fault. */

/* Makes room for a plugin file: the path is copied. NULL: no memory. */
struct plugin_file *registry_add_plugin(struct host *host, const char *path);
struct plugin_file *registry_find_path(const struct host *host, const char *path);
/* Enters a class; a second one of its id is a fault that names both files. */
int registry_add_entry(struct host *host, enum class_type type, const struct entry *entry,
                       struct fault *fault);
/* Takes back what a plugin brought. */
void registry_drop_entries(struct host *host, const struct plugin_file *plugin);
struct entry *registry_find(const struct host *host, enum class_type type, const char *id);
/* Loads it if it isn't open; what it brings replaces what the index said. Refused: the sentence is kept in
 * host->refusals as well. */
int registry_open(struct host *host, struct plugin_file *plugin, struct fault *fault);
/* Is the class open after trying? */
bool registry_use(struct host *host, struct entry *entry);
/* The nearest known id, for "did you mean"; NULL if none is near. */
const char *registry_nearest(const struct host *host, enum class_type type, const char *id);

#endif
