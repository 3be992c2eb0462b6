/* The coverage-guided campaign: libFuzzer calls this. Its own options begin with one dash; ours:
 *
 *      fuzzer --format=nonogram.nin --plugins=FOLDER[:FOLDER...] [-runs=N ...] CORPUS... */
#include "drive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct drive drive;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *format = NULL, *plugins = NULL;
    for (int i = 1; i < *argc; i++) {
        const char *argument = (*argv)[i];
        if (!strncmp(argument, "--format=", 9))
            format = argument + 9;
        if (!strncmp(argument, "--plugins=", 10))
            plugins = argument + 10;
    }
    if (!format || !plugins) {
        fputs("fuzzer: needs --format=ID and --plugins=FOLDERS\n", stderr);
        exit(2);
    }
    drive_open(&drive, format, plugins);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    drive_one(&drive, bytes, length);
    return 0;
}
