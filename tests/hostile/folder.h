/* A plugin folder of a test's own, filled with copies out of the zoo. */
#ifndef RATCHET_TESTS_HOSTILE_FOLDER_H
#define RATCHET_TESTS_HOSTILE_FOLDER_H

#include "host/host.h"

#include <stddef.h>

struct folder {
    char path[256];
};

/* An empty folder below $TMPDIR; also keeps the plugins in the home of whoever runs the test out of it. */
struct folder folder_new(void);
/* Removes the folder and the files in it. */
void folder_remove(const struct folder *folder);
/* Copies NAME.so out of the folder $ZOO or $RUN to `as` (NULL: the same name), `most` bytes of it at most. */
void folder_copy(const struct folder *folder, const char *name, const char *as, size_t most);
void folder_write(const struct folder *folder, const char *file, const char *content);
/* "FOLDER/FILE" in a buffer that the next call but three overwrites. */
const char *folder_file(const struct folder *folder, const char *file);
/* Configuration with [plugins] path set to `path`. */
struct config *config_with_path(const char *path);
void config_must_set(struct config *config, const char *section, const char *key, const char *value);

#endif
