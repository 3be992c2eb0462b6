/* The smallest puzzle there is: a row of cells, some given, an even number of them on. */
#ifndef RATCHET_TESTS_TINY_H
#define RATCHET_TESTS_TINY_H

#include <stdint.h>

/* Value 1 on an even number of positions. No payload. */
#define TINY_EVEN "tiny.even/1"

/* One position with the value of the payload. */
#define TINY_GIVEN "tiny.given/1"

struct tiny_given {
    uint32_t value;
};

#endif
