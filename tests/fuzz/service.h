/* What the harnesses of the daemon share: fuzzers' entry points, driven by libFuzzer or by service_replay.c. */
#ifndef TESTS_FUZZ_SERVICE_H
#define TESTS_FUZZ_SERVICE_H

#include <stddef.h>
#include <stdint.h>

/* Aborts where a promise is broken. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

#endif
