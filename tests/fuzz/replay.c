/* The short campaign, for every build and compiler: the kept seeds, each cut short in many places and changed at
 * random in others, with a fixed seed.
 *
 *      replay --plugins=FOLDER[:FOLDER...] [--changes=N] [--format=ID] SEEDS/FORMAT...
 *
 * Each folder is named after its format, unless that is given. With 0 changes the files aren't cut either. Prints TAP,
 * one test a file. Anything wrong ends the process at once, as in the long campaign. */
#include "drive.h"

#include "util/random.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CUTS = 64, CHANGES = 200, LARGEST = 1 << 20 };

struct file {
    uint8_t *bytes;
    size_t length;
};

static struct file load(const char *path)
{
    struct file file = {.bytes = malloc(LARGEST)};
    FILE *stream = fopen(path, "rb");
    if (!stream || !file.bytes) {
        fprintf(stderr, "replay: %s can't be read\n", path);
        exit(2);
    }
    file.length = fread(file.bytes, 1, LARGEST, stream);
    fclose(stream);
    return file;
}

static void cut(struct drive *drive, const struct file *file)
{
    size_t step = file->length / CUTS + 1;
    for (size_t n = 0; n < file->length; n += step)
        drive_one(drive, file->bytes, n);
}

/* One to four bytes become others, go, or are doubled. */
static void change(struct drive *drive, const struct file *file, struct random *random)
{
    static const char likely[] = "0123456789,.-+#:;/=[]{}\"'\n\t \0\xff<>&?";
    uint8_t *bytes = malloc(file->length + 4);
    size_t n = file->length;
    if (!bytes || !n) {
        free(bytes);
        return;
    }
    memcpy(bytes, file->bytes, n);
    for (uint64_t left = 1 + random_below(random, 4); left && n; left--) {
        size_t at = random_below(random, n);
        uint64_t how = random_below(random, 4);
        if (how == 0) {
            memmove(bytes + at, bytes + at + 1, --n - at);
        } else if (how == 1) {
            memmove(bytes + at + 1, bytes + at, n++ - at);
        } else {
            bytes[at] = how == 2 ? (uint8_t)likely[random_below(random, sizeof likely - 1)]
                                 : (uint8_t)random_below(random, 256);
        }
    }
    drive_one(drive, bytes, n);
    free(bytes);
}

static void replay(struct drive *drive, const char *path, const char *name, unsigned long changes, uint32_t number)
{
    struct file file = load(path);
    struct random random;
    random_seed(&random, number);
    struct drive_result result = drive_one(drive, file.bytes, file.length);
    if (changes)
        cut(drive, &file);
    for (unsigned long c = 0; c < changes; c++)
        change(drive, &file, &random);
    printf("ok %u - %s: %s: probe %d, %u puzzles%s\n", number, drive->format->id, name, result.sure, result.puzzles,
           result.refused ? ", refused" : "");
    free(file.bytes);
}

static int is_seed(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Every file of a folder; how many there were. */
static uint32_t replay_folder(const char *folder, const char *format, const char *plugins, unsigned long changes,
                              uint32_t before)
{
    struct dirent **entries;
    struct drive drive;
    char path[4096];
    const char *slash = strrchr(folder, '/');
    int n = scandir(folder, &entries, is_seed, alphasort);
    if (n <= 0) {
        fprintf(stderr, "replay: there are no seeds in %s\n", folder);
        exit(2);
    }
    drive_open(&drive, format ? format : slash ? slash + 1 : folder, plugins);
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        replay(&drive, path, entries[i]->d_name, changes, before + (uint32_t)i + 1);
        free(entries[i]);
    }
    free(entries);
    drive_close(&drive);
    return (uint32_t)n;
}

int main(int argc, char **argv)
{
    const char *plugins = "", *format = NULL;
    unsigned long changes = CHANGES;
    uint32_t count = 0;
    int at = 1;
    for (; at < argc && !strncmp(argv[at], "--", 2); at++) {
        if (!strncmp(argv[at], "--plugins=", 10))
            plugins = argv[at] + 10;
        else if (!strncmp(argv[at], "--changes=", 10))
            changes = strtoul(argv[at] + 10, NULL, 10);
        else if (!strncmp(argv[at], "--format=", 9))
            format = argv[at] + 9;
    }
    if (at == argc) {
        fputs("usage: replay --plugins=FOLDERS [--changes=N] [--format=ID] SEEDS/FORMAT...\n", stderr);
        return 2;
    }
    for (; at < argc; at++)
        count += replay_folder(argv[at], format, plugins, changes, count);
    printf("1..%u\n", count);
    return 0;
}
