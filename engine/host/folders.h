/* Where plugins are looked for. */
#ifndef RATCHET_HOST_FOLDERS_H
#define RATCHET_HOST_FOLDERS_H

#include "host/registry.h"

#include <limits.h>

/* Enters every plugin of the search path: known from the folder's index where that is fresh, else opened.
 * 0 or a fault: a folder of [plugins] path that isn't there. Broken plugins are none, see host_refusals. */
int folders_search(struct host *host, struct fault *fault);
/* The same for one folder; `use_index` false: open everything. */
int folders_scan(struct host *host, const char *folder, bool use_index, struct fault *fault);
/* Where the helper NAME.so is: a shared object of ours that is no plugin. */
void folders_helper(const char *name, char path[PATH_MAX]);

#endif
