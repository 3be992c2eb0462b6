#include "util/home.h"

#include "util/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool find_program(char program[PATH_MAX])
{
    ssize_t n = readlink("/proc/self/exe", program, PATH_MAX - 1);
    program[n > 0 ? n : 0] = 0;
    return n > 0;
}

bool home_in_build(char root[PATH_MAX])
{
    char program[PATH_MAX];
    if (!find_program(program) || !realpath(RATCHET_BUILD_ROOT, root))
        return false;
    size_t length = strlen(root);
    return !strncmp(program, root, length) && program[length] == '/';
}

/* What follows `prefix/` in the path; NULL: it isn't below. */
static const char *below(const char *path, const char *prefix)
{
    size_t n = strlen(prefix);
    while (n && prefix[n - 1] == '/')
        n--;
    return !strncmp(path, prefix, n) && path[n] == '/' ? path + n + 1 : NULL;
}

/* The prefix in which this program stands: its path without the folder of programs and its own name. */
static bool find_prefix(char prefix[PATH_MAX])
{
    const char *programs = below(RATCHET_PROGRAM_DIR, RATCHET_PREFIX);
    char *name = find_program(prefix) ? strrchr(prefix, '/') : NULL;
    if (!programs || !name)
        return false;
    size_t length = (size_t)(name - prefix), tail = strlen(programs) + 1;
    if (length <= tail || name[-(long)tail] != '/' || memcmp(name - tail + 1, programs, tail - 1) != 0)
        return false;
    prefix[length - tail] = 0;
    return true;
}

static void find_installed(const char *configured, char folder[PATH_MAX])
{
    char prefix[PATH_MAX];
    const char *tail = below(configured, RATCHET_PREFIX);
    bool moved = tail && find_prefix(prefix) && strcmp(prefix, RATCHET_PREFIX) != 0 &&
                 snprintf(folder, PATH_MAX, "%s/%s", prefix, tail) < PATH_MAX && !access(folder, F_OK);
    if (!moved)
        snprintf(folder, PATH_MAX, "%s", configured);
}

void home_plugins(char folder[PATH_MAX])
{
    find_installed(RATCHET_PLUGIN_DIR, folder);
}

/* What is no product of the build is used from the source tree by a program in its build tree. */
static void find_shipped(const char *source, const char *configured, char folder[PATH_MAX])
{
    if (home_in_build(folder))
        snprintf(folder, PATH_MAX, "%s/%s", RATCHET_SOURCE_ROOT, source);
    else
        find_installed(configured, folder);
}

void home_profiles(char folder[PATH_MAX])
{
    find_shipped("config", RATCHET_PROFILE_DIR, folder);
}

void home_templates(char folder[PATH_MAX])
{
    find_shipped("tools/sdk/new", RATCHET_TEMPLATE_DIR, folder);
}
