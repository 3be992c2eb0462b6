/* The index of a plugin folder: a text file that tells what each plugin brings without opening it.
 *
 *      ratchet-plugins-index  1  ABI  installed|local
 *      plugin  FILE  SIZE  MTIME  BUILD-ID  ID  VERSION  ABI      size in bytes, time in ns since 1970
 *      kind    ID
 *      format  ID  PUZZLE  EXTENSIONS  MAGIC-STRINGS
 *      puzzle  ID
 *      rule    ID  KIND
 *
 * Fields are parted by tabs, entries of a list by blanks; other bytes that could be mistaken are written %XX,
 * an empty field "-". An index is a cache: one that is damaged or stale costs time, nothing else. */
#ifndef RATCHET_HOST_INDEX_H
#define RATCHET_HOST_INDEX_H

#include "host/registry.h"

#define INDEX_NAME "ratchet-plugins.index"

struct index_class {
    struct index_class *next;
    enum class_type type;
    const char *id, *serves;
    const char *const *extensions, *const *magic;
};

struct index_plugin {
    struct index_plugin *next;
    const char *file;           /* within the folder */
    uint64_t size;
    int64_t mtime;
    const char *build_id, *id, *version;
    uint16_t abi_major, abi_minor;
    struct index_class *classes, **end;
};

struct index {
    bool installed;
    struct index_plugin *plugins;
};

/* False: there is none, or it is damaged in any way; then `index` is empty. Strings live in the arena. */
bool index_read(const char *folder, struct arena *arena, struct index *index);
/* What is said of a file of that size and time; NULL: nothing, or it is stale. */
const struct index_plugin *index_find(const struct index *index, const char *file, uint64_t size,
                                      int64_t mtime);
/* The index of a host's open plugins, all of one folder. */
void index_print(const struct host *host, bool installed, struct text *out);

#endif
