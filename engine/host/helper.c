#include "host/helper.h"

#include "host/folders.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

/* dlerror names the missing library, and the file in front of it. */
static int unfit(const char *path, const char *advice, struct fault *fault)
{
    char why[256];
    snprintf(why, sizeof why, "%s", dlerror());
    return fault_set(fault, EXIT_OTHER, NULL, 0, 0, "%s can't be opened (%s); %s", path, why, advice);
}

void *helper_symbol(const char *name, const char *symbol, const char *advice, struct fault *fault)
{
    char path[PATH_MAX];
    folders_helper(name, path);
    if (access(path, F_OK)) {
        fault_set(fault, EXIT_OTHER, NULL, 0, 0, "this Ratchet came without %s; %s", path, advice);
        return NULL;
    }
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL), *found = handle ? dlsym(handle, symbol) : NULL;
    if (!found)
        unfit(path, advice, fault);
    return found;
}
