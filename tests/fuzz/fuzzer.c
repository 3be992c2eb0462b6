/* The coverage-guided campaign: libFuzzer calls this. Its own options begin with one dash; ours:
 *
 *      fuzzer --format=nonogram.nin --plugins=FOLDER[:FOLDER...] [-runs=N ...] CORPUS...
 *      fuzzer --index=FOLDER       writes the folder's index and ends: only plugins that are needed are opened then,
 *                                  and counted in */
#include "drive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Larger boards show little that is new and cost much; the short campaign takes them, too. */
enum { LARGEST = 600 };

static struct drive drive;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void write_index(const char *folder)
{
    struct fault fault = {0};
    char buffer[1200];
    if (host_write_index(folder, false, &fault))
        fprintf(stderr, "fuzzer: %s\n", fault_string(&fault, buffer, sizeof buffer));
    exit(fault.code ? 2 : 0);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *format = NULL, *plugins = NULL;
    for (int i = 1; i < *argc; i++) {
        const char *argument = (*argv)[i];
        if (!strncmp(argument, "--format=", 9))
            format = argument + 9;
        if (!strncmp(argument, "--plugins=", 10))
            plugins = argument + 10;
        if (!strncmp(argument, "--index=", 8))
            write_index(argument + 8);
    }
    if (!format || !plugins) {
        fputs("fuzzer: needs --format=ID and --plugins=FOLDERS\n", stderr);
        exit(2);
    }
    drive_open(&drive, format, plugins);
    drive.largest = LARGEST;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    drive_one(&drive, bytes, length);
    return 0;
}
