/* One shared object: loaded, judged, and its classes copied into structs of the host's own. */
#ifndef RATCHET_HOST_LOAD_H
#define RATCHET_HOST_LOAD_H

#include "host/elf.h"
#include "host/judge.h"
#include "util/arena.h"

/* Strings, lists and functions that the classes name lie in the plugin and last until unload. */
struct load {
    void *handle;
    struct elf_facts facts;
    struct rt_bundle bundle;
    const void *const *classes[CLASS_TYPES];    /* copies, in the arena */
    uint32_t count[CLASS_TYPES];
};

/* 0, or a fault against `path` (absolute); then nothing stays loaded. No function of the plugin is called;
 * its ELF constructors, which the ABI forbids, would run. */
int load_plugin(const char *path, struct arena *arena, struct load *load, struct fault *fault);
void unload_plugin(struct load *load);

#endif
