/* What an ELF file says about itself, read without loading it: no code of the file runs. */
#ifndef RATCHET_HOST_ELF_H
#define RATCHET_HOST_ELF_H

#include "util/fault.h"

#include <stdint.h>

enum { BUILD_ID_MOST = 64 };    /* bytes; linkers write 16 or 20 */

struct elf_facts {
    uint64_t size;              /* bytes */
    int64_t mtime;              /* nanoseconds since 1970 */
    char build_id[2 * BUILD_ID_MOST + 1];   /* hex, "" = none */
};

/* 0, or a fault if `path` is no complete shared object for this machine. The dynamic linker dies of SIGBUS on
 * a file that was cut short, so this comes before every dlopen. */
int elf_look(const char *path, struct elf_facts *facts, struct fault *fault);

#endif
