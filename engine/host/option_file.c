#include "host/option_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { LARGEST = 1 << 20 };     /* bytes */

struct place {
    char path[PATH_MAX];
    const char *file;           /* where the configuration names it; NULL: it doesn't, or on the command line */
    uint32_t line;
};

/* Relative to the folder of a file; one whose folder is "" lies in the working folder. */
static bool join(const char *beside, const char *name, char *path)
{
    const char *slash = beside && *name != '/' ? strrchr(beside, '/') : NULL;
    int folder = slash ? (int)(slash - beside) + 1 : 0;
    int n = snprintf(path, PATH_MAX, "%.*s%s", folder, folder ? beside : "", name);
    return n >= 0 && n < PATH_MAX;
}

static int refuse(struct fault *fault, const struct place *place, const char *section, const char *key, const char *why)
{
    return fault_set(fault, EXIT_NO_INPUT, place->file, place->line, 0, "[%s] %s: %s: %s", section, key, place->path,
                     why);
}

static const char *read_open(FILE *file, struct arena *arena, const char **why)
{
    long size = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
    rewind(file);
    *why = size < 0 ? "it is no file" : size > LARGEST ? "it is larger than 1 MiB" : NULL;
    char *text = *why ? NULL : arena_alloc(arena, (size_t)size + 1);
    if (*why)
        return NULL;
    if (!text || fread(text, 1, (size_t)size, file) != (size_t)size)
        *why = text ? "it cannot be read" : "there is no memory left";
    else if (memchr(text, 0, (size_t)size))
        *why = "it is no text: it holds a zero byte";
    return *why ? NULL : text;
}

/* NULL: `why`. */
static const char *read_text(const char *path, struct arena *arena, const char **why)
{
    FILE *file = fopen(path, "re");
    const char *text = file ? read_open(file, arena, why) : NULL;
    if (file)
        fclose(file);
    else
        *why = strerror(errno);
    return text;
}

/* Where the option's file is; false: the option is empty, or a fault. */
static bool find(const struct config *config, const char *section, const char *key, const char *beside,
                 struct place *place, struct fault *fault)
{
    const char *name = config_string(config, section, key);
    *place = (struct place){.file = NULL};
    if (!name || !*name)
        return false;
    config_place(config, section, key, &place->file, &place->line);
    if (join(config_is_set(config, section, key) ? place->file : beside, name, place->path))
        return true;
    refuse(fault, place, section, key, "the path is too long");
    return false;
}

static const struct file_text *find_kept(const struct file_text *kept, const char *path)
{
    while (kept && strcmp(kept->path, path))
        kept = kept->next;
    return kept;
}

const char *option_file(const struct config *config, const char *section, const char *key, const char *beside,
                        const struct file_text *kept, struct arena *arena, struct fault *fault)
{
    struct place place;
    const char *why = NULL;
    if (!find(config, section, key, beside, &place, fault))
        return NULL;
    kept = find_kept(kept, place.path);
    const char *text = kept ? kept->text : read_text(place.path, arena, &why);
    if (!text)
        refuse(fault, &place, section, key, kept ? kept->why : why);
    return text;
}

void option_file_keep(const struct config *config, const char *section, const char *key, const char *beside,
                      struct file_text **kept, struct arena *arena)
{
    struct fault fault = {0};
    struct place place;
    const char *why = NULL;
    if (!find(config, section, key, beside, &place, &fault) || find_kept(*kept, place.path))
        return;
    struct file_text *new = arena_alloc(arena, sizeof *new);
    if (!new)
        return;
    new->text = read_text(place.path, arena, &why);
    new->path = arena_string(arena, place.path);
    new->why = arena_string(arena, new->text ? "" : why);
    if (!new->path || !new->why)
        return;
    new->next = *kept;
    *kept = new;
}
