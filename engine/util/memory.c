#include "util/memory.h"

#include <stdlib.h>

/* One thread alone uses jansson: the daemon's loop, the client. */
static bool was_out, missed;

/* jansson's lexer loses a byte where its buffer can't grow, and runs past the end if that was the closing quote: the
 * first block that can't be had while it reads is this one, set aside before. */
static void *reserve;
static size_t reserved; /* bytes */

static void *allocate(size_t size)
{
    void *block = malloc(size);
    was_out |= !block;
    missed |= !block;
    if (block || size > reserved)
        return block;
    block = reserve;
    reserve = NULL;
    reserved = 0;
    return block;
}

void memory_watch(void)
{
    json_set_alloc_funcs(allocate, free);
}

struct source {
    const char *bytes;
    size_t left;
};

/* One byte, so that it needs no memory any more once there was none. */
static size_t give_byte(void *to, size_t room, void *context)
{
    struct source *source = context;
    (void)room;
    if (!source->left || was_out)
        return 0;
    *(char *)to = *source->bytes++;
    source->left--;
    return 1;
}

json_t *memory_parse(const char *bytes, size_t length, json_error_t *error, bool *out)
{
    struct source source = {bytes, length};
    json_t *json = NULL;
    size_t most = 2 * length + 64; /* its buffer doubles */
    reserve = malloc(most);
    was_out = !reserve;
    missed |= !reserve;
    reserved = reserve ? most : 0;
    if (reserve)
        json = json_load_callback(give_byte, &source, JSON_REJECT_DUPLICATES, error);
    free(reserve);
    reserve = NULL;
    reserved = 0;
    if (out)
        *out = was_out;
    if (!was_out)
        return json;
    json_decref(json);
    return NULL;
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

bool memory_missed(void)
{
    bool before = missed;
    missed = false;
    return before;
}
