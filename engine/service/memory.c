#include "service/memory.h"

#include <stdlib.h>

/* The loop's thread alone uses jansson. */
static bool was_out;

static void *allocate(size_t size)
{
    void *block = malloc(size);
    was_out |= !block;
    return block;
}

void memory_watch(void)
{
    json_set_alloc_funcs(allocate, free);
}

json_t *memory_parse(const char *bytes, size_t length, json_error_t *error, bool *out)
{
    was_out = false;
    json_t *json = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, error);
    *out = !json && was_out;
    return json;
}

char *memory_print(const json_t *json, size_t flags)
{
    was_out = false;
    char *text = json_dumps(json, flags);
    if (!was_out)
        return text;
    free(text);
    return NULL;
}
