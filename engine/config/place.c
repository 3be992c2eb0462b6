#include "config/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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
    else if (run)
        snprintf(buffer, capacity, "%s/ratchet/ratchet.sock", run);
    else
        snprintf(buffer, capacity, PLACE_SYSTEM_SOCKET);
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

const char *place_users_file(char *buffer, size_t capacity)
{
    const char *user = folder("XDG_CONFIG_HOME"), *home = folder("HOME");
    if (user)
        snprintf(buffer, capacity, "%s/ratchet/ratchet.ini", user);
    else if (home)
        snprintf(buffer, capacity, "%s/.config/ratchet/ratchet.ini", home);
    else
        return NULL;
    return access(buffer, F_OK) ? NULL : buffer;
}
