#include "folder.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct folder folder_new(void)
{
    struct folder folder;
    const char *root = getenv("TMPDIR");
    setenv("XDG_DATA_HOME", "/nonexistent", 1);
    snprintf(folder.path, sizeof folder.path, "%s/ratchet-test-XXXXXX", root ? root : "/tmp");
    cr_assert(mkdtemp(folder.path), "mkdtemp %s", folder.path);
    return folder;
}

const char *folder_file(const struct folder *folder, const char *file)
{
    static char paths[4][600];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder->path, file);
    return path;
}

void folder_remove(const struct folder *folder)
{
    DIR *open = opendir(folder->path);
    const struct dirent *file;
    while (open && (file = readdir(open)))
        if (file->d_name[0] != '.' || strlen(file->d_name) > 2)
            remove(folder_file(folder, file->d_name));
    if (open)
        closedir(open);
    rmdir(folder->path);
}

void folder_copy(const struct folder *folder, const char *name, const char *as, size_t most)
{
    char from[600], to[600];
    static char bytes[1 << 22];
    snprintf(from, sizeof from, "%s/%s.so", getenv("ZOO"), name);
    if (access(from, R_OK))
        snprintf(from, sizeof from, "%s/%s.so", getenv("RUN"), name);
    snprintf(to, sizeof to, "%s/%s%s", folder->path, as ? as : name, as ? "" : ".so");
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    cr_assert(in && out, "copy %s to %s", from, to);
    size_t n = fread(bytes, 1, sizeof bytes, in);
    cr_assert(n < sizeof bytes);
    fwrite(bytes, 1, n < most ? n : most, out);
    fclose(in);
    fclose(out);
}

void folder_write(const struct folder *folder, const char *file, const char *content)
{
    FILE *out = fopen(folder_file(folder, file), "wb");
    cr_assert(out);
    fputs(content, out);
    fclose(out);
}

void config_must_set(struct config *config, const char *section, const char *key, const char *value)
{
    struct fault fault = {0};
    cr_assert_eq(config_put(config, section, key, value, "test", &fault), 0, "%s", fault.what);
}

struct config *config_with_path(const char *path)
{
    struct config *config = config_new();
    cr_assert(config);
    config_must_set(config, "plugins", "path", path);
    return config;
}
