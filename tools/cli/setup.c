#include "setup.h"

#include "config/place.h"
#include "util/home.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *setup_profile(const char *name, char *buffer, size_t capacity)
{
    char folder[PATH_MAX];
    if (strchr(name, '/') || !access(name, F_OK))
        return name;
    home_profiles(folder);
    snprintf(buffer, capacity, "%.4000s/%s", folder, name);
    return access(buffer, F_OK) ? name : buffer;
}

static void load_files(struct config *config, const struct options *options, const char **origin,
                       struct fault *fault)
{
    char path[PATH_MAX];
    const char *users = options->nconfig ? NULL : place_users_file(path, sizeof path);
    *origin = options->nconfig ? "the files named with -c" : users ? "the user's own file"
              : "no file: built-in defaults";
    if (users)
        config_load(config, users, fault);
    for (uint32_t i = 0; i < options->nconfig && !fault->code; i++)
        config_load(config, setup_profile(options->config[i], path, sizeof path), fault);
}

static void apply(struct config *config, const struct setting *setting, struct fault *fault)
{
    char origin[48];
    snprintf(origin, sizeof origin, "--%s", setting->origin);
    if (setting->section[0])
        config_put(config, setting->section, setting->key, setting->value, origin, fault);
    else
        config_set(config, setting->value, fault);
}

struct config *setup_config(const struct options *options, const char **origin, struct fault *fault)
{
    const char *ignored;
    struct config *config = config_new();
    if (!config) {
        fault_set(fault, EXIT_OTHER, NULL, 0, 0, "there is no memory left");
        return NULL;
    }
    load_files(config, options, origin ? origin : &ignored, fault);
    for (uint32_t i = 0; i < options->nsettings && !fault->code; i++)
        apply(config, &options->settings[i], fault);
    if (!fault->code)
        return config;
    config_free(config);
    return NULL;
}
