#include "inputs.h"

#include "job/input.h"

#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int no_memory(struct fault *fault)
{
    return fault_set(fault, EXIT_OTHER, NULL, 0, 0, "there is no memory left for the list of inputs");
}

static int push(struct inputs *inputs, struct input_path path, struct fault *fault)
{
    if (inputs->n == inputs->capacity) {
        uint32_t capacity = inputs->capacity ? 2 * inputs->capacity : 16;
        struct input_path *at = realloc(inputs->at, capacity * sizeof *at);
        if (!at)
            return no_memory(fault);
        inputs->at = at;
        inputs->capacity = capacity;
    }
    if (!(path.path = arena_string(&inputs->arena, path.path)))
        return no_memory(fault);
    inputs->at[inputs->n++] = path;
    return 0;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* A folder or file in it that can't be read is an input that will be complained of in its turn. */
static int visit(struct inputs *inputs, FTS *walk, FTSENT *entry, struct fault *fault)
{
    bool hidden = entry->fts_level > 0 && entry->fts_name[0] == '.';
    if (hidden) {
        if (entry->fts_info == FTS_D)
            fts_set(walk, entry, FTS_SKIP);
        return 0;
    }
    if (entry->fts_info == FTS_F)
        return push(inputs, (struct input_path){.path = entry->fts_path, .walked = true}, fault);
    if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR)
        return push(inputs, (struct input_path){.path = entry->fts_path}, fault);
    return 0;
}

static int walk_folder(struct inputs *inputs, const char *folder, struct fault *fault)
{
    char *copy = arena_string(&inputs->arena, folder);
    size_t length = strlen(folder);
    while (copy && length > 1 && copy[length - 1] == '/')
        copy[--length] = 0;
    char *const paths[] = {copy, NULL};
    FTS *walk = copy ? fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, by_name) : NULL;
    if (!walk)
        return fault_set(fault, EXIT_NO_INPUT, folder, 0, 0, "this folder can't be read: %s", strerror(errno));
    FTSENT *entry;
    while (!fault->code && (entry = fts_read(walk)))
        visit(inputs, walk, entry, fault);
    fts_close(walk);
    inputs->folder = true;
    return fault->code;
}

/* FILE#3, where no file of that whole name is there. */
static struct input_path split_number(struct inputs *inputs, const char *operand)
{
    const char *hash = strrchr(operand, '#');
    size_t digits = hash ? strspn(hash + 1, "0123456789") : 0;
    if (!digits || digits > 8 || hash[1 + digits] || hash[1] == '0' || hash == operand)
        return (struct input_path){.path = operand};
    return (struct input_path){.path = arena_string_n(&inputs->arena, operand, (size_t)(hash - operand)),
                               .only = (uint32_t)strtoul(hash + 1, NULL, 10)};
}

int inputs_add(struct inputs *inputs, const char *operand, struct fault *fault)
{
    struct stat info;
    if (input_is_address(operand) || !strcmp(operand, "-"))
        return push(inputs, (struct input_path){.path = operand}, fault);
    if (stat(operand, &info))
        return push(inputs, split_number(inputs, operand), fault);
    if (S_ISDIR(info.st_mode))
        return walk_folder(inputs, operand, fault);
    return push(inputs, (struct input_path){.path = operand}, fault);
}

int inputs_add_name(struct inputs *inputs, const char *name, struct fault *fault)
{
    return push(inputs, (struct input_path){.path = name}, fault);
}

void inputs_free(struct inputs *inputs)
{
    free(inputs->at);
    arena_free(&inputs->arena);
}
