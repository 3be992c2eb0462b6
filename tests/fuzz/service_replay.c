/* The short campaign of a harness of the daemon: the kept seeds, each cut short everywhere and changed at random, with
 * a fixed seed.
 *
 *      NAME_replay [--changes=N] SEEDS
 *
 * Prints TAP, one test a file. Anything wrong ends the process at once, as in the long campaign. */
#include "service.h"

#include "util/random.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANGES = 2000, CUTS = 256, LARGEST = 1 << 16 };

static size_t load(const char *path, uint8_t *bytes)
{
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        fprintf(stderr, "service_replay: %s can't be read\n", path);
        exit(2);
    }
    size_t length = fread(bytes, 1, LARGEST, stream);
    fclose(stream);
    return length;
}

/* Some bytes replaced, removed or doubled, often by what matters to a parser. */
static void change(const uint8_t *seed, size_t length, struct random *random)
{
    static const char likely[] = "{}[]\",:\n\r\\u0-9.e \t";
    static uint8_t bytes[LARGEST + 16];
    memcpy(bytes, seed, length);
    for (uint64_t n = 1 + random_below(random, 6); n-- && length;) {
        size_t at = (size_t)random_below(random, length);
        uint64_t how = random_below(random, 5);
        if (how == 0)
            memmove(bytes + at, bytes + at + 1, --length - at);
        else if (how == 1 && length < LARGEST + 8)
            memmove(bytes + at + 1, bytes + at, length++ - at);
        else if (how == 2)
            bytes[at] = (uint8_t)likely[random_below(random, sizeof likely)];
        else if (how == 3)
            bytes[at] ^= (uint8_t)(1u << random_below(random, 8));
        else
            bytes[at] = (uint8_t)random_below(random, 256);
    }
    LLVMFuzzerTestOneInput(bytes, length);
}

static void replay(const char *path, const char *name, unsigned long changes, uint32_t number)
{
    static uint8_t bytes[LARGEST];
    size_t length = load(path, bytes);
    struct random random;
    random_seed(&random, number);
    LLVMFuzzerTestOneInput(bytes, length);
    for (size_t cut = 0; cut < CUTS; cut++)
        LLVMFuzzerTestOneInput(bytes, length * cut / CUTS);
    for (unsigned long i = 0; i < changes; i++)
        change(bytes, length, &random);
    printf("ok %u - %s\n", number, name);
}

static int is_seed(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int main(int argc, char **argv)
{
    struct dirent **entries;
    char path[4096];
    bool given = argc == 3 && !strncmp(argv[1], "--changes=", 10);
    const char *folder = argv[argc - 1];
    int n = argc == 2 || given ? scandir(folder, &entries, is_seed, alphasort) : -1;
    if (n <= 0) {
        fputs("usage: NAME_replay [--changes=N] SEEDS\n", stderr);
        return 2;
    }
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        replay(path, entries[i]->d_name, given ? strtoul(argv[1] + 10, NULL, 10) : CHANGES, (uint32_t)i + 1);
        free(entries[i]);
    }
    free(entries);
    printf("1..%d\n", n);
    return 0;
}
