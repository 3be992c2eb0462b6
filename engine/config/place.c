#include "config/place.h"

#include <stdio.h>
#include <stdlib.h>

static const char *folder(const char *variable)
{
    const char *value = getenv(variable);
    return value && value[0] == '/' ? value : NULL;
}

const char *place_socket(const struct config *config, char *buffer, size_t capacity)
{
    const char *set = config_string(config, "daemon", "socket"), *run = folder("XDG_RUNTIME_DIR");
    if (*set)
        snprintf(buffer, capacity, "%s", set);
    else
        snprintf(buffer, capacity, "%s/ratchet/ratchet.sock", run ? run : "/run");
    return buffer;
}

const char *place_data_dir(const struct config *config, char *buffer, size_t capacity)
{
    const char *set = config_string(config, "daemon", "data_dir"), *state = folder("STATE_DIRECTORY");
    const char *user = folder("XDG_STATE_HOME"), *home = folder("HOME");
    if (*set || state)
        snprintf(buffer, capacity, "%s", *set ? set : state);
    else if (user)
        snprintf(buffer, capacity, "%s/ratchet", user);
    else
        snprintf(buffer, capacity, "%s/.local/state/ratchet", home ? home : "");
    return buffer;
}
