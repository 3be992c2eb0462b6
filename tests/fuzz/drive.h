/* Drives one format over any bytes, through the interfaces that the program uses: the host opens the plugin, the
 * format is probed and read, what it emits is parsed by its puzzle, and what was read is written and read again. */
#ifndef RATCHET_TESTS_FUZZ_DRIVE_H
#define RATCHET_TESTS_FUZZ_DRIVE_H

#include "host/host.h"

struct drive {
    struct config *config;
    struct host *host;
    const struct rt_format_class *format;
    struct puzzle_use puzzle;
    struct arena arena;
    size_t largest;     /* bytes of a puzzle's text up to which it is parsed and written again; 0: any */
};

/* What became of one input. */
struct drive_result {
    int sure;           /* what probe said */
    uint32_t puzzles;   /* read and parsed */
    bool refused;
};

/* `format`: its id; `plugins`: folders, parted by colons. Ends the process with a sentence if they are not there. */
void drive_open(struct drive *drive, const char *format, const char *plugins);
void drive_close(struct drive *drive);
/* Aborts, with a sentence, if the plugin breaks a promise:
 *  - probe is 0..100, and asked twice it says the same;
 *  - a failed read tells why, and names no line beyond the end;
 *  - a grid that goes along with a puzzle that parses can be read as one;
 *  - what was written can be read, and written again gives the same bytes. */
struct drive_result drive_one(struct drive *drive, const uint8_t *bytes, size_t length);

#endif
