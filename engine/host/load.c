#include "host/load.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

static int no_memory(const char *path, struct fault *fault)
{
    return fault_set(fault, EXIT_INTERNAL, path, 0, 0, "there is no memory left to load it");
}

/* dlerror begins with the path, which the fault names already. */
static int dl_fault(const char *path, struct fault *fault)
{
    const char *error = dlerror();
    size_t length = strlen(path);
    if (!error)
        error = "no reason given";
    if (!strncmp(error, path, length) && !strncmp(error + length, ": ", 2))
        error += length + 2;
    return fault_set(fault, EXIT_BAD_INPUT, path, 0, 0,
                     "can't be loaded: %s; link everything it uses into it and build it again", error);
}

struct image_search {
    const struct link_map *map;
    struct image *image;
};

static int add_segments(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    struct image_search *search = context;
    struct image *image = search->image;
    if (info->dlpi_addr != search->map->l_addr || strcmp(info->dlpi_name, search->map->l_name))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || image->nparts == sizeof image->part / sizeof image->part[0])
            continue;
        uintptr_t from = info->dlpi_addr + segment->p_vaddr;
        image->part[image->nparts].from = from;
        image->part[image->nparts++].to = from + segment->p_memsz;
    }
    return 1;
}

static int find_image(const char *path, void *handle, struct image *image, struct fault *fault)
{
    struct link_map *map = NULL;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) || !map)
        return dl_fault(path, fault);
    struct image_search search = {map, image};
    dl_iterate_phdr(add_segments, &search);
    return 0;
}

/* A zeroed struct of the host's own size, so that what an older plugin could not know is absent. */
static const void *copy_class(enum class_type type, const void *given, struct arena *arena)
{
    const struct class_shape *shape = &class_shapes[type];
    uint32_t size;
    memcpy(&size, given, sizeof size);
    void *own = arena_alloc(arena, shape->own);
    return own ? memcpy(own, given, size < shape->own ? size : shape->own) : NULL;
}

static int refuse_twins(const char *path, enum class_type type, const void *const *classes, uint32_t count,
                        struct fault *fault)
{
    const char *id = class_id(type, classes[count]);
    for (uint32_t i = 0; i < count; i++)
        if (!strcmp(class_id(type, classes[i]), id))
            return fault_set(fault, EXIT_BAD_INPUT, path, 0, 0, "brings two %ss of the id %s: rename one",
                             class_shapes[type].noun, id);
    return 0;
}

static int copy_classes(const char *path, const struct image *image, struct load *load, enum class_type type,
                        const void *const *given, struct arena *arena, struct fault *fault)
{
    uint32_t n;
    if (judge_array(path, image, type, given, &n, fault))
        return fault->code;
    const void **copies = arena_alloc(arena, (n + 1) * sizeof *copies);
    if (!copies)
        return no_memory(path, fault);
    for (uint32_t i = 0; i < n; i++) {
        copies[i] = copy_class(type, given[i], arena);
        if (!copies[i])
            return no_memory(path, fault);
        if (judge_class(path, image, type, copies[i], fault) || refuse_twins(path, type, copies, i, fault))
            return fault->code;
    }
    load->classes[type] = copies;
    load->count[type] = n;
    return 0;
}

static int copy_all(const char *path, const struct image *image, struct load *load, struct arena *arena,
                    struct fault *fault)
{
    const struct rt_bundle *bundle = &load->bundle;
    const void *const *given[CLASS_TYPES] = {
        [CLASS_KIND] = (const void *const *)bundle->kinds,
        [CLASS_FORMAT] = (const void *const *)bundle->formats,
        [CLASS_PUZZLE] = (const void *const *)bundle->puzzles,
        [CLASS_RULE] = (const void *const *)bundle->rules,
    };
    uint32_t classes = 0;
    for (enum class_type type = 0; type < CLASS_TYPES; type++) {
        if (copy_classes(path, image, load, type, given[type], arena, fault))
            return fault->code;
        classes += load->count[type];
    }
    if (!classes)
        return fault_set(fault, EXIT_BAD_INPUT, path, 0, 0,
                         "its bundle lists no kind, format, puzzle or rule: list one");
    return 0;
}

static int judge(const char *path, struct load *load, struct arena *arena, struct fault *fault)
{
    struct image image = {0};
    const void *symbol = dlsym(load->handle, "rt_bundle");
    if (!symbol)
        return fault_set(fault, EXIT_BAD_INPUT, path, 0, 0,
                         "exports no symbol rt_bundle, so it is no Ratchet "
                         "plugin: define it (see ratchet/abi.h), or move the file out of the plugin folder");
    if (find_image(path, load->handle, &image, fault) ||
        judge_bundle(path, &image, symbol, &load->bundle, fault))
        return fault->code;
    return copy_all(path, &image, load, arena, fault);
}

int load_plugin(const char *path, struct arena *arena, struct load *load, struct fault *fault)
{
    *load = (struct load){0};
    if (elf_look(path, &load->facts, fault))
        return fault->code;
    load->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!load->handle)
        return dl_fault(path, fault);
    if (judge(path, load, arena, fault))
        unload_plugin(load);
    return fault->code;
}

void unload_plugin(struct load *load)
{
    if (load->handle)
        dlclose(load->handle);
    load->handle = NULL;
}
